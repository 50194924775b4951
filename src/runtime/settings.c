/* SPDX-License-Identifier: MIT */
#include "runtime/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/error.h"
#include "runtime/model.h"

struct dcm_settings {
  const dcm_model *model;
  const dcm_units *units;
  uint32_t n;
  uint32_t *choices;     /* [option] */
  dcm_chooser *choosers; /* [option] */
  double **values; /* [parameter][i * n + j], symmetric, or [parameter][0] of one per law; NaN where
                      nothing was given */
  unsigned char *in_use; /* [i * n + j], symmetric */
  const char
      *last_name; /* of the last material; NULL: the last material is a type like the others */
};

static size_t at(const dcm_settings *s, uint32_t i, uint32_t j) {
  return (size_t)(i - 1) * s->n + (j - 1);
}

static int is_of_law(const dcm_settings *s, uint32_t parameter) {
  return dcm_model_parameter(s->model, parameter)->scope == DCM_PER_LAW;
}

void dcm_settings_destroy(dcm_settings *settings) {
  if (!settings)
    return;
  if (settings->values)
    for (uint32_t p = 0; p < settings->model->parameter_count; p++)
      free(settings->values[p]);
  free(settings->values);
  free(settings->choices);
  free(settings->choosers);
  free(settings->in_use);
  free(settings);
}

dcm_settings *dcm_settings_create(const dcm_model *model, uint32_t material_count) {
  dcm_settings *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->model = model;
  s->units = dcm_units_of("si");
  s->n = material_count;
  /* One entry more than needed, so that a model without options or parameters is no special case.
   */
  s->choices = calloc(model->option_count + 1, sizeof *s->choices);
  s->choosers = calloc(model->option_count + 1, sizeof *s->choosers);
  s->values = calloc(model->parameter_count + 1, sizeof *s->values);
  s->in_use = malloc((size_t)material_count * material_count);
  int complete = s->choices && s->choosers && s->values && s->in_use;
  if (s->in_use)
    memset(s->in_use, 1, (size_t)material_count * material_count);
  for (uint32_t p = 0; complete && p < model->parameter_count; p++) {
    const size_t count = is_of_law(s, p) ? 1 : (size_t)s->n * s->n;
    s->values[p] = malloc(count * sizeof **s->values);
    complete = s->values[p] != NULL;
    for (size_t k = 0; complete && k < count; k++)
      s->values[p][k] = NAN;
  }
  if (!complete) {
    dcm_settings_destroy(s);
    return NULL;
  }
  for (uint32_t o = 0; o < model->option_count; o++)
    s->choices[o] = dcm_model_option(model, o)->default_choice;
  return s;
}

const dcm_model *dcm_settings_model(const dcm_settings *settings) {
  return settings->model;
}

uint32_t dcm_settings_material_count(const dcm_settings *settings) {
  return settings->n;
}

void dcm_settings_use_units(dcm_settings *settings, const dcm_units *units) {
  settings->units = units;
}

/** @return NAN if there is no default */
static double default_of(const dcm_settings *s, const dcm_parameter *p) {
  const double value = dcm_units_from_si(s->units, p->dimension, p->default_value);
  return p->flags & DCM_REQUIRED || !dcm_parameter_allows(p, value) ? NAN : value;
}

/** Name i of an option or, after all names, a word of an option: users may write these among
 * options. */
static const char *word_of_options(const void *of, size_t i) {
  const dcm_model *model = of;
  if (i < model->option_count)
    return dcm_model_option(model, (uint32_t)i)->name;
  i -= model->option_count;
  uint32_t o = 0;
  while (i >= dcm_model_option(model, o)->choice_count)
    i -= dcm_model_option(model, o++)->choice_count;
  return dcm_model_option(model, o)->choices[i];
}

static size_t words_of_options(const dcm_model *model) {
  size_t count = model->option_count;
  for (uint32_t o = 0; o < model->option_count; o++)
    count += dcm_model_option(model, o)->choice_count;
  return count;
}

