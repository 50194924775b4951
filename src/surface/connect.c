/* SPDX-License-Identifier: MIT */
/** @file
 * Triangles of vertices become faces with numbers of their own, and find their edges. */
#include <dcm/base.h>
#include <stdlib.h>
#include <string.h>

#include "surface/body.h"

/** Vertices in increasing order. @return 1 if that takes an odd number of exchanges */
static uint32_t sort_vertices(uint32_t v[3]) {
  uint32_t odd = 0;
  for (int n = 0; n < 3; n++) {
    const int i = n == 1; /* 0 1, 1 2, 0 1 */
    if (v[i] > v[i + 1]) {
      const uint32_t larger = v[i];
      v[i] = v[i + 1];
      v[i + 1] = larger;
      odd ^= 1u;
    }
  }
  return odd;
}

static int by_vertices(const void *a, const void *b) {
  const dcm_face *p = a, *q = b;
  for (int n = 0; n < 3; n++)
    if (p->vertex[n] != q->vertex[n])
      return p->vertex[n] < q->vertex[n] ? -1 : 1;
  /* One of several equal faces stays: one that is not turned, or else the first of the file. */
  if (p->flags != q->flags)
    return p->flags < q->flags ? -1 : 1;
  return p->source < q->source ? -1 : p->source > q->source;
}

static int same_vertices(const dcm_face *p, const dcm_face *q) {
  return memcmp(p->vertex, q->vertex, sizeof p->vertex) == 0;
}

static int32_t make_faces(dcm_surface *s, const uint32_t *corner_vertex, uint32_t count) {
  s->faces = malloc(count * sizeof *s->faces);
  if (!s->faces)
    return DCM_ERROR;
  uint32_t kept = 0;
  for (uint32_t t = 0; t < count; t++) {
    dcm_face face = {.source = t};
    memcpy(face.vertex, corner_vertex + 3 * (size_t)t, sizeof face.vertex);
    face.flags = sort_vertices(face.vertex) ? FACE_TURNED : 0;
    if (face.vertex[0] != face.vertex[1] && face.vertex[1] != face.vertex[2])
      s->faces[kept++] = face;
    else
      s->summary.dropped++;
  }
  qsort(s->faces, kept, sizeof *s->faces, by_vertices);
  for (uint32_t t = 0; t < kept; t++)
    if (s->triangle_count > 0 && same_vertices(&s->faces[s->triangle_count - 1], &s->faces[t]))
      s->summary.doubles++;
    else
      s->faces[s->triangle_count++] = s->faces[t];
  dcm_face *fitting =
      realloc(s->faces, (s->triangle_count ? s->triangle_count : 1) * sizeof *fitting);
  if (fitting)
    s->faces = fitting;
  return DCM_OK;
}

/** A side of a face on its way to an edge. */
typedef struct side {
  uint32_t upper, face, place;
} side;

static int by_upper(const void *a, const void *b) {
  const side *p = a, *q = b;
  if (p->upper != q->upper)
    return p->upper < q->upper ? -1 : 1;
  return p->face < q->face ? -1 : p->face > q->face;
}

/** The vertices of side n: ab, bc, ac. */
static uint32_t lower_of(const dcm_face *face, int n) {
  return face->vertex[n == 1];
}
static uint32_t upper_of(const dcm_face *face, int n) {
  return face->vertex[n == 0 ? 1 : 2];
}

/** Numbers the edges by their lower vertex, then by their upper one. */
static void number_edges(dcm_surface *s, side *sides, const uint32_t *first) {
  uint32_t filled = 0;
  for (uint32_t v = 0; v < s->vertex_count; v++) {
    side *of_vertex = sides + first[v];
    const uint32_t count = first[v + 1] - first[v];
    qsort(of_vertex, count, sizeof *of_vertex, by_upper);
    for (uint32_t n = 0; n < count; n++) {
      if (n == 0 || of_vertex[n].upper != of_vertex[n - 1].upper)
        s->edges[s->edge_count++] = (dcm_edge){{v, of_vertex[n].upper}, filled, 0};
      s->edge_faces[filled++] = of_vertex[n].face;
      s->faces[of_vertex[n].face].edge[of_vertex[n].place] = s->edge_count - 1;
    }
  }
  s->edges[s->edge_count] = (dcm_edge){{0, 0}, filled, 0};
}

