/* SPDX-License-Identifier: MIT */
/** @file
 * What a law costs: for people, nothing is judged. */
#ifndef DCM_CHECK_COST_H
#define DCM_CHECK_COST_H

#include "check/scene.h"

/** Of compute, as a simulator calls it, without energies and outputs. */
typedef struct dcm_cost {
  double nanoseconds; /**< for a contact in a batch of DCM_SCENE_CONTACTS; NaN: there is no law */
  double of_many;     /**< instructions for a contact among many; 0 if they cannot be counted */
  double of_one;      /**< for the first that does not fill a vector */
  double of_next;     /**< for the two that follow it, each */
} dcm_cost;

/** That of the first law that can be made, with the first word of every option if it is allowed,
 * and random parameters and contacts. */
dcm_cost dcm_cost_of(const dcm_subject *subject);

/** What the instructions tell of the loop over the contacts. */
typedef enum dcm_loop {
  DCM_LOOP_UNKNOWN,
  DCM_LOOP_VECTORISED,
  DCM_LOOP_WHOLE_LANES, /**< vectorised or not */
  DCM_LOOP_UNCLEAR,
  DCM_LOOP_SCALAR
} dcm_loop;

/** In a scalar loop all three are one, to the last instruction. In one that is vectorised each of
 * the rest has a scalar round of its own, which takes more than the share of a vector. With vectors
 * of two that cannot be told from a scalar loop that the compiler unrolled, where the first costs a
 * little more than the next: both are unclear. Where the law goes through whole lanes the next cost
 * nothing, and that is all that can be told. */
dcm_loop dcm_loop_of(dcm_cost cost);

#endif
