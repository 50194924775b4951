/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts of spheres with surfaces of triangles: flat ones are planes to the bit, convex ones have
 * one contact, forces are continuous. Seeds as in support/random.h. */
#include <dcm/base.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"
#include "numeric/vector.h"
#include "support/check.h"
#include "support/run.h"
#include "surface/body.h"

static dcm_surface_search search;

static const dcm_surface_contact *only_contact(const dcm_surface *s, dcm_vector c, double range) {
  const double centre[3] = {c.x, c.y, c.z};
  ck_assert_int_eq(dcm_surface_find_contacts(&search, s, centre, range, NULL, 0), 0);
  ck_assert_msg(search.count == 1, "%u contacts at %.17g %.17g %.17g", search.count, c.x, c.y, c.z);
  return &search.contacts[0];
}

static void expect_direction(const dcm_surface_contact *contact, dcm_vector d, double tolerance) {
  for (int x = 0; x < 3; x++)
    ck_assert_double_eq_tol(contact->direction[x], (&d.x)[x], tolerance);
}

/** A point of the plane: anywhere, on a vertex, or on a seam as well as numbers can tell. */
static dcm_vector draw_place(const dcm_triangles *body, dcm_random *random) {
  const double *corners = body->corners + 9 * (size_t)dcm_below(random, body->count);
  const dcm_vector a = dcm_vector_at(corners), b = dcm_vector_at(corners + 3),
                   c = dcm_vector_at(corners + 6);
  switch (dcm_below(random, 4)) {
  case 0:
    return a;
  case 1:
    return dcm_add_scaled(a, dcm_uniform(random, 0.0, 1.0), dcm_subtract(b, a));
  case 2:
    return dcm_scale(0.5, dcm_add(a, c));
  default:
    return body_place(body, random);
  }
}

/** Whether a place is away from the border of the square, where the plane ends. */
static int is_inside(dcm_vector p) {
  return fabs(p.x) < 0.999 && fabs(p.y) < 0.999;
}

TEST(test_sides) {
  /* A point on a line is beside it as it is when moved by a small step in x and its square in y.
   * With these numbers nothing is rounded. */
  const double step = 0x1p-12;
  int on_line = 0;
  for (int n = 0; n < 15625; n++) {
    double v[6];
    for (int k = 0, rest = n; k < 6; k++, rest /= 5)
      v[k] = rest % 5 - 2.0;
    const double qx = v[4] + step, qy = v[5] + step * step;
    const double det = (v[0] - qx) * (v[3] - qy) - (v[1] - qy) * (v[2] - qx);
    ck_assert_int_eq(dcm_exact_side(v[0], v[1], v[2], v[3], v[4], v[5]), (det > 0.0) - (det < 0.0));
    on_line += det != 0.0 && dcm_exact_turn(v[0], v[1], v[2], v[3], v[4], v[5]) == 0;
  }
  ck_assert_int_gt(on_line, 1000);
}

/** Random triangles in a plane across z are the plane, to the bit. */
TEST(test_flat) {
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
    body_end(s, &body);
  }
}

/** Turned planes: their vertices are rounded, and there is one contact with the same numbers. */
TEST(test_turned) {
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
      const dcm_vector up = {axes[0].z, axes[1].z, axes[2].z};
      expect_direction(contact, dcm_scale(p.z < height ? -1.0 : 1.0, up), 1e-14);
    }
    body_end(s, &body);
    dcm_triangles_free(&turned);
  }
}

/* -------------------------------------------------------------------------------------- bodies */

static int32_t find(const dcm_surface *s, dcm_vector c, double range) {
  const double centre[3] = {c.x, c.y, c.z};
  return dcm_surface_find_contacts(&search, s, centre, range, NULL, 0);
}

static dcm_vector draw(dcm_random *random, double size) {
  double at[3];
  for (int c = 0; c < 3; c++)
    at[c] = dcm_uniform(random, -size, size);
  return dcm_vector_at(at);
}

/** Contacts as a search found them. */
typedef struct contacts {
  uint32_t count;
  dcm_surface_contact of[64];
} contacts;

static contacts find_all(const dcm_surface *s, dcm_vector c, double range) {
  ck_assert_int_eq(find(s, c, range), 0);
  contacts found = {.count = search.count};
  ck_assert_uint_le(found.count, 64);
  if (found.count > 0)
    memcpy(found.of, search.contacts, found.count * sizeof *found.of);
  return found;
}

/** The last search found the same, to the bit. */
static void expect_found(const contacts *before) {
  const size_t numbers = offsetof(dcm_surface_contact, distance);
  ck_assert_uint_eq(search.count, before->count);
  for (uint32_t k = 0; k < search.count; k++) {
    const dcm_surface_contact *a = &before->of[k], *b = &search.contacts[k];
    ck_assert_uint_eq(a->feature, b->feature);
    ck_assert_int_eq(memcmp(&a->distance, &b->distance, sizeof *a - numbers), 0);
  }
}