/** "; did you mean 'form consistent'?", of each option that has this word. */
static int append_options_of(const dcm_model *model, const char *word, dcm_error *error) {
  int count = 0;
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    for (uint32_t c = 0; c < option->choice_count; c++)
      if (strcmp(option->choices[c], word) == 0)
        dcm_error_append(error, "%s '%s %s'", count++ ? " or" : "; did you mean", option->name,
                         word);
  }
  if (count)
    dcm_error_append(error, "?");
  return count > 0;
}

int dcm_settings_append_meant(const dcm_model *model, const char *word, dcm_error *error) {
  if (append_options_of(model, word, error))
    return 1;
  const char *nearest = dcm_nearest_word(word, word_of_options, model, words_of_options(model));
  if (!nearest)
    return 0;
  if (dcm_model_find_option(model, nearest) < 0)
    return append_options_of(model, nearest, error);
  dcm_error_append(error, "; did you mean '%s'?", nearest);
  return 1;
}

static int32_t unknown_option(const dcm_model *model, const char *name, dcm_error *error) {
  dcm_fail(error, "'%s' is no option of the law '%s'", name, model->id);
  if (dcm_model_find_parameter(model, name) >= 0) {
    dcm_error_append(
        error, ", but a parameter: give parameters with materials or with pairs of materials");
    return DCM_ERROR;
  }
  const int is_meant = dcm_settings_append_meant(model, name, error);
  const char *between = is_meant ? " The options are:" : "; the options are:";
  for (uint32_t k = 0; k < model->option_count; k++, between = ",") {
    const dcm_option *known = dcm_model_option(model, k);
    dcm_error_append(error, "%s %s (%s)", between, known->name, known->description);
  }
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const dcm_parameter *known = dcm_model_parameter(model, p);
    if (known->scope != DCM_PER_LAW)
      continue;
    dcm_error_append(error, "%s %s (%s)", between, known->name, known->description);
    between = ",";
  }
  return DCM_ERROR;
}

static const char *choice_of(const void *option, size_t i) {
  return ((const dcm_option *)option)->choices[i];
}

int32_t dcm_settings_choose(dcm_settings *settings, const char *option, const char *word,
                            dcm_error *error) {
  const dcm_model *model = settings->model;
  const int32_t o = dcm_model_find_option(model, option);
  if (o < 0)
    return unknown_option(model, option, error);
  const dcm_option *chosen = dcm_model_option(model, (uint32_t)o);
  for (uint32_t c = 0; word && c < chosen->choice_count; c++)
    if (strcmp(chosen->choices[c], word) == 0) {
      settings->choices[o] = c;
      settings->choosers[o] = DCM_CHOSEN_BY_USER;
      return DCM_OK;
    }
  if (word) {
    dcm_fail(error, "'%s' is no choice for the option '%s' of the law '%s'", word, option,
             model->id);
    const char *nearest = dcm_nearest_word(word, choice_of, chosen, chosen->choice_count);
    dcm_error_append_nearest(error, nearest, "choices");
  } else
    dcm_fail(error, "the option '%s' needs a word after it:", option);
  for (uint32_t c = 0; c < chosen->choice_count; c++)
    dcm_error_append(error, "%s %s", c ? " or" : "", chosen->choices[c]);
  return DCM_ERROR;
}

uint32_t dcm_settings_choice(const dcm_settings *settings, uint32_t option) {
  return settings->choices[option];
}

dcm_chooser dcm_settings_chooser(const dcm_settings *settings, uint32_t option) {
  return settings->choosers[option];
}

void dcm_settings_are_of_restart(dcm_settings *settings) {
  for (uint32_t o = 0; o < settings->model->option_count; o++)
    settings->choosers[o] = DCM_CHOSEN_BY_RESTART;
}

void dcm_settings_copy_options(dcm_settings *settings, const dcm_settings *from) {
  const size_t count = settings->model->option_count;
  for (uint32_t p = 0; p < settings->model->parameter_count; p++)
    if (is_of_law(settings, p))
      settings->values[p][0] = from->values[p][0];
  settings->units = from->units;
  memcpy(settings->choices, from->choices, count * sizeof *settings->choices);
  memcpy(settings->choosers, from->choosers, count * sizeof *settings->choosers);
}

