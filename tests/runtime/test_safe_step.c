/* SPDX-License-Identifier: MIT */
/* The time step that a law allows: against closed forms, against the criteria for Hertz's contact,
 * for every built-in law, and for laws that have no answer. */
#include <math.h>
#include <string.h>

#include "driver/contact.h"
#include "mechanics/elastic.h"
#include "runtime/probe.h"
#include "runtime/trial_contact.h"
#include "support/cases.h"
#include "support/given.h"

/** The probe's normal force is k xi. */
static dcm_law *spring(const char *stiffness) {
  return given_law(&dcm_probe, 2, "1 2 stiffness %s", stiffness);
}

/** The step that the normal spring alone allows. */
static double step_of_normal(const dcm_law *law, uint32_t i, uint32_t j, double radius_1,
                             double mass_1, double radius_2, double mass_2) {
  return dcm_longest_safe_step(law, i, j, radius_1, mass_1, radius_2, mass_2).normal_spring;
}

TEST(linear_spring) {
  dcm_law *law = spring("1000");
  const double pi = 3.14159265358979323846;
  /* M* = 0.002 0.003/0.005 */
  ck_assert_double_eq_tol(step_of_normal(law, 1, 2, 0.01, 0.002, 0.02, 0.003),
                          0.05 * pi * sqrt(0.0012 / 1000.0), 1e-12);
  /* A partner that is held, a flat wall, the inside of a sphere. */
  const double held = 0.05 * pi * sqrt(0.002 / 1000.0);
  ck_assert_double_eq_tol(step_of_normal(law, 1, 2, 0.01, 0.002, 0.02, INFINITY), held, 1e-12);
  ck_assert_double_eq_tol(step_of_normal(law, 1, 2, 0.01, 0.002, INFINITY, INFINITY), held, 1e-12);
  ck_assert_double_eq_tol(step_of_normal(law, 2, 1, 0.01, 0.002, -0.05, INFINITY), held, 1e-12);
  /* The pair asked for is that which counts: others have the stiffness 1. */
  ck_assert_double_eq_tol(step_of_normal(law, 1, 1, 0.01, 0.002, 0.01, INFINITY),
                          0.05 * pi * sqrt(0.002), 1e-10);
}

/** A law of Hertz's family without damping or adhesion at rest, with random moduli. */
TEST(contact_of_hertz) {
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
    const double step = step_of_normal(law, 1, 1, a.radius, a.mass, b.radius, b.mass);

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
}

/* The force of a law grows as overlap^1.5 where moduli give it, as the overlap where a stiffness
 * does, or as an option or a parameter says. */
static double exponent_of(const dcm_case *the_case) {
  const char *id = the_case->model->id;
  const char *word = strcmp(id, "eepa") == 0 ? dcm_case_word(the_case, "branches")
                                             : dcm_case_word(the_case, "normal");
  if (strcmp(id, "extended-hertz2") == 0 ||
      (word && (strcmp(word, "power") == 0 || strcmp(word, "epa_nonlinear") == 0)))
    return 1.25;
  if (word)
    return strstr(word, "linear") || strcmp(word, "hooke") == 0 ? 1.0 : 1.5;
  return strcmp(id, "hertz-history") == 0 || dcm_model_find_parameter(the_case->model, "young") >= 0
             ? 1.5
             : 1.0;
}

TEST_TIMES(every_built_in_law_has_an_exponent, dcm_case_count()) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  const dcm_fixed fixed[] = {{"n_u", 1.25},
                             {"n", 1.25},
                             {"m", 1.25},
                             {"f_u", 2.0},
                             {"kn", 3e4},
                             {"yield_pressure", 1e12},
                             {0}};
  dcm_random random = dcm_random_stream(101 + (uint64_t)_i);
  if (!dcm_law_is_asked_for(the_case.model))
    return;
  for (int round = 0; round < dcm_test_rounds(20); round++) {
    dcm_law *law = dcm_case_law(&the_case, 1, fixed, &random);
    /* Six decimals are told. */
    ck_assert_msg(fabs(dcm_force_exponent(law, 1, 1) - exponent_of(&the_case)) < 1e-12, "%s: %g",
                  the_case.model->id, dcm_force_exponent(law, 1, 1));
    dcm_law_destroy(law);
  }
}

