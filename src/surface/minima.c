/* SPDX-License-Identifier: MIT */
#include "surface/minima.h"

#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/arena.h"
#include "surface/body.h"

void dcm_surface_search_free(dcm_surface_search *search) {
  free(search->contacts);
  free(search->feet);
  free(search->near);
  free(search->kept);
  free(search->visits);
  free(search->visit_of);
  free(search->passes);
  free(search->nodes);
  free(search->parts);
  memset(search, 0, sizeof *search);
}

double dcm_surface_horizon(const dcm_surface *surface, double range) {
  /* No farther than twice the range. */
  return range / fmax(surface->cos_flat, 0.5);
}

/* ---------------------------------------------------------------------------------------- feet */

/** A search that is being made. */
typedef struct hunt {
  dcm_surface_search *search;
  const dcm_surface *s;
  dcm_vector c;
  double horizon;
  int is_close; /* whether a sign that decided may be one of rounding */
  int failed;
} hunt;

int32_t dcm_surface_add_foot(dcm_surface_search *search, uint32_t feature, double distance,
                             dcm_vector direction, dcm_vector at) {
  dcm_surface_foot *feet =
      dcm_with_room(search->feet, &search->feet_room, search->feet_count + (size_t)1, sizeof *feet);
  if (!feet)
    return DCM_ERROR;
  search->feet = feet;
  search->feet[search->feet_count++] =
      (dcm_surface_foot){.feature = feature,
                         .distance = distance,
                         .direction = {direction.x, direction.y, direction.z},
                         .at = {at.x, at.y, at.z},
                         .level = distance,
                         .gradient = {direction.x, direction.y, direction.z}};
  return DCM_OK;
}

static void add_foot(hunt *h, uint32_t feature, double distance, dcm_vector direction,
                     dcm_vector at) {
  if (dcm_surface_add_foot(h->search, feature, distance, direction, at) != DCM_OK)
    h->failed = 1;
}

/** The shadow of the centre on the plane of a face. */
static shadow shadow_on(const hunt *h, const dcm_face *face) {
  const dcm_surface_plane *plane = &h->s->planes[face->plane];
  const dcm_vector n = dcm_vector_at(plane->normal);
  return shadow_of(face, dcm_subtract_scaled(h->c, dcm_dot(n, h->c) - plane->offset, n));
}

/** The outside normal of a face times a factor. */
static dcm_vector outside(const dcm_surface *s, uint32_t t, double factor) {
  const double sign = (s->faces[t].flags & FACE_OUTSIDE_DOWN) ? -factor : factor;
  return dcm_scale(sign, dcm_vector_at(s->planes[s->faces[t].plane].normal));
}

static double angle_at(const dcm_surface *s, const dcm_face *face, uint32_t vertex) {
  dcm_vector leg[2];
  int count = 0;
  for (int n = 0; n < 3; n++)
    if (face->vertex[n] != vertex)
      leg[count++] = dcm_subtract(vertex_of(s, face->vertex[n]), vertex_of(s, vertex));
  return atan2(dcm_length(dcm_cross(leg[0], leg[1])), dcm_dot(leg[0], leg[1]));
}

dcm_vector dcm_surface_pseudonormal(const dcm_surface *s, uint32_t feature) {
  dcm_vector sum = {0.0, 0.0, 0.0};
  if (feature < s->triangle_count)
    return outside(s, feature, 1.0);
  const uint32_t edge = feature - s->triangle_count;
  if (edge < s->edge_count) {
    for (uint32_t k = s->edges[edge].first; k < s->edges[edge + 1].first; k++)
      sum = dcm_add(sum, outside(s, s->edge_faces[k], 1.0));
    return sum;
  }
  const uint32_t vertex = edge - s->edge_count;
  for (uint32_t k = s->fans[vertex]; k < s->fans[vertex + 1]; k++) {
    const uint32_t e = s->fan_edges[k]; /* each face comes with two edges: each time half */
    for (uint32_t m = s->edges[e].first; m < s->edges[e + 1].first; m++) {
      const uint32_t t = s->edge_faces[m];
      sum = dcm_add(sum, outside(s, t, 0.5 * angle_at(s, &s->faces[t], vertex)));
    }
  }
  return sum;
}

