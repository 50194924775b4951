/* SPDX-License-Identifier: MIT */
/** @file
 * Head-on collisions of two bodies, the checks that look at them, and the check that a wall is a
 * body without an end. */
#include "check/energy/meeting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "numeric/vector.h"

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

static dcm_single_contact *contact_of(const dcm_collision *c) {
  dcm_error error;
  return dcm_single_contact_create(c->law, c->side_2, c->bodies, &error);
}

static void choose_bodies(dcm_scene *s, double angle, const uint32_t materials[2],
                          dcm_collision *c) {
  enum { EQUAL, UNEQUAL, WALL, KINDS };
  dcm_random *r = &s->random;
  const double usual = s->drawn.typical.radius;
  const double density = s->drawn.typical.mass / dcm_body_sphere(1, usual, 1.0).mass;
  const uint32_t kind = (s->round + s->the_case.number + UNEQUAL) % KINDS;
  for (int i = 0; i < 2; i++)
    c->bodies[i] = dcm_body_sphere(materials[i], usual, density);
  if (kind == EQUAL)
    return;
  for (int i = 0; i < 2; i++)
    c->bodies[i] = dcm_body_sphere(materials[i], usual * dcm_log_uniform(r, 0.3, 3.0),
                                   density * dcm_log_uniform(r, 0.3, 3.0));
  if (kind == UNEQUAL)
    return;
  c->side_2 = DCM_SIDE_WALL;
  c->wall_normal = (dcm_vector){-1.0, 0.0, 0.0};
  c->bodies[1] = dcm_body_wall(materials[1]);
  if (angle == 0.0 && dcm_chance(r, 0.5))
    c->bodies[1].radius =
        c->bodies[0].radius * dcm_log_uniform(r, 1.5, 100.0) * (dcm_chance(r, 0.5) ? 1.0 : -1.0);
}

/** The overlap at which bodies push each other apart: as deep as is typical of the parameters, or
 * some hundredths of the radius.
 * @param force receives the force; 0 if nothing stops the bodies */
static double depth_of(const dcm_collision *c, double typical, double *force) {
  const double depths[] = {fmin(typical, 0.1), 0.01, 0.03, 0.1};
  double overlap = 0.0;
  *force = 0.0;
  for (size_t i = 0; i < sizeof depths / sizeof depths[0] && !(*force > 0.0); i++) {
    dcm_single_contact *contact = contact_of(c);
    dcm_contact_load load = {0};
    dcm_motion motions[2];
    overlap = depths[i] * dcm_smaller_radius(c->bodies[0].radius, c->bodies[1].radius);
    put_at(c, overlap, motions);
    if (contact)
      dcm_single_contact_step(contact, motions, 0.0, &load);
    dcm_single_contact_destroy(contact);
    *force = load.normal_force;
  }
  return overlap;
}

static void give_quantities(const dcm_scene *s, dcm_body *body, double id) {
  dcm_law_usual_quantities(s->law, body->fixed ? INFINITY : body->mass, id, body->quantities);
  dcm_scene_fix_quantities(s, body->quantities);
  body->has_quantities = 1;
}

int dcm_meet(dcm_scene *s, double angle, const uint32_t materials[2], dcm_meeting *meeting) {
  *meeting = (dcm_meeting){.collision = {.law = s->law}, .angle = angle};
  dcm_collision *c = &meeting->collision;
  choose_bodies(s, angle, materials, c);
  const dcm_body *b = c->bodies;
  give_quantities(s, &c->bodies[0], 1.0);
  give_quantities(s, &c->bodies[1], b[1].fixed ? 0.0 : 2.0);
  const double factor = dcm_log_uniform(&s->random, 0.5, 2.0);
  dcm_single_contact *contact = contact_of(c);
  if (!contact)
    return 0;
  meeting->reach = dcm_single_contact_reach(contact);
  dcm_single_contact_destroy(contact);
  double force;
  const dcm_typical *typical = &s->drawn.typical;
  const double depth = depth_of(c, typical->overlap / typical->radius, &force);
  const double mass = dcm_effective_mass(b[0].mass, b[0].fixed, b[1].mass, b[1].fixed);
  if (!(force > 0.0))
    return 0;
  meeting->speed = factor * sqrt(force * depth / mass);
  meeting->gap = depth + 1.01 * meeting->reach;
  put_at(c, -meeting->gap, c->motions);
  c->motions[0].velocity = dcm_scale(meeting->speed, (dcm_vector){cos(angle), sin(angle), 0.0});
  return 1;
}

