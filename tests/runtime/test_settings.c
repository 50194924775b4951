/* SPDX-License-Identifier: MIT */
/* Settings of a user: ranges, mixing, defaults, options, and the sentence for each mistake. */
#include "laws/library.h"
#include "runtime/law.h"
#include "runtime/model.h"
#include "runtime/probe.h"
#include "runtime/settings.h"
#include "support/expect.h"
#include "support/run.h"

#include <stdio.h>

static dcm_error error;

static const dcm_model *hertz_mindlin(void) {
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  for (uint32_t i = 0; i < library->model_count; i++)
    if (strcmp(library->models[i]->id, "hertz-mindlin") == 0)
      return library->models[i];
  ck_abort_msg("hertz-mindlin is no built-in law");
  return NULL;
}

static int32_t set(dcm_settings *settings, uint32_t i, uint32_t j, const char *name,
                   const char *text) {
  memset(&error, 0, sizeof error);
  return dcm_settings_set(settings, (dcm_range){i, i}, (dcm_range){j, j}, name, text, &error);
}

static void must_set(dcm_settings *settings, uint32_t i, uint32_t j, const char *name,
                     const char *text) {
  ck_assert_msg(set(settings, i, j, name, text) == DCM_OK, "%s", error.text);
}

/* ----------------------------------------------------------------------- the law as a whole */

static dcm_parameter parameters_of_law[2];

/** The probe with one number for the whole law, which must be given. */
static dcm_model model_with_seed(void) {
  dcm_model model = dcm_probe;
  const dcm_parameter seed = {.size = sizeof seed,
                              .scope = DCM_PER_LAW,
                              .flags = DCM_REQUIRED,
                              .name = "end",
                              .symbol = "s",
                              .description = "a seed",
                              .maximum = 10.0,
                              .reason = "ten is enough"};
  parameters_of_law[0] = seed;
  model.parameters = parameters_of_law;
  model.parameter_count = 1;
  return model;
}

static int32_t sees_seed(const dcm_setup *setup, dcm_instance *instance) {
  (void)instance;
  ck_assert_double_eq(setup->values[0][0], 7.0);
  return DCM_OK;
}

START_TEST(one_number_for_the_whole_law) {
  dcm_model model = model_with_seed();
  model.init = sees_seed;
  model.destroy = NULL;
  model.reach = NULL;
  model.history = NULL;
  model.events = 0;
  dcm_settings *settings = dcm_settings_create(&model, 3), *copy = dcm_settings_create(&model, 2);
  double value;
  ck_assert_int_eq(dcm_settings_given(settings, 0, 2, 3, &value), 0);
  ck_assert_int_eq(dcm_settings_check(settings, &error), DCM_ERROR);
  expect_parts(error.text, "'probe'", "needs end for the whole law");
  ck_assert_int_eq(set(settings, 1, 1, "end", "7"), DCM_ERROR);
  expect_parts(error.text, "end (a seed)", "whole law", "'end 7'");
  ck_assert_int_eq(dcm_settings_give(settings, "end", "11", &error), DCM_ERROR);
  expect_parts(error.text, "end = 11 ", "[0, 10]");
  ck_assert_int_eq(dcm_settings_give(settings, "end", NULL, &error), DCM_ERROR);
  expect_parts(error.text, "'end' needs a number");
  ck_assert_int_eq(dcm_settings_give(settings, "and", "1", &error), DCM_ERROR);
  expect_parts(error.text, "'and' is no option", ", end (a seed)");
  ck_assert_int_eq(dcm_settings_give(settings, "end", "7", &error), DCM_OK);
  ck_assert_int_eq(dcm_settings_check_pair(settings, 1, 3, &error), DCM_OK);
  ck_assert_int_eq(dcm_settings_given(settings, 0, 2, 3, &value), 1);
  ck_assert_double_eq(value, 7.0);
  dcm_settings_copy_options(copy, settings);
  ck_assert_int_eq(dcm_settings_given(copy, 0, 1, 2, &value), 1);
  ck_assert_double_eq(value, 7.0);
  dcm_law *law = dcm_law_create(copy, dcm_error_log, &error, &error);
  ck_assert_msg(law, "%s", error.text);
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
  dcm_settings_destroy(copy);
}
END_TEST

/* ------------------------------------------------------------------------- one value at a time */

static const struct {
  const char *name, *text, *part; /* of the sentence; NULL: accepted */
} values[] = {
    {"poisson", "0.6", "in (-1, 0.5], because shear and bulk modulus"},
    {"poisson", "0.5", NULL},
    {"poisson", "-0.9", NULL},
    {"poisson", "-1", "in (-1, 0.5]"},
    {"restitution", "1.2", "in [0, 1]"},
    {"restitution", "-0.1", "in [0, 1]"},
    {"restitution", "0", NULL},
    {"restitution", "1", NULL},
    {"young", "-5e6", "greater than 0"},
    {"young", "0", "greater than 0"},
    {"young", "5e6", NULL},
    {"young", "0x1p20", NULL},
    {"friction", "-0.5", "at least 0"},
    {"friction", "0", NULL},
    {"rolling", "-1e-300", "at least 0"},
    {"young", "nan", "finite"},
    {"restitution", "NaN", "finite"},
    {"young", "inf", "finite"},
    {"friction", "-inf", "finite"},
    {"young", "1e999", "finite"},
    {"young", "glass", "a number, not 'glass'"},
    {"young", "5e6Pa", "a number, not '5e6Pa'"},
    {"young", "", "a number, not ''"},
    {"young", "5 6", "a number, not '5 6'"},
};

