/* SPDX-License-Identifier: MIT */
#include "runtime/model.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "runtime/error.h"

static const void *element(const void *array, uint32_t i) {
  uint32_t stride;
  memcpy(&stride, array, sizeof stride);
  return (const char *)array + (size_t)i * stride;
}

const dcm_parameter *dcm_model_parameter(const dcm_model *model, uint32_t i) {
  return element(model->parameters, i);
}

const dcm_option *dcm_model_option(const dcm_model *model, uint32_t i) {
  return element(model->options, i);
}

const dcm_history_field *dcm_model_history_field(const dcm_model *model, uint32_t i) {
  return element(model->history_fields, i);
}

const dcm_quantity *dcm_model_quantity(const dcm_model *model, uint32_t i) {
  return element(model->quantities, i);
}

const dcm_output *dcm_model_output(const dcm_model *model, uint32_t i) {
  return element(model->outputs, i);
}

int dcm_parameter_allows(const dcm_parameter *p, double value) {
  const int low = p->flags & DCM_MINIMUM_EXCLUDED ? !(value > p->minimum) : !(value >= p->minimum);
  const int high = p->flags & DCM_MAXIMUM_EXCLUDED ? !(value < p->maximum) : !(value <= p->maximum);
  return isfinite(value) && !low && !high;
}

const char *dcm_scope_name(const dcm_parameter *p) {
  static const char *const names[] = {
      [DCM_PER_MATERIAL] = "material", [DCM_PER_PAIR] = "pair", [DCM_PER_LAW] = "law"};
  return names[p->scope];
}

int dcm_quantity_allows(const dcm_quantity *q, double value) {
  const int is_reported = q->minimum != 0.0 || q->maximum != 0.0;
  return isfinite(value) && (!is_reported || (value >= q->minimum && value <= q->maximum));
}

uint32_t dcm_model_history_width(const dcm_model *model) {
  uint32_t width = 0;
  for (uint32_t i = 0; i < model->history_count; i++)
    width += dcm_history_field_width(dcm_model_history_field(model, i));
  return width;
}

void dcm_model_history_signs(const dcm_model *model, double *signs) {
  for (uint32_t i = 0; i < model->history_count; i++) {
    const dcm_history_field *field = dcm_model_history_field(model, i);
    for (uint32_t c = 0; c < dcm_history_field_width(field); c++)
      *signs++ = field->parity == DCM_ODD ? -1.0 : 1.0;
  }
}

/** Index of the first description with a name, or -1.
 * @param at offset of the pointer to the name in the descriptions of this kind */
static int32_t find_name(const void *array, uint32_t count, size_t at, const char *name) {
  for (uint32_t i = 0; i < count; i++) {
    const char *of;
    memcpy(&of, (const char *)element(array, i) + at, sizeof of);
    if (strcmp(of, name) == 0)
      return (int32_t)i;
  }
  return -1;
}

int32_t dcm_model_find_parameter(const dcm_model *model, const char *name) {
  return find_name(model->parameters, model->parameter_count, offsetof(dcm_parameter, name), name);
}

const char *dcm_model_name_of_symbol(const dcm_model *model, const char *symbol) {
  const int32_t p =
      find_name(model->parameters, model->parameter_count, offsetof(dcm_parameter, symbol), symbol);
  return p >= 0 ? dcm_model_parameter(model, (uint32_t)p)->name : NULL;
}

int32_t dcm_model_find_option(const dcm_model *model, const char *name) {
  return find_name(model->options, model->option_count, offsetof(dcm_option, name), name);
}

int32_t dcm_model_find_quantity(const dcm_model *model, const char *name) {
  return find_name(model->quantities, model->quantity_count, offsetof(dcm_quantity, name), name);
}

int dcm_model_is_of_law(const dcm_model *model, const char *name) {
  const int32_t p = dcm_model_find_parameter(model, name);
  return p >= 0 ? dcm_model_parameter(model, (uint32_t)p)->scope == DCM_PER_LAW
                : dcm_model_find_option(model, name) >= 0;
}

