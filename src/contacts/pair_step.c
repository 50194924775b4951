/* SPDX-License-Identifier: MIT */
#include "contacts/pair_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contacts/arena.h"
#include "contacts/pair_kernel.h"
#include "runtime/batch.h"

#ifdef _OPENMP
#include <omp.h>
#endif

struct dcm_pair_stepper {
  uint32_t history_width;
  dcm_pair_scratch *scratch; /* [threads] */
  void **memory;             /* [threads] of the scratch */
  uint32_t threads;

  double *(*results)[9]; /* [result_room] of blocks, for several threads */
  void **result_memory;
  uint32_t result_room;

  dcm_batch *batch; /* of one, for the plain loop */
};

/* -------------------------------------------------------------------------------- memory */

static double *take(dcm_arena *a, uint32_t count) {
  return dcm_arena_take(a, count * sizeof(double));
}

static void lay_out(dcm_pair_scratch *s, dcm_arena *a, uint32_t width) {
  for (int c = 0; c < 3; c++)
    s->separation[c] = take(a, DCM_BLOCK_CAPACITY);
  s->distance_2 = take(a, DCM_BLOCK_CAPACITY);
  s->within = dcm_arena_take(a, DCM_BLOCK_CAPACITY / 8);
  dcm_evaluation_lay_out(&s->evaluation, a, width);
}

static int32_t equip(dcm_pair_scratch *s, void **memory, uint32_t width) {
  dcm_arena measure = {NULL, 0};
  lay_out(s, &measure, width);
  dcm_arena place = {aligned_alloc(DCM_ALIGNMENT, measure.used), 0};
  if (!place.memory)
    return DCM_ERROR;
  memset(place.memory, 0, measure.used);
  lay_out(s, &place, width);
  *memory = place.memory;
  return DCM_OK;
}

static void release(dcm_pair_stepper *stepper) {
  for (uint32_t t = 0; t < stepper->threads; t++)
    free(stepper->memory[t]);
  free(stepper->memory);
  free(stepper->scratch);
  dcm_batch_destroy(stepper->batch);
  stepper->memory = NULL;
  stepper->scratch = NULL;
  stepper->batch = NULL;
  stepper->threads = 0;
}

dcm_pair_stepper *dcm_pair_stepper_create(void) {
  return calloc(1, sizeof(dcm_pair_stepper));
}

void dcm_pair_stepper_destroy(dcm_pair_stepper *stepper) {
  if (!stepper)
    return;
  release(stepper);
  for (uint32_t b = 0; b < stepper->result_room; b++)
    free(stepper->result_memory[b]);
  free(stepper->result_memory);
  free(stepper->results);
  free(stepper);
}

/** Scratch for so many threads and this width of history. */
static int32_t prepare(dcm_pair_stepper *stepper, uint32_t threads, uint32_t width) {
  if (stepper->batch && threads <= stepper->threads && width == stepper->history_width)
    return DCM_OK;
  release(stepper);
  stepper->history_width = width;
  stepper->scratch = calloc(threads, sizeof *stepper->scratch);
  stepper->memory = calloc(threads, sizeof *stepper->memory);
  stepper->batch = dcm_batch_create(width, 1, 0);
  if (!stepper->scratch || !stepper->memory || !stepper->batch)
    return DCM_ERROR;
  for (; stepper->threads < threads; stepper->threads++)
    if (equip(&stepper->scratch[stepper->threads], &stepper->memory[stepper->threads], width))
      return DCM_ERROR;
  return DCM_OK;
}

/** Room for the results of so many blocks. */
static int32_t prepare_results(dcm_pair_stepper *stepper, uint32_t blocks) {
  if (blocks <= stepper->result_room)
    return DCM_OK;
  const uint32_t room = blocks + blocks / 4;
  void **memory = realloc(stepper->result_memory, room * sizeof *memory);
  if (memory)
    stepper->result_memory = memory;
  double *(*results)[9] = realloc(stepper->results, room * sizeof *results);
  if (results)
    stepper->results = results;
  if (!memory || !results)
    return DCM_ERROR;
  for (; stepper->result_room < room; stepper->result_room++) {
    double *arrays[9];
    for (int pass = 0; pass < 2; pass++) {
      dcm_arena a = {pass ? stepper->result_memory[stepper->result_room] : NULL, 0};
      for (int c = 0; c < 9; c++)
        arrays[c] = take(&a, DCM_BLOCK_CAPACITY);
      if (pass == 0) {
        void *block = aligned_alloc(DCM_ALIGNMENT, a.used);
        if (!block)
          return DCM_ERROR;
        stepper->result_memory[stepper->result_room] = block;
      }
    }
    memcpy(stepper->results[stepper->result_room], arrays, sizeof arrays);
  }
  return DCM_OK;
}

