/* SPDX-License-Identifier: MIT */
/** @file
 * All numbers that a law answers for a contact, as one list, for checks that ask the same of all of
 * them. */
#ifndef DCM_CHECK_ANSWERS_H
#define DCM_CHECK_ANSWERS_H

#include "numeric/vector.h"
#include "runtime/batch.h"
#include "runtime/energies.h"

typedef enum dcm_answer_kind {
  DCM_ANSWER_FORCE,
  DCM_ANSWER_COUPLE,
  DCM_ANSWER_STATE,
  DCM_ANSWER_STORED,
  DCM_ANSWER_DISSIPATED,
  DCM_ANSWER_DAMPER,
  DCM_ANSWER_ADDED,
  DCM_ANSWER_OUTPUT
} dcm_answer_kind;

/** A number or a vector that the law answers for each contact of a batch. */
typedef struct dcm_answer {
  dcm_answer_kind kind;
  uint32_t index; /**< of the field, the quantity or the output in the model */
  uint32_t width; /**< 1 or 3 components */
  dcm_dimension dimension;
  char name[DCM_MOST_NAME + 32]; /**< for messages: "field 'stretch'" */
  const double *rows[3];
} dcm_answer;

enum {
  DCM_MOST_ANSWERS = 5 + DCM_MOST_FIELDS + DCM_ENERGIES + 2 * DCM_MOST_QUANTITIES + DCM_MOST_OUTPUTS
};

/** The answers in a batch with energies: forces, couples, the new state in the fields that the
 * instance uses, energies, what is added to quantities, outputs.
 * @param answers [DCM_MOST_ANSWERS] filled
 * @return how many */
uint32_t dcm_answers_of(const dcm_law *law, const dcm_batch *batch, dcm_answer *answers);

/** The answer for contact k; a number is the first component. */
static inline dcm_vector dcm_answer_for(const dcm_answer *a, uint32_t k) {
  if (a->width == 1)
    return (dcm_vector){a->rows[0][k], 0.0, 0.0};
  return dcm_load(a->rows, k);
}

/** Whether a host uses the answer to a step of length dt. */
int dcm_answer_counts(const dcm_answer *a, const dcm_law *law, double dt);

#endif
