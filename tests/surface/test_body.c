/* SPDX-License-Identifier: MIT */
/** @file
 * Surfaces as they are made: what is welded, dropped and told; the motions of bodies, and wear. */
#include <dcm/base.h>
#include <math.h>
#include <string.h>

#include "bodies.h"
#include "numeric/vector.h"
#include "support/check.h"
#include "support/expect.h"
#include "support/run.h"
#include "surface/movement.h"
#include "surface/results.h"

static dcm_error error;

static const dcm_surface_summary *told(const dcm_surface *s) {
  return dcm_surface_summary_of(s);
}

TEST(test_closed) {
  dcm_triangles body = body_box(dcm_vector_of(0.5, 1.0, 2.0), 10);
  dcm_surface *s = body_surface(&body, NULL);
  ck_assert(dcm_surface_is_closed(s));
  ck_assert_uint_eq(dcm_surface_triangle_count(s), 1200);
  ck_assert_uint_eq(dcm_surface_vertex_count(s), 602);
  ck_assert_uint_eq(dcm_surface_feature_count(s), 1200 + 1800 + 602);
  ck_assert_uint_eq(told(s)->planes, 6);
  ck_assert_uint_eq(told(s)->bodies, 1);
  ck_assert_double_eq_tol(told(s)->area, 28.0, 1e-12);
  ck_assert_double_eq_tol(told(s)->volume, 8.0, 1e-12);
  ck_assert_double_eq(told(s)->extent, 4.0);
  ck_assert_uint_le(dcm_surface_memory(s), 200 * 1200);
  char line[300];
  dcm_surface_describe(s, line, sizeof line);
  expect_parts(line, "1200 triangles in 6 planes, 602 vertices, closed, extent 4, area 28");
  dcm_surface_describe(s, line, 20);
  ck_assert_uint_eq(strlen(line), 19);
  /* Normals of the outside, and the triangles of all features. */
  for (uint32_t t = 0; t < 1200; t++) {
    double n[3], a[3];
    uint32_t v[3];
    dcm_surface_normal(s, t, n);
    dcm_surface_triangle(s, t, v);
    dcm_surface_vertex(s, v[0], a);
    ck_assert_double_gt(dcm_dot(dcm_vector_at(n), dcm_vector_at(a)), 0.0);
    const double *source = body.corners + 9 * (size_t)dcm_surface_source(s, t);
    int is_there = 0;
    for (int k = 0; k < 9; k += 3)
      is_there |= dcm_length(dcm_subtract(dcm_vector_at(source + k), dcm_vector_at(a))) < 1e-12;
    ck_assert(is_there);
  }
  for (uint32_t f = 0; f < dcm_surface_feature_count(s); f++)
    ck_assert_uint_lt(dcm_surface_triangle_of(s, f), 1200);
  body_end(s, &body);
}

/** Vertices apart by less than the tolerance, a triangle that thereby is none, a double, one turned
 * over, and one in the air. */
TEST(test_mended) {
  dcm_triangles body = body_box(dcm_vector_of(1.0, 1.0, 1.0), 2);
  body.corners[0] += 1e-7;
  const dcm_vector a = {1.0, 1.0, 1.0}, b = {0.0, 1.0, 1.0}, c = {1.0, 1.0, 1.0 - 1e-7};
  body_add(&body, a, b, c);
  body_add(&body, dcm_vector_at(body.corners + 9), dcm_vector_at(body.corners + 12),
           dcm_vector_at(body.corners + 15));
  dcm_surface *s = body_surface(&body, NULL);
  ck_assert_uint_eq(told(s)->read, 50);
  ck_assert_uint_eq(told(s)->welded, 2);
  ck_assert_uint_eq(told(s)->dropped, 1);
  ck_assert_uint_eq(told(s)->doubles, 1);
  ck_assert(dcm_surface_is_closed(s));
  char line[500];
  dcm_surface_describe(s, line, sizeof line);
  expect_parts(line, "48 triangles", "closed", "2 vertices welded",
               "1 triangles dropped that had two", "1 triangles dropped that were doubles");
  dcm_surface_destroy(s);

  const dcm_surface_options exact = {0.0, 20.0, 0};
  s = body_surface(&body, &exact);
  ck_assert_uint_eq(told(s)->welded, 0);
  ck_assert(!dcm_surface_is_closed(s));
  ck_assert_uint_gt(told(s)->free_edges, 0);
  dcm_surface_destroy(s);

  const double kept[3] = {body.corners[30], body.corners[31], body.corners[32]};
  memcpy(body.corners + 30, body.corners + 33, sizeof kept);
  memcpy(body.corners + 33, kept, sizeof kept);
  body_add(&body, a, b, dcm_vector_of(3.0, 3.0, 3.0));
  body_add(&body, dcm_vector_of(5.0, 0.0, 0.0), dcm_vector_of(6.0, 0.0, 0.0),
           dcm_vector_of(5.0, 1.0, 0.0));
  s = body_surface(&body, NULL);
  ck_assert_uint_eq(told(s)->turned, 3);
  ck_assert_uint_eq(told(s)->branching, 1);
  ck_assert_uint_eq(told(s)->bodies, 2);
  ck_assert_double_eq(told(s)->volume, 0.0);
  dcm_surface_describe(s, line, sizeof line);
  expect_parts(line, "open", "2 bodies", "5 free edges", "1 edges with more than two triangles",
               "3 edges whose triangles disagree");
  body_end(s, &body);
}