static int is_name(const char *name, char joint) {
  if (!dcm_text_fits(name, DCM_MOST_NAME) || name[0] < 'a' || name[0] > 'z' ||
      strncmp(name, "dcm_", strlen("dcm_")) == 0)
    return 0;
  for (const char *c = name; *c; c++)
    if (!(*c >= 'a' && *c <= 'z') && !(*c >= '0' && *c <= '9') && *c != joint)
      return 0;
  return 1;
}

/** Whether a text can be one word of an input file. */
static int is_word(const char *word) {
  return dcm_text_fits(word, DCM_MOST_NAME) && word[0] && !strchr(word, ' ');
}

/** More bytes than any description has. A larger size is a mistake, and memory at that distance
 * must not be read. */
enum { LONGEST_DESCRIPTION = 4096 };

int dcm_description_has_size(const void *description, size_t least) {
  uint32_t size;
  memcpy(&size, description, sizeof size);
  return size >= least && size <= LONGEST_DESCRIPTION && size % _Alignof(void *) == 0;
}

int dcm_description_is_known(const void *description, size_t known) {
  uint32_t size;
  memcpy(&size, description, sizeof size);
  for (size_t i = known; i < size; i++)
    if (((const char *)description)[i])
      return 0;
  return 1;
}

/** Whether an array of descriptions can be at the given address. */
static int is_array(const void *array, uint32_t count, size_t alignment) {
  return count == 0 || (array && count <= DCM_MOST_COUNT && (uintptr_t)array % alignment == 0);
}

#define IS_ARRAY(array, count, type) is_array(array, count, _Alignof(type))

#define NAME_RULE(sign)                                                                            \
  "begins with a-z and has at most 63 of a-z, 0-9 and " sign ", but not dcm_ in front"
#define NOT_PLAIN "has a text that is not UTF-8, has control characters, or is too long"

static int is_text(const char *text) {
  return dcm_text_fits(text, DCM_MOST_TEXT);
}

static int32_t check_size(const char *kind, uint32_t i, const void *description, const void *first,
                          size_t least, dcm_error *error) {
  if (dcm_description_has_size(description, least) &&
      memcmp(description, first, sizeof(uint32_t)) == 0)
    return DCM_OK;
  return dcm_fail(error, "the size of %s %u is wrong", kind, i);
}

static int32_t check_texts(const char *kind, uint32_t i, const char *name, const char *symbol,
                           const char *description, dcm_error *error) {
  if (!name || !symbol || !description)
    return dcm_fail(error, "the name or a text of %s %u is missing", kind, i);
  if (!is_name(name, '_'))
    return dcm_fail(error, "the name '%.*s' of %s %u is wrong: a name " NAME_RULE("_"),
                    DCM_MOST_NAME, name, kind, i);
  if (!dcm_text_fits(symbol, DCM_MOST_NAME) || !is_text(description))
    return dcm_fail(error, "%s '%s' " NOT_PLAIN, kind, name);
  return DCM_OK;
}

static int32_t check_age(const char *kind, const char *name, const void *description, size_t known,
                         uint32_t unknown, dcm_error *error) {
  if ((unknown & ~DCM_MAY_BE_IGNORED) || !dcm_description_is_known(description, known))
    return dcm_fail(error, "%s '%s' " DCM_IS_YOUNGER, kind, name);
  return DCM_OK;
}

/** Checks the common part of description i of an array. symbol: "" for a kind without symbols;
 * unknown: flags that this version does not know. */
#define CHECK(kind, i, d, first, least, symbol, unknown)                                           \
  (check_size(kind, i, d, first, least, error) ||                                                  \
   check_texts(kind, i, (d)->name, symbol, (d)->description, error) ||                             \
   check_age(kind, (d)->name, d, sizeof *(d), unknown, error))

