/* SPDX-License-Identifier: MIT */
/** @file
 * A model together with an instance of it: what the rest of the runtime and the hosts compute with.
 */
#ifndef DCM_RUNTIME_LAW_H
#define DCM_RUNTIME_LAW_H

#include <dcm/dcm.h>
#include <float.h>
#include <math.h>

#include "runtime/error.h"
#include "runtime/motion.h"
#include "runtime/settings.h"

/** Facts on the energies that a law reports, found by ledger/booking.h. */
enum dcm_foresight {
  /** The normal force of some pair of materials depends on dcm_contacts.velocity_age. Such a law
   * reports its damping along the normal by the velocity that it foresees. */
  DCM_FORESEES_NORMAL = 1,

  /** No pair of materials has a damper across the normal. The tangential dissipation that such a
   * law reports is the loss of springs between two steps, by no velocity. */
  DCM_NO_TANGENTIAL_DAMPER = 2,

  /** The law fills tangential_damper, which is younger than 1.0. */
  DCM_REPORTS_TANGENTIAL_DAMPER = 8,

  /** The law is shown velocities of half a step before about the normal of now: it asks for no
   * DCM_FRAME_MID_STEP. */
  DCM_SEES_LATE_NORMAL = 16,

  /** All energies of two that press each other at rest are 0: the law fills no energies. */
  DCM_REPORTS_NO_ENERGIES = 4
};

typedef struct dcm_law {
  const dcm_model *model;
  dcm_instance instance; /**< its address must not change before dcm_law_destroy */
  dcm_law_log log;       /**< of the instance */
  uint32_t material_count;
  int reaches;             /**< contacts of some materials may persist beyond touching */
  uint32_t history_width;  /**< components of the history of a contact */
  uint64_t kept;           /**< bit c: the host keeps component c of it */
  uint64_t for_energies;   /**< bit c: only a host that asks for energies keeps component c */
  uint64_t marked;         /**< bit c: for_energies, or another instance has it instead of others */
  int foresight;           /**< after dcm_law_keep_for_energies: what dcm_law_foresight reports */
  uint32_t quantity_count; /**< 0 under DCM_UNUSED_QUANTITIES */
  uint32_t access[DCM_MOST_QUANTITIES];      /**< DCM_READ, DCM_SUM, DCM_CHANGE of each quantity */
  double history_signs[DCM_MOST_COMPONENTS]; /**< +1 or -1 by the parity of the field */
} dcm_law;

/** Makes a law from what the user has set.
 * @param log takes the law's messages until it is destroyed, one at a time, from any thread
 * @return NULL with a reason; freed by dcm_law_destroy before the library is closed */
dcm_law *dcm_law_create(const dcm_settings *settings, dcm_log_function log, void *log_data,
                        dcm_error *error);

/** NULL is allowed. */
void dcm_law_destroy(dcm_law *law);

/** Why the law refused to compute: the last sentence of level DCM_LOG_ERROR since init, or "". */
static inline const char *dcm_law_reason(const dcm_law *law) {
  return law->log.reason.text;
}

/** Appends that reason to a sentence about an answer of the law: "; the law says: ..." */
void dcm_law_append_reason(const dcm_law *law, dcm_error *error);

/** Has the law compute. Where it answers DCM_ERROR, the normal forces are NaN: a contact without an
 * answer is found by that, whether the law refuses the contact or the batch.
 * @return what the law answered */
static inline int32_t dcm_law_compute(const dcm_law *law, const dcm_contacts *contacts,
                                      const dcm_response *response) {
  const int32_t status = law->model->compute(&law->instance, contacts, response);
  if (status != DCM_OK)
    for (uint32_t k = 0; k < contacts->count; k++)
      response->normal_force[k] = NAN;
  return status;
}

/** Clock of a host at the end of a step; zeros where a host has none. */
typedef struct dcm_clock {
  double time;
  uint64_t step;
} dcm_clock;

/** Index of a pair of materials, numbered from 1, in the tables of the law. */
static inline uint32_t dcm_law_pair(const dcm_law *law, uint32_t i, uint32_t j) {
  return (i - 1) * law->material_count + (j - 1);
}

/** Whether a host keeps the state that compute writes: in every step, and, for some laws, where a
 * run begins. A mere look, with dt 0 too, keeps nothing. */
static inline int dcm_law_keeps_state(const dcm_law *law, double dt) {
  return dt != 0.0 || (law->instance.flags & DCM_STATE_AT_START);
}

/** Two particles, as a law is asked how far their contact reaches. */
static inline dcm_sides dcm_sides_of_particles(uint32_t pair, double radius_1, double radius_2) {
  const dcm_sides sides = {sizeof(dcm_sides),
                           pair,
                           DCM_SIDE_PARTICLE,
                           0,
                           radius_1,
                           radius_2,
                           dcm_effective_radius(radius_1, radius_2)};
  return sides;
}