/** The order of a file, that of corners, and turned triangles change no bit. */
TEST(test_order) {
  for (int round = 0; round < dcm_test_rounds(20); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_triangles body = body_plane(&random, 200, 0.1, 0.1);
    dcm_surface *s = body_surface(&body, NULL);
    body_shuffle(&body, &random, 1);
    dcm_surface *other = body_surface(&body, NULL);
    uint32_t count = 0;
    for (int n = 0; n < 2000; n++) {
      dcm_vector c = draw(&random, 1.1);
      c.z = dcm_uniform(&random, -0.1, 0.4);
      const contacts before = find_all(s, c, 0.2);
      ck_assert_int_eq(find(other, c, 0.2), 0);
      expect_found(&before);
      count += before.count;
    }
    ck_assert_uint_gt(count, 1000);
    dcm_surface_destroy(s);
    body_end(other, &body);
  }
}

/** A list of near triangles, and the parts of these that may hold a foot, give the contacts that
 * all triangles give, to the bit, as long as the centre is nearer than the margin to the place
 * where they were found. */
TEST_TIMES(test_parts, 4) {
  dcm_random random = dcm_random_stream((uint64_t)_i);
  dcm_triangles body = body_of_kind(_i, &random);
  dcm_surface *s = body_surface(&body, NULL);
  dcm_surface_search lists = {0};
  uint32_t found = 0, parts_in_all = 0, near_in_all = 0;
  for (int n = 0; n < dcm_test_rounds(4000); n++) {
    const double range = 0.2, margin = dcm_uniform(&random, 0.0, 0.05);
    dcm_vector c = draw_place(&body, &random);
    /* Also right above vertices and edges. */
    const dcm_vector away = n % 2 ? dcm_random_direction(&random) : dcm_vector_of(0.0, 0.0, 1.0);
    c = dcm_add_scaled(c, dcm_uniform(&random, 0.1, 0.25), away);
    const double then[3] = {c.x, c.y, c.z};
    const uint32_t *near;
    const dcm_surface_part *parts;
    const int64_t near_count =
        dcm_surface_find_near(&lists, s, then, dcm_surface_horizon(s, range) + margin, &near);
    const int64_t part_count =
        dcm_surface_find_parts(&lists, s, then, range, margin, near, (uint32_t)near_count, &parts);
    ck_assert_int_ge(part_count, 0);
    near_in_all += (uint32_t)near_count;
    parts_in_all += (uint32_t)part_count;
    for (int step = 0; step < 3; step++) {
      const dcm_vector now =
          dcm_add_scaled(c, 0.999999 * margin * step / 2, dcm_random_direction(&random));
      const contacts before = find_all(s, now, range);
      found += before.count;
      /* Feet beyond the range may be a contact together. */
      if (body_is_near(s, search.centre, range))
        ck_assert_uint_gt(before.count, 0);
      if (before.count > 0) {
        ck_assert(body_is_near(s, search.centre, dcm_surface_horizon(s, range)));
        ck_assert_double_lt(sqrt(lists.near_square),
                            dcm_surface_farthest(s, range + margin, (uint32_t)near_count));
      }
      ck_assert_int_eq(
          dcm_surface_find_contacts(&search, s, search.centre, range, near, (uint32_t)near_count),
          0);
      expect_found(&before);
      ck_assert_int_eq(dcm_surface_find_contacts_among(&search, s, search.centre, range, parts,
                                                       (uint32_t)part_count, near,
                                                       (uint32_t)near_count),
                       0);
      expect_found(&before);
    }
  }
  /* They are few, and there was something to find. */
  ck_assert_uint_gt(found, (uint32_t)dcm_test_rounds(4000));
  ck_assert_uint_lt(2 * parts_in_all, near_in_all);
  dcm_surface_search_free(&lists);
  body_end(s, &body);
}

/** The contacts at a centre are those with planes, to the bit. */
static void expect_planes(const dcm_surface *s, dcm_vector c, double range,
                          const dcm_planes_near *planes) {
  ck_assert_int_eq(find(s, c, range), 0);
  uint32_t n = 0;
  for (uint32_t f = 0; f < planes->count; f++) {
    const dcm_vector normal = dcm_vector_at(planes->plane[f].normal);
    const double distance = dcm_dot(normal, c) - planes->plane[f].offset;
    if (!(distance < range))
      continue;
    ck_assert_uint_lt(n, search.count);
    const dcm_surface_contact *contact = &search.contacts[n++];
    ck_assert_uint_eq(contact->feature, planes->plane[f].wall);
    ck_assert(contact->distance == distance && contact->slope == 1.0);
    ck_assert(memcmp(contact->direction, planes->plane[f].normal, sizeof contact->direction) == 0);
  }
  ck_assert_uint_eq(n, search.count);
}

