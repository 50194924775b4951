/* SPDX-License-Identifier: MIT */
/** @file
 * Laws with random parameters, from the law's description. */
#ifndef DCM_CHECK_DRAWN_H
#define DCM_CHECK_DRAWN_H

#include "check/cases.h"
#include "check/typical.h"
#include "runtime/law.h"

/** A parameter, or a quantity of both sides, with a fixed value instead of a random one. */
typedef struct dcm_fixed {
  const char *name;
  double value;
} dcm_fixed;

/** Random parameters, and their values as text. */
typedef struct dcm_drawn {
  dcm_settings *settings; /**< NULL before anything is drawn */
  int is_usual;           /**< set by who holds answers against digits: sizes as people use them */
  dcm_typical typical;    /**< a contact in which the parameters matter */
  char text[8192];        /**< "1 1 young 5e6, ...", for messages, without defaults */
} dcm_drawn;

/** Forgets what was drawn. */
void dcm_drawn_free(dcm_drawn *drawn);

/** A law with random parameters. Some have a size by themselves, in this order:
 *  - what the user has fixed;
 *  - the default, in half of the laws for all parameters that are not required;
 *  - between the usual values, where the author tells them;
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

/** A law of a case of the same model with the values that were drawn.
 * @return the law, freed by dcm_law_destroy; NULL with the reason why init refused the values */
dcm_law *dcm_drawn_law(const dcm_case *the_case, dcm_drawn *drawn, dcm_error *error);

/** After so many attempts a law counts as refusing everything. */
enum { DCM_DRAW_ATTEMPTS = 1000 };

/** A random value of a parameter in its range, for a law that was drawn like this. */
double dcm_draw_value(const dcm_model *model, uint32_t parameter, const dcm_drawn *drawn,
                      dcm_random *random);

#endif
