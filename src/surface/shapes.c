/* SPDX-License-Identifier: MIT */
#include "surface/minima.h"

#include <dcm/base.h>
#include <math.h>

#include "shapes/on_walls.h"
#include "surface/body.h"

/** A search that is being made. */
typedef struct hunt {
  dcm_surface_search *search;
  const dcm_surface *s;
  const dcm_shape *shape;
  dcm_vector c;
  double horizon;
  double round; /* no radius of curvature that counts is smaller */
  int failed;
} hunt;

/** Adds a foot, unless it is too far, behind the centre of the grain, or seen from inside.
 * @param normal out of the grain
 * @param point  of the grain, from its centre */
static void add(hunt *h, uint32_t feature, double depth, dcm_vector normal, dcm_vector point) {
  const double distance = h->search->radius - depth;
  const dcm_vector direction = dcm_scale(-1.0, normal);
  if (!(distance < h->horizon) || depth >= dcm_dot(normal, point))
    return;
  if (h->s->options.one_sided && dcm_dot(direction, dcm_surface_pseudonormal(h->s, feature)) < 0.0)
    return;
  const dcm_vector at = dcm_add(h->c, dcm_subtract_scaled(point, depth, normal));
  if (dcm_surface_add_foot(h->search, feature, distance, direction, at) != DCM_OK)
    h->failed = 1;
}

/* ------------------------------------------------------------------------------------- faces */

/** Where the grain is deepest behind the plane of a face, or behind its other side. */
typedef struct on_face {
  dcm_surface_point place; /* in the frame of the grain */
  dcm_vector normal;       /* of the plane, out of the grain */
  dcm_vector point;
  double depth;
  shadow of_point; /* on the plane */
} on_face;

/** @param side 1: the grain is where the normal of the plane points; -1: on the other side */
static on_face face_from(const hunt *h, const dcm_face *face, int side) {
  const dcm_surface_plane *plane = &h->s->planes[face->plane];
  const dcm_vector n = dcm_vector_at(plane->normal);
  on_face f = {.normal = dcm_scale(-side, n)};
  f.place = dcm_shape_support(h->shape, dcm_to_body(h->shape, f.normal));
  f.point = dcm_to_space(h->shape, f.place.point);
  f.depth = f.place.height - side * (dcm_dot(n, h->c) - plane->offset);
  f.of_point = shadow_of(face, dcm_add(h->c, dcm_subtract_scaled(f.point, f.depth, f.normal)));
  return f;
}

/** Whether the body is rounder at a place than the place is deep, and its centre before the wall.
 */
static int is_least(const hunt *h, const dcm_surface_point *place, double depth) {
  if (depth < h->round)
    return 1;
  if (depth >= place->height)
    return 0;
  dcm_vector t, r;
  dcm_tangents(place->normal, &t, &r);
  double high, low;
  dcm_eigenvalues(dcm_limit_curvature(h->shape, dcm_shape_curvature(h->shape, place, t, r)), &high,
                  &low);
  return depth * high < 1.0;
}

static void look_at_face(hunt *h, uint32_t t) {
  const dcm_face *face = &h->s->faces[t];
  const dcm_surface_plane *plane = &h->s->planes[face->plane];
  const double height = dcm_dot(dcm_vector_at(plane->normal), h->c) - plane->offset;
  if (!(fabs(height) < h->horizon))
    return;
  const on_face f = face_from(h, face, height < 0.0 ? -1 : 1);
  if (!(h->search->radius - f.depth < h->horizon))
    return;
  for (int n = 0; n < 3; n++)
    if (is_beyond(h->s, face, n, f.of_point))
      return;
  if (is_least(h, &f.place, f.depth))
    add(h, t, f.depth, f.normal, f.point);
}

/* ------------------------------------------------------------------------------------- edges */

