/* SPDX-License-Identifier: MIT */
/** @file
 * Finds defects of a surface that can be used all the same. */
#include <dcm/base.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "surface/surface.h"
#include "surface/tree.h"

int dcm_surface_doubt_units(const dcm_surface *surface, double smallest_radius,
                            double largest_radius, char *text, size_t size) {
  const double extent = surface->summary.extent;
  if (extent >= smallest_radius && extent <= 1e6 * largest_radius)
    return 0;
  snprintf(text, size,
           "the surface has an extent of %g, and the grains have radii from %g to %g: is the file "
           "in other units?",
           extent, smallest_radius, largest_radius);
  return 1;
}

static int share_a_vertex(const dcm_face *p, const dcm_face *q) {
  for (int n = 0; n < 3; n++)
    for (int m = 0; m < 3; m++)
      if (p->vertex[n] == q->vertex[m])
        return 1;
  return 0;
}

/** Six times the volume of a tetrahedron. */
static double volume(dcm_vector a, dcm_vector b, dcm_vector c, dcm_vector d) {
  return dcm_dot(dcm_cross(dcm_subtract(b, a), dcm_subtract(c, a)), dcm_subtract(d, a));
}

/** Whether the line from p to q goes through the inside of the triangle. */
static int pierces(dcm_vector p, dcm_vector q, const dcm_vector t[3]) {
  const double from = volume(t[0], t[1], t[2], p), to = volume(t[0], t[1], t[2], q);
  if (!((from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0)))
    return 0;
  const double a = volume(p, q, t[0], t[1]), b = volume(p, q, t[1], t[2]),
               c = volume(p, q, t[2], t[0]);
  return (a > 0.0 && b > 0.0 && c > 0.0) || (a < 0.0 && b < 0.0 && c < 0.0);
}

static int pass_through(const dcm_surface *s, uint32_t t, uint32_t u) {
  dcm_vector p[3], q[3];
  for (int n = 0; n < 3; n++) {
    p[n] = vertex_of(s, s->faces[t].vertex[n]);
    q[n] = vertex_of(s, s->faces[u].vertex[n]);
  }
  for (int n = 0; n < 3; n++)
    if (pierces(p[n], p[(n + 1) % 3], q) || pierces(q[n], q[(n + 1) % 3], p))
      return 1;
  return 0;
}

uint64_t dcm_surface_self_intersections(const dcm_surface *surface, uint64_t most,
                                        uint32_t first[2]) {
  uint64_t looked_at = 0, found = 0;
  for (uint32_t t = 0; t < surface->triangle_count; t++) {
    double low[3], high[3];
    for (int c = 0; c < 3; c++) {
      low[c] = INFINITY;
      high[c] = -INFINITY;
      for (int n = 0; n < 3; n++) {
        const double x = surface->vertices[3 * (size_t)surface->faces[t].vertex[n] + (size_t)c];
        low[c] = fmin(low[c], x);
        high[c] = fmax(high[c], x);
      }
    }
    dcm_tree_walk walk;
    const uint32_t *faces;
    dcm_tree_begin_box(&walk, surface, low, high);
    for (uint32_t count; (count = dcm_tree_next(&walk, &faces)) > 0;)
      for (uint32_t n = 0; n < count; n++) {
        const dcm_face *face = &surface->faces[t], *other = &surface->faces[faces[n]];
        /* Within a plane rounding alone tells on which side a corner is. */
        if (faces[n] <= t || face->plane == other->plane || share_a_vertex(face, other))
          continue;
        if (++looked_at > most)
          return found;
        if (!pass_through(surface, t, faces[n]))
          continue;
        if (found++ == 0) {
          first[0] = t;
          first[1] = faces[n];
        }
      }
  }
  return found;
}
