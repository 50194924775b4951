/* SPDX-License-Identifier: MIT */
/** @file
 * Superellipsoids: their support function, curvatures and contacts, against closed forms and brute
 * force. Seeds as in support/random.h. */
#include <math.h>

#include "draw_shapes.h"
#include "runtime/motion.h"
#include "shapes/ellipsoids.h"
#include "shapes/least.h"
#include "shapes/on_walls.h"
#include "support/run.h"

static void assert_near(dcm_vector a, dcm_vector b, double tolerance) {
  ck_assert_double_le(dcm_length(dcm_subtract(a, b)), tolerance);
}

/** The point of the support is on the surface, its height is the largest of all points, a bound is
 * little more, and the ray through it comes back to the normal. */
TEST(support_is_the_farthest_point) {
  for (int round = 0; round < dcm_test_rounds(300); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const dcm_shape s = draw_shape(&random, 1.0);
    const dcm_vector n = dcm_random_direction(&random);
    const dcm_surface_point at = dcm_shape_support(&s, n);
    ck_assert_double_eq_tol(gauge(&s, at.point), 1.0, 1e-12);
    ck_assert_double_eq_tol(dcm_dot(n, at.point), at.height, 1e-13);
    ck_assert_double_le(dcm_length(at.point), s.bound * (1.0 + 1e-14));
    const double bound = dcm_shape_height_bound(&s, n) / at.height;
    ck_assert(bound >= 1.0 && bound < 1.05);
    for (int k = 0; k < 200; k++) {
      const dcm_surface_point other = dcm_shape_on_ray(&s, dcm_random_direction(&random));
      ck_assert_double_eq_tol(gauge(&s, other.point), 1.0, 1e-12);
      ck_assert_double_le(dcm_dot(n, other.point), at.height + 1e-14);
    }
    assert_near(dcm_shape_on_ray(&s, dcm_scale(3.0, at.point)).normal, n, 1e-11);
  }
}

/** Curvature is the turn of the normal along the surface. */
TEST(curvature_is_the_turn_of_the_normal) {
  for (int round = 0; round < dcm_test_rounds(300); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const dcm_shape s = draw_shape(&random, 1.0);
    const dcm_surface_point at = dcm_shape_on_ray(&s, dcm_random_direction(&random));
    dcm_vector t[2];
    dcm_tangents(at.normal, &t[0], &t[1]);
    const dcm_matrix2 k = dcm_shape_curvature(&s, &at, t[0], t[1]);
    const double of[2][2] = {{k.xx, k.xy}, {k.xy, k.yy}}, step = 1e-6;
    for (int d = 0; d < 2; d++) {
      const dcm_vector up = dcm_shape_on_ray(&s, dcm_add_scaled(at.point, step, t[d])).normal;
      const dcm_vector down = dcm_shape_on_ray(&s, dcm_add_scaled(at.point, -step, t[d])).normal;
      const dcm_vector turn = dcm_scale(0.5 / step, dcm_subtract(up, down));
      for (int e = 0; e < 2; e++)
        ck_assert_double_eq_tol(dcm_dot(turn, t[e]), of[d][e], 1e-4 * (1.0 + k.xx + k.yy));
    }
  }
}

/** Ellipsoids have a^2/c and b^2/c at their poles, and faces none. */
TEST(curvature_of_poles) {
  const dcm_vector x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
  const dcm_shape e = shape_of(0.5, 0.7, 0.3, 2.0, 2.0, NULL);
  dcm_surface_point at = dcm_shape_support(&e, z);
  dcm_matrix2 k = dcm_shape_curvature(&e, &at, x, y);
  ck_assert_double_eq_tol(k.xx, 0.3 / 0.25, 1e-14);
  ck_assert_double_eq_tol(k.yy, 0.3 / 0.49, 1e-14);
  ck_assert_double_eq(k.xy, 0.0);
  const dcm_shape box = shape_of(0.5, 0.7, 0.3, 8.0, 8.0, NULL);
  at = dcm_shape_support(&box, z);
  k = dcm_shape_curvature(&box, &at, x, y);
  ck_assert_double_eq(k.xx + k.yy, 0.0);
  /* A rod with round walls: bent around them, flat along. */
  const dcm_shape rod = shape_of(0.5, 0.5, 1.0, 8.0, 2.0, NULL);
  at = dcm_shape_support(&rod, x);
  k = dcm_shape_curvature(&rod, &at, y, z);
  ck_assert_double_eq_tol(k.xx, 2.0, 1e-14);
  ck_assert_double_eq(k.yy, 0.0);
}

