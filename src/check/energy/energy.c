/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of energies: all of them judge what went into contacts on closed paths. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/energy/passage.h"
#include "runtime/model.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/** Rounds for each case: of composed laws, one. */
static uint32_t rounds_of(const dcm_subject *subject) {
  return subject->case_count && dcm_case_is_composed(&subject->cases[0]) ? 4 : 8;
}

/** Error of a passage, and how large the error may be. */
typedef struct verdict {
  double wrong;   /**< an energy that should be 0 */
  double allowed; /**< what the energy may be all the same */
  int which;      /**< way, or entry of dcm_energies */
} verdict;

typedef verdict (*judge)(const dcm_scene *s, const dcm_passage *p);
typedef void (*finder)(const dcm_scene *s, uint32_t k, const dcm_passage *p, verdict v);

/** Further passages, by which a verdict is confirmed. */
typedef struct repetition {
  int finer;
  double faster;
} repetition;
enum { REPETITIONS = 3 };

/* An error of the steps vanishes with the steps, but unevenly where a bond breaks in one of them.
 */
static const repetition finer[REPETITIONS] = {{3, 1.0}, {9, 1.0}, {27, 1.0}};

/* Yielding has no time of its own; springs within a law that relax have. */
static const repetition faster[REPETITIONS] = {{1, 30.0}, {1, 1000.0}}; /* no third one */

/** The worst of two. */
static verdict worse(verdict a, verdict b) {
  return b.wrong - b.allowed > a.wrong - a.allowed ? b : a;
}

static int is_wrong(verdict v) {
  return !(v.wrong <= v.allowed);
}

/** Number of the random stream of the first round, less that of the case. */
enum { FIRST_STREAM = 100 };

/** The checks of this file. The contacts and the paths of a round are the same for all of them. */
enum { LEDGER, DISSIPATION, STORED, CYCLES, JUDGES };
static verdict judge_ledger(const dcm_scene *s, const dcm_passage *p);
static verdict judge_dissipation(const dcm_scene *s, const dcm_passage *p);
static verdict judge_stored(const dcm_scene *s, const dcm_passage *p);
static verdict judge_cycle(const dcm_scene *s, const dcm_passage *p);
static const judge judges[JUDGES] = {judge_ledger, judge_dissipation, judge_stored, judge_cycle};

/** Where the first passage of this round is noted for all checks; NULL: nowhere. */
static uint8_t *note_of(const dcm_scene *s) {
  dcm_passage_notes *notes = s->subject->notes;
  return notes && s->case_index < DCM_NOTED_CASES && s->round < DCM_NOTED_ROUNDS
             ? &notes->rounds[s->case_index][s->round]
             : NULL;
}

/** Notes for all checks whether they suspect any contact. */
static void note(const dcm_scene *s, const dcm_passage *passages, uint8_t *to) {
  uint8_t result = DCM_PASSAGE_NOTED;
  for (int j = 0; j < JUDGES; j++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      if (is_wrong(judges[j](s, &passages[k])))
        result |= (uint8_t)(1u << j);
  *to = result;
}

/** Leads contacts along paths, and again as long as any are wrong: what is right in one passage, or
 * less wrong by half than in the passage before, is no finding. */
static void lead(dcm_scene *s, int check, const repetition *again, finder find) {
  static dcm_path paths[CONTACTS];
  static dcm_passage passages[CONTACTS];
  verdict verdicts[CONTACTS];
  uint8_t *const noted = note_of(s);
  int suspects = 0;
  if (noted && (*noted & DCM_PASSAGE_NOTED) && !(*noted & 1u << check))
    return;
  /* Whether a passage was noted must not change the rounds that follow. */
  const dcm_random kept = s->random;
  s->random = dcm_random_of_seed(s->subject->seed,
                                 dcm_random_hash(s->the_case.name) + FIRST_STREAM + s->round);
  dcm_path_begin(s, paths);
  s->random = kept;
  dcm_passages(s, paths, 1, 1.0, passages);
  if (noted)
    note(s, passages, noted);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    verdicts[k] = judges[check](s, &passages[k]);
    suspects += is_wrong(verdicts[k]);
  }
  for (int i = 0; i < REPETITIONS && again[i].finer && suspects; i++) {
    dcm_passages(s, paths, again[i].finer, again[i].faster, passages);
    suspects = 0;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const verdict v = judges[check](s, &passages[k]);
      if (!is_wrong(verdicts[k]) || v.wrong < 0.5 * verdicts[k].wrong)
        verdicts[k] = (verdict){0.0, 0.0, 0};
      else
        verdicts[k] = v;
      suspects += is_wrong(verdicts[k]);
    }
  }
  for (uint32_t k = 0; k < CONTACTS && suspects; k++)
    if (is_wrong(verdicts[k]))
      find(s, k, &passages[k], verdicts[k]);
}

