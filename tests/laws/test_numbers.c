/* SPDX-License-Identifier: MIT */
/** @file
 * Closed forms of damping, of adhesion and its reach; and that a law needs no form. The numbers of
 * collisions are in test_collisions.py. */
#include <math.h>
#include <string.h>

#include "laws/by_hand.h"
#include "mechanics/restitution.h"

#define MODULI "young 5e7 poisson 0.3 "
static const double young = 5e7, poisson = 0.3, radius_1 = 0.004, radius_2 = 0.006;

static double effective_young(void) {
  return young / (2.0 * (1.0 - poisson * poisson));
}

static double effective_radius(void) {
  return radius_1 * radius_2 / (radius_1 + radius_2);
}

/* ------------------------------------------------------------------------------------- damping */

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

/* ------------------------------------------------------------------------------------ adhesion */

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
  static const char words[] = MODULI "restitution 1 friction 0.3 work_of_adhesion 4";
  dcm_law *snapping = hand_law("jkr-exact", "%s", words);
  dcm_law *pulling = hand_law("jkr-exact", "detach pulloff %s", words);
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

TEST(woo_adhesion_has_its_limits) {
  /* Pull-off at a transition of 0: 4 pi R gamma in both forms; above it gamma is the work of
   * adhesion in form sheet, 6 pi R gamma/(alpha^2 + 3), and half of it in form consistent. */
  static const char *const forms[] = {"sheet", "consistent"};
  const double gamma = 1.5, unit = DCM_PI * gamma * effective_radius();
  for (int f = 0; f < 2; f++)
    for (int k = 0; k <= 4; k++) {
      const double alpha = 0.25 * k;
      dcm_law *law = hand_law("woo-hertz",
                              "form %s " MODULI "restitution 1 friction 0.3 surface_energy %g "
                              "transition %g",
                              forms[f], gamma, alpha);
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

/* ---------------------------------------------------------------------------------------- forms */

/* A user who names no form has form consistent, and every word of every other option, with rolling
 * and twisting friction: what is refused says what to write, and nothing of a form. */
static const char *const two_forms[] = {"hertz",           "hertz-mindlin", "jkr",      "jkr-exact",
                                        "extended-hertz2", "heat",          "woo-hertz"};

TEST_EACH(no_form_needs_to_be_named, two_forms) {
  static const char *const usual[][2] = {
      {"young", "5e7"},       {"poisson", "0.3"},          {"restitution", "0.7"},
      {"friction", "0.3"},    {"rolling", "0.1"},          {"surface_energy", "0.1"},
      {"transition", "0.5"},  {"work_of_adhesion", "0.1"}, {"conductivity", "1"},
      {"heat_transfer", "1"}, {"delta_u", "1e-5"},         {"f_u", "0.2"},
      {"twisting", "0.1"}};
  const dcm_model *model = built_in(two_forms[_i]);
  const int32_t form = dcm_model_find_option(model, "form");
  ck_assert_int_eq(form, 0);
  ck_assert_str_eq(dcm_model_option(model, 0)->choices[dcm_model_option(model, 0)->default_choice],
                   "consistent");
  uint32_t combinations = 1, made = 0;
  for (uint32_t o = 1; o < model->option_count; o++)
    combinations *= dcm_model_option(model, o)->choice_count;
  for (uint32_t n = 0; n < combinations; n++) {
    dcm_settings *settings = blank_settings(model, 1);
    dcm_error error;
    int constant = 0, twists = 0;
    for (uint32_t o = 1, rest = n; o < model->option_count; o++) {
      const dcm_option *option = dcm_model_option(model, o);
      const char *word = option->choices[rest % option->choice_count];
      ck_assert_int_eq(dcm_settings_choose(settings, option->name, word, &error), DCM_OK);
      constant |= strcmp(word, "constant") == 0;
      rest /= option->choice_count;
    }
    for (size_t v = 0; v < sizeof usual / sizeof usual[0]; v++) {
      if (dcm_model_find_parameter(model, usual[v][0]) < 0)
        continue;
      twists = strcmp(usual[v][0], "twisting") == 0;
      ck_assert_int_eq(dcm_settings_put(settings, (dcm_range){1, 1}, (dcm_range){1, 1}, usual[v][0],
                                        usual[v][1], &error),
                       DCM_OK);
    }
    dcm_law *law = try_given(settings, &error);
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
