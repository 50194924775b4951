/* SPDX-License-Identifier: MIT */
/* Collisions that are integrated side by side have the numbers of each alone, to the last bit: of
 * every law in every choice of its options, and where one of them fails. */
#include <math.h>
#include <string.h>

#include "driver/contact.h"
#include "support/cases.h"
#include "support/given.h"

/* More than a pool holds. */
enum { COLLISIONS = 150, MOST_STEPS = 120 };

static dcm_collision collisions[COLLISIONS];
static dcm_api_outcome outcomes[COLLISIONS];

static dcm_vector scaled_direction(dcm_random *r, double size) {
  return dcm_scale(dcm_uniform(r, 0.0, size), dcm_random_direction(r));
}

static dcm_body body_of(const dcm_typical *t, dcm_random *r) {
  dcm_body body =
      dcm_body_sphere(1 + dcm_below(r, 2), t->radius * dcm_log_uniform(r, 0.5, 2.0), 1.0);
  body.mass = t->mass * dcm_log_uniform(r, 0.5, 2.0);
  body.moment_of_inertia = 0.4 * body.mass * body.radius * body.radius;
  body.fixed = dcm_chance(r, 0.1);
  return body;
}

/** Bodies that have nearly met, or overlap; few time steps, so that many share a pool. */
static dcm_collision draw(const dcm_law *law, const dcm_typical *t, dcm_random *r) {
  dcm_collision c = {.law = law,
                     .side_2 = dcm_chance(r, 0.3) ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE,
                     .bodies = {body_of(t, r), body_of(t, r)},
                     .velocities =
                         dcm_chance(r, 0.2) ? DCM_VELOCITY_SYNCHRONISED : DCM_VELOCITY_HALF_STEP,
                     .begins_run = dcm_chance(r, 0.2),
                     .dt = t->overlap / t->speed / (dcm_chance(r, 0.5) ? 10.0 : 30.0),
                     .max_steps = 1 + dcm_below(r, MOST_STEPS)};
  dcm_vector normal = dcm_random_direction(r);
  const double spin = t->speed / t->radius;
  double distance = c.bodies[0].radius - t->overlap * dcm_uniform(r, -0.5, 0.5);
  if (c.side_2 == DCM_SIDE_WALL) {
    c.bodies[1] = dcm_body_wall(c.bodies[1].material);
    normal = (dcm_vector){1.0, 0.0, 0.0};
  } else
    distance += c.bodies[1].radius;
  c.bodies[0].fixed &= !c.bodies[1].fixed;
  c.motions[0].position = scaled_direction(r, t->radius);
  c.motions[1].position = dcm_add_scaled(c.motions[0].position, distance, normal);
  c.motions[0].velocity =
      dcm_add_scaled(scaled_direction(r, t->speed), t->speed * dcm_uniform(r, 0.2, 1.0), normal);
  c.motions[1].velocity = scaled_direction(r, 0.1 * t->speed);
  for (int i = 0; i < 2; i++)
    c.motions[i].angular_velocity = scaled_direction(r, spin);
  return c;
}

/** Whether outcomes are equal to the bit; one NaN is as another. */
static int are_equal(const dcm_api_outcome *a, const dcm_api_outcome *b) {
  enum { WORDS = sizeof *a / sizeof(double) };
  double x[WORDS], y[WORDS];
  memcpy(x, a, sizeof x);
  memcpy(y, b, sizeof y);
  for (size_t i = 0; i < WORDS; i++)
    if (memcmp(&x[i], &y[i], sizeof x[i]) != 0 && !(isnan(x[i]) && isnan(y[i])))
      return 0;
  return 1;
}

/** Holds the collisions of one call against each alone, and the sentence of the first that fails.
 */
static void compare(const char *what) {
  dcm_error error = {""};
  size_t failed;
  dcm_collisions_run(collisions, COLLISIONS, outcomes, &failed, &error);
  size_t first = COLLISIONS;
  for (size_t k = 0; k < COLLISIONS; k++) {
    dcm_error alone;
    dcm_api_outcome outcome;
    const int32_t answer = dcm_collision_run(&collisions[k], NULL, NULL, &outcome, &alone);
    ck_assert_msg((answer != DCM_OK) == outcomes[k].failed, "%s, collision %zu: %d is not %u, %s",
                  what, k, answer, outcomes[k].failed, alone.text);
    if (answer != DCM_OK && first == COLLISIONS) {
      first = k;
      ck_assert_str_eq(alone.text, error.text);
    }
    ck_assert_msg(are_equal(&outcome, &outcomes[k]),
                  "%s, collision %zu of %g steps has other numbers alone", what, k,
                  (double)outcome.steps);
  }
  ck_assert_uint_eq(first, failed);
}

