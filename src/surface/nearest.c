/* SPDX-License-Identifier: MIT */
/** @file
 * Points of features that are nearest to a point, and lists of triangles that are near. */
#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>

#include "runtime/arena.h"
#include "surface/minima.h"
#include "surface/tree.h"

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

int64_t dcm_surface_find_near(dcm_surface_search *search, const dcm_surface *surface,
                              const double centre[3], double distance, const uint32_t **near) {
  const dcm_vector c = dcm_vector_at(centre);
  /* Rounding may find or miss a triangle at the very distance; the caller works with both. */
  const double square = distance * distance * (1.0 + 1e-12);
  dcm_tree_walk walk;
  const uint32_t *faces;
  search->near_count = 0;
  search->near_square = INFINITY;
  dcm_tree_begin(&walk, surface, c, distance);
  for (uint32_t count; (count = dcm_tree_next(&walk, &faces)) > 0;) {
    uint32_t *room = dcm_with_room(search->near, &search->near_room,
                                   search->near_count + (size_t)LEAF, sizeof *room);
    if (!room)
      return -1;
    search->near = room;
    for (uint32_t n = 0; n < count; n++) {
      const double to_face = square_to(&walk, faces[n], c, square);
      if (to_face <= square)
        search->near[search->near_count++] = faces[n];
      search->near_square = fmin(search->near_square, to_face);
    }
  }
  *near = search->near;
  return search->near_count;
}
