/* SPDX-License-Identifier: MIT */
/* The composed law granular against the formulas of LAMMPS' manual page pair_granular, written down
 * in its terms: i and j, the normal from j to i, the displacement of i against j. Every case has
 * each pair of words of two options at least once. */
#include "kit/declarations.h"
#include "laws/by_hand.h"
#include "laws/limits.h"
#include "laws/properties.h"
#include "runtime/model.h"
#include "support/check.h"

#include <string.h>

static const double pi = 3.14159265358979324;

typedef struct effect {
  dcm_vector force_i, torque_i, torque_j;
  dcm_vector spring, roll; /* what is remembered */
  double radius, twist, greatest;
  double beyond; /* trial force less its limit: above 0 the surfaces slide */
  /* Sizes of terms that may cancel: forces, moments over a length, and stretches. */
  double forces, stretch;
} effect;

static int is(const dcm_scene *s, const char *option, const char *word) {
  return strcmp(dcm_case_word(&s->the_case, option), word) == 0;
}

/** E* and G* of the page. */
static void moduli(const dcm_scene *s, double *young, double *shear) {
  double soft = 0.0, shear_soft = 0.0;
  for (int side = 1; side <= 2; side++) {
    const double E = property_of_side(s, "young", side), nu = property_of_side(s, "poisson", side);
    soft += (1.0 - nu * nu) / E;
    shear_soft += 2.0 * (2.0 - nu) * (1.0 + nu) / E;
  }
  *young = 1.0 / soft;
  *shear = 1.0 / shear_soft;
}

/** The contact radius of JKR, the largest root of delta = a^2/R - 2 sqrt(pi gamma a/E). */
static double jkr_radius(double delta, double R, double E, double gamma) {
  double low = cbrt(pi * gamma * R * R / (4.0 * E)),
         high = 10.0 * low + 2.0 * sqrt(R * fabs(delta)) + 1e-300;
  for (int i = 0; i < 300; i++) {
    const double a = 0.5 * (low + high);
    if (a * a / R - 2.0 * sqrt(pi * gamma * a / E) < delta)
      low = a;
    else
      high = a;
  }
  return 0.5 * (low + high);
}

static double polynomial(double e) {
  return 1.2728 - 4.2783 * e + 11.087 * pow(e, 2) - 22.348 * pow(e, 3) + 27.467 * pow(e, 4) -
         18.022 * pow(e, 5) + 4.8218 * pow(e, 6);
}

/** The stretch of a spring by a force; none of one without stiffness. */
static double over(double force, double stiffness) {
  return stiffness > 0.0 ? force / stiffness : 0.0;
}

/** Turns a stretch into the tangent plane, its length kept, if that shows. */
static dcm_vector turned(dcm_vector u, dcm_vector n, int shows) {
  if (!shows)
    return u;
  const dcm_vector flat = dcm_tangential_part(u, n);
  const double size = dcm_length(flat);
  return dcm_scale(size > 0.0 ? dcm_length(u) / size : 0.0, flat);
}

/** Spring, of a force per stretch, and damper up to a limit. @param u in and out */
static dcm_vector limited(dcm_vector *u, double per_stretch, double given_back, dcm_vector damping,
                          double limit, int is_stretched, double *beyond) {
  const dcm_vector f = dcm_subtract(dcm_scale(-per_stretch, *u), damping);
  const double size = dcm_length(f);
  *beyond = size - limit;
  if (size <= limit)
    return f;
  if (!is_stretched)
    return (dcm_vector){0.0, 0.0, 0.0};
  const dcm_vector cut = dcm_scale(limit / size, f);
  *u = dcm_scale(given_back != 0.0 ? -1.0 / given_back : 0.0, dcm_add(cut, damping));
  return cut;
}

