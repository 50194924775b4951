/* SPDX-License-Identifier: MIT */
#include "contacts/kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contacts/shapes.h"
#include "ledger/jumps.h"
#include "runtime/arena.h"
#include "runtime/law.h"

void dcm_pair_ledger_add_kept(const dcm_pair_step *step, const double *kept) {
  static dcm_pair_energy_adder *const adders[] = {DCM_ISA_TABLE(dcm_pair_add_energies)};
  dcm_pair_energy_adder *const add = adders[dcm_isa_in_use()];
  for (uint32_t n = 0; n < step->list->block_count; n++) {
    const dcm_pair_block *block = &step->list->blocks[n];
    const uint32_t size = dcm_batch_size(block->touching);
    for (uint32_t first = 0; first < block->touching; first += size)
      add(step, block, first, dcm_batch_count(block->touching, first),
          kept + (size_t)n * DCM_KEPT_ENERGIES + first, DCM_BLOCK_ROW);
  }
}

/* ----------------------------------------------------------------------- begin and end */

int32_t dcm_pair_ledger_prepare(dcm_pair_ledger *ledger, const dcm_pair_step *step) {
  if (ledger->energies.size == 0)
    ledger->energies = dcm_energies_of_rows(&ledger->rows);
  ledger->jumps.books = dcm_books_jumps(step->energies, step->law, step->dt);
  ledger->jumps.count = 0;
  ledger->jumps.is_incomplete = 0;
  return ledger->jumps.books
             ? dcm_jump_batch_renew(&ledger->jumps.batch, &ledger->jumps.width, step->law)
             : DCM_OK;
}

void dcm_pair_ledger_clear(dcm_pair_ledger *ledger) {
  dcm_batch_destroy(ledger->jumps.batch);
  free(ledger->jumps.all);
}

/** The two of a pair, or the spheres in their place, wherever these are.
 * @param separation of particles that are spheres
 * @return 0 if the place of the contact was not found */
static int find_motion(const dcm_particles *p, const dcm_pair_block *b, uint32_t k,
                       dcm_vector separation, dcm_relative_motion *motion) {
  const uint32_t one = b->particle_1[k], two = b->particle_2[k];
  *motion = dcm_motion_of_two(p->position, p->velocity, p->angular_velocity, one, two,
                              b->radius_1[k], b->radius_2[k]);
  if (!p->shapes) {
    motion->separation = separation;
    return 1;
  }
  const double radius[2] = {b->radius_1[k], b->radius_2[k]};
  const dcm_vector start = dcm_load((const double *const *)b->start, k);
  const double anywhere = dcm_length(motion->separation);
  dcm_stand_ins spheres;
  if (dcm_stand_ins_of(&p->shapes[one], &p->shapes[two], motion->separation, start, radius,
                       anywhere, &spheres) != DCM_SHAPES_CLOSE)
    return 0;
  dcm_move_to_stand_ins(motion, &spheres);
  return 1;
}

/** @param sign 1 where the contact ends, -1 where the contact begins */
static void book_jump(dcm_pair_ledger *ledger, const dcm_pair_step *step, const dcm_pair_block *b,
                      uint32_t k, const dcm_pair_distances *at, double sign) {
  const dcm_pair_list *list = step->list;
  const dcm_particles *p = &step->particles;
  const uint32_t one = b->particle_1[k], two = b->particle_2[k];
  const double touch = b->radius_1[k] + b->radius_2[k];
  const int lasts = sign > 0.0 || list->begins_at_reach;
  dcm_batch *batch = ledger->jumps.batch;
  dcm_relative_motion motion;
  if (!find_motion(p, b, k, dcm_load(at->separation, k), &motion))
    return;
  dcm_pair_jump *all =
      dcm_with_room(ledger->jumps.all, &ledger->jumps.room, ledger->jumps.count + 1, sizeof *all);
  ledger->jumps.is_incomplete |= !all;
  if (!all)
    return;
  ledger->jumps.all = all;
  for (uint32_t c = 0; c < list->history_width; c++)
    batch->history[c][0] = b->history[c] ? b->history[c][k] : 0.0;
  dcm_put_quantities(step->law, p, one, batch->quantities_1);
  dcm_put_quantities(step->law, p, two, batch->quantities_2);
  const dcm_jump jump = {
      .materials = b->materials,
      .side_2 = DCM_SIDE_PARTICLE,
      .motion = motion,
      .effective_mass = b->effective_mass[k],
      .farthest = lasts && b->persist_2 ? sqrt(b->persist_2[k]) : touch,
      .ends = sign > 0.0,
  };
  const double factor = b->factor ? b->factor[k] : 1.0;
  ledger->jumps.all[ledger->jumps.count++] = (dcm_pair_jump){
      one, two, sign * factor * dcm_stored_at_jump(batch, step->law, &jump, step->dt)};
}

uint32_t dcm_pair_ledger_ends(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                              const dcm_pair_block *b, const dcm_pair_distances *at) {
  uint32_t lasting = 0;
  for (uint32_t k = 0; k < b->touching; k++) {
    const dcm_range_of_contact range = {
        .touch_2 = at->touch_2[k], .persist_2 = b->persist_2 ? b->persist_2[k] : at->touch_2[k]};
    if (dcm_in_contact(range, 1, at->distance_2[k]))
      lasting++;
    else
      book_jump(ledger, step, b, k, at, 1.0);
  }
  return lasting;
}

void dcm_pair_ledger_begins(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                            const dcm_pair_block *b, uint32_t lasting,
                            const dcm_pair_distances *at) {
  for (uint32_t k = lasting; k < b->touching; k++)
    book_jump(ledger, step, b, k, at, -1.0);
}

void dcm_pair_ledger_begun(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                           const dcm_pair_block *b, const dcm_pair_distances *at) {
  for (uint32_t word = 0; word < sizeof b->begun / sizeof b->begun[0]; word++)
    for (uint64_t bits = b->begun[word]; bits; bits &= bits - 1)
      book_jump(ledger, step, b, 64 * word + (uint32_t)__builtin_ctzll(bits), at, -1.0);
}

int32_t dcm_pair_ledger_add_jumps(const dcm_pair_ledger *ledger, const dcm_pair_step *step) {
  const uint32_t summed = step->particles.summed;
  dcm_energy_sums *sums = step->energies;
  for (size_t n = 0; n < ledger->jumps.count; n++) {
    const dcm_pair_jump *jump = &ledger->jumps.all[n];
    const uint32_t sides[2] = {jump->particle_1, jump->particle_2};
    for (int i = 0; i < 2; i++) {
      if (sides[i] >= summed)
        continue;
      sums->of_contacts[DCM_LEDGER_JUMPS] += 0.5 * jump->energy;
      if (sums->of_particles)
        sums->of_particles[sides[i]][DCM_LEDGER_JUMPS] += 0.5 * jump->energy;
    }
  }
  return ledger->jumps.is_incomplete ? DCM_ERROR : DCM_OK;
}
