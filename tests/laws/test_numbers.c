/* SPDX-License-Identifier: MIT */
/** @file
 * Numbers that laws must give: restitution obtained, closed forms of collisions and of adhesion. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "laws/by_hand.h"
#include "mechanics/restitution.h"

static const double young = 5e7, poisson = 0.3;
static const double radius_1 = 0.004, radius_2 = 0.006, density = 2500.0, speed = 0.5;

static double effective_young(void) {
  return young / (2.0 * (1.0 - poisson * poisson));
}

static double effective_radius(void) {
  return radius_1 * radius_2 / (radius_1 + radius_2);
}

/** Two spheres that meet at speed along x and tangential along y. */
static dcm_api_outcome collide(const dcm_law *law, uint32_t steps, double tangential) {
  const double gap = 1e-9;
  dcm_collision c = {
      .law = law,
      .side_2 = DCM_SIDE_PARTICLE,
      .bodies = {dcm_body_sphere(1, radius_1, density), dcm_body_sphere(1, radius_2, density)},
      .motions = {{.velocity = {speed, tangential, 0.0}},
                  {.position = {radius_1 + radius_2 + gap, 0.0, 0.0}}},
      .max_steps = 100u * steps,
      .velocities = DCM_VELOCITY_SYNCHRONISED};
  dcm_error error;
  dcm_api_outcome outcome;
  ck_assert_msg(dcm_collision_time_step(&c, steps, &c.dt, &error) == DCM_OK, "%s", error.text);
  ck_assert_msg(dcm_collision_run(&c, NULL, NULL, &outcome, &error) == DCM_OK, "%s", error.text);
  ck_assert(outcome.separated);
  return outcome;
}

static double restitution_of(dcm_law *law, uint32_t steps) {
  return collide(law, steps, 0.0).normal_restitution;
}

/* -------------------------------------------------------------------------- restitution */

static const double asked[] = {0.1, 0.3, 0.5, 0.7, 0.9};

static const hand_choice attraction[] = {{"no_attraction", "no"}, {NULL, NULL}};
static const hand_choice calibrated[] = {{"calibrate", "yes"}, {NULL, NULL}};
static const hand_choice cut[] = {{"attraction", "no"}, {NULL, NULL}};
static const hand_choice cut_in_sheet[] = {{"attraction", "no"}, {"form", "sheet"}, {NULL, NULL}};
static const hand_choice cut_alone[] = {{"attraction", "no"}, {"calibrate", "no"}, {NULL, NULL}};

TEST_EACH(restitution_obtained_is_the_one_asked, asked) {
  const double e = asked[_i];
  const hand_value elastic[] = {{"young", young},  {"poisson", poisson},    {"restitution", e},
                                {"friction", 0.3}, {"surface_energy", 0.0}, {NULL, 0.0}};
  const hand_value hertz_mindlin[] = {
      {"young", young}, {"poisson", poisson}, {"restitution", e}, {"friction", 0.3}, {NULL, 0.0}};
  const hand_value extended[] = {
      {"delta_u", 1e-5}, {"f_u", 0.2}, {"restitution", e}, {"friction", 0.3}, {NULL, 0.0}};
  /* Synchronised velocities are of the second order; 20,000 steps leave about 1e-7. */
  ck_assert_double_eq_tol(restitution_of(hand_law("hertz-mindlin", NULL, hertz_mindlin), 20000), e,
                          1e-5);
  ck_assert_double_eq_tol(restitution_of(hand_law("extended-hertz2", NULL, extended), 20000), e,
                          1e-5);
  ck_assert_double_eq_tol(restitution_of(hand_law("woo-hertz", attraction, elastic), 20000), e,
                          1e-5);
  ck_assert_double_eq_tol(restitution_of(hand_law("woo-hertz", calibrated, elastic), 40000), e,
                          1e-6);
  ck_assert_double_eq_tol(restitution_of(hand_law("hertz-mindlin", cut, hertz_mindlin), 40000), e,
                          1e-6);
  ck_assert_double_eq_tol(
      restitution_of(hand_law("hertz-mindlin", cut_in_sheet, hertz_mindlin), 40000), e, 1e-6);
  ck_assert_double_eq_tol(restitution_of(hand_law("jkr", cut, elastic), 40000), e, 1e-6);
  const double l = log(e), b = -l / sqrt(DCM_PI * DCM_PI + l * l);
  const double more = exp(-2.0 * b * acos(b) / sqrt(1.0 - b * b));
  ck_assert_double_eq_tol(
      restitution_of(hand_law("hertz-mindlin", cut_alone, hertz_mindlin), 40000), more, 1e-6);
  ck_assert_double_eq_tol(restitution_of(hand_law("jkr", cut_alone, elastic), 40000), more, 1e-6);
}

