/* SPDX-License-Identifier: MIT */
/* hooke, hooke-history and hertz-history against the formulas of LAMMPS' manual page pair_gran,
 * written down in its terms: i and j, the vector from j to i, the shear of i against j. */
#include "laws/by_hand.h"
#include "laws/properties.h"

#include <string.h>

/** Effect of a contact on its two sides, and the shear that the contact leaves. */
typedef struct effect {
  dcm_vector force_i, torque_i, torque_j, shear;
} effect;

static double value(const dcm_scene *s, const char *name, double otherwise) {
  if (strcmp(s->the_case.model->id, "hooke") == 0 && strcmp(name, "kt") == 0)
    return 0.0;
  const double given = property_value(s, name);
  return given < 0.0 ? otherwise : given;
}

static effect expected(const dcm_scene *s, uint32_t k, dcm_vector shear) {
  const dcm_sample *c = &s->contacts[k];
  const int wall = s->side_2 == DCM_SIDE_WALL;
  const int has_history = s->law->history_width > 0;
  const double kn = value(s, "kn", 0.0), kt = value(s, "kt", 2.0 / 7.0 * kn);
  const double gamma_n = value(s, "gamma_n", 0.0);
  const double gamma_t = value(s, "gamma_t", gamma_n / 2.0);
  const double mu = value(s, "friction", 0.0), m = c->effective_mass;
  const dcm_vector del = dcm_scale(-1.0, c->separation);
  const double r = dcm_length(del);
  const dcm_vector n = dcm_scale(1.0 / r, del);
  const double delta = c->radius_1 + (wall ? 0.0 : c->radius_2) - r;
  const double R =
      wall && isinf(c->radius_2) ? c->radius_1 : 1.0 / (1.0 / c->radius_1 + 1.0 / c->radius_2);
  const double hertz = strcmp(s->the_case.model->id, "hertz-history") == 0 ? sqrt(delta * R) : 1.0;

  const dcm_vector v = dcm_scale(-1.0, c->relative_velocity);
  const double vn = dcm_dot(v, n);
  dcm_vector w = dcm_scale(c->radius_1, c->angular_velocity_1);
  if (!wall)
    w = dcm_add_scaled(w, c->radius_2, c->angular_velocity_2);
  const dcm_vector vt = dcm_subtract(dcm_add_scaled(v, -vn, n), dcm_cross(w, n));

  double fn = hertz * (kn * delta - m * gamma_n * vn);
  if (strcmp(dcm_case_word(&s->the_case, "limit_damping"), "yes") == 0)
    fn = fmax(fn, 0.0);
  effect e = {.shear = dcm_add_scaled(shear, s->dt, vt)};
  const int is_stretched = dcm_length(e.shear) > 0.0;
  e.shear = dcm_add_scaled(e.shear, -dcm_dot(e.shear, n), n);
  dcm_vector ft = dcm_scale(-hertz, dcm_add_scaled(dcm_scale(kt, e.shear), m * gamma_t, vt));
  const double size = dcm_length(ft), limit = mu * fabs(fn);
  if (size > limit) {
    if (is_stretched || !has_history) {
      ft = dcm_scale(limit / size, ft);
      /* ft = -hertz (kt shear + m gamma_t vt) */
      if (kt > 0.0)
        e.shear = dcm_scale(-1.0 / kt, dcm_add_scaled(dcm_scale(1.0 / hertz, ft), m * gamma_t, vt));
      else
        e.shear = (dcm_vector){0.0, 0.0, 0.0};
    } else {
      ft = (dcm_vector){0.0, 0.0, 0.0};
    }
  }
  e.force_i = dcm_add_scaled(ft, fn, n);
  const dcm_vector turning = dcm_cross(n, ft);
  e.torque_i = dcm_scale(-c->radius_1, turning);
  e.torque_j = dcm_scale(wall ? 0.0 : -c->radius_2, turning);
  return e;
}

/** @param scale of the terms that may cancel in it */
static void expect_vector(const dcm_scene *s, uint32_t k, const char *what, double *const actual[3],
                          dcm_vector wanted, double scale) {
  const double error = dcm_length(dcm_subtract(dcm_scene_vector(actual, k), wanted));
  const double allowed = 1e-12 * (dcm_length(wanted) + scale);
  if (!(error <= allowed))
    property_fail(s, k, what, error, allowed);
}

