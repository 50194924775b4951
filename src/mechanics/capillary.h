/* SPDX-License-Identifier: MIT */
/** @file
 * A bridge of liquid between two spheres, or a sphere and a wall, which wets both: its pull, the
 * work of the pull, where the bridge ruptures, and the share of their liquid that spheres give. */
#ifndef DCM_MECHANICS_CAPILLARY_H
#define DCM_MECHANICS_CAPILLARY_H

#include <math.h>

#include "elementary.h"
#include "numeric/constants.h"
#include "numeric/simd.h"

/** Constants of a pair of materials. */
typedef struct dcm_capillary_pair {
  double pull_per_radius; /**< 2 pi gamma cos(theta): the pull at contact over the radius R */
  double rupture;         /**< 1 + theta/2: the rupture distance over the cube root of the volume */
} dcm_capillary_pair;

/** @param contact_angle theta, in radians */
static inline dcm_capillary_pair dcm_capillary_pair_of(double surface_tension,
                                                       double contact_angle) {
  return (dcm_capillary_pair){2.0 * DCM_PI * surface_tension * cos(contact_angle),
                              1.0 + 0.5 * contact_angle};
}

/** Where a bridge ruptures, S_c = (1 + theta/2) V^(1/3): G. Lian, C. Thornton, M. J. Adams, J.
 * Colloid Interface Sci. 161 (1993) 138-147. */
static inline double dcm_capillary_rupture(dcm_capillary_pair pair, double volume) {
  return pair.rupture * dcm_cube_root(volume);
}

/** Whether a bridge is torn at a separation. */
DCM_SPECIALISED int dcm_capillary_is_torn(dcm_capillary_pair pair, double volume,
                                          double separation) {
  const double c = pair.rupture;
  return separation * separation * separation > c * c * c * volume;
}

/* The pull of a bridge of small volume V at a separation S >= 0,
 * F = 2 pi R gamma cos(theta)/(1 + 1.05 s + 2.5 s^2), s = S sqrt(R/V), with the harmonic mean R of
 * the radii: C. D. Willett, M. J. Adams, S. A. Johnson, J. P. K. Seville, Langmuir 16 (2000)
 * 9396-9405. Numerator and denominator are multiplied by V, so that the pull has a value without a
 * bridge, too. */
#define DCM_CAPILLARY_LINEAR 1.05
#define DCM_CAPILLARY_SQUARE 2.5

/** @param radius R
 * @param volume V; 0: no bridge, no pull */
DCM_SPECIALISED double dcm_capillary_pull(dcm_capillary_pair pair, double radius, double volume,
                                          double separation) {
  const double linear = DCM_CAPILLARY_LINEAR * sqrt(radius * volume);
  const double shape = volume + separation * (linear + DCM_CAPILLARY_SQUARE * radius * separation);
  return pair.pull_per_radius * radius * (volume / (shape > 0.0 ? shape : 1.0));
}

/** Work of the pull from separation 0 to S: with b = 1.05, c = 2.5 and d = sqrt(4 c - b^2),
 * 2 pi R gamma cos(theta) sqrt(V/R) 2/d atan(d s/(2 + b s)). */
DCM_SPECIALISED double dcm_capillary_work(dcm_capillary_pair pair, double radius, double volume,
                                          double separation) {
  const double d = 2.982867747654931, inverse = 2.0 / d;
  const double width = sqrt(volume / radius);
  const double scale = 2.0 * width + DCM_CAPILLARY_LINEAR * separation;
  const double angle = dcm_arc_tangent(d * separation / (scale > 0.0 ? scale : 1.0));
  return pair.pull_per_radius * radius * width * inverse * angle;
}

/* These authors' fit to solutions of the equation of Young and Laplace, in the appendix of that
 * paper: with v = V/R^3 and s = (S/2) sqrt(R/V)
 *
 *   F = 2 pi R gamma exp(f1 - f2 exp(f3 ln s + f4 ln^2 s)),
 *
 * Each f is a polynomial in ln v, and its coefficients are polynomials in the contact angle. The
 * fit was made for angles up to 50 degrees and v up to 0.1. Smaller and larger bridges have the
 * coefficients of the least and of the largest v: small bridges have nearly one shape, and s scales
 * it. */
#define DCM_CAPILLARY_FITTED_LEAST 1e-4
#define DCM_CAPILLARY_FITTED_MOST 0.1

/** Constants of a contact angle: f[i][k] is the coefficient of ln^k v in f_(i+1). */
typedef struct dcm_capillary_fit {
  double pull_per_radius; /**< 2 pi gamma */
  double f[4][4];
} dcm_capillary_fit;

