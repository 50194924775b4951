/* SPDX-License-Identifier: MIT */
/** @file
 * Triangles as a file has them, one by one: reading STL and OBJ, writing STL, and what a user does
 * to a body before it becomes a surface (surface.h): other units, another place, turned. */
#ifndef DCM_SURFACE_TRIANGLES_H
#define DCM_SURFACE_TRIANGLES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "runtime/error.h"

/** Most triangles of a file: corners and edges have numbers of 32 bits. */
#define DCM_MOST_TRIANGLES 500000000u

/** Triangles that know nothing of each other. */
typedef struct dcm_triangles {
  double *corners; /**< [triangle][corner][x, y, z] */
  uint32_t count;
  size_t room; /**< for so many there is memory */
} dcm_triangles;

/** Frees the memory; the struct is empty after. */
void dcm_triangles_free(dcm_triangles *triangles);

/** Adds a triangle. @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_triangles_add(dcm_triangles *triangles, const double corners[9]);

/** Reads the bytes of a file: STL, ASCII or binary, or Wavefront OBJ.
 *
 * The content decides the format, not the name of the file: a size of 84 + 50 n bytes with n in
 * bytes 80 to 83 is a binary STL, whatever its header says; a first word "solid" an ASCII STL; and
 * all else is OBJ. The lines v and f of OBJ are read; a face with more corners is cut into
 * triangles, a concave one by its ears; groups, normals and textures are skipped. Normals of STL
 * are skipped, too: the order of the corners defines the outside. Several solids of a file are one
 * body.
 * @param name      of the file in messages
 * @param triangles empty; receives the triangles, the caller frees them, also after an error
 * @param error     what was wrong, with the line or byte
 * @return DCM_OK or DCM_ERROR */
int32_t dcm_triangles_read(const void *data, size_t size, const char *name,
                           dcm_triangles *triangles, dcm_error *error);

/** Multiplies all coordinates, for other units. @param factor finite, above 0 */
void dcm_triangles_scale(dcm_triangles *triangles, double factor);

/** Moves all corners. */
void dcm_triangles_move(dcm_triangles *triangles, const double by[3]);

/** Turns all corners about an axis through the origin, by the right hand.
 * Multiples of a quarter turn about x, y or z are exact.
 * @param axis  any length above 0
 * @param angle in degrees */
void dcm_triangles_rotate(dcm_triangles *triangles, const double axis[3], double angle);

/** Writes an ASCII STL, with 17 digits, so that what is read again is equal to the bit.
 * @param name of the solid
 * @return DCM_OK, or DCM_ERROR where the stream says so */
int32_t dcm_triangles_write_stl(const dcm_triangles *triangles, const char *name, FILE *stream);

#endif
