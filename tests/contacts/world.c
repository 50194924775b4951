/* SPDX-License-Identifier: MIT */
#include "world.h"

#include <string.h>

#include "check/scene/samples.h"
#include "contacts/near_search.h"
#include "ledger/booking.h"
#include "ledger/jumps.h"
#include "runtime/batch.h"
#include "runtime/motion.h"

dcm_world dcm_world_create(const dcm_law *law, int dense, dcm_random *random) {
  dcm_world w = {.law = law, .count = 40 + dcm_below(random, WORLD_LARGEST - 40)};
  if (dense)
    w.count = WORLD_LARGEST;
  w.summed = dcm_chance(random, 0.5) ? w.count : 1 + dcm_below(random, w.count);
  w.weighted = !dense && dcm_chance(random, 0.3);
  const double size = dcm_log_uniform(random, 1e-4, 1e-1);
  const double spread = dcm_uniform(random, 0.0, 0.6);
  const double spacing = dense || dcm_chance(random, 0.3) ? 0.8 : 1.0;
  w.skin = size * dcm_uniform(random, 0.1, 1.0);
  w.scale = size * dcm_log_uniform(random, 1e-3, 1e-2);
  w.dt = dcm_log_uniform(random, 1e-7, 1e-5);
  for (uint32_t i = 0; i < w.count; i++) {
    const uint32_t cell[3] = {i % 5, i / 5 % 5, i / 25};
    w.radius[i] = 0.5 * size * dcm_uniform(random, 1.0 - spread, 1.0 + spread);
    w.mass[i] = 1e4 * w.radius[i] * w.radius[i] * w.radius[i];
    w.material[i] = 1 + dcm_below(random, law->material_count);
    double values[DCM_MOST_QUANTITIES];
    dcm_random_quantities(law, w.radius[i], w.mass[i], random, values);
    for (uint32_t q = 0; q < law->quantity_count; q++)
      w.quantities[q][i] = values[q];
    for (int c = 0; c < 3; c++) {
      w.position[i][c] = size * (spacing * cell[c] + dcm_uniform(random, -0.1, 0.1));
      w.angular_velocity[i][c] = dcm_uniform(random, -100.0, 100.0);
    }
  }
  dcm_world_move(&w, random);
  return w;
}

void dcm_world_move(dcm_world *w, dcm_random *random) {
  for (uint32_t i = 0; i < w->count; i++)
    for (int c = 0; c < 3; c++) {
      w->velocity[i][c] = w->scale / w->dt * dcm_uniform(random, -1.0, 1.0);
      w->position[i][c] += w->dt * w->velocity[i][c];
    }
  for (uint32_t i = 0; i < w->count; i++)
    for (int c = 0; c < 3; c++) {
      w->coming[i][c] = (float)(0.1 * w->velocity[(i + 1) % w->count][c]);
      w->coming[i][4 + c] = (float)(-0.1 * w->angular_velocity[i][c]);
    }
}

double dcm_world_factor(const dcm_world *w, uint32_t i, uint32_t j) {
  if (!w->weighted)
    return 1.0;
  /* Neighbours, whose numbers differ by 1, 5 or 25, are of every kind. */
  const uint32_t kind = (2 * i + j) % 5;
  return kind == 0 ? 0.0 : kind == 1 ? 0.5 : 1.0;
}

static double distance_2(const dcm_world *w, uint32_t i, uint32_t j) {
  double sum = 0.0;
  for (int c = 0; c < 3; c++) {
    const double d = w->position[j][c] - w->position[i][c];
    sum = c ? sum + d * d : d * d;
  }
  return sum;
}

static uint32_t materials(const dcm_world *w, uint32_t i, uint32_t j) {
  return dcm_law_pair(w->law, w->material[i], w->material[j]);
}

/** A list that is filled, and the list before. */
typedef struct filling {
  const dcm_world *world;
  dcm_pair_list *list, *before;
  dcm_near_pairs near;
} filling;

/** @param state [DCM_MOST_COMPONENTS] filled
 * @return the state of a contact that goes on, or NULL */
static const double *state_before(const filling *f, uint32_t i, uint32_t j, double *state) {
  dcm_pair_place place;
  if (!f->before || !dcm_pair_list_find(f->before, i, j, &place))
    return NULL;
  dcm_pair_list_state(f->before, place, state);
  return state;
}

static void add(filling *f, const dcm_near_pair *pair) {
  double room[DCM_MOST_COMPONENTS];
  const double sum = pair->radius_1 + pair->radius_2;
  const int touches = pair->distance_2 < sum * sum;
  const double *state = state_before(f, pair->particle_1, pair->particle_2, room);
  dcm_pair_list_add(f->list, f->world->law, pair, touches || state, state);
}

