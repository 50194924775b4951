/* SPDX-License-Identifier: MIT */
/** @file
 * The pair loop: all ways to go through the pairs give the same bits, and what a table of all pairs
 * gives, contact by contact. Every law with every combination of its options; seeds as in
 * support/random.h. */
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../runtime/probe.h"
#include "contacts/kernels.h"
#include "contacts/near_search.h"
#include "contacts/rows.h"
#include "contacts/step.h"
#include "ledger/booking.h"
#include "runtime/arena.h"
#include "runtime/machine.h"
#include "support/cases.h"
#include "support/check.h"
#include "support/run.h"
#include "ways.h"
#include "world.h"

/** One way to go through the pairs, with the list and the forces that it comes to. */
typedef struct way {
  dcm_way how;
  uint32_t threads;
  dcm_pair_list *list;
  dcm_pair_stepper *stepper;
  double force[WORLD_LARGEST + 1][3], torque[WORLD_LARGEST + 1][3];
  double sums[DCM_MOST_QUANTITIES][WORLD_LARGEST];
  int asks_no_energies, asks_no_observer;
  int fills_at_once; /* its lists, by the loops of its instruction set */
  uint64_t unknown;  /* bits of components that serve energies which nobody asked for */
  dcm_energy_sums energies;
  double of_particles[WORLD_LARGEST][DCM_LEDGER];
} way;

/** Views of the quantities of a world, and of what contacts add to them. */
typedef struct views {
  const double *quantities[DCM_MOST_QUANTITIES];
  double *sums[DCM_MOST_QUANTITIES];
} views;

static dcm_particles particles_of(dcm_world *world, way *w, views *v) {
  for (uint32_t q = 0; q < DCM_MOST_QUANTITIES; q++) {
    v->quantities[q] = world->quantities[q];
    v->sums[q] = w->sums[q];
  }
  memset(w->sums, 0, sizeof w->sums);
  return (dcm_particles){.position = world->position[0],
                         .velocity = world->velocity[0],
                         .angular_velocity = world->angular_velocity[0],
                         .force = w->force[0],
                         .torque = w->torque[0],
                         .summed = world->summed,
                         .quantities = v->quantities,
                         .sums = v->sums};
}

enum { WAYS = DCM_WAYS + 3 };

/** @return how many there are */
static int make_ways(way *ways) {
  dcm_way hows[DCM_WAYS];
  int count = 0;
  const uint32_t listed = dcm_list_ways(hows);
  for (uint32_t n = 0; n < listed; n++)
    ways[count++] = (way){.how = hows[n], .threads = 1, .fills_at_once = 1};
  ways[count++] = (way){.how = {"without energies", NULL}, .threads = 1, .asks_no_energies = 1};
  ways[count++] = (way){.how = {"2 threads", NULL}, .threads = 2};
  ways[count++] = (way){.how = {"3 threads", NULL}, .threads = 3, .asks_no_observer = 1};
  for (int n = 0; n < count; n++) {
    if (!dcm_threads_available() && ways[n].threads > 1)
      ways[n].threads = 1;
    ways[n].list = dcm_pair_list_create();
    ways[n].stepper = dcm_pair_stepper_create();
  }
  return count;
}

static void destroy_ways(way *ways, int count) {
  for (int n = 0; n < count; n++) {
    dcm_pair_list_destroy(ways[n].list);
    dcm_pair_stepper_destroy(ways[n].stepper);
  }
  dcm_use_way(NULL);
}

/** Sums of what the observer was shown: forces and torques are summed as the loop sums them. */
typedef struct shown {
  const dcm_world *world;
  uint32_t contacts;
  double force[WORLD_LARGEST][3], torque[WORLD_LARGEST][3];
} shown;

static void add_up(void *data, const dcm_evaluated *contacts) {
  shown *s = data;
  s->contacts += contacts->count;
  for (uint32_t k = 0; k < contacts->count; k++) {
    const uint32_t i = contacts->block->particle_1[contacts->first + k];
    const uint32_t j = contacts->block->particle_2[contacts->first + k];
    for (int c = 0; c < 3; c++) {
      ck_assert_double_eq(contacts->separation[c][k],
                          s->world->position[j][c] - s->world->position[i][c]);
      s->force[i][c] += contacts->force[c][k];
      s->force[j][c] -= contacts->force[c][k];
      s->torque[i][c] += contacts->torque_1[c][k];
      s->torque[j][c] += contacts->torque_2[c][k];
    }
  }
}

static int asks_for_energies(const way *w, const dcm_law *law) {
  return !w->asks_no_energies && (law->kept & law->for_energies) == law->for_energies;
}

static dcm_contact_fault step_by(way *w, const dcm_pair_step *step) {
  dcm_contact_fault fault;
  ck_assert_int_eq(dcm_pair_stepper_run(w->stepper, step, &fault), DCM_OK);
  return fault;
}

static uint32_t count_contacts(const dcm_pair_list *list) {
  uint32_t contacts = 0;
  for (uint32_t n = 0; n < list->block_count; n++)
    contacts += list->blocks[n].touching;
  return contacts;
}

