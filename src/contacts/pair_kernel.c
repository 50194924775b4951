/* SPDX-License-Identifier: MIT */
#include "contacts/pair_kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "contacts/find_fault.h"
#include "contacts/life.h"
#include "contacts/pair_energies.h"
#include "contacts/quantities.h"
#include "contacts/rows.h"
#include "runtime/batch_loops.h"
#include "runtime/booking.h"

/* ---------------------------------------------------------------------------------- who touches */

/** Squares of the distances, and of those at which two touch.
 * @return the sum, which is finite if all distances are */
static double measure(const dcm_pair_block *b, const double *position, dcm_pair_scratch *s) {
  const uint32_t n = dcm_whole_lanes(b->count);
  double *const rows[3] = DCM_VECTOR(s->separation, 0);
  dcm_gather_differences(position, b->particle_1, b->particle_2, n, rows);
  const double *const separation[3] = DCM_VECTOR(rows, 0);
  const double *radius_1 = b->radius_1, *radius_2 = b->radius_2;
  double *distance_2 = s->distance_2, *touch_2 = s->touch_2;
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector d = dcm_load(separation, k);
    distance_2[k] = dcm_dot(d, d);
    touch_2[k] = dcm_contact_range(radius_1[k] + radius_2[k], 0.0, 0).touch_2;
    sum += distance_2[k];
  }
  return sum;
}

/** Keeps the first pair of a block whose distance is not finite. */
static void find_distance(const dcm_pair_block *b, dcm_pair_scratch *s) {
  for (uint32_t k = 0; k < b->count && !s->fault.found; k++)
    if (!isfinite(s->distance_2[k]))
      s->fault = (dcm_contact_fault){
          .found = 1, .particle_1 = b->particle_1[k], .particle_2 = b->particle_2[k]};
}

/** Whether bits first to last - 1 all are value. */
static int all_bits(const uint8_t *bits, uint32_t first, uint32_t last, uint8_t value) {
  uint8_t wrong = 0;
  const uint8_t wanted = value ? 0xff : 0;
  if (first >= last)
    return 1;
  const uint32_t begin = first / 8, end = (last - 1) / 8;
  const uint8_t head = (uint8_t)(0xff << first % 8);
  const uint8_t tail = (uint8_t)(0xff >> (7 - (last - 1) % 8));
  if (begin == end)
    return ((bits[begin] ^ wanted) & head & tail) == 0;
  wrong |= (bits[begin] ^ wanted) & head;
  for (uint32_t i = begin + 1; i < end; i++)
    wrong |= bits[i] ^ wanted;
  wrong |= (bits[end] ^ wanted) & tail;
  return wrong == 0;
}

/** Whether the contacts of the block are those of the step before. */
static int is_unchanged(const dcm_pair_block *b, int begins_at_reach, dcm_pair_scratch *s) {
  if (b->persist_2) {
    dcm_compare(s->distance_2, b->persist_2, dcm_whole_lanes(b->touching), s->within);
    if (!all_bits(s->within, 0, b->touching, 1))
      return 0;
  }
  dcm_compare(s->distance_2, begins_at_reach ? b->persist_2 : s->touch_2, dcm_whole_lanes(b->count),
              s->within);
  if (!b->persist_2 && !all_bits(s->within, 0, b->touching, 1))
    return 0;
  return all_bits(s->within, b->touching, b->count, 0);
}

/* ----------------------------------------------------------------------------------- evaluation */

DCM_SPECIALISED void scatter(const dcm_particles *particles, const dcm_pair_block *block,
                             uint32_t first, uint32_t count, const dcm_results *r,
                             dcm_share share) {
  double *const force = particles->force, *const torque = particles->torque;
  const uint32_t *one = block->particle_1 + first, *two = block->particle_2 + first;
  const uint32_t summed = particles->summed;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t i = one[k], j = two[k];
    if (i < summed && dcm_is_of_share(&share, i)) {
      dcm_add_to_row(force + 3 * (size_t)i, r->force, k);
      dcm_add_to_row(torque + 3 * (size_t)i, r->torque_1, k);
    }
    if (j < summed && dcm_is_of_share(&share, j)) {
      dcm_subtract_from_row(force + 3 * (size_t)j, r->force, k);
      dcm_add_to_row(torque + 3 * (size_t)j, r->torque_2, k);
    }
  }
}

/* Two loops, of which the usual one does not look for owners. */
void DCM_ISA_NAME(dcm_pair_scatter_block)(const dcm_particles *particles,
                                          const dcm_pair_block *block, uint32_t first,
                                          uint32_t count, const dcm_results *results,
                                          const dcm_share *share) {
  if (share->owner)
    scatter(particles, block, first, count, results, *share);
  else
    scatter(particles, block, first, count, results, dcm_whole_share);
}