/** Where all contacts are said to be with planes until the centre has moved by a margin, they are.
 * Every other time one side of the triangles is open. */
TEST_TIMES(test_planes_near, 8) {
  dcm_random random = dcm_random_stream((uint64_t)_i);
  dcm_triangles body = body_of_kind(_i / 2, &random);
  const dcm_surface_options options = {0.0, 20.0, _i % 2};
  dcm_surface *s = body_surface(&body, &options);
  dcm_surface_search lists = {0};
  const int rounds = dcm_test_rounds(4000);
  int known = 0, of_two = 0, touching = 0;
  for (int n = 0; n < rounds; n++) {
    const double range = 0.1;
    const dcm_vector away = n % 2 ? dcm_random_direction(&random) : dcm_vector_of(0.0, 0.0, 1.0);
    const dcm_vector c =
        dcm_add_scaled(draw_place(&body, &random), dcm_uniform(&random, 0.02, 0.12), away);
    const double then[3] = {c.x, c.y, c.z};
    const uint32_t *near;
    const double reach = dcm_surface_horizon(s, range) + range;
    const int64_t count = dcm_surface_find_near(&lists, s, then, reach, &near);
    dcm_planes_near planes;
    dcm_surface_find_planes_near(s, then, range, near, (uint32_t)count, &planes);
    if (planes.margin < 0.0)
      continue;
    known++;
    of_two += planes.count == 2;
    for (int step = 0; step < 4; step++) {
      const double way = 0.999999 * planes.margin * step / 3;
      expect_planes(s, dcm_add_scaled(c, way, dcm_random_direction(&random)), range, &planes);
      touching += search.count > 0;
    }
  }
  /* Hills have folds everywhere. A box of one side has corners, seen from inside. */
  ck_assert_int_gt(known, rounds / 50);
  ck_assert_int_gt(touching, rounds / 50);
  if (_i == 2)
    ck_assert_int_gt(of_two, rounds / 100);
  dcm_surface_search_free(&lists);
  body_end(s, &body);
}

/** The margin of the planes near a place, negative where there is none. */
static double margin_of(dcm_surface_search *lists, const dcm_surface *s, dcm_vector c, double range,
                        dcm_planes_near *planes) {
  const double at[3] = {c.x, c.y, c.z};
  const uint32_t *near;
  const int64_t count =
      dcm_surface_find_near(lists, s, at, dcm_surface_horizon(s, range) + range, &near);
  dcm_surface_find_planes_near(s, at, range, near, (uint32_t)count, planes);
  return planes->margin;
}

/** Two squares that meet at a fold of 40 degrees at a place. */
static dcm_triangles make_fold(dcm_vector place) {
  const double c = cos(DCM_PI / 9.0), s = sin(DCM_PI / 9.0);
  dcm_triangles body = {0};
  for (int side = -1; side <= 1; side += 2)
    body_add_four(&body, dcm_add(place, dcm_vector_of(0.0, -1.0, 0.0)),
                  dcm_add(place, dcm_vector_of(0.0, 1.0, 0.0)),
                  dcm_add(place, dcm_vector_of(c, 1.0, side * s)),
                  dcm_add(place, dcm_vector_of(c, -1.0, side * s)));
  return body;
}

/** Between two planes the margin is the same wherever the surface is. Coordinates are of the size
 * 1, their rounding is of the size 1e-16, and 1e-12 of them is taken off. */
TEST(test_planes_near_move_with_the_surface) {
  const dcm_vector place = dcm_vector_of(0.3, -0.2, 0.7);
  dcm_random random = dcm_random_stream(8);
  dcm_triangles body = make_fold(dcm_vector_of(0.0, 0.0, 0.0)), moved = make_fold(place);
  dcm_surface *here = body_surface(&body, NULL), *there = body_surface(&moved, NULL);
  dcm_surface_search lists = {0};
  int known = 0;
  for (int n = 0; n < 100; n++) {
    const dcm_vector c = {dcm_uniform(&random, 0.2, 0.25), dcm_uniform(&random, -0.5, 0.5),
                          dcm_uniform(&random, -0.01, 0.01)};
    dcm_planes_near first, second;
    const double margin = margin_of(&lists, here, c, 0.1, &first);
    if (margin < 0.001) /* near the seams of the squares there is none, or a small one */
      continue;
    known++;
    ck_assert_uint_eq(first.count, 2);
    ck_assert_double_eq_tol(margin_of(&lists, there, dcm_add(c, place), 0.1, &second), margin,
                            1e-11);
  }
  ck_assert_int_gt(known, 50);
  dcm_surface_search_free(&lists);
  body_end(here, &body);
  body_end(there, &moved);
}

static int by_number(const void *a, const void *b) {
  const uint32_t *p = a, *q = b;
  return (*p > *q) - (*p < *q);
}