/** "keyword (description, units, per material, required)" */
static void append_parameter(const dcm_settings *s, const dcm_parameter *p, dcm_error *error) {
  char unit[DCM_DIMENSION_TEXT];
  dcm_dimension_quantity(p->dimension, unit);
  dcm_error_append(error, "%s (%s, %s%s, per %s", p->name, p->description,
                   strcmp(unit, "none") ? unit : "no", " units", dcm_scope_name(p));
  if (p->flags & DCM_REQUIRED)
    dcm_error_append(error, ", required)");
  else if (!isnan(default_of(s, p)))
    dcm_error_append(error, ", default %g)", default_of(s, p));
  else {
    dcm_dimension_si(p->dimension, unit);
    dcm_error_append(error, ", required: the default, %g %s, does not hold in units %s)",
                     p->default_value, unit, dcm_units_name(s->units));
  }
}

static const char *parameter_name(const void *model, size_t i) {
  return dcm_model_parameter(model, (uint32_t)i)->name;
}

static int32_t unknown_parameter(const dcm_settings *s, const char *name, dcm_error *error) {
  const dcm_model *model = s->model;
  dcm_fail(error, "'%s' is no parameter of the law '%s'", name, model->id);
  if (dcm_model_find_option(model, name) >= 0) {
    dcm_error_append(error, ", but an option: give options with the name of the law");
    return DCM_ERROR;
  }
  const char *nearest = dcm_model_name_of_symbol(model, name);
  if (!nearest)
    nearest = dcm_nearest_word(name, parameter_name, model, model->parameter_count);
  if (model->parameter_count > 0)
    dcm_error_append_nearest(error, nearest, "parameters");
  for (uint32_t i = 0; i < model->parameter_count; i++) {
    dcm_error_append(error, "%s ", i ? "," : "");
    append_parameter(s, dcm_model_parameter(model, i), error);
  }
  return DCM_ERROR;
}

static int32_t out_of_range(const dcm_parameter *p, const char *text, dcm_error *error) {
  dcm_fail(error, "%s = %s is out of range: %s must be ", p->name, text, p->description);
  if (isinf(p->maximum))
    dcm_error_append(error, "%s %g", p->flags & DCM_MINIMUM_EXCLUDED ? "greater than" : "at least",
                     p->minimum);
  else if (isinf(p->minimum))
    dcm_error_append(error, "%s %g", p->flags & DCM_MAXIMUM_EXCLUDED ? "less than" : "at most",
                     p->maximum);
  else
    dcm_error_append(error, "in %c%g, %g%c", p->flags & DCM_MINIMUM_EXCLUDED ? '(' : '[',
                     p->minimum, p->maximum, p->flags & DCM_MAXIMUM_EXCLUDED ? ')' : ']');
  dcm_error_append(error, ", because %s", p->reason);
  return DCM_ERROR;
}

static int32_t read_value(const dcm_parameter *p, const char *text, double *value,
                          dcm_error *error) {
  char *end;
  *value = dcm_text_number(text, &end);
  if (end == text || *end)
    return dcm_fail(error, "%s takes a number, not '%s'", p->name, text);
  if (!isfinite(*value))
    return dcm_fail(error, "%s = %s is not a finite number", p->name, text);
  return dcm_parameter_allows(p, *value) ? DCM_OK : out_of_range(p, text, error);
}

static int is_within(const dcm_settings *s, dcm_range r) {
  return r.first >= 1 && r.first <= r.last && r.last <= s->n;
}

