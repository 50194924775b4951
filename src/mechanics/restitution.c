/* SPDX-License-Identifier: MIT */
#include "mechanics/restitution.h"

#include <dcm/base.h>
#include <math.h>

#include "mechanics/constants.h"
#include "mechanics/damping.h"
#include "mechanics/ode.h"
#include "mechanics/root.h"

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
 * grows all the way. The return is followed in z = z_max sin a, a from pi/2 to 0, for W = v^2. z^r
 * may be infinite at z = 0: a = (pi/2) w^g with g = 1/(1 + r) for r < 0 lets w run evenly. */

typedef struct oscillator {
  double r, q;
  double damping;   /* B */
  double largest;   /* z_max, on the return */
  double log_asked; /* ln e */
} oscillator;

/** The angle a at w, sin a, cos a, da/dw and sin^r a da/dw, the product finite where a = 0. */
typedef struct angle {
  double sine, cosine, slope, weighted_slope;
} angle;

static angle angle_at(double w, double r) {
  const double quarter = 0.5 * DCM_PI;
  const double g = r < 0.0 ? 1.0 / (1.0 + r) : 1.0;
  const double a = quarter * pow(w, g);
  const double sine = sin(a);
  const double rest = a > 0.0 ? pow(sine / a, r) : 1.0;
  return (angle){.sine = sine,
                 .cosine = cos(a),
                 .slope = quarter * g * pow(w, g - 1.0),
                 .weighted_slope = rest * pow(quarter, 1.0 + r) * g * pow(w, r < 0.0 ? 0.0 : r)};
}

/** d(ln rho)/dw on the approach. */
static double approach(double w, double log_rho, void *data) {
  const oscillator *o = data;
  const angle a = angle_at(w, o->r);
  const double b = o->damping * exp(log_rho * (o->r + o->q - 1.0)) * pow(a.cosine, o->q);
  return -b * a.cosine * a.weighted_slope / (1.0 + b * pow(a.sine, o->r + 1.0));
}

/** dW/dw on the return. */
static double rebound(double w, double speed_2, void *data) {
  const oscillator *o = data;
  if (speed_2 < 0.0)
    return NAN; /* at rest before the end */
  const angle a = angle_at(w, o->r);
  const double drag = o->damping * pow(o->largest, o->r) * pow(speed_2, 0.5 * o->q);
  return -2.0 * o->largest * a.cosine * (o->largest * a.sine * a.slope - drag * a.weighted_slope);
}

/** ln of the restitution obtained, less that of the one asked for; -infinity if the collision does
 * not end. */
static double excess_of_damping(double damping, void *data) {
  oscillator *o = data;
  o->damping = damping;
  /* Near the last digits, so that the result has ten. */
  const double relative = 1e-13;
  double log_rho = 0.0, speed_2 = 0.0;
  if (dcm_integrate(approach, o, 0.0, 1.0, relative, relative, &log_rho))
    return -INFINITY;
  o->largest = exp(log_rho);
  if (dcm_integrate(rebound, o, 1.0, 0.0, relative, 1e-40, &speed_2) || !(speed_2 > 0.0))
    return -INFINITY;
  return 0.5 * log(speed_2) - o->log_asked;
}

int dcm_damping_of_power_law(dcm_exponents exponents, double stiffness, double compression,
                             double restitution, double *damping, double *smallest) {
  const double n = exponents.elastic, q = exponents.rate, p = exponents.damping;
  oscillator o = {.r = 2.0 * (p + 1.0) / (n + 1.0) - 1.0, .q = q, .log_asked = log(restitution)};
  *damping = 0.0;
  *smallest = 1.0;
  if (restitution >= 1.0)
    return DCM_OK;
  /* Beyond this the motion creeps, and so would the integrator. */
  const double largest = 1e4;
  double low = 0.0, high = 0.5;
  double excess = excess_of_damping(high, &o);
  while (excess > 0.0 && high < largest) {
    low = high;
    high *= 2.0;
    excess = excess_of_damping(high, &o);
  }
  double b = high;
  if (excess <= 0.0) {
    if (dcm_find_root(excess_of_damping, &o, low, high, 0.0, &b))
      return DCM_ERROR;
    excess = excess_of_damping(b, &o);
  }
  /* A jump to collisions that do not end is no root. */
  if (fabs(excess) > 1e-9) {
    *smallest = restitution * exp(excess);
    return DCM_ERROR;
  }
  const double unit = 0.5 * (n + 1.0);
  *damping = b * unit * pow(stiffness / unit, 1.0 - 0.5 * q) *
             pow(compression, unit * (2.0 - q) - (p + 1.0));
  return DCM_OK;
}