/** Cells know the triangles that the tree finds, for distances that grow, inside and outside. */
TEST_TIMES(test_cells, 4) {
  dcm_random random = dcm_random_stream((uint64_t)_i);
  dcm_triangles body = body_of_kind(_i, &random);
  dcm_surface *s = body_surface(&body, NULL);
  dcm_surface_search tree = {0}, by_cells = {0};
  dcm_surface_cells cells = {0};
  const int rounds = dcm_test_rounds(20000);
  int found = 0;
  for (int n = 0; n < rounds; n++) {
    /* Up to 1.25 times the distance for which the cells were made, and sometimes beyond. */
    const double first = n < rounds / 2 ? 0.04 : 0.12;
    const double share = n % (rounds / 2) ? dcm_uniform(&random, 1.15, 1.25) : 1.0;
    const double distance = share * first;
    const dcm_vector c = draw(&random, n % 10 ? 1.2 : 3.0);
    const double centre[3] = {c.x, c.y, c.z};
    const uint32_t *near, *others;
    const int64_t count = dcm_surface_find_near(&tree, s, centre, distance, &near);
    ck_assert_int_eq(dcm_surface_find_near_by(&cells, &by_cells, s, centre, distance, &others),
                     count);
    if (count == 0)
      continue;
    found++;
    qsort(tree.near, (size_t)count, sizeof *near, by_number);
    qsort(by_cells.near, (size_t)count, sizeof *others, by_number);
    for (int64_t k = 0; k < count; k++)
      ck_assert_uint_eq(near[k], others[k]);
    ck_assert_double_eq(tree.near_square, by_cells.near_square);
  }
  ck_assert_int_gt(found, rounds / 100);
  ck_assert_uint_gt(cells.used, 100);
  dcm_surface_cells_free(&cells);
  dcm_surface_search_free(&tree);
  dcm_surface_search_free(&by_cells);
  body_end(s, &body);
}

/** Few cells are enough, however small the distance is beside a flat surface. */
TEST(test_few_cells) {
  dcm_random random = dcm_random_stream(0);
  dcm_triangles body = body_plane(&random, 20, 0.1, 0.0);
  dcm_surface *s = body_surface(&body, NULL);
  dcm_surface_search by_cells = {0};
  dcm_surface_cells cells = {0};
  const double centre[3] = {0.1, 0.2, 0.1};
  const uint32_t *near;
  ck_assert_int_gt(dcm_surface_find_near_by(&cells, &by_cells, s, centre, 1e-6, &near), 0);
  ck_assert_uint_lt(dcm_surface_cells_memory(&cells), (size_t)5 << 20);
  dcm_surface_cells_free(&cells);
  dcm_surface_search_free(&by_cells);
  body_end(s, &body);
}

/** Distance from a box from outside, by its formula. */
static double from_box(dcm_vector size, dcm_vector c, dcm_vector *direction) {
  const dcm_vector r = {c.x - fmin(fmax(c.x, -size.x), size.x),
                        c.y - fmin(fmax(c.y, -size.y), size.y),
                        c.z - fmin(fmax(c.z, -size.z), size.z)};
  const double distance = dcm_length(r);
  *direction = dcm_scale(1.0 / distance, r);
  return distance;
}

static const int squares[] = {1, 10, 3};

/** Outside of a box of 12 or 1200 triangles there is one contact, exactly; inside of one with one
 * side there is none. */
TEST_TIMES(test_box_outside, 3) {
  dcm_random random = dcm_random_stream((uint64_t)_i);
  const dcm_vector size = {0.5, 0.7, 1.1};
  dcm_triangles body = body_box(size, squares[_i]);
  const dcm_surface_options options = {-1.0, 20.0, _i == 2};
  body_shuffle(&body, &random, !options.one_sided);
  dcm_surface *s = body_surface(&body, &options);
  for (int n = 0; n < dcm_test_rounds(100000); n++) {
    dcm_vector c = draw(&random, 1.5);
    if (!options.one_sided && dcm_chance(&random, 0.2)) /* beyond edges and corners of squares */
      c = dcm_vector_of(0.1 * round(10.0 * c.x), 0.14 * round(7.0 * c.y), 0.22 * round(5.0 * c.z));
    if (fabs(c.x) <= size.x && fabs(c.y) <= size.y && fabs(c.z) <= size.z) {
      ck_assert_int_eq(find(s, c, 0.5), 0);
      ck_assert(!options.one_sided || search.count == 0);
      continue;
    }
    dcm_vector direction;
    const double distance = from_box(size, c, &direction);
    /* At 0 there is no direction; sides that are seen from inside are as far as the box is thick.
     */
    if (distance < 1e-2 || distance >= 0.5)
      continue;
    const dcm_surface_contact *contact = only_contact(s, c, 0.5);
    ck_assert_double_eq_tol(contact->distance, distance, 1e-15);
    expect_direction(contact, direction, 1e-13);
  }
  body_end(s, &body);
}

