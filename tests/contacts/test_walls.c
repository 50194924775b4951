/* SPDX-License-Identifier: MIT */
/** @file
 * The loop over walls: all instruction sets give the bits that a table of all
 * particles and walls gives, each contact evaluated by itself. Every law with every combination of
 * its options; seeds as in support/random.h. */
#include <math.h>
#include <string.h>

#include "../runtime/probe.h"
#include "check/scene/samples.h"
#include "contacts/displacement.h"
#include "contacts/step.h"
#include "ledger/booking.h"
#include "ledger/jumps.h"
#include "runtime/batch.h"
#include "runtime/motion.h"
#include "support/cases.h"
#include "support/check.h"
#include "support/run.h"
#include "ways.h"

enum { PARTICLES = 150, WALLS = 4 };

/** Particles that come near to walls and leave them, each without regard to the others. */
typedef struct scene {
  const dcm_law *law;
  uint32_t count;
  uint32_t order[PARTICLES]; /* in which they are visited */
  double position[PARTICLES][3], velocity[PARTICLES][3], angular_velocity[PARTICLES][3];
  double radius[PARTICLES], mass[PARTICLES];
  uint32_t material[PARTICLES];
  double direction[PARTICLES][WALLS][3]; /* of the walls as each sees them */
  double distance[PARTICLES][WALLS];     /* in radii */
  uint32_t number[WALLS];
  double wall_velocity[WALLS][3], wall_spin[WALLS][3];
  double wall_radius[WALLS], slope[WALLS];
  double quantities[DCM_MOST_QUANTITIES][PARTICLES], of_walls[DCM_MOST_QUANTITIES];
  double dt;
} scene;

static void turn(double vector[3], double length, dcm_random *random) {
  for (int c = 0; c < 3; c++)
    vector[c] = length * dcm_uniform(random, -1.0, 1.0);
}

static void move(scene *s, dcm_random *random) {
  for (uint32_t i = 0; i < s->count; i++) {
    turn(s->position[i], 20.0 * s->radius[i], random);
    turn(s->velocity[i], s->radius[i], random);
    turn(s->angular_velocity[i], 100.0, random);
    for (int w = 0; w < WALLS; w++) {
      double *n = s->direction[i][w];
      double change[3];
      turn(change, 0.01, random);
      for (int c = 0; c < 3; c++)
        n[c] += change[c];
      const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (int c = 0; c < 3; c++)
        n[c] /= length;
      s->distance[i][w] += dcm_uniform(random, -0.005, 0.005);
    }
  }
  for (int w = 0; w < WALLS; w++) {
    turn(s->wall_velocity[w], 0.1, random);
    turn(s->wall_spin[w], 10.0, random);
  }
}

/** Visits them in another order. */
static void shuffle(scene *s, dcm_random *random) {
  for (uint32_t n = s->count; n > 1; n--) {
    const uint32_t other = dcm_below(random, n);
    const uint32_t kept = s->order[n - 1];
    s->order[n - 1] = s->order[other];
    s->order[other] = kept;
  }
}

static scene make_scene(const dcm_law *law, dcm_random *random) {
  scene s = {.law = law, .count = 1 + dcm_below(random, PARTICLES)};
  const double size = dcm_log_uniform(random, 1e-4, 1e-1);
  for (uint32_t i = 0; i < s.count; i++) {
    s.order[i] = i;
    s.radius[i] = size * dcm_uniform(random, 0.5, 1.0);
    s.mass[i] = 1e4 * s.radius[i] * s.radius[i] * s.radius[i];
    s.material[i] = 1 + dcm_below(random, law->material_count);
    double values[DCM_MOST_QUANTITIES];
    dcm_random_quantities(law, s.radius[i], s.mass[i], random, values);
    for (uint32_t q = 0; q < law->quantity_count; q++)
      s.quantities[q][i] = values[q];
    for (int w = 0; w < WALLS; w++) {
      turn(s.direction[i][w], 1.0, random);
      s.distance[i][w] = dcm_uniform(random, 0.93, 1.05);
    }
  }
  dcm_random_quantities(law, INFINITY, INFINITY, random, s.of_walls);
  const double radii[WALLS] = {INFINITY, -20.0 * size, 4.0 * size, INFINITY};
  memcpy(s.wall_radius, radii, sizeof radii);
  /* Powers of two, by which products are exact, whatever is multiplied first. */
  const double slopes[WALLS] = {1.0, 0.5, 1.0, 0.25};
  const int has_slopes = dcm_chance(random, 0.5);
  for (uint32_t w = 0; w < WALLS; w++) {
    s.number[w] = w;
    s.slope[w] = has_slopes ? slopes[w] : 1.0;
  }
  s.dt = dcm_log_uniform(random, 1e-7, 1e-5);
  shuffle(&s, random);
  move(&s, random);
  return s;
}

