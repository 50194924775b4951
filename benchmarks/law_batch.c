/* SPDX-License-Identifier: MIT */
/* Time that a law takes for a contact: compute alone, on a batch that stays in the first-level
 * cache. The fastest of many runs counts: a disturbance makes a run slower, never faster, and runs
 * are shorter than the time that a busy system gives a program at once.
 *
 *   law_batch [LAW [ISA]]
 *
 * prints nanoseconds a contact for each instruction set, law and form, without and with friction
 * against rolling and twisting where there is one, and for some compositions of granular, for three
 * sizes of a batch.
 */
#include <dcm/dcm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "program.h"
#include "runtime/batch.h"
#include "runtime/machine.h"
#include "runtime/model.h"

enum { CAPACITY = 256, RUNS = 400, CONTACTS_A_RUN = 20000 };
static const uint32_t sizes[] = {64, 128, 256};

static const bench_value values[] = {
    {"young", "5e6"},
    {"poisson", "0.25"},
    {"restitution", "0.5"},
    {"friction", "0.5"},
    {"surface_energy", "0.05"},
    {"transition", "0.5"},
    {"work_of_adhesion", "0.1"},
    {"delta_u", "1e-6"},
    {"f_u", "1e-3"},
    {"gamma_n", "1e3"},
    {"k_roll", "1e2"},
    {"gamma_roll", "1e-2"},
    {"mu_roll", "0.1"},
    {"k1", "1e3"},
    {"k2", "4e3"},
    {"kc", "1e3"},
    {"kadh", "1e3"},
    {"yield_pressure", "1e5"},
    {"bond_young", "1e7"},
    {"tensile_strength", "1e6"},
    {"shear_strength", "1e6"},
    {"conductivity", "1"},
    {"surface_tension", "0.07"},
    {"temperature", "300"},
    {"liquid", "1e-12"},
    {NULL, NULL},
};

/* Laws without forms that are measured in more ways than one, or by a stiffness about that of the
 * moduli above. */
static const struct {
  const char *law, *name;
  const char *options[5][2];
  const char *stiffness; /* kn, and kt where there is one */
} variants[] = {
    {"hooke", "-", {{NULL}}, "1e3"},
    {"hooke-history", "-", {{NULL}}, "1e3"},
    {"hertz-history", "-", {{NULL}}, "5e6"},
    {"granular", "mindlin", {{"damping", "coeff_restitution"}, {NULL}}, NULL},
    {"granular",
     "classic",
     {{"damping", "coeff_restitution"}, {"tangential", "mindlin_classic"}, {NULL}},
     NULL},
    {"granular",
     "rescale",
     {{"damping", "coeff_restitution"}, {"tangential", "mindlin_rescale/force"}, {NULL}},
     NULL},
    {"granular",
     "sds-marsh",
     {{"damping", "coeff_restitution"}, {"rolling", "sds"}, {"twisting", "marshall"}, {NULL}},
     NULL},
    {"granular",
     "linear",
     {{"normal", "hooke"}, {"damping", "mass_velocity"}, {"tangential", "linear_history"}, {NULL}},
     "1e3"},
    {"linear", "-", {{NULL}}, "1e3"},
    {"eepa", "linear", {{NULL}}, NULL},
    {"bond", "-", {{NULL}}, "1e3"},
    {"liquid-bridge", "closed", {{"pull", "closed"}, {NULL}}, NULL},
    {"liquid-bridge", "fitted", {{"pull", "fitted"}, {NULL}}, NULL},
};

/* Resistances of a contact against rolling and twisting. */
static const struct {
  const char *name, *rolling, *twisting;
} resistances[] = {{"nothing", "0", "0"}, {"rolling", "0.1", "0"}, {"twisting", "0.1", "0.1"}};
enum { RESISTANCES = sizeof resistances / sizeof resistances[0] };

static void set(dcm_settings *settings, const char *name, const char *value) {
  dcm_error error;
  const dcm_range all = {1, 1};
  if (dcm_settings_set(settings, all, all, name, value, &error))
    bench_stop(error.text);
}