/** A grain above x = y = 0 on two bodies, as in Lethe's tests of grains and solid objects: the seam
 * of two triangles in one plane, two faces, two edges, and an edge with a vertex. */
TEST(test_two_at_once) {
  static const struct {
    dcm_vector corner[2][3];
    dcm_vector toward[2]; /* centre to foot, the lower features first */
    double distance;
    uint32_t count;
  } cases[] = {{{{{0, -1, 0}, {0, 1, 0}, {-1, 0, 0}}, {{0, -1, 0}, {0, 1, 0}, {1, 0, 0}}},
                {{0, 0, -1}},
                0.5,
                1},
               {{{{-2, -2, 2}, {-2, 2, 2}, {1, 0, -1}}, {{2, -2, 2}, {2, 2, 2}, {-1, 0, -1}}},
                {{-1, 0, -1}, {1, 0, -1}},
                0.5 / 1.4142135623730951,
                2},
               {{{{-0.3, -1, 0.1}, {-0.3, 1, 0.1}, {-1, 0, 0.1}},
                 {{0.3, -1, 0.1}, {0.3, 1, 0.1}, {1, 0, 0.1}}},
                {{-3, 0, -4}, {3, 0, -4}},
                0.5,
                2},
               {{{{-0.3, -1, 0.1}, {-0.3, 1, 0.1}, {-1, 0, 0.1}},
                 {{0.3, 0, 0.1}, {1, -1, 0.1}, {1, 1, 0.1}}},
                {{-3, 0, -4}, {3, 0, -4}},
                0.5,
                2}};
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    dcm_triangles body = {0};
    for (int t = 0; t < 2; t++)
      body_add(&body, cases[n].corner[t][0], cases[n].corner[t][1], cases[n].corner[t][2]);
    dcm_surface *s = body_surface(&body, NULL);
    const double centre[3] = {0.0, 0.0, 0.5};
    ck_assert_int_eq(dcm_surface_find_contacts(&search, s, centre, 0.6, NULL, 0), DCM_OK);
    ck_assert_uint_eq(search.count, cases[n].count);
    for (uint32_t k = 0; k < search.count; k++) {
      const dcm_surface_contact *found = &search.contacts[k];
      const dcm_vector d = cases[n].toward[k];
      ck_assert_double_eq_tol(found->distance, cases[n].distance, 1e-15);
      ck_assert_double_eq_tol(found->direction[0], -d.x / dcm_length(d), 1e-15);
      ck_assert_double_eq_tol(found->direction[2], -d.z / dcm_length(d), 1e-15);
    }
    body_end(s, &body);
  }
}

/** Inside of a box there are six planes, where the edges between those that are near are beyond the
 * horizon. */
TEST_TIMES(test_box_inside, 2) {
  dcm_random random = dcm_random_stream((uint64_t)_i);
  const dcm_vector size = {0.5, 0.7, 1.1};
  const double half[3] = {0.5, 0.7, 1.1};
  dcm_triangles body = body_box(size, squares[_i]);
  body_shuffle(&body, &random, 1);
  dcm_surface *s = body_surface(&body, NULL);
  for (int n = 0; n < dcm_test_rounds(100000); n++) {
    double c[3];
    for (int k = 0; k < 3; k++)
      c[k] = half[k] * dcm_uniform(&random, -1.0, 1.0);
    const double range = dcm_uniform(&random, 0.0, 0.4), horizon = dcm_surface_horizon(s, range);
    const double near[3] = {half[0] - fabs(c[0]), half[1] - fabs(c[1]), half[2] - fabs(c[2])};
    if (fmin(hypot(near[0], near[1]), fmin(hypot(near[1], near[2]), hypot(near[2], near[0]))) <
        horizon)
      continue;
    ck_assert_int_eq(dcm_surface_find_contacts(&search, s, c, range, NULL, 0), 0);
    uint32_t expected = 0;
    for (int side = 0; side < 6; side++) {
      const int axis = side / 2;
      const double sign = side % 2 ? 1.0 : -1.0, distance = half[axis] - sign * c[axis];
      if (!(distance < range))
        continue;
      expected++;
      int found = 0;
      for (uint32_t k = 0; k < search.count; k++)
        if (fabs(search.contacts[k].direction[axis] + sign) < 1e-15) {
          ck_assert_double_eq_tol(search.contacts[k].distance, distance, 1e-15);
          found++;
        }
      ck_assert_int_eq(found, 1);
    }
    ck_assert_uint_eq(search.count, expected);
  }
  body_end(s, &body);
}

/** Whether the nearest contact is as far as the nearest triangle, of all, where it has one foot;
 * with more it is nearer. */