static int is_near(const scene *s, uint32_t i, int w) {
  return s->distance[i][w] < 1.02;
}

static dcm_vector separation(const scene *s, uint32_t i, int w) {
  return dcm_scale(s->radius[i] * s->distance[i][w], dcm_vector_at(s->direction[i][w]));
}

/** A contact at a place. */
static dcm_relative_motion motion_at(const scene *s, uint32_t i, int w, dcm_vector separation,
                                     dcm_vector wall_velocity) {
  const dcm_vector velocity = dcm_subtract(wall_velocity, dcm_vector_at(s->velocity[i]));
  return (dcm_relative_motion){.separation = separation,
                               .velocity = dcm_scale(s->slope[w], velocity),
                               .spin_1 =
                                   dcm_scale(s->slope[w], dcm_vector_at(s->angular_velocity[i])),
                               .spin_2 = dcm_scale(s->slope[w], dcm_vector_at(s->wall_spin[w])),
                               .radius_1 = s->radius[i],
                               .radius_2 = s->wall_radius[w]};
}

static uint32_t materials(const scene *s, uint32_t i) {
  return dcm_law_pair(s->law, s->material[i], 1);
}

/* ----------------------------------------------------------------------------------- table */

typedef struct table {
  dcm_batch *batch;   /* of one */
  dcm_batch *changes; /* likewise, of contacts that begin and end */
  int touching[PARTICLES][WALLS];
  double state[PARTICLES][WALLS][DCM_MOST_COMPONENTS];
  double force[PARTICLES][3], torque[PARTICLES][3];
  dcm_wall_sums on_walls, largest; /* the largest term of each sum */
  double sums[DCM_MOST_QUANTITIES][PARTICLES], added[DCM_MOST_QUANTITIES]; /* to walls */
  double of_contacts[DCM_LEDGER], of_particles[PARTICLES][DCM_LEDGER];
  dcm_wall_place place[PARTICLES][WALLS];
  int has_seen; /* the places */
  uint32_t contacts, ended, begun;
} table;

static void add(double *sum, double *largest, double term) {
  *sum += term;
  *largest = fmax(*largest, fabs(term));
}

/** The walls receive the opposite of what the particle does, which is at x. */
static void add_to_walls(table *t, const scene *s, uint32_t i, int w) {
  const dcm_batch *b = t->batch;
  double d[3];
  dcm_vector_put(d, separation(s, i, w));
  const double *x = s->position[i], *spin = s->wall_spin[w];
  dcm_wall_sums *sums = &t->on_walls, *largest = &t->largest;
  const double size = s->slope[w] * fabs(b->normal_force[0]);
  add(&sums->pressure, &largest->pressure, size);
  for (int c = 0; c < 3; c++) {
    const int a = (c + 1) % 3, e = (c + 2) % 3;
    const double moment = x[a] * b->force[e][0] - x[e] * b->force[a][0];
    const double turning = spin[a] * -d[e] - spin[e] * -d[a];
    sums->force[c] -= b->force[c][0];
    add(&sums->torque[c], &largest->torque[c], -moment);
    add(&sums->torque[c], &largest->torque[c], -b->torque_1[c][0]);
    add(&sums->pressure_at[c], &largest->pressure_at[c], size * (x[c] + d[c]));
    add(&sums->power, &largest->power, b->force[c][0] * s->wall_velocity[w][c]);
    add(&sums->power, &largest->power, b->force[c][0] * turning);
    add(&sums->power, &largest->power, b->torque_1[c][0] * spin[c]);
  }
}

