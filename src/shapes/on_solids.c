/* SPDX-License-Identifier: MIT */
#include "shapes/on_solids.h"

#include <math.h>

#include "shapes/least.h"
#include "shapes/on_edges.h"

/* -------------------------------------------------------------------------------- hollows */

static void in_mantle(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                      dcm_on_wall *found) {
  const int is_cylinder = solid->wide[0] == solid->wide[1];
  const double slant =
      is_cylinder ? 0.0 : (solid->wide[1] - solid->wide[0]) / (solid->end[1] - solid->end[0]);
  const double radius = is_cylinder ? solid->wide[0] : solid->wide[0] - slant * solid->end[0];
  dcm_shape_in_cone(shape, solid->axis, dcm_scale(-1.0, to_solid), radius, slant, found);
}

/** Goes from a place to one that is farther from y, where the normal points away from y: first to
 * the place whose normal does so, again and again, then by Newton's steps.
 * @return the distance */
static double go_away(const dcm_shape *shape, dcm_vector y, dcm_surface_point *at) {
  enum { STEPS = 60 };
  double distance = dcm_length(dcm_subtract(at->point, y));
  int in_vain = 0;
  for (int step = 0; step < STEPS && in_vain < 2; step++) {
    const dcm_vector from = dcm_subtract(at->point, y);
    const dcm_surface_point next =
        step % 2
            ? dcm_shape_on_ray(shape, dcm_add(at->point, dcm_shape_step(shape, at, distance, 0, y)))
            : dcm_shape_support(shape, dcm_scale(1.0 / dcm_length(from), from));
    const double there = dcm_length(dcm_subtract(next.point, y));
    in_vain = there > distance ? 0 : in_vain + 1;
    if (there > distance) {
      *at = next;
      distance = there;
    }
  }
  return distance;
}

/** The point of a body that is farthest from the middle of a hollow ball. */
static void in_ball(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                    dcm_on_wall *found) {
  const dcm_vector y = dcm_to_body(shape, to_solid);
  double most = -1.0;
  dcm_vector best = {0.0, 0.0, 1.0};
  /* From the side away from the middle, from both ends of each axis, and from the corners. */
  for (int start = -1; start < 14; start++) {
    double along[3] = {-y.x, -y.y, -y.z};
    for (int d = 0; d < 3 && start >= 0; d++) {
      const int corner = start - 6;
      const double end = d != start / 2 ? 0.0 : start % 2 ? -1.0 : 1.0;
      along[d] = corner < 0 ? end : (corner >> d & 1 ? -1.0 : 1.0) * shape->axis[d];
    }
    const dcm_vector through = dcm_vector_at(along);
    if (!(dcm_length(through) > 0.0))
      continue;
    dcm_surface_point at = dcm_shape_on_ray(shape, through);
    const double distance = go_away(shape, y, &at);
    if (distance > most) {
      most = distance;
      best = dcm_scale(1.0 / distance, dcm_subtract(at.point, y));
    }
  }
  const dcm_vector n = dcm_to_space(shape, best);
  dcm_vector along, around;
  dcm_tangents(n, &along, &around);
  dcm_shape_on_bend(shape, n, along, -1.0 / solid->radius, -1.0 / solid->radius, found);
  found->depth = most - solid->radius;
}

/** The plane of an end, as seen from a side of it: 1 is where the axis points. */
static void at_end(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid, int end,
                   double side, dcm_on_wall *found) {
  const double height = -dcm_dot(to_solid, solid->axis) - solid->end[end];
  dcm_shape_on_plane(shape, dcm_scale(-side, solid->axis), side * height, found);
}

/* -------------------------------------------------------------------------------- from outside */

/** A place from a point or a line on which a round wall stands. */
static void round_off(const dcm_shape *shape, const dcm_on_edge *at, double radius,
                      dcm_vector along, double bend_along, dcm_on_wall *found) {
  dcm_shape_on_bend(shape, at->normal, along, bend_along, 1.0 / radius, found);
  found->depth = at->depth + radius;
  found->point = at->point;
}

/** The rim of an end: points centre + radius (cos(angle) x + sin(angle) y). */
typedef struct rim {
  const dcm_shape *shape;
  dcm_vector centre, x, y;
  double radius;
} rim;

static dcm_vector rim_point(const rim *r, double angle) {
  return dcm_add_scaled(dcm_add_scaled(r->centre, r->radius * cos(angle), r->x),
                        r->radius * sin(angle), r->y);
}