START_TEST(values_and_ranges) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 1);
  const int32_t status = set(settings, 1, 1, values[_i].name, values[_i].text);
  double kept;
  const int32_t index = dcm_model_find_parameter(hertz_mindlin(), values[_i].name);
  const int given = dcm_settings_given(settings, (uint32_t)index, 1, 1, &kept);
  if (values[_i].part) {
    ck_assert_int_eq(status, DCM_ERROR);
    expect_parts(error.text, values[_i].name, strchr(values[_i].part, '\'') ? "" : values[_i].text,
                 values[_i].part);
    ck_assert_int_eq(given, 0);
  } else {
    ck_assert_msg(status == DCM_OK, "%s", error.text);
    ck_assert_int_eq(given, 1);
    ck_assert_double_eq(kept, strtod(values[_i].text, NULL));
  }
  dcm_settings_destroy(settings);
}
END_TEST

/* The two kinds of range that no built-in law need have. */
START_TEST(ranges_open_above) {
  dcm_parameter parameter = {.size = sizeof(dcm_parameter),
                             .scope = DCM_PER_PAIR,
                             .name = "depth",
                             .symbol = "d",
                             .description = "depth",
                             .minimum = -INFINITY,
                             .maximum = 0.0,
                             .reason = "it is below"};
  dcm_model model = dcm_probe;
  model.parameter_count = 1;
  model.parameters = &parameter;
  dcm_settings *settings = dcm_settings_create(&model, 1);
  ck_assert_int_eq(set(settings, 1, 1, "depth", "0.5"), DCM_ERROR);
  expect_parts(error.text, "depth = 0.5 ", "at most 0, because it is below");
  must_set(settings, 1, 1, "depth", "0");
  parameter.flags = DCM_MAXIMUM_EXCLUDED;
  ck_assert_int_eq(set(settings, 1, 1, "depth", "0"), DCM_ERROR);
  expect_parts(error.text, "depth = 0 ", "less than 0");
  parameter.minimum = -1.0;
  parameter.flags = DCM_MAXIMUM_EXCLUDED | DCM_MINIMUM_EXCLUDED;
  ck_assert_int_eq(set(settings, 1, 1, "depth", "-1"), DCM_ERROR);
  expect_parts(error.text, "depth = -1 ", "in (-1, 0)");
  dcm_settings_destroy(settings);
}
END_TEST

/* --------------------------------------------------------------------------- names of keywords */

START_TEST(unknown_parameter_lists_keywords_with_units) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 2);
  ck_assert_int_eq(set(settings, 1, 1, "youngs", "5e6"), DCM_ERROR);
  expect_parts(
      error.text, "'youngs' is no parameter", "'hertz-mindlin'", "'young'?",
      "young (Young's modulus, pressure units, per material, required), poisson (",
      "rolling (coefficient of rolling friction, no units, per pair, default 0), twisting (");
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(unknown_option_lists_options) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 1);
  ck_assert_int_eq(dcm_settings_choose(settings, "shape", "sheet", &error), DCM_ERROR);
  expect_parts(error.text, "'shape' is no option", "'hertz-mindlin'",
               "form (the law as its authors compute it", "), rolling_model (", "), attraction (",
               "), calibrate (", "), damping (");
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(unknown_choice_lists_choices) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 1);
  ck_assert_int_eq(dcm_settings_choose(settings, "form", "printed", &error), DCM_ERROR);
  expect_parts(error.text, "'printed' is no choice", "'form'", "'hertz-mindlin'",
               "sheet or consistent");
  ck_assert_uint_eq(dcm_settings_choice(settings, 0),
                    dcm_model_option(hertz_mindlin(), 0)->default_choice);
  dcm_settings_destroy(settings);
}
END_TEST

/* A word that stands alone, or was misspelt: what was meant comes before the list. */
static const struct {
  const char *option, *word, *told, *meant;
} meant[] = {
    {"consistent", "yes", "'consistent' is no option",
     "'form consistent'? The options are: form ("},
    {"consistent", NULL, "'consistent' is no option", "'form consistent'? The options are: form ("},
    {"consistant", "yes", "'consistant' is no option", "'form consistent'?"},
    {"no", "yes", "'no' is no option", "'attraction no' or 'calibrate no'?"},
    {"rolling_modle", "spring", "'rolling_modle' is no option", "'rolling_model'?"},
    {"rolling", "0.1", "'rolling' is no option", "but a parameter"},
    {"form", "consistant", "'consistant' is no choice",
     "'consistent'? The choices are: sheet or consistent"},
    {"form", NULL, "'form' needs a word", "sheet or consistent"},
};

