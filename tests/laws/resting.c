/* SPDX-License-Identifier: MIT */
#include "laws/resting.h"

#include <math.h>

#include "support/run.h"

const double resting_gravity = 9.81;

static void end_contact(void *contact) {
  dcm_single_contact_destroy(contact);
}

resting resting_begin(const dcm_law *law, double slope, double spin, double depth) {
  resting r = {.slope = slope, .dt = 1e-5};
  dcm_error error;
  r.bodies[0] = dcm_body_sphere(1, 1e-3, 2500.0);
  r.bodies[1] = dcm_body_wall(1);
  r.contact = dcm_single_contact_create(law, DCM_SIDE_WALL, r.bodies, &error);
  ck_assert_msg(r.contact, "%s", error.text);
  dcm_keep(r.contact, end_contact);
  dcm_single_contact_use_half_step_velocities(r.contact);
  r.motions[0].position.z = 1e-3 - depth;
  r.motions[0].angular_velocity.z = spin;
  return r;
}

void resting_advance(resting *r, int steps) {
  const double g = resting_gravity / sqrt(1.0 + r->slope * r->slope);
  dcm_motion *m = &r->motions[0];
  const dcm_body *b = &r->bodies[0];
  for (int i = 0; i < steps; i++) {
    for (int half = 0; half < 2; half++) {
      const dcm_vector pull = {g * r->slope, 0.0, -g};
      m->velocity = dcm_add_scaled(m->velocity, 0.5 * r->dt,
                                   dcm_add_scaled(pull, 1.0 / b->mass, r->load.force));
      m->angular_velocity =
          dcm_add_scaled(m->angular_velocity, 0.5 * r->dt / b->moment_of_inertia, r->load.torque_1);
      if (half)
        break;
      m->position = dcm_add_scaled(m->position, r->dt, m->velocity);
      r->motions[1].position = (dcm_vector){m->position.x, m->position.y, 0.0};
      dcm_single_contact_step(r->contact, r->motions, r->dt, &r->load);
    }
  }
}

double resting_energy(const resting *r) {
  const dcm_motion *m = &r->motions[0];
  return 0.5 * r->bodies[0].mass * dcm_dot(m->velocity, m->velocity) +
         0.5 * r->bodies[0].moment_of_inertia * dcm_dot(m->angular_velocity, m->angular_velocity);
}

void resting_expect_rest(resting *r, int steps) {
  const double x = r->motions[0].position.x;
  resting_advance(r, steps);
  ck_assert_double_le(fabs(r->motions[0].position.x - x), 1e-12);
  ck_assert_double_le(resting_energy(r), 1e-20 * r->bodies[0].mass * resting_gravity * 1e-3);
}

void resting_expect_spin(const resting *r, double spin, int stops) {
  ck_assert_double_le(stops ? resting_energy(r) : 0.0, 1e-25);
  ck_assert_double_ge(r->motions[0].angular_velocity.z, stops ? -1e-9 : spin * (1.0 - 1e-9));
}
