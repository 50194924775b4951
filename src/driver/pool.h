/* SPDX-License-Identifier: MIT */
/** @file
 * Collisions that are integrated side by side: a pool. All have one law, one pair of materials, one
 * kind of side 2 and one time step, and begin together, so that the law answers for all of them in
 * one batch, with one clock. Each is independent of its neighbours: a collision has the same
 * numbers alone and among others.
 *
 * A lane is the place of a collision in the rows of the pool. The lanes in contact come first, as
 * the batch of the law wants them; lanes change places when a contact begins or ends. */
#ifndef DCM_DRIVER_POOL_H
#define DCM_DRIVER_POOL_H

#include "driver/contact.h"
#include "runtime/machine.h"

/** Collisions of a pool, at most: what a step reads and writes then fits into the second-level
 * cache. */
enum { DCM_POOL_LANES = 128 };

/** Rows of one of the two bodies. */
typedef struct dcm_pool_body {
  double *position[3], *velocity[3], *spin[3];
  double *acceleration[3], *spin_acceleration[3];
  double *earlier_acceleration[3], *earlier_spin_acceleration[3]; /* of the step before that */
  double *inverse_mass, *inverse_inertia;                         /**< 0 of a fixed body */
  double *fixed;                                                  /**< 1 or 0 */
} dcm_pool_body;

/** Largest value of a quantity that is seen at equal intervals, as rows. */
typedef struct dcm_pool_peak {
  double *before, *last; /**< the two samples before the next */
  double *largest;       /**< of the samples */
  double *vertex;        /**< of the parabola through the largest and its neighbours */
} dcm_pool_peak;

/** Energies that booking.h changes. */
enum { DCM_BOOKED_ENERGIES = 4 };

/** Data of a collision that a step needs only where something happens. */
typedef struct dcm_pool_lane {
  const dcm_collision *collision;
  dcm_api_outcome *outcome;
  double reach;
  double energy_at_begin;
  dcm_motion before[2]; /**< of a contact that has not begun: motions of the step before */
  dcm_vector normal_before, normal_after; /**< when the contact began, and when it ended */
  dcm_vector momentum_before, angular_momentum_before;
  int ended; /**< the contact, in this step */
} dcm_pool_lane;

typedef struct dcm_pool {
  const dcm_law *law;
  int side_2;
  int synchronised; /**< whether the law sees the velocities of the end of the step */
  int with_energies;
  int foresight; /**< dcm_law_foresight */
  double dt;
  double started_by; /**< length of the step that ended where the motions began */
  uint64_t step;     /**< steps made */
  uint32_t count;    /**< of lanes */
  uint32_t touching; /**< so many are in contact, the first ones */
  int lives_changed; /**< some contact began or ended in this step */
  int is_stepping;   /**< the first step has begun */
  dcm_batch *batch;
  dcm_batch *jump; /**< see ledger/jumps.h; NULL where nothing is booked */

  /** Whether the law has refused the last batch, and why: one of the contacts in it. */
  int is_refused;
  dcm_error reason;

  dcm_pool_body bodies[2];
  double *touch_2, *persist_2; /**< dcm_contact_range */
  double *distance_2;
  double *changes; /**< 1 where a contact begins or ends */

  double *has_touched;                         /**< 1 since the first step with contact */
  double *overlap_before, *rate_before, *rate; /**< rate of separation, n.(v2 - v1) */
  double *power;                               /**< of what holds fixed bodies */
  double *supplied;                            /**< its work */
  double *idle;                                /**< time of the last step before the first force */
  dcm_pool_peak peaks[3];                      /**< overlap, normal force, tangential force */
  double *stored;                              /**< while there was contact */
  double *arms;                                /**< dissipated by unlike lever arms */
  double *jumps;                               /**< dissipated where contacts begin and end */
  double *dissipated[DCM_ENERGIES - DCM_ENERGIES_STORED]; /**< sums, in the order of dcm_energies */
  double *reported[DCM_BOOKED_ENERGIES]; /**< by the law, before they were booked */
  double *doubt;                         /**< NaN where some number is not finite */

  dcm_pool_lane *lanes;
  double **moved; /**< rows that change places with their lane */
  uint32_t moved_count;
  double **fields; /**< scratch: the state of one contact, as the law gets events */
  double *history; /**< scratch: the same as one array */
  void *memory;
} dcm_pool;

/** @param capacity      of lanes, at most DCM_POOL_LANES
 * @param with_energies whether energies are asked for, and what belongs to them
 * @return NULL when out of memory; freed by dcm_pool_destroy */
dcm_pool *dcm_pool_create(const dcm_collision *like, uint32_t capacity, int with_energies);

/** NULL is allowed. */
void dcm_pool_destroy(dcm_pool *pool);

/** Adds a collision, with its bodies and quantities, but not yet with its motion.
 * @return DCM_OK, or DCM_ERROR: the law answers with a reach that is no distance */
int32_t dcm_pool_add(dcm_pool *pool, const dcm_collision *collision, dcm_api_outcome *outcome,
                     dcm_error *error);

/** Takes a lane out. The last one takes its place, or the last one in contact. */
void dcm_pool_remove(dcm_pool *pool, uint32_t k);

/** Evaluates all lanes as bodies at rest that have just touched. Nothing of it is kept but what
 * dcm_pool_load reports. */
void dcm_pool_look_at_touch(dcm_pool *pool);

/** Ends that look. */
void dcm_pool_forget(dcm_pool *pool);

/** Puts all lanes where their motions begin, and evaluates.
 * @param dt length of the step that ends there
 * @param begins_run as dcm_single_contact_start has it */
void dcm_pool_start(dcm_pool *pool, double dt, int begins_run);

/** One step of velocity Verlet of all lanes. */
void dcm_pool_step(dcm_pool *pool);

/** News of a step: whether lanes of a kind exist. */
typedef struct dcm_pool_news {
  int turned;   /**< some rate of separation went from below 0 to 0 or more */
  int doubtful; /**< some number is not finite */
} dcm_pool_news;

/** Sums, peaks and rates of the step, after contacts that began have been noted in has_touched. */
dcm_pool_news dcm_pool_note(dcm_pool *pool);

/** Makes what the step left that of the step before the next. */
void dcm_pool_turn_over(dcm_pool *pool);

/** Answer of the contact in lane k.
 * @param load its history is valid until the next call */
void dcm_pool_load(const dcm_pool *pool, uint32_t k, dcm_contact_load *load);

void dcm_pool_motions(const dcm_pool *pool, uint32_t k, dcm_motion motions[2]);

/** The loops over lanes, compiled for each instruction set: see the functions of these names. */
typedef struct dcm_pool_loops {
  double (*move)(const dcm_pool *pool, int moves);
  void (*see)(const dcm_pool *pool, double dt);
  void (*answer)(const dcm_pool *pool, double dt);
  void (*accelerate)(const dcm_pool *pool, double dt);
  dcm_pool_news (*note)(const dcm_pool *pool);
} dcm_pool_loops;

typedef const dcm_pool_loops *dcm_pool_loops_function(void);
DCM_DECLARE_ISAS(dcm_pool_loops_function, dcm_pool_loops_of);

#endif
