/* SPDX-License-Identifier: MIT */
#include "program/library.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/model.h"
#include "runtime/motion.h"

/** A body counts as stuck after the steps of so many collisions. */
static const double patience = 20.0;

/** Most steps on the way through the reach of a law without max_steps: some seconds. The reach may
 * be any number of radii. */
static const double most_steps_in_reach = 1e7;

int dcm_program_side_2(const dcm_api_bodies *asked) {
  return asked->flags & DCM_API_WALL ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE;
}

/** A number above 0, or a sentence. */
static int32_t check_positive(const char *name, double value, dcm_error *error) {
  if (value > 0.0 && isfinite(value))
    return DCM_OK;
  dcm_fail(error, "%s must be a finite number above 0, not %g", name, value);
  return DCM_REFUSED;
}

/** @param i 0 or 1 */
static int32_t make_sphere(const dcm_api_bodies *asked, int i, dcm_body *body, double *density,
                           dcm_error *error) {
  static const char *const radius_names[] = {"radius of body 1", "radius of body 2"};
  static const char *const density_names[] = {"density of body 1", "density of body 2"};
  static const char *const mass_names[] = {"mass of body 1", "mass of body 2"};
  const double radius = i ? asked->radius_2 : asked->radius_1;
  const double mass = i ? asked->mass_2 : asked->mass_1;
  *density = i ? asked->density_2 : asked->density_1;
  int32_t status = check_positive(radius_names[i], radius, error);
  if (status == DCM_OK)
    status = mass != 0.0 ? check_positive(mass_names[i], mass, error)
                         : check_positive(density_names[i], *density, error);
  if (status != DCM_OK)
    return status;
  if (mass != 0.0 && !(*density > 0.0))
    *density = 1.0;
  *body = dcm_body_sphere(1, radius, *density);
  if (mass != 0.0) {
    *density *= mass / body->mass;
    body->mass = mass;
    body->moment_of_inertia = 0.4 * mass * radius * radius;
  }
  return DCM_OK;
}

int32_t dcm_program_check_quantity(const dcm_model *model, uint32_t quantity, double value,
                                   dcm_error *error) {
  const dcm_quantity *q = dcm_model_quantity(model, quantity);
  if (dcm_quantity_allows(q, value))
    return DCM_OK;
  dcm_fail(error, "%s = %g is out of range: the law '%s' has an answer for %s from %g to %g",
           q->name, value, model->id, q->name, q->minimum, q->maximum);
  return DCM_REFUSED;
}

/** Takes the quantities that are asked for; NaN stands for one that is not. */
static int32_t take_quantities(const dcm_law *law, const double *given, dcm_body *body,
                               dcm_error *error) {
  for (uint32_t q = 0; q < law->model->quantity_count; q++) {
    if (isnan(given[q]))
      continue;
    if (dcm_program_check_quantity(law->model, q, given[q], error))
      return DCM_REFUSED;
    body->quantities[q] = given[q];
  }
  return DCM_OK;
}

int32_t dcm_program_bodies(const dcm_law *law, const dcm_api_bodies *asked, dcm_body bodies[2],
                           double densities[2], dcm_error *error) {
  const int is_wall = dcm_program_side_2(asked) == DCM_SIDE_WALL;
  const uint32_t materials[2] = {asked->material_1, asked->material_2};
  double own[2] = {NAN, NAN};
  int32_t status = make_sphere(asked, 0, &bodies[0], &own[0], error);
  if (status == DCM_OK && is_wall)
    bodies[1] = dcm_body_wall(1);
  else if (status == DCM_OK)
    status = make_sphere(asked, 1, &bodies[1], &own[1], error);
  if (status != DCM_OK)
    return status;
  bodies[1].fixed = is_wall || (asked->flags & DCM_API_FIXED_2);
  for (int i = 0; i < 2; i++) {
    dcm_body *body = &bodies[i];
    if (materials[i] < 1 || materials[i] > law->material_count) {
      dcm_fail(error, "there is no material %u: materials are numbered from 1 to %u", materials[i],
               law->material_count);
      return DCM_REFUSED;
    }
    body->material = materials[i];
    body->has_quantities = 1;
    const double *given = i ? asked->quantities_2 : asked->quantities_1;
    dcm_law_usual_quantities(law, i && is_wall ? INFINITY : body->mass,
                             i && is_wall ? 0.0 : 1.0 + i, body->quantities);
    if (take_quantities(law, given, body, error))
      return DCM_REFUSED;
    if (densities)
      densities[i] = own[i];
  }
  return DCM_OK;
}

