/* SPDX-License-Identifier: MIT */
/** @file
 * Grains that fall on a surface, roll, slide, spin and leave it, step by step, with a law that has
 * a state: over triangles as over the plane that they lie in. */
#include <math.h>
#include <string.h>

#include "bodies.h"
#include "contacts/step.h"
#include "contacts/wall_list.h"
#include "laws/by_hand.h"
#include "numeric/vector.h"

/** Sand of a millimetre in radius. */
static dcm_law *make_law(double young, double restitution, double friction) {
  return hand_law("hertz-mindlin",
                  "young %.17g poisson 0.25 friction %.17g rolling 0.01 restitution %.17g", young,
                  friction, restitution);
}

/** One grain and its contacts. */
typedef struct grain {
  double x[3], v[3], w[3], force[3], torque[3];
  double radius, mass;
  dcm_wall_list *list;
  dcm_wall_stepper *stepper;
  dcm_surface_search search;
  uint32_t begun; /* contacts without a history */
} grain;

static grain make_grain(const dcm_law *law, dcm_random *random) {
  grain g = {.radius = 1e-3, .mass = 1e-5};
  g.list = dcm_wall_list_create();
  g.stepper = dcm_wall_stepper_create();
  ck_assert(g.list && g.stepper);
  ck_assert_int_eq(dcm_wall_list_clear(g.list, law), DCM_OK);
  for (int c = 0; c < 3; c++) {
    g.x[c] = c == 2 ? 1.1e-3 : 0.0;
    g.v[c] = dcm_uniform(random, -0.05, 0.05);
    g.w[c] = dcm_uniform(random, -100.0, 100.0);
  }
  return g;
}

static void free_grain(grain *g) {
  dcm_wall_list_destroy(g->list);
  dcm_wall_stepper_destroy(g->stepper);
  dcm_surface_search_free(&g->search);
}

static void see(grain *g, const dcm_law *law, uint32_t wall, double distance, double slope,
                const double n[3]) {
  uint32_t k;
  ck_assert_int_eq(dcm_wall_list_see(g->list, law, wall, INFINITY, distance * distance, &k),
                   DCM_OK);
  if (k == DCM_NO_WALL)
    return;
  g->begun += g->list->from[k] == DCM_NO_WALL;
  dcm_wall_list_incline(g->list, k, slope);
  for (int c = 0; c < 3; c++) {
    g->list->separation[c][k] = -distance * n[c];
    g->list->velocity[c][k] = g->list->spin[c][k] = 0.0;
  }
}

/** The contacts that the grain has at this step: of a surface, or, without one, of the plane z = 0.
 */
static void find_walls(grain *g, const dcm_law *law, const dcm_surface *s) {
  if (!s) {
    static const double up[3] = {0.0, 0.0, 1.0};
    see(g, law, 0, g->x[2], 1.0, up);
    return;
  }
  ck_assert_int_eq(dcm_surface_find_contacts(&g->search, s, g->x, g->radius, NULL, 0), DCM_OK);
  uint32_t *walls = g->list->before.wall + g->list->first;
  const uint32_t count = g->list->last - g->list->first;
  const dcm_surface_images none = {NULL, 0};
  uint32_t goes_on[16];
  ck_assert_uint_le(count, 16);
  dcm_surface_follow(&g->search, s, walls, count, &none, goes_on);
  for (uint32_t n = 0; n < count; n++)
    if (goes_on[n] == DCM_NO_FEATURE)
      dcm_wall_list_end(g->list, law, g->list->first + n);
    else
      walls[n] = goes_on[n];
  for (uint32_t n = 0; n < g->search.count; n++)
    see(g, law, g->search.contacts[n].feature, g->search.contacts[n].distance,
        g->search.contacts[n].slope, g->search.contacts[n].direction);
}

static void find_forces(grain *g, const dcm_law *law, const dcm_surface *s, double dt) {
  const dcm_wall_particle particle = {0, dcm_law_pair(law, 1, 1), g->radius, g->mass};
  dcm_wall_list_begin(g->list);
  dcm_wall_list_visit(g->list, &particle);
  find_walls(g, law, s);
  dcm_wall_list_finish(g->list, law);
  memset(g->force, 0, sizeof g->force);
  memset(g->torque, 0, sizeof g->torque);
  const dcm_wall_step step = {.list = g->list,
                              .law = law,
                              .particles = {g->x, g->v, g->w, g->force, g->torque, 1, NULL, NULL},
                              .dt = dt,
                              .half_step_velocities = 1};
  dcm_wall_sums sums;
  dcm_contact_fault fault;
  ck_assert_int_eq(dcm_wall_stepper_run(g->stepper, &step, &sums, NULL, &fault), DCM_OK);
}

