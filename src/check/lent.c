/* SPDX-License-Identifier: MIT */
#include "check/lent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/page_end.h"
#include "runtime/model.h"

typedef struct table {
  void *place;
  void *copy;
  size_t bytes, entry;
  char name[32];
} table;

struct dcm_lent {
  dcm_setup setup;
  uint32_t count;
  table tables[]; /* values of each parameter, the table of these, the options */
};

static void *need(void *memory) {
  if (!memory)
    abort();
  return memory;
}

static void *lend(dcm_lent *lent, const void *source, size_t count, size_t entry) {
  table *t = &lent->tables[lent->count++];
  t->bytes = count * entry;
  t->entry = entry;
  t->place = need(dcm_page_end_take(t->bytes));
  t->copy = need(malloc(t->bytes + 1));
  if (t->bytes) {
    memcpy(t->place, source, t->bytes);
    memcpy(t->copy, source, t->bytes);
  }
  return t->place;
}

static void *lend_with_name(dcm_lent *lent, const void *source, size_t count, size_t entry,
                            const char *name) {
  snprintf(lent->tables[lent->count].name, sizeof lent->tables->name, "%s", name);
  return lend(lent, source, count, entry);
}

dcm_lent *dcm_lend(const dcm_model *model, const dcm_setup *setup) {
  const uint32_t count = model->parameter_count, n = setup->material_count;
  dcm_lent *lent = need(calloc(1, sizeof *lent + (count + 2) * sizeof lent->tables[0]));
  const double **values = need(malloc((count + 1) * sizeof *values));
  for (uint32_t p = 0; p < count; p++) {
    char name[32];
    const uint32_t scope = dcm_model_parameter(model, p)->scope;
    const uint32_t numbers = scope == DCM_PER_PAIR ? n * n : scope == DCM_PER_LAW ? 1 : n;
    snprintf(name, sizeof name, "values[%u]", p);
    values[p] = lend_with_name(lent, setup->values[p], numbers, sizeof(double), name);
  }
  lent->setup = *setup;
  lent->setup.values = lend_with_name(lent, values, count, sizeof *values, "values");
  lent->setup.options =
      lend_with_name(lent, setup->options, model->option_count, sizeof *setup->options, "options");
  free(values);
  return lent;
}

const dcm_setup *dcm_lent_setup(const dcm_lent *lent) {
  return &lent->setup;
}

int dcm_lent_changed(const dcm_lent *lent, const char **name, uint32_t *number) {
  for (uint32_t i = 0; i < lent->count; i++) {
    const table *t = &lent->tables[i];
    const char *now = t->place, *before = t->copy;
    for (size_t at = 0; at < t->bytes; at++)
      if (now[at] != before[at]) {
        *name = t->name;
        *number = (uint32_t)(at / t->entry);
        return 1;
      }
  }
  return 0;
}

void dcm_lent_take_back(dcm_lent *lent) {
  for (uint32_t i = 0; i < lent->count; i++)
    dcm_page_end_forbid(lent->tables[i].place, lent->tables[i].bytes);
}

const char *dcm_lent_at(const dcm_lent *lent, const void *address) {
  for (uint32_t i = 0; i < lent->count; i++) {
    const table *t = &lent->tables[i];
    const char *first = t->place, *at = address;
    if (at >= first && at < first + t->bytes)
      return t->name;
  }
  return NULL;
}

void dcm_lent_free(dcm_lent *lent) {
  for (uint32_t i = 0; lent && i < lent->count; i++) {
    dcm_page_end_free(lent->tables[i].place, lent->tables[i].bytes);
    free(lent->tables[i].copy);
  }
  free(lent);
}
