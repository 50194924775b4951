/* SPDX-License-Identifier: MIT */
/** @file
 * Roots of a function of one variable, and integration of an ordinary differential equation. */
#ifndef DCM_MECHANICS_ROOT_H
#define DCM_MECHANICS_ROOT_H

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
