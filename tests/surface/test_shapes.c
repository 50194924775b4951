/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts of superellipsoids with surfaces of triangles: spheres have those of spheres, flat
 * surfaces are planes, and distances have no jump and the gradient that is reported. Seeds as in
 * support/random.h. */
#include <math.h>
#include <stdio.h>

#include "../shapes/draw_shapes.h"
#include "bodies.h"
#include "numeric/vector.h"
#include "support/check.h"
#include "support/run.h"

static dcm_surface_search search, of_sphere;

/** A lentil, an ellipsoid, a rod or a box with rounded edges. */
static void draw_axes(dcm_random *random, int kind, double size, double axis[3], double n[2]) {
  n[0] = n[1] = 2.0;
  for (int d = 0; d < 3; d++)
    axis[d] = size * dcm_uniform(random, 0.5, 1.0);
  if (kind == 0)
    axis[2] = 0.5 * (axis[1] = axis[0]);
  if (kind == 2) {
    axis[1] = axis[0];
    n[0] = 4.0;
  }
  if (kind == 3) {
    n[0] = dcm_uniform(random, 2.0, 5.0);
    n[1] = dcm_uniform(random, 2.0, 5.0);
  }
}

static dcm_shape draw_kind(dcm_random *random, int kind, double size) {
  double axis[3], n[2], q[4];
  draw_axes(random, kind, size, axis, n);
  draw_quaternion(random, q);
  return shape_of(axis[0], axis[1], axis[2], n[0], n[1], q);
}

static void find(const dcm_surface *s, const dcm_shape *shape, dcm_vector c, double radius,
                 double range) {
  const double centre[3] = {c.x, c.y, c.z};
  const uint32_t *near;
  const int64_t count =
      dcm_surface_find_near(&search, s, centre, dcm_surface_horizon(s, range), &near);
  ck_assert_int_ge(count, 0);
  ck_assert_int_eq(
      dcm_surface_find_shape(&search, s, shape, centre, radius, range, near, (uint32_t)count), 0);
}

static void expect_near(const double a[3], const double b[3], double tolerance) {
  for (int c = 0; c < 3; c++)
    ck_assert_double_eq_tol(a[c], b[c], tolerance);
}

/** A sphere that is given as a superellipsoid has the contacts of a sphere, joined ones, too. */
TEST_TIMES(test_spheres, BODIES) {
  const double radius = 0.2;
  uint32_t contacts = 0, joined = 0, others = 0;
  for (int sides = 0; sides < 2; sides++) {
    dcm_random random = dcm_random_stream((uint64_t)_i);
    dcm_triangles body = body_of_kind(_i, &random);
    const dcm_surface_options options = {-1.0, 20.0, sides};
    dcm_surface *s = body_surface(&body, &options);
    for (int n = 0; n < dcm_test_rounds(8000); n++) {
      double q[4];
      draw_quaternion(&random, q);
      dcm_shape shape = shape_of(radius, radius, radius, 2.0, 2.0, q);
      /* The other way of numbers, with the search of a body that is no sphere. */
      if (n % 2)
        shape.kind = DCM_SHAPE_ELLIPSOID;
      const dcm_vector away =
          sides || n % 3 ? dcm_random_direction(&random) : dcm_vector_of(0.0, 0.0, 1.0);
      const dcm_vector c = dcm_add_scaled(body_place(&body, &random),
                                          dcm_uniform(&random, 0.8 * radius, 1.1 * radius), away);
      const double range = radius * (n % 4 ? 1.0 : 1.05), centre[3] = {c.x, c.y, c.z};
      ck_assert_int_eq(dcm_surface_find_contacts(&of_sphere, s, centre, range, NULL, 0), 0);
      /* A centre on the surface is as deep as the grain is round: there is no foot. */
      if (of_sphere.feet_count > 0 && of_sphere.feet[0].distance < 1e-6)
        continue;
      find(s, &shape, c, radius, range);
      ck_assert_uint_eq(search.count, of_sphere.count);
      for (uint32_t k = 0; k < search.count; k++) {
        const dcm_surface_contact *a = &search.contacts[k], *b = &of_sphere.contacts[k];
        /* On a seam rounding decides. */
        others += a->feature != b->feature;
        ck_assert_double_eq_tol(a->distance, b->distance, b->slope == 1.0 ? 1e-14 : 1e-11);
        ck_assert_double_eq_tol(a->slope, b->slope, 1e-10);
        expect_near(a->direction, b->direction, 1e-10);
        expect_near(a->foot, b->foot, 1e-11);
        joined += b->slope != 1.0;
        contacts++;
      }
    }
    body_end(s, &body);
  }
  printf("%d: %u contacts, %u of several feet, %u at another feature\n", _i, contacts, joined,
         others);
  ck_assert_uint_gt(contacts, (uint32_t)dcm_test_rounds(1000));
  ck_assert_uint_lt(others, contacts / 50);
}

