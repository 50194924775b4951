/* SPDX-License-Identifier: MIT */
/** @file
 * Energies of contacts of pairs. */
#ifndef DCM_CONTACTS_PAIR_ENERGIES_H
#define DCM_CONTACTS_PAIR_ENERGIES_H

#include "contacts/pair_kernel.h"

/** Numbers in which the energies of a block are kept. */
enum { DCM_KEPT_ENERGIES = DCM_ENERGIES * DCM_BLOCK_ROW };

/** Adds the energies of a batch to the sums of the step, or keeps them.
 * @param first entry of the block where the batch begins */
void dcm_pair_take_energies(const dcm_pair_step *step, uint32_t block, uint32_t first,
                            uint32_t count, dcm_pair_scratch *scratch);

/** Adds the kept energies of all blocks, in the order in which one thread adds them.
 * @param kept dcm_pair_scratch.kept_energies */
void dcm_pair_add_kept_energies(const dcm_pair_step *step, const double *kept);

#endif
