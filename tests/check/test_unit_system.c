/* SPDX-License-Identifier: MIT */
/* Numbers in other units, of dimensions with whole and with half exponents. */
#include "check/relations/unit_system.h"
#include "support/check.h"
#include "support/run.h"

START_TEST(factors) {
  /* The units of mass, length and time become 2, 4 and 2 times as small. */
  const dcm_units units = {.power = {1, 2, 1}};
  const dcm_dimension force = {.mass = 1, .length = 1, .time = -2};
  const dcm_dimension hertz = {.mass = 2, .length = -1, .time = -4, .denominator = 2};
  ck_assert_double_eq(dcm_units_factor(&units, force), 2.0);
  ck_assert_double_eq(dcm_units_factor(&units, hertz), 0.25); /* N/m^(3/2) */
  ck_assert_double_eq(dcm_units_factor(&units, (dcm_dimension){0}), 1.0);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("unit system");
  tcase_add_test(all, factors);
  return dcm_run(all);
}
