/* SPDX-License-Identifier: MIT */
/** @file
 * One step against several. A state follows the motion of its contact, so its change during a short
 * time is a rate times this time, in however many steps. Forces with a step of length 0 are the
 * forces of ever shorter steps, and in a contact at rest no step is too long. The state that a
 * step keeps is that of the force of this step. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/relations/relation.h"
#include "runtime/model.h"

enum { ROUNDS = 16, CONTACTS = DCM_SCENE_CONTACTS };

/** Motion of the contacts: even, with a normal that stays. */
typedef struct even_motion {
  double overlap[CONTACTS], growth[CONTACTS]; /* at time 0, and by how much in a unit of time */
  dcm_vector slip[CONTACTS], spins[CONTACTS][2];
} even_motion;

/** The contacts at a time, as they come out of a step. */
typedef struct a_moment {
  double time;
  dcm_states states;
  double quantities_1[DCM_MOST_QUANTITIES][CONTACTS], quantities_2[DCM_MOST_QUANTITIES][CONTACTS];
} a_moment;

/** Changes of the answers in a window of time. */
typedef struct window {
  uint32_t count;
  dcm_answer list[DCM_MOST_ANSWERS];
  dcm_vector first[DCM_MOST_ANSWERS][CONTACTS], change[DCM_MOST_ANSWERS][CONTACTS];
  double size[DCM_MOST_ANSWERS][CONTACTS];
  double work[CONTACTS]; /* amounts of it, in the window */
} window;

/** The state of a round, for all parts of the check. */
typedef struct stepping {
  even_motion motion;
  a_moment moment;
  window start, coarse, fine;
  double rounded[DCM_MOST_ANSWERS][CONTACTS];
} stepping;

static void put_motion(const stepping *st, dcm_batch *b, double time) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    b->overlap[k] = st->motion.overlap[k] + st->motion.growth[k] * time;
    b->normal_velocity[k] = -st->motion.growth[k];
    dcm_store(b->tangential_velocity, k, st->motion.slip[k]);
    dcm_store(b->angular_velocity_1, k, st->motion.spins[k][0]);
    dcm_store(b->angular_velocity_2, k, st->motion.spins[k][1]);
  }
}

static void keep_moment(dcm_scene *s) {
  stepping *st = s->state;
  const dcm_batch *b = s->a;
  dcm_states_keep(s, &st->moment.states);
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    memcpy(st->moment.quantities_1[q], b->quantities_1[q], sizeof st->moment.quantities_1[q]);
    memcpy(st->moment.quantities_2[q], b->quantities_2[q], sizeof st->moment.quantities_2[q]);
  }
}

static void recall_moment(dcm_scene *s) {
  stepping *st = s->state;
  dcm_batch *b = s->a;
  dcm_states_recall(s, &st->moment.states);
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    memcpy(b->quantities_1[q], st->moment.quantities_1[q], sizeof st->moment.quantities_1[q]);
    memcpy(b->quantities_2[q], st->moment.quantities_2[q], sizeof st->moment.quantities_2[q]);
  }
}

/** Ends a step as hosts do. */
static void advance(dcm_scene *s) {
  dcm_batch *b = s->a;
  dcm_advance_history(b, s->law);
  for (uint32_t q = 0; q < s->law->quantity_count; q++)
    for (uint32_t k = 0; k < CONTACTS && s->law->access[q] == DCM_CHANGE; k++) {
      b->quantities_1[q][k] += b->added_1[q][k];
      b->quantities_2[q][k] += s->side_2 == DCM_SIDE_WALL ? 0.0 : b->added_2[q][k];
    }
}

/** Draws a motion that lasts for a time, and begins the contacts. The ways are from very short to
 * long: a spring that takes up too much in each step is soon at its limit, and shows the mistake in
 * short ways alone. */