int32_t dcm_settings_set(dcm_settings *settings, dcm_range i, dcm_range j, const char *parameter,
                         const char *text, dcm_error *error) {
  const dcm_model *model = settings->model;
  const int32_t index = dcm_model_find_parameter(model, parameter);
  if (index < 0)
    return unknown_parameter(settings, parameter, error);
  const dcm_parameter *p = dcm_model_parameter(model, (uint32_t)index);
  if (!text)
    return dcm_fail(error, "the keyword '%s' needs a number after it", parameter);
  if (p->scope == DCM_PER_LAW)
    return dcm_fail(error,
                    "%s (%s) is one number for the whole law, not a number of a material: write "
                    "'%s %s' with the options of the law",
                    p->name, p->description, p->name, text);
  if (!is_within(settings, i) || !is_within(settings, j))
    return dcm_fail(
        error,
        "%s is given for materials %u to %u and %u to %u, but materials are numbered from "
        "1 to %u",
        p->name, i.first, i.last, j.first, j.last, settings->n);
  const int per_material = p->scope == DCM_PER_MATERIAL;
  if (per_material && (i.first != j.first || i.last != j.last))
    return dcm_fail(
        error,
        "%s (%s) belongs to one material, not to a pair of two: write '1 1 %s %s' for material 1",
        p->name, p->description, p->name, text);
  double value;
  if (read_value(p, text, &value, error))
    return DCM_ERROR;
  double *table = settings->values[index];
  for (uint32_t a = i.first; a <= i.last; a++)
    for (uint32_t b = j.first; b <= j.last; b++)
      if (!per_material || a == b)
        table[at(settings, a, b)] = table[at(settings, b, a)] = value;
  return DCM_OK;
}

int32_t dcm_settings_give(dcm_settings *settings, const char *name, const char *text,
                          dcm_error *error) {
  const int32_t p = dcm_model_find_parameter(settings->model, name);
  if (p < 0 || !is_of_law(settings, (uint32_t)p))
    return dcm_settings_choose(settings, name, text, error);
  if (!text)
    return dcm_fail(error, "'%s' needs a number after it", name);
  double value;
  if (read_value(dcm_model_parameter(settings->model, (uint32_t)p), text, &value, error))
    return DCM_ERROR;
  settings->values[p][0] = value;
  return DCM_OK;
}

int32_t dcm_settings_put(dcm_settings *settings, dcm_range i, dcm_range j, const char *parameter,
                         const char *text, dcm_error *error) {
  const int32_t p = dcm_model_find_parameter(settings->model, parameter);
  return p >= 0 && is_of_law(settings, (uint32_t)p)
             ? dcm_settings_give(settings, parameter, text, error)
             : dcm_settings_set(settings, i, j, parameter, text, error);
}

int dcm_settings_given(const dcm_settings *settings, uint32_t parameter, uint32_t i, uint32_t j,
                       double *value) {
  *value = settings->values[parameter][is_of_law(settings, parameter) ? 0 : at(settings, i, j)];
  return !isnan(*value);
}

/** @return NAN where a value is missing, which fmin and fmax would pass over */
static double mix(uint32_t rule, double a, double b) {
  if (isnan(a) || isnan(b))
    return NAN;
  /* Products and sums of numbers beyond 1e154, or below 1e-154, may leave the range of doubles. */
  const double product = a * b, sum = a + b;
  const int is_in_range =
      product == 0.0 ? a == 0.0 || b == 0.0 : isnormal(product) && isfinite(2.0 * product);
  switch (rule) {
  case DCM_MIX_GEOMETRIC:
    return is_in_range ? sqrt(product) : sqrt(a) * sqrt(b);
  case DCM_MIX_ARITHMETIC:
    return isfinite(sum) ? 0.5 * sum : 0.5 * a + 0.5 * b;
  case DCM_MIX_HARMONIC:
    if (!is_in_range)
      return fmax(a, b) / (0.5 * a + 0.5 * b) * fmin(a, b);
    return sum != 0.0 ? 2.0 * a * b / sum : 0.0;
  case DCM_MIX_MINIMUM:
    return fmin(a, b);
  case DCM_MIX_MAXIMUM:
    return fmax(a, b);
  default:
    return NAN;
  }
}

double dcm_settings_value(const dcm_settings *settings, uint32_t parameter, uint32_t i,
                          uint32_t j) {
  const dcm_parameter *p = dcm_model_parameter(settings->model, parameter);
  double value;
  if (dcm_settings_given(settings, parameter, i, j, &value))
    return value;
  if (i == j || p->mixing == DCM_MIX_NONE)
    return default_of(settings, p);
  return mix(p->mixing, dcm_settings_value(settings, parameter, i, i),
             dcm_settings_value(settings, parameter, j, j));
}

