/* SPDX-License-Identifier: MIT */
/** @file
 * Friction limits tangential forces. */
#include "check/friction.h"

#include <math.h>
#include <string.h>

#include "check/checks.h"
#include "runtime/model.h"

/* Each list ends with NULL. */
static const char *const names_of_restitution[] = {"restitution",
                                                   "e",
                                                   "en",
                                                   "e_n",
                                                   "cor",
                                                   "restitution_coefficient",
                                                   "coefficient_of_restitution",
                                                   "normal_restitution",
                                                   "restitution_n",
                                                   "restitution_normal",
                                                   NULL};
static const char *const names_of_friction[] = {"friction",
                                                "mu",
                                                "mu_s",
                                                "mus",
                                                "mu_k",
                                                "muk",
                                                "mu_d",
                                                "mud",
                                                "xmu",
                                                "mu_static",
                                                "mu_kinetic",
                                                "mu_dynamic",
                                                "mu_slide",
                                                "mu_sliding",
                                                "static_friction",
                                                "kinetic_friction",
                                                "dynamic_friction",
                                                "sliding_friction",
                                                "friction_s",
                                                "friction_k",
                                                "friction_d",
                                                "friction_static",
                                                "friction_kinetic",
                                                "friction_dynamic",
                                                "friction_sliding",
                                                "friction_coefficient",
                                                "coefficient_of_friction",
                                                NULL};
static const char *const other_restitutions[] = {"tangential", "shear", "rolling", "twisting",
                                                 NULL};
static const char *const other_frictions[] = {"roll",     "twist", "torsion", "spin",
                                              "exponent", "ratio", "angle",   NULL};

static int is_pure(dcm_dimension d) {
  return !d.mass && !d.length && !d.time && !d.temperature && !d.current && !d.amount &&
         !d.luminosity;
}

static int is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (strcmp(name, *list) == 0)
      return 1;
  return 0;
}

static int has_one_of(const char *text, const char *const *list) {
  for (; text && *list; list++)
    if (strstr(text, *list))
      return 1;
  return 0;
}

/** Whether a description speaks of the coefficient of something. */
static int describes(const dcm_parameter *p, const char *of) {
  return p->description && strstr(p->description, "coefficient") && strstr(p->description, of);
}

static int is_restitution(const dcm_parameter *p) {
  if (strcmp(p->name, "restitution") == 0)
    return 1;
  /* Other numbers are called e, but not with this range. */
  if (p->minimum < 0.0 || p->maximum > 1.0)
    return 0;
  return is_one_of(p->name, names_of_restitution) ||
         (p->symbol && is_one_of(p->symbol, names_of_restitution)) || describes(p, "restitution");
}

static int is_friction(const dcm_parameter *p) {
  return is_one_of(p->name, names_of_friction) ||
         (p->symbol && is_one_of(p->symbol, names_of_friction)) || describes(p, "friction");
}

int dcm_parameter_means(const dcm_parameter *p, dcm_meaning meaning) {
  const int of_friction = meaning == DCM_MEANS_FRICTION;
  const char *const *others = of_friction ? other_frictions : other_restitutions;
  if (!is_pure(p->dimension) || has_one_of(p->name, others) || has_one_of(p->description, others))
    return 0;
  return of_friction ? is_friction(p) : is_restitution(p);
}

int dcm_model_has(const dcm_model *model, dcm_meaning meaning) {
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_parameter_means(dcm_model_parameter(model, p), meaning))
      return 1;
  return 0;
}

/** Value of a parameter; NaN if there is none. */
static double value_of(const dcm_scene *s, uint32_t p, uint32_t i, uint32_t j) {
  double value;
  dcm_error error;
  return dcm_settings_value(s->drawn.settings, p, i, j, &value, &error) == DCM_OK ? value : NAN;
}

static int is_of_materials(const dcm_scene *s, uint32_t p) {
  return dcm_model_parameter(s->law->model, p)->scope == DCM_PER_MATERIAL;
}