/* Each answers, and the same for either order of the grains. */
TEST_TIMES(every_built_in_law_has_one, dcm_case_count()) {
  dcm_random random = dcm_random_stream(1 + (uint64_t)_i);
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  if (!dcm_law_is_asked_for(the_case.model))
    return;
  for (int round = 0; round < dcm_test_rounds(20); round++) {
    dcm_law *law = dcm_case_law(&the_case, 2, (const dcm_fixed[]){{0}}, &random);
    const dcm_body a = dcm_body_sphere(1, dcm_log_uniform(&random, 1e-4, 1.0), 1000.0);
    const dcm_body b = dcm_body_sphere(2, dcm_log_uniform(&random, 1e-4, 1.0), 3000.0);
    const double step = step_of_normal(law, 1, 2, a.radius, a.mass, b.radius, b.mass);
    ck_assert_msg(step > 0.0, "%s: a step of %g", the_case.name, step);
    const dcm_safe_step all = dcm_longest_safe_step(law, 1, 2, a.radius, a.mass, b.radius, b.mass);
    ck_assert(all.step <= step);
    ck_assert(all.step == step || all.limit != DCM_LIMIT_NORMAL_SPRING);
    /* Either grain may be called 1. */
    const double other = step_of_normal(law, 2, 1, b.radius, b.mass, a.radius, a.mass);
    if (isfinite(step))
      ck_assert_double_eq_tol(other / step, 1.0, 1e-6);
    else
      ck_assert(isinf(other));
    dcm_law_destroy(law);
  }
}

static const double RADIUS_1 = 0.01, RADIUS_2 = 0.02, MASS_1 = 0.002, MASS_2 = 0.003;

/** The safe step of two grains with a law, and its limit. */
static dcm_safe_step safe_step_of(const dcm_law *law) {
  const dcm_safe_step safe = dcm_longest_safe_step(law, 1, 1, RADIUS_1, MASS_1, RADIUS_2, MASS_2);
  /* Either grain may be called 1. */
  const dcm_safe_step other = dcm_longest_safe_step(law, 1, 1, RADIUS_2, MASS_2, RADIUS_1, MASS_1);
  ck_assert_double_eq_tol(other.step / safe.step, 1.0, 1e-6);
  ck_assert_uint_eq(other.limit, safe.limit);
  return safe;
}

static void expect_limit(dcm_safe_step safe, dcm_step_limit limit, double step) {
  ck_assert_str_eq(dcm_step_limit_name(safe.limit), dcm_step_limit_name(limit));
  ck_assert_double_eq_tol(safe.step / step, 1.0, 1e-5);
}

#define HOOKE(words)                                                                               \
  safe_step_of(given_law(built_in("hooke-history"), 1, "kn 1000 friction 0.5 " words))
#define GRANULAR(words)                                                                            \
  safe_step_of(given_law(built_in("granular"), 1,                                                  \
                         "normal hooke damping velocity tangential linear_nohistory kn 1000 "      \
                         "eta_n 1e-6 friction 0.5 mu_roll 0.1 mu_twist 0.1 " words))
#define SHEET(words)                                                                               \
  safe_step_of(given_law(built_in("hertz-mindlin"), 1,                                             \
                         "form sheet young 5e6 poisson 0.25 restitution 0.5 " words))

/* M* = 0.0012; the moments of inertia are 8e-8 and 4.8e-7. */
TEST(every_direction) {
  const double pi = 3.14159265358979323846, mass = 0.0012, across = mass / 3.5;
  const double inertia = 1.0 / (1.0 / 8e-8 + 1.0 / 4.8e-7), arm = 0.01 * 0.02 / 0.03;
  const double normal = 0.05 * pi * sqrt(mass / 1000.0);
  expect_limit(HOOKE("kt 1000 gamma_n 100 gamma_t 100"), DCM_LIMIT_NORMAL_SPRING, normal);
  expect_limit(HOOKE("kt 1e5 gamma_n 0 gamma_t 0"), DCM_LIMIT_TANGENTIAL_SPRING,
               0.125 * pi * sqrt(across / 1e5));
  expect_limit(HOOKE("kt 300 gamma_n 1e5 gamma_t 0"), DCM_LIMIT_NORMAL_DAMPING, 0.75e-5);
  expect_limit(GRANULAR(""), DCM_LIMIT_NORMAL_SPRING, normal);
  expect_limit(GRANULAR("rolling sds k_roll 1e6 gamma_roll 0"), DCM_LIMIT_ROLLING_SPRING,
               0.125 * pi * sqrt(inertia / (arm * arm * 1e6)));
  expect_limit(GRANULAR("twisting sds k_twist 10 gamma_twist 0"), DCM_LIMIT_TWISTING_SPRING,
               0.125 * pi * sqrt(inertia / 10.0));
  /* Dampers whose force friction ends. */
  expect_limit(HOOKE("kt 300 gamma_n 0 gamma_t 1e5"), DCM_LIMIT_NORMAL_SPRING, normal);
  expect_limit(GRANULAR("rolling sds k_roll 0 gamma_roll 30"), DCM_LIMIT_NORMAL_SPRING, normal);
  expect_limit(GRANULAR("twisting sds k_twist 0 gamma_twist 1e-3"), DCM_LIMIT_NORMAL_SPRING,
               normal);
  /* Friction of constant size is no damper, and without friction there is no spring. */
  expect_limit(SHEET("friction 0.5 rolling 1"), DCM_LIMIT_NORMAL_SPRING, SHEET("friction 0").step);
}

