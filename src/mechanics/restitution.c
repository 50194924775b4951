/* SPDX-License-Identifier: MIT */
#include "mechanics/restitution.h"

#include <dcm/base.h>
#include <float.h>
#include <math.h>

#include "numeric/vector.h"

/* ------------------------------------------------------------------- without attraction */

static double excess_restitution(double ratio, void *data) {
  const double *restitution = data;
  return log(dcm_restitution_without_attraction(ratio)) - log(*restitution);
}

int dcm_damping_ratio_without_attraction(double restitution, double *ratio, double *smallest) {
  /* For large ratios the restitution is about 1/(2 ratio)^2. */
  const double largest_ratio = 1e4;
  *smallest = dcm_restitution_without_attraction(largest_ratio);
  if (restitution < *smallest)
    return DCM_ERROR;
  return dcm_find_root(excess_restitution, &restitution, 0.0, largest_ratio, 0.0, ratio);
}

/* ---------------------------------------------------------------------------- power laws
 *
 * In place of u, z = c u^((n+1)/2) with c^2 = 2 k/((n+1) m): v^2 + z^2 is twice the energy over the
 * mass, and with a time s that runs as ds = c (n+1)/2 u^((n-1)/2) dt the motion is that of a damped
 * oscillator,
 *   dz/ds = v,  dv/ds = -z - B z^r |v|^q sign(v),  r = 2 (p+1)/(n+1) - 1 > -1,
 * n, q, p the elastic, rate and damping exponent. Speeds are measured in v0; B is then
 *   B = 2 D/(m (n+1)) c^(-1-r) v0^(r+q-1), and v0 = c compression^((n+1)/2).
 * The approach is followed in the polar angle, z = rho sin a, v = rho cos a, a from 0 to pi/2: it
 * grows all the way. The return is followed in z = z_max sin a, a from pi/2 to 0, for W = v^2.
 * Broken powers of z at touch and of v at rest, z^r even infinite, would cost many steps: with
 * a = (pi/2) w^M/(w^M + (1 - w)^M) all is flat at both ends of w. */

/** Precision with which motions are followed. */
typedef struct precision {
  double relative;
  int max_steps; /* a motion of more steps creeps, and counts as a motion that does not end */
} precision;

/** The precision that finds the damping within a thousandth. */
static precision rough(double log_asked) {
  return (precision){1e-6 * fmin(1.0, fmax(-100.0 * log_asked, 1e-6)), 500};
}

/** The precision for ten digits of the damping, as far as ln e has ten digits. */
static const precision fine = {1e-13, 10000};

/** The angle a at w, sin a, cos a, sin^r a, da/dw and sin^r a da/dw, the product finite where a =
 * 0.
 */
typedef struct angle {
  double sine, cosine, power, slope, weighted_slope;
} angle;

typedef struct oscillator {
  double r, q;
  precision precision;
  double damping;       /* B */
  double largest;       /* z_max, on the return */
  double largest_power; /* z_max^r */
  double log_asked;     /* ln e */
  int flatness;         /* M */
  double w;             /* where angle holds; NaN before the first */
  angle angle;
} oscillator;

static double integer_power(double x, int n) {
  double product = 1.0;
  for (; n > 0; n--)
    product *= x;
  return product;
}

static angle computed_angle(double w, const oscillator *o) {
  const double quarter = 0.5 * DCM_PI;
  const int m = o->flatness;
  const double rising = integer_power(w, m - 1), falling = integer_power(1.0 - w, m - 1);
  const double sum = rising * w + falling * (1.0 - w);
  const double a = quarter * rising * w / sum;
  const double sine = sin(a);
  const double power = sine > 0.0 ? pow(sine, o->r) : 0.0;
  const double slope = quarter * m * rising * falling / (sum * sum);
  /* The cosine as the sine of the complement, exact near its zero. */
  return (angle){.sine = sine,
                 .cosine = sin(quarter * falling * (1.0 - w) / sum),
                 .power = power,
                 .slope = slope,
                 .weighted_slope = power * slope};
}

/** The integrator asks twice at the end of each step. */
static angle angle_at(double w, oscillator *o) {
  if (w != o->w) {
    o->angle = computed_angle(w, o);
    o->w = w;
  }
  return o->angle;
}

/** d(ln rho)/dw on the approach. */
static double approach(double w, double log_rho, void *data) {
  oscillator *o = data;
  const angle a = angle_at(w, o);
  const double b = o->damping * exp(log_rho * (o->r + o->q - 1.0)) * pow(a.cosine, o->q);
  return -b * a.cosine * a.weighted_slope / (1.0 + b * a.power * a.sine);
}