TEST(test_nearest) {
  for (int round = 0; round < dcm_test_rounds(40); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_triangles body = body_plane(&random, 60, 0.0, dcm_log_uniform(&random, 1e-12, 1.0));
    const dcm_surface_options options = {-1.0, dcm_chance(&random, 0.5) ? 20.0 : 0.0, 0};
    dcm_surface *s = body_surface(&body, &options);
    for (int n = 0; n < 1000; n++) {
      dcm_vector c = draw(&random, 1.2);
      c.z = dcm_uniform(&random, -0.3, 0.3);
      const double range = 0.4;
      const double centre[3] = {c.x, c.y, c.z};
      ck_assert_int_eq(find(s, c, range), 0);
      double least = INFINITY;
      for (uint32_t k = 0; k < search.count; k++) {
        const dcm_surface_contact *contact = &search.contacts[k];
        least = fmin(least, contact->distance);
        ck_assert_double_eq_tol(dcm_length(dcm_vector_at(contact->direction)), 1.0, 1e-14);
      }
      const int is_near = body_is_near(s, centre, range);
      if (is_near || options.flat <= 0.0)
        ck_assert_int_eq(is_near, search.count > 0);
      if (is_near) {
        ck_assert(!body_is_near(s, centre, least - 1e-14));
        ck_assert(search.feet_count > 1 || body_is_near(s, centre, least + 1e-14));
      }
    }
    body_end(s, &body);
  }
}

/** The distance from a drum of n sides is that from a cylinder up to an error that falls as 1/n^2,
 * and grains inside touch it once, however many sides they span. */
TEST(test_drum) {
  dcm_random random = dcm_random_stream(0);
  double before = 0.0;
  for (int n = 32; n <= 1024; n *= 2) {
    dcm_triangles body = body_drum(n);
    body_shuffle(&body, &random, 1);
    dcm_surface *s = body_surface(&body, NULL);
    double worst = 0.0;
    for (int k = 0; k < 2000; k++) {
      const double r = dcm_uniform(&random, 0.5, 0.95);
      const double angle = dcm_uniform(&random, 0.0, 7.0);
      const double z = dcm_uniform(&random, -0.9, 0.9);
      const dcm_vector c = {r * cos(angle), r * sin(angle), z};
      const dcm_surface_contact *contact = only_contact(s, c, 1.02 * (1.0 - r) + 1.0 / n);
      worst = fmax(worst, fabs(contact->distance - (1.0 - r)));
      const double *d = contact->direction;
      ck_assert_double_eq_tol(-d[0] * cos(angle) - d[1] * sin(angle), 1.0, 8.0 / n / n);
    }
    /* A corner is farther by 1/cos(pi/n) - 1. */
    ck_assert_double_le(worst, 5.0 / n / n);
    if (before > 0.0)
      ck_assert_double_eq_tol(before / worst, 4.0, 0.5);
    before = worst;
    body_end(s, &body);
  }
}

/* ---------------------------------------------------------------------------------- continuity */

/** The sum of forces, of springs, which are the gradient of an energy.
 * @param energy receives it, in units of the springs' */
static dcm_vector force_at(const dcm_surface *s, dcm_vector c, double radius, double *energy) {
  ck_assert_int_eq(find(s, c, radius), 0);
  dcm_vector sum = {0.0, 0.0, 0.0};
  *energy = 0.0;
  for (uint32_t k = 0; k < search.count; k++) {
    const dcm_surface_contact *contact = &search.contacts[k];
    const double depth = radius - contact->distance;
    sum = dcm_add_scaled(sum, contact->slope * depth, dcm_vector_at(contact->direction));
    *energy += 0.5 * depth * depth;
  }
  return sum;
}

/** A place on a path, and what is there. */
typedef struct place {
  double at, energy, nearest;
  dcm_vector force;
} place;

static place place_at(const dcm_surface *s, dcm_vector from, dcm_vector along, double at,
                      double radius) {
  place p = {.at = at};
  p.force = force_at(s, dcm_add_scaled(from, at, along), radius, &p.energy);
  p.nearest = search.feet_count > 0 ? search.feet[0].distance : INFINITY;
  return p;
}

/** Energy that a part of a path makes, by the work of the mean force. */
static double gain(const place *a, const place *b, dcm_vector along) {
  const double work = 0.5 * dcm_dot(dcm_add(a->force, b->force), along);
  return fabs(b->energy - a->energy + work * (b->at - a->at));
}

static double turn(const place *a, const place *b) {
  return dcm_length(dcm_subtract(b->force, a->force));
}

/** The energy has no jump on a straight path, and the force is its gradient. Where the mean force
 * of a step does not say so, the step is halved where it does worse, until it is short. A centre in
 * the surface, within 0.2 % of the radius, has no force that means anything.
 * @return the largest change of the force in a step, in steps */
