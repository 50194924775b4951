/* SPDX-License-Identifier: MIT */
/** @file
 * Where a sphere can touch nothing but the insides of one triangle, or of two in a corner: its
 * contacts are then those with planes. Each part of a triangle near the centre has a distance
 * that the centre must go, at least, before the part holds another foot than now; the conditions
 * for a foot are those of minima.c. */
#include <dcm/base.h>
#include <math.h>

#include "surface/body.h"
#include "surface/minima.h"

/** A centre that is looked at. */
typedef struct look {
  const dcm_surface *s;
  dcm_vector c;
  double horizon;
  double clear; /* the least of the distances so far */
  dcm_surface_flats *flats;
} look;

static double distance_to(const look *at, dcm_vector point) {
  return dcm_length(dcm_subtract(at->c, point));
}

static double distance_to_edge(const look *at, uint32_t e) {
  return distance_to(at, dcm_surface_nearest_of_edge(at->s, e, at->c));
}

/** How far the centre is beyond a vertex of an edge, along the edge, from another one on.
 * @param length receives that of the edge */
static double along(const look *at, uint32_t from, uint32_t to, double *length) {
  const dcm_vector a = vertex_of(at->s, from), u = dcm_subtract(vertex_of(at->s, to), a);
  *length = dcm_length(u);
  return dcm_dot(dcm_subtract(at->c, a), u) / *length;
}

/** An edge holds a foot if the centre is beyond it for all its faces, and between its ends. */
static double clear_of_edge(const look *at, uint32_t e) {
  const dcm_surface *s = at->s;
  double length, done = along(at, s->edges[e].vertex[0], s->edges[e].vertex[1], &length);
  double clear = fmax(distance_to_edge(at, e) - at->horizon, fmax(-done, done - length));
  for (uint32_t k = s->edges[e].first; k < s->edges[e + 1].first; k++) {
    const dcm_face *face = &s->faces[s->edge_faces[k]];
    clear = fmax(clear, dcm_surface_within(s, face, place_of(face, e), at->c));
  }
  return clear;
}

/** A vertex holds a foot if the centre is before it along all its edges. */
static double clear_of_vertex(const look *at, uint32_t vertex) {
  const dcm_surface *s = at->s;
  double clear = distance_to(at, vertex_of(s, vertex)) - at->horizon;
  for (uint32_t k = s->fans[vertex]; k < s->fans[vertex + 1]; k++) {
    const uint32_t *v = s->edges[s->fan_edges[k]].vertex;
    double length, done = along(at, vertex, v[0] == vertex ? v[1] : v[0], &length);
    clear = fmax(clear, done - DCM_SURFACE_CLOSE * length);
  }
  return clear;
}

static void add(dcm_surface_flats *flats, const dcm_surface_plane *plane, uint32_t triangle,
                double sign) {
  dcm_surface_flat flat = {.offset = sign * plane->offset, .triangle = triangle};
  for (int c = 0; c < 3; c++)
    flat.normal[c] = sign * plane->normal[c];
  uint32_t n = flats->count++;
  for (; n > 0 && flats->of[n - 1].triangle > flat.triangle; n--)
    flats->of[n] = flats->of[n - 1];
  flats->of[n] = flat;
}

/** The inside of a triangle: a flat as long as the shadow of the centre is inside and the centre on
 * its side, or no foot.
 * @return the clear distance */
static double clear_of_inside(look *at, uint32_t t) {
  const dcm_face *face = &at->s->faces[t];
  const dcm_surface_plane *plane = &at->s->planes[face->plane];
  const double height = dcm_dot(dcm_vector_at(plane->normal), at->c) - plane->offset;
  const double beyond = fabs(height) - at->horizon;
  double inside = INFINITY;
  for (int n = 0; n < 3; n++)
    inside = fmin(inside, dcm_surface_within(at->s, face, n, at->c));
  if (inside <= 0.0 || beyond > fmin(inside, fabs(height)))
    return fmax(-inside, beyond);
  const int is_below = height < 0.0, is_down = (face->flags & FACE_OUTSIDE_DOWN) != 0;
  if (at->s->options.one_sided && is_below != is_down)
    return fabs(height);
  if (at->flats->count == DCM_MOST_FLATS)
    return 0.0;
  add(at->flats, plane, t, is_below ? -1.0 : 1.0);
  return fmin(inside, fabs(height));
}

/** Distance from the horizon to the nearest edge of a triangle, which none of the ways to another
 * foot can go round. */
static double clear_of_ways(const look *at, uint32_t triangle) {
  double clear = INFINITY;
  for (int n = 0; n < 3; n++)
    clear = fmin(clear, distance_to_edge(at, at->s->faces[triangle].edge[n]) - at->horizon);
  return clear;
}

/** Two feet are two contacts if they are at two places, and there is no pass between them. */
static double clear_of_joining(const look *at) {
  const dcm_surface_flat *of = at->flats->of;
  dcm_vector foot[2];
  for (int n = 0; n < 2; n++) {
    const dcm_vector normal = dcm_vector_at(of[n].normal);
    foot[n] = dcm_subtract_scaled(at->c, dcm_dot(normal, at->c) - of[n].offset, normal);
  }
  const double apart = 0.5 * dcm_length(dcm_subtract(foot[0], foot[1]));
  return fmin(apart, fmax(clear_of_ways(at, of[0].triangle), clear_of_ways(at, of[1].triangle)));
}

static void look_at(look *at, uint32_t t) {
  const dcm_face *face = &at->s->faces[t];
  at->clear = fmin(at->clear, clear_of_inside(at, t));
  for (int n = 0; n < 3 && at->clear > 0.0; n++) {
    if (face->flags >> (FACE_EDGES + n) & 1u)
      at->clear = fmin(at->clear, clear_of_edge(at, face->edge[n]));
    if (face->flags >> (FACE_VERTICES + n) & 1u)
      at->clear = fmin(at->clear, clear_of_vertex(at, face->vertex[n]));
  }
}

void dcm_surface_find_flats(const dcm_surface *surface, const double centre[3], double range,
                            const uint32_t *near, uint32_t near_count, dcm_surface_flats *flats) {
  const dcm_vector c = dcm_vector_at(centre);
  look at = {surface, c, dcm_surface_horizon(surface, range), INFINITY, flats};
  flats->count = 0;
  for (uint32_t n = 0; n < near_count && at.clear > 0.0; n++)
    look_at(&at, near[n]);
  if (flats->count == 2 && at.clear > 0.0)
    at.clear = fmin(at.clear, clear_of_joining(&at));
  /* Distances are of the size of the surface, and so is their rounding. */
  const double rounding = 1e-12 * (surface->summary.extent + dcm_length(c));
  const double margin = (1.0 - 1e-6) * fmin(at.clear, range) - rounding;
  flats->margin = margin > 0.003 * range ? margin : -1.0;
  flats->retry = 0.0125 * range;
}