static void add_near(filling *f) {
  static dcm_measure_near_pairs *const variants[] = {DCM_ISA_TABLE(dcm_measure_near_pairs)};
  static const int groups[WORLD_LARGEST];
  const dcm_world *w = f->world;
  const dcm_near_particles particles = {w->position[0], w->radius, w->mass, groups, 1};
  dcm_near_pairs *near = &f->near;
  variants[dcm_isa_in_use()](near, &particles);
  uint32_t added = 0;
  for (uint32_t k = 0; k < near->count; k++) {
    double room[DCM_MOST_COMPONENTS];
    const int touches = near->touching[k];
    const double *state = state_before(f, near->particle_1[k], near->particle_2[k], room);
    if (!touches && !state)
      continue;
    dcm_pair_list_add_apart(f->list, w->law, near, added, k);
    dcm_pair_list_add_contact(f->list, w->law, near, k, state);
    added = k + 1;
  }
  dcm_pair_list_add_apart(f->list, w->law, near, added, near->count);
  near->count = 0;
}

static void note_near(filling *f, const dcm_near_pair *pair) {
  const uint32_t k = f->near.count++;
  f->near.particle_1[k] = pair->particle_1;
  f->near.particle_2[k] = pair->particle_2;
  f->near.materials[k] = pair->materials;
  f->near.factor[k] = pair->factor;
  if (f->near.count == DCM_BLOCK_CAPACITY)
    add_near(f);
}

static void fill(filling *f, void (*take)(filling *f, const dcm_near_pair *pair)) {
  const dcm_world *w = f->world;
  dcm_pair_list_clear(f->list, w->law, w->weighted);
  for (uint32_t i = 0; i < w->count; i++)
    for (uint32_t j = i + 1; j < w->count; j++) {
      const double factor = dcm_world_factor(w, i, j);
      const double sum = w->radius[i] + w->radius[j];
      /* A host looks as far as contacts begin, and the skin beyond. */
      const double reach =
          dcm_law_begins_at_reach(w->law)
              ? dcm_law_reach(
                    w->law, dcm_sides_of_particles(materials(w, i, j), w->radius[i], w->radius[j]))
              : 0.0;
      const double near = sum + reach + w->skin, near_2 = near * near;
      if (factor == 0.0 || distance_2(w, i, j) > near_2)
        continue;
      const dcm_near_pair pair = {
          i,
          j,
          materials(w, i, j),
          w->radius[i],
          dcm_effective_mass(w->mass[i], 0, w->mass[j], 0),
          w->radius[j],
          factor,
          distance_2(w, i, j),
      };
      take(f, &pair);
    }
  if (f->near.count > 0)
    add_near(f);
  dcm_pair_list_finish(f->list, w->law, w->position[0], w->count);
}

void dcm_world_fill(const dcm_world *w, dcm_pair_list *list, dcm_pair_list *before) {
  filling f = {.world = w, .list = list, .before = before};
  fill(&f, add);
}

void dcm_world_fill_at_once(const dcm_world *w, dcm_pair_list *list, dcm_pair_list *before) {
  filling f = {.world = w, .list = list, .before = before};
  fill(&f, note_near);
}

/* ----------------------------------------------------------------------------------- the table */

/** Puts state and quantities of a pair into a batch of one. @return the motion of the two */
static dcm_relative_motion put(const dcm_table *t, const dcm_world *w, uint32_t i, uint32_t j,
                               dcm_batch *b) {
  for (uint32_t h = 0; h < w->law->history_width; h++)
    b->history[h][0] = t->state[i][j][h];
  for (uint32_t q = 0; q < w->law->quantity_count; q++) {
    b->quantities_1[q][0] = w->quantities[q][i];
    b->quantities_2[q][0] = w->quantities[q][j];
  }
  return dcm_motion_of_two(w->position[0], w->velocity[0], w->angular_velocity[0], i, j,
                           w->radius[i], w->radius[j]);
}

/** Half of an energy of a contact is each side's. */
static void add_energy(dcm_table *t, const dcm_world *w, uint32_t i, uint32_t j, size_t e,
                       double energy) {
  const double half = 0.5 * dcm_world_factor(w, i, j) * energy;
  const uint32_t sides[2] = {i, j};
  for (int s = 0; s < 2; s++)
    if (sides[s] < w->summed) {
      t->of_contacts[e] += half;
      t->of_particles[sides[s]][e] += half;
    }
}

/** The energies of a contact that has been evaluated, booked by the motion at the time of the
 * positions. */
