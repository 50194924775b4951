/* SPDX-License-Identifier: MIT */
/** @file
 * The seed of a test run. */
#ifndef DCM_TESTS_SUPPORT_SEED_H
#define DCM_TESTS_SUPPORT_SEED_H

#include <stdint.h>
#include <stdlib.h>

/** The number in the environment variable DCM_TEST_SEED, or else always the same one. */
static inline uint64_t dcm_test_seed(void) {
  const char *text = getenv("DCM_TEST_SEED");
  return text ? strtoull(text, NULL, 10) : 1882;
}

#endif
