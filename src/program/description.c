/* SPDX-License-Identifier: MIT */
#include "program/description.h"

#include "program/json.h"
#include "runtime/dimension.h"
#include "runtime/model.h"

void dcm_version_text(uint32_t version, char text[DCM_VERSION_TEXT]) {
  snprintf(text, DCM_VERSION_TEXT, "%u.%u", DCM_VERSION_MAJOR(version), DCM_VERSION_MINOR(version));
}

const char *dcm_mixing_name(const dcm_parameter *p) {
  static const char *const names[] = {
      [DCM_MIX_NONE] = "none",
      [DCM_MIX_GEOMETRIC] = "geometric",
      [DCM_MIX_ARITHMETIC] = "arithmetic",
      [DCM_MIX_HARMONIC] = "harmonic",
      [DCM_MIX_MINIMUM] = "minimum",
      [DCM_MIX_MAXIMUM] = "maximum",
  };
  return p->scope == DCM_PER_PAIR ? names[p->mixing] : "-";
}

const char *dcm_scope_name(const dcm_parameter *p) {
  static const char *const names[] = {
      [DCM_PER_MATERIAL] = "material", [DCM_PER_PAIR] = "pair", [DCM_PER_LAW] = "law"};
  return names[p->scope];
}

const char *dcm_access_name(const dcm_quantity *q) {
  static const char *const names[] = {
      [DCM_READ] = "read", [DCM_SUM] = "summed", [DCM_CHANGE] = "changed"};
  return names[q->access];
}

uint32_t dcm_least_version(const dcm_library *library, const dcm_model *model) {
  return model->least_version ? model->least_version : library->abi_version;
}

static void describe_parameters(json_writer *j, const dcm_model *model) {
  json_begin(j, "parameters", '[');
  for (uint32_t i = 0; i < model->parameter_count; i++) {
    const dcm_parameter *p = dcm_model_parameter(model, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(p->dimension, unit);
    json_begin(j, NULL, '{');
    json_text(j, "name", p->name);
    json_text(j, "symbol", p->symbol);
    json_text(j, "description", p->description);
    json_text(j, "unit", unit);
    json_text(j, "scope", dcm_scope_name(p));
    if (p->scope == DCM_PER_PAIR)
      json_text(j, "mixing", dcm_mixing_name(p));
    json_boolean(j, "required", (p->flags & DCM_REQUIRED) != 0);
    if (!(p->flags & DCM_REQUIRED))
      json_number(j, "default", p->default_value);
    json_number(j, "minimum", p->minimum);
    json_boolean(j, "minimum_excluded", (p->flags & DCM_MINIMUM_EXCLUDED) != 0);
    json_number(j, "maximum", p->maximum);
    json_boolean(j, "maximum_excluded", (p->flags & DCM_MAXIMUM_EXCLUDED) != 0);
    json_text(j, "reason", p->reason);
    json_end(j, '}');
  }
  json_end(j, ']');
}

void dcm_describe_json(FILE *stream, const dcm_library *library, const dcm_model *model) {
  char version[DCM_VERSION_TEXT];
  json_writer writer = {.stream = stream};
  json_writer *j = &writer;
  json_begin(j, NULL, '{');
  json_text(j, "id", model->id);
  json_text(j, "title", model->title);
  json_text(j, "reference", model->reference);
  dcm_version_text(library->abi_version, version);
  json_text(j, "contract", version);
  dcm_version_text(dcm_least_version(library, model), version);
  json_text(j, "least_contract", version);
  describe_parameters(j, model);
  json_begin(j, "options", '[');
  for (uint32_t i = 0; i < model->option_count; i++) {
    const dcm_option *o = dcm_model_option(model, i);
    json_begin(j, NULL, '{');
    json_text(j, "name", o->name);
    json_text(j, "description", o->description);
    json_text(j, "default", o->choices[o->default_choice]);
    json_begin(j, "choices", '[');
    for (uint32_t c = 0; c < o->choice_count; c++)
      json_text(j, NULL, o->choices[c]);
    json_end(j, ']');
    json_end(j, '}');
  }
  json_end(j, ']');
  json_begin(j, "history", '[');
  for (uint32_t i = 0; i < model->history_count; i++) {
    const dcm_history_field *f = dcm_model_history_field(model, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(f->dimension, unit);
    json_begin(j, NULL, '{');
    json_text(j, "name", f->name);
    json_text(j, "kind", f->kind == DCM_VECTOR ? "vector" : "scalar");
    json_text(j, "parity", f->parity == DCM_ODD ? "odd" : "even");
    json_text(j, "unit", unit);
    json_text(j, "description", f->description);
    json_end(j, '}');
  }
  json_end(j, ']');
  json_begin(j, "quantities", '[');
  for (uint32_t i = 0; i < model->quantity_count; i++) {
    const dcm_quantity *q = dcm_model_quantity(model, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(q->dimension, unit);
    json_begin(j, NULL, '{');
    json_text(j, "name", q->name);
    json_text(j, "symbol", q->symbol);
    json_text(j, "access", dcm_access_name(q));
    json_text(j, "unit", unit);
    json_text(j, "description", q->description);
    json_number(j, "default", q->default_value);
    json_end(j, '}');
  }
  json_end(j, ']');
  json_begin(j, "outputs", '[');
  for (uint32_t i = 0; i < model->output_count; i++) {
    const dcm_output *o = dcm_model_output(model, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(o->dimension, unit);
    json_begin(j, NULL, '{');
    json_text(j, "name", o->name);
    json_text(j, "unit", unit);
    json_text(j, "description", o->description);
    json_end(j, '}');
  }
  json_end(j, ']');
  json_end(j, '}');
}