/** Adds a foot at a point, unless it is too far or seen from inside. */
static void add_foot_at(hunt *h, uint32_t feature, dcm_vector at) {
  const dcm_vector r = dcm_subtract(h->c, at);
  const double square = dcm_dot(r, r);
  if (!(square < h->horizon * h->horizon))
    return;
  const double distance = sqrt(square);
  dcm_vector direction;
  if (distance > 0.0)
    direction = dcm_scale(1.0 / distance, r);
  else {
    direction = dcm_surface_pseudonormal(h->s, feature);
    const double length = dcm_length(direction);
    direction = length > 0.0 ? dcm_scale(1.0 / length, direction) : dcm_vector_of(0.0, 0.0, 1.0);
  }
  if (!h->s->options.one_sided ||
      dcm_dot(direction, dcm_surface_pseudonormal(h->s, feature)) >= 0.0)
    add_foot(h, feature, distance, direction, at);
}

/** Distance of the centre from a vertex of an edge, along the edge, times the edge's length. */
static double along(const hunt *h, uint32_t from, dcm_vector u) {
  return dcm_dot(dcm_subtract(h->c, vertex_of(h->s, from)), u);
}

static dcm_vector between(const dcm_surface *s, uint32_t from, uint32_t to) {
  return dcm_subtract(vertex_of(s, to), vertex_of(s, from));
}

/** Looks for a foot inside an edge. The centre is beyond the edge for the face that looks after it.
 */
static void look_at_edge(hunt *h, uint32_t owner, uint32_t e) {
  const dcm_surface *s = h->s;
  const uint32_t *v = s->edges[e].vertex;
  const dcm_vector u = between(s, v[0], v[1]);
  const double done = along(h, v[0], u);
  if (!(done > 0.0) || !(along(h, v[1], dcm_scale(-1.0, u)) > 0.0))
    return;
  for (uint32_t k = s->edges[e].first; k < s->edges[e + 1].first; k++) {
    const dcm_face *face = &s->faces[s->edge_faces[k]];
    if (s->edge_faces[k] == owner)
      continue;
    if (!is_beyond(h->s, face, place_of(face, e), shadow_on(h, face)))
      return;
  }
  const dcm_vector a = vertex_of(s, v[0]);
  add_foot_at(h, s->triangle_count + e, dcm_add_scaled(a, done / dcm_dot(u, u), u));
}

/** Looks whether a vertex is a foot: nearer than all points of its edges, and so of its faces. */
static void look_at_vertex(hunt *h, uint32_t vertex) {
  const dcm_surface *s = h->s;
  int is_foot = 1, is_close = 0;
  for (uint32_t k = s->fans[vertex]; k < s->fans[vertex + 1]; k++) {
    const uint32_t *v = s->edges[s->fan_edges[k]].vertex;
    const dcm_vector u = between(s, vertex, v[0] == vertex ? v[1] : v[0]);
    const double done = along(h, vertex, u), close = DCM_SURFACE_CLOSE * dcm_dot(u, u);
    if (done > close)
      return;
    is_foot &= !(done > 0.0);
    is_close |= done >= -close;
  }
  h->is_close |= is_close;
  if (is_foot)
    add_foot_at(h, s->triangle_count + s->edge_count + vertex, vertex_of(s, vertex));
}

/** Parts of a triangle: bits for what is inside, and for the edges and vertices that it looks
 * after. */
enum { INSIDE = 1, FIRST_EDGE = 2, FIRST_VERTEX = 16 };

static uint32_t all_parts(const dcm_face *face) {
  return INSIDE | (face->flags >> FACE_EDGES & 7u) * FIRST_EDGE |
         (face->flags >> FACE_VERTICES & 7u) * FIRST_VERTEX;
}

static dcm_surface_part part_of(const dcm_surface *s, uint32_t t, uint32_t parts) {
  const dcm_face *face = &s->faces[t];
  const dcm_surface_plane *plane = &s->planes[face->plane];
  dcm_surface_part part = {t,
                           parts,
                           face->flags,
                           {plane->normal[0], plane->normal[1], plane->normal[2]},
                           plane->offset,
                           {{0.0}}};
  for (int n = 0; n < 3; n++)
    project(face_axis(face), s->vertices + 3 * (size_t)face->vertex[n], &part.corner[n][0],
            &part.corner[n][1]);
  return part;
}

