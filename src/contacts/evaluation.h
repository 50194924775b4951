/* SPDX-License-Identifier: MIT */
/** @file
 * What is computed of the contacts of a batch, of pairs or of walls; by the loops of
 * evaluation_loops.h. */
#ifndef DCM_CONTACTS_EVALUATION_H
#define DCM_CONTACTS_EVALUATION_H

#include <dcm/dcm.h>
#include <stdalign.h>

#include "contacts/pair_list.h"
#include "mechanics/simd.h"

/** Contacts that are evaluated at a time: what they are computed with, and the law's part of it,
 * then fits into the first-level cache. */
enum { DCM_CONTACT_BATCH = 128 };

/** Batches of a block, at most. */
enum { DCM_BLOCK_BATCHES = (DCM_BLOCK_CAPACITY + DCM_CONTACT_BATCH - 1) / DCM_CONTACT_BATCH };

/** Contacts a batch, for so many of one pair of materials: batches of one size, whole lanes, so
 * that none is small. */
static inline uint32_t dcm_batch_size(uint32_t contacts) {
  const uint32_t batches = (contacts + DCM_CONTACT_BATCH - 1) / DCM_CONTACT_BATCH;
  return batches ? dcm_whole_lanes((contacts + batches - 1) / batches) : 1;
}

/** Those of so many that are in the batch which begins with the given one. */
static inline uint32_t dcm_batch_count(uint32_t contacts, uint32_t first) {
  const uint32_t size = dcm_batch_size(contacts), left = contacts - first;
  return left < size ? left : size;
}

/** Rows of the arrays below. A line of the cache more than the room, so that entry k of one array
 * does not share its place in the cache with that of all others. */
enum {
  DCM_BLOCK_ROW = DCM_BLOCK_CAPACITY + DCM_LANES,
  DCM_CONTACT_ROW = DCM_CONTACT_BATCH + DCM_LANES
};

/** What a list has of the contacts of a batch: entries first to first + count - 1 of its arrays. */
typedef struct dcm_listed {
  uint32_t first, count;
  uint32_t materials;          /**< dcm_law_pair of all of them */
  const double *separation[3]; /**< from 1 to 2, to the nearest point of a wall */
  const double *radius_1, *radius_2;
  const double *effective_mass;
  const double *factor;   /**< by which forces are weighted, where they are */
  double *const *history; /**< [component]; NULL for those that are not kept */
} dcm_listed;

/** When contacts are computed, as dcm_contacts tells it. */
typedef struct dcm_moment {
  double dt;
  double velocity_age;
  dcm_clock clock;
} dcm_moment;

/** Forces and torques of the contacts of a batch, weighted. */
typedef struct dcm_results {
  alignas(DCM_ALIGNMENT) double force[3][DCM_CONTACT_ROW]; /**< on 1, its opposite on 2 */
  double torque_1[3][DCM_CONTACT_ROW];
  double torque_2[3][DCM_CONTACT_ROW]; /**< not at walls */
} dcm_results;

/** What the two sides of contacts have of the law's quantities, and what is added to them. */
typedef struct dcm_quantity_rows {
  alignas(DCM_ALIGNMENT) double of[2][DCM_MOST_QUANTITIES][DCM_CONTACT_ROW];
  double added[2][DCM_MOST_QUANTITIES][DCM_CONTACT_ROW];
} dcm_quantity_rows;

/** Arrays at fixed places within it, so that loops over many of them need one address. What is
 * needed no more makes room for what comes of it, and all of a batch for the first-level cache. */
typedef struct dcm_evaluation {
  union {
    struct {
      union {
        alignas(DCM_ALIGNMENT) double velocity[3][DCM_CONTACT_ROW]; /* gathered by the loop */
        double bisector[3][DCM_CONTACT_ROW];                        /* that of DCM_HALF_STEP */
      };
      double spin_1[3][DCM_CONTACT_ROW], spin_2[3][DCM_CONTACT_ROW]; /* gathered, too */
    };
    dcm_results results;
  };
  double normal[3][DCM_CONTACT_ROW];
  double overlap[DCM_CONTACT_ROW], normal_velocity[DCM_CONTACT_ROW];
  double tangential_velocity[3][DCM_CONTACT_ROW];
  double inverse_radius_sum[DCM_CONTACT_ROW], effective_radius[DCM_CONTACT_ROW];
  double normal_force[DCM_CONTACT_ROW], tangential_force[3][DCM_CONTACT_ROW];
  double couple_1[3][DCM_CONTACT_ROW], couple_2[3][DCM_CONTACT_ROW];
  dcm_quantity_rows quantities;
  /** Where states are written that must not change. */
  double discarded[DCM_MOST_COMPONENTS][DCM_CONTACT_ROW];
} dcm_evaluation;

#endif
