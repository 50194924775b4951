/* SPDX-License-Identifier: MIT */
/** @file
 * Check that all that a law declares has an effect: each parameter, each pair of words of an
 * option, each quantity that the law reads, each field of the state changes an answer in some
 * contact; each quantity to which the law adds gets something, and each output varies.
 * Parameters of materials have an effect at walls, too. And the check "rows": a contact of two
 * materials does not see the parameters of a third, nor of other pairs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "check/contract/guarded.h"
#include "check/contract/interposer.h"
#include "check/relations/life.h"
#include "kit/declarations.h"
#include "runtime/model.h"

enum { ROUNDS = 24, MOST_ROUNDS = 400, MOST_PASSES = 6, ATTEMPTS = 6 };

/** Differences below this share of an answer are rounding. */
static const double rounding = 1e-10;

/* ------------------------------------------------------------------------------ altered laws */

/** Changes what init is handed.
 * @param values  copies of the tables of dcm_setup
 * @param options copies of the words */
typedef void (*change_function)(void *data, uint32_t material_count, double *const *values,
                                uint32_t *options);

/** Changes on their way to init. */
typedef struct alteration {
  const dcm_model *model;
  change_function alter;
  void *data;
  dcm_setup setup;
  double **values;
  double *numbers;
  uint32_t *options;
} alteration;

/** Hands init changed copies of the tables. */
static void change(void *data, dcm_call *call) {
  alteration *a = data;
  if (call->function != DCM_FUNCTION_INIT)
    return;
  const uint32_t count = a->model->parameter_count, m = call->setup->material_count;
  a->values = dcm_need(calloc(count + 1, sizeof *a->values));
  a->numbers = dcm_need(calloc((size_t)(count + 1) * m * m, sizeof *a->numbers));
  a->options = dcm_need(calloc(a->model->option_count + 1, sizeof *a->options));
  for (uint32_t p = 0; p < count; p++) {
    a->values[p] = a->numbers + (size_t)p * m * m;
    memcpy(a->values[p], call->setup->values[p],
           dcm_parameter_numbers(dcm_model_parameter(a->model, p), m) * sizeof(double));
  }
  if (a->model->option_count)
    memcpy(a->options, call->setup->options, a->model->option_count * sizeof *a->options);
  a->alter(a->data, m, a->values, a->options);
  a->setup = *call->setup;
  a->setup.values = (const double *const *)a->values;
  a->setup.options = a->options;
  call->setup = &a->setup;
}

static void forget(void *data, dcm_call *call) {
  alteration *a = data;
  if (call->function != DCM_FUNCTION_INIT)
    return;
  free(a->options);
  free(a->numbers);
  free(a->values);
}

/** The law of the scene with changes.
 * @return NULL if init refuses the changes; freed by dcm_law_destroy */
static dcm_law *altered_law(const dcm_scene *s, change_function alter, void *data) {
  dcm_error ignored, error;
  alteration a = {.model = s->law->model, .alter = alter, .data = data};
  dcm_interposer interposer = {change, forget, &a, NULL};
  dcm_interpose(&interposer);
  dcm_law *law = dcm_law_create(s->drawn.settings, dcm_error_log, &ignored, &error);
  dcm_interpose_no_more();
  return law;
}

/* --------------------------------------------------------------------- rows of other materials */

enum { MATERIALS = 3, ALL = -1 };

/** A share of an answer, for a law may take another loop by values of other materials. */
static const double same = 1e-6;

/** New values for what materials i and j must not see. */
typedef struct others {
  dcm_scene *s;
  int parameter; /* or ALL */
} others;

static void change_others(void *data, uint32_t m, double *const *values, uint32_t *options) {
  const others *o = data;
  dcm_scene *s = o->s;
  const dcm_model *model = s->law->model;
  const uint32_t first = s->pair / m, second = s->pair % m;
  (void)options;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const uint32_t scope = dcm_model_parameter(model, p)->scope;
    if ((o->parameter != ALL && (uint32_t)o->parameter != p) || scope == DCM_PER_LAW)
      continue;
    for (uint32_t i = 0; i < m; i++)
      for (uint32_t j = i; j < m; j++) {
        const int is_own = scope == DCM_PER_PAIR
                               ? (i == first && j == second) || (i == second && j == first)
                               : i == first || i == second;
        if (is_own || (scope == DCM_PER_MATERIAL && i != j))
          continue;
        const double value = dcm_draw_value(model, p, &s->drawn, &s->random);
        if (scope == DCM_PER_PAIR)
          values[p][i * m + j] = values[p][j * m + i] = value;
        else
          values[p][i] = value;
      }
  }
}

