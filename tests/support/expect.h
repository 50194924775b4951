/* SPDX-License-Identifier: MIT */
/** @file
 * Assertions about sentences. */
#ifndef DCM_TESTS_SUPPORT_EXPECT_H
#define DCM_TESTS_SUPPORT_EXPECT_H

#include <string.h>

#include "support/check.h"

/** The sentence, a dcm_error or text, is exactly this. */
#define expect_text(actual, expected) ck_assert_str_eq(actual, expected)

/** The sentence has this part. */
#define expect_part(actual, part)                                                                  \
  ck_assert_msg(strstr(actual, part) != NULL, "'%s' should contain '%s'", actual, part)

#endif