void dcm_settings_name_last(dcm_settings *settings, const char *name) {
  settings->last_name = name;
}

/** The pairs of materials in a question: one pair, or all pairs in use. */
typedef struct question {
  const dcm_settings *settings;
  uint32_t i, j; /* 0: all */
} question;

/** Marks the values of a parameter that a pair lacks among its entries, [i * n + j] with i <= j:
 * the value of the law, of the pair, or of its materials. */
static void mark_pair(const dcm_settings *s, uint32_t parameter, uint32_t i, uint32_t j,
                      unsigned char *entries) {
  const dcm_parameter *p = dcm_model_parameter(s->model, parameter);
  double value;
  const int is_given =
      p->scope != DCM_PER_MATERIAL && dcm_settings_given(s, parameter, i, j, &value);
  if (is_given || !isnan(default_of(s, p)))
    return;
  if (p->scope == DCM_PER_LAW)
    entries[0] = 1;
  else if (p->scope == DCM_PER_PAIR && p->mixing == DCM_MIX_NONE)
    entries[i < j ? at(s, i, j) : at(s, j, i)] = 1;
  else {
    entries[at(s, i, i)] |= !dcm_settings_given(s, parameter, i, i, &value);
    entries[at(s, j, j)] |= !dcm_settings_given(s, parameter, j, j, &value);
  }
}

/** @return number of entries that are marked */
static uint32_t mark(question q, uint32_t parameter, unsigned char *entries) {
  const dcm_settings *s = q.settings;
  memset(entries, 0, (size_t)s->n * s->n);
  if (q.i)
    mark_pair(s, parameter, q.i, q.j, entries);
  for (uint32_t i = 1; i <= s->n && !q.i; i++)
    for (uint32_t j = i; j <= s->n; j++)
      if (s->in_use[at(s, i, j)])
        mark_pair(s, parameter, i, j, entries);
  uint32_t count = 0;
  for (size_t k = 0; k < (size_t)s->n * s->n; k++)
    count += entries[k];
  return count;
}

/** A message lists so many entries, and counts the others. */
enum { MOST_NAMED = 10 };

/** " 2"; where one of the materials has a name " type 2", or " the wall" */
static void append_material(const dcm_settings *settings, uint32_t i, dcm_error *error) {
  if (settings->last_name && i == settings->n)
    dcm_error_append(error, " %s", settings->last_name);
  else
    dcm_error_append(error, "%s %u", settings->last_name ? " type" : "", i);
}

/** "young for type 2", "young for types 1, 2 and 3", "friction for types 1 with 1 and 2 with 2", of
 * which the others are mixed; "young for type 1 and the wall" */
static void append_entries(const dcm_settings *settings, const dcm_parameter *p,
                           const unsigned char *entries, uint32_t count, dcm_error *error) {
  const int is_clear = settings->n == 1 || settings->last_name;
  const int with = p->scope == DCM_PER_PAIR && (p->mixing == DCM_MIX_NONE || !is_clear);
  if (p->scope == DCM_PER_LAW) {
    dcm_error_append(error, "%s for the whole law", p->name);
    return;
  }
  dcm_error_append(error, "%s for%s%s", p->name, settings->last_name ? "" : " type",
                   !settings->last_name && (with || count > 1) ? "s" : "");
  uint32_t named = 0;
  for (uint32_t i = 1; i <= settings->n; i++)
    for (uint32_t j = i; j <= settings->n && named < MOST_NAMED; j++) {
      if (!entries[at(settings, i, j)])
        continue;
      named++;
      dcm_error_append(error, "%s", named == 1 ? "" : named == count ? " and" : ",");
      append_material(settings, i, error);
      if (with) {
        dcm_error_append(error, " with");
        append_material(settings, j, error);
      }
    }
  if (count > named)
    dcm_error_append(error, " and %u more", count - named);
}

