/* SPDX-License-Identifier: MIT */
/* The formulas of docs/laws, written down once more, against the laws that know Young's modulus
 * and are not composed:
 * forces and state of two steps of a contact that sticks, and the couples of rolling. */
#include "laws/limits.h"
#include "laws/properties.h"
#include "support/history.h"

#include <string.h>

static const double pi = 3.14159265358979324;

/* ------------------------------------------------------------------ what the pages call by a
 * letter */

/** The numbers of a pair of materials. */
typedef struct materials {
  double E, G; /* E*, G*: 1/E* = sum (1 - nu^2)/E, 1/G* = sum (2 - nu)/G */
  double c;    /* C |alpha| */
  double w;    /* work of adhesion */
  double mu_r;
} materials;

/** Stiffnesses of the contact at an overlap. */
typedef struct stiffnesses {
  double a, resting; /* contact radius, normal force without damping */
  double scale;      /* of the forces that may cancel in it */
  double kn, kt, eta_n, eta_t;
} stiffnesses;

static int is_called(const dcm_scene *s, const char *id) {
  return strcmp(s->the_case.model->id, id) == 0;
}

static int says(const dcm_scene *s, const char *option, const char *word) {
  const char *chosen = dcm_case_word(&s->the_case, option);
  return chosen && strcmp(chosen, word) == 0;
}

