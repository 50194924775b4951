/* SPDX-License-Identifier: MIT */
/** @file
 * Check that head-on collisions of two random bodies have the restitution asked for: spheres of
 * equal or of different sizes, densities and materials, or a sphere and a wall. */
#include <math.h>

#include "check/checks.h"
#include "driver/contact.h"
#include "runtime/model.h"

typedef struct meeting {
  dcm_collision collision;
  double speed, gap; /**< in the beginning */
  double reach;
} meeting;

/** End of a collision. */
typedef enum ending {
  PART,       /**< the bodies have parted */
  STAY,       /**< the bodies stay together much longer than a collision lasts */
  NO_MEETING, /**< no step was found, the flight within the reach takes too many, or the
                       numbers ceased to be finite */
} ending;

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

static void choose_bodies(dcm_scene *s, const uint32_t materials[2], dcm_collision *c) {
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
  c->bodies[1] = dcm_body_wall(materials[1]);
  if (dcm_chance(r, 0.5))
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

/** Lets random bodies begin outside of the reach of the law, with a speed at which they press
 * themselves into each other as deep as is typical of the parameters.
 * @param materials of body 1 and of body 2; the walls have the second
 * @return 0 if nothing pushes the bodies apart */
static int meet(dcm_scene *s, const uint32_t materials[2], meeting *m) {
  *m = (meeting){.collision = {.law = s->law}};
  dcm_collision *c = &m->collision;
  choose_bodies(s, materials, c);
  const dcm_body *b = c->bodies;
  give_quantities(s, &c->bodies[0], 1.0);
  give_quantities(s, &c->bodies[1], b[1].fixed ? 0.0 : 2.0);
  const double factor = dcm_log_uniform(&s->random, 0.5, 2.0);
  dcm_single_contact *contact = contact_of(c);
  if (!contact)
    return 0;
  m->reach = dcm_single_contact_reach(contact);
  dcm_single_contact_destroy(contact);
  double force;
  const dcm_typical *typical = &s->drawn.typical;
  const double depth = depth_of(c, typical->overlap / typical->radius, &force);
  const double mass = dcm_effective_mass(b[0].mass, b[0].fixed, b[1].mass, b[1].fixed);
  if (!(force > 0.0))
    return 0;
  m->speed = factor * sqrt(force * depth / mass);
  m->gap = depth + 1.01 * m->reach;
  put_at(c, -m->gap, c->motions);
  c->motions[0].velocity = (dcm_vector){m->speed, 0.0, 0.0};
  return 1;
}

/** Lets the bodies collide in so many steps. */
static ending collide(meeting *m, uint32_t steps, dcm_api_outcome *outcome) {
  enum { PATIENCE = 20 };
  dcm_collision *c = &m->collision;
  dcm_error error;
  /* A collision lasts about as long as the flight through pi times its depth, half a period of a
   * spring. Trials of a flight that will be found too long would take most of the time. */
  const double depth = m->gap - 1.01 * m->reach;
  if (m->gap > 10.0 * PATIENCE * DCM_PI * depth)
    return NO_MEETING;
  c->max_trial_steps = 500000;
  if (dcm_collision_time_step(c, steps, &c->dt, &error))
    return NO_MEETING;
  const double step = m->speed * c->dt, patience = PATIENCE * steps;
  const double way_in = m->gap / step;
  const double way_back = PATIENCE * m->reach / step; /* for it may be so much slower */
  if (way_in > 10.0 * patience)
    return NO_MEETING;
  c->max_steps = (uint64_t)(patience + way_in + fmin(way_back, 2.0 * patience));
  if (dcm_collision_run(c, NULL, NULL, outcome, &error) != DCM_OK || isnan(outcome->duration) ||
      isnan(outcome->turn))
    return NO_MEETING;
  return outcome->separated ? PART : way_back > 2.0 * patience ? NO_MEETING : STAY;
}

/** Whether the law pulls two bodies at rest, which were pressed as deep as in a collision, on their
 * way apart. */
static int adheres(const meeting *m, double overlap) {
  enum { STEPS = 200 };
  const dcm_collision *c = &m->collision;
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

static dcm_situation *situation_of(const dcm_scene *s, const meeting *m) {
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
  dcm_situation_number(situation, "dt", m->collision.dt);
  return situation;
}

/* -------------------------------------------------------------------------------- restitution */

/** Most collisions show with few steps that they have the restitution asked for. */
enum { FEW_STEPS = 200, STEPS = 1000 };

/** A collision in which nearly all energy is lost may last very long. */
static const double least_asked = 0.05;

/** Error that a restitution may have. Where little energy is lost, dampers err by a share of the
 * loss: polynomials in use for damping of Hertz' contact by 3 %, a forgotten sqrt(5/6) by 9 %. */
static double allowed_for(double asked) {
  return fmin(0.02, fmax(0.002, 0.05 * (1.0 - asked)));
}

static void expect(dcm_scene *s, meeting *m, double asked) {
  const double allowed = allowed_for(asked);
  dcm_api_outcome outcome;
  if (collide(m, FEW_STEPS, &outcome) == PART &&
      fabs(outcome.normal_restitution - asked) <= 0.25 * allowed)
    return;
  const ending parting = collide(m, STEPS, &outcome);
  if (parting == NO_MEETING)
    dcm_scene_not_tested(s, "a collision takes too many steps");
  else if (parting == PART && !(fabs(outcome.normal_restitution - asked) <= allowed))
    dcm_scene_find_in(s, situation_of(s, m),
                      "a head-on collision does not have the given restitution: look for a wrong "
                      "mass, radius or stiffness in the damping; if the parameter is nominal, or "
                      "the law adheres, set DCM_KNOWN_RESTITUTION",
                      "restitution", outcome.normal_restitution, asked, allowed);
  else if (parting == STAY && adheres(m, outcome.max_overlap))
    dcm_scene_not_tested(s, "the law adheres, and the two bodies stay together");
  else if (parting == STAY)
    dcm_scene_find_in(s, situation_of(s, m),
                      "two bodies that collide head-on do not part, although the law does not pull "
                      "bodies at rest: the damping is far too strong; if the restitution is "
                      "nominal, set DCM_KNOWN_RESTITUTION",
                      "restitution", 0.0, asked, allowed);
}

/** The restitution of two materials; NaN if there are several such parameters, or if the law mixes
 * values of two materials itself. */
static double restitution_of(const dcm_scene *s, uint32_t i, uint32_t j) {
  const dcm_model *model = s->law->model;
  double value = NAN;
  uint32_t count = 0;
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_has_role(model, p, DCM_ROLE_RESTITUTION)) {
      const int mixes = i != j && dcm_model_parameter(model, p)->scope == DCM_PER_MATERIAL;
      value = mixes ? NAN : dcm_parameter_of(s, p, i, j);
      count++;
    }
  return count == 1 ? value : NAN;
}

static void restitution(dcm_scene *s) {
  if (s->law->instance.flags & DCM_KNOWN_RESTITUTION) {
    dcm_scene_not_tested(s, "DCM_KNOWN_RESTITUTION is set");
    return;
  }
  const uint32_t count = s->law->material_count;
  const uint32_t first = 1 + dcm_below(&s->random, count),
                 second = 1 + dcm_below(&s->random, count);
  const int mixed_by_law = isnan(restitution_of(s, first, second));
  const uint32_t materials[] = {first, mixed_by_law ? first : second};
  const double asked = restitution_of(s, materials[0], materials[1]);
  meeting m;
  if (isnan(asked))
    dcm_scene_not_tested(s, "several parameters may be the restitution");
  else if (asked < least_asked)
    dcm_scene_not_tested(s, "the restitution is below 0.05");
  else if (!meet(s, materials, &m))
    dcm_scene_not_tested(s, "nothing pushes the two bodies apart, so no speed suits the law");
  else
    expect(s, &m, asked);
}

void dcm_check_restitution(const dcm_subject *subject) {
  if (dcm_any_has_role(subject->model, DCM_ROLE_RESTITUTION))
    dcm_scene_rounds(subject, "restitution", 2, 16, restitution, NULL);
  else
    dcm_subject_not_tested(subject, dcm_why_no_role(DCM_ROLE_RESTITUTION));
}