/** A square of two triangles beside one of four, whose vertex is in the middle of the common side;
 * the vertex may be off by less than the tolerance. */
TEST(test_junctions) {
  static const double off[] = {0.0, 1e-6, 1e-3};
  static const uint32_t junctions[] = {1, 1, 0};
  for (int n = 0; n < 3; n++) {
    dcm_triangles body = {0};
    const dcm_vector corner[] = {{0.0, 0.0, 0.0},   {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0},
                                 {0.0, 1.0, 0.0},   {2.0, 0.0, 0.0}, {2.0, 1.0, 0.0},
                                 {1.0, 0.5, off[n]}};
    body_add(&body, corner[0], corner[1], corner[2]);
    body_add(&body, corner[0], corner[2], corner[3]);
    body_add(&body, corner[1], corner[4], corner[6]);
    body_add(&body, corner[4], corner[5], corner[6]);
    body_add(&body, corner[5], corner[2], corner[6]);
    dcm_surface *s = body_surface(&body, NULL);
    ck_assert_uint_eq(told(s)->junctions, junctions[n]);
    ck_assert_uint_eq(told(s)->free_edges, 9);
    char line[300];
    dcm_surface_describe(s, line, sizeof line);
    ck_assert_int_eq(strstr(line, "1 vertices inside of a free edge (T-junctions)") != NULL,
                     junctions[n] == 1);
    dcm_surface_destroy(s);

    /* A triangle without area closes the seam. */
    body_add(&body, corner[1], corner[6], corner[2]);
    s = body_surface(&body, NULL);
    ck_assert_uint_eq(told(s)->dropped, 0);
    ck_assert_uint_eq(told(s)->junctions, 0);
    ck_assert_uint_eq(told(s)->free_edges, 6);
    if (off[n] == 0.0)
      ck_assert_uint_eq(told(s)->planes, 1);
    body_end(s, &body);
  }
}

static void expect_refused(dcm_triangles *body, dcm_surface_options options, const char *part) {
  ck_assert_ptr_null(dcm_surface_create(body, &options, &error));
  expect_part(error.text, part);
}

TEST(test_refused) {
  const dcm_surface_options usual = DCM_SURFACE_DEFAULTS;
  dcm_triangles body = {0};
  expect_refused(&body, usual, "there are no triangles");
  const dcm_vector at = {1.0, 2.0, 3.0};
  body_add(&body, at, at, at);
  expect_refused(&body, usual, "all triangles are at one point");
  body_add(&body, dcm_vector_of(2.0, 2.0, 3.0), at, at);
  expect_refused(&body, usual, "each of the 2 triangles has two corners");
  body_add(&body, dcm_vector_of(2.0, 2.0, 3.0), at, dcm_vector_of(2.0, 3.0, 3.0));
  expect_refused(&body, (dcm_surface_options){1.0, 20.0, 0}, "weld is 1, and the whole surface");
  expect_refused(&body, (dcm_surface_options){NAN, 20.0, 0}, "weld is nan");
  expect_refused(&body, (dcm_surface_options){-1.0, 91.0, 0},
                 "flat is 91 degrees; allowed are 0 to 90");
  body.corners[9] = 1e51;
  expect_refused(&body, usual, "triangle 2 has the coordinate 1e+51");
  body.corners[9] = NAN;
  expect_refused(&body, usual, "triangle 2 has the coordinate nan");
  dcm_triangles_free(&body);
}

