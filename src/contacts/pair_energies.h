/* SPDX-License-Identifier: MIT */
/** @file
 * Energies of contacts of pairs. */
#ifndef DCM_CONTACTS_PAIR_ENERGIES_H
#define DCM_CONTACTS_PAIR_ENERGIES_H

#include "contacts/pair_kernel.h"

/** Numbers in which the energies of a block are kept. */
enum { DCM_KEPT_ENERGIES = DCM_LEDGER_OF_STEP * DCM_BLOCK_ROW };

/** Adds the energies of a batch to the sums of the step, or keeps them.
 * @param first entry of the block where the batch begins */
void dcm_pair_take_energies(const dcm_pair_step *step, uint32_t block, uint32_t first,
                            uint32_t count, dcm_pair_scratch *scratch);

/** Adds the kept energies of all blocks, in the order in which one thread adds them.
 * @param kept dcm_pair_scratch.kept_energies */
void dcm_pair_add_kept_energies(const dcm_pair_step *step, const double *kept);

/** Books contacts of a block that are about to end, before the block is sorted.
 * @return how many contacts last: sorting puts these first */
uint32_t dcm_pair_note_ends(const dcm_pair_step *step, const dcm_pair_block *block,
                            dcm_pair_scratch *scratch);

/** Books contacts that began: those from entry lasting on. */
void dcm_pair_note_begins(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t lasting,
                          dcm_pair_scratch *scratch);

/** Books contacts that began as they were added to the list. */
void dcm_pair_note_begun(const dcm_pair_step *step, const dcm_pair_block *block,
                         dcm_pair_scratch *scratch);

/** Adds what threads booked, in the order of the list.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_add_jumps(const dcm_pair_step *step, const dcm_pair_scratch *scratch,
                           uint32_t threads);

#endif
