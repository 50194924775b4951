/* SPDX-License-Identifier: MIT */
/* Numbers in SI as numbers of the command units of LAMMPS, against what its manual and its source
 * say of these units. */
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