static double expect_conservative(const dcm_surface *s, dcm_vector from, dcm_vector to,
                                  double radius, int steps) {
  const double length = dcm_length(dcm_subtract(to, from)), step = length / steps;
  const dcm_vector along = dcm_scale(1.0 / length, dcm_subtract(to, from));
  place before = place_at(s, from, along, 0.0, radius);
  double stiffest = 0.0;
  for (int n = 1; n <= steps; n++) {
    const place now = place_at(s, from, along, n * step, radius);
    place low = before, high = now;
    stiffest = fmax(stiffest, turn(&low, &high) / step);
    while (gain(&low, &high, along) > 1e-4 * step * step && high.at - low.at > 1e-8 * radius) {
      const place middle = place_at(s, from, along, 0.5 * (low.at + high.at), radius);
      const double half = 0.5 * (high.at - low.at);
      const double first = gain(&low, &middle, along) + half * turn(&low, &middle);
      const double second = gain(&middle, &high, along) + half * turn(&middle, &high);
      *(first > second ? &high : &low) = middle;
    }
    const double rest = high.at - low.at;
    const dcm_vector c = dcm_add_scaled(from, low.at, along);
    ck_assert_msg(low.nearest < 2e-3 * radius ||
                      gain(&low, &high, along) <=
                          1e-4 * step * step + rest * (turn(&low, &high) + 1e-5 * radius),
                  "energy jumps by %g radius^2 within %g radii at %.17g %.17g %.17g",
                  (high.energy - low.energy) / radius / radius, rest / radius, c.x, c.y, c.z);
    before = now;
  }
  return stiffest;
}

/** A force that is continuous changes in a step by no more than some stiffness times the step: over
 * edges and vertices that stand out, and over folds. */
static void expect_continuous(const dcm_surface *s, dcm_vector from, dcm_vector to, double radius,
                              double stiffness) {
  const double stiffest = expect_conservative(s, from, to, radius, 4000);
  ck_assert_msg(stiffest <= stiffness, "a stiffness of %g for %g", stiffest, stiffness);
}

/** Hills with squares of a width of 2 to 0.2 radii; folds convex and concave, smooth or flat. Above
 * a vertex in which several folds meet the direction of the force may have a jump: of some percent
 * with these slopes, which a step of 0.0025 radii sees as a stiffness. */
TEST_TIMES(test_hills, 5) {
  static const double slopes[] = {0.0, 1e-9, 1e-3, 0.02, 0.05};
  for (int round = 0; round < dcm_test_rounds(60); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const int n = 10 + (int)dcm_below(&random, 90);
    dcm_triangles body = body_hills(&random, n, slopes[_i] * 2.0 / n);
    dcm_surface *s = body_surface(&body, NULL);
    dcm_vector from = draw(&random, 0.7);
    dcm_vector to = draw(&random, 0.7);
    from.z = dcm_uniform(&random, 0.097, 0.102);
    to.z = dcm_uniform(&random, 0.097, 0.102);
    expect_continuous(s, from, to, 0.1, 8.0);
    body_end(s, &body);
  }
}

TEST(test_box_path) {
  dcm_random random = dcm_random_stream(0);
  dcm_triangles body = body_box(dcm_vector_of(0.3, 0.4, 0.5), 3);
  dcm_surface *s = body_surface(&body, NULL);
  for (int n = 0; n < dcm_test_rounds(100); n++) {
    const dcm_vector from = dcm_scale(1.2, dcm_random_direction(&random));
    const dcm_vector to = dcm_scale(1.2, dcm_random_direction(&random));
    /* Outside, as deep as the box is thick. */
    const double radius = 0.3;
    dcm_vector direction;
    int is_outside = 1;
    for (int k = 0; k <= 100; k++) {
      const dcm_vector c = dcm_add_scaled(from, k / 100.0, dcm_subtract(to, from));
      is_outside &= from_box(dcm_vector_of(0.3, 0.4, 0.5), c, &direction) > 0.05;
    }
    if (is_outside)
      expect_continuous(s, from, to, radius, 8.0);
  }
  body_end(s, &body);
}

/** Prints how much farther from both planes of a fold than the radius a grain just touches. */
static void print_fillet(const dcm_surface *s, double radius, int degrees) {
  const double half = 0.5 * degrees * DCM_PI / 180.0;
  double low = radius, high = 1.05 * radius;
  while (high - low > 1e-9 * radius) {
    const double distance = 0.5 * (low + high), pass = distance / cos(half);
    find(s, dcm_vector_of(-sin(half) * pass, 0.0, cos(half) * pass), radius);
    *(search.count > 0 ? &low : &high) = distance;
  }
  printf("fold of %d degrees: %.2f %% of the radius higher\n", degrees,
         100.0 * (low / radius - 1.0));
}

/** Two planes that meet at a fold. A grain that just touches both has one contact up to twice
 * `flat`, and from there on two. */