static int32_t check_motion(const dcm_law *law, const dcm_api_collision *asked, dcm_error *error) {
  const int32_t status = check_positive("the speed", asked->speed, error);
  if (status != DCM_OK)
    return status;
  if (!(asked->angle >= 0.0 && asked->angle < 90.0)) {
    dcm_fail(error,
             "the angle must be at least 0 and less than 90 degrees, not %g: at 90 degrees "
             "the bodies do not meet",
             asked->angle);
    return DCM_REFUSED;
  }
  for (int c = 0; c < 3; c++)
    if (!isfinite(asked->spin_1[c]) || !isfinite(asked->spin_2[c])) {
      dcm_fail(error, "the spins must be finite numbers, not %g and %g", asked->spin_1[c],
               asked->spin_2[c]);
      return DCM_REFUSED;
    }
  if ((asked->bodies.flags & DCM_API_BONDED) && !(law->instance.flags & DCM_STATE_AT_START)) {
    dcm_fail(error, "the law '%s' makes no bonds at the start of a run: leave bonded out",
             law->model->id);
    return DCM_REFUSED;
  }
  return DCM_OK;
}

int32_t dcm_program_make(const dcm_law *law, dcm_program_collision *c, dcm_error *error) {
  const dcm_api_collision *asked = &c->asked;
  const dcm_api_bodies *b = &asked->bodies;
  dcm_collision *made = &c->made;
  *made = (dcm_collision){
      .law = law,
      .side_2 = dcm_program_side_2(b),
      .velocities =
          b->flags & DCM_API_SYNCHRONISED ? DCM_VELOCITY_SYNCHRONISED : DCM_VELOCITY_HALF_STEP,
      .begins_run = (b->flags & DCM_API_BONDED) != 0,
  };
  int32_t status = dcm_program_bodies(law, b, made->bodies, NULL, error);
  if (status == DCM_OK)
    status = check_motion(law, asked, error);
  if (status != DCM_OK)
    return status;
  dcm_motion *m = made->motions;
  const double radians = asked->angle * 3.14159265358979323846 / 180.0;
  m[0].velocity = (dcm_vector){asked->speed * cos(radians), asked->speed * sin(radians), 0.0};
  m[0].angular_velocity = dcm_vector_at(asked->spin_1);
  m[1].angular_velocity = dcm_vector_at(asked->spin_2);
  m[1].position.x =
      made->bodies[0].radius + (made->side_2 == DCM_SIDE_WALL ? 0.0 : made->bodies[1].radius);
  if (made->begins_run)
    m[1].position.x = nextafter(m[1].position.x, 0.0);
  return DCM_OK;
}

/** Sets what is asked for. @return DCM_OK or DCM_REFUSED */
static int32_t read_time_step(dcm_program_collision *p, dcm_error *error) {
  const dcm_api_collision *asked = &p->asked;
  p->not_waited_for = 0.0;
  p->has_no_limit = 0;
  p->made.dt = asked->dt;
  p->made.max_steps = asked->max_steps;
  return asked->dt == 0.0 ? DCM_OK : check_positive("the time step", asked->dt, error);
}

