/* SPDX-License-Identifier: MIT */
/** @file
 * One step of the contacts of a list, of pairs or with walls, as a host asks for it: the particles,
 * the law, and who looks on. */
#ifndef DCM_CONTACTS_STEP_H
#define DCM_CONTACTS_STEP_H

#include <dcm/dcm.h>
#include <stddef.h>
#include <stdint.h>

#include "contacts/pair_list.h"
#include "contacts/wall_list.h"
#include "ledger/jumps.h"
#include "ledger/work.h"
#include "runtime/batch_views.h"
#include "runtime/law.h"
#include "shapes/closest.h"

/** The particles of a host, as plain arrays.
 * Rows of three numbers, one for each particle, not aligned in any way. All belong to the host. */
typedef struct dcm_particles {
  const double *position;         /**< of the centres */
  const double *velocity;         /**< likewise */
  const double *angular_velocity; /**< in the host's frame */
  double *force;                  /**< forces of contacts are added */
  double *torque;                 /**< likewise, about the centres */
  uint32_t summed; /**< particles from this one on, copies of others perhaps, receive nothing */

  /** [quantity][particle] What particles have of the law's quantities, and arrays to which that is
   * added which contacts add: never those that are read. NULL if the law has none. */
  const double *const *quantities;
  double *const *sums;

  const dcm_shape *shapes;       /**< [particle] NULL: the particles are spheres */
  const dcm_midway_form *midway; /**< of contacts of shapes that are found by level sets; NULL: by
                                      the least depth */
  const double *ids; /**< [particle] for these: contacts note the midway point from the centre of
                          the particle with the lower number */
} dcm_particles;

/** Whether the host adds the law's answer to a quantity: sums always, changes where it keeps
 * states. */
static inline int dcm_is_added(const dcm_law *law, uint32_t quantity, double dt) {
  const uint32_t access = law->access[quantity];
  return access == DCM_SUM || (access == DCM_CHANGE && dcm_law_keeps_state(law, dt));
}

/** Puts the quantities of one particle into the first entries of the arrays of a batch. */
static inline void dcm_put_quantities(const dcm_law *law, const dcm_particles *particles,
                                      uint32_t particle, double *const *of) {
  for (uint32_t q = 0; q < law->quantity_count; q++)
    if (law->access[q] != DCM_SUM)
      of[q][0] = particles->quantities[q][particle];
}

/** The first contact of a step, of pairs or with walls, whose numbers are not finite. */
typedef struct dcm_contact_fault {
  int found;                       /**< nonzero if there is one; then the rest is set */
  int of_law;                      /**< the law's answer is not finite; else the distance is not */
  int of_shapes;                   /**< or the place of the contact was not found */
  uint32_t particle_1, particle_2; /**< of a pair */
  uint32_t contact;                /**< with a wall: entry of the list */
  double overlap;
  double normal_velocity, tangential_velocity[3];
  double force[3], torque[3]; /**< on 1; forces are NaN where a quantity is not finite */
} dcm_contact_fault;

/** Energies of one step: what contacts store at its end, and what they dissipated in it. The law
 * must be one that keeps what it needs for them, dcm_law_keep_for_energies. */
typedef struct dcm_energy_sums {
  /** Contacts go on of which nobody asked for energies in the step before: see
   * dcm_batch_rows_use. */
  int begins;

  /** [particle] What velocity and spin will change until the time of the positions, where the
   * velocities of the step are those of half a step before. Dissipated energy is booked by the
   * motion of that time, see ledger/booking.h; NULL: as the law reports it. */
  const dcm_kick *coming;

  /** Rows of the particles, where these are not spheres: how much the spins of the step are more
   * than those of half a step before. Angular momenta are those of half a step before, and spins
   * follow from them by the axes of now. NULL: nothing. */
  const double *spin_lag;

  /** Sums over all contacts, weighted as forces are. A contact with a particle that is summed by
   * another process counts by half here, and by half there. */
  double of_contacts[DCM_LEDGER];

  /** Whether the energies of each contact are kept until the next step, for those who look at
   * contacts one by one: dcm_pair_stepper_energies. */
  int keeps_contacts;

  /** [particle] Half of each contact is added to each side; NULL if nobody asks. The other half of
   * a contact with a wall goes to no particle. */
  double (*of_particles)[DCM_LEDGER];
} dcm_energy_sums;

