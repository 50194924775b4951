/* SPDX-License-Identifier: MIT */
/** @file
 * Whether the states that compute keeps are those of the forces that compute answers: a part of the
 * check "steps". */
#include <math.h>
#include <string.h>

#include "check/relations/relation.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/** Puts contacts that touch into batch a, at rest. */
static void touch(dcm_scene *s) {
  dcm_batch *b = s->a;
  dcm_scene_meet(s, dcm_scene_side(s));
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  dcm_scene_touch(s);
  dcm_stop(b);
}

/* ------------------------------------------------------------------------------- while sliding */

/** Ways of a step on which contacts slide and turn. */
typedef struct ways {
  dcm_vector slides[CONTACTS], turns[CONTACTS];
} ways;

static ways random_ways(dcm_scene *s) {
  dcm_random *r = &s->random;
  const dcm_batch *b = s->a;
  ways w;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(r), dcm_scene_vector(b->normal, k));
    const double slides = b->overlap[k] * dcm_log_uniform(r, 1e-2, 1.0);
    w.slides[k] = dcm_scale(slides / dcm_length(along), along);
    w.turns[k] = dcm_scale(slides / b->effective_radius[k], dcm_random_direction(r));
  }
  return w;
}

/** Steps that jumped: how many, and the first and the last of them with its answers. */
typedef struct jump {
  int count, is_couple, first, last;
  dcm_vector answered, kept;
} jump;

/** Tangential forces and couples. */
typedef struct answers {
  dcm_vector forces[CONTACTS], couples[CONTACTS];
} answers;

/** Answers to a step by the ways of a scene, made longer by a factor. */
static void answer(dcm_scene *s, const ways *w, double factor, double dt, answers *to) {
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    dcm_store(b->tangential_velocity, k, dcm_scale(factor / s->dt, w->slides[k]));
    dcm_store(b->angular_velocity_1, k, dcm_scale(factor / s->dt, w->turns[k]));
  }
  dcm_batch_compute(b, s->law, s->side_2, dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    to->forces[k] = dcm_scene_vector(b->tangential_force, k);
    to->couples[k] = dcm_scene_vector(b->couple_1, k);
  }
}

static int differ(dcm_vector a, dcm_vector b, double least, double share) {
  const double size = fmax(dcm_length(a), dcm_length(b));
  return size > least && dcm_length(dcm_subtract(a, b)) > share * size;
}

/** @param again the answer that was kept, to a motion that differs in the last digits: a law whose
 *              damper bears 1e12 times its limit answers by rounding */
static void note(jump *j, int step, dcm_vector answered, dcm_vector kept, dcm_vector again,
                 double least, int is_couple) {
  if (differ(answered, kept, least, 0.1) && !differ(kept, again, 0.0, 0.01))
    *j = (jump){j->count + 1, is_couple, j->count ? j->first : step, step, answered, kept};
}

/** Leads contacts on their ways, and takes a very short step after each step: with dt 0 the last
 * digit of a state at its limit would decide whether a damper acts.
 * @param finer by which steps are shorter, and more
 * @param jumps [CONTACTS] filled */
static void slide(dcm_scene *s, const ways *w, int finer, jump *jumps) {
  enum { STEPS = 48 };
  static answers answered, kept, again;
  dcm_batch *b = s->a;
  const double dt = s->dt / finer;
  memset(jumps, 0, CONTACTS * sizeof *jumps);
  dcm_scene_begin(s);
  for (int step = 0; step < STEPS * finer; step++) {
    answer(s, w, 1.0, dt, &answered);
    dcm_advance_history(b, s->law);
    answer(s, w, 1.0 + 1e-12, 1e-6 * dt, &again);
    answer(s, w, 1.0, 1e-6 * dt, &kept);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double least = 1e-9 * fabs(b->normal_force[k]);
      note(&jumps[k], step, answered.forces[k], kept.forces[k], again.forces[k], least, 0);
      note(&jumps[k], step, answered.couples[k], kept.couples[k], again.couples[k],
           least * b->effective_radius[k], 1);
    }
  }
}

