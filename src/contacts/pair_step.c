/* SPDX-License-Identifier: MIT */
#include "contacts/step.h"

#include <stdlib.h>
#include <string.h>

#include "contacts/displacement.h"
#include "contacts/kernels.h"
#include "runtime/arena.h"
#include "runtime/machine.h"

struct dcm_pair_stepper {
  dcm_pair_scratch *scratch; /* [threads] */
  uint32_t threads;

  /* Rows of blocks: results and additions to quantities of those of which they are kept, for
   * several threads, and energies of all, for a step that asks for energies. */
  dcm_results (*results)[DCM_BLOCK_BATCHES];
  double *added, *energies;
  size_t results_room, added_room, energies_room; /* bytes */
  uint32_t kept_blocks;                           /* of which the last step kept the energies */
  double kept_dt;                                 /* of that step */
};

/* -------------------------------------------------------------------------------- memory */

dcm_pair_stepper *dcm_pair_stepper_create(void) {
  return calloc(1, sizeof(dcm_pair_stepper));
}

static void free_scratch(dcm_pair_stepper *stepper) {
  for (uint32_t t = 0; t < stepper->threads; t++)
    dcm_pair_ledger_clear(&stepper->scratch[t].ledger);
  free(stepper->scratch);
  stepper->scratch = NULL;
  stepper->threads = 0;
}

void dcm_pair_stepper_destroy(dcm_pair_stepper *stepper) {
  if (!stepper)
    return;
  free_scratch(stepper);
  free(stepper->results);
  free(stepper->added);
  free(stepper->energies);
  free(stepper);
}

/** Scratch for so many threads. */
static int32_t prepare(dcm_pair_stepper *stepper, uint32_t threads) {
  if (threads <= stepper->threads)
    return DCM_OK;
  free_scratch(stepper);
  stepper->scratch = aligned_alloc(DCM_ALIGNMENT, threads * sizeof *stepper->scratch);
  if (!stepper->scratch)
    return DCM_ERROR;
  memset(stepper->scratch, 0, threads * sizeof *stepper->scratch);
  stepper->threads = threads;
  return DCM_OK;
}

/** Memory for so many bytes that a step fills anew: what stood there is lost if it grows.
 * @return the memory; NULL when out of memory, or for none that was asked for ever */
static void *with_bytes(void *memory, size_t *room, size_t bytes) {
  if (bytes <= *room)
    return memory;
  const size_t larger = bytes + bytes / 4;
  free(memory);
  memory =
      aligned_alloc(DCM_ALIGNMENT, (larger + DCM_ALIGNMENT - 1) / DCM_ALIGNMENT * DCM_ALIGNMENT);
  *room = memory ? larger : 0;
  return memory;
}

/** @param kept  number of blocks of which answers are kept
 * @param keeps whether energies are kept, of all blocks */
static int32_t prepare_kept(dcm_pair_stepper *stepper, const dcm_pair_step *step, uint32_t kept,
                            int keeps) {
  const size_t blocks = step->list->block_count, number = sizeof(double);
  const size_t results = kept * sizeof *stepper->results;
  const size_t added = kept * 2 * step->law->quantity_count * DCM_BLOCK_ROW * number;
  const size_t energies = keeps ? blocks * DCM_KEPT_ENERGIES * number : 0;
  stepper->results = with_bytes(stepper->results, &stepper->results_room, results);
  stepper->added = with_bytes(stepper->added, &stepper->added_room, added);
  stepper->energies = with_bytes(stepper->energies, &stepper->energies_room, energies);
  return results <= stepper->results_room && added <= stepper->added_room &&
                 energies <= stepper->energies_room
             ? DCM_OK
             : DCM_ERROR;
}

int dcm_pair_stepper_energies(const dcm_pair_stepper *stepper, dcm_pair_place place,
                              double *energies) {
  if (place.block >= stepper->kept_blocks)
    return 0;
  const double *kept = stepper->energies + (size_t)place.block * DCM_KEPT_ENERGIES;
  for (size_t e = 0; e < DCM_LEDGER_OF_STEP; e++)
    energies[e] =
        e < dcm_energy_count(stepper->kept_dt) ? kept[e * DCM_BLOCK_ROW + place.entry] : 0.0;
  return 1;
}

size_t dcm_pair_stepper_memory(const dcm_pair_stepper *stepper) {
  return sizeof *stepper + stepper->threads * sizeof *stepper->scratch + stepper->results_room +
         stepper->added_room + stepper->energies_room;
}

/* -------------------------------------------------------------------------------- parts */