START_TEST(tells_what_was_meant) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 1);
  ck_assert_int_eq(dcm_settings_choose(settings, meant[_i].option, meant[_i].word, &error),
                   DCM_ERROR);
  expect_parts(error.text, meant[_i].told, meant[_i].meant);
  ck_assert_uint_eq(dcm_settings_choice(settings, 0),
                    dcm_model_option(hertz_mindlin(), 0)->default_choice);
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(numbers_and_options_apart) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 1);
  ck_assert_int_eq(set(settings, 1, 1, "form", "consistent"), DCM_ERROR);
  expect_parts(error.text, "'form' is no parameter", "'hertz-mindlin'", "but an option");
  ck_assert_int_eq(set(settings, 1, 1, "young", NULL), DCM_ERROR);
  expect_parts(error.text, "'young' needs a number");
  ck_assert_int_eq(set(settings, 1, 1, "yuong", NULL), DCM_ERROR);
  expect_parts(error.text, "'yuong' is no parameter", "'young'? The parameters are:");
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(nothing_to_list) {
  dcm_model model = dcm_probe;
  model.option_count = 0;
  dcm_settings *settings = dcm_settings_create(&model, 1);
  ck_assert_int_eq(dcm_settings_choose(settings, "form", "sheet", &error), DCM_ERROR);
  expect_text(error.text, "'form' is no option of the law 'probe'");
  dcm_settings_destroy(settings);
  model.parameter_count = 0;
  settings = dcm_settings_create(&model, 1);
  ck_assert_int_eq(set(settings, 1, 1, "young", "1"), DCM_ERROR);
  expect_text(error.text, "'young' is no parameter of the law 'probe'");
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(chooses) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 1);
  ck_assert_uint_eq(dcm_settings_choice(settings, 0), DCM_ARM_CONTACT_POINT);
  ck_assert_int_eq(dcm_settings_choose(settings, "moment_arm", "radius", &error), DCM_OK);
  ck_assert_uint_eq(dcm_settings_choice(settings, 0), DCM_ARM_CONTACT_POINT);
  ck_assert_uint_eq(dcm_settings_choice(settings, 1), DCM_ARM_RADIUS);
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(remembers_what_it_is) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 7);
  ck_assert_ptr_eq(dcm_settings_model(settings), &dcm_probe);
  ck_assert_uint_eq(dcm_settings_material_count(settings), 7);
  dcm_settings_destroy(settings);
  dcm_settings_destroy(NULL);
}
END_TEST

/* -------------------------------------------------------------------------- materials and pairs */

START_TEST(material_parameter_for_a_pair) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 2);
  ck_assert_int_eq(set(settings, 1, 2, "young", "5e6"), DCM_ERROR);
  expect_parts(error.text, "young (Young's modulus) belongs to one material", "'1 1 young 5e6'");
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(materials_that_there_are_not) {
  static const struct {
    dcm_range i, j;
    const char *told;
  } rows[] = {{{0, 1}, {1, 1}, "0 to 1 and 1 to 1"},
              {{1, 1}, {1, 3}, "1 to 1 and 1 to 3"},
              {{2, 1}, {1, 1}, "2 to 1 and 1 to 1"}};
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 2);
  ck_assert_int_eq(dcm_settings_set(settings, rows[_i].i, rows[_i].j, "friction", "0.5", &error),
                   DCM_ERROR);
  expect_parts(error.text, "friction", rows[_i].told, "1 to 2");
  dcm_settings_destroy(settings);
}
END_TEST

/* A range on both sides, as in "pair_coeff * *". */
START_TEST(material_parameter_for_a_range) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 3);
  const dcm_range two_three = {2, 3};
  ck_assert_int_eq(dcm_settings_set(settings, two_three, two_three, "young", "5e6", &error),
                   DCM_OK);
  double value;
  ck_assert_int_eq(dcm_settings_given(settings, 0, 1, 1, &value), 0);
  for (uint32_t i = 2; i <= 3; i++) {
    ck_assert_int_eq(dcm_settings_given(settings, 0, i, i, &value), 1);
    ck_assert_double_eq(value, 5e6);
  }
  ck_assert_int_eq(dcm_settings_given(settings, 0, 2, 3, &value), 0);
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(pair_parameter_for_a_range) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 3);
  ck_assert_int_eq(
      dcm_settings_set(settings, (dcm_range){1, 1}, (dcm_range){2, 3}, "stiffness", "5", &error),
      DCM_OK);
  for (uint32_t i = 1; i <= 3; i++)
    for (uint32_t j = 1; j <= 3; j++) {
      double value;
      const int expected = (i == 1) != (j == 1);
      ck_assert_int_eq(dcm_settings_given(settings, 0, i, j, &value), expected);
      if (expected)
        ck_assert_double_eq(value, 5.0);
    }
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(the_last_value_holds) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 2);
  must_set(settings, 1, 2, "stiffness", "5");
  must_set(settings, 2, 1, "stiffness", "6");
  double value;
  ck_assert_int_eq(dcm_settings_value(settings, 0, 1, 2, &value, &error), DCM_OK);
  ck_assert_double_eq(value, 6.0);
  dcm_settings_destroy(settings);
}
END_TEST