/** The moments are those of an ellipsoid, and those of points that are drawn inside a body. */
TEST(inertia) {
  double moments[3];
  const dcm_shape e = shape_of(0.5, 0.7, 0.3, 2.0, 2.0, NULL);
  dcm_shape_inertia(&e, 3.0, moments);
  ck_assert_double_eq_tol(moments[0], 0.6 * (0.49 + 0.09), 1e-13);
  ck_assert_double_eq_tol(moments[1], 0.6 * (0.25 + 0.09), 1e-13);
  ck_assert_double_eq_tol(moments[2], 0.6 * (0.25 + 0.49), 1e-13);
  dcm_random random = dcm_random_stream(0);
  const dcm_shape s = shape_of(0.5, 0.7, 0.3, 4.0, 3.0, NULL);
  double sums[4] = {0.0}, among = dcm_test_rounds(400000);
  for (int k = 0; k < among; k++) {
    const dcm_vector p = {0.5 * dcm_uniform(&random, -1.0, 1.0),
                          0.7 * dcm_uniform(&random, -1.0, 1.0),
                          0.3 * dcm_uniform(&random, -1.0, 1.0)};
    if (gauge(&s, p) > 1.0)
      continue;
    sums[0] += p.y * p.y + p.z * p.z;
    sums[1] += p.x * p.x + p.z * p.z;
    sums[2] += p.x * p.x + p.y * p.y;
    sums[3] += 1.0;
  }
  dcm_shape_inertia(&s, 1.0, moments);
  for (int d = 0; d < 3; d++)
    ck_assert_double_eq_tol(sums[d] / sums[3], moments[d], 6.0 / sqrt(among) * moments[d]);
}

/** Numbers that no shape has. */
TEST(wrong_numbers) {
  const double axes[][3] = {
      {0.0, 1.0, 1.0}, {1.0, -1.0, 1.0}, {1.0, 1.0, NAN}, {INFINITY, 1.0, 1.0}};
  const double round_body[2] = {2.0, 2.0}, unturned[4] = {1.0, 0.0, 0.0, 0.0};
  const double exponents[][2] = {{1.9, 2.0}, {2.0, 1.0}, {NAN, 2.0}, {2.0, 21.0}};
  const double quaternions[][4] = {
      {0.0, 0.0, 0.0, 0.0}, {1.0, 1.0, 0.0, 0.0}, {NAN, 0.0, 0.0, 0.0}};
  const double sound[3] = {1.0, 2.0, 3.0};
  dcm_shape shape;
  for (size_t k = 0; k < 4; k++)
    ck_assert_int_eq(dcm_shape_set(&shape, axes[k], round_body, unturned), DCM_SHAPE_AXIS);
  for (size_t k = 0; k < 4; k++)
    ck_assert_int_eq(dcm_shape_set(&shape, sound, exponents[k], unturned), DCM_SHAPE_EXPONENT);
  for (size_t k = 0; k < 3; k++)
    ck_assert_int_eq(dcm_shape_set(&shape, sound, round_body, quaternions[k]),
                     DCM_SHAPE_QUATERNION);
}

typedef struct two_bodies {
  const dcm_shape *one, *two;
  dcm_vector apart;
} two_bodies;

