/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of where forces end: at the reach of a law, where nothing holds two that are apart, and at
 * the limit of friction. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "runtime/model.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

/* --------------------------------------------------------------------------- beyond the reach */

/** Where contact k begins: overlapping, or, in half of the contacts that may begin so, apart. */
static double begins_at(dcm_scene *s, uint32_t k) {
  return dcm_law_begins_at_reach(s->law) && dcm_chance(&s->random, 0.5)
             ? -dcm_scene_reach(s, k) * dcm_uniform(&s->random, 0.0, 0.95)
             : dcm_scene_depth(s, k);
}

/** The rise of the normal force by an approach. */
static void damp(dcm_scene *s, const double *approach, double *at_rest, double *by_damping) {
  dcm_batch *b = s->a;
  dcm_batch_compute(b, s->law, s->side_2, 0.0);
  memcpy(at_rest, b->normal_force, CONTACTS * sizeof *at_rest);
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->normal_velocity[k] = -approach[k];
  dcm_batch_compute(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    by_damping[k] = b->normal_force[k] - at_rest[k];
  dcm_stop(b);
}

enum { PLACES = 12 };
/** Gaps over the reach, or over the radius where there is no reach. The first is still within. */
static const double of_reach[PLACES] = {0.98, 1.02, 1.1,  1.25, 1.5, 2.0,
                                        3.0,  5.0,  10.0, 1e2,  1e3, 1e4};
static const double of_radius[PLACES] = {-1e-9, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2,
                                         0.03,  0.1,  0.3,  1.0,  10.0, 100.0};

static double gap_of(const dcm_scene *s, uint32_t k, int g) {
  const double reaches = dcm_scene_reach(s, k);
  return reaches > 0.0 ? reaches * of_reach[g]
                       : dcm_smaller_radius(s->a->radius_1[k], s->a->radius_2[k]) * of_radius[g];
}

/** Looks for a force that goes on beyond the reach and then ends. */
static void find_end(dcm_scene *s, const char *name, double (*force)[CONTACTS]) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double goes_on = force[1][k] / force[0][k];
    int end = PLACES;
    while (end > 0 && force[end - 1][k] == 0.0)
      end--;
    if (end == PLACES || end < 2 || !(goes_on > 0.5 && goes_on < 2.0))
      continue;
    char came[256], expected[128];
    snprintf(came, sizeof came, "%s %.9g at a gap of %.9g, %.9g at %.9g, and 0 from %.9g", name,
             force[1][k], gap_of(s, k, 1), force[end - 1][k], gap_of(s, k, end - 1),
             gap_of(s, k, end));
    snprintf(expected, sizeof expected, "no force beyond the reach of %.9g, or a longer reach",
             dcm_scene_reach(s, k));
    dcm_scene_find_text(s, k,
                        "compute ends the force farther away than reach says, and hosts end "
                        "contacts at the reach: look for another formula, radius or pair in reach",
                        came, expected);
  }
}

/* No host asks for the force beyond the reach. A law may give any number there, but a law that ends
 * its force itself, at a distance that is not the reach, has two answers to one question. A damper
 * is asked only where the law acts before a touch, for a law without tension may cut its damper. */
static void beyond(dcm_scene *s) {
  /* A bridge of liquid may take some steps to form. */
  enum { UNTIL_WET = 3 };
  static double approach[CONTACTS], at_rest[PLACES][CONTACTS], by_damping[PLACES][CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_meet(s, dcm_scene_side(s));
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    approach[k] = fabs(b->normal_velocity[k]);
  dcm_stop(b);
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->overlap[k] = begins_at(s, k);
  dcm_scene_begin(s);
  dcm_scene_settle(s, UNTIL_WET);
  for (int g = 0; g < PLACES; g++) {
    for (uint32_t k = 0; k < CONTACTS; k++)
      b->overlap[k] = -gap_of(s, k, g);
    damp(s, approach, at_rest[g], by_damping[g]);
  }
  find_end(s, "normal force", at_rest);
  if (s->law->instance.flags & DCM_BEGINS_AT_REACH) /* also of a law that forgets its reach */
    find_end(s, "normal force by an approach", by_damping);
}

/* --------------------------------------------------------------------------------- let go */

/* Contacts of a bond or a bridge go on when it is gone, as far as the reach. Fluids damp at a
 * distance, too, but the less the wider the gap is. */
static void let_go(dcm_scene *s) {
  enum { GAPS = 3, STEPS = 3 };
  static const double gaps[GAPS] = {0.2, 0.5, 0.8};
  static double approach[CONTACTS], at_rest[CONTACTS], touching[CONTACTS], apart[CONTACTS];
  static int is_as_touching[CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_meet(s, dcm_scene_side(s));
  if (dcm_law_begins_at_reach(s->law)) {
    dcm_scene_not_tested(s, "DCM_BEGINS_AT_REACH is set: dampers may act at a distance");
    return;
  }
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    approach[k] = fabs(b->normal_velocity[k]);
  dcm_scene_touch(s);
  dcm_stop(b);
  dcm_scene_begin(s);
  dcm_scene_settle(s, STEPS);
  damp(s, approach, at_rest, touching);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    is_as_touching[k] = dcm_scene_reach(s, k) > 0.0 && touching[k] > 0.0;
    b->overlap[k] = -0.99 * dcm_scene_reach(s, k);
  }
  dcm_scene_settle(s, STEPS);
  for (int g = 0; g < GAPS; g++) {
    for (uint32_t k = 0; k < CONTACTS; k++)
      b->overlap[k] = -gaps[g] * dcm_scene_reach(s, k);
    damp(s, approach, at_rest, apart);
    for (uint32_t k = 0; k < CONTACTS; k++)
      is_as_touching[k] &= at_rest[k] == 0.0 && fabs(apart[k] - touching[k]) <= 1e-9 * touching[k];
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    if (!is_as_touching[k])
      continue;
    b->normal_velocity[k] = -approach[k];
    dcm_scene_find(s, k,
                   "two that are apart, and that nothing holds, are damped as if they touched: "
                   "look for a damper that goes on when a bond or a bridge is gone",
                   "normal force by damping", apart[k], 0.0, 0.0);
  }
}

void dcm_check_distances(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "beyond", 2, ROUNDS, beyond, NULL);
  if (subject->model->reach)
    dcm_scene_rounds(subject, "let go", 2, 12, let_go, NULL);
}

/* ---------------------------------------------------------------------------------- friction */

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
    dcm_scene_rounds(subject, "bound", 2, ROUNDS, coulomb, NULL);
  else
    dcm_subject_not_tested(subject, dcm_why_no_role(DCM_ROLE_FRICTION));
}
