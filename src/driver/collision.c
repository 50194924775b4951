/* SPDX-License-Identifier: MIT */
#include "driver/collision.h"

#include <math.h>
#include <string.h>

#include "mechanics/tangential.h"
#include "runtime/effective.h"

/** The state of an integration. */
typedef struct run {
  const dcm_collision *collision;
  dcm_single_contact *contact;
  dcm_motion motions[2];
  dcm_vector accelerations[2];
  dcm_vector spin_accelerations[2];
  dcm_contact_load load;
} run;

/** The nearest point of the wall that stands for body 2 at a flat wall: the foot of the
 * perpendicular from the centre of 1. */
static dcm_vector foot(const run *r) {
  const dcm_vector n = r->collision->wall_normal;
  const dcm_vector centre = r->motions[0].position;
  const double height = dcm_dot(n, dcm_subtract(centre, r->motions[1].position));
  return dcm_subtract_scaled(centre, height, n);
}

/** Velocities change by s times the accelerations. */
static void kick(run *r, double s) {
  for (int i = 0; i < 2; i++) {
    dcm_motion *m = &r->motions[i];
    m->velocity = dcm_add_scaled(m->velocity, s, r->accelerations[i]);
    m->angular_velocity = dcm_add_scaled(m->angular_velocity, s, r->spin_accelerations[i]);
  }
}

static void drift(run *r, double dt) {
  for (int i = 0; i < 2; i++)
    r->motions[i].position = dcm_add_scaled(r->motions[i].position, dt, r->motions[i].velocity);
}

/** Asks the law, and turns forces into accelerations.
 * @param dt 0 where the run begins */
static void evaluate(run *r, double dt) {
  const dcm_collision *c = r->collision;
  dcm_motion late[2] = {r->motions[0], r->motions[1]};
  for (int i = 0; i < 2; i++) {
    late[i].velocity = dcm_add_scaled(late[i].velocity, 0.5 * dt, r->accelerations[i]);
    late[i].angular_velocity =
        dcm_add_scaled(late[i].angular_velocity, 0.5 * dt, r->spin_accelerations[i]);
  }
  if (c->side_2 == DCM_SIDE_WALL)
    late[1].position = foot(r);
  dcm_motion seen[2] = {late[0], late[1]};
  for (int i = 0; i < 2 && c->velocities == DCM_VELOCITY_HALF_STEP; i++) {
    seen[i].velocity = r->motions[i].velocity;
    seen[i].angular_velocity = r->motions[i].angular_velocity;
  }
  if (dt == 0.0 && c->begins_run)
    dcm_single_contact_start(r->contact, seen, &r->load);
  else
    dcm_single_contact_step_late(r->contact, seen, late, dt, &r->load);
  const dcm_vector forces[2] = {r->load.force, dcm_scale(-1.0, r->load.force)};
  const dcm_vector torques[2] = {r->load.torque_1, r->load.torque_2};
  for (int i = 0; i < 2; i++) {
    const dcm_body *body = &c->bodies[i];
    r->accelerations[i] = dcm_scale(body->fixed ? 0.0 : 1.0 / body->mass, forces[i]);
    r->spin_accelerations[i] =
        dcm_scale(body->fixed ? 0.0 : 1.0 / body->moment_of_inertia, torques[i]);
  }
}

static double kinetic_energy(const run *r) {
  double energy = 0.0;
  for (int i = 0; i < 2; i++) {
    const dcm_body *body = &r->collision->bodies[i];
    const dcm_motion *m = &r->motions[i];
    if (!body->fixed)
      energy += 0.5 * body->mass * dcm_dot(m->velocity, m->velocity) +
                0.5 * body->moment_of_inertia * dcm_dot(m->angular_velocity, m->angular_velocity);
  }
  return energy;
}

/** Work of what holds the fixed bodies, against the contact's force and torque. */
static double supplied_power(const run *r) {
  const dcm_vector forces[2] = {r->load.force, dcm_scale(-1.0, r->load.force)};
  const dcm_vector torques[2] = {r->load.torque_1, r->load.torque_2};
  double power = 0.0;
  for (int i = 0; i < 2; i++)
    if (r->collision->bodies[i].fixed)
      power -= dcm_dot(forces[i], r->motions[i].velocity) +
               dcm_dot(torques[i], r->motions[i].angular_velocity);
  return power;
}

static dcm_vector momentum(const run *r) {
  dcm_vector sum = {0.0, 0.0, 0.0};
  for (int i = 0; i < 2; i++)
    sum = dcm_add_scaled(sum, r->collision->bodies[i].mass, r->motions[i].velocity);
  return sum;
}