static const struct {
  uint32_t rule;
  double a, b, mixed;
} mixings[] = {
    {DCM_MIX_GEOMETRIC, 2.0, 8.0, 4.0}, {DCM_MIX_ARITHMETIC, 2.0, 8.0, 5.0},
    {DCM_MIX_HARMONIC, 2.0, 8.0, 3.2},  {DCM_MIX_HARMONIC, 0.0, 0.0, 0.0},
    {DCM_MIX_MINIMUM, 2.0, 8.0, 2.0},   {DCM_MIX_MAXIMUM, 2.0, 8.0, 8.0},
    {DCM_MIX_GEOMETRIC, 0.0, 8.0, 0.0},
};

START_TEST(mixes) {
  dcm_parameter parameter = {.size = sizeof(dcm_parameter),
                             .scope = DCM_PER_PAIR,
                             .mixing = mixings[_i].rule,
                             .flags = DCM_REQUIRED,
                             .name = "mixed",
                             .symbol = "m",
                             .description = "a mixed number",
                             .minimum = 0.0,
                             .maximum = INFINITY,
                             .reason = "it is so"};
  dcm_model model = dcm_probe;
  model.parameter_count = 1;
  model.parameters = &parameter;
  dcm_settings *settings = dcm_settings_create(&model, 2);
  char text[32];
  snprintf(text, sizeof text, "%g", mixings[_i].a);
  must_set(settings, 1, 1, "mixed", text);
  snprintf(text, sizeof text, "%g", mixings[_i].b);
  must_set(settings, 2, 2, "mixed", text);
  double value;
  for (uint32_t i = 1; i <= 2; i++) {
    ck_assert_int_eq(dcm_settings_value(settings, 0, i, 3 - i, &value, &error), DCM_OK);
    ck_assert_double_eq_tol(value, mixings[_i].mixed, 1e-15);
  }
  /* A value that was given for the pair itself comes before the rule. */
  must_set(settings, 1, 2, "mixed", "7");
  ck_assert_int_eq(dcm_settings_value(settings, 0, 2, 1, &value, &error), DCM_OK);
  ck_assert_double_eq(value, 7.0);
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(defaults_mix_too) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 2);
  must_set(settings, 2, 2, "stiffness", "4");
  double value;
  ck_assert_int_eq(dcm_settings_value(settings, 0, 1, 1, &value, &error), DCM_OK);
  ck_assert_double_eq(value, 1.0);
  ck_assert_int_eq(dcm_settings_value(settings, 0, 1, 2, &value, &error), DCM_OK);
  ck_assert_double_eq(value, 2.5);
  dcm_settings_destroy(settings);
}
END_TEST

static dcm_law *instantiate(const dcm_settings *settings) {
  memset(&error, 0, sizeof error);
  return dcm_law_create(settings, dcm_error_log, &error, &error);
}

/** The probe with one number of pairs, which is 5e-3 kg/s^2 in SI where nobody gives it. */
static dcm_model model_with_default(double maximum) {
  dcm_model model = dcm_probe;
  const dcm_parameter stiffness = {.size = sizeof stiffness,
                                   .scope = DCM_PER_PAIR,
                                   .mixing = DCM_MIX_GEOMETRIC,
                                   .name = "stiffness",
                                   .symbol = "k",
                                   .description = "of a film",
                                   .dimension = {.mass = 1, .time = -2},
                                   .default_value = 5e-3,
                                   .maximum = maximum,
                                   .reason = "films are soft"};
  parameters_of_law[0] = stiffness;
  model.parameters = parameters_of_law;
  model.parameter_count = 1;
  return model;
}

START_TEST(defaults_are_in_si) {
  const dcm_model model = model_with_default(INFINITY);
  dcm_settings *settings = dcm_settings_create(&model, 2);
  const struct {
    const char *units;
    double value;
  } of[] = {{"si", 5e-3}, {"cgs", 5.0}, {"micro", 5.0}, {"nano", 5.0}};
  for (int u = 0; u < 4; u++) {
    double value;
    dcm_settings_use_units(settings, dcm_units_of(of[u].units));
    ck_assert_int_eq(dcm_settings_check(settings, &error), DCM_OK);
    ck_assert_int_eq(dcm_settings_value(settings, 0, 1, 2, &value, &error), DCM_OK);
    ck_assert_double_eq_tol(value, of[u].value, 4e-16 * of[u].value);
  }
  dcm_settings *others = dcm_settings_create(&model, 1);
  double value;
  dcm_settings_copy_options(others, settings);
  ck_assert_int_eq(dcm_settings_value(others, 0, 1, 1, &value, &error), DCM_OK);
  ck_assert_double_eq_tol(value, 5.0, 4e-15);
  dcm_settings_destroy(others);
  dcm_settings_destroy(settings);
}
END_TEST