/** Whether the usual values, if there are any, lie in the range of the parameter. */
static int is_usual_range(const dcm_parameter *p) {
  const double low = p->usual_minimum, high = p->usual_maximum;
  return (low == 0.0 && high == 0.0) ||
         (low <= high && dcm_parameter_allows(p, low) && dcm_parameter_allows(p, high));
}

static int32_t check_parameter(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_parameter *p = dcm_model_parameter(model, i);
  const uint32_t known = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED | DCM_MAXIMUM_EXCLUDED;
  if (CHECK("parameter", i, p, model->parameters, DCM_PARAMETER_LEAST_SIZE, p->symbol,
            p->flags & ~known))
    return DCM_ERROR;
  if (!is_text(p->reason))
    return dcm_fail(error, "parameter '%s' has no reason, or " NOT_PLAIN, p->name);
  if (p->scope > DCM_PER_LAW || p->mixing > DCM_MIX_MAXIMUM)
    return dcm_fail(error, "parameter '%s' has a scope or a mixing rule that " DCM_IS_UNKNOWN,
                    p->name);
  if (p->scope != DCM_PER_PAIR && p->mixing != DCM_MIX_NONE)
    return dcm_fail(error,
                    "parameter '%s' has a mixing rule, but only a parameter per pair can have one",
                    p->name);
  const int is_open = (p->flags & (DCM_MINIMUM_EXCLUDED | DCM_MAXIMUM_EXCLUDED)) != 0;
  if (is_open ? !(p->minimum < p->maximum) : !(p->minimum <= p->maximum))
    return dcm_fail(error, "the range of parameter '%s' is empty", p->name);
  if (!(p->flags & DCM_REQUIRED) && !dcm_parameter_allows(p, p->default_value))
    return dcm_fail(error, "the default of parameter '%s' is out of its range", p->name);
  if (!is_usual_range(p))
    return dcm_fail(error,
                    "the usual values of parameter '%s' are outside the range of the parameter",
                    p->name);
  if (dcm_model_find_parameter(model, p->name) != (int32_t)i)
    return dcm_fail(error, "two parameters are called '%s'", p->name);
  return DCM_OK;
}

static int32_t check_option(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_option *o = dcm_model_option(model, i);
  if (CHECK("option", i, o, model->options, DCM_OPTION_LEAST_SIZE, "", o->flags))
    return DCM_ERROR;
  if (!IS_ARRAY(o->choices, o->choice_count, char *) || o->default_choice >= o->choice_count)
    return dcm_fail(error, "option '%s' has no choices or no valid default", o->name);
  for (uint32_t c = 0; c < o->choice_count; c++) {
    if (!is_word(o->choices[c]))
      return dcm_fail(error, "choice %u of option '%s' is not a word without blanks", c, o->name);
    for (uint32_t d = 0; d < c; d++)
      if (strcmp(o->choices[c], o->choices[d]) == 0)
        return dcm_fail(error, "two choices of option '%s' are called '%s'", o->name,
                        o->choices[c]);
  }
  if (dcm_model_find_option(model, o->name) != (int32_t)i ||
      dcm_model_find_parameter(model, o->name) >= 0)
    return dcm_fail(error, "two options or parameters are called '%s'", o->name);
  return DCM_OK;
}

static int32_t check_field(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_history_field *f = dcm_model_history_field(model, i);
  if (CHECK("history field", i, f, model->history_fields, DCM_HISTORY_FIELD_LEAST_SIZE, "",
            f->flags))
    return DCM_ERROR;
  if (f->kind > DCM_VECTOR || f->parity > DCM_ODD)
    return dcm_fail(error, "history field '%s' has a kind or a parity that " DCM_IS_UNKNOWN,
                    f->name);
  if (find_name(model->history_fields, i, offsetof(dcm_history_field, name), f->name) >= 0)
    return dcm_fail(error, "two history fields are called '%s'", f->name);
  return DCM_OK;
}

