/* SPDX-License-Identifier: MIT */
/** @file
 * Energies of the contacts of pairs: what each step adds, and what is dissipated as contacts begin
 * and end. Each thread books its own contacts. */
#ifndef DCM_CONTACTS_PAIR_LEDGER_H
#define DCM_CONTACTS_PAIR_LEDGER_H

#include "contacts/rows.h"
#include "contacts/step.h"

/** Numbers in which the energies of a block are kept. */
enum { DCM_KEPT_ENERGIES = DCM_LEDGER_OF_STEP * DCM_BLOCK_ROW };

/** Energy that is dissipated as a contact begins or ends. */
typedef struct dcm_pair_jump {
  uint32_t particle_1, particle_2;
  double energy;
} dcm_pair_jump;

/** The ledger of a thread. */
typedef struct dcm_pair_ledger {
  /** Energies of a batch, as the law is shown them, and [block][DCM_KEPT_ENERGIES] those that are
   * kept, likewise; kept is NULL if none are. */
  dcm_energy_rows rows;
  dcm_energies energies;
  double *kept;

  /** Contacts that began or ended. */
  struct {
    int books;        /* whether the step asks for them */
    dcm_batch *batch; /* see dcm_jump_batch_renew; NULL until a step asks */
    uint32_t width;   /* of the states in the batch */
    dcm_pair_jump *all;
    size_t count, room;
    int is_incomplete; /* for lack of memory */
  } jumps;
} dcm_pair_ledger;

/** The distances of the pairs of a block, entry by entry. */
typedef struct dcm_pair_distances {
  const double *separation[3], *distance_2;
  const double *touch_2; /**< at which the two touch */
} dcm_pair_distances;

/** Makes what the ledger needs in a step to book contacts that begin and end.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_ledger_prepare(dcm_pair_ledger *ledger, const dcm_pair_step *step);

/** Frees that. */
void dcm_pair_ledger_clear(dcm_pair_ledger *ledger);

/** Adds the energies of a batch to the sums of the step, or keeps them.
 * @param first entry of the block where the batch begins */
void dcm_pair_ledger_add(dcm_pair_ledger *ledger, const dcm_pair_step *step, uint32_t block,
                         uint32_t first, uint32_t count);

/** Adds the kept energies of all blocks, in the order in which one thread adds them. */
void dcm_pair_ledger_add_kept(const dcm_pair_step *step, const double *kept);

/** Books contacts of a block that are about to end, before the block is sorted.
 * @return how many contacts last: sorting puts these first */
uint32_t dcm_pair_ledger_ends(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                              const dcm_pair_block *block, const dcm_pair_distances *at);

/** Books contacts that began: those from entry lasting on. */
void dcm_pair_ledger_begins(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                            const dcm_pair_block *block, uint32_t lasting,
                            const dcm_pair_distances *at);

/** Books contacts that began as they were added to the list. */
void dcm_pair_ledger_begun(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                           const dcm_pair_block *block, const dcm_pair_distances *at);

/** Adds what a thread booked of these, in the order of the list.
 * @return DCM_OK, or DCM_ERROR where memory lacked */
int32_t dcm_pair_ledger_add_jumps(const dcm_pair_ledger *ledger, const dcm_pair_step *step);

#endif
