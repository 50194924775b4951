/* SPDX-License-Identifier: MIT */
/** @file
 * What a contact adds to the sums of the walls. */
#ifndef DCM_CONTACTS_WALL_SUMS_H
#define DCM_CONTACTS_WALL_SUMS_H

#include <math.h>

#include "contacts/wall_step.h"
#include "runtime/batch.h"

/** @param at           entry of the list
 * @param x            position of the particle
 * @param force,torque on the particle, the torque about its centre */
static inline void dcm_add_to_walls(dcm_wall_sums *sums, const dcm_wall_list *list, uint32_t at,
                                    dcm_vector x, dcm_vector force, dcm_vector torque,
                                    double normal_force) {
  const double *const separations[3] = DCM_VECTOR(list->separation, at);
  const double *const velocities[3] = DCM_VECTOR(list->velocity, at);
  const double *const spins[3] = DCM_VECTOR(list->spin, at);
  const dcm_vector to_wall = dcm_load(separations, 0);
  const dcm_vector velocity = dcm_load(velocities, 0), spin = dcm_load(spins, 0);
  const dcm_vector point = dcm_add(x, to_wall);
  const dcm_vector about_origin = dcm_add(dcm_cross(x, force), torque);
  /* Of the wall as a body, where the centre of the particle is: force and torque meet there. */
  const dcm_vector at_centre = dcm_subtract(velocity, dcm_cross(spin, to_wall));
  const double size = fabs(normal_force);
  sums->force[0] -= force.x;
  sums->force[1] -= force.y;
  sums->force[2] -= force.z;
  sums->torque[0] -= about_origin.x;
  sums->torque[1] -= about_origin.y;
  sums->torque[2] -= about_origin.z;
  sums->power += dcm_dot(force, at_centre) + dcm_dot(torque, spin);
  sums->pressure += size;
  sums->pressure_at[0] += size * point.x;
  sums->pressure_at[1] += size * point.y;
  sums->pressure_at[2] += size * point.z;
}

#endif