static dcm_vector angular_momentum(const run *r) {
  dcm_vector sum = {0.0, 0.0, 0.0};
  for (int i = 0; i < 2; i++) {
    const dcm_body *body = &r->collision->bodies[i];
    const dcm_motion *m = &r->motions[i];
    sum = dcm_add_scaled(sum, body->mass, dcm_cross(m->position, m->velocity));
    sum = dcm_add_scaled(sum, body->moment_of_inertia, m->angular_velocity);
  }
  return sum;
}

/** Largest value of a quantity that is seen at equal intervals. */
typedef struct peak {
  double before, last; /* the two samples before the next */
  double largest;      /* of the samples */
  double vertex;       /* of the parabola through the largest and its neighbours */
} peak;

static void peak_add(peak *p, double value) {
  const double curvature = p->before - 2.0 * p->last + value;
  if (p->last >= p->largest) {
    p->largest = p->last;
    const double slope = value - p->before;
    const int inside = p->last > p->before && p->last > value;
    p->vertex = inside ? p->last - 0.125 * slope * slope / curvature : p->last;
  }
  if (value > p->largest)
    p->largest = p->vertex = value;
  p->before = p->last;
  p->last = value;
}

/** How the integration stands, beside the state of the bodies. */
typedef struct progress {
  dcm_collision_outcome *outcome;
  dcm_motion before[2]; /* motions when the contact began */
  double idle;          /* time of the last step before the first force */
  peak overlap, normal_force, tangential_force;
  dcm_energy_sample last; /* while there was contact */
} progress;

static double distance_of_touch(const dcm_collision *c) {
  return c->bodies[0].radius + (c->side_2 == DCM_SIDE_WALL ? 0.0 : c->bodies[1].radius);
}

static double stored_in(const dcm_energy_sample *sample) {
  return sample->stored_normal + sample->stored_tangential + sample->stored_rolling;
}

/** Energy stored when the bodies have just touched: not zero for laws that jump into contact. */
static int32_t energy_at_touch(const dcm_collision *c, double *energy, dcm_error *error) {
  dcm_single_contact *fresh = dcm_single_contact_create(c->law, c->side_2, c->bodies, error);
  if (!fresh)
    return DCM_ERROR;
  /* A contact begins above an overlap of zero, not at it. */
  const dcm_motion motions[2] = {
      {.position = {0.0, 0.0, 0.0}},
      {.position = {nextafter(distance_of_touch(c), 0.0), 0.0, 0.0}},
  };
  dcm_contact_load load;
  dcm_single_contact_step(fresh, motions, 0.0, &load);
  *energy = stored_in(&load.energies);
  double value;
  const char *flaw = dcm_contact_load_flaw(&load, c->law, &value);
  dcm_single_contact_destroy(fresh);
  if (!flaw)
    return DCM_OK;
  return dcm_fail(
      error,
      "the law '%s' gives a %s of %g to bodies at rest that just touch: the law has a defect",
      c->law->model->id, flaw, value);
}

static dcm_vector relative_velocity(const dcm_motion motions[2]) {
  return dcm_subtract(motions[1].velocity, motions[0].velocity);
}

/** Unit vector from 1 to 2 at a time t after that of the motions, in free flight. */
static dcm_vector normal_in_flight(const dcm_collision *c, const dcm_motion motions[2], double t) {
  if (c->side_2 == DCM_SIDE_WALL)
    return dcm_scale(-1.0, c->wall_normal);
  const dcm_vector separation = dcm_add_scaled(
      dcm_subtract(motions[1].position, motions[0].position), t, relative_velocity(motions));
  return dcm_scale(1.0 / dcm_length(separation), separation);
}

/** Velocity of the surface of 2 relative to 1, tangential part. */
static dcm_vector surface_velocity(const dcm_collision *c, const dcm_motion motions[2],
                                   dcm_vector normal) {
  dcm_vector turning = dcm_scale(c->bodies[0].radius, motions[0].angular_velocity);
  if (c->side_2 != DCM_SIDE_WALL)
    turning = dcm_add_scaled(turning, c->bodies[1].radius, motions[1].angular_velocity);
  return dcm_tangential_part(dcm_subtract(relative_velocity(motions), dcm_cross(turning, normal)),
                             normal);
}

/** (d.after)/(d.before) along the direction d of before, carried over to the plane of after; NaN if
 * before is nothing but rounding. */
