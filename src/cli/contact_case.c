/* SPDX-License-Identifier: MIT */
#include "cli/contact_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "program/json.h"
#include "runtime/error.h"
#include "runtime/model.h"
#include "runtime/motion.h"

const cli_option contact_case_law_options[] = {
    {"library", "FILE", "take the law from this shared object"},
    {"set", "NAME=VALUE",
     "parameter of both materials or of their pair, option of the\n"
     "law, or quantity of both bodies; repeat for others"},
    {"set1", "NAME=VALUE", "parameter of the material, or quantity, of body 1 alone"},
    {"set2", "NAME=VALUE", "parameter of the material, or quantity, of body 2 alone"},
    {0},
};

const cli_option contact_case_body_options[] = {
    {"wall", NULL, "body 2 is a flat wall"},
    {"radius", "R", "radius of both bodies, m"},
    {"radius1", "R", "radius of body 1 alone"},
    {"radius2", "R", "radius of body 2 alone"},
    {"density", "RHO", "density of both bodies, kg/m^3"},
    {"density1", "RHO", "density of body 1 alone"},
    {"density2", "RHO", "density of body 2 alone"},
    {"mass1", "M", "mass of body 1 in kg, instead of its density"},
    {"mass2", "M", "mass of body 2 in kg, instead of its density"},
    {"fixed2", NULL, "body 2 is held: forces do not move it"},
    {0},
};

static const double assumed_radius = 1e-3;
static const double assumed_density = 2500.0;

const char *origin_name(value_origin origin) {
  static const char *const names[] = {[GIVEN] = "", [DEFAULT] = "default", [ASSUMED] = "assumed"};
  return names[origin];
}

static const char *keyword(const void *context, size_t i) {
  const dcm_model *model = context;
  const uint32_t options = model->parameter_count + model->option_count;
  return i < model->parameter_count ? dcm_model_parameter(model, (uint32_t)i)->name
         : i < options ? dcm_model_option(model, (uint32_t)i - model->parameter_count)->name
                       : dcm_model_quantity(model, (uint32_t)i - options)->name;
}

/** Helps a user who wrote the word of an option for its name.
 * @return whether the word is one of an option */
static int hint_at_option(const dcm_model *model, const char *word) {
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    for (uint32_t c = 0; c < option->choice_count; c++)
      if (strcmp(option->choices[c], word) == 0) {
        message_hint("did you mean '%s=%s'?", option->name, word);
        return 1;
      }
  }
  return 0;
}

static _Noreturn void stop_unknown_keyword(const dcm_model *model, const char *name) {
  dcm_error text;
  dcm_fail(&text, "the law '%s' has neither parameter nor option '%s'; the law takes:", model->id,
           name);
  const size_t count = model->parameter_count + model->option_count + model->quantity_count;
  for (size_t i = 0; i < count; i++)
    dcm_error_append(&text, "%s %s", i ? "," : "", keyword(model, i));
  message_error("%s", text.text);
  if (hint_at_option(model, name))
    stop(EXIT_MISUSED);
  const char *nearest = dcm_model_name_of_symbol(model, name);
  if (!nearest)
    nearest = dcm_nearest_word(name, keyword, model, count);
  if (nearest)
    message_hint("did you mean '%s'? 'dcm show %s' explains all", nearest, model->id);
  else
    message_hint("'dcm show %s' explains all", model->id);
  stop(EXIT_MISUSED);
}

/* -------------------------------------------------------------------------- the law's settings */

static void set_parameter(contact_case *c, const char *switch_name, const char *name,
                          const char *value) {
  const uint32_t p = (uint32_t)dcm_model_find_parameter(c->model, name);
  const int both = strcmp(switch_name, "set") == 0;
  const uint32_t scope = dcm_model_parameter(c->model, p)->scope;
  if (!both && scope != DCM_PER_MATERIAL)
    stop_misused("%s belongs to %s: write --set %s=%s", name,
                 scope == DCM_PER_LAW ? "the whole law, not to a material"
                                      : "the pair of materials, not to one of them",
                 name, value);
  const uint32_t only = strcmp(switch_name, "set1") == 0 ? 1 : 2;
  const dcm_range materials = {both ? 1 : only, both ? c->material_count : only};
  dcm_error error;
  if (dcm_settings_put(c->settings, materials, materials, name, value, &error))
    stop_misused("%s", error.text);
  for (uint32_t m = materials.first; m <= materials.last; m++)
    c->parameter_origins[p][m - 1] = GIVEN;
}

static void set_quantity(contact_case *c, const char *switch_name, uint32_t quantity,
                         const char *text) {
  const dcm_quantity *q = dcm_model_quantity(c->model, quantity);
  char *rest;
  const double value = strtod(text, &rest);
  if (rest == text || *rest || !isfinite(value))
    stop_misused("%s must be a finite number, not '%s'", q->name, text);
  if (q->access == DCM_SUM)
    stop_misused("the law itself computes %s: leave this quantity out", q->name);
  dcm_error error;
  if (dcm_program_check_quantity(c->model, quantity, value, &error))
    stop_misused("%s", error.text);
  for (int i = 0; i < 2; i++)
    if (strcmp(switch_name, "set") == 0 || switch_name[3] == '1' + i)
      (i ? c->asked.quantities_2 : c->asked.quantities_1)[quantity] = value;
}

