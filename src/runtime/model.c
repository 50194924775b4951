/* SPDX-License-Identifier: MIT */
#include "runtime/model.h"

#include <math.h>
#include <string.h>

#include "runtime/text.h"

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

int32_t dcm_model_find_parameter(const dcm_model *model, const char *name) {
  for (uint32_t i = 0; i < model->parameter_count; i++)
    if (strcmp(dcm_model_parameter(model, i)->name, name) == 0)
      return (int32_t)i;
  return -1;
}

int32_t dcm_model_find_option(const dcm_model *model, const char *name) {
  for (uint32_t i = 0; i < model->option_count; i++)
    if (strcmp(dcm_model_option(model, i)->name, name) == 0)
      return (int32_t)i;
  return -1;
}

int32_t dcm_model_find_quantity(const dcm_model *model, const char *name) {
  for (uint32_t i = 0; i < model->quantity_count; i++)
    if (strcmp(dcm_model_quantity(model, i)->name, name) == 0)
      return (int32_t)i;
  return -1;
}

static int is_name(const char *name, char joint) {
  if (!name || name[0] < 'a' || name[0] > 'z')
    return 0;
  for (const char *c = name; *c; c++)
    if (!(*c >= 'a' && *c <= 'z') && !(*c >= '0' && *c <= '9') && *c != joint)
      return 0;
  return 1;
}

/** What an input file can hold as one word. */
static int is_word(const char *word) {
  return word && word[0] && dcm_text_is_plain(word) && !strchr(word, ' ');
}

/** More than any description of a law has, in number and in bytes: a count or a size beyond it is
 * one that nobody wrote, and where it leads must not be read. */
enum { MOST_DESCRIPTIONS = 1024, LONGEST_DESCRIPTION = 4096 };

/** Whether a struct of this size begins with one of the first version, and an array of them keeps
 * all of them aligned. */
static int is_size(uint32_t size, size_t least, size_t alignment) {
  return size >= least && size <= LONGEST_DESCRIPTION && size % alignment == 0;
}

#define IS_SIZE(size, least, type) is_size(size, least, _Alignof(type))

/** Whether an array of descriptions can be where it is said to be. */
static int is_array(const void *array, uint32_t count, size_t alignment) {
  return count == 0 || (array && count <= MOST_DESCRIPTIONS && (uintptr_t)array % alignment == 0);
}

#define IS_ARRAY(array, count, type) is_array(array, count, _Alignof(type))

#define NOT_PLAIN "has a text that is not UTF-8, or with control characters"
#define RESERVED "has a value in a field that this version reserves"

static int is_dimension(dcm_dimension dimension) {
  return !dimension.reserved[0] && !dimension.reserved[1];
}

static int32_t check_parameter(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_parameter *p = dcm_model_parameter(model, i);
  if (!IS_SIZE(p->size, DCM_PARAMETER_LEAST_SIZE, dcm_parameter) ||
      p->size != model->parameters->size)
    return dcm_fail(error, "the size of parameter %u is wrong", i);
  if (!is_name(p->name, '_'))
    return dcm_fail(error, "parameter %u has no name of lower-case letters, digits, underscores",
                    i);
  if (!p->symbol || !p->description || !p->reason)
    return dcm_fail(error, "parameter '%s' lacks a symbol, a description or a reason", p->name);
  if (!dcm_text_is_plain(p->symbol) || !dcm_text_is_plain(p->description) ||
      !dcm_text_is_plain(p->reason))
    return dcm_fail(error, "parameter '%s' " NOT_PLAIN, p->name);
  if (p->scope > DCM_PER_PAIR || p->mixing > DCM_MIX_MAXIMUM)
    return dcm_fail(error, "parameter '%s' has an unknown scope or mixing rule", p->name);
  if (!is_dimension(p->dimension))
    return dcm_fail(error, "the dimension of parameter '%s' " RESERVED, p->name);
  const uint32_t known = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED | DCM_MAXIMUM_EXCLUDED;
  if (p->flags & ~known)
    return dcm_fail(error, "parameter '%s' has unknown flags, 0x%x", p->name, p->flags & ~known);
  const int is_open = (p->flags & (DCM_MINIMUM_EXCLUDED | DCM_MAXIMUM_EXCLUDED)) != 0;
  if (is_open ? !(p->minimum < p->maximum) : !(p->minimum <= p->maximum))
    return dcm_fail(error, "parameter '%s' has an empty range", p->name);
  if (!(p->flags & DCM_REQUIRED) && !dcm_parameter_allows(p, p->default_value))
    return dcm_fail(error, "the default of parameter '%s' is out of its range", p->name);
  if (dcm_model_find_parameter(model, p->name) != (int32_t)i)
    return dcm_fail(error, "two parameters are called '%s'", p->name);
  return DCM_OK;
}

