/* SPDX-License-Identifier: MIT */
/* The time step that a law allows: against closed forms, against the criteria for Hertz's contact,
 * for every built-in law, and for laws that have no answer. */
#include <math.h>

#include "driver/collision.h"
#include "runtime/hertz.h"
#include "runtime/probe.h"
#include "runtime/safe_step.h"
#include "support/cases.h"
#include "support/expect.h"
#include "support/run.h"

static dcm_error error;

static dcm_law *law_of(dcm_settings *settings) {
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  ck_assert_msg(law != NULL, "%s", error.text);
  dcm_settings_destroy(settings);
  return law;
}

/** The probe's normal force is k xi. */
static dcm_law *spring(const char *stiffness) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 2);
  const dcm_range first = {1, 1}, second = {2, 2};
  dcm_settings_set(settings, first, second, "stiffness", stiffness, &error);
  return law_of(settings);
}

START_TEST(linear_spring) {
  dcm_law *law = spring("1000");
  const double pi = 3.14159265358979323846;
  /* M* = 0.002 0.003/0.005 */
  ck_assert_double_eq_tol(dcm_safe_time_step(law, 1, 2, 0.01, 0.002, 0.02, 0.003),
                          0.05 * pi * sqrt(0.0012 / 1000.0), 1e-12);
  /* A partner that is held, a flat wall, the inside of a sphere. */
  const double held = 0.05 * pi * sqrt(0.002 / 1000.0);
  ck_assert_double_eq_tol(dcm_safe_time_step(law, 1, 2, 0.01, 0.002, 0.02, INFINITY), held, 1e-12);
  ck_assert_double_eq_tol(dcm_safe_time_step(law, 1, 2, 0.01, 0.002, INFINITY, INFINITY), held,
                          1e-12);
  ck_assert_double_eq_tol(dcm_safe_time_step(law, 2, 1, 0.01, 0.002, -0.05, INFINITY), held, 1e-12);
  /* The pair asked for is that which counts: others have the stiffness 1. */
  ck_assert_double_eq_tol(dcm_safe_time_step(law, 1, 1, 0.01, 0.002, 0.01, INFINITY),
                          0.05 * pi * sqrt(0.002), 1e-10);
  dcm_law_destroy(law);
}
END_TEST

/** A law of Hertz's family without damping or adhesion at rest, with random moduli. */
START_TEST(contact_of_hertz) {
  dcm_random random = dcm_random_stream(0);
  for (int round = 0; round < dcm_test_rounds(200); round++) {
    const double young = dcm_log_uniform(&random, 1e5, 1e12);
    const double poisson = dcm_uniform(&random, 0.0, 0.5);
    const double density = dcm_log_uniform(&random, 100.0, 1e4);
    const double radius_1 = dcm_log_uniform(&random, 1e-6, 1.0);
    const double radius_2 = radius_1 * dcm_log_uniform(&random, 1.0, 1000.0);
    const dcm_fixed fixed[] = {{"young", young}, {"poisson", poisson}, {0}};
    dcm_case hertz = dcm_case_at(0);
    for (uint32_t i = 0; strcmp(hertz.model->id, "hertz-mindlin") != 0; i++)
      hertz = dcm_case_at(i);
    dcm_law *law = dcm_case_law(&hertz, 1, fixed, &random);
    const dcm_body a = dcm_body_sphere(1, radius_1, density);
    const dcm_body b = dcm_body_sphere(1, radius_2, density);
    const double step = dcm_safe_time_step(law, 1, 1, a.radius, a.mass, b.radius, b.mass);

    const double effective_young = young / (2.0 * (1.0 - poisson * poisson));
    const double effective_radius = radius_1 * radius_2 / (radius_1 + radius_2);
    const double mass = a.mass * b.mass / (a.mass + b.mass);
    const double stiffness = 2.0 * effective_young * sqrt(effective_radius * 0.01 * radius_1);
    const double pi = 3.14159265358979323846;
    /* The difference quotient errs by h^2/24 of the force's powers, h = 1e-3; overlaps beside radii
     * that are 1e5 times as large lose as many digits. */
    ck_assert_double_eq_tol(step * sqrt(stiffness / mass), 0.05 * pi, 1e-7);

    /* The criteria in use, as docs/cli.md tells them. */
    const double of_rayleigh = step / dcm_rayleigh_time(radius_1, density, young, poisson);
    ck_assert_msg(of_rayleigh > 0.13 && of_rayleigh < 0.212, "%g of Rayleigh's time", of_rayleigh);
    const double overlap = 0.027 * radius_1;
    const double speed =
        sqrt(16.0 / 15.0 * effective_young * sqrt(effective_radius) * pow(overlap, 2.5) / mass);
    const dcm_hertz_collision collision =
        dcm_hertz_head_on(effective_young, effective_radius, mass, speed);
    ck_assert_double_eq_tol(collision.overlap, overlap, 1e-12 * overlap);
    ck_assert_msg(step <= 0.05 * collision.duration, "%g of a collision",
                  step / collision.duration);
    ck_assert_msg(step > 0.0495 * collision.duration, "%g of a collision",
                  step / collision.duration);
    dcm_law_destroy(law);
  }
  dcm_case_forget();
}
END_TEST