static effect expected(const dcm_scene *s, uint32_t k, const dcm_batch *b) {
  const dcm_sample *c = &s->contacts[k];
  const int wall = s->side_2 == DCM_SIDE_WALL, first = s->dt == 0.0;
  const int in_2021 = is(s, "release", "29Sep2021"), in_2025 = is(s, "release", "4Feb2025");
  const double m = c->effective_mass, R = b->effective_radius[k], delta = b->overlap[k];
  const dcm_vector n = dcm_scale(-1.0, dcm_scene_vector(b->normal, k));
  effect e = {.spring = {0.0, 0.0, 0.0}};

  /* Along the normal. */
  double E = 0.0, G = 0.0;
  moduli(s, &E, &G);
  const double given_kn = property_value(s, "kn_hertz"), given_kt = property_value(s, "kt_hertz");
  const double kn = given_kn >= 0.0 ? given_kn : 4.0 / 3.0 * E;
  const double gamma = property_value(s, "cohesion"), effective = 0.75 * kn;
  double a = sqrt(R * fmax(delta, 0.0)), elastic = kn * a * delta, per_overlap = kn * a, pull = 0.0;
  if (is(s, "normal", "hooke")) {
    per_overlap = property_value(s, "kn");
    elastic = per_overlap * delta;
  } else if (is(s, "normal", "dmt")) {
    pull = 4.0 * pi * gamma * R;
    elastic -= pull;
  } else if (is(s, "normal", "jkr")) {
    a = jkr_radius(delta, R, effective, gamma);
    pull = 3.0 * pi * gamma * R;
    per_overlap = kn * a;
    elastic = kn * a * a * a / R - 2.0 * pi * a * a * sqrt(4.0 * gamma * effective / (pi * a));
  }
  /* epa_linear and epa_nonlinear, as the three cases of the page. */
  const int straight = is(s, "normal", "epa_linear"),
            yields = straight || is(s, "normal", "epa_nonlinear");
  const double f0 = property_value(s, "f0"), kc = property_value(s, "kc");
  double on_branch = 0.0;
  e.greatest = b->history[11][k];
  if (yields) {
    const double lambda = property_value(s, "lambda_p"), phi = property_value(s, "phi_f");
    const double p = straight ? 1.0 : property_value(s, "m"),
                 q = straight ? 1.0 : property_value(s, "n");
    const double k1 = straight ? property_value(s, "kn") : kn * pow(R, 2.0 - p);
    e.greatest = fmax(e.greatest, fmax(delta, 0.0));
    const double hat = fmax(property_value(s, "k2"), k1),
                 star = hat > k1 ? hat / (hat - k1) * phi * 2.0 * R : 0.0;
    const double k2 = !straight            ? k1 / (1.0 - lambda)
                      : e.greatest >= star ? hat
                                           : k1 + (hat - k1) * e.greatest / star;
    const double rest = straight ? e.greatest * (1.0 - k1 / k2) : pow(lambda, 1.0 / p) * e.greatest;
    const double x = pow(delta, p), unloading = k2 * (x - pow(rest, p));
    const double attraction = -kc * pow(delta, q);
    const int adheres = attraction >= unloading;
    on_branch = unloading >= k1 * x ? k1 * x : adheres ? attraction : unloading;
    elastic = on_branch - f0;
    e.forces = k2 * (x + pow(e.greatest, p));
    if (!straight)
      a = sqrt(rest * R);
    if (adheres)
      on_branch = 0.0;
  }
  double damp = 0.0;
  if (is(s, "damping", "velocity"))
    damp = property_value(s, "eta_n");
  else if (is(s, "damping", "mass_velocity"))
    damp = property_value(s, "gamma_n") * m;
  else if (is(s, "damping", "viscoelastic"))
    damp = property_value(s, "gamma_n_hertz") * m * a;
  else {
    const double given = property_value(s, "damping_factor"),
                 nominal = property_value(s, "restitution");
    const double linear = is(s, "normal", "hooke") ? 2.0 : sqrt(5.0);
    const double ratio =
        nominal > 0.0 ? -log(nominal) / sqrt(pi * pi + log(nominal) * log(nominal)) : 1.0;
    const double factor = given >= 0.0                ? given
                          : is(s, "damping", "tsuji") ? polynomial(nominal)
                                                      : linear * ratio;
    damp = factor * sqrt(m * per_overlap);
  }
  const double vn = b->normal_velocity[k];
  double total = elastic - damp * vn;
  if (is(s, "limit_damping", "yes"))
    total = fmax(total, 0.0);
  const int cohesive = is(s, "normal", "dmt") || is(s, "normal", "jkr");
  const double pressing = yields     ? fabs(on_branch)
                          : cohesive ? fabs(elastic + 2.0 * pull)
                                     : fabs(total);

  /* Tangential. */
  const dcm_vector vt = dcm_scale(-1.0, dcm_scene_vector(b->tangential_velocity, k));
  const double at_rest = property_value(s, "friction_static"), slid = b->history[12][k];
  const double friction = property_value(s, "friction");
  const double held = yields ? fmax(at_rest, friction) * e.forces : 0.0;
  const double limit = (slid != 0.0 ? friction : fmax(at_rest, friction)) * pressing;
  const double damp_t = property_value(s, "x_gammat") * damp;
  const dcm_vector damping = dcm_scale(damp_t, vt);
  const char *tangential = dcm_case_word(&s->the_case, "tangential");
  const int mindlin = strncmp(tangential, "mindlin", 7) == 0;
  const int by_force = strstr(tangential, "force") != NULL;
  const int rescaled = strstr(tangential, "rescale") != NULL;
  const double kt = !mindlin ? property_value(s, "kt") : given_kt >= 0.0 ? given_kt : 8.0 * G;
  const double stiffness = mindlin ? kt * a : kt;
  dcm_vector ft;
  if (strcmp(tangential, "linear_nohistory") == 0) {
    const double speed = dcm_length(vt), size = fmin(limit, damp_t * speed);
    e.beyond = damp_t * speed - limit;
    ft = dcm_scale(speed > 0.0 ? -size / speed : 0.0, vt);
  } else if (strstr(tangential, "classic")) {
    const double erring = in_2025 ? kt * a : stiffness;
    e.spring = dcm_add_scaled(dcm_scene_vector(b->history, k), s->dt, vt);
    const int is_stretched = dcm_length(e.spring) > 0.0;
    if (!first)
      e.spring = dcm_tangential_part(e.spring, n);
    e.stretch =
        dcm_length(e.spring) + over(held + damp_t * dcm_length(vt), in_2025 ? kt : stiffness);
    e.forces += erring * dcm_length(e.spring);
    ft = limited(&e.spring, erring, in_2025 ? kt : stiffness, damping, limit, is_stretched,
                 &e.beyond);
  } else {
    /* A force on i is a stretch with a stiffness of -1. */
    const double per_stretch = by_force ? -1.0 : stiffness;
    e.spring = dcm_scene_vector(b->history + (by_force ? 3 : 0), k);
    const double before = b->history[6][k];
    if (rescaled && a < before)
      e.spring = dcm_scale(a / before, e.spring);
    e.radius = first ? before : a;
    if (!first) {
      const int shows = fabs(dcm_dot(e.spring, n)) * fabs(per_stretch) > 1e-10 * limit;
      e.spring =
          dcm_add_scaled(turned(e.spring, n, shows), by_force ? -stiffness * s->dt : s->dt, vt);
    }
    e.stretch = dcm_length(e.spring) + over(held + damp_t * dcm_length(vt), fabs(per_stretch));
    e.forces += fabs(per_stretch) * dcm_length(e.spring);
    ft = limited(&e.spring, per_stretch, per_stretch, damping, limit, dcm_length(e.spring) > 0.0,
                 &e.beyond);
  }
  e.forces += damp_t * dcm_length(vt) + fabs(elastic) + 2.0 * pull + damp * fabs(vn);
  e.force_i = dcm_add_scaled(ft, total, n);
  const dcm_vector turning = dcm_cross(n, ft);
  e.torque_i = dcm_scale(wall ? -c->radius_1 : -(c->radius_1 - 0.5 * delta), turning);
  e.torque_j = dcm_scale(wall ? 0.0 : -(c->radius_2 - 0.5 * delta), turning);

  /* Couples. */
  const dcm_vector w2 = wall ? (dcm_vector){0.0, 0.0, 0.0} : c->angular_velocity_2;
  const dcm_vector w = dcm_subtract(c->angular_velocity_1, w2);
  dcm_vector couple = {0.0, 0.0, 0.0};
  if (is(s, "rolling", "sds")) {
    const double kr = property_value(s, "k_roll"), most = property_value(s, "mu_roll") * pressing;
    const dcm_vector v = dcm_scale(R, dcm_cross(w, n));
    const dcm_vector before = e.roll = dcm_scene_vector(b->history + 7, k);
    if (!first)
      e.roll =
          dcm_add_scaled(turned(e.roll, n, fabs(dcm_dot(e.roll, n)) * kr > 1e-10 * most), s->dt, v);
    e.forces += kr * dcm_length(e.roll) + property_value(s, "gamma_roll") * dcm_length(v);
    double rolls;
    const dcm_vector fr = limited(&e.roll, kr, kr, dcm_scale(property_value(s, "gamma_roll"), v),
                                  most, dcm_length(e.roll) > 0.0, &rolls);
    if (first && !in_2021)
      e.roll = before;
    couple = dcm_scale(R, dcm_cross(n, fr));
  }
  if (!is(s, "twisting", "none")) {
    const double rate = dcm_dot(w, n);
    double kw = 0.0, dw, most;
    if (is(s, "twisting", "marshall")) {
      const double k_tangential = strcmp(tangential, "linear_nohistory") == 0 ? 0.0
                                  : in_2021                                   ? stiffness
                                                                              : kt;
      kw = 0.5 * k_tangential * a * a;
      dw = 0.5 * damp_t * a * a;
      most = 2.0 / 3.0 * a * friction * pressing;
    } else {
      kw = property_value(s, "k_twist");
      dw = property_value(s, "gamma_twist");
      most = property_value(s, "mu_twist") * pressing;
    }
    e.twist = b->history[10][k] + rate * s->dt;
    double torque = -kw * e.twist - dw * rate;
    e.forces += (kw * fabs(e.twist) + dw * fabs(rate)) / R;
    if (fabs(torque) > most) {
      const double sign = (rate > 0.0) - (rate < 0.0);
      e.twist = kw > 0.0 ? (most * sign - dw * rate) / kw : 0.0;
      torque = -most * sign;
    }
    couple = dcm_add_scaled(couple, torque, n);
  }
  e.torque_i = dcm_add(e.torque_i, couple);
  if (!wall)
    e.torque_j = dcm_subtract(e.torque_j, couple);
  return e;
}