/* An event, such as the end of a bond, is no finding, nor is an error of the step. */
static void keeps_while_sliding(dcm_scene *s) {
  enum { OFTEN = 4, FINER = 64 };
  static const char what[] =
      "the state that a step of a contact leaves is not the state of the force of the step, again "
      "and again while the contact slides or rolls: where a limit cuts the force, keep the stretch "
      "that has this force; if the law intends this, set DCM_KNOWN_STEP";
  static jump jumps[CONTACTS], finer[CONTACTS];
  touch(s);
  const ways w = random_ways(s);
  slide(s, &w, 1, jumps);
  int suspects = 0;
  for (uint32_t k = 0; k < CONTACTS; k++)
    suspects += jumps[k].count >= OFTEN;
  if (!suspects)
    return;
  /* Friction that wears off at once does so from step to step, however short the steps are, and
   * ends within some steps. A state that is not that of its force comes again on all of the way. */
  slide(s, &w, FINER, finer);
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (jumps[k].count >= OFTEN && finer[k].count >= OFTEN &&
        finer[k].last - finer[k].first >= OFTEN * FINER)
      dcm_scene_find_vector(s, k, what,
                            finer[k].is_couple ? "couple on 1 in a very short step after it"
                                               : "tangential force in a very short step after it",
                            finer[k].kept, finer[k].answered,
                            0.1 * fmax(dcm_length(finer[k].kept), dcm_length(finer[k].answered)));
}

/* ------------------------------------------------------------------------------------- in time */

/** Normal forces of two steps at rest. */
typedef struct rest {
  double force[2][CONTACTS];
} rest;

static void lie(dcm_scene *s, const dcm_states *from, const double *overlaps, rest *r) {
  dcm_states_recall(s, from);
  memcpy(s->a->overlap, overlaps, CONTACTS * sizeof *overlaps);
  for (int step = 0; step < 2; step++) {
    dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
    memcpy(r->force[step], s->a->normal_force, sizeof r->force[step]);
    dcm_advance_history(s->a, s->law);
  }
}

/* A law that adds up velocities does not see where a contact lies; a law that does see this, but
 * in the next step alone, has the force of the step before. */
static void keeps_in_time(dcm_scene *s) {
  enum { SETTLES = 4 };
  static dcm_states kept;
  static rest here, there;
  static double overlaps[2][CONTACTS];
  touch(s);
  dcm_scene_begin(s);
  dcm_scene_settle(s, SETTLES);
  dcm_states_keep(s, &kept);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    overlaps[0][k] = s->a->overlap[k];
    overlaps[1][k] = s->a->overlap[k] * dcm_uniform(&s->random, 0.8, 1.2);
  }
  lie(s, &kept, overlaps[0], &here);
  lie(s, &kept, overlaps[1], &there);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double size = fmax(fabs(here.force[1][k]), fabs(there.force[1][k]));
    if (fabs(there.force[0][k] - here.force[0][k]) > 1e-9 * size ||
        !(fabs(there.force[1][k] - here.force[1][k]) > 1e-3 * size) ||
        fabs(here.force[1][k] - here.force[0][k]) > 1e-9 * size)
      continue;
    dcm_scene_find(s, k,
                   "the normal force follows the overlap one step late: the force of a step is "
                   "that of the positions at the end of this step; look for an overlap that is "
                   "taken from the state; if the law intends this, set DCM_KNOWN_STEP",
                   "normal force in the step in which the overlap has changed", there.force[0][k],
                   there.force[1][k], 1e-3 * size);
  }
}

/* -------------------------------------------------------------------------------- at first */

/* A bond or a bridge may form in the first step. A force that is 0 before is another matter: the
 * first look of a run has no force then where grains lie on each other. */
static void keeps_at_first(dcm_scene *s) {
  dcm_batch *b = s->a;
  static double looked[CONTACTS];
  touch(s);
  dcm_scene_begin(s);
  dcm_batch_compute(b, s->law, s->side_2, 0.0);
  memcpy(looked, b->normal_force, sizeof looked);
  dcm_batch_compute(b, s->law, s->side_2, 1e-6 * s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (looked[k] == 0.0 && b->normal_force[k] > 0.0)
      dcm_scene_find(s, k,
                     "a contact that has just begun pushes in a very short step, and not with dt "
                     "0: hosts look so before the first step of a run; if the law intends this, "
                     "set DCM_KNOWN_STEP",
                     "normal force with dt 0", 0.0, b->normal_force[k], 1e-3 * b->normal_force[k]);
}

void dcm_round_of_kept_states(dcm_scene *s) {
  if (s->law->instance.flags & DCM_KNOWN_STEP) {
    dcm_scene_not_tested(s, "DCM_KNOWN_STEP is set");
    return;
  }
  keeps_while_sliding(s);
  keeps_in_time(s);
  keeps_at_first(s);
}
