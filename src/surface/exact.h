/* SPDX-License-Identifier: MIT */
/** @file
 * On which side of a line of the plane a point lies, decided as if computed without rounding and as
 * if no point ever lay on a line. So each point of a triangulated region is in exactly one
 * triangle, also on seams and vertices.
 *
 * J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric
 * predicates, Discrete Comput. Geom. 18 (1997) 305; H. Edelsbrunner, E. P. Muecke, Simulation of
 * simplicity, ACM Trans. Graph. 9 (1990) 66. Coordinates must be between 1e-100 and 1e50 in size,
 * or 0. */
#ifndef DCM_SURFACE_EXACT_H
#define DCM_SURFACE_EXACT_H

#include <math.h>

/** 1 if q is to the left of the line from a to b, -1 if it is to the right, 0 if it is on it. */
int dcm_exact_turn(double ax, double ay, double bx, double by, double qx, double qy);

/** The part of dcm_exact_side that is rarely needed. */
int dcm_exact_side_close(double ax, double ay, double bx, double by, double qx, double qy);

/** 1 if q is to the left of the line from a to b, -1 if it is to the right; a point on the line is
 * taken for the one that is beside it by (e, e^2) with an e above 0 as small as one likes. 0 if a
 * and b are equal. Exchanging a and b changes the sign. */
static inline int dcm_exact_side(double ax, double ay, double bx, double by, double qx, double qy) {
  const double left = (ax - qx) * (by - qy), right = (ay - qy) * (bx - qx);
  const double det = left - right;
  /* Shewchuk's bound for his orient2d: (3 + 16 u) u with u = 2^-53. */
  const double bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right));
  if (det > bound)
    return 1;
  if (det < -bound)
    return -1;
  return dcm_exact_side_close(ax, ay, bx, by, qx, qy);
}

#endif
