/* SPDX-License-Identifier: MIT */
/** @file
 * Forces of walls on particles: the law is asked about all contacts of a list as it stands after
 * dcm_wall_list_finish. Allocates nothing but what
 * energies need. */
#ifndef DCM_CONTACTS_WALL_STEP_H
#define DCM_CONTACTS_WALL_STEP_H

#include <dcm/dcm.h>
#include <stddef.h>

#include "contacts/energies.h"
#include "contacts/fault.h"
#include "contacts/particles.h"
#include "contacts/wall_list.h"
#include "runtime/law.h"

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
  dcm_energy_sums *energies;  /**< to which the step adds; NULL: the law tells no energies */
  dcm_wall_observer observer; /**< NULL for none */
  void *observer_data;
} dcm_wall_step;

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