/* A linear spring and a damping constant over the mass, gamma: exp(-gamma T/2) after T = pi/omega,
 * omega^2 = k/M* - gamma^2/4. */
TEST_EACH(restitution_of_a_damping_constant, asked) {
  const double mass_1 = density * 4.0 / 3.0 * DCM_PI * radius_1 * radius_1 * radius_1;
  const double mass_2 = density * 4.0 / 3.0 * DCM_PI * radius_2 * radius_2 * radius_2;
  const double mass = mass_1 * mass_2 / (mass_1 + mass_2), logarithm = log(asked[_i]);
  const double duration = 1e-4, gamma = -2.0 * logarithm / duration;
  const double k = mass * (DCM_PI * DCM_PI + logarithm * logarithm) / (duration * duration);
  const hand_value values[] = {{"kn", k}, {"gamma_n", gamma}, {"friction", 0.3}, {NULL, 0.0}};
  /* This dashpot sets in with a jump, and the contact begins and ends within a step. */
  const double allowed = 1e-4;
  ck_assert_double_eq_tol(restitution_of(hand_law("hooke", NULL, values), 20000), asked[_i],
                          allowed);
  ck_assert_double_eq_tol(restitution_of(hand_law("hooke-history", NULL, values), 20000), asked[_i],
                          allowed);
}

TEST_EACH(restitution_without_attraction_is_higher, asked) {
  /* Found by integration, independently of this project. */
  static const double obtained[] = {0.2527, 0.3971, 0.5503, 0.7182, 0.9020};
  const hand_value values[] = {{"young", young},
                               {"poisson", poisson},
                               {"restitution", asked[_i]},
                               {"friction", 0.3},
                               {NULL, 0.0}};
  ck_assert_double_eq_tol(restitution_of(hand_law("woo-hertz", NULL, values), 20000), obtained[_i],
                          0.5e-4);
}

/* Exponents, and whether the restitution then is the same at every speed. */
static const struct {
  double n_u, n_dv, n_dp;
  int is_constant;
} exponents[] = {{1.0, 1.0, 0.0, 1},
                 {1.5, 0.4, 1.0, 1},
                 {1.5, 1.0, 0.5, 0},
                 {2.0, 1.5, 0.5, 0},
                 {1.5, 1.0, 0.0, 0}};

TEST_EACH(restitution_of_free_exponents, exponents) {
  /* Where it depends on the speed, it holds at the speed whose elastic compression is delta_u. */
  const double mass = 1e-3, delta = 1e-5, n = exponents[_i].n_u;
  const double force = speed * speed * (n + 1.0) * mass / (2.0 * delta);
  const double m1 = dcm_body_sphere(1, radius_1, density).mass;
  const double m2 = dcm_body_sphere(1, radius_2, density).mass;
  const double own = m1 * m2 / (m1 + m2);
  for (int with_own_mass = 0; with_own_mass < 2; with_own_mass++) {
    /* With a mass of its own the contact follows the same curve as the pair that was asked for. */
    const double m = with_own_mass ? 0.0 : own;
    const hand_value values[] = {{"delta_u", delta},
                                 {"f_u", force * own / mass},
                                 {"mass", m},
                                 {"restitution", 0.6},
                                 {"n_u", n},
                                 {"n_dv", exponents[_i].n_dv},
                                 {"n_dp", exponents[_i].n_dp},
                                 {"friction", 0.3},
                                 {NULL, 0.0}};
    /* A force that begins with a jump is met by steps to the first order only. */
    ck_assert_double_eq_tol(restitution_of(hand_law("extended-hertz2", NULL, values), 20000), 0.6,
                            exponents[_i].n_dp > 0.0 ? 1e-5 : 1e-4);
  }
}

TEST(damping_of_the_default_exponents_has_a_closed_form) {
  const dcm_exponents x = {.elastic = 1.5, .rate = 1.0, .damping = 0.25};
  for (double e = 0.01; e < 0.995; e += 0.01) {
    double damping, smallest;
    ck_assert_int_eq(dcm_damping_of_power_law(x, 3e6, 2e-5, e, &damping, &smallest), DCM_OK);
    const double l = log(e);
    ck_assert_double_eq_tol(damping / (-sqrt(5.0) * l / sqrt(DCM_PI * DCM_PI + l * l) * sqrt(3e6)),
                            1.0, 1e-10);
  }
}

TEST(damping_without_rate_has_a_closed_form) {
  /* Force k u^n (1 + h sign u'): the work of either half is that of a spring, e^2 = (1 - h)/(1 +
   * h). */
  for (double n = 0.5; n < 3.0; n += 0.5)
    for (double e = 0.05; e < 1.0; e += 0.05) {
      const dcm_exponents x = {.elastic = n, .rate = 0.0, .damping = n};
      double damping, smallest;
      ck_assert_int_eq(dcm_damping_of_power_law(x, 3e6, 2e-5, e, &damping, &smallest), DCM_OK);
      ck_assert_double_eq_tol(damping / 3e6, (1.0 - e * e) / (1.0 + e * e), 1e-10);
    }
}