/** Whether a parameter has to do with friction, but is no coefficient of friction. */
static int adds_to_friction(const dcm_parameter *p) {
  static const char *const of_friction[] = {"friction", "static", "kinetic", NULL};
  static const char *const of_turning[] = {"roll", "twist", "torsion", "spin", NULL};
  return !dcm_parameter_means(p, DCM_MEANS_FRICTION) && is_pure(p->dimension) &&
         (has_one_of(p->name, of_friction) || has_one_of(p->description, of_friction)) &&
         !has_one_of(p->name, of_turning) && !has_one_of(p->description, of_turning);
}

double dcm_largest_friction(const dcm_scene *s, uint32_t i, uint32_t j) {
  const dcm_model *model = s->law->model;
  const int is_promised = dcm_model_find_parameter(model, names_of_friction[0]) >= 0;
  double largest = NAN;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model, p);
    if (!is_promised && adds_to_friction(parameter))
      return NAN;
    if (dcm_parameter_means(parameter, DCM_MEANS_FRICTION))
      largest =
          fmax(largest, is_of_materials(s, p) ? fmax(value_of(s, p, i, i), value_of(s, p, j, j))
                                              : value_of(s, p, i, j));
  }
  return largest;
}

/** The only parameter of a meaning, or the one whose name promises it; -1 if there is none. */
static int32_t only_one(const dcm_model *model, dcm_meaning meaning) {
  const int32_t promised = dcm_model_find_parameter(
      model, meaning == DCM_MEANS_FRICTION ? names_of_friction[0] : names_of_restitution[0]);
  int32_t only = -1;
  uint32_t count = 0;
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_parameter_means(dcm_model_parameter(model, p), meaning)) {
      only = (int32_t)p;
      count++;
    }
  return promised >= 0 ? promised : count == 1 ? only : -1;
}

double dcm_value_meant(const dcm_scene *s, dcm_meaning meaning, uint32_t i, uint32_t j) {
  const int32_t p = only_one(s->law->model, meaning);
  return p < 0 || (i != j && is_of_materials(s, (uint32_t)p)) ? NAN
                                                              : value_of(s, (uint32_t)p, i, j);
}

/* ----------------------------------------------------------------------------------- the check */

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS, MOST_FRICTIONS = 8 };

/** Friction of the pair of materials of the scene; NaN, and not tested, if more than the friction
 * may hold. */
static double friction_of(dcm_scene *s) {
  const uint32_t m = s->law->material_count;
  const int is_known = (s->law->instance.flags & DCM_KNOWN_FRICTION) != 0;
  const double friction =
      is_known ? NAN : dcm_largest_friction(s, 1 + s->pair / m, 1 + s->pair % m);
  if (isnan(friction))
    dcm_scene_not_tested(s, is_known ? "DCM_KNOWN_FRICTION is set"
                                     : "other parameters may add to the friction");
  return friction;
}

static void frictionless(dcm_scene *s) {
  const double friction = friction_of(s);
  if (friction > 0.0)
    dcm_scene_not_tested(s, "the range of the friction excludes 0");
  if (!(friction == 0.0))
    return;
  dcm_batch *b = s->a;
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double force = dcm_length(dcm_scene_vector(b->tangential_force, k));
    const double allowed = s->subject->tolerance * fabs(b->normal_force[k]);
    if (!(force <= allowed))
      dcm_scene_find(s, k, "the friction is 0, but there is a tangential force", "tangential force",
                     force, 0.0, allowed);
  }
}

/** Lets contacts begin where they touch, also those that then rest at a distance: forces there may
 * need a touch. */
static void touch_before(dcm_scene *s) {
  static double overlaps[CONTACTS];
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    overlaps[k] = b->overlap[k];
    b->overlap[k] = dcm_scene_depth(s, k);
  }
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  dcm_advance_history(b, s->law);
  memcpy(b->overlap, overlaps, sizeof overlaps);
}

/** Presses contacts and lets them rest where they were before: what has yielded pushes less than at
 * first. */
