/* SPDX-License-Identifier: MIT */
#include "plain.h"

#include <math.h>
#include <string.h>

#include "contacts/step.h"
#include "ledger/booking.h"
#include "ledger/jumps.h"
#include "runtime/batch.h"
#include "support/check.h"

static void add(double *rows, uint32_t i, double factor, double *const vector[3]) {
  for (uint32_t c = 0; c < 3; c++)
    rows[3 * i + c] += factor * vector[c][0];
}

static void evaluate(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k,
                     dcm_batch *b) {
  const dcm_particles *p = &step->particles;
  const uint32_t i = block->particle_1[k], j = block->particle_2[k];
  b->count = 1;
  b->pair = block->materials;
  b->half_step_velocities = step->half_step_velocities;
  b->clock = step->clock;
  dcm_batch_put(b, 0,
                dcm_motion_of_two(p->position, p->velocity, p->angular_velocity, i, j,
                                  block->radius_1[k], block->radius_2[k]),
                block->effective_mass[k]);
  for (uint32_t h = 0; h < step->law->history_width; h++)
    if (block->history[h])
      b->history[h][0] = block->history[h][k];
  for (uint32_t q = 0; q < step->law->quantity_count; q++) {
    b->quantities_1[q][0] = p->quantities[q][i];
    b->quantities_2[q][0] = p->quantities[q][j];
  }
  dcm_batch_evaluate(b, step->law, DCM_SIDE_PARTICLE, step->dt);
  for (uint32_t h = 0; h < step->law->history_width; h++)
    if (block->history[h] && dcm_law_keeps_state(step->law, step->dt))
      block->history[h][k] = b->new_history[h][0];
}

/** Adds what the contact gives its particles. @return whether all of it is finite */
static int scatter(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k,
                   dcm_batch *b) {
  const dcm_particles *p = &step->particles;
  const uint32_t i = block->particle_1[k], j = block->particle_2[k];
  const double factor = step->list->weighted ? block->factor[k] : 1.0;
  double check = 0.0;
  for (int c = 0; c < 3; c++)
    check += 0.0 * (b->force[c][0] + b->torque_1[c][0] + b->torque_2[c][0]);
  if (i < p->summed) {
    add(p->force, i, factor, b->force);
    add(p->torque, i, factor, b->torque_1);
  }
  if (j < p->summed) {
    add(p->force, j, -factor, b->force);
    add(p->torque, j, factor, b->torque_2);
  }
  for (uint32_t q = 0; q < step->law->quantity_count; q++) {
    const double share = step->law->access[q] == DCM_SUM ? factor : 1.0;
    if (!dcm_is_added(step->law, q, step->dt))
      continue;
    check += 0.0 * (b->added_1[q][0] + b->added_2[q][0]);
    if (i < p->summed)
      p->sums[q][i] += share * b->added_1[q][0];
    if (j < p->summed)
      p->sums[q][j] += share * b->added_2[q][0];
  }
  return check == 0.0;
}

/** Whether energies are booked by the motion at the time of the positions. */
static int is_late(const dcm_pair_step *step) {
  return step->energies && step->energies->coming && step->dt > 0.0;
}

static void book_late(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k,
                      dcm_batch *b) {
  const size_t i = block->particle_1[k], j = block->particle_2[k];
  const double *v = step->particles.velocity, *w = step->particles.angular_velocity;
  const dcm_kick *coming = step->energies->coming;
  for (size_t c = 0; c < 3; c++) {
    const double kick = (double)coming[j][c] - (double)coming[i][c];
    b->late.velocity[c][0] = kick + (v[3 * j + c] - v[3 * i + c]);
    b->late.spin_1[c][0] = coming[i][4 + c] + w[3 * i + c];
    b->late.spin_2[c][0] = coming[j][4 + c] + w[3 * j + c];
  }
  dcm_batch_book(b, step->law, DCM_SIDE_PARTICLE, step->dt);
}

static void add_energies(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k,
                         dcm_batch *b) {
  const double half = step->list->weighted ? 0.5 * block->factor[k] : 0.5;
  const uint32_t sides[2] = {block->particle_1[k], block->particle_2[k]};
  if (is_late(step))
    book_late(step, block, k, b);
  for (int s = 0; s < 2 && is_late(step); s++)
    if (sides[s] < step->particles.summed) {
      step->energies->of_contacts[DCM_LEDGER_ARMS] += half * b->by_arms[0];
      step->energies->of_particles[sides[s]][DCM_LEDGER_ARMS] += half * b->by_arms[0];
    }
  for (int s = 0; s < 2 && step->energies; s++)
    for (size_t e = 0; e < (step->dt > 0.0 ? DCM_ENERGIES : DCM_ENERGIES_STORED) &&
                       sides[s] < step->particles.summed;
         e++) {
      step->energies->of_contacts[e] += half * dcm_energy_row(&b->energies, e)[0];
      step->energies->of_particles[sides[s]][e] += half * dcm_energy_row(&b->energies, e)[0];
    }
}