/** A step of velocity-Verlet, whose forces belong to velocities of the middle. */
static void move(grain *g, const dcm_law *law, const dcm_surface *s, const double gravity[3],
                 double dt) {
  const double inertia = 0.4 * g->mass * g->radius * g->radius;
  for (int c = 0; c < 3; c++) {
    g->v[c] += 0.5 * dt * (g->force[c] / g->mass + gravity[c]);
    g->w[c] += 0.5 * dt * g->torque[c] / inertia;
    g->x[c] += dt * g->v[c];
  }
  find_forces(g, law, s, dt);
  for (int c = 0; c < 3; c++) {
    g->v[c] += 0.5 * dt * (g->force[c] / g->mass + gravity[c]);
    g->w[c] += 0.5 * dt * g->torque[c] / inertia;
  }
}

/** 1e5 steps over a plane of random triangles give the bits of the plane, states included. */
TEST(test_plane) {
  static const double gravity[3] = {0.0, 0.0, -9.81};
  dcm_law *law = make_law(5e6, 0.6, 0.5);
  for (int round = 0; round < 3; round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    dcm_triangles body = body_plane(&random, 400, 0.0, 0.0);
    dcm_triangles_scale(&body, 0.02); /* triangles of a radius and slivers */
    body_shuffle(&body, &random, 1);
    dcm_surface *s = body_surface(&body, NULL);
    grain over_plane = make_grain(law, &random), over_triangles = over_plane;
    over_triangles.list = dcm_wall_list_create();
    over_triangles.stepper = dcm_wall_stepper_create();
    ck_assert_int_eq(dcm_wall_list_clear(over_triangles.list, law), DCM_OK);
    uint32_t faces = 0, last = DCM_NO_FEATURE;
    for (int n = 0; n < dcm_test_rounds(100000); n++) {
      move(&over_plane, law, NULL, gravity, 2e-6);
      move(&over_triangles, law, s, gravity, 2e-6);
      ck_assert_int_eq(memcmp(over_plane.x, over_triangles.x, 5 * sizeof over_plane.x), 0);
      const dcm_wall_contacts *p = &over_plane.list->now, *t = &over_triangles.list->now;
      ck_assert_uint_eq(p->count, t->count);
      if (t->count == 0)
        continue;
      for (uint32_t h = 0; h < law->history_width; h++)
        ck_assert_int_eq(memcmp(&p->history[h][0], &t->history[h][0], sizeof(double)), 0);
      faces += t->wall[0] != last;
      last = t->wall[0];
    }
    ck_assert_uint_eq(over_plane.begun, over_triangles.begun);
    if (dcm_test_rounds(20) == 20)
      ck_assert_uint_gt(faces, 10);
    free_grain(&over_plane);
    free_grain(&over_triangles);
    body_end(s, &body);
  }
}

/** A contact goes on over the sides of a drum, over edges that stand out, and not from a floor to a
 * wall. */