TEST(test_doubts) {
  dcm_triangles body = body_box(dcm_vector_of(1.0, 1.0, 1.0), 3);
  dcm_surface *s = body_surface(&body, NULL);
  char text[300];
  uint32_t pair[2];
  ck_assert(!dcm_surface_doubt_units(s, 1e-3, 2e-3, 0.2, text, sizeof text));
  ck_assert(dcm_surface_doubt_units(s, 3.0, 4.0, 0.2, text, sizeof text));
  expect_parts(text, "extent of 2", "radii from 3 to 4", "other units");
  ck_assert(dcm_surface_doubt_units(s, 1e-7, 1e-6, INFINITY, text, sizeof text));
  ck_assert(dcm_surface_doubt_units(s, 1e-3, 2e-3, 0.19, text, sizeof text));
  expect_parts(text, "extent of 2", "longest side of the box is 0.19", "other units");
  ck_assert_uint_eq(dcm_surface_self_intersections(s, 1000000, pair), 0);
  /* Squares of two triangles, and right angles. */
  ck_assert(dcm_surface_has_fold(s, 89.0, 91.0) && !dcm_surface_has_fold(s, 1e-6, 89.0));
  ck_assert(!dcm_surface_has_fold(s, 91.0, 180.0));
  dcm_surface_destroy(s);
  /* A needle through two sides. */
  body_add(&body, dcm_vector_of(-2.0, 0.3, 0.3), dcm_vector_of(2.0, 0.31, 0.3),
           dcm_vector_of(2.0, 0.31, 0.31));
  s = body_surface(&body, NULL);
  ck_assert_uint_eq(dcm_surface_self_intersections(s, 1000000, pair), 2);
  const uint32_t last = body.count - 1;
  ck_assert(dcm_surface_source(s, pair[0]) == last || dcm_surface_source(s, pair[1]) == last);
  /* Few pairs have boxes that meet: those are all that is looked at. */
  ck_assert_uint_eq(dcm_surface_self_intersections(s, 20, pair), 2);
  ck_assert_uint_eq(dcm_surface_self_intersections(s, 0, pair), 0);
  body_end(s, &body);
}

/** Plates of two triangles, and plates of many, some nearer to each other than the distance. */
TEST(test_sheets) {
  dcm_random random = dcm_random_stream(0);
  uint32_t pair[2];
  for (int one_sided = 0; one_sided < 2; one_sided++)
    for (int n = 0; n < 5; n++) {
      /* A closed plate; two planes of other triangles that look up; a plane in which all is flat.
       */
      const int is_plate = n < 2, is_one = n == 4;
      dcm_triangles body = is_plate ? body_box(dcm_vector_of(1.0, 1.0, n ? 0.01 : 0.005), 3)
                                    : body_plane(&random, 20, 0.0, 0.0);
      dcm_triangles other = body_plane(&random, 30, n == 3 ? 0.0149 : 0.0, 0.0);
      for (uint32_t t = 0; t < other.count && !is_plate && !is_one; t++)
        body_add(&body, dcm_vector_at(other.corners + 9 * t),
                 dcm_vector_at(other.corners + 9 * t + 3),
                 dcm_vector_at(other.corners + 9 * t + 6));
      const dcm_surface_options options = {-1.0, 20.0, one_sided};
      dcm_vector axes[3];
      body_turn(&body, &random, axes);
      dcm_surface *s = body_surface(&body, &options);
      const uint64_t found = dcm_surface_sheets(s, 0.015, 1000000, pair);
      ck_assert_msg((found > 0) == (n == 0 ? !one_sided : n == 2 || n == 3), "%d: %llu", n,
                    (unsigned long long)found);
      body_end(s, &body);
      dcm_triangles_free(&other);
    }
}

/* -------------------------------------------------------------------------------------- motion */