dcm_parting dcm_part(dcm_meeting *meeting, uint32_t steps, double shorter,
                     dcm_api_outcome *outcome) {
  enum { PATIENCE = 20 };
  dcm_collision *c = &meeting->collision;
  dcm_error error;
  /* A collision lasts about as long as the flight through pi times its depth, half a period of a
   * spring. Trials of a flight that will be found too long would take most of the time. */
  const double depth = meeting->gap - 1.01 * meeting->reach;
  if (meeting->gap > 10.0 * PATIENCE * DCM_PI * depth)
    return DCM_NO_MEETING;
  c->max_trial_steps = 500000;
  if (dcm_collision_time_step(c, steps, &c->dt, &error))
    return DCM_NO_MEETING;
  c->dt /= shorter;
  const double step = meeting->speed * c->dt, patience = PATIENCE * steps * shorter;
  const double way_in = meeting->gap / step;
  const double way_back = PATIENCE * meeting->reach / step; /* for it may be so much slower */
  if (way_in > 10.0 * patience)
    return DCM_NO_MEETING;
  c->max_steps = (uint64_t)(patience + way_in + fmin(way_back, 2.0 * patience));
  if (dcm_collision_run(c, NULL, NULL, outcome, &error) != DCM_OK || isnan(outcome->duration) ||
      isnan(outcome->turn))
    return DCM_NO_MEETING;
  return outcome->separated ? DCM_PART : way_back > 2.0 * patience ? DCM_NO_MEETING : DCM_STAY;
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

dcm_situation *dcm_meeting_situation(const dcm_scene *s, const dcm_meeting *m) {
  dcm_situation *situation = dcm_scene_situation(s);
  const dcm_body *b = m->collision.bodies;
  dcm_situation_text(situation, "side 2", is_at_wall(&m->collision) ? "wall" : "particle");
  dcm_situation_materials(situation, b[0].material, b[1].material);
  dcm_situation_number(situation, "radius 1", b[0].radius);
  dcm_situation_number(situation, "radius 2", b[1].radius);
  dcm_situation_number(situation, "mass 1", b[0].mass);
  if (!b[1].fixed)
    dcm_situation_number(situation, "mass 2", b[1].mass);
  dcm_situation_number(situation, "speed", m->speed);
  dcm_situation_text(situation, "angle", "%.9g degrees from the normal", m->angle * 180.0 / DCM_PI);
  dcm_situation_number(situation, "dt", m->collision.dt);
  return situation;
}

/** Steps of a collision. */
enum { CONTACTS = DCM_SCENE_CONTACTS, STEPS = 1000 };

/* -------------------------------------------------------------------------------- restitution */

/** Most collisions show with few steps that they have the restitution asked for. */
enum { FEW_STEPS = 200 };

/** A collision in which nearly all energy is lost may last very long. */
static const double least_asked = 0.05;

/** Error that a restitution may have. Where little energy is lost, dampers err by a share of the
 * loss: polynomials in use for damping of Hertz' contact by 3 %, a forgotten sqrt(5/6) by 9 %. */
static double allowed_for(double asked) {
  return fmin(0.02, fmax(0.002, 0.05 * (1.0 - asked)));
}

static void expect(dcm_scene *s, dcm_meeting *m, double asked) {
  const double allowed = allowed_for(asked);
  dcm_api_outcome outcome;
  if (dcm_part(m, FEW_STEPS, 1.0, &outcome) == DCM_PART &&
      fabs(outcome.normal_restitution - asked) <= 0.25 * allowed)
    return;
  const dcm_parting parting = dcm_part(m, STEPS, 1.0, &outcome);
  if (parting == DCM_NO_MEETING)
    dcm_scene_not_tested(s, "a collision takes too many steps");
  else if (parting == DCM_PART && !(fabs(outcome.normal_restitution - asked) <= allowed))
    dcm_scene_find_in(s, dcm_meeting_situation(s, m),
                      "a head-on collision does not have the given restitution: look for a wrong "
                      "mass, radius or stiffness in the damping; if the parameter is nominal, or "
                      "the law adheres, set DCM_KNOWN_RESTITUTION",
                      "restitution", outcome.normal_restitution, asked, allowed);
  else if (parting == DCM_STAY && dcm_adheres(m, outcome.max_overlap))
    dcm_scene_not_tested(s, "the law adheres, and the two bodies stay together");
  else if (parting == DCM_STAY)
    dcm_scene_find_in(s, dcm_meeting_situation(s, m),
                      "two bodies that collide head-on do not part, although the law does not pull "
                      "bodies at rest: the damping is far too strong; if the restitution is "
                      "nominal, set DCM_KNOWN_RESTITUTION",
                      "restitution", 0.0, asked, allowed);
}

static void restitution(dcm_scene *s) {
  if (s->law->instance.flags & DCM_KNOWN_RESTITUTION) {
    dcm_scene_not_tested(s, "DCM_KNOWN_RESTITUTION is set");
    return;
  }
  const uint32_t count = s->law->material_count;
  const uint32_t first = 1 + dcm_below(&s->random, count),
                 second = 1 + dcm_below(&s->random, count);
  const int mixed_by_law = isnan(dcm_value_of_role(s, DCM_ROLE_RESTITUTION, first, second));
  const uint32_t materials[] = {first, mixed_by_law ? first : second};
  const double asked = dcm_value_of_role(s, DCM_ROLE_RESTITUTION, materials[0], materials[1]);
  dcm_meeting meeting;
  if (isnan(asked))
    dcm_scene_not_tested(s, "several parameters may be the restitution");
  else if (asked < least_asked)
    dcm_scene_not_tested(s, "the restitution is below 0.05");
  else if (!dcm_meet(s, 0.0, materials, &meeting))
    dcm_scene_not_tested(s, dcm_no_speed);
  else
    expect(s, &meeting, asked);
}

void dcm_check_restitution(const dcm_subject *subject) {
  if (dcm_any_has_role(subject->model, DCM_ROLE_RESTITUTION))
    dcm_scene_rounds(subject, "restitution", NULL, 2, 16, restitution, NULL);
  else
    dcm_subject_not_tested(subject, dcm_why_no_role(DCM_ROLE_RESTITUTION));
}

/* -------------------------------------------------------------------------------------- walls */

enum { ROUNDS = 32, MOST_CASES = 256, ENOUGH = 4 };

/** A grain so much larger and heavier than another one that it is a flat wall for that one. */
static const double without_end = 1e9;

/** Mistakes that laws may make at walls: a part of the answer is that of another radius or mass. A
 * law may have other springs and dampers at walls on purpose, but hardly such. */
static const struct mistake {
  double radius, mass; /**< factors by which the host would have to set the mistake right */
  const char *what;
} mistakes[] = {
    {2.0, 1.0,
     "at a flat wall the law answers as for half of effective_radius: at a wall effective_radius "
     "is the radius of the grain"},
    {0.5, 1.0,
     "at a flat wall the law answers as for twice the effective_radius: at a wall effective_radius "
     "is the radius of the grain"},
    {1.0, 2.0,
     "at a flat wall the law answers as for half of effective_mass: at a wall effective_mass is "
     "the mass of the grain"},
    {1.0, 0.5,
     "at a flat wall the law answers as for twice the effective_mass: at a wall effective_mass is "
     "the mass of the grain"},
};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

/** In how many rounds of a case walls differ from grains without end, and in how many of these each
 * mistake is the reason. */
typedef struct seen {
  uint32_t differing, explained[MISTAKES];
} seen;

/** Answers to new contacts, after one step. */
typedef struct answers {
  double normal[CONTACTS];
  dcm_vector tangential[CONTACTS], couple[CONTACTS];
} answers;

static void ask(dcm_scene *s, int side_2, answers *a) {
  dcm_batch *b = s->a;
  s->side_2 = side_2;
  dcm_scene_begin(s);
  dcm_batch_compute(b, s->law, side_2, s->dt);
  memcpy(a->normal, b->normal_force, sizeof a->normal);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    a->tangential[k] = dcm_scene_vector(b->tangential_force, k);
    a->couple[k] = dcm_scene_vector(b->couple_1, k);
  }
}

