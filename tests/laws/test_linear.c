/* SPDX-License-Identifier: MIT */
/* The law linear against what is known in closed form, and what its springs against rolling and
 * twisting are for: that what rests stays. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "driver/collision.h"
#include "laws/properties.h"
#include "mechanics/constants.h"
#include "support/run.h"

/** A law with one material. */
static dcm_law *make(const char *attraction, double kn, double restitution, double friction,
                     double rolling, double twisting) {
  const dcm_model *model = NULL;
  for (uint32_t i = 0; i < dcm_case_count() && !model; i++)
    if (strcmp(dcm_case_at(i).model->id, "linear") == 0)
      model = dcm_case_at(i).model;
  ck_assert_ptr_nonnull(model);
  const struct {
    const char *name;
    double value;
  } values[] = {{"kn", kn},
                {"restitution", restitution},
                {"friction", friction},
                {"rolling", rolling},
                {"twisting", twisting}};
  dcm_settings *settings = dcm_settings_create(model, 1);
  const dcm_range one = {1, 1};
  dcm_error error;
  ck_assert_int_eq(dcm_settings_choose(settings, "attraction", attraction, &error), DCM_OK);
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    char text[32];
    snprintf(text, sizeof text, "%.17g", values[i].value);
    ck_assert_int_eq(dcm_settings_set(settings, one, one, values[i].name, text, &error), DCM_OK);
  }
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  ck_assert_msg(law, "%s", error.text);
  dcm_settings_destroy(settings);
  return law;
}

/* --------------------------------------------------------------------------------- collisions */

static const double restitutions[] = {0.2, 0.5, 0.8, 1.0};

/* A harmonic oscillator: half a period pi/sqrt(k/M* - beta^2), beta = eta/(2 M*), and the largest
 * overlap (v/w0) exp(-beta/w atan(w/beta)). */
START_TEST(half_a_period) {
  const double radius = 1e-3, kn = 1e4, speed = 0.3, e = restitutions[_i];
  dcm_law *law = make("yes", kn, e, 0.0, 0.0, 0.0);
  dcm_collision c = {.law = law, .side_2 = DCM_SIDE_PARTICLE, .max_steps = 10000000};
  for (int i = 0; i < 2; i++)
    c.bodies[i] = dcm_body_sphere(1, radius, 2500.0);
  c.motions[1].position.x = 2.0 * radius;
  c.motions[0].velocity.x = speed;
  const double mass = 0.5 * c.bodies[0].mass, w0 = sqrt(kn / mass), l = log(e);
  const double zeta = -l / sqrt(DCM_PI * DCM_PI + l * l), w = w0 * sqrt(1.0 - zeta * zeta);
  c.dt = DCM_PI / w / 200000.0;
  dcm_collision_outcome outcome;
  dcm_error error;
  ck_assert_msg(dcm_collision_run(&c, NULL, NULL, &outcome, &error) == DCM_OK, "%s", error.text);
  /* Of the first order in the step, 5e-6. */
  ck_assert_double_eq_tol(outcome.normal_restitution, e, 1e-4);
  ck_assert_double_eq_tol(outcome.duration * w / DCM_PI, 1.0, 1e-4);
  const double deepest =
      speed / w0 * exp(-zeta * w0 / w * (zeta > 0.0 ? atan(w / (zeta * w0)) : 0.0));
  ck_assert_double_eq_tol(outcome.max_overlap / deepest, 1.0, 1e-4);
  dcm_law_destroy(law);
}
END_TEST

/* Without attraction the restitution is the one asked for, too, and the force never pulls. */
START_TEST(without_attraction) {
  const double radius = 1e-3, e = restitutions[_i];
  dcm_law *law = make("no", 1e4, e, 0.0, 0.0, 0.0);
  dcm_collision c = {.law = law, .side_2 = DCM_SIDE_WALL, .max_steps = 10000000};
  c.bodies[0] = dcm_body_sphere(1, radius, 2500.0);
  c.bodies[1] = dcm_body_wall(1);
  c.wall_normal = (dcm_vector){-1.0, 0.0, 0.0};
  c.motions[1].position.x = radius;
  c.motions[0].velocity.x = 0.3;
  c.dt = DCM_PI * sqrt(c.bodies[0].mass / 1e4) / 200000.0;
  dcm_collision_outcome outcome;
  dcm_error error;
  ck_assert_msg(dcm_collision_run(&c, NULL, NULL, &outcome, &error) == DCM_OK, "%s", error.text);
  ck_assert_double_eq_tol(outcome.normal_restitution, e, 1e-4);
  dcm_law_destroy(law);
}
END_TEST