static void expect_vector(const double v[3], double x, double y, double z) {
  ck_assert_double_eq_tol(v[0], x, 1e-14);
  ck_assert_double_eq_tol(v[1], y, 1e-14);
  ck_assert_double_eq_tol(v[2], z, 1e-14);
}

TEST(test_parts) {
  dcm_movement motion = {0};
  dcm_rigid body;
  dcm_movement_at(&motion, 7.0, &body);
  const dcm_rigid rest = DCM_RIGID_AT_REST;
  ck_assert_int_eq(memcmp(&body, &rest, sizeof body), 0);
  /* A wheel at (1, 0, 0) that turns about its axle, which slides along y. */
  const dcm_movement_part turn = {
      .kind = DCM_PART_TURN, .axis = {0, 0, 2}, .origin = {1, 0, 0}, .rate = 3.0};
  const dcm_movement_part slide = {.axis = {0, 1, 0}, .rate = 2.0};
  ck_assert_int_eq(dcm_movement_add(&motion, &turn, &error), DCM_OK);
  ck_assert_int_eq(dcm_movement_add(&motion, &slide, &error), DCM_OK);
  const double t = 0.5 * DCM_PI / 3.0; /* a quarter turn */
  dcm_movement_at(&motion, t, &body);
  const dcm_vector x = dcm_rigid_place(&body, dcm_vector_of(2.0, 0.0, 0.0));
  expect_vector((double[]){x.x, x.y, x.z}, 1.0, 1.0 + 2.0 * t, 0.0);
  const dcm_vector v = dcm_rigid_velocity(&body, x);
  expect_vector((double[]){v.x, v.y, v.z}, -3.0, 2.0, 0.0);
  expect_vector(body.spin, 0.0, 0.0, 3.0);
  const dcm_vector back = dcm_rigid_find(&body, x);
  expect_vector((double[]){back.x, back.y, back.z}, 2.0, 0.0, 0.0);
  dcm_movement_free(&motion);
}

/** Velocities are the derivatives of places, whatever parts are stacked, and a place is found in
 * the body again. */
TEST(test_derivatives) {
  for (int round = 0; round < dcm_test_rounds(200); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_movement motion = {0};
    for (uint32_t n = 1 + dcm_below(&random, 4); n > 0; n--) {
      dcm_movement_part part = {0};
      part.kind = dcm_chance(&random, 0.5) ? DCM_PART_SLIDE : DCM_PART_TURN;
      part.course = (dcm_course)dcm_below(&random, 3); /* rate, wiggle, sine */
      part.begin = dcm_chance(&random, 0.3) ? 0.5 : 0.0;
      part.end = dcm_chance(&random, 0.3) ? 2.0 : 0.0;
      for (int c = 0; c < 3; c++) {
        part.axis[c] = dcm_uniform(&random, -1.0, 1.0);
        part.origin[c] = dcm_uniform(&random, -1.0, 1.0);
      }
      part.rate = dcm_uniform(&random, -2.0, 2.0);
      part.amplitude = dcm_uniform(&random, -1.0, 1.0);
      part.period = dcm_uniform(&random, 1.0, 3.0);
      ck_assert_int_eq(dcm_movement_add(&motion, &part, &error), DCM_OK);
    }
    const double h = 1e-5;
    double t = dcm_uniform(&random, h, 3.0);
    if (fabs(t - 0.5) < h || fabs(t - 2.0) < h) /* there are kinks */
      t += 3.0 * h;
    dcm_rigid before, now, after;
    dcm_movement_at(&motion, t - h, &before);
    dcm_movement_at(&motion, t, &now);
    dcm_movement_at(&motion, t + h, &after);
    const dcm_vector point = {0.3, -0.7, 1.1};
    const dcm_vector found = dcm_rigid_find(&now, dcm_rigid_place(&now, point));
    ck_assert_double_lt(dcm_length(dcm_subtract(found, point)), 1e-14);
    const dcm_vector moved =
        dcm_subtract(dcm_rigid_place(&after, point), dcm_rigid_place(&before, point));
    const dcm_vector v = dcm_rigid_velocity(&now, dcm_rigid_place(&now, point));
    /* The error of the central difference, h^2/6 times a third derivative of some hundreds. */
    ck_assert_double_lt(dcm_length(dcm_subtract_scaled(moved, 2.0 * h, v)), 2.0 * h * 1e-6);
    /* But for the rounding of places, some units of 4e-16. */
    ck_assert_double_ge(dcm_rigid_path(&before, &after, dcm_length(point)),
                        dcm_length(moved) - 2e-15);
    dcm_movement_free(&motion);
  }
}