/* ------------------------------------------------------------------------------------------ steps
 */

static void expect_near(const dcm_scene *s, uint32_t k, const char *what, dcm_vector actual,
                        dcm_vector wanted, double scale) {
  const double error = dcm_length(dcm_subtract(actual, wanted));
  const double allowed = 1e-10 * (dcm_length(wanted) + scale);
  if (!(error <= allowed))
    property_fail(s, k, what, error, allowed);
}

static int uses(const dcm_scene *s, uint32_t field) {
  return s->law->instance.field_use[field] == DCM_FIELD_USED;
}

static void step(dcm_scene *s) {
  dcm_batch *b = s->a;
  property_live(s);
  dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
  ck_assert(!s->law->reaches || is(s, "normal", "jkr"));
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample *c = &s->contacts[k];
    const effect e = expected(s, k, b);
    expect_near(s, k, "force", dcm_scene_vector(b->force, k), e.force_i, e.forces);
    expect_near(s, k, "torque on i", dcm_scene_vector(b->torque_1, k), e.torque_i,
                e.forces * (c->radius_1 + b->effective_radius[k]));
    if (s->side_2 == DCM_SIDE_PARTICLE)
      expect_near(s, k, "torque on j", dcm_scene_vector(b->torque_2, k), e.torque_j,
                  e.forces * (c->radius_2 + b->effective_radius[k]));
    if (uses(s, 0))
      expect_near(s, k, "shear", dcm_scene_vector(b->new_history, k), e.spring, e.stretch);
    if (uses(s, 1))
      expect_near(s, k, "shear force", dcm_scene_vector(b->new_history + 3, k), e.spring,
                  e.stretch);
    if (uses(s, 2))
      ck_assert_double_le(fabs(b->new_history[6][k] - (double)e.radius),
                          (double)(1e-10 * e.radius));
    if (uses(s, 3)) {
      const double kr = property_value(s, "k_roll");
      expect_near(s, k, "roll", dcm_scene_vector(b->new_history + 7, k), e.roll,
                  over(e.forces, kr));
    }
    if (uses(s, 5))
      ck_assert_double_eq(b->new_history[11][k], (double)e.greatest);
    /* After a step of length 0 the same trial is at its limit, but for rounding. */
    if (uses(s, 6) && fabs(e.beyond) > 1e-9 * e.forces)
      ck_assert_double_eq(b->new_history[12][k], e.beyond > 0.0 ? 1.0 : 0.0);
    if (uses(s, 4)) {
      const double allowed = 1e-9 * (fabs(e.twist) + fabs(b->history[10][k]) + 1e-6);
      if (!(fabs(b->new_history[10][k] - e.twist) <= allowed))
        property_fail(s, k, "twist", b->new_history[10][k], e.twist);
    }
  }
}

