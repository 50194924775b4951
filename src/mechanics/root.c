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

enum { STAGES = 7 };

static const double nodes[STAGES] = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0};

/* The last stage is the first of the next step: its row is the solution of order 5. */
static const double weights[STAGES][STAGES - 1] = {
    {0.0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};

/* Solution of order 5 less that of order 4. */
static const double error_weights[STAGES] = {
    71.0 / 57600, 0.0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

int dcm_integrate(dcm_slope slope, void *data, double a, double b, double relative, double absolute,
                  int max_steps, double *y) {
  double x = a, h = 0.01 * (b - a);
  double k[STAGES];
  k[0] = slope(x, *y, data);
  for (int step = 0; x != b; step++) {
    if (step == max_steps)
      return DCM_ERROR;
    const int reaches_end = fabs(h) >= fabs(b - x);
    if (reaches_end)
      h = b - x;
    double next = *y;
    for (int i = 1; i < STAGES; i++) {
      double sum = 0.0;
      for (int j = 0; j < i; j++)
        sum += weights[i][j] * k[j];
      next = *y + h * sum;
      k[i] = slope(x + nodes[i] * h, next, data);
    }
    double error = 0.0;
    for (int i = 0; i < STAGES; i++)
      error += error_weights[i] * k[i];
    const double allowed = relative * fmax(fabs(*y), fabs(next)) + absolute;
    const double excess = fabs(h * error) / allowed;
    const int accepted = excess <= 1.0;
    if (accepted) {
      x = reaches_end ? b : x + h;
      *y = next;
      k[0] = k[STAGES - 1];
    }
    /* The error grows with h^5; a margin keeps most steps accepted. NaN shrinks the step. */
    const double factor = excess > 0.0 ? 0.9 * pow(excess, -0.2) : 5.0;
    h *= !(excess <= DBL_MAX) ? 0.2 : fmin(5.0, fmax(0.2, factor));
    if (!accepted && fabs(h) <= 4.0 * DBL_EPSILON * fmax(fabs(x), fabs(b - a)))
      return DCM_ERROR;
  }
  return DCM_OK;
}