/* Where a default cannot be converted, or is out of range then, the user must give the value. */
START_TEST(defaults_that_do_not_hold) {
  static const char *const names[] = {"lj", "cgs"};
  const dcm_model model = model_with_default(_i == 0 ? INFINITY : 1.0);
  dcm_settings *settings = dcm_settings_create(&model, 2);
  dcm_settings_use_units(settings, dcm_units_of(names[_i]));
  ck_assert_int_eq(dcm_settings_check(settings, &error), DCM_ERROR);
  const char *sentence =
      "the law 'probe' needs stiffness for types 1 with 1 and 2 with 2; not "
      "given: stiffness (of a film, energy/area units, per pair, required: the default, 0.005 "
      "J/m^2, does not hold in units ";
  ck_assert_msg(strncmp(error.text, sentence, strlen(sentence)) == 0, "%s", error.text);
  ck_assert_msg(strncmp(error.text + strlen(sentence), names[_i], strlen(names[_i])) == 0, "%s",
                error.text);
  double value;
  ck_assert_int_eq(dcm_settings_value(settings, 0, 1, 2, &value, &error), DCM_ERROR);
  must_set(settings, 1, 1, "stiffness", "0.5");
  must_set(settings, 2, 2, "stiffness", "0.5");
  ck_assert_int_eq(dcm_settings_check(settings, &error), DCM_OK);
  ck_assert_int_eq(dcm_settings_value(settings, 0, 1, 2, &value, &error), DCM_OK);
  ck_assert_double_eq(value, 0.5);
  dcm_settings_destroy(settings);
}
END_TEST

/* One sentence, so that nobody is told one thing at a time. */
START_TEST(missing_names_all_parameters_and_types) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 3);
  must_set(settings, 1, 1, "young", "5e6");
  ck_assert_ptr_null(instantiate(settings));
  expect_parts(
      error.text, "'hertz-mindlin' needs young for types 2 and 3, poisson for types 1, 2 and 3",
      "restitution for types 1 with 1, 2 with 2 and 3 with 3, friction for types 1 with 1, ",
      "young (Young's modulus, pressure units, per material, required), poisson (",
      "), restitution (", "), friction (");
  ck_assert_int_eq(dcm_settings_check(settings, &error), DCM_ERROR);
  expect_part(error.text, "needs young for types 2 and 3, poisson for types 1, 2 and 3, ");

  /* One pair gets a sentence about its own gaps alone. */
  ck_assert_int_eq(dcm_settings_check_pair(settings, 2, 1, &error), DCM_ERROR);
  expect_parts(error.text, "'hertz-mindlin' needs young for type 2, poisson for types 1 and 2",
               "restitution for types 1 with 1 and 2 with 2, friction for types 1 with 1 and ",
               "young (");
  must_set(settings, 2, 2, "young", "5e6");
  must_set(settings, 3, 3, "young", "5e6");
  for (uint32_t i = 1; i <= 3; i++) {
    must_set(settings, i, i, "poisson", "0.25");
    must_set(settings, i, i, "friction", "0.5");
  }
  must_set(settings, 1, 1, "restitution", "0.5");
  must_set(settings, 1, 2, "restitution", "0.5");
  must_set(settings, 2, 3, "restitution", "0.5");
  must_set(settings, 3, 3, "restitution", "0.5");
  ck_assert_int_eq(dcm_settings_check_pair(settings, 1, 2, &error), DCM_OK);
  ck_assert_int_eq(dcm_settings_check_pair(settings, 1, 3, &error), DCM_OK);
  ck_assert_ptr_null(instantiate(settings));
  expect_parts(error.text, "'hertz-mindlin' needs restitution for types 2 with 2;",
               "restitution (");
  double value;
  ck_assert_int_eq(dcm_settings_value(settings, 2, 2, 2, &value, &error), DCM_ERROR);
  expect_parts(error.text, "'hertz-mindlin' needs restitution for types 2 with 2;",
               "restitution (");
  must_set(settings, 2, 2, "restitution", "0");
  ck_assert_int_eq(dcm_settings_check(settings, &error), DCM_OK);
  dcm_law *law = instantiate(settings);
  ck_assert_msg(law, "%s", error.text);
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
}
END_TEST

