/* SPDX-License-Identifier: MIT */
/** @file
 * Laws run over the rows of a table, and how far they are from it. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "replay/table.h"
#include "runtime/law.h"

/** The largest difference of a quantity, and the largest value of it in the reference. */
typedef struct deviation {
  double largest_difference;
  double largest_value;
  double natural; /**< the scale, where all values are but the rounding of zero beside it */
  int compared;   /**< 0: reported only */
  int available;  /**< 0: the file does not have it */
} deviation;

void deviation_add(deviation *d, dcm_vector ours, dcm_vector theirs);
double deviation_relative(const deviation *d);

typedef struct report {
  const char *law;
  deviation force;   /**< where the tangential one is apart, the normal force */
  deviation force_t; /**< tangential force */
  deviation moment_1;
  deviation moment_2;
  deviation history;
  deviation own_history; /**< tangential force with the law's own history, not the program's */
  double outcome;        /**< relative difference of final velocities and spins of free bodies */
  double outcome_limit;  /**< what it must not exceed; 0 if there is none */
  double outcome_own_history; /**< the same with the law's own history, not compared */
} report;

/** A law with the two materials of a table; exits with a message if it cannot be made. */
dcm_law *replay_law(const char *id, void (*set)(dcm_settings *settings, const table *t),
                    const table *t);

/** Sets a parameter for the pair of materials i and j. */
void replay_set(dcm_settings *settings, uint32_t i, uint32_t j, const char *parameter,
                double value);
void replay_choose(dcm_settings *settings, const char *option, const char *word);

/** Rows of the program MUSEN, for particles and walls. */
report replay_musen(const table *t);

/** Rows of the program Woo: its law alone in the frame of the contact, or two free spheres. */
report replay_woo_law(const table *t);
report replay_woo_free(const table *t);

#endif
