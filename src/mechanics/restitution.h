/* SPDX-License-Identifier: MIT */
/** @file
 * Damping that gives a collision the wanted restitution: by a search, where no closed form does,
 * and in closed form for Hertzian contacts. */
#ifndef DCM_MECHANICS_RESTITUTION_H
#define DCM_MECHANICS_RESTITUTION_H

#include <math.h>

#include "numeric/vector.h"

/** Damping ratio of a Hertzian contact whose elastic and viscous force together never attract, for
 * the restitution that is to be obtained: the inverse of dcm_restitution_without_attraction.
 * @param ratio    receives it
 * @param smallest receives the least restitution for which there is an answer
 * @return DCM_OK, or DCM_ERROR if restitution is below smallest */
int dcm_damping_ratio_without_attraction(double restitution, double *ratio, double *smallest);

/** Exponents of a visco-elastic force k u^elastic + D u^damping |u'|^rate sign(u') of a deformation
 * u >= 0. */
typedef struct dcm_exponents {
  double elastic; /**< > 0 */
  double rate;    /**< >= 0 */
  double damping; /**< >= 0 */
} dcm_exponents;

/** The search for the damping works up to elastic + 1 = this times (damping + 1). Beyond this the
 * viscous force begins too suddenly at touch, compared with the elastic force. */
#define DCM_POWER_LAW_LARGEST_QUOTIENT 25.0

/** Solves for D such that a mass m that begins at u = 0 with the speed v0 returns there with the
 * speed e v0. D does not depend on v0 if rate = 2 - 2 (damping + 1)/(elastic + 1); otherwise it is
 * the D for the speed v0 whose elastic compression is compression.
 *
 * D is proportional to m^(rate/2), and it is given for a unit mass.
 * @param stiffness   k > 0
 * @param compression > 0
 * @param restitution e in (0, 1]
 * @param damping     receives D for m = 1
 * @param smallest    receives, when it fails, the least e that was reached; NaN if it was the
 * search that failed
 * @return DCM_OK, or DCM_ERROR if e cannot be reached with these exponents, or the search does not
 *         resolve them */
int dcm_damping_of_power_law(dcm_exponents exponents, double stiffness, double compression,
                             double restitution, double *damping, double *smallest);

/* --- Roots of a function of one variable, and integration of an ordinary differential equation. */

/** A function of one variable; data is the caller's. */
typedef double (*dcm_function)(double x, void *data);

/** Finds where f changes sign between a and b.
 *
 * R. P. Brent, Algorithms for Minimization without Derivatives (1973), chapter 4: inverse quadratic
 * interpolation, held to the bracket and to the pace of bisection.
 * @param f         continuous, with f(a) f(b) <= 0; infinite values of the right sign are allowed
 * @param tolerance width of the last bracket, to which the rounding of x is added; 0 is allowed
 * @param root      receives the end of the last bracket with the smaller |f|
 * @return DCM_OK, or DCM_ERROR if f(a) and f(b) have one sign or one of them is NaN */
int dcm_find_root(dcm_function f, void *data, double a, double b, double tolerance, double *root);

/** dy/dx; data is the caller's. */
typedef double (*dcm_slope)(double x, double y, void *data);

/** Carries y from x = a to x = b.
 *
 * J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26: a Runge-Kutta method of order
 * 5 with an estimate of order 4 of its error in a step.
 * @param y        value at a; receives the value at b
 * @param relative,absolute the error of each step is held below relative |y| + absolute
 * @return DCM_OK, or DCM_ERROR if b is not reached in max_steps steps, or the step shrinks to
 *         nothing: the solution ends before b, or the slope is not a number there */
int dcm_integrate(dcm_slope slope, void *data, double a, double b, double relative, double absolute,
                  int max_steps, double *y);

/* --- Viscous damping that gives a Hertzian contact a restitution independent of the speed.
 *
 * Y. Tsuji, T. Tanaka, T. Ishida, Powder Technology 71 (1992) 239-250, introduced the form; the
 * coefficient in closed form is that of D. Antypov, J. A. Elliott, EPL 94 (2011) 50004. */

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