/** Prefetches memory: the processor goes on and does not wait for it. */
static void prefetch(const void *begin, const void *end) {
  for (const char *at = begin; at < (const char *)end; at += DCM_ALIGNMENT)
    __builtin_prefetch(at, 0, 2);
}

/** Prefetches rows of particles from end to end. Contacts want these rows in an order in which the
 * processor sees no pattern, so that it would wait for many of them. */
static void prefetch_particles(const double *rows, uint32_t first, uint32_t end) {
  prefetch(rows + 3 * (uint64_t)first, rows + 3 * (uint64_t)end);
}

/** Rows of the list that the next batch needs. There are many rows, and each is too short for the
 * processor to find a pattern in it. */
typedef struct ahead {
  struct {
    const char *begin, *end;
  } rows[5 + DCM_MOST_COMPONENTS];
  uint32_t count;
} ahead;

static void want(ahead *a, const void *row, size_t bytes) {
  a->rows[a->count].begin = row;
  a->rows[a->count++].end = (const char *)row + bytes;
}

/** @param first, block where the next batch begins, if the block has so many contacts; else it is
 *                     the first one of the next block that has any
 * @param end          block that is no more looked at */
static ahead look_ahead(const dcm_pair_list *list, uint32_t block, uint32_t first, uint32_t end) {
  ahead a;
  a.count = 0;
  const dcm_pair_block *b = &list->blocks[block];
  if (first >= b->touching) {
    first = 0;
    do
      block++;
    while (block < end && list->blocks[block].touching == 0);
    if (block == end)
      return a;
    b = &list->blocks[block];
    want(&a, b->particle_1, b->count * sizeof *b->particle_1);
    want(&a, b->particle_2, b->count * sizeof *b->particle_2);
    want(&a, b->radius_1, b->count * sizeof *b->radius_1);
    want(&a, b->radius_2, b->count * sizeof *b->radius_2);
  }
  const size_t bytes = dcm_batch_count(b->touching, first) * sizeof(double);
  want(&a, b->effective_mass + first, bytes);
  for (uint32_t c = 0; c < list->history_width; c++)
    if (b->history[c])
      want(&a, b->history[c] + first, bytes);
  return a;
}

/** The rows are prefetched in parts, between the loops over a batch: memory serves only so many
 * lines of the cache at a time, and a request beyond that number waits. */
enum { PARTS = 6 };

static void prefetch_part(const ahead *a, uint32_t part) {
  for (uint32_t r = part; r < a->count; r += PARTS)
    prefetch(a->rows[r].begin, a->rows[r].end);
}

/** Books the energies of a batch by the motion at the time of the positions. */
static void book(const dcm_pair_step *step, const dcm_batch *batch, const uint32_t *one,
                 const uint32_t *two, dcm_arm velocity_arm, dcm_arm moment_arm, int couples,
                 dcm_energy_rows *rows) {
  const dcm_energy_sums *energies = step->energies;
  const uint32_t lanes = dcm_whole_lanes(batch->count);
  const dcm_late_motion late = dcm_late_of_rows(rows);
  dcm_gather_differences(energies->late_velocity, one, two, lanes, late.velocity);
  dcm_gather_rows(energies->late_spin, one, lanes, late.spin_1);
  dcm_gather_rows(energies->late_spin, two, lanes, late.spin_2);
  DCM_TWO_LOOPS(couples, dcm_batch_booking, batch, lanes, &late, velocity_arm, moment_arm, step->dt,
                step->law->foresight, 0);
}