int32_t dcm_program_time_step(dcm_program_collision *p, dcm_error *error) {
  const dcm_api_collision *asked = &p->asked;
  dcm_collision *c = &p->made;
  if (read_time_step(p, error) != DCM_OK)
    return DCM_REFUSED;
  /* Nothing is left to be found by a trial. */
  if (c->dt > 0.0 && c->max_steps)
    return DCM_OK;
  double collision_dt;
  if (dcm_collision_time_step(c, DCM_STEPS_PER_COLLISION, &collision_dt, error))
    return DCM_ERROR;
  const double duration = DCM_STEPS_PER_COLLISION * collision_dt;
  if (!(c->dt > 0.0))
    c->dt = duration / (double)(asked->steps ? asked->steps : DCM_STEPS_PER_COLLISION);
  if (!(duration <= DCM_MOST_STEPS_OF_COLLISION * c->dt)) {
    dcm_fail(error,
             "a time step of %g s divides the collision of about %g s into %.3g steps, "
             "but at most %g are allowed",
             c->dt, duration, duration / c->dt, DCM_MOST_STEPS_OF_COLLISION);
    return DCM_REFUSED;
  }
  if (c->max_steps)
    return DCM_OK;
  /* The bodies come from, and go to, the end of the law's reach. */
  const double r1 = c->bodies[0].radius, r2 = c->bodies[1].radius;
  const uint32_t pair = dcm_law_pair(c->law, c->bodies[0].material, c->bodies[1].material);
  const double reach =
      dcm_law_reach(c->law, c->side_2 == DCM_SIDE_WALL ? dcm_sides_at_wall(pair, r1, r2)
                                                       : dcm_sides_of_particles(pair, r1, r2));
  const double way = reach / asked->speed;
  double steps = patience * fmax((duration + way) / c->dt, 1.0);
  if (patience * way > most_steps_in_reach * c->dt) {
    p->not_waited_for = steps;
    steps = patience * duration / c->dt + most_steps_in_reach;
  }
  c->max_steps = (uint64_t)ceil(steps);
  return DCM_OK;
}

/** The outcome of a contact of fewer steps says nothing of the law: bodies may leave faster than
 * they came. */
static const double fewest_steps = 4.0;

/** A collision of bodies that do not meet, though they were to meet, or hardly, is a failure. */
static int32_t check_touched(const dcm_collision *collision, const dcm_api_outcome *outcome,
                             dcm_error *error) {
  const double dt = collision->dt;
  if (isnan(outcome->duration))
    return dcm_fail(error, "the bodies jump past each other: a time step of %g s is too long", dt);
  if (outcome->separated && !(outcome->duration >= fewest_steps * dt))
    return dcm_fail(error,
                    "the contact lasts %.2g steps of %g s, but at least %g are needed: take a "
                    "shorter time step, or more steps",
                    outcome->duration / dt, dt, fewest_steps);
  return DCM_OK;
}

int32_t dcm_program_run(const dcm_collision *collision, dcm_collision_observer observer, void *data,
                        dcm_api_outcome *outcome, dcm_error *error) {
  const int32_t status = dcm_collision_run(collision, observer, data, outcome, error);
  return status == DCM_OK ? check_touched(collision, outcome, error) : status;
}

/** Steps without a limit that was looked for. */
enum { STEPS_BEFORE_TRIAL = 200000 };

int32_t dcm_program_time_step_of_many(dcm_program_collision *c, dcm_error *error) {
  if (!(c->asked.dt > 0.0) || c->asked.max_steps)
    return dcm_program_time_step(c, error);
  const int32_t status = read_time_step(c, error);
  c->has_no_limit = 1;
  c->made.max_steps = STEPS_BEFORE_TRIAL;
  return status;
}

/** Whether the limit that a trial finds changes nothing: the bodies parted in half the time of
 * patience. A collision lasts twice the time to the largest overlap. */
static int is_far_from_limit(const dcm_collision *c, const dcm_api_outcome *o) {
  return !o->failed && o->separated && o->duration >= fewest_steps * c->dt &&
         (double)o->steps * c->dt <= 0.5 * patience * 2.0 * o->turn;
}

/** Integrates a collision alone, with the limit that a trial finds. */
static int32_t run_with_limit(dcm_program_collision *c, dcm_api_outcome *outcome,
                              dcm_error *error) {
  const int32_t status = dcm_program_time_step(c, error);
  return status == DCM_OK ? dcm_program_run(&c->made, NULL, NULL, outcome, error) : status;
}