/** dW/dw on the return. */
static double rebound(double w, double speed_2, void *data) {
  oscillator *o = data;
  /* Trial values close to the rest at the beginning fall below zero; a real rest before the end,
   * which rate-independent friction alone brings about, takes W well below. */
  if (speed_2 < -1e-6 * o->largest * o->largest)
    return NAN;
  const angle a = angle_at(w, o);
  const double drag = o->damping * o->largest_power * pow(fmax(speed_2, 0.0), 0.5 * o->q);
  return -2.0 * o->largest * a.cosine * (o->largest * a.sine * a.slope - drag * a.weighted_slope);
}

/** ln of the obtained restitution less ln of the wanted one; -infinity if the collision does
 * not end. */
static double excess_of_damping(double damping, void *data) {
  oscillator *o = data;
  o->damping = damping;
  const double relative = o->precision.relative;
  const int steps = o->precision.max_steps;
  double log_rho = 0.0, speed_2 = 0.0;
  if (dcm_integrate(approach, o, 0.0, 1.0, relative, relative, steps, &log_rho))
    return -INFINITY;
  o->largest = exp(log_rho);
  o->largest_power = pow(o->largest, o->r);
  /* An error made at rest, where W = 0, is one of W at the end, which is about e^2; smaller e than
   * 1e-5 are found less exactly. */
  const double absolute = 0.1 * relative * fmax(exp(2.0 * o->log_asked), 1e-10);
  if (dcm_integrate(rebound, o, 1.0, 0.0, relative, absolute, steps, &speed_2) || !(speed_2 > 0.0))
    return -INFINITY;
  return 0.5 * log(speed_2) - o->log_asked;
}

/** From a damping within a thousandth of the root to the root: by secant steps, or, should a step
 * lead to a collision that does not end, by bracketing.
 * @return the excess that is left */
static double polish(oscillator *o, double *damping) {
  double last = 0.9999 * *damping, last_excess = excess_of_damping(last, o);
  double excess = excess_of_damping(*damping, o);
  for (int i = 0; i < 4 && isfinite(excess); i++) {
    const double next = *damping - excess * (*damping - last) / (excess - last_excess);
    const double next_excess = excess_of_damping(next, o);
    if (!(fabs(next_excess) < fabs(excess)))
      return excess;
    last = *damping;
    last_excess = excess;
    *damping = next;
    excess = next_excess;
  }
  if (isfinite(excess))
    return excess;
  (void)dcm_find_root(excess_of_damping, o, 0.999 * *damping, 1.001 * *damping, 0.0, damping);
  return excess_of_damping(*damping, o);
}

int dcm_damping_of_power_law(dcm_exponents exponents, double stiffness, double compression,
                             double restitution, double *damping, double *smallest) {
  const double n = exponents.elastic, q = exponents.rate, p = exponents.damping;
  oscillator o = {.r = 2.0 * (p + 1.0) / (n + 1.0) - 1.0,
                  .q = q,
                  .precision = rough(log(restitution)),
                  .log_asked = log(restitution),
                  .w = NAN};
  *damping = 0.0;
  *smallest = NAN;
  if (restitution >= 1.0)
    return DCM_OK;
  if (!((n + 1.0) <= DCM_POWER_LAW_LARGEST_QUOTIENT * (p + 1.0)))
    return DCM_ERROR;
  o.flatness = o.r < 0.0 ? (int)ceil(4.0 / (1.0 + o.r)) : 4;
  /* Beyond this the motion creeps, and so would the integrator. */
  const double largest = 1e4;
  double low = 0.0, high = 0.5;
  while (excess_of_damping(high, &o) > 0.0 && high < largest) {
    low = high;
    high *= 2.0;
  }
  double b = high;
  (void)dcm_find_root(excess_of_damping, &o, low, high, 1e-5 * fmin(high, -o.log_asked), &b);
  o.precision = fine;
  const double excess = polish(&o, &b);
  /* A jump to collisions that do not end is no root. */
  if (!(fabs(excess) <= 1e-6 * fmin(1.0, -o.log_asked) + 1e-12)) {
    if (isfinite(excess) && excess > 0.0)
      *smallest = restitution * exp(excess);
    return DCM_ERROR;
  }
  const double unit = 0.5 * (n + 1.0);
  *damping = b * unit * pow(stiffness / unit, 1.0 - 0.5 * q) *
             pow(compression, unit * (2.0 - q) - (p + 1.0));
  return DCM_OK;
}

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
