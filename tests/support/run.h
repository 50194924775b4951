/* SPDX-License-Identifier: MIT */
/** @file
 * Runs the tests of a program. */
#ifndef DCM_TESTS_SUPPORT_RUN_H
#define DCM_TESTS_SUPPORT_RUN_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/seed.h"

/** A test where it stands in its file. The main of support/main.c runs all of them; a program with
 * a main of its own uses START_TEST. */
#define TEST(name) TEST_TIMES(name, 1)

/** A test of each row of a table: _i is the row. */
#define TEST_EACH(name, table) TEST_TIMES(name, sizeof table / sizeof table[0])

/** A test that runs with _i = 0, 1, ... below a number, which main computes. */
#define TEST_TIMES(name, number)                                                                   \
  static void name(int _i);                                                                        \
  static int times_of_##name(void) {                                                               \
    return (int)(number);                                                                          \
  }                                                                                                \
  __attribute__((constructor)) static void list_##name(void) {                                     \
    static dcm_listed_test listed = {{#name, name, __FILE__, __LINE__}, times_of_##name, NULL};    \
    dcm_list_test(&listed);                                                                        \
  }                                                                                                \
  static void name(int _i CK_ATTRIBUTE_UNUSED)

#ifdef __cplusplus
extern "C" {
#endif
typedef struct dcm_listed_test {
  TTest test;
  int (*times)(void);
  struct dcm_listed_test *next;
} dcm_listed_test;

void dcm_list_test(dcm_listed_test *test);

/** Keeps what a test made until the test ends: the test itself destroys nothing. @return the thing
 */
void *dcm_keep(void *thing, void (*destroy)(void *thing));
#ifdef __cplusplus
}
#endif

/** Fixtures of a case that runs where numbers have a decimal comma, if this machine has such a
 * locale: the test runtime.locale makes one. */
static inline void dcm_take_comma(void) {
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8") || strcmp(localeconv()->decimal_point, ",") != 0)
    puts("there is no locale de_DE.UTF-8: numbers have a point");
}

static inline void dcm_leave_comma(void) {
  setlocale(LC_NUMERIC, "C");
}

/** Runs some cases, or the one that the environment names as CK_RUN_CASE. No test at all is a
 * failure. */
static inline int dcm_run_cases(TCase *const *cases, int count) {
  printf("DCM_TEST_SEED=%llu\n", (unsigned long long)dcm_test_seed());
  Suite *suite = suite_create("");
  for (int i = 0; i < count; i++)
    suite_add_tcase(suite, cases[i]);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int run = srunner_ntests_run(runner);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed || run == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static inline int dcm_run(TCase *all) {
  return dcm_run_cases(&all, 1);
}

#endif