static void begin(dcm_scene *s, double lasts) {
  stepping *st = s->state;
  dcm_scene_meet(s, dcm_scene_side(s));
  dcm_batch *b = s->a;
  dcm_random *r = &s->random;
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double size = fabs(b->overlap[k]);
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(r), dcm_scene_vector(b->normal, k));
    /* A gap closes: a contact stays within its reach. */
    const int opens = b->overlap[k] > 0.0 && dcm_chance(r, 0.5);
    st->motion.overlap[k] = b->overlap[k];
    st->motion.growth[k] =
        dcm_chance(r, 0.3) ? 0.0
                           : (opens ? -1.0 : 1.0) * size * dcm_log_uniform(r, 1e-3, 0.3) / lasts;
    st->motion.slip[k] =
        dcm_scale(size * dcm_log_uniform(r, 1e-13, 1e1) / lasts / dcm_length(along), along);
    for (int side = 0; side < 2; side++)
      st->motion.spins[k][side] = dcm_scale(
          side && s->side_2 == DCM_SIDE_WALL ? 0.0 : dcm_log_uniform(r, 1e-18, 1e-1) / lasts,
          dcm_random_direction(r));
  }
  put_motion(st, b, 0.0);
  dcm_scene_begin(s);
  st->moment.time = 0.0;
}

/** Moves the contacts on by some steps. */
static void move(dcm_scene *s, int steps, double dt) {
  stepping *st = s->state;
  for (int i = 0; i < steps; i++) {
    st->moment.time += dt;
    put_motion(st, s->a, st->moment.time);
    dcm_batch_compute(s->a, s->law, s->side_2, dt);
    advance(s);
  }
}

/** Reports the size of an answer to contact k, in the motion at present. */
static void find(const dcm_scene *s, uint32_t k, const char *what, const char *name, double dt,
                 double came, double expected, double tolerance) {
  stepping *st = s->state;
  const dcm_sample *c = &s->contacts[k];
  dcm_situation *situation = dcm_scene_situation(s);
  dcm_situation_text(situation, "side 2", s->side_2 == DCM_SIDE_WALL ? "wall" : "particle");
  dcm_situation_materials(situation, c->material_1, c->material_2);
  dcm_situation_number(situation, "dt", dt);
  dcm_situation_number(situation, "overlap", s->a->overlap[k]);
  dcm_situation_number(situation, "normal velocity", -st->motion.growth[k]);
  dcm_situation_vector(situation, "sliding", st->motion.slip[k]);
  dcm_situation_vector(situation, "normal", dcm_scene_vector(s->a->normal, k));
  dcm_situation_vector(situation, "spin 1", st->motion.spins[k][0]);
  dcm_situation_vector(situation, "spin 2", st->motion.spins[k][1]);
  dcm_situation_number(situation, "radius 1", c->radius_1);
  dcm_situation_number(situation, "radius 2", c->radius_2);
  dcm_situation_number(situation, "effective mass", c->effective_mass);
  dcm_scene_find_in(s, situation, what, name, came, expected, tolerance);
}

/* ------------------------------------------------------------------------------------- halves */

enum { BEFORE = 32, SETTLES = 8, WINDOW = 8, DIVISIONS = 3 };

/** Takes down the answers of the last step. */
static void look_at(const dcm_scene *s, window *w) {
  w->count = dcm_answers_of(s->law, s->a, w->list);
  for (uint32_t i = 0; i < w->count; i++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      w->first[i][k] = dcm_answer_for(&w->list[i], k);
}

/** The sum of all answers of a kind for a contact: what rounding is compared with. */
static double sum_of(const window *w, dcm_answer_kind kind, uint32_t k) {
  double sum = 0.0;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->list[i].kind == kind)
      sum += dcm_length(w->first[i][k]);
  return sum;
}

/** Whether an answer is an amount of the step: amounts are summed. */
static int is_of_step(const dcm_answer *a) {
  return a->kind == DCM_ANSWER_DISSIPATED || a->kind == DCM_ANSWER_ADDED;
}

static double power(const stepping *st, const dcm_batch *b, uint32_t k) {
  const dcm_vector *spins = st->motion.spins[k];
  return fabs(b->normal_force[k] * st->motion.growth[k]) +
         fabs(dcm_dot(dcm_scene_vector(b->tangential_force, k), st->motion.slip[k])) +
         fabs(dcm_dot(dcm_scene_vector(b->couple_1, k), spins[0])) +
         fabs(dcm_dot(dcm_scene_vector(b->couple_2, k), spins[1]));
}

/** Goes on from the moment in steps of dt: until the change of the step has settled, and through
 * the window. */
