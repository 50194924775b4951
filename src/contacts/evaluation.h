/* SPDX-License-Identifier: MIT */
/** @file
 * What is computed of the contacts of a batch, of pairs or of walls; by the loops of
 * evaluation_loops.h. */
#ifndef DCM_CONTACTS_EVALUATION_H
#define DCM_CONTACTS_EVALUATION_H

#include <dcm/dcm.h>

#include "contacts/arena.h"

/** Contacts that are evaluated at a time: what they are computed with, and the law's part of it,
 * then fits into the first-level cache. */
enum { DCM_CONTACT_BATCH = 128 };

/** Arrays of DCM_CONTACT_BATCH. */
typedef struct dcm_evaluation {
  double *velocity[3], *spin_1[3], *spin_2[3]; /* gathered by the loop */
  double *normal[3];
  double *overlap, *normal_velocity, *tangential_velocity[3];
  double *inverse_radius_sum, *effective_radius;
  double *normal_force, *tangential_force[3], *couple_1[3], *couple_2[3];
  double *force[3], *torque_1[3], *torque_2[3];
  double **history, **new_history; /* [component] tables for the law */
  double **discarded;              /* [component][contact] where the state must not change */
} dcm_evaluation;

/** Places the arrays in memory.
 * @param width of the history */
static inline void dcm_evaluation_lay_out(dcm_evaluation *e, dcm_arena *a, uint32_t width) {
  const size_t numbers = DCM_CONTACT_BATCH * sizeof(double);
  double **vectors[] = {
      e->velocity,         e->spin_1,   e->spin_2,   e->normal, e->tangential_velocity,
      e->tangential_force, e->couple_1, e->couple_2, e->force,  e->torque_1,
      e->torque_2};
  for (size_t v = 0; v < sizeof vectors / sizeof vectors[0]; v++)
    for (int c = 0; c < 3; c++)
      vectors[v][c] = dcm_arena_take(a, numbers);
  e->overlap = dcm_arena_take(a, numbers);
  e->normal_velocity = dcm_arena_take(a, numbers);
  e->inverse_radius_sum = dcm_arena_take(a, numbers);
  e->effective_radius = dcm_arena_take(a, numbers);
  e->normal_force = dcm_arena_take(a, numbers);
  e->history = dcm_arena_take(a, (width + 1) * sizeof *e->history);
  e->new_history = dcm_arena_take(a, (width + 1) * sizeof *e->new_history);
  e->discarded = dcm_arena_take(a, (width + 1) * sizeof *e->discarded);
  for (uint32_t c = 0; c < width; c++) {
    double *row = dcm_arena_take(a, numbers);
    if (a->memory)
      e->discarded[c] = row;
  }
}

#endif
