/* SPDX-License-Identifier: MIT */
/* Settings of a user: ranges, mixing, defaults, options, and the sentence for each mistake. */
#include "runtime/probe.h"
#include "support/given.h"

static dcm_error error;

/** The answer of a call: success, or an error message with these parts. */
#define ACCEPTED(call) ck_assert_msg((call) == DCM_OK, "%s", error.text)
#define REFUSED(call, ...)                                                                         \
  do {                                                                                             \
    memset(&error, 0, sizeof error);                                                               \
    ck_assert_int_eq(call, DCM_ERROR);                                                             \
    expect_parts(error.text, __VA_ARGS__);                                                         \
  } while (0)

static int32_t set(dcm_settings *settings, uint32_t i, uint32_t j, const char *name,
                   const char *text) {
  return dcm_settings_set(settings, (dcm_range){i, i}, (dcm_range){j, j}, name, text, &error);
}

/** Makes a law, and destroys it again. */
static int32_t make(const dcm_settings *settings) {
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  dcm_law_destroy(law);
  return law ? DCM_OK : DCM_ERROR;
}

static void expect_value(const dcm_settings *settings, uint32_t i, uint32_t j, double expected) {
  const double value = dcm_settings_value(settings, 0, i, j);
  ck_assert_double_le(fabs(value - expected), 4e-16 * expected);
}

/** Whether parameter 0 was given, and as what. */
static void expect_given(const dcm_settings *settings, uint32_t i, uint32_t j, int given,
                         double expected) {
  double value;
  ck_assert_int_eq(dcm_settings_given(settings, 0, i, j, &value), given);
  if (given)
    ck_assert_double_eq(value, expected);
}

/** The probe, which a test changes. */
static dcm_model model;

/** The probe with other parameters. */
static void use(const dcm_parameter *parameters, uint32_t count) {
  model = dcm_probe;
  model.parameters = parameters;
  model.parameter_count = count;
}
#define PARAMETER(of, ...)                                                                         \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .name = of, .symbol = "x", .description = of,                   \
    .reason = "it is so", __VA_ARGS__                                                              \
  }

/* -------------------------------------------------------------------------- one call at a time */

enum { SET, CHOOSE };