static int32_t check_quantity(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_quantity *q = dcm_model_quantity(model, i);
  if (CHECK("quantity", i, q, model->quantities, DCM_QUANTITY_LEAST_SIZE, q->symbol,
            q->flags | (q->kind != DCM_SCALAR)))
    return DCM_ERROR;
  if (q->access > DCM_CHANGE)
    return dcm_fail(error, "quantity '%s' has an access that " DCM_IS_UNKNOWN, q->name);
  if (q->access != DCM_READ && (strcmp(q->name, "mass") == 0 || strcmp(q->name, "id") == 0))
    return dcm_fail(error, "the law wants to change the quantity '%s', but a law can only read it",
                    q->name);
  if (!isfinite(q->default_value))
    return dcm_fail(error, "the default of quantity '%s' is not finite", q->name);
  if (!dcm_quantity_allows(q, q->default_value))
    return dcm_fail(error, "the default of quantity '%s' is out of its range", q->name);
  if (dcm_model_find_quantity(model, q->name) != (int32_t)i ||
      dcm_model_find_parameter(model, q->name) >= 0 || dcm_model_find_option(model, q->name) >= 0)
    return dcm_fail(error, "two quantities, parameters or options are called '%s'", q->name);
  return DCM_OK;
}

static int32_t check_output(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_output *o = dcm_model_output(model, i);
  if (CHECK("output", i, o, model->outputs, DCM_OUTPUT_LEAST_SIZE, "", o->flags))
    return DCM_ERROR;
  if (find_name(model->outputs, i, offsetof(dcm_output, name), o->name) >= 0)
    return dcm_fail(error, "two outputs are called '%s'", o->name);
  return DCM_OK;
}

static int32_t check_each(const dcm_model *model, uint32_t count,
                          int32_t (*check)(const dcm_model *model, uint32_t i, dcm_error *error),
                          dcm_error *error) {
  for (uint32_t i = 0; i < count; i++)
    if (check(model, i, error))
      return DCM_ERROR;
  return DCM_OK;
}

static int32_t check(const dcm_model *model, dcm_error *error) {
  if (!model->title || !model->reference)
    return dcm_fail(error, "the title or the reference is missing");
  if (!is_text(model->title) || !is_text(model->reference))
    return dcm_fail(error, "the law " NOT_PLAIN);
  if ((model->needs & ~DCM_MAY_BE_IGNORED) || !dcm_description_is_known(model, sizeof *model))
    return dcm_fail(error, "the law " DCM_IS_YOUNGER);
  const uint32_t events =
      1u << DCM_CONTACT_BEGINS | 1u << DCM_CONTACT_SWAPS | 1u << DCM_CONTACT_ENDS;
  if (model->events & ~(events | DCM_MAY_BE_IGNORED))
    return dcm_fail(error, "the law " DCM_IS_YOUNGER);
  if (!model->history != !model->events)
    return dcm_fail(error, model->history ? "the law has a function history, but asks for no events"
                                          : "the law asks for events, but has no function history");
  if (!model->init || !model->compute)
    return dcm_fail(error, "the function init or compute is missing");
  if (!IS_ARRAY(model->parameters, model->parameter_count, dcm_parameter) ||
      !IS_ARRAY(model->options, model->option_count, dcm_option) ||
      !IS_ARRAY(model->history_fields, model->history_count, dcm_history_field) ||
      !IS_ARRAY(model->quantities, model->quantity_count, dcm_quantity) ||
      !IS_ARRAY(model->outputs, model->output_count, dcm_output))
    return dcm_fail(error, "the array of parameters, options, history fields, quantities or "
                           "outputs is missing, misaligned or too long");
  if (model->quantity_count > DCM_MOST_QUANTITIES || model->output_count > DCM_MOST_OUTPUTS)
    return dcm_fail(error,
                    "the law has %u quantities and %u outputs, but at most %u quantities and %u "
                    "outputs are allowed",
                    model->quantity_count, model->output_count, (unsigned)DCM_MOST_QUANTITIES,
                    (unsigned)DCM_MOST_OUTPUTS);
  if (model->history_count > DCM_MOST_FIELDS)
    return dcm_fail(error, "the law has %u history fields, but at most %u are allowed",
                    model->history_count, (unsigned)DCM_MOST_FIELDS);
  if (check_each(model, model->parameter_count, check_parameter, error) ||
      check_each(model, model->option_count, check_option, error) ||
      check_each(model, model->history_count, check_field, error))
    return DCM_ERROR;
  const uint32_t width = dcm_model_history_width(model);
  if (width > DCM_MOST_COMPONENTS)
    return dcm_fail(error, "the state of a contact has %u numbers, but at most %u are allowed",
                    width, (unsigned)DCM_MOST_COMPONENTS);
  return check_each(model, model->quantity_count, check_quantity, error) ||
                 check_each(model, model->output_count, check_output, error)
             ? DCM_ERROR
             : DCM_OK;
}

