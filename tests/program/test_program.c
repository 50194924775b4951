/* SPDX-License-Identifier: MIT */
/** @file
 * libdcm by its header alone, as a program of another project uses it. DCM_TEST_OWN_LAW in the
 * environment is a library with the law own-spring. */
#include <dcm/libdcm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

static const double pi = 3.14159265358979323846;
static dcm_api_message message;

static int is_short(void) {
  return getenv("DCM_TEST_SHORT") != NULL;
}

static void close_library(void *library) {
  dcm_api_library_close(library);
}

static void destroy_materials(void *materials) {
  dcm_api_materials_destroy(materials);
}

/** @param path NULL for the laws of dcm */
static dcm_api_library *open_library(const char *path) {
  dcm_api_library *library = dcm_api_library_open(path, &message);
  ck_assert_msg(library != NULL, "%s", message.text);
  return dcm_keep(library, close_library);
}

/** @return materials that are kept */
static dcm_api_materials *kept(dcm_api_materials *m) {
  ck_assert_msg(m != NULL, "%s", message.text);
  return dcm_keep(m, destroy_materials);
}

/** Materials of hertz-mindlin, ready. */
static dcm_api_materials *glass_of(const dcm_api_library *library, double restitution,
                                   double friction) {
  dcm_api_materials *m = dcm_api_materials_create(library, "hertz-mindlin", 2, &message);
  ck_assert_int_eq(dcm_api_materials_set(m, "young", 0, 0, 7e10, &message), DCM_API_OK);
  ck_assert_int_eq(dcm_api_materials_set(m, "young", 2, 2, 1e9, &message), DCM_API_OK);
  ck_assert_int_eq(dcm_api_materials_set(m, "poisson", 0, 0, 0.2, &message), DCM_API_OK);
  ck_assert_int_eq(dcm_api_materials_set(m, "restitution", 0, 0, restitution, &message),
                   DCM_API_OK);
  ck_assert_int_eq(dcm_api_materials_set(m, "friction", 0, 0, friction, &message), DCM_API_OK);
  ck_assert_msg(dcm_api_materials_ready(m, &message) == DCM_API_OK, "%s", message.text);
  return m;
}

static dcm_api_materials *glass(double restitution, double friction) {
  return kept(glass_of(open_library(NULL), restitution, friction));
}

static dcm_api_bodies grains(double radius) {
  dcm_api_bodies b = {.radius_1 = radius,
                      .radius_2 = radius,
                      .density_1 = 2500.0,
                      .density_2 = 2500.0,
                      .material_1 = 1,
                      .material_2 = 1};
  for (int q = 0; q < 8; q++)
    b.quantities_1[q] = b.quantities_2[q] = NAN;
  return b;
}

static int collide(const dcm_api_materials *m, size_t n, const dcm_api_collision *asked,
                   dcm_api_outcome *outcomes, size_t *failed) {
  return dcm_api_collide(m, n, asked, sizeof *asked, outcomes, sizeof *outcomes, failed, &message);
}

TEST(version) {
  ck_assert_uint_eq(dcm_api_version() >> 16, DCM_API_MAJOR);
  ck_assert_uint_ge(dcm_api_version() & 0xffff, DCM_API_MINOR);
  ck_assert_ptr_nonnull(dcm_api_release());
}

TEST(laws_are_data) {
  dcm_api_library *library = open_library(NULL);
  ck_assert_uint_ge(dcm_api_law_count(library), 18);
  ck_assert_str_eq(dcm_api_law_id(library, 0), "bond");
  ck_assert_ptr_null(dcm_api_law_id(library, 1000));
  char *text = dcm_api_describe(library, "hertz-mindlin", &message);
  ck_assert_ptr_nonnull(strstr(text, "\"reason\": "));
  ck_assert_ptr_nonnull(strstr(text, "\"restitution\""));
  dcm_api_free(text);
  ck_assert_ptr_null(dcm_api_describe(library, "hertz-mindlim", &message));
  ck_assert_ptr_nonnull(strstr(message.text, "hertz-mindlin"));
}

