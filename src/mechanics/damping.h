/* SPDX-License-Identifier: MIT */
/** @file
 * Viscous damping that gives a Hertzian contact a restitution independent of the speed.
 *
 * Y. Tsuji, T. Tanaka, T. Ishida, Powder Technology 71 (1992) 239-250, introduced the form; the
 * coefficient in closed form is that of D. Antypov, J. A. Elliott, EPL 94 (2011) 50004. */
#ifndef DCM_MECHANICS_DAMPING_H
#define DCM_MECHANICS_DAMPING_H

#include <math.h>

#include "numeric/constants.h"

/** C = 2 sqrt(5/6), printed as 1.8257 in the literature. */
#define DCM_DAMPING_CONSTANT 1.8257418583505537

/** The damping ratio -alpha = -ln e/sqrt(pi^2 + ln^2 e), in [0, 1]; at e = 0, where ln e has no
 * value, its limit 1. */
static inline double dcm_damping_ratio(double restitution) {
  if (restitution <= 0.0)
    return 1.0;
  const double l = log(restitution);
  return -l / sqrt(DCM_PI * DCM_PI + l * l);
}

/** C |alpha|, one number for a pair of materials. The coefficient of a damping force eta v is
 * eta = C |alpha| sqrt(k M*), with the tangent stiffness k of the direction of the force. */
static inline double dcm_damping_factor(double restitution) {
  return DCM_DAMPING_CONSTANT * dcm_damping_ratio(restitution);
}

/** The factor of sqrt(k M*) that Tsuji, Tanaka and Ishida plot, as a polynomial of the restitution:
 * the numbers that LAMMPS' manual prints. */
static inline double dcm_tsuji_damping_factor(double e) {
  return 1.2728 +
         e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

/** The restitution that a damping ratio gives when the sum of the elastic and the viscous force is
 * cut at zero and never attracts. The contact then ends, in effect, where the force vanishes,
 * before the overlap does.
 *
 * With y = xi^(5/4) the phase curve of the Hertzian contact is that of a linear oscillator of
 * damping ratio b, whose force vanishes at the speed exp(-b t), t = (pi - 2 asin b)/sqrt(1 - b^2)
 * after the impact: e = exp(-2 b acos(b)/sqrt(1 - b^2)), continued by acosh for b > 1. T. Schwager,
 * T. Poeschel, Granular Matter 9 (2007) 465-469, treat the linear case. */
static inline double dcm_restitution_without_attraction(double damping_ratio) {
  const double b = damping_ratio;
  if (b < 1.0)
    return exp(-2.0 * b * acos(b) / sqrt((1.0 - b) * (1.0 + b)));
  if (b > 1.0)
    return exp(-2.0 * b * acosh(b) / sqrt((b - 1.0) * (b + 1.0)));
  return exp(-2.0);
}

#endif
