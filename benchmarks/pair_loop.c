/* SPDX-License-Identifier: MIT */
/** @file
 * Cost of a step of the loops over pairs and over walls, without a simulator: nanoseconds a contact
 * and a pair for a packing on a shaken lattice, and for its grains that touch the box. The shares
 * come from doing without: with a law that answers nothing, and with pairs that do not touch. The
 * least of many steps is told, which disturbances of the machine do not change. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "contacts/step.h"
#include "ledger/booking.h"
#include "program.h"
#include "runtime/model.h"

/* Steps of which the least is told. */
enum { STEPS = 300 };

/* Grains along an edge: of the most, and of those now. */
enum { LARGEST_EDGE = 50, LARGEST = LARGEST_EDGE * LARGEST_EDGE * LARGEST_EDGE };
static int edge, particles;

static double x[LARGEST + 1][3], v[LARGEST + 1][3], w[LARGEST + 1][3];
static double f[LARGEST + 1][3], torque[LARGEST + 1][3];

static int32_t compute_nothing(const dcm_instance *instance, const dcm_contacts *contacts,
                               const dcm_response *response) {
  (void)instance;
  (void)contacts;
  (void)response;
  return DCM_OK;
}

/** Fills the list with the neighbours on the lattice. @return pairs */
static uint32_t fill(dcm_pair_list *list, const dcm_law *law, double radius, uint32_t *contacts) {
  uint32_t pairs = 0;
  *contacts = 0;
  dcm_pair_list_clear(list, law, 0);
  for (int i = 0; i < particles; i++)
    for (int dz = 0; dz <= 1; dz++)
      for (int dy = dz ? -1 : 0; dy <= 1; dy++)
        for (int dx = dz || dy ? -1 : 1; dx <= 1; dx++) {
          const int ix = i % edge + dx, iy = i / edge % edge + dy, iz = i / edge / edge + dz;
          if (ix < 0 || ix >= edge || iy < 0 || iy >= edge || iz >= edge ||
              abs(dx) + abs(dy) + abs(dz) > 2)
            continue;
          const int j = ix + edge * (iy + edge * iz);
          double d2 = 0.0;
          for (int c = 0; c < 3; c++)
            d2 += (x[j][c] - x[i][c]) * (x[j][c] - x[i][c]);
          if (d2 > 1.32)
            continue;
          const dcm_near_pair pair = {(uint32_t)i, (uint32_t)j, 0, radius, 0.5, radius, 1.0, d2};
          const int touching = d2 < 4.0 * radius * radius;
          dcm_pair_list_add(list, law, &pair, touching, NULL);
          pairs++;
          *contacts += (uint32_t)touching;
        }
  dcm_pair_list_finish(list, law, x[0], (uint32_t)particles);
  return pairs;
}

static double least_step(dcm_pair_stepper *stepper, dcm_pair_step *step) {
  double least = 1e30;
  for (int n = bench_repeats(STEPS); n > 0; n--) {
    dcm_contact_fault fault;
    const double begin = bench_seconds(CLOCK_MONOTONIC);
    dcm_pair_stepper_run(stepper, step, &fault);
    const double passed = bench_seconds(CLOCK_MONOTONIC) - begin;
    if (passed < least)
      least = passed;
  }
  return least;
}

/** The grains of the outermost layers and the walls of the box, of six, that they touch. */
static struct { uint32_t particle, wall; } at_walls[6 * LARGEST_EDGE * LARGEST_EDGE];
static uint32_t at_wall_count;

static void find_walls(void) {
  at_wall_count = 0;
  for (uint32_t i = 0; i < (uint32_t)particles; i++) {
    const int cell[3] = {(int)i % edge, (int)i / edge % edge, (int)i / edge / edge};
    for (uint32_t wall = 0; wall < 6; wall++)
      if (cell[wall / 2] == (wall % 2 ? edge - 1 : 0)) {
        at_walls[at_wall_count].particle = i;
        at_walls[at_wall_count++].wall = wall;
      }
  }
}

static void step_walls(dcm_wall_list *list, dcm_wall_stepper *stepper, const dcm_wall_step *step) {
  dcm_contact_fault fault;
  dcm_wall_sums on_walls;
  double added[DCM_MOST_QUANTITIES];
  dcm_wall_list_begin(list);
  for (uint32_t n = 0; n < at_wall_count; n++) {
    const uint32_t wall = at_walls[n].wall;
    const dcm_wall_particle particle = {at_walls[n].particle, 0, 0.5, 1.0};
    if (n == 0 || particle.particle != at_walls[n - 1].particle)
      dcm_wall_list_visit(list, &particle);
    uint32_t k;
    if (dcm_wall_list_see(list, step->law, wall, INFINITY, 0.49 * 0.49, &k) || k == DCM_NO_WALL)
      continue;
    for (uint32_t c = 0; c < 3; c++) {
      list->separation[c][k] = c != wall / 2 ? 0.0 : wall % 2 ? 0.49 : -0.49;
      list->velocity[c][k] = list->spin[c][k] = 0.0;
    }
  }
  dcm_wall_list_finish(list, step->law);
  dcm_wall_stepper_run(stepper, step, &on_walls, added, &fault);
}

