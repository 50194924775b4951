/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of whole collisions. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "driver/collision.h"
#include "runtime/model.h"

static const double radius = 1e-3, density = 2500.0;

/* Why a collision tests nothing. */
static const char no_speed[] = "nothing pushes two spheres apart, so no speed suits the law";
static const char no_end[] = "two spheres do not part, or no time step is found";

/** The speed at which two such spheres press themselves into each other by about a hundredth of
 * their radius; 0 if nothing stops them. */
static double speed_of(dcm_scene *s) {
  dcm_batch *b = s->a;
  const double mass = 0.5 * dcm_body_sphere(1, radius, density).mass, overlap = 0.01 * radius;
  dcm_sample sample = {.separation = {2.0 * radius - overlap, 0.0, 0.0},
                       .radius_1 = radius,
                       .radius_2 = radius,
                       .effective_mass = mass,
                       .material_1 = 1,
                       .material_2 = 1};
  dcm_law_usual_quantities(s->law, 2.0 * mass, 1.0, sample.quantities_1);
  dcm_law_usual_quantities(s->law, 2.0 * mass, 2.0, sample.quantities_2);
  b->count = 1;
  dcm_put_sample(b, s->law, 0, &sample);
  dcm_law_history_begin(s->law, b->pair, DCM_SIDE_PARTICLE, 1, b->history);
  dcm_batch_evaluate(b, s->law, DCM_SIDE_PARTICLE, 0.0);
  return b->normal_force[0] > 0.0 ? sqrt(b->normal_force[0] * overlap / mass) : 0.0;
}

/** Two equal spheres that meet at an angle. */
static dcm_collision meeting(const dcm_scene *s, double speed, double angle) {
  dcm_collision c = {.law = s->law, .side_2 = DCM_SIDE_PARTICLE, .max_steps = 10000000};
  for (int i = 0; i < 2; i++)
    c.bodies[i] = dcm_body_sphere(1, radius, density);
  c.motions[1].position.x = 2.01 * radius;
  c.motions[0].velocity = (dcm_vector){speed * cos(angle), speed * sin(angle), 0.0};
  return c;
}

/** @return 0 if the two do not part, or no step is found */
static int run(dcm_collision *c, uint32_t steps, double shorter, dcm_collision_outcome *outcome) {
  dcm_error error;
  if (dcm_collision_time_step(c, steps, &c->dt, &error))
    return 0;
  c->dt /= shorter;
  c->max_steps = 200u * steps * (uint64_t)shorter;
  return dcm_collision_run(c, NULL, NULL, outcome, &error) == DCM_OK && outcome->touched &&
         outcome->separated;
}

static const char *describe(const dcm_scene *s, double speed, double angle) {
  static char text[sizeof s->drawn.text + 512];
  snprintf(
      text, sizeof text,
      "%s, %s; two spheres of radius %g and density 2500 at speed %g, %g degrees from the normal",
      s->the_case.name, s->drawn.text, radius, speed, angle * 57.29577951308232);
  return text;
}

/* ------------------------------------------------------------------------------- restitution */

static void restitution(dcm_scene *s) {
  if (s->law->instance.flags & DCM_KNOWN_RESTITUTION) {
    dcm_scene_not_tested(s, "DCM_KNOWN_RESTITUTION is set");
    return;
  }
  const int32_t p = dcm_model_find_parameter(s->law->model, "restitution");
  const int per_pair = dcm_model_parameter(s->law->model, (uint32_t)p)->scope == DCM_PER_PAIR;
  double asked;
  dcm_error error;
  if (!per_pair ||
      dcm_settings_value(s->drawn.settings, (uint32_t)p, 1, 1, &asked, &error) != DCM_OK) {
    dcm_scene_not_tested(s, "the parameter 'restitution' has no value for a pair of materials");
    return;
  }
  if (asked < 0.05) {
    dcm_scene_not_tested(s, "the restitution is below 0.05");
    return;
  }
  dcm_collision_outcome outcome;
  const double speed = speed_of(s);
  if (speed == 0.0) {
    dcm_scene_not_tested(s, no_speed);
    return;
  }
  dcm_collision c = meeting(s, speed, 0.0);
  if (!run(&c, 4000, 1.0, &outcome)) {
    dcm_scene_not_tested(s, no_end);
    return;
  }
  if (fabs(outcome.normal_restitution - asked) <= 0.02)
    return;
  char came[128], expected[128];
  snprintf(came, sizeof came, "restitution %.6g", outcome.normal_restitution);
  snprintf(expected, sizeof expected, "restitution %.6g, to 0.02", asked);
  dcm_subject_find(s->subject,
                   "a head-on collision does not have the given restitution; if the parameter is "
                   "nominal, or the law adheres, set DCM_KNOWN_RESTITUTION",
                   describe(s, speed, 0.0), came, expected);
}