/** The root of a function that rises, by bisection. */
static double rising_root(double (*f)(double, const double *), const double *data, double low,
                          double high) {
  for (int i = 0; i < 200; i++) {
    const double middle = 0.5 * (low + high);
    if (f(middle, data) < 0.0)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/** -ln e of a contact that is not to attract, for a damping ratio; less the one that is asked for.
 */
static double loss_without_attraction(double b, const double *asked) {
  const double loss = b < 1.0   ? 2.0 * b * acos(b) / sqrt(1.0 - b * b)
                      : b > 1.0 ? 2.0 * b * acosh(b) / sqrt(b * b - 1.0)
                                : 2.0;
  return loss - *asked;
}

static double damping_ratio(const dcm_scene *s, double e) {
  const double loss = -log(e);
  const int cuts = says(s, "no_attraction", "yes")
                       ? !says(s, "form", "sheet") || property_value(s, "transition") == 0.0
                       : says(s, "attraction", "no");
  if (says(s, "calibrate", "yes") && cuts)
    return rising_root(loss_without_attraction, &loss, 0.0, 1e4);
  return e > 0.0 ? loss / sqrt(pi * pi + loss * loss) : 1.0;
}

static materials materials_of(const dcm_scene *s) {
  double soft = 0.0, shear_soft = 0.0, shear = 0.0, poisson = 0.0;
  for (int side = 1; side <= 2; side++) {
    const double young = property_of_side(s, "young", side);
    const double nu = property_of_side(s, "poisson", side);
    const double modulus = young / (2.0 * (1.0 + nu));
    soft += (1.0 - nu * nu) / young;
    shear_soft += (2.0 - nu) / modulus;
    shear += 0.5 * modulus;
    poisson += 0.5 * nu;
  }
  materials m = {.E = 1.0 / soft, .G = 1.0 / shear_soft};
  if (says(s, "tangential_stiffness", "mean"))
    m.G = shear / (2.0 * (2.0 - poisson)); /* so that kt = 8 G a is its 4 a G/(2 - nu) */
  if (!is_called(s, "woo-hertz"))
    m.mu_r = property_value(s, "rolling");
  if (!is_called(s, "hertz"))
    m.c = 2.0 * sqrt(5.0 / 6.0) * damping_ratio(s, property_value(s, "restitution"));
  if (is_called(s, "jkr"))
    m.w = property_mean(s, "surface_energy");
  if (is_called(s, "jkr-exact"))
    m.w = property_value(s, "work_of_adhesion");
  return m;
}

/** xi = b^4/R - kappa b, less an overlap; data are R, kappa and that. */
static double overlap_at(double b, const double *data) {
  return b * b * b * b / data[0] - data[1] * b - data[2];
}

static stiffnesses stiffnesses_at(const dcm_scene *s, materials m, double xi, double R, double M) {
  stiffnesses k = {.a = sqrt(R * fmax(xi, 0.0))};
  if (is_called(s, "jkr-exact")) {
    const double data[3] = {R, sqrt(2.0 * pi * m.w / m.E), xi};
    const double end = cbrt(0.25 * data[1] * R);
    const double b = rising_root(overlap_at, data, end, 4.0 * end + 2.0 * sqrt(k.a));
    k.a = b * b;
  }
  const double elastic = 4.0 / 3.0 * m.E * k.a * k.a * k.a / R;
  const double adhesive = sqrt(8.0 * pi * m.w * m.E * k.a * k.a * k.a);
  k.resting = elastic - adhesive;
  k.scale = elastic + adhesive;
  k.kn = 2.0 * m.E * k.a;
  k.kt = 8.0 * m.G * k.a;
  k.eta_n = m.c * sqrt(k.kn * M);
  k.eta_t = is_called(s, "woo-hertz")             ? k.eta_n
            : says(s, "tangential_damping", "no") ? 0.0
                                                  : m.c * sqrt(k.kt * M);
  return k;
}

/* ------------------------------------------------------------------------------------------ steps
 */

static void expect_number(const dcm_scene *s, uint32_t k, const char *what, double actual,
                          double expected, double scale) {
  if (!(fabs(actual - expected) <= 1e-9 * (fabs(expected) + scale)))
    property_fail(s, k, what, actual, expected);
}

static void expect_vector(const dcm_scene *s, uint32_t k, const char *what, double *const actual[3],
                          dcm_vector expected) {
  const dcm_vector apart = dcm_subtract(dcm_scene_vector(actual, k), expected);
  const double size = dcm_length(expected);
  if (!(dcm_length(apart) <= 1e-9 * size))
    property_fail(s, k, what, dcm_length(dcm_scene_vector(actual, k)), size);
}

static dcm_vector couple_of(const dcm_scene *s, const dcm_sample *c, materials m, stiffnesses k,
                            double R, dcm_vector n, int side) {
  const dcm_vector w1 = c->angular_velocity_1, w2 = c->angular_velocity_2;
  const double force = m.mu_r * fabs(k.resting);
  if (is_called(s, "liggghts-hertz")) {
    const dcm_vector w = dcm_subtract(w1, w2);
    const double couple = side == 1 ? -force * R : force * R;
    const dcm_vector whole = dcm_scale(couple / dcm_length(w), w);
    return says(s, "torsion", "yes") ? whole : dcm_tangential_part(whole, n);
  }
  if (!dcm_case_is_consistent(&s->the_case)) {
    const dcm_vector w = side == 1 ? w1 : w2;
    return dcm_scale(-force * (side == 1 ? c->radius_1 : c->radius_2) / dcm_length(w), w);
  }
  const dcm_vector w = dcm_tangential_part(dcm_subtract(w1, w2), n);
  const double viscous = R * R * sqrt(k.kn * c->effective_mass) * dcm_length(w);
  const double couple = m.mu_r > 0.0 ? fmin(force * R, viscous) : 0.0;
  return dcm_scale((side == 1 ? -couple : couple) / dcm_length(w), w);
}

/** Whether the state of the tangential spring is a force; else the state is a stretch. */
static int remembers_force(const dcm_scene *s) {
  return is_called(s, "hertz") || is_called(s, "woo-hertz");
}

/** Force and energy that a contact still holds of a spring. */
typedef struct held {
  dcm_vector force;
  double energy;
} held;

static held held_of(dcm_vector force, double energy, stiffnesses now) {
  const double least = dcm_dot(force, force) / (2.0 * now.kt);
  const double share = least > energy ? energy / least : 1.0;
  return (held){dcm_scale(share, force), share * energy};
}

static int has_rolling_spring(const dcm_scene *s) {
  const char *model = dcm_case_word(&s->the_case, "rolling_model");
  return model && dcm_case_is_consistent(&s->the_case) && strcmp(model, "constant") != 0;
}

/** Couple on 2 of a contact that does not twist: a spring 8 G* R*^3/20 and a damper
 * 2 R*^2 sqrt(kt M*) with a slider. The first step begins at rest. */
static dcm_vector rolled(const dcm_scene *s, uint32_t k, const dcm_sample *c, materials m,
                         stiffnesses now, double R, double limit, dcm_vector n, int step) {
  static dcm_vector couple[CONTACTS];
  const double spring = 8.0 * m.G * R * R * R / 20.0;
  const double damper = 2.0 * R * R * sqrt(now.kt * c->effective_mass);
  const dcm_vector w =
      dcm_tangential_part(dcm_subtract(c->angular_velocity_1, c->angular_velocity_2), n);
  const dcm_vector before = step ? couple[k] : (dcm_vector){0.0, 0.0, 0.0};
  const dcm_vector trial = dcm_add_scaled(before, spring * s->dt + damper, w);
  const double size = dcm_length(trial);
  const dcm_vector whole = size > limit ? dcm_scale(limit / size, trial) : trial;
  const dcm_vector way = dcm_scale(s->dt / (spring * s->dt + damper), dcm_subtract(whole, before));
  couple[k] = dcm_add_scaled(before, spring, way);
  return whole;
}

static void two_steps(dcm_scene *s) {
  static dcm_vector spring[CONTACTS];
  static double energy[CONTACTS];
  dcm_batch *b = s->a;
  const int consistent = dcm_case_is_consistent(&s->the_case);
  const dcm_model *model = s->law->model;
  const uint32_t at = dcm_component_of(
      model, consistent || remembers_force(s) ? "tangential_force" : "tangential_displacement");
  const uint32_t energy_at = dcm_component_of(model, "tangential_energy");
  s->dt = dcm_log_uniform(&s->random, 1e-9, 1e-5);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    dcm_sample *c = &s->contacts[k];
    *c = dcm_random_sample(s->law, s->pair, DCM_SIDE_PARTICLE, &s->random);
    /* Without spin about the normal the state does not turn. In LIGGGHTS it never does. */
    const dcm_vector n = dcm_scale(1.0 / dcm_length(c->separation), c->separation);
    if (!is_called(s, "liggghts-hertz")) {
      c->angular_velocity_1 = dcm_tangential_part(c->angular_velocity_1, n);
      c->angular_velocity_2 = dcm_tangential_part(c->angular_velocity_2, n);
    }
    dcm_put_sample(b, s->law, k, c);
  }
  dcm_batch_evaluate(b, s->law, DCM_SIDE_PARTICLE, 0.0);
  dcm_law_history_begin(s->law, b->pair, DCM_SIDE_PARTICLE, CONTACTS, b->history);
  const materials m = materials_of(s);
  for (int step = 0; step < 2; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      /* Near the end of a neck its radius goes as the root of what is left. */
      b->overlap[k] *= b->overlap[k] < 0.0 ? dcm_uniform(&s->random, 0.1, 0.9)
                                           : dcm_uniform(&s->random, 0.5, 2.0);
      /* They approach: where damping holds back, forms differ in what they let through. */
      b->normal_velocity[k] = -fabs(b->normal_velocity[k]);
    }
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_sample *c = &s->contacts[k];
      const double R = b->effective_radius[k], vn = b->normal_velocity[k];
      const stiffnesses now = stiffnesses_at(s, m, b->overlap[k], R, c->effective_mass);
      const dcm_vector vt = dcm_scene_vector(b->tangential_velocity, k);
      expect_number(s, k, "normal force", b->normal_force[k], now.resting - now.eta_n * vn,
                    now.scale);
      /* The spring of the sheets remembers its stretch or its force. */
      const double unit = remembers_force(s) ? now.kt : 1.0;
      const dcm_vector way = dcm_scale(s->dt, vt);
      const dcm_vector before = step ? spring[k] : (dcm_vector){0.0, 0.0, 0.0};
      dcm_vector state = dcm_add_scaled(before, unit, way);
      dcm_vector elastic = dcm_scale(now.kt / unit, state);
      double stored = 0.5 * dcm_dot(elastic, elastic) / now.kt;
      if (consistent) {
        const held h = held_of(before, step ? energy[k] : 0.0, now);
        state = elastic = dcm_add_scaled(h.force, now.kt, way);
        stored = h.energy + dcm_dot(h.force, way) + 0.5 * now.kt * dcm_dot(way, way);
      }
      expect_vector(s, k, "tangential force", b->tangential_force,
                    dcm_add_scaled(elastic, now.eta_t, vt));
      expect_vector(s, k, "state", b->new_history + at, state);
      if (energy_at < s->law->history_width)
        expect_number(s, k, "energy of the state", b->new_history[energy_at][k], stored, 0.0);
      expect_number(s, k, "stored tangential energy", b->energies.stored_tangential[k], stored,
                    0.0);
      if (has_rolling_spring(s)) {
        const double pressing =
            dcm_friction_limit(s, k, now.resting) / property_value(s, "friction");
        const dcm_vector couple =
            rolled(s, k, c, m, now, R, m.mu_r * R * pressing, dcm_scene_vector(b->normal, k), step);
        expect_vector(s, k, "couple on 1", b->couple_1, dcm_scale(-1.0, couple));
        expect_vector(s, k, "couple on 2", b->couple_2, couple);
      } else if (!is_called(s, "woo-hertz"))
        for (int side = 1; side <= 2; side++)
          expect_vector(s, k, side == 1 ? "couple on 1" : "couple on 2",
                        side == 1 ? b->couple_1 : b->couple_2,
                        couple_of(s, c, m, now, R, dcm_scene_vector(b->normal, k), side));
      spring[k] = state;
      energy[k] = stored;
    }
    dcm_advance_history(b, s->law);
  }
}

/* Friction that never gives way; and of Woo's adhesion, which laws.numbers holds, none. */
static const dcm_fixed sticking[] = {{"friction", 1e15}, {"twisting", 0.0}, {NULL, 0.0}};
static const dcm_fixed sticking_without_adhesion[] = {
    {"friction", 1e15}, {"surface_energy", 0.0}, {NULL, 0.0}};

TEST_TIMES(formulas_of_the_pages, dcm_case_count()) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  const int is_woo = strcmp(the_case.model->id, "woo-hertz") == 0;
  /* Laws that yield, and wet ones, have tests of their own. */
  if (!dcm_case_is_composed(&the_case) && strcmp(the_case.model->id, "thornton-ning") != 0 &&
      strcmp(the_case.model->id, "liquid-bridge") != 0 &&
      dcm_case_accepts(_i, (const dcm_fixed[]){{"young", 1e7}, {NULL, 0.0}}))
    property_rounds(_i, "formulas", is_woo ? sticking_without_adhesion : sticking, ROUNDS / 4,
                    two_steps);
}
