/* SPDX-License-Identifier: MIT */
/** @file
 * The planes of the triangles. A plane grows from a triangle to neighbours that lie in it within
 * rounding, the best triangles first, so that slivers take the plane of their neighbours. Its
 * normal is the direction of the vector area of all of its triangles, which depends on the border
 * alone, and is exact for planes across an axis. */
#include <dcm/base.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "surface/body.h"

typedef struct growth {
  dcm_surface *s;
  uint32_t *members; /* of all planes; those of the one that grows are at its end */
  uint32_t first, count;
  double tolerance; /* to which coordinates are known */
  dcm_surface_plane plane;
} growth;

/** Twice the vector area, by the right hand about a, b, c. */
static dcm_vector double_area(const dcm_surface *s, const dcm_face *face) {
  const dcm_vector a = vertex_of(s, face->vertex[0]);
  return dcm_cross(dcm_subtract(vertex_of(s, face->vertex[1]), a),
                   dcm_subtract(vertex_of(s, face->vertex[2]), a));
}

static double longest_side(const dcm_surface *s, const dcm_face *face) {
  double longest = 0.0;
  for (int n = 0; n < 3; n++)
    longest = fmax(longest, dcm_length(dcm_subtract(vertex_of(s, face->vertex[n]),
                                                    vertex_of(s, face->vertex[(n + 1) % 3]))));
  return longest;
}

/** The height over the longest side. */
static double height_of(const dcm_surface *s, const dcm_face *face) {
  return dcm_length(double_area(s, face)) / longest_side(s, face);
}

/** v over its length. A division of each component, for then a vector along an axis becomes exactly
 * that of the axis: a product with 1 / length may round twice. */
static dcm_vector unit(dcm_vector v, double length) {
  return dcm_vector_of(v.x / length, v.y / length, v.z / length);
}

/** A unit vector across a side of a triangle without an area. */
static dcm_vector any_normal(const dcm_surface *s, const dcm_face *face) {
  const dcm_vector along =
      dcm_subtract(vertex_of(s, face->vertex[2]), vertex_of(s, face->vertex[0]));
  const double x = fabs(along.x), y = fabs(along.y), z = fabs(along.z);
  const dcm_vector shortest = dcm_vector_of(x <= y && x <= z, y < x && y <= z, z < x && z < y);
  const dcm_vector across = dcm_cross(along, shortest);
  return unit(across, dcm_length(across));
}

static double above(const dcm_surface_plane *plane, dcm_vector x) {
  return dcm_dot(dcm_vector_at(plane->normal), x) - plane->offset;
}