TEST(test_fold) {
  const double radius = 0.1, horizon = radius / cos(20.0 * DCM_PI / 180.0);
  for (int degrees = 1; degrees < 60; degrees++) {
    const double angle = degrees * DCM_PI / 180.0, tangent = tan(angle);
    dcm_triangles body = {0};
    const dcm_vector up[2] = {{0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}};
    body_add_four(&body, dcm_vector_of(-1.0, -1.0, 0.0), up[0], up[1],
                  dcm_vector_of(-1.0, 1.0, 0.0));
    body_add_four(&body, up[0], dcm_vector_of(1.0, -1.0, tangent), dcm_vector_of(1.0, 1.0, tangent),
                  up[1]);
    dcm_surface *s = body_surface(&body, NULL);
    /* Above the first plane alone, then above both. */
    const dcm_vector beside = {-1.01 * radius * tangent, 0.0, 0.99 * radius};
    ck_assert_double_eq(only_contact(s, beside, radius)->direction[2], 1.0);
    ck_assert_double_eq(search.contacts[0].distance, 0.99 * radius);
    ck_assert_double_eq(search.contacts[0].slope, 1.0);
    const double distance = (1.0 - 1e-9) * radius, pass = distance / cos(0.5 * angle);
    const dcm_vector out = {-sin(0.5 * angle), 0.0, cos(0.5 * angle)};
    ck_assert_int_eq(find(s, dcm_scale(pass, out), radius), 0);
    ck_assert_uint_eq(search.count, degrees < 40 ? 1 : 2);
    const dcm_surface_contact *contact = &search.contacts[0];
    if (degrees < 40) {
      const double width = 0.25 * (horizon - pass), up_to_pass = pass - distance;
      ck_assert_double_eq_tol(contact->distance,
                              pass - width * log(2.0 * exp(up_to_pass / width) - 1.0), 1e-14);
      ck_assert_double_eq_tol(dcm_dot(dcm_vector_at(contact->direction), out), 1.0, 1e-14);
    } else
      ck_assert_double_eq_tol(contact->distance, distance, 1e-14);
    if (degrees < 40 && degrees % 10 == 0)
      print_fillet(s, radius, degrees);
    expect_conservative(s, dcm_vector_of(-0.5, 0.1, 0.03), dcm_vector_of(0.5, 0.2, 0.11), radius,
                        500);
    /* Where all that is shallow is one contact or two, nothing has a kink. */
    if (degrees <= 28)
      expect_continuous(s, dcm_vector_of(-0.5, 0.1, 0.092),
                        dcm_vector_of(0.5, 0.2, 0.105 + 0.5 * tangent), radius, 4.0);
    body_end(s, &body);
  }
}

/** Triangles between points of a cube: edges of many faces, vertices that fans share. */
static dcm_triangles body_soup(dcm_random *random, int points, int count) {
  dcm_triangles body = {0};
  dcm_vector at[40];
  for (int n = 0; n < points; n++)
    at[n] = draw(random, 1.0);
  while (body.count < (uint32_t)count) {
    const uint32_t a = dcm_below(random, (uint32_t)points), b = dcm_below(random, (uint32_t)points),
                   c = dcm_below(random, (uint32_t)points);
    if (a != b && b != c && c != a)
      body_add(&body, at[a], at[b], at[c]);
  }
  return body;
}

static dcm_triangles make_any(int which, dcm_random *random) {
  const int n = 5 + (int)dcm_below(random, 30);
  switch (which) {
  case 0:
    return body_hills(random, n, 0.05 * 2.0 / n);
  case 1:
    return body_hills(random, n, 0.3 * 2.0 / n);
  case 2:
    return body_plane(random, 60, 0.0, 0.3);
  case 3:
    return body_box(dcm_vector_of(0.5, 0.7, 0.9), 2);
  case 4:
    return body_soup(random, 12, 14);
  default:
    return body_soup(random, 40, 60);
  }
}

/** Whatever the triangles are, and whatever `flat`: the energy of an elastic grain depends on where
 * the grain is, without a jump. */
TEST_TIMES(test_any, 6) {
  static const double flats[] = {0.0, 5.0, 20.0, 45.0, 90.0};
  for (int round = 0; round < dcm_test_rounds(40); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_triangles body = make_any(_i, &random);
    body_shuffle(&body, &random, 1);
    const dcm_surface_options options = {-1.0, flats[dcm_below(&random, 5)], 0};
    dcm_surface *s = body_surface(&body, &options);
    const double radius = _i < 3 ? 0.1 : 0.3;
    for (int path = 0; path < 4; path++) {
      dcm_vector end[2];
      for (int n = 0; n < 2; n++) {
        end[n] = draw(&random, 0.9);
        if (_i < 3)
          end[n].z = dcm_uniform(&random, 0.05, 0.11);
      }
      expect_conservative(s, end[0], end[1], radius, 200);
    }
    body_end(s, &body);
  }
}
