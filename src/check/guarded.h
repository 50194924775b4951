/* SPDX-License-Identifier: MIT */
/** @file
 * A batch as the contract hands it to a law, in memory that tells what the law did to it: outputs
 * hold a number that no law writes, between arrays there is room that nobody may touch, inputs are
 * compared with what they were, and behind the tables of the history there is no memory. */
#ifndef DCM_CHECK_GUARDED_H
#define DCM_CHECK_GUARDED_H

#include "runtime/batch.h"

typedef struct dcm_guarded dcm_guarded;

/** @param capacity most contacts
 * @return NULL when out of memory; freed by dcm_guarded_destroy */
dcm_guarded *dcm_guarded_create(uint32_t history_width, uint32_t capacity);
void dcm_guarded_destroy(dcm_guarded *guarded);

/** dcm_guarded_create for count contacts, with a page that nobody can access behind each array, and
 * before each array whose length is a number of pages.
 * @param count the only number of contacts */
dcm_guarded *dcm_guarded_fenced(uint32_t history_width, uint32_t count);

/** The array of dcm_guarded_fenced beside which an access to an inaccessible address fails.
 * @param number receives the number of the entry, below 0 before the array
 * @return the name of the array; NULL if the address belongs to no array */
const char *dcm_guarded_beyond(const dcm_guarded *guarded, const void *address, int64_t *number);

/** Part of a batch that a law is handed, and how. */
typedef struct dcm_part {
  uint32_t count;        /**< contacts */
  const uint32_t *order; /**< [count] which of the batch they are */
  double filler;         /**< what stands in the lanes that belong to no contact */
  int in_place;          /**< history_in and history_out are one */
  int with_energies;
} dcm_part;

/** Takes what stands in the batch after dcm_batch_evaluate: kinematics, radii, masses, history
 * before the step. Lets the law compute. */
void dcm_guarded_compute(dcm_guarded *guarded, const dcm_batch *batch, const dcm_law *law,
                         const dcm_part *part, int side_2, double dt);

/** Answer of compute: DCM_OK, or a refusal. */
int32_t dcm_guarded_status(const dcm_guarded *guarded);

/** Looks for a number that the law changed and may not change.
 * @return a name of the array, "overlap" or "history_in", or NULL
 * @param k receives the contact, or DCM_NO_CONTACT if it was between arrays */
const char *dcm_guarded_harm(const dcm_guarded *guarded, uint32_t *k);
#define DCM_NO_CONTACT UINT32_MAX

/** The outputs that the law did not write but should have.
 * @param names receives their names, "couple_1[0], couple_1[1]", cut if there is no room
 * @param k     receives a contact that has none of the first
 * @return the number of outputs */
uint32_t dcm_guarded_gaps(const dcm_guarded *guarded, char *names, size_t size, uint32_t *k);

/** The first output that is not finite.
 * @param value receives it */
const char *dcm_guarded_flaw(const dcm_guarded *guarded, uint32_t *k, double *value);

/** The first output of contact k that differs by a bit from that of a contact in another, of the
 * same law and step.
 * @param came, expected receive the two numbers */
const char *dcm_guarded_difference(const dcm_guarded *guarded, uint32_t k, const dcm_guarded *other,
                                   uint32_t other_k, double *came, double *expected);

#endif
