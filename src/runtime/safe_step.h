/* SPDX-License-Identifier: MIT */
/** @file
 * The time step that a law allows at a size and mass of the grains, for any law. */
#ifndef DCM_RUNTIME_SAFE_STEP_H
#define DCM_RUNTIME_SAFE_STEP_H

#include "runtime/law.h"

/** Overlap at which the stiffness of a law is asked for, relative to the smaller radius: what
 * packings and flows of grains that are not too soft stay below. */
#define DCM_SAFE_OVERLAP 0.01

/** Fraction of a contact's duration that a time step must not exceed. */
#define DCM_SAFE_FRACTION 0.05

/** The longest time step with which a contact of two bodies is integrated safely:
 * pi/(20 sqrt(k/M*)), a twentieth of the duration of a collision with a linear spring of the
 * stiffness k = dF/dxi that the law itself shows at rest, let go from an overlap of 1 % of the
 * smaller radius. It asks the law for forces and nothing else, and so serves every law.
 *
 * Between equal grains of mass m it is 0.11/sqrt(k/m), below 0.17/sqrt(k/m), the smallest critical
 * step of regular packings in C. O'Sullivan, J. D. Bray, Eng. Comput. 21 (2004) 278-303. For a
 * contact of Hertz, k = 2 E* sqrt(R* xi), it is between 13 % and 21 % of dcm_rayleigh_time,
 * whatever the sizes and for 0 <= nu <= 0.5, and at most 5 % of the duration of a collision whose
 * overlap stays below 2.7 % of the smaller radius.
 *
 * The smallest and lightest grains that meet set the step of a simulation.
 * @param i,j      materials from 1
 * @param radius_1 > 0
 * @param mass_1   > 0
 * @param radius_2 as of side 2 of a batch: +infinity for a flat wall, below -radius_1 for a concave
 *                 one
 * @param mass_2   > 0; +infinity for a body that forces do not move
 * @return infinity if the law shows no stiffness; NaN if it does not answer with finite forces, or
 *         when out of memory */
double dcm_safe_time_step(const dcm_law *law, uint32_t i, uint32_t j, double radius_1,
                          double mass_1, double radius_2, double mass_2);

#endif