static int32_t make_edges(dcm_surface *s) {
  const size_t sides_count = 3 * (size_t)s->triangle_count;
  side *sides = malloc((sides_count + 1) * sizeof *sides);
  uint32_t *first = calloc((size_t)s->vertex_count + 2, sizeof *first);
  s->edges = malloc((sides_count + 1) * sizeof *s->edges);
  s->edge_faces = malloc((sides_count + 1) * sizeof *s->edge_faces);
  int32_t status = DCM_ERROR;
  if (sides && first && s->edges && s->edge_faces) {
    /* first[v + 1] is where the next side of v goes, and, once all are in place, where v ends. */
    for (uint32_t t = 0; t < s->triangle_count; t++)
      for (int n = 0; n < 3; n++)
        first[lower_of(&s->faces[t], n) + 2]++;
    for (uint32_t v = 1; v < s->vertex_count; v++)
      first[v + 1] += first[v];
    for (uint32_t t = 0; t < s->triangle_count; t++)
      for (int n = 0; n < 3; n++)
        sides[first[lower_of(&s->faces[t], n) + 1]++] =
            (side){upper_of(&s->faces[t], n), t, (uint32_t)n};
    number_edges(s, sides, first);
    dcm_edge *fitting = realloc(s->edges, ((size_t)s->edge_count + 1) * sizeof *fitting);
    if (fitting)
      s->edges = fitting;
    status = DCM_OK;
  }
  free(sides);
  free(first);
  return status;
}

static int32_t make_fans(dcm_surface *s) {
  s->fans = calloc((size_t)s->vertex_count + 2, sizeof *s->fans);
  s->fan_edges = malloc((2 * (size_t)s->edge_count + 1) * sizeof *s->fan_edges);
  if (!s->fans || !s->fan_edges)
    return DCM_ERROR;
  for (uint32_t e = 0; e < s->edge_count; e++)
    for (int n = 0; n < 2; n++)
      s->fans[s->edges[e].vertex[n] + 2]++;
  for (uint32_t v = 1; v < s->vertex_count; v++)
    s->fans[v + 1] += s->fans[v];
  for (uint32_t e = 0; e < s->edge_count; e++)
    for (int n = 0; n < 2; n++)
      s->fan_edges[s->fans[s->edges[e].vertex[n] + 1]++] = e;
  return DCM_OK;
}

/** Whether a face goes along an edge from its lower to its upper vertex, as seen from outside. */
static int goes_up(const dcm_surface *s, uint32_t t, uint32_t edge) {
  const dcm_face *face = &s->faces[t];
  const int against = edge == face->edge[2]; /* a b c a */
  return ((face->flags & FACE_TURNED) == 0) != against;
}

int32_t dcm_surface_connect(dcm_surface *surface, const uint32_t *corner_vertex, uint32_t count) {
  if (make_faces(surface, corner_vertex, count) || make_edges(surface) || make_fans(surface))
    return DCM_ERROR;
  dcm_surface_summary *told = &surface->summary;
  for (uint32_t e = 0; e < surface->edge_count; e++) {
    const uint32_t *faces = surface->edge_faces + surface->edges[e].first;
    const uint32_t n = edge_face_count(surface, e);
    told->free_edges += n == 1;
    told->branching += n > 2;
    told->turned += n == 2 && goes_up(surface, faces[0], e) == goes_up(surface, faces[1], e);
  }
  return DCM_OK;
}