/** To the bit in the force, which the table adds up likewise. */
static int are_near(const dcm_wall_sums *sums, const table *t) {
  const dcm_wall_sums *wanted = &t->on_walls, *largest = &t->largest;
  const double bound = 1e-12;
  int near = memcmp(sums->force, wanted->force, sizeof sums->force) == 0 &&
             fabs(sums->power - wanted->power) <= bound * largest->power &&
             fabs(sums->pressure - wanted->pressure) <= bound * wanted->pressure;
  for (int c = 0; c < 3; c++)
    near = near && fabs(sums->torque[c] - wanted->torque[c]) <= bound * largest->torque[c] &&
           fabs(sums->pressure_at[c] - wanted->pressure_at[c]) <= bound * largest->pressure_at[c];
  return near;
}

/** Puts state and quantities of a contact into a batch of one. */
static void put(const table *t, const scene *s, uint32_t i, int w, dcm_batch *b) {
  for (uint32_t h = 0; h < s->law->history_width; h++)
    b->history[h][0] = t->state[i][w][h];
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    b->quantities_1[q][0] = s->quantities[q][i];
    b->quantities_2[q][0] = s->of_walls[q];
  }
}

static void evaluate(table *t, const scene *s, uint32_t i, int w, double dt) {
  dcm_batch *b = t->batch;
  b->count = 1;
  b->pair = materials(s, i);
  b->half_step_velocities = 1;
  put(t, s, i, w, b);
  dcm_batch_put(b, 0, motion_at(s, i, w, separation(s, i, w), dcm_vector_at(s->wall_velocity[w])),
                s->mass[i]);
  dcm_batch_evaluate(b, s->law, DCM_SIDE_WALL, dt);
  for (uint32_t q = 0; q < s->law->quantity_count; q++)
    if (s->law->access[q] == DCM_SUM || (s->law->access[q] == DCM_CHANGE && dt != 0.0)) {
      t->sums[q][i] += b->added_1[q][0];
      t->added[q] += b->added_2[q][0];
    }
  for (int c = 0; c < 3; c++) {
    b->force[c][0] *= s->slope[w];
    b->torque_1[c][0] *= s->slope[w];
    t->force[i][c] += b->force[c][0];
    t->torque[i][c] += b->torque_1[c][0];
  }
  add_to_walls(t, s, i, w);
  for (size_t e = 0; e < (dt > 0.0 ? DCM_ENERGIES : DCM_ENERGIES_STORED) && b->with_energies; e++) {
    t->of_contacts[e] += dcm_energy_row(&b->energies, e)[0];
    t->of_particles[i][e] += 0.5 * dcm_energy_row(&b->energies, e)[0];
  }
  if (dcm_law_keeps_state(s->law, dt))
    for (uint32_t h = 0; h < s->law->history_width; h++)
      t->state[i][w][h] = b->new_history[h][0];
}

static int touches(const table *t, const scene *s, uint32_t i, int w) {
  const dcm_vector d = separation(s, i, w);
  double limit = s->radius[i];
  if (t->touching[i][w] || dcm_law_begins_at_reach(s->law))
    limit +=
        dcm_law_reach(s->law, dcm_sides_at_wall(materials(s, i), s->radius[i], s->wall_radius[w]));
  return dcm_dot(d, d) < limit * limit;
}

