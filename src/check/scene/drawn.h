/* SPDX-License-Identifier: MIT */
/** @file
 * Cases of a law, which are choices of its options, and laws with random parameters, from the
 * description. */
#ifndef DCM_CHECK_DRAWN_H
#define DCM_CHECK_DRAWN_H

#include <math.h>
#include <stdint.h>

#include "check/scene/finding.h"
#include "check/scene/samples.h"
#include "numeric/vector.h"
#include "runtime/law.h"

/** The parameter whose name promises the friction of surfaces that do not slide. Such a law has
 * "friction" for surfaces that do. */
#define DCM_FRICTION_AT_REST "friction_static"

/* -------------------------------------------------------------------------------------- cases */

/** The checks use at most so many options, and so many words of all options; other options stay at
 * their defaults. */
enum { DCM_CASE_OPTIONS = 16, DCM_CASE_WORDS = 128 };

typedef struct dcm_case {
  const dcm_model *model;
  uint32_t number; /**< among all combinations of words */
  uint32_t choices[DCM_CASE_OPTIONS];
  char name[256]; /**< "hertz-mindlin form=sheet" */
} dcm_case;

/** All combinations of the options of a law, or, if there are many, some combinations that have
 * each pair of words of two options. A combination that init refuses with all parameters is not a
 * case.
 * @param chosen settings whose words of options are taken, where a user chose them; NULL: all words
 *               of all options
 * @param random for the parameters of these trials
 * @param count receives the number of cases
 * @return freed by free; NULL when out of memory */
dcm_case *dcm_cases_of(const dcm_model *model, const dcm_settings *chosen, dcm_random random,
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

/* --------------------------------------------------------------------------------- parameters */

/** A parameter, or a quantity of both sides, with a fixed value instead of a random one. */
typedef struct dcm_fixed {
  const char *name;
  double value;
} dcm_fixed;

/** Random parameters, and their values for messages. */
typedef struct dcm_drawn {
  dcm_settings *settings; /**< NULL before anything is drawn */
  int is_usual;           /**< set by who holds answers against digits: sizes as people use them */
  dcm_typical typical;    /**< a contact in which the parameters matter */
  dcm_values values;      /**< without those that are defaults */
  int is_refused;         /**< a value is out of its range, and was not set */
} dcm_drawn;

/** Forgets what was drawn. */
void dcm_drawn_free(dcm_drawn *drawn);

/** A law with random parameters. Some have a size by themselves, in this order:
 *  - what the user has fixed;
 *  - the default, in half of the laws for all parameters that are not required;
 *  - between the usual values, where the author reports them;
 *  - within a range with two ends: uniform, or uniform in the logarithm over a wide range;
 *  - near a default above zero;
 *  - what is usual for pure numbers, moduli, surface energies and conductivities.
 * For these values a typical contact is looked for, and all other parameters have a natural size in
 * this contact; or, if is_usual says so, what is usual in granular matter for lengths, forces,
 * stiffnesses and the like. Now and then a parameter is at an end of its range.
 * @param fixed   ends with a name NULL; names that the law does not have are ignored; NULL for none
 * @param attempt from 0: the first keeps more defaults, odd ones some of those below 0, which say
 *                that a parameter is not given; late ones have values that are more alike
 * @param drawn   earlier values are lost
 * @return the law, freed by dcm_law_destroy; NULL with the reason why init refused the parameters
 */
dcm_law *dcm_draw_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random, int attempt, dcm_drawn *drawn, dcm_error *error);

/** Sets a value of a parameter. @return whether the range allows it */
int dcm_put_value(dcm_settings *settings, const dcm_parameter *parameter, uint32_t i, uint32_t j,
                  double value);

/** Entries of the table of a parameter in dcm_setup. */
size_t dcm_parameter_numbers(const dcm_parameter *parameter, uint32_t material_count);

/** After so many attempts a law counts as refusing everything. */
enum { DCM_DRAW_ATTEMPTS = 1000 };

/** A random value of a parameter in its range, for a law that was drawn like this. */
double dcm_draw_value(const dcm_model *model, uint32_t parameter, const dcm_drawn *drawn,
                      dcm_random *random);

#endif
