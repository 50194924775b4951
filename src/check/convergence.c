/* SPDX-License-Identifier: MIT */
/** @file
 * Results must converge as the time step shrinks. */
#include <math.h>
#include <stdio.h>

#include "check/checks.h"
#include "check/meeting.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/** Each run has so many times the steps of the run before. */
enum { FINER = 8 };

static int is_bound_to_a_step(dcm_scene *s) {
  if (!(s->law->instance.flags & DCM_KNOWN_STEP))
    return 0;
  dcm_scene_not_tested(s, "DCM_KNOWN_STEP is set");
  return 1;
}

static double change_of(dcm_vector a, dcm_vector b) {
  return dcm_length(dcm_subtract(a, b));
}

/* -------------------------------------------------------------------------------- collisions */

/** Steps of the coarsest collision. */
enum { STEPS = 1000 };

/** @return 0 if the collision tests nothing */
static int velocity_after(dcm_scene *s, dcm_meeting *m, double finer, dcm_vector *velocity) {
  dcm_api_outcome outcome;
  const dcm_parting parting = dcm_part(m, STEPS, finer, &outcome);
  *velocity = dcm_vector_at(outcome.velocity_1);
  if (parting != DCM_PART)
    dcm_scene_not_tested(s, parting == DCM_STAY ? "the two bodies stay together"
                                                : "a collision takes too many steps");
  return parting == DCM_PART;
}

/** The largest change of a result where the steps are a few percent more or less. Friction that
 * jumps from static to kinetic, or weakens with the speed, makes results jump with the step in
 * which the bodies stick: such results converge for most collisions, but for no step that one can
 * name. */
static double jitter(dcm_scene *s, const dcm_meeting *m, double finer, dcm_vector usual) {
  static const double factors[] = {0.93, 0.96, 0.98, 1.02, 1.04, 1.07};
  double largest = 0.0;
  for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
    dcm_meeting other = *m;
    dcm_vector velocity;
    if (!velocity_after(s, &other, finer * factors[i], &velocity))
      return INFINITY;
    largest = fmax(largest, change_of(velocity, usual));
  }
  return largest;
}

static void collide(dcm_scene *s) {
  dcm_meeting m;
  dcm_vector coarse, fine, finest;
  if (is_bound_to_a_step(s))
    return;
  const double angle = dcm_uniform(&s->random, 0.1, 1.3);
  const uint32_t count = s->law->material_count;
  const uint32_t materials[] = {1 + dcm_below(&s->random, count), 1 + dcm_below(&s->random, count)};
  if (!dcm_meet(s, angle, materials, &m)) {
    dcm_scene_not_tested(s, dcm_no_speed);
    return;
  }
  const double allowed = 0.02 * m.speed;
  if (!velocity_after(s, &m, 1.0, &coarse) || !velocity_after(s, &m, FINER, &fine))
    return;
  const double change = change_of(coarse, fine);
  if (change <= allowed || jitter(s, &m, 1.0, coarse) > 0.25 * change ||
      jitter(s, &m, FINER, fine) > 0.25 * change ||
      !velocity_after(s, &m, FINER * FINER, &finest) ||
      change_of(fine, finest) <= fmax(allowed, 0.5 * change))
    return;
  char came[256], expected[256];
  snprintf(came, sizeof came,
           "velocity (%.6g, %.6g, %.6g) of body 1 after the collision with some %d steps", fine.x,
           fine.y, fine.z, STEPS * FINER);
  snprintf(expected, sizeof expected,
           "velocity (%.6g, %.6g, %.6g) as with an eighth of the time step, to 2 %% of the speed, "
           "or to half of the change of %.3g from %d steps to %d",
           finest.x, finest.y, finest.z, change, STEPS, STEPS * FINER);
  dcm_subject_report(
      s->subject,
      &(dcm_finding){.what = "a collision ends differently with a shorter time step: look for a "
                             "sum over the steps without a factor dt, such as damping in a stored "
                             "force; if the law intends this, set DCM_KNOWN_STEP",
                     .situation = dcm_meeting_situation(s, &m),
                     .came = came,
                     .expected = expected});
}