/** Books a contact that begins or ends at a place. */
static void book(table *t, const scene *s, uint32_t i, int w, dcm_relative_motion motion,
                 double sign, double dt) {
  const double reach =
      dcm_law_reach(s->law, dcm_sides_at_wall(materials(s, i), s->radius[i], s->wall_radius[w]));
  put(t, s, i, w, t->changes);
  motion.spin_2 = dcm_vector_of(0.0, 0.0, 0.0);
  const dcm_jump changed = {
      .materials = materials(s, i),
      .side_2 = DCM_SIDE_WALL,
      .motion = motion,
      .effective_mass = s->mass[i],
      .farthest =
          s->radius[i] +
          (s->law->reaches && (sign > 0.0 || dcm_law_begins_at_reach(s->law)) ? reach : 0.0),
      .ends = sign > 0.0,
  };
  const double energy = sign * dcm_stored_at_jump(t->changes, s->law, &changed, dt);
  t->of_contacts[DCM_LEDGER_JUMPS] += energy;
  t->of_particles[i][DCM_LEDGER_JUMPS] += 0.5 * energy;
}

static int books(const table *t, const scene *s, double dt) {
  return t->batch->with_energies && dt > 0.0 && s->law->history_width > 0;
}

static void end(table *t, const scene *s, uint32_t i, int w, double dt) {
  if (t->touching[i][w] && t->has_seen && books(t, s, dt)) {
    const dcm_wall_place *place = &t->place[i][w];
    dcm_relative_motion motion = motion_at(s, i, w, place->separation, place->velocity);
    motion.separation = dcm_add_scaled(motion.separation, dt, motion.velocity);
    book(t, s, i, w, motion, 1.0, dt);
  }
  t->ended += (uint32_t)t->touching[i][w];
  t->touching[i][w] = 0;
}

static void step_table(table *t, const scene *s, double dt) {
  memset(t->force, 0, sizeof t->force);
  memset(t->torque, 0, sizeof t->torque);
  memset(&t->on_walls, 0, sizeof t->on_walls);
  memset(&t->largest, 0, sizeof t->largest);
  memset(t->sums, 0, sizeof t->sums);
  memset(t->added, 0, sizeof t->added);
  memset(t->of_contacts, 0, sizeof t->of_contacts);
  memset(t->of_particles, 0, sizeof t->of_particles);
  t->contacts = 0;
  for (uint32_t n = 0; n < s->count; n++) {
    const uint32_t i = s->order[n];
    for (int w = 0; w < WALLS; w++)
      if (!is_near(s, i, w))
        end(t, s, i, w, dt);
    for (int w = 0; w < WALLS; w++) {
      if (!is_near(s, i, w))
        continue;
      if (!touches(t, s, i, w)) {
        end(t, s, i, w, dt);
        continue;
      }
      const dcm_vector d = separation(s, i, w), moving = dcm_vector_at(s->wall_velocity[w]);
      if (!t->touching[i][w]) {
        double *fields[DCM_MOST_COMPONENTS];
        for (uint32_t h = 0; h < s->law->history_width; h++)
          fields[h] = &t->state[i][w][h];
        dcm_law_history_begin(s->law, materials(s, i), DCM_SIDE_WALL, 1, fields);
        t->touching[i][w] = 1;
        t->begun++;
        if (books(t, s, dt))
          book(t, s, i, w, motion_at(s, i, w, d, moving), -1.0, dt);
      }
      t->contacts++;
      evaluate(t, s, i, w, dt);
      t->place[i][w] = (dcm_wall_place){d, moving, {0.0, 0.0, 0.0}, s->wall_radius[w], s->slope[w]};
    }
  }
  t->has_seen = 1;
}

/* ------------------------------------------------------------------------------------ ways */

/** One way to go through the contacts. */
typedef struct way {
  dcm_way how;
  dcm_wall_list *list;
  dcm_wall_stepper *stepper;
  double force[PARTICLES][3], torque[PARTICLES][3];
  dcm_wall_sums on_walls;
  double sums[DCM_MOST_QUANTITIES][PARTICLES], added[DCM_MOST_QUANTITIES]; /* to walls */
  dcm_energy_sums energies;
  double of_particles[PARTICLES][DCM_LEDGER];
  uint32_t seen;
  dcm_contact_fault fault;
} way;

