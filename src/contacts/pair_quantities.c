/* SPDX-License-Identifier: MIT */
#include "contacts/pair_quantities.h"

#include <math.h>
#include <string.h>

#include "contacts/quantities.h"

/** What the contacts of a block add to a quantity of one side. */
static double *kept_row(const dcm_pair_step *step, double *kept, uint32_t block, uint32_t side,
                        uint32_t quantity) {
  const size_t rows = ((size_t)block * 2 + side) * step->law->quantity_count + quantity;
  return kept + rows * DCM_BLOCK_ROW;
}

/** Adds to a quantity of the particles from low up to high. A sum is weighted as forces are; what
 * is changed has gone into the state of the contact, all of it. */
static void add_quantity(const dcm_pair_step *step, uint32_t quantity, const uint32_t *particle,
                         const double *added, const double *factor, uint32_t count, uint32_t low,
                         uint32_t high) {
  const int weighted = step->list->weighted && step->law->access[quantity] == DCM_SUM;
  double *sums = step->particles.sums[quantity];
  for (uint32_t k = 0; k < count; k++)
    if (particle[k] - low < high - low)
      sums[particle[k]] += weighted ? factor[k] * added[k] : added[k];
}

static void note_quantity(const dcm_pair_block *block, uint32_t k, const double *overlap,
                          const double *normal_velocity, uint32_t at, dcm_contact_fault *fault) {
  if (!fault->found)
    *fault = (dcm_contact_fault){.found = 1,
                                 .of_law = 1,
                                 .particle_1 = block->particle_1[k],
                                 .particle_2 = block->particle_2[k],
                                 .overlap = overlap[at],
                                 .normal_velocity = normal_velocity[at],
                                 .force = {NAN, NAN, NAN}};
}

void dcm_pair_take_quantities(const dcm_pair_step *step, uint32_t block, const dcm_listed *t,
                              dcm_pair_scratch *s) {
  const dcm_law *law = step->law;
  const dcm_pair_block *b = &step->list->blocks[block];
  const dcm_quantity_rows *rows = &s->evaluation.quantities;
  const uint32_t wrong = dcm_unbounded_quantity(law, rows, t->count, step->dt);
  if (wrong < t->count)
    note_quantity(b, t->first + wrong, s->evaluation.overlap, s->evaluation.normal_velocity, wrong,
                  &s->fault);
  for (uint32_t side = 0; side < 2; side++)
    for (uint32_t q = 0; q < law->quantity_count; q++) {
      const double *added = rows->added[side][q];
      if (!dcm_is_added(law, q, step->dt))
        continue;
      if (s->kept_added)
        memcpy(kept_row(step, s->kept_added, block, side, q) + t->first, added,
               t->count * sizeof *added);
      else
        add_quantity(step, q, (side ? b->particle_2 : b->particle_1) + t->first, added,
                     b->factor + t->first, t->count, 0, step->particles.summed);
    }
}

void dcm_pair_add_kept(const dcm_pair_step *step, double *kept, uint32_t block, uint32_t low,
                       uint32_t high) {
  const dcm_pair_block *b = &step->list->blocks[block];
  for (uint32_t side = 0; side < 2; side++)
    for (uint32_t q = 0; q < step->law->quantity_count; q++)
      if (dcm_is_added(step->law, q, step->dt))
        add_quantity(step, q, side ? b->particle_2 : b->particle_1,
                     kept_row(step, kept, block, side, q), b->factor, b->touching, low, high);
}

void dcm_pair_take_plain(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k,
                         const dcm_batch *b, dcm_pair_scratch *s) {
  for (uint32_t q = 0; q < step->law->quantity_count; q++) {
    if (!dcm_is_added(step->law, q, step->dt))
      continue;
    if (!isfinite(b->added_1[q][0]) || !isfinite(b->added_2[q][0]))
      note_quantity(block, k, b->overlap, b->normal_velocity, 0, &s->fault);
    const double *factor = block->factor + k;
    const uint32_t summed = step->particles.summed;
    add_quantity(step, q, block->particle_1 + k, b->added_1[q], factor, 1, 0, summed);
    add_quantity(step, q, block->particle_2 + k, b->added_2[q], factor, 1, 0, summed);
  }
}