/* ------------------------------------------------------------------------------------ ledger */

static verdict judge_ledger(const dcm_scene *s, const dcm_passage *p) {
  verdict worst = {0.0, 0.0, 0};
  dcm_balance all = {0.0, 0.0, 0.0};
  (void)s;
  for (int w = 0; w <= DCM_WAYS; w++) {
    const double paid = w < DCM_WAYS ? p->of[w].paid : all.paid;
    worst = worse(worst, (verdict){p->excess[w], 3e-3 * paid + p->rounding, w});
    all.paid += paid;
  }
  return worst;
}

static void find_ledger(const dcm_scene *s, uint32_t k, const dcm_passage *p, verdict v) {
  static const char *const whats[DCM_WAYS + 1] = {
      "the work of pressing and releasing a contact is neither in the growth of "
      "energies->stored_normal nor in dissipated_normal, dissipated_plastic and "
      "dissipated_fracture",
      "the work of shearing a contact is neither in the growth of energies->stored_tangential nor "
      "in dissipated_tangential and dissipated_sliding: look for a spring that gains or loses "
      "energy where its stiffness changes, and for friction that is booked with the force before "
      "the step",
      "the work that the couples take from the two spins, -(M1.w1 + M2.w2) dt, is neither in the "
      "growth of energies->stored_rolling nor in dissipated_rolling",
      "the work that goes into a contact is neither in the growth of what is stored nor in what is "
      "dissipated, fracture included"};
  dcm_scene_find(s, k, whats[v.which], "growth of stored + dissipated", p->reported[v.which],
                 p->booked_work[v.which],
                 fabs(p->reported[v.which] - p->booked_work[v.which]) - v.wrong + v.allowed);
}

static void ledger(dcm_scene *s) {
  lead(s, LEDGER, finer, find_ledger);
}

static int is_held(const dcm_law *law, uint32_t q) {
  uint32_t component;
  for (uint32_t f = 0; f < law->model->history_count; f++)
    if (dcm_may_hold(law, f, q, &component))
      return 1;
  return 0;
}

/** Takes a step at rest.
 * @param stored     [CONTACTS] filled
 * @param dissipated [CONTACTS] filled; NULL: not wanted */
static void rest(dcm_scene *s, double *stored, double *dissipated) {
  dcm_batch *b = s->a;
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    stored[k] = 0.0;
    for (size_t e = 0; e < DCM_ENERGIES_STORED; e++)
      stored[k] += dcm_scene_energy(b, e, k);
    if (dissipated)
      dissipated[k] = 0.0;
    for (size_t e = DCM_ENERGIES_STORED; dissipated && e < DCM_ENERGIES; e++)
      dissipated[k] += dcm_scene_energy(b, e, k);
  }
  dcm_advance_history(b, s->law);
}

/** Quantity q of both sides. */
static void take(dcm_scene *s, uint32_t q, double share) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->a->quantities_1[q][k] = share * s->contacts[k].quantities_1[q];
    s->a->quantities_2[q][k] = share * s->contacts[k].quantities_2[q];
  }
}

/** Contacts begin without quantity q, and get it later. */
static void form_late(dcm_scene *s, uint32_t q) {
  enum { STEPS = 4 };
  static double before[CONTACTS], after[CONTACTS], dissipated[CONTACTS];
  for (int step = 0; step < STEPS; step++)
    rest(s, before, NULL);
  take(s, q, 1.0);
  rest(s, after, dissipated);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double released = before[k] - after[k];
    const double allowed = 1e-2 * fabs(released) + 1e-9 * (fabs(before[k]) + fabs(after[k]));
    if (fabs(released - dissipated[k]) > allowed)
      dcm_scene_find(s, k,
                     "a contact at rest takes up what forms a bridge, and what it stores changes, "
                     "but the law does not dissipate the difference: book as dissipated what a "
                     "bridge that forms, or grows, releases",
                     "dissipated in the step", dissipated[k], released, allowed);
  }
}

/** A contact at rest that takes up a quantity after it has begun books the energy that the bridge
 * then has. */
static void books_what_forms(dcm_scene *s) {
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    if (s->law->access[q] != DCM_CHANGE || quantity->minimum != 0.0 || !is_held(s->law, q))
      continue;
    dcm_scene_rest(s, dcm_scene_side(s));
    dcm_scene_touch(s);
    take(s, q, 0.0);
    dcm_scene_begin(s);
    form_late(s, q);
  }
}

/** Whether a field of the state may hold a quantity. */
static int has_bridges(const dcm_model *model) {
  return model->quantity_count > 0 && model->history_count > 0;
}