static void set_option(contact_case *c, const char *switch_name, const char *name,
                       const char *word) {
  dcm_error error;
  if (strcmp(switch_name, "set") != 0)
    stop_misused("%s is an option of the whole law: write --set %s=%s", name, name, word);
  if (dcm_settings_choose(c->settings, name, word, &error))
    stop_misused("%s", error.text);
}

/** One --set, --set1 or --set2. */
static void apply(contact_case *c, const given_option *given) {
  char name[64];
  const size_t length = strcspn(given->value, "=");
  if (given->value[length] != '=' || length == 0 || length >= sizeof name) {
    message_error("'--%s' takes NAME=VALUE, not '%s'", given->name, given->value);
    hint_at_option(c->model, given->value);
    stop(EXIT_MISUSED);
  }
  snprintf(name, sizeof name, "%.*s", (int)length, given->value);
  const char *value = given->value + length + 1;
  const int32_t quantity = dcm_model_find_quantity(c->model, name);
  if (dcm_model_find_option(c->model, name) >= 0)
    set_option(c, given->name, name, value);
  else if (quantity >= 0)
    set_quantity(c, given->name, (uint32_t)quantity, value);
  else if (dcm_model_find_parameter(c->model, name) >= 0)
    set_parameter(c, given->name, name, value);
  else
    stop_unknown_keyword(c->model, name);
}

/** Whether a required parameter of a material was not given, and has no assumption. */
static int is_missing(const contact_case *c, uint32_t parameter, uint32_t material) {
  const dcm_parameter *p = dcm_model_parameter(c->model, parameter);
  double value;
  return (p->flags & DCM_REQUIRED) && !dcm_assumed_value(c->model, p) &&
         !dcm_settings_given(c->settings, parameter, material, material, &value);
}

/** Names all missing parameters in one message. */
static void check_missing(const contact_case *c) {
  dcm_error names, settings;
  size_t count = 0;
  names.text[0] = settings.text[0] = '\0';
  for (uint32_t p = 0; p < c->model->parameter_count; p++) {
    if (!is_missing(c, p, 1) && !is_missing(c, p, c->material_count))
      continue;
    const dcm_parameter *parameter = dcm_model_parameter(c->model, p);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(parameter->dimension, unit);
    dcm_error_append(&names, "%s%s (%s, in %s)", count ? ", " : "", parameter->name,
                     parameter->description, unit);
    dcm_error_append(&settings, " --set %s=VALUE", parameter->name);
    count++;
  }
  if (count > 0)
    stop_misused("the law '%s' needs %s: write%s", c->model->id, names.text, settings.text);
}

/** Fills in assumptions for required parameters that were not given. */
static void assume(contact_case *c) {
  check_missing(c);
  for (uint32_t p = 0; p < c->model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(c->model, p);
    for (uint32_t m = 1; m <= c->material_count; m++) {
      double value;
      if (dcm_settings_given(c->settings, p, m, m, &value))
        continue;
      const char *text = dcm_assumed_value(c->model, parameter);
      c->parameter_origins[p][m - 1] = text ? ASSUMED : DEFAULT;
      if (!text)
        continue;
      const int per_pair = parameter->scope == DCM_PER_PAIR;
      const dcm_range materials = {per_pair ? 1 : m, per_pair ? c->material_count : m};
      dcm_error error;
      if (dcm_settings_put(c->settings, materials, materials, parameter->name, text, &error))
        stop_misused("%s", error.text);
    }
  }
  /* Parameters of a pair were set for all pairs when the first material came up. */
  for (uint32_t p = 0; p < c->model->parameter_count; p++)
    if (dcm_model_parameter(c->model, p)->scope == DCM_PER_PAIR)
      c->parameter_origins[p][1] = c->parameter_origins[p][0];
}

static void release_settings(void *settings) {
  dcm_settings_destroy(settings);
}

static void release_law(void *law) {
  dcm_law_destroy(law);
}

contact_case contact_case_settings(const cli_arguments *arguments, const dcm_model *model) {
  contact_case c = {.model = model, .material_count = 1};
  if (arguments_has(arguments, "set1") || arguments_has(arguments, "set2"))
    c.material_count = 2;
  for (uint32_t q = 0; q < DCM_MOST_QUANTITIES; q++)
    c.asked.quantities_1[q] = c.asked.quantities_2[q] = NAN;
  c.parameter_origins = hold_array(model->parameter_count + 1, sizeof *c.parameter_origins);
  c.settings = dcm_settings_create(model, c.material_count);
  if (!c.settings)
    stop_failed("out of memory");
  hold(release_settings, c.settings);
  /* A value for one body counts more than one for both, wherever they stand. */
  static const char *const switches[] = {"set", "set1", "set2"};
  for (size_t s = 0; s < 3; s++)
    for (size_t i = 0; i < arguments->count; i++)
      if (strcmp(arguments->given[i].name, switches[s]) == 0)
        apply(&c, &arguments->given[i]);
  return c;
}