/* However many there are, the names are told before anything is cut. */
START_TEST(missing_names_fit) {
  enum { MANY = 60 };
  static char names[MANY][16];
  static dcm_parameter parameters[MANY];
  for (int p = 0; p < MANY; p++) {
    snprintf(names[p], sizeof names[p], "number_%d", p);
    parameters[p] = (dcm_parameter){.size = sizeof(dcm_parameter),
                                    .flags = DCM_REQUIRED,
                                    .name = names[p],
                                    .symbol = "x",
                                    .description = "a number of many, described at some length",
                                    .maximum = 1.0,
                                    .reason = "it is so"};
  }
  dcm_model model = dcm_probe;
  model.parameter_count = MANY;
  model.parameters = parameters;
  dcm_settings *settings = dcm_settings_create(&model, 1);
  ck_assert_int_eq(dcm_settings_check(settings, &error), DCM_ERROR);
  expect_part(error.text, ", number_59 for type 1; not given: number_0 (a number");
  ck_assert_uint_eq(strlen(error.text), sizeof error.text - 1);
  dcm_settings_destroy(settings);

  model.parameter_count = 1;
  settings = dcm_settings_create(&model, 100);
  ck_assert_int_eq(dcm_settings_check(settings, &error), DCM_ERROR);
  expect_parts(error.text, "number_0 for types 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 90 more",
               "number_0 (");
  dcm_settings_destroy(settings);
}
END_TEST

/* Without a rule of mixing each pair must be given. */
START_TEST(missing_names_both_types) {
  dcm_parameter parameter = {.size = sizeof(dcm_parameter),
                             .scope = DCM_PER_PAIR,
                             .mixing = DCM_MIX_NONE,
                             .flags = DCM_REQUIRED,
                             .name = "glue",
                             .symbol = "g",
                             .description = "glue",
                             .dimension = {1, 0, -2, 0},
                             .minimum = 0.0,
                             .maximum = INFINITY,
                             .reason = "it is so"};
  dcm_model model = dcm_probe;
  model.parameter_count = 1;
  model.parameters = &parameter;
  dcm_settings *settings = dcm_settings_create(&model, 2);
  ck_assert_ptr_null(instantiate(settings));
  expect_parts(error.text, "'probe' needs glue for types 1 with 1, 1 with 2 and 2 with 2",
               "glue (glue, energy/area units, per pair, required)");
  must_set(settings, 1, 1, "glue", "1");
  must_set(settings, 2, 2, "glue", "1");
  ck_assert_ptr_null(instantiate(settings));
  expect_parts(error.text, "'probe' needs glue for types 1 with 2;", "glue (");
  double value;
  ck_assert_int_eq(dcm_settings_value(settings, 0, 1, 2, &value, &error), DCM_ERROR);
  expect_parts(error.text, "'probe' needs glue for types 1 with 2;", "glue (");
  dcm_settings_destroy(settings);
}
END_TEST

/* --------------------------------------------------------------------------- init and its words */

static const dcm_setup *seen;
static double seen_values[2][9];

static int32_t see(const dcm_setup *setup, dcm_instance *instance) {
  seen = setup;
  ck_assert_uint_eq(setup->size, sizeof(dcm_setup));
  ck_assert_uint_eq(instance->size, sizeof(dcm_instance));
  ck_assert_uint_eq(instance->velocity_arm, 0);
  ck_assert_ptr_null(instance->data);
  memcpy(seen_values[0], setup->values[0], 3 * sizeof(double));
  memcpy(seen_values[1], setup->values[1], 9 * sizeof(double));
  return DCM_OK;
}

/* A host that leaves some pairs to another law asks nothing for them, and fills them from those it
 * does ask for: type 3 is used by nobody, types 1 and 2 do not meet. */
START_TEST(pairs_that_are_not_in_use) {
  dcm_settings *settings = dcm_settings_create(hertz_mindlin(), 3);
  for (uint32_t i = 1; i <= 2; i++) {
    must_set(settings, i, i, "young", i == 1 ? "1e6" : "2e6");
    must_set(settings, i, i, "poisson", "0.3");
    must_set(settings, i, i, "friction", "0.5");
  }
  must_set(settings, 2, 2, "restitution", "0.7");
  ck_assert_int_eq(dcm_settings_check_pair(settings, 2, 2, &error), DCM_OK);
  ck_assert_int_eq(dcm_settings_check_pair(settings, 1, 2, &error), DCM_ERROR);
  expect_part(error.text, "needs restitution for types 1 with 1;");
  ck_assert_int_eq(dcm_settings_check_pair(settings, 2, 3, &error), DCM_ERROR);
  expect_part(error.text, "needs young for type 3");

  ck_assert_ptr_null(dcm_law_create(settings, dcm_error_log, &error, &error));
  for (uint32_t i = 1; i <= 3; i++)
    for (uint32_t j = i; j <= 3; j++)
      dcm_settings_use_pair(settings, i, j, i == 2 && j == 2);
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  ck_assert_msg(law != NULL, "%s", error.text);
  dcm_law_destroy(law);

  dcm_settings_use_pair(settings, 2, 2, 0);
  ck_assert_ptr_null(dcm_law_create(settings, dcm_error_log, &error, &error));
  expect_parts(error.text, "no pair", "'hertz-mindlin'");
  dcm_settings_destroy(settings);
}
END_TEST

