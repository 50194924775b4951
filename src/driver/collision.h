/* SPDX-License-Identifier: MIT */
/** @file
 * A free collision of two bodies without a simulator, integrated the way the hosts do it. */
#ifndef DCM_DRIVER_COLLISION_H
#define DCM_DRIVER_COLLISION_H

#include "driver/contact.h"

/** Integrates the collision with velocity Verlet until the contact has ended, until it is clear
 * that there will be none, or until max_steps: v += F/m dt/2, w += T/I dt/2;  x += v dt;  F, T =
 * law(x, v, w);  v += F/m dt/2, w += T/I dt/2.
 * @param observer called after each step; NULL for none
 * @return DCM_OK, or DCM_ERROR: a time step that is not above zero, out of memory, or numbers that
 *         ceased to be finite, which means that the step is far too long */
int32_t dcm_collision_run(const dcm_collision *collision, dcm_collision_observer observer,
                          void *data, dcm_api_outcome *outcome, dcm_error *error);

/** Integrates many collisions, side by side where they have one law, pair of materials, kind of
 * side 2 and time step: the law then answers for up to 128 at once, and each costs a fraction of
 * what it costs alone. The numbers are those of dcm_collision_run, to the last bit, and a collision
 * that fails does not change the others.
 * @param outcomes     [count] filled
 * @param first_failed receives the index of the first that failed; count if none did
 * @param error        receives the sentence of that one
 * @return DCM_OK, or DCM_ERROR if some failed */
int32_t dcm_collisions_run(const dcm_collision *collisions, size_t count, dcm_api_outcome *outcomes,
                           size_t *first_failed, dcm_error *error);

/** The outcome of a collision that failed: NaN or 0 in the place of each number but dt. */
dcm_api_outcome dcm_collision_failure(double dt);

/** Steps that resolve a collision so finely that its outcome has about five digits with damping, of
 * the first order in the step, and eight without. */
enum { DCM_STEPS_PER_COLLISION = 10000 };

/** The time step that divides the collision into about this many steps; found by trial, so it
 * serves every law. A collision is counted as twice the time to the largest overlap, for a body may
 * stay attached or return slowly.
 * @param collision its dt and max_steps are ignored
 * @param dt        receives the time step
 * @return DCM_OK, or DCM_ERROR: the bodies do not meet, or no step was found */
int32_t dcm_collision_time_step(const dcm_collision *collision, uint32_t steps, double *dt,
                                dcm_error *error);

#endif
