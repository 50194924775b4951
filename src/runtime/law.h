/* SPDX-License-Identifier: MIT */
/** @file
 * A model together with an instance of it: what the rest of the runtime and the hosts compute with.
 */
#ifndef DCM_RUNTIME_LAW_H
#define DCM_RUNTIME_LAW_H

#include <dcm/dcm.h>
#include <float.h>

#include "runtime/settings.h"

/** Most components that the history of a contact may have. */
enum { DCM_LARGEST_HISTORY = 64 };

typedef struct dcm_law {
  const dcm_model *model;
  dcm_instance instance; /**< its address must not change before dcm_law_destroy */
  uint32_t material_count;
  uint32_t history_width; /**< components of the history of a contact */
  double *history_signs;  /**< [history_width] +1 or -1 by the parity of the field */
} dcm_law;

/** Makes a law from what the user has set; parameters as in dcm_settings_instantiate.
 * @return NULL with a reason; freed by dcm_law_destroy before the library is closed */
dcm_law *dcm_law_create(const dcm_settings *settings, dcm_log_function log, void *log_data,
                        dcm_error *error);

/** NULL is allowed. */
void dcm_law_destroy(dcm_law *law);

/** Index of a pair of materials, numbered from 1, in the tables of the law. */
static inline uint32_t dcm_law_pair(const dcm_law *law, uint32_t i, uint32_t j) {
  return (i - 1) * law->material_count + (j - 1);
}

/** Whether a host keeps the state that compute writes: in every step, and, for some laws, where a
 * run begins. A mere look, with dt 0 too, keeps nothing. */
static inline int dcm_law_keeps_state(const dcm_law *law, double dt) {
  return dt != 0.0 || (law->instance.flags & DCM_STATE_AT_START);
}

/** How far beyond touching a contact persists, as the law answers; 0 for laws without adhesion. A
 * host uses no answer that dcm_is_reach denies: compared with an overlap a NaN ends every contact
 * or none. */
static inline double dcm_law_reach(const dcm_law *law, uint32_t pair, double effective_radius) {
  return law->model->reach ? law->model->reach(&law->instance, pair, effective_radius) : 0.0;
}

/** Whether an answer of dcm_law_reach is a distance: finite and not below 0. */
static inline int dcm_is_reach(double reach) {
  return reach >= 0.0 && reach <= DBL_MAX;
}

/** dcm_law_reach of materials i and j, from 1, checked.
 * @param reach receives the answer, whatever it is
 * @return DCM_OK, or DCM_ERROR with a sentence if it is no distance */
int32_t dcm_law_check_reach(const dcm_law *law, uint32_t i, uint32_t j, double effective_radius,
                            double *reach, dcm_error *error);

/** The life of a contact's state; fields[component][contact], for count contacts. Each applies the
 * law's own callback, or what the contract says where the law has none. */
void dcm_law_history_begin(const dcm_law *law, uint32_t count, double *const *fields);
void dcm_law_history_swap(const dcm_law *law, uint32_t count, double *const *fields);
void dcm_law_history_end(const dcm_law *law, uint32_t count, double *const *fields);

#endif
