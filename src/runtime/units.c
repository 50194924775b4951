/* SPDX-License-Identifier: MIT */
#include "runtime/units.h"

#include <math.h>
#include <stddef.h>
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