void DCM_ISA_NAME(dcm_pair_kernel_run)(const dcm_pair_step *step, uint32_t block, uint32_t end,
                                       dcm_pair_scratch *s, const dcm_kept_block *kept) {
  dcm_pair_block *b = &step->list->blocks[block];
  dcm_batch_rows *rows = &s->rows;
  const dcm_law *law = step->law;
  const dcm_particles *p = &step->particles;
  const dcm_arm velocity_arm = dcm_arm_of(law->instance.velocity_arm);
  const dcm_arm moment_arm = dcm_moment_arm(&law->instance, 0);
  const int couples = !(law->instance.unused & DCM_UNUSED_COUPLES);
  const int mid_step =
      step->half_step_velocities && step->dt > 0.0 && law->instance.frame == DCM_FRAME_MID_STEP;
  if (dcm_pair_block_rests(step->list, b))
    return;
  double *const separation[3] = DCM_VECTOR(s->separation, 0);
  double *const velocity[3] = DCM_VECTOR(rows->motion.velocity, 0);
  double *const spin_1[3] = DCM_VECTOR(rows->motion.spin_1, 0);
  double *const spin_2[3] = DCM_VECTOR(rows->motion.spin_2, 0);
  prefetch_particles(p->position, b->fresh, b->fresh_end);
  prefetch_particles(p->velocity, b->fresh, b->fresh_end);
  prefetch_particles(p->angular_velocity, b->fresh, b->fresh_end);
  prefetch_particles(p->force, b->fresh, b->fresh_end);
  prefetch_particles(p->torque, b->fresh, b->fresh_end);
  const int books_late = dcm_books_late(step->energies, step->dt);
  if (books_late) {
    prefetch_particles(step->energies->late_velocity, b->fresh, b->fresh_end);
    prefetch_particles(step->energies->late_spin, b->fresh, b->fresh_end);
  }
  if (!isfinite(measure(b, p->position, s)))
    find_distance(b, s);
  if (s->jumps.books)
    dcm_pair_note_begun(step, b, s);
  memset(b->begun, 0, sizeof b->begun);
  if (!is_unchanged(b, step->list->begins_at_reach, s)) {
    const uint32_t lasting = s->jumps.books ? dcm_pair_note_ends(step, b, s) : 0;
    dcm_pair_list_sort(step->list, law, block, s->distance_2, separation, 3);
    if (s->jumps.books)
      dcm_pair_note_begins(step, b, lasting, s);
  }
  assert(b->touching <= b->count && b->count <= DCM_BLOCK_CAPACITY);

  const uint32_t size = dcm_batch_size(b->touching);
  for (uint32_t first = 0; first < b->touching; first += size) {
    dcm_results *results = kept ? &kept->results[first / size] : &rows->results;
    const dcm_batch batch = {
        DCM_VIEWS_OF_ROWS(rows, results, mid_step),
        .count = dcm_batch_count(b->touching, first),
        .pair = b->materials,
        .half_step_velocities = step->half_step_velocities,
        .clock = step->clock,
        .separation = DCM_VECTOR(separation, first),
        .radius_1 = b->radius_1 + first,
        .radius_2 = b->radius_2 + first,
        .effective_mass = b->effective_mass + first,
        .factor = b->factor ? b->factor + first : NULL,
        .energies = s->energies,
        .by_arms = s->energy_rows.rows[DCM_LEDGER_ARMS],
    };
    dcm_batch_rows_use(rows, law, step->dt, b->history, first,
                       step->energies && step->energies->begins);

    const uint32_t lanes = dcm_whole_lanes(batch.count);
    const uint32_t *one = b->particle_1 + first, *two = b->particle_2 + first;
    const ahead next = look_ahead(step->list, block, first + size, end);
    dcm_gather_differences(p->velocity, one, two, lanes, velocity);
    prefetch_part(&next, 0);
    dcm_gather_rows(p->angular_velocity, one, lanes, spin_1);
    prefetch_part(&next, 1);
    dcm_gather_rows(p->angular_velocity, two, lanes, spin_2);
    prefetch_part(&next, 2);
    /* DCM_HALF_STEP or DCM_NOW. */
    DCM_TWO_LOOPS(mid_step, dcm_batch_kinematics, &batch, lanes, velocity_arm, step->dt, 0);
    prefetch_part(&next, 3);
    dcm_gather_quantities(law, p, one, lanes, rows->quantities.of[0]);
    dcm_gather_quantities(law, p, two, lanes, rows->quantities.of[1]);
    dcm_batch_call(&batch, law, DCM_SIDE_PARTICLE, step->dt, step->energies != NULL);
    prefetch_part(&next, 4);
    if (books_late)
      book(step, &batch, one, two, velocity_arm, moment_arm, couples, &s->energy_rows);

    double check;
    DCM_FOUR_LOOPS(step->list->weighted, couples, dcm_batch_assemble, &batch, lanes, moment_arm,
                   &check, 0);
    prefetch_part(&next, 5);
    const uint32_t k =
        dcm_find_fault(law, step->dt, rows, results, batch.count, check, 0, &s->fault);
    if (k < batch.count) {
      s->fault.particle_1 = one[k];
      s->fault.particle_2 = two[k];
    }
    if (law->quantity_count)
      dcm_pair_take_quantities(step, b, first, batch.count, s, kept);
    if (step->energies)
      dcm_pair_take_energies(step, block, first, batch.count, s);
    DCM_ISA_NAME(dcm_pair_scatter_block)
    (p, b, first, batch.count, results, kept ? &s->share : &dcm_whole_share);
    if (step->observer && !kept) {
      const dcm_evaluated done = {
          .block = b,
          .first = first,
          .count = batch.count,
          .separation = DCM_VECTOR(separation, first),
          .force = DCM_VECTOR(results->force, 0),
          .torque_1 = DCM_VECTOR(results->torque_1, 0),
          .torque_2 = DCM_VECTOR(results->torque_2, 0),
      };
      step->observer(step->observer_data, &done);
    }
  }
}