static void watch(dcm_scene *s, int steps, double dt, window *w) {
  stepping *st = s->state;
  const double time = st->moment.time;
  recall_moment(s);
  move(s, steps, dt);
  look_at(s, w);
  memset(w->change, 0, sizeof w->change);
  memset(w->size, 0, sizeof w->size);
  memset(w->work, 0, sizeof w->work);
  for (int step = 0; step < steps; step++) {
    move(s, 1, dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      w->work[k] += power(st, s->a, k) * dt;
      for (uint32_t i = 0; i < w->count; i++) {
        const dcm_vector now = dcm_answer_for(&w->list[i], k);
        w->size[i][k] = fmax(w->size[i][k], dcm_length(now));
        w->change[i][k] = is_of_step(&w->list[i]) ? dcm_add(w->change[i][k], now)
                                                  : dcm_subtract(now, w->first[i][k]);
      }
    }
  }
  st->moment.time = time;
}

/** Changes may differ by this share: the error of a step falls with the step, and a change that
 * lacks the length of the step, or has it twice, differs by a half. */
static const double share = 0.2, rounding = 1e-10, least = 1e-290;

static int same(dcm_vector a, dcm_vector b, double allowed) {
  return dcm_length(dcm_subtract(a, b)) <=
         share * fmax(dcm_length(a), dcm_length(b)) + allowed + least;
}

/** Whether an answer changes in a window by about as much as before the window, when the length of
 * the step was still new. An answer that holds a part of the step, such as a velocity that is
 * expected at the end of a step, jumps with the length of the step. */
static int grows_evenly(const stepping *st, const window *w, uint32_t i, uint32_t k) {
  const double before = dcm_length(dcm_subtract(w->first[i][k], st->start.first[i][k]));
  return before <= 3.0 * dcm_length(w->change[i][k]);
}

/** Energies have the rounding of the stored energy: friction takes such amounts from a spring that
 * sticks. */
static int is_energy(dcm_dimension d) {
  return d.mass == 1 && d.length == 2 && d.time == -2 && d.denominator < 2;
}

/** Whether an answer is a loss across the normal or by rolling, by its place in dcm_energies. */
static int is_by_friction(const dcm_answer *a) {
  enum { TANGENTIAL = 5, ROLLING = 7 };
  return a->kind == DCM_ANSWER_DISSIPATED && a->index >= TANGENTIAL && a->index <= ROLLING;
}

/** Whether contact k bears nothing across the normal in a window. */
static int bears_nothing(const window *w, uint32_t k) {
  enum { TANGENTIAL = 1, COUPLE_ON_2 = 3 }; /* in the list of answers */
  double sum = 0.0;
  for (uint32_t i = TANGENTIAL; i <= COUPLE_ON_2; i++)
    sum += w->size[i][k];
  return sum == 0.0;
}

/** Whether friction takes half as much of contact k in steps half as long. */
static int friction_halves(const stepping *st, uint32_t k) {
  double one = 0.0, two = 0.0;
  for (uint32_t i = 0; i < st->coarse.count; i++)
    if (is_by_friction(&st->coarse.list[i])) {
      one += dcm_length(st->coarse.change[i][k]);
      two += dcm_length(st->fine.change[i][k]);
    }
  return one > 0.0 && fabs(one - 2.0 * two) <= share * one;
}

/** Whether the change of answer i is the error of a step: where its load has ended, friction takes
 * from a contact what a spring takes up in one step, and heat and wear, or sums of them, count
 * that. An amount with dt twice by mistake is missing in the ledger. */
static int is_error_of_step(const stepping *st, uint32_t i, uint32_t k, double allowed) {
  const dcm_answer *a = &st->coarse.list[i];
  const int halves_too =
      same(st->coarse.change[i][k], dcm_scale(2.0, st->fine.change[i][k]), allowed);
  if (is_by_friction(a))
    return halves_too || (bears_nothing(&st->coarse, k) && bears_nothing(&st->fine, k));
  return halves_too && friction_halves(st, k) &&
         (a->kind == DCM_ANSWER_ADDED || (a->kind == DCM_ANSWER_STATE && a->width == 1));
}

