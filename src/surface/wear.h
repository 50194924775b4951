/* SPDX-License-Identifier: MIT */
/** @file
 * Wear of triangles by the grains that touch them: volumes worn off. */
#ifndef DCM_SURFACE_WEAR_H
#define DCM_SURFACE_WEAR_H

#include <math.h>

/** Volume worn by sliding: V = k F_n s / H.
 * J. F. Archard, Contact and rubbing of flat surfaces, J. Appl. Phys. 24 (1953) 981, eq. 7.
 * @param coefficient k / H, 1/pressure
 * @param normal_force its size
 * @param path  how far the surfaces slid over each other */
static inline double dcm_wear_archard(double coefficient, double normal_force, double path) {
  return coefficient * normal_force * path;
}

/** The angle function of Finnie's cutting wear: sin 2a - 3 sin^2 a up to tan a = 1/3, beyond that
 * cos^2 a / 3; both are 0.3 there.
 * I. Finnie, Erosion of surfaces by solid particles, Wear 3 (1960) 87, eq. 7 and 8.
 * @param normal     size of the velocity along the normal, at or above 0
 * @param tangential size of the velocity along the surface */
static inline double dcm_wear_finnie_angle(double normal, double tangential) {
  const double square = normal * normal + tangential * tangential;
  if (!(square > 0.0))
    return 0.0;
  if (3.0 * normal <= tangential)
    return (2.0 * normal * tangential - 3.0 * normal * normal) / square;
  return tangential * tangential / (3.0 * square);
}

/** Volume worn by grains that hit or graze: V = k f(a) W, with the function above. An impact of a
 * mass m with a speed v has W = m v^2; a contact that is followed step by step spends W bit by bit,
 * the size of the force times that of the velocity times the time step.
 * @param coefficient k, 1/pressure: Finnie's c / (2 p), with a share c of grains that cut and a
 * flow pressure p */
static inline double dcm_wear_finnie(double coefficient, double work, double normal,
                                     double tangential) {
  return coefficient * work * dcm_wear_finnie_angle(normal, tangential);
}

#endif
