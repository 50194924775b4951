/* SPDX-License-Identifier: MIT */
#include "program/json.h"

#include <math.h>
#include <string.h>

#include "kit/rows.h"
#include "runtime/error.h"
#include "runtime/model.h"

/** JSON is UTF-8, and a path may have any bytes: those that are no character are shown as in
 * messages. */
static void write_text(FILE *stream, const char *text) {
  char shown[5];
  fputc('"', stream);
  for (size_t length; *text; text += length) {
    const unsigned char c = (unsigned char)*text;
    length = c < 0x80 ? 1 : dcm_text_show(text, shown);
    if (c == '"' || c == '\\')
      fprintf(stream, "\\%c", c);
    else if (c < 0x20)
      fprintf(stream, "\\u%04x", (unsigned)c);
    else if (c < 0x80)
      fputc(c, stream);
    else
      fprintf(stream, shown[0] == '\\' ? "\\%s" : "%s", shown);
  }
  fputc('"', stream);
}

/** The text before a value: comma, new line, key. */
static void lead(json_writer *json, const char *key) {
  if (json->depth > 0)
    fprintf(json->stream, "%s\n%*s", json->empty ? "" : ",", 2 * json->depth, "");
  json->empty = 0;
  if (key) {
    write_text(json->stream, key);
    fputs(": ", json->stream);
  }
}

void json_begin(json_writer *json, const char *key, char bracket) {
  lead(json, key);
  fputc(bracket, json->stream);
  json->depth++;
  json->empty = 1;
}

void json_end(json_writer *json, char bracket) {
  json->depth--;
  if (!json->empty)
    fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  json->empty = 0;
  fputc(bracket, json->stream);
  if (json->depth == 0)
    fputc('\n', json->stream);
}

void json_text(json_writer *json, const char *key, const char *text) {
  lead(json, key);
  write_text(json->stream, text);
}

static void write_number(FILE *stream, double number) {
  if (isfinite(number))
    dcm_text_write(stream, "%.17g", number);
  else
    fputs("null", stream);
}

void json_number(json_writer *json, const char *key, double number) {
  lead(json, key);
  write_number(json->stream, number);
}

void json_boolean(json_writer *json, const char *key, int value) {
  lead(json, key);
  fputs(value ? "true" : "false", json->stream);
}

void json_numbers(json_writer *json, const char *key, const double *numbers, size_t count) {
  lead(json, key);
  fputc('[', json->stream);
  for (size_t i = 0; i < count; i++) {
    fputs(i ? ", " : "", json->stream);
    write_number(json->stream, numbers[i]);
  }
  fputc(']', json->stream);
}

/* --------------------------------------------------------------------------------------- a law */

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

uint32_t dcm_least_version(const dcm_library *library, const dcm_model *model) {
  return model->least_version ? model->least_version : library->abi_version;
}

/** Values of a grain of glass, for required parameters that nobody gave, and for which the law has
 * no usual value; CONTACT_CASE_DETAILS lists the values. At an overlap delta_u of two
 * such grains Hertz's force is f_u; springs have the same force there, and are damped so that about
 * 0.9 of the speed is left. */
static const dcm_usual_value assumptions[] = {
    {"young", "7e10"},
    {"poisson", "0.2"},
    {"restitution", "0.9"},
    {"friction", "0.3"},
    {"surface_energy", "0.05"},
    {"work_of_adhesion", "0.1"},
    {"yield_pressure", "3e9"},
    {"delta_u", "1e-6"},
    {"f_u", "1.087"},
    {"bond_young", "1e9"},
    {"tensile_strength", "1e6"},
    {"shear_strength", "1e6"},
    {"surface_tension", "0.072"},
    {"kn", "1.087e6"},
    {"k1", "1.087e6"},
    {"k2", "2.174e6"},
    {"gamma_n", "3e4"},
    {NULL, NULL},
};

static const char *value_in(const dcm_usual_value *values, const char *parameter) {
  for (; values && values->parameter; values++)
    if (strcmp(values->parameter, parameter) == 0)
      return values->value;
  return NULL;
}

const char *dcm_assumed_value(const dcm_model *model, const dcm_parameter *parameter) {
  const char *of_law =
      value_in(model->extension ? model->extension(DCM_USUAL) : NULL, parameter->name);
  return of_law                            ? of_law
         : parameter->flags & DCM_REQUIRED ? value_in(assumptions, parameter->name)
                                           : NULL;
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
    const char *assumed = dcm_assumed_value(model, p);
    if (assumed)
      json_number(j, "assumed", dcm_text_number(assumed, NULL));
    json_number(j, "minimum", p->minimum);
    json_boolean(j, "minimum_excluded", (p->flags & DCM_MINIMUM_EXCLUDED) != 0);
    json_number(j, "maximum", p->maximum);
    json_boolean(j, "maximum_excluded", (p->flags & DCM_MAXIMUM_EXCLUDED) != 0);
    json_text(j, "reason", p->reason);
    json_end(j, '}');
  }
  json_end(j, ']');
}

uint32_t dcm_described_count(const dcm_model *model, int table) {
  const uint32_t counts[DCM_DESCRIBED_TABLES] = {model->history_count, model->quantity_count,
                                                 model->output_count};
  return counts[table];
}

dcm_described dcm_described_entry(const dcm_model *model, int table, uint32_t i) {
  if (table == DCM_DESCRIBED_STATE) {
    const dcm_history_field *f = dcm_model_history_field(model, i);
    return (dcm_described){f->name,
                           f->description,
                           {{"kind", f->kind == DCM_VECTOR ? "vector" : "scalar"},
                            {"parity", f->parity == DCM_ODD ? "odd" : "even"}},
                           f->dimension,
                           NULL};
  }
  if (table == DCM_DESCRIBED_QUANTITIES) {
    static const char *const access[] = {
        [DCM_READ] = "read", [DCM_SUM] = "summed", [DCM_CHANGE] = "changed"};
    const dcm_quantity *q = dcm_model_quantity(model, i);
    return (dcm_described){q->name,
                           q->description,
                           {{"symbol", q->symbol}, {"access", access[q->access]}},
                           q->dimension,
                           &q->default_value};
  }
  const dcm_output *o = dcm_model_output(model, i);
  return (dcm_described){o->name, o->description, {{NULL, NULL}, {NULL, NULL}}, o->dimension, NULL};
}

static void describe_table(json_writer *j, const dcm_model *model, int table) {
  static const char *const keys[DCM_DESCRIBED_TABLES] = {"history", "quantities", "outputs"};
  json_begin(j, keys[table], '[');
  for (uint32_t i = 0; i < dcm_described_count(model, table); i++) {
    const dcm_described d = dcm_described_entry(model, table, i);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(d.dimension, unit);
    json_begin(j, NULL, '{');
    json_text(j, "name", d.name);
    for (int w = 0; w < 2; w++)
      if (d.words[w][0])
        json_text(j, d.words[w][0], d.words[w][1]);
    json_text(j, "unit", unit);
    json_text(j, "description", d.description);
    if (d.default_value)
      json_number(j, "default", *d.default_value);
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
  for (int table = 0; table < DCM_DESCRIBED_TABLES; table++)
    describe_table(j, model, table);
  json_end(j, '}');
}
