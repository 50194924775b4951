/* SPDX-License-Identifier: MIT */
/** @file
 * Adds contacts to the sums of the walls: first the numbers of each contact of a batch, in vectors,
 * then the sums, contact by contact in the order of the list. */
#ifndef DCM_CONTACTS_WALL_SUMS_H
#define DCM_CONTACTS_WALL_SUMS_H

#include <math.h>

#include "contacts/wall_kernel.h"
#include "numeric/simd.h"
#include "runtime/batch.h"

/** Fills the rows on_walls of a batch.
 * @param first    entry of the list that entry 0 of the rows belongs to
 * @param count    whole lanes
 * @param position rows: of the particles */
static inline void dcm_find_on_walls(const dcm_wall_list *list, uint32_t first, uint32_t count,
                                     const double *const position[3], const dcm_batch_rows *rows,
                                     dcm_wall_rows *r) {
  const double *const forces[3] = DCM_VECTOR(rows->results.force, 0);
  const double *const torques[3] = DCM_VECTOR(rows->results.torque_1, 0);
  const double *const separations[3] = DCM_VECTOR(list->separation, first);
  const double *const velocities[3] = DCM_VECTOR(list->velocity, first);
  const double *const spins[3] = DCM_VECTOR(list->spin, first);
  double *const about[3] = DCM_VECTOR(r->torque, 0);
  double *const pressures[3] = DCM_VECTOR(r->pressure_at, 0);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_vector x = dcm_load(position, k), force = dcm_load(forces, k);
    const dcm_vector torque = dcm_load(torques, k), to_wall = dcm_load(separations, k);
    const dcm_vector velocity = dcm_load(velocities, k), spin = dcm_load(spins, k);
    const dcm_vector point = dcm_add(x, to_wall);
    dcm_store(about, k, dcm_add(dcm_cross(x, force), torque));
    /* The velocity of the wall as a body at the centre of the particle: force and torque meet
     * there. */
    const dcm_vector at_centre = dcm_subtract(velocity, dcm_cross(spin, to_wall));
    r->power[k] = dcm_dot(force, at_centre) + dcm_dot(torque, spin);
    const double size = fabs(rows->normal_force[k]);
    r->pressure[k] = size;
    dcm_store(pressures, k, (dcm_vector){size * point.x, size * point.y, size * point.z});
  }
}

/** Adds the contacts of a batch to the sums. */
static inline void dcm_add_to_walls(const dcm_batch_rows *rows, const dcm_wall_rows *r,
                                    uint32_t count, dcm_wall_sums *on_walls) {
  dcm_wall_sums sums = *on_walls;
  for (uint32_t k = 0; k < count; k++) {
    for (int c = 0; c < 3; c++) {
      sums.force[c] -= rows->results.force[c][k];
      sums.torque[c] -= r->torque[c][k];
      sums.pressure_at[c] += r->pressure_at[c][k];
    }
    sums.power += r->power[k];
    sums.pressure += r->pressure[k];
  }
  *on_walls = sums;
}

#endif