static dcm_vector line_of(const dcm_surface *s, uint32_t edge) {
  const uint32_t *v = s->edges[edge].vertex;
  const dcm_vector u = dcm_subtract(vertex_of(s, v[1]), vertex_of(s, v[0]));
  return dcm_scale(1.0 / dcm_length(u), u);
}

/** How far along an edge a point of the grain is: 0 at the first vertex, 1 at the second. */
static double along(const hunt *h, uint32_t edge, dcm_vector point) {
  const uint32_t *v = h->s->edges[edge].vertex;
  const dcm_vector a = vertex_of(h->s, v[0]), u = dcm_subtract(vertex_of(h->s, v[1]), a);
  return dcm_dot(dcm_subtract(dcm_add(h->c, point), a), u) / dcm_dot(u, u);
}

/** The normals out of a grain that touches an edge from outside: those that point into none of its
 * faces, nor away from any. They are a range of angles about the edge, from the first, which is a
 * normal of one face, to the last, which is one of another face.
 * @param face receives the two faces
 * @param half receives half of the range
 * @return the normal in the middle; the null vector where the edge stands out on no side */
static dcm_vector wedge_of(const hunt *h, uint32_t edge, dcm_vector u, uint32_t face[2],
                           double *half) {
  const dcm_surface *s = h->s;
  const uint32_t first = s->edges[edge].first;
  const dcm_vector x = dcm_surface_into(s, &s->faces[s->edge_faces[first]], edge);
  const dcm_vector y = dcm_cross(u, x);
  double least = 0.0, most = 0.0;
  face[0] = face[1] = s->edge_faces[first];
  for (uint32_t k = first + 1; k < s->edges[edge + 1].first; k++) {
    const dcm_vector into = dcm_surface_into(s, &s->faces[s->edge_faces[k]], edge);
    const double angle = atan2(dcm_dot(into, y), dcm_dot(into, x));
    if (angle > most) {
      most = angle;
      face[0] = s->edge_faces[k];
    }
    if (angle < least) {
      least = angle;
      face[1] = s->edge_faces[k];
    }
  }
  *half = 0.5 * (DCM_PI - (most - least));
  const double middle = 0.5 * (most + least);
  return *half > 0.0 ? dcm_add_scaled(dcm_scale(cos(middle), x), sin(middle), y)
                     : dcm_vector_of(0.0, 0.0, 0.0);
}

/** Where the shadows of the grain are, on the faces at the ends of a wedge: beyond the edge on
 * both; inside of one, which then has the foot; or inside of one behind which the grain is deeper
 * than it is round, which has none. */
enum { ENDS_BEYOND, ENDS_DEEP, ENDS_INSIDE };

static int look_at_ends(const hunt *h, uint32_t edge, dcm_vector u, const uint32_t face[2]) {
  int ends_are = ENDS_BEYOND;
  for (int end = 0; end < 2; end++) {
    const dcm_face *of = &h->s->faces[face[end]];
    const dcm_vector n = dcm_vector_at(h->s->planes[of->plane].normal);
    /* The first normal is a quarter turn before the way into its face, the last one behind. */
    const dcm_vector across = dcm_cross(u, dcm_surface_into(h->s, of, edge));
    const double turned = end == 0 ? -dcm_dot(n, across) : dcm_dot(n, across);
    const on_face f = face_from(h, of, turned > 0.0 ? -1 : 1);
    if (is_beyond(h->s, of, place_of(of, edge), f.of_point))
      continue;
    if (is_least(h, &f.place, f.depth))
      return ENDS_INSIDE;
    ends_are = ENDS_DEEP;
  }
  return ends_are;
}

