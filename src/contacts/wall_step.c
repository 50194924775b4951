/* SPDX-License-Identifier: MIT */
#include "contacts/wall_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contacts/quantities.h"
#include "contacts/wall_kernel.h"
#include "contacts/wall_sums.h"
#include "mechanics/simd.h"
#include "runtime/batch.h"

struct dcm_wall_stepper {
  uint32_t history_width;
  dcm_wall_scratch *scratch;
  dcm_batch *batch; /* of one, for the plain loop */
};

/* -------------------------------------------------------------------------------- memory */

static void release(dcm_wall_stepper *stepper) {
  free(stepper->scratch);
  dcm_batch_destroy(stepper->batch);
  stepper->scratch = NULL;
  stepper->batch = NULL;
}

dcm_wall_stepper *dcm_wall_stepper_create(void) {
  return calloc(1, sizeof(dcm_wall_stepper));
}

void dcm_wall_stepper_destroy(dcm_wall_stepper *stepper) {
  if (!stepper)
    return;
  release(stepper);
  free(stepper);
}

/** Scratch for this width of history. */
static int32_t prepare(dcm_wall_stepper *stepper, uint32_t width) {
  if (stepper->scratch && stepper->batch && width == stepper->history_width)
    return DCM_OK;
  release(stepper);
  stepper->history_width = width;
  stepper->scratch = aligned_alloc(DCM_ALIGNMENT, sizeof *stepper->scratch);
  stepper->batch = dcm_batch_create(width, 1, 0);
  if (!stepper->scratch || !stepper->batch)
    return DCM_ERROR;
  memset(stepper->scratch, 0, sizeof *stepper->scratch);
  return DCM_OK;
}

size_t dcm_wall_stepper_memory(const dcm_wall_stepper *stepper) {
  return sizeof *stepper + (stepper->scratch ? sizeof *stepper->scratch : 0);
}

/* -------------------------------------------------------------------------------- results */

static void note_fault(const dcm_walls_evaluated *c, dcm_wall_fault *fault) {
  for (uint32_t k = 0; k < c->count && !fault->found; k++) {
    double check = 0.0;
    for (int d = 0; d < 3; d++)
      check += 0.0 * (c->force[d][k] + c->torque[d][k]);
    if (check == 0.0)
      continue;
    *fault = (dcm_wall_fault){
        .found = 1,
        .contact = c->first + k,
        .overlap = c->overlap[k],
        .normal_velocity = c->normal_velocity[k],
    };
    for (int d = 0; d < 3; d++) {
      fault->tangential_velocity[d] = c->tangential_velocity[d][k];
      fault->force[d] = c->force[d][k];
      fault->torque[d] = c->torque[d][k];
    }
  }
}

void dcm_wall_tell(const dcm_wall_step *step, const dcm_walls_evaluated *contacts, int finite,
                   dcm_wall_scratch *s) {
  if (!finite)
    note_fault(contacts, &s->fault);
  if (step->observer)
    step->observer(step->observer_data, contacts);
}

/* ----------------------------------------------------------------------------- quantities */

void dcm_wall_show_quantities(const dcm_wall_step *step, const dcm_listed *t, dcm_wall_scratch *s) {
  dcm_quantity_rows *rows = &s->evaluation.quantities;
  const uint32_t lanes = dcm_whole_lanes(t->count);
  dcm_gather_quantities(step->law, &step->particles, step->list->now.particle + t->first, lanes,
                        rows->of[0]);
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    for (uint32_t k = 0; k < lanes; k++)
      rows->of[1][q][k] = step->quantities[q];
}

static void note_quantity(uint32_t contact, double overlap, double normal_velocity,
                          dcm_wall_fault *fault) {
  if (!fault->found)
    *fault = (dcm_wall_fault){.found = 1,
                              .contact = contact,
                              .overlap = overlap,
                              .normal_velocity = normal_velocity,
                              .force = {NAN, NAN, NAN}};
}

static void add_quantity(const dcm_wall_step *step, uint32_t q, uint32_t particle, double to_1,
                         double to_2, dcm_wall_scratch *s) {
  step->particles.sums[q][particle] += to_1;
  s->added[q] += to_2;
}

void dcm_wall_take_quantities(const dcm_wall_step *step, const dcm_listed *t, dcm_wall_scratch *s) {
  const dcm_evaluation *e = &s->evaluation;
  const uint32_t wrong = dcm_unbounded_quantity(step->law, &e->quantities, t->count, step->dt);
  if (wrong < t->count)
    note_quantity(t->first + wrong, e->overlap[wrong], e->normal_velocity[wrong], &s->fault);
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    for (uint32_t k = 0; k < t->count && dcm_is_added(step->law, q, step->dt); k++)
      add_quantity(step, q, step->list->now.particle[t->first + k], e->quantities.added[0][q][k],
                   e->quantities.added[1][q][k], s);
}