TEST(test_states) {
  dcm_law *law = make_law(5e6, 0.9, 0.5);
  dcm_random random = dcm_random_stream(0);
  dcm_triangles drum = body_drum(24), box = body_box(dcm_vector_of(0.5, 0.5, 0.5), 3);
  dcm_surface *s = body_surface(&drum, NULL);
  grain g = make_grain(law, &random);
  g.radius = 0.21; /* the corners are at 1.0086 */
  const int steps = 20000;
  for (int n = 0; n <= steps; n++) {
    const double angle = 2.0 * DCM_PI * n / steps;
    g.x[0] = 0.801 * cos(angle);
    g.x[1] = 0.801 * sin(angle);
    g.x[2] = 0.3 * sin(3.0 * angle);
    find_forces(&g, law, s, 1e-6);
    ck_assert_uint_eq(g.list->now.count, 1);
  }
  ck_assert_uint_eq(g.begun, 1);
  free_grain(&g);
  dcm_surface_destroy(s);

  s = body_surface(&box, NULL);
  g = make_grain(law, &random);
  g.radius = 0.3;
  for (int n = 0; n <= steps; n++) { /* around the outside, as deep everywhere */
    const double angle = 2.0 * DCM_PI * n / steps;
    const dcm_vector d = {cos(angle), sin(angle), 0.3 * sin(2.0 * angle)};
    double low = 0.0, high = 2.0;
    for (int k = 0; k < 50; k++) {
      const double middle = 0.5 * (low + high);
      for (int c = 0; c < 3; c++)
        g.x[c] = middle * (c == 0 ? d.x : c == 1 ? d.y : d.z);
      const int is_outside = fmax(fabs(g.x[0]), fabs(g.x[1])) > 0.5;
      if (is_outside && !body_is_near(s, g.x, 0.295))
        high = middle;
      else
        low = middle;
    }
    find_forces(&g, law, s, 1e-6);
    ck_assert_uint_eq(g.list->now.count, 1);
  }
  ck_assert_uint_eq(g.begun, 1);
  free_grain(&g);

  /* Inside: on the floor, then in the same step at a wall alone. */
  g = make_grain(law, &random);
  g.radius = 0.2;
  memcpy(g.x, (const double[]){0.295, 0.01, -0.305}, sizeof g.x);
  find_forces(&g, law, s, 1e-6);
  ck_assert_uint_eq(g.list->now.count, 1);
  memcpy(g.x, (const double[]){0.305, 0.01, -0.295}, sizeof g.x);
  find_forces(&g, law, s, 1e-6);
  ck_assert_uint_eq(g.list->now.count, 1);
  ck_assert_uint_eq(g.begun, 2);
  free_grain(&g);
  dcm_surface_destroy(s);

  /* Inside along an edge, over seams of both walls, which are one contact across both. */
  dcm_surface_options options = DCM_SURFACE_DEFAULTS;
  options.flat = 60.0;
  s = body_surface(&box, &options);
  g = make_grain(law, &random);
  g.radius = 0.2;
  for (int n = 0; n <= 1000; n++) {
    memcpy(g.x, (const double[]){0.304, 0.305, -0.25 + 5e-4 * n}, sizeof g.x);
    find_forces(&g, law, s, 1e-6);
    ck_assert_uint_eq(g.list->now.count, 1);
  }
  ck_assert_uint_eq(g.begun, 1);
  free_grain(&g);
  body_end(s, &drum);
  dcm_triangles_free(&box);
}

/** Moves each vertex of a body along the way to it by a random share. */
static void body_roughen(dcm_triangles *body, double share, dcm_random *random) {
  const uint64_t seed = dcm_below(random, 1u << 30);
  for (uint32_t n = 0; n < 3 * body->count; n++) {
    double *at = body->corners + 3 * (size_t)n;
    /* All triangles of a vertex find one number. */
    const double key = round(1e7 * at[0]) + 1e3 * round(1e7 * at[1]) + 1e6 * round(1e7 * at[2]);
    dcm_random own = dcm_random_of_seed(seed, (uint64_t)(int64_t)key);
    const double factor = 1.0 + share * dcm_uniform(&own, -1.0, 1.0);
    for (int c = 0; c < 3; c++)
      at[c] *= factor;
  }
}

/* -------------------------------------------------------------------------------------- energy */

static double kinetic(const grain *g) {
  const double inertia = 0.4 * g->mass * g->radius * g->radius;
  const dcm_vector v = dcm_vector_at(g->v), w = dcm_vector_at(g->w);
  return 0.5 * g->mass * dcm_dot(v, v) + 0.5 * inertia * dcm_dot(w, w);
}

/** The largest change of a grain's energy between two flights, as a share of that at the start: up,
 * or, of an elastic grain, also down.
 * @param impacts receives how often the grain came to the surface */
static double worst_change(const dcm_law *law, const dcm_surface *s, const double x[3],
                           const double v[3], double dt, int steps, int is_elastic,
                           uint32_t *impacts) {
  static const double gravity[3] = {0.0, 0.0, 0.0};
  dcm_random random = dcm_random_stream(0);
  grain g = make_grain(law, &random);
  memcpy(g.x, x, sizeof g.x);
  memcpy(g.v, v, sizeof g.v);
  memset(g.w, 0, sizeof g.w);
  const double start = kinetic(&g);
  double before = start, worst = 0.0;
  uint32_t had = 0;
  *impacts = 0;
  for (int n = 0; n < steps; n++) {
    move(&g, law, s, gravity, dt);
    const uint32_t has = g.list->now.count;
    *impacts += has > 0 && had == 0;
    if (has == 0 && had > 0) {
      const double change = kinetic(&g) - before;
      worst = fmax(worst, is_elastic ? fabs(change) : change);
      before = kinetic(&g);
    }
    had = has;
  }
  free_grain(&g);
  return worst / start;
}

