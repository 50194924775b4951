/* SPDX-License-Identifier: MIT */
/** @file
 * The features nearest to a point; the triangles near to it, by the tree, or by cells of space that
 * remember what the tree said of them; and where a sphere can touch nothing but the insides of one
 * of these, or of two in a corner, so that its contacts are those with planes. */
#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/arena.h"
#include "surface/body.h"
#include "surface/minima.h"

static dcm_vector nearest_between(dcm_vector p, dcm_vector q, dcm_vector c) {
  const dcm_vector along = dcm_subtract(q, p);
  const double length = dcm_dot(along, along), done = dcm_dot(dcm_subtract(c, p), along);
  if (!(done > 0.0))
    return p;
  if (done >= length)
    return q;
  return dcm_add_scaled(p, done / length, along);
}

static dcm_vector nearer(dcm_vector p, dcm_vector q, dcm_vector c) {
  const dcm_vector to_p = dcm_subtract(p, c), to_q = dcm_subtract(q, c);
  return dcm_dot(to_q, to_q) < dcm_dot(to_p, to_p) ? q : p;
}

dcm_vector dcm_surface_nearest_of_edge(const dcm_surface *s, uint32_t edge, dcm_vector c) {
  const uint32_t *v = s->edges[edge].vertex;
  return nearest_between(vertex_of(s, v[0]), vertex_of(s, v[1]), c);
}

dcm_vector dcm_surface_nearest_of_face(const dcm_surface *s, uint32_t face, dcm_vector c) {
  const uint32_t *v = s->faces[face].vertex;
  const dcm_vector corner[3] = {vertex_of(s, v[0]), vertex_of(s, v[1]), vertex_of(s, v[2])};
  const dcm_vector n = dcm_vector_at(s->planes[s->faces[face].plane].normal);
  const double height = dcm_dot(n, c) - s->planes[s->faces[face].plane].offset;
  const dcm_vector foot = dcm_subtract_scaled(c, height, n);
  double side[3];
  for (int k = 0; k < 3; k++)
    side[k] = dcm_dot(
        n, dcm_cross(dcm_subtract(corner[(k + 1) % 3], corner[k]), dcm_subtract(foot, corner[k])));
  if ((side[0] > 0.0 && side[1] > 0.0 && side[2] > 0.0) ||
      (side[0] < 0.0 && side[1] < 0.0 && side[2] < 0.0))
    return foot;
  const uint32_t *edge = s->faces[face].edge;
  dcm_vector best = dcm_surface_nearest_of_edge(s, edge[0], c);
  best = nearer(best, dcm_surface_nearest_of_edge(s, edge[1], c), c);
  return nearer(best, dcm_surface_nearest_of_edge(s, edge[2], c), c);
}

/** The square of the distance of a face that a walk enters; more than a square that is farther than
 * the caller asks for. */
static double square_to(const dcm_tree_walk *walk, uint32_t face, dcm_vector c, double most) {
  const dcm_surface *s = walk->surface;
  if (!dcm_tree_enters(walk, &s->face_boxes[face]))
    return INFINITY;
  const dcm_surface_plane *plane = &s->planes[s->faces[face].plane];
  const double height = dcm_dot(dcm_vector_at(plane->normal), c) - plane->offset;
  if (height * height > most)
    return INFINITY;
  const dcm_vector r = dcm_subtract(dcm_surface_nearest_of_face(s, face, c), c);
  return dcm_dot(r, r);
}

/** Adds those of some triangles that are near. @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t add_near(dcm_surface_search *search, const dcm_tree_walk *walk, dcm_vector c,
                        double square, const uint32_t *faces, uint32_t count) {
  uint32_t *room = dcm_with_room(search->near, &search->near_room,
                                 search->near_count + (size_t)count, sizeof *room);
  if (!room)
    return DCM_ERROR;
  search->near = room;
  for (uint32_t n = 0; n < count; n++) {
    const double to_face = square_to(walk, faces[n], c, square);
    if (to_face <= square)
      search->near[search->near_count++] = faces[n];
    search->near_square = fmin(search->near_square, to_face);
  }
  return DCM_OK;
}

/** Begins a search. @return the square of the distance; rounding may find or miss a triangle at the
 * very distance, and the caller works with both */
