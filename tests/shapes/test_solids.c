/* SPDX-License-Identifier: MIT */
/** @file
 * Superellipsoids at balls, cylinders and cones, from outside and from inside, against brute force.
 * Seeds as in support/random.h. */
#include <math.h>

#include "contacts/shapes.h"
#include "draw_shapes.h"
#include "shapes/on_walls.h"
#include "support/run.h"

/** Neither a needle nor a plate. */
static dcm_shape draw_round(dcm_random *random) {
  double q[4], axis[3], n[2] = {2.0, 2.0};
  draw_quaternion(random, q);
  for (int d = 0; d < 3; d++)
    axis[d] = dcm_uniform(random, 0.4, 1.0);
  if (dcm_chance(random, 0.5))
    for (int e = 0; e < 2; e++)
      n[e] = dcm_uniform(random, 2.0, 6.0);
  return shape_of(axis[0], axis[1], axis[2], n[0], n[1], q);
}

static dcm_solid draw_cone(dcm_random *random, int is_hollow, int is_cylinder) {
  dcm_solid s = {.is_hollow = is_hollow, .axis = dcm_random_direction(random)};
  s.end[0] = dcm_uniform(random, -3.0, -1.0);
  s.end[1] = dcm_uniform(random, 1.0, 3.0);
  s.wide[0] = dcm_uniform(random, 0.5, 4.0);
  s.wide[1] = is_cylinder ? s.wide[0] : dcm_uniform(random, 0.5, 4.0);
  return s;
}

/** The support function of a solid, from its centre. */
static double height_of(const dcm_solid *s, dcm_vector n) {
  const double along = dcm_dot(n, s->axis);
  if (s->is_ball)
    return s->radius;
  return s->wide[0] * dcm_length(dcm_tangential_part(n, s->axis)) +
         fmax(along * s->end[0], along * s->end[1]);
}

static double depth_along(const dcm_shape *shape, const dcm_solid *s, dcm_vector to_solid,
                          dcm_vector n) {
  return dcm_shape_support(shape, dcm_to_body(shape, n)).height + height_of(s, dcm_scale(-1.0, n)) -
         dcm_dot(n, to_solid);
}

