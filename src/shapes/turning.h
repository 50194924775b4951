/* SPDX-License-Identifier: MIT */
/** @file
 * How a body that is no sphere turns. Its angular momentum changes by torques alone; its spin
 * changes without any torque, too, because the moments of inertia turn with the body. For C++, too.
 */
#ifndef DCM_SHAPES_TURNING_H
#define DCM_SHAPES_TURNING_H

#include "shapes/shape.h"

/** The spin that belongs to an angular momentum, both in space.
 * @param moments [3] of inertia, about the axes of the body */
static inline dcm_vector dcm_spin_of(const dcm_shape *shape, const double *moments,
                                     dcm_vector angular_momentum) {
  const dcm_vector m = dcm_to_body(shape, angular_momentum);
  return dcm_to_space(shape, dcm_vector_of(m.x / moments[0], m.y / moments[1], m.z / moments[2]));
}

/** The kinetic energy of a spin, in space. */
static inline double dcm_turning_energy(const dcm_shape *shape, const double *moments,
                                        dcm_vector spin) {
  const dcm_vector w = dcm_to_body(shape, spin);
  return 0.5 * (moments[0] * w.x * w.x + moments[1] * w.y * w.y + moments[2] * w.z * w.z);
}

/** The rate at which the spin of a body changes on which no torque acts, in space. L. Euler's
 * equations, I w' = (I w) x w in the frame of the body; the rate is the same in both frames. */
static inline dcm_vector dcm_free_rate(const dcm_shape *shape, const double *moments,
                                       dcm_vector spin) {
  const dcm_vector w = dcm_to_body(shape, spin);
  const dcm_vector m = dcm_vector_of(moments[0] * w.x, moments[1] * w.y, moments[2] * w.z);
  const dcm_vector gyration = dcm_cross(m, w);
  return dcm_to_space(shape, dcm_vector_of(gyration.x / moments[0], gyration.y / moments[1],
                                           gyration.z / moments[2]));
}

/** A vector that turns with the body for a time, to the second order of the angle. */
static inline dcm_vector dcm_turned_by(dcm_vector spin, double time, dcm_vector v) {
  const dcm_vector once = dcm_cross(spin, v);
  return dcm_add_scaled(dcm_add_scaled(v, time, once), 0.5 * time * time, dcm_cross(spin, once));
}

#endif