/* Values reach the law as m numbers per material and m*m per pair, symmetric. */
START_TEST(layout_of_values) {
  dcm_parameter parameters[2] = {{.size = sizeof(dcm_parameter),
                                  .scope = DCM_PER_MATERIAL,
                                  .name = "weight",
                                  .symbol = "w",
                                  .description = "weight",
                                  .default_value = 0.5,
                                  .maximum = INFINITY,
                                  .reason = "it is so"},
                                 {.size = sizeof(dcm_parameter),
                                  .scope = DCM_PER_PAIR,
                                  .mixing = DCM_MIX_ARITHMETIC,
                                  .name = "glue",
                                  .symbol = "g",
                                  .description = "glue",
                                  .default_value = 10.0,
                                  .maximum = INFINITY,
                                  .reason = "it is so"}};
  dcm_model model = dcm_probe;
  model.parameter_count = 2;
  model.parameters = parameters;
  model.init = see;
  dcm_settings *settings = dcm_settings_create(&model, 3);
  must_set(settings, 2, 2, "weight", "2");
  must_set(settings, 3, 3, "weight", "3");
  must_set(settings, 2, 2, "glue", "20");
  must_set(settings, 1, 3, "glue", "7");
  dcm_instance instance;
  dcm_law_log log = {.log = dcm_error_log, .log_data = &error};
  ck_assert_int_eq(dcm_settings_instantiate(settings, &instance, &log, &error), DCM_OK);
  const double weight[3] = {0.5, 2.0, 3.0};
  const double glue[9] = {10.0, 15.0, 7.0, 15.0, 20.0, 15.0, 7.0, 15.0, 10.0};
  for (int i = 0; i < 3; i++)
    ck_assert_double_eq(seen_values[0][i], weight[i]);
  for (int i = 0; i < 9; i++)
    ck_assert_double_eq(seen_values[1][i], glue[i]);
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(values_of_pairs_that_are_not_in_use) {
  dcm_parameter parameters[2] = {{.size = sizeof(dcm_parameter),
                                  .scope = DCM_PER_PAIR,
                                  .flags = DCM_REQUIRED,
                                  .name = "glue",
                                  .symbol = "g",
                                  .description = "glue",
                                  .maximum = INFINITY,
                                  .reason = "it is so"}};
  parameters[1] = parameters[0];
  parameters[0].name = "paint";
  parameters[0].flags = 0;
  dcm_model model = dcm_probe;
  model.parameter_count = 2;
  model.parameters = parameters;
  model.init = see;
  dcm_settings *settings = dcm_settings_create(&model, 3);
  must_set(settings, 1, 2, "glue", "7");
  must_set(settings, 2, 2, "glue", "9");
  for (uint32_t i = 1; i <= 3; i++)
    for (uint32_t j = i; j <= 3; j++)
      dcm_settings_use_pair(settings, i, j, i == 1 && j == 2);
  dcm_instance instance;
  dcm_law_log log = {.log = dcm_error_log, .log_data = &error};
  ck_assert_int_eq(dcm_settings_instantiate(settings, &instance, &log, &error), DCM_OK);
  const double glue[9] = {7.0, 7.0, 7.0, 7.0, 9.0, 7.0, 7.0, 7.0, 7.0}; /* 2 2 was given */
  for (int i = 0; i < 9; i++)
    ck_assert_double_eq(seen_values[1][i], glue[i]);
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(refusal_of_the_law) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 1);
  must_set(settings, 1, 1, "twist", "666");
  ck_assert_ptr_null(instantiate(settings));
  expect_text(error.text, "probe: a twist of 666 is never allowed");
  must_set(settings, 1, 1, "twist", "667");
  ck_assert_ptr_null(instantiate(settings));
  expect_parts(error.text, "'probe'", "without giving a reason");
  dcm_settings_destroy(settings);
}
END_TEST

static char warned[256];

static void warn(void *data, uint32_t level, const char *message) {
  ck_assert_ptr_eq(data, warned);
  ck_assert_uint_eq(level, DCM_LOG_WARNING);
  snprintf(warned, sizeof warned, "%s", message);
}

START_TEST(warnings_are_passed_on) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 1);
  must_set(settings, 1, 1, "twist", "13");
  dcm_law *law = dcm_law_create(settings, warn, warned, &error);
  ck_assert_ptr_nonnull(law);
  expect_text(warned, "probe: a twist of 13 brings bad luck");
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
}
END_TEST

static void expect_information(void *data, uint32_t level, const char *message) {
  ck_assert_uint_eq(level, DCM_LOG_INFO);
  snprintf(data, sizeof warned, "%s", message);
}

START_TEST(levels_of_later_versions) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 1);
  must_set(settings, 1, 1, "twist", "15");
  dcm_law *law = dcm_law_create(settings, expect_information, warned, &error);
  ck_assert_ptr_nonnull(law);
  expect_text(warned, "probe: a level of a later version");
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(warning_without_text) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 1);
  must_set(settings, 1, 1, "twist", "14");
  dcm_law *law = dcm_law_create(settings, warn, warned, &error);
  ck_assert_ptr_nonnull(law);
  expect_text(warned, "(a message without text)");
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
}
END_TEST

/* Values that init writes into the instance. */
static dcm_instance chosen;
static int destroyed;

