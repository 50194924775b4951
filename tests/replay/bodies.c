/* SPDX-License-Identifier: MIT */
#include "replay/bodies.h"

#include <math.h>
#include <string.h>

#include "runtime/motion.h"

bodies bodies_create(const dcm_law *law, int is_wall, body one, body two) {
  bodies b = {.law = law,
              .batch = dcm_batch_create(law->history_width, 1, 0),
              .is_wall = is_wall,
              .one = one,
              .two = two};
  b.batch->count = 1;
  b.batch->radius_1[0] = one.radius;
  b.batch->radius_2[0] = two.radius;
  b.batch->effective_mass[0] = dcm_effective_mass(one.mass, 0, two.mass, is_wall);
  b.batch->pair = dcm_law_pair(law, 1, 2);
  return b;
}

void bodies_destroy(bodies *b) {
  dcm_batch_destroy(b->batch);
}

dcm_vector bodies_entry(double *const array[3]) {
  return dcm_load((const double *const *)array, 0);
}

static void separate(bodies *b) {
  const dcm_vector zero = {0.0, 0.0, 0.0};
  dcm_store(b->batch->force, 0, zero);
  dcm_store(b->batch->torque_1, 0, zero);
  dcm_store(b->batch->torque_2, 0, zero);
  for (uint32_t c = 0; c < b->law->history_width; c++)
    b->batch->history[c][0] = 0.0;
  b->in_contact = 0;
}

void bodies_evaluate(bodies *b, double dt) {
  dcm_batch *batch = b->batch;
  const dcm_vector separation = dcm_subtract(b->two.x, b->one.x);
  const double radii = b->one.radius + (b->is_wall ? 0.0 : b->two.radius);
  const dcm_sides sides = b->is_wall
                              ? dcm_sides_at_wall(batch->pair, b->one.radius, INFINITY)
                              : dcm_sides_of_particles(batch->pair, b->one.radius, b->two.radius);
  const double reach = b->in_contact ? dcm_law_reach(b->law, sides) : 0.0;
  if (dcm_length(separation) >= radii + reach) {
    separate(b);
    return;
  }
  if (!b->in_contact)
    dcm_law_history_begin(b->law, batch->pair, DCM_SIDE_PARTICLE, 1, batch->history);
  b->in_contact = 1;
  dcm_vector velocity = dcm_subtract(b->two.v, b->one.v);
  if (b->is_wall)
    velocity = dcm_add(velocity, dcm_cross(b->two.w, dcm_subtract(b->two.x, b->pivot)));
  dcm_store(batch->separation, 0, separation);
  dcm_store(batch->relative_velocity, 0, velocity);
  dcm_store(batch->angular_velocity_1, 0, b->one.w);
  dcm_store(batch->angular_velocity_2, 0, b->two.w);
  dcm_batch_evaluate(batch, b->law, b->is_wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE, dt);
  for (uint32_t c = 0; c < b->law->history_width; c++)
    batch->history[c][0] = batch->new_history[c][0];
  if (b->stores_whole_force)
    for (int c = 0; c < 3; c++)
      batch->history[c][0] = batch->tangential_force[c][0];
}

static void kick(body *b, dcm_vector force, dcm_vector torque, double dt) {
  b->v = dcm_add_scaled(b->v, dt / b->mass, force);
  b->w = dcm_add_scaled(b->w, dt / b->inertia, torque);
}

static void kick_all(bodies *b, double dt) {
  const dcm_vector force = bodies_entry(b->batch->force);
  kick(&b->one, force, bodies_entry(b->batch->torque_1), dt);
  if (!b->is_wall)
    kick(&b->two, dcm_scale(-1.0, force), bodies_entry(b->batch->torque_2), dt);
}

void bodies_step(bodies *b, double dt) {
  const dcm_vector normal = bodies_entry(b->batch->normal);
  kick_all(b, 0.5 * dt);
  b->one.x = dcm_add_scaled(b->one.x, dt, b->one.v);
  b->two.x = dcm_add_scaled(b->two.x, dt, b->two.v);
  if (b->is_wall) {
    /* The plane moved with the pivot; its nearest point is the foot of the perpendicular from 1. */
    b->pivot = dcm_add_scaled(b->pivot, dt, b->two.v);
    const dcm_vector to_plane = dcm_subtract(b->pivot, b->one.x);
    b->two.x = dcm_add_scaled(b->one.x, dcm_dot(to_plane, normal), normal);
  }
  bodies_evaluate(b, dt);
  kick_all(b, 0.5 * dt);
}
