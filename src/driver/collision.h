/* SPDX-License-Identifier: MIT */
/** @file
 * A free collision of two bodies without a simulator, integrated the way the hosts do it. */
#ifndef DCM_DRIVER_COLLISION_H
#define DCM_DRIVER_COLLISION_H

#include "driver/single_contact.h"

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
  dcm_motion motions[2]; /**< at time 0. A wall is the plane through its position; it does not turn,
                              its angular velocity is ignored */
  dcm_vector wall_normal;   /**< unit vector from the wall into the room of particle 1 */
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

/** Where the kinetic energy went:
 * kinetic_before + supplied = kinetic_after + stored + all dissipated_* + residual. */
typedef struct dcm_energy_ledger {
  double kinetic_before; /**< of translation and rotation; fixed bodies do not count */
  double kinetic_after;
  double supplied; /**< work of what holds fixed bodies that move or turn */
  double stored;   /**< in a contact that still exists at the end; else 0 */
  union {
    double dissipated[DCM_DISSIPATED];
    struct {
      double dissipated_normal, dissipated_plastic, dissipated_tangential, dissipated_sliding,
          dissipated_rolling, dissipated_fracture;
      double dissipated_by_arms;  /**< by lever arms that differ for velocity and moment */
      double dissipated_by_jumps; /**< stored energy that is lost when the contact is made (adhesion
                                       jumps in) and when it is broken */
    };
  };
  double residual; /**< what is left: the error of the integration, and what the law gains or loses
                        without telling */
} dcm_energy_ledger;
_Static_assert(offsetof(dcm_energy_ledger, residual) - offsetof(dcm_energy_ledger, dissipated) ==
                   DCM_DISSIPATED * sizeof(double),
               "names and numbers of energies");

/** Outcome of a collision. A number that has no value is NaN, such as the tangential restitution of
 * a head-on collision, or any restitution of bodies that are still in contact. */
typedef struct dcm_collision_outcome {
  int touched;        /**< nonzero if a contact began */
  int separated;      /**< nonzero if it ended again; else what follows is the state at the end */
  int refused;        /**< of a collision that failed: nonzero if the law refused the contact, after
                           so many steps that this is not for the length of the step */
  uint64_t steps;     /**< all steps made */
  double begin;       /**< time at which the contact began, interpolated between steps */
  double duration;    /**< of the contact, interpolated */
  double turn;        /**< time from the beginning, or from the first force if that is later, to the
                           largest overlap of the first approach */
  double max_overlap; /**< largest values: the vertex of the parabola through three samples */
  double max_normal_force;
  double max_tangential_force;
  dcm_vector normal_before; /**< when the contact began */
  dcm_vector normal_after;  /**< when it ended */
  dcm_motion motions[2];    /**< at the end */

  /** -(n.v)_after/(n.v)_before, v the relative velocity of the centres, each with the normal of its
   * own time, since the pair turns during an oblique collision. */
  double normal_restitution;

  /** (t.v)_after/(t.v)_before of the centres along the direction t of the tangential velocity
   * before: 1 without friction. */
  double tangential_restitution;

  /** -(s.v)_after/(s.v)_before of the contact point (radii as lever arms) along the direction s of
   * its tangential velocity before: -1 without friction, 1 when it is reversed. */
  double surface_restitution;

  dcm_energy_ledger energy;

  /** Change of the total momentum relative to M* |v|, and of the total angular momentum about the
   * origin relative to M* |v| (r1 + r2) + I1 |w1| + I2 |w2|. NaN if a body is fixed. */
  double momentum_drift;
  double angular_momentum_drift;
} dcm_collision_outcome;

/** Integrates the collision with velocity Verlet until the contact has ended, until it is clear
 * that there will be none, or until max_steps: v += F/m dt/2, w += T/I dt/2;  x += v dt;  F, T =
 * law(x, v, w);  v += F/m dt/2, w += T/I dt/2.
 * @param observer called after each step; NULL for none
 * @return DCM_OK, or DCM_ERROR: a time step that is not above zero, out of memory, or numbers that
 *         ceased to be finite, which means that the step is far too long */
int32_t dcm_collision_run(const dcm_collision *collision, dcm_collision_observer observer,
                          void *data, dcm_collision_outcome *outcome, dcm_error *error);

/** Integrates many collisions, side by side where they have one law, pair of materials, kind of
 * side 2 and time step: the law then answers for up to 128 at once, and each costs a fraction of
 * what it costs alone. The numbers are those of dcm_collision_run, to the last bit, and a collision
 * that fails does not change the others.
 * @param outcomes     [count] filled where the status is DCM_OK
 * @param status       [count] filled
 * @param first_failed receives the index of the first that failed; count if none did
 * @param error        receives the sentence of that one
 * @return DCM_OK, or DCM_ERROR if some failed */
int32_t dcm_collisions_run(const dcm_collision *collisions, size_t count,
                           dcm_collision_outcome *outcomes, int32_t *status, size_t *first_failed,
                           dcm_error *error);

/** The outcome of a collision that has not begun: NaN where that is no statement. */
dcm_collision_outcome dcm_collision_no_outcome(void);

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