static double ratio_along(dcm_vector before, dcm_vector after, dcm_vector normal_after,
                          double scale) {
  const double rounding = 1e-12;
  if (!(dcm_length(before) > rounding * scale))
    return NAN;
  return dcm_dot(dcm_transport(before, normal_after), after) / dcm_dot(before, before);
}

static void add_energies(dcm_energy_ledger *ledger, const dcm_energy_sample *sample) {
  ledger->dissipated_normal += sample->dissipated_normal;
  ledger->dissipated_plastic += sample->dissipated_plastic;
  ledger->dissipated_tangential += sample->dissipated_tangential;
  ledger->dissipated_sliding += sample->dissipated_sliding;
  ledger->dissipated_rolling += sample->dissipated_rolling;
  ledger->dissipated_fracture += sample->dissipated_fracture;
}

/** Velocity of separation, n.(v2 - v1). */
static double separation_rate(const run *r) {
  return dcm_dot(r->load.normal, relative_velocity(r->motions));
}

/** Fraction of a step at which a quantity that went from a to b was at the level. */
static double crossing(double a, double b, double level) {
  return (level - a) / (b - a);
}

/** One step of velocity Verlet. */
static void advance(run *r) {
  const double dt = r->collision->dt;
  kick(r, 0.5 * dt);
  drift(r, dt);
  evaluate(r, dt);
  kick(r, 0.5 * dt);
}

/** Whether the bodies are apart and do not approach: they will not meet any more. */
static int flies_apart(const run *r) {
  return !r->load.touching && separation_rate(r) >= 0.0;
}

/** Numbers must stay finite: those of the motion first, for what the law makes of others is not its
 * fault. */
static int32_t check_numbers(const run *r, uint64_t step, dcm_error *error) {
  const dcm_collision *c = r->collision;
  double value;
  const char *flaw = dcm_contact_load_flaw(&r->load, c->law, &value);
  if (flaw && isfinite(r->load.overlap)) {
    dcm_fail(
        error,
        "at step %llu the law '%s' gives a %s of %g at an overlap of %g: the law has a defect, "
        "or the time step of %g is far too long",
        (unsigned long long)step, c->law->model->id, flaw, value, r->load.overlap, c->dt);
    dcm_law_append_reason(c->law, error);
    return DCM_ERROR;
  }
  if (isfinite(r->load.overlap) && isfinite(dcm_length(r->motions[0].velocity)) &&
      isfinite(dcm_length(r->motions[1].velocity)))
    return DCM_OK;
  return dcm_fail(error,
                  "the integration broke down at step %llu: a time step of %g is far too long",
                  (unsigned long long)step, c->dt);
}

static void note_contact(progress *p, const dcm_contact_load *load) {
  peak_add(&p->overlap, load->overlap);
  peak_add(&p->normal_force, load->normal_force);
  peak_add(&p->tangential_force, dcm_length(load->tangential_force));
  if (load->touching)
    p->last = load->energies;
  add_energies(&p->outcome->energy, &load->booked);
}

/** Steps until the contact has ended, or for stop_at_turn until the largest overlap. */
static int32_t integrate(run *r, progress *p, dcm_collision_observer observer, void *data,
                         int stop_at_turn, dcm_error *error) {
  const dcm_collision *c = r->collision;
  dcm_collision_outcome *out = p->outcome;
  if (r->load.touching) {
    out->touched = 1;
    note_contact(p, &r->load);
  }
  while (!out->separated && out->steps < c->max_steps && !flies_apart(r)) {
    const dcm_motion motions[2] = {r->motions[0], r->motions[1]};
    const dcm_contact_load load = r->load;
    const double rate = separation_rate(r);
    const double power = supplied_power(r);
    const double time = (double)out->steps * c->dt;
    advance(r);
    out->steps++;
    if (check_numbers(r, out->steps, error))
      return DCM_ERROR;
    out->energy.supplied += 0.5 * c->dt * (power + supplied_power(r));
    if (!out->touched && r->load.touching) {
      out->touched = 1;
      out->begin = time + c->dt * crossing(load.overlap, r->load.overlap, 0.0);
      memcpy(p->before, motions, sizeof motions);
      out->normal_before = normal_in_flight(c, motions, out->begin - time);
    }
    if (out->touched)
      note_contact(p, &r->load);
    if (p->normal_force.largest == 0.0 && r->load.normal_force == 0.0)
      p->idle = time + c->dt;
    if (out->touched && isnan(out->turn) && rate < 0.0 && separation_rate(r) >= 0.0)
      out->turn =
          time + c->dt * crossing(rate, separation_rate(r), 0.0) - fmax(out->begin, p->idle);
    if (load.touching && !r->load.touching) {
      const double reach = dcm_single_contact_reach(r->contact);
      const double end = c->dt * crossing(load.overlap, r->load.overlap, -reach);
      out->separated = 1;
      out->duration = time + end - out->begin;
      out->normal_after = normal_in_flight(c, r->motions, end - c->dt);
    }
    if (observer) {
      const dcm_collision_sample sample = {
          out->steps, (double)out->steps * c->dt, {r->motions[0], r->motions[1]}, &r->load};
      observer(data, &sample);
    }
    if (stop_at_turn && !isnan(out->turn))
      break;
  }
  return DCM_OK;
}

