/* SPDX-License-Identifier: MIT */
/** @file
 * Relations between answers: batch b of a scene has the contacts of batch a in another guise, and
 * its answers must be those of batch a in this guise, but for rounding. */
#ifndef DCM_CHECK_RELATION_H
#define DCM_CHECK_RELATION_H

#include "check/scene/scene.h"

/** A share of the normal force: smaller forces across the normal are rounding, or do not turn, as
 * in LAMMPS. */
#define DCM_UNLOADED 1e-6

/** Sizes of the answers to each contact, in the order of dcm_answers_of: terms of an answer may
 * cancel, and answers a step before, at rest and in motion show how large the terms are. */
typedef struct dcm_sizes {
  double of[DCM_MOST_ANSWERS][DCM_SCENE_CONTACTS];
} dcm_sizes;

/** Makes the sizes at least those of the answers in batch a. */
void dcm_sizes_grow(const dcm_scene *s, dcm_sizes *sizes);

/** The size of the force along the normal. */
double dcm_size_of_normal(const dcm_sizes *sizes, uint32_t k);

/** Computes a step or two, and evaluates the next in batch a; the sizes come from all of them. */
void dcm_live_measured(dcm_scene *s, int side_2, dcm_sizes *sizes);

/** Kinds of answers, as bits. */
#define DCM_KIND(kind) (1u << (DCM_ANSWER_##kind))
#define DCM_ALL_KINDS 0xffu

/** Batch b has the contacts of batch a in another guise. */
typedef struct dcm_relation {
  const char *what; /**< a sentence for a finding */
  uint32_t kinds;   /**< that are compared */
  int is_swapped;   /**< batch b has the contacts seen from side 2 */
  double tolerance; /**< share of an answer and its size by which it may differ */

  /** An answer of batch a in the guise of batch b. NULL: it is the same. */
  dcm_vector (*map)(const void *data, const dcm_answer *answer, dcm_vector value);
  const void *data;
} dcm_relation;

/** Expects that the answers in batch b are those in batch a. */
void dcm_expect(const dcm_scene *s, const dcm_relation *relation, const dcm_sizes *sizes);

/** Expects a number, or a vector, that may differ by so much. */
void dcm_expect_number(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       double came, double expected, double allowed);
void dcm_expect_vector(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       dcm_vector came, dcm_vector expected, double allowed);

/** Whether an answer points the other way from the other side: the tangential force. */
int dcm_turns_round(const dcm_answer *answer);

/* -------------------------------------------------------------------------------------- lives */

/* Lives of contacts: two sides meet, press, slide, roll and twist, come apart as far as the reach
 * of the law, and press each other again. Positions and velocities fit together. */

enum { DCM_LIFE_STEPS = 64 };

/** Sizes of the motion of each contact. */
typedef struct dcm_life {
  int side_2;
  double dt;
  double depth[DCM_SCENE_CONTACTS]; /**< deepest overlap; below zero: the two never touch */
  double apart[DCM_SCENE_CONTACTS]; /**< how far the two sides come apart */
  dcm_vector slide[DCM_SCENE_CONTACTS], spin_1[DCM_SCENE_CONTACTS], spin_2[DCM_SCENE_CONTACTS];
} dcm_life;

/** Draws contacts and their lives. */
dcm_life dcm_random_life(dcm_scene *s, int side_2);

/** Lets the contacts begin in a batch.
 * @param law   the law of the scene, or another instance of its model
 * @param batch a or b of the scene */
void dcm_life_begin(const dcm_scene *s, const dcm_life *life, const dcm_law *law, dcm_batch *batch);

/** A step of the lives; the batch then has the answers. dcm_advance_history ends the step.
 * @param step from 0 to DCM_LIFE_STEPS - 1 */
void dcm_life_step(const dcm_life *life, const dcm_law *law, int step, dcm_batch *batch);

/** A change of one component of the states before a step. */
typedef struct dcm_change {
  uint32_t component;
  int step;
  double factor;
  int is_any; /**< receives whether a number is another one than before */
} dcm_change;

/** How batch b leads the same lives in another guise. */
typedef struct dcm_guise {
  dcm_relation relation; /**< the tolerance is a share of the largest answer so far in the life */
  double of_normal;     /**< share, likewise, of the normal force and of its work: where forces that
                             cancel leave others */
  uint32_t enough;      /**< contacts in which one answer differs at once; fewer may have passed a
                             threshold a step earlier */
  const dcm_law *law;   /**< the law of the scene, or another instance of its model */
  const dcm_life *life; /**< in the guise */
  dcm_change *change;   /**< of the states of batch b; NULL: none */
} dcm_guise;

/** Where the answers of two lives part. */
typedef struct dcm_parting {
  uint32_t contact;
  const dcm_answer *answer; /**< which one; valid until the next lives */
  dcm_vector came, expected;
  double allowed;
} dcm_parting;

/** Leads the contacts of both batches through their lives, until an answer in batch b is not that
 * in batch a in its guise.
 * @return whether one is not */
int dcm_lives_part(dcm_scene *s, const dcm_life *life, const dcm_guise *guise,
                   dcm_parting *parting);

/** Reports where lives part, and does not return. */
void dcm_find_parting(const dcm_scene *s, const char *what, const dcm_parting *parting);

#endif