/** Number of energies of a step: where dt is 0, dissipated energies mean nothing. */
static inline size_t dcm_energy_count(double dt) {
  return dt > 0.0 ? (size_t)DCM_LEDGER_OF_STEP : (size_t)DCM_ENERGIES_STORED;
}

/** Whether contacts that begin and end are booked in a step, see ledger/jumps.h. */
static inline int dcm_books_jumps(const dcm_energy_sums *energies, const dcm_law *law, double dt) {
  return energies && dt > 0.0 && dcm_law_jumps(law);
}

/** Whether what is dissipated is booked by the late motion. */
static inline int dcm_books_late(const dcm_energy_sums *energies, double dt) {
  return energies && energies->coming && dt > 0.0;
}

/* -------------------------------------------------------------------------------- pairs */

/** Contacts of a block that have been evaluated: entries first to first + count - 1. Forces and
 * torques are weighted; entry k of the arrays is entry first + k of the block. */
typedef struct dcm_evaluated {
  const dcm_pair_block *block;
  uint32_t first, count;
  const double *separation[3]; /**< x2 - x1 */
  const double *force[3];      /**< on 1, its opposite on 2 */
  const double *torque_1[3], *torque_2[3];
} dcm_evaluated;

/** Sees contacts after their forces have been added, in the order of the list. */
typedef void (*dcm_contact_observer)(void *data, const dcm_evaluated *contacts);

typedef struct dcm_pair_step {
  dcm_pair_list *list;
  const dcm_law *law; /**< the law of dcm_pair_list_clear, or another one of its model */
  dcm_particles particles;
  double dt;                /**< time step; 0 where a run begins: see dcm_law_keeps_state */
  int half_step_velocities; /**< see dcm_batch */
  dcm_clock clock;
  int looks_at_all;              /**< no block rests: to check by that none rests too long */
  uint32_t threads;              /**< >= 1; more than 1 only if dcm_threads_available */
  dcm_energy_sums *energies;     /**< to which the step adds; NULL: the law reports no energies */
  dcm_contact_observer observer; /**< NULL for none */
  void *observer_data;
} dcm_pair_step;

/* -------------------------------------------------------------------------------- walls */

/** Contacts that have been evaluated: entries first to first + count - 1 of a list. Entry k of the
 * arrays is entry first + k of the list. */
typedef struct dcm_walls_evaluated {
  const dcm_wall_list *list;
  uint32_t first, count;
  const double *overlap;
  const double *normal_velocity;
  const double *tangential_velocity[3];
  const double *force[3];                   /**< on the particle, its opposite on the wall */
  const double *torque[3];                  /**< on the particle about its centre */
  const double *added[DCM_MOST_QUANTITIES]; /**< to the law's quantities of the particle; anything
                                                 of those that are only read */
  double dt;
  const double
      *energies[DCM_LEDGER_OF_STEP]; /**< as they were booked; NULL if the step asks for none */
} dcm_walls_evaluated;

/** Sees contacts after their forces have been added, in the order of the list. */
typedef void (*dcm_wall_observer)(void *data, const dcm_walls_evaluated *contacts);

/** Sums over all contacts of a step, which are those of several processes once these are added. The
 * walls receive the opposite of what they give to the particles: the force, and with it the torque
 * about any point. */
typedef struct dcm_wall_sums {
  double force[3];  /**< on the walls */
  double torque[3]; /**< on the walls, about the origin of the positions */
  double power;     /**< work of the walls on the particles per time: of force and torque, by the
                         motion of walls as rigid bodies */
  double pressure;  /**< the sizes of the normal forces */
  double pressure_at[3]; /**< these times the points of the walls: over pressure, their centre */
} dcm_wall_sums;