static void look_at_edge(hunt *h, uint32_t edge) {
  const dcm_surface *s = h->s;
  const dcm_vector nearest = dcm_surface_nearest_of_edge(s, edge, h->c);
  if (!(dcm_length(dcm_subtract(nearest, h->c)) < h->horizon))
    return;
  const dcm_vector u = line_of(s, edge);
  uint32_t face[2];
  double half;
  const dcm_vector middle = wedge_of(h, edge, u, face, &half);
  const int ends_are = half > 0.0 ? look_at_ends(h, edge, u, face) : ENDS_INSIDE;
  if (ends_are == ENDS_INSIDE)
    return;
  const dcm_vector to_line = dcm_subtract(vertex_of(s, s->edges[edge].vertex[0]), h->c);
  dcm_on_edge at;
  if (ends_are == ENDS_BEYOND)
    dcm_shape_on_edge(h->shape, to_line, u, middle, half, &at);
  else {
    dcm_shape_on_line(h->shape, to_line, u, &at);
    if (!(dcm_dot(at.normal, middle) > cos(half)))
      return;
  }
  const double share = along(h, edge, at.point);
  if (share >= -DCM_SURFACE_CLOSE && share <= 1.0 + DCM_SURFACE_CLOSE)
    add(h, s->triangle_count + edge, at.depth, at.normal, at.point);
}

static void look_at_vertex(hunt *h, uint32_t vertex) {
  const dcm_surface *s = h->s;
  const dcm_vector to = dcm_subtract(vertex_of(s, vertex), h->c);
  const double length = dcm_length(to);
  if (!(length < h->horizon))
    return;
  dcm_on_edge at;
  dcm_shape_on_point(h->shape, to, &at);
  for (uint32_t k = s->fans[vertex]; k < s->fans[vertex + 1]; k++) {
    const uint32_t *v = s->edges[s->fan_edges[k]].vertex;
    const dcm_vector u =
        dcm_subtract(vertex_of(s, v[0] == vertex ? v[1] : v[0]), vertex_of(s, vertex));
    if (dcm_dot(at.normal, u) < -DCM_SURFACE_CLOSE * dcm_length(u))
      return;
  }
  add(h, s->triangle_count + s->edge_count + vertex, at.depth, at.normal, at.point);
}

/* ------------------------------------------------------------------------------------- joining */

double dcm_surface_shape_from(const dcm_surface_search *search, const dcm_surface *surface,
                              uint32_t feature, dcm_vector *direction) {
  const hunt h = {.s = surface, .shape = search->shape, .c = dcm_vector_at(search->centre)};
  const uint32_t edge = feature - surface->triangle_count;
  uint32_t vertex = edge - surface->edge_count;
  dcm_on_edge at = {.depth = -INFINITY};
  if (edge < surface->edge_count) {
    const uint32_t *v = surface->edges[edge].vertex;
    dcm_shape_on_line(h.shape, dcm_subtract(vertex_of(surface, v[0]), h.c), line_of(surface, edge),
                      &at);
    const double share = along(&h, edge, at.point);
    if (!(share >= 0.0))
      vertex = v[0];
    else if (share > 1.0)
      vertex = v[1];
  }
  if (vertex < surface->vertex_count)
    dcm_shape_on_point(h.shape, dcm_subtract(vertex_of(surface, vertex), h.c), &at);
  *direction = search->turning ? dcm_cross(at.normal, at.point) : dcm_scale(-1.0, at.normal);
  return search->radius - at.depth;
}

/** Whether others are joined to a foot. */
static int is_joined(const dcm_surface_foot *foot) {
  return foot->level != foot->distance;
}

/** A contact of a foot alone; of a foot that others are joined to, with the gradient by the place
 * of the grain as its direction, and the direction of the foot as its foot. */
static dcm_surface_contact first_look(const dcm_surface_foot *foot) {
  dcm_surface_contact contact = {.feature = foot->feature, .distance = foot->level, .slope = 1.0};
  for (int c = 0; c < 3; c++) {
    contact.direction[c] = is_joined(foot) ? foot->gradient[c] : foot->direction[c];
    contact.foot[c] = is_joined(foot) ? foot->direction[c] : foot->at[c];
  }
  return contact;
}

/** Completes the contact of a foot that others are joined to.
 * @param turning gradient by the turn of the grain about its centre */