/** @return how many there are */
static int make_ways(way *ways) {
  dcm_way hows[DCM_WAYS];
  const int count = (int)dcm_list_ways(hows);
  for (int n = 0; n < count; n++)
    ways[n] =
        (way){.how = hows[n], .list = dcm_wall_list_create(), .stepper = dcm_wall_stepper_create()};
  return count;
}

static void destroy_ways(way *ways, int count) {
  for (int n = 0; n < count; n++) {
    dcm_wall_list_destroy(ways[n].list);
    dcm_wall_stepper_destroy(ways[n].stepper);
  }
  dcm_use_way(NULL);
}

static void place(dcm_wall_list *list, uint32_t k, const scene *s, int wall, dcm_vector d) {
  dcm_store(list->separation, k, d);
  dcm_store(list->velocity, k, dcm_vector_at(s->wall_velocity[wall]));
  dcm_store(list->spin, k, dcm_vector_at(s->wall_spin[wall]));
  dcm_wall_list_incline(list, k, s->slope[wall]);
}

/** Whether a particle that is in contact with one wall or none need not be visited. */
static int goes_on(dcm_wall_list *list, const scene *s, const dcm_wall_particle *particle) {
  const uint32_t i = particle->particle;
  int touched = 0, only = 0;
  for (int wall = 0; wall < WALLS; wall++) {
    const dcm_vector d = separation(s, i, wall);
    if (!is_near(s, i, wall) || !(dcm_dot(d, d) < particle->radius * particle->radius))
      continue;
    touched++;
    only = wall;
  }
  if (touched == 0)
    return dcm_wall_list_had_none(list, i);
  if (touched > 1)
    return 0;
  const uint32_t number = s->number[only];
  const uint32_t k = dcm_wall_list_go_on(list, particle, number, s->wall_radius[only]);
  if (k == DCM_NO_WALL)
    return 0;
  place(list, k, s, only, separation(s, i, only));
  return 1;
}

static void see(way *w, const scene *s) {
  dcm_wall_list_begin(w->list);
  for (uint32_t n = 0; n < s->count; n++) {
    const uint32_t i = s->order[n];
    const dcm_wall_particle particle = {i, materials(s, i), s->radius[i], s->mass[i]};
    if (!s->law->reaches && (i + s->count) % 4 != 0 && goes_on(w->list, s, &particle))
      continue;
    dcm_wall_list_visit(w->list, &particle);
    for (int wall = 0; wall < WALLS; wall++) {
      const uint32_t had = dcm_wall_list_had(w->list, s->number[wall]);
      if (!is_near(s, i, wall) && had != DCM_NO_WALL)
        dcm_wall_list_end(w->list, s->law, had);
    }
    for (int wall = 0; wall < WALLS; wall++) {
      if (!is_near(s, i, wall))
        continue;
      const dcm_vector d = separation(s, i, wall);
      uint32_t k;
      if (dcm_wall_list_see(w->list, s->law, s->number[wall], s->wall_radius[wall], dcm_dot(d, d),
                            &k))
        ck_abort_msg("out of memory");
      if (k != DCM_NO_WALL)
        place(w->list, k, s, wall, d);
    }
  }
  dcm_wall_list_finish(w->list, s->law);
}

static void count_contacts(void *data, const dcm_walls_evaluated *contacts) {
  *(uint32_t *)data += contacts->count;
}