/* ----------------------------------------------------------------------------- plain loop */

/** The contact at entry k, alone in a batch. */
static void run_plain(const dcm_wall_step *step, uint32_t k, uint32_t materials, dcm_batch *b,
                      dcm_wall_scratch *s) {
  const dcm_wall_list *list = step->list;
  const size_t i = list->now.particle[k];
  b->count = 1;
  b->pair = materials;
  for (int c = 0; c < 3; c++) {
    b->separation[c][0] = list->separation[c][k];
    b->relative_velocity[c][0] = list->velocity[c][k] - step->particles.velocity[3 * i + c];
    b->angular_velocity_1[c][0] = step->particles.angular_velocity[3 * i + c];
    b->angular_velocity_2[c][0] = list->spin[c][k];
  }
  b->radius_1[0] = list->radius_1[k];
  b->radius_2[0] = list->radius_2[k];
  b->effective_mass[0] = list->effective_mass[k];
  b->half_step_velocities = step->half_step_velocities;
  b->clock = step->clock;
  for (uint32_t h = 0; h < list->history_width; h++)
    b->history[h][0] = list->now.history[h][k];
  for (uint32_t q = 0; q < step->law->quantity_count; q++) {
    if (step->law->access[q] != DCM_SUM)
      b->quantities_1[q][0] = step->particles.quantities[q][i];
    b->quantities_2[q][0] = step->quantities[q];
  }
  dcm_batch_evaluate(b, step->law, DCM_SIDE_WALL, step->dt);
  if (dcm_law_keeps_state(step->law, step->dt))
    for (uint32_t h = 0; h < list->history_width; h++)
      list->now.history[h][k] = b->new_history[h][0];
  for (int c = 0; c < 3; c++) {
    step->particles.force[3 * i + c] += b->force[c][0];
    step->particles.torque[3 * i + c] += b->torque_1[c][0];
  }
  const double *const x = step->particles.position + 3 * i;
  const double *const force[3] = DCM_VECTOR(b->force, 0);
  const double *const torque[3] = DCM_VECTOR(b->torque_1, 0);
  dcm_add_to_walls(&s->on_walls, list, k, (dcm_vector){x[0], x[1], x[2]}, dcm_load(force, 0),
                   dcm_load(torque, 0), b->normal_force[0]);
  dcm_walls_evaluated answered = {
      .list = list,
      .first = k,
      .count = 1,
      .overlap = b->overlap,
      .normal_velocity = b->normal_velocity,
      .tangential_velocity = {b->tangential_velocity[0], b->tangential_velocity[1],
                              b->tangential_velocity[2]},
      .force = {b->force[0], b->force[1], b->force[2]},
      .torque = {b->torque_1[0], b->torque_1[1], b->torque_1[2]},
  };
  for (uint32_t q = 0; q < step->law->quantity_count; q++) {
    answered.added[q] = b->added_1[q];
    if (!dcm_is_added(step->law, q, step->dt))
      continue;
    if (!isfinite(b->added_1[q][0]) || !isfinite(b->added_2[q][0]))
      note_quantity(k, b->overlap[0], b->normal_velocity[0], &s->fault);
    add_quantity(step, q, (uint32_t)i, b->added_1[q][0], b->added_2[q][0], s);
  }
  dcm_wall_tell(step, &answered, 0, s);
}

/* ----------------------------------------------------------------------------------- step */

int32_t dcm_wall_stepper_run(dcm_wall_stepper *stepper, const dcm_wall_step *step,
                             dcm_wall_sums *on_walls, double *added, dcm_wall_fault *fault) {
  static dcm_wall_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_wall_kernel_run)};
  dcm_wall_kernel *const kernel = kernels[dcm_isa_in_use()];
  if (prepare(stepper, step->list->history_width))
    return DCM_ERROR;
  dcm_wall_scratch *s = stepper->scratch;
  memset(&s->on_walls, 0, sizeof s->on_walls);
  memset(s->added, 0, sizeof s->added);
  s->fault.found = 0;
  for (uint32_t n = 0; n < step->list->run_count; n++) {
    const dcm_wall_run *run = &step->list->runs[n];
    if (step->loop == DCM_LOOP_PLAIN)
      for (uint32_t k = 0; k < run->count; k++)
        run_plain(step, run->first + k, run->materials, stepper->batch, s);
    else
      kernel(step, run, s);
  }
  *on_walls = s->on_walls;
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    added[q] = s->added[q];
  *fault = s->fault;
  return DCM_OK;
}
