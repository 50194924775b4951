/* SPDX-License-Identifier: MIT */
#include "mechanics/root.h"

#include <dcm/base.h>
#include <float.h>
#include <math.h>

/** A place and the value there. */
typedef struct point {
  double x, f;
} point;

/** Step from best towards the root by interpolation through two or three points, as a quotient. */
static double interpolated_step(point best, point last, point far) {
  const double s = best.f / last.f;
  if (last.x == far.x)
    return (far.x - best.x) * s / (s - 1.0);
  const double q = last.f / far.f;
  const double r = best.f / far.f;
  return -s * ((far.x - best.x) * q * (q - r) - (best.x - last.x) * (r - 1.0)) /
         ((q - 1.0) * (r - 1.0) * (s - 1.0));
}

int dcm_find_root(dcm_function f, void *data, double a, double b, double tolerance, double *root) {
  point last = {a, f(a, data)};
  point best = {b, f(b, data)};
  if (isnan(last.f) || isnan(best.f) || (last.f > 0.0 && best.f > 0.0) ||
      (last.f < 0.0 && best.f < 0.0))
    return DCM_ERROR;
  /* The root lies between best and far; last is the best of the step before. */
  point far = last;
  double step = best.x - last.x, step_before = step;
  for (;;) {
    if (fabs(far.f) < fabs(best.f)) {
      last = best;
      best = far;
      far = last;
    }
    const double smallest = 2.0 * DBL_EPSILON * fabs(best.x) + 0.5 * tolerance;
    const double half = 0.5 * (far.x - best.x);
    if (fabs(half) <= smallest || best.f == 0.0) {
      *root = best.x;
      return DCM_OK;
    }
    double next = half;
    if (fabs(step_before) > smallest && fabs(last.f) > fabs(best.f)) {
      const double guess = interpolated_step(best, last, far);
      /* Into the bracket, not beyond three quarters of it, and less than half the step before the
       * last: otherwise bisection is as good. Comparisons with NaN fail, as they should. */
      if (guess * half > 0.0 && fabs(guess) < 1.5 * fabs(half) &&
          fabs(guess) < 0.5 * fabs(step_before))
        next = guess;
    }
    step_before = next == half ? half : step;
    step = next;
    last = best;
    best.x += fabs(step) > smallest ? step : copysign(smallest, half);
    best.f = f(best.x, data);
    if ((best.f > 0.0) == (far.f > 0.0)) {
      far = last;
      step = step_before = best.x - last.x;
    }
  }
}