TEST(restitution_that_cannot_be_reached_is_refused) {
  const hand_value values[] = {{"delta_u", 1e-5}, {"f_u", 0.2},      {"restitution", 1e-3},
                               {"n_dp", 20.0},    {"friction", 0.3}, {NULL, 0.0}};
  dcm_error error;
  ck_assert_ptr_null(hand_try("extended-hertz2", NULL, values, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "restitution = 0.001 cannot be reached"));
  ck_assert_ptr_nonnull(strstr(error.text, "nDP = 20"));
  ck_assert_ptr_nonnull(strstr(error.text, "smallest restitution found is 0."));
}

TEST(calibration_of_zero_is_refused) {
  const hand_value values[] = {
      {"young", young}, {"poisson", poisson}, {"restitution", 0.0}, {"friction", 0.3}, {NULL, 0.0}};
  dcm_error error;
  ck_assert_ptr_null(hand_try("woo-hertz", calibrated, values, &error));
  ck_assert_ptr_nonnull(
      strstr(error.text, "restitution = 0 cannot be obtained without attraction"));
  ck_assert_ptr_null(hand_try("hertz-mindlin", cut, values, &error));
  ck_assert_ptr_nonnull(
      strstr(error.text, "restitution = 0 cannot be obtained without attraction"));
  hand_law("hertz-mindlin", cut_alone, values);
}

/* -------------------------------------------- the tangential direction of extended-hertz2 */

static const double delta_u = 1e-5, f_u = 0.2, asked_of_both = 0.7, pair_mass = 1e-3;

/** ln e/sqrt(pi^2 + ln^2 e), less its sign. */
static double damping_ratio(double e) {
  return -log(e) / sqrt(DCM_PI * DCM_PI + log(e) * log(e));
}

/* Dampings in closed form, of a unit mass: the linear spring, Antypov and Elliott's, and friction
 * without rate. */
static double linear(double k, double e) {
  return 2.0 * damping_ratio(e) * sqrt(k);
}

static double antypov(double k, double e) {
  return sqrt(5.0) * damping_ratio(e) * sqrt(k);
}

static double without_rate(double k, double e) {
  return k * (1.0 - e * e) / (1.0 + e * e);
}

/* Numbers that are given besides those of the normal direction, and numbers that then hold for the
 * tangential one: the given ones, else those of the normal. */
static const struct {
  hand_value given[4];
  double n, q, p, e, deformation, force;
  double (*damping)(double stiffness, double restitution); /* NULL: no closed form */
} tangential[] = {
    {{{"n_u", 1.0}, {"n_dp", 0.0}}, 1.0, 1.0, 0.0, 0.7, 1e-5, 0.2, linear},
    {{{"n_u", 1.0}, {"n_dp", 0.0}, {"restitution_t", 0.4}}, 1.0, 1.0, 0.0, 0.4, 1e-5, 0.2, linear},
    {{{"restitution_t", 0.4}}, 1.5, 1.0, 0.25, 0.4, 1e-5, 0.2, antypov},
    {{{"delta_ut", 2e-5}, {"f_ut", 0.1}}, 1.5, 1.0, 0.25, 0.7, 2e-5, 0.1, antypov},
    {{{"n_ut", 1.0}, {"n_dpt", 0.0}}, 1.0, 1.0, 0.0, 0.7, 1e-5, 0.2, linear},
    {{{"n_ut", 1.0}, {"n_dvt", 0.0}, {"n_dpt", 1.0}}, 1.0, 0.0, 1.0, 0.7, 1e-5, 0.2, without_rate},
    {{{"n_u", 2.0}}, 2.0, 1.0, 0.25, 0.7, 1e-5, 0.2, NULL},
    {{{"n_dv", 0.5}}, 1.5, 0.5, 0.25, 0.7, 1e-5, 0.2, NULL},
    {{{"n_dp", 0.75}}, 1.5, 1.0, 0.75, 0.7, 1e-5, 0.2, NULL},
    {{{"n_ut", 2.0}}, 2.0, 1.0, 0.25, 0.7, 1e-5, 0.2, NULL},
    {{{"n_dvt", 0.5}}, 1.5, 0.5, 0.25, 0.7, 1e-5, 0.2, NULL},
    {{{"n_dpt", 0.75}}, 1.5, 1.0, 0.75, 0.7, 1e-5, 0.2, NULL},
};

