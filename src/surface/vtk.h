/* SPDX-License-Identifier: MIT */
/** @file
 * A surface with numbers of its triangles as VTK PolyData (.vtp), and a collection of such files
 * with their times (.pvd), as ParaView opens them. */
#ifndef DCM_SURFACE_VTK_H
#define DCM_SURFACE_VTK_H

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

#endif
