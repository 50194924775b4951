/* SPDX-License-Identifier: MIT */
/** @file
 * Midway points of superellipsoids, against their equations, bisections and closed forms. Seeds as
 * in support/random.h. */
#include <math.h>

#include "draw_shapes.h"
#include "shapes/closest.h"
#include "support/run.h"

static const dcm_midway_form forms[] = {{0, DCM_CURVATURE_MEAN},
                                        {0, DCM_CURVATURE_GAUSSIAN},
                                        {1, DCM_CURVATURE_MEAN},
                                        {1, DCM_CURVATURE_GAUSSIAN}};

/** Two bodies, neither needles nor plates, that overlap a little or are a little apart. */
static dcm_vector draw_two(dcm_random *random, dcm_shape *one, dcm_shape *two) {
  dcm_shape *both[] = {one, two};
  for (int b = 0; b < 2; b++)
    do
      *both[b] = draw_shape(random, 1.0);
    while (fmin(both[b]->axis[0], both[b]->axis[2]) < 0.2);
  const dcm_vector direction = dcm_random_direction(random);
  const double reach = dcm_shape_support(one, dcm_to_body(one, direction)).height +
                       dcm_shape_support(two, dcm_to_body(two, direction)).height;
  return dcm_scale(reach * dcm_uniform(random, 0.9, 1.0), direction);
}

