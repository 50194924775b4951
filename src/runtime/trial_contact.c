/* SPDX-License-Identifier: MIT */
#include "runtime/trial_contact.h"

#include <math.h>

int32_t dcm_trial_make(dcm_trial *trial, const dcm_law *law, uint32_t i, uint32_t j,
                       double radius_1, double mass_1, double radius_2, double mass_2,
                       int with_energies) {
  dcm_batch *b = dcm_batch_create(law->history_width, 1, with_energies);
  if (!b)
    return DCM_ERROR;
  const int is_particle = isfinite(radius_2) && radius_2 > 0.0;
  *trial = (dcm_trial){
      .law = law,
      .batch = b,
      .side_2 = is_particle ? DCM_SIDE_PARTICLE : DCM_SIDE_WALL,
      .smaller_radius = is_particle ? fmin(radius_1, radius_2) : radius_1,
  };
  b->count = 1;
  const dcm_relative_motion at_rest = {.radius_1 = radius_1, .radius_2 = radius_2};
  dcm_batch_put(b, 0, at_rest, mass_1 / (1.0 + mass_1 / mass_2));
  b->pair = dcm_law_pair(law, i, j);
  double of[2][DCM_MOST_QUANTITIES];
  dcm_law_usual_quantities(law, mass_1, 1.0, of[0]);
  dcm_law_usual_quantities(law, is_particle ? mass_2 : INFINITY, is_particle ? 2.0 : 0.0, of[1]);
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    b->quantities_1[q][0] = of[0][q];
    b->quantities_2[q][0] = of[1][q];
  }
  return DCM_OK;
}

void dcm_trial_free(dcm_trial *trial) {
  dcm_batch_destroy(trial->batch);
}

void dcm_trial_begin(dcm_trial *trial, double overlap) {
  dcm_law_history_begin(trial->law, trial->batch->pair, (uint32_t)trial->side_2, 1,
                        trial->batch->history);
  if (dcm_law_keeps_state(trial->law, 0.0))
    dcm_trial_step(trial, overlap, 0.0);
}

void dcm_trial_step(dcm_trial *trial, double overlap, double dt) {
  dcm_batch *b = trial->batch;
  const double r1 = b->radius_1[0];
  b->separation[0][0] = (trial->side_2 == DCM_SIDE_WALL ? r1 : r1 + b->radius_2[0]) - overlap;
  dcm_batch_evaluate(b, trial->law, trial->side_2, dt);
  for (uint32_t c = 0; c < trial->law->history_width; c++)
    b->history[c][0] = b->new_history[c][0];
}

void dcm_trial_end(dcm_trial *trial) {
  dcm_law_history_end(trial->law, trial->batch->pair, (uint32_t)trial->side_2, 1,
                      trial->batch->history);
}

/** The rise of the force of new contacts at rest about an overlap, over a fifth of the overlap. */
static double rise(dcm_trial *trial, double overlap) {
  double forces[2];
  for (int side = 0; side < 2; side++) {
    const double here = overlap * (side ? 1.1 : 0.9);
    dcm_trial_begin(trial, here);
    dcm_trial_step(trial, here, 1.0);
    forces[side] = trial->batch->normal_force[0];
    dcm_trial_end(trial);
  }
  return forces[1] - forces[0];
}

double dcm_force_exponent(const dcm_law *law, uint32_t i, uint32_t j) {
  const double radius = 1e18, mass = 1.0, overlap = 1e-6 * radius;
  dcm_trial trial;
  if (dcm_trial_make(&trial, law, i, j, radius, mass, radius, mass, 0))
    return 1.5;
  const double n = log2(rise(&trial, 2.0 * overlap) / rise(&trial, overlap));
  dcm_trial_free(&trial);
  return n > 0.0 && isfinite(n) ? 1e-6 * round(1e6 * n) : 1.5;
}