/** Tangential force of a new contact after one step that displaces it by u at a rate. */
static double force_after(const dcm_law *law, double u, double rate) {
  dcm_batch *b = hand_batch(law, 1);
  b->radius_1[0] = radius_1;
  b->radius_2[0] = radius_2;
  b->effective_mass[0] = pair_mass;
  b->separation[0][0] = radius_1 + radius_2 - 1e-5;
  b->relative_velocity[1][0] = rate;
  dcm_law_history_begin(law, b->pair, DCM_SIDE_PARTICLE, 1, b->history);
  dcm_batch_evaluate(b, law, DCM_SIDE_PARTICLE, u / rate);
  const double force = b->tangential_force[1][0];
  return force;
}

TEST_EACH(tangential_numbers_of_their_own, tangential) {
  hand_value values[9] = {
      {"delta_u", delta_u}, {"f_u", f_u}, {"restitution", asked_of_both}, {"friction", 1e9}};
  for (int i = 0; i < 4; i++)
    values[4 + i] = tangential[_i].given[i];
  dcm_law *law = hand_law("extended-hertz2", NULL, values);
  const double n = tangential[_i].n, q = tangential[_i].q, p = tangential[_i].p;
  const double k = tangential[_i].force / pow(tangential[_i].deformation, n);
  /* At a rate that makes the viscous part about as large as the elastic one. */
  const double u = 3e-6, v = 0.1;
  const double viscous = force_after(law, u, v) - k * pow(u, n);
  ck_assert_double_gt(viscous, 0.01 * k * pow(u, n));
  ck_assert_double_eq_tol((force_after(law, u, 2.0 * v) - k * pow(u, n)) / viscous, pow(2.0, q),
                          1e-10);
  ck_assert_double_eq_tol((force_after(law, 2.0 * u, v) - k * pow(2.0 * u, n)) / viscous,
                          pow(2.0, p), 1e-10);
  if (tangential[_i].damping) {
    const double d = tangential[_i].damping(k, tangential[_i].e) * pow(pair_mass, 0.5 * q);
    ck_assert_double_eq_tol(viscous / (d * pow(u, p) * pow(v, q)), 1.0, 1e-9);
  }
}

TEST(mass_of_the_calibration) {
  /* Given once for all pairs, the damping no longer depends on the mass of the pair. */
  const double mass = 4.0 * pair_mass;
  const hand_value values[] = {
      {"delta_u", delta_u}, {"f_u", f_u},      {"restitution", asked_of_both},
      {"mass", mass},       {"friction", 1e9}, {NULL, 0.0}};
  dcm_law *law = hand_law("extended-hertz2", NULL, values);
  const double k = f_u / pow(delta_u, 1.5), u = 3e-6, v = 0.1;
  const double d = antypov(k, asked_of_both) * sqrt(mass);
  ck_assert_double_eq_tol(force_after(law, u, v) / (k * pow(u, 1.5) + d * pow(u, 0.25) * v), 1.0,
                          1e-9);
}

/* ------------------------------------------------------------------------ Hertz and JKR */

TEST(hertz_collision_has_closed_forms) {
  const hand_value values[] = {
      {"young", young}, {"poisson", poisson}, {"friction", 0.3}, {NULL, 0.0}};
  dcm_law *law = hand_law("hertz", NULL, values);
  const dcm_api_outcome outcome = collide(law, 10000, 0.0);
  const double m1 = dcm_body_sphere(1, radius_1, density).mass;
  const double m2 = dcm_body_sphere(1, radius_2, density).mass;
  const double mass = m1 * m2 / (m1 + m2);
  const double overlap =
      pow(15.0 * mass * speed * speed / (16.0 * effective_young() * sqrt(effective_radius())), 0.4);
  ck_assert_double_eq_tol(outcome.max_overlap / overlap, 1.0, 1e-6);
  ck_assert_double_eq_tol(outcome.max_normal_force / (4.0 / 3.0 * effective_young() *
                                                      sqrt(effective_radius()) * pow(overlap, 1.5)),
                          1.0, 1e-6);
  ck_assert_double_eq_tol(outcome.duration / (2.943275 * overlap / speed), 1.0, 1e-5);
  ck_assert_double_eq_tol(outcome.normal_restitution, 1.0, 1e-6);
}

/** Normal force and stored energy of a contact at rest, at an overlap. */
static double force_at(const dcm_law *law, double overlap, double *energy) {
  dcm_batch *b = hand_batch(law, 1);
  b->radius_1[0] = radius_1;
  b->radius_2[0] = radius_2;
  b->effective_mass[0] = 1e-3;
  b->separation[0][0] = radius_1 + radius_2 - overlap;
  dcm_batch_evaluate(b, law, DCM_SIDE_PARTICLE, 0.0);
  const double force = b->normal_force[0];
  *energy = b->energies.stored_normal[0];
  return force;
}