/** A linear spring without damping: restitution 1, duration pi sqrt(M* / k). */
TEST(library_of_ones_own) {
  const dcm_api_library *library = open_library(getenv("DCM_TEST_OWN_LAW"));
  dcm_api_materials *m = kept(dcm_api_materials_create(library, "own-spring", 1, &message));
  const double k = 1e4;
  ck_assert_int_eq(dcm_api_materials_set(m, "stiffness", 1, 1, k, &message), DCM_API_OK);
  ck_assert_int_eq(dcm_api_materials_ready(m, &message), DCM_API_OK);
  dcm_api_collision asked = {.bodies = grains(1e-3), .speed = 0.5};
  asked.bodies.mass_1 = asked.bodies.mass_2 = 2e-5;
  dcm_api_outcome o;
  ck_assert_int_eq(collide(m, 1, &asked, &o, NULL), DCM_API_OK);
  ck_assert_uint_eq(o.separated, 1);
  /* The error of ten thousand steps of second order. */
  ck_assert_double_eq_tol(o.normal_restitution, 1.0, 1e-7);
  ck_assert_double_eq_tol(o.duration, pi * sqrt(1e-5 / k), 1e-7 * o.duration);
}

TEST(what_is_no_library) {
  ck_assert_ptr_null(dcm_api_library_open("/nowhere/law.so", &message));
  ck_assert_ptr_nonnull(strstr(message.text, "/nowhere/law.so"));
  ck_assert_ptr_null(dcm_api_library_open("/nowhere/law.so", NULL));
}

TEST(settings_are_refused) {
  dcm_api_library *library = open_library(NULL);
  ck_assert_ptr_null(dcm_api_materials_create(library, "hertz-mindlin", 0, &message));
  ck_assert_ptr_null(dcm_api_materials_create(library, "no-law", 1, &message));
  dcm_api_materials *m = kept(dcm_api_materials_create(library, "hertz-mindlin", 2, &message));
  ck_assert_int_eq(dcm_api_materials_set(m, "yuong", 0, 0, 1.0, &message), DCM_API_FAILED);
  ck_assert_ptr_nonnull(strstr(message.text, "did you mean 'young'"));
  ck_assert_int_eq(dcm_api_materials_set(m, "young", 1, 1, NAN, &message), DCM_API_FAILED);
  ck_assert_int_eq(dcm_api_materials_set(m, "restitution", 0, 0, 1.25, &message), DCM_API_FAILED);
  ck_assert_ptr_nonnull(strstr(message.text, "1.25"));
  ck_assert_int_eq(dcm_api_materials_set(m, "young", 3, 3, 1e9, &message), DCM_API_FAILED);
  ck_assert_int_eq(dcm_api_materials_choose(m, "form", "shet", &message), DCM_API_FAILED);
  ck_assert_ptr_nonnull(strstr(message.text, "sheet"));
  ck_assert_int_eq(dcm_api_materials_ready(m, &message), DCM_API_FAILED);
  ck_assert_ptr_nonnull(strstr(message.text, "young"));
  /* Nothing is computed by materials that are not ready. */
  dcm_api_collision asked = {.bodies = grains(1e-3), .speed = 1.0};
  dcm_api_outcome o;
  ck_assert_int_eq(collide(m, 1, &asked, &o, NULL), DCM_API_FAILED);
  m = glass(0.9, 0.3);
  ck_assert_int_eq(dcm_api_materials_set(m, "young", 1, 1, 1e9, &message), DCM_API_FAILED);
  double value;
  ck_assert_int_eq(dcm_api_materials_get(m, "young", 2, 2, &value, &message), DCM_API_OK);
  ck_assert_double_eq(value, 1e9);
  ck_assert_int_eq(dcm_api_materials_get(m, "young", 0, 2, &value, &message), DCM_API_FAILED);
}

/** One collision that cannot be computed does not spoil the others. */
TEST(failures_among_collisions) {
  dcm_api_materials *m = glass(0.9, 0.3);
  dcm_api_collision asked[4];
  dcm_api_outcome o[4];
  for (int k = 0; k < 4; k++)
    asked[k] = (dcm_api_collision){.bodies = grains(1e-3), .speed = 1.0, .steps = 1000};
  asked[1].speed = -1.0;
  asked[2].bodies.material_2 = 3;
  size_t failed;
  ck_assert_int_eq(collide(m, 4, asked, o, &failed), DCM_API_FAILED);
  ck_assert_uint_eq(failed, 1);
  ck_assert_ptr_nonnull(strstr(message.text, "the speed must be a finite number above 0, not -1"));
  ck_assert(o[1].failed && isnan(o[1].normal_restitution) && isnan(o[1].energy.supplied));
  ck_assert(o[2].failed && !o[0].failed && !o[3].failed);
  ck_assert_int_eq(memcmp(&o[0], &o[3], sizeof o[0]), 0);
  /* The damping of constant restitution, to the first order of a thousand steps. */
  ck_assert_double_eq_tol(o[0].normal_restitution, 0.9, 1e-3);
}