/* Each answers, and the same for either order of the grains. */
START_TEST(every_built_in_law_has_one) {
  dcm_random random = dcm_random_stream(1 + (uint64_t)_i);
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  for (int round = 0; round < dcm_test_rounds(20); round++) {
    dcm_law *law = dcm_case_law(&the_case, 2, (const dcm_fixed[]){{0}}, &random);
    const dcm_body a = dcm_body_sphere(1, dcm_log_uniform(&random, 1e-4, 1.0), 1000.0);
    const dcm_body b = dcm_body_sphere(2, dcm_log_uniform(&random, 1e-4, 1.0), 3000.0);
    const double step = dcm_safe_time_step(law, 1, 2, a.radius, a.mass, b.radius, b.mass);
    ck_assert_msg(step > 0.0, "%s with %s: a step of %g", the_case.name, dcm_case_parameters(),
                  step);
    /* Either grain may be called 1. */
    const double other = dcm_safe_time_step(law, 2, 1, b.radius, b.mass, a.radius, a.mass);
    if (isfinite(step))
      ck_assert_double_eq_tol(other / step, 1.0, 1e-6);
    else
      ck_assert(isinf(other));
    dcm_law_destroy(law);
  }
  dcm_case_forget();
}
END_TEST

static void compute_nan(const dcm_instance *instance, const dcm_contacts *contacts,
                        const dcm_response *response) {
  dcm_probe.compute(instance, contacts, response);
  for (uint32_t k = 0; k < contacts->count; k++)
    response->normal_force[k] = NAN;
}

START_TEST(laws_without_an_answer) {
  dcm_law *law = spring("0");
  ck_assert(isinf(dcm_safe_time_step(law, 1, 2, 0.01, 0.002, 0.02, 0.003)));
  dcm_law_destroy(law);
  dcm_model model = dcm_probe;
  model.compute = compute_nan;
  law = law_of(dcm_settings_create(&model, 1));
  ck_assert(isnan(dcm_safe_time_step(law, 1, 1, 0.01, 0.002, 0.02, 0.003)));
  dcm_law_destroy(law);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("safe step");
  TCase *steps = tcase_create("steps");
  tcase_add_test(steps, linear_spring);
  tcase_add_test(steps, contact_of_hertz);
  tcase_add_loop_test(steps, every_built_in_law_has_one, 0, (int)dcm_case_count());
  tcase_add_test(steps, laws_without_an_answer);
  suite_add_tcase(suite, steps);
  return dcm_run(suite);
}