/** @return contacts that the observer saw; without one, contacts */
static uint32_t run(way *w, dcm_world *world, double dt) {
  dcm_use_way(&w->how);
  memset(w->force, 0, sizeof w->force);
  memset(w->torque, 0, sizeof w->torque);
  shown seen = {.world = world};
  w->energies =
      (dcm_energy_sums){.of_particles = w->of_particles, .coming = (const dcm_kick *)world->coming};
  memset(w->of_particles, 0, sizeof w->of_particles);
  w->unknown = asks_for_energies(w, world->law) ? 0 : world->law->for_energies;
  views v;
  const dcm_pair_step step = {
      .list = w->list,
      .law = world->law,
      .particles = particles_of(world, w, &v),
      .energies = asks_for_energies(w, world->law) ? &w->energies : NULL,
      .dt = dt,
      .half_step_velocities = 1,
      .threads = w->threads,
      .observer = w->asks_no_observer ? NULL : add_up,
      .observer_data = &seen,
  };
  const dcm_contact_fault fault = step_by(w, &step);
  ck_assert_msg(!fault.found, "%s: a fault at %u, %u", w->how.name, fault.particle_1,
                fault.particle_2);
  if (w->asks_no_observer)
    return count_contacts(w->list);
  for (uint32_t i = 0; i < world->summed; i++)
    for (int c = 0; c < 3; c++)
      ck_assert_msg(seen.force[i][c] == w->force[i][c] && seen.torque[i][c] == w->torque[i][c],
                    "%s: of particle %u the observer was shown others than were added", w->how.name,
                    i);
  return seen.contacts;
}

static void fill(const way *w, const dcm_world *world, dcm_pair_list *list, dcm_pair_list *before) {
  dcm_use_way(&w->how);
  (w->fills_at_once ? dcm_world_fill_at_once : dcm_world_fill)(world, list, before);
}

/** A new list for each way, of which the contacts go on. */
static void renew(way *ways, int count, const dcm_world *world) {
  for (int n = 0; n < count; n++) {
    dcm_pair_list *fresh = dcm_pair_list_create();
    fill(&ways[n], world, fresh, ways[n].list);
    dcm_pair_list_destroy(ways[n].list);
    ways[n].list = fresh;
  }
}

/** Energies of particles are the same to the bit. A batch is summed before the sum is added, so the
 * sums of all contacts differ by rounding. */
static void expect_same_energies(const way *a, const way *b, const char *name, int step) {
  if (a->asks_no_energies || b->asks_no_energies)
    return;
  ck_assert_msg(memcmp(a->of_particles, b->of_particles, sizeof a->of_particles) == 0,
                "%s, step %d: energies of '%s' and '%s' differ", name, step, a->how.name,
                b->how.name);
  for (size_t e = 0; e < DCM_LEDGER; e++) {
    double size = 0.0;
    for (uint32_t i = 0; i < WORLD_LARGEST; i++)
      size += fabs(a->of_particles[i][e]);
    const double came = b->energies.of_contacts[e], expected = a->energies.of_contacts[e];
    ck_assert_msg(fabs(came - expected) <= 1e-12 * size,
                  "%s, step %d: the sum of '%s' is %.17g, of '%s' %.17g, %s", name, step,
                  a->how.name, expected, b->how.name, came, dcm_energy_name(e));
  }
}

static void expect_same_bits(const way *a, const way *b, const char *name, int step) {
  ck_assert_msg(memcmp(a->force, b->force, sizeof a->force) == 0 &&
                    memcmp(a->torque, b->torque, sizeof a->torque) == 0 &&
                    memcmp(a->sums, b->sums, sizeof a->sums) == 0,
                "%s, step %d: forces or sums of '%s' and '%s' differ", name, step, a->how.name,
                b->how.name);
  expect_same_energies(a, b, name, step);
  ck_assert_uint_eq(a->list->block_count, b->list->block_count);
  for (uint32_t n = 0; n < a->list->block_count; n++) {
    const dcm_pair_block *p = &a->list->blocks[n], *q = &b->list->blocks[n];
    ck_assert_uint_eq(p->touching, q->touching);
    ck_assert_uint_eq(p->count, q->count);
    ck_assert_mem_eq(&p->gap, &q->gap, sizeof p->gap);
    ck_assert_mem_eq(p->radius_1, q->radius_1, p->count * sizeof *p->radius_1);
    ck_assert_mem_eq(p->radius_2, q->radius_2, p->count * sizeof *p->radius_2);
    ck_assert_mem_eq(p->effective_mass, q->effective_mass, p->count * sizeof *p->effective_mass);
    ck_assert_mem_eq(p->particle_1, q->particle_1, p->count * sizeof *p->particle_1);
    ck_assert_mem_eq(p->particle_2, q->particle_2, p->count * sizeof *p->particle_2);
    for (uint32_t h = 0; h < a->list->history_width; h++)
      ck_assert_msg(((a->unknown | b->unknown) >> h & 1u) ||
                        (!p->history[h] == !q->history[h] &&
                         (!p->history[h] ||
                          memcmp(p->history[h], q->history[h], p->touching * sizeof(double)) == 0)),
                    "%s, step %d: states of '%s' and '%s' differ", name, step, a->how.name,
                    b->how.name);
  }
}

/** The contacts are those of the table, with the same states; the forces are the sums in another
 * order. */