START_TEST(refuses_what_is_not_reached) {
  dcm_law *law = make("yes", 1e4, 0.0, 0.0, 0.0, 0.0);
  dcm_law_destroy(law);
  const dcm_model *model = NULL;
  for (uint32_t i = 0; i < dcm_case_count() && !model; i++)
    if (strcmp(dcm_case_at(i).model->id, "linear") == 0)
      model = dcm_case_at(i).model;
  dcm_settings *settings = dcm_settings_create(model, 1);
  const dcm_range one = {1, 1};
  dcm_error error;
  dcm_settings_choose(settings, "attraction", "no", &error);
  dcm_settings_set(settings, one, one, "kn", "1", &error);
  dcm_settings_set(settings, one, one, "restitution", "0", &error);
  dcm_settings_set(settings, one, one, "friction", "0", &error);
  ck_assert_ptr_null(dcm_law_create(settings, dcm_error_log, &error, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "restitution = 0 is not obtained without attraction"));
  dcm_settings_destroy(settings);
}
END_TEST

/* ------------------------------------------------------------------------------------- resting */

/** A sphere on a plane, gravity g inclined by the tangent slope, with a first spin about the
 * normal, by velocity Verlet as hosts have it. */
typedef struct rest {
  dcm_body bodies[2];
  dcm_motion motions[2];
  dcm_single_contact *contact;
  dcm_contact_load load;
  double slope, dt;
} rest;

static const double gravity = 9.81;

static rest begin(const dcm_law *law, double slope, double spin) {
  rest r = {.slope = slope, .dt = 1e-5};
  dcm_error error;
  r.bodies[0] = dcm_body_sphere(1, 1e-3, 2500.0);
  r.bodies[1] = dcm_body_wall(1);
  r.contact = dcm_single_contact_create(law, DCM_SIDE_WALL, r.bodies, &error);
  ck_assert_msg(r.contact, "%s", error.text);
  dcm_single_contact_use_half_step_velocities(r.contact);
  /* Where gravity and the spring balance. */
  r.motions[0].position.z = 1e-3 - r.bodies[0].mass * gravity / sqrt(1.0 + slope * slope) / 1e3;
  r.motions[0].angular_velocity.z = spin;
  return r;
}

static void advance(rest *r, int steps) {
  const double g = gravity / sqrt(1.0 + r->slope * r->slope);
  dcm_motion *m = &r->motions[0];
  const dcm_body *b = &r->bodies[0];
  for (int i = 0; i < steps; i++) {
    for (int half = 0; half < 2; half++) {
      const dcm_vector pull = {g * r->slope, 0.0, -g};
      m->velocity = dcm_add_scaled(m->velocity, 0.5 * r->dt,
                                   dcm_add_scaled(pull, 1.0 / b->mass, r->load.force));
      m->angular_velocity =
          dcm_add_scaled(m->angular_velocity, 0.5 * r->dt / b->moment_of_inertia, r->load.torque_1);
      if (half)
        break;
      m->position = dcm_add_scaled(m->position, r->dt, m->velocity);
      r->motions[1].position = (dcm_vector){m->position.x, m->position.y, 0.0};
      dcm_single_contact_step(r->contact, r->motions, r->dt, &r->load);
    }
  }
}

static double energy(const rest *r) {
  const dcm_motion *m = &r->motions[0];
  return 0.5 * r->bodies[0].mass * dcm_dot(m->velocity, m->velocity) +
         0.5 * r->bodies[0].moment_of_inertia * dcm_dot(m->angular_velocity, m->angular_velocity);
}

/* Below the slope at which the couple mu_r R* F no longer holds m g sin r, a sphere that has come
 * to rest does not move in a million steps. */
START_TEST(stands_on_a_slope) {
  dcm_law *law = make("yes", 1e3, 0.5, 0.5, 0.1, 0.1);
  rest r = begin(law, 0.05, 0.0);
  advance(&r, 200000);
  const double x = r.motions[0].position.x;
  advance(&r, 1000000);
  ck_assert_double_le(fabs(r.motions[0].position.x - x), 1e-12);
  ck_assert_double_le(energy(&r), 1e-20 * r.bodies[0].mass * gravity * 1e-3);
  dcm_single_contact_destroy(r.contact);
  /* And above it rolls. */
  r = begin(law, 0.2, 0.0);
  advance(&r, 100000);
  ck_assert_double_gt(r.motions[0].velocity.x, 0.1);
  dcm_single_contact_destroy(r.contact);
  dcm_law_destroy(law);
}
END_TEST

