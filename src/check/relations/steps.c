/* SPDX-License-Identifier: MIT */
/** @file
 * Steps of any length. Forces with a step of length 0 are the forces of ever shorter steps, and in
 * a contact at rest no step is too long. The state that a step keeps is that of the force of this
 * step. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/relations/relation.h"
#include "runtime/model.h"

enum { CONTACTS = DCM_SCENE_CONTACTS, SETTLES = 8 };

/** Changes all states a little: by a share, and the vectors also by a very short way. */
static void disturb(dcm_scene *s, double share) {
  static const double way = 1e-100;
  uint32_t c = 0;
  for (uint32_t f = 0; f < s->law->model->history_count; f++) {
    const uint32_t width = dcm_history_field_width(dcm_model_history_field(s->law->model, f));
    for (uint32_t x = 0; x < width; x++, c++)
      for (uint32_t k = 0; k < CONTACTS; k++)
        s->a->history[c][k] += share * s->a->history[c][k] +
                               (width == 3 ? copysign(way, s->a->tangential_velocity[x][k]) : 0.0);
  }
}

/** The answers to a step of length dt, of contacts with states that were kept.
 * @param share of the states by which they change before, 0 for no change at all */
static void answers_to(dcm_scene *s, const dcm_states *kept, double dt, double share, dcm_kept *w) {
  dcm_states_recall(s, kept);
  if (share != 0.0)
    disturb(s, share);
  dcm_batch_compute(s->a, s->law, s->side_2, dt);
  dcm_keep_answers(s->law, s->a, w);
}

/** The sum of all answers of a kind for a contact: what rounding is compared with. */
static double sum_of(const dcm_kept *w, dcm_answer_kind kind, uint32_t k) {
  double sum = 0.0;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->list[i].kind == kind)
      sum += dcm_length(w->of[i][k]);
  return sum;
}

/* ------------------------------------------------------------------------------ no time at all */

/** Squares of smaller states leave the range of numbers. */
static const double smallest = 1e-290, smallest_state = 1e-100;

static double gap(const dcm_kept *a, const dcm_kept *b, uint32_t i, uint32_t k) {
  return dcm_length(dcm_subtract(a->of[i][k], b->of[i][k]));
}

static int is_seen(dcm_answer_kind kind) {
  return kind == DCM_ANSWER_FORCE || kind == DCM_ANSWER_COUPLE || kind == DCM_ANSWER_STORED;
}

/** With dt 0 the forces are the limit of short steps. Where a state is at a limit, such as that of
 * friction, its last digit may decide whether a damper acts: there the forces jump with the state,
 * too, and nothing is known. Nothing is known either where the forces of a short step are not those
 * of the step before, because something has happened. */
static void stands(dcm_scene *s) {
  enum { DIVISIONS = 3 };
  static dcm_states kept;
  static dcm_kept start, look, near, more, less;
  static uint8_t differs[DCM_MOST_ANSWERS][CONTACTS];
  double dt = s->dt;
  int left = 0;
  dcm_states_keep(s, &kept);
  answers_to(s, &kept, dt, 0.0, &start);
  dcm_advance_history(s->a, s->law);
  dcm_states_keep(s, &kept);
  answers_to(s, &kept, 0.0, 0.0, &look);
  answers_to(s, &kept, 0.0, 1e-3, &more);
  answers_to(s, &kept, 0.0, -1e-3, &less);
  memset(differs, 1, sizeof differs);
  for (int division = 0; division < DIVISIONS; division++) {
    dt *= 1e-3;
    answers_to(s, &kept, dt, 0.0, &near);
    left = 0;
    for (uint32_t k = 0; k < CONTACTS; k++)
      for (uint32_t i = 0; i < look.count; i++) {
        const dcm_answer_kind kind = look.list[i].kind;
        const double size = fmax(dcm_length(look.of[i][k]), dcm_length(near.of[i][k]));
        const double smooth = 0.02 * size;
        differs[i][k] &= is_seen(kind) && gap(&near, &look, i, k) > 0.1 * size + smallest &&
                         size > 1e-9 * (sum_of(&look, kind, k) + sum_of(&near, kind, k)) &&
                         gap(&more, &look, i, k) < smooth && gap(&less, &look, i, k) < smooth &&
                         gap(&near, &start, i, k) < smooth;
        left |= differs[i][k];
      }
  }
  for (uint32_t i = 0; left && i < look.count; i++)
    for (uint32_t k = 0; k < CONTACTS; k++) {
      if (!differs[i][k])
        continue;
      static char what[512];
      snprintf(what, sizeof what,
               "with dt 0 the %s is not what it is in ever shorter steps: a host that only looks "
               "sees another contact than the run; let no part of the answer wait for dt above 0; "
               "if the law intends this, set DCM_KNOWN_STEP",
               look.list[i].name);
      const double now = dcm_length(look.of[i][k]), then = dcm_length(near.of[i][k]);
      s->dt = 0.0;
      dcm_scene_find(s, k, what, look.list[i].name, now, then, 0.1 * fmax(now, then));
    }
}

