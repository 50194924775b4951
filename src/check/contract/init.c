/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of what a law declares and of what init does with what it is handed: the words of options,
 * the tables of the setup, which init borrows for its own call alone, and descriptions, which are
 * constant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "check/contract/guarded.h"
#include "check/contract/interposer.h"
#include "runtime/model.h"

/* -------------------------------------------------------------------------------------- words */

/* Characters that hosts take for comments, variables, quotes and continued lines before a law sees
 * a word. */
static const char special[] = "#$&\"'\\";

static void expect_plain(const dcm_subject *subject, const dcm_option *option, const char *word) {
  const char *bad = strpbrk(word, special);
  dcm_error what, came;
  if (!bad)
    return;
  dcm_fail(
      &what,
      "users cannot choose a word of the option '%s': '%c' has another meaning in inputs of hosts",
      option->name, *bad);
  dcm_fail(&came, "%s", word);
  dcm_subject_find(subject, what.text, subject->model->id, came.text,
                   "letters and digits, and marks such as _ - . + between letters");
}

void dcm_check_words(const dcm_subject *subject) {
  const dcm_model *model = subject->model;
  if (!model->option_count)
    dcm_subject_not_tested(subject, "the law has no options");
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    for (uint32_t c = 0; c < option->choice_count; c++)
      expect_plain(subject, option, option->choices[c]);
  }
}

/* ------------------------------------------------------------------------------ lent tables */

typedef struct table {
  void *place;
  void *copy;
  size_t bytes, entry;
  char name[32];
} table;

/** A setup as a host lends it to an instance: tables of just their lengths, which belong to the
 * host and are gone after the call. */
typedef struct lent {
  dcm_setup setup;
  const dcm_instance *instance;
  struct lent *next;
  uint32_t count;
  table tables[]; /* values of each parameter, the table of these, the options */
} lent;

/** Copies a table to a place behind which there is no memory. */
static void *lend(lent *l, const void *source, size_t count, size_t entry, const char *name) {
  table *t = &l->tables[l->count++];
  snprintf(t->name, sizeof t->name, "%s", name);
  t->bytes = count * entry;
  t->entry = entry;
  t->place = dcm_page_end_take(t->bytes);
  t->copy = dcm_need(malloc(t->bytes + 1));
  if (t->bytes) {
    memcpy(t->place, source, t->bytes);
    memcpy(t->copy, source, t->bytes);
  }
  return t->place;
}

static lent *lend_all(const dcm_model *model, const dcm_setup *setup) {
  const uint32_t count = model->parameter_count;
  lent *l = dcm_need(calloc(1, sizeof *l + (count + 2) * sizeof l->tables[0]));
  const double **values = dcm_need(malloc((count + 1) * sizeof *values));
  for (uint32_t p = 0; p < count; p++) {
    char name[32];
    snprintf(name, sizeof name, "values[%u]", p);
    values[p] = lend(l, setup->values[p],
                     dcm_parameter_numbers(dcm_model_parameter(model, p), setup->material_count),
                     sizeof(double), name);
  }
  l->setup = *setup;
  l->setup.values = lend(l, values, count, sizeof *values, "values");
  l->setup.options =
      lend(l, setup->options, model->option_count, sizeof *setup->options, "options");
  free(values);
  return l;
}

/** The first table that is not as it was lent, with the number of an entry; NULL if all are. */
static const table *changed(const lent *l, uint32_t *number) {
  for (uint32_t i = 0; i < l->count; i++) {
    const table *t = &l->tables[i];
    const char *now = t->place, *before = t->copy;
    for (size_t at = 0; at < t->bytes; at++)
      if (now[at] != before[at]) {
        *number = (uint32_t)(at / t->entry);
        return t;
      }
  }
  return NULL;
}

static void give_back(lent *l) {
  for (uint32_t i = 0; l && i < l->count; i++) {
    dcm_page_end_free(l->tables[i].place, l->tables[i].bytes);
    free(l->tables[i].copy);
  }
  free(l);
}