/* ------------------------------------------------------------------------------------ shears */

/** Random shears of the contacts of batch a. */
static void choose_shears(dcm_scene *s, dcm_vector *velocity) {
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), dcm_scene_vector(b->normal, k));
    const double overlap = fabs(b->overlap[k]);
    const double way = overlap * dcm_log_uniform(&s->random, 1e-6, 1.0);
    velocity[k] = dcm_scale(way / s->dt / dcm_length(along), along);
    /* At least the contact's own period, so that damping is not everything. */
    b->effective_mass[k] = dcm_log_uniform(&s->random, 1e-4, 1.0) *
                           (fabs(b->normal_force[k]) + 1e-300) / overlap * s->dt * s->dt;
    dcm_store(b->angular_velocity_1, k, (dcm_vector){0.0, 0.0, 0.0});
    dcm_store(b->angular_velocity_2, k, (dcm_vector){0.0, 0.0, 0.0});
  }
}

/** Shears contacts at rest along their normal by a fixed way in a fixed time.
 * @param force [contacts] receives the tangential forces at the end */
static void shear(dcm_scene *s, const dcm_vector *velocity, double time, int steps,
                  dcm_vector *force) {
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->normal_velocity[k] = 0.0;
  dcm_scene_begin(s);
  for (int step = 0; step < steps; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++)
      dcm_store(b->tangential_velocity, k, velocity[k]);
    dcm_batch_compute(b, s->law, s->side_2, time / steps);
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++)
    force[k] = dcm_scene_vector(b->tangential_force, k);
}

enum { FEWEST_STEPS = 100, LEVELS = 4 };

/** Shears of the same contacts, each with FINER times the steps of the one before. */
typedef struct shears {
  dcm_vector velocity[CONTACTS], force[LEVELS][CONTACTS];
  int levels; /* as many as are needed */
} shears;

/** Change of the force of contact k from the run of a level to the next. */
static double change_from(dcm_scene *s, shears *all, int level, uint32_t k) {
  int steps = FEWEST_STEPS;
  for (int i = 0; i <= level + 1; i++, steps *= FINER)
    if (i == all->levels)
      shear(s, all->velocity, s->dt, steps, all->force[all->levels++]);
  return change_of(all->force[level][k], all->force[level + 1][k]);
}

/* A sum over the steps without a factor dt grows as their number, until the contact slides: so some
 * ways are short. Forces that jump from static to kinetic friction change, too, but by no more than
 * the jump. Collisions that slide from beginning to end do not show the error. */
static void shear_of_contacts(dcm_scene *s) {
  static shears all;
  if (is_bound_to_a_step(s))
    return;
  dcm_scene_meet(s, (s->round + s->the_case.number) % 2 ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE);
  dcm_batch_evaluate(s->a, s->law, s->side_2, 0.0);
  choose_shears(s, all.velocity);
  all.levels = 0;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double change = change_from(s, &all, 0, k);
    int grows = change > 0.05 * dcm_length(all.force[1][k]) + 1e-300;
    for (int level = 1; grows && level < LEVELS - 1; level++) {
      const double next = change_from(s, &all, level, k);
      grows = next > 0.5 * FINER * change;
      change = next;
    }
    if (!grows)
      continue;
    char came[256];
    snprintf(came, sizeof came,
             "tangential force %.6g with 100 steps, %.6g with 800, %.6g with 6400, %.6g with 51200",
             dcm_length(all.force[0][k]), dcm_length(all.force[1][k]), dcm_length(all.force[2][k]),
             dcm_length(all.force[3][k]));
    dcm_scene_find_text(
        s, k,
        "the same shear in the same time ends with a force that grows with the number of steps: "
        "look for a sum over the steps without a factor dt, such as damping in a stored force; if "
        "the law intends this, set DCM_KNOWN_STEP",
        came, "a force that tends to a limit");
  }
}

void dcm_check_convergence(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "convergence", NULL, 2, 4, collide);
  dcm_scene_rounds(subject, "convergence", NULL, 2, 8, shear_of_contacts);
}