/** Books a contact that begins or ends. */
static void book(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k, double sign) {
  const dcm_particles *p = &step->particles;
  const uint32_t sides[2] = {block->particle_1[k], block->particle_2[k]};
  dcm_batch *b = dcm_jump_batch(step->law);
  const dcm_relative_motion motion =
      dcm_motion_of_two(p->position, p->velocity, p->angular_velocity, sides[0], sides[1],
                        block->radius_1[k], block->radius_2[k]);
  const double reach = dcm_law_reach(
      step->law, dcm_sides_of_particles(block->materials, block->radius_1[k], block->radius_2[k]));
  for (uint32_t h = 0; h < step->law->history_width; h++)
    if (block->history[h])
      b->history[h][0] = block->history[h][k];
  for (uint32_t q = 0; q < step->law->quantity_count; q++) {
    b->quantities_1[q][0] = p->quantities[q][sides[0]];
    b->quantities_2[q][0] = p->quantities[q][sides[1]];
  }
  const double touch = block->radius_1[k] + block->radius_2[k];
  const dcm_jump changed = {.materials = block->materials,
                            .side_2 = DCM_SIDE_PARTICLE,
                            .motion = motion,
                            .effective_mass = block->effective_mass[k],
                            .farthest = step->law->reaches &&
                                                (sign > 0.0 || dcm_law_begins_at_reach(step->law))
                                            ? sqrt((touch + reach) * (touch + reach))
                                            : touch,
                            .ends = sign > 0.0};
  const double factor = step->list->weighted ? block->factor[k] : 1.0;
  const double energy = sign * factor * dcm_stored_at_jump(b, step->law, &changed, step->dt);
  for (int s = 0; s < 2; s++)
    if (sides[s] < p->summed) {
      step->energies->of_contacts[DCM_LEDGER_JUMPS] += 0.5 * energy;
      step->energies->of_particles[sides[s]][DCM_LEDGER_JUMPS] += 0.5 * energy;
    }
  dcm_batch_destroy(b);
}

/** Begins and ends contacts of a block, and books them. */
static void sort(const dcm_pair_step *step, uint32_t number, double *distance_2) {
  dcm_pair_block *block = &step->list->blocks[number];
  const int books = dcm_books_jumps(step->energies, step->law, step->dt);
  uint32_t lasting = 0;
  for (uint32_t k = 0; k < block->touching && books; k++)
    if (block->begun[k / 64] >> k % 64 & 1)
      book(step, block, k, -1.0);
  memset(block->begun, 0, sizeof block->begun);
  for (uint32_t k = 0; k < block->touching && books; k++) {
    const double touch = block->radius_1[k] + block->radius_2[k];
    if (distance_2[k] < (block->persist_2 ? block->persist_2[k] : touch * touch))
      lasting++;
    else
      book(step, block, k, 1.0);
  }
  dcm_pair_list_sort(step->list, step->law, number, distance_2, NULL, 0);
  for (uint32_t k = lasting; k < block->touching && books; k++)
    book(step, block, k, -1.0);
}

static void show(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t k, dcm_batch *b) {
  dcm_evaluated contact = {.block = block, .first = k, .count = 1};
  for (int c = 0; c < 3; c++) {
    double *const vectors[] = {b->force[c], b->torque_1[c], b->torque_2[c]};
    for (int v = 0; v < 3 && step->list->weighted; v++)
      vectors[v][0] *= block->factor[k];
    contact.separation[c] = b->separation[c];
    contact.force[c] = b->force[c];
    contact.torque_1[c] = b->torque_1[c];
    contact.torque_2[c] = b->torque_2[c];
  }
  if (step->observer)
    step->observer(step->observer_data, &contact);
}

static void note(const dcm_pair_block *block, uint32_t k, int of_law, dcm_contact_fault *fault) {
  if (!fault->found)
    *fault = (dcm_contact_fault){.found = 1,
                                 .of_law = of_law,
                                 .particle_1 = block->particle_1[k],
                                 .particle_2 = block->particle_2[k],
                                 .force = {NAN, NAN, NAN}};
}

void dcm_plain_step(const dcm_pair_step *step, dcm_contact_fault *fault) {
  dcm_batch *b = dcm_batch_create(step->law->history_width, 1, step->energies != NULL);
  ck_assert_ptr_nonnull(b);
  fault->found = 0;
  for (uint32_t n = 0; n < step->list->block_count; n++) {
    const dcm_pair_block *block = &step->list->blocks[n];
    double distance_2[DCM_BLOCK_CAPACITY];
    for (uint32_t k = 0; k < block->count; k++) {
      const dcm_vector d =
          dcm_subtract(dcm_vector_at(step->particles.position + 3 * block->particle_2[k]),
                       dcm_vector_at(step->particles.position + 3 * block->particle_1[k]));
      distance_2[k] = dcm_dot(d, d);
      if (!isfinite(distance_2[k]))
        note(block, k, 0, fault);
    }
    sort(step, n, distance_2);
    for (uint32_t k = 0; k < block->touching; k++) {
      evaluate(step, block, k, b);
      if (!scatter(step, block, k, b))
        note(block, k, 1, fault);
      add_energies(step, block, k, b);
      show(step, block, k, b);
    }
  }
  step->list->index.valid = 0;
  dcm_batch_destroy(b);
}
