/* SPDX-License-Identifier: MIT */
/** @file
 * Random particles that are driven about: near pairs for a list, and the same contacts kept by the
 * simplest means, a table of all pairs. */
#ifndef DCM_TESTS_CONTACTS_WORLD_H
#define DCM_TESTS_CONTACTS_WORLD_H

#include "contacts/step.h"
#include "support/random.h"

enum { WORLD_LARGEST = 160 };

typedef struct dcm_world {
  const dcm_law *law;
  uint32_t count;  /**< particles */
  uint32_t summed; /**< of them receive forces */
  double skin;
  int weighted; /**< some pairs are weakened */
  double position[WORLD_LARGEST + 1][3], velocity[WORLD_LARGEST + 1][3];
  double angular_velocity[WORLD_LARGEST + 1][3];
  double radius[WORLD_LARGEST], mass[WORLD_LARGEST];
  uint32_t material[WORLD_LARGEST];
  double quantities[DCM_MOST_QUANTITIES][WORLD_LARGEST]; /**< of the law */
  double
      scale; /**< of the velocities: they move a particle by about a fiftieth of a radius a step */
  double dt;
  dcm_kick coming[WORLD_LARGEST]; /**< by what energies are booked */
} dcm_world;

/** Particles that overlap each other by a few percent, in several layers.
 * @param dense so many and so near that a block of one pair of materials has more contacts than are
 *              evaluated at a time; else so by chance */
dcm_world dcm_world_create(const dcm_law *law, int dense, dcm_random *random);

/** New velocities, and positions a step later. */
void dcm_world_move(dcm_world *world, dcm_random *random);

/** Weight of a pair; 0: it is left out. */
double dcm_world_factor(const dcm_world *world, uint32_t i, uint32_t j);

/** Fills a list with all pairs closer than the skin.
 * @param before list of the same world until now, whose contacts go on, those that no longer touch,
 *               too, for the law to end them; NULL: all begin */
void dcm_world_fill(const dcm_world *world, dcm_pair_list *list, dcm_pair_list *before);

/** Fills a list with them, by dcm_near_pairs. */
void dcm_world_fill_at_once(const dcm_world *world, dcm_pair_list *list, dcm_pair_list *before);

/** The table of all pairs. */
typedef struct dcm_table {
  int touching[WORLD_LARGEST][WORLD_LARGEST];
  double state[WORLD_LARGEST][WORLD_LARGEST][DCM_MOST_COMPONENTS];
  double force[WORLD_LARGEST][3], torque[WORLD_LARGEST][3];
  double sums[DCM_MOST_QUANTITIES][WORLD_LARGEST];
  double of_contacts[DCM_LEDGER], of_particles[WORLD_LARGEST][DCM_LEDGER];
  uint32_t ended; /**< contacts so far */
} dcm_table;

/** A step by the table, contact by contact; forces, sums and energies are set, not added. */
void dcm_table_step(dcm_table *table, const dcm_world *world, double dt);

#endif
