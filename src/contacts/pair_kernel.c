/* SPDX-License-Identifier: MIT */
#include "contacts/kernels.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "contacts/evaluate.h"
#include "contacts/rows.h"
#include "runtime/law.h"

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

enum { MOST_BESIDE = 16 };

/** Rows that change places as their pairs do. @return how many */
static uint32_t put_beside(dcm_pair_scratch *s, int shaped, int midway, double **beside) {
  dcm_shape_rows *of = &s->shapes;
  uint32_t count = 0;
  for (int d = 0; d < 3; d++)
    beside[count++] = s->separation[d];
  for (int d = 0; d < 3 && shaped; d++) {
    beside[count++] = of->centres[d];
    beside[count++] = of->arm[0][d];
    beside[count++] = of->arm[1][d];
    beside[count++] = of->before[d];
  }
  if (midway)
    beside[count++] = of->depth;
  return count;
}

/** Has contacts of a block begin and end. */
static void find_contacts(const dcm_pair_step *step, uint32_t block, dcm_pair_scratch *s) {
  dcm_pair_block *b = &step->list->blocks[block];
  const dcm_pair_distances at = {DCM_VECTOR(s->separation, 0), s->distance_2, s->touch_2};
  const int books = s->ledger.jumps.books;
  const int shaped = step->particles.shapes != NULL;
  double *beside[MOST_BESIDE];
  if (!isfinite(shaped ? DCM_ISA_NAME(dcm_pair_measure_shapes)(step, b, s)
                       : measure(b, step->particles.position, s)))
    find_distance(b, s);
  if (books)
    dcm_pair_ledger_begun(&s->ledger, step, b, &at);
  memset(b->begun, 0, sizeof b->begun);
  if (is_unchanged(b, step->list->begins_at_reach, s))
    return;
  if (books)
    dcm_pair_ledger_ends(&s->ledger, step, b, &at);
  dcm_pair_list_sort(step->list, step->law, block, s->distance_2, beside,
                     put_beside(s, shaped, step->particles.midway != NULL, beside));
  if (books)
    dcm_pair_ledger_begun(&s->ledger, step, b, &at);
  memset(b->begun, 0, sizeof b->begun);
}

/* ----------------------------------------------------------------------------------------- sums */

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

/** Adds the results of contacts to the particles of a share: two loops, of which the usual one does
 * not look for owners.
 * @param first entry of the block that entry 0 of the results belongs to */
static void add_forces(const dcm_particles *particles, const dcm_pair_block *block, uint32_t first,
                       uint32_t count, const dcm_results *results, const dcm_share *share) {
  if (share->owner)
    scatter(particles, block, first, count, results, *share);
  else
    scatter(particles, block, first, count, results, dcm_whole_share);
}

/** Row of the numbers that the contacts of a block add to a quantity of one side. */
static double *kept_row(const dcm_pair_step *step, const dcm_kept_block *kept, uint32_t side,
                        uint32_t quantity) {
  return kept->added + (side * (size_t)step->law->quantity_count + quantity) * DCM_BLOCK_ROW;
}

/** Adds to a quantity of both sides of contacts, of the particles of a share, contact by contact as
 * forces are added. A sum is weighted as forces are; what is changed has gone into the
 * state of the contact, all of it. */
static void add_quantity(const dcm_pair_step *step, uint32_t quantity, const dcm_pair_block *block,
                         uint32_t first, uint32_t count, const double *added_1,
                         const double *added_2, const dcm_share *share) {
  const int weighted = step->list->weighted && step->law->access[quantity] == DCM_SUM;
  const uint32_t *one = block->particle_1 + first, *two = block->particle_2 + first;
  const double *factor = weighted ? block->factor + first : NULL;
  const uint32_t summed = step->particles.summed;
  double *sums = step->particles.sums[quantity];
  for (uint32_t k = 0; k < count; k++) {
    if (one[k] < summed && dcm_is_of_share(share, one[k]))
      sums[one[k]] += weighted ? factor[k] * added_1[k] : added_1[k];
    if (two[k] < summed && dcm_is_of_share(share, two[k]))
      sums[two[k]] += weighted ? factor[k] * added_2[k] : added_2[k];
  }
}

/** Adds what the law adds to quantities of the particles of a batch to theirs.
 * @param first entry of the block where the batch begins
 * @param kept  see dcm_pair_kernel */
