/* SPDX-License-Identifier: MIT */
/* Dimensions: numbers in SI as numbers of the command units of LAMMPS, against what its manual and
 * its source say of these units; and the names of units and quantities. */
#include "runtime/model.h"
#include "support/expect.h"
#include "support/run.h"

#include <math.h>
#include <string.h>

static const struct {
  const char *what;
  dcm_dimension dimension;
  double si;
  double cgs, micro, nano;
} numbers[] = {
    /* Density of water: in g/cm^3, pg/um^3 and ag/nm^3. */
    {"density", {.mass = 1, .length = -3}, 1000.0, 1.0, 1.0, 1e-3},
    /* Pressures are in dyne/cm^2, pg/(um us^2) and ag/(nm ns^2). */
    {"pressure", {.mass = 1, .length = -1, .time = -2}, 1e6, 1e7, 1e3, 1.0},
    {"force", {.mass = 1, .length = 1, .time = -2}, 1.0, 1e5, 1e9, 1e12},
    {"root of a length", {.length = 1, .denominator = 2}, 1e-6, 1e-5, 1e-3, 0.031622776601683793},
    {"temperature", {.temperature = 1}, 300.0, 300.0, 300.0, 300.0},
    {"amount", {.amount = 1, .luminosity = 1}, 2.0, 2.0, 2.0, 2.0},
    {"pure", {.denominator = 2}, 0.5, 0.5, 0.5, 0.5},
    {"not given", {.mass = 1, .time = -2}, -1.0, -1.0, -1.0, -1.0},
    {"zero", {.mass = 1, .time = -2}, 0.0, 0.0, 0.0, 0.0},
};

TEST_EACH(as_the_manual_says, numbers) {
  const char *const names[] = {"si", "cgs", "micro", "nano"};
  const double expected[] = {numbers[_i].si, numbers[_i].cgs, numbers[_i].micro, numbers[_i].nano};
  for (int u = 0; u < 4; u++) {
    const double number =
        dcm_units_from_si(dcm_units_of(names[u]), numbers[_i].dimension, numbers[_i].si);
    ck_assert_msg(fabs(number - expected[u]) <= 4e-16 * fabs(expected[u]),
                  "%s in %s: %.17g, not %.17g", numbers[_i].what, names[u], number, expected[u]);
  }
}

/* Coulomb's constant, 1/(4 pi epsilon_0), is qqr2e in update.cpp of LAMMPS, which has it to four
 * digits at least. */
TEST(charges) {
  const dcm_dimension permittivity = {.mass = -1, .length = -3, .time = 4, .current = 2};
  const struct {
    const char *name;
    double qqr2e;
  } of[] = {{"si", 8.9876e9}, {"cgs", 1.0}, {"micro", 8.987556e6}, {"nano", 230.7078669}};
  for (int u = 0; u < 4; u++) {
    const double epsilon =
        dcm_units_from_si(dcm_units_of(of[u].name), permittivity, 8.8541878128e-12);
    const double constant = 1.0 / (4.0 * acos(-1.0) * epsilon);
    ck_assert_msg(fabs(constant / of[u].qqr2e - 1.0) < 1e-5, "%s: %.10g", of[u].name, constant);
  }
}

TEST(units_without_a_size) {
  const char *const names[] = {"lj", "real", "metal", "electron", "furlongs"};
  const dcm_dimension length = {.length = 1}, pure = {0};
  for (int u = 0; u < 5; u++) {
    const dcm_units *units = dcm_units_of(names[u]);
    ck_assert(isnan(dcm_units_from_si(units, length, 1.0)));
    ck_assert_double_eq(dcm_units_from_si(units, length, -1.0), -1.0);
    ck_assert_double_eq(dcm_units_from_si(units, pure, 0.5), 0.5);
    ck_assert_str_eq(dcm_units_name(units), u < 4 ? names[u] : "of this host");
  }
}

/* ------------------------------------------------------------------------------------- names */

/* Names of units, by Bureau international des poids et mesures, The International System of Units
 * (2019), tables 2 and 4; the quantities are those of the command units of LAMMPS. Where there is
 * no name, products of powers stand, in both columns. */
static const struct {
  dcm_dimension dimension;
  const char *si, *quantity;
} named[] = {
    {{0}, "-", "none"},
    {{.mass = 1}, "kg", "mass"},
    {{.length = 1}, "m", "distance"},
    {{.time = 1}, "s", "time"},
    {{.temperature = 1}, "K", "temperature"},
    {{.length = 1, .time = -1}, "m/s", "velocity"},
    {{.mass = 1, .length = 1, .time = -2}, "N", "force"},
    {{.mass = 1, .length = 2, .time = -2}, "J", "energy"},
    {{.mass = 1, .length = -1, .time = -2}, "Pa", "pressure"},
    {{.mass = 1, .time = -2}, "J/m^2", "energy/area"},
    {{.mass = 1, .length = 2, .time = -3}, "W", "energy/time"},
    {{.mass = 1, .length = 1, .time = -3, .temperature = -1},
     "W/m/K",
     "energy/time/distance/temperature"},
    {{.mass = 1, .time = -3, .temperature = -1}, "W/m^2/K", "energy/time/area/temperature"},
    {{.time = 1, .current = 1}, "C", "charge"},
    {{.current = 1}, "A", "A"},
    {{.amount = 1}, "mol", "mol"},
    {{.luminosity = 1}, "cd", "cd"},
    {{.mass = 1, .time = -1}, "kg s^-1", "kg s^-1"},
    {{.length = -2, .temperature = 3, .luminosity = 2}, "m^-2 K^3 cd^2", "m^-2 K^3 cd^2"},
    /* A name is that of all exponents alone. */
    {{.mass = 1, .length = 1, .time = -2, .amount = -1}, "kg m s^-2 mol^-1", "kg m s^-2 mol^-1"},
    {{.current = 1, .time = -1, .denominator = 1}, "s^-1 A", "s^-1 A"},
    /* Exponents are in lowest terms where the denominator divides them, else as they are. */
    {{.mass = 2, .length = -1, .time = -4, .denominator = 2},
     "kg m^(-1/2) s^-2",
     "kg m^(-1/2) s^-2"},
    /* The longest there is has room. */
    {{.mass = -128,
      .length = -128,
      .time = -128,
      .temperature = -128,
      .current = -128,
      .denominator = 255,
      .amount = -128,
      .luminosity = -128},
     "kg^(-128/255) m^(-128/255) s^(-128/255) K^(-128/255) A^(-128/255) mol^(-128/255) "
     "cd^(-128/255)",
     "kg^(-128/255) m^(-128/255) s^(-128/255) K^(-128/255) A^(-128/255) mol^(-128/255) "
     "cd^(-128/255)"},
};

TEST_EACH(names, named) {
  char text[DCM_DIMENSION_TEXT];
  dcm_dimension_si(named[_i].dimension, text);
  expect_text(text, named[_i].si);
  dcm_dimension_quantity(named[_i].dimension, text);
  expect_text(text, named[_i].quantity);
}
