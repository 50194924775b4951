/* SPDX-License-Identifier: MIT */
/** @file
 * Vertices inside of free edges: there the triangles of both sides meet and are no neighbours. */
#include <dcm/base.h>
#include <math.h>

#include "surface/tree.h"

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
