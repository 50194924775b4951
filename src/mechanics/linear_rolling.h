/* SPDX-License-Identifier: MIT */
/** @file
 * Friction against rolling and twisting beside a tangential spring of constant stiffness: springs
 * as stiff as that one, on the paths that the surfaces roll over each other. */
#ifndef DCM_MECHANICS_LINEAR_ROLLING_H
#define DCM_MECHANICS_LINEAR_ROLLING_H

#include <dcm/dcm.h>

#include "contact.h"
#include "rolling_spring.h"
#include "simd.h"
#include "vector.h"

typedef struct dcm_linear_rolling_law {
  double stiffness; /**< kt */
  double impedance; /**< sqrt(kt M*) */
  double rolling;   /**< mu_r */
  double twisting;  /**< mu_t */
} dcm_linear_rolling_law;

/** One step, which reads and writes the state of entry k.
 * @param pressing what limits friction, not below zero
 * @param at       component at which the rolling couple begins; the twisting couple follows it */
DCM_SPECIALISED dcm_couples dcm_linear_rolling(dcm_linear_rolling_law law, dcm_contact c,
                                               double pressing, const dcm_response *response,
                                               uint32_t at, uint32_t k) {
  const double *const *old = response->history_in + at;
  double *const *new = response->history_out + at;
  const double arm = c.effective_radius * pressing;
  const dcm_rolling_state state = {dcm_load(old, k), old[3][k]};
  const dcm_rolling_law springs = {
      .stiffness = c.effective_radius * c.effective_radius * law.stiffness,
      .damping = dcm_rolling_damping(c.effective_radius, law.impedance),
      .roll_limit = law.rolling * arm,
      .twist_limit = law.twisting * arm};
  const dcm_rolling_answer answer = dcm_rolling_with_constant_springs(c, state, springs);
  dcm_store(new, k, answer.state.rolling);
  new[3][k] = answer.state.twisting;
  return answer.couples;
}

#endif
