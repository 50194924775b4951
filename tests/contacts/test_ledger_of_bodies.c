/* SPDX-License-Identifier: MIT */
/** @file
 * The ledger of collisions of two ellipsoids, which are moved as LAMMPS' fix nve/asphere moves
 * them: what it leaves falls with the time step as between spheres. Seeds as in support/random.h.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contacts/step.h"
#include "laws/by_hand.h"
#include "ledger/booking.h"
#include "shapes/shape.h"
#include "support/random.h"

/** A body, and its numbers as a host keeps them. */
typedef struct body {
  double axis[3], quaternion[4], mass, moments[3];
  dcm_vector position, velocity, momentum, force, torque;
} body;

/** Two bodies as rows, and what foresees their motion. */
typedef struct rows {
  double position[2][3], velocity[2][3], spin[2][3], lag[2][3], force[2][3], torque[2][3];
  dcm_shape shape[2];
  float last[2][6];
  dcm_kick coming[2];
} rows;

/* ---------------------------------------------------------------------------------- a body */

static dcm_shape shape_of(const body *b) {
  static const double exponents[2] = {2.0, 2.0};
  dcm_shape shape;
  ck_assert_int_eq(dcm_shape_set(&shape, b->axis, exponents, b->quaternion), DCM_SHAPE_RIGHT);
  return shape;
}

static dcm_vector spin_of(const body *b) {
  const dcm_shape shape = shape_of(b);
  return dcm_spin_of(&shape, b->moments, b->momentum);
}

static double energy_of(const body *b) {
  const dcm_shape shape = shape_of(b);
  return 0.5 * b->mass * dcm_dot(b->velocity, b->velocity) +
         dcm_turning_energy(&shape, b->moments, spin_of(b));
}

static void normalise(double *q) {
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int c = 0; c < 4; c++)
    q[c] /= length;
}

/** The quaternion of a body that turns for a time, to the first order, of length 1. */
static void turn(const double *q, dcm_vector w, double time, double *turned) {
  const double rate[4] = {
      -w.x * q[1] - w.y * q[2] - w.z * q[3], w.x * q[0] + w.y * q[3] - w.z * q[2],
      w.y * q[0] + w.z * q[1] - w.x * q[3], w.z * q[0] + w.x * q[2] - w.y * q[1]};
  for (int c = 0; c < 4; c++)
    turned[c] = q[c] + 0.5 * time * rate[c];
  normalise(turned);
}

/** Turns a body for a step by Richardson's extrapolation, as the host does. */
static void turn_body(body *b, double dt) {
  double once[4];
  body half = *b;
  turn(b->quaternion, spin_of(b), dt, once);
  turn(b->quaternion, spin_of(b), 0.5 * dt, half.quaternion);
  turn(half.quaternion, spin_of(&half), 0.5 * dt, half.quaternion);
  for (int c = 0; c < 4; c++)
    b->quaternion[c] = 2.0 * half.quaternion[c] - once[c];
  normalise(b->quaternion);
}

static void kick(body *b, double time) {
  b->velocity = dcm_add_scaled(b->velocity, time / b->mass, b->force);
  b->momentum = dcm_add_scaled(b->momentum, time, b->torque);
}

static dcm_vector draw_vector(dcm_random *random, double size) {
  const dcm_vector v = {dcm_uniform(random, -size, size), dcm_uniform(random, -size, size),
                        dcm_uniform(random, -size, size)};
  return v;
}

/** A body on one side, -1 or 1, that flies to the other. */
static body draw_body(dcm_random *random, double side) {
  const double size = 0.5e-3;
  body b = {.mass = 0.0};
  for (int d = 0; d < 3; d++)
    b.axis[d] = size * dcm_uniform(random, 0.5, 1.0);
  for (int c = 0; c < 4; c++)
    b.quaternion[c] = dcm_uniform(random, -1.0, 1.0) + 1e-3;
  normalise(b.quaternion);
  b.mass = 2500.0 * 4.0 / 3.0 * DCM_PI * b.axis[0] * b.axis[1] * b.axis[2];
  const dcm_shape shape = shape_of(&b);
  dcm_shape_inertia(&shape, b.mass, b.moments);
  b.position = dcm_add(dcm_vector_of(side * 0.8e-3, side * 0.1e-3, 0.0), draw_vector(random, 5e-5));
  b.velocity = dcm_add(dcm_vector_of(-side, 0.0, 0.0), draw_vector(random, 0.1));
  b.momentum = draw_vector(random, b.mass * 0.3e-3);
  return b;
}

/* ---------------------------------------------------------------------------------- a collision */

static void put(const body *b, double dt, int i, rows *r) {
  const dcm_vector spin = spin_of(b);
  r->shape[i] = shape_of(b);
  dcm_vector_put(r->position[i], b->position);
  dcm_vector_put(r->velocity[i], b->velocity);
  dcm_vector_put(r->spin[i], spin);
  dcm_vector_put(r->lag[i], dcm_scale(0.5 * dt, dcm_free_rate(&r->shape[i], b->moments, spin)));
}

/** Foresees half a kick along the line through the last two. */
static void foresee(const body *b, double dt, int i, rows *r) {
  const dcm_shape shape = shape_of(b);
  double now[6];
  dcm_vector_put(now, dcm_scale(0.5 * dt / b->mass, b->force));
  dcm_vector_put(now + 3, dcm_scale(0.5 * dt, dcm_spin_of(&shape, b->moments, b->torque)));
  for (int c = 0; c < 6; c++) {
    r->coming[i][c + c / 3] = (float)(2.0 * now[c] - r->last[i][c]);
    r->last[i][c] = (float)now[c];
  }
}