/** Finds answers that change with the parameters of others; reports the first that matters. */
static void compare_with_others(dcm_scene *s, const dcm_life *life, int parameter) {
  others o = {s, parameter};
  dcm_law *other = NULL;
  for (int attempt = 0; attempt < ATTEMPTS && !other; attempt++)
    other = altered_law(s, change_others, &o);
  dcm_parting parting;
  if (!other)
    return;
  dcm_scene_copy(s);
  if (!dcm_lives_part(s, life, other, same, 0, &parting)) {
    dcm_law_destroy(other);
    return;
  }
  dcm_law_destroy(other);
  if (parameter == ALL)
    for (uint32_t p = 0; p < s->law->model->parameter_count; p++)
      compare_with_others(s, life, (int)p);
  char what[512];
  snprintf(
      what, sizeof what,
      "the answer for two materials changes with %s%s%s of other materials or pairs: constants "
      "of a pair i, j are at contacts->pair = i * material_count + j, values of a material at "
      "i, for every pair of materials",
      parameter == ALL ? "parameters" : "the parameter '",
      parameter == ALL ? "" : dcm_model_parameter(s->law->model, (uint32_t)parameter)->name,
      parameter == ALL ? "" : "'");
  dcm_scene_find_vector(s, parting.contact, what, parting.name, parting.came, parting.expected,
                        parting.allowed);
}

static void rows(dcm_scene *s) {
  if (s->law->material_count < MATERIALS) {
    dcm_scene_not_tested(s, "init refuses three materials");
    return;
  }
  const dcm_life life = dcm_random_life(s, dcm_scene_side(s));
  compare_with_others(s, &life, ALL);
}

void dcm_check_rows(const dcm_subject *subject) {
  if (subject->model->parameter_count == 0)
    dcm_subject_not_tested(subject, "the law has no parameters");
  else
    dcm_scene_rounds(subject, "rows", NULL, MATERIALS, ROUNDS, rows, NULL);
}

/* ------------------------------------------------------------------------------------ effects */

/** Effects found so far of a thing that the law declares. */
typedef struct declared {
  char name[256];
  int is_tried; /* the law was made, or asked, with another value */
  int has_effect;
} declared;

/** Lists of things that a law declares. The last one has no finding of its own. */
enum { PARAMETERS, OPTIONS, FIELDS, READS, ADDS, OUTPUTS, AT_WALLS, ADDS_AT_WALLS, LISTS };
static const struct {
  const char *format, *what, *expected;
} lists[LISTS] = {
    [PARAMETERS] = {"the parameter '%s'",
                    "parameters have no effect in any contact: look for a value that init reads "
                    "from another parameter, or that compute does not use",
                    "other answers with other values, for some contact and some words of the "
                    "options"},
    [OPTIONS] = {"the option '%s'",
                 "options have no effect in any contact: look for a word that init does not ask, "
                 "or asks at the index of another option",
                 "other answers with another word, for some contact"},
    [FIELDS] = {"'%s'",
                "compute reads fields of the state in no contact: the number that a step leaves "
                "there changes nothing in the next one; look for a wrong component of history_in; "
                "what is only to be seen is an output, and costs no memory in hosts",
                "other answers, or another new state, after another number in history_in"},
    [READS] = {"the value of the quantity '%s'",
               "quantities that the law reads have no effect in any contact: look for a wrong "
               "index; a quantity that is only summed has access DCM_SUM",
               "other answers with other values, for some contact"},
    [ADDS] = {"'%s'",
              "the law adds nothing to a quantity in any contact: look for a wrong index; a "
              "quantity that is only read has access DCM_READ",
              "an amount that is not 0 in added_1 or added_2, for some contact"},
    [OUTPUTS] = {"'%s'",
                 "outputs are the same number in all contacts: look for a wrong index in outputs",
                 "numbers that differ between contacts"},
    [AT_WALLS] = {"the parameter '%s'",
                  "coefficients have an effect between grains, and none at walls: a wall has a "
                  "material, too; look for a branch for walls that leaves a part of the answer "
                  "out; a law that intends this says so by the extension dcm/not-at-walls/1",
                  "other answers with other values, for some contact with a wall"},
    [ADDS_AT_WALLS] = {"'%s'", NULL, NULL},
};

