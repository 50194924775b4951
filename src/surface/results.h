/* SPDX-License-Identifier: MIT */
/** @file
 * Results on triangles: a surface with numbers of its triangles as VTK PolyData (.vtp), and a
 * collection of such files with their times (.pvd), as ParaView opens them; and wear. */
#ifndef DCM_SURFACE_RESULTS_H
#define DCM_SURFACE_RESULTS_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "surface/movement.h"
#include "surface/surface.h"

/** Numbers of the triangles. */
typedef struct dcm_vtk_field {
  const char *name;
  uint32_t components;  /**< 1 or 3 */
  const double *values; /**< [triangle][component] */
} dcm_vtk_field;

/** Writes a .vtp: XML with binary numbers (base64, doubles), the points where the body is.
 * @param body   NULL: where the file had it
 * @return DCM_OK, or DCM_ERROR where the stream says so */
int32_t dcm_vtk_write(const dcm_surface *surface, const dcm_rigid *body,
                      const dcm_vtk_field *fields, uint32_t field_count, FILE *stream);

/** Writes entries of a .pvd, and its end.
 * @param files [count] names relative to the place of the .pvd
 * @param times [count]
 * @param goes_on whether the stream stands where other entries end; else it begins a file
 * @return where the entries end, for the next ones, or -1 where the stream says so */
int64_t dcm_vtk_write_series(const char *const *files, const double *times, uint32_t count,
                             int goes_on, FILE *stream);

/** The triangles where the body is, for dcm_triangles_write_stl.
 * @param triangles empty; the caller frees it
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_surface_triangles(const dcm_surface *surface, const dcm_rigid *body,
                              dcm_triangles *triangles);

/* --- Wear of triangles by the grains that touch them: volumes worn off. */

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