/** Marks a particle that no pair has. */
static const uint8_t no_part = DCM_MOST_PARTS;

/** @return DCM_OK, or DCM_ERROR when out of memory */
static int32_t get_room(dcm_pair_parts *p, uint32_t parts, uint32_t particles) {
  uint8_t *owner = dcm_with_room(p->owner, &p->owner_room, particles, sizeof *owner);
  if (owner)
    p->owner = owner;
  uint32_t *first = dcm_with_room(p->first, &p->first_room, parts + 1, sizeof *first);
  if (first)
    p->first = first;
  return owner && first ? DCM_OK : DCM_ERROR;
}

/** About how long a step takes for the block: a contact takes about ten times as long as a look at
 * a pair, and a block without contacts mostly rests. */
static uint64_t work_of(const dcm_pair_block *b) {
  return 1 + (b->touching ? b->count + 10 * (uint64_t)b->touching : 0);
}

/** Gives each part about as much work. */
static void find_parts(dcm_pair_list *list, uint32_t parts) {
  uint64_t all = 0, done = 0;
  for (uint32_t n = 0; n < list->block_count; n++)
    all += work_of(&list->blocks[n]);
  uint32_t n = 0;
  for (uint32_t part = 0; part < parts; part++) {
    list->parts.first[part] = n;
    while (n < list->block_count && done < all * (part + 1) / parts)
      done += work_of(&list->blocks[n++]);
  }
  list->parts.first[parts] = list->block_count;
}

/** Gives the particles of a block that belong to no part yet to this one. */
static void take_particles(dcm_pair_list *list, dcm_pair_block *b, uint32_t part,
                           uint32_t particles) {
  uint8_t *owner = list->parts.owner;
  int is_shared = 0;
  b->owners = 0;
  for (uint32_t k = 0; k < b->count; k++)
    for (int side = 0; side < 2; side++) {
      const uint32_t i = (side ? b->particle_2 : b->particle_1)[k];
      if (i >= particles)
        continue;
      if (owner[i] == no_part)
        owner[i] = (uint8_t)part;
      is_shared |= owner[i] != part;
      b->owners |= UINT64_C(1) << owner[i] % 64;
    }
  b->shared = is_shared ? ++list->parts.shared : 0;
}

int32_t dcm_pair_list_divide(dcm_pair_list *list, uint32_t parts, uint32_t particles) {
  dcm_pair_parts *p = &list->parts;
  if (p->count == parts && p->particles == particles)
    return DCM_OK;
  if (get_room(p, parts, particles))
    return DCM_ERROR;
  find_parts(list, parts);
  memset(p->owner, no_part, particles);
  p->shared = 0;
  for (uint32_t part = 0; part < parts; part++)
    for (uint32_t n = p->first[part]; n < p->first[part + 1]; n++)
      take_particles(list, &list->blocks[n], part, particles);
  p->count = parts;
  p->particles = particles;
  return DCM_OK;
}