/** Calls that hertz-mindlin for two materials refuses. */
static const struct {
  int call;
  dcm_range i, j;
  const char *name, *text;
  const char *parts[8]; /* of the error message */
} refusals[] = {
#define VALUE(name, text, ...)                                                                     \
  {                                                                                                \
    SET, {1, 1}, {1, 1}, name, text, {                                                             \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
#define WORD(name, text, ...)                                                                      \
  {                                                                                                \
    CHOOSE, {0, 0}, {0, 0}, name, text, {                                                          \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
    /* Values. */
    VALUE("poisson", "0.6", "poisson", "0.6", "in (-1, 0.5], because shear and bulk modulus"),
    VALUE("poisson", "-1", "poisson", "-1", "in (-1, 0.5]"),
    VALUE("restitution", "1.2", "restitution", "1.2", "in [0, 1]"),
    VALUE("restitution", "-0.1", "restitution", "-0.1", "in [0, 1]"),
    VALUE("young", "-5e6", "young", "-5e6", "greater than 0"),
    VALUE("young", "0", "young", "0", "greater than 0"),
    VALUE("friction", "-0.5", "friction", "-0.5", "at least 0"),
    VALUE("rolling", "-1e-300", "rolling", "-1e-300", "at least 0"),
    VALUE("young", "nan", "young", "nan", "finite"),
    VALUE("restitution", "NaN", "restitution", "NaN", "finite"),
    VALUE("young", "inf", "young", "inf", "finite"),
    VALUE("friction", "-inf", "friction", "-inf", "finite"),
    VALUE("young", "1e999", "young", "1e999", "finite"),
    VALUE("young", "glass", "young", "a number, not 'glass'"),
    VALUE("young", "5e6Pa", "young", "a number, not '5e6Pa'"),
    VALUE("young", "", "young", "a number, not ''"),
    VALUE("young", "5 6", "young", "a number, not '5 6'"),
    VALUE("young", NULL, "'young' needs a number"),
    /* Names: of all parameters, the units, too. */
    VALUE("youngs", "5e6", "'youngs' is no parameter", "'hertz-mindlin'", "'young'?",
          "young (Young's modulus, pressure units, per material, required), poisson (",
          "rolling (coefficient of rolling friction, no units, per pair, default 0), twisting ("),
    VALUE("yuong", NULL, "'yuong' is no parameter", "'young'? The parameters are:"),
    VALUE("form", "consistent", "'form' is no parameter", "'hertz-mindlin'", "but an option"),
    /* Materials. */
    {SET,
     {1, 1},
     {2, 2},
     "young",
     "5e6",
     {"young (Young's modulus) belongs to one material", "'1 1 young 5e6'"}},
    {SET, {0, 1}, {1, 1}, "friction", "0.5", {"friction", "0 to 1 and 1 to 1", "1 to 2"}},
    {SET, {1, 1}, {1, 3}, "friction", "0.5", {"friction", "1 to 1 and 1 to 3", "1 to 2"}},
    {SET, {2, 1}, {1, 1}, "friction", "0.5", {"friction", "2 to 1 and 1 to 1", "1 to 2"}},
    /* Options. A word that stands alone, or was misspelt: what was meant comes before the list. */
    WORD("shape", "sheet", "'shape' is no option", "'hertz-mindlin'",
         "form (the law as its authors compute it", "), rolling_model (", "), attraction (",
         "), calibrate (", "), damping ("),
    WORD("form", "printed", "'printed' is no choice", "'form'", "'hertz-mindlin'",
         "sheet or consistent"),
    WORD("consistent", "yes", "'consistent' is no option",
         "'form consistent'? The options are: form ("),
    WORD("consistent", NULL, "'consistent' is no option",
         "'form consistent'? The options are: form ("),
    WORD("consistant", "yes", "'consistant' is no option", "'form consistent'?"),
    WORD("no", "yes", "'no' is no option", "'attraction no' or 'calibrate no'?"),
    WORD("rolling_modle", "spring", "'rolling_modle' is no option", "'rolling_model'?"),
    WORD("rolling", "0.1", "'rolling' is no option", "but a parameter"),
    WORD("form", "consistant", "'consistant' is no choice",
         "'consistent'? The choices are: sheet or consistent"),
    WORD("form", NULL, "'form' needs a word", "sheet or consistent"),
};

TEST_EACH(refused, refusals) {
  const dcm_model *law = built_in("hertz-mindlin");
  dcm_settings *settings = blank_settings(law, 2);
  memset(&error, 0, sizeof error);
  const int32_t status =
      refusals[_i].call == SET
          ? dcm_settings_set(settings, refusals[_i].i, refusals[_i].j, refusals[_i].name,
                             refusals[_i].text, &error)
          : dcm_settings_choose(settings, refusals[_i].name, refusals[_i].text, &error);
  ck_assert_int_eq(status, DCM_ERROR);
  const char *rest = error.text;
  for (int p = 0; p < 8 && refusals[_i].parts[p]; p++) {
    expect_part(rest, refusals[_i].parts[p]);
    rest = strstr(rest, refusals[_i].parts[p]) + strlen(refusals[_i].parts[p]);
  }
  /* Nothing of it was kept. */
  double kept;
  for (uint32_t p = 0; p < law->parameter_count; p++)
    for (uint32_t i = 1; i <= 2; i++)
      ck_assert_int_eq(dcm_settings_given(settings, p, i, 1, &kept), 0);
  ck_assert_uint_eq(dcm_settings_choice(settings, 0), dcm_model_option(law, 0)->default_choice);
}

/* At the ends of the ranges. */
static const struct {
  const char *name, *text;
} accepted[] = {{"poisson", "0.5"}, {"poisson", "-0.9"}, {"restitution", "0"}, {"restitution", "1"},
                {"young", "5e6"},   {"young", "0x1p20"}, {"friction", "0"}};

TEST_EACH(kept, accepted) {
  dcm_settings *settings = blank_settings(built_in("hertz-mindlin"), 1);
  ACCEPTED(set(settings, 1, 1, accepted[_i].name, accepted[_i].text));
  const int32_t index = dcm_model_find_parameter(built_in("hertz-mindlin"), accepted[_i].name);
  double value;
  ck_assert_int_eq(dcm_settings_given(settings, (uint32_t)index, 1, 1, &value), 1);
  ck_assert_double_eq(value, strtod(accepted[_i].text, NULL));
}

/* The two kinds of range that no built-in law need have. */
TEST(ranges_open_above) {
  dcm_parameter parameter = PARAMETER("depth", .scope = DCM_PER_PAIR, .minimum = -INFINITY);
  use(&parameter, 1);
  dcm_settings *settings = blank_settings(&model, 1);
  REFUSED(set(settings, 1, 1, "depth", "0.5"), "depth = 0.5 ", "at most 0, because it is so");
  ACCEPTED(set(settings, 1, 1, "depth", "0"));
  parameter.flags = DCM_MAXIMUM_EXCLUDED;
  REFUSED(set(settings, 1, 1, "depth", "0"), "depth = 0 ", "less than 0");
  parameter.minimum = -1.0;
  parameter.flags = DCM_MAXIMUM_EXCLUDED | DCM_MINIMUM_EXCLUDED;
  REFUSED(set(settings, 1, 1, "depth", "-1"), "depth = -1 ", "in (-1, 0)");
}

/* ----------------------------------------------------------------------- the law as a whole */

static int32_t sees_seed(const dcm_setup *setup, dcm_instance *instance) {
  (void)instance;
  ck_assert_double_eq(setup->values[0][0], 7.0);
  return DCM_OK;
}

TEST(one_number_for_the_whole_law) {
  const dcm_parameter seed =
      PARAMETER("end", .scope = DCM_PER_LAW, .flags = DCM_REQUIRED, .maximum = 10.0);
  use(&seed, 1);
  model.init = sees_seed;
  model.destroy = NULL;
  model.reach = NULL;
  model.history = NULL;
  model.events = 0;
  dcm_settings *settings = blank_settings(&model, 3), *copy = blank_settings(&model, 2);
  expect_given(settings, 2, 3, 0, 0.0);
  REFUSED(dcm_settings_check(settings, &error), "'probe'", "needs end for the whole law");
  REFUSED(set(settings, 1, 1, "end", "7"), "end (end)", "whole law", "'end 7'");
  REFUSED(dcm_settings_give(settings, "end", "11", &error), "end = 11 ", "[0, 10]");
  REFUSED(dcm_settings_give(settings, "end", NULL, &error), "'end' needs a number");
  REFUSED(dcm_settings_give(settings, "and", "1", &error), "'and' is no option", ", end (end)");
  ACCEPTED(dcm_settings_give(settings, "end", "7", &error));
  ACCEPTED(dcm_settings_check_pair(settings, 1, 3, &error));
  expect_given(settings, 2, 3, 1, 7.0);
  dcm_settings_copy_options(copy, settings);
  expect_given(copy, 1, 2, 1, 7.0);
  ACCEPTED(make(copy));
}

TEST(nothing_to_list) {
  model = dcm_probe;
  model.option_count = 0;
  dcm_settings *settings = blank_settings(&model, 1);
  ck_assert_int_eq(dcm_settings_choose(settings, "form", "sheet", &error), DCM_ERROR);
  expect_text(error.text, "'form' is no option of the law 'probe'");
  static dcm_model bare;
  bare = model;
  bare.parameter_count = 0;
  settings = blank_settings(&bare, 1);
  ck_assert_int_eq(set(settings, 1, 1, "young", "1"), DCM_ERROR);
  expect_text(error.text, "'young' is no parameter of the law 'probe'");
}

TEST(chooses) {
  dcm_settings *settings = blank_settings(&dcm_probe, 7);
  ck_assert_ptr_eq(dcm_settings_model(settings), &dcm_probe);
  ck_assert_uint_eq(dcm_settings_material_count(settings), 7);
  ck_assert_uint_eq(dcm_settings_choice(settings, 0), DCM_ARM_CONTACT_POINT);
  ACCEPTED(dcm_settings_choose(settings, "moment_arm", "radius", &error));
  ck_assert_uint_eq(dcm_settings_choice(settings, 0), DCM_ARM_CONTACT_POINT);
  ck_assert_uint_eq(dcm_settings_choice(settings, 1), DCM_ARM_RADIUS);
  dcm_settings_destroy(NULL);
}

/* -------------------------------------------------------------------------- materials and pairs */

/* A range on both sides, as in "pair_coeff * *". */
TEST(material_parameter_for_a_range) {
  dcm_settings *settings = blank_settings(built_in("hertz-mindlin"), 3);
  const dcm_range two_three = {2, 3};
  ACCEPTED(dcm_settings_set(settings, two_three, two_three, "young", "5e6", &error));
  for (uint32_t i = 1; i <= 3; i++)
    expect_given(settings, i, i, i >= 2, 5e6);
  expect_given(settings, 2, 3, 0, 0.0);
}

TEST(pair_parameter_for_a_range) {
  dcm_settings *settings = blank_settings(&dcm_probe, 3);
  ACCEPTED(
      dcm_settings_set(settings, (dcm_range){1, 1}, (dcm_range){2, 3}, "stiffness", "5", &error));
  for (uint32_t i = 1; i <= 3; i++)
    for (uint32_t j = 1; j <= 3; j++)
      expect_given(settings, i, j, (i == 1) != (j == 1), 5.0);
}

TEST(the_last_value_holds) {
  dcm_settings *settings = blank_settings(&dcm_probe, 2);
  ACCEPTED(set(settings, 1, 2, "stiffness", "5"));
  ACCEPTED(set(settings, 2, 1, "stiffness", "6"));
  expect_value(settings, 1, 2, 6.0);
}

static const struct {
  uint32_t rule;
  const char *a, *b;
  double mixed;
} mixings[] = {
    {DCM_MIX_GEOMETRIC, "2", "8", 4.0},
    {DCM_MIX_ARITHMETIC, "2", "8", 5.0},
    {DCM_MIX_HARMONIC, "2", "8", 3.2},
    {DCM_MIX_HARMONIC, "0", "0", 0.0},
    {DCM_MIX_MINIMUM, "2", "8", 2.0},
    {DCM_MIX_MAXIMUM, "2", "8", 8.0},
    {DCM_MIX_GEOMETRIC, "0", "8", 0.0},
    /* Products and sums that are no doubles. */
    {DCM_MIX_GEOMETRIC, "2e200", "8e200", 4e200},
    {DCM_MIX_GEOMETRIC, "2e-200", "8e-200", 4e-200},
    {DCM_MIX_HARMONIC, "2e200", "8e200", 3.2e200},
    {DCM_MIX_HARMONIC, "1", "1e308", 2.0},
    {DCM_MIX_HARMONIC, "2e-200", "8e-200", 3.2e-200},
    {DCM_MIX_ARITHMETIC, "1e308", "1.6e308", 1.3e308},
};

TEST_EACH(mixes, mixings) {
  const dcm_parameter parameter =
      PARAMETER("mixed", .scope = DCM_PER_PAIR, .mixing = mixings[_i].rule, .flags = DCM_REQUIRED,
                .maximum = INFINITY);
  use(&parameter, 1);
  dcm_settings *settings = blank_settings(&model, 2);
  ACCEPTED(set(settings, 1, 1, "mixed", mixings[_i].a));
  ACCEPTED(set(settings, 2, 2, "mixed", mixings[_i].b));
  expect_value(settings, 1, 2, mixings[_i].mixed);
  expect_value(settings, 2, 1, mixings[_i].mixed);
  /* A value that was given for the pair itself comes before the rule. */
  ACCEPTED(set(settings, 1, 2, "mixed", "7"));
  expect_value(settings, 2, 1, 7.0);
}

TEST(defaults_mix_too) {
  dcm_settings *settings = blank_settings(&dcm_probe, 2);
  ACCEPTED(set(settings, 2, 2, "stiffness", "4"));
  expect_value(settings, 1, 1, 1.0);
  expect_value(settings, 1, 2, 2.5);
}

/** A number of pairs, which is 5e-3 kg/s^2 in SI where nobody gives it. */
#define STIFFNESS(most)                                                                            \
  PARAMETER("stiffness", .scope = DCM_PER_PAIR, .mixing = DCM_MIX_GEOMETRIC,                       \
            .dimension = {.mass = 1, .time = -2}, .default_value = 5e-3, .maximum = most)

TEST(defaults_are_in_si) {
  const dcm_parameter parameter = STIFFNESS(INFINITY);
  use(&parameter, 1);
  dcm_settings *settings = blank_settings(&model, 2), *others = blank_settings(&model, 1);
  const struct {
    const char *units;
    double value;
  } of[] = {{"si", 5e-3}, {"cgs", 5.0}, {"micro", 5.0}, {"nano", 5.0}};
  for (int u = 0; u < 4; u++) {
    dcm_settings_use_units(settings, dcm_units_of(of[u].units));
    ACCEPTED(dcm_settings_check(settings, &error));
    expect_value(settings, 1, 2, of[u].value);
  }
  dcm_settings_copy_options(others, settings);
  expect_value(others, 1, 1, 5.0);
}

/* Where a default cannot be converted, or is out of range then, the user must give the value. */
static const struct {
  const char *units, *end;
  double most;
} defaults[] = {{"lj", "units lj", INFINITY}, {"cgs", "units cgs", 1.0}};

TEST_EACH(defaults_that_do_not_hold, defaults) {
  const dcm_parameter parameter = STIFFNESS(defaults[_i].most);
  use(&parameter, 1);
  dcm_settings *settings = blank_settings(&model, 2);
  dcm_settings_use_units(settings, dcm_units_of(defaults[_i].units));
  REFUSED(dcm_settings_check(settings, &error),
          "the law 'probe' needs stiffness for types 1 with 1 and 2 with 2; not given: stiffness "
          "(stiffness, energy/area units, per pair, required: the default, 0.005 J/m^2, does not "
          "hold in ",
          defaults[_i].end);
  ck_assert_double_nan(dcm_settings_value(settings, 0, 1, 2));
  ACCEPTED(set(settings, 1, 1, "stiffness", "0.5"));
  ACCEPTED(set(settings, 2, 2, "stiffness", "0.5"));
  ACCEPTED(dcm_settings_check(settings, &error));
  expect_value(settings, 1, 2, 0.5);
}

/* One sentence, so that nobody is told one thing at a time. */
TEST(missing_names_all_parameters_and_types) {
  dcm_settings *settings = blank_settings(built_in("hertz-mindlin"), 3);
  ACCEPTED(set(settings, 1, 1, "young", "5e6"));
  static const char *const all[] = {
      "'hertz-mindlin' needs young for types 2 and 3, poisson for types 1, 2 and 3",
      "restitution for types 1 with 1, 2 with 2 and 3 with 3, friction for types 1 with 1, ",
      "young (Young's modulus, pressure units, per material, required), poisson ("};
  REFUSED(make(settings), all[0], all[1], all[2], "), restitution (", "), friction (");
  REFUSED(dcm_settings_check(settings, &error), all[0], all[1], all[2]);

  /* One pair gets a sentence about its own gaps alone. */
  REFUSED(dcm_settings_check_pair(settings, 2, 1, &error),
          "'hertz-mindlin' needs young for type 2, poisson for types 1 and 2",
          "restitution for types 1 with 1 and 2 with 2, friction for types 1 with 1 and ",
          "young (");
  static const struct {
    uint32_t i, j;
    const char *name, *text;
  } given[] = {
      {2, 2, "young", "5e6"},       {3, 3, "young", "5e6"},       {1, 1, "poisson", "0.25"},
      {2, 2, "poisson", "0.25"},    {3, 3, "poisson", "0.25"},    {1, 1, "friction", "0.5"},
      {2, 2, "friction", "0.5"},    {3, 3, "friction", "0.5"},    {1, 1, "restitution", "0.5"},
      {1, 2, "restitution", "0.5"}, {2, 3, "restitution", "0.5"}, {3, 3, "restitution", "0.5"}};
  for (size_t n = 0; n < sizeof given / sizeof given[0]; n++)
    ACCEPTED(set(settings, given[n].i, given[n].j, given[n].name, given[n].text));
  ACCEPTED(dcm_settings_check_pair(settings, 1, 2, &error));
  ACCEPTED(dcm_settings_check_pair(settings, 1, 3, &error));
  static const char last[] = "'hertz-mindlin' needs restitution for types 2 with 2;";
  REFUSED(make(settings), last, "restitution (");
  ck_assert_double_nan(dcm_settings_value(settings, 2, 2, 2));
  ACCEPTED(set(settings, 2, 2, "restitution", "0"));
  ACCEPTED(dcm_settings_check(settings, &error));
  ACCEPTED(make(settings));
}

/* However many there are, the names are told before anything is cut. */
TEST(missing_names_fit) {
  enum { MANY = 60 };
  static char names[MANY][24];
  static dcm_parameter parameters[MANY];
  for (int p = 0; p < MANY; p++) {
    snprintf(names[p], sizeof names[p], "number_%d", p);
    parameters[p] = (dcm_parameter)PARAMETER(names[p], .flags = DCM_REQUIRED, .maximum = 1.0);
    parameters[p].description = "a number of many, described at some length";
  }
  use(parameters, MANY);
  dcm_settings *settings = blank_settings(&model, 1);
  REFUSED(dcm_settings_check(settings, &error),
          ", number_59 for type 1; not given: number_0 (a number");
  ck_assert_uint_eq(strlen(error.text), sizeof error.text - 1);

  static dcm_model one;
  one = model;
  one.parameter_count = 1;
  settings = blank_settings(&one, 100);
  REFUSED(dcm_settings_check(settings, &error),
          "number_0 for types 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 90 more", "number_0 (");
}

/* Without a rule of mixing each pair must be given. */
TEST(missing_names_both_types) {
  const dcm_parameter parameter =
      PARAMETER("glue", .scope = DCM_PER_PAIR, .mixing = DCM_MIX_NONE, .flags = DCM_REQUIRED,
                .dimension = {1, 0, -2, 0}, .maximum = INFINITY);
  use(&parameter, 1);
  dcm_settings *settings = blank_settings(&model, 2);
  REFUSED(make(settings), "'probe' needs glue for types 1 with 1, 1 with 2 and 2 with 2",
          "glue (glue, energy/area units, per pair, required)");
  ACCEPTED(set(settings, 1, 1, "glue", "1"));
  ACCEPTED(set(settings, 2, 2, "glue", "1"));
  REFUSED(make(settings), "'probe' needs glue for types 1 with 2;", "glue (");
}

/* --------------------------------------------------------------------------- init and its words */

/** A host asks the law for this pair alone. */
static void use_pairs(dcm_settings *settings, uint32_t i, uint32_t j) {
  for (uint32_t a = 1; a <= 3; a++)
    for (uint32_t b = a; b <= 3; b++)
      dcm_settings_use_pair(settings, a, b, a == i && b == j);
}

/* A host that leaves some pairs to another law asks nothing for them, and fills them from those it
 * does ask for: type 3 is used by nobody, types 1 and 2 do not meet. */
TEST(pairs_that_are_not_in_use) {
  dcm_settings *settings = blank_settings(built_in("hertz-mindlin"), 3);
  for (uint32_t i = 1; i <= 2; i++) {
    ACCEPTED(set(settings, i, i, "young", i == 1 ? "1e6" : "2e6"));
    ACCEPTED(set(settings, i, i, "poisson", "0.3"));
    ACCEPTED(set(settings, i, i, "friction", "0.5"));
  }
  ACCEPTED(set(settings, 2, 2, "restitution", "0.7"));
  ACCEPTED(dcm_settings_check_pair(settings, 2, 2, &error));
  REFUSED(dcm_settings_check_pair(settings, 1, 2, &error), "needs restitution for types 1 with 1;");
  REFUSED(dcm_settings_check_pair(settings, 2, 3, &error), "needs young for type 3");
  ck_assert_int_eq(make(settings), DCM_ERROR);
  use_pairs(settings, 2, 2);
  ACCEPTED(make(settings));
  dcm_settings_use_pair(settings, 2, 2, 0);
  REFUSED(make(settings), "no pair", "'hertz-mindlin'");
}

static double seen_values[2][9];

static int32_t see(const dcm_setup *setup, dcm_instance *instance) {
  ck_assert_uint_eq(setup->size, sizeof(dcm_setup));
  ck_assert_uint_eq(instance->size, sizeof(dcm_instance));
  ck_assert_uint_eq(instance->velocity_arm, 0);
  ck_assert_ptr_null(instance->data);
  memcpy(seen_values[0], setup->values[0], 3 * sizeof(double));
  memcpy(seen_values[1], setup->values[1], 9 * sizeof(double));
  return DCM_OK;
}

/** A law sees these values of its parameters 0, of materials, and 1, of pairs. */
static void expect_seen(const dcm_settings *settings, const double *materials,
                        const double *pairs) {
  dcm_instance instance;
  dcm_law_log log = {.log = dcm_error_log, .log_data = &error};
  ACCEPTED(dcm_settings_instantiate(settings, &instance, &log, &error));
  for (int i = 0; materials && i < 3; i++)
    ck_assert_double_eq(seen_values[0][i], materials[i]);
  for (int i = 0; i < 9; i++)
    ck_assert_double_eq(seen_values[1][i], pairs[i]);
}

/* Values reach the law as m numbers per material and m*m per pair, symmetric. */
TEST(layout_of_values) {
  const dcm_parameter parameters[] = {
      PARAMETER("weight", .scope = DCM_PER_MATERIAL, .default_value = 0.5, .maximum = INFINITY),
      PARAMETER("glue", .scope = DCM_PER_PAIR, .mixing = DCM_MIX_ARITHMETIC, .default_value = 10.0,
                .maximum = INFINITY)};
  use(parameters, 2);
  model.init = see;
  dcm_settings *settings = blank_settings(&model, 3);
  ACCEPTED(set(settings, 2, 2, "weight", "2"));
  ACCEPTED(set(settings, 3, 3, "weight", "3"));
  ACCEPTED(set(settings, 2, 2, "glue", "20"));
  ACCEPTED(set(settings, 1, 3, "glue", "7"));
  expect_seen(settings, (double[]){0.5, 2.0, 3.0},
              (double[]){10.0, 15.0, 7.0, 15.0, 20.0, 15.0, 7.0, 15.0, 10.0});
}

TEST(values_of_pairs_that_are_not_in_use) {
  const dcm_parameter parameters[] = {
      PARAMETER("paint", .scope = DCM_PER_PAIR, .maximum = INFINITY),
      PARAMETER("glue", .scope = DCM_PER_PAIR, .flags = DCM_REQUIRED, .maximum = INFINITY)};
  use(parameters, 2);
  model.init = see;
  dcm_settings *settings = blank_settings(&model, 3);
  ACCEPTED(set(settings, 1, 2, "glue", "7"));
  ACCEPTED(set(settings, 2, 2, "glue", "9"));
  use_pairs(settings, 1, 2);
  /* 2 2 was given. */
  expect_seen(settings, NULL, (double[]){7.0, 7.0, 7.0, 7.0, 9.0, 7.0, 7.0, 7.0, 7.0});
}

/** The message of a law. */
typedef struct logged {
  uint32_t level;
  char text[256];
} logged;

static void keep(void *data, uint32_t level, const char *message) {
  logged *kept = data;
  kept->level = level;
  snprintf(kept->text, sizeof kept->text, "%s", message);
}

/* The probe's init answers to its parameter twist: a warning is passed on, one without a text, too;
 * a level of a later version counts as information. */
static const struct {
  const char *twist;
  uint32_t level;
  const char *text;
} answers[] = {{"13", DCM_LOG_WARNING, "probe: a twist of 13 brings bad luck"},
               {"14", DCM_LOG_WARNING, "(a message without text)"},
               {"15", DCM_LOG_INFO, "probe: a level of a later version"}};

TEST_EACH(messages_of_a_law, answers) {
  dcm_settings *settings = blank_settings(&dcm_probe, 1);
  ACCEPTED(set(settings, 1, 1, "twist", answers[_i].twist));
  logged kept = {0};
  dcm_law *law = dcm_law_create(settings, keep, &kept, &error);
  ck_assert_ptr_nonnull(law);
  ck_assert_uint_eq(kept.level, answers[_i].level);
  expect_text(kept.text, answers[_i].text);
  dcm_law_destroy(law);
}

TEST(refusal_of_the_law) {
  dcm_settings *settings = blank_settings(&dcm_probe, 1);
  ACCEPTED(set(settings, 1, 1, "twist", "666"));
  ck_assert_int_eq(make(settings), DCM_ERROR);
  expect_text(error.text, "probe: a twist of 666 is never allowed");
  ACCEPTED(set(settings, 1, 1, "twist", "667"));
  REFUSED(make(settings), "'probe'", "without giving a reason");
}

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

TEST_EACH(unknown_requests, choices) {
  model = dcm_probe;
  model.init = choose_arms;
  model.reach = NULL; /* what it reads is made by the init that is replaced */
  model.destroy = note_destroy;
  chosen = choices[_i].chosen;
  destroyed = 0;
  dcm_settings *settings = blank_settings(&model, 1);
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  ck_assert_int_eq(law != NULL, !choices[_i].asks);
  ck_assert_int_eq(destroyed, !law);
  if (!law)
    expect_parts(error.text, "'probe'", choices[_i].asks, "version 1.1");
  dcm_law_destroy(law);
}

TEST(long_sentences_are_cut) {
  memset(&error, 0, sizeof error);
  for (int i = 0; i < 1000; i++)
    dcm_error_append(&error, "%s", "0123456789");
  ck_assert_uint_eq(strlen(error.text), sizeof error.text - 1);
}
