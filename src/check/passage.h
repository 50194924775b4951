/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts on their paths: all work that goes into them, and what the law tells of the work. */
#ifndef DCM_CHECK_PASSAGE_H
#define DCM_CHECK_PASSAGE_H

#include "check/path.h"

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
  double stored_at_begin;         /**< at the start of a run; else 0 */
  double rounding;                /**< of any sum of these energies */
  double given[DCM_DISSIPATIONS]; /**< sum of dissipations below zero, as a number above zero */

  /** Where the work since the contact was made and what the law tells of the work differ most,
   * beyond the doubt; the last is for all ways together. */
  double excess[DCM_WAYS + 1], booked_work[DCM_WAYS + 1], told[DCM_WAYS + 1];

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