static const dcm_fixed as_drawn[] = {{NULL, 0.0}};

TEST_TIMES(formulas_of_the_manual, dcm_case_count()) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  if (dcm_case_is_composed(&the_case))
    property_rounds(_i, "formulas", as_drawn, ROUNDS, step);
}

/** Twisting marshall lacks a radius beside the springs of mindlin but in 2021, and the classic
 * springs of 2025 have another stiffness: there the numbers depend on the units. */
static const struct {
  const char *release, *tangential, *twisting;
  int32_t is_same;
} in_other_units[] = {
    {"29Sep2021", "mindlin", "marshall", 1},
    {"4Feb2025", "mindlin", "marshall", 0},
    {"4Jul2026", "mindlin_classic", "marshall", 0},
    {"4Jul2026", "mindlin/static", "marshall", 0},
    {"4Jul2026", "mindlin_classic", "none", 1},
    {"4Jul2026", "linear_history", "marshall", 1},
    {"4Jul2026", "linear_history/static", "marshall", 1},
    {"4Feb2025", "linear_history_classic", "none", 0},
    {"4Feb2025", "mindlin_classic", "none", 0},
};

TEST_EACH(other_units, in_other_units) {
  const dcm_law *law = hand_law("granular",
                                "release %s tangential %s twisting %s young 1e7 poisson 0.25 "
                                "gamma_n_hertz 1e5 kt 1e5 friction 0.2",
                                in_other_units[_i].release, in_other_units[_i].tangential,
                                in_other_units[_i].twisting);
  const dcm_other_units *units = law->model->extension(DCM_OTHER_UNITS);
  ck_assert_int_eq(units->is_same(&law->instance), in_other_units[_i].is_same);
}
