/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of what a contact adds to quantities of its two sides: whether one side gives as much as
 * the other gets, and whether it flows downhill. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "runtime/model.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

static const dcm_quantity *quantity_of(const dcm_scene *s, uint32_t q) {
  return dcm_model_quantity(s->law->model, q);
}

/* ------------------------------------------------------------------------------- dimensions */

static int is_temperature(const dcm_quantity *q) {
  return dcm_dimension_is(q->dimension, (dcm_dimension){.temperature = 1});
}

/** Heat, or heat per time. */
static int is_heat(const dcm_quantity *q) {
  return dcm_dimension_is(q->dimension, (dcm_dimension){.mass = 1, .length = 2, .time = -2}) ||
         dcm_dimension_is(q->dimension, (dcm_dimension){.mass = 1, .length = 2, .time = -3});
}

/** Whether a flow has the dimension of what flows, or of that per time. */
static int is_flow_of(const dcm_quantity *flow, const dcm_quantity *of) {
  dcm_dimension per_time = of->dimension;
  per_time.time = (int8_t)(per_time.time - (per_time.denominator > 1 ? per_time.denominator : 1));
  return dcm_dimension_is(flow->dimension, of->dimension) ||
         dcm_dimension_is(flow->dimension, per_time);
}

static int is_reported(const dcm_quantity *q) {
  return q->access != DCM_SUM && strcmp(q->name, "mass") != 0 && strcmp(q->name, "id") != 0;
}

/** Whether differences of one quantity drive a flow. A flow that has neither a name nor a promise
 * may go anywhere. */
static int drives(const dcm_quantity *level, const dcm_quantity *flow) {
  if (!is_reported(level) || flow->access == DCM_READ)
    return 0;
  if (is_temperature(level) && (is_heat(flow) || is_temperature(flow)))
    return 1;
  return (flow->flags & DCM_CONSERVED) != 0 && is_flow_of(flow, level) &&
         (level == flow || !dcm_dimension_is(level->dimension, (dcm_dimension){0}));
}

/* --------------------------------------------------------------------------------- conserved */

static void find_loss(dcm_scene *s, uint32_t k, uint32_t q, const char *what, double on_2,
                      double expected, double allowed) {
  char name[128];
  snprintf(name, sizeof name, "added_2[%u], of '%s',", q, quantity_of(s, q)->name);
  dcm_scene_find(s, k, what, name, on_2, expected, allowed);
}

/** The promise DCM_CONSERVED. A host may ignore what is added to a wall, and so may a law. */
static void promised(dcm_scene *s, uint32_t q) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double on_1 = s->a->added_1[q][k], on_2 = s->a->added_2[q][k];
    const double allowed = s->subject->tolerance * fmax(fabs(on_1), fabs(on_2));
    if (fabs(on_1 + on_2) > allowed && !(s->side_2 == DCM_SIDE_WALL && on_2 == 0.0))
      find_loss(s, k, q,
                "the law adds to a DCM_CONSERVED quantity, but the sum over both sides is not 0",
                on_2, -on_1, allowed);
  }
}

static void conserved(dcm_scene *s) {
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t q = 0; q < s->law->quantity_count; q++)
    if (quantity_of(s, q)->access != DCM_READ && (quantity_of(s, q)->flags & DCM_CONSERVED))
      promised(s, q);
}

/* A quantity of the contact itself, such as the liquid of a bridge, is in the state. */

/** A change of a field and what both sides got beside it. */
typedef struct transfer {
  double kept, into_sides;
  double content; /**< of the field, before or after */
} transfer;

static int is_kept(transfer t) {
  return fabs(t.kept + t.into_sides) <= 1e-9 * fmax(fabs(t.kept), fabs(t.into_sides));
}

/** Whether more is missing than a sink takes in so short a step. */
static int is_lost(transfer t) {
  return !is_kept(t) && fabs(t.kept + t.into_sides) > 1e-4 * t.content;
}

/** Lets contacts form, part and end, and holds the changes of a field against what the sides get.
 * If the sum is 0 again and again, the field has what the sides lack, and the sum is always 0. The
 * steps are so short that what evaporates, by a rate, does not count. */