static void expect_table(way *w, const dcm_table *t, const dcm_world *world, const char *name,
                         int step) {
  uint32_t expected = 0;
  double size = 0.0;
  for (uint32_t i = 0; i < world->count; i++)
    for (uint32_t j = i + 1; j < world->count; j++) {
      dcm_pair_place place;
      const int found = dcm_pair_list_find(w->list, i, j, &place);
      ck_assert_msg(found == t->touching[i][j], "%s, step %d: contact %u, %u is %s", name, step, i,
                    j, found ? "too much" : "missing");
      expected += (uint32_t)found;
      double state[DCM_MOST_COMPONENTS];
      if (found)
        dcm_pair_list_state(w->list, place, state);
      for (uint32_t h = 0; found && h < w->list->history_width; h++)
        ck_assert_msg(!dcm_law_keeps(world->law, h) || dcm_law_keeps_for_energies(world->law, h) ||
                          memcmp(&state[h], &t->state[i][j][h], sizeof(double)) == 0,
                      "%s, step %d: state of %u, %u", name, step, i, j);
    }
  ck_assert_uint_eq(count_contacts(w->list), expected);

  /* Rounding of a sum of some ten numbers, of which the largest need not be those of this particle.
   */
  for (uint32_t i = 0; i < world->count; i++)
    for (int c = 0; c < 3; c++)
      size = fmax(size, fmax(fabs(t->force[i][c]), fabs(t->torque[i][c])));
  for (uint32_t i = 0; i < world->count; i++)
    for (int c = 0; c < 3; c++) {
      const int receives = i < world->summed;
      const double f = receives ? t->force[i][c] : 0.0, m = receives ? t->torque[i][c] : 0.0;
      ck_assert_msg(
          fabs(w->force[i][c] - f) <= 1e-13 * size && fabs(w->torque[i][c] - m) <= 1e-13 * size,
          "%s, step %d: force on %u: %g, by the table %g", name, step, i, w->force[i][c], f);
    }
  for (uint32_t q = 0; q < world->law->quantity_count; q++) {
    double largest = 0.0;
    for (uint32_t i = 0; i < world->count; i++)
      largest = fmax(largest, fabs(t->sums[q][i]));
    for (uint32_t i = 0; i < world->count; i++) {
      const double sum = i < world->summed ? t->sums[q][i] : 0.0;
      ck_assert_msg(fabs(w->sums[q][i] - sum) <= 1e-13 * largest,
                    "%s, step %d: sum %u of %u: %g, by the table %g", name, step, q, i,
                    w->sums[q][i], sum);
    }
  }
}

/** Likewise the energies. */
static void expect_energies(const way *w, const dcm_table *t, const char *name, int step) {
  for (size_t e = 0; e < DCM_LEDGER; e++) {
    double size = 0.0;
    for (uint32_t i = 0; i < WORLD_LARGEST; i++)
      size += fabs(t->of_particles[i][e]);
    for (uint32_t i = 0; i < WORLD_LARGEST; i++)
      ck_assert_msg(fabs(w->of_particles[i][e] - t->of_particles[i][e]) <= 1e-13 * size,
                    "%s, step %d: %s of %u: %.17g, by the table %.17g", name, step,
                    dcm_energy_name(e), i, w->of_particles[i][e], t->of_particles[i][e]);
    ck_assert_msg(fabs(w->energies.of_contacts[e] - t->of_contacts[e]) <= 1e-12 * size,
                  "%s, step %d: %s: %.17g, by the table %.17g", name, step, dcm_energy_name(e),
                  w->energies.of_contacts[e], t->of_contacts[e]);
  }
}

static dcm_table table;

/** Drives a world about with new lists now and then.
 * @return in how many ways */
static int drive(dcm_world *world, const char *name, dcm_random *random) {
  way ways[WAYS];
  const int count = make_ways(ways);
  memset(&table, 0, sizeof table);
  for (int n = 0; n < count; n++)
    fill(&ways[n], world, ways[n].list, NULL);
  for (int step = 0; step < 24; step++) {
    const double dt = step == 0 || dcm_chance(random, 0.1) ? 0.0 : world->dt;
    dcm_table_step(&table, world, dt);
    for (int n = 0; n < count; n++) {
      const uint32_t seen = run(&ways[n], world, dt);
      expect_same_bits(&ways[n], &ways[0], name, step);
      ck_assert_uint_eq(seen, count_contacts(ways[n].list));
    }
    expect_table(&ways[0], &table, world, name, step);
    if (asks_for_energies(&ways[0], world->law))
      expect_energies(&ways[0], &table, name, step);
    dcm_world_move(world, random);
    if (dcm_chance(random, 0.3))
      renew(ways, count, world);
  }
  destroy_ways(ways, count);
  return count;
}

START_TEST(all_ways_give_the_same) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  /* The parts of a composed law mean nothing to the loops around the law. */
  if (dcm_case_is_composed(&the_case) && _i % 8 != 0)
    return;
  for (int round = 0; round < dcm_test_rounds(3); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(1000 * _i + round));
    dcm_law *law = dcm_case_law(&the_case, 1 + dcm_below(&random, 3), NULL, &random);
    if (_i % 2)
      dcm_law_keep_for_energies(law);
    dcm_world world = dcm_world_create(law, 0, &random);
    drive(&world, the_case.name, &random);
    dcm_law_destroy(law);
  }
}
END_TEST

/** The block with the most contacts. */
static const dcm_pair_block *busiest(const dcm_pair_list *list) {
  const dcm_pair_block *most = &list->blocks[0];
  for (uint32_t n = 1; n < list->block_count; n++)
    if (list->blocks[n].touching > most->touching)
      most = &list->blocks[n];
  return most;
}

/** A law that reads all numbers of a contact gets those beyond the first batch of a block, too. */
START_TEST(blocks_of_several_batches) {
  const dcm_fixed rolling[] = {{"rolling", 0.1}, {NULL, 0.0}};
  int i = 0;
  while (!dcm_case_accepts(i, rolling))
    i++;
  const dcm_case the_case = dcm_case_at((uint32_t)i);
  dcm_random random = dcm_random_stream(128);
  dcm_law *law = dcm_case_law(&the_case, 1, rolling, &random);
  dcm_world world = dcm_world_create(law, 1, &random);
  dcm_pair_list *list = dcm_pair_list_create();
  dcm_world_fill(&world, list, NULL);
  ck_assert_uint_gt(busiest(list)->touching, DCM_CONTACT_BATCH);
  dcm_pair_list_destroy(list);
  drive(&world, the_case.name, &random);
  dcm_law_destroy(law);
}
END_TEST

