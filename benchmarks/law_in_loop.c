/* SPDX-License-Identifier: MIT */
/* What the contract between laws and hosts costs: a step of the pair loop with hertz-mindlin behind
 * its pointer, and with the same source inlined. A packing of grains on a lattice, half of whose
 * listed pairs touch. The two alternate; the ratio is that of a round.
 *
 *   law_in_loop [ISA]
 *
 * prints nanoseconds a contact for each instruction set and form. */
#include <dcm/dcm.h>
#include <stdio.h>
#include <stdlib.h>

#include "contacts/pair_step.h"
#include "program.h"
#include "runtime/isa.h"

dcm_pair_stepper *inlined_pair_stepper_create(void);
void inlined_pair_stepper_destroy(dcm_pair_stepper *stepper);
int32_t inlined_pair_stepper_run(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                                 dcm_contact_fault *fault);

enum { EDGE = 32, GRAINS = EDGE * EDGE * EDGE, ROUNDS = 31, STEPS = 10 };

static const bench_value values[] = {{"young", "5e6"},
                                     {"poisson", "0.25"},
                                     {"restitution", "0.9"},
                                     {"friction", "0.5"},
                                     {NULL, NULL}};

static double position[3 * GRAINS], velocity[3 * GRAINS], spin[3 * GRAINS];
static double force[3 * GRAINS], torque[3 * GRAINS];

/** Grains of diameter 1 mm, about a diameter apart. */
static void place(void) {
  srand(1);
  for (int i = 0; i < GRAINS; i++) {
    const int cell[3] = {i % EDGE, i / EDGE % EDGE, i / EDGE / EDGE};
    for (int c = 0; c < 3; c++) {
      position[3 * i + c] = 1e-3 * (cell[c] + bench_between(-0.02, 0.02));
      velocity[3 * i + c] = bench_between(-1e-3, 1e-3);
      spin[3 * i + c] = bench_between(-1.0, 1.0);
    }
  }
}

/** Each grain with its next neighbour in each direction. */
static void list(dcm_pair_list *pairs, const dcm_law *law) {
  static const int next[3] = {1, EDGE, EDGE * EDGE};
  if (dcm_pair_list_clear(pairs, law, 0))
    bench_stop("out of memory");
  for (int i = 0; i < GRAINS; i++)
    for (int c = 0; c < 3; c++) {
      const dcm_near_pair pair = {
          .particle_1 = (uint32_t)i,
          .particle_2 = (uint32_t)(i + next[c]),
          .materials = dcm_law_pair(law, 1, 1),
          .radius_1 = 5e-4,
          .radius_2 = 5e-4,
          .effective_mass = 6.5e-7,
          .factor = 1.0,
          .distance_2 = 1e-6,
      };
      if (i / next[c] % EDGE < EDGE - 1 && dcm_pair_list_add(pairs, law, &pair, 0, NULL))
        bench_stop("out of memory");
    }
  if (dcm_pair_list_finish(pairs, law, position, GRAINS))
    bench_stop("out of memory");
}

static uint32_t contacts_of(const dcm_pair_list *pairs) {
  uint32_t count = 0;
  for (uint32_t b = 0; b < pairs->block_count; b++)
    count += pairs->blocks[b].touching;
  return count;
}

typedef int32_t run_function(dcm_pair_stepper *stepper, const dcm_pair_step *step,
                             dcm_contact_fault *fault);

/** Seconds of some steps. */
static double measure(run_function *run, dcm_pair_stepper *stepper, const dcm_pair_step *step) {
  dcm_contact_fault fault;
  const double begin = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int i = 0; i < STEPS; i++)
    if (run(stepper, step, &fault) || fault.found)
      bench_stop("a step failed");
  return bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void compare(const char *form) {
  dcm_settings *settings = bench_settings(bench_model("hertz-mindlin"), values);
  bench_choose(settings, "form", form);
  dcm_law *law = bench_law(settings);
  run_function *const runs[2] = {dcm_pair_stepper_run, inlined_pair_stepper_run};
  dcm_pair_stepper *steppers[2] = {dcm_pair_stepper_create(), inlined_pair_stepper_create()};
  dcm_pair_step step[2];
  for (int w = 0; w < 2; w++) {
    step[w] = (dcm_pair_step){
        .list = dcm_pair_list_create(),
        .law = law,
        .particles = {position, velocity, spin, force, torque, GRAINS},
        .dt = 1e-7,
        .loop = DCM_LOOP_BLOCKS,
        .threads = 1,
    };
    if (!step[w].list || !steppers[w])
      bench_stop("out of memory");
    list(step[w].list, law);
  }
  double time[2][ROUNDS], ratio[ROUNDS];
  for (int round = -1; round < ROUNDS; round++)
    for (int w = 0; w < 2; w++) {
      const double taken = measure(runs[w], steppers[w], &step[w]);
      if (round >= 0)
        time[w][round] = taken;
    }
  for (int round = 0; round < ROUNDS; round++)
    ratio[round] = time[0][round] / time[1][round];
  const uint32_t contacts = contacts_of(step[0].list);
  qsort(time[0], ROUNDS, sizeof(double), by_size);
  qsort(time[1], ROUNDS, sizeof(double), by_size);
  qsort(ratio, ROUNDS, sizeof(double), by_size);
  const double each = 1e9 / STEPS / contacts;
  printf("%-9s %-11s %9u %9.2f %9.2f %7.3f (%.3f to %.3f)\n", dcm_isa_name(dcm_isa_in_use()), form,
         contacts, each * time[0][ROUNDS / 2], each * time[1][ROUNDS / 2], ratio[ROUNDS / 2],
         ratio[ROUNDS / 4], ratio[ROUNDS - 1 - ROUNDS / 4]);
  fflush(stdout);
  for (int w = 0; w < 2; w++)
    dcm_pair_list_destroy(step[w].list);
  dcm_pair_stepper_destroy(steppers[0]);
  inlined_pair_stepper_destroy(steppers[1]);
  dcm_law_destroy(law);
}

int main(int argc, char **argv) {
  place();
  printf(
      "ns a contact, and the median of the ratios with its quartiles\n%-9s %-11s %9s %9s %9s %7s\n",
      "set", "form", "contacts", "pointer", "inlined", "ratio");
  for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++) {
    if (!bench_use_isa(isa, argc > 1 ? argv[1] : NULL))
      continue;
    compare("sheet");
    compare("consistent");
  }
  return EXIT_SUCCESS;
}