void dcm_check_ledger(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "energies", NULL, 2, rounds_of(subject), ledger, NULL);
  if (has_bridges(subject->model)) {
    const dcm_tested tested = *subject->tested;
    dcm_scene_rounds(subject, "what forms", NULL, 2, rounds_of(subject), books_what_forms, NULL);
    *subject->tested = tested;
  }
}

/* ------------------------------------------------------------------------------- dissipation */

/** Judges the energy that a mechanism gives back. A spring that gains energy where its stiffness
 * grows does so with the contract's permission. */
static verdict judge_dissipation(const dcm_scene *s, const dcm_passage *p) {
  const int may_gain = (s->law->instance.flags & DCM_KNOWN_GAIN) != 0;
  verdict worst = {0.0, 0.0, 0};
  for (int m = 0; m < DCM_DISSIPATIONS; m++) {
    const int way = dcm_dissipation_ways[m];
    if (may_gain && (way == DCM_WAY_TANGENTIAL || way == DCM_WAY_ROLLING))
      continue;
    verdict v = {p->given[m], p->rounding, m};
    for (int w = 0; w < DCM_WAYS; w++)
      if (way == w || way == DCM_WAYS)
        v.allowed += p->of[w].doubt + 1e-3 * p->of[w].paid;
    worst = worse(worst, v);
  }
  return worst;
}

static void find_dissipation(const dcm_scene *s, uint32_t k, const dcm_passage *p, verdict v) {
  char name[64];
  (void)p;
  snprintf(name, sizeof name, "sum of energies->%s below zero",
           dcm_energy_name(DCM_ENERGIES_STORED + v.which));
  dcm_scene_find(s, k,
                 "what is dissipated must not come back, but a mechanism dissipates less than "
                 "nothing: look for a force or a couple with a wrong sign that drives the motion, "
                 "and for stored energy that is wrong where the rest is booked as dissipated",
                 name, -v.wrong, 0.0, v.allowed);
}

static void dissipation(dcm_scene *s) {
  lead(s, DISSIPATION, finer, find_dissipation);
}

/** Energy that is stored after a step so short that nothing has moved. */
typedef struct stores {
  double of[DCM_ENERGIES_STORED][CONTACTS], load[CONTACTS];
} stores;

/** Motions that turn back. */
typedef struct parts {
  double normal, sliding, spins; /**< 1 or -1 */
} parts;

static void creep(dcm_scene *s, parts sign, stores *to) {
  static const double slow = 1e-9;
  dcm_batch *a = s->a, *b = s->b;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    b->normal_velocity[k] = sign.normal * slow * a->normal_velocity[k];
    dcm_store(b->tangential_velocity, k,
              dcm_scale(sign.sliding * slow, dcm_scene_vector(a->tangential_velocity, k)));
    dcm_store(b->angular_velocity_1, k,
              dcm_scale(sign.spins * slow, dcm_scene_vector(a->angular_velocity_1, k)));
    dcm_store(b->angular_velocity_2, k,
              dcm_scale(sign.spins * slow, dcm_scene_vector(a->angular_velocity_2, k)));
  }
  dcm_batch_compute(b, s->law, s->side_2, slow * s->dt);
  memcpy(to->load, b->normal_force, sizeof to->load);
  for (size_t e = 0; e < DCM_ENERGIES_STORED; e++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      to->of[e][k] = dcm_scene_energy(b, e, k);
}

/** A contact in motion: batch b has it at the end of a step, as if no time had passed. */
static void go(dcm_scene *s) {
  dcm_batch *a = s->a, *b = s->b;
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_scene_copy(s);
  dcm_batch_evaluate(a, s->law, s->side_2, s->dt);
  dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
  for (uint32_t c = 0; c < s->law->history_width; c++)
    memcpy(b->history[c], a->new_history[c], CONTACTS * sizeof(double));
  /* The normal has turned already. */
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_turn_normal(b, k, dcm_scene_vector(a->normal, k), 0);
}

/** The energy that a contact stores does not jump where the motion of the contact turns back.
 *
 * Forces may be others on the way back, and stores may get smaller from there on. But a store that
 * is empty as soon as the direction of an endless slow motion changes was let go by no motion. */
