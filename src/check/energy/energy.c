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
  return subject->case_count && dcm_case_is_composed(&subject->cases[0]) ? 4 : 12;
}

/** Error of a passage, and how large the error may be. */
typedef struct verdict {
  double wrong;   /**< an energy that should be 0 */
  double allowed; /**< what the energy may be all the same */
  int which;      /**< way, or entry of dcm_energies */
} verdict;

/** Further passages, by which a verdict is confirmed. */
typedef struct repetition {
  int finer;
  double faster;
} repetition;
enum { REPETITIONS = 3 };

/** A demand on the energies of a passage. */
typedef struct demand {
  verdict (*judge)(const dcm_scene *s, const dcm_passage *p);
  void (*find)(const dcm_scene *s, uint32_t k, const dcm_passage *p, verdict v);
  repetition again[REPETITIONS]; /**< as long as any are wrong; ends with 0 */
} demand;

/** The worst of two. */
static verdict worse(verdict a, verdict b) {
  return b.wrong - b.allowed > a.wrong - a.allowed ? b : a;
}

static int is_wrong(verdict v) {
  return !(v.wrong <= v.allowed);
}

/** Holds passages against a demand, and leads the contacts along their paths again as long as any
 * are wrong: what is right in one passage, or less wrong by half than in the passage before, is no
 * finding. */
static void expect(dcm_scene *s, const demand *d, const dcm_path *paths,
                   const dcm_passage *passages) {
  static dcm_passage others[CONTACTS];
  verdict verdicts[CONTACTS];
  int suspects = 0;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    verdicts[k] = d->judge(s, &passages[k]);
    suspects += is_wrong(verdicts[k]);
  }
  for (int i = 0; i < REPETITIONS && d->again[i].finer && suspects; i++) {
    dcm_passages(s, paths, d->again[i].finer, d->again[i].faster, others);
    passages = others;
    suspects = 0;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const verdict v = d->judge(s, &passages[k]);
      verdicts[k] =
          !is_wrong(verdicts[k]) || v.wrong < 0.5 * verdicts[k].wrong ? (verdict){0.0, 0.0, 0} : v;
      suspects += is_wrong(verdicts[k]);
    }
  }
  for (uint32_t k = 0; k < CONTACTS && suspects; k++)
    if (is_wrong(verdicts[k]))
      d->find(s, k, &passages[k], verdicts[k]);
}

/* ---------------------------------------------------------------- all work is stored or dissipated
 */

static verdict judge_books(const dcm_scene *s, const dcm_passage *p) {
  verdict worst = {0.0, 0.0, 0};
  double all = 0.0;
  (void)s;
  for (int w = 0; w <= DCM_WAYS; w++) {
    const double paid = w < DCM_WAYS ? p->of[w].paid : all;
    worst = worse(worst, (verdict){p->excess[w], 3e-3 * paid + p->rounding, w});
    all += paid;
  }
  return worst;
}

static void find_in_books(const dcm_scene *s, uint32_t k, const dcm_passage *p, verdict v) {
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

/* -------------------------------------------------------------- what is dissipated stays away */

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

/* ------------------------------------------------------------------- what is stored comes back */

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

/* -------------------------------------------------------------------------------------- check */

/* An error of the steps vanishes with the steps, but unevenly where a bond breaks in one of them.
 * Yielding has no time of its own; springs within a law that relax have. */
static const demand demands[] = {
    {judge_books, find_in_books, {{3, 1.0}, {9, 1.0}, {27, 1.0}}},
    {judge_dissipation, find_dissipation, {{3, 1.0}, {9, 1.0}, {27, 1.0}}},
    {judge_stored, find_stored, {{1, 30.0}, {1, 1000.0}, {0, 0.0}}},
};

static void ledger(dcm_scene *s) {
  static dcm_path paths[CONTACTS];
  static dcm_passage passages[CONTACTS];
  dcm_path_begin(s, paths);
  dcm_passages(s, paths, 1, 1.0, passages);
  for (size_t d = 0; d < sizeof demands / sizeof *demands; d++)
    expect(s, &demands[d], paths, passages);
}

void dcm_check_ledger(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "energies", 2, rounds_of(subject), ledger, NULL);
}
