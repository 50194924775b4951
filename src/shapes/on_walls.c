/* SPDX-License-Identifier: MIT */
#include "shapes/on_walls.h"

#include <math.h>

#include "shapes/least.h"

void dcm_shape_on_bend(const dcm_shape *shape, dcm_vector normal, dcm_vector along,
                       double bend_along, double bend_around, dcm_on_wall *found) {
  const dcm_vector inside = dcm_to_body(shape, normal), one = dcm_to_body(shape, along);
  const dcm_surface_point at = dcm_shape_support(shape, inside);
  dcm_matrix2 k = dcm_shape_curvature(shape, &at, one, dcm_cross(inside, one));
  k.xx += bend_along;
  k.yy += bend_around;
  found->normal = normal;
  found->point = dcm_to_space(shape, at.point);
  k = dcm_limit_curvature(shape, k);
  double high, low;
  dcm_eigenvalues(k, &high, &low);
  found->radius = dcm_radius_of_curvatures(k);
  found->round = 1.0 / high;
  found->pitch = 0.0;
}

void dcm_shape_on_plane(const dcm_shape *shape, dcm_vector normal, double distance,
                        dcm_on_wall *found) {
  dcm_vector along, around;
  dcm_tangents(normal, &along, &around);
  dcm_shape_on_bend(shape, normal, along, 0.0, 0.0, found);
  found->depth = dcm_dot(found->point, normal) - distance;
}

void dcm_shape_at_place(const dcm_shape *shape, dcm_vector normal, dcm_vector place, double depth,
                        dcm_on_wall *found) {
  dcm_shape_on_plane(shape, normal, 0.0, found);
  found->depth = depth;
  found->point = dcm_add_scaled(place, depth, normal);
}

/** The normals of a hollow cone: (cos(angle) x + sin(angle) y - slant z), over its length. */
typedef struct cone {
  const dcm_shape *shape;
  dcm_vector centre; /* of the body, from the axis */
  dcm_vector x, y, z;
  double slant, over;
} cone;

static dcm_vector across(const cone *c, double angle) {
  return dcm_add_scaled(dcm_scale(cos(angle), c->x), sin(angle), c->y);
}

static dcm_vector normal_of(const cone *c, double angle) {
  return dcm_scale(c->over, dcm_subtract_scaled(across(c, angle), c->slant, c->z));
}

/** The point of the body that is deepest along a normal, from the axis. */
static dcm_vector deepest(const cone *c, dcm_vector normal) {
  const dcm_surface_point at = dcm_shape_support(c->shape, dcm_to_body(c->shape, normal));
  return dcm_add(c->centre, dcm_to_space(c->shape, at.point));
}

static double reach(const cone *c, double angle) {
  const dcm_vector n = normal_of(c, angle);
  return dcm_dot(n, deepest(c, n));
}

/** How the height above the wall changes with the angle: minus the change of the depth. */
static double rise(const void *of_cone, double angle) {
  const cone *c = of_cone;
  const dcm_vector next = dcm_add_scaled(dcm_scale(-sin(angle), c->x), cos(angle), c->y);
  return -dcm_dot(next, deepest(c, normal_of(c, angle)));
}

/** The deepest place that has been found. */
typedef struct found_angle {
  double angle, reach;
} found_angle;

/** Looks at angles around one. Where the reach is larger than on both sides, it is so by no more
 * than the curvature of a circle lets it grow in between: there, closer looks follow twice, and the
 * search between two of these. */
static void look_around(const cone *c, double middle, int looks, double apart, int level,
                        found_angle *best) {
  enum { MOST_LOOKS = 64, CLOSER = 8, LEVELS = 2 };
  double at[MOST_LOOKS + 1], most = best->reach;
  const double first = middle - 0.5 * looks * apart, size = c->shape->bound;
  for (int k = 0; k <= looks; k++) {
    at[k] = reach(c, first + k * apart);
    most = fmax(most, at[k]);
  }
  const double more = 0.125 * apart * apart * (size + dcm_length(c->centre));
  for (int k = 0; k <= looks; k++) {
    const double angle = first + k * apart;
    const int is_peak = (k == 0 || at[k] >= at[k - 1]) && (k == looks || at[k] >= at[k + 1]);
    if (!is_peak || at[k] + more < most)
      continue;
    if (level < LEVELS) {
      look_around(c, angle, CLOSER, 2.0 * apart / CLOSER, level + 1, best);
      continue;
    }
    const double peak =
        dcm_least_angle_between(rise, c, 1e-16 * size, angle - apart, -size, angle + apart, size);
    const double there = reach(c, peak);
    if (there > best->reach)
      *best = (found_angle){peak, there};
  }
}

static double deepest_angle(const cone *c) {
  enum { LOOKS = 64 };
  found_angle best = {0.0, -INFINITY};
  look_around(c, 0.0, LOOKS, 2.0 * DCM_PI / LOOKS, 0, &best);
  return best.angle;
}

void dcm_shape_in_cone(const dcm_shape *shape, dcm_vector axis, dcm_vector centre, double radius,
                       double slant, dcm_on_wall *found) {
  cone c = {.shape = shape, .centre = centre, .z = axis, .slant = slant};
  c.over = 1.0 / sqrt(1.0 + slant * slant);
  dcm_tangents(axis, &c.x, &c.y);
  const double angle = deepest_angle(&c);
  const dcm_vector n = normal_of(&c, angle), place = deepest(&c, n);
  const double here = radius + slant * dcm_dot(place, axis);
  const dcm_vector along = dcm_scale(c.over, dcm_add_scaled(axis, slant, across(&c, angle)));
  dcm_shape_on_bend(shape, n, along, 0.0, here > 0.0 ? -c.over / here : 0.0, found);
  found->depth = dcm_dot(n, place) - c.over * radius;
}
