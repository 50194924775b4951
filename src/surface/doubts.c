/* SPDX-License-Identifier: MIT */
/** @file
 * Finds defects of a surface that can be used all the same. Vertices inside of free edges are one
 * kind: there the triangles of both sides meet and are no neighbours. */
#include <dcm/base.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/error.h"
#include "surface/body.h"
#include "surface/surface.h"

/* Triangles whose normals differ by less than some 25 degrees lie on each other as sheets do. */
#define COS_OF_SHEETS 0.9

int dcm_surface_doubt_units(const dcm_surface *surface, double smallest_radius,
                            double largest_radius, double box, char *text, size_t size) {
  const double extent = surface->summary.extent;
  if (extent < smallest_radius || extent > 1e6 * largest_radius) {
    dcm_text_print(
        text, size,
        "the surface has an extent of %g, and the grains have radii from %g to %g: is the "
        "file in other units?",
        extent, smallest_radius, largest_radius);
    return 1;
  }
  if (extent <= 10.0 * box)
    return 0;
  dcm_text_print(
      text, size,
      "the surface has an extent of %g, and the longest side of the box is %g: is the file in "
      "other units?",
      extent, box);
  return 1;
}

/** The way from an edge into one of its faces, across the edge. */
static dcm_vector way_into(const dcm_surface *s, const dcm_edge *edge, uint32_t face) {
  const dcm_vector a = vertex_of(s, edge->vertex[0]);
  const dcm_vector along = dcm_subtract(vertex_of(s, edge->vertex[1]), a);
  const uint32_t *v = s->faces[face].vertex;
  uint32_t other = v[0];
  for (int n = 1; n < 3; n++)
    if (other == edge->vertex[0] || other == edge->vertex[1])
      other = v[n];
  return dcm_tangential_part(dcm_subtract(vertex_of(s, other), a),
                             dcm_scale(1.0 / dcm_length(along), along));
}

