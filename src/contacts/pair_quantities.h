/* SPDX-License-Identifier: MIT */
/** @file
 * What contacts of pairs add to the quantities of their particles. */
#ifndef DCM_CONTACTS_PAIR_QUANTITIES_H
#define DCM_CONTACTS_PAIR_QUANTITIES_H

#include "contacts/pair_kernel.h"
#include "runtime/batch.h"

/** Takes what the law adds to quantities of the particles of a batch: adds it to theirs, or keeps
 * it, and keeps the first contact of which something is not finite. */
void dcm_pair_take_quantities(const dcm_pair_step *step, uint32_t block, const dcm_listed *listed,
                              dcm_pair_scratch *scratch);

/** The same for the contact at entry k of a block, alone in a batch. */
void dcm_pair_take_plain(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k,
                         const dcm_batch *batch, dcm_pair_scratch *scratch);

/** Adds what was kept of a block to the particles from low up to, not including, high.
 * @param kept dcm_pair_scratch.kept_added */
void dcm_pair_add_kept(const dcm_pair_step *step, double *kept, uint32_t block, uint32_t low,
                       uint32_t high);

#endif
