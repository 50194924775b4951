/* SPDX-License-Identifier: MIT */
/** @file
 * Adhesive contact of elastic spheres: K. L. Johnson, K. Kendall, A. D. Roberts, Proc. R. Soc.
 * Lond. A 324 (1971) 301-313.
 *
 * With the work of adhesion w and kappa = sqrt(2 pi w / E*), the radius a of the contact area
 * follows from the overlap by xi = a^2 / R* - kappa sqrt(a), and the force is
 * F = (4/3) E* a^3 / R* - sqrt(8 pi w E*) a^(3/2). Without adhesion this is Hertz's law. */
#ifndef DCM_MECHANICS_JKR_H
#define DCM_MECHANICS_JKR_H

#include <math.h>

#include "numeric/simd.h"
#include "numeric/vector.h"

/** Constants of a pair of materials. */
typedef struct dcm_jkr_pair {
  double effective_young;
  double kappa; /**< sqrt(2 pi w / E*) */
} dcm_jkr_pair;

static inline dcm_jkr_pair dcm_jkr_pair_of(double effective_young, double work_of_adhesion) {
  return (dcm_jkr_pair){effective_young, sqrt(2.0 * DCM_PI * work_of_adhesion / effective_young)};
}

/** The largest tension that a contact bears is this times R*: 1.5 pi w. */
static inline double dcm_jkr_pull_off_per_radius(double work_of_adhesion) {
  return 1.5 * DCM_PI * work_of_adhesion;
}

/** The load that limits friction where adhesion, too, presses the surfaces together:
 * |F + 2 F_pulloff|, C. Thornton, J. Phys. D 24 (1991) 1942-1946. */
static inline double dcm_jkr_normal_load(double force, double pull_off) {
  return fabs(force + 2.0 * pull_off);
}

/* With b = sqrt(a) the overlap is b^4 / R* - kappa b. It is least, and the stable branch ends, at
 * b^3 = kappa R* / 4; the tension is largest at b^3 = 3 kappa R* / 4; the spheres touch at
 * b^3 = kappa R*. */

/** Distance beyond touching where the stable branch ends: (3/4) kappa b with b^3 = kappa R* / 4. */
static inline double dcm_jkr_snap_off_reach(dcm_jkr_pair pair, double effective_radius) {
  return 0.75 * pair.kappa * dcm_cube_root(0.25 * pair.kappa * effective_radius);
}

/** Distance beyond touching of the largest tension: (1/4) kappa b with b^3 = 3 kappa R* / 4. */
static inline double dcm_jkr_pull_off_reach(dcm_jkr_pair pair, double effective_radius) {
  return 0.25 * pair.kappa * dcm_cube_root(0.75 * pair.kappa * effective_radius);
}

typedef struct dcm_jkr_contact {
  double radius; /**< a */
  double force;  /**< F, positive pushes apart */

  /** Work that was done on the contact since it began at overlap zero:
   * E* (8/15 a^5 / R*^2 - 4/3 kappa a^(7/2) / R* + kappa^2 a^2 / 2), less its value there. */
  double energy;
} dcm_jkr_contact;

/** The stable branch at an overlap; the end of the branch for overlaps below minus the snap-off
 * reach.
 *
 * With b = m + t, counted from the end of the branch, m^3 = kappa R* / 4, the quartic is
 * t^2 (t^2 + 4 m t + 6 m^2) = h, h = R* xi + 3 m^4 >= 0. It has one root t >= 0. Unlike the quartic
 * in b it determines the root well near the end of the branch. The guess is exact at both ends,
 * m = 0 and t = 0, and within 4 % between. Two steps of Halley's method, which cubes the relative
 * error, leave 1e-14, and one step of Newton's method leaves only rounding. */
DCM_SPECIALISED dcm_jkr_contact dcm_jkr_solve(dcm_jkr_pair pair, double effective_radius,
                                              double overlap) {
  const double kr = pair.kappa * effective_radius;
  const double m = dcm_cube_root(0.25 * kr);
  const double rest = effective_radius * overlap + 0.75 * kr * m;
  const double h = rest > 0.0 ? rest : 0.0;
  const double g = sqrt(h);
  const double slope = 2.4494897427831781 * m; /* sqrt(6) m */
  const double guess = slope + sqrt(slope * slope + 4.0 * g);
  double t = guess > 0.0 ? 2.0 * g / guess : 0.0;
  for (int i = 0; i < 3; i++) {
    const double excess = t * t * (t * t + 4.0 * m * t + 6.0 * m * m) - h;
    const double gradient = 4.0 * t * (t * t + 3.0 * m * t + 3.0 * m * m);
    const double curvature = 12.0 * (t + m) * (t + m);
    const double halley = i < 2 ? 0.5 * excess * curvature : 0.0;
    const double divisor = gradient * gradient - halley;
    t -= divisor > 0.0 ? excess * gradient / divisor : 0.0;
  }
  const double b = m + t;
  const double a = b * b;
  const double strain = a / effective_radius;
  const double pull = pair.kappa * b;              /* kappa sqrt(a) */
  const double touch = 2.5198420997897464 * m * m; /* 4^(2/3) m^2: a at overlap zero */
  const double at_touch = -0.3 * pair.kappa * pair.kappa * touch * touch;
  dcm_jkr_contact result;
  result.radius = a;
  result.force = pair.effective_young * a * ((4.0 / 3.0) * strain * a - 2.0 * pull);
  result.energy =
      pair.effective_young * (a * ((8.0 / 15.0) * strain * strain * a * a -
                                   (4.0 / 3.0) * strain * a * pull + 0.5 * pull * pull) -
                              at_touch);
  return result;
}

#endif
