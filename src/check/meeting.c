/* SPDX-License-Identifier: MIT */
#include "check/meeting.h"

#include <math.h>
#include <stdio.h>

const char dcm_no_speed[] = "nothing pushes the two bodies apart, so no speed suits the law";

static int is_at_wall(const dcm_collision *c) {
  return c->side_2 == DCM_SIDE_WALL;
}

/** Motions of bodies that rest at an overlap. */
static void put_at(const dcm_collision *c, double overlap, dcm_motion motions[2]) {
  const double touch = c->bodies[0].radius + (is_at_wall(c) ? 0.0 : c->bodies[1].radius);
  motions[0] = motions[1] = (dcm_motion){0};
  motions[1].position.x = touch - overlap;
}

static double smaller_radius(const dcm_collision *c) {
  const double r1 = c->bodies[0].radius, r2 = c->bodies[1].radius;
  return r2 > 0.0 ? fmin(r1, r2) : r1;
}

static dcm_single_contact *contact_of(const dcm_collision *c) {
  dcm_error error;
  return dcm_single_contact_create(c->law, c->side_2, c->bodies, &error);
}

static void choose_bodies(dcm_scene *s, double angle, const uint32_t materials[2],
                          dcm_collision *c) {
  enum { EQUAL, UNEQUAL, WALL, KINDS };
  dcm_random *r = &s->random;
  const double usual = 1e-3, usual_density = 2500.0;
  const uint32_t kind = (s->round + s->the_case.number + UNEQUAL) % KINDS;
  for (int i = 0; i < 2; i++)
    c->bodies[i] = dcm_body_sphere(materials[i], usual, usual_density);
  if (kind == EQUAL)
    return;
  for (int i = 0; i < 2; i++)
    c->bodies[i] = dcm_body_sphere(materials[i], usual * dcm_log_uniform(r, 0.3, 3.0),
                                   dcm_uniform(r, 1000.0, 8000.0));
  if (kind == UNEQUAL)
    return;
  c->side_2 = DCM_SIDE_WALL;
  c->wall_normal = (dcm_vector){-1.0, 0.0, 0.0};
  c->bodies[1] = dcm_body_wall(materials[1]);
  if (angle == 0.0 && dcm_chance(r, 0.5))
    c->bodies[1].radius =
        c->bodies[0].radius * dcm_log_uniform(r, 1.5, 100.0) * (dcm_chance(r, 0.5) ? 1.0 : -1.0);
}

/** The speed at which bodies press themselves into each other by some hundredths of their radius; 0
 * if nothing stops them. */
static double speed_of(const dcm_collision *c) {
  static const double depths[] = {0.01, 0.03, 0.1};
  const dcm_body *bodies = c->bodies;
  const double mass =
      dcm_effective_mass(bodies[0].mass, bodies[0].fixed, bodies[1].mass, bodies[1].fixed);
  for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
    const double overlap = depths[i] * smaller_radius(c);
    dcm_single_contact *contact = contact_of(c);
    dcm_contact_load load = {0};
    dcm_motion motions[2];
    put_at(c, overlap, motions);
    if (contact)
      dcm_single_contact_step(contact, motions, 0.0, &load);
    dcm_single_contact_destroy(contact);
    if (load.normal_force > 0.0)
      return sqrt(load.normal_force * overlap / mass);
  }
  return 0.0;
}

int dcm_meet(dcm_scene *s, double angle, const uint32_t materials[2], dcm_meeting *meeting) {
  *meeting = (dcm_meeting){.collision = {.law = s->law}};
  dcm_collision *c = &meeting->collision;
  choose_bodies(s, angle, materials, c);
  const double factor = dcm_log_uniform(&s->random, 0.5, 2.0);
  dcm_single_contact *contact = contact_of(c);
  if (!contact)
    return 0;
  meeting->gap = 0.01 * smaller_radius(c) + 1.01 * dcm_single_contact_reach(contact);
  put_at(c, -meeting->gap, c->motions);
  dcm_single_contact_destroy(contact);
  meeting->speed = factor * speed_of(c);
  c->motions[0].velocity = dcm_scale(meeting->speed, (dcm_vector){cos(angle), sin(angle), 0.0});
  const dcm_body *b = c->bodies;
  char other[128];
  if (is_at_wall(c))
    snprintf(other, sizeof other, "a wall of radius %g and material %u", b[1].radius,
             b[1].material);
  else
    snprintf(other, sizeof other, "a sphere of radius %g, mass %g and material %u", b[1].radius,
             b[1].mass, b[1].material);
  snprintf(meeting->called, sizeof meeting->called,
           "a sphere of radius %g, mass %g and material %u meets %s at speed %g, %g degrees from "
           "the normal",
           b[0].radius, b[0].mass, b[0].material, other, meeting->speed, angle * 57.29577951308232);
  return meeting->speed > 0.0;
}

dcm_parting dcm_part(dcm_meeting *meeting, uint32_t steps, double shorter,
                     dcm_collision_outcome *outcome) {
  enum { PATIENCE = 20 };
  dcm_collision *c = &meeting->collision;
  dcm_error error;
  c->max_trial_steps = 500000;
  if (dcm_collision_time_step(c, steps, &c->dt, &error))
    return DCM_NO_MEETING;
  c->dt /= shorter;
  /* A way back may be twenty times slower than the way in. */
  const double patience = PATIENCE * steps * shorter;
  const double flight = (1 + PATIENCE) * meeting->gap / (meeting->speed * c->dt);
  c->max_steps = (uint64_t)(patience + fmin(flight, 2.0 * patience));
  if (dcm_collision_run(c, NULL, NULL, outcome, &error) != DCM_OK || !outcome->touched ||
      isnan(outcome->turn))
    return DCM_NO_MEETING;
  return outcome->separated ? DCM_PART : flight > 2.0 * patience ? DCM_NO_MEETING : DCM_STAY;
}

int dcm_adheres(const dcm_meeting *meeting, double overlap) {
  enum { STEPS = 200 };
  const dcm_collision *c = &meeting->collision;
  dcm_single_contact *contact = contact_of(c);
  if (!contact)
    return 0;
  const double reach = dcm_single_contact_reach(contact);
  double most = 0.0, least = 0.0;
  for (int step = 1; step < 2 * STEPS; step++) {
    const double part = (double)step / STEPS;
    dcm_motion motions[2];
    dcm_contact_load load;
    put_at(c, part <= 1.0 ? part * overlap : overlap - (part - 1.0) * (overlap + reach), motions);
    dcm_single_contact_step(contact, motions, c->dt, &load);
    dcm_single_contact_step(contact, motions, 0.0, &load);
    most = fmax(most, load.normal_force);
    least = fmin(least, load.normal_force);
  }
  dcm_single_contact_destroy(contact);
  return least < -1e-6 * most;
}

const char *dcm_meeting_text(const dcm_scene *s, const dcm_meeting *meeting) {
  static char text[sizeof s->drawn.text + 1024];
  snprintf(text, sizeof text, "%s, %s; %s", s->the_case.name,
           s->drawn.text[0] ? s->drawn.text : "all parameters at their defaults", meeting->called);
  return text;
}
