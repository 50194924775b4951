/* SPDX-License-Identifier: MIT */
#include "bodies.h"

#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/vector.h"
#include "support/check.h"

void body_add(dcm_triangles *body, dcm_vector a, dcm_vector b, dcm_vector c) {
  const double corners[9] = {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z};
  ck_assert_int_eq(dcm_triangles_add(body, corners), DCM_OK);
}

void body_add_four(dcm_triangles *body, dcm_vector a, dcm_vector b, dcm_vector c, dcm_vector d) {
  body_add(body, a, b, c);
  body_add(body, a, c, d);
}

static double side(dcm_vector a, dcm_vector b, dcm_vector p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

dcm_triangles body_plane(dcm_random *random, int points, double height, double slope) {
  dcm_triangles body = {0};
  body_add_four(&body, dcm_vector_of(-1.0, -1.0, height), dcm_vector_of(1.0, -1.0, height),
                dcm_vector_of(1.0, 1.0, height), dcm_vector_of(-1.0, 1.0, height));
  for (int n = 0; n < points; n++) {
    dcm_vector p =
        dcm_vector_of(dcm_uniform(random, -1.0, 1.0), dcm_uniform(random, -1.0, 1.0), height);
    for (uint32_t t = 0; t < body.count; t++) {
      double *corners = body.corners + 9 * (size_t)t;
      const dcm_vector a = dcm_vector_at(corners), b = dcm_vector_at(corners + 3),
                       c = dcm_vector_at(corners + 6);
      if (!(side(a, b, p) > 0.0 && side(b, c, p) > 0.0 && side(c, a, p) > 0.0))
        continue;
      const double near = fmin(dcm_length(dcm_subtract(p, a)), dcm_length(dcm_subtract(p, b)));
      p.z += slope * dcm_uniform(random, -1.0, 1.0) * near;
      memcpy(corners + 6, &p, sizeof p);
      body_add(&body, b, c, p);
      body_add(&body, c, a, p);
      break;
    }
  }
  return body;
}

dcm_triangles body_hills(dcm_random *random, int n, double height) {
  dcm_triangles body = {0};
  double *z = calloc((size_t)(n + 1) * (size_t)(n + 1), sizeof *z);
  ck_assert_ptr_nonnull(z);
  for (int k = 0; k < (n + 1) * (n + 1); k++)
    z[k] = height * dcm_uniform(random, -1.0, 1.0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      dcm_vector at[4];
      for (int k = 0; k < 4; k++) {
        const int x = i + (k == 1 || k == 2), y = j + (k >= 2);
        at[k] = dcm_vector_of(2.0 * x / n - 1.0, 2.0 * y / n - 1.0, z[x * (n + 1) + y]);
      }
      body_add_four(&body, at[0], at[1], at[2], at[3]);
    }
  free(z);
  return body;
}

/** A square of squares: u and v go along its sides, by the right hand about its outside. */
static void add_side(dcm_triangles *body, dcm_vector corner, dcm_vector u, dcm_vector v, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      dcm_vector at[2][2];
      for (int k = 0; k < 2; k++)
        for (int l = 0; l < 2; l++)
          at[k][l] = dcm_add_scaled(dcm_add_scaled(corner, (double)(i + k) / n, u),
                                    (double)(j + l) / n, v);
      body_add_four(body, at[0][0], at[1][0], at[1][1], at[0][1]);
    }
}

dcm_triangles body_box(dcm_vector s, int n) {
  dcm_triangles body = {0};
  const dcm_vector low = dcm_scale(-1.0, s);
  const dcm_vector x = {2.0 * s.x, 0.0, 0.0}, y = {0.0, 2.0 * s.y, 0.0}, z = {0.0, 0.0, 2.0 * s.z};
  add_side(&body, low, y, x, n);
  add_side(&body, low, z, y, n);
  add_side(&body, low, x, z, n);
  add_side(&body, s, dcm_scale(-1.0, x), dcm_scale(-1.0, y), n);
  add_side(&body, s, dcm_scale(-1.0, y), dcm_scale(-1.0, z), n);
  add_side(&body, s, dcm_scale(-1.0, z), dcm_scale(-1.0, x), n);
  return body;
}

dcm_triangles body_drum(int n) {
  dcm_triangles body = {0};
  const double radius = 1.0 / cos(DCM_PI / n);
  for (int k = 0; k < n; k++) {
    const double from = 2.0 * DCM_PI * (k - 0.5) / n,
                 to = 2.0 * DCM_PI * (k == n - 1 ? -0.5 : k + 0.5) / n;
    const dcm_vector a = {radius * cos(from), radius * sin(from), -1.0};
    const dcm_vector b = {radius * cos(to), radius * sin(to), -1.0};
    body_add_four(&body, b, a, dcm_vector_of(a.x, a.y, 1.0), dcm_vector_of(b.x, b.y, 1.0));
  }
  return body;
}