size_t dcm_pair_stepper_memory(const dcm_pair_stepper *stepper) {
  dcm_pair_scratch unused;
  dcm_arena measure = {NULL, 0};
  lay_out(&unused, &measure, stepper->history_width);
  return sizeof *stepper + stepper->threads * (sizeof unused + measure.used) +
         stepper->result_room * 9 * DCM_BLOCK_CAPACITY * sizeof(double);
}

/* --------------------------------------------------------------------------------- forces */

/** row += (x, y, z) of entry k */
static inline void add(double *row, const double *const vector[3], uint32_t k) {
  const double x = row[0] + vector[0][k], y = row[1] + vector[1][k], z = row[2] + vector[2][k];
  row[0] = x;
  row[1] = y;
  row[2] = z;
}

static inline void subtract(double *row, const double *const vector[3], uint32_t k) {
  const double x = row[0] - vector[0][k], y = row[1] - vector[1][k], z = row[2] - vector[2][k];
  row[0] = x;
  row[1] = y;
  row[2] = z;
}

void dcm_pair_scatter(const dcm_pair_step *step, const dcm_evaluated *contacts, uint32_t low,
                      uint32_t high) {
  /* A copy, which no store to the particles can change. */
  const dcm_evaluated c = *contacts;
  double *const force = step->particles.force;
  double *const torque = step->particles.torque;
  const uint32_t *one = c.block->particle_1 + c.first, *two = c.block->particle_2 + c.first;
  const uint32_t range = high - low;
  for (uint32_t k = 0; k < c.count; k++) {
    const size_t i = one[k], j = two[k];
    if ((uint32_t)i - low < range) {
      add(force + 3 * i, c.force, k);
      add(torque + 3 * i, c.torque_1, k);
    }
    if ((uint32_t)j - low < range) {
      subtract(force + 3 * j, c.force, k);
      add(torque + 3 * j, c.torque_2, k);
    }
  }
}

/* ----------------------------------------------------------------------------- plain loop */

static double difference(const double *rows, uint32_t i, uint32_t j, int c) {
  return rows[3 * (size_t)j + c] - rows[3 * (size_t)i + c];
}

/** The contact at entry k, alone in a batch. */
static void evaluate_plain(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k,
                           dcm_batch *b) {
  const dcm_particles *p = &step->particles;
  const uint32_t i = block->particle_1[k], j = block->particle_2[k];
  b->count = 1;
  b->pair = block->materials;
  for (int c = 0; c < 3; c++) {
    b->separation[c][0] = difference(p->position, i, j, c);
    b->relative_velocity[c][0] = difference(p->velocity, i, j, c);
    b->angular_velocity_1[c][0] = p->angular_velocity[3 * (size_t)i + c];
    b->angular_velocity_2[c][0] = p->angular_velocity[3 * (size_t)j + c];
  }
  b->radius_1[0] = block->radius_1[k];
  b->radius_2[0] = block->radius_2[k];
  b->effective_mass[0] = block->effective_mass[k];
  b->half_step_velocities = step->half_step_velocities;
  const uint32_t width = step->list->history_width;
  for (uint32_t h = 0; h < width; h++)
    b->history[h][0] = block->history[h][k];
  dcm_batch_evaluate(b, step->law, DCM_SIDE_PARTICLE, step->dt);
  if (step->dt != 0.0)
    for (uint32_t h = 0; h < width; h++)
      block->history[h][k] = b->new_history[h][0];
}

static void run_plain_block(const dcm_pair_step *step, uint32_t n, dcm_pair_stepper *stepper) {
  dcm_pair_scratch *s = &stepper->scratch[0];
  dcm_batch *b = stepper->batch;
  dcm_pair_block *block = &step->list->blocks[n];
  for (uint32_t k = 0; k < block->count; k++) {
    double sum = 0.0;
    for (int c = 0; c < 3; c++) {
      const double d =
          difference(step->particles.position, block->particle_1[k], block->particle_2[k], c);
      sum = c ? sum + d * d : d * d;
    }
    s->distance_2[k] = sum;
    if (!isfinite(sum) && !s->fault.found)
      s->fault = (dcm_contact_fault){
          .found = 1, .particle_1 = block->particle_1[k], .particle_2 = block->particle_2[k]};
  }
  dcm_pair_list_sort(step->list, step->law, n, s->distance_2, NULL, 0);
  for (uint32_t k = 0; k < block->touching; k++) {
    evaluate_plain(step, block, k, b);
    double check = 0.0;
    for (int c = 0; c < 3; c++) {
      const double factor = step->list->weighted ? block->factor[k] : 1.0;
      b->force[c][0] *= factor;
      b->torque_1[c][0] *= factor;
      b->torque_2[c][0] *= factor;
      check += 0.0 * (b->force[c][0] + b->torque_1[c][0] + b->torque_2[c][0]);
    }
    const dcm_evaluated done = {
        .block = block,
        .first = k,
        .count = 1,
        .separation = {b->separation[0], b->separation[1], b->separation[2]},
        .force = {b->force[0], b->force[1], b->force[2]},
        .torque_1 = {b->torque_1[0], b->torque_1[1], b->torque_1[2]},
        .torque_2 = {b->torque_2[0], b->torque_2[1], b->torque_2[2]},
    };
    if (check != 0.0 && !s->fault.found)
      s->fault = (dcm_contact_fault){
          .found = 1,
          .of_law = 1,
          .particle_1 = block->particle_1[k],
          .particle_2 = block->particle_2[k],
          .overlap = b->overlap[0],
          .normal_velocity = b->normal_velocity[0],
          .force = {b->force[0][0], b->force[1][0], b->force[2][0]},
      };
    dcm_pair_scatter(step, &done, 0, step->particles.summed);
    if (step->observer)
      step->observer(step->observer_data, &done);
  }
}