/* ------------------------------------------------------------------------------- turning back */

static void scale_motion(dcm_batch *b, double factor) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double *const *const rows[] = {b->tangential_velocity, b->angular_velocity_1,
                                   b->angular_velocity_2};
    b->normal_velocity[k] *= factor;
    for (int r = 0; r < 3; r++)
      dcm_store(rows[r], k, dcm_scale(factor, dcm_scene_vector(rows[r], k)));
  }
}

/** The energy that a contact stores is not gone where its motion turns back: the motion is so slow
 * that no damper matters, and the step so short that nothing has moved. Where nothing presses, all
 * that is left comes from this motion, and is nothing beside the energy of the motion before. A
 * damper may have a force at any velocity, and the limit of friction falls with this force. */
static void turns_back(dcm_scene *s) {
  static const double slow = 0x1p-80, brief = 1e-6, all = 0.99;
  static dcm_states kept;
  static dcm_kept on, back;
  dcm_states_keep(s, &kept);
  scale_motion(s->a, slow);
  answers_to(s, &kept, brief * s->dt, 0.0, &on);
  scale_motion(s->a, -1.0);
  answers_to(s, &kept, brief * s->dt, 0.0, &back);
  for (uint32_t i = 0; i < on.count; i++)
    for (uint32_t k = 0; k < CONTACTS && on.list[i].kind == DCM_ANSWER_STORED; k++) {
      const dcm_vector v = s->contacts[k].relative_velocity;
      const double motion = s->contacts[k].effective_mass * dcm_dot(v, v);
      const double size = fmax(fabs(on.of[i][k].x), fabs(back.of[i][k].x));
      const int is_pushed =
          on.list[i].index == 0 || gap(&on, &back, 0, k) <= 0.1 * fabs(on.of[0][k].x);
      if (is_pushed && gap(&on, &back, i, k) > all * size + 1e-20 * motion)
        dcm_scene_find(s, k,
                       "what a contact stores is gone where its motion turns back, before anything "
                       "has moved: look for a state that begins anew when a velocity changes its "
                       "sign; if the law intends this, set DCM_KNOWN_STEP",
                       on.list[i].name, back.of[i][k].x, on.of[i][k].x, all * size);
    }
  scale_motion(s->a, -1.0 / slow);
  dcm_states_recall(s, &kept);
}

/* -------------------------------------------------------------------------------------- at rest */

/** Whether a state goes the way of a drift, and never back, in many steps. */
static int goes_on(dcm_scene *s, const dcm_states *kept, double dt, const dcm_answer *state,
                   uint32_t k, dcm_vector drift) {
  enum { STEPS = 64 };
  dcm_vector last = drift;
  int is_one_way = 1;
  dcm_states_recall(s, kept);
  for (int step = 0; step < STEPS && is_one_way; step++) {
    dcm_batch_compute(s->a, s->law, s->side_2, dt / STEPS);
    const dcm_vector now = dcm_answer_for(state, k);
    is_one_way = step == 0 || dcm_dot(dcm_subtract(now, last), drift) >= 0.0;
    last = now;
    dcm_advance_history(s->a, s->law);
  }
  return is_one_way;
}

/** Whether many steps take an answer as far as one long step does. */
static int follows(dcm_scene *s, const dcm_states *kept, double dt, const dcm_answer *answer,
                   uint32_t k, dcm_vector from, dcm_vector change) {
  enum { STEPS = 64 };
  dcm_vector now = from;
  dcm_states_recall(s, kept);
  for (int step = 0; step < STEPS; step++) {
    dcm_batch_compute(s->a, s->law, s->side_2, dt / STEPS);
    now = dcm_answer_for(answer, k);
    dcm_advance_history(s->a, s->law);
  }
  return dcm_dot(dcm_subtract(now, from), change) >= 0.9 * dcm_dot(change, change);
}

/** A state that a short step at rest does not change, no long step at rest may change, unless the
 * normal force relaxes, and the limit of friction falls below what a spring holds; nor may a
 * long step turn round what goes one way in short steps. */