/** The probe's tangential force is c vt, its couples are -t w of each side, without an end. */
TEST(dampers_across) {
  dcm_law *law = given_law(&dcm_probe, 1, "stiffness 1000 damping 1e3");
  expect_limit(dcm_longest_safe_step(law, 1, 1, RADIUS_1, MASS_1, RADIUS_2, MASS_2),
               DCM_LIMIT_TANGENTIAL_DAMPING, 0.75 * 0.0012 / 3.5 / 1e3);
  law = given_law(&dcm_probe, 1, "stiffness 1000 twist 1");
  /* Equal grains: half of the spin is that of 1, and I/2 turns. At a wall all of it. */
  expect_limit(dcm_longest_safe_step(law, 1, 1, RADIUS_1, MASS_1, RADIUS_1, MASS_1),
               DCM_LIMIT_ROLLING_DAMPING, 0.75 * 8e-8);
  expect_limit(dcm_longest_safe_step(law, 1, 1, RADIUS_1, MASS_1, INFINITY, INFINITY),
               DCM_LIMIT_ROLLING_DAMPING, 0.75 * 8e-8);
}

static int takes_age;

/** Beside the probe's spring, and its damper of 1, one of 1e3, explicit or with the velocity of
 * half a step later. */
static int32_t compute_damped(const dcm_instance *instance, const dcm_contacts *contacts,
                              const dcm_response *response) {
  dcm_probe.compute(instance, contacts, response);
  for (uint32_t k = 0; k < contacts->count; k++) {
    const double age = takes_age ? contacts->velocity_age : 0.0;
    response->normal_force[k] -=
        1e3 * contacts->normal_velocity[k] / (1.0 + 1e3 * age / contacts->effective_mass[k]);
  }
  return DCM_OK;
}

TEST(implicit_damping) {
  static dcm_model model;
  model = dcm_probe;
  model.compute = compute_damped;
  dcm_law *law = given_law(&model, 1, "stiffness 1000");
  for (takes_age = 0; takes_age < 2; takes_age++) {
    const dcm_safe_step safe = dcm_longest_safe_step(law, 1, 1, RADIUS_1, MASS_1, RADIUS_2, MASS_2);
    const double spring = step_of_normal(law, 1, 1, RADIUS_1, MASS_1, RADIUS_2, MASS_2);
    expect_limit(safe, takes_age ? DCM_LIMIT_NORMAL_SPRING : DCM_LIMIT_NORMAL_DAMPING,
                 takes_age ? spring : 0.75 * 0.0012 / 1001.0);
  }
}

static int32_t compute_nan(const dcm_instance *instance, const dcm_contacts *contacts,
                           const dcm_response *response) {
  dcm_probe.compute(instance, contacts, response);
  for (uint32_t k = 0; k < contacts->count; k++)
    response->normal_force[k] = NAN;
  return DCM_OK;
}

TEST(laws_without_an_answer) {
  dcm_law *law = spring("0");
  ck_assert(isinf(step_of_normal(law, 1, 2, 0.01, 0.002, 0.02, 0.003)));
  static dcm_model model;
  model = dcm_probe;
  model.compute = compute_nan;
  law = law_given(blank_settings(&model, 1));
  ck_assert(isnan(step_of_normal(law, 1, 1, 0.01, 0.002, 0.02, 0.003)));
}
