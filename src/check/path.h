/* SPDX-License-Identifier: MIT */
/** @file
 * Closed paths of contacts: from the outside into the contact, round and round, and out again. */
#ifndef DCM_CHECK_PATH_H
#define DCM_CHECK_PATH_H

#include "check/scene.h"

/** Rounds of a path between its way in and its way out, and steps of a round. */
enum { DCM_PATH_ROUNDS = 4, DCM_PATH_STEPS = 300 };

/** A closed path. The time counts rounds, from -0.5 to DCM_PATH_ROUNDS + 0.5: first the contact is
 * made, in the end the contact is left behind. */
typedef struct dcm_path {
  double begin;       /**< overlap before the path: beyond the reach, or, at the start of a run,
                           within */
  double end;         /**< overlap after the path: beyond the reach */
  double mean;        /**< overlap about which the path swings */
  double swing[2];    /**< with the sine and with the cosine of the angle on the round */
  dcm_vector slid[2]; /**< half axes of the ellipse on which 2 slides over 1 */
  dcm_vector turned[2][2]; /**< [side] half axes of the ellipse of the angles */
} dcm_path;

/** A place on a path: overlap, how far 2 has slid over 1, angles of both sides. */
typedef struct dcm_place {
  double overlap;
  dcm_vector slid, turned[2];
} dcm_place;

/** Puts random contacts into batch a, with particles or with walls by turns, each with a path of
 * its own and a mass with which damping matters.
 * @param paths [DCM_SCENE_CONTACTS] filled */
void dcm_path_begin(dcm_scene *s, dcm_path *paths);

/** A time on all paths. */
typedef struct dcm_moment {
  double share; /**< of the round, from 0 outside to 1 */
  double sine, cosine;
  int is_way_in;
} dcm_moment;
dcm_moment dcm_path_moment(double rounds);

/** The place on a path at a moment. */
dcm_place dcm_path_at(const dcm_path *path, dcm_moment moment);

/** The reach of contact k of batch a. */
double dcm_path_reach(const dcm_scene *s, uint32_t k);

#endif