static void rests(dcm_scene *s) {
  static dcm_states kept;
  static dcm_kept before, brief, longer, lasting;
  const double dt = dcm_log_uniform(&s->random, 1e-8, 1e-1);
  dcm_stop(s->a);
  dcm_scene_settle(s, SETTLES);
  dcm_states_keep(s, &kept);
  answers_to(s, &kept, s->dt, 0.0, &before);
  answers_to(s, &kept, 1e-6 * dt, 0.0, &brief);
  answers_to(s, &kept, 2e-6 * dt, 0.0, &longer);
  answers_to(s, &kept, dt, 0.0, &lasting);
  for (uint32_t i = 0; i < before.count; i++)
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double size = dcm_length(before.of[i][k]);
      const dcm_answer_kind kind = before.list[i].kind;
      const dcm_vector drift = dcm_subtract(longer.of[i][k], brief.of[i][k]);
      const dcm_vector change = dcm_subtract(lasting.of[i][k], brief.of[i][k]);
      const int stays = gap(&brief, &before, i, k) <= 1e-12 * size;
      if (kind == DCM_ANSWER_DISSIPATED || kind == DCM_ANSWER_ADDED || kind == DCM_ANSWER_OUTPUT ||
          gap(&lasting, &before, i, k) <= 1e-2 * size + smallest_state)
        continue;
      if (!stays && !(kind == DCM_ANSWER_STATE && dcm_dot(drift, change) < 0.0 &&
                      dcm_length(drift) > 1e-12 * size && dcm_length(change) > 0.1 * size &&
                      goes_on(s, &kept, dt, &before.list[i], k, drift)))
        continue;
      if (stays && gap(&lasting, &brief, 0, k) > 1e-3 * fabs(brief.of[0][k].x) &&
          follows(s, &kept, dt, &before.list[i], k, brief.of[i][k], change))
        continue;
      static char what[512];
      snprintf(what, sizeof what,
               "a contact at rest %s the %s in short steps and not in a long one: look for a limit "
               "of the step beyond which a state begins anew; if the law intends this, set "
               "DCM_KNOWN_STEP",
               stays ? "keeps" : "goes on with", before.list[i].name);
      s->dt = dt;
      dcm_scene_find(s, k, what, before.list[i].name, dcm_length(lasting.of[i][k]), size,
                     1e-2 * size);
    }
}

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
typedef struct across {
  dcm_vector forces[CONTACTS], couples[CONTACTS];
} across;

/** Answers to a step by the ways of a scene, made longer by a factor. */
static void answer(dcm_scene *s, const ways *w, double factor, double dt, across *to) {
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
  static across answered, kept, again;
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

/** Normal forces of two steps at rest, from states that were kept.
 * @param force [2] filled */
static void lie(dcm_scene *s, const dcm_states *from, const double *overlaps,
                double (*force)[CONTACTS]) {
  dcm_states_recall(s, from);
  memcpy(s->a->overlap, overlaps, CONTACTS * sizeof *overlaps);
  for (int step = 0; step < 2; step++) {
    dcm_scene_settle(s, 1);
    memcpy(force[step], s->a->normal_force, sizeof force[step]);
  }
}

/* A law that adds up velocities does not see where a contact lies; a law that does see this, but
 * in the next step alone, has the force of the step before. */
static void keeps_in_time(dcm_scene *s) {
  static dcm_states kept;
  static double overlaps[2][CONTACTS], here[2][CONTACTS], there[2][CONTACTS];
  touch(s);
  dcm_scene_begin(s);
  dcm_scene_settle(s, 4);
  dcm_states_keep(s, &kept);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    overlaps[0][k] = s->a->overlap[k];
    overlaps[1][k] = s->a->overlap[k] * dcm_uniform(&s->random, 0.8, 1.2);
  }
  lie(s, &kept, overlaps[0], here);
  lie(s, &kept, overlaps[1], there);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double size = fmax(fabs(here[1][k]), fabs(there[1][k]));
    if (fabs(there[0][k] - here[0][k]) > 1e-9 * size ||
        !(fabs(there[1][k] - here[1][k]) > 1e-3 * size) ||
        fabs(here[1][k] - here[0][k]) > 1e-9 * size)
      continue;
    dcm_scene_find(s, k,
                   "the normal force follows the overlap one step late: the force of a step is "
                   "that of the positions at the end of this step; look for an overlap that is "
                   "taken from the state; if the law intends this, set DCM_KNOWN_STEP",
                   "normal force in the step in which the overlap has changed", there[0][k],
                   there[1][k], 1e-3 * size);
  }
}

/* ---------------------------------------------------------------------------------------- check */

void dcm_round_steps(dcm_scene *s) {
  if (s->law->instance.flags & DCM_KNOWN_STEP) {
    dcm_scene_not_tested(s, "DCM_KNOWN_STEP is set");
    return;
  }
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_turn_normal(s->a, k, dcm_scene_vector(s->a->normal, k), 0);
  dcm_scene_settle(s, dcm_chance(&s->random, 0.5) ? 4 * SETTLES : SETTLES);
  turns_back(s);
  stands(s);
  rests(s);
  keeps_while_sliding(s);
  keeps_in_time(s);
}
