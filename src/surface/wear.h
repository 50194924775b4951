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

/** Volume worn by a free grain that hits: V = k m v^2 f(a), with the function above.
 * @param coefficient k, 1/pressure: Finnie's c / (4 p), with a share c of grains that cut and a
 * flow pressure p
 * @param normal, tangential of the velocity where the grain first touches, as above */
static inline double dcm_wear_finnie(double coefficient, double mass, double normal,
                                     double tangential) {
  return coefficient * mass * (normal * normal + tangential * tangential) *
         dcm_wear_finnie_angle(normal, tangential);
}

/** Volume that LIGGGHTS books in each step in which a grain comes nearer: V = 2 k f(a) F v dt. It
 * writes 0.33333 for a third (mesh_module_stress.cpp of LIGGGHTS-PUBLIC 3.8).
 * @param force of the contact, its size
 * @param normal, tangential of the velocity of the centre of the grain, as above */
static inline double dcm_wear_finnie_of_step(double coefficient, double force, double normal,
                                             double tangential, double dt) {
  const double third = 3.0 * normal > tangential ? 3.0 * 0.33333 : 1.0;
  return 2.0 * coefficient * third * dcm_wear_finnie_angle(normal, tangential) * force *
         hypot(normal, tangential) * dt;
}

#endif
