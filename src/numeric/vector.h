/* SPDX-License-Identifier: MIT */
/** @file
 * Vectors of three numbers, by value, so that a loop over contacts still vectorises;
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

#endif
