/* SPDX-License-Identifier: MIT */
/** @file
 * Friction limits tangential forces. */
#include <math.h>
#include <string.h>

#include "check/checks.h"
#include "runtime/model.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS, MOST_FRICTIONS = 8 };

/** Friction of the pair of materials of the scene; NaN, and not tested, if more than the friction
 * may hold. */
static double friction_of(dcm_scene *s) {
  const uint32_t m = s->law->material_count;
  if (s->law->instance.flags & DCM_KNOWN_FRICTION) {
    dcm_scene_not_tested(s, "DCM_KNOWN_FRICTION is set");
    return NAN;
  }
  return dcm_largest_of_role(s, DCM_ROLE_FRICTION, 1 + s->pair / m, 1 + s->pair % m);
}

/** Friction of surfaces that slide, of a law with friction at rest: smaller than friction_of. Else
 * the same as that. */
static double friction_of_sliding(const dcm_scene *s, double friction) {
  const dcm_model *model = s->law->model;
  const int32_t p = dcm_model_find_parameter(model, "friction");
  const uint32_t m = s->law->material_count;
  double value;
  dcm_error error;
  const int differs = p >= 0 && dcm_model_find_parameter(model, DCM_FRICTION_AT_REST) >= 0 &&
                      !dcm_settings_value(s->drawn.settings, (uint32_t)p, 1 + s->pair / m,
                                          1 + s->pair % m, &value, &error);
  return differs ? value : friction;
}

/** Takes a step at other overlaps, and lets contacts rest where they were before. */
static void step_elsewhere(dcm_scene *s, void (*elsewhere)(dcm_scene *s)) {
  double overlaps[CONTACTS];
  memcpy(overlaps, s->a->overlap, sizeof overlaps);
  elsewhere(s);
  dcm_scene_settle(s, 1);
  memcpy(s->a->overlap, overlaps, sizeof overlaps);
}

/** Presses contacts deeper: a contact that has yielded pushes less than at first. */
static void press(dcm_scene *s) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (s->a->overlap[k] > 0.0)
      s->a->overlap[k] *= dcm_uniform(&s->random, 1.0, 2.0);
}

/** Shears contacts at rest along their normal, so that dampers of the normal do not matter. Without
 * friction there is no tangential force, but for rounding. In a steady shear surfaces slide whose
 * force has fallen, or was as large as that of rest can be. */
static void coulomb(dcm_scene *s) {
  enum { STEPS = 100 };
  dcm_batch *b = s->a;
  const double resting = friction_of(s), sliding = friction_of_sliding(s, resting);
  if (isnan(resting))
    return;
  double before[CONTACTS] = {0.0}, frictions[CONTACTS];
  dcm_scene_rest(s, dcm_scene_side(s));
  if (!dcm_law_begins_at_reach(s->law) || dcm_chance(&s->random, 0.5))
    step_elsewhere(s, dcm_scene_touch); /* forces at a distance may need a touch */
  if (dcm_chance(&s->random, 0.5))
    step_elsewhere(s, press);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), dcm_scene_vector(b->normal, k));
    frictions[k] = resting;
    const double way = fabs(b->overlap[k]) * dcm_log_uniform(&s->random, 1e-2, 1e2);
    dcm_store(b->tangential_velocity, k, dcm_scale(way / STEPS / s->dt / dcm_length(along), along));
  }
  for (int step = 0; step < STEPS; step++) {
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double force = dcm_length(dcm_scene_vector(b->tangential_force, k));
      const double push = fabs(b->normal_force[k]);
      const double rounding = s->subject->tolerance * fmax(resting, 1.0) * push;
      if (force < before[k] - rounding || before[k] > resting * push - rounding)
        frictions[k] = sliding;
      before[k] = force;
      const double limit = frictions[k] * push, allowed = s->subject->tolerance * fmax(limit, push);
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

/** Shears contacts that have never touched. Forces across the normal at a distance, as of bonds and
 * of fluids, do not need friction. So what is there only with friction is friction, of surfaces
 * that do not touch. */
static void afar(dcm_scene *s, int has_friction) {
  int *const holds_without_friction = s->state;
  enum { STEPS = 20 };
  dcm_batch *b = s->a;
  if (!dcm_law_begins_at_reach(s->law) || *holds_without_friction)
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
      *holds_without_friction = 1;
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
  for (uint32_t p = 0; p < subject->model->parameter_count && count < MOST_FRICTIONS; p++)
    if (dcm_has_role(subject->model, p, DCM_ROLE_FRICTION))
      none[count++] = (dcm_fixed){dcm_model_parameter(subject->model, p)->name, 0.0};
  if (!count) {
    dcm_subject_not_tested(subject, dcm_why_no_role(DCM_ROLE_FRICTION));
    return;
  }
  dcm_scene_rounds(subject, "friction", none, 2, ROUNDS / 2, coulomb, NULL);
  dcm_scene_rounds(subject, "bound", NULL, 2, ROUNDS, coulomb, NULL);
  if (!subject->model->reach)
    return;
  int holds_without_friction = 0;
  dcm_scene_rounds(subject, "afar without", none, 2, ROUNDS, afar_without, &holds_without_friction);
  dcm_scene_rounds(subject, "afar", NULL, 2, ROUNDS, afar_with, &holds_without_friction);
}