/** @param asks_for_energies of a law that keeps what it needs for them */
static void run(way *w, scene *s, double dt, int asks_for_energies) {
  dcm_use_way(&w->how);
  w->list->ended.are_kept = asks_for_energies;
  see(w, s);
  memset(w->force, 0, sizeof w->force);
  memset(w->torque, 0, sizeof w->torque);
  memset(w->sums, 0, sizeof w->sums);
  memset(w->added, 0, sizeof w->added);
  memset(w->of_particles, 0, sizeof w->of_particles);
  w->energies = (dcm_energy_sums){.of_particles = w->of_particles};
  w->seen = 0;
  const double *quantities[DCM_MOST_QUANTITIES];
  double *sums[DCM_MOST_QUANTITIES];
  for (uint32_t q = 0; q < DCM_MOST_QUANTITIES; q++) {
    quantities[q] = s->quantities[q];
    sums[q] = w->sums[q];
  }
  const dcm_wall_step step = {
      .list = w->list,
      .law = s->law,
      .particles = {.position = s->position[0],
                    .velocity = s->velocity[0],
                    .angular_velocity = s->angular_velocity[0],
                    .force = w->force[0],
                    .torque = w->torque[0],
                    .quantities = quantities,
                    .sums = sums},
      .quantities = s->of_walls,
      .energies = asks_for_energies ? &w->energies : NULL,
      .dt = dt,
      .half_step_velocities = 1,
      .observer = count_contacts,
      .observer_data = &w->seen,
  };
  ck_assert_int_eq(dcm_wall_stepper_run(w->stepper, &step, &w->on_walls, w->added, &w->fault),
                   DCM_OK);
}

static void expect_table(const way *w, const table *t, const scene *s, const char *name, int step) {
  const dcm_wall_contacts *now = &w->list->now;
  uint32_t found = 0;
  for (uint32_t k = 0; k < now->count; k++) {
    if (now->wall[k] == DCM_NO_WALL)
      continue;
    found++;
    const uint32_t i = now->particle[k];
    int wall = 0;
    while (s->number[wall] != now->wall[k])
      wall++;
    /* Check writes a file for each of its assertions. */
    if (!t->touching[i][wall])
      ck_abort_msg("%s, step %d: '%s' has contact %u, %d too much", name, step, w->how.name, i,
                   wall);
    for (uint32_t h = 0; h < w->list->history_width; h++)
      if ((t->batch->with_energies || !dcm_law_keeps_for_energies(s->law, h)) &&
          memcmp(&now->history[h][k], &t->state[i][wall][h], sizeof(double)) != 0)
        ck_abort_msg("%s, step %d: state of %u, %d by '%s'", name, step, i, wall, w->how.name);
  }
  ck_assert_uint_eq(found, t->contacts);
  ck_assert_uint_eq(w->seen, t->contacts);
  ck_assert_msg(!w->fault.found, "%s, step %d: a fault", name, step);
  ck_assert_msg(memcmp(w->force, t->force, sizeof t->force) == 0 &&
                    memcmp(w->torque, t->torque, sizeof t->torque) == 0 &&
                    are_near(&w->on_walls, t) && memcmp(w->sums, t->sums, sizeof t->sums) == 0 &&
                    memcmp(w->added, t->added, sizeof t->added) == 0,
                "%s, step %d: forces or sums by '%s'", name, step, w->how.name);
  for (uint32_t i = 0; i < s->count; i++)
    ck_assert_msg(memcmp(w->of_particles[i], t->of_particles[i], DCM_ENERGIES * sizeof(double)) ==
                      0,
                  "%s, step %d: energies of particle %u by '%s'", name, step, i, w->how.name);
  for (size_t e = 0; e < DCM_LEDGER; e++) {
    double size = 0.0;
    for (uint32_t i = 0; i < s->count; i++)
      size += fabs(t->of_particles[i][e]);
    ck_assert_msg(fabs(w->energies.of_contacts[e] - t->of_contacts[e]) <= 1e-12 * size,
                  "%s, step %d: %s by '%s'", name, step, dcm_energy_name(e), w->how.name);
  }
}

