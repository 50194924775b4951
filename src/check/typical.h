/* SPDX-License-Identifier: MIT */
/** @file
 * Sizes that belong together: of a contact, and of the numbers that matter in the contact. */
#ifndef DCM_CHECK_TYPICAL_H
#define DCM_CHECK_TYPICAL_H

#include <dcm/dcm.h>

#include "check/random.h"

/** A contact of two particles, by its orders of magnitude. */
typedef struct dcm_typical {
  double radius, mass, overlap, speed;
} dcm_typical;

/** From dust to boulders, soft to hard, slow to fast. */
dcm_typical dcm_random_typical(dcm_random *random);

/** Mass of a sphere of a usual density. */
double dcm_random_mass(double radius, dcm_random *random);

/** The size that a number of this dimension has if the number matters in the contact, 1 for a pure
 * number. A length may be the overlap, the radius or something between, and a time is such a length
 * over the speed: where a stiffness is mass/time^2, a surface energy is smaller by overlap/radius.
 * @param length, way from 0, the overlap, to 1, the radius: for lengths, and for the ways in times
 */
double dcm_natural_size(const dcm_dimension *dimension, const dcm_typical *typical, double length,
                        double way);

/** A natural size with random lengths, ten times larger or smaller. */
double dcm_random_natural(const dcm_dimension *dimension, const dcm_typical *typical,
                          dcm_random *random);

/** Orders of magnitude between a number and its natural sizes; 0 within these sizes, and for a
 * number without a size. */
double dcm_unnatural(const dcm_dimension *dimension, const dcm_typical *typical, double number);

/** Whether all exponents are zero. */
int dcm_is_pure(const dcm_dimension *dimension);

#endif