/** Triangles of a plane are the plane, wherever the seams are. */
TEST(test_planes) {
  for (int round = 0; round < dcm_test_rounds(20); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_triangles body = body_plane(&random, 1 + (int)dcm_below(&random, 300), 0.3, 0.0),
                  turned = {0};
    for (uint32_t t = 0; t < body.count; t++)
      ck_assert_int_eq(dcm_triangles_add(&turned, body.corners + 9 * (size_t)t), DCM_OK);
    dcm_vector axes[3];
    body_turn(&turned, &random, axes);
    dcm_surface *s = body_surface(&turned, NULL);
    const dcm_vector n = {axes[0].z, axes[1].z, axes[2].z};
    for (int k = 0; k < 2000; k++) {
      const dcm_shape shape = draw_kind(&random, k % 4, 0.05);
      const dcm_vector out = dcm_scale(dcm_chance(&random, 0.5) ? 1.0 : -1.0, n);
      const dcm_surface_point deep = dcm_shape_support(&shape, dcm_to_body(&shape, out));
      const double depth = dcm_uniform(&random, -0.005, 0.002);
      const dcm_vector p = body_place(&body, &random);
      if (fabs(p.x) > 0.999 || fabs(p.y) > 0.999)
        continue;
      /* The deepest point is behind this place. */
      const dcm_vector at = {dcm_dot(axes[0], p), dcm_dot(axes[1], p), dcm_dot(axes[2], p)};
      const dcm_vector c =
          dcm_subtract(dcm_add_scaled(at, depth, out), dcm_to_space(&shape, deep.point));
      find(s, &shape, c, 0.12, 0.13);
      ck_assert_uint_eq(search.count, 1);
      const dcm_surface_contact *found = &search.contacts[0];
      const double place[3] = {at.x, at.y, at.z};
      ck_assert_double_eq_tol(found->distance, 0.12 - depth, 2e-15);
      ck_assert_double_eq(found->slope, 1.0);
      ck_assert_double_eq_tol(dcm_dot(dcm_vector_at(found->direction), out), -1.0, 1e-14);
      expect_near(found->foot, place, 1e-13);
    }
    body_end(s, &turned);
    dcm_triangles_free(&body);
  }
}

/* --------------------------------------------------------------------------- forces and energies
 */

/** A grain in a place and a turn, which a path changes evenly. */
typedef struct placed {
  double axis[3], n[2], q[4];
  dcm_vector c;
} placed;

static dcm_shape shape_at(const placed *p) {
  return shape_of(p->axis[0], p->axis[1], p->axis[2], p->n[0], p->n[1], p->q);
}

/** Moves the grain and turns it by a small angle about its centre. */
static void move(placed *p, dcm_vector way, dcm_vector angle) {
  const double w = p->q[0];
  const dcm_vector v = {p->q[1], p->q[2], p->q[3]}, half = dcm_scale(0.5, angle);
  const dcm_vector more = dcm_add(dcm_scale(w, half), dcm_cross(half, v));
  double q[4] = {w - dcm_dot(half, v), v.x + more.x, v.y + more.y, v.z + more.z};
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++)
    p->q[k] = q[k] / length;
  p->c = dcm_add(p->c, way);
}

/** The energy of contacts whose force is the overlap to the power 3/2, and its rate along a way and
 * a turn by the forces that a law would give. */
typedef struct stored {
  double energy, rate;
  uint32_t count;
} stored;

static stored look(const dcm_surface *s, const placed *p, double radius, dcm_vector way,
                   dcm_vector angle) {
  const dcm_shape shape = shape_at(p);
  stored sum = {0};
  find(s, &shape, p->c, radius, radius);
  for (uint32_t k = 0; k < search.count; k++) {
    const dcm_surface_contact *contact = &search.contacts[k];
    const double overlap = radius - contact->distance;
    const dcm_vector n = dcm_vector_at(contact->direction);
    const dcm_vector arm = dcm_subtract(dcm_vector_at(contact->foot), p->c);
    const dcm_vector moved = dcm_add(way, dcm_cross(angle, arm));
    sum.energy += 0.4 * pow(overlap, 2.5);
    const double turned = contact->pitch * dcm_dot(n, angle);
    sum.rate -= pow(overlap, 1.5) * contact->slope * (dcm_dot(n, moved) + turned);
    sum.count++;
  }
  return sum;
}

