/* SPDX-License-Identifier: MIT */
/** @file
 * One contact without a simulator: two bodies that are led through a prescribed motion. */
#ifndef DCM_DRIVER_SINGLE_CONTACT_H
#define DCM_DRIVER_SINGLE_CONTACT_H

#include "driver/contact.h"

/** A sphere of uniform density: m = (4/3) pi rho r^3, I = (2/5) m r^2. */
dcm_body dcm_body_sphere(uint32_t material, double radius, double density);

/** A flat wall: fixed, of infinite radius. */
dcm_body dcm_body_wall(uint32_t material);

/** One contact and its state. Belongs to one thread. */
typedef struct dcm_single_contact dcm_single_contact;

/** Makes a contact that has not begun.
 * @param law    must outlive the contact
 * @param side_2 DCM_SIDE_PARTICLE or DCM_SIDE_WALL
 * @param bodies copied
 * @return NULL with a reason: out of memory, or a law whose reach is no distance; freed by
 *         dcm_single_contact_destroy */
dcm_single_contact *dcm_single_contact_create(const dcm_law *law, int side_2,
                                              const dcm_body bodies[2], dcm_error *error);

/** NULL is allowed. */
void dcm_single_contact_destroy(dcm_single_contact *contact);

/** Distance beyond touching over which the contact persists. */
double dcm_single_contact_reach(const dcm_single_contact *contact);

/** Tells the contact that the velocities it gets are those of half a step before the positions, see
 * dcm_batch; of a contact that was just made they belong to the positions. */
void dcm_single_contact_use_half_step_velocities(dcm_single_contact *contact);

/** Puts the bodies where the motions say and evaluates the law once, carrying the state from the
 * step before. The contact begins when the overlap is above zero, and the state with it; it ends,
 * and the state is forgotten, when the overlap is below minus the law's reach.
 * @param motions the position of a wall is the point of it that is nearest to the centre of 1, its
 *                velocity that of this point
 * @param dt      length of the step that ends here; 0 to look without advancing the state
 * @param load    filled */
void dcm_single_contact_step(dcm_single_contact *contact, const dcm_motion motions[2], double dt,
                             dcm_contact_load *load);

/** dcm_single_contact_step where a run begins, with a time step of 0. State and quantities are kept
 * as the law asks, see DCM_STATE_AT_START. A bond begins by this call. */
void dcm_single_contact_start(dcm_single_contact *contact, const dcm_motion motions[2],
                              dcm_contact_load *load);

/** The first number of a law's answer that is not finite, which none may be.
 * @param value receives it
 * @return what it is called, or NULL if all are finite */
const char *dcm_contact_load_flaw(const dcm_contact_load *load, const dcm_law *law, double *value);

#endif