TEST(jkr_exact_has_closed_forms) {
  const double gamma = 2.0, w = 2.0 * gamma, r = effective_radius(), e = effective_young();
  const hand_value values[] = {{"young", young},  {"poisson", poisson},    {"restitution", 1.0},
                               {"friction", 0.3}, {"work_of_adhesion", w}, {NULL, 0.0}};
  const hand_choice pulloff[] = {{"detach", "pulloff"}, {NULL, NULL}};
  dcm_law *snapping = hand_law("jkr-exact", NULL, values);
  dcm_law *pulling = hand_law("jkr-exact", pulloff, values);
  /* Units of overlap, force and energy; s is the contact radius in (pi gamma R^2/E)^(1/3). */
  const double length = cbrt(DCM_PI * DCM_PI * gamma * gamma * r / (e * e));
  const double force = DCM_PI * gamma * r;
  const double work = cbrt(pow(w, 5.0) * pow(r, 4.0) / (e * e));
  double touch, snap, pull;
  ck_assert_double_eq_tol(force_at(snapping, 0.0, &touch) / force, -8.0 / 3.0, 1e-8);
  ck_assert_double_eq_tol(touch / work, 0.0, 1e-8);

  const double snap_reach = dcm_law_reach(snapping, dcm_sides_at_wall(0, r, INFINITY)),
               pull_reach = dcm_law_reach(pulling, dcm_sides_at_wall(0, r, INFINITY));
  const double at_snap = cbrt(0.25), at_pull = cbrt(2.25);
  ck_assert_double_eq_tol(snap_reach / length, 2.0 * sqrt(at_snap) - at_snap * at_snap, 1e-8);
  ck_assert_double_eq_tol(pull_reach / length, 2.0 * sqrt(at_pull) - at_pull * at_pull, 1e-8);
  ck_assert_double_eq_tol(force_at(pulling, -pull_reach, &pull) / force, -3.0, 1e-8);
  /* The force goes as the root of the distance to the end of the branch: the rounding of the
   * overlap, 1e-12 of it beside the radii, becomes 1e-6. */
  ck_assert_double_eq_tol(force_at(snapping, -snap_reach, &snap) / force, 4.0 / 3.0 * 0.25 - 2.0,
                          1e-5);
  /* 7.0922 and 3.5026 to 5 digits, in closed form from the integral of the force:
   * (pi/2)^(5/3) [8/15 s^5 - 8/3 s^(7/2) + 2 s^2] between the detachment and s^3 = 4. */
  const double scale = pow(0.5 * DCM_PI, 5.0 / 3.0);
  const double states[] = {at_snap, at_pull, cbrt(4.0)};
  double closed[3];
  for (int i = 0; i < 3; i++)
    closed[i] = scale * (8.0 / 15.0 * pow(states[i], 5.0) - 8.0 / 3.0 * pow(states[i], 3.5) +
                         2.0 * states[i] * states[i]);
  ck_assert_double_eq_tol(closed[0] - closed[2], 7.0922, 0.5e-4);
  ck_assert_double_eq_tol((closed[1] - closed[2]) / (closed[0] - closed[2]), 3.5026 / 7.0922, 1e-4);
  ck_assert_double_eq_tol(snap / work, closed[0] - closed[2], 1e-8);
  ck_assert_double_eq_tol(pull / work, closed[1] - closed[2], 1e-8);
}

TEST(jkr_exact_bounce_loses_the_work_of_detachment) {
  const double w = 5.0;
  const hand_value values[] = {{"young", young},  {"poisson", poisson},    {"restitution", 1.0},
                               {"friction", 0.3}, {"work_of_adhesion", w}, {NULL, 0.0}};
  dcm_law *law = hand_law("jkr-exact", NULL, values);
  const dcm_api_outcome outcome = collide(law, 100000, 0.0);
  const double loss = 7.0922 * cbrt(pow(w, 5.0) * pow(effective_radius(), 4.0) /
                                    (effective_young() * effective_young()));
  const double kinetic = outcome.energy.kinetic_before - outcome.energy.kinetic_after;
  /* Contact is made and broken within a step's length, some 1e-4 of the reach. */
  ck_assert_double_eq_tol(kinetic / loss, 1.0, 1e-3);
  ck_assert_double_eq_tol(outcome.energy.dissipated_by_jumps / loss, 1.0, 1e-3);
}

TEST(jkr_of_the_sheet_pulls_off_at_its_minimum) {
  const double gamma = 3.0, r = effective_radius();
  const hand_value values[] = {{"young", young},  {"poisson", poisson},      {"restitution", 1.0},
                               {"friction", 0.3}, {"surface_energy", gamma}, {NULL, 0.0}};
  static const hand_choice sheet[] = {{"form", "sheet"}, {NULL, NULL}};
  dcm_law *law = hand_law("jkr", sheet, values);
  /* A x^2 - B x of x = a^(3/2) is least at x = B/(2 A), A = 4 E/(3 R), B^2 = 8 pi E gamma. */
  const double x =
      sqrt(8.0 * DCM_PI * effective_young() * gamma) / (8.0 * effective_young() / (3.0 * r));
  double energy;
  ck_assert_double_eq_tol(force_at(law, pow(x, 4.0 / 3.0) / r, &energy) / (DCM_PI * gamma * r),
                          -1.5, 1e-8);
}

