/* SPDX-License-Identifier: MIT */
/** @file
 * The cases of a law (choices of its options) and random parameters, all from the law's
 * description. */
#ifndef DCM_CHECK_CASES_H
#define DCM_CHECK_CASES_H

#include <dcm/dcm.h>

#include "check/random.h"
#include "runtime/law.h"

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

/** A parameter, or a quantity of both sides, with a fixed value instead of a random one. */
typedef struct dcm_fixed {
  const char *name;
  double value;
} dcm_fixed;

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

/** Whether the law of a case is composed, that is, has very many combinations. */
int dcm_case_is_composed(const dcm_case *the_case);

/** The word that is chosen for an option, or NULL if the law has no such option. */
const char *dcm_case_word(const dcm_case *the_case, const char *option);

/** Random parameters, and their values as text. */
typedef struct dcm_drawn {
  dcm_settings *settings; /**< NULL before anything is drawn */
  char text[8192];        /**< "1 1 young 5e6, ...", for messages */
} dcm_drawn;

/** Forgets what was drawn. */
void dcm_drawn_free(dcm_drawn *drawn);

/** A law with random parameters: between the usual values where the author tells them, else uniform
 * in a bounded range, uniform in the logarithm in an open one, now and then at an end of the range
 * or at the default. Half of the laws have the defaults of all parameters that are not required.
 * @param fixed   ends with a name NULL; names that the law does not have are ignored; NULL for none
 * @param attempt from 0: the first keeps more defaults
 * @param drawn   earlier values are lost
 * @return the law, freed by dcm_law_destroy; NULL with the reason why init refused the parameters
 */
dcm_law *dcm_draw_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random, int attempt, dcm_drawn *drawn, dcm_error *error);

/** After so many attempts a law counts as refusing everything. */
enum { DCM_DRAW_ATTEMPTS = 1000 };

/** Whether a parameter's dimension has a usual size; other parameters are drawn between 1e-3 and
 * 1e3. */
int dcm_has_usual_scale(const dcm_parameter *parameter);

#endif
