/* SPDX-License-Identifier: MIT */
#include "contacts/pair_energies.h"

#include <string.h>

/** @param rows   [energy][stride] of the batch
 * @param first entry of the block that entry 0 of the rows belongs to */
static void add(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t first,
                uint32_t count, const double *rows, size_t stride) {
  const uint32_t *one = block->particle_1 + first, *two = block->particle_2 + first;
  const uint32_t summed = step->particles.summed;
  double(*of_particles)[DCM_ENERGIES] = step->energies->of_particles;
  double half[DCM_BLOCK_ROW], share[DCM_BLOCK_ROW];
  for (uint32_t k = 0; k < count; k++) {
    half[k] = step->list->weighted ? 0.5 * block->factor[first + k] : 0.5;
    share[k] = half[k] * ((one[k] < summed) + (two[k] < summed));
  }
  for (size_t e = 0; e < dcm_energy_count(step->dt); e++) {
    const double *row = rows + e * stride;
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++)
      sum += share[k] * row[k];
    step->energies->of_contacts[e] += sum;
    for (uint32_t k = 0; k < count && of_particles; k++) {
      if (one[k] < summed)
        of_particles[one[k]][e] += half[k] * row[k];
      if (two[k] < summed)
        of_particles[two[k]][e] += half[k] * row[k];
    }
  }
}

void dcm_pair_take_energies(const dcm_pair_step *step, uint32_t block, uint32_t first,
                            uint32_t count, dcm_pair_scratch *s) {
  if (!s->kept_energies) {
    add(step, &step->list->blocks[block], first, count, s->energy_rows.rows[0], DCM_CONTACT_ROW);
    return;
  }
  double *kept = s->kept_energies + (size_t)block * DCM_KEPT_ENERGIES;
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    memcpy(kept + e * DCM_BLOCK_ROW + first, s->energy_rows.rows[e], count * sizeof *kept);
}

void dcm_pair_add_kept_energies(const dcm_pair_step *step, const double *kept) {
  for (uint32_t n = 0; n < step->list->block_count; n++) {
    const dcm_pair_block *block = &step->list->blocks[n];
    const uint32_t size = dcm_batch_size(block->touching);
    for (uint32_t first = 0; first < block->touching; first += size)
      add(step, block, first, dcm_batch_count(block->touching, first),
          kept + (size_t)n * DCM_KEPT_ENERGIES + first, DCM_BLOCK_ROW);
  }
}