static double begin(dcm_surface_search *search, dcm_tree_walk *walk, const dcm_surface *surface,
                    dcm_vector c, double distance) {
  search->near_count = 0;
  search->near_square = INFINITY;
  dcm_tree_begin(walk, surface, c, distance);
  return distance * distance * (1.0 + 1e-12);
}

int64_t dcm_surface_find_near(dcm_surface_search *search, const dcm_surface *surface,
                              const double centre[3], double distance, const uint32_t **near) {
  const dcm_vector c = dcm_vector_at(centre);
  dcm_tree_walk walk;
  const uint32_t *faces;
  const double square = begin(search, &walk, surface, c, distance);
  for (uint32_t count; (count = dcm_tree_next(&walk, &faces)) > 0;)
    if (add_near(search, &walk, c, square, faces, count) != DCM_OK)
      return -1;
  *near = search->near;
  return search->near_count;
}

/* --------------------------------------------------------------------------------------- cells */

/** Cells, at most; and triangles of a cell, at most, for more of which the tree is asked. */
enum { MOST_CELLS = 1 << 20, MOST_OF_CELL = 16 };

/** States of a cell, in the place of where its list begins: a count, then the triangles. */
enum { UNKNOWN = 0, FAR_OFF = 1, CROWDED = 2, FIRST_LIST = 3 };

void dcm_surface_cells_free(dcm_surface_cells *cells) {
  free(cells->known);
  free(cells->lists);
  memset(cells, 0, sizeof *cells);
}

size_t dcm_surface_cells_memory(const dcm_surface_cells *cells) {
  return ((size_t)cells->count[0] * cells->count[1] * cells->count[2] + cells->room) *
         sizeof(uint32_t);
}

/** Cells of a box around the surface that know nothing yet: as long as the distance, or so much
 * longer that they are not too many. With shorter ones the processor waits for memory. */
static int32_t divide(dcm_surface_cells *cells, const dcm_surface *surface, double distance) {
  const dcm_surface_summary *summary = &surface->summary;
  double all;
  dcm_surface_cells_free(cells);
  cells->distance = 1.25 * distance;
  cells->edge = fmax(cells->distance, 1e-4 * summary->extent);
  do {
    all = 1.0;
    for (int c = 0; c < 3; c++) {
      const double size = summary->high[c] - summary->low[c] + 2.0 * cells->distance;
      cells->low[c] = summary->low[c] - cells->distance;
      cells->count[c] = (uint32_t)(size / cells->edge) + 1;
      all *= cells->count[c];
    }
    cells->edge *= all > MOST_CELLS ? 1.25 : 1.0;
  } while (all > MOST_CELLS);
  cells->used = FIRST_LIST;
  cells->known = calloc((size_t)all, sizeof *cells->known);
  return cells->known ? DCM_OK : DCM_ERROR;
}

/** Asks the tree what is near any point of a cell. @return what is known then, or -1 */
static int64_t learn(dcm_surface_cells *cells, dcm_surface_search *search,
                     const dcm_surface *surface, const uint32_t at[3]) {
  double middle[3];
  const uint32_t *near;
  for (int c = 0; c < 3; c++)
    middle[c] = cells->low[c] + (at[c] + 0.5) * cells->edge;
  /* Half the diagonal, and a little for rounding. */
  const double reach = cells->distance + 0.8661 * cells->edge;
  const int64_t count = dcm_surface_find_near(search, surface, middle, reach, &near);
  if (count <= 0)
    return count < 0 ? -1 : FAR_OFF;
  uint32_t *lists = count > MOST_OF_CELL
                        ? NULL
                        : dcm_with_room(cells->lists, &cells->room, cells->used + (size_t)count + 1,
                                        sizeof *lists);
  if (!lists)
    return CROWDED;
  const uint32_t place = cells->used;
  cells->lists = lists;
  lists[place] = (uint32_t)count;
  memcpy(lists + place + 1, near, (size_t)count * sizeof *near);
  cells->used += (uint32_t)count + 1;
  return place;
}

