/* SPDX-License-Identifier: MIT */
#include "contacts/pair_step.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contacts/displacement.h"
#include "contacts/pair_kernel.h"
#include "contacts/pair_quantities.h"
#include "runtime/batch.h"

#ifdef _OPENMP
#include <omp.h>
#endif

struct dcm_pair_stepper {
  uint32_t history_width;
  dcm_pair_scratch *scratch; /* [threads] */
  uint32_t threads;

  dcm_results (*results)[DCM_BLOCK_BATCHES]; /* [result_room] of blocks, for several threads */
  uint32_t result_room;
  double *added; /* [added_room], likewise, for laws with quantities */
  size_t added_room;

  dcm_batch *batch; /* of one, for the plain loop */
};

/* -------------------------------------------------------------------------------- memory */

static void release(dcm_pair_stepper *stepper) {
  free(stepper->scratch);
  dcm_batch_destroy(stepper->batch);
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
  free(stepper->results);
  free(stepper->added);
  free(stepper);
}

/** Scratch for so many threads and this width of history. */
static int32_t prepare(dcm_pair_stepper *stepper, uint32_t threads, uint32_t width) {
  if (stepper->batch && threads <= stepper->threads && width == stepper->history_width)
    return DCM_OK;
  release(stepper);
  stepper->history_width = width;
  stepper->scratch = aligned_alloc(DCM_ALIGNMENT, threads * sizeof *stepper->scratch);
  stepper->batch = dcm_batch_create(width, 1, 0);
  if (!stepper->scratch || !stepper->batch)
    return DCM_ERROR;
  memset(stepper->scratch, 0, threads * sizeof *stepper->scratch);
  stepper->threads = threads;
  return DCM_OK;
}

/** Room for the results of so many blocks. */
static int32_t prepare_results(dcm_pair_stepper *stepper, uint32_t blocks) {
  if (blocks <= stepper->result_room)
    return DCM_OK;
  const uint32_t room = blocks + blocks / 4;
  free(stepper->results);
  stepper->result_room = 0;
  stepper->results = aligned_alloc(DCM_ALIGNMENT, room * sizeof *stepper->results);
  if (!stepper->results)
    return DCM_ERROR;
  stepper->result_room = room;
  return DCM_OK;
}

/** The same for what is added to the quantities of a law. */
static int32_t prepare_added(dcm_pair_stepper *stepper, uint32_t blocks, uint32_t quantities) {
  const size_t numbers = (size_t)blocks * 2 * quantities * DCM_BLOCK_ROW;
  if (numbers <= stepper->added_room)
    return DCM_OK;
  const size_t room = numbers + numbers / 4;
  free(stepper->added);
  stepper->added_room = 0;
  stepper->added = malloc(room * sizeof *stepper->added);
  if (!stepper->added)
    return DCM_ERROR;
  stepper->added_room = room;
  return DCM_OK;
}

size_t dcm_pair_stepper_memory(const dcm_pair_stepper *stepper) {
  return sizeof *stepper + stepper->threads * sizeof *stepper->scratch +
         stepper->result_room * sizeof *stepper->results +
         stepper->added_room * sizeof *stepper->added;
}

/* --------------------------------------------------------------------------------- faults */

void dcm_pair_note_distance(const dcm_pair_block *b, dcm_pair_scratch *s) {
  for (uint32_t k = 0; k < b->count && !s->fault.found; k++)
    if (!isfinite(s->distance_2[k]))
      s->fault = (dcm_contact_fault){
          .found = 1, .particle_1 = b->particle_1[k], .particle_2 = b->particle_2[k]};
}