TEST(test_wiggle) {
  dcm_movement motion = {0};
  const dcm_movement_part wiggle = {
      .course = DCM_COURSE_WIGGLE, .axis = {0, 0, 1}, .amplitude = 0.5, .period = 2.0};
  ck_assert_int_eq(dcm_movement_add(&motion, &wiggle, &error), DCM_OK);
  dcm_rigid body;
  dcm_movement_at(&motion, 0.0, &body);
  expect_vector(body.place, 0.0, 0.0, 0.0);
  expect_vector(body.velocity, 0.0, 0.0, 0.0);
  dcm_movement_at(&motion, 1.0, &body);
  expect_vector(body.place, 0.0, 0.0, 1.0);
  dcm_movement_at(&motion, 0.5, &body);
  expect_vector(body.velocity, 0.0, 0.0, 0.5 * DCM_PI);
  motion.parts[0].course = DCM_COURSE_GIVEN;
  motion.parts[0].given = 4.0;
  motion.parts[0].given_rate = -1.0;
  dcm_movement_at(&motion, 123.0, &body);
  expect_vector(body.place, 0.0, 0.0, 4.0);
  expect_vector(body.velocity, 0.0, 0.0, -1.0);
  dcm_movement_free(&motion);
}

static int32_t read_table(const char *text, dcm_movement_table *table) {
  return dcm_movement_table_read(text, strlen(text), "table", table, &error);
}

TEST(test_table) {
  dcm_movement motion = {0};
  dcm_movement_part part = {.kind = DCM_PART_TABLE, .axis = {0, 0, 1}};
  ck_assert_msg(
      read_table("\xef\xbb\xbf# t x y z angle\n\n1 0 0 0 0\n2 4 0 0 90 # there\r\n4 4 2 0 90",
                 &part.table) == DCM_OK,
      "%s", error.text);
  ck_assert_int_eq(dcm_movement_add(&motion, &part, &error), DCM_OK);
  dcm_rigid body;
  dcm_movement_at(&motion, 0.5, &body);
  expect_vector(body.place, 0.0, 0.0, 0.0);
  expect_vector(body.velocity, 0.0, 0.0, 0.0);
  dcm_movement_at(&motion, 1.0, &body);
  expect_vector(body.velocity, 4.0, 0.0, 0.0);
  expect_vector(body.spin, 0.0, 0.0, 0.5 * DCM_PI);
  dcm_movement_at(&motion, 1.5, &body);
  expect_vector(body.place, 2.0, 0.0, 0.0);
  ck_assert_double_eq_tol(body.rotation[1][0], sqrt(0.5), 1e-15);
  dcm_movement_at(&motion, 3.0, &body);
  expect_vector(body.place, 4.0, 1.0, 0.0);
  expect_vector(body.velocity, 0.0, 1.0, 0.0);
  dcm_movement_at(&motion, 9.0, &body);
  expect_vector(body.place, 4.0, 2.0, 0.0);
  expect_vector(body.velocity, 0.0, 0.0, 0.0);
  dcm_movement_free(&motion);

  static const struct {
    const char *text, *part;
  } bad[] = {
      {"", "table has no rows"},
      {"# nothing\n", "table has no rows"},
      {"1 2 3 4\n", "table:1: the line ends where the angle should be"},
      {"1 2 3 4 5 6\n", "table:1: '6' is too much"},
      {"1 0 0 0 0\n1 0 0 0 0\n", "table:2: the time 1 is not after that of the row before, 1"},
      {"1 0 inf 0 0\n", "table:1: y is 'inf'"},
      {"1 0 0 zero 0\n", "table:1: 'zero' should be z"},
  };
  for (size_t n = 0; n < sizeof bad / sizeof bad[0]; n++) {
    dcm_movement_table table = {0};
    ck_assert_int_eq(read_table(bad[n].text, &table), DCM_ERROR);
    expect_part(error.text, bad[n].part);
    dcm_movement_table_free(&table);
  }
}

