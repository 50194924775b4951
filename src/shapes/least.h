/* SPDX-License-Identifier: MIT */
/** @file
 * The angle at which a number is least, from how it changes with the angle, and the normal at which
 * one is, without derivatives. For the files of this folder alone. */
#ifndef DCM_SHAPES_LEAST_H
#define DCM_SHAPES_LEAST_H

#include <math.h>

#include "shapes/shape.h"

/** @return how the number changes with the angle */
typedef double (*dcm_slope)(const void *data, double angle);

/** Between an angle at which the number falls and one at which it grows. The next angle is that of
 * the chord, which loses half of an end that stays twice (the Illinois method), and the middle
 * where the chord does not make the bracket shorter.
 * @param least slope that counts as none
 * @param falls,grows the slopes at the ends, or their signs */
static inline double dcm_least_angle_between(dcm_slope slope_at, const void *data, double least,
                                             double low, double falls, double high, double grows) {
  enum { LOOKS = 100 };
  double width = high - low, angle = 0.5 * (low + high), slope = slope_at(data, angle);
  int kept = 0; /* the end that stayed: -1 the low one, 1 the high one */
  for (int look = 0; look < LOOKS && fabs(slope) > least && high - low > 2e-16; look++) {
    if (slope < 0.0) {
      low = angle;
      falls = slope;
      grows *= kept == 1 ? 0.5 : 1.0;
      kept = 1;
    } else {
      high = angle;
      grows = slope;
      falls *= kept == -1 ? 0.5 : 1.0;
      kept = -1;
    }
    const int is_slow = look % 3 == 2 && high - low > 0.5 * width;
    if (look % 3 == 2)
      width = high - low;
    angle = is_slow ? 0.5 * (low + high) : low + (high - low) * (falls / (falls - grows));
    slope = slope_at(data, angle);
  }
  return angle;
}

/** Downwards from the angle 0. */
static inline double dcm_least_angle(dcm_slope slope_at, const void *data, double least) {
  double before = slope_at(data, 0.0), from = 0.0, step = 0.05, slope = 0.0;
  if (!(fabs(before) > least))
    return 0.0;
  const double side = before < 0.0 ? 1.0 : -1.0;
  while (step < DCM_PI) {
    slope = slope_at(data, side * step);
    if (side * slope >= 0.0)
      break;
    from = step;
    before = slope;
    step *= 2.0;
  }
  return side > 0.0 ? dcm_least_angle_between(slope_at, data, least, from, before, step, slope)
                    : dcm_least_angle_between(slope_at, data, least, -step, slope, -from, before);
}

/** @return a depth */
typedef double (*dcm_depth_along)(const void *data, dcm_vector normal);

/** A search with steps across the normal, halved where none goes down. It comes to the least depth,
 * if not to the normal, wherever the depth is continuous.
 * @param finest the angle at which it ends
 * @param enough a depth below which it ends, too
 * @param normal unit: where the search begins and ends
 * @param depth  likewise
 * @return the number of rounds, of at most four looks each; 0 or more */
static inline int dcm_least_normal(dcm_depth_along depth_along, const void *data, double finest,
                                   double enough, dcm_vector *normal, double *depth) {
  enum { ROUNDS = 2000 };
  int round = 0;
  for (double angle = 0.25; angle > finest && !(*depth < enough) && round < ROUNDS; round++) {
    dcm_vector tangent[2];
    dcm_tangents(*normal, &tangent[0], &tangent[1]);
    int is_better = 0;
    for (int side = 0; side < 4 && !is_better; side++) {
      const dcm_vector turned =
          dcm_add_scaled(*normal, side < 2 ? angle : -angle, tangent[side % 2]);
      const dcm_vector next = dcm_scale(1.0 / dcm_length(turned), turned);
      const double there = depth_along(data, next);
      is_better = there < *depth;
      if (is_better) {
        *normal = next;
        *depth = there;
      }
    }
    if (!is_better)
      angle *= 0.5;
  }
  return round;
}

#endif
