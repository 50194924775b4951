/* SPDX-License-Identifier: MIT */
/** @file
 * Folds between faces: which are smooth, and which face looks after an edge or a vertex. */
#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>

#include "surface/body.h"

/** The lowest face that is joined with t so far; paths are halved on the way. */
static uint32_t root_of(dcm_face *faces, uint32_t t) {
  while (faces[t].smooth != t) {
    faces[t].smooth = faces[faces[t].smooth].smooth;
    t = faces[t].smooth;
  }
  return t;
}

static void join(dcm_face *faces, uint32_t t, uint32_t u) {
  t = root_of(faces, t);
  u = root_of(faces, u);
  if (t < u)
    faces[u].smooth = t;
  else
    faces[t].smooth = u;
}

dcm_vector dcm_surface_into(const dcm_surface *s, const dcm_face *face, uint32_t edge) {
  const dcm_surface_plane *plane = &s->planes[face->plane];
  const dcm_vector along =
      dcm_subtract(vertex_of(s, s->edges[edge].vertex[1]), vertex_of(s, s->edges[edge].vertex[0]));
  const dcm_vector left = dcm_cross(dcm_vector_at(plane->normal), along);
  const int side = inside_of(face, place_of(face, edge)) * seen_from(face, plane);
  return dcm_scale(side / dcm_length(left), left);
}

static void look_at_folds(dcm_surface *s) {
  for (uint32_t t = 0; t < s->triangle_count; t++)
    s->faces[t].smooth = t;
  for (uint32_t e = 0; e < s->edge_count; e++) {
    if (edge_face_count(s, e) != 2)
      continue;
    const uint32_t *pair = s->edge_faces + s->edges[e].first;
    const dcm_face *p = &s->faces[pair[0]], *q = &s->faces[pair[1]];
    if ((s->edges[e].flags & EDGE_FLAT) ||
        (s->options.flat > 0.0 &&
         -dcm_dot(dcm_surface_into(s, p, e), dcm_surface_into(s, q, e)) >= s->cos_flat))
      join(s->faces, pair[0], pair[1]);
  }
  for (uint32_t t = 0; t < s->triangle_count; t++)
    s->faces[t].smooth = root_of(s->faces, t);
}

/** The lowest face at an edge looks after it, and the lowest at a vertex, unless all is flat there.
 */
static int32_t deal_out(dcm_surface *s) {
  unsigned char *is_dealt = calloc(s->vertex_count, sizeof *is_dealt);
  if (!is_dealt)
    return DCM_ERROR;
  for (uint32_t v = 0; v < s->vertex_count; v++) {
    is_dealt[v] = 1;
    for (uint32_t k = s->fans[v]; k < s->fans[v + 1]; k++)
      is_dealt[v] &= (s->edges[s->fan_edges[k]].flags & EDGE_FLAT) != 0;
  }
  for (uint32_t t = 0; t < s->triangle_count; t++) {
    dcm_face *face = &s->faces[t];
    for (int n = 0; n < 3; n++) {
      const dcm_edge *edge = &s->edges[face->edge[n]];
      if (s->edge_faces[edge->first] == t && !(edge->flags & EDGE_FLAT))
        face->flags |= 1u << (FACE_EDGES + n);
      if (!is_dealt[face->vertex[n]]) {
        is_dealt[face->vertex[n]] = 1;
        face->flags |= 1u << (FACE_VERTICES + n);
      }
    }
  }
  free(is_dealt);
  return DCM_OK;
}

static uint32_t edge_root(uint32_t *roots, uint32_t e) {
  while (roots[e] != e)
    e = roots[e] = roots[roots[e]];
  return e;
}

/** Joins the edges of a vertex that belong to one face. @return how many fans are apart */
static uint32_t count_fans(const dcm_surface *s, uint32_t v, uint32_t *roots) {
  uint32_t count = s->fans[v + 1] - s->fans[v];
  for (uint32_t k = s->fans[v]; k < s->fans[v + 1]; k++)
    roots[s->fan_edges[k]] = s->fan_edges[k];
  for (uint32_t k = s->fans[v]; k < s->fans[v + 1]; k++) {
    const uint32_t e = s->fan_edges[k];
    for (uint32_t m = s->edges[e].first; m < s->edges[e + 1].first; m++)
      for (int n = 0; n < 3; n++) {
        const uint32_t other = s->faces[s->edge_faces[m]].edge[n];
        if (s->edges[other].vertex[0] != v && s->edges[other].vertex[1] != v)
          continue;
        const uint32_t one = edge_root(roots, e), two = edge_root(roots, other);
        count -= one != two;
        roots[one] = two;
      }
  }
  return count;
}

/** Marks, of each face, the vertices that fans of faces share which have no edge there in common.
 */
static int32_t find_pinched(dcm_surface *s) {
  uint32_t *roots = malloc(s->edge_count * sizeof *roots);
  uint32_t t;
  if (!roots)
    return DCM_ERROR;
  for (uint32_t v = 0; v < s->vertex_count; v++)
    if (count_fans(s, v, roots) > 1)
      for (uint32_t k = 0;
           (t = dcm_surface_face_at(s, s->triangle_count + s->edge_count + v, k)) != DCM_NO_FEATURE;
           k++)
        for (int n = 0; n < 3; n++)
          if (s->faces[t].vertex[n] == v)
            s->faces[t].flags |= 1u << (FACE_PINCHED + n);
  free(roots);
  return DCM_OK;
}

int32_t dcm_surface_find_folds(dcm_surface *surface) {
  look_at_folds(surface);
  return deal_out(surface) == DCM_OK ? find_pinched(surface) : DCM_ERROR;
}