typedef struct found {
  declared *of[LISTS]; /* [counts] of each list */
  uint32_t counts[LISTS];
  double first_output[DCM_MOST_OUTPUTS];
} found;

/* ------------------------------------------------------------------------------- other values */

typedef struct other_value {
  dcm_scene *s;
  uint32_t index; /* of the parameter or the option */
  uint32_t word;
  int attempt;
} other_value;

/** Another random value, and, where init refuses such, a slightly larger or smaller one. */
static double other_number(const other_value *o, double value) {
  const dcm_parameter *parameter = dcm_model_parameter(o->s->law->model, o->index);
  const double near = value * (o->attempt % 2 ? 1.05 : 0.95);
  if (o->attempt >= ATTEMPTS / 2)
    return dcm_parameter_allows(parameter, near) ? near : value;
  for (int i = 0; i < 8; i++) {
    const double drawn = dcm_draw_value(o->s->law->model, o->index, &o->s->drawn, &o->s->random);
    if (drawn != value)
      return drawn;
  }
  return value;
}

static void change_parameter(void *data, uint32_t m, double *const *values, uint32_t *options) {
  const other_value *o = data;
  const uint32_t scope = dcm_model_parameter(o->s->law->model, o->index)->scope;
  double *row = values[o->index];
  (void)options;
  if (scope == DCM_PER_PAIR)
    for (uint32_t i = 0; i < m; i++)
      for (uint32_t j = i; j < m; j++)
        row[i * m + j] = row[j * m + i] = other_number(o, row[i * m + j]);
  else
    for (uint32_t i = 0; i < (scope == DCM_PER_LAW ? 1 : m); i++)
      row[i] = other_number(o, row[i]);
}

static void change_word(void *data, uint32_t m, double *const *values, uint32_t *options) {
  const other_value *o = data;
  (void)m;
  (void)values;
  options[o->index] = o->word;
}

/** Whether two instances ask different things of a host. */
static int ask_otherwise(const dcm_instance *a, const dcm_instance *b) {
  return a->velocity_arm != b->velocity_arm || a->moment_arm != b->moment_arm ||
         a->frame != b->frame || a->unused != b->unused || a->flags != b->flags ||
         memcmp(a->field_use, b->field_use, sizeof a->field_use) != 0;
}

static int reach_otherwise(const dcm_scene *s, const dcm_law *other) {
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++) {
    const dcm_sample *c = &s->contacts[k];
    if (dcm_reach_of(s->law, s->side_2, s->pair, c->radius_1, c->radius_2) !=
        dcm_reach_of(other, s->side_2, s->pair, c->radius_1, c->radius_2))
      return 1;
  }
  return 0;
}

/** Whether another instance answers otherwise in these lives. */
static int answers_otherwise(dcm_scene *s, const dcm_life *life, const dcm_law *other) {
  dcm_parting parting;
  if (ask_otherwise(&s->law->instance, &other->instance) || reach_otherwise(s, other))
    return 1;
  dcm_scene_copy(s);
  return dcm_lives_part(s, life, other, rounding, 1, &parting);
}

static void try_change(dcm_scene *s, const dcm_life *life, change_function alter, other_value *o,
                       declared *d) {
  for (o->attempt = 0; o->attempt < ATTEMPTS; o->attempt++) {
    dcm_law *other = altered_law(s, alter, o);
    if (!other)
      continue;
    d->is_tried = 1;
    d->has_effect = answers_otherwise(s, life, other);
    dcm_law_destroy(other);
    return;
  }
}

/* --------------------------------------------------------------------------------- quantities */

static int is_read(const dcm_law *l, uint32_t q) {
  return l->access[q] != DCM_SUM;
}