/** How the distance of the rim from the body changes with the angle, over the radius. */
static double leave(const void *of_rim, double angle) {
  const rim *r = of_rim;
  dcm_on_edge at;
  dcm_shape_on_point(r->shape, rim_point(r, angle), &at);
  return dcm_dot(at.normal, dcm_add_scaled(dcm_scale(-sin(angle), r->x), cos(angle), r->y));
}

/** @return whether the body touches the rim between the mantle and the end */
static int on_rim(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid, int end,
                  dcm_on_wall *found) {
  const double tolerance = 1e-9;
  const dcm_vector centre = dcm_add_scaled(to_solid, solid->end[end], solid->axis);
  const dcm_vector across = dcm_tangential_part(dcm_scale(-1.0, centre), solid->axis);
  const double distance = dcm_length(across);
  rim r = {.shape = shape, .centre = centre, .radius = solid->wide[end]};
  if (distance > 0.0)
    r.x = dcm_scale(1.0 / distance, across);
  else
    dcm_tangents(solid->axis, &r.x, &r.y);
  r.y = dcm_cross(solid->axis, r.x);
  const double angle = dcm_least_angle(leave, &r, 1e-15);
  dcm_on_edge at;
  dcm_shape_on_point(shape, rim_point(&r, angle), &at);
  const dcm_vector e = dcm_add_scaled(dcm_scale(cos(angle), r.x), sin(angle), r.y);
  const double side = end == DCM_SOLID_HIGH_END ? 1.0 : -1.0;
  if (dcm_dot(at.normal, e) > tolerance || side * dcm_dot(at.normal, solid->axis) > tolerance)
    return 0;
  dcm_shape_on_plane(shape, at.normal, 0.0, found);
  found->point = at.point;
  found->depth = at.depth;
  return 1;
}

/** Keeps a place where it is less deep than the others, and the centre of the body before it. */
static int keep(const dcm_on_wall *place, int had, dcm_on_wall *found) {
  if (place->depth >= dcm_dot(place->normal, place->point) || (had && place->depth > found->depth))
    return had;
  *found = *place;
  return 1;
}

static int at_cylinder(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                       dcm_on_wall *found) {
  int had = 0;
  dcm_on_edge at;
  dcm_on_wall place;
  dcm_shape_on_line(shape, to_solid, solid->axis, &at);
  round_off(shape, &at, solid->wide[0], solid->axis, 0.0, &place);
  const double along = dcm_dot(dcm_subtract(at.point, to_solid), solid->axis);
  if (along >= solid->end[0] && along <= solid->end[1])
    had = keep(&place, had, found);
  for (int end = 0; end < 2; end++) {
    if (!isfinite(solid->end[end]))
      continue;
    at_end(shape, solid, to_solid, end, end == DCM_SOLID_HIGH_END ? 1.0 : -1.0, &place);
    const dcm_vector from = dcm_tangential_part(dcm_subtract(place.point, to_solid), solid->axis);
    if (dcm_length(from) <= solid->wide[end])
      had = keep(&place, had, found);
    if (on_rim(shape, solid, to_solid, end, &place))
      had = keep(&place, had, found);
  }
  return had;
}

static unsigned find_places(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                            dcm_on_wall *found) {
  if (solid->is_ball && solid->is_hollow) {
    in_ball(shape, solid, to_solid, found);
    return 1;
  }
  if (solid->is_ball) {
    dcm_on_edge at;
    dcm_vector along, around;
    dcm_shape_on_point(shape, to_solid, &at);
    dcm_tangents(at.normal, &along, &around);
    round_off(shape, &at, solid->radius, along, 1.0 / solid->radius, found);
    return 1;
  }
  if (!solid->is_hollow)
    return at_cylinder(shape, solid, to_solid, found) ? 1 : 0;
  unsigned pieces = 1u << DCM_SOLID_MANTLE;
  in_mantle(shape, solid, to_solid, &found[DCM_SOLID_MANTLE]);
  for (int end = 0; end < 2; end++)
    if (isfinite(solid->end[end])) {
      at_end(shape, solid, to_solid, end, end == DCM_SOLID_HIGH_END ? -1.0 : 1.0, &found[end]);
      pieces |= 1u << end;
    }
  return pieces;
}

unsigned dcm_shape_on_solid(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                            dcm_on_wall *found) {
  const unsigned pieces = find_places(shape, solid, to_solid, found);
  for (int piece = 0; piece < DCM_SOLID_PIECES; piece++)
    found[piece].round = INFINITY;
  return pieces;
}
