/* SPDX-License-Identifier: MIT */
#include "contacts/pair_quantities.h"

#include <string.h>

#include "contacts/quantities.h"

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

void dcm_pair_take_quantities(const dcm_pair_step *step, const dcm_pair_block *block,
                              uint32_t first, uint32_t count, const dcm_pair_scratch *s,
                              const dcm_kept_block *kept) {
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

void dcm_pair_add_kept(const dcm_pair_step *step, const dcm_pair_block *block,
                       const dcm_kept_block *kept, const dcm_share *share) {
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    if (dcm_is_added(step->law, q, step->dt))
      add_quantity(step, q, block, 0, block->touching, kept_row(step, kept, 0, q),
                   kept_row(step, kept, 1, q), share);
}
