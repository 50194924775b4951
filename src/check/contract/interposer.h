/* SPDX-License-Identifier: MIT */
/** @file
 * Interposers between the checks and the functions of a law. The model that the checks use passes
 * each call on to the law; interposers see the call before and after, and may hand other arguments
 * to the law. */
#ifndef DCM_CHECK_INTERPOSER_H
#define DCM_CHECK_INTERPOSER_H

#include "check/scene/scene.h"

/** A call on its way to the law. An interposer may exchange the structs. */
typedef struct dcm_call {
  dcm_function function;
  dcm_instance *instance; /**< which init and destroy alone may change */
  const dcm_setup *setup;
  const dcm_contacts *contacts;
  const dcm_response *response;
  const dcm_event *event;
  const dcm_sides *sides;
  int32_t status; /**< answer of init and compute */
  double reach;
} dcm_call;

typedef struct dcm_interposer {
  void (*before)(void *data, dcm_call *call); /**< NULL: nothing */
  void (*after)(void *data, dcm_call *call);  /**< NULL: nothing */
  void *data;
  struct dcm_interposer *inner; /**< set by dcm_interpose */
} dcm_interposer;

/** The model whose functions lead through the interposers to those of a law; one in a process.
 * @param record takes the calls of this thread, in memory that the waiting process sees; NULL: none
 */
const dcm_model *dcm_model_behind_interposers(const dcm_model *model, dcm_record *record);

/** Lets an interposer see the calls of this thread, before those that see them already. */
void dcm_interpose(dcm_interposer *interposer);

/** Takes the last interposer away. */
void dcm_interpose_no_more(void);

/** A round that calls each function of the law: contacts begin, last, swap sides and end, with and
 * without energies, with dt 0 too, between particles or at walls. */
void dcm_let_live(dcm_scene *s);

#endif