static void look_at_part(hunt *h, const dcm_surface_part *part) {
  const dcm_surface *s = h->s;
  const dcm_face seen = {.flags = part->flags};
  const dcm_vector n = dcm_vector_at(part->normal);
  const double height = dcm_dot(n, h->c) - part->offset;
  if (!(fabs(height) < h->horizon))
    return;
  const dcm_vector at = dcm_subtract_scaled(h->c, height, n);
  const double place[3] = {at.x, at.y, at.z};
  double x, y;
  project(face_axis(&seen), place, &x, &y);
  uint32_t parts = part->parts, beyond = 0;
  for (int k = 0; k < 3; k++) {
    const double *a = part->corner[edge_ends[k][0]], *b = part->corner[edge_ends[k][1]];
    if (parts & (INSIDE | ((uint32_t)FIRST_EDGE << k)) &&
        dcm_exact_side(a[0], a[1], b[0], b[1], x, y) != inside_of(&seen, k)) {
      beyond |= (uint32_t)FIRST_EDGE << k;
      parts &= ~(uint32_t)INSIDE;
    }
  }
  if (parts & INSIDE) {
    const int is_below = height < 0.0, is_down = (part->flags & FACE_OUTSIDE_DOWN) != 0;
    if (s->options.one_sided && is_below != is_down && height != 0.0)
      return;
    const int flips = height == 0.0 ? is_down : is_below;
    add_foot(h, part->triangle, fabs(height), flips ? dcm_scale(-1.0, n) : n, at);
  }
  for (uint32_t k = 0; k < 3; k++) {
    if (parts & beyond & (FIRST_EDGE << k))
      look_at_edge(h, part->triangle, s->faces[part->triangle].edge[k]);
    if (parts & (FIRST_VERTEX << k))
      look_at_vertex(h, s->faces[part->triangle].vertex[k]);
  }
}

/** The feature of a face on which the point of it lies that is nearest to the centre. */
static uint32_t nearest_feature(const hunt *h, uint32_t t, dcm_vector at) {
  const dcm_surface *s = h->s;
  const dcm_face *face = &s->faces[t];
  const dcm_vector r = dcm_subtract(h->c, at);
  for (int n = 0; n < 3; n++) {
    const dcm_vector d = dcm_subtract(at, vertex_of(s, face->vertex[n]));
    if (d.x == 0.0 && d.y == 0.0 && d.z == 0.0)
      return s->triangle_count + s->edge_count + face->vertex[n];
  }
  for (int n = 0; n < 3; n++) {
    const dcm_vector d = dcm_subtract(dcm_surface_nearest_of_edge(s, face->edge[n], h->c), at);
    if (d.x == 0.0 && d.y == 0.0 && d.z == 0.0 && dcm_dot(r, r) > 0.0)
      return s->triangle_count + face->edge[n];
  }
  return t;
}

/** Where signs of rounding may contradict each other, near a vertex, no feature may have claimed
 * the nearest point of all. It is always a minimum. */
static void rescue_nearest(hunt *h, const uint32_t *near, uint32_t count) {
  double least = h->horizon;
  uint32_t nearest = DCM_NO_FEATURE;
  dcm_vector at = h->c;
  for (uint32_t n = 0; n < count; n++) {
    const dcm_vector p = dcm_surface_nearest_of_face(h->s, near[n], h->c);
    const double distance = dcm_length(dcm_subtract(h->c, p));
    if (distance < least || (distance == least && near[n] < nearest)) {
      least = distance;
      nearest = near[n];
      at = p;
    }
  }
  if (nearest == DCM_NO_FEATURE)
    return;
  for (uint32_t f = 0; f < h->search->feet_count; f++)
    if (h->search->feet[f].distance <= least * (1.0 + 1e-9))
      return;
  add_foot_at(h, nearest_feature(h, nearest, at), at);
}

/* ------------------------------------------------------------------------------------- joining */

static dcm_vector direction_of(const dcm_surface_foot *foot) {
  return dcm_vector_at(foot->direction);
}

