/* SPDX-License-Identifier: MIT */
#include "ledger/jumps.h"

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

/** Energy that the tangential spring gains in half a step of the motion. */
static double stretched(const dcm_batch *b, const dcm_law *law, dcm_relative_motion motion,
                        const dcm_jump *c, double dt) {
  const dcm_arm arm = dcm_arm_of(law->instance.velocity_arm);
  const dcm_kinematics seen =
      dcm_contact_kinematics(motion, arm, 0.0, DCM_NOW, c->side_2 == DCM_SIDE_WALL);
  const dcm_vector spring =
      dcm_subtract(entry(b->tangential_force), entry(b->energies.tangential_damper));
  return 0.5 * dt * dcm_dot(spring, seen.tangential_velocity);
}

/** Asks the law for a moment. The law may let a spring go as it answers. In so short a time no work
 * is done, so what this takes belongs to what was stored. */
static void ask(dcm_batch *b, const dcm_law *law, const dcm_jump *c, dcm_relative_motion motion,
                double dt) {
  dcm_batch_put(b, 0, motion, c->effective_mass);
  b->pair = c->materials;
  dcm_batch_evaluate(b, law, c->side_2, 1e-9 * dt);
}

/** Sum of the energies of a batch of one.
 * @param of_normal whether those of the normal force, else all others */
static double sum_energies(const dcm_batch *b, int of_normal) {
  const double normal = b->energies.stored_normal[0] + b->energies.dissipated_normal[0] +
                        b->energies.dissipated_plastic[0];
  double all = 0.0;
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    all += dcm_energy_row(&b->energies, e)[0];
  return of_normal ? normal : all - normal;
}

double dcm_stored_at_jump(dcm_batch *b, const dcm_law *law, const dcm_jump *c, double dt) {
  double along_surfaces = 0.0;
  if (c->ends) {
    dcm_relative_motion last = c->motion;
    last.separation = dcm_add_scaled(last.separation, -dt, last.velocity);
    ask(b, law, c, last, dt);
    along_surfaces = sum_energies(b, 0) + stretched(b, law, last, c, dt);
  }
  dcm_vector separation = dcm_add_scaled(c->motion.separation, -0.5 * dt, c->motion.velocity);
  const double distance = dcm_length(separation);
  /* The law knows no contact beyond: there the force goes on as it is at the end. */
  const double beyond = fmax(distance - c->farthest, 0.0);
  if (beyond > 0.0)
    separation = dcm_scale((1.0 - 1e-15) * c->farthest / distance, separation);
  const dcm_relative_motion at_rest = {
      .separation = separation, .radius_1 = c->motion.radius_1, .radius_2 = c->motion.radius_2};
  ask(b, law, c, at_rest, dt);
  if (!c->ends)
    along_surfaces = sum_energies(b, 0);
  const double stored = sum_energies(b, 1) - beyond * b->normal_force[0] + along_surfaces;
  /* A law that has no answer there says so of the contact itself, too. */
  return isfinite(stored) ? stored : 0.0;
}
