/* SPDX-License-Identifier: MIT */
/** @file
 * Motion of the two sides of a contact, as a host knows it. */
#ifndef DCM_RUNTIME_MOTION_H
#define DCM_RUNTIME_MOTION_H

#include <stddef.h>

#include "numeric/vector.h"

typedef struct dcm_relative_motion {
  dcm_vector separation; /**< x2 - x1; at a wall, from the centre of 1 to the nearest point */
  dcm_vector velocity;   /**< v2 - v1 of the centres; at a wall, of that point of the wall */
  dcm_vector spin_1, spin_2;
  double radius_1, radius_2;
} dcm_relative_motion;

/** The relative motion of particles i and j of a host.
 * @param position, velocity, spin rows of three numbers */
static inline dcm_relative_motion dcm_motion_of_two(const double *position, const double *velocity,
                                                    const double *spin, uint32_t i, uint32_t j,
                                                    double radius_1, double radius_2) {
  const size_t one = 3 * (size_t)i, two = 3 * (size_t)j;
  const dcm_relative_motion motion = {
      dcm_subtract(dcm_vector_at(position + two), dcm_vector_at(position + one)),
      dcm_subtract(dcm_vector_at(velocity + two), dcm_vector_at(velocity + one)),
      dcm_vector_at(spin + one),
      dcm_vector_at(spin + two),
      radius_1,
      radius_2};
  return motion;
}

#endif
