/* SPDX-License-Identifier: MIT */
/** @file
 * A moment of a rigid body. */
#ifndef DCM_NUMERIC_RIGID_H
#define DCM_NUMERIC_RIGID_H

#include "numeric/vector.h"

/** Where a body is and how it moves: a point X of the body is at place + rotation X. */
typedef struct dcm_rigid {
  double rotation[3][3]; /**< orthogonal, determinant 1 */
  double place[3];       /**< of the body's origin */
  double velocity[3];    /**< of the body's origin */
  double spin[3];        /**< angular velocity, in space */
} dcm_rigid;

/** A body where its file has it, at rest. */
#define DCM_RIGID_AT_REST                                                                          \
  {                                                                                                \
    {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {       \
      0.0, 0.0, 0.0                                                                                \
    }                                                                                              \
  }

/** A vector of the body in space. */
static inline dcm_vector dcm_rigid_turn(const dcm_rigid *body, dcm_vector v) {
  return dcm_vector_of(dcm_dot(dcm_vector_at(body->rotation[0]), v),
                       dcm_dot(dcm_vector_at(body->rotation[1]), v),
                       dcm_dot(dcm_vector_at(body->rotation[2]), v));
}

/** A vector of space in the frame of the body. */
static inline dcm_vector dcm_rigid_turn_back(const dcm_rigid *body, dcm_vector v) {
  const double(*r)[3] = body->rotation;
  return dcm_vector_of(r[0][0] * v.x + r[1][0] * v.y + r[2][0] * v.z,
                       r[0][1] * v.x + r[1][1] * v.y + r[2][1] * v.z,
                       r[0][2] * v.x + r[1][2] * v.y + r[2][2] * v.z);
}

/** Where a point of the body is in space. */
static inline dcm_vector dcm_rigid_place(const dcm_rigid *body, dcm_vector point) {
  return dcm_add(dcm_vector_at(body->place), dcm_rigid_turn(body, point));
}

/** A point of space in the frame of the body: exact for a body at rest. */
static inline dcm_vector dcm_rigid_find(const dcm_rigid *body, dcm_vector x) {
  return dcm_rigid_turn_back(body, dcm_subtract(x, dcm_vector_at(body->place)));
}

/** Velocity of the body's point that is at x in space. */
static inline dcm_vector dcm_rigid_velocity(const dcm_rigid *body, dcm_vector x) {
  const dcm_vector arm = dcm_subtract(x, dcm_vector_at(body->place));
  return dcm_add(dcm_vector_at(body->velocity), dcm_cross(dcm_vector_at(body->spin), arm));
}

#endif