/** Whether two feet are one place: in one plane, or where rounding put them a little apart. */
static int are_one_place(const dcm_surface *s, double horizon, const dcm_surface_foot *f,
                         const dcm_surface_foot *g) {
  if (f->feature < s->triangle_count && g->feature < s->triangle_count &&
      s->faces[f->feature].plane == s->faces[g->feature].plane)
    return dcm_dot(direction_of(f), direction_of(g)) > 0.0;
  const dcm_vector d = dcm_subtract(dcm_vector_at(f->at), dcm_vector_at(g->at));
  return dcm_dot(d, d) <= 1e-18 * horizon * horizon;
}

static int by_depth(const void *a, const void *b) {
  const dcm_surface_foot *f = a, *g = b;
  if (f->distance != g->distance)
    return f->distance < g->distance ? -1 : 1;
  return f->feature < g->feature ? -1 : f->feature > g->feature;
}

void dcm_surface_forget_doubles(dcm_surface_search *search, const dcm_surface *surface) {
  const double horizon = dcm_surface_horizon(surface, search->range);
  uint32_t kept = 0;
  qsort(search->feet, search->feet_count, sizeof *search->feet, by_depth);
  for (uint32_t f = 0; f < search->feet_count; f++) {
    int is_new = 1;
    for (uint32_t g = 0; g < kept && is_new; g++)
      is_new = !are_one_place(surface, horizon, &search->feet[g], &search->feet[f]);
    if (is_new)
      search->feet[kept++] = search->feet[f];
  }
  search->feet_count = kept;
}

int32_t dcm_surface_add_contact(dcm_surface_search *search, const dcm_surface_contact *contact) {
  dcm_surface_contact *contacts = dcm_with_room(search->contacts, &search->contacts_room,
                                                search->count + (size_t)1, sizeof *contacts);
  if (!contacts)
    return DCM_ERROR;
  search->contacts = contacts;
  contacts[search->count++] = *contact;
  return DCM_OK;
}

static int32_t add_contact(hunt *h, const dcm_surface_foot *foot) {
  const dcm_vector gradient = dcm_vector_at(foot->gradient);
  const int is_alone = foot->level == foot->distance;
  const double slope = is_alone ? 1.0 : dcm_length(gradient);
  const dcm_vector n =
      is_alone || !(slope > 0.0) ? direction_of(foot) : dcm_scale(1.0 / slope, gradient);
  const dcm_vector at = dcm_subtract_scaled(h->c, foot->level, n);
  const dcm_surface_contact contact = {.feature = foot->feature,
                                       .distance = foot->level,
                                       .slope = slope,
                                       .direction = {n.x, n.y, n.z},
                                       .foot = {at.x, at.y, at.z}};
  return dcm_surface_add_contact(h->search, &contact);
}

static int by_feature(const void *a, const void *b) {
  const dcm_surface_contact *p = a, *q = b;
  return p->feature < q->feature ? -1 : p->feature > q->feature;
}

void dcm_surface_sort_contacts(dcm_surface_search *search) {
  if (search->count > 1)
    qsort(search->contacts, search->count, sizeof *search->contacts, by_feature);
}

int64_t dcm_surface_keep_near(dcm_surface_search *search, const dcm_surface *surface,
                              dcm_vector centre, double distance, const uint32_t *near,
                              uint32_t near_count, const uint32_t **kept) {
  int64_t count = 0;
  dcm_tree_walk walk;
  uint32_t *room = dcm_with_room(search->kept, &search->kept_room, near_count, sizeof *room);
  if (!room)
    return -1;
  search->kept = room;
  dcm_tree_begin(&walk, surface, centre, distance * (1.0 + 1e-6));
  for (uint32_t n = 0; n < near_count; n++)
    if (dcm_tree_enters(&walk, &surface->face_boxes[near[n]]))
      search->kept[count++] = near[n];
  *kept = search->kept;
  return count;
}

static hunt begin(dcm_surface_search *search, const dcm_surface *surface, const double centre[3],
                  double range) {
  search->count = search->feet_count = 0;
  memcpy(search->centre, centre, sizeof search->centre);
  search->range = range;
  search->shape = NULL;
  return (hunt){search, surface, dcm_vector_at(centre), dcm_surface_horizon(surface, range), 0, 0};
}

