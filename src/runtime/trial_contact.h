/* SPDX-License-Identifier: MIT */
/** @file
 * One contact by which a law itself is asked for properties that the contract does not report: its
 * longest safe time step, and whether its contacts creep. */
#ifndef DCM_RUNTIME_TRIAL_CONTACT_H
#define DCM_RUNTIME_TRIAL_CONTACT_H

#include "runtime/batch.h"
#include "runtime/law.h"

typedef struct dcm_trial {
  const dcm_law *law;
  dcm_batch *batch; /**< of one contact; side 2 lies towards +x */
  int side_2;
  double smaller_radius; /**< of 1 at a wall */
} dcm_trial;

/** A contact at rest, which has not begun.
 * @param i,j      materials from 1
 * @param radius_1 > 0
 * @param mass_1   > 0
 * @param radius_2 as of side 2 of a batch: +infinity for a flat wall, below -radius_1 for a concave
 *                 one
 * @param mass_2   > 0; +infinity for a body that forces do not move
 * @param with_energies whether the law is asked for energies
 * @return DCM_OK, or DCM_ERROR when out of memory; freed by dcm_trial_free */
int32_t dcm_trial_make(dcm_trial *trial, const dcm_law *law, uint32_t i, uint32_t j,
                       double radius_1, double mass_1, double radius_2, double mass_2,
                       int with_energies);
void dcm_trial_free(dcm_trial *trial);

/** Begins the contact at an overlap, as at the start of a run. */
void dcm_trial_begin(dcm_trial *trial, double overlap);

/** One step with the velocities in the batch; the batch keeps the new state.
 * @param dt 0 at the
 * start of a run */
void dcm_trial_step(dcm_trial *trial, double overlap, double dt);

void dcm_trial_end(dcm_trial *trial);

/** The exponent n of a law whose elastic force grows as overlap^n, of materials i and j. The two
 * grains are giants and touch by a millionth of their radius: adhesion is nothing beside their
 * elastic force, and nothing yields.
 * @return n, to six decimals; 1.5, as of Hertz, where the force does not grow, or when out of
 * memory */
double dcm_force_exponent(const dcm_law *law, uint32_t i, uint32_t j);

/* --- The time step that a law allows at a size and mass of the grains, for any law. */

/** Overlap for the test of the stiffness, relative to the smaller radius. Packings and flows of
 * grains that are not too soft have smaller overlaps. */
#define DCM_SAFE_OVERLAP 0.01

/** Fraction of a contact's duration that a time step must not exceed. */
#define DCM_SAFE_FRACTION 0.05

/** Fraction of half a period of the springs across the normal that a time step must not exceed. No
 * collision depends on these springs. The fraction is so large that a tangential spring as stiff as
 * the normal spring does not limit the step. */
#define DCM_SAFE_FRACTION_ACROSS 0.125

/** Fraction of the velocity that a damper may take in a step; beyond 2 the damper is unstable. */
#define DCM_SAFE_DAMPING 0.75

/** The part of a contact that limits the step. */
typedef enum dcm_step_limit {
  DCM_LIMIT_NORMAL_SPRING,
  DCM_LIMIT_TANGENTIAL_SPRING,
  DCM_LIMIT_ROLLING_SPRING,
  DCM_LIMIT_TWISTING_SPRING,
  DCM_LIMIT_NORMAL_DAMPING,
  DCM_LIMIT_TANGENTIAL_DAMPING,
  DCM_LIMIT_ROLLING_DAMPING,
  DCM_LIMIT_TWISTING_DAMPING
} dcm_step_limit;

/** "tangential spring" and so on. */
const char *dcm_step_limit_name(dcm_step_limit limit);

/** A time step, and the part that limits the step. */
typedef struct dcm_safe_step {
  double step;
  dcm_step_limit limit;
  double normal_spring; /**< the step that the normal spring alone allows */
} dcm_safe_step;

/** The longest time step with which a contact of two bodies is integrated safely: of four springs
 * and four dampers, the one that allows the least limits the step. The function needs only the
 * answers of a law, and so works for every law.
 *
 * The normal spring allows pi/(20 sqrt(k/M*)), a twentieth of the duration of a collision with a
 * linear spring of the stiffness k = dF/dxi that the law itself shows at rest, let go from an
 * overlap of 1 % of the smaller radius. Between equal grains of mass m it is 0.11/sqrt(k/m), below
 * 0.17/sqrt(k/m), the smallest critical step of regular packings in C. O'Sullivan, J. D. Bray, Eng.
 * Comput. 21 (2004) 278-303. For a contact of Hertz, k = 2 E* sqrt(R* xi), it is between 13 % and
 * 21 % of dcm_rayleigh_time, whatever the sizes and for 0 <= nu <= 0.5, and at most 5 % of the
 * duration of a collision whose overlap stays below 2.7 % of the smaller radius.
 *
 * The springs against sliding, rolling and twisting, and the dampers in all four directions: the
 * contact is moved by a billionth of its overlap and asked what is left of its answer when it
 * stands, which is the spring; and moved slowly and fast, where what goes with the velocity is the
 * damper. Friction of constant size is neither.
 *
 * The mass across the normal is that of two spheres that may turn, M* 2/7, since 1/m = 1/M* +
 * r_1^2/I_1 + r_2^2/I_2 with I = 2/5 m r^2; about the normal and for rolling it is 1/(1/I_1 +
 * 1/I_2). A spring k allows pi/8 sqrt(m/k).
 *
 * A host's forces see velocities v of half a step before. With c dt/m = g and k dt^2/m = q a step
 * then is v dt -> (1 - q - g) v dt - q x, x -> x + v dt, which is stable for q + 2 g < 4. A damper
 * alone so takes the share g of the velocity in a step: at 1 all of it, beyond 2 more than can be
 * made good. It allows 0.75 m/c. Two kinds limit no step: that of a law that knows of dt and takes
 * less than twice the velocity in however long a step, as implicit damping does; and one across the
 * normal whose force friction ends, for however strong it is the velocity after a step is no larger
 * than before, or than what friction makes of rest in a step.
 *
 * The smallest and lightest grains that meet set the step of a simulation.
 * @param i,j      materials from 1
 * @param radius_1 > 0
 * @param mass_1   > 0
 * @param radius_2 as of side 2 of a batch: +infinity for a flat wall, below -radius_1 for a concave
 *                 one
 * @param mass_2   > 0; +infinity for a body that forces do not move
 * @return a step of infinity if the law shows neither stiffness nor damping, of NaN if it does not
 *         answer with finite forces, or when out of memory; and which limit it is where it is
 *         finite */
dcm_safe_step dcm_longest_safe_step(const dcm_law *law, uint32_t i, uint32_t j, double radius_1,
                                    double mass_1, double radius_2, double mass_2);

/** Whether a contact resists rolling only while the contact rolls, so that no leaning grain ever
 * stands still. The test rolls a contact by a billionth of a radian, too little to slide or to
 * break a bond, and looks for a couple after the stop. A couple of constant size creeps, and so
 * does a viscous one; a spring, a bond and a contact without resistance do not. The test needs only
 * the couples of a law, and so works for every law. Parameters as for dcm_longest_safe_step.
 * @return 0 also when out of memory */
int dcm_contact_creeps(const dcm_law *law, uint32_t i, uint32_t j, double radius_1, double mass_1,
                       double radius_2, double mass_2);

#endif
