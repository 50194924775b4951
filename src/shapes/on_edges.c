/* SPDX-License-Identifier: MIT */
#include "shapes/on_edges.h"

#include <math.h>

#include "shapes/least.h"

static void report(const dcm_shape *shape, const dcm_surface_point *at, double depth,
                   dcm_on_edge *found) {
  found->depth = depth;
  found->normal = dcm_to_space(shape, at->normal);
  found->point = dcm_to_space(shape, at->point);
}

/* -------------------------------------------------------------------------------- a point */

static double depth_at(const dcm_surface_point *at, dcm_vector y) {
  return at->height - dcm_dot(at->normal, y);
}

dcm_vector dcm_shape_step(const dcm_shape *shape, const dcm_surface_point *at, double depth,
                          int goes_down, dcm_vector y) {
  dcm_vector t, r;
  dcm_tangents(at->normal, &t, &r);
  const dcm_matrix2 k = dcm_shape_curvature(shape, at, t, r);
  const dcm_vector gap = dcm_subtract(y, at->point);
  const double f = dcm_dot(gap, t), g = dcm_dot(gap, r);
  double high, low;
  dcm_eigenvalues(k, &high, &low);
  const double d = goes_down && high > 0.0 ? fmin(depth, 0.9 / high) : depth;
  const double xx = 1.0 - d * k.xx, xy = -d * k.xy, yy = 1.0 - d * k.yy;
  const double over = 1.0 / (xx * yy - xy * xy);
  return dcm_add_scaled(dcm_scale(over * (yy * f - xy * g), t), over * (xx * g - xy * f), r);
}

/** Goes down from a place. @return whether the search came to rest */
static int descend(const dcm_shape *shape, dcm_vector y, dcm_surface_point *at, double *depth) {
  enum { STEPS = 60, HALVINGS = 12 };
  const double size = shape->bound, least = 1e-8 * size;
  for (int step = 0; step < STEPS; step++) {
    const dcm_vector move = dcm_shape_step(shape, at, *depth, 1, y);
    const double length = dcm_length(move);
    double part = fmin(1.0, 0.5 * size / fmax(length, 1e-300));
    int halvings = 0;
    for (; halvings < HALVINGS; halvings++, part *= 0.5) {
      const dcm_surface_point next = dcm_shape_on_ray(shape, dcm_add_scaled(at->point, part, move));
      const double there = depth_at(&next, y);
      if (!(there <= *depth + 4e-16 * size))
        continue;
      *at = next;
      *depth = there;
      break;
    }
    if (halvings == HALVINGS)
      return length <= least;
    if (length <= least && halvings == 0)
      return 1;
  }
  return 0;
}

/** A body, and a point in its frame. */
typedef struct before_point {
  const dcm_shape *shape;
  dcm_vector y;
} before_point;

static double depth_along(const void *of_point, dcm_vector normal) {
  const before_point *b = of_point;
  const dcm_surface_point at = dcm_shape_support(b->shape, normal);
  return depth_at(&at, b->y);
}

/** A search without derivatives, where the other does not come to rest. */
static void compass(const dcm_shape *shape, dcm_vector y, dcm_surface_point *at, double *depth) {
  const before_point b = {shape, y};
  const double before = *depth;
  dcm_vector normal = at->normal;
  dcm_least_normal(depth_along, &b, 1e-12, -INFINITY, &normal, depth);
  if (*depth < before)
    *at = dcm_shape_support(shape, normal);
}

void dcm_shape_on_point(const dcm_shape *shape, dcm_vector to_point, dcm_on_edge *found) {
  const dcm_vector y = dcm_to_body(shape, to_point);
  const double least = 1e-9 * shape->bound;
  /* Any direction will do from the centre. */
  const dcm_vector through = dcm_length(y) > least ? y : dcm_vector_of(0.0, 0.0, least);
  dcm_surface_point at = dcm_shape_on_ray(shape, through);
  double depth = depth_at(&at, y);
  if (shape->kind != DCM_SHAPE_SPHERE && !descend(shape, y, &at, &depth)) {
    compass(shape, y, &at, &depth);
    descend(shape, y, &at, &depth);
  }
  report(shape, &at, depth, found);
}

/* -------------------------------------------------------------------------------- a line */

/** The directions across a line: cos(angle) x + sin(angle) z, in the frame of the body. */
typedef struct around {
  const dcm_shape *shape;
  dcm_vector y, x, z;
} around;

/** @param slope receives how the depth changes with the angle */
static dcm_surface_point turn(const around *a, double angle, double *slope) {
  const double c = cos(angle), s = sin(angle);
  const dcm_surface_point at =
      dcm_shape_support(a->shape, dcm_add_scaled(dcm_scale(c, a->x), s, a->z));
  const dcm_vector next = dcm_add_scaled(dcm_scale(-s, a->x), c, a->z);
  *slope = dcm_dot(next, dcm_subtract(at.point, a->y));
  return at;
}

static double slope_of_turn(const void *around_line, double angle) {
  double slope;
  turn(around_line, angle, &slope);
  return slope;
}

static around directions_of(const dcm_shape *shape, dcm_vector to_line, dcm_vector along,
                            dcm_vector middle) {
  const dcm_vector x = dcm_to_body(shape, middle);
  return (around){shape, dcm_to_body(shape, to_line), x, dcm_cross(dcm_to_body(shape, along), x)};
}

void dcm_shape_on_line(const dcm_shape *shape, dcm_vector to_line, dcm_vector along,
                       dcm_on_edge *found) {
  dcm_vector middle = dcm_tangential_part(to_line, along), other;
  const double distance = dcm_length(middle);
  if (distance > 0.0)
    middle = dcm_scale(1.0 / distance, middle);
  else
    dcm_tangents(along, &middle, &other);
  const around a = directions_of(shape, to_line, along, middle);
  double slope;
  const double angle = dcm_least_angle(slope_of_turn, &a, 1e-16 * shape->bound);
  const dcm_surface_point at = turn(&a, angle, &slope);
  report(shape, &at, depth_at(&at, a.y), found);
}

void dcm_shape_on_edge(const dcm_shape *shape, dcm_vector to_line, dcm_vector along,
                       dcm_vector middle, double half, dcm_on_edge *found) {
  const around a = directions_of(shape, to_line, along, middle);
  const double size = shape->bound;
  double slope;
  const double angle =
      dcm_least_angle_between(slope_of_turn, &a, 1e-16 * size, -half, -size, half, size);
  const dcm_surface_point at = turn(&a, angle, &slope);
  report(shape, &at, depth_at(&at, a.y), found);
}