/** A new list, of which the contacts go on, for particles in another order. */
static void renew(way *w, const scene *s) {
  dcm_wall_list *fresh = dcm_wall_list_create();
  const dcm_wall_contacts *now = &w->list->now;
  ck_assert_int_eq(dcm_wall_list_clear(fresh, s->law), DCM_OK);
  for (uint32_t n = 0; n < s->count; n++)
    for (uint32_t k = 0; k < now->count; k++) {
      double state[DCM_MOST_COMPONENTS];
      if (now->wall[k] == DCM_NO_WALL || now->particle[k] != s->order[n])
        continue;
      for (uint32_t h = 0; h < s->law->history_width; h++)
        state[h] = now->history[h][k];
      const dcm_wall_particle particle = {now->particle[k], 0, now->radius_1[k],
                                          now->effective_mass[k]};
      if (dcm_wall_list_add(fresh, &particle, now->wall[k], now->radius_2[k], state))
        ck_abort_msg("out of memory");
    }
  dcm_wall_list_destroy(w->list);
  w->list = fresh;
}

/** A wall goes on under another number: the host says so of each contact. */
static void rename_wall(way *w, uint32_t from, uint32_t to) {
  dcm_wall_contacts *now = &w->list->now;
  for (uint32_t k = 0; k < now->count; k++)
    if (now->wall[k] == from)
      now->wall[k] = to;
}

static table the_table;

/** @return how many ways there were */
static int drive(const dcm_law *law, const char *name, int asks_for_energies, dcm_random *random) {
  scene s = make_scene(law, random);
  way ways[DCM_WAYS];
  const int count = make_ways(ways);
  memset(&the_table, 0, sizeof the_table);
  the_table.batch = dcm_batch_create(law->history_width, 1, asks_for_energies);
  the_table.changes = dcm_jump_batch(law);
  for (int n = 0; n < count; n++)
    dcm_wall_list_clear(ways[n].list, law);
  for (int step = 0; step < 24; step++) {
    const double dt = step == 0 || dcm_chance(random, 0.1) ? 0.0 : s.dt;
    step_table(&the_table, &s, dt);
    for (int n = 0; n < count; n++) {
      run(&ways[n], &s, dt, asks_for_energies);
      expect_table(&ways[n], &the_table, &s, name, step);
      ck_assert_msg(memcmp(&ways[n].on_walls, &ways[0].on_walls, sizeof ways[n].on_walls) == 0,
                    "%s, step %d: sums of walls by '%s'", name, step, ways[n].how.name);
    }
    move(&s, random);
    if (dcm_chance(random, 0.2)) {
      shuffle(&s, random);
      for (int n = 0; n < count; n++)
        renew(&ways[n], &s);
      the_table.has_seen = 0;
    }
    if (dcm_chance(random, 0.2)) {
      const uint32_t w = dcm_below(random, WALLS), number = s.number[w] + WALLS;
      for (int n = 0; n < count; n++)
        rename_wall(&ways[n], s.number[w], number);
      s.number[w] = number;
    }
  }
  dcm_batch_destroy(the_table.batch);
  dcm_batch_destroy(the_table.changes);
  destroy_ways(ways, count);
  return count;
}

START_TEST(all_ways_give_the_same) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  uint32_t ended = 0, begun = 0;
  /* The parts of a composed law mean nothing to the loops around the law. */
  if (dcm_case_is_composed(&the_case) && _i % 8 != 0)
    return;
  for (int round = 0; round < dcm_test_rounds(8); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(1000 * _i + round));
    dcm_law *law = dcm_case_law(&the_case, 1 + dcm_below(&random, 3), NULL, &random);
    if (_i % 2)
      dcm_law_keep_for_energies(law);
    drive(law, the_case.name, _i % 2, &random);
    ended += the_table.ended;
    begun += the_table.begun;
    dcm_law_destroy(law);
  }
  /* In a short run there may be none. */
  if (dcm_test_rounds(8) == 8)
    ck_assert_uint_gt(ended, 0);
  ck_assert_uint_gt(begun, ended);
}
END_TEST

START_TEST(law_hears_of_every_end) {
  dcm_law *law = dcm_reaching_probe();
  for (int round = 0; round < dcm_test_rounds(8); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(70000 + round));
    const uint32_t before = dcm_probe_ended();
    const uint32_t ways = (uint32_t)drive(law, "probe", 0, &random);
    ck_assert_uint_eq(dcm_probe_ended() - before, ways * the_table.ended);
  }
  dcm_law_destroy(law);
}
END_TEST