/** Grains of a millimetre, pressed by a thousandth of that, of which some slide. */
static void fill(dcm_batch *b, const dcm_law *law) {
  srand(1);
  for (uint32_t k = 0; k < CAPACITY; k++) {
    const double r = bench_between(4e-4, 6e-4);
    b->separation[0][k] = 2.0 * r * (1.0 - bench_between(1e-4, 2e-3));
    b->radius_1[k] = b->radius_2[k] = r;
    b->effective_mass[k] = 2500.0 * r * r * r;
    for (int x = 0; x < 3; x++) {
      b->relative_velocity[x][k] = bench_between(-0.1, 0.1);
      b->angular_velocity_1[x][k] = bench_between(-100.0, 100.0);
      b->angular_velocity_2[x][k] = bench_between(-100.0, 100.0);
    }
  }
  for (uint32_t q = 0; q < law->quantity_count; q++)
    for (uint32_t k = 0; k < CAPACITY; k++)
      b->quantities_1[q][k] = b->quantities_2[q][k] =
          bench_quantity(values, dcm_model_quantity(law->model, q)) * bench_between(0.5, 1.5);
  b->count = CAPACITY;
  dcm_law_history_begin(law, b->pair, DCM_SIDE_PARTICLE, CAPACITY, b->history);
  for (int step = 0; step < 3; step++) {
    dcm_batch_evaluate(b, law, DCM_SIDE_PARTICLE, 1e-6);
    for (uint32_t c = 0; c < law->history_width; c++)
      memcpy(b->history[c], b->new_history[c], CAPACITY * sizeof(double));
  }
}

/** Nanoseconds a contact. */
static double measure(dcm_batch *b, const dcm_law *law, uint32_t count) {
  b->count = count;
  const uint32_t calls = CONTACTS_A_RUN / count;
  const int runs = bench_repeats(RUNS);
  double best = INFINITY;
  for (int run = 0; run < runs; run++) {
    const double begin = bench_seconds(CLOCK_MONOTONIC);
    for (uint32_t i = 0; i < calls; i++)
      dcm_batch_compute(b, law, DCM_SIDE_PARTICLE, 1e-6);
    best = fmin(best, 1e9 * (bench_seconds(CLOCK_MONOTONIC) - begin) / ((double)calls * count));
  }
  return best;
}

static void measure_law(dcm_settings *settings, const char *form, const char *resists) {
  dcm_law *law = bench_law(settings);
  dcm_batch *b = dcm_batch_create(law->history_width, CAPACITY, 0);
  fill(b, law);
  for (uint32_t c = 0; c < law->history_width; c++)
    b->new_history[c] = b->history[c]; /* updated in place */
  printf("%-9s %-16s %-11s %-8s", dcm_isa_name(dcm_isa_in_use()), law->model->id, form, resists);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    printf(" %7.2f", measure(b, law, sizes[i]));
  printf("\n");
  fflush(stdout);
  dcm_batch_destroy(b);
  dcm_law_destroy(law);
}

/** In the form or with the options and the stiffness of a variant, against what there is. */
static void measure_resistances(const dcm_model *model, const char *name,
                                const char *const (*options)[2], const char *stiffness) {
  const int resists = dcm_model_find_parameter(model, "rolling") >= 0;
  /* In form sheet nothing resists twisting. */
  const int twists = strcmp(name, "sheet") && dcm_model_find_parameter(model, "twisting") >= 0;
  for (int r = 0; r < (!resists ? 1 : twists ? RESISTANCES : RESISTANCES - 1); r++) {
    dcm_settings *settings = bench_settings(model, values);
    for (int o = 0; options[o][0]; o++)
      bench_choose(settings, options[o][0], options[o][1]);
    if (stiffness) {
      set(settings, "kn", stiffness);
      if (dcm_model_find_parameter(model, "kt") >= 0)
        set(settings, "kt", stiffness);
    }
    if (resists) {
      set(settings, "rolling", resistances[r].rolling);
      if (twists)
        set(settings, "twisting", resistances[r].twisting);
    }
    measure_law(settings, name, resists ? resistances[r].name : "-");
  }
}

static void measure_forms(const dcm_model *model) {
  static const char *const forms[] = {"sheet", "consistent"};
  for (int f = 0; f < 2; f++) {
    const char *const options[2][2] = {{"form", forms[f]}, {NULL, NULL}};
    measure_resistances(model, forms[f], options, NULL);
  }
}

static void measure_variants(const dcm_model *model) {
  static const char *const none[1][2] = {{NULL}};
  int is_there = 0;
  for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
    if (strcmp(variants[v].law, model->id) == 0) {
      measure_resistances(model, variants[v].name, variants[v].options, variants[v].stiffness);
      is_there = 1;
    }
  if (!is_there)
    measure_resistances(model, "-", none, NULL);
}

int main(int argc, char **argv) {
  printf("ns a contact\n%-9s %-16s %-11s %-8s", "set", "law", "form", "resists");
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    printf(" %7u", sizes[i]);
  printf("\n");
  for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++) {
    if (!bench_use_isa(isa, argc > 2 ? argv[2] : NULL))
      continue;
    const dcm_library *library = dcm_builtin_library_entry(NULL);
    for (uint32_t m = 0; m < library->model_count; m++) {
      const dcm_model *model = library->models[m];
      if (argc > 1 && strcmp(argv[1], model->id) != 0)
        continue;
      if (dcm_model_find_option(model, "form") >= 0)
        measure_forms(model);
      else
        measure_variants(model);
    }
  }
  return EXIT_SUCCESS;
}
