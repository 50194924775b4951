/* SPDX-License-Identifier: MIT */
/** @file
 * Superellipsoids of all kinds for tests, drawn at random. */
#ifndef DCM_TESTS_DRAW_SHAPES_H
#define DCM_TESTS_DRAW_SHAPES_H

#include <math.h>

#include "shapes/closest.h"
#include "support/check.h"
#include "support/random.h"

static const dcm_vector none = {0.0, 0.0, 0.0};

static inline void draw_quaternion(dcm_random *random, double *q) {
  double length = 0.0;
  for (int c = 0; c < 4; c++) {
    q[c] = dcm_uniform(random, -1.0, 1.0) + 1e-3;
    length += q[c] * q[c];
  }
  for (int c = 0; c < 4; c++)
    q[c] /= sqrt(length);
}

static inline dcm_shape shape_of(double a, double b, double c, double n1, double n2,
                                 const double *q) {
  static const double unturned[4] = {1.0, 0.0, 0.0, 0.0};
  const double axis[3] = {a, b, c}, exponent[2] = {n1, n2};
  dcm_shape shape;
  ck_assert_int_eq(dcm_shape_set(&shape, axis, exponent, q ? q : unturned), DCM_SHAPE_RIGHT);
  return shape;
}

/** Grains of all kinds: spheres, ellipsoids, rounded boxes, needles, plates. */
static inline dcm_shape draw_shape(dcm_random *random, double size) {
  double q[4], axis[3], n1 = 2.0, n2 = 2.0;
  draw_quaternion(random, q);
  for (int d = 0; d < 3; d++)
    axis[d] = size * dcm_uniform(random, 0.5, 1.0);
  switch (dcm_below(random, 6)) {
  case 0:
    axis[1] = axis[2] = axis[0];
    break;
  case 1:
    break;
  case 2:
    n1 = n2 = dcm_uniform(random, 2.0, 8.0);
    if (dcm_chance(random, 0.5))
      n1 = n2 = floor(n1 + 0.5);
    break;
  case 3:
    axis[0] = axis[1] = 0.1 * axis[2]; /* a needle */
    n1 = dcm_uniform(random, 2.0, 5.0);
    break;
  case 4:
    axis[2] *= 0.1; /* a plate */
    n1 = dcm_uniform(random, 2.0, 8.0);
    break;
  default:
    n1 = dcm_uniform(random, 2.0, 8.0);
    n2 = dcm_uniform(random, 2.0, 8.0);
  }
  return shape_of(axis[0], axis[1], axis[2], n1, n2, q);
}

static inline double gauge(const dcm_shape *s, dcm_vector p) {
  const double across = pow(fabs(p.x / s->axis[0]), s->e2.n) + pow(fabs(p.y / s->axis[1]), s->e2.n);
  return pow(across, s->e1.n / s->e2.n) + pow(fabs(p.z / s->axis[2]), s->e1.n);
}

#endif