static int32_t check_option(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_option *o = dcm_model_option(model, i);
  if (!IS_SIZE(o->size, DCM_OPTION_LEAST_SIZE, dcm_option) || o->size != model->options->size)
    return dcm_fail(error, "the size of option %u is wrong", i);
  if (!is_name(o->name, '_') || !o->description)
    return dcm_fail(error, "option %u has no proper name or no description", i);
  if (!dcm_text_is_plain(o->description))
    return dcm_fail(error, "option '%s' " NOT_PLAIN, o->name);
  if (o->reserved)
    return dcm_fail(error, "option '%s' " RESERVED, o->name);
  if (o->choice_count == 0 || !IS_ARRAY(o->choices, o->choice_count, char *) ||
      o->default_choice >= o->choice_count)
    return dcm_fail(error, "option '%s' has no choices or no valid default", o->name);
  for (uint32_t c = 0; c < o->choice_count; c++) {
    if (!is_word(o->choices[c]))
      return dcm_fail(error, "choice %u of option '%s' is no word", c, o->name);
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
  if (!IS_SIZE(f->size, DCM_HISTORY_FIELD_LEAST_SIZE, dcm_history_field) ||
      f->size != model->history_fields->size)
    return dcm_fail(error, "the size of history field %u is wrong", i);
  if (!is_name(f->name, '_') || !f->description)
    return dcm_fail(error, "history field %u has no proper name or no description", i);
  if (!dcm_text_is_plain(f->description))
    return dcm_fail(error, "history field '%s' " NOT_PLAIN, f->name);
  if (f->kind > DCM_VECTOR || f->parity > DCM_ODD)
    return dcm_fail(error, "history field '%s' has an unknown kind or parity", f->name);
  if (f->reserved || !is_dimension(f->dimension))
    return dcm_fail(error, "history field '%s', or its dimension, " RESERVED, f->name);
  for (uint32_t j = 0; j < i; j++)
    if (strcmp(dcm_model_history_field(model, j)->name, f->name) == 0)
      return dcm_fail(error, "two history fields are called '%s'", f->name);
  return DCM_OK;
}

static int32_t check_quantity(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_quantity *q = dcm_model_quantity(model, i);
  if (!IS_SIZE(q->size, DCM_QUANTITY_LEAST_SIZE, dcm_quantity) ||
      q->size != model->quantities->size)
    return dcm_fail(error, "the size of quantity %u is wrong", i);
  if (!is_name(q->name, '_') || !q->symbol || !q->description)
    return dcm_fail(error, "quantity %u has no proper name, no symbol or no description", i);
  if (!dcm_text_is_plain(q->symbol) || !dcm_text_is_plain(q->description))
    return dcm_fail(error, "quantity '%s' " NOT_PLAIN, q->name);
  if (q->access > DCM_CHANGE)
    return dcm_fail(error, "quantity '%s' has an unknown access", q->name);
  if (q->access != DCM_READ && (strcmp(q->name, "mass") == 0 || strcmp(q->name, "id") == 0))
    return dcm_fail(error, "the quantity '%s' can only be read", q->name);
  if (!is_dimension(q->dimension))
    return dcm_fail(error, "the dimension of quantity '%s' " RESERVED, q->name);
  if (!isfinite(q->default_value))
    return dcm_fail(error, "the default of quantity '%s' is not finite", q->name);
  if (dcm_model_find_quantity(model, q->name) != (int32_t)i ||
      dcm_model_find_parameter(model, q->name) >= 0 || dcm_model_find_option(model, q->name) >= 0)
    return dcm_fail(error, "two quantities, parameters or options are called '%s'", q->name);
  return DCM_OK;
}

static int32_t check_output(const dcm_model *model, uint32_t i, dcm_error *error) {
  const dcm_output *o = dcm_model_output(model, i);
  if (!IS_SIZE(o->size, DCM_OUTPUT_LEAST_SIZE, dcm_output) || o->size != model->outputs->size)
    return dcm_fail(error, "the size of output %u is wrong", i);
  if (!is_name(o->name, '_') || !o->description)
    return dcm_fail(error, "output %u has no proper name or no description", i);
  if (!dcm_text_is_plain(o->description))
    return dcm_fail(error, "output '%s' " NOT_PLAIN, o->name);
  if (o->reserved || !is_dimension(o->dimension))
    return dcm_fail(error, "output '%s', or its dimension, " RESERVED, o->name);
  for (uint32_t j = 0; j < i; j++)
    if (strcmp(dcm_model_output(model, j)->name, o->name) == 0)
      return dcm_fail(error, "two outputs are called '%s'", o->name);
  return DCM_OK;
}

static int32_t check(const dcm_model *model, dcm_error *error) {
  if (!model->title || !model->reference)
    return dcm_fail(error, "it lacks a title or a reference");
  if (!dcm_text_is_plain(model->title) || !dcm_text_is_plain(model->reference))
    return dcm_fail(error, "it " NOT_PLAIN);
  if (model->needs)
    return dcm_fail(error,
                    "it needs what this host does not have (bits 0x%x): use a newer version of dcm",
                    model->needs);
  const uint32_t events =
      1u << DCM_CONTACT_BEGINS | 1u << DCM_CONTACT_SWAPS | 1u << DCM_CONTACT_ENDS;
  if (model->events & ~events)
    return dcm_fail(error, "it wants to be told of unknown events, 0x%x", model->events & ~events);
  if (!model->history != !model->events)
    return dcm_fail(error, model->history
                               ? "it has a function history, and no events of which it is told"
                               : "it wants to be told of events, and has no function history");
  if (model->reserved)
    return dcm_fail(error, "it " RESERVED);
  if (!model->init || !model->compute)
    return dcm_fail(error, "it lacks the function init or compute");
  if (!IS_ARRAY(model->parameters, model->parameter_count, dcm_parameter) ||
      !IS_ARRAY(model->options, model->option_count, dcm_option) ||
      !IS_ARRAY(model->history_fields, model->history_count, dcm_history_field) ||
      !IS_ARRAY(model->quantities, model->quantity_count, dcm_quantity) ||
      !IS_ARRAY(model->outputs, model->output_count, dcm_output))
    return dcm_fail(error, "it counts parameters, options, history fields, quantities or outputs "
                           "that are not there");
  if (model->quantity_count > DCM_MOST_QUANTITIES || model->output_count > DCM_MOST_OUTPUTS)
    return dcm_fail(error, "it has %u quantities and %u outputs: at most %u and %u are allowed",
                    model->quantity_count, model->output_count, (unsigned)DCM_MOST_QUANTITIES,
                    (unsigned)DCM_MOST_OUTPUTS);
  for (uint32_t i = 0; i < model->parameter_count; i++)
    if (check_parameter(model, i, error))
      return DCM_ERROR;
  for (uint32_t i = 0; i < model->option_count; i++)
    if (check_option(model, i, error))
      return DCM_ERROR;
  for (uint32_t i = 0; i < model->history_count; i++)
    if (check_field(model, i, error))
      return DCM_ERROR;
  for (uint32_t i = 0; i < model->quantity_count; i++)
    if (check_quantity(model, i, error))
      return DCM_ERROR;
  for (uint32_t i = 0; i < model->output_count; i++)
    if (check_output(model, i, error))
      return DCM_ERROR;
  return DCM_OK;
}

int32_t dcm_model_check(const dcm_model *model, const char *origin, dcm_error *error) {
  if (!IS_ARRAY(model, 1, dcm_model) || !IS_SIZE(model->size, DCM_MODEL_LEAST_SIZE, dcm_model) ||
      !is_name(model->id, '-'))
    return dcm_fail(error, "%s has a model without an id or of a wrong size", origin);
  dcm_error defect;
  if (check(model, &defect))
    return dcm_fail(error, "the law '%s' of %s is not well formed: %s", model->id, origin,
                    defect.text);
  return DCM_OK;
}