int64_t dcm_surface_find_near_by(dcm_surface_cells *cells, dcm_surface_search *search,
                                 const dcm_surface *surface, const double centre[3],
                                 double distance, const uint32_t **near) {
  const dcm_vector c = dcm_vector_at(centre);
  dcm_tree_walk walk;
  if (!(cells->known && distance <= cells->distance) && divide(cells, surface, distance) != DCM_OK)
    return -1;
  uint32_t at[3];
  for (int n = 0; n < 3; n++) {
    const double place = (centre[n] - cells->low[n]) / cells->edge;
    if (!(place >= 0.0 && place < cells->count[n]))
      return dcm_surface_find_near(search, surface, centre, distance, near);
    at[n] = (uint32_t)place;
  }
  uint32_t *known =
      &cells->known[((size_t)at[2] * cells->count[1] + at[1]) * cells->count[0] + at[0]];
  if (*known == UNKNOWN) {
    const int64_t now = learn(cells, search, surface, at);
    if (now < 0)
      return -1;
    *known = (uint32_t)now;
  }
  if (*known == CROWDED)
    return dcm_surface_find_near(search, surface, centre, distance, near);
  const double square = begin(search, &walk, surface, c, distance);
  const uint32_t *list = *known == FAR_OFF ? NULL : cells->lists + *known;
  if (list && add_near(search, &walk, c, square, list + 1, list[0]) != DCM_OK)
    return -1;
  *near = search->near;
  return search->near_count;
}

/* -------------------------------------------------------------------------------------- planes */

/* Each part of a triangle near the centre has a distance that the centre must go, at least, before
 * the part holds another foot than now; the conditions for a foot are those of minima.c. */

/** How far the centre is beyond a vertex of an edge, along the edge, from another one on.
 * @param length receives that of the edge */
static double along(const dcm_surface *s, dcm_vector c, uint32_t from, uint32_t to,
                    double *length) {
  const dcm_vector a = vertex_of(s, from), u = dcm_subtract(vertex_of(s, to), a);
  *length = dcm_length(u);
  return dcm_dot(dcm_subtract(c, a), u) / *length;
}

/** An edge holds a foot if the centre is beyond it for all its faces, and between its ends. */
double dcm_surface_clear_of_edge(const dcm_surface *s, dcm_vector c, double horizon, uint32_t e) {
  double length, done = along(s, c, s->edges[e].vertex[0], s->edges[e].vertex[1], &length);
  const double distance = dcm_length(dcm_subtract(c, dcm_surface_nearest_of_edge(s, e, c)));
  double clear = fmax(distance - horizon, fmax(-done, done - length));
  for (uint32_t k = s->edges[e].first; k < s->edges[e + 1].first; k++) {
    const dcm_face *face = &s->faces[s->edge_faces[k]];
    clear = fmax(clear, dcm_surface_within(s, face, place_of(face, e), c));
  }
  return clear;
}

/** A vertex holds a foot if the centre is before it along all its edges. */
double dcm_surface_clear_of_vertex(const dcm_surface *s, dcm_vector c, double horizon,
                                   uint32_t vertex) {
  double clear = dcm_length(dcm_subtract(c, vertex_of(s, vertex))) - horizon;
  for (uint32_t k = s->fans[vertex]; k < s->fans[vertex + 1]; k++) {
    const uint32_t *v = s->edges[s->fan_edges[k]].vertex;
    double length, done = along(s, c, vertex, v[0] == vertex ? v[1] : v[0], &length);
    clear = fmax(clear, done - DCM_SURFACE_CLOSE * length);
  }
  return clear;
}

