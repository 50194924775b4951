/* SPDX-License-Identifier: MIT */
#include "shapes/on_walls.h"

#include <math.h>

/** @param bend the curvature of a hollow wall, across an axis; 0: the wall is flat */
static void describe(const dcm_shape *shape, dcm_vector normal, dcm_vector axis, double bend,
                     dcm_on_wall *found) {
  const dcm_vector inside = dcm_to_body(shape, normal);
  const dcm_surface_point at = dcm_shape_support(shape, inside);
  dcm_vector along = dcm_to_body(shape, axis), around = dcm_cross(inside, along);
  if (bend == 0.0)
    dcm_tangents(inside, &along, &around);
  dcm_matrix2 k = dcm_shape_curvature(shape, &at, along, around);
  k.yy -= bend;
  found->normal = normal;
  found->point = dcm_to_space(shape, at.point);
  found->radius = dcm_radius_of_curvatures(dcm_limit_curvature(shape, k));
  found->pitch = 0.0;
}

void dcm_shape_on_plane(const dcm_shape *shape, dcm_vector normal, double distance,
                        dcm_on_wall *found) {
  const dcm_vector none = {0.0, 0.0, 0.0};
  describe(shape, normal, none, 0.0, found);
  found->depth = dcm_dot(found->point, normal) - distance;
}

void dcm_shape_at_place(const dcm_shape *shape, dcm_vector normal, dcm_vector place, double depth,
                        dcm_on_wall *found) {
  dcm_shape_on_plane(shape, normal, 0.0, found);
  found->depth = depth;
  found->point = dcm_add_scaled(place, depth, normal);
}

/** A direction across the axis of a cylinder, and how the reach of the body along it grows with the
 * angle. */
typedef struct turned {
  dcm_vector normal;
  double reach, slope;
} turned;

static turned turn(const dcm_shape *shape, dcm_vector centre, dcm_vector x, dcm_vector y,
                   double angle) {
  const double c = cos(angle), s = sin(angle);
  turned t = {.normal = dcm_add_scaled(dcm_scale(c, x), s, y)};
  const dcm_vector next = dcm_add_scaled(dcm_scale(-s, x), c, y);
  const dcm_surface_point at = dcm_shape_support(shape, dcm_to_body(shape, t.normal));
  const dcm_vector place = dcm_add(centre, dcm_to_space(shape, at.point));
  t.reach = dcm_dot(t.normal, place);
  t.slope = dcm_dot(next, place);
  return t;
}

void dcm_shape_in_cylinder(const dcm_shape *shape, dcm_vector axis, dcm_vector centre,
                           double radius, dcm_on_wall *found) {
  enum { LOOKS = 64, HALVINGS = 45 };
  dcm_vector x, y;
  dcm_tangents(axis, &x, &y);
  const double step = 2.0 * DCM_PI / LOOKS;
  double best = -INFINITY, middle = 0.0;
  for (int k = 0; k < LOOKS; k++) {
    const double reach = turn(shape, centre, x, y, k * step).reach;
    if (reach > best) {
      best = reach;
      middle = k * step;
    }
  }
  /* The reach grows up to its largest value, and falls behind it. */
  double low = middle - step, high = middle + step;
  for (int k = 0; k < HALVINGS; k++) {
    const double angle = 0.5 * (low + high);
    if (turn(shape, centre, x, y, angle).slope > 0.0)
      low = angle;
    else
      high = angle;
  }
  const turned t = turn(shape, centre, x, y, 0.5 * (low + high));
  describe(shape, t.normal, axis, 1.0 / radius, found);
  found->depth = t.reach - radius;
}