/** @param contact_angle in radians */
static inline dcm_capillary_fit dcm_capillary_fit_of(double surface_tension, double contact_angle) {
  /* [f][power of the angle][power of ln v] */
  static const double coefficients[4][3][4] = {{{-0.44507, -0.1119, -0.012101, -0.0005},
                                                {0.050832, -0.000411, -0.0036456, -0.0003505},
                                                {-1.1466, -0.1490, -0.01255, -0.00029076}},
                                               {{1.9222, -0.0668, -0.0013375, 0.0},
                                                {-0.57473, -0.1201, -0.0068988, 0.0},
                                                {-1.2918, -0.22574, -0.01137, 0.0}},
                                               {{1.268, 0.198, 0.02232, 0.0008585},
                                                {-0.01396, 0.092, 0.02238, 0.001318},
                                                {-0.23566, -0.06418, -0.009853, -0.00053}},
                                               {{-0.010703, 0.03345, 0.0018574, 0.0},
                                                {0.073776, 0.04543, 0.004456, 0.0},
                                                {-0.34742, -0.09056, -0.006257, 0.0}}};
  dcm_capillary_fit fit = {.pull_per_radius = 2.0 * DCM_PI * surface_tension};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++)
      fit.f[i][k] = coefficients[i][0][k] +
                    contact_angle * (coefficients[i][1][k] + contact_angle * coefficients[i][2][k]);
  return fit;
}

/** The fit of one bridge. */
typedef struct dcm_capillary_shape {
  double f[4];
  double at_contact; /**< pull */
  double width;      /**< 2 sqrt(V/R): S over s */
} dcm_capillary_shape;

/** @param volume > 0 */
static inline dcm_capillary_shape dcm_capillary_shape_of(const dcm_capillary_fit *fit,
                                                         double radius, double volume) {
  const double relative = volume / (radius * radius * radius);
  const double least = DCM_CAPILLARY_FITTED_LEAST, most = DCM_CAPILLARY_FITTED_MOST;
  const double v = log(relative < least ? least : relative > most ? most : relative);
  dcm_capillary_shape shape;
  for (int i = 0; i < 4; i++) {
    const double *f = fit->f[i];
    shape.f[i] = f[0] + v * (f[1] + v * (f[2] + v * f[3]));
  }
  shape.at_contact = fit->pull_per_radius * radius * exp(shape.f[0]);
  shape.width = 2.0 * sqrt(volume / radius);
  return shape;
}

/** The pull at a separation S >= 0. */
static inline double dcm_capillary_fitted_pull(dcm_capillary_shape shape, double separation) {
  /* f3 > 0 and f4 < 0, so that the power vanishes where the spheres touch. */
  const double s = separation / shape.width, l = log(s > 1e-9 ? s : 1e-9);
  return shape.at_contact * exp(-shape.f[1] * exp(l * (shape.f[2] + l * shape.f[3])));
}

/** Work of the pull from separation 0 to S, by Gauss' quadrature of order 12 over the root of the
 * separation. The error is 1e-7 up to the rupture of bridges of the fit, and 2e-6 for V = 1e-5 R^3.
 */
static inline double dcm_capillary_fitted_work(dcm_capillary_shape shape, double separation) {
  static const double nodes[6] = {0.1252334085114689, 0.3678314989981802, 0.5873179542866175,
                                  0.7699026741943047, 0.9041172563704749, 0.9815606342467192};
  static const double weights[6] = {0.2491470458134028, 0.2334925365383548, 0.2031674267230659,
                                    0.1600783285433462, 0.1069393259953184, 0.04717533638651183};
  double sum = 0.0;
  for (int i = 0; i < 6; i++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double u = 0.5 * (1.0 + sign * nodes[i]);
      sum += weights[i] * u * dcm_capillary_fitted_pull(shape, u * u * separation);
    }
  return sum * separation;
}

/** The share of its liquid that a sphere of radius r has on the cap in the shade of the other
 * sphere: (1 - sqrt(1 - u^2))/2 with u = R* /r. For sphere 1 u is r2/(r1 + r2): D. Shi, J. J.
 * McCarthy, Powder Technol. 184 (2008) 64-75. At flat and concave walls the share is one half. */
DCM_SPECIALISED double dcm_capillary_share(double effective_radius, double radius) {
  const double ratio = effective_radius / radius, u = ratio < 1.0 ? ratio : 1.0;
  return 0.5 * u * u / (1.0 + sqrt((1.0 - u) * (1.0 + u)));
}

#endif
