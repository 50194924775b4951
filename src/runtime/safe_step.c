/* SPDX-License-Identifier: MIT */
#include "runtime/safe_step.h"

#include <math.h>

#include "runtime/trial_contact.h"

/** By how much the force of a new contact falls from one overlap to another. What yields is stiffer
 * on the way out, and what is bonded where a run begins pulls. */
static double fall(dcm_trial *trial, double from, double to) {
  const double *force = trial->batch->normal_force;
  dcm_trial_begin(trial, from);
  dcm_trial_step(trial, from, 1.0);
  const double pressed = force[0];
  dcm_trial_step(trial, to, 1.0);
  dcm_trial_end(trial);
  return pressed - force[0];
}

double dcm_safe_time_step(const dcm_law *law, uint32_t i, uint32_t j, double radius_1,
                          double mass_1, double radius_2, double mass_2) {
  dcm_trial trial;
  if (dcm_trial_make(&trial, law, i, j, radius_1, mass_1, radius_2, mass_2))
    return NAN;
  /* The difference over a thousandth on both sides: exact to 1e-7 for powers of the overlap. */
  const double overlap = DCM_SAFE_OVERLAP * trial.smaller_radius, h = 1e-3 * overlap;
  const double mass = trial.batch->effective_mass[0];
  const double rise = fall(&trial, overlap + h, overlap - h);
  dcm_trial_free(&trial);
  if (!isfinite(rise))
    return NAN;
  const double pi = 3.14159265358979323846;
  return rise > 0.0 ? DCM_SAFE_FRACTION * pi * sqrt(mass * 2.0 * h / rise) : INFINITY;
}