/** Whether answer i to contact k changes alike in the two windows. */
static int changes_alike(const stepping *st, const dcm_law *law, uint32_t i, uint32_t k) {
  const dcm_answer *a = &st->coarse.list[i];
  const dcm_vector one = st->coarse.change[i][k], two = st->fine.change[i][k];
  double allowed = rounding * fmax(st->coarse.size[i][k], st->fine.size[i][k]);
  if (a->kind == DCM_ANSWER_OUTPUT || a->kind == DCM_ANSWER_DAMPER || !isfinite(dcm_length(one)) ||
      !isfinite(dcm_length(two)))
    return 1;
  if (!is_of_step(a) && !grows_evenly(st, &st->coarse, i, k))
    return 1;
  /* A spring that takes up too much shows best in its state: forces have more rounding. */
  if (a->kind == DCM_ANSWER_FORCE || a->kind == DCM_ANSWER_COUPLE)
    allowed += 1e3 * rounding * sum_of(&st->coarse, a->kind, k);
  if (a->kind == DCM_ANSWER_STATE && is_energy(a->dimension))
    allowed += 1e-2 * rounding * sum_of(&st->coarse, DCM_ANSWER_STORED, k);
  if (a->kind == DCM_ANSWER_STORED)
    allowed += 1e-4 * rounding * sum_of(&st->coarse, DCM_ANSWER_STORED, k);
  /* A ledger that closes in each step also books the error of the step. */
  if (a->kind == DCM_ANSWER_DISSIPATED)
    allowed += 0.1 * fmax(st->coarse.work[k], st->fine.work[k]) +
               rounding * sum_of(&st->coarse, DCM_ANSWER_STORED, k);
  if (is_error_of_step(st, i, k, allowed))
    return 1;
  /* A sum may be an amount of the step or a rate. */
  if (a->kind == DCM_ANSWER_ADDED && law->access[a->index] == DCM_SUM &&
      same(dcm_scale(2.0, one), two, allowed))
    return 1;
  return same(one, two, allowed);
}

/** Reports an answer that changes by the number of steps. */
static void find_halves(dcm_scene *s, uint32_t i, uint32_t k, double dt) {
  stepping *st = s->state;
  static const char per_step[] =
      "it changes by as much in a short step as in a long one; look for a rate that is not "
      "multiplied by dt";
  static const char by_square[] =
      "it changes by a quarter in half a step; look for a rate that is multiplied by dt twice";
  static const char otherwise[] =
      "look for a rate that is not multiplied by dt, or by another power of dt";
  static char what[1024];
  char name[sizeof st->coarse.list->name + 64];
  const double one = dcm_length(st->coarse.change[i][k]), two = dcm_length(st->fine.change[i][k]);
  snprintf(what, sizeof what,
           "the same motion in steps half as long changes the %s otherwise, however short the "
           "steps: %s; if the law intends this, set DCM_KNOWN_STEP",
           st->coarse.list[i].name,
           fabs(two / one - 2.0) < 0.1   ? per_step
           : fabs(two / one - 0.5) < 0.1 ? by_square
                                         : otherwise);
  snprintf(name, sizeof name, "change of the %s in %d steps of dt/2 instead of %d of dt",
           st->coarse.list[i].name, 2 * WINDOW, WINDOW);
  find(s, k, what, name, dt, two, one, share * fmax(one, two));
}

/** The changes in the coarse window, of a motion and states with other last digits. */
static void watch_shaken(dcm_scene *s, dcm_vector (*values)[CONTACTS]) {
  stepping *st = s->state;
  static const double digits = 1e-15;
  static window shaken;
  static even_motion kept;
  dcm_random *r = &s->random;
  kept = st->motion;
  dcm_shake(r, digits, st->motion.overlap, CONTACTS);
  dcm_shake(r, digits, st->motion.growth, CONTACTS);
  for (uint32_t k = 0; k < CONTACTS; k++)
    st->motion.slip[k] = dcm_scale(1.0 + dcm_uniform(r, -digits, digits), st->motion.slip[k]);
  for (uint32_t c = 0; c < s->law->history_width; c++)
    dcm_shake(r, digits, st->moment.states.rows[c], CONTACTS);
  watch(s, WINDOW, s->dt, &shaken);
  memcpy(values, shaken.change, sizeof shaken.change);
  st->motion = kept;
}

static int is_of_rounding(const stepping *st, uint32_t i, uint32_t k) {
  return dcm_length(dcm_subtract(st->fine.change[i][k], st->coarse.change[i][k])) <=
         20.0 * st->rounded[i][k];
}