/** A centre that is looked at. */
typedef struct look {
  const dcm_surface *s;
  dcm_vector c;
  double horizon;
  double clear; /* the least of the distances so far */
  dcm_planes_near *planes;
} look;

static void add_plane(dcm_planes_near *planes, const dcm_surface_plane *plane, uint32_t triangle,
                      double sign) {
  uint32_t n = planes->count++;
  for (; n > 0 && planes->plane[n - 1].wall > triangle; n--)
    planes->plane[n] = planes->plane[n - 1];
  for (int c = 0; c < 3; c++)
    planes->plane[n].normal[c] = sign * plane->normal[c];
  planes->plane[n].offset = sign * plane->offset;
  planes->plane[n].wall = triangle;
}

/** The inside of a triangle: a plane as long as the shadow of the centre is inside and the centre
 * on its side, or no foot.
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
  if (at->planes->count == DCM_MOST_PLANES)
    return 0.0;
  add_plane(at->planes, plane, t, is_below ? -1.0 : 1.0);
  return fmin(inside, fabs(height));
}

/** Distance from the horizon to the nearest edge of a triangle, which none of the ways to another
 * foot can go round. */
static double clear_of_ways(const look *at, uint32_t triangle) {
  double nearest = INFINITY;
  for (int n = 0; n < 3; n++) {
    const uint32_t edge = at->s->faces[triangle].edge[n];
    const dcm_vector to = dcm_surface_nearest_of_edge(at->s, edge, at->c);
    nearest = fmin(nearest, dcm_length(dcm_subtract(at->c, to)));
  }
  return nearest - at->horizon;
}

/** Two feet are two contacts if they are at two places, and there is no pass between them. */
static double clear_of_joining(const look *at) {
  dcm_vector foot[2];
  double clear[2];
  for (int n = 0; n < 2; n++) {
    const dcm_vector normal = dcm_vector_at(at->planes->plane[n].normal);
    const double distance = dcm_dot(normal, at->c) - at->planes->plane[n].offset;
    foot[n] = dcm_subtract_scaled(at->c, distance, normal);
    clear[n] = clear_of_ways(at, at->planes->plane[n].wall);
  }
  const double apart = 0.5 * dcm_length(dcm_subtract(foot[0], foot[1]));
  return fmin(apart, fmax(clear[0], clear[1]));
}

static void look_at(look *at, uint32_t t) {
  const dcm_face *face = &at->s->faces[t];
  at->clear = fmin(at->clear, clear_of_inside(at, t));
  for (int n = 0; n < 3 && at->clear > 0.0; n++) {
    if (face->flags >> (FACE_EDGES + n) & 1u)
      at->clear =
          fmin(at->clear, dcm_surface_clear_of_edge(at->s, at->c, at->horizon, face->edge[n]));
    if (face->flags >> (FACE_VERTICES + n) & 1u)
      at->clear =
          fmin(at->clear, dcm_surface_clear_of_vertex(at->s, at->c, at->horizon, face->vertex[n]));
  }
}

void dcm_surface_find_planes_near(const dcm_surface *surface, const double centre[3], double range,
                                  const uint32_t *near, uint32_t near_count,
                                  dcm_planes_near *planes) {
  const dcm_vector c = dcm_vector_at(centre);
  look at = {surface, c, dcm_surface_horizon(surface, range), INFINITY, planes};
  planes->count = 0;
  for (uint32_t n = 0; n < near_count && at.clear > 0.0; n++)
    look_at(&at, near[n]);
  if (planes->count == 2 && at.clear > 0.0)
    at.clear = fmin(at.clear, clear_of_joining(&at));
  /* Distances are of the size of the surface, and so is their rounding. */
  const double rounding = 1e-12 * (surface->summary.extent + dcm_length(c));
  const double margin = (1.0 - 1e-6) * fmin(at.clear, range) - rounding;
  dcm_vector_put(planes->place, c);
  planes->margin = margin > 0.003 * range ? margin : -1.0;
  planes->retry = 0.0125 * range;
}