/** Triangles without area have no fold. */
int dcm_surface_has_fold(const dcm_surface *s, double from, double to) {
  for (uint32_t e = 0; e < s->edge_count; e++)
    for (uint32_t n = s->edges[e].first; n + 1 < s->edges[e + 1].first; n++) {
      const dcm_vector one = way_into(s, &s->edges[e], s->edge_faces[n]);
      const dcm_vector two = way_into(s, &s->edges[e], s->edge_faces[n + 1]);
      const double angle = atan2(dcm_length(dcm_cross(one, two)), -dcm_dot(one, two));
      const double least = 1e-9 * s->summary.extent;
      if (dcm_length(one) > least && dcm_length(two) > least && angle > from * DCM_PI / 180.0 &&
          angle < to * DCM_PI / 180.0)
        return 1;
    }
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

static int pass_through(const dcm_surface *s, uint32_t t, uint32_t u, double unused) {
  (void)unused;
  /* Within a plane rounding alone decides on which side a corner is. */
  if (s->faces[t].plane == s->faces[u].plane || dcm_surface_share_a_vertex(s, t, u))
    return -1;
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

/** Looks at pairs of triangles whose boxes, made larger by a margin, have a point in common.
 * @param test test(surface, t, u, margin): whether a pair is of those that are looked for;
 * negative: one that costs nothing
 * @return how many are, among the first pairs; first receives one */
static uint64_t look_at_pairs(const dcm_surface *surface, double margin, uint64_t most,
                              int (*test)(const dcm_surface *, uint32_t, uint32_t, double),
                              uint32_t first[2]) {
  uint64_t looked_at = 0, found = 0;
  for (uint32_t t = 0; t < surface->triangle_count; t++) {
    const dcm_box *box = &surface->face_boxes[t];
    double low[3], high[3];
    for (int c = 0; c < 3; c++) {
      low[c] = (double)box->low[c] + surface->centre[c] - margin;
      high[c] = (double)box->high[c] + surface->centre[c] + margin;
    }
    dcm_tree_walk walk;
    const uint32_t *faces;
    dcm_tree_begin_box(&walk, surface, low, high);
    for (uint32_t count; (count = dcm_tree_next(&walk, &faces)) > 0;)
      for (uint32_t n = 0; n < count; n++) {
        const int is = faces[n] > t ? test(surface, t, faces[n], margin) : -1;
        looked_at += is >= 0;
        if (looked_at > most)
          return found;
        if (is <= 0)
          continue;
        if (found++ == 0) {
          first[0] = t;
          first[1] = faces[n];
        }
      }
  }
  return found;
}

uint64_t dcm_surface_self_intersections(const dcm_surface *surface, uint64_t most,
                                        uint32_t first[2]) {
  return look_at_pairs(surface, 0.0, most, pass_through, first);
}

/** Whether a point of a triangle lies over the inside of another one, nearer than a distance. */
static int lies_over(const dcm_surface *s, uint32_t t, uint32_t u, double distance) {
  const dcm_surface_plane *plane = &s->planes[s->faces[u].plane];
  const dcm_vector n = dcm_vector_at(plane->normal);
  /* Middles lie on the diagonals of squares that are cut crosswise. */
  static const double weights[3] = {0.47, 0.33, 0.20};
  dcm_vector q[3], point = {0.0, 0.0, 0.0};
  for (int k = 0; k < 3; k++) {
    point = dcm_add_scaled(point, weights[k], vertex_of(s, s->faces[t].vertex[k]));
    q[k] = vertex_of(s, s->faces[u].vertex[k]);
  }
  if (!(fabs(dcm_dot(n, point) - plane->offset) < distance))
    return 0;
  const double whole = dcm_dot(n, dcm_cross(dcm_subtract(q[1], q[0]), dcm_subtract(q[2], q[0])));
  for (int k = 0; k < 3; k++) {
    const dcm_vector side = dcm_subtract(q[(k + 1) % 3], q[k]);
    const double part = dcm_dot(n, dcm_cross(side, dcm_subtract(point, q[k])));
    /* Welding moves vertices, and may lay slivers over their neighbours. */
    if (!((whole > 0.0 ? part : -part) > 2.0 * s->summary.weld * dcm_length(side)))
      return 0;
  }
  return 1;
}

static int lie_on_each_other(const dcm_surface *s, uint32_t t, uint32_t u, double distance) {
  double n[3], m[3];
  dcm_surface_normal(s, t, n);
  dcm_surface_normal(s, u, m);
  const double cosine = dcm_dot(dcm_vector_at(n), dcm_vector_at(m));
  if ((s->options.one_sided ? cosine : fabs(cosine)) < COS_OF_SHEETS)
    return -1;
  return lies_over(s, t, u, distance) || lies_over(s, u, t, distance);
}

uint64_t dcm_surface_sheets(const dcm_surface *surface, double distance, uint64_t most,
                            uint32_t first[2]) {
  return look_at_pairs(surface, distance, most, lie_on_each_other, first);
}

/* ------------------------------------------------------------------------------------- junctions
 */

/* Triangles beside free edges that are looked at before giving up: long edges of many loose
 * triangles have all of these beside them. */
enum { MOST_TRIANGLES = 10000000 };

static int is_on_edge(const dcm_surface *s, uint32_t edge, uint32_t vertex) {
  const uint32_t *ends = s->edges[edge].vertex;
  if (vertex == ends[0] || vertex == ends[1])
    return 0;
  const dcm_vector at = vertex_of(s, vertex);
  return dcm_length(dcm_subtract(dcm_surface_nearest_of_edge(s, edge, at), at)) < s->summary.weld;
}

/** The vertices inside of an edge. A vertex counts at one of its triangles.
 * @param looked_at grows by the triangles beside the edge */
static uint32_t count_on_edge(const dcm_surface *s, uint32_t edge, uint64_t *looked_at) {
  const double *a = s->vertices + 3 * (size_t)s->edges[edge].vertex[0];
  const double *b = s->vertices + 3 * (size_t)s->edges[edge].vertex[1];
  double low[3], high[3];
  for (int c = 0; c < 3; c++) {
    low[c] = fmin(a[c], b[c]) - s->summary.weld;
    high[c] = fmax(a[c], b[c]) + s->summary.weld;
  }
  dcm_tree_walk walk;
  const uint32_t *faces;
  uint32_t found = 0;
  dcm_tree_begin_box(&walk, s, low, high);
  for (uint32_t count; (count = dcm_tree_next(&walk, &faces)) > 0; *looked_at += count)
    for (uint32_t n = 0; n < count; n++)
      for (int k = 0; k < 3; k++) {
        const uint32_t vertex = s->faces[faces[n]].vertex[k];
        found += is_on_edge(s, edge, vertex) &&
                 dcm_surface_triangle_of(s, s->triangle_count + s->edge_count + vertex) == faces[n];
      }
  return found;
}

void dcm_surface_count_junctions(dcm_surface *surface) {
  uint64_t looked_at = 0;
  for (uint32_t e = 0; e < surface->edge_count && looked_at < MOST_TRIANGLES; e++)
    if (edge_face_count(surface, e) == 1)
      surface->summary.junctions += count_on_edge(surface, e, &looked_at);
}