static void make_law(contact_case *c) {
  assume(c);
  dcm_error error;
  c->law = dcm_law_create(c->settings, message_log, NULL, &error);
  if (!c->law)
    stop_misused("%s", error.text);
  hold(release_law, c->law);
}

/* ---------------------------------------------------------------------------------- bodies */

/** Reads a number of body i: by an option for the body alone, or for both.
 * @param origin receives ASSUMED where neither is given */
static double read_of_body(const cli_arguments *arguments, const char *name, int i, double assumed,
                           value_origin *origin) {
  char own[16];
  snprintf(own, sizeof own, "%s%d", name, i + 1);
  if (!arguments_has(arguments, name) && !arguments_has(arguments, own))
    *origin = ASSUMED;
  const double of_both = arguments_number(arguments, name, POSITIVE, assumed);
  return arguments_number(arguments, own, POSITIVE, of_both);
}

/** Reads the options about body i. */
static void read_body(const cli_arguments *arguments, contact_case *c, int i) {
  static const char *const density_names[] = {"density1", "density2"};
  static const char *const mass_names[] = {"mass1", "mass2"};
  value_origin density_origin = GIVEN;
  *(i ? &c->asked.radius_2 : &c->asked.radius_1) =
      read_of_body(arguments, "radius", i, assumed_radius, &c->radius_origin);
  *(i ? &c->asked.density_2 : &c->asked.density_1) =
      read_of_body(arguments, "density", i, assumed_density, &density_origin);
  const double mass = arguments_number(arguments, mass_names[i], POSITIVE, 0.0);
  if (mass > 0.0 && arguments_has(arguments, density_names[i]))
    stop_misused("'--%s' and '--%s' say the same thing twice: leave one out", mass_names[i],
                 density_names[i]);
  *(i ? &c->asked.mass_2 : &c->asked.mass_1) = mass;
  if (density_origin == ASSUMED && mass == 0.0)
    c->density_origin = ASSUMED;
}

static void make_bodies(const cli_arguments *arguments, contact_case *c) {
  dcm_api_bodies *asked = &c->asked;
  const int32_t mass = dcm_model_find_quantity(c->model, "mass");
  if (mass >= 0 && !(isnan(asked->quantities_1[mass]) && isnan(asked->quantities_2[mass])))
    stop_misused("write --mass1 or --mass2 for the mass of a body");
  asked->material_1 = 1;
  asked->material_2 = c->material_count;
  asked->flags = arguments_has(arguments, "wall")     ? DCM_API_WALL
                 : arguments_has(arguments, "fixed2") ? DCM_API_FIXED_2
                                                      : 0;
  read_body(arguments, c, 0);
  static const char *const meaningless[] = {"radius2", "density2", "mass2", "fixed2"};
  for (size_t i = 0; i < 4 && contact_case_is_wall(c); i++)
    if (arguments_has(arguments, meaningless[i]))
      stop_misused("'--%s' means nothing with '--wall': a wall is flat and held", meaningless[i]);
  if (!contact_case_is_wall(c))
    read_body(arguments, c, 1);
  dcm_error error;
  if (dcm_program_bodies(c->law, asked, c->bodies, c->densities, &error))
    stop_misused("%s", error.text);
}

contact_case contact_case_make(const cli_arguments *arguments, const dcm_model *model,
                               const contact_case *like) {
  contact_case made = like ? *like : contact_case_settings(arguments, model);
  made.radius_origin = made.density_origin = GIVEN;
  if (!like)
    make_law(&made);
  make_bodies(arguments, &made);
  return made;
}

static void release_contact(void *contact) {
  dcm_single_contact_destroy(contact);
}

void contact_case_guide(const contact_case *c, dcm_guided_contact *guided) {
  dcm_error error;
  guided->law = c->law;
  guided->contact =
      dcm_single_contact_create(c->law, dcm_program_side_2(&c->asked), c->bodies, &error);
  if (!guided->contact)
    stop_failed("%s", error.text);
  hold(release_contact, guided->contact);
}

int contact_case_is_wall(const contact_case *c) {
  return (c->asked.flags & DCM_API_WALL) != 0;
}

double contact_case_value(const contact_case *c, uint32_t parameter, uint32_t material) {
  const int per_pair = dcm_model_parameter(c->model, parameter)->scope == DCM_PER_PAIR;
  return dcm_settings_value(c->settings, parameter, per_pair ? 1 : material,
                            per_pair ? c->material_count : material);
}

const char *contact_case_word(const contact_case *c, uint32_t option) {
  return dcm_model_option(c->model, option)->choices[dcm_settings_choice(c->settings, option)];
}
