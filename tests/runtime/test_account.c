/* SPDX-License-Identifier: MIT */
/* Account in a log of the options and parameters that a run is computed by: numbers that nobody
 * gave are marked. */
#include "runtime/account.h"
#include "support/given.h"

#include <math.h>

enum { STIFFNESS, GLUE, ROLLING, PARAMETERS };
static const dcm_parameter parameters[PARAMETERS] = {
    [STIFFNESS] = {.size = sizeof(dcm_parameter),
                   .scope = DCM_PER_MATERIAL,
                   .flags = DCM_REQUIRED,
                   .name = "stiffness",
                   .minimum = 0.0,
                   .maximum = INFINITY},
    [GLUE] = {.size = sizeof(dcm_parameter),
              .scope = DCM_PER_PAIR,
              .mixing = DCM_MIX_ARITHMETIC,
              .name = "glue",
              .minimum = 0.0,
              .maximum = INFINITY,
              .default_value = 0.5},
    [ROLLING] = {.size = sizeof(dcm_parameter),
                 .scope = DCM_PER_PAIR,
                 .mixing = DCM_MIX_NONE,
                 .name = "rolling",
                 .minimum = 0.0,
                 .maximum = INFINITY,
                 .default_value = 0.0},
};

static const char *const forms[] = {"round", "square"}, *const answers[] = {"yes", "no"};
static const dcm_option options[] = {
    {.size = sizeof(dcm_option), .choice_count = 2, .name = "form", .choices = forms},
    {.size = sizeof(dcm_option), .choice_count = 2, .name = "attraction", .choices = answers},
};
static const dcm_model model = {.id = "told",
                                .option_count = 2,
                                .options = options,
                                .parameter_count = PARAMETERS,
                                .parameters = parameters};

static dcm_error error;

static void set(dcm_settings *settings, dcm_range i, dcm_range j, const char *name, double value) {
  char text[32];
  snprintf(text, sizeof text, "%.17g", value);
  ck_assert_msg(dcm_settings_set(settings, i, j, name, text, &error) == DCM_OK, "%s", error.text);
}

static void set_pair(dcm_settings *settings, uint32_t i, uint32_t j, const char *name,
                     double value) {
  set(settings, (dcm_range){i, i}, (dcm_range){j, j}, name, value);
}

static void choose(dcm_settings *settings, const char *option, const char *word) {
  ck_assert_msg(dcm_settings_choose(settings, option, word, &error) == DCM_OK, "%s", error.text);
}

/** Settings whose materials all have a stiffness of 1. */
static dcm_settings *of_materials(uint32_t count) {
  dcm_settings *settings = blank_settings(&model, count);
  set(settings, (dcm_range){1, count}, (dcm_range){1, count}, "stiffness", 1.0);
  return settings;
}

static void expect_account(dcm_account account, const char *expected) {
  char *text = dcm_account_write(&account);
  ck_assert_ptr_nonnull(text);
  expect_text(text, expected);
  free(text);
}

/** The line that begins with a name. */
static void expect_line(dcm_settings *settings, const char *name, const char *expected) {
  char *text = dcm_account_write(&(dcm_account){.settings = settings});
  char beginning[64];
  snprintf(beginning, sizeof beginning, "    %-12s", name);
  char *line = strstr(text, beginning);
  ck_assert_msg(line != NULL, "no line '%s' in:\n%s", beginning, text);
  line += strlen(beginning);
  line[strcspn(line, "\n")] = '\0';
  expect_text(line, expected);
  free(text);
}

/* ---------------------------------------------------------------------------------- options */

TEST(who_chose_is_told) {
  dcm_settings *settings = of_materials(1);
  expect_line(settings, "options", "form round (default), attraction yes (default)");
  /* Also where the word is that of the default. */
  choose(settings, "form", "round");
  expect_line(settings, "options", "form round, attraction yes (default)");
  dcm_settings *copy = of_materials(1);
  dcm_settings_copy_options(copy, settings);
  expect_line(copy, "options", "form round, attraction yes (default)");
  dcm_settings_are_of_restart(copy);
  expect_line(copy, "options",
              "form round (from the restart file), attraction yes (from the restart file)");
  choose(copy, "attraction", "no");
  expect_line(copy, "options", "form round (from the restart file), attraction no");
}

/* ------------------------------------------------------------------------------- parameters */

TEST(one_material) {
  dcm_settings *settings = of_materials(1);
  expect_account((dcm_account){.settings = settings},
                 "    options     form round (default), attraction yes (default)\n"
                 "    stiffness   1\n"
                 "    by default  glue 0.5, rolling 0\n");
  /* A number that was given is no default, whatever it is. */
  set_pair(settings, 1, 1, "rolling", 0.0);
  expect_account((dcm_account){.settings = settings},
                 "    options     form round (default), attraction yes (default)\n"
                 "    stiffness   1\n"
                 "    rolling     0\n"
                 "    by default  glue 0.5\n");
}

TEST(values_of_materials) {
  dcm_settings *settings = of_materials(3);
  expect_line(settings, "stiffness", "1");
  set_pair(settings, 3, 3, "stiffness", 2e7);
  expect_line(settings, "stiffness", "1 (type 1), 1 (type 2), 2e+07 (type 3)");
}

TEST(values_of_pairs) {
  dcm_settings *settings = of_materials(2);
  set(settings, (dcm_range){1, 2}, (dcm_range){1, 2}, "glue", 0.8);
  expect_line(settings, "glue", "0.8");
  set_pair(settings, 1, 2, "glue", 0.7);
  expect_line(settings, "glue", "0.8 (types 1-1), 0.7 (types 1-2), 0.8 (types 2-2)");
}