/** A value up to ten times smaller or larger, for a threshold may be beyond what is usual. */
static double other_amount(dcm_scene *s, uint32_t q, double value) {
  const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
  if (strcmp(quantity->name, "id") == 0)
    return value;
  const double other = value * dcm_log_uniform(&s->random, 0.1, 10.0);
  const int is_any = quantity->minimum == 0.0 && quantity->maximum == 0.0;
  return is_any ? other : fmin(fmax(other, quantity->minimum), quantity->maximum);
}

/** Gives one quantity other values in batch b. */
static void change_quantity(dcm_scene *s, uint32_t q) {
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++) {
    double values[DCM_MOST_QUANTITIES];
    const dcm_sample *c = &s->contacts[k];
    const double mass = c->effective_mass * dcm_uniform(&s->random, 1.0, 3.0);
    dcm_random_quantities(s->law, c->radius_1, mass, &s->random, values);
    s->b->quantities_1[q][k] = other_amount(s, q, values[q]);
    if (s->side_2 == DCM_SIDE_WALL && isinf(c->quantities_2[q]))
      continue;
    dcm_random_quantities(s->law, c->radius_1, mass, &s->random, values);
    s->b->quantities_2[q][k] = other_amount(s, q, values[q]);
  }
}

/* The answers in batch a after a life: what was added, and the outputs. */
static void look_at_answers(dcm_scene *s, const dcm_life *life) {
  found *law = s->state;
  dcm_life_begin(s, life, s->law, s->a);
  for (int step = 0; step < DCM_LIFE_STEPS; step++) {
    dcm_life_step(s, life, s->law, step, s->a);
    for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++) {
      for (uint32_t q = 0; q < s->law->quantity_count; q++)
        if (s->law->access[q] != DCM_READ) {
          const int adds = s->a->added_1[q][k] != 0.0 || s->a->added_2[q][k] != 0.0;
          law->of[ADDS][q].is_tried = 1;
          law->of[ADDS][q].has_effect |= adds;
          if (s->side_2 == DCM_SIDE_WALL) {
            law->of[ADDS_AT_WALLS][q].is_tried = 1;
            law->of[ADDS_AT_WALLS][q].has_effect |= adds;
          }
        }
      for (uint32_t o = 0; o < s->law->model->output_count; o++) {
        if (!law->of[OUTPUTS][o].is_tried)
          law->first_output[o] = s->a->outputs[o][k];
        law->of[OUTPUTS][o].is_tried = 1;
        law->of[OUTPUTS][o].has_effect |= s->a->outputs[o][k] != law->first_output[o];
      }
    }
    dcm_advance_history(s->a, s->law);
  }
}

/* ------------------------------------------------------------------------------------- states */

/** Whether a law can only learn from a field in compute. */
static int is_asked_in_compute(const dcm_law *l, uint32_t f) {
  const uint32_t of_others = 1u << DCM_CONTACT_SWAPS | 1u << DCM_CONTACT_ENDS;
  const int has_events = l->model->history && (l->model->events & of_others);
  return l->instance.field_use[f] == DCM_FIELD_USED && !has_events;
}

/** Another number in a field before some step must change an answer then or later. A sum that is
 * kept to be seen changes itself. */
static void try_field(dcm_scene *s, const dcm_life *life, uint32_t f, uint32_t component) {
  found *law = s->state;
  declared *d = &law->of[FIELDS][f];
  const uint32_t width = dcm_history_field_width(dcm_model_history_field(s->law->model, f));
  for (uint32_t c = component; c < component + width && !d->has_effect; c++) {
    const int step = 4 + (int)dcm_below(&s->random, DCM_LIFE_STEPS - 8);
    /* The state may be a yes or a no. */
    static const double factors[] = {0.5, 2.0, 0.0, -1.0};
    const double factor = factors[dcm_below(&s->random, sizeof factors / sizeof factors[0])];
    int changed;
    dcm_scene_copy(s);
    d->has_effect = dcm_lives_part_after(s, life, step, c, factor, rounding, &changed);
    d->is_tried |= changed;
  }
}

static void try_fields(dcm_scene *s, const dcm_life *life) {
  found *law = s->state;
  uint32_t component = 0;
  for (uint32_t f = 0; f < s->law->model->history_count; f++) {
    if (is_asked_in_compute(s->law, f) && !law->of[FIELDS][f].has_effect)
      try_field(s, life, f, component);
    component += dcm_history_field_width(dcm_model_history_field(s->law->model, f));
  }
}