/** No direction leads out of an overlap, or is clear of it, by less. */
TEST(outside) {
  int places[2] = {0, 0};
  for (int round = 0; round < dcm_test_rounds(4000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const dcm_shape shape = draw_round(&random);
    dcm_solid s = draw_cone(&random, 0, 1);
    s.is_ball = dcm_chance(&random, 0.2);
    s.radius = s.wide[0];
    const dcm_vector n = dcm_random_direction(&random);
    const double gap = dcm_uniform(&random, -0.02, 0.3);
    /* So that the depth along n is minus the gap. */
    const dcm_vector beside = dcm_tangential_part(
        dcm_scale(dcm_uniform(&random, 0.0, 3.0), dcm_random_direction(&random)), n);
    const double now = depth_along(&shape, &s, beside, n);
    const dcm_vector to_solid = dcm_add_scaled(beside, now + gap, n);
    dcm_on_wall found[DCM_SOLID_PIECES];
    if (dcm_shape_on_solid(&shape, &s, to_solid, found) != 1)
      ck_abort_msg("round %d: nothing found", round);
    const dcm_on_wall at = found[0];
    if (at.depth > 0.03)
      continue; /* other directions are deeper than bodies are round */
    places[s.is_ball]++;
    ck_assert_double_eq_tol(depth_along(&shape, &s, to_solid, at.normal), at.depth, 1e-8);
    ck_assert_double_eq_tol(dcm_dot(at.normal, at.point),
                            dcm_shape_support(&shape, dcm_to_body(&shape, at.normal)).height,
                            1e-12);
    for (int k = 0; k < 200; k++) {
      const dcm_vector other =
          dcm_add_scaled(at.normal, k < 100 ? 1.0 : 0.01, dcm_random_direction(&random));
      ck_assert_double_ge(
          depth_along(&shape, &s, to_solid, dcm_scale(1.0 / dcm_length(other), other)),
          at.depth - 1e-9);
    }
  }
  ck_assert_int_gt(places[0], dcm_test_rounds(2000));
  ck_assert_int_gt(places[1], dcm_test_rounds(400));
}

/** No point of the body is deeper in the wall of a hollow than the place that is found. */
TEST(inside) {
  for (int round = 0; round < dcm_test_rounds(2000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const dcm_shape shape = draw_round(&random);
    dcm_solid s = draw_cone(&random, 1, dcm_chance(&random, 0.5));
    s.is_ball = dcm_chance(&random, 0.3);
    s.radius = 2.0;
    const dcm_vector to_solid =
        dcm_scale(dcm_uniform(&random, 0.0, 1.0), dcm_random_direction(&random));
    dcm_on_wall at[DCM_SOLID_PIECES];
    const unsigned pieces = dcm_shape_on_solid(&shape, &s, to_solid, at);
    ck_assert_uint_eq(pieces, s.is_ball ? 1 : 7);
    const double slant = (s.wide[1] - s.wide[0]) / (s.end[1] - s.end[0]);
    double most[DCM_SOLID_PIECES] = {-10.0, -10.0, -10.0};
    for (int k = 0; k < 3000; k++) {
      const dcm_vector p = dcm_subtract(
          dcm_to_space(&shape, dcm_shape_on_ray(&shape, dcm_random_direction(&random)).point),
          to_solid);
      const double height = dcm_dot(p, s.axis);
      if (s.is_ball) {
        most[0] = fmax(most[0], dcm_length(p) - s.radius);
        continue;
      }
      const double wide = s.wide[0] + slant * (height - s.end[0]);
      const double over = dcm_length(dcm_tangential_part(p, s.axis)) - wide;
      most[0] = fmax(most[0], s.end[0] - height);
      most[1] = fmax(most[1], height - s.end[1]);
      most[2] = fmax(most[2], over / sqrt(1.0 + slant * slant));
    }
    for (int piece = 0; piece < (s.is_ball ? 1 : 3); piece++) {
      ck_assert_double_le(most[piece], at[piece].depth + 1e-12);
      ck_assert_double_ge(most[piece], at[piece].depth - 0.05);
    }
  }
}

/** A box that turns two corners to the mantle, which are beside each other as seen from the axis
 * and about as deep: the deeper one is found, however little deeper it is. */
TEST(corners_side_by_side) {
  const dcm_vector axis = {0.0, 0.0, 1.0};
  for (int round = 0; round < dcm_test_rounds(1500); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const double side = dcm_uniform(&random, -3.0, 3.0), distance = dcm_uniform(&random, 0.2, 1.5);
    const double half = 0.5 * (side + dcm_uniform(&random, -0.05, 0.05));
    const double axes[3] = {0.3, dcm_uniform(&random, 0.03, 0.4), 0.4};
    const double n[2] = {dcm_uniform(&random, 3.0, 8.0), dcm_uniform(&random, 3.0, 8.0)};
    const double q[4] = {cos(half), 0.0, 0.0, sin(half)};
    const dcm_vector centre = {distance * cos(side), distance * sin(side), 0.0};
    const double slant = dcm_chance(&random, 0.5) ? 0.0 : dcm_uniform(&random, -0.3, 0.3);
    const dcm_shape shape = shape_of(axes[0], axes[1], axes[2], n[0], n[1], q);
    dcm_on_wall at;
    dcm_shape_in_cone(&shape, axis, centre, 2.0, slant, &at);
    for (int look = -2000; look <= 2000; look++) {
      const double angle = side + 3e-4 * look;
      const dcm_vector normal =
          dcm_scale(1.0 / sqrt(1.0 + slant * slant), dcm_vector_of(cos(angle), sin(angle), -slant));
      const double height = dcm_shape_support(&shape, dcm_to_body(&shape, normal)).height;
      ck_assert_double_le(height + dcm_dot(normal, centre) - 2.0 / sqrt(1.0 + slant * slant),
                          at.depth + 1e-14);
    }
  }
}

/** Spheres have the curvatures of their walls. */
TEST(radii) {
  const dcm_shape shape = shape_of(0.5, 0.5, 0.5, 2.0, 2.0, NULL);
  dcm_on_wall at[DCM_SOLID_PIECES] = {0};
  const dcm_vector y = {0.0, 0.0, 1.5}, off = {0.0, 0.0, 0.5};
  dcm_solid ball = {.is_ball = 1, .radius = 1.0};
  dcm_shape_on_solid(&shape, &ball, y, at);
  ck_assert_double_eq_tol(at->radius, 0.5 / 1.5, 1e-12);
  ck_assert_double_eq_tol(at->depth, 0.0, 1e-12);
  ck_assert(isinf(at->round));
  ball.is_hollow = 1;
  dcm_shape_on_solid(&shape, &ball, off, at);
  ck_assert_double_eq_tol(at->radius, 1.0, 1e-12);
  ck_assert_double_eq_tol(at->depth, 0.0, 1e-12);

  /* At a rim the place is the only one as long as the overlap is less than the radius. */
  const dcm_solid can = {.axis = {0.0, 0.0, 1.0}, .end = {-1.0, 1.0}, .wide = {1.0, 1.0}};
  const dcm_vector beside = {-1.0 - 0.4 / sqrt(2.0), 0.0, -1.0 - 0.4 / sqrt(2.0)};
  const dcm_vector over = {-1.4, 0.0, 0.0};
  ck_assert_uint_eq(dcm_shape_on_solid(&shape, &can, beside, at), 1);
  ck_assert_double_eq_tol(at->depth, 0.1, 1e-12);
  ck_assert_double_eq_tol(at->round, 0.5, 1e-12);
  ck_assert_uint_eq(dcm_shape_on_solid(&shape, &can, over, at), 1);
  ck_assert_double_eq_tol(at->depth, 0.1, 1e-12);
  ck_assert(isinf(at->round));
}

/** The place of a contact, which is reported from the point of the wall nearest to the centre, is
 * on the wall: on a plane, and in a cylinder. */
TEST(places_on_the_wall) {
  const double hollow = 3.0;
  for (int round = 0; round < dcm_test_rounds(1000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const dcm_shape shape = draw_round(&random);
    const double distance = dcm_uniform(&random, 0.3, 1.0), angle = dcm_uniform(&random, 0.0, 6.0);
    const dcm_vector into_wall = {cos(angle), sin(angle), 0.0};
    const dcm_vector to_grain = dcm_scale(-distance, into_wall);
    const dcm_vector at_plane = dcm_stand_in_at_wall_of(&shape, to_grain, -1, 0.0, 0.0).from;
    ck_assert_double_le(fabs(dcm_dot(at_plane, into_wall)), 1e-12);
    const dcm_vector in_cylinder = dcm_add_scaled(
        dcm_stand_in_at_wall_of(&shape, to_grain, 2, hollow, 0.0).from, hollow, into_wall);
    ck_assert_double_eq_tol(hypot(in_cylinder.x, in_cylinder.y), hollow, 1e-9);
  }
}
