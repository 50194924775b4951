/* SPDX-License-Identifier: MIT */
/* Names of units. */
#include "runtime/dimension.h"
#include "support/run.h"

static const struct {
  dcm_dimension dimension;
  const char *si;
  const char *quantity;
} rows[] = {
    {{0, 0, 0, 0}, "-", "none"},
    {{1, 0, 0, 0}, "kg", "mass"},
    {{0, 1, 0, 0}, "m", "distance"},
    {{0, 0, 1, 0}, "s", "time"},
    {{0, 1, -1, 0}, "m/s", "velocity"},
    {{1, -1, -2, 0}, "Pa", "pressure"},
    {{1, 1, -2, 0}, "N", "force"},
    {{1, 2, -2, 0}, "J", "energy"},
    {{1, 0, -2, 0}, "J/m^2", "energy/area"},
    {{1, 0, -1, 0}, "kg s^-1", "kg s^-1"},
    {{0, 0, 0, 1}, "K", "K"},
    {{0, 2, 0, -1}, "m^2 K^-1", "m^2 K^-1"},
    {{-128, -128, -128, -128}, "kg^-128 m^-128 s^-128 K^-128", "kg^-128 m^-128 s^-128 K^-128"},
};

START_TEST(names) {
  char text[DCM_DIMENSION_TEXT];
  dcm_dimension_si(rows[_i].dimension, text);
  ck_assert_str_eq(text, rows[_i].si);
  dcm_dimension_quantity(rows[_i].dimension, text);
  ck_assert_str_eq(text, rows[_i].quantity);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("dimension");
  TCase *all = tcase_create("names");
  tcase_add_loop_test(all, names, 0, sizeof rows / sizeof rows[0]);
  suite_add_tcase(suite, all);
  return dcm_run(suite);
}
