/* SPDX-License-Identifier: MIT */
/** @file
 * Integration of an ordinary differential equation with a step that adapts. */
#ifndef DCM_MECHANICS_ODE_H
#define DCM_MECHANICS_ODE_H

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
