/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "runtime/machine.h"
#include "runtime/model.h"

_Noreturn void bench_stop(const char *reason) {
  fprintf(stderr, "error: %s\n", reason);
  exit(EXIT_FAILURE);
}

const dcm_model *bench_model(const char *id) {
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  for (uint32_t m = 0; m < library->model_count; m++)
    if (strcmp(library->models[m]->id, id) == 0)
      return library->models[m];
  bench_stop("there is no such law");
}

dcm_settings *bench_settings(const dcm_model *model, const bench_value *values) {
  dcm_error error;
  const dcm_range all = {1, 1};
  dcm_settings *settings = dcm_settings_create(model, 1);
  for (; values->name; values++)
    if (dcm_model_find_parameter(model, values->name) >= 0 &&
        dcm_settings_set(settings, all, all, values->name, values->text, &error))
      bench_stop(error.text);
  return settings;
}

void bench_choose(dcm_settings *settings, const char *option, const char *word) {
  dcm_error error;
  if (dcm_settings_choose(settings, option, word, &error))
    bench_stop(error.text);
}

dcm_law *bench_law(dcm_settings *settings) {
  dcm_error error;
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  if (!law)
    bench_stop(error.text);
  dcm_settings_destroy(settings);
  return law;
}

double bench_quantity(const bench_value *values, const dcm_quantity *quantity) {
  for (; values->name; values++)
    if (strcmp(values->name, quantity->name) == 0)
      return strtod(values->text, NULL);
  return quantity->default_value;
}

void bench_give_quantities(dcm_particles *particles, const dcm_law *law, uint32_t count,
                           const bench_value *values) {
  if (law->quantity_count == 0)
    return;
  const double **have = calloc(DCM_MOST_QUANTITIES, sizeof *have);
  double **sums = calloc(DCM_MOST_QUANTITIES, sizeof *sums);
  if (!have || !sums)
    bench_stop("out of memory");
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const double value = bench_quantity(values, dcm_model_quantity(law->model, q));
    double *own = malloc(count * sizeof *own);
    sums[q] = calloc(count, sizeof *sums[q]);
    if (!own || !sums[q])
      bench_stop("out of memory");
    for (uint32_t i = 0; i < count; i++)
      own[i] = value * bench_between(0.5, 1.5);
    have[q] = own;
  }
  particles->quantities = have;
  particles->sums = sums;
}

void bench_take_quantities(dcm_particles *particles, const dcm_law *law) {
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    free((void *)particles->quantities[q]);
    free(particles->sums[q]);
  }
  if (law->quantity_count > 0) {
    free((void *)particles->quantities);
    free((void *)particles->sums);
  }
}

int bench_use_isa(uint32_t isa, const char *wanted) {
  dcm_error error;
  if (!dcm_isa_is_available(isa) || (wanted && strcmp(wanted, dcm_isa_name(isa)) != 0))
    return 0;
  if (dcm_isa_use(dcm_isa_name(isa), &error))
    bench_stop(error.text);
  return 1;
}

int bench_repeats(int usual) {
  return getenv("DCM_BENCH_ONCE") ? 1 : usual;
}

double bench_seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_between(double low, double high) {
  return low + (high - low) * rand() / RAND_MAX;
}