static void add_energies(dcm_table *t, const dcm_world *w, uint32_t i, uint32_t j, double dt,
                         dcm_batch *b) {
  for (int c = 0; c < 3; c++) {
    const double kick = (double)w->coming[j][c] - (double)w->coming[i][c];
    b->late.velocity[c][0] = kick + (w->velocity[j][c] - w->velocity[i][c]);
    b->late.spin_1[c][0] = w->coming[i][4 + c] + w->angular_velocity[i][c];
    b->late.spin_2[c][0] = w->coming[j][4 + c] + w->angular_velocity[j][c];
  }
  if (dt > 0.0) {
    dcm_batch_book(b, w->law, DCM_SIDE_PARTICLE, dt);
    add_energy(t, w, i, j, DCM_LEDGER_ARMS, b->by_arms[0]);
  }
  for (size_t e = 0; e < (dt > 0.0 ? DCM_ENERGIES : DCM_ENERGIES_STORED); e++)
    add_energy(t, w, i, j, e, dcm_energy_row(&b->energies, e)[0]);
}

static void evaluate(dcm_table *t, const dcm_world *w, uint32_t i, uint32_t j, double dt,
                     dcm_batch *b) {
  b->count = 1;
  b->pair = materials(w, i, j);
  b->half_step_velocities = 1;
  dcm_batch_put(b, 0, put(t, w, i, j, b), dcm_effective_mass(w->mass[i], 0, w->mass[j], 0));
  dcm_batch_evaluate(b, w->law, DCM_SIDE_PARTICLE, dt);
  const double factor = dcm_world_factor(w, i, j);
  for (int c = 0; c < 3; c++) {
    t->force[i][c] += factor * b->force[c][0];
    t->force[j][c] -= factor * b->force[c][0];
    t->torque[i][c] += factor * b->torque_1[c][0];
    t->torque[j][c] += factor * b->torque_2[c][0];
  }
  for (uint32_t q = 0; q < w->law->quantity_count; q++)
    if (w->law->access[q] == DCM_SUM || (w->law->access[q] == DCM_CHANGE && dt != 0.0)) {
      const double share = w->law->access[q] == DCM_SUM ? factor : 1.0;
      t->sums[q][i] += share * b->added_1[q][0];
      t->sums[q][j] += share * b->added_2[q][0];
    }
  if (dcm_law_keeps_state(w->law, dt))
    for (uint32_t h = 0; h < w->law->history_width; h++)
      t->state[i][j][h] = b->new_history[h][0];
  add_energies(t, w, i, j, dt, b);
}

/** Books a contact that begins or ends.
 * @param reach beyond touching */
static void book_jump(dcm_table *t, const dcm_world *w, uint32_t i, uint32_t j, double reach,
                      int ends, double dt, dcm_batch *b) {
  const int lasts = ends || dcm_law_begins_at_reach(w->law);
  const dcm_jump jump = {.materials = materials(w, i, j),
                         .side_2 = DCM_SIDE_PARTICLE,
                         .motion = put(t, w, i, j, b),
                         .effective_mass = dcm_effective_mass(w->mass[i], 0, w->mass[j], 0),
                         .farthest = w->radius[i] + w->radius[j] + (lasts ? reach : 0.0),
                         .ends = ends};
  if (dt > 0.0 && w->law->history_width > 0)
    add_energy(t, w, i, j, DCM_LEDGER_JUMPS,
               (ends ? 1.0 : -1.0) * dcm_stored_at_jump(b, w->law, &jump, dt));
}

void dcm_table_step(dcm_table *t, const dcm_world *w, double dt) {
  memset(t->force, 0, sizeof t->force);
  memset(t->torque, 0, sizeof t->torque);
  memset(t->sums, 0, sizeof t->sums);
  memset(t->of_contacts, 0, sizeof t->of_contacts);
  memset(t->of_particles, 0, sizeof t->of_particles);
  dcm_batch *b = dcm_batch_create(w->law->history_width, 1, 1), *jump = dcm_jump_batch(w->law);
  for (uint32_t i = 0; i < w->count; i++)
    for (uint32_t j = i + 1; j < w->count; j++) {
      if (dcm_world_factor(w, i, j) == 0.0)
        continue;
      const double r1 = w->radius[i], r2 = w->radius[j];
      const double reach =
          w->law->reaches
              ? dcm_law_reach(w->law, dcm_sides_of_particles(materials(w, i, j), r1, r2))
              : 0.0;
      double limit = r1 + r2;
      if (t->touching[i][j] || dcm_law_begins_at_reach(w->law))
        limit += reach;
      double *fields[DCM_MOST_COMPONENTS];
      for (uint32_t h = 0; h < w->law->history_width; h++)
        fields[h] = &t->state[i][j][h];
      const int touches = distance_2(w, i, j) < limit * limit;
      if (touches && !t->touching[i][j]) {
        dcm_law_history_begin(w->law, materials(w, i, j), DCM_SIDE_PARTICLE, 1, fields);
        book_jump(t, w, i, j, reach, 0, dt, jump);
      }
      if (!touches && t->touching[i][j]) {
        t->ended++;
        book_jump(t, w, i, j, reach, 1, dt, jump);
      }
      t->touching[i][j] = touches;
      if (touches)
        evaluate(t, w, i, j, dt, b);
    }
  dcm_batch_destroy(jump);
  dcm_batch_destroy(b);
}