/** A record of an older caller is shorter: what it lacks is 0, and nothing behind it is written. */
TEST(shorter_records) {
  dcm_api_materials *m = glass(0.9, 0.3);
  dcm_api_collision asked = {.bodies = grains(1e-3), .speed = 1.0, .steps = 500};
  dcm_api_outcome whole;
  struct {
    char outcome[offsetof(dcm_api_outcome, energy)];
    unsigned char behind[16];
  } part;
  memset(&part, 0x5a, sizeof part);
  ck_assert_int_eq(collide(m, 1, &asked, &whole, NULL), DCM_API_OK);
  ck_assert_int_eq(dcm_api_collide(m, 1, &asked, offsetof(dcm_api_collision, max_steps),
                                   (void *)part.outcome, sizeof part.outcome, NULL, &message),
                   DCM_API_OK);
  ck_assert_int_eq(memcmp(part.outcome, &whole, sizeof part.outcome), 0);
  for (size_t i = 0; i < sizeof part.behind; i++)
    ck_assert_uint_eq(part.behind[i], 0x5a);
}

/** Hertz's force (4/3) E* sqrt(R*) xi^(3/2) by a motion and by arrays. */
TEST(force_of_hertz) {
  dcm_api_materials *m = glass(1.0, 0.3);
  const double r = 1e-3, e = 7e10 / (2.0 * (1.0 - 0.2 * 0.2));
  const dcm_api_bodies bodies = grains(r);
  enum { N = 301 };
  dcm_api_motion motions[N];
  dcm_api_load loads[N];
  double overlap[N], force[N];
  for (int k = 0; k < N; k++) {
    overlap[k] = 1e-8 * (k + 1);
    motions[k] = (dcm_api_motion){
        .time = k * 1e-7, .length = 1e-7, .position_2 = {2.0 * r - overlap[k], 0.0, 0.0}};
  }
  dcm_api_contact *contact = dcm_api_contact_create(m, &bodies, NULL, &message);
  size_t done;
  ck_assert_int_eq(dcm_api_drive(contact, N, motions, sizeof *motions, loads, sizeof *loads, NULL,
                                 &done, &message),
                   DCM_API_OK);
  ck_assert_uint_eq(done, N);
  const double mass = 4.0 / 3.0 * pi * 2500.0 * r * r * r;
  dcm_api_evaluation all = {.size = sizeof all,
                            .count = N,
                            .material_1 = 1,
                            .material_2 = 1,
                            .dt = 1e-7,
                            .overlap = {overlap, 1},
                            .radius_1 = {&r, 0},
                            .mass_1 = {&mass, 0},
                            .normal_force = force};
  ck_assert_msg(dcm_api_evaluate(m, &all, NULL, &message) == DCM_API_OK, "%s", message.text);
  for (int k = 0; k < N; k++) {
    const double hertz = 4.0 / 3.0 * e * sqrt(0.5 * r) * pow(overlap[k], 1.5);
    ck_assert_double_eq_tol(force[k], hertz, 1e-12 * hertz);
    /* The overlap is lost in the rounding of positions: some 1e-19 of 1e-8 m. */
    ck_assert_double_eq_tol(loads[k].normal_force, hertz, 1e-9 * hertz);
    ck_assert_double_eq_tol(loads[k].force[0], -loads[k].normal_force, 1e-15 * hertz);
  }
  dcm_api_contact_destroy(contact);
}