static int32_t choose_arms(const dcm_setup *setup, dcm_instance *instance) {
  (void)setup;
  instance->velocity_arm = chosen.velocity_arm;
  instance->moment_arm = chosen.moment_arm;
  instance->frame = chosen.frame;
  instance->unused = chosen.unused;
  instance->flags = chosen.flags;
  memcpy(instance->field_use, chosen.field_use, sizeof chosen.field_use);
  memcpy(instance->reserved, chosen.reserved, sizeof chosen.reserved);
  return DCM_OK;
}

static void note_destroy(dcm_instance *instance) {
  (void)instance;
  destroyed++;
}

static const struct {
  dcm_instance chosen;
  const char *asks; /* NULL: it is right */
} choices[] = {
    {{.velocity_arm = 2, .moment_arm = 2, .frame = 1, .unused = 3, .flags = 15}, NULL},
    {{.unused = DCM_UNUSED_SPINS | 1u << 30, .flags = DCM_KNOWN_GAIN | 1u << 30}, NULL},
    {{.field_use = {3, 2, 1, 0}}, NULL},
    {{.velocity_arm = 3}, "velocity_arm 3 and moment_arm 0 (at most 2 "},
    {{.moment_arm = UINT32_MAX}, "velocity_arm 0 and moment_arm 4294967295 (at most 2 "},
    {{.frame = 2}, "frame 2 (at most 1 "},
    {{.unused = 1u << 2 | 1u << 20}, "the bits 0x4 of unused"},
    {{.unused = 1u << 31}, "the bits 0x80000000 of unused"},
    {{.flags = 1u << 4}, "the bits 0x10 of flags"},
    {{.flags = 1u << 15 | 1u << 16}, "the bits 0x8000 of flags"},
    {{.field_use = {0, 4}}, "field_use[1] = 4 (at most 3 "},
    {{.field_use = {[31] = 1}}, "field_use[31] = 1 (there are 4 "},
    {{.reserved = {[7] = 1}}, "a value in reserved[7] of the instance"},
};

START_TEST(unknown_requests) {
  dcm_model model = dcm_probe;
  model.init = choose_arms;
  model.reach = NULL; /* what it reads is made by the init that is replaced */
  model.destroy = note_destroy;
  chosen = choices[_i].chosen;
  destroyed = 0;
  dcm_settings *settings = dcm_settings_create(&model, 1);
  dcm_law *law = instantiate(settings);
  ck_assert_int_eq(law != NULL, !choices[_i].asks);
  ck_assert_int_eq(destroyed, !law);
  if (!law)
    expect_parts(error.text, "'probe'", choices[_i].asks, "version 1.1");
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
}
END_TEST

START_TEST(long_sentences_are_cut) {
  memset(&error, 0, sizeof error);
  for (int i = 0; i < 1000; i++)
    dcm_error_append(&error, "%s", "0123456789");
  ck_assert_uint_eq(strlen(error.text), sizeof error.text - 1);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("settings");
  tcase_add_loop_test(all, values_and_ranges, 0, sizeof values / sizeof values[0]);
  tcase_add_test(all, ranges_open_above);
  tcase_add_test(all, unknown_parameter_lists_keywords_with_units);
  tcase_add_test(all, unknown_option_lists_options);
  tcase_add_test(all, unknown_choice_lists_choices);
  tcase_add_test(all, nothing_to_list);
  tcase_add_test(all, chooses);
  tcase_add_loop_test(all, tells_what_was_meant, 0, sizeof meant / sizeof meant[0]);
  tcase_add_test(all, numbers_and_options_apart);
  tcase_add_test(all, remembers_what_it_is);
  tcase_add_test(all, material_parameter_for_a_pair);
  tcase_add_loop_test(all, materials_that_there_are_not, 0, 3);
  tcase_add_test(all, material_parameter_for_a_range);
  tcase_add_test(all, pair_parameter_for_a_range);
  tcase_add_test(all, the_last_value_holds);
  tcase_add_loop_test(all, mixes, 0, sizeof mixings / sizeof mixings[0]);
  tcase_add_test(all, defaults_mix_too);
  tcase_add_test(all, defaults_are_in_si);
  tcase_add_loop_test(all, defaults_that_do_not_hold, 0, 2);
  tcase_add_test(all, missing_names_all_parameters_and_types);
  tcase_add_test(all, missing_names_fit);
  tcase_add_test(all, missing_names_both_types);
  tcase_add_test(all, one_number_for_the_whole_law);
  tcase_add_test(all, pairs_that_are_not_in_use);
  tcase_add_test(all, values_of_pairs_that_are_not_in_use);
  tcase_add_test(all, layout_of_values);
  tcase_add_test(all, refusal_of_the_law);
  tcase_add_test(all, warnings_are_passed_on);
  tcase_add_test(all, warning_without_text);
  tcase_add_test(all, levels_of_later_versions);
  tcase_add_loop_test(all, unknown_requests, 0, sizeof choices / sizeof choices[0]);
  tcase_add_test(all, long_sentences_are_cut);
  return dcm_run(all);
}
