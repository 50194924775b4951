/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of the numbers of a law at the limits of formulas. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/guarded.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

static double reach_of(const dcm_scene *s, uint32_t k) {
  const double r1 = s->a->radius_1[k], r2 = s->a->radius_2[k];
  return dcm_law_reach(s->law, s->side_2 == DCM_SIDE_WALL
                                   ? dcm_sides_at_wall(s->pair, r1, r2)
                                   : dcm_sides_of_particles(s->pair, r1, r2));
}

/* Inputs with which laws divide by zero: positions, speeds and steps that occur in runs, and some
 * rare ones. */
static void to_the_edge(dcm_scene *s, uint32_t k) {
  dcm_batch *b = s->a;
  dcm_random *r = &s->random;
  if (dcm_chance(r, 0.4)) {
    /* Rounding brings overlaps below 0 also to laws that do not reach. */
    static const double overlaps[] = {0.0,    5e-324, 1e-300, 1e-30,   1e-12,
                                      -1e-12, -1e-16, 0.3,    -1e-300, 0.9};
    b->overlap[k] = b->radius_1[k] * overlaps[dcm_below(r, 10)];
  }
  if (s->law->reaches && dcm_chance(r, 0.3)) {
    static const double gaps[] = {5e-324, 1e-300, 1e-30, 1e-12, 1e-3, 1.0 - 1e-12, 1.0};
    b->overlap[k] = -gaps[dcm_below(r, 7)] * reach_of(s, k);
  }
  if (dcm_chance(r, 0.3))
    b->normal_velocity[k] = dcm_chance(r, 0.5) ? 0.0 : dcm_uniform(r, -1e3, 1e3);
  double factor = 1.0;
  if (dcm_chance(r, 0.4))
    factor = dcm_chance(r, 0.6) ? 0.0 : dcm_log_uniform(r, 1e-150, 1e3);
  const int spins = dcm_chance(r, 0.3);
  for (int x = 0; x < 3; x++) {
    b->tangential_velocity[x][k] *= factor;
    if (spins)
      b->angular_velocity_1[x][k] = b->angular_velocity_2[x][k] = 0.0;
  }
}

/** Hosts end a run with the law's sentence. */
static void expect_answered(dcm_scene *s, int32_t status) {
  char came[2304];
  const char *reason = dcm_law_reason(s->law);
  const char *expected = "DCM_OK for every finite contact, also at overlap, velocity, spin and "
                         "time step 0, and for all parameters within their ranges";
  if (status == DCM_OK)
    return;
  if (status != DCM_ERROR)
    snprintf(came, sizeof came, "%d", status);
  else if (reason[0])
    snprintf(came, sizeof came, "DCM_ERROR, and the sentence '%s'", reason);
  else
    snprintf(came, sizeof came, "DCM_ERROR, and nothing in instance->log with level DCM_LOG_ERROR");
  dcm_scene_find_text(s, 0,
                      status == DCM_ERROR ? "compute refuses a batch of finite contacts"
                                          : "compute returns neither DCM_OK nor DCM_ERROR",
                      came, expected);
}

static void edges(dcm_scene *s) {
  static uint32_t order[CONTACTS];
  static const double steps[] = {0.0, 0.0, 1e-15, 1e-6, 1.0};
  if (dcm_chance(&s->random, 0.5))
    dcm_scene_live(s, dcm_scene_side(s));
  else
    dcm_scene_meet(s, dcm_scene_side(s));
  s->dt = steps[dcm_below(&s->random, 5)];
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    to_the_edge(s, k);
    order[k] = k;
  }
  dcm_guarded *g = dcm_guarded_create(s->law->history_width, CONTACTS);
  if (!g)
    return;
  const dcm_part part = {.count = CONTACTS, .order = order, .with_energies = 1};
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  expect_answered(s, dcm_guarded_status(g));
  uint32_t k;
  double value;
  const char *name = dcm_guarded_flaw(g, &k, &value);
  if (name) {
    char came[512];
    const dcm_vector v = dcm_scene_vector(s->a->tangential_velocity, k);
    const dcm_vector w = dcm_scene_vector(s->a->angular_velocity_1, k);
    snprintf(came, sizeof came,
             "%s %g, at dt %g, overlap %g, v_n %g, |v_t| %g, |w1| %g (these as compute saw them)",
             name, value, s->dt, s->a->overlap[k], s->a->normal_velocity[k], dcm_length(v),
             dcm_length(w));
    dcm_scene_find_text(s, k, "the answer to a finite contact is not finite", came,
                        "a finite number, also at overlap, velocity, spin and time step 0, and for "
                        "all parameters within their ranges");
  }
  dcm_guarded_destroy(g);
}

void dcm_check_finite(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "finite", NULL, 2, 4 * ROUNDS, edges);
}

/* ------------------------------------------------------------------------------------- looks */

/* Between two steps a host may call the law with dt 0, for a compute or for an output. */
static void looks(dcm_scene *s) {
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_scene_copy(s);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  dcm_batch_evaluate(s->b, s->law, s->side_2, 0.0);
  dcm_batch_evaluate(s->b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const char *what = "compute with dt 0 changes later answers: the law keeps data outside the "
                       "state of the contact";
    if (s->a->normal_force[k] != s->b->normal_force[k])
      dcm_scene_find(s, k, what, "normal force", s->b->normal_force[k], s->a->normal_force[k], 0.0);
    for (int x = 0; x < 3; x++)
      if (s->a->tangential_force[x][k] != s->b->tangential_force[x][k])
        dcm_scene_find(s, k, what, "tangential force", s->b->tangential_force[x][k],
                       s->a->tangential_force[x][k], 0.0);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      if (s->a->new_history[c][k] != s->b->new_history[c][k])
        dcm_scene_find(s, k, what, "history", s->b->new_history[c][k], s->a->new_history[c][k],
                       0.0);
  }
}

void dcm_check_looks(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "looks", NULL, 2, ROUNDS, looks);
}