/* ----------------------------------------------------------------------------------- at walls */

/** Whether the law says that something has no effect at walls. */
static int is_not_at_walls(const dcm_model *model, const char *name) {
  const dcm_not_at_walls *e = model->extension ? model->extension(DCM_NOT_AT_WALLS) : NULL;
  for (uint32_t i = 0; e && e->names[i]; i++)
    if (strcmp(e->names[i], name) == 0)
      return 1;
  return 0;
}

/** Whether a parameter should have an effect at walls: it belongs to materials, and has an effect
 * between grains. */
static int is_for_walls(const found *law, const dcm_model *model, uint32_t p) {
  const dcm_parameter *parameter = dcm_model_parameter(model, p);
  return law->of[PARAMETERS][p].has_effect && parameter->scope != DCM_PER_LAW &&
         !is_not_at_walls(model, parameter->name);
}

/** Whether a quantity gets something between grains and nothing at walls. */
static int gets_nothing_at_walls(const found *law, const dcm_model *model, uint32_t q) {
  const declared *there = &law->of[ADDS_AT_WALLS][q];
  return law->of[ADDS][q].has_effect && there->is_tried && !there->has_effect &&
         !is_not_at_walls(model, dcm_model_quantity(model, q)->name);
}

/** Whether something is idle at walls alone. */
static int is_idle_at_walls(const found *law, const dcm_model *model) {
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (is_for_walls(law, model, p) && law->of[AT_WALLS][p].is_tried &&
        !law->of[AT_WALLS][p].has_effect)
      return 1;
  for (uint32_t q = 0; q < model->quantity_count; q++)
    if (gets_nothing_at_walls(law, model, q))
      return 1;
  return 0;
}

/** Whether a parameter promises an effect wherever two materials touch. */
static int is_promised(const dcm_model *model, uint32_t p) {
  return dcm_has_role(model, p, DCM_ROLE_FRICTION) || dcm_has_role(model, p, DCM_ROLE_RESTITUTION);
}

/** Reports that something may have no effect at walls on purpose. */
static void report_walls(const dcm_subject *subject, const declared *d) {
  char text[sizeof d->name + 128];
  snprintf(text, sizeof text, "whether it is meant that %s is for grains alone, and not for walls",
           d->name);
  dcm_subject_not_tested(subject, text);
}

/** Leaves in the list of what was tried at walls only what should have had an effect there. */
static void expect_at_walls(found *law, const dcm_subject *subject) {
  const dcm_model *model = subject->model;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    declared *d = &law->of[AT_WALLS][p];
    d->is_tried &= is_for_walls(law, model, p) && !d->has_effect;
    if (d->is_tried && !is_promised(model, p)) {
      report_walls(subject, d);
      d->is_tried = 0;
    }
  }
  for (uint32_t q = 0; q < model->quantity_count; q++)
    if (gets_nothing_at_walls(law, model, q))
      report_walls(subject, &law->of[ADDS_AT_WALLS][q]);
}

/* ---------------------------------------------------------------------------------- all things */

static void try_parameter(dcm_scene *s, const dcm_life *life, uint32_t p) {
  found *law = s->state;
  declared *all = &law->of[PARAMETERS][p], *there = &law->of[AT_WALLS][p];
  other_value other = {.s = s, .index = p};
  if (s->side_2 != DCM_SIDE_WALL && !all->has_effect)
    try_change(s, life, change_parameter, &other, all);
  if (s->side_2 == DCM_SIDE_WALL && !there->has_effect) {
    try_change(s, life, change_parameter, &other, there);
    all->is_tried |= there->is_tried;
    all->has_effect |= there->has_effect;
  }
}

