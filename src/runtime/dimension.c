/* SPDX-License-Identifier: MIT */
#include "runtime/dimension.h"

#include <stdio.h>
#include <string.h>

static const struct {
  dcm_dimension dimension;
  const char *si;
  const char *quantity;
} names[] = {
    {{0, 0, 0, 0}, "-", "none"},
    {{1, 0, 0, 0}, "kg", "mass"},
    {{0, 1, 0, 0}, "m", "distance"},
    {{0, 0, 1, 0}, "s", "time"},
    {{0, 1, -1, 0}, "m/s", "velocity"},
    {{1, -1, -2, 0}, "Pa", "pressure"},
    {{1, 1, -2, 0}, "N", "force"},
    {{1, 2, -2, 0}, "J", "energy"},
    {{1, 0, -2, 0}, "J/m^2", "energy/area"},
};

static int same(dcm_dimension a, dcm_dimension b) {
  return a.mass == b.mass && a.length == b.length && a.time == b.time &&
         a.temperature == b.temperature;
}

static void product(dcm_dimension d, char text[DCM_DIMENSION_TEXT]) {
  const struct {
    const char *unit;
    int power;
  } factors[] = {{"kg", d.mass}, {"m", d.length}, {"s", d.time}, {"K", d.temperature}};
  text[0] = '\0';
  for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
    if (factors[i].power == 0)
      continue;
    const size_t used = strlen(text);
    const char *space = used ? " " : "";
    if (factors[i].power == 1)
      snprintf(text + used, DCM_DIMENSION_TEXT - used, "%s%s", space, factors[i].unit);
    else
      snprintf(text + used, DCM_DIMENSION_TEXT - used, "%s%s^%d", space, factors[i].unit,
               factors[i].power);
  }
}

void dcm_dimension_si(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]) {
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (same(names[i].dimension, dimension)) {
      snprintf(text, DCM_DIMENSION_TEXT, "%s", names[i].si);
      return;
    }
  product(dimension, text);
}

void dcm_dimension_quantity(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]) {
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (same(names[i].dimension, dimension)) {
      snprintf(text, DCM_DIMENSION_TEXT, "%s", names[i].quantity);
      return;
    }
  product(dimension, text);
}