/** Entries beyond the count of a block are those of some pair: a law may read them. */
static void expect_whole_lanes(const dcm_pair_list *list) {
  for (uint32_t n = 0; n < list->block_count; n++) {
    const dcm_pair_block *b = &list->blocks[n];
    for (uint32_t k = b->count; k % DCM_LANES; k++) {
      ck_assert_uint_ne(b->particle_1[k], b->particle_2[k]);
      ck_assert_double_gt(b->radius_1[k], 0.0);
      ck_assert_double_gt(b->radius_2[k], 0.0);
      ck_assert_double_gt(b->effective_mass[k], 0.0);
    }
  }
}

enum { LAYER_EDGE = 6, LAYER = LAYER_EDGE * LAYER_EDGE };
static const double layer_radius = 1e-3, layer_gap = 4e-5;

/** Two layers of particles, each with one straight above it, a small gap apart. */
static dcm_world layers(const dcm_law *law) {
  dcm_world w = {.law = law, .count = 2 * LAYER, .summed = 2 * LAYER, .dt = 1e-6, .skin = 2e-3};
  for (uint32_t i = 0; i < w.count; i++) {
    w.radius[i] = layer_radius;
    w.mass[i] = 1e-5;
    w.material[i] = 1;
    w.position[i][0] = 2.5 * layer_radius * (i % LAYER % LAYER_EDGE);
    w.position[i][1] = 2.5 * layer_radius * (i % LAYER / LAYER_EDGE);
    w.position[i][2] = i < LAYER ? 0.0 : 2.0 * layer_radius + layer_gap;
  }
  return w;
}

/** A law, particles, and all ways to go through their pairs. */
typedef struct setup {
  dcm_law *law;
  dcm_world world;
  way ways[WAYS];
  int count;
} setup;

/** Sets up the first law whose contacts begin where two touch. The caller makes the world. */
static setup *set_up(dcm_random *random) {
  setup *s = malloc(sizeof *s);
  uint32_t first = 0;
  while (dcm_case_at(first).model->reach)
    first++;
  const dcm_case the_case = dcm_case_at(first);
  s->law = dcm_case_law(&the_case, 1, NULL, random);
  s->count = make_ways(s->ways);
  return s;
}

static void tear_down(setup *s) {
  destroy_ways(s->ways, s->count);
  dcm_law_destroy(s->law);
  free(s);
}

/** The layers come straight at each other, the sharpest case of a list that rests: a pair touches
 * in the step in which it does, not one later. */
START_TEST(pairs_wake_in_time) {
  const double step = layer_gap / 7.97;
  dcm_random random = dcm_random_stream(31);
  setup *s = set_up(&random);
  dcm_world *world = &s->world;
  *world = layers(s->law);
  for (int n = 0; n < s->count; n++) {
    way *w = &s->ways[n];
    dcm_world_fill(world, w->list, NULL);
    expect_whole_lanes(w->list);
    for (int made = 0; made < 10; made++) {
      for (uint32_t i = LAYER; i < world->count; i++)
        world->position[i][2] = 2.0 * layer_radius + layer_gap - made * step;
      ck_assert_uint_eq(run(w, world, world->dt), made < 8 ? 0 : LAYER);
      for (uint32_t b = 0; made < 7 && b < w->list->block_count; b++)
        ck_assert(dcm_pair_block_rests(w->list, &w->list->blocks[b]));
    }
    /* Pairs that touch woke none of the others, which are farther apart. */
    for (uint32_t b = 0; b < w->list->block_count; b++) {
      const dcm_pair_block *block = &w->list->blocks[b];
      ck_assert(block->touching == block->count || dcm_pair_block_rests(w->list, block));
    }
    for (uint32_t i = LAYER; i < world->count; i++)
      world->position[i][2] = 2.0 * layer_radius + layer_gap;
  }
  tear_down(s);
}
END_TEST

START_TEST(law_hears_of_every_end) {
  dcm_law *law = dcm_reaching_probe();
  for (int round = 0; round < dcm_test_rounds(8); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(70000 + round));
    const uint32_t before = dcm_probe_ended();
    dcm_world world = dcm_world_create(law, 0, &random);
    const int ways = drive(&world, "probe", &random);
    ck_assert_uint_eq(dcm_probe_ended() - before, (uint32_t)ways * table.ended);
  }
  dcm_law_destroy(law);
}
END_TEST

START_TEST(quantities_are_summed) {
  double total = 0.0;
  for (int round = 0; round < dcm_test_rounds(8); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(90000 + round));
    dcm_law *law = dcm_exchanging_law(dcm_log_uniform(&random, 1e-6, 1e-4));
    dcm_world world = dcm_world_create(law, round == 0, &random);
    drive(&world, "exchange", &random);
    for (uint32_t q = 0; q < law->quantity_count; q++)
      for (uint32_t i = 0; i < world.count; i++)
        total += fabs(table.sums[q][i]);
    dcm_law_destroy(law);
  }
  ck_assert_double_gt(total, 0.0);
}
END_TEST

static dcm_contact_fault fault_of(way *w, dcm_world *world) {
  dcm_use_way(&w->how);
  views v;
  const dcm_pair_step step = {
      .list = w->list,
      .law = world->law,
      .particles = particles_of(world, w, &v),
      .dt = world->dt,
      .threads = w->threads,
  };
  return step_by(w, &step);
}

