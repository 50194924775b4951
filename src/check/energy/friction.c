/* SPDX-License-Identifier: MIT */
/** @file
 * Friction limits tangential forces. */
#include <math.h>
#include <string.h>

#include "check/checks.h"
#include "runtime/model.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

/** The largest friction of two materials; a law that mixes the values of materials itself has a
 * mean of them. NaN if there is no such parameter. */
static double largest_friction(const dcm_scene *s, uint32_t i, uint32_t j) {
  const dcm_model *model = s->law->model;
  double largest = NAN;
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_has_role(model, p, DCM_ROLE_FRICTION))
      largest = fmax(largest, dcm_model_parameter(model, p)->scope == DCM_PER_MATERIAL
                                  ? fmax(dcm_parameter_of(s, p, i, i), dcm_parameter_of(s, p, j, j))
                                  : dcm_parameter_of(s, p, i, j));
  return largest;
}

/** Friction of the pair of materials of the scene; NaN, and not tested, if more than the friction
 * may hold. */
static double friction_of(dcm_scene *s) {
  const uint32_t m = s->law->material_count;
  if (s->law->instance.flags & DCM_KNOWN_FRICTION) {
    dcm_scene_not_tested(s, "DCM_KNOWN_FRICTION is set");
    return NAN;
  }
  return largest_friction(s, 1 + s->pair / m, 1 + s->pair % m);
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

/** Shears contacts at rest along their normal, so that dampers of the normal do not matter. Two
 * that have never touched have no surface on which friction could act. */
static void coulomb(dcm_scene *s) {
  enum { STEPS = 100 };
  dcm_batch *b = s->a;
  const double friction = friction_of(s);
  if (isnan(friction))
    return;
  dcm_scene_rest(s, dcm_scene_side(s));
  const int touches = !dcm_law_begins_at_reach(s->law) || dcm_chance(&s->random, 0.5);
  if (touches)
    step_elsewhere(s, dcm_scene_touch); /* forces at a distance may need a touch */
  if (dcm_chance(&s->random, 0.5))
    step_elsewhere(s, press);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), dcm_scene_vector(b->normal, k));
    const double way = fabs(b->overlap[k]) * dcm_log_uniform(&s->random, 1e-2, 1e2);
    dcm_store(b->tangential_velocity, k, dcm_scale(way / STEPS / s->dt / dcm_length(along), along));
  }
  for (int step = 0; step < STEPS; step++) {
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double force = dcm_length(dcm_scene_vector(b->tangential_force, k));
      const double push = fabs(b->normal_force[k]);
      const int rubs = touches || s->is_start || b->overlap[k] >= 0.0;
      const double limit = rubs ? friction * push : 0.0;
      const double allowed = s->subject->tolerance * fmax(limit, push);
      if (force > limit + allowed + 1e-300)
        dcm_scene_find(
            s, k,
            "the tangential force of a contact at rest along the normal exceeds friction times the "
            "normal force, or the two have never touched; if another force presses or holds, set "
            "DCM_KNOWN_FRICTION",
            "tangential force at most", force, limit, allowed);
    }
    dcm_advance_history(b, s->law);
  }
}

void dcm_check_friction(const dcm_subject *subject) {
  if (dcm_any_has_role(subject->model, DCM_ROLE_FRICTION))
    dcm_scene_rounds(subject, "bound", NULL, 2, ROUNDS, coulomb, NULL);
  else
    dcm_subject_not_tested(subject, dcm_why_no_role(DCM_ROLE_FRICTION));
}
