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

/** The fall of the force of a new contact from one overlap to another. The way is outward,
 * because a yielding contact is stiffer on the way out. A bonded contact pulls. */
static double fall(dcm_trial *trial, double from, double to) {
  const double *force = trial->batch->normal_force;
  dcm_trial_begin(trial, from);
  dcm_trial_step(trial, from, 1.0);
  const double pressed = force[0];
  dcm_trial_step(trial, to, 1.0);
  dcm_trial_end(trial);
  return pressed - force[0];
}

/** The step of the normal spring. */
static double normal_step(dcm_trial *trial) {
  /* The difference over a thousandth on both sides: exact to 1e-7 for powers of the overlap. */
  const double overlap = DCM_SAFE_OVERLAP * trial->smaller_radius, h = 1e-3 * overlap;
  const double mass = trial->batch->effective_mass[0];
  const double rise = fall(trial, overlap + h, overlap - h);
  if (!isfinite(rise))
    return NAN;
  return rise > 0.0 ? DCM_SAFE_FRACTION * DCM_PI * sqrt(mass * 2.0 * h / rise) : INFINITY;
}

/* ---------------------------------------------------------------------- all directions */

typedef enum direction { NORMAL, TANGENTIAL, ROLLING, TWISTING, DIRECTIONS } direction;

/** Two bodies in the motion of one direction: 1 towards 2, 2 along +y, both about y without
 * sliding, both about x. Angular velocities are those of 1 relative to 2. */
static void set_motion(dcm_trial *trial, direction along, double rate) {
  dcm_batch *b = trial->batch;
  for (int c = 0; c < 3; c++)
    b->relative_velocity[c][0] = b->angular_velocity_1[c][0] = b->angular_velocity_2[c][0] = 0.0;
  const int wall = trial->side_2 == DCM_SIDE_WALL;
  const double share_1 = wall ? 1.0 : b->radius_2[0] / (b->radius_1[0] + b->radius_2[0]);
  const int axis = along == ROLLING ? 1 : 0;
  if (along == NORMAL)
    b->relative_velocity[0][0] = -rate;
  if (along == TANGENTIAL)
    b->relative_velocity[1][0] = rate;
  if (along == ROLLING || along == TWISTING) {
    b->angular_velocity_1[axis][0] = share_1 * rate;
    b->angular_velocity_2[axis][0] = wall ? 0.0 : (share_1 - 1.0) * rate;
  }
  if (along == ROLLING && wall)
    b->relative_velocity[2][0] = -rate * b->radius_1[0];
}

/** The force or couple against that motion. */
static double resistance(const dcm_batch *b, direction along) {
  switch (along) {
  case NORMAL:
    return b->normal_force[0];
  case TANGENTIAL:
    return b->tangential_force[1][0];
  case ROLLING:
    return -b->couple_1[1][0];
  default:
    return -b->couple_1[0][0];
  }
}

/** The resistance of a new contact during a motion, and at rest after the motion. */
typedef struct answer {
  double moving, standing;
} answer;

static answer ask(dcm_trial *trial, direction along, double rate, double dt) {
  const double overlap = DCM_SAFE_OVERLAP * trial->smaller_radius;
  answer a;
  set_motion(trial, along, 0.0);
  dcm_trial_begin(trial, overlap);
  set_motion(trial, along, rate);
  dcm_trial_step(trial, overlap, dt);
  a.moving = resistance(trial->batch, along);
  set_motion(trial, along, 0.0);
  dcm_trial_step(trial, overlap, dt);
  a.standing = resistance(trial->batch, along);
  dcm_trial_end(trial);
  return a;
}

/** Displacement of a contact for the test of a spring: too little to slide. */
static double nudge(const dcm_trial *trial, direction along) {
  const double length = 1e-9 * DCM_SAFE_OVERLAP * trial->smaller_radius;
  return along == TANGENTIAL ? length : length / trial->smaller_radius;
}

/** A spring across the normal. */
static double stiffness(dcm_trial *trial, direction along, double dt) {
  const double path = nudge(trial, along);
  const answer at_rest = ask(trial, along, 0.0, dt), moved = ask(trial, along, path / dt, dt);
  return (moved.standing - at_rest.standing) / path;
}

/** The damper beside a spring; 0 if the resistance is not proportional to the velocity. The normal
 * damper has no slider, and needs more speed to show beside the elastic force. */