/** A pair of the list that follows, this far from touching. */
static void add_pair(dcm_pair_list *list, const dcm_law *law, uint32_t i, uint32_t j, double gap) {
  const dcm_near_pair pair = {.particle_1 = i,
                              .particle_2 = j,
                              .radius_1 = 0.5,
                              .radius_2 = 0.5,
                              .effective_mass = 1.0,
                              .factor = 1.0,
                              .distance_2 = (1.0 + gap) * (1.0 + gap)};
  ck_assert_int_eq(dcm_pair_list_add(list, law, &pair, 0, NULL), DCM_OK);
}

/** Grains that move far away, and grains that move together, wake nobody. */
START_TEST(pairs_rest_while_others_move) {
  enum { PARTICLES = 5 * DCM_POINTS_OF_BOX + 3, FAR = 4 * DCM_POINTS_OF_BOX };
  static double position[PARTICLES][3], none[PARTICLES][3];
  const double gaps[] = {0.02, 0.05};
  dcm_random random = dcm_random_stream(35);
  setup *s = set_up(&random);
  const dcm_pair_step step = {.list = s->ways[0].list,
                              .law = s->law,
                              .particles = {.position = position[0],
                                            .velocity = none[0],
                                            .angular_velocity = none[0],
                                            .force = none[0],
                                            .torque = none[0],
                                            .summed = PARTICLES},
                              .dt = 1e-6,
                              .threads = 1};
  dcm_pair_list *list = step.list;
  memset(position, 0, sizeof position);
  ck_assert_int_eq(dcm_pair_list_clear(list, s->law, 0), DCM_OK);
  for (int far = 0; far < 2; far++) {
    const uint32_t i = far ? FAR : 0;
    position[i][0] = 10.0 * i;
    position[i + 1][0] = 10.0 * i + 1.0 + gaps[far];
    /* The pairs are as many as are worth the look. */
    for (int n = 0; n < PARTICLES; n++)
      add_pair(list, s->law, i, i + 1, gaps[far]);
  }
  ck_assert_int_eq(dcm_pair_list_finish(list, s->law, position[0], PARTICLES), DCM_OK);
  const struct {
    double moves[2]; /* of particle 1 of the near pairs, and of the far ones */
    double of_all;
    int rest[2];
  } cases[] = {{{0.0, 0.0}, 0.0, {1, 1}},   {{0.0, 0.04}, 0.0, {1, 1}}, {{0.03, 0.0}, 0.0, {0, 1}},
               {{0.0, 0.06}, 0.0, {1, 0}},  {{0.0, -9.0}, 0.0, {1, 0}}, {{0.0, 0.0}, 77.0, {1, 1}},
               {{0.03, 0.06}, 77.0, {0, 0}}};
  static double before[PARTICLES][3];
  memcpy(before, position, sizeof before);
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    memcpy(position, before, sizeof before);
    for (int i = 0; i < PARTICLES; i++)
      position[i][1] += cases[c].of_all;
    position[0][2] += cases[c].moves[0];
    position[FAR][2] += cases[c].moves[1];
    dcm_contact_fault fault;
    dcm_use_way(&s->ways[0].how);
    ck_assert_int_eq(dcm_pair_stepper_run(s->ways[0].stepper, &step, &fault), DCM_OK);
    for (uint32_t n = 0; n < list->block_count; n++) {
      const int is_far = list->blocks[n].particle_1[0] == FAR;
      ck_assert_msg(dcm_pair_block_rests(list, &list->blocks[n]) == cases[c].rest[is_far],
                    "case %zu, the pairs of the %s particles", c, is_far ? "far" : "near");
    }
  }
  tear_down(s);
}
END_TEST

/** Two points of some boxes have come nearer to each other by no more than the bound, and where
 * boxes have one point by no less. */
START_TEST(closing_is_a_bound) {
  enum { POINTS = 3 * DCM_POINTS_OF_BOX };
  static double then[POINTS][3], now[POINTS][3];
  alignas(DCM_ALIGNMENT) double boxes[3 * DCM_BOX_NUMBERS];
  static dcm_displacement_boxes *const variants[] = {DCM_ISA_TABLE(dcm_displacement_boxes)};
  for (int round = 0; round < dcm_test_rounds(64); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(36000 + round));
    const uint32_t points = 1 + dcm_below(&random, POINTS);
    for (uint32_t i = 0; i < points; i++)
      for (int c = 0; c < 3; c++) {
        then[i][c] = dcm_uniform(&random, -1.0, 1.0);
        now[i][c] = then[i][c] + dcm_uniform(&random, -0.1, 0.1) * (round % 4);
      }
    const uint32_t count = (uint32_t)dcm_box_count(points);
    const uint32_t which[3] = {dcm_below(&random, count), dcm_below(&random, count), count - 1};
    for (int set = 0; set <= (int)dcm_isa_in_use(); set++) {
      variants[set](now[0], then[0], points, boxes);
      const double said = dcm_largest_closing(boxes, which, 3);
      double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9}, side_2 = 0.0;
      for (uint32_t i = 0; i < points; i++)
        for (int w = 0; w < 3; w++)
          for (int c = 0; which[w] == i / DCM_POINTS_OF_BOX && c < 3; c++) {
            low[c] = fmin(low[c], now[i][c] - then[i][c]);
            high[c] = fmax(high[c], now[i][c] - then[i][c]);
          }
      for (int c = 0; c < 3; c++)
        side_2 += (high[c] - low[c]) * (high[c] - low[c]);
      ck_assert_double_eq_tol(said, sqrt(side_2), 1e-15);
      const double kept = now[points - 1][1];
      now[points - 1][1] = NAN;
      variants[set](now[0], then[0], points, boxes);
      ck_assert_double_infinite(dcm_largest_closing(boxes, which, 3));
      now[points - 1][1] = kept;
    }
  }
}
END_TEST

