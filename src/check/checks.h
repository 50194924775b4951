/* SPDX-License-Identifier: MIT */
/** @file
 * The checks of dcm check: the demands of the contract and of mechanics on a law. */
#ifndef DCM_CHECK_CHECKS_H
#define DCM_CHECK_CHECKS_H

#include "check/scene/scene.h"

typedef struct dcm_check {
  const char *name;
  const char *promise; /**< a clause: the behaviour of a law that passes */

  /** A sentence: the likely reason if the process of the check dies. NULL: there is none. */
  const char *if_it_crashes;

  /* One of the two, which reports the first finding, and does not return after a finding: a
   * function, or what is done in so many rounds of each case, with laws of two materials. */
  void (*run)(const dcm_subject *subject);
  void (*round)(dcm_scene *s);
  uint32_t rounds;
} dcm_check;

/** Ends with an entry without name. */
extern const dcm_check dcm_checks[];

/** Runs a check. */
void dcm_check_run(const dcm_check *check, const dcm_subject *subject);

/** Whether the check chooses cases itself if nobody else can, because init crashes. */
int dcm_check_chooses_cases(const dcm_check *check);

/** The state of the process, before the library is loaded.
 * @return static */
dcm_surroundings *dcm_surroundings_now(void);

/** A hash of the description of a law. */
uint64_t dcm_description_hash(const dcm_model *model);

/* In the files of their kinds. */
void dcm_round_batches(dcm_scene *s);
void dcm_round_threads(dcm_scene *s);
void dcm_round_finite(dcm_scene *s);
void dcm_round_steps(dcm_scene *s);
void dcm_round_rotation(dcm_scene *s);
void dcm_round_turning(dcm_scene *s);
void dcm_round_couples(dcm_scene *s);
void dcm_round_walls(dcm_scene *s);
void dcm_check_setup(const dcm_subject *subject);
void dcm_check_arguments(const dcm_subject *subject);
void dcm_check_words(const dcm_subject *subject);
void dcm_check_surroundings(const dcm_subject *subject);
void dcm_check_memory(const dcm_subject *subject);
void dcm_check_statics(const dcm_subject *subject);
void dcm_check_rows(const dcm_subject *subject);
void dcm_check_effects(const dcm_subject *subject);
void dcm_check_swap(const dcm_subject *subject);
void dcm_check_conserved(const dcm_subject *subject);
void dcm_check_exchange(const dcm_subject *subject);
void dcm_check_distances(const dcm_subject *subject);
void dcm_check_friction(const dcm_subject *subject);
void dcm_check_ledger(const dcm_subject *subject);
void dcm_check_restitution(const dcm_subject *subject);
void dcm_check_units(const dcm_subject *subject);

#endif
