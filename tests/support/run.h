/* SPDX-License-Identifier: MIT */
/** @file
 * Runs a suite of Check as a program. */
#ifndef DCM_TESTS_SUPPORT_RUN_H
#define DCM_TESTS_SUPPORT_RUN_H

#include <stdlib.h>

#include "support/check.h"

static inline int dcm_run(Suite *suite) {
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
