/* SPDX-License-Identifier: MIT */
/** @file
 * Relations between answers: batch b of a scene has the contacts of batch a in another guise, and
 * its answers must be those of batch a in this guise, but for rounding. */
#ifndef DCM_CHECK_RELATION_H
#define DCM_CHECK_RELATION_H

#include "check/scene/scene.h"

/** Sizes of the answers to each contact, in the order of dcm_answers_of: terms of an answer may
 * cancel, and answers a step before, at rest and in motion show how large the terms are. */
typedef struct dcm_sizes {
  double of[DCM_MOST_ANSWERS][DCM_SCENE_CONTACTS];
} dcm_sizes;

/** Makes the sizes at least those of the answers in batch a. */
void dcm_sizes_grow(const dcm_scene *s, dcm_sizes *sizes);

/** The size of the force along the normal. */
double dcm_size_of_normal(const dcm_sizes *sizes, uint32_t k);

/** Computes a step or two, and evaluates the next in batch a; the sizes come from all of them. */
void dcm_live_measured(dcm_scene *s, int side_2, dcm_sizes *sizes);

/** Kinds of answers, as bits. */
#define DCM_KIND(kind) (1u << (DCM_ANSWER_##kind))
#define DCM_ALL_KINDS 0xffu

typedef struct dcm_relation {
  const char *what; /**< a sentence for a finding */
  uint32_t kinds;   /**< that are compared */
  int is_swapped;   /**< batch b has the contacts seen from side 2 */
  double tolerance; /**< share of an answer and its size by which it may differ */

  /** An answer of batch a in the guise of batch b. NULL: it is the same. */
  dcm_vector (*map)(const void *data, const dcm_answer *answer, dcm_vector value);
  const void *data;
} dcm_relation;

/** Expects that the answers in batch b are those in batch a.
 * @param sizes NULL: none */
void dcm_expect(const dcm_scene *s, const dcm_relation *relation, const dcm_sizes *sizes);

/** Expects a number, or a vector, that may differ by so much. */
void dcm_expect_number(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       double came, double expected, double allowed);
void dcm_expect_vector(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       dcm_vector came, dcm_vector expected, double allowed);

/** The answer that the other side has, in a list of answers. */
uint32_t dcm_counterpart(const dcm_answer *answers, uint32_t i);

/** Whether an answer points the other way from the other side: the tangential force. */
int dcm_turns_round(const dcm_answer *answer);

#endif