static void add_quantities(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t first,
                           uint32_t count, const dcm_pair_scratch *s, const dcm_kept_block *kept) {
  const dcm_law *law = step->law;
  const dcm_quantity_rows *rows = &s->rows.quantities;
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const double *added_1 = rows->added[0][q], *added_2 = rows->added[1][q];
    if (!dcm_is_added(law, q, step->dt))
      continue;
    add_quantity(step, q, block, first, count, added_1, added_2,
                 kept ? &s->share : &dcm_whole_share);
    if (!kept)
      continue;
    memcpy(kept_row(step, kept, 0, q) + first, added_1, count * sizeof *added_1);
    memcpy(kept_row(step, kept, 1, q) + first, added_2, count * sizeof *added_2);
  }
}

void DCM_ISA_NAME(dcm_pair_add_kept)(const dcm_pair_step *step, const dcm_pair_block *block,
                                     const dcm_kept_block *kept, const dcm_share *share) {
  const uint32_t size = dcm_batch_size(block->touching);
  for (uint32_t at = 0; at < block->touching; at += size)
    add_forces(&step->particles, block, at, dcm_batch_count(block->touching, at),
               &kept->results[at / size], share);
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    if (dcm_is_added(step->law, q, step->dt))
      add_quantity(step, q, block, 0, block->touching, kept_row(step, kept, 0, q),
                   kept_row(step, kept, 1, q), share);
}

/* ------------------------------------------------------------------------------ what comes next */

/** Prefetches memory: the processor goes on and does not wait for it. */
static void prefetch(const void *begin, const void *end) {
  for (const char *at = begin; at < (const char *)end; at += DCM_ALIGNMENT)
    __builtin_prefetch(at, 0, 2);
}

/** Prefetches rows of the particles that contacts of a block are the first to use. Contacts want
 * these rows in an order in which the processor sees no pattern, so that it would wait for many of
 * them. */
static void prefetch_particles(const dcm_pair_step *step, const dcm_pair_block *b) {
  const dcm_particles *p = &step->particles;
  const double *const rows[] = {p->position, p->velocity, p->angular_velocity, p->force, p->torque};
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
    prefetch(rows[r] + 3 * (uint64_t)b->fresh, rows[r] + 3 * (uint64_t)b->fresh_end);
  if (dcm_books_late(step->energies, step->dt))
    prefetch(step->energies->coming + b->fresh, step->energies->coming + b->fresh_end);
}

/** Rows of the list that the next batch needs. There are many rows, and each is too short for the
 * processor to find a pattern in it. The rows are prefetched in parts, between the loops over a
 * batch: memory serves only so many lines of the cache at a time, and a request beyond that number
 * waits. */
typedef struct ahead {
  struct {
    const char *begin, *end;
  } rows[5 + DCM_MOST_COMPONENTS];
  uint32_t count, part;
} ahead;

enum { PARTS = 6 };

static void want(ahead *a, const void *row, size_t bytes) {
  a->rows[a->count].begin = row;
  a->rows[a->count++].end = (const char *)row + bytes;
}

/** @param first, block where the next batch begins, if the block has so many contacts; else it is
 *                     the first one of the next block that has any
 * @param end          block that is no more looked at */