static void conclude_restitution(const run *r, const progress *p) {
  const dcm_collision *c = r->collision;
  dcm_collision_outcome *out = p->outcome;
  const dcm_vector before = relative_velocity(p->before);
  const dcm_vector after = relative_velocity(out->motions);
  const double speed = dcm_length(before);
  out->normal_restitution =
      -dcm_dot(out->normal_after, after) / dcm_dot(out->normal_before, before);
  out->tangential_restitution =
      ratio_along(dcm_tangential_part(before, out->normal_before), after, out->normal_after, speed);
  out->surface_restitution =
      -ratio_along(surface_velocity(c, p->before, out->normal_before),
                   surface_velocity(c, out->motions, out->normal_after), out->normal_after, speed);
}

static void conclude(const run *r, const progress *p, double energy_at_begin) {
  dcm_collision_outcome *out = p->outcome;
  dcm_energy_ledger *e = &out->energy;
  memcpy(out->motions, r->motions, sizeof out->motions);
  e->kinetic_after = kinetic_energy(r);
  if (!out->touched)
    return;
  out->max_overlap = p->overlap.vertex;
  out->max_normal_force = p->normal_force.vertex;
  out->max_tangential_force = p->tangential_force.vertex;
  if (out->separated) {
    conclude_restitution(r, p);
  } else {
    out->duration = (double)out->steps * r->collision->dt - out->begin;
    out->normal_after = r->load.normal;
  }

  const double last_stored = stored_in(&p->last);
  e->stored = out->separated ? 0.0 : last_stored;
  e->dissipated_by_jumps = (out->separated ? last_stored : 0.0) - energy_at_begin;
  e->balance_error = e->kinetic_before + e->supplied - e->kinetic_after - e->stored -
                     e->dissipated_normal - e->dissipated_plastic - e->dissipated_tangential -
                     e->dissipated_sliding - e->dissipated_rolling - e->dissipated_fracture -
                     e->dissipated_by_jumps;
}

/** Changes of what must not change, relative to what the collision moves. */
static void conclude_momenta(const run *r, dcm_collision_outcome *out, dcm_vector momentum_before,
                             dcm_vector angular_momentum_before) {
  const dcm_collision *c = r->collision;
  if (c->bodies[0].fixed || c->bodies[1].fixed)
    return;
  const double mass = dcm_effective_mass(c->bodies[0].mass, 0, c->bodies[1].mass, 0);
  const double impulse = mass * dcm_length(relative_velocity(c->motions));
  double turning = impulse * distance_of_touch(c);
  for (int i = 0; i < 2; i++)
    turning += c->bodies[i].moment_of_inertia * dcm_length(c->motions[i].angular_velocity);
  out->momentum_drift = dcm_length(dcm_subtract(momentum(r), momentum_before)) / impulse;
  out->angular_momentum_drift =
      dcm_length(dcm_subtract(angular_momentum(r), angular_momentum_before)) / turning;
}

/** Length of the step that ends where the collision begins: 0, but to a law that makes something of
 * contacts within reach where a run begins that would mean a run, not two that come from afar. */
static double first_step(const dcm_collision *c) {
  const int makes_contacts = dcm_law_begins_at_reach(c->law) &&
                             (c->law->instance.flags & DCM_STATE_AT_START) && !c->begins_run;
  return makes_contacts ? 1e-9 * c->dt : 0.0;
}