TEST(test_refused_parts) {
  dcm_movement motion = {0};
  const dcm_movement_part bad[] = {
      {.axis = {0, 0, 0}, .rate = 1.0},
      {.axis = {0, 0, 1}, .rate = NAN},
      {.course = DCM_COURSE_WIGGLE, .axis = {0, 0, 1}, .period = 0.0},
      {.kind = DCM_PART_TABLE, .axis = {0, 0, 1}},
      {.axis = {0, 0, 1}, .rate = 1.0, .begin = 2.0, .end = 2.0},
  };
  const char *const parts[] = {"axis of a motion is 0 0 0", "number nan", "period of a motion is 0",
                               "has no rows", "ends at 2 and begins at 2"};
  for (int n = 0; n < 5; n++) {
    ck_assert_int_eq(dcm_movement_add(&motion, &bad[n], &error), DCM_ERROR);
    expect_part(error.text, parts[n]);
  }
  ck_assert_uint_eq(motion.count, 0);
  const dcm_skin belt = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 2.0, 0.0}};
  const dcm_vector v =
      dcm_skin_velocity(&belt, dcm_vector_of(0.0, 0.0, 3.0), dcm_vector_of(0.6, 0.0, 0.8));
  /* 1 + 2 times 3 along x, of which the part along the surface is left. */
  ck_assert_double_eq_tol(v.x, 7.0 * 0.64, 1e-14);
  ck_assert_double_eq_tol(v.z, -7.0 * 0.48, 1e-14);
}

/* ---------------------------------------------------------------------------------------- wear */

TEST(test_wear) {
  /* 2e-9 / Pa, 30 N over 0.5 m. The tolerances are a few roundings. */
  ck_assert_double_eq_tol(dcm_wear_archard(2e-9, 30.0, 0.5), 3e-8, 1e-22);
  /* At 45 degrees cos^2 a / 3 = 1/6, at 3-4-5 it is 16/75; at tan a = 1/7 below the change
   * (2 . 7 - 3) / 50; where both branches meet, 0.3; grazing and head-on nothing is cut. */
  static const double cases[][3] = {
      {1.0, 1.0, 1.0 / 6.0},   {3.0, 4.0, 16.0 / 75.0}, {1.0, 7.0, 11.0 / 50.0}, {1.0, 3.0, 0.3},
      {1.0, 2.999999999, 0.3}, {0.0, 2.0, 0.0},         {2.0, 0.0, 0.0},         {0.0, 0.0, 0.0}};
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++)
    /* One case is 1e-9 beside the change, in the ratio of its legs. */
    ck_assert_double_eq_tol(dcm_wear_finnie_angle(cases[n][0], cases[n][1]), cases[n][2], 1e-10);
  /* The most is at tan 2a = 2/3. */
  const double best = 0.5 * atan2(2.0, 3.0), f = dcm_wear_finnie_angle(sin(best), cos(best));
  ck_assert_double_eq_tol(f, sin(2.0 * best) - 3.0 * sin(best) * sin(best), 1e-15);
  for (int side = -1; side <= 1; side += 2)
    ck_assert_double_gt(f, dcm_wear_finnie_angle(sin(best + 0.01 * side), cos(best + 0.01 * side)));
  /* 1e-9 / Pa and a grain of 0.2 kg at 5 m/s: m v^2 = 5 J. */
  ck_assert_double_eq_tol(dcm_wear_finnie(1e-9, 0.2, 3.0, 4.0), 16.0 / 15.0 * 1e-9, 1e-23);
  /* 30 N at 5 m/s for 0.1 s are 15 J, twice; the third is 0.33333 where cos^2 a / 3 holds. */
  ck_assert_double_eq_tol(dcm_wear_finnie_of_step(1e-9, 30.0, 3.0, 4.0, 0.1),
                          30e-9 * 0.33333 * 16.0 / 25.0, 1e-22);
  ck_assert_double_eq_tol(dcm_wear_finnie_of_step(1e-9, 30.0, 1.0, 7.0, 0.1),
                          6e-9 * sqrt(50.0) * 11.0 / 50.0, 1e-22);
}