/** Makes contacts of the feet that were found. */
static int32_t conclude(hunt *h, const uint32_t *near, uint32_t near_count) {
  dcm_surface_search *search = h->search;
  if (h->is_close)
    rescue_nearest(h, near, near_count);
  if (h->failed)
    return DCM_ERROR;
  if (search->feet_count > 1) {
    dcm_surface_forget_doubles(search, h->s);
    if (search->feet_count > 1 && dcm_surface_join_feet(search, h->s) != DCM_OK)
      return DCM_ERROR;
  }
  for (uint32_t f = 0; f < search->feet_count; f++)
    if (search->feet[f].contact == f && search->feet[f].level < search->range &&
        add_contact(h, &search->feet[f]) != DCM_OK)
      return DCM_ERROR;
  dcm_surface_sort_contacts(search);
  return h->failed ? DCM_ERROR : DCM_OK;
}

int32_t dcm_surface_find_contacts(dcm_surface_search *search, const dcm_surface *surface,
                                  const double centre[3], double range, const uint32_t *near,
                                  uint32_t near_count) {
  hunt h = begin(search, surface, centre, range);
  if (!near) {
    const int64_t found = dcm_surface_find_near(search, surface, centre, h.horizon, &near);
    if (found < 0)
      return DCM_ERROR;
    near_count = (uint32_t)found;
  }
  /* The others can have no foot there. */
  const int64_t kept =
      dcm_surface_keep_near(search, surface, h.c, h.horizon, near, near_count, &near);
  if (kept < 0)
    return DCM_ERROR;
  for (uint32_t n = 0; n < kept; n++) {
    const dcm_surface_part part = part_of(surface, near[n], all_parts(&surface->faces[near[n]]));
    look_at_part(&h, &part);
  }
  return conclude(&h, near, (uint32_t)kept);
}

int32_t dcm_surface_find_contacts_among(dcm_surface_search *search, const dcm_surface *surface,
                                        const double centre[3], double range,
                                        const dcm_surface_part *parts, uint32_t count,
                                        const uint32_t *near, uint32_t near_count) {
  hunt h = begin(search, surface, centre, range);
  for (uint32_t n = 0; n < count; n++)
    look_at_part(&h, &parts[n]);
  return conclude(&h, near, near_count);
}

/* --------------------------------------------------------------------------- parts that may be */

/** The parts of a face that may hold a foot when the centre has moved by no more than slack. */
static uint32_t parts_that_may(const hunt *h, const dcm_face *face, double slack) {
  const dcm_surface_plane *plane = &h->s->planes[face->plane];
  uint32_t parts = all_parts(face);
  if (fabs(dcm_dot(dcm_vector_at(plane->normal), h->c) - plane->offset) >= h->horizon + slack)
    return 0;
  for (int n = 0; n < 3; n++) {
    if (parts & INSIDE && dcm_surface_within(h->s, face, n, h->c) < -slack)
      parts &= ~(uint32_t)INSIDE;
    if (parts & (FIRST_EDGE << n) &&
        dcm_surface_clear_of_edge(h->s, h->c, h->horizon, face->edge[n]) > slack)
      parts &= ~((uint32_t)FIRST_EDGE << n);
    if (parts & (FIRST_VERTEX << n) &&
        dcm_surface_clear_of_vertex(h->s, h->c, h->horizon, face->vertex[n]) > slack)
      parts &= ~((uint32_t)FIRST_VERTEX << n);
  }
  return parts;
}

int64_t dcm_surface_find_parts(dcm_surface_search *search, const dcm_surface *surface,
                               const double centre[3], double range, double margin,
                               const uint32_t *near, uint32_t near_count,
                               const dcm_surface_part **parts) {
  const hunt h = begin(search, surface, centre, range);
  /* Distances are of the size of the surface, and so is their rounding. */
  const double slack = margin + 1e-12 * (surface->summary.extent + dcm_length(h.c));
  int64_t count = 0;
  dcm_tree_walk walk;
  dcm_surface_part *room =
      dcm_with_room(search->parts, &search->parts_room, near_count, sizeof *room);
  if (!room)
    return -1;
  search->parts = room;
  dcm_tree_begin(&walk, surface, h.c, h.horizon * (1.0 + 1e-6) + slack);
  for (uint32_t n = 0; n < near_count; n++) {
    if (!dcm_tree_enters(&walk, &surface->face_boxes[near[n]]))
      continue;
    const uint32_t some = parts_that_may(&h, &surface->faces[near[n]], slack);
    if (some)
      search->parts[count++] = part_of(surface, near[n], some);
  }
  *parts = search->parts;
  return count;
}
