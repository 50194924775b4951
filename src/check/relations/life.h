/* SPDX-License-Identifier: MIT */
/** @file
 * Lives of contacts: two sides meet, press, slide, roll and twist, come apart as far as the reach
 * of the law, and press each other again. Positions and velocities fit together. */
#ifndef DCM_CHECK_LIFE_H
#define DCM_CHECK_LIFE_H

#include "check/scene/scene.h"

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
