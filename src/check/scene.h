/* SPDX-License-Identifier: MIT */
/** @file
 * What the checks of a law share: rounds of random parameters and random contacts in every choice
 * of its options. */
#ifndef DCM_CHECK_SCENE_H
#define DCM_CHECK_SCENE_H

#include "check/cases.h"
#include "check/finding.h"
#include "check/samples.h"
#include "runtime/batch.h"

/** Contacts in a round: some whole lanes and a rest. */
enum { DCM_SCENE_CONTACTS = 61 };

/** Number of the stream of random numbers with which cases are chosen. */
enum { DCM_STREAM_OF_CASES = 1 };

/** What is checked, and who hears of it. */
typedef struct dcm_subject {
  const dcm_model *model;
  uint32_t abi_version;       /**< of the law's library */
  dcm_library_function entry; /**< of it */
  uint32_t float_changes;     /**< DCM_FLOAT_* that were put back after loading */
  const dcm_fixed *fixed;     /**< parameters that are not random; ends with a name NULL */
  const dcm_case *cases;      /**< [case_count] of the model; none where to choose them may crash */
  uint32_t case_count;
  uint64_t seed;
  dcm_finding_function found;
  void *data;
} dcm_subject;

/** A law with random parameters, random contacts, and two batches with energies. */
typedef struct dcm_scene {
  const dcm_subject *subject;
  dcm_case the_case;
  uint32_t round;
  dcm_random random;
  dcm_drawn drawn;
  dcm_law *law;
  dcm_batch *a, *b;
  uint32_t pair; /**< of the materials of all contacts, new in every round */
  int side_2;
  int is_start; /**< the contacts are those of two that a run begins with */
  double dt;
  dcm_sample contacts[DCM_SCENE_CONTACTS];
} dcm_scene;

/** Calls check for every round with a scene whose batches have DCM_SCENE_CONTACTS contacts; its law
 * is new every few rounds.
 * @param stream     name of the check, for random numbers of its own
 * @param fixed      beside those of the subject; ends with a name NULL; NULL for none
 * @param materials  of the laws
 * @param rounds     for each case; fewer of a composed law */
void dcm_scene_rounds(const dcm_subject *subject, const char *stream, const dcm_fixed *fixed,
                      uint32_t materials, uint32_t rounds, void (*check)(dcm_scene *s));

/** Puts random contacts into batch a, with a state that has just begun: two have met or, in half of
 * the rounds of laws that make something of it, a run begins with them. */
void dcm_scene_meet(dcm_scene *s, int side_2);

/** Lets the contacts in batch a begin again in the same way, with the kinematics that are there. */
void dcm_scene_begin(dcm_scene *s);

/** Puts random contacts there, and lets them begin at rest. Batch a has what the law answers. */
void dcm_scene_rest(dcm_scene *s, int side_2);

/** Puts random contacts there, and carries them through two steps and moves them on: the batch then
 * has input and history for a third. */
void dcm_scene_live(dcm_scene *s, int side_2);

/** Makes batch b the same contacts as a with the same history before the step. */
void dcm_scene_copy(dcm_scene *s);

/** Either, at random. */
int dcm_scene_side(dcm_scene *s);

/** Tells a finding about contact k and does not return.
 * @param what a sentence
 * @param name of the number that is wrong */
void dcm_scene_find(const dcm_scene *s, uint32_t k, const char *what, const char *name, double came,
                    double expected, double tolerance);

/** The same in words. */
void dcm_scene_find_text(const dcm_scene *s, uint32_t k, const char *what, const char *came,
                         const char *expected);

/** A finding without a contact. */
void dcm_subject_find(const dcm_subject *subject, const char *what, const char *called,
                      const char *came, const char *expected);

/** Entry k of arrays of results, which are not const. */
static inline dcm_vector dcm_scene_vector(double *const array[3], uint32_t k) {
  return dcm_load((const double *const *)array, k);
}

/** Whether the law keeps the state that it writes in a step of length dt. */
static inline int dcm_scene_advances(const dcm_scene *s) {
  return dcm_law_keeps_state(s->law, s->dt);
}

#endif