static void complete(const hunt *h, dcm_surface_contact *contact, dcm_vector turning) {
  const dcm_vector gradient = dcm_vector_at(contact->direction);
  const double slope = dcm_length(gradient), over = slope > 0.0 ? 1.0 / slope : 0.0;
  const dcm_vector n = slope > 0.0 ? dcm_scale(over, gradient) : dcm_vector_at(contact->foot);
  const dcm_vector beside = dcm_scale(over, dcm_cross(n, turning));
  const dcm_surface_point behind =
      dcm_shape_support(h->shape, dcm_to_body(h->shape, dcm_scale(-1.0, n)));
  const double depth = h->search->radius - contact->distance;
  contact->slope = slope;
  contact->pitch = over * dcm_dot(n, turning);
  dcm_vector_put(contact->direction, n);
  dcm_vector_put(contact->foot, dcm_add_scaled(dcm_add(h->c, beside), depth - behind.height, n));
}

static int is_contact(const dcm_surface_search *search, uint32_t foot) {
  return search->feet[foot].contact == foot && search->feet[foot].level < search->range;
}

/** Makes contacts of the feet that were found. */
static int32_t conclude(hunt *h) {
  dcm_surface_search *search = h->search;
  int are_joined = 0;
  if (search->feet_count > 1) {
    dcm_surface_forget_doubles(search, h->s);
    if (search->feet_count > 1 && dcm_surface_join_feet(search, h->s) != DCM_OK)
      return DCM_ERROR;
  }
  for (uint32_t f = 0; f < search->feet_count; f++) {
    if (!is_contact(search, f))
      continue;
    const dcm_surface_contact contact = first_look(&search->feet[f]);
    are_joined |= is_joined(&search->feet[f]);
    if (dcm_surface_add_contact(search, &contact) != DCM_OK)
      return DCM_ERROR;
  }
  /* Once more, with turns of the grain in the place of its way, so that gradients become those by
   * turns: the weights of feet and passes depend on distances alone. */
  search->turning = are_joined;
  if (are_joined && dcm_surface_join_feet(search, h->s) != DCM_OK)
    return DCM_ERROR;
  search->turning = 0;
  for (uint32_t f = 0, k = 0; f < search->feet_count && are_joined; f++) {
    if (!is_contact(search, f))
      continue;
    if (is_joined(&search->feet[f]))
      complete(h, &search->contacts[k], dcm_vector_at(search->feet[f].gradient));
    k++;
  }
  dcm_surface_sort_contacts(search);
  return DCM_OK;
}

int32_t dcm_surface_find_shape(dcm_surface_search *search, const dcm_surface *surface,
                               const dcm_shape *shape, const double centre[3], double radius,
                               double range, const uint32_t *near, uint32_t near_count) {
  hunt h = {.search = search, .s = surface, .shape = shape, .c = dcm_vector_at(centre)};
  h.horizon = dcm_surface_horizon(surface, range);
  h.round = DCM_SHARPEST * fmin(shape->axis[0], fmin(shape->axis[1], shape->axis[2]));
  search->count = search->feet_count = 0;
  dcm_vector_put(search->centre, h.c);
  search->range = range;
  search->shape = shape;
  search->radius = radius;
  const int64_t kept =
      dcm_surface_keep_near(search, surface, h.c, h.horizon, near, near_count, &near);
  if (kept < 0)
    return DCM_ERROR;
  for (uint32_t k = 0; k < kept && !h.failed; k++) {
    const dcm_face *face = &surface->faces[near[k]];
    look_at_face(&h, near[k]);
    for (int n = 0; n < 3; n++) {
      if (face->flags >> (FACE_EDGES + n) & 1u)
        look_at_edge(&h, face->edge[n]);
      if (face->flags >> (FACE_VERTICES + n) & 1u)
        look_at_vertex(&h, face->vertex[n]);
    }
  }
  return h.failed ? DCM_ERROR : conclude(&h);
}
