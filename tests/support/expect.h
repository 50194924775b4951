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

/** The sentence has these parts, in this order: names, values, and the word that no other sentence
 * has of them. */
#define expect_parts(actual, ...)                                                                  \
  do {                                                                                             \
    const char *const parts_[] = {__VA_ARGS__}, *rest_ = (actual);                                 \
    for (size_t p_ = 0; p_ < sizeof parts_ / sizeof parts_[0]; p_++) {                             \
      rest_ = strstr(rest_, parts_[p_]);                                                           \
      ck_assert_msg(rest_, "'%s' should go on with '%s'", actual, parts_[p_]);                     \
      rest_ += strlen(parts_[p_]);                                                                 \
    }                                                                                              \
  } while (0)

#endif