/** An error of the step is small in short steps: what differs must differ in all divisions. */
static void halves(dcm_scene *s) {
  stepping *st = s->state;
  static uint8_t differs[DCM_MOST_ANSWERS][CONTACTS];
  double dt = s->dt;
  int left = 1;
  look_at(s, &st->start);
  memset(differs, 1, sizeof differs);
  for (int division = 0; left && division < DIVISIONS; division++) {
    dt = s->dt * pow(1e-2, division);
    watch(s, WINDOW, dt, &st->coarse);
    watch(s, 2 * WINDOW, 0.5 * dt, &st->fine);
    left = 0;
    for (uint32_t i = 0; i < st->coarse.count; i++)
      for (uint32_t k = 0; k < CONTACTS; k++) {
        differs[i][k] &= !changes_alike(st, s->law, i, k);
        left |= differs[i][k];
      }
  }
  if (!left)
    return;
  const double first = s->dt;
  s->dt = dt;
  dcm_measure_rounding(s, 3, st->coarse.count, watch_shaken, st->coarse.change, st->rounded);
  s->dt = first;
  for (uint32_t i = 0; i < st->coarse.count; i++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      if (differs[i][k] && !is_of_rounding(st, i, k))
        find_halves(s, i, k, dt);
}

/* ------------------------------------------------------------------------------ no time at all */

/** Changes all states a little: by a share, and the vectors also by a very short way. */
static void disturb(dcm_scene *s, double share_of) {
  static const double way = 1e-100;
  uint32_t c = 0;
  for (uint32_t f = 0; f < s->law->model->history_count; f++) {
    const uint32_t width = dcm_history_field_width(dcm_model_history_field(s->law->model, f));
    for (uint32_t x = 0; x < width; x++, c++)
      for (uint32_t k = 0; k < CONTACTS; k++)
        s->a->history[c][k] += share_of * s->a->history[c][k] +
                               (width == 3 ? copysign(way, s->a->tangential_velocity[x][k]) : 0.0);
  }
}

/** The answers to the moment in a step of length dt.
 * @param share_of of the states by which they change before, 0 for no change at all */
static void answers_to(dcm_scene *s, double dt, double share_of, window *w) {
  stepping *st = s->state;
  recall_moment(s);
  put_motion(st, s->a, st->moment.time);
  if (share_of != 0.0)
    disturb(s, share_of);
  dcm_batch_compute(s->a, s->law, s->side_2, dt);
  look_at(s, w);
}

static double gap(const window *a, const window *b, uint32_t i, uint32_t k) {
  return dcm_length(dcm_subtract(a->first[i][k], b->first[i][k]));
}

static int is_seen(dcm_answer_kind kind) {
  return kind == DCM_ANSWER_FORCE || kind == DCM_ANSWER_COUPLE || kind == DCM_ANSWER_STORED;
}

/** With dt 0 the forces are the limit of short steps. Where a state is at a limit, such as that of
 * friction, its last digit may decide whether a damper acts: there the forces jump with the state,
 * too, and nothing is known. Nothing is known either where the forces of a short step are not those
 * of the step before, because something has happened. */
static void stands(dcm_scene *s) {
  stepping *st = s->state;
  static window look, near, more, less;
  static uint8_t differs[DCM_MOST_ANSWERS][CONTACTS];
  double dt = s->dt;
  int left = 0;
  recall_moment(s);
  move(s, SETTLES, dt);
  look_at(s, &st->start);
  keep_moment(s);
  answers_to(s, 0.0, 0.0, &look);
  answers_to(s, 0.0, 1e-3, &more);
  answers_to(s, 0.0, -1e-3, &less);
  memset(differs, 1, sizeof differs);
  for (int division = 0; division < DIVISIONS; division++) {
    dt *= 1e-3;
    answers_to(s, dt, 0.0, &near);
    left = 0;
    for (uint32_t k = 0; k < CONTACTS; k++)
      for (uint32_t i = 0; i < look.count; i++) {
        const dcm_answer_kind kind = look.list[i].kind;
        const double size = fmax(dcm_length(look.first[i][k]), dcm_length(near.first[i][k]));
        const double smooth = 0.02 * size;
        differs[i][k] &= is_seen(kind) && gap(&near, &look, i, k) > 0.1 * size + least &&
                         size > 1e-9 * (sum_of(&look, kind, k) + sum_of(&near, kind, k)) &&
                         gap(&more, &look, i, k) < smooth && gap(&less, &look, i, k) < smooth &&
                         gap(&near, &st->start, i, k) < smooth;
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
      const double now = dcm_length(look.first[i][k]), then = dcm_length(near.first[i][k]);
      find(s, k, what, look.list[i].name, 0.0, now, then, 0.1 * fmax(now, then));
    }
}

/* -------------------------------------------------------------------------------------- at rest */

static void find_reset(dcm_scene *s, const window *before, uint32_t i, uint32_t k, double dt,
                       double came, double expected) {
  static char what[512];
  snprintf(what, sizeof what,
           "a contact at rest keeps the %s in short steps and not in a long one: look for a limit "
           "of the step beyond which a state begins anew; if the law intends this, set "
           "DCM_KNOWN_STEP",
           before->list[i].name);
  find(s, k, what, before->list[i].name, dt, came, expected, 1e-2 * expected);
}

/** The states of contacts that begin. */
static void begun_states(dcm_scene *s, window *w) {
  dcm_batch *b = s->a;
  recall_moment(s);
  dcm_law_history_begin(s->law, b->pair, (uint32_t)s->side_2, CONTACTS, b->new_history);
  look_at(s, w);
}

/** Whether a long step leaves contact k with a state as if the contact had just begun. */
static int begins_anew(const window *before, const window *begun, const window *lasting, uint32_t i,
                       uint32_t k) {
  return before->list[i].kind == DCM_ANSWER_STATE &&
         dcm_length(dcm_subtract(lasting->first[i][k], begun->first[i][k])) == 0.0 &&
         gap(before, begun, i, k) > 0.0;
}

/** A state that grows or fades while a contact rests must not begin anew in a long step: in many
 * short ones the state is then far from its begin. */
static void grows_on(dcm_scene *s, const window *before, const window *lasting, double dt) {
  enum { PARTS = 256 };
  static window begun, parts;
  uint32_t suspects = 0;
  begun_states(s, &begun);
  for (uint32_t i = 0; i < before->count; i++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      suspects += (uint32_t)begins_anew(before, &begun, lasting, i, k);
  if (!suspects)
    return;
  recall_moment(s);
  move(s, PARTS, dt / PARTS);
  look_at(s, &parts);
  for (uint32_t i = 0; i < before->count; i++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      if (begins_anew(before, &begun, lasting, i, k) &&
          gap(&parts, &begun, i, k) > 0.5 * gap(before, &begun, i, k))
        find_reset(s, before, i, k, dt, dcm_length(lasting->first[i][k]),
                   dcm_length(parts.first[i][k]));
}

/** A state that a short step at rest does not change, no long step at rest may change. */
static void rests(dcm_scene *s) {
  stepping *st = s->state;
  static window before, brief, lasting;
  const double dt = dcm_log_uniform(&s->random, 1e-8, 1e-1);
  recall_moment(s);
  memset(st->motion.growth, 0, sizeof st->motion.growth);
  memset(st->motion.slip, 0, sizeof st->motion.slip);
  memset(st->motion.spins, 0, sizeof st->motion.spins);
  for (uint32_t k = 0; k < CONTACTS; k++)
    st->motion.overlap[k] = s->a->overlap[k];
  move(s, SETTLES, s->dt);
  keep_moment(s);
  answers_to(s, s->dt, 0.0, &before);
  answers_to(s, 1e-6 * dt, 0.0, &brief);
  answers_to(s, dt, 0.0, &lasting);
  for (uint32_t i = 0; i < before.count; i++)
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double size = dcm_length(before.first[i][k]);
      const dcm_answer_kind kind = before.list[i].kind;
      if (kind == DCM_ANSWER_DISSIPATED || kind == DCM_ANSWER_ADDED || kind == DCM_ANSWER_OUTPUT ||
          gap(&brief, &before, i, k) > 1e-12 * size ||
          gap(&lasting, &before, i, k) <= 1e-2 * size + least)
        continue;
      find_reset(s, &before, i, k, dt, dcm_length(lasting.first[i][k]), size);
    }
  grows_on(s, &before, &lasting, dt);
}

/* ---------------------------------------------------------------------------------------- check */

static void steps(dcm_scene *s) {
  if (s->law->instance.flags & DCM_KNOWN_STEP) {
    dcm_scene_not_tested(s, "DCM_KNOWN_STEP is set");
    return;
  }
  const int before = dcm_chance(&s->random, 0.5) ? BEFORE : 1;
  const double dt = dcm_log_uniform(&s->random, 1e-9, 1e-4);
  begin(s, dt * (before + 2 * WINDOW));
  s->dt = dt;
  move(s, before, dt);
  keep_moment(s);
  halves(s);
  s->dt = dt;
  stands(s);
  rests(s);
}

void dcm_check_steps(const dcm_subject *subject) {
  static stepping st;
  dcm_scene_rounds(subject, "steps", NULL, 2, ROUNDS, steps, &st);
  dcm_scene_rounds(subject, "kept", NULL, 2, ROUNDS, dcm_round_of_kept_states, NULL);
}
