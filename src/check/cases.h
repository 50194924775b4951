/* SPDX-License-Identifier: MIT */
/** @file
 * A law with every choice of its options, and random parameters for it, all from the law's own
 * description. */
#ifndef DCM_CHECK_CASES_H
#define DCM_CHECK_CASES_H

#include <dcm/dcm.h>

#include "check/random.h"
#include "runtime/law.h"

/** Options beyond this number stay at their defaults, and words of all options beyond this number
 * count as one. */
enum { DCM_CASE_OPTIONS = 16, DCM_CASE_WORDS = 128 };

typedef struct dcm_case {
  const dcm_model *model;
  uint32_t number; /**< among all combinations of words */
  uint32_t choices[DCM_CASE_OPTIONS];
  char name[256]; /**< "hertz-mindlin form=sheet" */
} dcm_case;

/** A parameter that is not to be random. */
typedef struct dcm_fixed {
  const char *name;
  double value;
} dcm_fixed;

/** All combinations of the options of a law, or, where there are many, some in which each pair of
 * words of two options is met. What init refuses whatever the parameters is no case.
 * @param random for the parameters with which that is tried
 * @param count  receives their number
 * @return freed by free; NULL when out of memory */
dcm_case *dcm_cases_of(const dcm_model *model, dcm_random random, uint32_t *count);

/** There are never more: each of those that are chosen has a new pair of words. */
enum { DCM_MOST_CASES = DCM_CASE_WORDS * DCM_CASE_WORDS };

/** The same cases by their numbers: to choose those of a composed law takes a while.
 * @param numbers [count] of cases of the same model
 * @return freed by free; NULL when out of memory */
dcm_case *dcm_cases_again(const dcm_model *model, const uint32_t *numbers, uint32_t count);

/** Whether it is one of a composed law, which has very many. */
int dcm_case_is_composed(const dcm_case *the_case);

/** The word that is chosen for an option, or NULL if the law has no such option. */
const char *dcm_case_word(const dcm_case *the_case, const char *option);

/** Random parameters, and what they were. */
typedef struct dcm_drawn {
  dcm_settings *settings; /**< NULL before anything is drawn */
  char text[8192];        /**< "1 1 young 5e6, ...", for messages */
} dcm_drawn;

/** Forgets what was drawn. */
void dcm_drawn_free(dcm_drawn *drawn);

/** A law with random parameters: between the usual values where the author tells them, else uniform
 * in a bounded range, uniform in the logarithm in an open one, now and then at an end of the range
 * or at the default, which half of the laws have for all that is not required.
 * @param fixed   ends with a name NULL; names that the law does not have are passed over; NULL for
 *                none
 * @param attempt from 0: the first keeps more defaults
 * @param drawn   what was drawn before is forgotten
 * @return the law, freed by dcm_law_destroy; NULL with the reason for which init refused the
 *         parameters */
dcm_law *dcm_draw_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random, int attempt, dcm_drawn *drawn, dcm_error *error);

/** Attempts after which a law is said to refuse everything. */
enum { DCM_DRAW_ATTEMPTS = 1000 };

/** Whether it is known what numbers a dimension usually has; others are drawn between 1e-3 and 1e3.
 */
int dcm_has_usual_scale(const dcm_parameter *parameter);

#endif
