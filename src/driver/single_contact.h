/* SPDX-License-Identifier: MIT */
/** @file
 * One contact without a simulator: two bodies that are led through a prescribed motion. */
#ifndef DCM_DRIVER_SINGLE_CONTACT_H
#define DCM_DRIVER_SINGLE_CONTACT_H

#include <dcm/dcm.h>

#include "numeric/vector.h"
#include "runtime/batch.h"
#include "runtime/energies.h"
#include "runtime/error.h"
#include "runtime/law.h"

/** Constants of a body. Units are the caller's, and consistent. */
typedef struct dcm_body {
  uint32_t material;        /**< from 1 */
  int fixed;                /**< nonzero: contact forces do not move it, and its mass is infinite */
  double radius;            /**< of a wall: +infinity if flat, negative if concave */
  double mass;              /**< ignored when fixed */
  double moment_of_inertia; /**< about any axis through the centre; ignored when fixed */
  int has_quantities;       /**< nonzero: those below are given, not the usual ones */
  double quantities[DCM_MOST_QUANTITIES]; /**< of the law, see dcm_law_usual_quantities */
} dcm_body;

/** A sphere of uniform density: m = (4/3) pi rho r^3, I = (2/5) m r^2. */
dcm_body dcm_body_sphere(uint32_t material, double radius, double density);

/** A flat wall: fixed, of infinite radius. */
dcm_body dcm_body_wall(uint32_t material);

typedef struct dcm_motion {
  dcm_vector position; /**< of the centre; for a wall see the functions below */
  dcm_vector velocity;
  dcm_vector angular_velocity;
} dcm_motion;

/** Energies of one contact at one step, by number and by name, as in dcm_energies. */
typedef union dcm_energy_sample {
  double of[DCM_ENERGIES];
  struct {
    double stored_normal, stored_tangential, stored_rolling;
    double dissipated_normal; /**< this and the following: during the step */
    double dissipated_plastic, dissipated_tangential, dissipated_sliding, dissipated_rolling,
        dissipated_fracture;
  };
} dcm_energy_sample;
_Static_assert(offsetof(dcm_energy_sample, dissipated_fracture) ==
                   (DCM_ENERGIES - 1) * sizeof(double),
               "names and numbers of energies");

/** Answer of a contact in one step. Without contact, all but overlap and normal is zero. */
typedef struct dcm_contact_load {
  int touching; /**< nonzero while the contact exists: since an overlap above 0, to one of -reach */
  double overlap;
  dcm_vector normal;           /**< from 1 to 2 */
  double normal_force;         /**< positive pushes apart */
  dcm_vector tangential_force; /**< on 1 */
  dcm_vector force;            /**< on 1, its opposite on 2 */
  dcm_vector torque_1;         /**< on 1 about its centre */
  dcm_vector torque_2;         /**< on 2 about its centre; at a wall, 0 */
  dcm_energy_sample energies;  /**< as the law tells them */
  dcm_energy_sample booked;    /**< as an integrator pays them, see booking.h; of a single contact
                                    the same */
  const double *history; /**< [history_width of the law] after the step, zeros without contact;
                              valid until the next step */
  /** [side][quantity of the law] What the bodies have after the step, which changes only where the
   * law changes it, and what the contact adds. */
  double quantities[2][DCM_MOST_QUANTITIES], added[2][DCM_MOST_QUANTITIES];
  double outputs[DCM_MOST_OUTPUTS]; /**< of the law */
} dcm_contact_load;

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
