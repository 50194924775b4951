/* SPDX-License-Identifier: MIT */
#include "runtime/units.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/** Units of mass, length, time and current are powers of ten in SI; a current may have a factor
 * besides. Kelvin, mole and candela are those of SI. */
struct dcm_units {
  const char *name;
  int mass, length, time, current;
  double factor_of_current; /* 0: nobody can tell the size of these units, or they do not fit each
                               other: a force is not a mass times an acceleration */
};

/* Charges are in coulomb, statcoulomb (1/(10 c) of a coulomb, with c in cm/s), picocoulomb and
 * elementary charges. */
static const dcm_units all_units[] = {
    {"si", 0, 0, 0, 0, 1.0},
    {"cgs", -3, -2, 0, -10, 3.3356409519815204},
    {"micro", -15, -6, -6, -6, 1.0},
    {"nano", -21, -9, -9, -10, 1.602176634},
    {.name = "lj"},
    {.name = "real"},
    {.name = "metal"},
    {.name = "electron"},
    {.name = "of this host"},
};
enum { UNITS = sizeof all_units / sizeof all_units[0] };

const dcm_units *dcm_units_of(const char *name) {
  size_t i = 0;
  while (i < UNITS - 1 && strcmp(all_units[i].name, name) != 0)
    i++;
  return &all_units[i];
}

const char *dcm_units_name(const dcm_units *units) {
  return units->name;
}

double dcm_units_from_si(const dcm_units *units, dcm_dimension d, double number) {
  const int is_pure =
      !(d.mass || d.length || d.time || d.temperature || d.current || d.amount || d.luminosity);
  if (is_pure || number <= 0.0)
    return number;
  if (units->factor_of_current == 0.0)
    return NAN;
  const double share = d.denominator > 1 ? 1.0 / d.denominator : 1.0;
  const double power = share * (d.mass * units->mass + d.length * units->length +
                                d.time * units->time + d.current * units->current);
  /* A power of ten with a positive exponent has no rounding. */
  const double scaled = power > 0.0 ? number / pow(10.0, power) : number * pow(10.0, -power);
  return scaled / pow(units->factor_of_current, share * d.current);
}

#define OF(kg, m, s, k)                                                                            \
  { .mass = (kg), .length = (m), .time = (s), .temperature = (k) }

enum { IN_SI, QUANTITY };
static const struct {
  dcm_dimension dimension;
  const char *words[2];
} names[] = {
    {OF(0, 0, 0, 0), {"-", "none"}},
    {OF(1, 0, 0, 0), {"kg", "mass"}},
    {OF(0, 1, 0, 0), {"m", "distance"}},
    {OF(0, 0, 1, 0), {"s", "time"}},
    {OF(0, 1, -1, 0), {"m/s", "velocity"}},
    {OF(1, -1, -2, 0), {"Pa", "pressure"}},
    {OF(1, 1, -2, 0), {"N", "force"}},
    {OF(1, 2, -2, 0), {"J", "energy"}},
    {OF(1, 0, -2, 0), {"J/m^2", "energy/area"}},
    {OF(0, 0, 0, 1), {"K", "temperature"}},
    {OF(1, 2, -3, 0), {"W", "energy/time"}},
    {OF(1, 1, -3, -1), {"W/m/K", "energy/time/distance/temperature"}},
    {OF(1, 0, -3, -1), {"W/m^2/K", "energy/time/area/temperature"}},
    {{.time = 1, .current = 1}, {"C", "charge"}},
};

static int denominator(dcm_dimension d) {
  return d.denominator > 1 ? d.denominator : 1;
}

static int same(dcm_dimension a, dcm_dimension b) {
  return a.mass == b.mass && a.length == b.length && a.time == b.time &&
         a.temperature == b.temperature && a.current == b.current && a.amount == b.amount &&
         a.luminosity == b.luminosity && denominator(a) == denominator(b);
}

static void product(dcm_dimension d, char text[DCM_DIMENSION_TEXT]) {
  const struct {
    const char *unit;
    int power;
  } factors[] = {{"kg", d.mass},   {"m", d.length},   {"s", d.time},       {"K", d.temperature},
                 {"A", d.current}, {"mol", d.amount}, {"cd", d.luminosity}};
  text[0] = '\0';
  for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
    if (factors[i].power == 0)
      continue;
    const size_t used = strlen(text);
    const char *space = used ? " " : "";
    const int whole = factors[i].power % denominator(d) == 0;
    const int power = whole ? factors[i].power / denominator(d) : factors[i].power;
    if (!whole)
      snprintf(text + used, DCM_DIMENSION_TEXT - used, "%s%s^(%d/%d)", space, factors[i].unit,
               power, denominator(d));
    else if (power == 1)
      snprintf(text + used, DCM_DIMENSION_TEXT - used, "%s%s", space, factors[i].unit);
    else
      snprintf(text + used, DCM_DIMENSION_TEXT - used, "%s%s^%d", space, factors[i].unit, power);
  }
}

/** The word of the table, or a product of powers. */
static void name(dcm_dimension dimension, int word, char text[DCM_DIMENSION_TEXT]) {
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (same(names[i].dimension, dimension)) {
      snprintf(text, DCM_DIMENSION_TEXT, "%s", names[i].words[word]);
      return;
    }
  product(dimension, text);
}

void dcm_dimension_si(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]) {
  name(dimension, IN_SI, text);
}

void dcm_dimension_quantity(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]) {
  name(dimension, QUANTITY, text);
}