static int32_t run_collision(const dcm_collision *collision, dcm_collision_observer observer,
                             void *data, int stop_at_turn, dcm_collision_outcome *outcome,
                             dcm_error *error) {
  *outcome = (dcm_collision_outcome){.turn = NAN,
                                     .duration = NAN,
                                     .normal_restitution = NAN,
                                     .tangential_restitution = NAN,
                                     .surface_restitution = NAN,
                                     .momentum_drift = NAN,
                                     .angular_momentum_drift = NAN};
  double energy_at_begin = 0.0;
  if (!(collision->dt > 0.0) || !isfinite(collision->dt))
    return dcm_fail(error, "the time step must be a number above 0, not %g", collision->dt);
  if (energy_at_touch(collision, &energy_at_begin, error))
    return DCM_ERROR;
  run r = {.collision = collision};
  r.contact =
      dcm_single_contact_create(collision->law, collision->side_2, collision->bodies, error);
  if (!r.contact)
    return DCM_ERROR;
  if (collision->velocities == DCM_VELOCITY_HALF_STEP)
    dcm_single_contact_use_half_step_velocities(r.contact);
  memcpy(r.motions, collision->motions, sizeof r.motions);
  if (collision->side_2 == DCM_SIDE_WALL)
    r.motions[1].angular_velocity = (dcm_vector){0.0, 0.0, 0.0};
  evaluate(&r, first_step(collision));
  if (collision->begins_run && r.load.touching)
    energy_at_begin = stored_in(&r.load.energies);
  progress p = {.outcome = outcome, .before = {r.motions[0], r.motions[1]}};
  outcome->normal_before = outcome->normal_after = r.load.normal;
  outcome->energy.kinetic_before = kinetic_energy(&r);
  const dcm_vector momentum_before = momentum(&r);
  const dcm_vector angular_momentum_before = angular_momentum(&r);
  if (observer) {
    const dcm_collision_sample sample = {0, 0.0, {r.motions[0], r.motions[1]}, &r.load};
    observer(data, &sample);
  }
  const int32_t status = integrate(&r, &p, observer, data, stop_at_turn, error);
  if (status == DCM_OK) {
    conclude(&r, &p, energy_at_begin);
    conclude_momenta(&r, outcome, momentum_before, angular_momentum_before);
  }
  dcm_single_contact_destroy(r.contact);
  return status;
}

int32_t dcm_collision_run(const dcm_collision *collision, dcm_collision_observer observer,
                          void *data, dcm_collision_outcome *outcome, dcm_error *error) {
  return run_collision(collision, observer, data, 0, outcome, error);
}

int32_t dcm_collision_time_step(const dcm_collision *collision, uint32_t steps, double *dt,
                                dcm_error *error) {
  const double speed = dcm_length(relative_velocity(collision->motions));
  if (steps < 2 || !(speed > 0.0))
    return dcm_fail(
        error, steps < 2 ? "a collision takes at least 2 steps"
                         : "the bodies do not move relative to each other, or move too slowly");
  dcm_collision trial = *collision;
  const double r2 = collision->bodies[1].radius;
  const double size = fmin(collision->bodies[0].radius, r2 > 0.0 ? r2 : INFINITY);
  trial.dt = 0.01 * size / speed;
  /* What turns within fewer steps tells nothing of the collision but that they are too long. */
  const double fewest = fmin(20.0, 0.25 * steps);
  trial.max_steps = trial.max_trial_steps ? trial.max_trial_steps : 10000000;
  const uint64_t most_steps_of_flight = 100000;
  int32_t status = DCM_OK;
  int met = 0;
  for (int attempt = 0; attempt < 100 && trial.dt * speed > 1e-15 * size; attempt++) {
    dcm_collision_outcome outcome;
    status = run_collision(&trial, NULL, NULL, 1, &outcome, error);
    if (status == DCM_OK && isnan(outcome.turn) && outcome.steps == trial.max_steps)
      return dcm_fail(error, "the bodies are still approaching after %llu steps of %g",
                      (unsigned long long)outcome.steps, trial.dt);
    /* Bodies that graze each other are missed by long steps. */
    met = status || outcome.touched;
    if (!met && outcome.steps > most_steps_of_flight)
      break;
    if (status || !(outcome.turn >= fewest * trial.dt)) {
      trial.dt *= 0.1;
      continue;
    }
    const double next = 2.0 * outcome.turn / steps;
    if (fabs(next - trial.dt) < 0.05 * trial.dt) {
      *dt = next;
      return DCM_OK;
    }
    trial.dt = next;
  }
  if (!met)
    return dcm_fail(error, "the bodies do not meet");
  return status ? status
                : dcm_fail(error,
                           "no time step divides the collision into %u steps, because the overlap "
                           "is lost in the rounding of positions: take faster or softer bodies",
                           steps);
}