static void effects(dcm_scene *s) {
  found *law = s->state;
  const dcm_model *model = s->law->model;
  const dcm_life life = dcm_random_life(s, dcm_scene_side(s));
  look_at_answers(s, &life);
  for (uint32_t p = 0; p < model->parameter_count; p++)
    try_parameter(s, &life, p);
  for (uint32_t o = 0; o < dcm_case_option_count(model); o++)
    for (uint32_t w = 0; w < dcm_model_option(model, o)->choice_count; w++)
      if (!law->of[OPTIONS][o].has_effect && w != dcm_settings_choice(s->drawn.settings, o))
        try_change(s, &life, change_word, &(other_value){.s = s, .index = o, .word = w},
                   &law->of[OPTIONS][o]);
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    dcm_parting parting;
    if (!is_read(s->law, q) || law->of[READS][q].has_effect)
      continue;
    dcm_scene_copy(s);
    change_quantity(s, q);
    law->of[READS][q].is_tried = 1;
    law->of[READS][q].has_effect = dcm_lives_part(s, &life, s->law, rounding, 1, &parting);
  }
  try_fields(s, &life);
}

static const char *name_of(const dcm_model *model, int list, uint32_t i) {
  switch (list) {
  case PARAMETERS:
  case AT_WALLS:
    return dcm_model_parameter(model, i)->name;
  case OPTIONS:
    return dcm_model_option(model, i)->name;
  case FIELDS:
    return dcm_model_history_field(model, i)->name;
  case OUTPUTS:
    return dcm_model_output(model, i)->name;
  default:
    return dcm_model_quantity(model, i)->name;
  }
}

static void name_all(found *law, const dcm_model *model) {
  const uint32_t counts[LISTS] = {
      [PARAMETERS] = model->parameter_count,   [AT_WALLS] = model->parameter_count,
      [OPTIONS] = model->option_count,         [FIELDS] = model->history_count,
      [READS] = model->quantity_count,         [ADDS] = model->quantity_count,
      [ADDS_AT_WALLS] = model->quantity_count, [OUTPUTS] = model->output_count};
  memcpy(law->counts, counts, sizeof counts);
  for (int list = 0; list < LISTS; list++) {
    law->of[list] = dcm_need(calloc(counts[list] + 1, sizeof(declared)));
    for (uint32_t i = 0; i < counts[list]; i++)
      snprintf(law->of[list][i].name, sizeof law->of[list][i].name, lists[list].format,
               name_of(model, list, i));
  }
}

/** Whether something had no effect so far. */
static int is_idle(const found *law, const dcm_model *model) {
  for (int list = 0; list < AT_WALLS; list++)
    for (uint32_t i = 0; i < law->counts[list]; i++)
      if (law->of[list][i].is_tried && !law->of[list][i].has_effect)
        return 1;
  return is_idle_at_walls(law, model);
}

/** Reports the things of a list that have no effect. */
static void expect_effects(const dcm_subject *subject, const found *law, int list) {
  char came[2048] = "";
  size_t used = 0;
  for (uint32_t i = 0; i < law->counts[list]; i++) {
    const declared *d = &law->of[list][i];
    if (d->is_tried && !d->has_effect && used < sizeof came - 1)
      used += (size_t)snprintf(came + used, sizeof came - used, "%s%s", used ? ", " : "", d->name);
  }
  if (used)
    dcm_subject_find(subject, lists[list].what, subject->model->id, came, lists[list].expected);
}

void dcm_check_effects(const dcm_subject *subject) {
  found law = {.first_output = {0.0}};
  const dcm_model *model = subject->model;
  if ((subject->fixed && subject->fixed->name) || (subject->chosen && subject->chosen->option)) {
    dcm_subject_not_tested(subject, "--set may take the effect of other parameters away");
    return;
  }
  name_all(&law, model);
  /* A declared thing that matters in rare contacts only gets more contacts. */
  const uint32_t of_pass = ROUNDS * subject->case_count;
  const uint32_t most = MOST_ROUNDS > MOST_PASSES * of_pass ? MOST_ROUNDS : MOST_PASSES * of_pass;
  for (uint32_t done = 0; done == 0 || (done < most && is_idle(&law, model)); done += of_pass) {
    char stream[32];
    snprintf(stream, sizeof stream, "effects %u", done);
    dcm_scene_rounds(subject, stream, NULL, 2, ROUNDS, effects, &law);
  }
  for (int list = 0; list < AT_WALLS; list++)
    expect_effects(subject, &law, list);
  expect_at_walls(&law, subject);
  expect_effects(subject, &law, AT_WALLS);
  for (int list = 0; list < LISTS; list++)
    free(law.of[list]);
}