static double damping(dcm_trial *trial, direction along, double spring, double dt, double time) {
  const double rate = along == NORMAL ? 1e-3 * DCM_SAFE_OVERLAP * trial->smaller_radius / time
                                      : nudge(trial, along) / fmax(dt, time);
  const double none = ask(trial, along, 0.0, dt).moving;
  const double slow = ask(trial, along, rate, dt).moving - none;
  const double fast = ask(trial, along, 2.0 * rate, dt).moving - none;
  if (!(fabs(fast - 2.0 * slow) <= 1e-3 * fabs(slow)))
    return 0.0;
  return slow / rate - (along == NORMAL ? 0.0 : spring * dt);
}

/** Whether friction limits the resistance to a motion that a damper alone would resist by far more
 * than the normal force. */
static int is_limited(dcm_trial *trial, direction along, double damper, double dt) {
  if (along == NORMAL)
    return 0;
  const double arm = along == TANGENTIAL ? 1.0 : trial->smaller_radius;
  const double pressed = ask(trial, NORMAL, 0.0, dt).moving;
  const double most = 1e4 * fabs(pressed) * arm;
  return fabs(ask(trial, along, most / damper, dt).moving) < 0.5 * most;
}

/** The step that a damper allows. */
static double damped_step(dcm_trial *trial, direction along, double mass, double spring,
                          double time, double shortest) {
  const double c = damping(trial, along, spring, 1e-3 * time, time);
  const double step = c > 0.0 && isfinite(c) ? DCM_SAFE_DAMPING * mass / c : INFINITY;
  if (!(step < shortest) || is_limited(trial, along, c, 1e-3 * time))
    return INFINITY;
  const double long_step = 8.0 * mass / c;
  const int is_explicit = damping(trial, along, spring, long_step, time) * long_step >= 2.0 * mass;
  return is_explicit ? step : INFINITY;
}

const char *dcm_step_limit_name(dcm_step_limit limit) {
  static const char *const names[] = {"normal spring",   "tangential spring", "rolling spring",
                                      "twisting spring", "normal damping",    "tangential damping",
                                      "rolling damping", "twisting damping"};
  return names[limit];
}

dcm_safe_step dcm_longest_safe_step(const dcm_law *law, uint32_t i, uint32_t j, double radius_1,
                                    double mass_1, double radius_2, double mass_2) {
  dcm_safe_step safe = {NAN, DCM_LIMIT_NORMAL_SPRING, NAN};
  dcm_trial trial;
  if (dcm_trial_make(&trial, law, i, j, radius_1, mass_1, radius_2, mass_2, 0))
    return safe;
  safe.step = safe.normal_spring = normal_step(&trial);
  if (isnan(safe.step)) {
    dcm_trial_free(&trial);
    return safe;
  }
  const int wall = trial.side_2 == DCM_SIDE_WALL;
  const double effective_mass = trial.batch->effective_mass[0];
  const double inverse_inertia =
      2.5 / (mass_1 * radius_1 * radius_1) + (wall ? 0.0 : 2.5 / (mass_2 * radius_2 * radius_2));
  const double mass[DIRECTIONS] = {effective_mass, effective_mass / 3.5, 1.0 / inverse_inertia,
                                   1.0 / inverse_inertia};
  const double time = isfinite(safe.step) ? safe.step : 1.0;
  const int last = law->instance.unused & DCM_UNUSED_COUPLES ? TANGENTIAL : TWISTING;
  trial.batch->half_step_velocities = 1;
  for (direction along = NORMAL; along <= (direction)last; along++) {
    const double spring = along == NORMAL ? 0.0 : stiffness(&trial, along, time);
    const double by_spring = spring > 0.0 && isfinite(spring)
                                 ? DCM_SAFE_FRACTION_ACROSS * DCM_PI * sqrt(mass[along] / spring)
                                 : INFINITY;
    if (by_spring < safe.step) {
      safe.step = by_spring;
      safe.limit = DCM_LIMIT_NORMAL_SPRING + along;
    }
    const double by_damper = damped_step(&trial, along, mass[along], spring, time, safe.step);
    if (by_damper < safe.step) {
      safe.step = by_damper;
      safe.limit = DCM_LIMIT_NORMAL_DAMPING + along;
    }
  }
  dcm_trial_free(&trial);
  return safe;
}

int dcm_contact_creeps(const dcm_law *law, uint32_t i, uint32_t j, double radius_1, double mass_1,
                       double radius_2, double mass_2) {
  const double angle = 1e-9, dt = 1.0;
  dcm_trial trial;
  if ((law->instance.unused & DCM_UNUSED_COUPLES) ||
      dcm_trial_make(&trial, law, i, j, radius_1, mass_1, radius_2, mass_2, 0))
    return 0;
  const answer couple = ask(&trial, ROLLING, angle / dt, dt);
  dcm_trial_free(&trial);
  return fabs(couple.moving) > 0.0 && fabs(couple.standing) <= 1e-3 * fabs(couple.moving);
}
