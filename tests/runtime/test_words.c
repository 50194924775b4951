/* SPDX-License-Identifier: MIT */
#include "runtime/error.h"

#include <dcm/dcm.h>

#include "runtime/files.h"
#include "support/expect.h"
#include "support/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST(names_of_laws) {
  ck_assert(dcm_is_same_law("hertz-mindlin", "hertz-mindlin"));
  ck_assert(dcm_is_same_law("hertz-mindlin", "hertz/mindlin"));
  ck_assert(dcm_is_same_law("a/b-c", "a-b/c"));
  ck_assert(dcm_is_same_law("", ""));
  ck_assert(!dcm_is_same_law("hertz", "hertz-mindlin"));
  ck_assert(!dcm_is_same_law("hertz-mindlin", "hertz"));
  ck_assert(!dcm_is_same_law("hertz-mindlin", "hertz_mindlin"));
}

/* The file of a law has its own name, whichever is written. */
TEST(files_of_laws) {
  char folder[] = "/tmp/dcm-words-XXXXXX", path[64];
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/own-spring.so", folder);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fclose(file);
  static const char *const names[] = {"own-spring", "own/spring"};
  for (int n = 0; n < 2; n++) {
    char *found = dcm_find_law_library(folder, names[n]);
    ck_assert_ptr_nonnull(found);
    ck_assert_str_eq(found, path);
    free(found);
  }
  ck_assert_ptr_null(dcm_find_law_library(folder, "../own-spring"));
  remove(path);
  rmdir(folder);
}

TEST(given_once) {
  dcm_error error;
  const char *const words[] = {"young", "1", "poisson", "1", "young", "2", "poisson"};
  ck_assert_int_eq(dcm_check_given_once(words, 0, &error), DCM_OK);
  ck_assert_int_eq(dcm_check_given_once(words, 4, &error), DCM_OK);
  /* A keyword without a value has other faults. */
  ck_assert_int_eq(dcm_check_given_once(words, 5, &error), DCM_OK);
  ck_assert_int_eq(dcm_check_given_once(words + 2, 5, &error), DCM_OK);
  ck_assert_int_eq(dcm_check_given_once(words, 7, &error), DCM_ERROR);
  expect_parts(error.text, "'young' is given twice", "'1'", "'2'");
}