/** One sentence for all missing values: names and places stand first, so that no name is cut; the
 * descriptions follow. */
static int32_t answer(question q, dcm_error *error) {
  const dcm_model *model = q.settings->model;
  unsigned char *entries = malloc((size_t)q.settings->n * q.settings->n);
  if (!entries)
    return dcm_fail(error, "out of memory");
  uint32_t parameters = 0;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const uint32_t count = mark(q, p, entries);
    if (count == 0)
      continue;
    if (parameters++ == 0)
      dcm_fail(error, "the law '%s' needs ", model->id);
    else
      dcm_error_append(error, ", ");
    append_entries(q.settings, dcm_model_parameter(model, p), entries, count, error);
  }
  for (uint32_t p = 0, named = 0; p < model->parameter_count; p++) {
    if (mark(q, p, entries) == 0)
      continue;
    dcm_error_append(error, "%s", named++ ? ", " : "; not given: ");
    append_parameter(q.settings, dcm_model_parameter(model, p), error);
  }
  free(entries);
  return parameters ? DCM_ERROR : DCM_OK;
}

int32_t dcm_settings_check_pair(const dcm_settings *settings, uint32_t i, uint32_t j,
                                dcm_error *error) {
  return answer((question){settings, i, j}, error);
}

int32_t dcm_settings_check(const dcm_settings *settings, dcm_error *error) {
  return answer((question){.settings = settings}, error);
}

void dcm_settings_use_pair(dcm_settings *settings, uint32_t i, uint32_t j, int in_use) {
  settings->in_use[at(settings, i, j)] = settings->in_use[at(settings, j, i)] = in_use != 0;
}

int dcm_settings_pair_in_use(const dcm_settings *settings, uint32_t i, uint32_t j) {
  return settings->in_use[at(settings, i, j)];
}

/** Finds a pair in use. */
static int32_t find_pair(const dcm_settings *s, uint32_t *first, uint32_t *second,
                         dcm_error *error) {
  *first = *second = 0;
  for (uint32_t i = s->n; i >= 1; i--)
    for (uint32_t j = s->n; j >= i; j--)
      if (s->in_use[at(s, i, j)]) {
        *first = i;
        *second = j;
      }
  if (*first == 0)
    return dcm_fail(error, "no pair of materials uses the law '%s'", s->model->id);
  return DCM_OK;
}

/** Complete tables of all parameters, in the layout of dcm_setup, in one block.
 * @param tables [parameter_count] set to the tables
 * @return the block, to be freed, or NULL with a reason */
static double *resolve(const dcm_settings *settings, const double **tables, dcm_error *error) {
  const dcm_model *model = settings->model;
  const uint32_t n = settings->n;
  uint32_t a, b;
  if (find_pair(settings, &a, &b, error) || dcm_settings_check(settings, error))
    return NULL;
  double *block = malloc(((size_t)model->parameter_count * n * n + 1) * sizeof *block);
  if (!block) {
    dcm_fail(error, "out of memory");
    return NULL;
  }
  double *next = block;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const int per_material = dcm_model_parameter(model, p)->scope == DCM_PER_MATERIAL;
    tables[p] = next;
    if (is_of_law(settings, p)) {
      *next++ = dcm_settings_value(settings, p, 1, 1);
      continue;
    }
    for (uint32_t i = 1; i <= n; i++)
      for (uint32_t j = per_material ? i : 1; j <= (per_material ? i : n); j++, next++) {
        *next = dcm_settings_value(settings, p, i, j);
        // A pair in use misses nothing: values of two signs have no geometric mean.
        if (isnan(*next) && (per_material || !settings->in_use[at(settings, i, j)]))
          *next = dcm_settings_value(settings, p, a, per_material ? a : b);
      }
  }
  return block;
}

/** The requests of an instance that this version knows. */
enum { LAST_ARM = DCM_ARM_RADIUS_MINUS_HALF_OVERLAP };
static const uint32_t all_unused = DCM_UNUSED_COUPLES | DCM_UNUSED_QUANTITIES;
static const uint32_t all_flags =
    DCM_RADIUS_AT_WALLS | DCM_STATE_AT_START | DCM_BEGINS_AT_REACH | DCM_ELLIPSE_AT_WALLS;