static uint32_t axis_of(const dcm_surface_plane *plane) {
  const double x = fabs(plane->normal[0]), y = fabs(plane->normal[1]), z = fabs(plane->normal[2]);
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static int lies_in(const growth *g, const dcm_face *face) {
  for (int n = 0; n < 3; n++)
    if (!(fabs(above(&g->plane, vertex_of(g->s, face->vertex[n]))) <= g->tolerance))
      return 0;
  return 1;
}

/** 1 if a, b, c go round counter-clockwise in the projection, -1 clockwise, 0 if they are in line.
 */
static int turn_of(const dcm_surface *s, const dcm_face *face, uint32_t axis) {
  double at[3][2];
  for (int n = 0; n < 3; n++)
    project(axis, s->vertices + 3 * (size_t)face->vertex[n], &at[n][0], &at[n][1]);
  return dcm_exact_turn(at[0][0], at[0][1], at[1][0], at[1][1], at[2][0], at[2][1]);
}

static void take(growth *g, uint32_t t, int left) {
  dcm_face *face = &g->s->faces[t];
  face->plane = g->s->plane_count;
  face->flags =
      (face->flags & FACE_TURNED) | (left ? FACE_LEFT : 0) | axis_of(&g->plane) << FACE_AXIS;
  g->members[g->first + g->count++] = t;
}

/** Takes a neighbour in if it lies in the plane, beyond the edge. */
static void try_neighbour(growth *g, uint32_t t, uint32_t edge) {
  dcm_surface *s = g->s;
  if (edge_face_count(s, edge) != 2)
    return;
  const uint32_t *pair = s->edge_faces + s->edges[edge].first;
  const uint32_t other = pair[pair[0] == t];
  const dcm_face *from = &s->faces[t], *to = &s->faces[other];
  if (to->plane != UINT32_MAX || !lies_in(g, to))
    return;
  const int beyond = -inside_of(from, place_of(from, edge));
  const int left = (beyond > 0) == (place_of(to, edge) != 2);
  const int turn = turn_of(s, to, face_axis(from));
  if (turn == (left ? 1 : -1) || height_of(s, to) <= g->tolerance)
    take(g, other, left);
}

/** The plane through all members, if they lie in it. @return whether they do */
static int refine(growth *g) {
  const dcm_surface_plane old = g->plane;
  const dcm_surface *s = g->s;
  dcm_vector area = {0.0, 0.0, 0.0};
  for (uint32_t m = g->first; m < g->first + g->count; m++) {
    const dcm_face *face = &s->faces[g->members[m]];
    const double sign = (face->flags & FACE_LEFT) ? 1.0 : -1.0;
    area = dcm_add_scaled(area, sign * seen_from(face, &old), double_area(s, face));
  }
  dcm_vector_put(g->plane.normal, unit(area, dcm_length(area)));
  const dcm_vector origin = vertex_of(s, s->faces[g->members[g->first]].vertex[0]);
  const dcm_vector n = dcm_vector_at(g->plane.normal);
  double sum = 0.0;
  for (uint32_t m = g->first; m < g->first + g->count; m++)
    for (int k = 0; k < 3; k++)
      sum += dcm_dot(n, dcm_subtract(vertex_of(s, s->faces[g->members[m]].vertex[k]), origin));
  g->plane.offset = dcm_dot(n, origin) + sum / (3.0 * g->count);
  int all = axis_of(&g->plane) == axis_of(&old);
  for (uint32_t m = g->first; m < g->first + g->count && all; m++)
    all = lies_in(g, &s->faces[g->members[m]]);
  if (!all)
    g->plane = old;
  return all;
}

static void grow(growth *g, uint32_t seed) {
  dcm_surface *s = g->s;
  const dcm_face *face = &s->faces[seed];
  const dcm_vector area = double_area(s, face);
  const double size = dcm_length(area);
  const double side = longest_side(s, face);
  /* A height of less than rounding defines no normal. */
  dcm_vector_put(g->plane.normal,
                 size > 1e-17 * side * side ? unit(area, size) : any_normal(s, face));
  g->plane.offset = dcm_dot(dcm_vector_at(g->plane.normal), vertex_of(s, face->vertex[0]));
  g->count = 0;
  take(g, seed, turn_of(s, face, axis_of(&g->plane)) >= 0);
  /* A better plane may reach farther. */
  for (uint32_t before = 0; g->count > before;) {
    before = g->count;
    for (uint32_t m = 0; m < g->count; m++) {
      const uint32_t t = g->members[g->first + m];
      for (int n = 0; n < 3; n++)
        try_neighbour(g, t, s->faces[t].edge[n]);
    }
    if (g->count == 1 || !refine(g))
      break;
  }
  s->planes[s->plane_count++] = g->plane;
  g->first += g->count;
}

typedef struct ranked {
  double height;
  uint32_t face;
} ranked;

static int by_height(const void *a, const void *b) {
  const ranked *p = a, *q = b;
  if (p->height != q->height)
    return p->height > q->height ? -1 : 1;
  return p->face < q->face ? -1 : p->face > q->face;
}

/** Flags edges and faces by their planes, once all faces have a plane. */
static void set_planes(dcm_surface *s) {
  for (uint32_t t = 0; t < s->triangle_count; t++) {
    dcm_face *face = &s->faces[t];
    const int up = (inside_of(face, 0) * seen_from(face, &s->planes[face->plane]) > 0) ==
                   ((face->flags & FACE_TURNED) == 0);
    face->flags |= up ? 0 : FACE_OUTSIDE_DOWN;
  }
  for (uint32_t e = 0; e < s->edge_count; e++) {
    if (edge_face_count(s, e) != 2)
      continue;
    const uint32_t *pair = s->edge_faces + s->edges[e].first;
    const dcm_face *p = &s->faces[pair[0]], *q = &s->faces[pair[1]];
    if (p->plane == q->plane && inside_of(p, place_of(p, e)) != inside_of(q, place_of(q, e)))
      s->edges[e].flags |= EDGE_FLAT;
  }
}

int32_t dcm_surface_find_planes(dcm_surface *surface) {
  const uint32_t count = surface->triangle_count;
  growth g = {.s = surface};
  ranked *order = malloc(count * sizeof *order);
  g.members = malloc(count * sizeof *g.members);
  surface->planes = malloc(count * sizeof *surface->planes);
  int32_t status = DCM_ERROR;
  if (order && g.members && surface->planes) {
    double largest = 0.0;
    for (int c = 0; c < 3; c++)
      largest = fmax(largest, fmax(fabs(surface->summary.low[c]), fabs(surface->summary.high[c])));
    /* A turned body has coordinates with the rounding of some three products and sums. */
    g.tolerance = 32.0 * DBL_EPSILON * largest;
    for (uint32_t t = 0; t < count; t++) {
      order[t] = (ranked){height_of(surface, &surface->faces[t]), t};
      surface->faces[t].plane = UINT32_MAX;
    }
    qsort(order, count, sizeof *order, by_height);
    for (uint32_t n = 0; n < count; n++)
      if (surface->faces[order[n].face].plane == UINT32_MAX)
        grow(&g, order[n].face);
    set_planes(surface);
    surface->summary.planes = surface->plane_count;
    dcm_surface_plane *fitting = realloc(surface->planes, surface->plane_count * sizeof *fitting);
    if (fitting)
      surface->planes = fitting;
    status = DCM_OK;
  }
  free(order);
  free(g.members);
  return status;
}
