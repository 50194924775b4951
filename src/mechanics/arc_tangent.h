/* SPDX-License-Identifier: MIT */
/** @file
 * An arc tangent that vectorises, which that of the C library does not. */
#ifndef DCM_MECHANICS_ARC_TANGENT_H
#define DCM_MECHANICS_ARC_TANGENT_H

#include <math.h>

#include "numeric/simd.h"

/** Arc tangent of 0 <= x <= 3, to a few units in the last place.
 *
 * The angle is halved three times, tan(a/2) = t/(1 + sqrt(1 + t^2)), which leaves t <= 0.157. The
 * first term of the series that is left out, t^21/21, is then below 10^-17 of t. */
DCM_SPECIALISED double dcm_arc_tangent(double x) {
  double t = x;
  for (int i = 0; i < 3; i++)
    t /= 1.0 + sqrt(1.0 + t * t);
  const double s = t * t;
  double series = 0.0;
  for (int n = 19; n >= 1; n -= 2)
    series = 1.0 / n - s * series;
  return 8.0 * t * series;
}

#endif