static double depth_along(const void *of_two, dcm_vector n) {
  const two_bodies *b = of_two;
  return dcm_shape_support(b->one, dcm_to_body(b->one, n)).height +
         dcm_shape_support(b->two, dcm_to_body(b->two, dcm_scale(-1.0, n))).height -
         dcm_dot(n, b->apart);
}

/** A search without derivatives finds no less depth from a place on. */
static void expect_no_less(const two_bodies *b, const dcm_closest *c) {
  dcm_vector normal = c->normal;
  double least = c->depth;
  dcm_least_normal(depth_along, b, 1e-11, -INFINITY, &normal, &least);
  ck_assert_double_ge(least, c->depth - 1e-13);
}

/** Wherever two bodies are. */
TEST(depth_is_the_least_anywhere) {
  for (int round = 0; round < dcm_test_rounds(6000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const dcm_shape one = draw_shape(&random, 1.0), two = draw_shape(&random, 1.0);
    const dcm_vector apart =
        dcm_scale(dcm_uniform(&random, 0.8, 1.8), dcm_random_direction(&random));
    const two_bodies both = {&one, &two, apart};
    dcm_closest c;
    ck_assert_int_eq(dcm_shapes_closest(&one, &two, apart, none, 1e3, &c), DCM_SHAPES_CLOSE);
    expect_no_less(&both, &c);
  }
}

static double shortest(const dcm_shape *s) {
  return fmin(s->axis[0], fmin(s->axis[1], s->axis[2]));
}

/** Bodies of a size that overlap by a part of the thinner one, or do not touch: no direction has
 * less depth than what is found, the same is found with the sides changed, and from a direction
 * nearby. */
TEST(depth_is_the_least) {
  int most = 0;
  for (int round = 0; round < dcm_test_rounds(2000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const double ratio = dcm_chance(&random, 0.2) ? 0.05 : 1.0;
    const dcm_shape one = draw_shape(&random, 1.0), two = draw_shape(&random, ratio);
    const dcm_vector line = dcm_random_direction(&random);
    const double thin = fmin(shortest(&one), shortest(&two));
    const double wanted = dcm_uniform(&random, -0.4, 0.4) * thin;
    dcm_closest c;
    double near = 0.0, far = one.bound + two.bound;
    dcm_vector start = none;
    for (int k = 0; k < 60; k++) {
      const double middle = 0.5 * (near + far);
      ck_assert_int_eq(dcm_shapes_closest(&one, &two, dcm_scale(middle, line), start, 1e3, &c),
                       DCM_SHAPES_CLOSE);
      if (c.depth > wanted)
        near = middle;
      else {
        far = middle;
        start = c.normal;
      }
    }
    const dcm_vector apart = dcm_scale(far, line);
    const two_bodies both = {&one, &two, apart};
    ck_assert_int_eq(dcm_shapes_closest(&one, &two, apart, none, 1e3, &c), DCM_SHAPES_CLOSE);
    most = c.steps > most ? c.steps : most;
    ck_assert_double_eq_tol(dcm_length(c.normal), 1.0, 1e-14);
    ck_assert_double_eq_tol(depth_along(&both, c.normal), c.depth, 1e-13);
    for (int k = 0; k < 400; k++) {
      const double cone = k < 200 ? 3.0 : 0.01;
      const dcm_vector n = dcm_add_scaled(c.normal, cone, dcm_random_direction(&random));
      const double less = depth_along(&both, dcm_scale(1.0 / dcm_length(n), n));
      ck_assert_msg(less >= c.depth - 1e-13, "round %d: %g, but %g is less", round, c.depth, less);
    }
    expect_no_less(&both, &c);
    dcm_closest other;
    ck_assert_int_eq(dcm_shapes_closest(&two, &one, dcm_scale(-1.0, apart), none, 1e3, &other),
                     DCM_SHAPES_CLOSE);
    ck_assert_double_eq_tol(other.depth, c.depth, 1e-12);
    const dcm_vector nearby = dcm_add_scaled(c.normal, 0.02, dcm_random_direction(&random));
    ck_assert_int_eq(dcm_shapes_closest(&one, &two, apart, nearby, 1e3, &other), DCM_SHAPES_CLOSE);
    ck_assert_double_eq_tol(other.depth, c.depth, 1e-12);
    if (c.depth < -1e-9)
      ck_assert_int_eq(dcm_shapes_closest(&one, &two, apart, c.normal, 0.0, &other),
                       DCM_SHAPES_APART);
    double r1, r2;
    dcm_shapes_radii(&one, &two, &c, &r1, &r2);
    ck_assert(r1 > 0.0 && r2 > 0.0 && isfinite(r1 + r2));
  }
  ck_assert_int_le(most, 2121);
}

/** The two points are on the normal, and those of the same contact with the sides changed, of
 * bodies with the flattest sides, too: on flat sides and along flat edges rounding of the normal
 * moves the point of a normal by a tenth of the body. */
TEST(points_are_on_the_normal) {
  for (int round = 0; round < dcm_test_rounds(1000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_shape bodies[2];
    const double ratio = dcm_chance(&random, 0.3) ? 0.07 : 1.0;
    for (int side = 0; side < 2; side++) {
      double q[4], axis[3], n[2];
      draw_quaternion(&random, q);
      for (int d = 0; d < 3; d++)
        axis[d] = (side ? ratio : 1.0) * dcm_uniform(&random, 0.6, 1.0);
      for (int k = 0; k < 2; k++)
        n[k] = dcm_chance(&random, 0.2) ? 2.0 : dcm_uniform(&random, 8.0, 20.0);
      bodies[side] = shape_of(axis[0], axis[1], axis[2], n[0], n[1], q);
    }
    const dcm_shape *one = &bodies[0], *two = &bodies[1];
    const dcm_vector line = dcm_random_direction(&random);
    dcm_vector start = none;
    int seen = 0;
    for (double distance = 3.5; seen < 20; distance -= seen ? 0.004 * ratio : 0.02) {
      const dcm_vector apart = dcm_scale(distance, line);
      dcm_closest c, other;
      const dcm_closeness closeness = dcm_shapes_closest(one, two, apart, start, 0.0, &c);
      start = c.normal;
      if (closeness == DCM_SHAPES_APART)
        continue;
      seen++;
      const dcm_vector from_2_to_1 = dcm_subtract(
          dcm_subtract(dcm_to_space(one, c.one.point), dcm_to_space(two, c.two.point)), apart);
      ck_assert_double_le(dcm_length(dcm_subtract_scaled(from_2_to_1, c.depth, c.normal)), 1e-8);
      dcm_shapes_closest(two, one, dcm_scale(-1.0, apart), dcm_scale(-1.0, start), 0.0, &other);
      ck_assert_double_le(dcm_length(dcm_subtract(dcm_add(other.middle, apart), c.middle)), 1e-8);
    }
  }
}

/** Rounded cubes that hardly touch, from a normal nearby: a point that moves along a flat side and
 * back again would take hundreds of steps. */
TEST(flat_sides_take_few_steps) {
  int most = 0;
  double sum = 0.0;
  const int rounds = dcm_test_rounds(2000);
  for (int round = 0; round < rounds; round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    double q[2][4];
    draw_quaternion(&random, q[0]);
    draw_quaternion(&random, q[1]);
    const dcm_shape one = shape_of(1.0, 1.0, 1.0, 5.0, 5.0, q[0]);
    const dcm_shape two = shape_of(1.0, 1.0, 1.0, 5.0, 5.0, q[1]);
    const dcm_vector line = dcm_random_direction(&random);
    dcm_closest c;
    dcm_vector start = none;
    double distance = 3.6;
    for (int k = 0; k < 8; k++) { /* the depth grows as the distance falls, by less */
      ck_assert_int_eq(dcm_shapes_closest(&one, &two, dcm_scale(distance, line), start, 1e3, &c),
                       DCM_SHAPES_CLOSE);
      distance += (c.depth - 1e-3) / dcm_dot(c.normal, line);
      start = c.normal;
    }
    start = dcm_add_scaled(c.normal, 3e-4, dcm_random_direction(&random));
    ck_assert_int_eq(dcm_shapes_closest(&one, &two, dcm_scale(distance, line), start, 0.0, &c),
                     DCM_SHAPES_CLOSE);
    most = c.steps > most ? c.steps : most;
    sum += c.steps;
  }
  ck_assert_int_le(most, 100);
  ck_assert_double_le(sum / rounds, 2.5);
}

static dcm_shape draw_ellipsoid(dcm_random *random, int may_be_sphere) {
  double q[4], axis[3];
  draw_quaternion(random, q);
  for (int d = 0; d < 3; d++)
    axis[d] = dcm_uniform(random, 0.3, 1.0);
  if (may_be_sphere && dcm_chance(random, 0.3))
    axis[1] = axis[2] = axis[0];
  return shape_of(axis[0], axis[1], axis[2], 2.0, 2.0, q);
}

/** A direction whose length is 1 to the last bit. */
static dcm_vector draw_near(dcm_random *random, dcm_vector n) {
  for (;;) {
    const dcm_vector v = dcm_add_scaled(n, 0.02, dcm_random_direction(random));
    const dcm_vector unit = dcm_scale(1.0 / dcm_length(v), v);
    if (dcm_length(unit) == 1.0)
      return unit;
  }
}

static void put(double (*rows)[DCM_ELLIPSOID_ROW], uint32_t k, dcm_vector v) {
  rows[0][k] = v.x;
  rows[1][k] = v.y;
  rows[2][k] = v.z;
}

static void put_pair(dcm_ellipsoid_rows *rows, uint32_t k, dcm_random *random, dcm_closest *alone,
                     dcm_closeness *closeness) {
  const dcm_shape one = draw_ellipsoid(random, 1), two = draw_ellipsoid(random, 0);
  const dcm_vector apart = dcm_scale(dcm_uniform(random, 0.6, 1.1) * (one.bound + two.bound),
                                     dcm_random_direction(random));
  const double reach = dcm_chance(random, 0.5) ? 0.0 : 0.3;
  dcm_shapes_closest(&one, &two, apart, none, 1e3, alone);
  const dcm_vector start = draw_near(random, alone->normal);
  *closeness = dcm_shapes_closest(&one, &two, apart, start, reach, alone);
  const dcm_shape *of[2] = {&one, &two};
  for (int side = 0; side < 2; side++) {
    const dcm_matrix3 m = of[side]->spread;
    const double numbers[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
    for (int c = 0; c < 6; c++)
      rows->spread[side][c][k] = numbers[c];
  }
  put(rows->apart, k, apart);
  put(rows->normal, k, start);
  rows->reach[k] = reach;
}

/** Ellipsoids side by side have the numbers of those alone, to the last bit, whatever the
 * instruction set. */
TEST(ellipsoids_side_by_side) {
  static dcm_ellipsoids_search *const searches[] = {DCM_ISA_TABLE(dcm_ellipsoids_search)};
  int unknown = 0, all = 0, close = 0;
  for (int round = 0; round < dcm_test_rounds(100); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    static dcm_ellipsoid_rows drawn, rows;
    dcm_closest alone[DCM_ELLIPSOID_ROW];
    dcm_closeness closeness[DCM_ELLIPSOID_ROW];
    const uint32_t count = 1 + (uint32_t)dcm_below(&random, DCM_ELLIPSOID_ROW);
    for (uint32_t k = 0; k < dcm_whole_lanes(count); k++)
      put_pair(&drawn, k, &random, &alone[k], &closeness[k]);
    for (uint32_t isa = 0; isa < sizeof searches / sizeof *searches; isa++) {
      if (!dcm_isa_is_available(isa))
        continue;
      rows = drawn;
      searches[isa](&rows, count);
      for (uint32_t k = 0; k < count; k++, all++) {
        unknown += rows.end[k] == DCM_ELLIPSOIDS_UNKNOWN;
        if (rows.end[k] == DCM_ELLIPSOIDS_UNKNOWN)
          continue;
        const int is_close = rows.end[k] == DCM_ELLIPSOIDS_CLOSE;
        ck_assert_int_eq(closeness[k], is_close ? DCM_SHAPES_CLOSE : DCM_SHAPES_APART);
        ck_assert_double_eq(rows.normal[0][k], alone[k].normal.x);
        ck_assert_double_eq(rows.normal[1][k], alone[k].normal.y);
        ck_assert_double_eq(rows.normal[2][k], alone[k].normal.z);
        if (!is_close)
          continue;
        close++;
        ck_assert_double_eq(rows.depth[k], alone[k].depth);
        ck_assert_double_eq(rows.middle[0][k], alone[k].middle.x);
        ck_assert_double_eq(rows.middle[1][k], alone[k].middle.y);
        ck_assert_double_eq(rows.middle[2][k], alone[k].middle.z);
      }
    }
  }
  ck_assert_int_lt(20 * unknown, all);
  ck_assert_int_gt(4 * close, all);
}

/** A body that is turned is one that is made so, and keeps its numbers where it cannot be turned.
 */
TEST(turned_bodies) {
  for (int round = 0; round < dcm_test_rounds(300); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    double q[4];
    const dcm_shape made = draw_shape(&random, 1.0);
    const double exponents[2] = {made.e1.n, made.e2.n}, wrong[4] = {1.0, 1.0, 0.0, 0.0};
    draw_quaternion(&random, q);
    dcm_shape turned = made;
    ck_assert_int_eq(dcm_shape_turn(&turned, wrong), DCM_SHAPE_QUATERNION);
    ck_assert_int_eq(dcm_shape_turn(&turned, q), DCM_SHAPE_RIGHT);
    const dcm_shape other =
        shape_of(made.axis[0], made.axis[1], made.axis[2], exponents[0], exponents[1], q);
    ck_assert_mem_eq(turned.frame, other.frame, sizeof other.frame);
    ck_assert_mem_eq(&turned.spread, &other.spread, sizeof other.spread);
    ck_assert(dcm_shape_is_of(&turned, made.axis, exponents));
    const double more[3] = {made.axis[0], made.axis[1], made.axis[2] + 1e-9};
    ck_assert(!dcm_shape_is_of(&turned, more, exponents));
    if (made.kind > DCM_SHAPE_ELLIPSOID)
      continue;
    const dcm_vector n = dcm_random_direction(&random);
    const dcm_surface_point at = dcm_shape_support(&turned, dcm_to_body(&turned, n));
    const dcm_vector spread = dcm_matrix3_times(turned.spread, n);
    ck_assert_double_eq_tol(dcm_dot(n, spread), at.height * at.height, 1e-14);
    assert_near(dcm_to_space(&turned, at.point), dcm_scale(1.0 / at.height, spread), 1e-14);
  }
  static const dcm_shape empty;
  const double nothing[3] = {0.0, 0.0, 0.0};
  ck_assert(!dcm_shape_is_of(&empty, nothing, nothing));
}

/** Closed forms: ellipsoids with their axes along the line of the centres; a sphere and an
 * ellipsoid whose place on the surface is given; spheres. */
TEST(depth_in_closed_form) {
  dcm_closest c;
  double r1, r2;
  const dcm_shape e = shape_of(0.5, 0.7, 0.3, 2.0, 2.0, NULL),
                  f = shape_of(0.4, 0.2, 0.6, 2.0, 2.0, NULL);
  ck_assert_int_eq(dcm_shapes_closest(&e, &f, dcm_vector_of(0.0, 0.0, 0.89), none, 0.0, &c), 1);
  ck_assert_double_eq_tol(c.depth, 0.01, 1e-15);
  assert_near(c.normal, dcm_vector_of(0.0, 0.0, 1.0), 1e-15);
  assert_near(c.middle, dcm_vector_of(0.0, 0.0, 0.295), 1e-15);
  dcm_shapes_radii(&e, &f, &c, &r1, &r2);
  /* Curvatures c/a^2 and c/b^2, and of their sums Johnson's equivalent radius. */
  const double kx = 0.3 / 0.25 + 0.6 / 0.16, ky = 0.3 / 0.49 + 0.6 / 0.04,
               f2 = dcm_elliptic_f2(ky / kx);
  ck_assert_double_eq_tol(1.0 / r1 + 1.0 / r2, sqrt(kx * ky) * f2 * f2 * f2, 1e-12);
  for (int round = 0; round < dcm_test_rounds(300); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const dcm_shape s = draw_shape(&random, 1.0);
    const double r = dcm_uniform(&random, 0.2, 1.0);
    const dcm_shape ball = shape_of(r, r, r, 2.0, 2.0, NULL);
    const dcm_surface_point at = dcm_shape_on_ray(&s, dcm_random_direction(&random));
    const dcm_vector p = dcm_to_space(&s, at.point), n = dcm_to_space(&s, at.normal);
    ck_assert_int_eq(dcm_shapes_closest(&s, &ball, dcm_add_scaled(p, r - 1e-3, n), none, 0.0, &c),
                     1);
    ck_assert_double_eq_tol(c.depth, 1e-3, 1e-12);
    assert_near(c.middle, dcm_add_scaled(p, -5e-4, n),
                1e-4); /* a flat side turns 1e-16 into more */
    dcm_vector apart =
        dcm_scale(dcm_uniform(&random, 0.8, 0.99) * (r + 0.3), dcm_random_direction(&random));
    const dcm_shape small = shape_of(0.3, 0.3, 0.3, 2.0, 2.0, NULL);
    ck_assert_int_eq(dcm_shapes_closest(&ball, &small, apart, none, 0.0, &c), 1);
    ck_assert_double_eq(c.depth, r + 0.3 - dcm_length(apart));
    dcm_shapes_radii(&ball, &small, &c, &r1, &r2);
    ck_assert(r1 == r && r2 == 0.3);
  }
  /* One centre: no direction is better than another. */
  ck_assert_int_eq(dcm_shapes_closest(&e, &f, none, none, 0.0, &c), DCM_SHAPES_UNRESOLVED);
}

/** Face on face, edge on edge, and corner to face of boxes of exponent 8. */
TEST(boxes) {
  dcm_closest c;
  const dcm_shape box = shape_of(1.0, 1.0, 1.0, 8.0, 8.0, NULL);
  const dcm_vector side = {0.3, -0.2, 1.99};
  ck_assert_int_eq(dcm_shapes_closest(&box, &box, side, none, 0.0, &c), 1);
  ck_assert_double_eq_tol(c.depth, 0.01, 1e-4);
  ck_assert_double_le(fabs(c.middle.x - 0.15) + fabs(c.middle.y + 0.1), 0.1);
  const double eighth = DCM_PI / 8.0, q[4] = {cos(eighth), 0.0, sin(eighth), 0.0};
  const dcm_shape turned = shape_of(1.0, 1.0, 1.0, 8.0, 8.0, q);
  const double edge =
      dcm_shape_support(&turned, dcm_to_body(&turned, dcm_vector_of(0, 0, 1))).height;
  ck_assert_int_eq(
      dcm_shapes_closest(&box, &turned, dcm_vector_of(0.0, 0.0, 0.98 + edge), none, 0.0, &c), 1);
  ck_assert_double_eq_tol(c.depth, 0.02, 1e-9);
  assert_near(c.normal, dcm_vector_of(0.0, 0.0, 1.0), 1e-6);
}

/** h(n) - n.y is nowhere less than at the place of the body that is found, and the place is the
 * depth from the point, or from the line. */
static void expect_least(const dcm_shape *s, const dcm_on_edge *at, dcm_vector y,
                         const dcm_vector *along, dcm_random *random) {
  const dcm_vector gap = dcm_subtract(dcm_subtract_scaled(at->point, at->depth, at->normal), y);
  const double size = s->bound + dcm_length(y);
  ck_assert_double_le(dcm_length(along ? dcm_tangential_part(gap, *along) : gap), 1e-8 * size);
  for (int k = 0; k < 200; k++) {
    dcm_vector n = k < 100 ? dcm_random_direction(random)
                           : dcm_add_scaled(at->normal, 0.01, dcm_random_direction(random));
    if (along)
      n = dcm_tangential_part(n, *along);
    n = dcm_scale(1.0 / dcm_length(n), n);
    const double depth = dcm_shape_support(s, dcm_to_body(s, n)).height - dcm_dot(n, y);
    ck_assert_double_ge(depth, at->depth - 1e-13 * size);
  }
}

/** Points and lines outside, and as deep as all bodies are round. */
TEST(depth_of_points_and_lines) {
  for (int round = 0; round < dcm_test_rounds(1000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const dcm_shape s = draw_shape(&random, 1.0);
    const dcm_vector n = dcm_random_direction(&random);
    const dcm_surface_point under = dcm_shape_support(&s, n);
    const double out = dcm_uniform(&random, -1e-4, 0.5);
    const dcm_vector y = dcm_to_space(&s, dcm_add_scaled(under.point, out, n));
    dcm_on_edge at;
    dcm_shape_on_point(&s, y, &at);
    expect_least(&s, &at, y, NULL, &random);
    dcm_vector t, along;
    dcm_tangents(dcm_to_space(&s, n), &t, &along);
    dcm_shape_on_line(&s, y, along, &at);
    expect_least(&s, &at, y, &along, &random);
    ck_assert_double_eq_tol(at.depth, -out, 1e-12);
    /* The normal that it has is among those up to a tenth to both sides. */
    const double turn = dcm_uniform(&random, -0.1, 0.1);
    const dcm_vector up = dcm_to_space(&s, n), across = dcm_cross(along, up);
    const dcm_vector middle = dcm_add_scaled(dcm_scale(cos(turn), up), sin(turn), across);
    dcm_shape_on_edge(&s, y, along, middle, 0.1 + fabs(turn), &at);
    ck_assert_double_eq_tol(at.depth, -out, 1e-12);
  }
}

/** The point is on the normal through the line, and hardly moves with the line, where a flat side
 * or a flat edge of the body lies across the line, too. */
TEST(points_at_lines) {
  int near = 0;
  for (int round = 0; round < dcm_test_rounds(4000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    double q[4], axis[3];
    draw_quaternion(&random, q);
    for (int d = 0; d < 3; d++)
      axis[d] = dcm_uniform(&random, 0.3, 1.0);
    const dcm_shape s = shape_of(axis[0], axis[1], axis[2], dcm_uniform(&random, 8.0, 20.0),
                                 dcm_uniform(&random, 8.0, 20.0), q);
    const dcm_vector direction = dcm_random_direction(&random);
    const dcm_vector along = dcm_random_direction(&random);
    const dcm_surface_point under = dcm_shape_on_ray(&s, dcm_to_body(&s, direction));
    const dcm_vector y =
        dcm_scale(dcm_uniform(&random, 0.95, 1.02) * dcm_length(under.point), direction);
    dcm_on_edge at, moved;
    dcm_shape_on_line(&s, y, along, &at);
    if (fabs(at.depth) > 0.04)
      continue;
    near++;
    const dcm_vector across = dcm_cross(at.normal, along);
    ck_assert_double_le(fabs(dcm_dot(across, dcm_subtract(at.point, y))), 1e-8);
    dcm_shape_on_line(&s, dcm_vector_of(y.x * (1.0 + 2e-16), y.y, y.z * (1.0 - 2e-16)), along,
                      &moved);
    ck_assert_double_le(dcm_length(dcm_subtract(moved.point, at.point)), 1e-7);
  }
  ck_assert_int_gt(near, dcm_test_rounds(400));
}