int32_t dcm_program_run_all(dcm_program_collision *collisions, size_t count,
                            dcm_api_outcome *outcomes, size_t *first_failed, dcm_error *error) {
  dcm_collision *made = calloc(count + 1, sizeof *made);
  if (!made) {
    *first_failed = 0;
    return dcm_fail(error, "out of memory");
  }
  for (size_t i = 0; i < count; i++)
    made[i] = collisions[i].made;
  size_t failed;
  dcm_error of_first;
  *first_failed = count;
  dcm_collisions_run(made, count, outcomes, &failed, &of_first);
  free(made);
  for (size_t i = 0; i < count; i++) {
    dcm_program_collision *c = &collisions[i];
    dcm_error why = {""};
    int32_t status = outcomes[i].failed ? DCM_ERROR : DCM_OK;
    if (c->has_no_limit && !is_far_from_limit(&c->made, &outcomes[i]))
      status = run_with_limit(c, &outcomes[i], &why);
    else if (status == DCM_OK)
      status = check_touched(&c->made, &outcomes[i], &why);
    if (status == DCM_OK)
      continue;
    if (*first_failed == count) {
      *first_failed = i;
      if (!why.text[0] && i == failed)
        why = of_first;
      else if (!why.text[0])
        dcm_program_run(&c->made, NULL, NULL, &outcomes[i], &why);
      *error = why;
    }
    outcomes[i] = dcm_collision_failure(c->made.dt);
  }
  return *first_failed < count ? DCM_ERROR : DCM_OK;
}

dcm_safe_step dcm_program_safe_step(const dcm_law *law, const dcm_body b[2]) {
  return dcm_longest_safe_step(law, b[0].material, b[1].material, b[0].radius, b[0].mass,
                               b[1].radius, b[1].fixed ? INFINITY : b[1].mass);
}

/* --------------------------------------------------------------------------------- interface */

/** Makes the collision that the driver integrates, of the collision that is asked for. */
static int32_t prepare(const dcm_api_materials *materials, dcm_program_collision *c, int is_of_many,
                       dcm_error *error) {
  if (dcm_api_check_ready(materials, error))
    return DCM_ERROR;
  const int32_t status = dcm_program_make(materials->law, c, error);
  return status != DCM_OK ? status
         : is_of_many     ? dcm_program_time_step_of_many(c, error)
                          : dcm_program_time_step(c, error);
}

/** Collisions that are prepared together, so that those of one time step can share pools. */
enum { SLICE = 8192 };

typedef struct slice {
  size_t count; /**< of collisions to integrate */
  dcm_program_collision *collisions;
  dcm_api_outcome *outcomes;
  size_t *index; /**< in the caller's arrays */
  size_t first_failed;
  dcm_error *error; /**< of that one */
} slice;

static void note_failure(slice *s, size_t k, const dcm_error *why) {
  if (k >= s->first_failed)
    return;
  s->first_failed = k;
  *s->error = *why;
}

/** Integrates what is prepared and writes the outcomes. */
static void run_slice(slice *s, dcm_api_outcome *outcomes, size_t outcome_size) {
  dcm_error why;
  size_t failed;
  if (dcm_program_run_all(s->collisions, s->count, s->outcomes, &failed, &why))
    note_failure(s, s->index[failed], &why);
  for (size_t i = 0; i < s->count; i++)
    dcm_record_write(outcomes, outcome_size, s->index[i], &s->outcomes[i], sizeof *s->outcomes);
  s->count = 0;
}