/* A sphere that spins on its pole comes to rest with twisting friction, after the angle that the
 * couple mu_t R* F needs, and never without. */
START_TEST(stops_to_spin) {
  const double spin = 10.0;
  for (int twists = 0; twists < 2; twists++) {
    dcm_law *law = make("yes", 1e3, 0.5, 0.5, 0.1, twists ? 0.05 : 0.0);
    rest r = begin(law, 0.0, spin);
    advance(&r, 1);
    const double couple = 0.05 * 1e-3 * r.bodies[0].mass * gravity;
    const double stop = spin * r.bodies[0].moment_of_inertia / couple;
    advance(&r, (int)(0.5 * stop / r.dt));
    const double half = r.motions[0].angular_velocity.z / spin;
    ck_assert_double_eq_tol(half, twists ? 0.5 : 1.0, 1e-2);
    advance(&r, 400000);
    ck_assert_double_le(twists ? energy(&r) : 0.0, 1e-25);
    ck_assert_double_ge(r.motions[0].angular_velocity.z, twists ? -1e-9 : spin * (1.0 - 1e-9));
    dcm_single_contact_destroy(r.contact);
    dcm_law_destroy(law);
  }
}
END_TEST

/* ------------------------------------------------------------------------- closed ways of rolling
 */

/* Rolled and twisted to and fro, a contact gives no more work than it took. */
static void roll(scene *s) {
  enum { CYCLES = 3, STEPS = 400 };
  static double work[CONTACTS], paid[CONTACTS];
  static dcm_vector amplitude[CONTACTS][2];
  scene_live(s, DCM_SIDE_PARTICLE);
  dcm_law_history_begin(s->law, s->a->pair, DCM_SIDE_PARTICLE, CONTACTS, s->a->history);
  s->dt = dcm_log_uniform(&s->random, 1e-8, 1e-5);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->a->normal_velocity[k] = work[k] = paid[k] = 0.0;
    for (int i = 0; i < 2; i++)
      amplitude[k][i] = dcm_scale(dcm_log_uniform(&s->random, 1e-5, 1.0) / (s->dt * STEPS),
                                  dcm_random_direction(&s->random));
  }
  for (int step = 0; step < CYCLES * STEPS; step++) {
    const double t = 2.0 * DCM_PI * (step + 0.5) / STEPS;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_vector w =
          dcm_add_scaled(dcm_scale(cos(t), amplitude[k][0]), cos(2.0 * t + 1.0), amplitude[k][1]);
      dcm_store(s->a->angular_velocity_1, k, w);
      dcm_store(s->a->angular_velocity_2, k, dcm_scale(-0.3, w));
    }
    dcm_batch_compute(s->a, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double power =
          dcm_dot(scene_vector(s->a->couple_1, k), scene_vector(s->a->angular_velocity_1, k)) +
          dcm_dot(scene_vector(s->a->couple_2, k), scene_vector(s->a->angular_velocity_2, k));
      work[k] -= power * s->dt;
      paid[k] += fabs(power) * s->dt;
    }
    dcm_advance_history(s->a, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (!(work[k] >= -1e-12 * paid[k]))
      scene_fail(s, k, "work of a closed way of rolling", work[k], -1e-12 * paid[k]);
}

START_TEST(no_work_from_rolling) {
  for (uint32_t i = 0; i < dcm_case_count(); i++)
    if (strcmp(dcm_case_at(i).model->id, "linear") == 0)
      scene_for_each_round((int)i, "closed ways of rolling", NULL, 8, roll);
}
END_TEST

int main(void) {
  printf("DCM_TEST_SEED=%llu\n", (unsigned long long)dcm_test_seed());
  Suite *suite = suite_create("linear");
  TCase *all = tcase_create("linear");
  const int count = (int)(sizeof restitutions / sizeof restitutions[0]);
  tcase_set_timeout(all, 60);
  tcase_add_loop_test(all, half_a_period, 0, count);
  tcase_add_loop_test(all, without_attraction, 0, count);
  tcase_add_test(all, refuses_what_is_not_reached);
  tcase_add_test(all, stands_on_a_slope);
  tcase_add_test(all, stops_to_spin);
  tcase_add_test(all, no_work_from_rolling);
  suite_add_tcase(suite, all);
  return dcm_run(suite);
}