TEST(woo_adhesion_has_its_limits) {
  /* Pull-off at a transition of 0: 4 pi R gamma in both forms; above it gamma is the work of
   * adhesion in form sheet, 6 pi R gamma/(alpha^2 + 3), and half of it in form consistent. */
  static const char *const forms[] = {"sheet", "consistent"};
  const double gamma = 1.5, unit = DCM_PI * gamma * effective_radius();
  for (int f = 0; f < 2; f++)
    for (int k = 0; k <= 4; k++) {
      const double alpha = 0.25 * k;
      const hand_choice form[] = {{"form", forms[f]}, {NULL, NULL}};
      const hand_value values[] = {
          {"young", young},          {"poisson", poisson},  {"restitution", 1.0}, {"friction", 0.3},
          {"surface_energy", gamma}, {"transition", alpha}, {NULL, 0.0}};
      dcm_law *law = hand_law("woo-hertz", form, values);
      const double reach = dcm_law_reach(law, dcm_sides_at_wall(0, effective_radius(), INFINITY));
      /* Schwarz: delta_min = -3 (R x^4)^(1/3), x^2 = 2 pi w/(3 K) alpha^2/(alpha^2 + 3). */
      const double w = f == 1 || k == 0 ? 2.0 : 1.0;
      const double x_2 =
          DCM_PI * w * gamma / (2.0 * effective_young()) * alpha * alpha / (alpha * alpha + 3.0);
      const double farthest = 3.0 * cbrt(effective_radius() * x_2 * x_2);
      ck_assert_double_le(fabs(reach - farthest), 1e-13 * farthest);
      double least = 0.0, energy;
      /* The minimum is flat: 4000 points over the reach find it to 1e-6. */
      for (int i = 0; i <= 4000; i++)
        least = fmin(least, force_at(law, -reach * (1.0 - i / 4000.0), &energy));
      ck_assert_double_eq_tol(least / unit, -6.0 * w / (alpha * alpha + 3.0), 1e-5);
    }
}

/* ----------------------------------------------------------------------------- energies */

static const struct {
  const char *id;
  hand_value more[4];
} laws[] = {
    {"hertz", {{"young", young}, {"poisson", poisson}}},
    {"hertz-mindlin", {{"young", young}, {"poisson", poisson}, {"restitution", 0.7}}},
    {"extended-hertz2", {{"delta_u", 1e-5}, {"f_u", 0.2}, {"restitution", 0.7}}},
    {"woo-hertz", {{"young", young}, {"poisson", poisson}, {"restitution", 0.7}}},
};

static const struct {
  const char *id;
  hand_value values[4];
} models_of_lammps[] = {
    {"hooke", {{"kn", 1e5}, {"gamma_n", 1e3}, {"friction", 0.3}}},
    {"hooke-history", {{"kn", 1e5}, {"gamma_n", 1e3}, {"friction", 0.3}}},
    {"hertz-history", {{"kn", 5e7}, {"gamma_n", 5e6}, {"friction", 0.3}}},
};

/* Restitution of a linear and of Hertz's spring, damped by their own roots. */
TEST_EACH(restitution_of_granular, asked) {
  const hand_value values[] = {{"young", young},  {"poisson", poisson}, {"restitution", asked[_i]},
                               {"friction", 0.3}, {"kn", 1e5},          {NULL, 0.0}};
  const hand_choice hertzian[] = {{"damping", "coeff_restitution"}, {NULL, NULL}};
  const hand_choice linear[] = {{"damping", "coeff_restitution"},
                                {"normal", "hooke"},
                                {"tangential", "mindlin/force"},
                                {NULL, NULL}};
  ck_assert_double_eq_tol(restitution_of(hand_law("granular", hertzian, values), 20000), asked[_i],
                          1e-5);
  ck_assert_double_eq_tol(restitution_of(hand_law("granular", linear, values), 20000), asked[_i],
                          1e-4);
}