/* -------------------------------------------------------------------------------- threads */

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
  const double *position = step->particles.position;
  for (int c = 0; c < 3; c++) {
    for (uint32_t k = 0; k < contacts.count; k++)
      s->separation[c][k] = position[3 * (size_t)two[k] + c] - position[3 * (size_t)one[k] + c];
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

/** Blocks of which answers are kept: for an observer of all, in their order, else of those that
 * several parts share. */
static uint32_t kept_count(const dcm_pair_step *step) {
  return step->observer ? step->list->block_count : step->list->parts.shared;
}

/** Where the answers of a block are kept.
 * @return 0 if they are not */
static int is_kept(const dcm_pair_stepper *stepper, const dcm_pair_step *step, uint32_t block,
                   dcm_kept_block *kept) {
  const uint32_t shared = step->list->blocks[block].shared;
  if (!step->observer && !shared)
    return 0;
  const size_t place = step->observer ? block : shared - 1;
  kept->results = stepper->results[place];
  kept->added = stepper->added
                    ? stepper->added + place * 2 * step->law->quantity_count * DCM_BLOCK_ROW
                    : NULL;
  return 1;
}

/** Finds how far the particles of a part of all boxes have moved. */
static void measure_boxes(const dcm_pair_step *step, uint32_t part, uint32_t parts) {
  static dcm_displacement_boxes *const boxes[] = {DCM_ISA_TABLE(dcm_displacement_boxes)};
  const dcm_pair_list *list = step->list;
  const size_t all = dcm_box_count(list->rest.particles);
  const size_t first = all * part / parts, end = all * (part + 1) / parts;
  const size_t point = first * DCM_POINTS_OF_BOX, end_point = end * DCM_POINTS_OF_BOX;
  const size_t particles = list->rest.particles;
  boxes[dcm_isa_in_use()](step->particles.position + 3 * point, list->rest.position + 3 * point,
                          (end_point < particles ? end_point : particles) - point,
                          list->rest.boxes + first * DCM_BOX_NUMBERS);
}

/** Work of a step that threads share: see dcm_pair_list_divide. */
typedef struct step_work {
  dcm_pair_stepper *stepper;
  const dcm_pair_step *step;
  uint32_t parts;
  dcm_pair_kernel *kernel;
  dcm_pair_adder *add_kept;
} step_work;

static void measure_part(void *work, uint32_t part) {
  const step_work *w = work;
  measure_boxes(w->step, part, w->parts);
}

static void evaluate_part(void *work, uint32_t part) {
  const step_work *w = work;
  const uint32_t *first = w->step->list->parts.first;
  const uint32_t end = w->parts == 1 ? w->step->list->block_count : first[part + 1];
  for (uint32_t n = w->parts == 1 ? 0 : first[part]; n < end; n++) {
    dcm_kept_block kept;
    const int keeps = w->parts > 1 && is_kept(w->stepper, w->step, n, &kept);
    w->kernel(w->step, n, end, &w->stepper->scratch[part], keeps ? &kept : NULL);
  }
}

/** Adds to the particles of a part what contacts of the parts behind it do. */
static void add_of_others(void *work, uint32_t part) {
  const step_work *w = work;
  const dcm_pair_step *step = w->step;
  const dcm_pair_parts *parts = &step->list->parts;
  const dcm_share *share = &w->stepper->scratch[part].share;
  for (uint32_t n = parts->first[part + 1]; n < step->list->block_count; n++) {
    const dcm_pair_block *block = &step->list->blocks[n];
    dcm_kept_block kept;
    if (!block->shared || !dcm_part_meets(block, part) || !is_kept(w->stepper, step, n, &kept))
      continue;
    w->add_kept(step, block, &kept, share);
  }
}

/* ----------------------------------------------------------------------------------- step */

int32_t dcm_pair_stepper_run(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                             dcm_contact_fault *fault) {
  const uint32_t wanted = dcm_threads_of_process(step->threads);
  const uint32_t threads = wanted < DCM_MOST_PARTS ? wanted : DCM_MOST_PARTS;
  static dcm_pair_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_pair_kernel_run)};
  static dcm_pair_adder *const adders[] = {DCM_ISA_TABLE(dcm_pair_add_kept)};
  const int keeps = step->energies && (threads > 1 || step->energies->keeps_contacts);
  dcm_pair_list *list = step->list;
  if (threads > 1 && dcm_pair_list_divide(list, threads, step->particles.summed))
    return DCM_ERROR;
  if (prepare(stepper, threads) ||
      prepare_kept(stepper, step, threads > 1 ? kept_count(step) : 0, keeps))
    return DCM_ERROR;
  list->rest.measured = list->rest.allowed && !step->looks_at_all;
  for (uint32_t t = 0; t < threads; t++) {
    dcm_pair_scratch *s = &stepper->scratch[t];
    s->fault.found = 0;
    s->share = (dcm_share){list->parts.owner, t};
    s->ledger.kept = keeps ? stepper->energies : NULL;
    if (dcm_pair_ledger_prepare(&s->ledger, step))
      return DCM_ERROR;
  }
  step_work work = {stepper, step, threads, kernels[dcm_isa_in_use()], adders[dcm_isa_in_use()]};
  if (list->rest.measured)
    dcm_share_out(threads, measure_part, &work);
  dcm_share_out(threads, evaluate_part, &work);
  if (threads > 1)
    dcm_share_out(threads, add_of_others, &work);
  if (threads > 1 && step->observer)
    observe(stepper, step);
  stepper->kept_dt = step->dt;
  stepper->kept_blocks = keeps ? step->list->block_count : 0;
  if (keeps)
    dcm_pair_ledger_add_kept(step, stepper->energies);
  for (uint32_t t = 0; t < threads && step->energies; t++)
    if (dcm_pair_ledger_add_jumps(&stepper->scratch[t].ledger, step))
      return DCM_ERROR;
  step->list->index.valid = 0;
  fault->found = 0;
  for (uint32_t t = 0; t < threads && !fault->found; t++)
    *fault = stepper->scratch[t].fault;
  return DCM_OK;
}