void dcm_check_restitution(const dcm_subject *subject) {
  if (dcm_model_find_parameter(subject->model, "restitution") >= 0)
    dcm_scene_rounds(subject, "restitution", NULL, 1, 8, restitution);
  else
    dcm_subject_not_tested(subject, "the law has no parameter 'restitution'");
}

/* ------------------------------------------------------------------------------- convergence */

static int is_bound_to_a_step(dcm_scene *s) {
  if (!(s->law->instance.flags & DCM_KNOWN_STEP))
    return 0;
  dcm_scene_not_tested(s, "DCM_KNOWN_STEP is set");
  return 1;
}

static void convergence(dcm_scene *s) {
  if (is_bound_to_a_step(s))
    return;
  const double speed = speed_of(s), angle = dcm_uniform(&s->random, 0.1, 1.3);
  if (speed == 0.0) {
    dcm_scene_not_tested(s, no_speed);
    return;
  }
  dcm_collision c = meeting(s, speed, angle);
  dcm_collision_outcome coarse, fine;
  if (!run(&c, 2000, 1.0, &coarse) || !run(&c, 2000, 8.0, &fine)) {
    dcm_scene_not_tested(s, no_end);
    return;
  }
  const dcm_vector change = dcm_subtract(coarse.motions[0].velocity, fine.motions[0].velocity);
  if (dcm_length(change) <= 0.02 * speed)
    return;
  char came[256], expected[256];
  snprintf(came, sizeof came,
           "velocity (%.6g, %.6g, %.6g) of body 1 after the collision, with some 2000 steps",
           coarse.motions[0].velocity.x, coarse.motions[0].velocity.y,
           coarse.motions[0].velocity.z);
  snprintf(expected, sizeof expected,
           "velocity (%.6g, %.6g, %.6g) as with an eighth of the time step, to 2 %% of the speed",
           fine.motions[0].velocity.x, fine.motions[0].velocity.y, fine.motions[0].velocity.z);
  dcm_subject_find(s->subject,
                   "a collision ends differently with a shorter time step: look for a sum over the "
                   "steps without a factor dt, such as damping in a stored force; if the law "
                   "intends this, set DCM_KNOWN_STEP",
                   describe(s, speed, angle), came, expected);
}

/** Shears contacts at rest along their normal by a fixed way in a fixed time.
 * @param force [contacts] receives the tangential forces at the end */
static void shear(dcm_scene *s, const dcm_vector *velocity, double time, int steps,
                  dcm_vector *force) {
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++)
    b->normal_velocity[k] = 0.0;
  dcm_scene_begin(s);
  for (int step = 0; step < steps; step++) {
    for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++)
      dcm_store(b->tangential_velocity, k, velocity[k]);
    dcm_batch_compute(b, s->law, s->side_2, time / steps);
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++)
    force[k] = dcm_scene_vector(b->tangential_force, k);
}

/* Collisions that slide from beginning to end do not show the error. */
static void shear_convergence(dcm_scene *s) {
  static dcm_vector velocity[DCM_SCENE_CONTACTS], coarse[DCM_SCENE_CONTACTS],
      fine[DCM_SCENE_CONTACTS];
  dcm_batch *b = s->a;
  if (is_bound_to_a_step(s))
    return;
  dcm_scene_meet(s, DCM_SIDE_PARTICLE);
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), dcm_scene_vector(b->normal, k));
    const double overlap = fabs(b->overlap[k]);
    const double way = overlap * dcm_log_uniform(&s->random, 1e-4, 1.0);
    velocity[k] = dcm_scale(way / s->dt / dcm_length(along), along);
    /* At least the contact's own period, so that damping is not everything. */
    b->effective_mass[k] = dcm_log_uniform(&s->random, 1e-4, 1.0) *
                           (fabs(b->normal_force[k]) + 1e-300) / overlap * s->dt * s->dt;
    dcm_store(b->angular_velocity_1, k, (dcm_vector){0.0, 0.0, 0.0});
    dcm_store(b->angular_velocity_2, k, (dcm_vector){0.0, 0.0, 0.0});
  }
  shear(s, velocity, s->dt, 200, coarse);
  shear(s, velocity, s->dt, 1600, fine);
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++) {
    const double size = fmax(dcm_length(fine[k]), dcm_length(coarse[k]));
    if (dcm_length(dcm_subtract(coarse[k], fine[k])) <= 0.05 * size + 1e-300)
      continue;
    dcm_scene_find(s, k,
                   "the same shear in the same time ends differently with a shorter time step: "
                   "look for a sum over the steps without a factor dt, such as damping in a stored "
                   "force; if the law intends this, set DCM_KNOWN_STEP",
                   "tangential force with 200 steps instead of 1600", dcm_length(coarse[k]),
                   dcm_length(fine[k]), 0.05 * size);
  }
}

void dcm_check_convergence(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "convergence", NULL, 1, 4, convergence);
  dcm_scene_rounds(subject, "convergence", NULL, 2, 4, shear_convergence);
}