int32_t dcm_model_check_id(const dcm_model *model, const char *origin, dcm_error *error) {
  if (!IS_ARRAY(model, 1, dcm_model) || !dcm_description_has_size(model, DCM_MODEL_LEAST_SIZE) ||
      !model->id)
    return dcm_fail(error, "a law of %s has no id or a wrong size", origin);
  if (!is_name(model->id, '-'))
    return dcm_fail(error, "a law of %s has the id '%.*s', but an id " NAME_RULE("-"), origin,
                    DCM_MOST_NAME, model->id);
  return DCM_OK;
}

int32_t dcm_model_check(const dcm_model *model, uint32_t library_version, const char *origin,
                        dcm_error *error) {
  const uint32_t least = model->least_version ? model->least_version : library_version;
  if (least > DCM_ABI_VERSION)
    return dcm_fail(error,
                    "the law '%s' of %s needs version %u.%u of the contract of contact laws, but "
                    "this program has version %u.%u: use a newer version of dcm",
                    model->id, origin, DCM_VERSION_MAJOR(least), DCM_VERSION_MINOR(least),
                    DCM_ABI_MAJOR, DCM_ABI_MINOR);
  dcm_error defect;
  if (check(model, &defect))
    return dcm_fail(error, "the law '%s' of %s cannot be run: %s", model->id, origin, defect.text);
  return DCM_OK;
}

/** Units of mass, length, time and current are powers of ten in SI; a current may have a factor
 * besides. Kelvin, mole and candela are those of SI. */
struct dcm_units {
  const char *name;
  int mass, length, time, current;
  double factor_of_current; /* 0: nobody knows the size of these units, or they do not fit each
                               other: a force is not a mass times an acceleration */
};

/* Charges are in coulomb, statcoulomb (1/(10 c) of a coulomb, with c in cm/s), picocoulomb and
 * elementary charges. */
static const dcm_units all_units[] = {
    {"si", 0, 0, 0, 0, 1.0},
    {"cgs", -3, -2, 0, -10, 3.3356409519815204},
    {"micro", -15, -6, -6, -6, 1.0},
    {"nano", -21, -9, -9, -10, 1.602176634},
    {.name = "lj"},
    {.name = "real"},
    {.name = "metal"},
    {.name = "electron"},
    {.name = "of this host"},
};
enum { UNITS = sizeof all_units / sizeof all_units[0] };

const dcm_units *dcm_units_of(const char *name) {
  size_t i = 0;
  while (i < UNITS - 1 && strcmp(all_units[i].name, name) != 0)
    i++;
  return &all_units[i];
}

const char *dcm_units_name(const dcm_units *units) {
  return units->name;
}

static int denominator(dcm_dimension d) {
  return d.denominator > 1 ? d.denominator : 1;
}

