/* SPDX-License-Identifier: MIT */
/** @file
 * A bridge of liquid between two spheres, or a sphere and a wall, which wets both: its pull, the
 * work of it, where it ruptures, and how much of their liquid spheres have to spare for it. */
#ifndef DCM_MECHANICS_CAPILLARY_H
#define DCM_MECHANICS_CAPILLARY_H

#include <math.h>

#include "arc_tangent.h"
#include "constants.h"
#include "cube_root.h"
#include "simd.h"

/** What of it belongs to a pair of materials. */
typedef struct dcm_capillary_pair {
  double pull_per_radius; /**< 2 pi gamma cos(theta), of the pull at contact over the radius R */
  double rupture;         /**< 1 + theta/2, of the rupture distance over the root of the volume */
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
 * 9396-9405. All is multiplied by V, so that it has a value where there is no bridge, too. */
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

/** The share of its liquid that a sphere of radius r has on the cap that the other one shades,
 * (1 - sqrt(1 - u^2))/2 with u = R* /r, which is r2/(r1 + r2) for sphere 1: D. Shi, J. J. McCarthy,
 * Powder Technol. 184 (2008) 64-75. One half at walls that are flat or concave. */
DCM_SPECIALISED double dcm_capillary_share(double effective_radius, double radius) {
  const double ratio = effective_radius / radius, u = ratio < 1.0 ? ratio : 1.0;
  return 0.5 * u * u / (1.0 + sqrt((1.0 - u) * (1.0 + u)));
}

#endif