/* -------------------------------------------------------------------------------- threads */

int dcm_pair_threads_available(void) {
#ifdef _OPENMP
  return 1;
#else
  return 0;
#endif
}

/** The contacts of a block, their results being kept. */
static dcm_evaluated kept_results(const dcm_pair_stepper *stepper, const dcm_pair_step *step,
                                  uint32_t block) {
  double *const *r = stepper->results[block];
  return (dcm_evaluated){
      .block = &step->list->blocks[block],
      .count = step->list->blocks[block].touching,
      .force = {r[0], r[1], r[2]},
      .torque_1 = {r[3], r[4], r[5]},
      .torque_2 = {r[6], r[7], r[8]},
  };
}

static void observe(dcm_pair_stepper *stepper, const dcm_pair_step *step) {
  dcm_pair_scratch *s = &stepper->scratch[0];
  for (uint32_t n = 0; n < step->list->block_count; n++) {
    dcm_evaluated contacts = kept_results(stepper, step, n);
    for (int c = 0; c < 3; c++) {
      for (uint32_t k = 0; k < contacts.count; k++)
        s->separation[c][k] = difference(step->particles.position, contacts.block->particle_1[k],
                                         contacts.block->particle_2[k], c);
      contacts.separation[c] = s->separation[c];
    }
    step->observer(step->observer_data, &contacts);
  }
}

/** First all threads evaluate blocks, keeping the results; then each adds those of all contacts to
 * the particles of its own range. So the sum for a particle is made in the order of the list,
 * whatever the number of threads. */
static void run_threads(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                        dcm_pair_kernel *kernel) {
  const uint32_t blocks = step->list->block_count;
  const uint32_t threads = step->threads;
#ifdef _OPENMP
#pragma omp parallel num_threads((int)threads)
#endif
  {
#ifdef _OPENMP
    const uint32_t t = (uint32_t)omp_get_thread_num();
    const uint32_t team = (uint32_t)omp_get_num_threads();
#else
    const uint32_t t = 0, team = 1;
#endif
    const uint32_t first = (uint32_t)((uint64_t)blocks * t / team);
    const uint32_t last = (uint32_t)((uint64_t)blocks * (t + 1) / team);
    for (uint32_t b = first; b < last; b++)
      kernel(step, b, &stepper->scratch[t], stepper->results);
#ifdef _OPENMP
#pragma omp barrier
#endif
    const uint64_t particles = step->particles.summed;
    const uint32_t low = (uint32_t)(particles * t / team);
    const uint32_t high = (uint32_t)(particles * (t + 1) / team);
    for (uint32_t b = 0; b < blocks; b++) {
      const dcm_evaluated contacts = kept_results(stepper, step, b);
      dcm_pair_scatter(step, &contacts, low, high);
    }
  }
  (void)threads;
  if (step->observer)
    observe(stepper, step);
}

/* ----------------------------------------------------------------------------------- step */

int32_t dcm_pair_stepper_run(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                             dcm_contact_fault *fault) {
  const uint32_t threads = step->loop == DCM_LOOP_PLAIN ? 1 : step->threads;
  static dcm_pair_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_pair_kernel_run)};
  dcm_pair_kernel *const kernel = kernels[dcm_isa_in_use()];
  if (prepare(stepper, threads, step->list->history_width) ||
      (threads > 1 && prepare_results(stepper, step->list->block_count)))
    return DCM_ERROR;
  for (uint32_t t = 0; t < threads; t++)
    stepper->scratch[t].fault.found = 0;
  if (threads > 1)
    run_threads(stepper, step, kernel);
  else
    for (uint32_t b = 0; b < step->list->block_count; b++) {
      if (step->loop == DCM_LOOP_PLAIN)
        run_plain_block(step, b, stepper);
      else
        kernel(step, b, &stepper->scratch[0], NULL);
    }
  step->list->index.valid = 0;
  fault->found = 0;
  for (uint32_t t = 0; t < threads && !fault->found; t++)
    *fault = stepper->scratch[t].fault;
  return DCM_OK;
}
