/* SPDX-License-Identifier: MIT */
/** @file
 * Roots of a function of one variable. */
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

#endif
