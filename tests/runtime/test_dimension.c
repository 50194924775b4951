/* SPDX-License-Identifier: MIT */
/* Names of units, against what the units are defined to be: Bureau international des poids et
 * mesures, The International System of Units (2019), tables 2 and 4; the quantities are those of
 * the command units of LAMMPS. */
#include "runtime/model.h"
#include "support/expect.h"
#include "support/run.h"

#include <string.h>

/* A word, and the product of powers of words above it that it stands for. */
typedef struct definition {
  const char *word, *product;
} definition;

static const definition units[] = {{"kg", NULL}, {"m", NULL},     {"s", NULL},  {"K", NULL},
                                   {"A", NULL},  {"mol", NULL},   {"cd", NULL}, {"N", "kg m/s^2"},
                                   {"J", "N m"}, {"Pa", "N/m^2"}, {"W", "J/s"}, {"C", "A s"}};
static const definition quantities[] = {{"mass", NULL},
                                        {"distance", NULL},
                                        {"time", NULL},
                                        {"temperature", NULL},
                                        {"A", NULL},
                                        {"mol", NULL},
                                        {"cd", NULL},
                                        {"charge", "A time"},
                                        {"area", "distance^2"},
                                        {"velocity", "distance/time"},
                                        {"force", "mass velocity/time"},
                                        {"energy", "force distance"},
                                        {"pressure", "force/area"},
                                        {"kg", "mass"},
                                        {"m", "distance"},
                                        {"s", "time"},
                                        {"K", "temperature"}};

/** Exponents of mass, length, time, temperature, current, amount, luminosity. */
enum { BASES = 7 };
typedef struct exponents {
  int of[BASES];
} exponents;

/** Meaning of a product of powers, "a^2 b/c", by a table of words. */
static exponents meaning(const char *text, const definition *words, size_t count) {
  exponents sum = {{0}};
  int sign = 1;
  while (*text) {
    const size_t length = strcspn(text, " /^");
    size_t w = 0;
    while (w < count &&
           (strlen(words[w].word) != length || strncmp(words[w].word, text, length) != 0))
      w++;
    ck_assert_msg(w < count, "'%s' begins with a word that is not known", text);
    text += length;
    long power = 1;
    if (*text == '^') {
      char *rest;
      power = strtol(text + 1, &rest, 10);
      text = rest;
    }
    exponents one = {{0}};
    if (words[w].product)
      one = meaning(words[w].product, words, w);
    else
      one.of[w] = 1;
    for (int d = 0; d < BASES; d++)
      sum.of[d] += sign * (int)power * one.of[d];
    sign = *text == '/' ? -1 : 1;
    text += *text != '\0';
  }
  return sum;
}

static void expect_meaning(const char *text, const char *of_none, const definition *words,
                           size_t count, dcm_dimension d) {
  const int expected[BASES] = {d.mass,    d.length, d.time,      d.temperature,
                               d.current, d.amount, d.luminosity};
  if (strcmp(text, of_none) == 0)
    text = "";
  const exponents e = meaning(text, words, count);
  for (int i = 0; i < BASES; i++)
    ck_assert_msg(e.of[i] == expected[i], "'%s' is not %d %d %d %d %d %d %d", text, d.mass,
                  d.length, d.time, d.temperature, d.current, d.amount, d.luminosity);
}

enum {
  UNITS = sizeof units / sizeof units[0],
  QUANTITIES = sizeof quantities / sizeof quantities[0]
};

/* Whatever is printed means the dimension that was asked for: mechanics with each of the others. */
TEST_TIMES(meanings, 4) {
  const int range = 3;
  char text[DCM_DIMENSION_TEXT];
  for (int m = -range; m <= range; m++)
    for (int l = -range; l <= range; l++)
      for (int t = -range; t <= range; t++)
        for (int k = -range; k <= range; k++) {
          const dcm_dimension d = {.mass = (int8_t)m,
                                   .length = (int8_t)l,
                                   .time = (int8_t)t,
                                   .temperature = (int8_t)(_i == 0 ? k : 0),
                                   .current = (int8_t)(_i == 1 ? k : 0),
                                   .amount = (int8_t)(_i == 2 ? k : 0),
                                   .luminosity = (int8_t)(_i == 3 ? k : 0)};
          dcm_dimension_si(d, text);
          expect_meaning(text, "-", units, UNITS, d);
          dcm_dimension_quantity(d, text);
          expect_meaning(text, "none", quantities, QUANTITIES, d);
        }
}

static dcm_dimension dimension_of(const char *text, const definition *words, size_t count) {
  const exponents e = meaning(text, words, count);
  return (dcm_dimension){.mass = (int8_t)e.of[0],
                         .length = (int8_t)e.of[1],
                         .time = (int8_t)e.of[2],
                         .temperature = (int8_t)e.of[3],
                         .current = (int8_t)e.of[4],
                         .amount = (int8_t)e.of[5],
                         .luminosity = (int8_t)e.of[6]};
}

/* Dimensions that have a name are called by the name. */
TEST(names) {
  static const struct {
    const char *quantity, *unit;
  } rows[] = {{"mass", "kg"},       {"distance", "m"},        {"time", "s"},
              {"velocity", "m/s"},  {"force", "N"},           {"energy", "J"},
              {"pressure", "Pa"},   {"energy/area", "J/m^2"}, {"temperature", "K"},
              {"energy/time", "W"}, {"charge", "C"},          {"mol", "mol"}};
  char text[DCM_DIMENSION_TEXT];
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const dcm_dimension d = dimension_of(rows[i].quantity, quantities, QUANTITIES);
    dcm_dimension_si(d, text);
    expect_text(text, rows[i].unit);
    dcm_dimension_quantity(d, text);
    expect_text(text, rows[i].quantity);
  }
  const dcm_dimension none = {0};
  dcm_dimension_si(none, text);
  expect_text(text, "-");
  dcm_dimension_quantity(none, text);
  expect_text(text, "none");
}

/* Exponents are in lowest terms where the denominator divides them, else as they are. */
TEST(fractions) {
  char text[DCM_DIMENSION_TEXT];
  dcm_dimension_si((dcm_dimension){.mass = 2, .length = -1, .time = -4, .denominator = 2}, text);
  expect_text(text, "kg m^(-1/2) s^-2");
  dcm_dimension_si((dcm_dimension){.current = 1, .time = -1, .denominator = 1}, text);
  expect_text(text, "s^-1 A");
}

/* The longest there is has room. */
TEST(extremes) {
  char text[DCM_DIMENSION_TEXT];
  dcm_dimension_si((dcm_dimension){.mass = -128,
                                   .length = -128,
                                   .time = -128,
                                   .temperature = -128,
                                   .current = -128,
                                   .denominator = 255,
                                   .amount = -128,
                                   .luminosity = -128},
                   text);
  expect_text(text, "kg^(-128/255) m^(-128/255) s^(-128/255) K^(-128/255) A^(-128/255) "
                    "mol^(-128/255) cd^(-128/255)");
}