/** A fault of a particle is found, too, where all of its pairs rest. */
START_TEST(faults_wake_pairs) {
  dcm_random random = dcm_random_stream(32);
  setup *s = set_up(&random);
  dcm_world *world = &s->world;
  *world = layers(s->law);
  for (int n = 0; n < s->count; n++)
    for (uint32_t i = 0; i < world->count; i += 11) {
      dcm_world_fill(world, s->ways[n].list, NULL);
      ck_assert_int_eq(fault_of(&s->ways[n], world).found, 0);
      const double kept = world->position[i][1];
      world->position[i][1] = NAN;
      const dcm_contact_fault fault = fault_of(&s->ways[n], world);
      ck_assert_msg(fault.found && (fault.particle_1 == i || fault.particle_2 == i),
                    "%s does not see that %u is nowhere", s->ways[n].how.name, i);
      world->position[i][1] = kept;
    }
  tear_down(s);
}
END_TEST

/** Numbers that are not finite, of positions and of velocities, are found by every way. */
START_TEST(faults_are_found) {
  const double bad[] = {NAN, INFINITY, -INFINITY};
  dcm_random random = dcm_random_stream(99), of_world = dcm_random_stream(4711);
  setup *s = set_up(&random);
  dcm_world *world = &s->world;
  *world = dcm_world_create(s->law, 0, &of_world);
  world->weighted = 0;
  for (int n = 0; n < s->count; n++)
    dcm_world_fill(world, s->ways[n].list, NULL);
  const dcm_pair_block *block = busiest(s->ways[0].list);
  ck_assert_uint_gt(block->touching, 0);
  const uint32_t i = block->particle_1[0];
  double *const places[] = {&world->position[i][1], &world->velocity[i][2]};
  for (int of_law = 0; of_law < 2; of_law++)
    for (int b = 0; b < 3; b++) {
      double *place = places[of_law];
      const double kept = *place;
      dcm_contact_fault first = {0};
      for (int n = 0; n < s->count; n++) {
        way *w = &s->ways[n];
        ck_assert_int_eq(fault_of(w, world).found, 0);
        *place = bad[b];
        const dcm_contact_fault fault = fault_of(w, world);
        ck_assert_msg(fault.found, "%s does not see %g", w->how.name, bad[b]);
        ck_assert_int_eq(fault.of_law, of_law);
        ck_assert_msg(fault.particle_1 == i || fault.particle_2 == i,
                      "%s blames %u and %u instead of %u", w->how.name, fault.particle_1,
                      fault.particle_2, i);
        /* The first of the list, whoever finds it: two that are near each other. */
        if (n == 0)
          first = fault;
        ck_assert_uint_eq(fault.particle_1, first.particle_1);
        ck_assert_uint_eq(fault.particle_2, first.particle_2);
        ck_assert_uint_ne(fault.particle_1, fault.particle_2);
        *place = kept;
        dcm_world_fill(world, w->list, NULL);
      }
    }
  tear_down(s);
}
END_TEST

/** Where the forces are finite, too. */
START_TEST(faults_of_quantities_are_found) {
  dcm_random random = dcm_random_stream(4712);
  dcm_law *law = dcm_exchanging_law(1e-4);
  dcm_world world = dcm_world_create(law, 1, &random);
  way ways[WAYS];
  const int count = make_ways(ways);
  for (int n = 0; n < count; n++) {
    way *w = &ways[n];
    dcm_world_fill(&world, w->list, NULL);
    ck_assert_int_eq(fault_of(w, &world).found, 0);
    const uint32_t i = busiest(w->list)->particle_1[0];
    const double kept = world.quantities[0][i];
    world.quantities[0][i] = NAN;
    const dcm_contact_fault fault = fault_of(w, &world);
    world.quantities[0][i] = kept;
    ck_assert_msg(fault.found && fault.of_law, "%s", w->how.name);
    ck_assert(fault.particle_1 == i || fault.particle_2 == i);
  }
  destroy_ways(ways, count);
  dcm_law_destroy(law);
}
END_TEST

/** Where particles are numbered by their places, a block is told the particles that no block before
 * has contacts of; not the copies of some across a boundary, far from the others. */
START_TEST(blocks_know_what_is_fresh) {
  dcm_random random = dcm_random_stream(33);
  setup *s = set_up(&random);
  s->world = dcm_world_create(s->law, 1, &random);
  dcm_pair_list *list = s->ways[0].list;
  dcm_world_fill(&s->world, list, NULL);
  const dcm_near_pair far = {
      .particle_1 = 1, .particle_2 = 20000, .radius_1 = 1.0, .radius_2 = 1.0, .factor = 1.0};
  ck_assert_int_eq(dcm_pair_list_add(list, s->law, &far, 1, NULL), DCM_OK);
  ck_assert_int_eq(dcm_pair_list_finish(list, s->law, s->world.position[0], s->world.count),
                   DCM_OK);
  uint32_t before = 0, contacts = 0;
  for (uint32_t n = 0; n < list->block_count; n++) {
    const dcm_pair_block *b = &list->blocks[n];
    ck_assert_uint_eq(b->fresh, before);
    uint32_t last = 0;
    for (uint32_t k = 0; k < b->touching; k++)
      if (b->particle_2[k] < 20000 && b->particle_2[k] > last)
        last = b->particle_2[k];
    ck_assert_uint_eq(b->fresh_end, b->touching && last >= before ? last + 1 : before);
    before = b->fresh_end;
    contacts += b->touching;
  }
  ck_assert_uint_gt(contacts, 0);
  tear_down(s);
}
END_TEST

/** A thread leaves out blocks by the numbers of their particles, of the present pairs and not of
 * those before. */
