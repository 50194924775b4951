/* SPDX-License-Identifier: MIT */
/** @file
 * The checks of dcm check: what the contract asks of a law, and what mechanics does. */
#ifndef DCM_CHECK_CHECKS_H
#define DCM_CHECK_CHECKS_H

#include "check/scene.h"

typedef struct dcm_check {
  const char *name;
  const char *promise; /**< what a law that passes does: a clause */

  /** What it means if the process of the check dies: a sentence. NULL: nothing in particular. */
  const char *if_it_crashes;

  /** Tells the first finding and does not return then. */
  void (*run)(const dcm_subject *subject);
} dcm_check;

/** Ends with an entry without name. */
extern const dcm_check dcm_checks[];

/** Whether a check chooses cases itself where nobody could, because to make a law crashes. */
int dcm_check_chooses_cases(const dcm_check *check);

/* In the files of their kinds. */
void dcm_check_setup(const dcm_subject *subject);
void dcm_check_words(const dcm_subject *subject);
void dcm_check_structs(const dcm_subject *subject);
void dcm_check_environment(const dcm_subject *subject);
void dcm_check_fills(const dcm_subject *subject);
void dcm_check_keeps(const dcm_subject *subject);
void dcm_check_batches(const dcm_subject *subject);
void dcm_check_instances(const dcm_subject *subject);
void dcm_check_threads(const dcm_subject *subject);
void dcm_check_pairs(const dcm_subject *subject);
void dcm_check_finite(const dcm_subject *subject);
void dcm_check_looks(const dcm_subject *subject);
void dcm_check_swap(const dcm_subject *subject);
void dcm_check_rotation(const dcm_subject *subject);
void dcm_check_observer(const dcm_subject *subject);
void dcm_check_turning(const dcm_subject *subject);
void dcm_check_perpendicular(const dcm_subject *subject);
void dcm_check_couples(const dcm_subject *subject);
void dcm_check_conserved(const dcm_subject *subject);
void dcm_check_events(const dcm_subject *subject);
void dcm_check_reach(const dcm_subject *subject);
void dcm_check_friction(const dcm_subject *subject);
void dcm_check_ledger(const dcm_subject *subject);
void dcm_check_cycles(const dcm_subject *subject);
void dcm_check_restitution(const dcm_subject *subject);
void dcm_check_convergence(const dcm_subject *subject);

#endif
