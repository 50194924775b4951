/* SPDX-License-Identifier: MIT */
/** @file
 * Collisions as programs ask for them: what the driver needs for them, and what may go wrong. */
#ifndef DCM_PROGRAM_COLLIDE_H
#define DCM_PROGRAM_COLLIDE_H

#include "driver/collision.h"
#include "program/dcm/libdcm.h"

/** Status beside DCM_OK and DCM_ERROR: what was asked for is not possible. */
enum { DCM_REFUSED = 2 };

/** Most steps of a collision. */
#define DCM_MOST_STEPS_OF_COLLISION 1e9

/** The two bodies for the driver.
 * @param densities receives the density of each, NaN for a wall; may be NULL
 * @return DCM_OK or DCM_REFUSED */
int32_t dcm_program_bodies(const dcm_law *law, const dcm_api_bodies *asked, dcm_body bodies[2],
                           double densities[2], dcm_error *error);

/** Number of the side 2 of the driver, DCM_SIDE_*. */
int dcm_program_side_2(const dcm_api_bodies *asked);

/** The collision for the driver, but for its time step. @return DCM_OK or DCM_REFUSED */
int32_t dcm_program_collision(const dcm_law *law, const dcm_api_collision *asked,
                              dcm_collision *made, dcm_error *error);

/** Finds the time step and the number of steps after which a collision is given up.
 * @param not_waited_for receives the number of steps that bodies may need through a reach far above
 *                       their radii, of which not all are made; 0: all are made
 * @return DCM_OK, DCM_REFUSED or DCM_ERROR */
int32_t dcm_program_time_step(const dcm_api_collision *asked, dcm_collision *made,
                              double *not_waited_for, dcm_error *error);

/** dcm_collision_run; bodies that jump past each other are an error. */
int32_t dcm_program_run(const dcm_collision *collision, dcm_collision_observer observer, void *data,
                        dcm_collision_outcome *outcome, dcm_error *error);

/** dcm_collisions_run, likewise. */
int32_t dcm_program_run_all(const dcm_collision *collisions, size_t count,
                            dcm_collision_outcome *outcomes, int32_t *status, size_t *first_failed,
                            dcm_error *error);

/** Share of the kinetic energy, and of what was supplied, that is lost. */
double dcm_program_energy_loss(const dcm_collision_outcome *outcome);

#endif
