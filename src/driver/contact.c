/* SPDX-License-Identifier: MIT */
#include "driver/contact.h"

#include <math.h>
#include <stdlib.h>

#include "runtime/law.h"

dcm_body dcm_body_sphere(uint32_t material, double radius, double density) {
  const double pi = 3.14159265358979323846;
  const double mass = 4.0 / 3.0 * pi * density * radius * radius * radius;
  return (dcm_body){.material = material,
                    .radius = radius,
                    .mass = mass,
                    .moment_of_inertia = 0.4 * mass * radius * radius};
}

dcm_body dcm_body_wall(uint32_t material) {
  return (dcm_body){.material = material, .fixed = 1, .radius = INFINITY};
}

struct dcm_single_contact {
  const dcm_law *law;
  int side_2;
  dcm_body bodies[2];
  int touching;
  double reach;
  dcm_batch *batch; /* of one; its input history is the state of the contact */
  double *history;  /* the same state as one array */
};

/** Fills what does not change. */
static int32_t prepare(dcm_single_contact *contact, dcm_error *error) {
  const dcm_body *bodies = contact->bodies;
  dcm_batch *b = contact->batch;
  if (!b || !contact->history)
    return dcm_fail(error, "out of memory");
  b->count = 1;
  b->pair = dcm_law_pair(contact->law, bodies[0].material, bodies[1].material);
  return dcm_contact_rows_body(b, 0, contact->law, contact->side_2, bodies, &contact->reach, error);
}

dcm_single_contact *dcm_single_contact_create(const dcm_law *law, int side_2,
                                              const dcm_body bodies[2], dcm_error *error) {
  dcm_single_contact *contact = malloc(sizeof *contact);
  if (!contact) {
    dcm_fail(error, "out of memory");
    return NULL;
  }
  *contact = (dcm_single_contact){
      .law = law,
      .side_2 = side_2,
      .bodies = {bodies[0], bodies[1]},
      .batch = dcm_batch_create(law->history_width, 1, 1),
      .history = calloc(law->history_width + 1, sizeof *contact->history),
  };
  if (prepare(contact, error)) {
    dcm_single_contact_destroy(contact);
    return NULL;
  }
  return contact;
}

void dcm_single_contact_destroy(dcm_single_contact *contact) {
  if (!contact)
    return;
  dcm_batch_destroy(contact->batch);
  free(contact->history);
  free(contact);
}

double dcm_single_contact_reach(const dcm_single_contact *contact) {
  return contact->reach;
}

void dcm_single_contact_use_half_step_velocities(dcm_single_contact *contact) {
  contact->batch->half_step_velocities = 1;
}

static dcm_vector load_vector(double *const array[3]) {
  return dcm_load((const double *const *)array, 0);
}

/** Begins or ends the contact as the distance asks. */
static void update_life(dcm_single_contact *contact, double touch, double distance_2) {
  dcm_batch *b = contact->batch;
  const int began = contact->touching;
  const uint32_t side_2 = (uint32_t)contact->side_2;
  contact->touching = dcm_in_contact(
      dcm_contact_range(touch, contact->reach, dcm_law_begins_at_reach(contact->law)), began,
      distance_2);
  if (contact->touching && !began) {
    dcm_law_history_begin(contact->law, b->pair, side_2, 1, b->history);
  } else if (!contact->touching && began) {
    dcm_law_history_end(contact->law, b->pair, side_2, 1, b->history);
    for (uint32_t c = 0; c < contact->law->history_width; c++)
      b->history[c][0] = 0.0;
  }
}

static dcm_relative_motion relative_motion(const dcm_single_contact *contact,
                                           const dcm_motion motions[2]) {
  return (dcm_relative_motion){
      .separation = dcm_subtract(motions[1].position, motions[0].position),
      .velocity = dcm_subtract(motions[1].velocity, motions[0].velocity),
      .spin_1 = motions[0].angular_velocity,
      .spin_2 = motions[1].angular_velocity,
      .radius_1 = contact->bodies[0].radius,
      .radius_2 = contact->bodies[1].radius,
  };
}

/** @param keeps whether state and quantities change */
static void evaluate(dcm_single_contact *contact, const dcm_motion motions[2], double dt, int keeps,
                     dcm_contact_load *load) {
  dcm_batch *b = contact->batch;
  const dcm_vector separation = dcm_subtract(motions[1].position, motions[0].position);
  const double distance = dcm_length(separation);
  const double r1 = contact->bodies[0].radius;
  const double touching_distance =
      contact->side_2 == DCM_SIDE_WALL ? r1 : r1 + contact->bodies[1].radius;
  *load = (dcm_contact_load){
      .overlap = touching_distance - distance,
      .normal = dcm_scale(distance > 0.0 ? 1.0 / distance : 0.0, separation),
      .history = contact->history,
  };
  update_life(contact, touching_distance, dcm_dot(separation, separation));
  load->touching = contact->touching;
  if (contact->touching) {
    dcm_batch_put(b, 0, relative_motion(contact, motions), b->effective_mass[0]);
    dcm_batch_evaluate(b, contact->law, contact->side_2, dt);
    load->normal_force = b->normal_force[0];
    load->tangential_force = load_vector(b->tangential_force);
    load->force = load_vector(b->force);
    load->torque_1 = load_vector(b->torque_1);
    load->torque_2 = load_vector(b->torque_2);
    load->energies = load->booked = dcm_contact_rows_energies(b, 0, dt);
    for (uint32_t c = 0; c < contact->law->history_width && keeps; c++)
      b->history[c][0] = b->new_history[c][0];
    if (keeps)
      dcm_contact_rows_change(b, 0, contact->law);
  }
  dcm_contact_rows_read(b, 0, contact->law, load);
  for (uint32_t c = 0; c < contact->law->history_width; c++)
    contact->history[c] = b->history[c][0];
}

void dcm_single_contact_step(dcm_single_contact *contact, const dcm_motion motions[2], double dt,
                             dcm_contact_load *load) {
  if (dt > 0.0) {
    contact->batch->clock.step++;
    contact->batch->clock.time += dt;
  }
  evaluate(contact, motions, dt, dt > 0.0, load);
}

void dcm_single_contact_start(dcm_single_contact *contact, const dcm_motion motions[2],
                              dcm_contact_load *load) {
  evaluate(contact, motions, 0.0, dcm_law_keeps_state(contact->law, 0.0), load);
}

const char *dcm_contact_load_flaw(const dcm_contact_load *load, const dcm_law *law, double *value) {
  const struct {
    const char *name;
    double value;
  } numbers[] = {
      {"normal force", load->normal_force},
      {"tangential force", dcm_length(load->tangential_force)},
      {"torque on 1", dcm_length(load->torque_1)},
      {"torque on 2", dcm_length(load->torque_2)},
  };
  static const char *const energies[DCM_ENERGIES] = {
      "stored normal energy", "stored tangential energy", "stored rolling energy",
      "normal dissipation",   "plastic dissipation",      "tangential dissipation",
      "sliding dissipation",  "rolling dissipation",      "fracture dissipation"};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    if (!isfinite(numbers[i].value)) {
      *value = numbers[i].value;
      return numbers[i].name;
    }
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    if (!isfinite(load->energies.of[e])) {
      *value = load->energies.of[e];
      return energies[e];
    }
  for (uint32_t c = 0; c < law->history_width; c++)
    if (!isfinite(load->history[c])) {
      *value = load->history[c];
      return "state of the contact";
    }
  return NULL;
}