static void held(dcm_scene *s, uint32_t q, uint32_t f, uint32_t component) {
  enum { STEPS = 24, ENOUGH = 16 };
  static double overlap[CONTACTS];
  dcm_batch *b = s->a;
  transfer lost = {0.0, 0.0, 0.0};
  uint32_t kept = 0, lost_by = CONTACTS;
  dcm_scene_meet(s, DCM_SIDE_PARTICLE);
  s->dt *= 1e-6;
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    overlap[k] = dcm_scene_depth(s, k);
  for (int step = 0; step < STEPS; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double reach = dcm_scene_reach(s, k);
      const double parted = fmax(0.0, 2.0 * step / STEPS - 1.0);
      b->overlap[k] = overlap[k] - parted * (overlap[k] + reach);
    }
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double before = b->history[component][k], after = b->new_history[component][k];
      const transfer t = {after - before, b->added_1[q][k] + b->added_2[q][k],
                          fmax(fabs(before), fabs(after))};
      if (t.kept == 0.0 && t.into_sides == 0.0)
        continue;
      kept += (uint32_t)is_kept(t);
      if (is_lost(t) && lost_by == CONTACTS) {
        lost = t;
        lost_by = k;
      }
      b->quantities_1[q][k] += b->added_1[q][k];
      b->quantities_2[q][k] += b->added_2[q][k];
    }
    dcm_advance_history(b, s->law);
  }
  if (kept < ENOUGH || lost_by == CONTACTS)
    return;
  char what[512];
  snprintf(what, sizeof what,
           "the field '%s' keeps what a contact has of '%s', but in some steps not all that the "
           "sides give or get: what comes into the contact and goes out again is one amount",
           dcm_model_history_field(s->law->model, f)->name, quantity_of(s, q)->name);
  dcm_scene_find(s, lost_by, what, "added_1 + added_2", lost.into_sides, -lost.kept,
                 1e-9 * fmax(fabs(lost.kept), fabs(lost.into_sides)));
}

static void in_state(dcm_scene *s) {
  uint32_t component;
  for (uint32_t q = 0; q < s->law->quantity_count; q++)
    for (uint32_t f = 0; f < s->law->model->history_count; f++)
      if (s->law->access[q] == DCM_CHANGE && !(quantity_of(s, q)->flags & DCM_CONSERVED) &&
          dcm_may_hold(s->law, f, q, &component))
        held(s, q, f, component);
}

void dcm_check_conserved(const dcm_subject *subject) {
  int promises = 0, may_hold = 0;
  uint32_t added = 0;
  for (uint32_t q = 0; q < subject->model->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(subject->model, q);
    char why[256];
    if (quantity->access == DCM_READ)
      continue;
    added++;
    if (quantity->flags & DCM_CONSERVED) {
      promises = 1;
      continue;
    }
    may_hold |= quantity->access == DCM_CHANGE && subject->model->history_count > 0;
    snprintf(why, sizeof why,
             "whether one side gets the '%s' that the other gives, which is not DCM_CONSERVED",
             quantity->name);
    dcm_subject_not_tested(subject, why);
  }
  if (!added)
    dcm_subject_not_tested(subject, "the law adds to no quantity");
  if (promises)
    dcm_scene_rounds(subject, "conserved", 2, ROUNDS, conserved, NULL);
  if (may_hold)
    dcm_scene_rounds(subject, "held", 2, ROUNDS, in_state, NULL);
}

/* ---------------------------------------------------------------------------------- exchange */

static void copy(dcm_scene *s, uint32_t flow, double *on_1, double *on_2) {
  memcpy(on_1, s->a->added_1[flow], CONTACTS * sizeof *on_1);
  memcpy(on_2, s->a->added_2[flow], CONTACTS * sizeof *on_2);
}

static void swap(dcm_scene *s, uint32_t level) {
  double *one = s->a->quantities_1[level], *two = s->a->quantities_2[level];
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double kept = one[k];
    one[k] = two[k];
    two[k] = kept;
  }
}

/** Exchanges the levels of the two sides and nothing else. Sources do not change by that, or change
 * alike on both sides; what flows turns round. */
static void downhill(dcm_scene *s, uint32_t level, uint32_t flow) {
  static double on_1[CONTACTS], on_2[CONTACTS];
  dcm_batch *b = s->a;
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  copy(s, flow, on_1, on_2);
  swap(s, level);
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  swap(s, level);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double other_1 = b->added_1[flow][k], other_2 = b->added_2[flow][k];
    const double level_1 = b->quantities_1[level][k], level_2 = b->quantities_2[level][k];
    const double into_1 = ((on_1[k] - on_2[k]) - (other_1 - other_2)) / 4.0;
    const double size = fabs(on_1[k]) + fabs(on_2[k]) + fabs(other_1) + fabs(other_2);
    if (into_1 * (level_2 - level_1) >= 0.0 || fabs(into_1) <= 1e-6 * size)
      continue;
    const char *name = quantity_of(s, level)->name;
    char what[512], came[512];
    snprintf(what, sizeof what, "'%s' flows from the side with less '%s' to the side with more",
             quantity_of(s, flow)->name, name);
    snprintf(came, sizeof came,
             "added_1[%u] %.9g with %s %.9g on side 1 and %.9g on side 2, and %.9g with the two "
             "exchanged",
             flow, on_1[k], name, level_1, level_2, other_1);
    dcm_scene_find_text(s, k, what, came,
                        "a flow that makes the difference smaller: added_1 > 0 where side 2 has "
                        "more");
  }
}

