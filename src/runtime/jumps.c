/* SPDX-License-Identifier: MIT */
#include "runtime/jumps.h"

#include <math.h>

#include "runtime/kinematics.h"

dcm_batch *dcm_jump_batch(const dcm_law *law) {
  dcm_batch *batch = dcm_batch_create(law->history_width, 1, 1);
  if (batch)
    batch->count = 1;
  return batch;
}

int32_t dcm_jump_batch_renew(dcm_batch **batch, uint32_t *width, const dcm_law *law) {
  if (*batch && *width == law->history_width)
    return DCM_OK;
  dcm_batch_destroy(*batch);
  *batch = dcm_jump_batch(law);
  *width = law->history_width;
  return *batch ? DCM_OK : DCM_ERROR;
}

static dcm_vector entry(double *const rows[3]) {
  return (dcm_vector){rows[0][0], rows[1][0], rows[2][0]};
}

/** Energy that the tangential spring gains in half a step of the motion. The law answered to two
 * bodies at rest, whose dampers bear nothing, unless the spring relaxes against its damper. */
static double stretched(const dcm_batch *b, const dcm_law *law, const dcm_jump *c,
                        dcm_vector separation, double dt) {
  dcm_relative_motion motion = c->motion;
  motion.separation = separation;
  const dcm_arm arm = dcm_arm_of(law->instance.velocity_arm);
  const dcm_kinematics seen =
      dcm_contact_kinematics(motion, arm, 0.0, DCM_NOW, c->side_2 == DCM_SIDE_WALL);
  const dcm_vector spring =
      dcm_subtract(entry(b->tangential_force), entry(b->energies.tangential_damper));
  return 0.5 * dt * dcm_dot(spring, seen.tangential_velocity);
}

double dcm_stored_at_jump(dcm_batch *b, const dcm_law *law, const dcm_jump *c, double dt) {
  dcm_vector separation = dcm_add_scaled(c->motion.separation, -0.5 * dt, c->motion.velocity);
  const double distance = dcm_length(separation);
  /* The law knows no contact beyond: there the force goes on as it is at the end. */
  const double beyond = fmax(distance - c->farthest, 0.0);
  if (beyond > 0.0)
    separation = dcm_scale((1.0 - 1e-15) * c->farthest / distance, separation);
  const dcm_relative_motion at_rest = {
      .separation = separation, .radius_1 = c->motion.radius_1, .radius_2 = c->motion.radius_2};
  dcm_batch_put(b, 0, at_rest, c->effective_mass);
  b->pair = c->materials;
  /* The law may let a spring go as it answers, for two at rest press less than two that part.
   * Without motion no work is done, so what this takes belongs to what was stored. */
  const double moment = 1e-9 * dt;
  dcm_batch_evaluate(b, law, c->side_2, moment);
  double stored = -beyond * b->normal_force[0];
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    stored += dcm_energy_row(&b->energies, e)[0];
  stored += stretched(b, law, c, separation, dt);
  /* A law that has no answer there says so of the contact itself, too. */
  return isfinite(stored) ? stored : 0.0;
}