static void press_before(dcm_scene *s) {
  static double overlaps[CONTACTS];
  dcm_batch *b = s->a;
  memcpy(overlaps, b->overlap, sizeof overlaps);
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (overlaps[k] > 0.0)
      b->overlap[k] *= dcm_uniform(&s->random, 1.0, 2.0);
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  dcm_advance_history(b, s->law);
  memcpy(b->overlap, overlaps, sizeof overlaps);
}

/** Shears contacts at rest along their normal, so that dampers of the normal do not matter. */
static void coulomb(dcm_scene *s) {
  enum { STEPS = 100 };
  dcm_batch *b = s->a;
  const double friction = friction_of(s);
  if (isnan(friction))
    return;
  dcm_scene_rest(s, dcm_scene_side(s));
  if (!dcm_law_begins_at_reach(s->law) || dcm_chance(&s->random, 0.5))
    touch_before(s);
  if (dcm_chance(&s->random, 0.5))
    press_before(s);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), dcm_scene_vector(b->normal, k));
    const double way = fabs(b->overlap[k]) * dcm_log_uniform(&s->random, 1e-2, 1e2);
    dcm_store(b->tangential_velocity, k, dcm_scale(way / STEPS / s->dt / dcm_length(along), along));
  }
  for (int step = 0; step < STEPS; step++) {
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double limit = friction * fabs(b->normal_force[k]);
      const double allowed = s->subject->tolerance * limit;
      const double force = dcm_length(dcm_scene_vector(b->tangential_force, k));
      if (force > limit + allowed + 1e-300)
        dcm_scene_find(
            s, k,
            "the tangential force of a contact at rest along the normal exceeds friction times the "
            "normal force; if another force presses or holds, set DCM_KNOWN_FRICTION",
            "tangential force at most", force, limit, allowed);
    }
    dcm_advance_history(b, s->law);
  }
}

/* Forces across the normal at a distance, as of bonds and of fluids, do not need friction. So what
 * is there only with friction is friction, of surfaces that do not touch. */
static int holds_without_friction;

/** Shears contacts that have never touched. */
static void afar(dcm_scene *s, int has_friction) {
  enum { STEPS = 20 };
  dcm_batch *b = s->a;
  if (!dcm_law_begins_at_reach(s->law) || holds_without_friction)
    return;
  dcm_scene_meet(s, dcm_scene_side(s));
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (int step = 0; step < STEPS; step++) {
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double force = dcm_length(dcm_scene_vector(b->tangential_force, k));
      const double allowed = s->subject->tolerance * fabs(b->normal_force[k]);
      if (s->is_start || !(b->overlap[k] < 0.0) || force <= allowed)
        continue;
      if (has_friction)
        dcm_scene_find(
            s, k,
            "friction holds two bodies that have never touched: with friction 0 there is "
            "no tangential force at a distance; take no friction at overlaps below 0",
            "tangential force", force, 0.0, allowed);
      holds_without_friction = 1;
    }
    dcm_advance_history(b, s->law);
  }
}

static void afar_without(dcm_scene *s) {
  afar(s, 0);
}

static void afar_with(dcm_scene *s) {
  afar(s, 1);
}

void dcm_check_friction(const dcm_subject *subject) {
  dcm_fixed none[MOST_FRICTIONS + 1] = {{NULL, 0.0}};
  uint32_t count = 0;
  for (uint32_t p = 0; p < subject->model->parameter_count && count < MOST_FRICTIONS; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(subject->model, p);
    if (dcm_parameter_means(parameter, DCM_MEANS_FRICTION))
      none[count++] = (dcm_fixed){parameter->name, 0.0};
  }
  if (!count) {
    dcm_subject_not_tested(subject, "the law has no parameter 'friction', nor one that is called "
                                    "or described as a coefficient of friction");
    return;
  }
  dcm_scene_rounds(subject, "friction", none, 2, ROUNDS, frictionless);
  dcm_scene_rounds(subject, "bound", NULL, 2, ROUNDS, coulomb);
  if (!subject->model->reach)
    return;
  holds_without_friction = 0;
  dcm_scene_rounds(subject, "afar without", none, 2, ROUNDS, afar_without);
  dcm_scene_rounds(subject, "afar", NULL, 2, ROUNDS, afar_with);
}
