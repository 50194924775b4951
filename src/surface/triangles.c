/* SPDX-License-Identifier: MIT */
#include "surface/triangles.h"

#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/vector.h"
#include "runtime/arena.h"
#include "runtime/text.h"

void dcm_triangles_free(dcm_triangles *triangles) {
  free(triangles->corners);
  memset(triangles, 0, sizeof *triangles);
}

int32_t dcm_triangles_add(dcm_triangles *triangles, const double corners[9]) {
  double *all = dcm_with_room(triangles->corners, &triangles->room, triangles->count + (size_t)1,
                              9 * sizeof *all);
  if (!all)
    return DCM_ERROR;
  triangles->corners = all;
  memcpy(triangles->corners + 9 * (size_t)triangles->count++, corners, 9 * sizeof *corners);
  return DCM_OK;
}

void dcm_triangles_scale(dcm_triangles *triangles, double factor) {
  for (size_t n = 0; n < 9 * (size_t)triangles->count; n++)
    triangles->corners[n] *= factor;
}

void dcm_triangles_move(dcm_triangles *triangles, const double by[3]) {
  for (size_t n = 0; n < 9 * (size_t)triangles->count; n++)
    triangles->corners[n] += by[n % 3];
}

/** Sine and cosine of an angle in degrees, exact for quarter turns. */
static void turn_of(double degrees, double *sine, double *cosine) {
  const double rest = remainder(degrees, 360.0);
  *sine = sin(rest * DCM_PI / 180.0);
  *cosine = cos(rest * DCM_PI / 180.0);
  if (fabs(rest) == 180.0)
    *sine = 0.0;
  if (fabs(rest) == 90.0)
    *cosine = 0.0;
}

void dcm_triangles_rotate(dcm_triangles *triangles, const double axis[3], double angle) {
  const dcm_vector a = dcm_vector_at(axis);
  const dcm_vector n = dcm_scale(1.0 / dcm_length(a), a);
  double sine, cosine;
  turn_of(angle, &sine, &cosine);
  for (size_t k = 0; k < 3 * (size_t)triangles->count; k++) {
    double *at = triangles->corners + 3 * k;
    const dcm_vector x = dcm_vector_at(at);
    /* O. Rodrigues (1840): the part along the axis stays. */
    const dcm_vector stays = dcm_scale(dcm_dot(n, x), n);
    const dcm_vector turns = dcm_subtract(x, stays);
    const dcm_vector y =
        dcm_add_scaled(dcm_add_scaled(stays, cosine, turns), sine, dcm_cross(n, x));
    at[0] = y.x;
    at[1] = y.y;
    at[2] = y.z;
  }
}

int32_t dcm_triangles_write_stl(const dcm_triangles *triangles, const char *name, FILE *stream) {
  fprintf(stream, "solid %s\n", name);
  for (uint32_t t = 0; t < triangles->count; t++) {
    const double *c = triangles->corners + 9 * (size_t)t;
    const dcm_vector a = dcm_vector_at(c);
    const dcm_vector n =
        dcm_cross(dcm_subtract(dcm_vector_at(c + 3), a), dcm_subtract(dcm_vector_at(c + 6), a));
    const double length = dcm_length(n), one = length > 0.0 ? 1.0 / length : 0.0;
    dcm_text_write(stream, "facet normal %.9g %.9g %.9g\n outer loop\n", one * n.x, one * n.y,
                   one * n.z);
    for (int k = 0; k < 9; k += 3)
      dcm_text_write(stream, "  vertex %.17g %.17g %.17g\n", c[k], c[k + 1], c[k + 2]);
    fprintf(stream, " endloop\nendfacet\n");
  }
  fprintf(stream, "endsolid %s\n", name);
  return ferror(stream) ? DCM_ERROR : DCM_OK;
}