/** dcm_sides_of_particles for a wall on side 2. */
static inline dcm_sides dcm_sides_at_wall(uint32_t pair, double radius_1, double radius_2) {
  const dcm_sides sides = {sizeof(dcm_sides),
                           pair,
                           DCM_SIDE_WALL,
                           0,
                           radius_1,
                           radius_2,
                           dcm_effective_radius_at_wall(radius_1, radius_2)};
  return sides;
}

/** Distance beyond touching over which a contact persists, as the law answers; 0 for laws without
 * adhesion. A host uses no answer that dcm_is_reach denies: compared with an overlap a NaN ends
 * every contact or none. */
static inline double dcm_law_reach(const dcm_law *law, dcm_sides sides) {
  return law->model->reach ? law->model->reach(&law->instance, &sides) : 0.0;
}

/** Whether contacts begin within reach, not only where two touch. */
static inline int dcm_law_begins_at_reach(const dcm_law *law) {
  return law->reaches && (law->instance.flags & DCM_BEGINS_AT_REACH) != 0;
}

/** Whether an answer of dcm_law_reach is a distance: finite and not below 0. */
static inline int dcm_is_reach(double reach) {
  return reach >= 0.0 && reach <= DBL_MAX;
}

/** dcm_law_reach, checked.
 * @param reach receives the answer, whatever it is
 * @return DCM_OK, or DCM_ERROR with a sentence if it is no distance */
int32_t dcm_law_check_reach(const dcm_law *law, dcm_sides sides, double *reach, dcm_error *error);

/** Quantities of a particle where nobody gives others: mass, ID, defaults.
 * @param mass   infinite for a wall
 * @param id     0 for a wall
 * @param values [quantity_count] filled */
void dcm_law_usual_quantities(const dcm_law *law, double mass, double id, double *values);

/** Whether the law wants to get an event, DCM_CONTACT_*. */
static inline int dcm_law_wants(const dcm_law *law, uint32_t event) {
  return law->model->history && (law->model->events & 1u << event) != 0;
}

/** Whether the host keeps a component of the history. */
static inline int dcm_law_keeps(const dcm_law *law, uint32_t component) {
  return law->kept >> component & 1u;
}

/** Whether a component serves energies alone. */
static inline int dcm_law_keeps_for_energies(const dcm_law *law, uint32_t component) {
  return law->for_energies >> component & 1u;
}

/** A component of a state as dcm_law_mark_state leaves it. */
static inline double dcm_law_saved(uint64_t marked, uint32_t component, double value) {
  return marked >> component & 1u ? NAN : value;
}

/** For a host that asks for no energies and saves states for whoever comes next: marks the
 * components that it did not keep though another instance of the model may need them, by NaN.
 * @param marked that of the law
 * @param state  [history_width] */
void dcm_law_mark_state(uint64_t marked, uint32_t history_width, double *state);

/** Whether a saved state has all that this instance keeps, that is, no such marks but of what
 * serves energies alone.
 * @param state [history_width] */
int dcm_law_can_take(const dcm_law *law, const double *state);

/** The life of a contact's state; fields[component][contact], for count contacts. Each applies the
 * law's own callback, or what the contract says where the law has none.
 * @param pair, side_2 as in dcm_contacts */
void dcm_law_history_begin(const dcm_law *law, uint32_t pair, uint32_t side_2, uint32_t count,
                           double *const *fields);
void dcm_law_history_swap(const dcm_law *law, uint32_t count, double *const *fields);
void dcm_law_history_end(const dcm_law *law, uint32_t pair, uint32_t side_2, uint32_t count,
                         double *const *fields);

/* --- When a contact begins, persists and ends: one rule for pairs, walls and the driver. */

/** Squares of the distances, of centres or of a centre and a wall, below which two are in contact:
 * one to begin, one for a contact that has begun. */
typedef struct dcm_range_of_contact {
  double touch_2;
  double persist_2;
} dcm_range_of_contact;

/** @param touch distance at which the two touch: r1 + r2, at a wall r1
 * @param reach how far beyond a contact of the law persists, see dcm_model.reach
 * @param begins_at_reach whether it begins there, too */
static inline dcm_range_of_contact dcm_contact_range(double touch, double reach,
                                                     int begins_at_reach) {
  const double persist_2 = (touch + reach) * (touch + reach);
  const dcm_range_of_contact range = {begins_at_reach ? persist_2 : touch * touch, persist_2};
  return range;
}

/** @param began      whether the two were in contact in the step before
 * @param distance_2 square of the present distance, d.d
 * @return whether they are now; not if the distance is not a number */
static inline int dcm_in_contact(dcm_range_of_contact range, int began, double distance_2) {
  return distance_2 < (began ? range.persist_2 : range.touch_2);
}

#endif