/* Needs that are not met, and words that exclude each other, in a sentence. */
TEST(granular_refuses) {
  static const struct {
    hand_choice choices[4];
    const char *sentence;
  } refused[] = {
      {{{"normal", "mdr"}}, "use LAMMPS' own pair_style granular"},
      {{{"normal", "hooke"}},
       "'normal hooke' needs kn (stiffness of normal hooke, and k1 of epa_linear), which is not "
       "given for the types 1 and 1"},
      {{{"normal", "jkr"}, {"limit_damping", "yes"}},
       "'limit_damping yes' cannot be used with 'normal jkr'"},
      {{{"normal", "dmt"}, {"damping", "tsuji"}},
       "'damping tsuji' cannot be used with 'normal dmt'"},
      {{{"damping", "coeff_restitution"}, {"release", "29Sep2021"}},
       "the release 29Sep2021 has no 'damping coeff_restitution'"},
      {{{"normal", "epa_linear"}}, "'normal epa_linear' needs kn"},
      {{{"normal", "epa_nonlinear"}}, "'normal epa_nonlinear' needs lambda_p"},
      {{{"normal", "epa_linear"}, {"damping", "tsuji"}},
       "'damping tsuji' cannot be used with 'normal epa_linear'"},
      {{{"tangential", "mindlin/static"}, {"release", "4Feb2025"}},
       "the release 4Feb2025 has no 'tangential mindlin/static'"},
      {{{"rolling", "sds"}}, "'rolling sds' needs k_roll"},
      {{{"twisting", "sds"}}, "'twisting sds' needs k_twist"},
      {{{"damping", "velocity"}}, "'damping velocity' needs eta_n"},
  };
  const hand_value values[] = {
      {"young", young},  {"poisson", poisson}, {"friction", 0.3}, {"gamma_n_hertz", 1e6},
      {"cohesion", 0.1}, {"restitution", 0.5}, {NULL, 0.0}};
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    dcm_error error;
    ck_assert_ptr_null(hand_try("granular", refused[i].choices, values, &error));
    ck_assert_msg(strstr(error.text, refused[i].sentence) != NULL, "%s", error.text);
  }
}

/* Velocity and moment have one lever arm there, so that all work is work of the contact. */
TEST_EACH(energy_ledger_of_the_models_of_lammps_balances, models_of_lammps) {
  dcm_law *law = hand_law(models_of_lammps[_i].id, NULL, models_of_lammps[_i].values);
  double error[2];
  for (int k = 0; k < 2; k++) {
    const dcm_api_outcome outcome = collide(law, 4000u << k, 0.6 * speed);
    error[k] = fabs(outcome.energy.residual) / outcome.energy.kinetic_before;
    ck_assert_double_gt(outcome.energy.dissipated_tangential, 0.0);
  }
  ck_assert_msg(error[1] < 1e-4, "%s: %g of the energy is unaccounted for", models_of_lammps[_i].id,
                error[1]);
  ck_assert_msg(error[1] < 0.7 * error[0] + 1e-9, "%s: %g, then %g of the energy",
                models_of_lammps[_i].id, error[0], error[1]);
}

/* Laws of which the balance is of the second order: the error of the integration. */
static const struct {
  const char *id;
  hand_value values[8];
} closing[] = {
    {"hertz", {{"young", 1e7}, {"poisson", 0.25}, {"friction", 0.3}}},
    {"hertz-mindlin", {{"young", 1e7}, {"poisson", 0.25}, {"friction", 0.3}, {"restitution", 0.7}}},
    {"linear",
     {{"kn", 2e3}, {"friction", 0.3}, {"restitution", 0.7}, {"rolling", 0.05}, {"twisting", 0.05}}},
    {"hertz-history", {{"kn", 1e7}, {"gamma_n", 1e5}, {"friction", 0.3}}},
    {"granular", {{"young", 1e7}, {"poisson", 0.25}, {"gamma_n_hertz", 1e5}, {"friction", 0.3}}},
};
enum { CLOSING = sizeof closing / sizeof closing[0] };

/* Unequal spheres, or a sphere at a wall, with spins, by the velocities that hosts have. */
TEST_TIMES(residual_is_of_the_second_order, 2 * CLOSING) {
  const int is_wall = _i >= CLOSING;
  dcm_law *law = hand_law(closing[_i % CLOSING].id, NULL, closing[_i % CLOSING].values);
  double error[2];
  for (int k = 0; k < 2; k++) {
    dcm_collision c = {
        .law = law,
        .side_2 = is_wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE,
        .bodies = {dcm_body_sphere(1, 0.0011, 2500.0),
                   is_wall ? dcm_body_wall(1) : dcm_body_sphere(1, 0.0009, 4000.0)},
        .motions = {{.velocity = {0.94, 0.34, 0.0}, .angular_velocity = {50.0, -30.0, 200.0}},
                    {.position = {is_wall ? 0.001101 : 0.002001, 0.0, 0.0},
                     .angular_velocity = {0.0, 20.0, -40.0}}},
        .wall_normal = {-1.0, 0.0, 0.0},
        .max_steps = 100000};
    dcm_error told;
    dcm_api_outcome outcome;
    ck_assert_msg(dcm_collision_time_step(&c, 1000u << 2 * k, &c.dt, &told) == DCM_OK, "%s",
                  told.text);
    ck_assert_msg(dcm_collision_run(&c, NULL, NULL, &outcome, &told) == DCM_OK, "%s", told.text);
    error[k] = outcome.energy.residual / outcome.energy.kinetic_before;
  }
  /* The rest of errors that cancel is some 1e-8. */
  ck_assert_msg(fabs(error[0]) < 2e-6 && fabs(error[1]) < 0.15 * fabs(error[0]) + 3e-8,
                "%s%s: %g, with four times as many steps %g", closing[_i % CLOSING].id,
                is_wall ? " at a wall" : "", error[0], error[1]);
}

