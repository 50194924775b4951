/* SPDX-License-Identifier: MIT */
#include "ledger/booking.h"

#include <assert.h>
#include <math.h>

#include "ledger/booking_loops.h"
#include "runtime/batch_views.h"
#include "runtime/trial_contact.h"

void dcm_batch_book(dcm_batch *b, const dcm_law *law, int side_2, double dt) {
  assert(b->with_energies && dt > 0.0);
  dcm_batch_book_for(b, b->count, law, law->foresight, side_2, dt);
}

/** The normal force of two grains that approach. The grains have next to no mass, so that a force
 * changes their velocities by much, and foresight makes a difference in any units. */
static double force_of(const dcm_law *law, uint32_t i, uint32_t j, int half_step_velocities) {
  const double radius = 1.0, mass = 1e-30, overlap = 1e-3, speed = 1.0, dt = 1.0;
  dcm_trial trial;
  if (dcm_trial_make(&trial, law, i, j, radius, mass, radius, mass, 0))
    return 0.0;
  dcm_trial_begin(&trial, overlap);
  trial.batch->half_step_velocities = half_step_velocities;
  trial.batch->relative_velocity[0][0] = -speed;
  dcm_trial_step(&trial, overlap, dt);
  const double force = trial.batch->normal_force[0];
  dcm_trial_end(&trial);
  dcm_trial_free(&trial);
  return force;
}

/** Flags of damping across the normal, of two that stick and are pushed. In so short a step a
 * spring takes next to nothing beside a damper, in any units, and at so low a speed nothing slides.
 */
static int damping_across(const dcm_law *law, uint32_t i, uint32_t j) {
  const double radius = 1.0, mass = 1.0, overlap = 1e-3, speed = 1e-20, dt = 1e-20;
  dcm_trial trial;
  if (dcm_trial_make(&trial, law, i, j, radius, mass, radius, mass, 1))
    return 0;
  dcm_trial_begin(&trial, overlap);
  trial.batch->relative_velocity[1][0] = speed;
  dcm_trial_step(&trial, overlap, dt);
  dcm_trial_step(&trial, overlap, dt);
  const double work = trial.batch->tangential_force[1][0] * speed * dt;
  const dcm_energies *reported = &trial.batch->energies;
  const int flags =
      (reported->dissipated_tangential[0] > 0.5 * work ? 0 : DCM_NO_TANGENTIAL_DAMPER) |
      (reported->tangential_damper[1][0] != 0.0 ? DCM_REPORTS_TANGENTIAL_DAMPER : 0);
  dcm_trial_end(&trial);
  dcm_trial_free(&trial);
  return flags;
}

/** Whether some energy of two that press each other is not 0, or they do not press each other. */
static int reports_energies(const dcm_law *law, uint32_t i, uint32_t j) {
  const double radius = 1.0, mass = 1.0, overlap = 1e-3;
  dcm_trial trial;
  if (dcm_trial_make(&trial, law, i, j, radius, mass, radius, mass, 1))
    return 1;
  dcm_trial_begin(&trial, overlap);
  dcm_trial_step(&trial, overlap, 0.0);
  int reports = trial.batch->normal_force[0] == 0.0;
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    reports |= dcm_energy_row(&trial.batch->energies, e)[0] != 0.0;
  dcm_trial_end(&trial);
  dcm_trial_free(&trial);
  return reports;
}

int dcm_law_foresight(const dcm_law *law) {
  int flags = DCM_NO_TANGENTIAL_DAMPER | DCM_REPORTS_NO_ENERGIES |
              (law->instance.frame == DCM_FRAME_MID_STEP ? 0 : DCM_SEES_LATE_NORMAL);
  for (uint32_t i = 1; i <= law->material_count; i++)
    for (uint32_t j = i; j <= law->material_count; j++) {
      const double without = force_of(law, i, j, 0), with = force_of(law, i, j, 1);
      if (isfinite(without) && isfinite(with) && without != with)
        flags |= DCM_FORESEES_NORMAL;
      const int across = damping_across(law, i, j);
      flags &= across | ~DCM_NO_TANGENTIAL_DAMPER;
      flags |= across & DCM_REPORTS_TANGENTIAL_DAMPER;
      if (reports_energies(law, i, j))
        flags &= ~DCM_REPORTS_NO_ENERGIES;
    }
  return flags;
}

void dcm_law_keep_for_energies(dcm_law *law) {
  law->kept |= law->for_energies;
  law->marked &= ~law->for_energies;
  law->foresight = dcm_law_foresight(law);
}