TEST(what_is_mixed_is_marked) {
  dcm_settings *settings = of_materials(2);
  set_pair(settings, 1, 1, "glue", 0.2);
  set_pair(settings, 2, 2, "glue", 0.4);
  expect_line(settings, "glue", "0.2 (types 1-1), 0.3 (types 1-2, mixed), 0.4 (types 2-2)");
  set_pair(settings, 1, 2, "glue", 0.3);
  expect_line(settings, "glue", "0.2 (types 1-1), 0.3 (types 1-2), 0.4 (types 2-2)");
}

TEST(what_is_mixed_of_equal_values_is_as_they_are) {
  dcm_settings *settings = of_materials(2);
  for (uint32_t i = 1; i <= 2; i++)
    set_pair(settings, i, i, "glue", 0.2);
  expect_line(settings, "glue", "0.2");
}

TEST(what_is_partly_default_is_marked) {
  dcm_settings *settings = of_materials(2);
  set_pair(settings, 1, 1, "glue", 0.1);
  expect_line(settings, "glue",
              "0.1 (types 1-1), 0.3 (types 1-2, mixed), 0.5 (types 2-2, default)");
  set_pair(settings, 1, 2, "rolling", 0.1);
  expect_line(settings, "rolling",
              "0 (types 1-1, default), 0.1 (types 1-2), 0 (types 2-2, default)");
}

TEST(pairs_that_are_not_told_of) {
  dcm_settings *settings = of_materials(3);
  set_pair(settings, 3, 3, "stiffness", 7.0);
  set_pair(settings, 1, 2, "glue", 0.1);
  dcm_settings_use_pair(settings, 3, 3, 0);
  dcm_settings_use_pair(settings, 1, 3, 0);
  dcm_settings_use_pair(settings, 2, 3, 0);
  expect_line(settings, "stiffness", "1");
  expect_line(settings, "glue",
              "0.5 (types 1-1, default), 0.1 (types 1-2), 0.5 (types 2-2, default)");
  const unsigned char pairs[9] = {0, 0, 0, 0, 0, 0, 0, 0, 1};
  expect_account((dcm_account){.settings = settings, .pairs = pairs},
                 "    options     form round (default), attraction yes (default)\n"
                 "    stiffness   7\n"
                 "    by default  glue 0.5, rolling 0\n");
}

static const char *in_capitals(const char *name) {
  return strcmp(name, "stiffness") == 0 ? "stiffnessOfTypes" : name;
}

TEST(a_wall_and_other_names) {
  dcm_settings *settings = of_materials(4);
  set_pair(settings, 4, 4, "stiffness", 9.0);
  set_pair(settings, 2, 4, "glue", 0.1);
  for (uint32_t i = 1; i <= 4; i++)
    for (uint32_t j = i; j <= 4; j++)
      dcm_settings_use_pair(settings, i, j, i < 4 && j == 4);
  expect_account((dcm_account){.settings = settings, .wall = 4, .name_of = in_capitals},
                 "    options           form round (default), attraction yes (default)\n"
                 "    stiffnessOfTypes  1 (type 1), 1 (type 2), 1 (type 3), 9 (wall)\n"
                 "    glue              0.5 (types 1-wall, default), 0.1 (types 2-wall), "
                 "0.5 (types 3-wall, default)\n"
                 "    by default        rolling 0\n");
  set_pair(settings, 3, 3, "stiffness", 9.0);
  char *text = dcm_account_write(&(dcm_account){.settings = settings, .wall = 4});
  expect_part(text, "1 (type 2), 9 (type 3), 9 (wall)\n");
  free(text);
}

/* Ten types with a number of their own for each pair: the account stays short, and says what it
 * leaves out. */
TEST(many_values_are_counted) {
  dcm_settings *settings = of_materials(10);
  for (uint32_t i = 1; i <= 10; i++)
    for (uint32_t j = i; j <= 10; j++)
      set_pair(settings, i, j, "glue", 0.01 * (10 * i + j));
  char *text = dcm_account_write(&(dcm_account){.settings = settings});
  expect_part(text, "0.11 (types 1-1), ");
  expect_part(text, "and 43 more pairs\n");
  size_t lines = 0;
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), lines++)
    ck_assert_msg(strlen(line) <= 100, "%zu characters: %s", strlen(line), line);
  ck_assert_uint_le(lines, 8);
  free(text);
}

static void expect_pairs(dcm_settings *settings, const char *expected) {
  char *text = dcm_account_write_pairs(&(dcm_account){.settings = settings});
  expect_text(text, expected);
  free(text);
}

TEST(which_pairs) {
  dcm_settings *settings = of_materials(3);
  expect_pairs(settings, "");
  dcm_settings_use_pair(settings, 2, 3, 0);
  expect_pairs(settings, "types 1-1, 1-2, 1-3, 2-2, 3-3");
  for (uint32_t i = 1; i <= 3; i++)
    for (uint32_t j = i; j <= 3; j++)
      dcm_settings_use_pair(settings, i, j, 0);
  expect_pairs(settings, "no types");
}

TEST(nothing_to_tell) {
  static const dcm_model bare = {.id = "bare"};
  dcm_settings *settings = blank_settings(&bare, 1);
  expect_account((dcm_account){.settings = settings}, "");
}
