/* SPDX-License-Identifier: MIT */
/** @file
 * Adds the answers of contacts to the quantities of the particles of pairs. */
#ifndef DCM_CONTACTS_PAIR_QUANTITIES_H
#define DCM_CONTACTS_PAIR_QUANTITIES_H

#include "contacts/pair_kernel.h"

/** Adds what the law adds to quantities of the particles of a batch to theirs, or keeps it.
 * @param first entry of the block where the batch begins */
void dcm_pair_take_quantities(const dcm_pair_step *step, uint32_t block, uint32_t first,
                              uint32_t count, dcm_pair_scratch *scratch);

/** Adds the kept answers of a block to the particles from low up to, not including, high.
 * @param kept dcm_pair_scratch.kept_added */
void dcm_pair_add_kept(const dcm_pair_step *step, double *kept, uint32_t block, uint32_t low,
                       uint32_t high);

#endif