/** How far the surface is along a unit vector of space. */
static double distance_by_bisection(const dcm_shape *s, dcm_vector from, dcm_vector along) {
  double low = 0.0, high = 4.0;
  for (int k = 0; k < 60; k++) {
    const double middle = 0.5 * (low + high);
    if (gauge(s, dcm_to_body(s, dcm_add_scaled(from, middle, along))) < 1.0)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/** The curvature by shape.h. */
static double curvature_of(const dcm_shape *s, dcm_vector point, dcm_curvature_kind kind) {
  dcm_vector t[2];
  const dcm_surface_point at = dcm_shape_on_ray(s, dcm_to_body(s, point));
  dcm_tangents(at.normal, &t[0], &t[1]);
  const dcm_matrix2 k = dcm_shape_curvature(s, &at, t[0], t[1]);
  return kind == DCM_CURVATURE_MEAN ? 0.5 * (k.xx + k.yy)
                                    : sqrt(fmax(k.xx * k.yy - k.xy * k.xy, 0.0));
}

static void check_point(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                        const dcm_midway_form *form, const dcm_midway *m) {
  const dcm_shape *both[] = {one, two};
  const dcm_vector points[] = {m->point, dcm_subtract(m->point, apart)};
  double level[2], depth = 0.0, curvature = 0.0;
  for (int b = 0; b < 2; b++) {
    const dcm_shape *s = both[b];
    const dcm_vector along = dcm_scale(b == 0 ? 1.0 : -1.0, m->normal);
    const dcm_vector p = dcm_to_body(s, points[b]);
    const double f = gauge(s, p), size = (s->axis[0] + s->axis[1] + s->axis[2]) / 3.0;
    level[b] = form->is_length ? size * (pow(f, 1.0 / s->e1.n) - 1.0) : f - 1.0;
    ck_assert_double_le(level[b], 0.0);
    const dcm_vector normal = dcm_to_space(s, dcm_shape_on_ray(s, p).normal);
    ck_assert_double_le(dcm_length(dcm_subtract(normal, along)), 1e-8);
    const double distance = distance_by_bisection(s, points[b], along);
    depth += distance;
    curvature += curvature_of(s, dcm_add_scaled(points[b], distance, along), form->curvature);
  }
  ck_assert_double_eq_tol(level[0], level[1], 1e-9);
  ck_assert_double_eq_tol(m->depth, depth, 1e-7);
  ck_assert_double_eq_tol(m->curvature, curvature, 1e-5 * (1.0 + curvature));
}

/** The point solves its equations; depth and curvature are those at the surfaces along the normal;
 * and bodies touch that overlap. */
TEST(point_depth_and_curvature) {
  int touching = 0;
  for (int round = 0; round < dcm_test_rounds(1000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_shape one, two;
    dcm_midway m;
    dcm_closest c;
    const dcm_vector apart = draw_two(&random, &one, &two);
    const dcm_midway_form *form = &forms[round % 4];
    const dcm_closeness is = dcm_shapes_midway(&one, &two, apart, form, NULL, &m);
    const dcm_closeness least = dcm_shapes_closest(&one, &two, apart, none, 10.0, &c);
    ck_assert_int_eq(least, DCM_SHAPES_CLOSE);
    if (fabs(c.depth) > 1e-9)
      ck_assert_int_eq(is, c.depth > 0.0 ? DCM_SHAPES_CLOSE : DCM_SHAPES_APART);
    if (is != DCM_SHAPES_CLOSE)
      continue;
    touching++;
    const dcm_vector n = m.normal;
    const double along = dcm_shape_support(&one, dcm_to_body(&one, n)).height +
                         dcm_shape_support(&two, dcm_scale(-1.0, dcm_to_body(&two, n))).height;
    ck_assert_double_le(m.depth, along - dcm_dot(n, apart) + 1e-7);
    check_point(&one, &two, apart, form, &m);
  }
  ck_assert_int_gt(touching, dcm_test_rounds(1000) / 10);
}

/** Seen from the other side, and from the point of a step before, a contact is the same. */
TEST(sides_and_starts) {
  for (int round = 0; round < dcm_test_rounds(300); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_shape one, two;
    dcm_midway m, back, next, anew;
    const dcm_vector apart = draw_two(&random, &one, &two);
    const dcm_midway_form *form = &forms[round % 4];
    if (dcm_shapes_midway(&one, &two, apart, form, NULL, &m) != DCM_SHAPES_CLOSE)
      continue;
    const dcm_vector reverse = dcm_scale(-1.0, apart);
    ck_assert_int_eq(dcm_shapes_midway(&two, &one, reverse, form, NULL, &back), DCM_SHAPES_CLOSE);
    ck_assert_double_le(dcm_length(dcm_add(m.normal, back.normal)), 1e-8);
    ck_assert_double_eq_tol(back.depth, m.depth, 1e-7);
    ck_assert_double_eq_tol(back.ratio * m.ratio, 1.0, 1e-8);
    const dcm_vector moved = dcm_scale(1.0 - 1e-4, apart);
    ck_assert_int_eq(dcm_shapes_midway(&one, &two, moved, form, &m, &next), DCM_SHAPES_CLOSE);
    ck_assert_int_eq(dcm_shapes_midway(&one, &two, moved, form, NULL, &anew), DCM_SHAPES_CLOSE);
    ck_assert_double_le(dcm_length(dcm_subtract(next.normal, anew.normal)), 1e-8);
    ck_assert_double_eq_tol(next.depth, anew.depth, 1e-7);
    ck_assert_double_gt(next.depth, m.depth);
  }
}

/** Two spheres, whose F is the square of the distance over that of the radius: the midway point
 * divides the distance as the radii do. */
TEST(spheres) {
  const dcm_shape one = shape_of(1.0, 1.0, 1.0, 2.0, 2.0, NULL);
  const dcm_shape two = shape_of(0.5, 0.5, 0.5, 2.0, 2.0, NULL);
  const dcm_vector apart = {0.0, 1.4, 0.0};
  for (int f = 0; f < 2; f++) {
    dcm_midway m;
    ck_assert_int_eq(dcm_shapes_midway(&one, &two, apart, &forms[f], NULL, &m), DCM_SHAPES_CLOSE);
    ck_assert_double_eq_tol(m.depth, 0.1, 1e-15);
    ck_assert_double_eq_tol(m.curvature, 3.0, 1e-14);
    ck_assert_double_eq_tol(m.ratio, 0.5, 1e-14);
    ck_assert_double_le(dcm_length(dcm_subtract(m.point, dcm_scale(2.0 / 3.0, apart))), 1e-14);
    ck_assert_double_le(dcm_length(dcm_subtract(m.normal, dcm_scale(1.0 / 1.4, apart))), 1e-14);
  }
}

/** Two flat faces have no curvature: there is a contact for laws alone that need none. */
TEST(flat_faces) {
  const dcm_shape one = shape_of(1.0, 1.0, 1.0, 8.0, 8.0, NULL), two = one;
  const dcm_vector apart = {1.98, 0.0, 0.0};
  dcm_midway m;
  ck_assert_int_eq(dcm_shapes_midway(&one, &two, apart, &forms[0], NULL, &m),
                   DCM_SHAPES_UNRESOLVED);
  const dcm_midway_form without = {0, DCM_CURVATURE_UNUSED};
  ck_assert_int_eq(dcm_shapes_midway(&one, &two, apart, &without, NULL, &m), DCM_SHAPES_CLOSE);
  ck_assert_double_eq_tol(m.depth, 0.02, 2e-8);
  ck_assert_double_eq_tol(m.point.x, 0.99, 1e-12);
  ck_assert_double_eq_tol(m.curvature, 2.0 / one.bound, 1e-14);
}