int dcm_api_collide(const dcm_api_materials *materials, size_t count,
                    const dcm_api_collision *asked, size_t asked_size, dcm_api_outcome *outcomes,
                    size_t outcome_size, size_t *first_failed, dcm_api_message *message) {
  dcm_error own;
  slice s = {.first_failed = count, .error = dcm_api_error(message, &own)};
  if (dcm_api_check_ready(materials, s.error))
    return DCM_API_FAILED;
  const size_t room = count < SLICE ? count + 1 : SLICE;
  s.collisions = calloc(room, sizeof *s.collisions);
  s.outcomes = malloc(room * sizeof *s.outcomes);
  s.index = malloc(room * sizeof *s.index);
  const int has_memory = s.collisions && s.outcomes && s.index;
  if (!has_memory)
    dcm_fail(s.error, "out of memory");
  for (size_t k = 0; k < count && has_memory; k++) {
    dcm_program_collision *c = &s.collisions[s.count];
    dcm_error why;
    dcm_record_read(&c->asked, sizeof c->asked, asked, asked_size, k);
    c->made.dt = 0.0;
    if (prepare(materials, c, 1, &why) == DCM_OK) {
      s.index[s.count++] = k;
    } else {
      const dcm_api_outcome result = dcm_collision_failure(c->made.dt);
      dcm_record_write(outcomes, outcome_size, k, &result, sizeof result);
      note_failure(&s, k, &why);
    }
    if (s.count == SLICE || k + 1 == count)
      run_slice(&s, outcomes, outcome_size);
  }
  free(s.collisions);
  free(s.outcomes);
  free(s.index);
  if (first_failed)
    *first_failed = s.first_failed;
  return s.first_failed < count || !has_memory ? DCM_API_FAILED : DCM_API_OK;
}

int dcm_api_time_step(const dcm_api_materials *materials, const dcm_api_collision *asked,
                      double *dt, dcm_api_message *message) {
  dcm_error own;
  dcm_program_collision c = {.asked = *asked};
  if (prepare(materials, &c, 0, dcm_api_error(message, &own)))
    return DCM_API_FAILED;
  *dt = c.made.dt;
  return DCM_API_OK;
}

int dcm_api_safe_step(const dcm_api_materials *materials, const dcm_api_bodies *bodies,
                      double *step, const char **limit, dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  dcm_body b[2];
  if (dcm_api_check_ready(materials, error) ||
      dcm_program_bodies(materials->law, bodies, b, NULL, error))
    return DCM_API_FAILED;
  const dcm_safe_step safe = dcm_program_safe_step(materials->law, b);
  if (isnan(safe.step))
    return dcm_fail(error, "the law '%s' does not answer with finite forces: no time step is safe",
                    materials->law->model->id);
  *step = safe.step;
  if (limit)
    *limit = dcm_step_limit_name(safe.limit);
  return DCM_API_OK;
}

/* ------------------------------------------------------------------------------------- trace */

typedef struct trace {
  size_t count, room;
  dcm_api_motion *motions;
  size_t motion_size;
  dcm_api_load *loads;
  size_t load_size;
  double dt;
} trace;

static void keep_step(void *data, const dcm_collision_sample *sample) {
  trace *t = data;
  const size_t k = t->count++;
  if (k >= t->room)
    return;
  dcm_api_motion motion = {.time = sample->time, .length = k ? t->dt : 0.0};
  const dcm_motion *m = sample->motions;
  dcm_vector_put(motion.position_1, m[0].position);
  dcm_vector_put(motion.velocity_1, m[0].velocity);
  dcm_vector_put(motion.spin_1, m[0].angular_velocity);
  dcm_vector_put(motion.position_2, m[1].position);
  dcm_vector_put(motion.velocity_2, m[1].velocity);
  dcm_vector_put(motion.spin_2, m[1].angular_velocity);
  const dcm_api_load load = dcm_program_load(sample->load);
  dcm_record_write(t->motions, t->motion_size, k, &motion, sizeof motion);
  dcm_record_write(t->loads, t->load_size, k, &load, sizeof load);
}

int dcm_api_trace(const dcm_api_materials *materials, const dcm_api_collision *asked,
                  size_t asked_size, size_t room, dcm_api_motion *motions, size_t motion_size,
                  dcm_api_load *loads, size_t load_size, size_t *count, dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  dcm_program_collision c;
  dcm_api_outcome o;
  dcm_record_read(&c.asked, sizeof c.asked, asked, asked_size, 0);
  if (prepare(materials, &c, 0, error))
    return DCM_API_FAILED;
  trace t = {0, room, motions, motion_size, loads, load_size, c.made.dt};
  if (dcm_program_run(&c.made, keep_step, &t, &o, error))
    return DCM_API_FAILED;
  *count = t.count;
  return DCM_API_OK;
}