START_TEST(threads_leave_out_no_pair) {
  dcm_random random = dcm_random_stream(36);
  setup *s = set_up(&random);
  s->world = dcm_world_create(s->law, 1, &random);
  way *w = &s->ways[s->count - 1];
  ck_assert_str_eq(w->how.name, "3 threads");
  for (uint32_t i = 0; i + 1 < s->world.summed; i++) {
    const double *one = s->world.position[i], *two = s->world.position[i + 1];
    const double radius = 0.6 * sqrt(pow(one[0] - two[0], 2.0) + pow(one[1] - two[1], 2.0) +
                                     pow(one[2] - two[2], 2.0));
    const dcm_near_pair pair = {.particle_1 = i,
                                .particle_2 = i + 1,
                                .radius_1 = radius,
                                .radius_2 = radius,
                                .effective_mass = 1.0,
                                .factor = 1.0};
    ck_assert_int_eq(dcm_pair_list_clear(w->list, s->law, 0), DCM_OK);
    ck_assert_int_eq(dcm_pair_list_add(w->list, s->law, &pair, 1, NULL), DCM_OK);
    ck_assert_int_eq(dcm_pair_list_finish(w->list, s->law, s->world.position[0], s->world.count),
                     DCM_OK);
    ck_assert_uint_eq(run(w, &s->world, s->world.dt), 1);
    ck_assert_double_ne(w->force[i + 1][0], 0.0);
  }
  tear_down(s);
}
END_TEST

/** A process that is forked from one with threads, which has none of them, computes the same. */
START_TEST(forked_processes_go_on) {
  dcm_random random = dcm_random_stream(38);
  setup *s = set_up(&random);
  s->world = dcm_world_create(s->law, 1, &random);
  way *w = &s->ways[s->count - 1];
  ck_assert_str_eq(w->how.name, "3 threads");
  dcm_world_fill(&s->world, w->list, NULL);
  ck_assert_uint_gt(run(w, &s->world, 0.0), 0);
  way before = *w;
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGALRM, SIG_DFL); /* Check has its own */
    alarm(300);               /* what waits for threads takes no processor time */
    run(w, &s->world, 0.0);
    _exit(memcmp(before.force, w->force, sizeof w->force) != 0);
  }
  int status;
  ck_assert_int_gt(child, 0);
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_msg(WIFEXITED(status), "the forked process waited for threads: %s",
                strsignal(WTERMSIG(status)));
  ck_assert_int_eq(WEXITSTATUS(status), 0);
  tear_down(s);
}
END_TEST

/** Parts are stretches of the list. A particle belongs to the first part that has a pair of it, and
 * a block with particles of several parts is known as such, also where parts are more than the bits
 * that tell so. */
START_TEST(particles_belong_to_the_first_part) {
  dcm_random random = dcm_random_stream(37);
  setup *s = set_up(&random);
  s->world = dcm_world_create(s->law, 1, &random);
  way *w = &s->ways[0];
  dcm_world_fill(&s->world, w->list, NULL);
  dcm_pair_list *list = w->list;
  ck_assert_uint_gt(list->block_count, 1);
  const uint32_t all = s->world.summed;
  uint32_t with_several = 0;
  for (uint32_t parts = 1; parts <= DCM_MOST_PARTS; parts += 1 + parts / 3) {
    const uint32_t summed = all - dcm_below(&random, all / 2);
    ck_assert_int_eq(dcm_pair_list_divide(list, parts, summed), DCM_OK);
    const dcm_pair_parts *p = &list->parts;
    ck_assert_uint_eq(p->first[0], 0);
    ck_assert_uint_eq(p->first[parts], list->block_count);
    uint32_t *seen = calloc(summed, sizeof *seen), shared = 0; /* the first part, plus 1 */
    for (uint32_t part = 0; part < parts; part++)
      for (uint32_t n = p->first[part]; n < p->first[part + 1]; n++) {
        const dcm_pair_block *b = &list->blocks[n];
        int is_shared = 0;
        for (uint32_t k = 0; k < 2 * b->count; k++) {
          const uint32_t i = k % 2 ? b->particle_2[k / 2] : b->particle_1[k / 2];
          if (i >= summed)
            continue;
          if (!seen[i])
            seen[i] = part + 1;
          is_shared |= seen[i] != part + 1;
          ck_assert_uint_eq(p->owner[i], seen[i] - 1);
          ck_assert(dcm_part_meets(b, seen[i] - 1));
        }
        ck_assert_uint_eq(b->shared, is_shared ? ++shared : 0);
      }
    ck_assert_uint_eq(p->shared, shared);
    with_several += shared;
    free(seen);
  }
  ck_assert_uint_gt(with_several, 0);
  tear_down(s);
}
END_TEST

/** Particles that contacts cannot move count as infinitely heavy, those of other groups do not. */
START_TEST(fixed_particles_are_heavy) {
  static const double position[4][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  static const double radius[4] = {0.5, 0.5, 0.5, 0.5}, mass[4] = {1.0, 2.0, 3.0, 4.0};
  static const int groups[4] = {1, 1 | 4, 1 | 4, 1 | 2};
  static dcm_measure_near_pairs *const variants[] = {DCM_ISA_TABLE(dcm_measure_near_pairs)};
  const dcm_near_particles particles = {position[0], radius, mass, groups, 4};
  dcm_way ways[DCM_WAYS];
  const uint32_t count = dcm_list_ways(ways);
  static const struct {
    uint32_t one, two;
    double mass;
  } pairs[] = {{0, 1, 1.0}, {1, 3, 4.0}, {1, 2, 2.0}, {0, 3, 4.0 / 5.0}};
  for (uint32_t w = 0; w < count; w++) {
    dcm_use_way(&ways[w]);
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
      dcm_near_pairs near = {.count = 1};
      near.particle_1[0] = pairs[p].one;
      near.particle_2[0] = pairs[p].two;
      variants[dcm_isa_in_use()](&near, &particles);
      ck_assert_double_eq(near.effective_mass[0], pairs[p].mass);
    }
  }
  dcm_use_way(NULL);
}
END_TEST

