/* SPDX-License-Identifier: MIT */
/** @file
 * Two bodies for the driver: their constants and motions, the answer of their contact, which is led
 * through a motion or collides freely; and their contact as entry k of a batch. The outcome of a
 * collision, and where its energy went, are those of libdcm. */
#ifndef DCM_DRIVER_CONTACT_H
#define DCM_DRIVER_CONTACT_H

#include <dcm/dcm.h>
#include <math.h>

#include "numeric/vector.h"
#include "program/dcm/libdcm.h"
#include "runtime/batch.h"
#include "runtime/error.h"
#include "runtime/law.h"
#include "runtime/motion.h"

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

typedef struct dcm_motion {
  dcm_vector position; /**< of the centre; for a wall see dcm_single_contact_step */
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
  dcm_energy_sample energies;  /**< as the law reports them */
  dcm_energy_sample booked;    /**< as an integrator pays them, see booking.h; of a single contact
                                    the same */
  const double *history; /**< [history_width of the law] after the step, zeros without contact;
                              valid until the next step */
  /** [side][quantity of the law] What the bodies have after the step, which changes only where the
   * law changes it, and what the contact adds. */
  double quantities[2][DCM_MOST_QUANTITIES], added[2][DCM_MOST_QUANTITIES];
  double outputs[DCM_MOST_OUTPUTS]; /**< of the law */
} dcm_contact_load;

/** Velocities that the law is given at a step.
 *
 * Both are of the second order in the step as long as forces depend smoothly on positions alone.
 * With half-step velocities a tangential spring that adds v dt up is of the second order too, but
 * damping sees the velocity of dt/2 before and is of the first. With synchronised velocities
 * damping is of the second order, if it sets in smoothly, and the sum v dt of the first. (Damping
 * that grows with the fourth root of the overlap does not set in smoothly: it is of the order 5/4.
 * Laws that add up forces, k v dt with the k of the end of the step, are of the first in both.) */
enum {
  /** Velocities of the middle of the step, which velocity Verlet has at hand after its first half.
   * LAMMPS gives these to its pair styles. */
  DCM_VELOCITY_HALF_STEP = 0,
  /** Velocities of the end of the step, predicted with the forces of the step before. */
  DCM_VELOCITY_SYNCHRONISED = 1
};

/** Two bodies about to meet. */
typedef struct dcm_collision {
  const dcm_law *law;
  int side_2; /**< DCM_SIDE_PARTICLE or DCM_SIDE_WALL */
  dcm_body bodies[2];
  dcm_motion motions[2];    /**< at time 0. A wall is the plane across x through its position, with
                                 particle 1 on the side of lower x; it does not turn,
                                 its angular velocity is ignored */
  double dt;                /**< time step > 0 */
  uint64_t max_steps;       /**< the integration gives up after so many */
  uint64_t max_trial_steps; /**< of each trial of dcm_collision_time_step; 0: ten million */
  int velocities;           /**< DCM_VELOCITY_* */
  int begins_run; /**< nonzero: a run begins with the bodies, as dcm_single_contact_start has
                       it, so that two in touch may be bonded */
} dcm_collision;

/** Data for an observer after each step, including step 0 (the start). */
typedef struct dcm_collision_sample {
  uint64_t step;
  double time;
  dcm_motion motions[2]; /**< all at this time */
  const dcm_contact_load *load;
} dcm_collision_sample;

typedef void (*dcm_collision_observer)(void *data, const dcm_collision_sample *sample);

_Static_assert(offsetof(dcm_api_energy, residual) - offsetof(dcm_api_energy, dissipated_normal) ==
                   DCM_DISSIPATED * sizeof(double),
               "names and numbers of energies");

/** [DCM_DISSIPATED] What was dissipated, in the order of dcm_energy_name. */
static inline double *dcm_dissipated(dcm_api_energy *energy) {
  return (double *)((char *)energy + offsetof(dcm_api_energy, dissipated_normal));
}

/* ---------------------------------------------------------------------- entries of a batch */

/** Sets what does not change of a contact: radii, masses, quantities.
 * @param reach receives how far beyond touching the contact persists
 * @return DCM_OK, or DCM_ERROR: the reach is no distance */
static inline int32_t dcm_contact_rows_body(dcm_batch *b, uint32_t k, const dcm_law *law,
                                            int side_2, const dcm_body bodies[2], double *reach,
                                            dcm_error *error) {
  const int is_wall = side_2 == DCM_SIDE_WALL;
  const double r1 = bodies[0].radius, r2 = bodies[1].radius;
  const uint32_t pair = dcm_law_pair(law, bodies[0].material, bodies[1].material);
  b->radius_1[k] = r1;
  b->radius_2[k] = r2;
  b->effective_mass[k] = dcm_effective_mass(bodies[0].mass, bodies[0].fixed, bodies[1].mass,
                                            bodies[1].fixed || is_wall);
  for (int i = 0; i < 2; i++) {
    double values[DCM_MOST_QUANTITIES];
    const int wall = i == 1 && is_wall;
    dcm_law_usual_quantities(law, wall ? INFINITY : bodies[i].mass, wall ? 0.0 : 1.0 + i, values);
    for (uint32_t q = 0; q < law->quantity_count; q++)
      (i ? b->quantities_2 : b->quantities_1)[q][k] =
          bodies[i].has_quantities ? bodies[i].quantities[q] : values[q];
  }
  return dcm_law_check_reach(
      law, is_wall ? dcm_sides_at_wall(pair, r1, r2) : dcm_sides_of_particles(pair, r1, r2), reach,
      error);
}

/** The law's additions change the quantities that it may change. */
static inline void dcm_contact_rows_change(const dcm_batch *b, uint32_t k, const dcm_law *law) {
  for (uint32_t q = 0; q < law->quantity_count; q++)
    if (law->access[q] == DCM_CHANGE) {
      b->quantities_1[q][k] += b->added_1[q][k];
      b->quantities_2[q][k] += b->added_2[q][k];
    }
}

/** Reports quantities, what was added to them, and outputs. */
static inline void dcm_contact_rows_read(const dcm_batch *b, uint32_t k, const dcm_law *law,
                                         dcm_contact_load *load) {
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const int adds = load->touching && law->access[q] != DCM_READ;
    load->quantities[0][q] = b->quantities_1[q][k];
    load->quantities[1][q] = b->quantities_2[q][k];
    load->added[0][q] = adds ? b->added_1[q][k] : 0.0;
    load->added[1][q] = adds ? b->added_2[q][k] : 0.0;
  }
  for (uint32_t o = 0; o < law->model->output_count && load->touching && b->with_energies; o++)
    load->outputs[o] = b->outputs[o][k];
}

/** Energies as they stand in the batch.
 * @param dt of the step; nothing is dissipated in one of 0 */
static inline dcm_energy_sample dcm_contact_rows_energies(const dcm_batch *b, uint32_t k,
                                                          double dt) {
  dcm_energy_sample sample = {{0.0}};
  for (size_t e = 0; e < (dt > 0.0 ? DCM_ENERGIES : DCM_ENERGIES_STORED); e++)
    sample.of[e] = dcm_energy_row(&b->energies, e)[k];
  return sample;
}

/* --- One contact without a simulator: two bodies that are led through a prescribed motion. */

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

/** Informs the contact that the velocities it gets are those of half a step before the positions,
 * see dcm_batch; of a contact that was just made they belong to the positions. */
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

/* --- A free collision of two bodies without a simulator, integrated the way the hosts do it. */

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