TEST_TIMES(energy_ledger_balances, 2 * sizeof laws / sizeof laws[0]) {
  static const char *const forms[] = {"sheet", "consistent"};
  const char *form = forms[_i % 2];
  const int law_index = _i / 2;
  hand_value values[8] = {{"friction", 0.3}};
  for (int i = 0; i < 3; i++)
    values[1 + i] = laws[law_index].more[i];
  const hand_choice choices[] = {{"form", form}, {NULL, NULL}};
  dcm_law *law = hand_law(laws[law_index].id, choices, values);
  double error[2];
  for (int k = 0; k < 2; k++) {
    const dcm_api_outcome outcome = collide(law, 4000u << k, 0.6 * speed);
    error[k] = fabs(outcome.energy.residual) / outcome.energy.kinetic_before;
  }
  /* Forms with the radius as moment arm do work that no contact has: xi/r of the frictional work.
   */
  const int is_objective = strcmp(form, "consistent") == 0 || law_index >= 2;
  ck_assert_msg(error[1] < (is_objective ? 1e-4 : 5e-3),
                "%s %s: %g of the energy is unaccounted for", laws[law_index].id, form, error[1]);
  if (is_objective)
    ck_assert_msg(error[1] < 0.6 * error[0] || error[1] < 1e-7,
                  "%s %s: halving the step changes the balance from %g to %g", laws[law_index].id,
                  form, error[0], error[1]);
}

/* A user who names no form has form consistent, and every word of every other option, with rolling
 * and twisting friction: what is refused says what to write, and nothing of a form. */
static const char *const two_forms[] = {"hertz",           "hertz-mindlin", "jkr",      "jkr-exact",
                                        "extended-hertz2", "heat",          "woo-hertz"};

TEST_EACH(no_form_needs_to_be_named, two_forms) {
  static const hand_value usual[] = {{"young", young},      {"poisson", poisson},
                                     {"restitution", 0.7},  {"friction", 0.3},
                                     {"rolling", 0.1},      {"surface_energy", 0.1},
                                     {"transition", 0.5},   {"work_of_adhesion", 0.1},
                                     {"conductivity", 1.0}, {"heat_transfer", 1.0},
                                     {"delta_u", 1e-5},     {"f_u", 0.2},
                                     {"twisting", 0.1},     {NULL, 0.0}};
  const dcm_model *model = hand_model(two_forms[_i]);
  const int32_t form = dcm_model_find_option(model, "form");
  ck_assert_int_eq(form, 0);
  ck_assert_str_eq(dcm_model_option(model, 0)->choices[dcm_model_option(model, 0)->default_choice],
                   "consistent");
  uint32_t combinations = 1, made = 0;
  for (uint32_t o = 1; o < model->option_count; o++)
    combinations *= dcm_model_option(model, o)->choice_count;
  for (uint32_t n = 0; n < combinations; n++) {
    hand_choice choices[8] = {{NULL, NULL}};
    int constant = 0;
    for (uint32_t o = 1, rest = n; o < model->option_count; o++) {
      const dcm_option *option = dcm_model_option(model, o);
      choices[o - 1] = (hand_choice){option->name, option->choices[rest % option->choice_count]};
      constant |= strcmp(choices[o - 1].word, "constant") == 0;
      rest /= option->choice_count;
    }
    hand_value values[16];
    uint32_t count = 0;
    for (const hand_value *v = usual; v->parameter; v++)
      if (dcm_model_find_parameter(model, v->parameter) >= 0)
        values[count++] = *v;
    values[count] = (hand_value){NULL, 0.0};
    const int twists = count > 0 && strcmp(values[count - 1].parameter, "twisting") == 0;
    dcm_error error;
    dcm_law *law = hand_try(two_forms[_i], choices, values, &error);
    if (constant && twists) {
      ck_assert_ptr_null(law);
      expect_part(error.text, "use 'rolling_model spring', or give twisting = 0");
      ck_assert_ptr_null(strstr(error.text, "form"));
      continue;
    }
    ck_assert_msg(law != NULL, "%s", error.text);
    made++;
  }
  ck_assert_uint_gt(made, 0);
}