static const struct {
  double young;
  double dt; /* some 170 in an impact */
} stiff[] = {{5e6, 2e-6}, {5e8, 3e-7}};

/** An elastic grain that is thrown at a fold has its energy back, to the order of the integrator,
 * whatever the fold and wherever the grain comes down. */
TEST_TIMES(test_thrown, 2) {
  dcm_law *law = make_law(stiff[_i].young, 1.0, 0.0);
  dcm_random random = dcm_random_stream((uint64_t)_i);
  double worst[2] = {0.0, 0.0};
  for (int degrees = 1; degrees <= 60; degrees++) {
    const double angle = degrees * DCM_PI / 180.0;
    dcm_triangles body = {0};
    const dcm_vector up[2] = {{0.0, -0.02, 0.0}, {0.0, 0.02, 0.0}};
    const dcm_vector right = {0.02 * cos(angle), 0.0, 0.02 * sin(angle)};
    body_add_four(&body, dcm_vector_of(-0.02, -0.02, 0.0), up[0], up[1],
                  dcm_vector_of(-0.02, 0.02, 0.0));
    body_add_four(&body, up[0], dcm_add(up[0], right), dcm_add(up[1], right), up[1]);
    dcm_surface *s = body_surface(&body, NULL);
    uint32_t in_all = 0;
    for (int n = 0; n < 4; n++) {
      const double way = n % 2 ? 0.3 : -0.3, at = 1e-3 * dcm_uniform(&random, -1.0, 1.0);
      const double v[3] = {way, 0.05, -0.3};
      const double x[3] = {at, 1e-4, fmax(1.1e-3, (1.1e-3 + at * sin(angle)) / cos(angle))};
      for (int finer = 0; finer < 2; finer++) {
        const double dt = stiff[_i].dt / (1 << finer);
        uint32_t impacts;
        worst[finer] =
            fmax(worst[finer], worst_change(law, s, x, v, dt, (int)(4e-3 / dt), 1, &impacts));
        in_all += impacts;
      }
    }
    ck_assert_uint_gt(in_all, 2);
    body_end(s, &body);
    /* From 28 degrees on, deep overlaps see kinks. */
    if (degrees < 28) {
      ck_assert_double_le(worst[0], 1e-5);
      ck_assert_double_le(worst[1], 0.35e-5);
    }
  }
  ck_assert_double_le(worst[1], 5e-3);
}

/** Inside of balls of 80 to 5,120 triangles and of those whose vertices are where chance put them,
 * no grain gains energy, and elastic ones lose none: up to kinks of the force. */
TEST(test_enclosed) {
  uint32_t in_all = 0;
  dcm_law *laws[] = {make_law(5e6, 1, 0), make_law(5e6, 0.5, 0.5)};
  for (int round = 0; round < 10; round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    const int is_rough = round >= 4;
    dcm_triangles body = body_ball(1 + (is_rough ? (int)dcm_below(&random, 2) : round));
    dcm_triangles_scale(&body, dcm_uniform(&random, 1.5e-3, 3e-3));
    dcm_surface_options options = DCM_SURFACE_DEFAULTS;
    if (is_rough) {
      options.weld = 1e-9;
      body_roughen(&body, dcm_uniform(&random, 0.0, 0.1), &random);
    }
    dcm_surface *s = body_surface(&body, &options);
    const dcm_vector way = dcm_scale(0.3, dcm_random_direction(&random));
    const double x[3] = {1e-4, 1e-4, 2e-4}, v[3] = {way.x, way.y, way.z};
    uint32_t impacts;
    ck_assert_double_le(worst_change(laws[0], s, x, v, 2e-6, 40000, 1, &impacts), 5e-3);
    in_all += impacts;
    ck_assert_double_le(worst_change(laws[1], s, x, v, 2e-6, 20000, 0, &impacts), 1e-6);
    body_end(s, &body);
  }
  ck_assert_uint_gt(in_all, 50);
}
