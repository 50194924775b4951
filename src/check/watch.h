/* SPDX-License-Identifier: MIT */
/** @file
 * A record of the present call of a law, for the process that waits: after a crash and for a law
 * that does not return, nobody else can tell what was called. */
#ifndef DCM_CHECK_WATCH_H
#define DCM_CHECK_WATCH_H

#include <dcm/dcm.h>

#include "check/finding.h"

typedef enum dcm_function {
  DCM_FUNCTION_NONE, /**< no function was called yet */
  DCM_FUNCTION_INIT,
  DCM_FUNCTION_COMPUTE,
  DCM_FUNCTION_HISTORY,
  DCM_FUNCTION_REACH,
  DCM_FUNCTION_DESTROY,
} dcm_function;

/** The last call of a law; without pointers. */
typedef struct dcm_record {
  dcm_function function;
  int has_returned;
  char law[256];
  char parameters[8192];
  uint32_t material_count;
  uint32_t pair, side_2, count, event;
  int with_energies;
  double dt, radius_1, radius_2;
} dcm_record;

/** A model whose functions write each call into the record and then call those of the law. Calls of
 * other threads are not written. There is one such model at a time.
 * @param record in memory that the waiting process sees */
const dcm_model *dcm_watch(const dcm_model *model, dcm_record *record);

/** Tells the record which parameters the next law has.
 * @param law with its options */
void dcm_watch_drawn(const char *law, const char *parameters);

/** Name of a function of a law. */
const char *dcm_function_name(dcm_function function);

/** The record for people. */
void dcm_record_tell(const dcm_record *record, dcm_situation *situation);

#endif