/** The heat of both sides together. */
static double heat_of_both(const dcm_batch *b, uint32_t flow, uint32_t k) {
  return b->added_1[flow][k] + b->added_2[flow][k];
}

/** Sliding does not cool, and sliding at a fixed overlap makes no more heat than the work that
 * friction takes, nor more than what the law dissipates. A law may take all work for heat, also
 * what a spring stores. */
static void heat_of_work(dcm_scene *s, uint32_t flow) {
  enum { STEPS = 4 };
  static double heat[CONTACTS], most[CONTACTS];
  static dcm_vector slips[CONTACTS], force[CONTACTS];
  dcm_batch *b = s->a;
  const int is_rate = quantity_of(s, flow)->dimension.time == -3;
  dcm_scene_meet(s, DCM_SIDE_PARTICLE);
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    slips[k] = dcm_scene_vector(b->tangential_velocity, k);
  dcm_stop(b);
  dcm_scene_begin(s);
  for (int step = 0; step < STEPS; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      force[k] = dcm_scene_vector(b->tangential_force, k);
      dcm_store(b->tangential_velocity, k, slips[k]);
    }
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      double dissipated = 0.0;
      for (size_t e = DCM_ENERGIES_STORED; e < DCM_ENERGIES; e++)
        dissipated += fabs(dcm_scene_energy(b, e, k));
      const double now = fabs(dcm_dot(dcm_scene_vector(b->tangential_force, k), slips[k]));
      const double before = step ? fabs(dcm_dot(force[k], slips[k])) : 0.0;
      heat[k] = heat_of_both(b, flow, k);
      most[k] = (is_rate ? 1.0 : s->dt) * fmax(fmax(now, before), dissipated / s->dt);
    }
    if (step < STEPS - 1)
      dcm_advance_history(b, s->law);
  }
  dcm_stop(b);
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double at_rest = heat_of_both(b, flow, k);
    const double size =
        fabs(b->added_1[flow][k]) + fabs(b->added_2[flow][k]) + fabs(heat[k]) + most[k];
    const double allowed = 1.05 * most[k] + 1e-9 * size;
    if (heat[k] - at_rest <= allowed && at_rest - heat[k] <= 1e-9 * size)
      continue;
    dcm_store(b->tangential_velocity, k, slips[k]);
    if (heat[k] < at_rest)
      dcm_scene_find(s, k, "a contact that slides makes less heat than one that does not slide",
                     "heat of both sides together at least", heat[k], at_rest, 1e-9 * size);
    dcm_scene_find(s, k,
                   "a contact that slides makes more heat than friction takes work: look for heat "
                   "that both sides get as a whole instead of in halves, and for the limit of "
                   "friction in the place of the force",
                   "heat of both sides together by sliding", heat[k] - at_rest, most[k], allowed);
  }
}

static void exchange(dcm_scene *s) {
  for (uint32_t flow = 0; flow < s->law->quantity_count; flow++) {
    const dcm_quantity *q = quantity_of(s, flow);
    for (uint32_t level = 0; level < s->law->quantity_count; level++) {
      if (!drives(quantity_of(s, level), q))
        continue;
      /* Temperatures may share out the heat of friction; charge may pass in motion only. */
      if (is_temperature(quantity_of(s, level))) {
        dcm_scene_rest(s, dcm_scene_side(s));
      } else {
        dcm_scene_live(s, dcm_scene_side(s));
        dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
      }
      downhill(s, level, flow);
    }
    if (is_heat(q) && q->access != DCM_READ)
      heat_of_work(s, flow);
  }
}

static int has_exchange(const dcm_model *model) {
  for (uint32_t flow = 0; flow < model->quantity_count; flow++)
    for (uint32_t level = 0; level < model->quantity_count; level++)
      if (drives(dcm_model_quantity(model, level), dcm_model_quantity(model, flow)))
        return 1;
  return 0;
}

void dcm_check_exchange(const dcm_subject *subject) {
  if (has_exchange(subject->model))
    dcm_scene_rounds(subject, "exchange", 2, ROUNDS, exchange, NULL);
  else
    dcm_subject_not_tested(subject,
                           "no quantity is heat that a temperature drives, or DCM_CONSERVED and "
                           "driven by a quantity of its own kind");
}
