/* SPDX-License-Identifier: MIT */
/** @file
 * Runs the tests of a program. */
#ifndef DCM_TESTS_SUPPORT_RUN_H
#define DCM_TESTS_SUPPORT_RUN_H

#include <stdio.h>
#include <stdlib.h>

#include "support/check.h"
#include "support/seed.h"

static inline int dcm_run(TCase *all) {
  printf("DCM_TEST_SEED=%llu\n", (unsigned long long)dcm_test_seed());
  Suite *suite = suite_create("");
  suite_add_tcase(suite, all);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
