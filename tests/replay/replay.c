/* SPDX-License-Identifier: MIT */
/** @file
 * replay FILE...: runs laws over the rows that their authors' own programs computed, with the
 * history carried from row to row, and prints how far they are apart. The comments of a file tell
 * what the file is about. Ends with status 1 if a difference is above the limit. */
#include "replay/replay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "runtime/library.h"

/* Both sides are double precision over the same formulas, evaluated in different order: some 1e-16
 * times the number of operations and of steps for which a history is carried. */
static const double limit = 1e-9;

static dcm_loaded_library *library;

static void keep_silent(void *data, uint32_t level, const char *message) {
  (void)data;
  (void)level;
  (void)message;
}

static const dcm_host host = {
    .size = sizeof(dcm_host), .abi_version = DCM_ABI_VERSION, .name = "replay", .log = keep_silent};

static void or_exit(int32_t status, const dcm_error *error) {
  if (status != DCM_OK) {
    fprintf(stderr, "replay: %s\n", error->text);
    exit(2);
  }
}

dcm_law *replay_law(const char *id, void (*set)(dcm_settings *settings, const table *t),
                    const table *t) {
  dcm_error error;
  const dcm_model *model = dcm_library_find(library, id, &error);
  or_exit(model ? DCM_OK : DCM_ERROR, &error);
  dcm_settings *settings = dcm_settings_create(model, 2);
  replay_choose(settings, "form", "sheet"); /* that of the authors' programs */
  set(settings, t);
  dcm_law *law = dcm_law_create(settings, keep_silent, NULL, &error);
  or_exit(law ? DCM_OK : DCM_ERROR, &error);
  dcm_settings_destroy(settings);
  return law;
}

void replay_set(dcm_settings *settings, uint32_t i, uint32_t j, const char *parameter,
                double value) {
  dcm_error error;
  char text[32];
  snprintf(text, sizeof text, "%.17g", value);
  or_exit(dcm_settings_set(settings, (dcm_range){i, i}, (dcm_range){j, j}, parameter, text, &error),
          &error);
}

void replay_choose(dcm_settings *settings, const char *option, const char *word) {
  dcm_error error;
  or_exit(dcm_settings_choose(settings, option, word, &error), &error);
}

void deviation_add(deviation *d, dcm_vector ours, dcm_vector theirs) {
  const double difference = dcm_length(dcm_subtract(ours, theirs));
  const double value = dcm_length(theirs);
  d->available = 1;
  /* Written so that a NaN is kept. */
  if (!(difference <= d->largest_difference))
    d->largest_difference = difference;
  if (value > d->largest_value)
    d->largest_value = value;
}

double deviation_relative(const deviation *d) {
  const double scale = d->largest_value > 1e-9 * d->natural ? d->largest_value : d->natural;
  return d->largest_difference == 0.0 ? 0.0 : d->largest_difference / scale;
}

static int print(const char *label, const deviation *d) {
  if (!d->available)
    return 1;
  const double relative = deviation_relative(d);
  const int good = !d->compared || relative <= limit;
  printf("  %s %.1e%s", label, relative, d->compared ? good ? "" : " (!)" : " (not compared)");
  return good;
}

static report run(const table *t) {
  if (table_text(t, "model", "model"))
    return replay_musen(t);
  if (table_find(t, "uN") >= 0)
    return replay_woo_law(t);
  return replay_woo_free(t);
}

static int replay(const char *path) {
  table t = table_read(path);
  const report r = run(&t);
  const char *slash = strrchr(path, '/');
  printf("%-26s %-13s", slash ? slash + 1 : path, r.law);
  int good = print("force", &r.force);
  good &= print("tangential", &r.force_t);
  good &= print("moment 1", &r.moment_1);
  good &= print("moment 2", &r.moment_2);
  good &= print("history", &r.history);
  good &= print("tangential, own history", &r.own_history);
  if (r.outcome_limit > 0.0) {
    const int ends_well = r.outcome <= r.outcome_limit;
    printf("  outcome %.1e%s", r.outcome, ends_well ? "" : " (!)");
    if (r.outcome_own_history > 0.0)
      printf("  outcome, own history %.1e (not compared)", r.outcome_own_history);
    good &= ends_well;
  }
  printf("%s\n", good ? "" : "  FAILED");
  table_free(&t);
  return good;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: replay FILE...\n");
    return 2;
  }
  dcm_error error;
  or_exit(dcm_library_open_linked(dcm_builtin_library_entry, &host, &library, &error), &error);
  int good = 1;
  for (int i = 1; i < argc; i++)
    good &= replay(argv[i]);
  dcm_library_close(library);
  return good ? 0 : 1;
}