static int are_equal(dcm_vector one, dcm_vector other) {
  return dcm_length(dcm_subtract(one, other)) <= 1e-6 * dcm_length(one);
}

/** The first contact to which the answers differ; CONTACTS: none. */
static uint32_t first_difference(const answers *one, const answers *other) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (!(fabs(one->normal[k] - other->normal[k]) <= 1e-6 * fabs(one->normal[k])) ||
        !are_equal(one->tangential[k], other->tangential[k]) ||
        !are_equal(one->couple[k], other->couple[k]))
      return k;
  return CONTACTS;
}

static void scale(dcm_batch *b, double radius, double mass) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    b->effective_radius[k] *= radius;
    b->effective_mass[k] *= mass;
  }
}

/** Asks for contacts with flat walls, and the same contacts with grains without end. */
static void ask_both(dcm_scene *s, answers *wall, answers *grain) {
  dcm_batch *b = s->a;
  dcm_scene_meet(s, DCM_SIDE_WALL);
  dcm_batch_evaluate(b, s->law, DCM_SIDE_WALL, 0.0);
  s->is_start = 0;
  dcm_scene_touch(s);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    b->radius_2[k] = without_end * b->radius_1[k];
    b->effective_radius[k] = b->radius_1[k];
  }
  ask(s, DCM_SIDE_PARTICLE, grain);
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->radius_2[k] = INFINITY;
  ask(s, DCM_SIDE_WALL, wall);
}