static dcm_pair_list *list_of(const dcm_law *law, const body *b, rows *r) {
  const dcm_vector apart = dcm_subtract(b[1].position, b[0].position);
  const dcm_near_pair pair = {.particle_1 = 0,
                              .particle_2 = 1,
                              .materials = dcm_law_pair(law, 1, 1),
                              .radius_1 = r->shape[0].bound,
                              .radius_2 = r->shape[1].bound,
                              .effective_mass = b[0].mass * b[1].mass / (b[0].mass + b[1].mass),
                              .factor = 1.0,
                              .distance_2 = dcm_dot(apart, apart)};
  dcm_pair_list *list = dcm_pair_list_create();
  ck_assert_ptr_nonnull(list);
  dcm_pair_list_shape(list, 1);
  ck_assert_int_eq(dcm_pair_list_clear(list, law, 0), DCM_OK);
  ck_assert_int_eq(dcm_pair_list_add(list, law, &pair, 0, NULL), DCM_OK);
  ck_assert_int_eq(dcm_pair_list_finish(list, law, r->position[0], 2), DCM_OK);
  return list;
}

/** Forces of now. @param lost receives what the step dissipated */
static void look(dcm_pair_stepper *stepper, dcm_pair_list *list, const dcm_law *law, double dt,
                 rows *r, body *b, double *lost) {
  dcm_energy_sums sums = {
      .begins = dt == 0.0, .coming = (const dcm_kick *)r->coming, .spin_lag = r->lag[0]};
  memset(r->force, 0, sizeof r->force);
  memset(r->torque, 0, sizeof r->torque);
  const dcm_pair_step step = {.list = list,
                              .law = law,
                              .particles = {.position = r->position[0],
                                            .velocity = r->velocity[0],
                                            .angular_velocity = r->spin[0],
                                            .force = r->force[0],
                                            .torque = r->torque[0],
                                            .summed = 2,
                                            .shapes = r->shape},
                              .dt = dt,
                              .half_step_velocities = dt > 0.0,
                              .threads = 1,
                              .energies = &sums};
  dcm_contact_fault fault;
  ck_assert_int_eq(dcm_pair_stepper_run(stepper, &step, &fault), DCM_OK);
  ck_assert_int_eq(fault.found, 0);
  for (int i = 0; i < 2; i++) {
    b[i].force = dcm_vector_at(r->force[i]);
    b[i].torque = dcm_vector_at(r->torque[i]);
  }
  for (int e = DCM_ENERGIES_STORED; e < DCM_LEDGER && dt > 0.0; e++)
    *lost += sums.of_contacts[e];
}

/** The residual of a collision, over the energy before it. */
static double residual(const dcm_law *law, const body *of_before, double dt) {
  body b[2] = {of_before[0], of_before[1]};
  rows r = {.last = {{0.0F}}};
  double lost = 0.0;
  const double before = energy_of(&b[0]) + energy_of(&b[1]);
  for (int i = 0; i < 2; i++)
    put(&b[i], dt, i, &r);
  dcm_pair_list *list = list_of(law, b, &r);
  dcm_pair_stepper *stepper = dcm_pair_stepper_create();
  look(stepper, list, law, 0.0, &r, b, &lost);
  for (int n = 0; n < lround(1.5e-3 / dt); n++) {
    for (int i = 0; i < 2; i++) {
      kick(&b[i], 0.5 * dt);
      foresee(&b[i], dt, i, &r);
      b[i].position = dcm_add_scaled(b[i].position, dt, b[i].velocity);
      turn_body(&b[i], dt);
      put(&b[i], dt, i, &r);
    }
    look(stepper, list, law, dt, &r, b, &lost);
    for (int i = 0; i < 2; i++)
      kick(&b[i], 0.5 * dt);
  }
  dcm_pair_stepper_destroy(stepper);
  dcm_pair_list_destroy(list);
  return (energy_of(&b[0]) + energy_of(&b[1]) + lost) / before - 1.0;
}

/* ---------------------------------------------------------------------------------- the law */

static dcm_law *law_of(const char *form, double restitution, double friction) {
  dcm_law *law =
      hand_law("hertz-mindlin", "form %s young 5e6 poisson 0.25 restitution %.17g friction %.17g",
               form, restitution, friction);
  dcm_law_keep_for_energies(law);
  return law;
}

/** Means of the sizes of residuals of some pairs, with about 500 steps a collision and with a
 * quarter of the time step. */
static void assert_closes(const char *form, double restitution, double friction, double coarsest,
                          double falls_to) {
  const int rounds = dcm_test_rounds(20);
  dcm_random random = dcm_random_stream(61);
  dcm_law *law = law_of(form, restitution, friction);
  double coarse = 0.0, fine = 0.0;
  for (int n = 0; n < rounds; n++) {
    const body pair[2] = {draw_body(&random, -1.0), draw_body(&random, 1.0)};
    coarse += fabs(residual(law, pair, 2e-7)) / rounds;
    fine += fabs(residual(law, pair, 5e-8)) / rounds;
  }
  printf("form %s restitution %g friction %g: %.1e and %.1e of the energy\n", form, restitution,
         friction, coarse, fine);
  ck_assert_double_lt(coarse, coarsest);
  ck_assert_double_lt(fine, falls_to * coarse);
}

TEST(closes_without_losses) {
  assert_closes("consistent", 1, 0, 5e-7, 0.15);
}

TEST(closes_with_damping) {
  assert_closes("consistent", 0.6, 0, 1e-5, 0.15);
}

/** Between the first order and the second, as of spheres. */
TEST(closes_with_friction) {
  assert_closes("consistent", 0.6, 0.3, 1e-5, 0.4);
  assert_closes("sheet", 0.6, 0.3, 1e-5, 0.2);
}
