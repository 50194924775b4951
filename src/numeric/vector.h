/* SPDX-License-Identifier: MIT */
/** @file
 * Vectors of three numbers, by value, so that a loop over contacts still vectorises; what is made
 * of vectors and more than one room needs, the moment of a rigid body and the planes near a sphere;
 * and pi, which C11 does not name. */
#ifndef DCM_NUMERIC_VECTOR_H
#define DCM_NUMERIC_VECTOR_H

#include <math.h>
#include <stdint.h>

#define DCM_PI 3.14159265358979323846

typedef struct dcm_vector {
  double x, y, z;
} dcm_vector;

/** Initialiser of the three arrays of a vector, each from an entry on. Loops use such copies:
 * through a pointer to a struct of pointers the compiler computes the address of every entry anew.
 */
#define DCM_VECTOR(arrays, first)                                                                  \
  { (arrays)[0] + (first), (arrays)[1] + (first), (arrays)[2] + (first) }

/** For C++, too, which knows no compound literals. */
static inline dcm_vector dcm_vector_of(double x, double y, double z) {
  const dcm_vector v = {x, y, z};
  return v;
}

/** A row of three numbers. */
static inline dcm_vector dcm_vector_at(const double *row) {
  return dcm_vector_of(row[0], row[1], row[2]);
}

static inline void dcm_vector_put(double *row, dcm_vector v) {
  row[0] = v.x;
  row[1] = v.y;
  row[2] = v.z;
}

/** Entry k of a structure of arrays. */
static inline dcm_vector dcm_load(const double *const array[3], uint32_t k) {
  return dcm_vector_of(array[0][k], array[1][k], array[2][k]);
}

static inline void dcm_store(double *const array[3], uint32_t k, dcm_vector v) {
  array[0][k] = v.x;
  array[1][k] = v.y;
  array[2][k] = v.z;
}

static inline dcm_vector dcm_add(dcm_vector a, dcm_vector b) {
  return dcm_vector_of(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline dcm_vector dcm_subtract(dcm_vector a, dcm_vector b) {
  return dcm_vector_of(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline dcm_vector dcm_scale(double s, dcm_vector a) {
  return dcm_vector_of(s * a.x, s * a.y, s * a.z);
}

/** a + s b */
static inline dcm_vector dcm_add_scaled(dcm_vector a, double s, dcm_vector b) {
  return dcm_vector_of(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

/** a - s b */
static inline dcm_vector dcm_subtract_scaled(dcm_vector a, double s, dcm_vector b) {
  return dcm_vector_of(a.x - s * b.x, a.y - s * b.y, a.z - s * b.z);
}

static inline double dcm_dot(dcm_vector a, dcm_vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline dcm_vector dcm_cross(dcm_vector a, dcm_vector b) {
  return dcm_vector_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double dcm_length(dcm_vector a) {
  return sqrt(dcm_dot(a, a));
}

/** The part of a that is perpendicular to the unit vector n. */
static inline dcm_vector dcm_tangential_part(dcm_vector a, dcm_vector n) {
  return dcm_subtract_scaled(a, dcm_dot(n, a), n);
}

/** A vector that is turned about a unit vector, by the right hand: the part along it stays. O.
 * Rodrigues (1840). */
static inline dcm_vector dcm_turned_about(dcm_vector axis, double sine, double cosine,
                                          dcm_vector v) {
  const dcm_vector stays = dcm_scale(dcm_dot(axis, v), axis);
  const dcm_vector turns = dcm_subtract(v, stays);
  return dcm_add_scaled(dcm_add_scaled(stays, cosine, turns), sine, dcm_cross(axis, v));
}

/* --- A moment of a rigid body. */

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

/* --- Planes near a sphere: whoever knows the walls says them, whoever has the contacts keeps them.
 */

/** Planes that a sphere can touch at the same time, at most: in a corner of two. */
enum { DCM_MOST_PLANES = 2 };

/** The walls near a sphere, as far as they are known, in a frame where they rest. The planes are in
 * the order in which the sphere meets them. */
typedef struct dcm_planes_near {
  double place[3]; /**< of the centre */
  double margin;   /**< until the centre has moved so far, there is no other wall; negative: the
                        walls are not planes there */
  double retry;    /**< likewise, until it is worth asking again, if they are not */
  uint32_t count;
  struct {
    double normal[3]; /**< unit vector to where the centre is as long as the margin lasts */
    double offset;    /**< normal . x of the points of the plane */
    uint32_t wall;    /**< number of the wall: the triangle of a surface */
  } plane[DCM_MOST_PLANES];
} dcm_planes_near;

#endif
