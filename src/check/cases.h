/* SPDX-License-Identifier: MIT */
/** @file
 * The cases of a law: choices of its options. */
#ifndef DCM_CHECK_CASES_H
#define DCM_CHECK_CASES_H

#include <dcm/dcm.h>

#include "check/random.h"

/** The checks use at most so many options, and so many words of all options; other options stay at
 * their defaults. */
enum { DCM_CASE_OPTIONS = 16, DCM_CASE_WORDS = 128 };

typedef struct dcm_case {
  const dcm_model *model;
  uint32_t number; /**< among all combinations of words */
  uint32_t choices[DCM_CASE_OPTIONS];
  char name[256]; /**< "hertz-mindlin form=sheet" */
} dcm_case;

/** An option of which only one word is tried. */
typedef struct dcm_chosen {
  const char *option;
  const char *word;
} dcm_chosen;

/** All combinations of the options of a law, or, if there are many, some combinations that have
 * each pair of words of two options. A combination that init refuses with all parameters is not a
 * case.
 * @param chosen ends with an option NULL; NULL: all words of all options
 * @param random for the parameters of these trials
 * @param count receives the number of cases
 * @return freed by free; NULL when out of memory */
dcm_case *dcm_cases_of(const dcm_model *model, const dcm_chosen *chosen, dcm_random random,
                       uint32_t *count);

/** There are never more cases, because each chosen case has a new pair of words. */
enum { DCM_MOST_CASES = DCM_CASE_WORDS * DCM_CASE_WORDS };

/** Makes cases again from their numbers, because the choice of cases takes a while for a composed
 * law.
 * @param numbers [count] of cases of the same model
 * @return freed by free; NULL when out of memory */
dcm_case *dcm_cases_again(const dcm_model *model, const uint32_t *numbers, uint32_t count);

/** Number of options of a law that the checks use. */
uint32_t dcm_case_option_count(const dcm_model *model);

/** Whether the law of a case is composed, that is, has very many combinations. */
int dcm_case_is_composed(const dcm_case *the_case);

/** The word that is chosen for an option, or NULL if the law has no such option. */
const char *dcm_case_word(const dcm_case *the_case, const char *option);

#endif