/** Why an instance that init has filled cannot be run, in words for the author of the law.
 * @return DCM_OK, or DCM_ERROR with the sentence */
static int32_t check_instance(const dcm_model *model, const dcm_instance *instance,
                              dcm_error *error) {
  const uint32_t unused = instance->unused & ~(all_unused | DCM_MAY_BE_IGNORED);
  const uint32_t flags = instance->flags & ~(all_flags | DCM_MAY_BE_IGNORED);
  if (instance->velocity_arm > LAST_ARM || instance->moment_arm > LAST_ARM)
    return dcm_fail(error, "velocity_arm %u and moment_arm %u (at most %d is allowed)",
                    instance->velocity_arm, instance->moment_arm, LAST_ARM);
  if (instance->frame > DCM_FRAME_MID_STEP)
    return dcm_fail(error, "frame %u (at most %d is allowed)", instance->frame, DCM_FRAME_MID_STEP);
  if (unused)
    return dcm_fail(error, "the bits 0x%x of unused", unused);
  if (flags)
    return dcm_fail(error, "the bits 0x%x of flags", flags);
  for (uint32_t f = 0; f < DCM_MOST_FIELDS; f++)
    if (instance->field_use[f] > DCM_FIELD_HELD_OTHERWISE)
      return dcm_fail(error, "field_use[%u] = %u (at most %d is allowed)", f,
                      instance->field_use[f], DCM_FIELD_HELD_OTHERWISE);
    else if (f >= model->history_count && instance->field_use[f])
      return dcm_fail(error, "field_use[%u] = %u (there are %u history fields)", f,
                      instance->field_use[f], model->history_count);
  for (size_t i = 0; i < sizeof instance->reserved / sizeof instance->reserved[0]; i++)
    if (instance->reserved[i])
      return dcm_fail(error, "a value in reserved[%zu] of the instance", i);
  return DCM_OK;
}

/** A host without extensions of the contract. */
static const void *no_extension(void *data, const char *name) {
  (void)data;
  (void)name;
  return NULL;
}

int32_t dcm_settings_instantiate(const dcm_settings *settings, dcm_instance *instance,
                                 dcm_law_log *log, dcm_error *error) {
  const dcm_model *model = settings->model;
  const double **tables = calloc(model->parameter_count + 1, sizeof *tables);
  if (!tables)
    return dcm_fail(error, "out of memory");
  double *block = resolve(settings, tables, error);
  if (!block) {
    free(tables);
    return DCM_ERROR;
  }
  const dcm_setup setup = {.size = sizeof setup,
                           .abi_version = DCM_ABI_VERSION,
                           .material_count = settings->n,
                           .values = tables,
                           .options = settings->choices,
                           .extension = no_extension};
  *instance = (dcm_instance){.size = sizeof *instance, .log = dcm_law_log_take, .log_data = log};
  log->reason.text[0] = '\0';
  void *before = dcm_text_begin_point(); /* for the sentences of the law */
  const int32_t status = model->init(&setup, instance);
  dcm_text_end_point(before);
  free(block);
  free(tables);
  if (status != DCM_OK)
    return log->reason.text[0]
               ? dcm_fail(error, "%s", log->reason.text)
               : dcm_fail(error, "the law '%s' refuses its parameters without giving a reason",
                          model->id);
  log->reason.text[0] = '\0';
  dcm_error unknown;
  if (check_instance(model, instance, &unknown) == DCM_OK)
    return DCM_OK;
  if (model->destroy)
    model->destroy(instance);
  return dcm_fail(error,
                  "the law '%s' asks for %s, but version %u.%u of the contract of contact laws "
                  "does not know this: use a newer version of dcm; if no version knows it, the "
                  "author of the law must correct the law",
                  model->id, unknown.text, DCM_ABI_MAJOR, DCM_ABI_MINOR);
}
