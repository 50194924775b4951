/* SPDX-License-Identifier: MIT */
/* Cost of the contract between laws and hosts: a step of the pair loop with a built-in law behind
 * its pointer; with the same source inlined; in a loop that knows no quantities of particles; and
 * with the same law from a shared object, as an author compiles it. A packing of grains on a
 * lattice, half of whose listed pairs touch. All alternate; a ratio is that of a round.
 *
 *   law_in_loop [ISA [WAY]]
 *
 * prints nanoseconds a contact for each instruction set and law. With a way, one of built-in,
 * inlined, bare and own, it only makes some steps with hertz-mindlin in form sheet, for a tool that
 * counts instructions. */
#include <dcm/dcm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contacts/step.h"
#include "program.h"
#include "runtime/library.h"
#include "runtime/machine.h"
#include "runtime/model.h"

#define COPY_OF_LOOP(word)                                                                         \
  dcm_pair_stepper *word##_pair_stepper_create(void);                                              \
  void word##_pair_stepper_destroy(dcm_pair_stepper *stepper);                                     \
  int32_t word##_pair_stepper_run(dcm_pair_stepper *stepper, const dcm_pair_step *step,            \
                                  dcm_contact_fault *fault)
COPY_OF_LOOP(inlined);
COPY_OF_LOOP(bare);

enum { EDGE = 32, GRAINS = EDGE * EDGE * EDGE, ROUNDS = 61, STEPS = 5 };

static const bench_value values[] = {
    {"young", "5e6"},       {"poisson", "0.25"},          {"restitution", "0.9"},
    {"friction", "0.5"},    {"work_of_adhesion", "1e-4"}, {"kn", "1e3"},
    {"conductivity", "1"},  {"surface_tension", "0.07"},  {"bridge_limit", "1e-4"},
    {"temperature", "300"}, {"liquid", "1e-14"},          {NULL, NULL}};

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

/** A way to go through the contacts. */
typedef struct way {
  const char *name;
  dcm_pair_stepper *(*create)(void);
  void (*destroy)(dcm_pair_stepper *stepper);
  int32_t (*run)(dcm_pair_stepper *stepper, const dcm_pair_step *step, dcm_contact_fault *fault);
} way;
enum { BUILT_IN, INLINED, BARE, OWN, WAYS };
static const way ways[WAYS] = {
    [BUILT_IN] = {"built-in", dcm_pair_stepper_create, dcm_pair_stepper_destroy,
                  dcm_pair_stepper_run},
    [INLINED] = {"inlined", inlined_pair_stepper_create, inlined_pair_stepper_destroy,
                 inlined_pair_stepper_run},
    [BARE] = {"bare", bare_pair_stepper_create, bare_pair_stepper_destroy, bare_pair_stepper_run},
    [OWN] = {"own", dcm_pair_stepper_create, dcm_pair_stepper_destroy, dcm_pair_stepper_run},
};

/** Seconds of some steps. */
static double measure(const way *w, dcm_pair_stepper *stepper, const dcm_pair_step *step) {
  dcm_contact_fault fault;
  const double begin = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int i = 0; i < STEPS; i++)
    if (w->run(stepper, step, &fault) || fault.found)
      bench_stop("a step failed");
  return bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/** Sorts them. */
static double median(double *numbers, int count) {
  qsort(numbers, (size_t)count, sizeof *numbers, by_size);
  return numbers[count / 2];
}

static dcm_law *make(const dcm_model *model, const char *form) {
  dcm_settings *settings = bench_settings(model, values);
  if (form)
    bench_choose(settings, "form", form);
  if (dcm_model_find_option(model, "pull") >= 0) /* the fit is not vectorised */
    bench_choose(settings, "pull", "closed");
  return bench_law(settings);
}

/** @param form NULL for laws of one form
 * @param own  the model of the shared object */