/** In place or through the buffer, with any stride: the same numbers; nothing is written beyond. */
TEST(arrays_of_any_kind) {
  dcm_api_materials *m = glass(0.5, 0.3);
  enum { N = 333, ROOM = 336 };
  const uint32_t width = dcm_api_state_width(m);
  ck_assert_uint_gt(width, 0);
  double *memory = aligned_alloc(64, (size_t)ROOM * 64 * sizeof *memory);
  double *wide = malloc((size_t)ROOM * 3 * sizeof *wide);
  double *moved[2][64];
  for (size_t i = 0; i < (size_t)ROOM * 64; i++)
    memory[i] = -7.0;
  double *overlap = memory, *velocity = memory + ROOM, *force = memory + 2 * ROOM,
         *other = memory + 3 * ROOM + 1;
  for (uint32_t c = 0; c < width; c++) {
    moved[0][c] = memory + (5 + c) * ROOM;
    moved[1][c] = memory + (6 + width + c) * ROOM + 3;
  }
  for (int k = 0; k < N; k++) {
    overlap[k] = wide[3 * k] = 1e-7 * (1 + k % 50);
    velocity[k] = wide[3 * k + 1] = 1e-2 * (k % 7 - 3);
  }
  const double r = 1e-3, mass = 1e-5;
  dcm_api_evaluation all = {.size = sizeof all,
                            .count = N,
                            .material_1 = 1,
                            .material_2 = 2,
                            .dt = 1e-7,
                            .overlap = {overlap, 1},
                            .normal_velocity = {velocity, 1},
                            .tangential_velocity = {{NULL, 0}, {velocity, 1}, {NULL, 0}},
                            .radius_1 = {&r, 0},
                            .mass_1 = {&mass, 0},
                            .normal_force = force,
                            .new_state = moved[0]};
  ck_assert_int_eq(dcm_api_evaluate(m, &all, NULL, &message), DCM_API_OK);
  all.overlap = (dcm_api_array){wide, 3};
  all.normal_velocity = all.tangential_velocity[1] = (dcm_api_array){wide + 1, 3};
  all.normal_force = other;
  all.new_state = moved[1];
  ck_assert_int_eq(dcm_api_evaluate(m, &all, NULL, &message), DCM_API_OK);
  ck_assert_int_eq(memcmp(force, other, N * sizeof *force), 0);
  for (uint32_t c = 0; c < width; c++)
    ck_assert_int_eq(memcmp(moved[0][c], moved[1][c], N * sizeof *force), 0);
  for (int k = N; k < ROOM; k++)
    ck_assert(force[k] == -7.0 && moved[0][0][k] == -7.0);
  wide[3 * 200] = NAN;
  size_t failed;
  ck_assert_int_eq(dcm_api_evaluate(m, &all, &failed, &message), DCM_API_FAILED);
  ck_assert_uint_eq(failed, 200);
  free(memory);
  free(wide);
}

/** The trace of a collision, led again through its own motion, gives the loads of the trace. */
TEST(trace_and_drive_agree) {
  dcm_api_materials *m = glass(0.9, 0.3);
  dcm_api_collision asked = {.bodies = grains(1e-3), .speed = 1.0, .angle = 30.0, .steps = 200};
  enum { ROOM = 1000 };
  static dcm_api_motion motions[ROOM];
  static dcm_api_load loads[ROOM];
  size_t count;
  dcm_api_outcome o;
  ck_assert_int_eq(collide(m, 1, &asked, &o, NULL), DCM_API_OK);
  ck_assert_int_eq(dcm_api_trace(m, &asked, sizeof asked, ROOM, motions, sizeof *motions, loads,
                                 sizeof *loads, &count, &message),
                   DCM_API_OK);
  ck_assert_uint_eq(count, o.steps + 1);
  ck_assert_int_eq(loads[count - 1].touching, 0);
  double largest = 0.0;
  for (size_t k = 0; k < count; k++)
    largest = fmax(largest, loads[k].normal_force);
  ck_assert_double_le(largest, o.max_normal_force * (1.0 + 1e-12));
  ck_assert_double_ge(largest, o.max_normal_force * 0.999);
  ck_assert_double_eq(motions[count - 1].velocity_1[0], o.velocity_1[0]);
  double step;
  const char *limit;
  ck_assert_int_eq(dcm_api_safe_step(m, &asked.bodies, &step, &limit, &message), DCM_API_OK);
  ck_assert(step > 0.0 && strstr(limit, "spring"));
  double dt;
  ck_assert_int_eq(dcm_api_time_step(m, &asked, &dt, &message), DCM_API_OK);
  ck_assert_double_eq(dt, o.dt);
}

/** A wall that turns about a centre, which moves, is the wall whose point of contact has the
 * velocity of the two motions; whatever the time of the first motion is. */