typedef struct dcm_wall_step {
  dcm_wall_list *list;
  const dcm_law *law;       /**< the law of dcm_wall_list_clear, or another one of its model */
  dcm_particles particles;  /**< summed is not used: all particles receive */
  const double *quantities; /**< [quantity] of the wall, NULL if the law has none */
  double dt;                /**< time step; 0 where a run begins: see dcm_law_keeps_state */
  int half_step_velocities; /**< see dcm_batch */
  dcm_clock clock;
  dcm_energy_sums *energies;  /**< to which the step adds; NULL: the law reports no energies */
  dcm_wall_observer observer; /**< NULL for none */
  void *observer_data;
} dcm_wall_step;

/* --- One step of all pairs of a list: contacts begin and end, the law is asked, forces and torques
 * are added to the particles. Allocates nothing but at the first step and when a list grows. */

enum { DCM_MOST_PARTS = 255 };

/** Divides the blocks of a list, if they are not so divided. This holds until pairs are added.
 *
 * Threads share the blocks by parts, each a stretch of the list, and a particle belongs to the
 * first part that has a pair of it. A part adds what its contacts do to its own particles at once,
 * and keeps what they do to the particles of parts before it; those parts add that when all
 * contacts have been evaluated. So the sum for a particle is made in the order of the list,
 * whatever the number of parts, and no particle is written by two. Where particles are numbered by
 * where they are, few contacts have a particle of another part.
 * @param parts     1 to DCM_MOST_PARTS
 * @param particles to which contacts add
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_list_divide(dcm_pair_list *list, uint32_t parts, uint32_t particles);

/** Memory of the steps of a list, reused from step to step. */
typedef struct dcm_pair_stepper dcm_pair_stepper;

/** @return NULL when out of memory; freed by dcm_pair_stepper_destroy */
dcm_pair_stepper *dcm_pair_stepper_create(void);

/** NULL is allowed. */
void dcm_pair_stepper_destroy(dcm_pair_stepper *stepper);

/** Makes the step; in a process that was forked from one whose steps had several threads by one,
 * for OpenMP has none there.
 * @param fault the first contact of the list that is not finite; what was added to the particles is
 *              then of no use
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_stepper_run(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                             dcm_contact_fault *fault);

/** The energies of a contact in the last step, if that step kept them, as they were booked.
 * @param place    where the contact stands in the list since that step
 * @param energies [DCM_LEDGER_OF_STEP] receives what the contact stores, and what it dissipated in
 * the step; not weighted
 * @return nonzero if there are any */
int dcm_pair_stepper_energies(const dcm_pair_stepper *stepper, dcm_pair_place place,
                              double *energies);

/** Bytes in use. */
size_t dcm_pair_stepper_memory(const dcm_pair_stepper *stepper);

/* --- Forces of walls on particles: the law is asked about all contacts of a list as it stands
 * after dcm_wall_list_finish. Allocates nothing but what energies need. */

/** Memory of the steps of a list, reused from step to step. */
typedef struct dcm_wall_stepper dcm_wall_stepper;

/** @return NULL when out of memory; freed by dcm_wall_stepper_destroy */
dcm_wall_stepper *dcm_wall_stepper_create(void);

/** NULL is allowed. */
void dcm_wall_stepper_destroy(dcm_wall_stepper *stepper);

/** Makes the step.
 * @param on_walls receives the sums
 * @param added    [quantity] receives what contacts add to the quantities of the walls; NULL if the
 *                 law has none
 * @param fault    the first contact of the list that is not finite; what was added to the particles
 *                 is then of no use
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_wall_stepper_run(dcm_wall_stepper *stepper, const dcm_wall_step *step,
                             dcm_wall_sums *on_walls, double *added, dcm_contact_fault *fault);

/** Bytes in use. */
size_t dcm_wall_stepper_memory(const dcm_wall_stepper *stepper);

#endif