static void compare(const char *id, const char *form, const dcm_model *own) {
  dcm_law *built_in = make(bench_model(id), form), *loaded = make(own, form);
  /* Copies of the loop are for one law, or for those without quantities. */
  const int is_there[WAYS] = {1, strcmp(id, "hertz-mindlin") == 0, built_in->quantity_count == 0,
                              1};
  dcm_pair_stepper *steppers[WAYS];
  dcm_pair_step step[WAYS];
  for (int w = 0; w < WAYS; w++) {
    if (!is_there[w])
      continue;
    steppers[w] = ways[w].create();
    step[w] = (dcm_pair_step){
        .list = dcm_pair_list_create(),
        .law = w == OWN ? loaded : built_in,
        .particles = {position, velocity, spin, force, torque, GRAINS, NULL, NULL},
        .dt = 1e-7,
        .threads = 1,
    };
    if (!step[w].list || !steppers[w])
      bench_stop("out of memory");
    list(step[w].list, step[w].law);
    bench_give_quantities(&step[w].particles, built_in, GRAINS, values);
  }
  const int rounds = bench_repeats(ROUNDS);
  double time[WAYS][ROUNDS], ratio[WAYS][ROUNDS];
  for (int round = -1; round < rounds; round++)
    for (int n = 0; n < WAYS; n++) {
      /* The order of the ways changes from round to round. */
      const int w = (n + round + 1) % WAYS;
      const double taken = is_there[w] ? measure(&ways[w], steppers[w], &step[w]) : 0.0;
      if (round >= 0)
        time[w][round] = taken;
    }
  for (int w = 0; w < WAYS; w++)
    for (int round = 0; round < rounds; round++)
      ratio[w][round] = w == OWN ? time[OWN][round] / time[BUILT_IN][round]
                                 : time[BUILT_IN][round] / time[w][round];
  const uint32_t contacts = contacts_of(step[BUILT_IN].list);
  const double each = 1e9 / STEPS / contacts;
  printf("%-9s %-13s %-11s %8u %9.2f", dcm_isa_name(dcm_isa_in_use()), id, form ? form : "-",
         contacts, each * median(time[BUILT_IN], rounds));
  for (int w = INLINED; w < WAYS; w++)
    if (is_there[w]) {
      const double middle = median(ratio[w], rounds);
      printf(" %9.2f %6.3f (%.3f to %.3f)", each * median(time[w], rounds), middle,
             ratio[w][rounds / 4], ratio[w][rounds - 1 - rounds / 4]);
    } else {
      printf(" %9s %6s %16s", "-", "-", "");
    }
  printf("\n");
  fflush(stdout);
  for (int w = 0; w < WAYS; w++)
    if (is_there[w]) {
      bench_take_quantities(&step[w].particles, built_in);
      dcm_pair_list_destroy(step[w].list);
      ways[w].destroy(steppers[w]);
    }
  dcm_law_destroy(loaded);
  dcm_law_destroy(built_in);
}

/** Steps of one way alone. */
static void make_steps(const char *name, const dcm_model *own) {
  int w = 0;
  while (w < WAYS && strcmp(ways[w].name, name) != 0)
    w++;
  if (w == WAYS)
    bench_stop("the ways are built-in, inlined, bare and own");
  dcm_law *law = make(w == OWN ? own : bench_model(own->id), "sheet");
  dcm_pair_stepper *stepper = ways[w].create();
  dcm_pair_list *pairs = dcm_pair_list_create();
  const dcm_pair_step step = {
      .list = pairs,
      .law = law,
      .particles = {position, velocity, spin, force, torque, GRAINS, NULL, NULL},
      .dt = 1e-7,
      .threads = 1,
  };
  list(pairs, law);
  measure(&ways[w], stepper, &step);
  printf("%d steps, %u contacts\n", STEPS, contacts_of(pairs));
  dcm_pair_list_destroy(pairs);
  ways[w].destroy(stepper);
  dcm_law_destroy(law);
}

static const dcm_model *own_model(const dcm_loaded_library *library, const char *id) {
  dcm_error error;
  const dcm_model *model = dcm_library_find(library, id, &error);
  if (!model)
    bench_stop(error.text);
  return model;
}

static void compare_all(const dcm_loaded_library *library) {
  static const char *const all[][2] = {{"hertz-mindlin", "sheet"}, {"hertz-mindlin", "consistent"},
                                       {"jkr-exact", "sheet"},     {"linear", NULL},
                                       {"heat", "sheet"},          {"liquid-bridge", NULL}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    compare(all[i][0], all[i][1], own_model(library, all[i][0]));
}

int main(int argc, char **argv) {
  static const dcm_host host = {.size = sizeof host,
                                .abi_version = DCM_ABI_VERSION,
                                .name = "law_in_loop",
                                .log = dcm_error_log};
  place();
  if (argc <= 2)
    printf("ns a contact, and the median of the ratios with its quartiles: built-in over inlined, "
           "built-in over a loop without quantities, an author's over built-in\n"
           "%-9s %-13s %-11s %8s %9s %-33s %-33s %-33s\n",
           "set", "law", "form", "contacts", "built-in", "   inlined", "   without quantities",
           "   of a shared object");
  for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++) {
    if (!bench_use_isa(isa, argc > 1 ? argv[1] : NULL))
      continue;
    char path[1024];
    dcm_error error;
    dcm_loaded_library *library;
    snprintf(path, sizeof path, "%s%s.so", OWN_LAWS, dcm_isa_name(isa));
    if (dcm_library_open(path, &host, &library, &error))
      bench_stop(error.text);
    if (argc > 2)
      make_steps(argv[2], own_model(library, "hertz-mindlin"));
    else
      compare_all(library);
    dcm_library_close(library);
  }
  return EXIT_SUCCESS;
}