TEST(wall_turns) {
  dcm_api_materials *m = glass(0.9, 0.3);
  dcm_api_bodies bodies = grains(1e-3);
  bodies.flags = DCM_API_WALL;
  const double centre[3] = {1e-3, -0.02, 0.0}, speed = 0.3, spin = 2.0, first = 5.0;
  enum { N = 50 };
  static dcm_api_motion turning[N], told[N];
  static dcm_api_load loads[2][N];
  for (int k = 0; k < N; k++) {
    const double time = first + k * 1e-7, overlap = 1e-7 * (k + 1);
    /* The point of contact relative to the centre, with which it moves. */
    const double arm[2] = {-overlap, 0.02 - speed * (time - first)};
    turning[k] = (dcm_api_motion){.time = time,
                                  .length = 1e-7,
                                  .position_2 = {centre[0] - overlap, 0.0, 0.0},
                                  .velocity_2 = {0.0, speed, 0.0},
                                  .spin_2 = {0.0, 0.0, spin}};
    told[k] = turning[k];
    told[k].velocity_2[0] = -spin * arm[1];
    told[k].velocity_2[1] = speed + spin * arm[0];
  }
  for (int way = 0; way < 2; way++) {
    dcm_api_contact *contact =
        dcm_api_contact_create(m, &bodies, way == 0 ? centre : NULL, &message);
    ck_assert_msg(contact != NULL, "%s", message.text);
    ck_assert_int_eq(dcm_api_drive(contact, N, way == 0 ? turning : told, sizeof *told, loads[way],
                                   sizeof **loads, NULL, NULL, &message),
                     DCM_API_OK);
    dcm_api_contact_destroy(contact);
  }
  for (int k = 0; k < N; k++)
    for (int c = 0; c < 3; c++)
      /* Times near 5 s are rounded to 1e-15 s, of steps of 1e-7 s. */
      ck_assert_double_eq_tol(loads[0][k].force[c], loads[1][k].force[c],
                              1e-8 * loads[1][k].normal_force);
  ck_assert_double_ge(fabs(loads[0][N - 1].force[1]), 0.01 * loads[0][N - 1].normal_force);
}

/** Heat flows from the warmer body; nothing is added to temperatures, which the law only reads, nor
 * to anything by a law that has no use for quantities. */
TEST_TIMES(amounts_are_added, 2) {
  static const struct {
    const char *law, *names[5];
    double values[5];
  } cases[] = {{"heat",
                {"young", "poisson", "restitution", "friction", "conductivity"},
                {1e7, 0.25, 0.8, 0.5, 2.0}},
               {"granular",
                {"young", "poisson", "gamma_n_hertz", "friction", "conductivity"},
                {1e7, 0.25, 0.0, 0.5, 2.0}}};
  const int conducts = _i == 0;
  dcm_api_materials *m =
      kept(dcm_api_materials_create(open_library(NULL), cases[_i].law, 1, &message));
  const char *const *names = cases[_i].names;
  const double *values = cases[_i].values;
  for (int p = 0; p < 5; p++)
    ck_assert_msg(dcm_api_materials_set(m, names[p], 1, 1, values[p], &message) == DCM_API_OK, "%s",
                  message.text);
  ck_assert_msg(dcm_api_materials_ready(m, &message) == DCM_API_OK, "%s", message.text);
  enum { N = 3 };
  double added[4][N];
  for (int k = 0; k < N; k++)
    added[0][k] = added[1][k] = added[2][k] = added[3][k] = -7.0;
  double *const to_1[] = {added[0], added[1]}, *const to_2[] = {added[2], added[3]};
  const double overlap = 1e-5, radius = 1e-3, mass = 1e-5, warm = 350.0, cold = 300.0, none = 0.0;
  const dcm_api_array of_1[] = {{&warm, 0}, {&none, 0}}, of_2[] = {{&cold, 0}, {&none, 0}};
  const dcm_api_evaluation all = {.size = sizeof all,
                                  .count = N,
                                  .material_1 = 1,
                                  .material_2 = 1,
                                  .dt = 1e-6,
                                  .overlap = {&overlap, 0},
                                  .radius_1 = {&radius, 0},
                                  .mass_1 = {&mass, 0},
                                  .quantities_1 = of_1,
                                  .quantities_2 = of_2,
                                  .added_1 = to_1,
                                  .added_2 = to_2};
  ck_assert_msg(dcm_api_evaluate(m, &all, NULL, &message) == DCM_API_OK, "%s", message.text);
  for (int k = 0; k < N; k++) {
    ck_assert_double_eq(added[0][k], 0.0);
    ck_assert_double_eq(added[2][k], 0.0);
    ck_assert(conducts ? added[1][k] < 0.0 : added[1][k] == 0.0);
    ck_assert_double_eq(added[3][k], -added[1][k]);
  }
}

/** Valgrind and the sanitizers look whether anything is left of these. */
TEST(many_laws) {
  dcm_api_library *library = open_library(NULL);
  for (int round = 0; round < (is_short() ? 100 : 100000); round++)
    dcm_api_materials_destroy(glass_of(library, 0.9, 0.3));
}