/* Three steps: the state of each is the input of the next. */
static void steps(dcm_scene *s) {
  dcm_batch *b = s->a;
  const int has_history = s->law->history_width > 0;
  property_live(s);
  dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample *c = &s->contacts[k];
    const dcm_vector shear =
        has_history ? dcm_scene_vector(b->history, k) : (dcm_vector){0.0, 0.0, 0.0};
    const effect e = expected(s, k, shear);
    /* The overlap is a small difference of lengths, and all else follows it; spring and damper may
     * cancel. */
    const double kt = value(s, "kt", 2.0 / 7.0 * value(s, "kn", 0.0));
    const double gamma_t = value(s, "gamma_t", value(s, "gamma_n", 0.0) / 2.0);
    const double speed = dcm_length(dcm_scene_vector(b->tangential_velocity, k));
    const double lag = kt > 0.0 ? c->effective_mass * gamma_t / kt * speed : 0.0;
    const double moved = dcm_length(shear) + s->dt * speed;
    const double hertz = strcmp(s->the_case.model->id, "hertz-history") == 0
                             ? sqrt(b->overlap[k] * b->effective_radius[k])
                             : 1.0;
    const double reduced = dcm_length(c->separation) / b->overlap[k];
    const double normal = fabs(b->normal_force[k]) + 2.0 * hertz * c->effective_mass *
                                                         value(s, "gamma_n", 0.0) *
                                                         fabs(b->normal_velocity[k]);
    const double across = hertz * (kt * moved + c->effective_mass * gamma_t * speed);
    const double scale = 1e-3 * reduced * normal + across;
    expect_vector(s, k, "force", b->force, e.force_i, scale);
    expect_vector(s, k, "torque on i", b->torque_1, e.torque_i, scale * c->radius_1);
    if (s->side_2 == DCM_SIDE_PARTICLE)
      expect_vector(s, k, "torque on j", b->torque_2, e.torque_j, scale * c->radius_2);
    if (has_history && s->dt > 0.0)
      expect_vector(s, k, "shear", b->new_history, e.shear,
                    moved + lag + (kt > 0.0 ? 1e-3 * reduced * normal / (hertz * kt) : 0.0));
  }
}

static const dcm_fixed as_drawn[] = {{NULL, 0.0}};
static const dcm_fixed without_spring[] = {{"kt", 0.0}, {NULL, 0.0}};
static const dcm_fixed strongly_damped[] = {{"gamma_n", 1e6}, {"gamma_t", 1e6}, {NULL, 0.0}};

TEST_TIMES(formulas_of_the_manual, dcm_case_count()) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  if (dcm_case_is_composed(&the_case) || dcm_model_find_parameter(the_case.model, "gamma_n") < 0)
    return;
  property_rounds(_i, "formulas", as_drawn, ROUNDS, steps);
  property_rounds(_i, "formulas, strongly damped", strongly_damped, ROUNDS / 4, steps);
  property_rounds(_i, "formulas without spring", without_spring, ROUNDS / 4, steps);
}

/* Numbers that are not given follow from the given ones: kt and gamma_t. */
static const struct {
  const char *id, *kt;
} laws[] = {{"hooke", ""}, {"hooke-history", "kt 2e4"}, {"hertz-history", "kt 2e4"}};

TEST_EACH(defaults_of_the_manual, laws) {
  const char *id = laws[_i].id, *words = "kn 7e4 gamma_n 60 friction 0.5";
  dcm_law *of[2] = {hand_law(id, "%s", words),
                    hand_law(id, "%s gamma_t 30 %s", words, laws[_i].kt)};
  dcm_batch *b[2] = {hand_batch(of[0], CONTACTS), hand_batch(of[1], CONTACTS)};
  dcm_random random = dcm_random_stream(1300);
  double forces = 0.0;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample c = dcm_random_sample(of[0], 0, DCM_SIDE_PARTICLE, &random);
    for (int i = 0; i < 2; i++)
      dcm_put_sample(b[i], of[i], k, &c);
  }
  for (int i = 0; i < 2; i++) {
    dcm_law_history_begin(of[i], b[i]->pair, DCM_SIDE_PARTICLE, CONTACTS, b[i]->history);
    dcm_batch_evaluate(b[i], of[i], DCM_SIDE_PARTICLE, 1e-6);
  }
  for (uint32_t k = 0; k < CONTACTS; k++)
    for (int x = 0; x < 3; x++) {
      ck_assert_double_eq(b[0]->force[x][k], b[1]->force[x][k]);
      forces += fabs(b[0]->force[x][k]);
    }
  ck_assert(forces > 0.0);
}