/** Adds a part of a ball: a triangle whose sides are halved so many times. */
static void add_part(dcm_triangles *body, dcm_vector a, dcm_vector b, dcm_vector c, int level) {
  if (level == 0) {
    body_add(body, a, c, b);
    return;
  }
  dcm_vector middle[3] = {dcm_add(a, b), dcm_add(b, c), dcm_add(c, a)};
  for (int n = 0; n < 3; n++)
    middle[n] = dcm_scale(1.0 / dcm_length(middle[n]), middle[n]);
  add_part(body, a, middle[0], middle[2], level - 1);
  add_part(body, b, middle[1], middle[0], level - 1);
  add_part(body, c, middle[2], middle[1], level - 1);
  add_part(body, middle[0], middle[1], middle[2], level - 1);
}

dcm_triangles body_ball(int level) {
  dcm_triangles body = {0};
  /* An icosahedron: a pole, a ring of five, a ring of five between these, a pole. */
  dcm_vector at[12] = {{0.0, 0.0, 1.0}};
  at[11] = dcm_vector_of(0.0, 0.0, -1.0);
  for (int n = 0; n < 10; n++) {
    const double angle = DCM_PI * n / 5.0, ring = 2.0 / sqrt(5.0);
    at[1 + n] = dcm_vector_of(ring * cos(angle), ring * sin(angle), (n % 2 ? -0.5 : 0.5) * ring);
  }
  for (int n = 0; n < 10; n++) {
    const dcm_vector a = at[1 + n], b = at[1 + (n + 1) % 10], c = at[1 + (n + 2) % 10];
    add_part(&body, a, n % 2 ? c : b, n % 2 ? b : c, level);
    add_part(&body, a, n % 2 ? at[11] : c, n % 2 ? c : at[0], level);
  }
  return body;
}

dcm_triangles body_of_kind(int kind, dcm_random *random) {
  switch (kind) {
  case 0:
    return body_plane(random, 300, 0.1, 0.1);
  case 1:
    return body_box(dcm_vector_of(0.5, 0.7, 1.1), 4);
  case 2:
    return body_drum(40);
  case 3:
    return body_hills(random, 12, 0.08);
  default:
    return body_ball(3);
  }
}

dcm_vector body_place(const dcm_triangles *body, dcm_random *random) {
  const double *corners = body->corners + 9 * (size_t)dcm_below(random, body->count);
  const double u = dcm_uniform(random, 0.0, 1.0), v = dcm_uniform(random, 0.0, 1.0 - u);
  const dcm_vector a = dcm_vector_at(corners);
  return dcm_add_scaled(dcm_add_scaled(a, u, dcm_subtract(dcm_vector_at(corners + 3), a)), v,
                        dcm_subtract(dcm_vector_at(corners + 6), a));
}

void body_turn(dcm_triangles *body, dcm_random *random, dcm_vector axes[3]) {
  const dcm_vector a = dcm_random_direction(random);
  const dcm_vector b = dcm_cross(a, dcm_random_direction(random));
  axes[0] = a;
  axes[1] = dcm_scale(1.0 / dcm_length(b), b);
  axes[2] = dcm_cross(axes[0], axes[1]);
  for (size_t k = 0; k < 3 * (size_t)body->count; k++) {
    double *at = body->corners + 3 * k;
    const dcm_vector x = dcm_vector_at(at);
    for (int c = 0; c < 3; c++)
      at[c] = dcm_dot(axes[c], x);
  }
}

static void exchange(double *a, double *b, size_t count) {
  for (size_t n = 0; n < count; n++) {
    const double kept = a[n];
    a[n] = b[n];
    b[n] = kept;
  }
}

void body_shuffle(dcm_triangles *body, dcm_random *random, int flips) {
  for (uint32_t t = body->count; t > 1; t--)
    exchange(body->corners + 9 * (size_t)(t - 1), body->corners + 9 * (size_t)dcm_below(random, t),
             9);
  for (uint32_t t = 0; t < body->count; t++) {
    double *corners = body->corners + 9 * (size_t)t;
    for (uint32_t k = dcm_below(random, 3); k > 0; k--) {
      exchange(corners, corners + 3, 3);
      exchange(corners + 3, corners + 6, 3);
    }
    if (flips && dcm_chance(random, 0.5))
      exchange(corners, corners + 3, 3);
  }
}

dcm_surface *body_surface(dcm_triangles *body, const dcm_surface_options *options) {
  static const dcm_surface_options usual = DCM_SURFACE_DEFAULTS;
  dcm_error error;
  dcm_surface *surface = dcm_surface_create(body, options ? options : &usual, &error);
  ck_assert_msg(surface != NULL, "%s", error.text);
  return surface;
}

int body_is_near(const dcm_surface *surface, const double centre[3], double distance) {
  dcm_surface_search search = {0};
  const uint32_t *near;
  ck_assert_int_ge(dcm_surface_find_near(&search, surface, centre, distance, &near), 0);
  const int is_near = search.near_square < distance * distance;
  dcm_surface_search_free(&search);
  return is_near;
}