/** Whether the law answers at walls as beside grains if the host sets a mistake right. */
static int explains(dcm_scene *s, const struct mistake *m, const answers *grain) {
  static answers corrected;
  scale(s->a, m->radius, m->mass);
  ask(s, DCM_SIDE_WALL, &corrected);
  scale(s->a, 1.0 / m->radius, 1.0 / m->mass);
  return first_difference(grain, &corrected) == CONTACTS;
}

static void see(dcm_scene *s) {
  static answers wall, grain;
  if (s->case_index >= MOST_CASES)
    return;
  seen *of_case = (seen *)s->state + s->case_index;
  ask_both(s, &wall, &grain);
  if (first_difference(&grain, &wall) == CONTACTS)
    return;
  of_case->differing++;
  for (size_t m = 0; m < MISTAKES; m++)
    of_case->explained[m] += (uint32_t)explains(s, &mistakes[m], &grain);
}

/** Goes through the rounds of see again, and finds the contacts that a mistake explains. */
static void find_mistake(dcm_scene *s) {
  static answers wall, grain;
  const seen *of_case = (const seen *)s->state + s->case_index % MOST_CASES;
  if (s->case_index >= MOST_CASES || of_case->differing < ENOUGH)
    return;
  ask_both(s, &wall, &grain);
  const uint32_t k = first_difference(&grain, &wall);
  for (size_t m = 0; k < CONTACTS && m < MISTAKES; m++) {
    if (of_case->explained[m] < of_case->differing)
      continue;
    if (wall.normal[k] != grain.normal[k])
      dcm_scene_find(s, k, mistakes[m].what, "normal force at the wall", wall.normal[k],
                     grain.normal[k], 1e-6 * fabs(grain.normal[k]));
    else if (!are_equal(grain.tangential[k], wall.tangential[k]))
      dcm_scene_find_vector(s, k, mistakes[m].what, "tangential force at the wall",
                            wall.tangential[k], grain.tangential[k],
                            1e-6 * dcm_length(grain.tangential[k]));
    dcm_scene_find_vector(s, k, mistakes[m].what, "couple on 1 at the wall", wall.couple[k],
                          grain.couple[k], 1e-6 * dcm_length(grain.couple[k]));
  }
}

void dcm_check_walls(const dcm_subject *subject) {
  seen of_cases[MOST_CASES] = {{0}};
  dcm_scene_rounds(subject, "walls", NULL, 2, ROUNDS, see, of_cases);
  const uint32_t rounds = subject->tested->rounds;
  dcm_scene_rounds(subject, "walls", NULL, 2, ROUNDS, find_mistake, of_cases);
  subject->tested->rounds = rounds;
}