static const char *word_of_form(uint32_t i) {
  const dcm_case the_case = dcm_case_at(i);
  return dcm_case_word(&the_case, "form");
}

/** jkr-exact of a form, with this work of adhesion. */
static dcm_law *jkr_exact(const char *form, double adhesion, dcm_random *random) {
  const dcm_fixed fixed[] = {{"work_of_adhesion", adhesion}, {"friction", 0.5}, {NULL, 0.0}};
  uint32_t i = 0;
  while (strcmp(dcm_case_at(i).model->id, "jkr-exact") != 0 || strcmp(word_of_form(i), form) != 0)
    i++;
  const dcm_case the_case = dcm_case_at(i);
  dcm_law *law = dcm_case_law(&the_case, 1, fixed, random);
  return law;
}

/** A law that reaches farther than the one before takes over the contacts.
 * @return how many contacts have numbers, other than 0, that both laws keep */
static uint32_t go_on_by(const char *form) {
  dcm_random random = dcm_random_stream(34);
  setup *s = set_up(&random);
  dcm_law *narrow = jkr_exact("sheet", 0.0, &random), *wide = jkr_exact(form, 0.1, &random);
  ck_assert(!narrow->reaches && wide->reaches);
  s->world = dcm_world_create(narrow, 1, &random);
  way *w = &s->ways[0];
  dcm_world_fill(&s->world, w->list, NULL);
  run(w, &s->world, s->world.dt);
  dcm_pair_list *list = w->list;
  static double before[1000][DCM_MOST_COMPONENTS], state[DCM_MOST_COMPONENTS];
  uint32_t contacts = 0;
  for (uint32_t n = 0; n < list->block_count; n++)
    for (uint32_t k = 0; k < list->blocks[n].touching && contacts < 1000; k++)
      dcm_pair_list_state(list, (dcm_pair_place){n, k}, before[contacts++]);
  ck_assert_uint_gt(contacts, 0);
  ck_assert_int_eq(dcm_pair_list_adopt(list, wide), DCM_OK);
  uint32_t seen = 0, with_state = 0;
  for (uint32_t n = 0; n < list->block_count; n++) {
    const dcm_pair_block *b = &list->blocks[n];
    for (uint32_t k = 0; k < b->count; k++)
      dcm_pair_list_refresh(list, wide, n, k, b->radius_1[k], b->radius_2[k], b->effective_mass[k]);
    for (uint32_t k = 0; k < b->touching && seen < contacts; k++) {
      const double sum = b->radius_1[k] + b->radius_2[k];
      ck_assert_double_gt(b->persist_2[k], sum * sum);
      dcm_pair_list_state(list, (dcm_pair_place){n, k}, state);
      int has_state = 0;
      for (uint32_t c = 0; c < wide->history_width; c++) {
        const double kept = dcm_law_keeps(narrow, c) ? before[seen][c] : 0.0;
        ck_assert_double_eq(state[c], dcm_law_keeps(wide, c) ? kept : 0.0);
        has_state |= state[c] != 0.0;
      }
      with_state += (uint32_t)has_state;
      seen++;
    }
  }
  ck_assert_uint_eq(seen, contacts);
  s->world.law = wide;
  ck_assert_uint_eq(run(w, &s->world, s->world.dt), contacts);
  dcm_law_destroy(narrow);
  dcm_law_destroy(wide);
  tear_down(s);
  return with_state;
}

/** In form sheet both laws keep the stretch; in form consistent the second keeps the force. */
START_TEST(contacts_go_on_by_another_law) {
  ck_assert_uint_gt(go_on_by("sheet"), 0);
  go_on_by("consistent");
}
END_TEST

/** Arrays that follow each other begin at lines of the cache, with at least a line between them. */
START_TEST(arrays_keep_apart) {
  for (size_t bytes = 1; bytes <= 4 * DCM_ALIGNMENT; bytes++) {
    dcm_arena a = {NULL, 0};
    dcm_arena_take(&a, bytes);
    ck_assert_uint_eq(a.used % DCM_ALIGNMENT, 0);
    ck_assert_uint_ge(a.used, bytes + DCM_ALIGNMENT);
  }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("pairs");
  tcase_add_loop_test(all, all_ways_give_the_same, 0, (int)dcm_case_count());
  tcase_add_test(all, blocks_of_several_batches);
  tcase_add_test(all, pairs_wake_in_time);
  tcase_add_test(all, pairs_rest_while_others_move);
  tcase_add_test(all, closing_is_a_bound);
  tcase_add_test(all, law_hears_of_every_end);
  tcase_add_test(all, faults_are_found);
  tcase_add_test(all, faults_of_quantities_are_found);
  tcase_add_test(all, faults_wake_pairs);
  tcase_add_test(all, blocks_know_what_is_fresh);
  tcase_add_test(all, threads_leave_out_no_pair);
  tcase_add_test(all, forked_processes_go_on);
  tcase_add_test(all, particles_belong_to_the_first_part);
  tcase_add_test(all, fixed_particles_are_heavy);
  tcase_add_test(all, contacts_go_on_by_another_law);
  tcase_add_test(all, arrays_keep_apart);
  tcase_add_test(all, quantities_are_summed);
  return dcm_run(all);
}
