/* SPDX-License-Identifier: MIT */
/** @file
 * Amount that a check tested, and reasons why the rest stayed untested. */
#ifndef DCM_CHECK_TESTED_H
#define DCM_CHECK_TESTED_H

#include <stdint.h>

/** A reason why rounds tested nothing. */
typedef struct dcm_untested {
  char why[256];
  uint32_t rounds; /**< 0: a part of the check that has no rounds */
} dcm_untested;

/** Further reasons are counted, but not told. */
enum { DCM_MOST_REASONS = 8 };

/** Without pointers, so that one process can tell another. */
typedef struct dcm_tested {
  uint32_t rounds;         /**< all */
  uint32_t rounds_in_vain; /**< rounds that tested nothing */
  uint32_t reason_count;
  dcm_untested reasons[DCM_MOST_REASONS];
} dcm_tested;

/** Counts a reason for so many rounds. */
void dcm_tested_not(dcm_tested *tested, const char *why, uint32_t rounds);

/** Whether there are reasons, and no round tested anything. */
static inline int dcm_tested_nothing(const dcm_tested *tested) {
  return tested->reason_count > 0 && tested->rounds == tested->rounds_in_vain;
}

#endif