void dcm_pair_note_answer(const dcm_evaluated *c, const double *overlap,
                          const double *normal_velocity, dcm_pair_scratch *s) {
  for (uint32_t k = 0; k < c->count && !s->fault.found; k++) {
    double check = 0.0;
    for (int d = 0; d < 3; d++)
      check += 0.0 * (c->force[d][k] + c->torque_1[d][k] + c->torque_2[d][k]);
    if (check != 0.0)
      s->fault = (dcm_contact_fault){
          .found = 1,
          .of_law = 1,
          .particle_1 = c->block->particle_1[c->first + k],
          .particle_2 = c->block->particle_2[c->first + k],
          .overlap = overlap[k],
          .normal_velocity = normal_velocity[k],
          .force = {c->force[0][k], c->force[1][k], c->force[2][k]},
      };
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
  b->clock = step->clock;
  const uint32_t width = step->list->history_width;
  for (uint32_t h = 0; h < width; h++)
    if (block->history[h])
      b->history[h][0] = block->history[h][k];
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    if (step->law->access[q] != DCM_SUM) {
      b->quantities_1[q][0] = p->quantities[q][i];
      b->quantities_2[q][0] = p->quantities[q][j];
    }
  dcm_batch_evaluate(b, step->law, DCM_SIDE_PARTICLE, step->dt);
  if (dcm_law_keeps_state(step->law, step->dt))
    for (uint32_t h = 0; h < width; h++)
      if (block->history[h])
        block->history[h][k] = b->new_history[h][0];
}

/** Adds force and torques of the contact at entry k to its particles. */
static void scatter_plain(const dcm_particles *p, const dcm_pair_block *block, uint32_t k,
                          const dcm_batch *b) {
  const size_t i = block->particle_1[k], j = block->particle_2[k];
  for (int c = 0; c < 3; c++) {
    if (i < p->summed) {
      p->force[3 * i + c] += b->force[c][0];
      p->torque[3 * i + c] += b->torque_1[c][0];
    }
    if (j < p->summed) {
      p->force[3 * j + c] -= b->force[c][0];
      p->torque[3 * j + c] += b->torque_2[c][0];
    }
  }
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
  }
  dcm_pair_note_distance(block, s);
  dcm_pair_list_sort(step->list, step->law, n, s->distance_2, NULL, 0);
  for (uint32_t k = 0; k < block->touching; k++) {
    evaluate_plain(step, block, k, b);
    for (int c = 0; c < 3; c++) {
      const double factor = step->list->weighted ? block->factor[k] : 1.0;
      b->force[c][0] *= factor;
      b->torque_1[c][0] *= factor;
      b->torque_2[c][0] *= factor;
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
    dcm_pair_note_answer(&done, b->overlap, b->normal_velocity, s);
    scatter_plain(&step->particles, block, k, b);
    dcm_pair_take_plain(step, block, k, b, s);
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

/** How many threads the step has. Those of OpenMP wait for work in the process that made them: a
 * process forked from it has none, and would wait for them without end. */
static uint32_t threads_of(const dcm_pair_step *step) {
  static _Atomic pid_t owner; /* 0: no process has made threads */
  if (step->loop == DCM_LOOP_PLAIN || step->threads == 1)
    return 1;
  const pid_t this_process = getpid();
  pid_t before = 0;
  atomic_compare_exchange_strong(&owner, &before, this_process);
  return before == 0 || before == this_process ? step->threads : 1;
}

/** Shows the observer the contacts of a batch from their results, which were kept. */
static void observe_batch(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t first,
                          const dcm_results *r, dcm_pair_scratch *s) {
  dcm_evaluated contacts = {
      .block = block,
      .first = first,
      .count = dcm_batch_count(block->touching, first),
      .force = {r->force[0], r->force[1], r->force[2]},
      .torque_1 = {r->torque_1[0], r->torque_1[1], r->torque_1[2]},
      .torque_2 = {r->torque_2[0], r->torque_2[1], r->torque_2[2]},
  };
  const uint32_t *one = block->particle_1 + first, *two = block->particle_2 + first;
  for (int c = 0; c < 3; c++) {
    for (uint32_t k = 0; k < contacts.count; k++)
      s->separation[c][k] = difference(step->particles.position, one[k], two[k], c);
    contacts.separation[c] = s->separation[c];
  }
  step->observer(step->observer_data, &contacts);
}

static void observe(dcm_pair_stepper *stepper, const dcm_pair_step *step) {
  for (uint32_t n = 0; n < step->list->block_count; n++) {
    const dcm_pair_block *block = &step->list->blocks[n];
    const uint32_t size = dcm_batch_size(block->touching);
    for (uint32_t first = 0; first < block->touching; first += size)
      observe_batch(step, block, first, &stepper->results[n][first / size], &stepper->scratch[0]);
  }
}

/** First all threads evaluate blocks, keeping the results; then each adds those of all contacts to
 * the particles of its own range. So the sum for a particle is made in the order of the list,
 * whatever the number of threads. Blocks are made of particles that are near each other, whose
 * numbers mostly are, too: a thread leaves out those that have none of its particles. */
static void run_threads(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                        dcm_pair_kernel *kernel, dcm_pair_scatter *scatter) {
  const uint32_t blocks = step->list->block_count;
  const uint32_t threads = step->threads;
  const uint32_t particles = step->particles.summed;
  const int slice = step->list->sliced != particles;
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
    for (uint32_t b = first; b < last; b++) {
      if (slice)
        dcm_pair_list_slice(step->list, b, particles);
      kernel(step, b, last, &stepper->scratch[t], stepper->results);
    }
#ifdef _OPENMP
#pragma omp barrier
#endif
    const uint32_t low = (uint32_t)((uint64_t)particles * t / team);
    const uint32_t high = (uint32_t)((uint64_t)particles * (t + 1) / team);
    const uint64_t slices = dcm_slices(dcm_slice_shift(particles), low, high);
    for (uint32_t b = 0; b < blocks; b++) {
      const dcm_pair_block *block = &step->list->blocks[b];
      if (!(block->slices & slices))
        continue;
      const uint32_t size = dcm_batch_size(block->touching);
      for (uint32_t at = 0; at < block->touching; at += size)
        scatter(&step->particles, block, at, dcm_batch_count(block->touching, at),
                &stepper->results[b][at / size], low, high);
      if (step->law->quantity_count)
        dcm_pair_add_kept(step, stepper->added, b, low, high);
    }
  }
  (void)threads;
  step->list->sliced = particles;
  if (step->observer)
    observe(stepper, step);
}

/* ----------------------------------------------------------------------------------- step */

int32_t dcm_pair_stepper_run(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                             dcm_contact_fault *fault) {
  const uint32_t threads = threads_of(step);
  static dcm_pair_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_pair_kernel_run)};
  static dcm_pair_scatter *const scatters[] = {DCM_ISA_TABLE(dcm_pair_scatter_block)};
  static dcm_displacement_boxes *const boxes[] = {DCM_ISA_TABLE(dcm_displacement_boxes)};
  dcm_pair_kernel *const kernel = kernels[dcm_isa_in_use()];
  if (prepare(stepper, threads, step->list->history_width) ||
      (threads > 1 && (prepare_results(stepper, step->list->block_count) ||
                       prepare_added(stepper, step->list->block_count, step->law->quantity_count))))
    return DCM_ERROR;
  dcm_pair_list *list = step->list;
  list->rest.measured = list->rest.allowed && step->loop == DCM_LOOP_BLOCKS;
  if (list->rest.measured)
    boxes[dcm_isa_in_use()](step->particles.position, list->rest.position, list->rest.particles,
                            list->rest.boxes);
  for (uint32_t t = 0; t < threads; t++) {
    stepper->scratch[t].fault.found = 0;
    stepper->scratch[t].kept_added = threads > 1 ? stepper->added : NULL;
  }
  if (threads > 1)
    run_threads(stepper, step, kernel, scatters[dcm_isa_in_use()]);
  else
    for (uint32_t b = 0; b < step->list->block_count; b++) {
      if (step->loop == DCM_LOOP_PLAIN)
        run_plain_block(step, b, stepper);
      else
        kernel(step, b, step->list->block_count, &stepper->scratch[0], NULL);
    }
  step->list->index.valid = 0;
  fault->found = 0;
  for (uint32_t t = 0; t < threads && !fault->found; t++)
    *fault = stepper->scratch[t].fault;
  return DCM_OK;
}