int dcm_dimension_is(dcm_dimension a, dcm_dimension b) {
  return a.mass == b.mass && a.length == b.length && a.time == b.time &&
         a.temperature == b.temperature && a.current == b.current && a.amount == b.amount &&
         a.luminosity == b.luminosity && denominator(a) == denominator(b);
}

double dcm_units_from_si(const dcm_units *units, dcm_dimension d, double number) {
  if (dcm_dimension_is(d, (dcm_dimension){0}) || number <= 0.0)
    return number;
  if (units->factor_of_current == 0.0)
    return NAN;
  const double share = 1.0 / denominator(d);
  const double power = share * (d.mass * units->mass + d.length * units->length +
                                d.time * units->time + d.current * units->current);
  /* A power of ten with a positive exponent has no rounding. */
  const double scaled = power > 0.0 ? number / pow(10.0, power) : number * pow(10.0, -power);
  return scaled / pow(units->factor_of_current, share * d.current);
}

#define OF(kg, m, s, k)                                                                            \
  { .mass = (kg), .length = (m), .time = (s), .temperature = (k) }

enum { IN_SI, QUANTITY };
static const struct {
  dcm_dimension dimension;
  const char *words[2];
} names[] = {
    {OF(0, 0, 0, 0), {"-", "none"}},
    {OF(1, 0, 0, 0), {"kg", "mass"}},
    {OF(0, 1, 0, 0), {"m", "distance"}},
    {OF(0, 0, 1, 0), {"s", "time"}},
    {OF(0, 1, -1, 0), {"m/s", "velocity"}},
    {OF(1, -1, -2, 0), {"Pa", "pressure"}},
    {OF(1, 1, -2, 0), {"N", "force"}},
    {OF(1, 2, -2, 0), {"J", "energy"}},
    {OF(1, 0, -2, 0), {"J/m^2", "energy/area"}},
    {OF(0, 0, 0, 1), {"K", "temperature"}},
    {OF(1, 2, -3, 0), {"W", "energy/time"}},
    {OF(1, 1, -3, -1), {"W/m/K", "energy/time/distance/temperature"}},
    {OF(1, 0, -3, -1), {"W/m^2/K", "energy/time/area/temperature"}},
    {{.time = 1, .current = 1}, {"C", "charge"}},
};

static void product(dcm_dimension d, char text[DCM_DIMENSION_TEXT]) {
  const struct {
    const char *unit;
    int power;
  } factors[] = {{"kg", d.mass},   {"m", d.length},   {"s", d.time},       {"K", d.temperature},
                 {"A", d.current}, {"mol", d.amount}, {"cd", d.luminosity}};
  text[0] = '\0';
  for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
    if (factors[i].power == 0)
      continue;
    const size_t used = strlen(text);
    const char *space = used ? " " : "";
    const int whole = factors[i].power % denominator(d) == 0;
    const int power = whole ? factors[i].power / denominator(d) : factors[i].power;
    if (!whole)
      snprintf(text + used, DCM_DIMENSION_TEXT - used, "%s%s^(%d/%d)", space, factors[i].unit,
               power, denominator(d));
    else if (power == 1)
      snprintf(text + used, DCM_DIMENSION_TEXT - used, "%s%s", space, factors[i].unit);
    else
      snprintf(text + used, DCM_DIMENSION_TEXT - used, "%s%s^%d", space, factors[i].unit, power);
  }
}

/** The word of the table, or a product of powers. */
static void name(dcm_dimension dimension, int word, char text[DCM_DIMENSION_TEXT]) {
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (dcm_dimension_is(names[i].dimension, dimension)) {
      snprintf(text, DCM_DIMENSION_TEXT, "%s", names[i].words[word]);
      return;
    }
  product(dimension, text);
}

void dcm_dimension_si(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]) {
  name(dimension, IN_SI, text);
}

void dcm_dimension_quantity(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]) {
  name(dimension, QUANTITY, text);
}