static void turns_back(dcm_scene *s) {
  static const parts on = {1.0, 1.0, 1.0};
  static stores onward, back;
  const uint32_t which = dcm_below(&s->random, 4);
  const parts turned = {which == 0 || which == 3 ? -1.0 : 1.0,
                        which == 1 || which == 3 ? -1.0 : 1.0,
                        which == 2 || which == 3 ? -1.0 : 1.0};
  go(s);
  creep(s, on, &onward);
  creep(s, turned, &back);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double size = 0.0;
    for (size_t e = 0; e < DCM_ENERGIES_STORED; e++)
      size = fmax(size, fmax(fabs(onward.of[e][k]), fabs(back.of[e][k])));
    for (size_t e = 0; e < DCM_ENERGIES_STORED; e++) {
      const double before = dcm_scene_energy(s->a, e, k);
      const double allowed = 0.02 * size;
      /* Damping that hardly depends on the speed may take the load away, and friction with it. */
      const int is_let_go =
          e > 0 && fabs(back.load[k] - onward.load[k]) > 1e-3 * fabs(onward.load[k]);
      if (is_let_go || fabs(back.of[e][k] - onward.of[e][k]) <= allowed ||
          fabs(onward.of[e][k] - before) > 0.1 * allowed)
        continue;
      char name[64];
      snprintf(name, sizeof name, "energies->%s", dcm_energy_name(e));
      dcm_scene_find(s, k,
                     "what a contact stores jumps where its motion turns back, before anything has "
                     "moved: look for a state or a branch that begins anew when the sign of a "
                     "velocity changes",
                     name, back.of[e][k], onward.of[e][k], allowed);
    }
  }
}

void dcm_check_dissipation(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "energies", NULL, 2, rounds_of(subject), dissipation, NULL);
  dcm_scene_rounds(subject, "turns back", NULL, 2, 2 * rounds_of(subject), turns_back, NULL);
}

/* ------------------------------------------------------------------------------------ stored */

/** An entry of a verdict beside the ways: what is stored where two part. */
enum { AT_THE_END = DCM_WAYS };

/** Judges the energy that is still stored where two bodies part and hardly a force is left.
 * Adhesion that acts at a distance may keep a store until it tears. */
static verdict judge_end(const dcm_passage *p) {
  return (verdict){p->reaches ? 0.0 : fabs(p->last_stored),
                   5e-2 * p->most_stored + 10.0 * fabs(p->last_force) * p->deepest + p->rounding,
                   AT_THE_END};
}

static verdict judge_stored(const dcm_scene *s, const dcm_passage *p) {
  const int may_gain = (s->law->instance.flags & DCM_KNOWN_GAIN) != 0;
  verdict worst = judge_end(p);
  for (int w = 0; w < DCM_WAYS; w++)
    if (!may_gain || w == DCM_WAY_NORMAL)
      worst = worse(worst, (verdict){p->growth[w], 0.5 * p->paid_in_round[w] + p->rounding, w});
  return worst;
}

static void find_stored(const dcm_scene *s, uint32_t k, const dcm_passage *p, verdict v) {
  static const char *const names[] = {"growth of energies->stored_normal in a round",
                                      "growth of energies->stored_tangential in a round",
                                      "growth of energies->stored_rolling in a round",
                                      "energies->stored_normal"};
  (void)p;
  dcm_scene_find(
      s, k,
      v.which == AT_THE_END
          ? "a contact that parts without a force still has stored energy, which nothing "
            "can give back: book what yielding takes as dissipated_plastic"
          : "a contact that goes the same round again and again stores more in every "
            "round: look for work of friction, damping or yielding that is booked as "
            "stored",
      names[v.which], v.wrong, 0.0, v.allowed);
}

static void stored(dcm_scene *s) {
  lead(s, STORED, faster, find_stored);
}

void dcm_check_stored(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "energies", NULL, 2, rounds_of(subject), stored, NULL);
}

/* ------------------------------------------------------------------------------------ cycles */

/** Judges the energy that comes out of a contact beyond the energy that went in. */
static verdict judge_cycle(const dcm_scene *s, const dcm_passage *p) {
  verdict v = {-fmax(0.0, p->stored_at_begin), p->rounding, 0};
  (void)s;
  for (int w = 0; w < DCM_WAYS; w++) {
    v.wrong -= p->of[w].work;
    v.allowed += p->of[w].doubt + 1e-3 * p->of[w].paid;
  }
  return v;
}

static void find_cycle(const dcm_scene *s, uint32_t k, const dcm_passage *p, verdict v) {
  (void)p;
  dcm_scene_find(
      s, k,
      "a contact gives more work than it takes on a closed path (touch, press and release, shear "
      "and shear back, roll and roll back, part): look for a wrong sign, or for a spring whose "
      "stiffness changes while its state stays; if the law intends this, set DCM_KNOWN_GAIN",
      "work put in", -v.wrong, 0.0, v.allowed);
}

static void cycles(dcm_scene *s) {
  if (s->law->instance.flags & DCM_KNOWN_GAIN)
    dcm_scene_not_tested(s, "DCM_KNOWN_GAIN is set");
  else
    lead(s, CYCLES, finer, find_cycle);
}

void dcm_check_cycles(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "energies", NULL, 2, rounds_of(subject), cycles, NULL);
}
