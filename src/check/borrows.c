/* SPDX-License-Identifier: MIT */
/** @file
 * Check of what a law does with things that are not its own: the tables of the setup, which it
 * borrows for init alone, and descriptions, which are constant. */
#define _GNU_SOURCE
#include "check/borrows.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "check/page_end.h"
#include "check/through.h"
#include "runtime/model.h"

/* ------------------------------------------------------------------------------ lent tables */

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

/* ------------------------------------------------------------------------------ descriptions */

enum { TABLES = 6 };

/** A table of the description, and a copy from before all calls. */
static struct {
  const char *name;
  const void *place;
  size_t bytes;
  void *copy;
} tables[TABLES];
static size_t table_count;

static void keep(const char *name, const void *place, size_t count, size_t stride) {
  const size_t bytes = count * stride;
  void *copy = bytes ? malloc(bytes) : NULL;
  if (!copy)
    return;
  memcpy(copy, place, bytes);
  tables[table_count].name = name;
  tables[table_count].place = place;
  tables[table_count].bytes = bytes;
  tables[table_count++].copy = copy;
}

/* The size of the first struct of a table is the stride. */
void dcm_check_note_description(const dcm_model *m) {
#define KEEP(table, count) keep("dcm_model." #table, m->table, count, count ? m->table->size : 0)
  keep("dcm_model", m, 1, m->size);
  KEEP(parameters, m->parameter_count);
  KEEP(options, m->option_count);
  KEEP(history_fields, m->history_count);
  KEEP(quantities, m->quantity_count);
  KEEP(outputs, m->output_count);
#undef KEEP
}

/* ------------------------------------------------------------------------------------- calls */

/** Instances that live, each with the setup that init borrowed. */
typedef struct borrower {
  const dcm_instance *instance;
  dcm_lent *lent;
  struct borrower *next;
} borrower;

static const dcm_subject *watched;
static borrower *borrowers;
static const char *calling;

static void expect_same_description(void) {
  char what[256];
  for (size_t i = 0; i < table_count; i++) {
    if (memcmp(tables[i].place, tables[i].copy, tables[i].bytes) == 0)
      continue;
    snprintf(what, sizeof what, "%s writes into the description of the law: %s", calling,
             tables[i].name);
    dcm_subject_find(watched, what, watched->model->id, "another description than before the call",
                     "constant descriptions: hosts read them before init, and from other threads");
  }
}

static void expect_same_setup(const dcm_lent *lent) {
  char what[256], came[128];
  const char *name;
  uint32_t number;
  if (!dcm_lent_changed(lent, &name, &number))
    return;
  snprintf(what, sizeof what, "init writes into %s of the setup", name);
  snprintf(came, sizeof came, "another value at entry %u of %s", number, name);
  dcm_subject_find(watched, what, watched->model->id, came,
                   "a setup as it was handed over: what init computes belongs at instance->data");
}

/** An access to tables that were handed back is a finding, and the finding ends the process. */
static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  for (const borrower *b = borrowers; b; b = b->next) {
    const char *name = dcm_lent_at(b->lent, info->si_addr);
    char what[256];
    if (!name)
      continue;
    snprintf(what, sizeof what, "%s reads %s of the setup, which init got for its own call only",
             calling, name);
    dcm_subject_find(watched, what, watched->model->id,
                     "an access to memory that the host has freed",
                     "a copy at instance->data of all that later functions need");
  }
  signal(number, SIG_DFL);
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  borrower *b = malloc(sizeof *b);
  if (!b)
    abort();
  *b = (borrower){instance, dcm_lend(watched->model, setup), borrowers};
  calling = "init";
  const int32_t status = watched->model->init(dcm_lent_setup(b->lent), instance);
  expect_same_setup(b->lent);
  expect_same_description();
  if (status != DCM_OK) {
    dcm_lent_free(b->lent);
    free(b);
    return status;
  }
  dcm_lent_take_back(b->lent);
  borrowers = b;
  return status;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  calling = "compute";
  const int32_t status = watched->model->compute(instance, contacts, response);
  expect_same_description();
  return status;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  calling = "history";
  watched->model->history(instance, event);
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  calling = "reach";
  return watched->model->reach(instance, sides);
}

static void destroy(dcm_instance *instance) {
  calling = "destroy";
  if (watched->model->destroy)
    watched->model->destroy(instance);
  for (borrower **b = &borrowers; *b; b = &(*b)->next)
    if ((*b)->instance == instance) {
      borrower *gone = *b;
      *b = gone->next;
      dcm_lent_free(gone->lent);
      free(gone);
      return;
    }
}

void dcm_check_borrows(const dcm_subject *subject) {
  static const dcm_model functions = {
      .init = init, .compute = compute, .history = history, .reach = reach, .destroy = destroy};
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  watched = subject;
  /* For the choice of cases, init has run already. */
  calling = "init";
  expect_same_description();
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  dcm_check_through(subject, "borrows", &functions);
}
