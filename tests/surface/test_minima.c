/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts of spheres with surfaces of triangles: flat ones are planes to the bit, convex ones have
 * one contact, forces are continuous. Seeds as in support/random.h. */
#include <math.h>
#include <string.h>

#include "bodies.h"
#include "numeric/constants.h"
#include "support/check.h"
#include "support/run.h"

static dcm_surface_search search;

static const dcm_surface_contact *only_contact(const dcm_surface *s, dcm_vector c, double range) {
  const double centre[3] = {c.x, c.y, c.z};
  ck_assert_int_eq(dcm_surface_find_contacts(&search, s, centre, range, NULL, 0), 0);
  ck_assert_msg(search.count == 1, "%u contacts at %.17g %.17g %.17g", search.count, c.x, c.y, c.z);
  return &search.contacts[0];
}

/** A point of the plane: anywhere, on a vertex, or on a seam as well as numbers can tell. */
static dcm_vector draw_place(const dcm_triangles *body, dcm_random *random) {
  const double *corners = body->corners + 9 * (size_t)dcm_below(random, body->count);
  const dcm_vector a = dcm_vector_at(corners), b = dcm_vector_at(corners + 3),
                   c = dcm_vector_at(corners + 6);
  const double u = dcm_uniform(random, 0.0, 1.0), v = dcm_uniform(random, 0.0, 1.0 - u);
  switch (dcm_below(random, 4)) {
  case 0:
    return a;
  case 1:
    return dcm_add_scaled(a, u, dcm_subtract(b, a));
  case 2:
    return dcm_scale(0.5, dcm_add(a, c));
  default:
    return dcm_add_scaled(dcm_add_scaled(a, u, dcm_subtract(b, a)), v, dcm_subtract(c, a));
  }
}

/** Whether a place is away from the border of the square, where the plane ends. */
static int is_inside(dcm_vector p) {
  return fabs(p.x) < 0.999 && fabs(p.y) < 0.999;
}

/** Random triangles in a plane across z are the plane, to the bit. */
START_TEST(test_flat) {
  for (int round = 0; round < dcm_test_rounds(40); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const double height = dcm_chance(&random, 0.3) ? 0.0 : dcm_uniform(&random, -1.0, 1.0);
    dcm_triangles body = body_plane(&random, 1 + (int)dcm_below(&random, 300), height, 0.0);
    const dcm_surface_options options = {0.0, dcm_chance(&random, 0.5) ? 20.0 : 0.0, 0};
    body_shuffle(&body, &random, 1);
    dcm_surface *s = body_surface(&body, &options);
    ck_assert_uint_eq(dcm_surface_summary_of(s)->planes, 1);
    for (int n = 0; n < 5000; n++) {
      dcm_vector c = draw_place(&body, &random);
      if (!is_inside(c))
        continue;
      c.z += 0.1 * dcm_uniform(&random, -1.0, 1.0);
      const dcm_surface_contact *contact = only_contact(s, c, 0.1);
      ck_assert_double_eq(contact->distance, fabs(c.z - height));
      ck_assert_double_eq(contact->direction[0], 0.0);
      ck_assert_double_eq(contact->direction[1], 0.0);
      ck_assert_double_eq(contact->direction[2], c.z < height ? -1.0 : 1.0);
    }
    dcm_surface_destroy(s);
    dcm_triangles_free(&body);
  }
}
END_TEST

/** Turned planes: their vertices are rounded, and there is one contact with the same numbers. */
START_TEST(test_turned) {
  for (int round = 0; round < dcm_test_rounds(40); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const double height = dcm_uniform(&random, -1.0, 1.0);
    dcm_triangles body = body_plane(&random, 1 + (int)dcm_below(&random, 300), height, 0.0);
    dcm_triangles turned = body_plane(&random, 0, 0.0, 0.0);
    turned.count = 0;
    for (uint32_t t = 0; t < body.count; t++)
      dcm_triangles_add(&turned, body.corners + 9 * (size_t)t);
    dcm_vector axes[3];
    body_turn(&turned, &random, axes);
    const dcm_surface_options options = {0.0, dcm_chance(&random, 0.5) ? 20.0 : 0.0, 0};
    dcm_surface *s = body_surface(&turned, &options);
    for (int n = 0; n < 5000; n++) {
      dcm_vector p = draw_place(&body, &random);
      if (!is_inside(p))
        continue;
      p.z += 0.1 * dcm_uniform(&random, -1.0, 1.0);
      if (fabs(p.z - height) < 1e-3)
        continue;
      const dcm_vector c = {dcm_dot(axes[0], p), dcm_dot(axes[1], p), dcm_dot(axes[2], p)};
      const dcm_surface_contact *contact = only_contact(s, c, 0.1);
      ck_assert_double_eq_tol(contact->distance, fabs(p.z - height), 1e-14);
      const double sign = p.z < height ? -1.0 : 1.0;
      ck_assert_double_eq_tol(contact->direction[0], sign * axes[0].z, 1e-14);
      ck_assert_double_eq_tol(contact->direction[1], sign * axes[1].z, 1e-14);
      ck_assert_double_eq_tol(contact->direction[2], sign * axes[2].z, 1e-14);
    }
    dcm_surface_destroy(s);
    dcm_triangles_free(&body);
    dcm_triangles_free(&turned);
  }
}
END_TEST

int main(void) {
  TCase *planes = tcase_create("planes");
  tcase_add_test(planes, test_flat);
  tcase_add_test(planes, test_turned);
  return dcm_run(planes);
}
