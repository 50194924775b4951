/* SPDX-License-Identifier: MIT */
/** @file
 * Random numbers of a test run, and how often to repeat what is random. */
#ifndef DCM_TESTS_SUPPORT_RANDOM_H
#define DCM_TESTS_SUPPORT_RANDOM_H

#include <stdlib.h>

#include "check/scene/samples.h"
#include "support/seed.h"

/** How often to repeat what is normally repeated n times: the part that the build chose
 * (DCM_TEST_PART), or a twentieth where DCM_TEST_SHORT is set, as for runs under valgrind. */
static inline int dcm_test_rounds(int n) {
  const int part = getenv("DCM_TEST_SHORT") ? 20 : DCM_TEST_PART;
  return (n + part - 1) / part;
}

/** A generator of its own for stream number i of the test run. */
static inline dcm_random dcm_random_stream(uint64_t i) {
  return dcm_random_of_seed(dcm_test_seed(), i);
}

#endif
