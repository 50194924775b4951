/* SPDX-License-Identifier: MIT */
/** @file
 * Damping that gives a collision the wanted restitution, where no closed form does. */
#ifndef DCM_MECHANICS_RESTITUTION_H
#define DCM_MECHANICS_RESTITUTION_H

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

#endif
