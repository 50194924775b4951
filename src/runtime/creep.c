/* SPDX-License-Identifier: MIT */
#include "runtime/creep.h"

#include <math.h>

#include "runtime/safe_step.h"
#include "runtime/trial_contact.h"

static double couple_on_1(const dcm_batch *b) {
  double square = 0.0;
  for (int c = 0; c < 3; c++)
    square += b->couple_1[c][0] * b->couple_1[c][0];
  return sqrt(square);
}

int dcm_contact_creeps(const dcm_law *law, uint32_t i, uint32_t j, double radius_1, double mass_1,
                       double radius_2, double mass_2) {
  const double angle = 1e-9, dt = 1.0;
  dcm_trial trial;
  if ((law->instance.unused & DCM_UNUSED_COUPLES) ||
      dcm_trial_make(&trial, law, i, j, radius_1, mass_1, radius_2, mass_2, 0))
    return 0;
  dcm_batch *b = trial.batch;
  const double overlap = DCM_SAFE_OVERLAP * trial.smaller_radius;
  dcm_trial_begin(&trial, overlap);
  /* 1 and 2 roll on each other without sliding; 1 rolls on a wall that moves along. */
  b->angular_velocity_1[1][0] = angle / dt;
  if (trial.side_2 == DCM_SIDE_PARTICLE)
    b->angular_velocity_2[1][0] = -angle / dt * radius_1 / radius_2;
  else
    b->relative_velocity[2][0] = -angle / dt * radius_1;
  dcm_trial_step(&trial, overlap, dt);
  const double rolling = couple_on_1(b);
  b->angular_velocity_1[1][0] = b->angular_velocity_2[1][0] = b->relative_velocity[2][0] = 0.0;
  dcm_trial_step(&trial, overlap, dt);
  const double still = couple_on_1(b);
  dcm_trial_end(&trial);
  dcm_trial_free(&trial);
  return rolling > 0.0 && still <= 1e-3 * rolling;
}
