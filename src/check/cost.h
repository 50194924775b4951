/* SPDX-License-Identifier: MIT */
/** @file
 * The cost of a law, for information only. */
#ifndef DCM_CHECK_COST_H
#define DCM_CHECK_COST_H

#include "check/scene.h"

/** Cost of compute in the call of a simulator, without energies and outputs. */
typedef struct dcm_cost {
  double nanoseconds; /**< for a contact in a batch of DCM_SCENE_CONTACTS; NaN: there is no law */
  double of_many;     /**< instructions for a contact among many; 0 if they cannot be counted */
  double of_one;      /**< for the first contact that does not fill a vector */
  double of_next;     /**< for each of the next two contacts */
} dcm_cost;

/** Cost of the first law that can be made, with the first word of every option if possible, and
 * with random parameters and contacts. */
dcm_cost dcm_cost_of(const dcm_subject *subject);

/** The kind of the loop over the contacts, by its instructions. */
typedef enum dcm_loop {
  DCM_LOOP_UNKNOWN,
  DCM_LOOP_VECTORISED,
  DCM_LOOP_WHOLE_LANES, /**< vectorised or not */
  DCM_LOOP_UNCLEAR,
  DCM_LOOP_SCALAR
} dcm_loop;

/** In a scalar loop all three numbers are equal, to the last instruction. In a vectorised loop each
 * remaining contact has a scalar round, which takes more than the share of a vector. A loop with
 * vectors of two looks like a scalar loop that the compiler unrolled, where the first contact costs
 * a little more than the next: both are unclear. If the law computes whole lanes, the next contacts
 * cost nothing, and the kind of the loop stays unknown. */
dcm_loop dcm_loop_of(dcm_cost cost);

#endif
