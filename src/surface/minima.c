/* SPDX-License-Identifier: MIT */
#include "surface/minima.h"

#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "surface/body.h"
#include "surface/exact.h"
#include "surface/tree.h"

void dcm_surface_search_free(dcm_surface_search *search) {
  free(search->contacts);
  free(search->feet);
  free(search->near);
  free(search->kept);
  memset(search, 0, sizeof *search);
}

double dcm_surface_horizon(const dcm_surface *surface, double range) {
  /* Two planes meet at a fold by an angle f; a foot on the second is born where the foot on the
   * first is nearer by cos f. At a right angle there is no such bound, nor a need. */
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

static void add_foot(hunt *h, uint32_t feature, double distance, dcm_vector direction,
                     dcm_vector at) {
  dcm_surface_search *search = h->search;
  if (search->feet_count == search->feet_room) {
    const uint32_t room = 2 * search->feet_room + 8;
    dcm_surface_foot *larger = realloc(search->feet, room * sizeof *larger);
    if (!larger) {
      h->failed = 1;
      return;
    }
    search->feet = larger;
    search->feet_room = room;
  }
  search->feet[search->feet_count++] = (dcm_surface_foot){
      feature, 0, distance, {direction.x, direction.y, direction.z}, {at.x, at.y, at.z}};
}

/** The projection of the centre onto the plane of a face, in the projection of the plane. */
typedef struct shadow {
  double height; /* of the centre above the plane */
  double x, y;
} shadow;

static shadow shadow_on(const hunt *h, const dcm_face *face) {
  const dcm_surface_plane *plane = &h->s->planes[face->plane];
  const dcm_vector n = dcm_vector_at(plane->normal);
  shadow of;
  of.height = dcm_dot(n, h->c) - plane->offset;
  const dcm_vector at = dcm_subtract_scaled(h->c, of.height, n);
  const double q[3] = {at.x, at.y, at.z};
  project(face_axis(face), q, &of.x, &of.y);
  return of;
}

/** Whether the shadow is beyond edge n of a face. */
static int is_beyond(const hunt *h, const dcm_face *face, int n, const shadow *q) {
  static const int ends[3][2] = {{0, 1}, {1, 2}, {0, 2}};
  const uint32_t axis = face_axis(face);
  double ax, ay, bx, by;
  project(axis, h->s->vertices + 3 * (size_t)face->vertex[ends[n][0]], &ax, &ay);
  project(axis, h->s->vertices + 3 * (size_t)face->vertex[ends[n][1]], &bx, &by);
  return dcm_exact_side(ax, ay, bx, by, q->x, q->y) != inside_of(face, n);
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

/** The normal of a face, the mean of those at an edge, or at a vertex that weighted by the angles
 * of the faces: it tells outside from inside. J. A. Baerentzen, H. Aanaes, Signed distance
 * computation using the angle weighted pseudonormal, IEEE Trans. Vis. Comput. Graph. 11 (2005) 243.
 */
static dcm_vector pseudonormal(const dcm_surface *s, uint32_t feature) {
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
    direction = pseudonormal(h->s, feature);
    const double length = dcm_length(direction);
    direction = length > 0.0 ? dcm_scale(1.0 / length, direction) : dcm_vector_of(0.0, 0.0, 1.0);
  }
  if (!h->s->options.one_sided || dcm_dot(direction, pseudonormal(h->s, feature)) >= 0.0)
    add_foot(h, feature, distance, direction, at);
}

/** How far along an edge from one of its vertices the centre is, times the edge's length. */
static double along(hunt *h, uint32_t from, uint32_t to) {
  const dcm_vector v = vertex_of(h->s, from), u = dcm_subtract(vertex_of(h->s, to), v);
  const double done = dcm_dot(dcm_subtract(h->c, v), u);
  h->is_close |= fabs(done) <= 1e-9 * dcm_dot(u, u);
  return done;
}

/** Looks for a foot inside an edge. The centre is beyond the edge for the face that looks after it.
 */
static void look_at_edge(hunt *h, uint32_t owner, uint32_t e) {
  const dcm_surface *s = h->s;
  const uint32_t *v = s->edges[e].vertex;
  const double done = along(h, v[0], v[1]);
  if (!(done > 0.0) || !(along(h, v[1], v[0]) > 0.0))
    return;
  for (uint32_t k = s->edges[e].first; k < s->edges[e + 1].first; k++) {
    const dcm_face *face = &s->faces[s->edge_faces[k]];
    if (s->edge_faces[k] == owner)
      continue;
    const shadow q = shadow_on(h, face);
    if (!is_beyond(h, face, place_of(face, e), &q))
      return;
  }
  const dcm_vector a = vertex_of(s, v[0]), u = dcm_subtract(vertex_of(s, v[1]), a);
  add_foot_at(h, s->triangle_count + e, dcm_add_scaled(a, done / dcm_dot(u, u), u));
}

/** Looks whether a vertex is a foot: nearer than all points of its edges, and so of its faces. */
static void look_at_vertex(hunt *h, uint32_t vertex) {
  const dcm_surface *s = h->s;
  for (uint32_t k = s->fans[vertex]; k < s->fans[vertex + 1]; k++) {
    const uint32_t *v = s->edges[s->fan_edges[k]].vertex;
    if (along(h, vertex, v[0] == vertex ? v[1] : v[0]) > 0.0)
      return;
  }
  add_foot_at(h, s->triangle_count + s->edge_count + vertex, vertex_of(s, vertex));
}

static void look_at_face(hunt *h, uint32_t t) {
  const dcm_surface *s = h->s;
  const dcm_face *face = &s->faces[t];
  const shadow q = shadow_on(h, face);
  if (!(fabs(q.height) < h->horizon))
    return;
  int beyond[3];
  for (int n = 0; n < 3; n++)
    beyond[n] = is_beyond(h, face, n, &q);
  if (!beyond[0] && !beyond[1] && !beyond[2]) {
    const int is_below = q.height < 0.0;
    if (s->options.one_sided && is_below != ((face->flags & FACE_OUTSIDE_DOWN) != 0) &&
        q.height != 0.0)
      return;
    const dcm_vector n = dcm_vector_at(s->planes[face->plane].normal);
    const int flips = q.height == 0.0 ? (face->flags & FACE_OUTSIDE_DOWN) != 0 : is_below;
    add_foot(h, t, fabs(q.height), flips ? dcm_scale(-1.0, n) : n,
             dcm_subtract_scaled(h->c, q.height, n));
  }
  for (int n = 0; n < 3; n++) {
    if (face->flags >> (FACE_EDGES + n) & 1u && beyond[n])
      look_at_edge(h, t, face->edge[n]);
    if (face->flags >> (FACE_VERTICES + n) & 1u)
      look_at_vertex(h, face->vertex[n]);
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

/** Goes through the faces that have a feature. @return the face number n; DCM_NO_FEATURE at the end
 */
static uint32_t face_at(const dcm_surface *s, uint32_t feature, uint32_t n) {
  if (feature < s->triangle_count)
    return n == 0 ? feature : DCM_NO_FEATURE;
  const uint32_t edge = feature - s->triangle_count;
  if (edge < s->edge_count)
    return n < edge_face_count(s, edge) ? s->edge_faces[s->edges[edge].first + n] : DCM_NO_FEATURE;
  const uint32_t vertex = edge - s->edge_count;
  for (uint32_t k = s->fans[vertex]; k < s->fans[vertex + 1]; k++) {
    const uint32_t e = s->fan_edges[k], count = edge_face_count(s, e);
    if (n < count)
      return s->edge_faces[s->edges[e].first + n];
    n -= count;
  }
  return DCM_NO_FEATURE;
}

int dcm_surface_are_smooth(const dcm_surface *s, uint32_t f, uint32_t g) {
  uint32_t t, u;
  for (uint32_t n = 0; (t = face_at(s, f, n)) != DCM_NO_FEATURE; n++)
    for (uint32_t m = 0; (u = face_at(s, g, m)) != DCM_NO_FEATURE; m++)
      if (s->faces[t].smooth == s->faces[u].smooth)
        return 1;
  return 0;
}

/** Whether two feet are one place: in one plane, or where rounding put them a little apart. */
static int are_one_place(const hunt *h, const dcm_surface_foot *f, const dcm_surface_foot *g) {
  const dcm_surface *s = h->s;
  if (f->feature < s->triangle_count && g->feature < s->triangle_count &&
      s->faces[f->feature].plane == s->faces[g->feature].plane)
    return dcm_dot(direction_of(f), direction_of(g)) > 0.0;
  const dcm_vector d = dcm_subtract(dcm_vector_at(f->at), dcm_vector_at(g->at));
  return dcm_dot(d, d) <= 1e-18 * h->horizon * h->horizon;
}

static int by_depth(const void *a, const void *b) {
  const dcm_surface_foot *f = a, *g = b;
  if (f->distance != g->distance)
    return f->distance < g->distance ? -1 : 1;
  return f->feature < g->feature ? -1 : f->feature > g->feature;
}

/** Sorts the feet, the nearest first, and forgets those that are at the place of another one. */
static void forget_doubles(hunt *h) {
  dcm_surface_search *search = h->search;
  uint32_t kept = 0;
  qsort(search->feet, search->feet_count, sizeof *search->feet, by_depth);
  for (uint32_t f = 0; f < search->feet_count; f++) {
    int is_new = 1;
    for (uint32_t g = 0; g < kept && is_new; g++)
      is_new = !are_one_place(h, &search->feet[g], &search->feet[f]);
    if (is_new)
      search->feet[kept++] = search->feet[f];
  }
  search->feet_count = kept;
}

/** The number of each foot's contact so far: that of the nearest foot it is joined with. */
static void join_feet(hunt *h) {
  dcm_surface_foot *feet = h->search->feet;
  const uint32_t count = h->search->feet_count;
  for (uint32_t f = 0; f < count; f++)
    feet[f].contact = f;
  for (uint32_t f = 1; f < count; f++)
    for (uint32_t g = 0; g < f; g++) {
      const uint32_t from = feet[f].contact, to = feet[g].contact;
      if (from == to || h->s->options.flat <= 0.0 ||
          dcm_dot(direction_of(&feet[f]), direction_of(&feet[g])) < h->s->cos_flat - 1e-12 ||
          !dcm_surface_are_smooth(h->s, feet[f].feature, feet[g].feature))
        continue;
      for (uint32_t k = 0; k < count; k++)
        if (feet[k].contact == from || feet[k].contact == to)
          feet[k].contact = from < to ? from : to;
    }
}

/** Shortens a length to the distance of a foot from an edge where the surface rises, if that has
 * its nearest point within the horizon. */
static double keep_from_edge(const hunt *h, uint32_t e, const dcm_surface_foot *foot,
                             double margin) {
  const dcm_vector at = dcm_vector_at(foot->at);
  const dcm_vector p = dcm_surface_nearest_of_edge(h->s, e, at);
  const dcm_vector to_foot = dcm_subtract(p, at), to_centre = dcm_subtract(p, h->c);
  return dcm_dot(to_centre, to_centre) < h->horizon * h->horizon ? fmin(margin, dcm_length(to_foot))
                                                                 : margin;
}

/** Whether the surface rises towards the centre beyond an edge. */
static int is_concave(const hunt *h, uint32_t e) {
  const dcm_edge *edge = &h->s->edges[e];
  if (!(edge->flags & (EDGE_RISES | EDGE_FALLS)))
    return 0;
  const shadow q = shadow_on(h, &h->s->faces[h->s->edge_faces[edge->first]]);
  return q.height >= 0.0 ? (edge->flags & EDGE_RISES) != 0 : (edge->flags & EDGE_FALLS) != 0;
}

/** How far a foot is from concave folds, for there feet are born and die. Folds beyond the horizon
 * count as if they were at its border in the plane of the foot. */
static double margin_of(const hunt *h, const dcm_surface_foot *foot, const uint32_t *near,
                        uint32_t count) {
  double margin = sqrt(fmax(0.0, h->horizon * h->horizon - foot->distance * foot->distance));
  for (uint32_t n = 0; n < count; n++) {
    const dcm_face *face = &h->s->faces[near[n]];
    for (int k = 0; k < 3; k++)
      if (face->flags >> (FACE_EDGES + k) & 1u && is_concave(h, face->edge[k]))
        margin = keep_from_edge(h, face->edge[k], foot, margin);
  }
  return margin;
}

/** Blends the directions of the feet of a contact, whose nearest is the first: each weighs as much
 * as it is far from where it is born. */
static dcm_vector blend(const hunt *h, uint32_t first, const uint32_t *near, uint32_t near_count,
                        uint32_t *joined) {
  const dcm_surface_foot *feet = h->search->feet;
  dcm_vector sum = {0.0, 0.0, 0.0};
  *joined = 0;
  for (uint32_t f = first; f < h->search->feet_count; f++)
    *joined += feet[f].contact == first;
  if (*joined == 1)
    return direction_of(&feet[first]);
  for (uint32_t f = first; f < h->search->feet_count; f++)
    if (feet[f].contact == first)
      sum = dcm_add_scaled(sum, margin_of(h, &feet[f], near, near_count), direction_of(&feet[f]));
  const double length = dcm_length(sum);
  return length > 0.0 ? dcm_scale(1.0 / length, sum) : direction_of(&feet[first]);
}

static int32_t add_contact(hunt *h, uint32_t first, const uint32_t *near, uint32_t near_count) {
  dcm_surface_search *search = h->search;
  if (search->count == search->contacts_room) {
    const uint32_t room = 2 * search->contacts_room + 8;
    dcm_surface_contact *larger = realloc(search->contacts, room * sizeof *larger);
    if (!larger)
      return DCM_ERROR;
    search->contacts = larger;
    search->contacts_room = room;
  }
  const dcm_surface_foot *foot = &search->feet[first];
  dcm_surface_contact *contact = &search->contacts[search->count++];
  const dcm_vector n = blend(h, first, near, near_count, &contact->joined);
  const dcm_vector at = dcm_subtract_scaled(h->c, foot->distance, n);
  contact->feature = foot->feature;
  contact->distance = foot->distance;
  contact->direction[0] = n.x;
  contact->direction[1] = n.y;
  contact->direction[2] = n.z;
  contact->foot[0] = at.x;
  contact->foot[1] = at.y;
  contact->foot[2] = at.z;
  return DCM_OK;
}

static int by_feature(const void *a, const void *b) {
  const dcm_surface_contact *p = a, *q = b;
  return p->feature < q->feature ? -1 : p->feature > q->feature;
}

/** Keeps the triangles that have a point within the horizon. The others can have no foot there, and
 * no edge that has a weight.
 * @param kept receives them in their order
 * @return their number; 0 also where the planes of all are out of range, and so each foot is; -1
 *         when out of memory */
static int64_t keep_near(hunt *h, double range, const uint32_t *near, uint32_t near_count,
                         const uint32_t **kept) {
  /* What rounding makes of a foot at the very range is the business of what follows. */
  const double far = range * (1.0 + 1e-9);
  dcm_surface_search *search = h->search;
  int64_t count = 0;
  int touches = 0;
  dcm_tree_walk walk;
  if (search->kept_room < near_count) {
    uint32_t *larger = realloc(search->kept, 2 * (size_t)near_count * sizeof *larger);
    if (!larger)
      return -1;
    search->kept = larger;
    search->kept_room = 2 * near_count;
  }
  dcm_tree_begin(&walk, h->s, h->c, h->horizon * (1.0 + 1e-6));
  for (uint32_t n = 0; n < near_count; n++) {
    if (!dcm_tree_enters(&walk, &h->s->face_boxes[near[n]]))
      continue;
    const dcm_surface_plane *plane = &h->s->planes[h->s->faces[near[n]].plane];
    touches |= fabs(dcm_dot(dcm_vector_at(plane->normal), h->c) - plane->offset) < far;
    search->kept[count++] = near[n];
  }
  *kept = search->kept;
  return touches ? count : 0;
}

int32_t dcm_surface_find_contacts(dcm_surface_search *search, const dcm_surface *surface,
                                  const double centre[3], double range, const uint32_t *near,
                                  uint32_t near_count) {
  hunt h = {search, surface, dcm_vector_at(centre), dcm_surface_horizon(surface, range), 0, 0};
  search->count = search->feet_count = 0;
  memcpy(search->centre, centre, sizeof search->centre);
  search->range = range;
  if (!near) {
    const int64_t found = dcm_surface_find_near(search, surface, centre, h.horizon, &near);
    if (found < 0)
      return DCM_ERROR;
    near_count = (uint32_t)found;
  }
  const int64_t kept = keep_near(&h, range, near, near_count, &near);
  if (kept < 0)
    return DCM_ERROR;
  near_count = (uint32_t)kept;
  for (uint32_t n = 0; n < near_count; n++)
    look_at_face(&h, near[n]);
  if (h.is_close)
    rescue_nearest(&h, near, near_count);
  if (h.failed)
    return DCM_ERROR;
  if (search->feet_count > 1) {
    forget_doubles(&h);
    join_feet(&h);
  } else if (search->feet_count == 1)
    search->feet[0].contact = 0;
  for (uint32_t f = 0; f < search->feet_count; f++)
    if (search->feet[f].contact == f && search->feet[f].distance < range &&
        add_contact(&h, f, near, near_count) != DCM_OK)
      return DCM_ERROR;
  if (search->count > 1)
    qsort(search->contacts, search->count, sizeof *search->contacts, by_feature);
  return DCM_OK;
}