/** Whether no point of some of each triangle is in the grain. */
static int is_clear(const dcm_triangles *body, const placed *p) {
  enum { POINTS = 12 };
  const dcm_shape shape = shape_at(p);
  for (uint32_t t = 0; t < body->count; t++) {
    const dcm_vector a = dcm_vector_at(body->corners + 9 * (size_t)t);
    const dcm_vector b = dcm_subtract(dcm_vector_at(body->corners + 9 * (size_t)t + 3), a);
    const dcm_vector c = dcm_subtract(dcm_vector_at(body->corners + 9 * (size_t)t + 6), a);
    for (int u = 0; u <= POINTS; u++)
      for (int v = 0; u + v <= POINTS; v++) {
        const dcm_vector at =
            dcm_add_scaled(dcm_add_scaled(a, (double)u / POINTS, b), (double)v / POINTS, c);
        const dcm_vector from = dcm_subtract(at, p->c);
        if (dcm_length(from) < shape.bound &&
            dcm_length(from) <
                dcm_length(dcm_shape_on_ray(&shape, dcm_to_body(&shape, from)).point))
          return 0;
      }
  }
  return 1;
}

/** The forces are those of a potential: along a path the energy is what they do: there is no jump.
 */
TEST_TIMES(test_energy, BODIES) {
  enum { STEPS = 400 };
  const double radius = 0.11, most = 0.003; /* overlaps: below all radii of curvature */
  double worst[2] = {0.0, 0.0};
  uint32_t steps[2] = {0, 0};
  dcm_random random = dcm_random_stream((uint64_t)_i);
  dcm_triangles body = body_of_kind(_i, &random);
  dcm_surface *s = body_surface(&body, NULL);
  const int paths = dcm_test_rounds(80);
  const uint32_t enough = (uint32_t)dcm_test_rounds(20);
  /* The paths may meet no grain; then more follow. */
  for (int path = 0; path < paths || (path < 20 * paths && steps[0] <= enough); path++) {
    placed p;
    draw_axes(&random, path % 4, 0.05, p.axis, p.n);
    draw_quaternion(&random, p.q);
    p.c = dcm_add_scaled(body_place(&body, &random), 0.05, dcm_random_direction(&random));
    const dcm_vector way = dcm_scale(0.1 / STEPS, dcm_random_direction(&random));
    const dcm_vector angle = dcm_scale(1.0 / STEPS, dcm_random_direction(&random));
    stored before = look(s, &p, radius, way, angle);
    int is_small = 0;
    for (int n = 0; n < STEPS; n++) {
      move(&p, way, angle);
      const stored now = look(s, &p, radius, way, angle);
      const double largest = 0.4 * pow(most, 2.5), high = fmax(now.energy, before.energy);
      if (high > largest) /* deeper than small grains are round, a foot may be none */
        is_small = 0;
      else if (!is_small && high == 0.0)
        is_small = is_clear(&body, &p);
      if (high > 0.0 && is_small) {
        const int joined = search.feet_count > 1;
        const double error = fabs(now.energy - before.energy - 0.5 * (now.rate + before.rate));
        worst[joined] = fmax(worst[joined], error / largest);
        steps[joined]++;
      }
      before = now;
    }
  }
  printf("%d: %u steps of one foot, %.1e; %u of several, %.1e\n", _i, steps[0], worst[0], steps[1],
         worst[1]);
  ck_assert_uint_gt(steps[0], enough);
  /* The rule of trapezoids errs by a third derivative, most where a rod turns over its edge. */
  ck_assert_double_lt(worst[0], 5e-3);
  ck_assert_double_lt(worst[1], 2e-2); /* where the lowest pass is another one, there is a kink */
  body_end(s, &body);
}

/** Along an edge in a box, over seams of both walls, which are one contact: that goes on. */
TEST(test_goes_on) {
  dcm_triangles body = body_box(dcm_vector_of(0.5, 0.5, 0.5), 3);
  dcm_surface_options options = DCM_SURFACE_DEFAULTS;
  options.flat = 60.0;
  dcm_surface *s = body_surface(&body, &options);
  dcm_random random = dcm_random_stream(0);
  const dcm_surface_images no_images = {NULL, 0};
  uint32_t others = 0;
  for (int round = 0; round < 10; round++) {
    double q[4];
    draw_quaternion(&random, q);
    const dcm_shape shape = shape_of(0.2, 0.19, 0.18, 2.0, 2.0, q);
    uint32_t feature = DCM_NO_FEATURE;
    for (int n = 0; n <= 1000; n++) {
      find(s, &shape, dcm_vector_of(0.33, 0.332, -0.25 + 5e-4 * n), 0.2, 0.2);
      ck_assert_uint_eq(search.count, 1);
      uint32_t goes_on = search.contacts[0].feature;
      if (n > 0)
        dcm_surface_follow(&search, s, &feature, 1, &no_images, &goes_on);
      ck_assert_uint_eq(goes_on, search.contacts[0].feature);
      others += feature != goes_on;
      feature = goes_on;
    }
  }
  ck_assert_uint_gt(others, 30);
  body_end(s, &body);
}