static ahead look_ahead(const dcm_pair_list *list, uint32_t block, uint32_t first, uint32_t end) {
  ahead a;
  a.count = a.part = 0;
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

/** Prefetches the next part. */
static void prefetch_part(ahead *a) {
  for (uint32_t r = a->part++; r < a->count; r += PARTS)
    prefetch(a->rows[r].begin, a->rows[r].end);
}

/* ----------------------------------------------------------------------------------- evaluation */

/** Forces of a batch, from the motion of the particles on.
 * @param first    entry of the block where the batch begins
 * @param mid_step whether the law is shown a bisector
 * @param next     what is prefetched meanwhile */
DCM_SPECIALISED void evaluate(const dcm_pair_step *step, const dcm_evaluation *e,
                              const dcm_batch *batch, uint32_t first, const dcm_pair_block *b,
                              dcm_results *results, int mid_step, ahead *next,
                              dcm_pair_scratch *s) {
  dcm_batch_rows *rows = &s->rows;
  const dcm_particles *p = &step->particles;
  const uint32_t *one = b->particle_1 + first, *two = b->particle_2 + first;
  const uint32_t lanes = dcm_whole_lanes(batch->count);
  double *const velocity[3] = DCM_VECTOR(rows->motion.velocity, 0);
  double *const spin_1[3] = DCM_VECTOR(rows->motion.spin_1, 0);
  double *const spin_2[3] = DCM_VECTOR(rows->motion.spin_2, 0);
  dcm_gather_differences(p->velocity, one, two, lanes, velocity);
  prefetch_part(next);
  dcm_gather_rows(p->angular_velocity, one, lanes, spin_1);
  prefetch_part(next);
  dcm_gather_rows(p->angular_velocity, two, lanes, spin_2);
  prefetch_part(next);
  const dcm_late_motion late = dcm_late_of_rows(&s->ledger.rows);
  const dcm_kick *coming = step->energies ? step->energies->coming : NULL;
  if (e->books_late) { /* now, because a bisector may take the place of the velocity */
    dcm_gather(dcm_kick_row, coming, two, one, lanes, late.velocity);
    DCM_VECTOR_LOOP dcm_add_motion(velocity, lanes, late.velocity);
  }
  if (p->shapes)
    dcm_shapes_add_turning(&s->shapes, first, lanes, spin_1, spin_2, velocity);
  /* DCM_HALF_STEP or DCM_NOW. */
  DCM_TWO_LOOPS(mid_step, dcm_batch_kinematics, batch, lanes, e->velocity_arm, e->dt, 0);
  if (p->midway)
    dcm_shapes_put_depths(&s->shapes, first, lanes, rows->overlap);
  prefetch_part(next);
  dcm_gather_quantities(e->law, p, one, lanes, rows->quantities.of[0]);
  dcm_gather_quantities(e->law, p, two, lanes, rows->quantities.of[1]);
  dcm_batch_call(batch, e->law, DCM_SIDE_PARTICLE, e->dt, e->has_energies);
  prefetch_part(next);
  if (e->books_late) {
    dcm_gather(dcm_kick_row, coming[0] + 4, one, NULL, lanes, late.spin_1);
    DCM_VECTOR_LOOP dcm_add_motion(spin_1, lanes, late.spin_1);
    dcm_gather(dcm_kick_row, coming[0] + 4, two, NULL, lanes, late.spin_2);
    DCM_VECTOR_LOOP dcm_add_motion(spin_2, lanes, late.spin_2);
    if (p->shapes)
      dcm_shapes_add_turning(&s->shapes, first, lanes, late.spin_1, late.spin_2, late.velocity);
    dcm_book_batch(e, batch, &s->ledger.rows, 0);
    if (p->shapes)
      dcm_shapes_book_changes(step, b, first, &s->shapes, batch, &late);
  }
  const uint32_t k =
      dcm_assemble_batch(e, batch, rows, results, step->list->weighted, 0, &s->fault);
  if (p->shapes)
    dcm_shapes_add_torques(&s->shapes, first, batch->count, results);
  prefetch_part(next);
  if (k < batch->count) {
    s->fault.particle_1 = one[k];
    s->fault.particle_2 = two[k];
  }
}

/* --------------------------------------------------------------------------------------- energies
 */

/* A vector of the instruction set, which the compiler keeps in a register: of a longer one it makes
 * room in memory. */
#if defined(__AVX512F__)
enum { BYTES = 64 };
#elif defined(__AVX2__)
enum { BYTES = 32 };
#else
enum { BYTES = 16 };
#endif
typedef double some_lanes __attribute__((vector_size(BYTES), aligned(sizeof(double))));
enum { WIDTH = BYTES / sizeof(double), VECTORS = DCM_LANES / WIDTH };

/** The sum of share[k] row[k], as eight sums that run side by side, behind the numbers that are
 * left over: the same bits for all instruction sets. */
static double weighted_sum(const double *share, const double *row, uint32_t count) {
  some_lanes lanes[VECTORS] = {0};
  const uint32_t whole = count / DCM_LANES * DCM_LANES;
  double all = 0.0;
  for (uint32_t k = 0; k < whole; k += DCM_LANES)
    for (uint32_t v = 0; v < VECTORS; v++) {
      const size_t at = k + v * WIDTH;
      lanes[v] += *(const some_lanes *)(share + at) * *(const some_lanes *)(row + at);
    }
  for (uint32_t k = whole; k < count; k++)
    all += share[k] * row[k];
  for (uint32_t v = 0; v < VECTORS; v++)
    for (uint32_t l = 0; l < WIDTH; l++)
      all += lanes[v][l];
  return all;
}

void DCM_ISA_NAME(dcm_pair_add_energies)(const dcm_pair_step *step, const dcm_pair_block *block,
                                         uint32_t first, uint32_t count, const double *rows,
                                         size_t stride) {
  const uint32_t *one = block->particle_1 + first, *two = block->particle_2 + first;
  const uint32_t summed = step->particles.summed;
  const size_t number = dcm_energy_count(step->dt);
  double(*of_particles)[DCM_LEDGER] = step->energies->of_particles;
  double half[DCM_BLOCK_ROW], share[DCM_BLOCK_ROW];
  for (uint32_t k = 0; k < count; k++)
    half[k] = step->list->weighted ? 0.5 * block->factor[first + k] : 0.5;
  for (uint32_t k = 0; k < count; k++)
    share[k] = half[k] * ((one[k] < summed) + (two[k] < summed));
  for (size_t e = 0; e < number; e++)
    step->energies->of_contacts[e] += weighted_sum(share, rows + e * stride, count);
  for (size_t e = 0; e < number && of_particles; e++)
    for (uint32_t k = 0; k < count; k++) {
      if (one[k] < summed)
        of_particles[one[k]][e] += half[k] * rows[e * stride + k];
      if (two[k] < summed)
        of_particles[two[k]][e] += half[k] * rows[e * stride + k];
    }
}

/** Adds the energies of a batch to the sums of the step, or keeps them.
 * @param first entry of the block where the batch begins */
static void add_energies(dcm_pair_ledger *ledger, const dcm_pair_step *step, uint32_t block,
                         uint32_t first, uint32_t count) {
  if (!ledger->kept) {
    DCM_ISA_NAME(dcm_pair_add_energies)
    (step, &step->list->blocks[block], first, count, ledger->rows.rows[0], DCM_CONTACT_ROW);
    return;
  }
  double *kept = ledger->kept + (size_t)block * DCM_KEPT_ENERGIES;
  for (size_t e = 0; e < DCM_LEDGER_OF_STEP; e++)
    memcpy(kept + e * DCM_BLOCK_ROW + first, ledger->rows.rows[e], count * sizeof *kept);
}

/** Adds what the contacts of a batch do to the particles and to the sums of the step. */
DCM_SPECIALISED void add(const dcm_pair_step *step, uint32_t block, uint32_t first, uint32_t count,
                         const dcm_results *results, const dcm_kept_block *kept,
                         dcm_pair_scratch *s) {
  const dcm_pair_block *b = &step->list->blocks[block];
  if (step->law->quantity_count)
    add_quantities(step, b, first, count, s, kept);
  if (step->energies)
    add_energies(&s->ledger, step, block, first, count);
  add_forces(&step->particles, b, first, count, results, kept ? &s->share : &dcm_whole_share);
  if (!step->observer || kept)
    return;
  const dcm_evaluated done = {
      .block = b,
      .first = first,
      .count = count,
      .separation = DCM_VECTOR(step->particles.shapes ? s->shapes.centres : s->separation, first),
      .force = DCM_VECTOR(results->force, 0),
      .torque_1 = DCM_VECTOR(results->torque_1, 0),
      .torque_2 = DCM_VECTOR(results->torque_2, 0),
  };
  step->observer(step->observer_data, &done);
}

void DCM_ISA_NAME(dcm_pair_kernel_run)(const dcm_pair_step *step, uint32_t block, uint32_t end,
                                       dcm_pair_scratch *s, const dcm_kept_block *kept) {
  dcm_pair_block *b = &step->list->blocks[block];
  dcm_batch_rows *rows = &s->rows;
  if (dcm_pair_block_rests(step->list, b))
    return;
  prefetch_particles(step, b);
  find_contacts(step, block, s);
  assert(b->touching <= b->count && b->count <= DCM_BLOCK_CAPACITY);
  const dcm_law *law = step->law;
  const dcm_evaluation e = dcm_evaluation_of(law, step->dt, step->energies, 0);
  const int mid_step =
      step->half_step_velocities && step->dt > 0.0 && law->instance.frame == DCM_FRAME_MID_STEP;
  const uint32_t size = dcm_batch_size(b->touching);
  for (uint32_t first = 0; first < b->touching; first += size) {
    dcm_results *results = kept ? &kept->results[first / size] : &rows->results;
    const dcm_batch batch = {
        DCM_VIEWS_OF_ROWS(rows, results, mid_step),
        .count = dcm_batch_count(b->touching, first),
        .pair = b->materials,
        .half_step_velocities = step->half_step_velocities,
        .clock = step->clock,
        .separation = DCM_VECTOR(s->separation, first),
        .radius_1 = b->radius_1 + first,
        .radius_2 = b->radius_2 + first,
        .effective_mass = b->effective_mass + first,
        .factor = b->factor ? b->factor + first : NULL,
        .energies = s->ledger.energies,
        .by_arms = s->ledger.rows.rows[DCM_LEDGER_ARMS],
    };
    dcm_batch_rows_use(rows, law, e.dt, b->history, first, e.begins);
    ahead next = look_ahead(step->list, block, first + size, end);
    evaluate(step, &e, &batch, first, b, results, mid_step, &next, s);
    add(step, block, first, batch.count, results, kept, s);
  }
}