/** @return seconds a contact */
static double least_step_of_walls(const dcm_law *law, dcm_particles of_pairs) {
  dcm_wall_list *list = dcm_wall_list_create();
  dcm_wall_stepper *stepper = dcm_wall_stepper_create();
  double of_wall[DCM_MOST_QUANTITIES];
  dcm_law_usual_quantities(law, INFINITY, 0.0, of_wall);
  const dcm_wall_step step = {.list = list,
                              .law = law,
                              .particles = of_pairs,
                              .quantities = of_wall,
                              .dt = 1e-6,
                              .half_step_velocities = 1};
  double least = 1e30;
  dcm_wall_list_clear(list, law);
  for (int n = bench_repeats(STEPS); n > 0; n--) {
    const double begin = bench_seconds(CLOCK_MONOTONIC);
    step_walls(list, stepper, &step);
    const double passed = bench_seconds(CLOCK_MONOTONIC) - begin;
    if (passed < least)
      least = passed;
  }
  dcm_wall_stepper_destroy(stepper);
  dcm_wall_list_destroy(list);
  return least / at_wall_count;
}

/** The step of pairs with the ledger of energies: its time over that of the same step without. Both
 * keep what serves energies. The list is filled anew. */
static double cost_of_ledger(dcm_law *law, dcm_pair_stepper *stepper, dcm_pair_step step) {
  static dcm_kick coming[LARGEST + 1];
  dcm_energy_sums sums = {.coming = (const dcm_kick *)coming};
  uint32_t contacts;
  dcm_law_keep_for_energies(law);
  fill(step.list, law, 0.5, &contacts);
  const double without = least_step(stepper, &step);
  step.energies = &sums;
  return least_step(stepper, &step) / without;
}

static void measure(const char *id, const char *form, const char *rolling, uint32_t threads) {
  dcm_model model = *bench_model(id);
  const bench_value values[] = {{"young", "2e4"},
                                {"poisson", "0.25"},
                                {"restitution", "0.8"},
                                {"friction", "0.5"},
                                {"rolling", rolling},
                                {"surface_energy", "1e-3"},
                                {"conductivity", "1"},
                                {"surface_tension", "0.07"},
                                {"temperature", "300"},
                                {"liquid", "1e-4"},
                                {NULL, NULL}};
  dcm_settings *settings = bench_settings(&model, values);
  if (dcm_model_find_option(&model, "form") >= 0)
    bench_choose(settings, "form", form);
  if (dcm_model_find_option(&model, "pull") >= 0) /* the fit is not vectorised */
    bench_choose(settings, "pull", "closed");
  dcm_law *law = bench_law(settings);
  dcm_pair_list *list = dcm_pair_list_create();
  dcm_pair_stepper *stepper = dcm_pair_stepper_create();
  dcm_pair_step step = {
      .list = list,
      .law = law,
      .particles = {x[0], v[0], w[0], f[0], torque[0], (uint32_t)particles, NULL, NULL},
      .dt = 1e-6,
      .half_step_velocities = 1,
      .threads = threads};
  bench_give_quantities(&step.particles, law, (uint32_t)particles, values);
  uint32_t contacts, none;
  const uint32_t pairs = fill(list, law, 0.5, &contacts);
  const double all = least_step(stepper, &step);
  const double walls = least_step_of_walls(law, step.particles);
  model.compute = compute_nothing;
  const double without_law = least_step(stepper, &step);
  fill(list, law, 0.2, &none);
  const double test = least_step(stepper, &step);
  model.compute = bench_model(id)->compute;
  const double ledger = cost_of_ledger(law, stepper, step);
  printf(
      "%6d grains, %-15s %-11s rolling %-4s threads %u: %u pairs, %u contacts: step %.3f ms, "
      "%.1f ns a contact; "
      "test %.2f ns a pair, law %.1f ns a contact, the rest %.1f ns a contact; with the ledger of "
      "energies %.2f of the step\n",
      particles, id, form, rolling, threads, pairs, contacts, 1e3 * all, 1e9 * all / contacts,
      1e9 * test / pairs, 1e9 * (all - without_law) / contacts,
      1e9 * (without_law - test) / contacts, ledger);
  if (threads == 1)
    printf("%-15s %-11s rolling %-4s walls: %u contacts, %.1f ns each, %.2f of that of a pair\n",
           id, form, rolling, at_wall_count, 1e9 * walls, walls * contacts / all);
  bench_take_quantities(&step.particles, law);
  dcm_pair_stepper_destroy(stepper);
  dcm_pair_list_destroy(list);
  dcm_law_destroy(law);
}

/** A lattice of so many grains along an edge. */
static void place(int along_edge) {
  edge = along_edge;
  particles = edge * edge * edge;
  for (int i = 0; i < particles; i++) {
    const int cell[3] = {i % edge, i / edge % edge, i / edge / edge};
    for (int c = 0; c < 3; c++) {
      x[i][c] = 0.999 * cell[c] + bench_between(-0.1, 0.1);
      v[i][c] = bench_between(-1.0, 1.0);
      w[i][c] = bench_between(-1.0, 1.0);
    }
  }
  find_walls();
}

int main(void) {
  /* In the second-level cache, in the third, and in neither. */
  static const int edges[] = {12, 20, 33, LARGEST_EDGE};
  for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++) {
    place(edges[e]);
    measure("hertz-mindlin", "sheet", "0", 1);
  }
  place(33);
  measure("hertz-mindlin", "sheet", "0", 2);
  measure("hertz-mindlin", "consistent", "0", 1);
  measure("hertz-mindlin", "sheet", "0.1", 1);
  measure("hertz-mindlin", "consistent", "0.1", 1);
  measure("hertz", "sheet", "0", 1);
  measure("heat", "sheet", "0", 1);
  measure("liquid-bridge", "consistent", "0", 1);
  return 0;
}
