/* SPDX-License-Identifier: MIT */
/* Whether a struct has a field is told by the size that it states. */
#include <dcm/dcm.h>

#include "support/run.h"

TEST(has_a_field) {
  dcm_sides sides = {.size = offsetof(dcm_sides, radius_2)};
  ck_assert(DCM_HAS(&sides, radius_1));
  ck_assert(!DCM_HAS(&sides, radius_2));
  ck_assert(!DCM_HAS(&sides, effective_radius));
  sides.size += 4; /* half of it */
  ck_assert(!DCM_HAS(&sides, radius_2));
  sides.size += 4;
  ck_assert(DCM_HAS(&sides, radius_2));
  ck_assert(!DCM_HAS(&sides, effective_radius));
}
