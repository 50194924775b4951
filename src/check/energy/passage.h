/* SPDX-License-Identifier: MIT */
/** @file
 * Closed paths of contacts, from the outside into the contact, round and round, and out again: all
 * work that goes into them, and what the law reports of the work. */
#ifndef DCM_CHECK_PASSAGE_H
#define DCM_CHECK_PASSAGE_H

#include "check/scene/scene.h"

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

/** Puts random contacts into batch a, with particles or with walls by turns, each with a path of
 * its own and a mass with which damping matters.
 * @param paths [DCM_SCENE_CONTACTS] filled */
void dcm_path_begin(dcm_scene *s, dcm_path *paths);

/** Ways to put work into a contact. */
enum { DCM_WAY_NORMAL, DCM_WAY_TANGENTIAL, DCM_WAY_ROLLING, DCM_WAYS };

/** Entries of dcm_energies in their order: what is stored on each way comes first. */
enum { DCM_DISSIPATIONS = DCM_ENERGIES - DCM_WAYS, DCM_FRACTURE = DCM_DISSIPATIONS - 1 };

/** The way to which the work belongs that an entry of dcm_energies dissipates. */
extern const int dcm_dissipation_ways[DCM_DISSIPATIONS];

/** Work on one way. Two laws that book one and the same step differently differ by the doubt. */
typedef struct dcm_balance {
  double work;  /**< put into the contact */
  double paid;  /**< sum of the size of the work of each step */
  double doubt; /**< Half of the change of the force in each step, times the way of the step: the
                   work of a step lies between those of the forces at its two ends. */
} dcm_balance;

/** All energies of one contact on its path. */
typedef struct dcm_passage {
  dcm_balance of[DCM_WAYS];       /**< the whole path, also where there is no contact */
  double rounding;                /**< of any sum of these energies */
  double given[DCM_DISSIPATIONS]; /**< sum of dissipations below zero, as a number above zero */

  /** Where the work since the contact was made and what the law reports of the work differ most,
   * beyond the doubt; the last is for all ways together. */
  double excess[DCM_WAYS + 1], booked_work[DCM_WAYS + 1], reported[DCM_WAYS + 1];

  /** The least growth of what is stored in a round, from the second round on, and the least work
   * that was paid in one. */
  double growth[DCM_WAYS];
  double paid_in_round[DCM_WAYS];

  /** Along the normal: the most that was ever stored, and what was stored, and with which force,
   * before the contact ended for the last time. */
  double most_stored, last_stored, last_force;

  int reaches;    /**< the law acts at a distance */
  double deepest; /**< overlap of the path */
} dcm_passage;

/** Leads the contacts along their paths.
 * @param finer  by which a time step is shorter than dt of the scene
 * @param faster by which the whole path is shorter in time
 * @param passages [DCM_SCENE_CONTACTS] filled */
void dcm_passages(dcm_scene *s, const dcm_path *paths, int finer, double faster,
                  dcm_passage *passages);

#endif
