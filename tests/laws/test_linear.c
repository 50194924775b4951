/* SPDX-License-Identifier: MIT */
/* The law linear against what is known in closed form, and what its springs against rolling and
 * twisting are for: that what rests stays. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "driver/contact.h"
#include "laws/resting.h"
#include "numeric/vector.h"
#include "support/check.h"
#include "support/random.h"
#include "support/run.h"

/** A law with one material. */
static dcm_law *make(const char *attraction, double kn, double restitution, double friction,
                     double rolling, double twisting) {
  char words[256];
  snprintf(words, sizeof words,
           "attraction %s kn %.17g restitution %.17g friction %.17g rolling %.17g twisting %.17g",
           attraction, kn, restitution, friction, rolling, twisting);
  return resting_law("linear", words);
}

/* --------------------------------------------------------------------------------- collisions */

static const double restitutions[] = {0.2, 0.5, 0.8, 1.0};

/* A harmonic oscillator: half a period pi/sqrt(k/M* - beta^2), beta = eta/(2 M*), and the largest
 * overlap (v/w0) exp(-beta/w atan(w/beta)). */
TEST_EACH(half_a_period, restitutions) {
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
  dcm_api_outcome outcome;
  dcm_error error;
  ck_assert_msg(dcm_collision_run(&c, NULL, NULL, &outcome, &error) == DCM_OK, "%s", error.text);
  /* The error is of the first order in the step, 5e-6. */
  ck_assert_double_eq_tol(outcome.normal_restitution, e, 1e-4);
  ck_assert_double_eq_tol(outcome.duration * w / DCM_PI, 1.0, 1e-4);
  const double deepest =
      speed / w0 * exp(-zeta * w0 / w * (zeta > 0.0 ? atan(w / (zeta * w0)) : 0.0));
  ck_assert_double_eq_tol(outcome.max_overlap / deepest, 1.0, 1e-4);
  dcm_law_destroy(law);
}

/* Without attraction the restitution is the one asked for, too, and the force never pulls. */
TEST_EACH(without_attraction, restitutions) {
  const double radius = 1e-3, e = restitutions[_i];
  dcm_law *law = make("no", 1e4, e, 0.0, 0.0, 0.0);
  dcm_collision c = {.law = law, .side_2 = DCM_SIDE_WALL, .max_steps = 10000000};
  c.bodies[0] = dcm_body_sphere(1, radius, 2500.0);
  c.bodies[1] = dcm_body_wall(1);
  c.wall_normal = (dcm_vector){-1.0, 0.0, 0.0};
  c.motions[1].position.x = radius;
  c.motions[0].velocity.x = 0.3;
  c.dt = DCM_PI * sqrt(c.bodies[0].mass / 1e4) / 200000.0;
  dcm_api_outcome outcome;
  dcm_error error;
  ck_assert_msg(dcm_collision_run(&c, NULL, NULL, &outcome, &error) == DCM_OK, "%s", error.text);
  ck_assert_double_eq_tol(outcome.normal_restitution, e, 1e-4);
  dcm_law_destroy(law);
}

TEST(refuses_what_is_not_reached) {
  dcm_law *law = make("yes", 1e4, 0.0, 0.0, 0.0, 0.0);
  dcm_law_destroy(law);
  dcm_settings *settings =
      resting_settings("linear", "attraction no kn 1 restitution 0 friction 0");
  dcm_error error;
  ck_assert_ptr_null(dcm_law_create(settings, dcm_error_log, &error, &error));
  ck_assert_ptr_nonnull(
      strstr(error.text, "restitution = 0 cannot be obtained without attraction"));
  dcm_settings_destroy(settings);
}

/* ------------------------------------------------------------------------------------- resting */

/** Where gravity and the spring balance. */
static resting begin(const dcm_law *law, double slope, double spin) {
  const double mass = dcm_body_sphere(1, 1e-3, 2500.0).mass;
  return resting_begin(law, slope, spin, mass * resting_gravity / sqrt(1.0 + slope * slope) / 1e3);
}

/* Below the slope at which the couple mu_r R* F no longer holds m g sin r, a sphere that has come
 * to rest does not move in a million steps. */
TEST(stands_on_a_slope) {
  dcm_law *law = make("yes", 1e3, 0.5, 0.5, 0.1, 0.1);
  resting r = begin(law, 0.05, 0.0);
  resting_advance(&r, 200000);
  resting_expect_rest(&r, 1000000);
  dcm_single_contact_destroy(r.contact);
  /* The sphere rolls above that slope. */
  r = begin(law, 0.2, 0.0);
  resting_advance(&r, 100000);
  ck_assert_double_gt(r.motions[0].velocity.x, 0.1);
  dcm_single_contact_destroy(r.contact);
  dcm_law_destroy(law);
}

/* A sphere that spins on its pole comes to rest with twisting friction, after the angle that the
 * couple mu_t R* F needs, and never without. */
TEST(stops_to_spin) {
  const double spin = 10.0;
  for (int twists = 0; twists < 2; twists++) {
    dcm_law *law = make("yes", 1e3, 0.5, 0.5, 0.1, twists ? 0.05 : 0.0);
    resting r = begin(law, 0.0, spin);
    resting_advance(&r, 1);
    const double couple = 0.05 * 1e-3 * r.bodies[0].mass * resting_gravity;
    const double stop = spin * r.bodies[0].moment_of_inertia / couple;
    resting_advance(&r, (int)(0.5 * stop / r.dt));
    const double half = r.motions[0].angular_velocity.z / spin;
    ck_assert_double_eq_tol(half, twists ? 0.5 : 1.0, 1e-2);
    resting_advance(&r, 400000);
    resting_expect_spin(&r, spin, twists);
    dcm_single_contact_destroy(r.contact);
    dcm_law_destroy(law);
  }
}