/* ------------------------------------------------------------------------------------ borrows */

enum { TABLES = 6 };

struct dcm_description {
  struct {
    const char *name;
    const void *place;
    size_t bytes;
    void *copy;
  } tables[TABLES];
  size_t count;
};

static void keep(dcm_description *d, const char *name, const void *place, size_t bytes) {
  void *copy = bytes ? malloc(bytes) : NULL;
  if (!copy)
    return;
  memcpy(copy, place, bytes);
  d->tables[d->count].name = name;
  d->tables[d->count].place = place;
  d->tables[d->count].bytes = bytes;
  d->tables[d->count++].copy = copy;
}

/* The size of the first struct of a table is the stride. */
dcm_description *dcm_description_of(const dcm_model *m) {
  dcm_description *d = dcm_need(calloc(1, sizeof *d));
#define KEEP(table, count)                                                                         \
  keep(d, "dcm_model." #table, m->table, (count) ? (size_t)(count)*m->table->size : 0)
  keep(d, "dcm_model", m, m->size);
  KEEP(parameters, m->parameter_count);
  KEEP(options, m->option_count);
  KEEP(history_fields, m->history_count);
  KEEP(quantities, m->quantity_count);
  KEEP(outputs, m->output_count);
#undef KEEP
  return d;
}

void dcm_description_free(dcm_description *d) {
  for (size_t i = 0; i < d->count; i++)
    free(d->tables[i].copy);
  free(d);
}

/** Instances that live, each with the setup that init borrowed. */
typedef struct borrowers {
  const dcm_subject *subject;
  const char *calling;
  lent *first;
} borrowers;

static void expect_same_description(const borrowers *b) {
  const dcm_description *d = b->subject->description;
  char what[256];
  for (size_t i = 0; i < d->count; i++) {
    if (memcmp(d->tables[i].place, d->tables[i].copy, d->tables[i].bytes) == 0)
      continue;
    snprintf(what, sizeof what, "%s writes into the description of the law: %s", b->calling,
             d->tables[i].name);
    dcm_subject_find(b->subject, what, b->subject->model->id,
                     "another description than before the call",
                     "constant descriptions: hosts read them before init, and from other threads");
  }
}

static void expect_same_setup(const borrowers *b, const lent *l) {
  char what[256], came[128];
  uint32_t number;
  const table *t = changed(l, &number);
  if (!t)
    return;
  snprintf(what, sizeof what, "init writes into %s of the setup", t->name);
  snprintf(came, sizeof came, "another value at entry %u of %s", number, t->name);
  dcm_subject_find(b->subject, what, b->subject->model->id, came,
                   "a setup as it was handed over: what init computes belongs at instance->data");
}

/** An access to tables that were handed back is a finding, and the finding ends the process. */
static void find_borrowed(void *data, const char *at) {
  const borrowers *b = data;
  char what[256];
  for (const lent *l = b->first; l; l = l->next)
    for (uint32_t i = 0; i < l->count; i++) {
      const table *t = &l->tables[i];
      if (at < (const char *)t->place || at >= (const char *)t->place + t->bytes)
        continue;
      snprintf(what, sizeof what, "%s reads %s of the setup, which init got for its own call only",
               b->calling, t->name);
      dcm_subject_find(b->subject, what, b->subject->model->id,
                       "an access to memory that the host has freed",
                       "a copy at instance->data of all that later functions need");
    }
}

static void lend_to_init(void *data, dcm_call *call) {
  borrowers *b = data;
  b->calling = dcm_function_name(call->function);
  if (call->function != DCM_FUNCTION_INIT)
    return;
  lent *l = lend_all(b->subject->model, call->setup);
  l->instance = call->instance;
  l->next = b->first;
  b->first = l;
  call->setup = &l->setup;
}

/** Forgets the setup of an instance that init has refused, or that is gone. */
static void forget(borrowers *b, const dcm_instance *instance) {
  for (lent **l = &b->first; *l; l = &(*l)->next)
    if ((*l)->instance == instance) {
      lent *gone = *l;
      *l = gone->next;
      give_back(gone);
      return;
    }
}

static void expect_unchanged(void *data, dcm_call *call) {
  borrowers *b = data;
  if (call->function == DCM_FUNCTION_INIT) {
    expect_same_setup(b, b->first);
    for (uint32_t i = 0; i < b->first->count; i++)
      dcm_page_end_forbid(b->first->tables[i].place, b->first->tables[i].bytes);
  }
  expect_same_description(b);
  if (call->function == DCM_FUNCTION_DESTROY ||
      (call->function == DCM_FUNCTION_INIT && call->status != DCM_OK))
    forget(b, call->instance);
}

void dcm_check_borrows(const dcm_subject *subject) {
  /* For the choice of cases, init has run already. */
  borrowers b = {.subject = subject, .calling = "init"};
  dcm_interposer interposer = {.before = lend_to_init, .after = expect_unchanged, .data = &b};
  expect_same_description(&b);
  dcm_faults_visit(find_borrowed, &b);
  dcm_check_through(subject, "borrows", &interposer);
}

/* -------------------------------------------------------------------------------------- setup */

enum { ROUNDS = 12, FEW_ATTEMPTS = 8 };

static void find(const dcm_subject *subject, const dcm_case *the_case, const dcm_drawn *drawn,
                 const char *what, const char *came, const char *expected) {
  dcm_situation situation;
  dcm_situation_law(&situation, the_case->name, drawn->text);
  dcm_subject_report(
      subject,
      &(dcm_finding){.what = what, .situation = &situation, .came = came, .expected = expected});
}

/** Draws until init accepts.
 * @param attempts most draws
 * @return NULL if init refuses all */
static dcm_law *accepted(const dcm_subject *subject, const dcm_case *the_case, uint32_t materials,
                         dcm_random *random, int attempts, dcm_drawn *drawn, dcm_error *error) {
  for (int attempt = 0; attempt < attempts; attempt++) {
    dcm_law *law = dcm_draw_law(the_case, materials, subject->fixed, random, attempt, drawn, error);
    if (law)
      return law;
    if (strstr(error->text, "without giving a reason"))
      find(subject, the_case, drawn, "init refuses parameters without a sentence",
           "DCM_ERROR, and nothing in instance->log with level DCM_LOG_ERROR",
           "a sentence that names the parameter, its value and what is allowed");
  }
  return NULL;
}

/** Makes and frees laws of every case; each refusal must have a sentence. */
void dcm_check_setup(const dcm_subject *subject) {
  borrowers b = {.subject = subject};
  dcm_interposer interposer = {lend_to_init, expect_unchanged, &b, NULL};
  dcm_drawn drawn = {0};
  dcm_error error;
  uint32_t made = 0;
  dcm_faults_visit(find_borrowed, &b);
  dcm_interpose(&interposer);
  for (uint32_t i = 0; i < subject->case_count; i++) {
    const dcm_case *the_case = &subject->cases[i];
    dcm_random random = dcm_random_of_seed(subject->seed, dcm_random_hash(the_case->name));
    for (int round = 0; round < ROUNDS; round++) {
      /* The first round finds out whether any are accepted. */
      dcm_law *law = accepted(subject, the_case, 1 + (uint32_t)round % 3, &random,
                              round ? FEW_ATTEMPTS : DCM_DRAW_ATTEMPTS, &drawn, &error);
      made += law != NULL;
      dcm_law_destroy(law);
    }
  }
  dcm_interpose_no_more();
  if (!made)
    find(subject, &subject->cases[subject->case_count - 1], &drawn,
         "init refuses all random parameters within their ranges", error.text,
         "ranges in the description that say what init accepts; or fix these "
         "parameters with --set");
  dcm_drawn_free(&drawn);
}
