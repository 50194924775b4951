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

typedef struct dcm_relation {
  const char *what; /**< a sentence for a finding */
  uint32_t kinds;   /**< that are compared */
  int is_swapped;   /**< batch b has the contacts seen from side 2 */
  double tolerance; /**< share of an answer and its size by which it may differ */

  /** An answer of batch a in the guise of batch b. NULL: it is the same. */
  dcm_vector (*map)(const void *data, const dcm_answer *answer, dcm_vector value);
  const void *data;
} dcm_relation;

/** Expects that the answers in batch b are those in batch a.
 * @param sizes NULL: none */
void dcm_expect(const dcm_scene *s, const dcm_relation *relation, const dcm_sizes *sizes);

/** Expects a number, or a vector, that may differ by so much. */
void dcm_expect_number(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       double came, double expected, double allowed);
void dcm_expect_vector(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                       dcm_vector came, dcm_vector expected, double allowed);

/** Expects an answer, which is a number or a vector. */
void dcm_expect_answer(const dcm_scene *s, uint32_t k, const char *what, const dcm_answer *answer,
                       dcm_vector came, dcm_vector expected, double allowed);

/** Whether an answer points the other way from the other side: the tangential force. */
int dcm_turns_round(const dcm_answer *answer);

/* -------------------------------------------------------------------------------------- lives */

/* Lives of contacts: two sides meet, press, slide, roll and twist, come apart as far as the reach
 * of the law, and press each other again. Positions and velocities fit together. */

enum { DCM_LIFE_STEPS = 64 };

/** Sizes of the motion of each contact. */
typedef struct dcm_life {
  double depth[DCM_SCENE_CONTACTS]; /**< deepest overlap */
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
void dcm_life_step(const dcm_scene *s, const dcm_life *life, const dcm_law *law, int step,
                   dcm_batch *batch);

/** Where answers of two laws, or of one law to other quantities, part. */
typedef struct dcm_parting {
  uint32_t contact;
  char name[DCM_MOST_NAME + 32]; /**< of the answer */
  dcm_vector came, expected;
  double allowed;
} dcm_parting;

/** A change of one component of the states before a step. */
typedef struct dcm_change {
  uint32_t component;
  int step;
  double factor;
  int is_any; /**< receives whether a number is another one than before */
} dcm_change;

/** Leads the lives by the law of the scene in batch a and by another instance of its model in batch
 * b, until an answer differs by more than a share of the largest of its kind so far in the life.
 * @param with_states whether new states are answers, too
 * @param change      of the states of batch b; NULL: none
 * @return whether one does */
int dcm_lives_part(dcm_scene *s, const dcm_life *life, const dcm_law *other, double share,
                   int with_states, dcm_change *change, dcm_parting *parting);

/** A round that leads contacts through their lives, and the same contacts seen from side 2. */
void dcm_swap_lives(dcm_scene *s);

#endif