START_TEST(quantities_are_summed) {
  double total = 0.0;
  for (int round = 0; round < dcm_test_rounds(8); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(90000 + round));
    dcm_law *law = dcm_exchanging_law(dcm_log_uniform(&random, 1e-6, 1e-4));
    drive(law, "exchange", 1, &random);
    for (uint32_t q = 0; q < law->quantity_count; q++)
      total += fabs(the_table.added[q]);
    dcm_law_destroy(law);
  }
  ck_assert_double_gt(total, 0.0);
}
END_TEST

static double no_reach(const dcm_instance *instance, const dcm_sides *sides) {
  (void)instance;
  return -sides->effective_radius;
}

/** Numbers that are not finite are found by every way, and answers about the reach that are no
 * distance. */
START_TEST(faults_are_found) {
  const dcm_case the_case = dcm_case_at(0);
  dcm_random random = dcm_random_stream(99);
  dcm_law *law = dcm_case_law(&the_case, 1, NULL, &random);
  scene s = make_scene(law, &random);
  way ways[DCM_WAYS];
  const int count = make_ways(ways);
  for (int n = 0; n < count; n++) {
    way *w = &ways[n];
    dcm_wall_list_clear(w->list, law);
    run(w, &s, s.dt, 0);
    ck_assert(!w->fault.found);
    const uint32_t k = w->list->runs[0].count / 2, i = w->list->now.particle[k];
    const double kept = s.velocity[i][1];
    s.velocity[i][1] = NAN;
    run(w, &s, 0.0, 0);
    ck_assert_msg(w->fault.found, "%s sees nothing", w->how.name);
    ck_assert_uint_eq(w->list->now.particle[w->fault.contact], i);
    ck_assert(!isfinite(w->fault.force[0]));
    s.velocity[i][1] = kept;

    dcm_model model = *law->model;
    dcm_law wrong = *law;
    model.reach = no_reach;
    wrong.model = &model;
    wrong.reaches = 1;
    s.law = &wrong;
    ck_assert(!w->list->refused.found);
    see(w, &s);
    ck_assert(w->list->refused.found);
    s.law = law;
  }
  destroy_ways(ways, count);
  dcm_law_destroy(law);
}
END_TEST

/** One point moves by nearly a given distance, or by a little more, among others that move less. */
START_TEST(displacements) {
  for (int round = 0; round < dcm_test_rounds(2000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(80000 + round));
    double then[40][3], now[40][3];
    const uint32_t count = 1 + dcm_below(&random, 40), furthest = dcm_below(&random, count);
    const double distance = dcm_log_uniform(&random, 1e-9, 1e3);
    const int is_less = dcm_chance(&random, 0.5);
    for (uint32_t i = 0; i < count; i++) {
      const dcm_vector n = dcm_random_direction(&random);
      const double d = (i != furthest ? dcm_uniform(&random, 0.0, 0.99)
                        : is_less     ? 0.999
                                      : 1.001) *
                       distance;
      turn(then[i], distance, &random);
      now[i][0] = then[i][0] + d * n.x;
      now[i][1] = then[i][1] + d * n.y;
      now[i][2] = then[i][2] + d * n.z;
    }
    for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++) {
      dcm_error error;
      if (dcm_isa_is_available(isa) && dcm_isa_use(dcm_isa_name(isa), &error) == DCM_OK &&
          dcm_moved_less(now[0], then[0], count, distance) != is_less)
        ck_abort_msg("round %d: by %s", round, dcm_isa_name(isa));
    }
  }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("walls");
  tcase_add_loop_test(all, all_ways_give_the_same, 0, (int)dcm_case_count());
  tcase_add_test(all, law_hears_of_every_end);
  tcase_add_test(all, faults_are_found);
  tcase_add_test(all, displacements);
  tcase_add_test(all, quantities_are_summed);
  return dcm_run(all);
}
