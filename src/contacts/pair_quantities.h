/* SPDX-License-Identifier: MIT */
/** @file
 * Adds the answers of contacts to the quantities of the particles of pairs. */
#ifndef DCM_CONTACTS_PAIR_QUANTITIES_H
#define DCM_CONTACTS_PAIR_QUANTITIES_H

#include "contacts/pair_kernel.h"

/** Adds what the law adds to quantities of the particles of a batch to theirs.
 * @param first entry of the block where the batch begins
 * @param kept  see dcm_pair_kernel */
void dcm_pair_take_quantities(const dcm_pair_step *step, const dcm_pair_block *block,
                              uint32_t first, uint32_t count, const dcm_pair_scratch *scratch,
                              const dcm_kept_block *kept);

/** Adds the kept answers of a block to the particles of a share. */
void dcm_pair_add_kept(const dcm_pair_step *step, const dcm_pair_block *block,
                       const dcm_kept_block *kept, const dcm_share *share);

#endif