TEST_TIMES(side_by_side_is_alone, dcm_case_count()) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  dcm_random r = dcm_random_stream((uint64_t)_i);
  dcm_drawn drawn = {0};
  dcm_error error;
  dcm_law *law = NULL;
  for (int attempt = 0; attempt < DCM_DRAW_ATTEMPTS && !law; attempt++)
    law = dcm_draw_law(&the_case, 2, (const dcm_fixed[]){{NULL, 0.0}}, &r, attempt, &drawn, &error);
  ck_assert_msg(law != NULL, "%s", error.text);
  for (size_t k = 0; k < COLLISIONS; k++)
    collisions[k] = draw(law, &drawn.typical, &r);
  compare(law->model->id);
  dcm_law_destroy(law);
  dcm_drawn_free(&drawn);
}

/* ---------------------------------------------------------------- a law that refuses contacts */

static int32_t accept(const dcm_setup *setup, dcm_instance *instance) {
  (void)setup;
  instance->unused = DCM_UNUSED_COUPLES;
  return DCM_OK;
}

/** A spring of 1 N/m, and a damper across, but not for a depth above 0.1 m, and not a number above
 * 0.2 m. */
static int32_t spring(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  for (uint32_t k = 0; k < c->count; k++) {
    r->normal_force[k] = c->overlap[k] > 0.2 ? NAN : c->overlap[k];
    for (int i = 0; i < 3; i++)
      r->tangential_force[i][k] = 0.01 * c->tangential_velocity[i][k];
    double *const *energies = r->energies ? &r->energies->stored_normal : NULL;
    for (int e = 0; energies && e < 9; e++)
      energies[e][k] = 0.0;
    if (c->overlap[k] > 0.1 && c->overlap[k] < 0.15) {
      instance->log(instance->log_data, DCM_LOG_ERROR, "this spring takes at most 0.1 m");
      return DCM_ERROR;
    }
  }
  return DCM_OK;
}

static const dcm_model refusing = {.size = sizeof(dcm_model),
                                   .id = "refusing",
                                   .title = "a spring that refuses",
                                   .reference = "none",
                                   .init = accept,
                                   .compute = spring};

TEST(one_that_fails_fails_alone) {
  dcm_random r = dcm_random_stream(77);
  dcm_law *law = law_given(blank_settings(&refusing, 1));
  for (size_t k = 0; k < COLLISIONS; k++) {
    dcm_body ball = dcm_body_sphere(1, 1.0, 1.0);
    ball.mass = 1.0;
    collisions[k] =
        (dcm_collision){.law = law,
                        .bodies = {ball, ball},
                        .motions = {{.velocity = {0.01, 0.0, 0.0}}, {.position = {2.0, 0.0, 0.0}}},
                        .dt = 0.02,
                        .max_steps = 1000};
    /* The amplitude is the speed over the root of 2. */
    if (k % 40 == 39)
      collisions[k].motions[0].velocity.x = k == 39 ? 20.0 : 0.2;
    else
      collisions[k].motions[0].velocity.x = dcm_uniform(&r, 0.01, 0.13);
    for (int i = 0; i < 2; i++)
      collisions[k].motions[i].angular_velocity = scaled_direction(&r, 0.01);
  }
  collisions[5].dt = NAN;
  compare("refusing");
  ck_assert(outcomes[5].failed);
  ck_assert(outcomes[39].failed);
  ck_assert(outcomes[79].failed);
  ck_assert(!outcomes[6].failed);
}

/* ------------------------------------------------------------------------------- an observer */

static void add_up(void *data, const dcm_collision_sample *sample) {
  double *sums = data;
  const dcm_energy_sample *e = &sample->load->booked;
  sums[0] += e->dissipated_normal + e->dissipated_tangential + e->dissipated_sliding;
  sums[1] = fmax(sums[1], sample->load->overlap);
}

/* An observer sees what the ledger adds up; the first sample dissipates where bodies are bonded. */
TEST(observers_see_the_ledger) {
  dcm_random r = dcm_random_stream(78);
  const dcm_case the_case = dcm_case_at(0);
  dcm_law *law = dcm_case_law(&the_case, 2, (const dcm_fixed[]){{NULL, 0.0}}, &r);
  const dcm_typical typical = {1e-3, 1e-5, 1e-6, 0.1};
  for (int k = 0; k < 20; k++) {
    dcm_collision c = draw(law, &typical, &r);
    dcm_api_outcome outcome;
    dcm_error error;
    double sums[2] = {0.0, 0.0};
    c.begins_run = 0;
    if (dcm_collision_run(&c, add_up, sums, &outcome, &error) != DCM_OK || isnan(outcome.duration))
      continue;
    const dcm_api_energy *e = &outcome.energy;
    const double all = e->dissipated_normal + e->dissipated_tangential + e->dissipated_sliding;
    /* Sums in another order. */
    ck_assert_double_eq_tol(sums[0], all, 1e-12 * fabs(all) + 1e-30 * e->kinetic_before);
  }
  dcm_law_destroy(law);
}
