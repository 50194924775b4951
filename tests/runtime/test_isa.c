/* SPDX-License-Identifier: MIT */
/* Instruction sets by name, and the one in use. */
#include "runtime/machine.h"

#include <dcm/dcm.h>

#include "support/expect.h"
#include "support/run.h"

static dcm_error error;

TEST(names) {
  for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++) {
    uint32_t found = DCM_ISA_COUNT;
    ck_assert_int_eq(dcm_isa_parse(dcm_isa_name(isa), &found, &error), DCM_OK);
    ck_assert_uint_eq(found, isa);
  }
  static const char *const wrong[] = {"avx2", "V3", "v", "baselines", ""};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    uint32_t found = 77;
    ck_assert_int_eq(dcm_isa_parse(wrong[i], &found, &error), DCM_ERROR);
    ck_assert_uint_eq(found, 77);
    expect_part(error.text, "choose baseline, v3 (AVX2) or v4 (AVX-512)");
  }
}

TEST(the_best_is_the_last_that_is_there) {
  ck_assert(dcm_isa_is_available(DCM_ISA_BASELINE));
  ck_assert(dcm_isa_is_available(dcm_isa_best()));
  for (uint32_t isa = dcm_isa_best() + 1; isa < DCM_ISA_COUNT + 2; isa++)
    ck_assert(!dcm_isa_is_available(isa));
}

TEST(use) {
  ck_assert_uint_eq(dcm_isa_in_use(), dcm_isa_best());
  for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++) {
    const uint32_t before = dcm_isa_in_use();
    if (dcm_isa_is_available(isa)) {
      ck_assert_int_eq(dcm_isa_use(dcm_isa_name(isa), &error), DCM_OK);
      ck_assert_uint_eq(dcm_isa_in_use(), isa);
    } else {
      ck_assert_int_eq(dcm_isa_use(dcm_isa_name(isa), &error), DCM_ERROR);
      expect_part(error.text, "this processor does not have");
      ck_assert_uint_eq(dcm_isa_in_use(), before);
    }
  }
  ck_assert_int_eq(dcm_isa_use("baseline", &error), DCM_OK);
  ck_assert_int_eq(dcm_isa_use("sse2", &error), DCM_ERROR);
  expect_part(error.text, "there is no instruction set 'sse2'");
  ck_assert_uint_eq(dcm_isa_in_use(), DCM_ISA_BASELINE);
  ck_assert_int_eq(dcm_isa_use("", &error), DCM_OK);
  ck_assert_uint_eq(dcm_isa_in_use(), dcm_isa_best());
  ck_assert_int_eq(dcm_isa_use("baseline", &error), DCM_OK);
  ck_assert_int_eq(dcm_isa_use(NULL, &error), DCM_OK);
  ck_assert_uint_eq(dcm_isa_in_use(), dcm_isa_best());
}
