/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of the reach of a law, and of forces between bodies that do not touch. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "numeric/vector.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

/* ------------------------------------------------------------------------------------- reach */

static dcm_sides sides_of(int side_2, uint32_t pair, double radius_1, double radius_2) {
  return side_2 == DCM_SIDE_WALL ? dcm_sides_at_wall(pair, radius_1, radius_2)
                                 : dcm_sides_of_particles(pair, radius_1, radius_2);
}

static double expect_reach(dcm_scene *s, double radius_1, double radius_2) {
  const double reach = dcm_law_reach(s->law, sides_of(s->side_2, s->pair, radius_1, radius_2));
  char came[128];
  snprintf(came, sizeof came, "reach %g with radius 1 %g and radius 2 %g", reach, radius_1,
           radius_2);
  if (!dcm_is_reach(reach))
    dcm_scene_find_text(s, 0, "reach is not a distance", came,
                        "a finite number that is not negative");
  return reach;
}

/** One radius grows beside a fixed one.
 * @param side 0 or 1: whose radius grows */
static void grow(dcm_scene *s, double given, int side) {
  double before = 0.0, at = 0.0;
  for (double radius = 1e-6; radius < 10.0; radius *= 1.3) {
    const double now = side ? expect_reach(s, given, radius) : expect_reach(s, radius, given);
    char came[128];
    snprintf(came, sizeof came, "reach %g with a radius %d of %g beside %g, %g with %g", now,
             side + 1, radius, given, before, at);
    if (now < before)
      dcm_scene_find_text(
          s, 0, "reach falls while a radius grows", came,
          "a reach that grows or stays: hosts use the reach of the largest radius for all");
    before = now;
    at = radius;
  }
}

static void reach(dcm_scene *s) {
  dcm_scene_meet(s, DCM_SIDE_PARTICLE);
  const double r1 = s->a->radius_1[0], r2 = s->a->radius_2[0];
  const uint32_t m = s->law->material_count;
  for (int side = 0; side < 2; side++)
    grow(s, r1, side);
  const double one_way = expect_reach(s, r1, r2);
  const dcm_sides turned = dcm_sides_of_particles(s->pair % m * m + s->pair / m, r2, r1);
  const double other_way = dcm_law_reach(s->law, turned);
  if (!(fabs(one_way - other_way) <= s->subject->tolerance * one_way))
    dcm_scene_find(s, 0,
                   "a contact seen from the other particle has another reach: constants of a pair "
                   "i, j are at sides->pair = i * material_count + j",
                   "reach", other_way, one_way, s->subject->tolerance * one_way);
  s->side_2 = DCM_SIDE_WALL;
  grow(s, INFINITY, 0);
  grow(s, r1, 1);
  expect_reach(s, r1, -r1 * dcm_log_uniform(&s->random, 1.1, 1e3));
}

void dcm_check_reach(const dcm_subject *subject) {
  if (subject->model->reach)
    dcm_scene_rounds(subject, "reach", NULL, 2, ROUNDS, reach);
  else
    dcm_subject_not_tested(subject, "the law has no function reach");
}

/* --------------------------------------------------------------------------- beyond the reach */

static double reach_of(const dcm_scene *s, uint32_t k) {
  return dcm_law_reach(s->law, sides_of(s->side_2, s->pair, s->a->radius_1[k], s->a->radius_2[k]));
}

static double smaller_radius(const dcm_batch *b, uint32_t k) {
  return b->radius_2[k] > 0.0 ? fmin(b->radius_1[k], b->radius_2[k]) : b->radius_1[k];
}

static void stop(dcm_batch *b) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector none = {0.0, 0.0, 0.0};
    b->normal_velocity[k] = 0.0;
    dcm_store(b->tangential_velocity, k, none);
    dcm_store(b->angular_velocity_1, k, none);
    dcm_store(b->angular_velocity_2, k, none);
  }
}

/** Where contact k begins: overlapping, or, in half of the contacts that may begin so, apart. */
static double begins_at(dcm_scene *s, uint32_t k) {
  return dcm_law_begins_at_reach(s->law) && dcm_chance(&s->random, 0.5)
             ? -reach_of(s, k) * dcm_uniform(&s->random, 0.0, 0.95)
             : dcm_scene_depth(s, k);
}

/* No host asks for the force beyond the reach. A law may give any number there, but a law that ends
 * its force itself, at a distance that is not the reach, has two answers to one question. */
static void beyond(dcm_scene *s) {
  /* Gaps over the reach, or over the radius where there is no reach. The first is still within. */
  static const double of_reach[] = {0.98, 1.02, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 1e2, 1e3, 1e4};
  static const double of_radius[] = {-1e-9, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2,
                                     0.03,  0.1,  0.3,  1.0,  10.0, 100.0};
  /* A bridge of liquid may take some steps to form. */
  enum { GAPS = sizeof of_reach / sizeof of_reach[0], UNTIL_WET = 3 };
  static double unit[CONTACTS], force[GAPS][CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_meet(s, dcm_scene_side(s));
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  stop(b);
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->overlap[k] = begins_at(s, k);
  dcm_scene_begin(s);
  for (int step = 0; step < UNTIL_WET; step++) {
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    dcm_advance_history(b, s->law);
  }
  for (int g = 0; g < GAPS; g++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double reaches = reach_of(s, k);
      unit[k] = reaches > 0.0 ? reaches : smaller_radius(b, k);
      b->overlap[k] = -unit[k] * (reaches > 0.0 ? of_reach : of_radius)[g];
    }
    dcm_batch_compute(b, s->law, s->side_2, 0.0);
    for (uint32_t k = 0; k < CONTACTS; k++)
      force[g][k] = b->normal_force[k];
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double goes_on = force[1][k] / force[0][k];
    int end = GAPS;
    while (end > 0 && force[end - 1][k] == 0.0)
      end--;
    if (end == GAPS || end < 2 || !(goes_on > 0.5 && goes_on < 2.0))
      continue;
    const double reaches = reach_of(s, k);
    const double *gaps = reaches > 0.0 ? of_reach : of_radius;
    char came[256], expected[128];
    snprintf(came, sizeof came, "normal force %.9g at a gap of %.9g, %.9g at %.9g, and 0 from %.9g",
             force[1][k], unit[k] * gaps[1], force[end - 1][k], unit[k] * gaps[end - 1],
             unit[k] * gaps[end]);
    snprintf(expected, sizeof expected, "no force beyond the reach of %.9g, or a longer reach",
             reaches);
    dcm_scene_find_text(s, k,
                        "compute ends the force farther away than reach says, and hosts end "
                        "contacts at the reach: look for another formula, radius or pair in reach",
                        came, expected);
  }
}

/* --------------------------------------------------------------------------------- let go */

/** The rise of the normal force by an approach. */
static void damp(dcm_scene *s, const double *approach, double *at_rest, double *by_damping) {
  dcm_batch *b = s->a;
  dcm_batch_compute(b, s->law, s->side_2, 0.0);
  memcpy(at_rest, b->normal_force, CONTACTS * sizeof *at_rest);
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->normal_velocity[k] = -approach[k];
  dcm_batch_compute(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    by_damping[k] = b->normal_force[k] - at_rest[k];
  stop(b);
}

/* Contacts of a bond or a bridge go on when it is gone, as far as the reach. Fluids damp at a
 * distance, too, but the less the wider the gap is. */
static void let_go(dcm_scene *s) {
  enum { GAPS = 3, STEPS = 3 };
  static const double gaps[GAPS] = {0.2, 0.5, 0.8};
  static double approach[CONTACTS], at_rest[CONTACTS], touching[CONTACTS], apart[CONTACTS];
  static int is_as_touching[CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_meet(s, dcm_scene_side(s));
  if (dcm_law_begins_at_reach(s->law)) {
    dcm_scene_not_tested(s, "DCM_BEGINS_AT_REACH is set: dampers may act at a distance");
    return;
  }
  dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    approach[k] = fabs(b->normal_velocity[k]);
    b->overlap[k] = dcm_scene_depth(s, k);
  }
  stop(b);
  dcm_scene_begin(s);
  for (int step = 0; step < STEPS; step++) {
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    dcm_advance_history(b, s->law);
  }
  damp(s, approach, at_rest, touching);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    is_as_touching[k] = reach_of(s, k) > 0.0 && touching[k] > 0.0;
    b->overlap[k] = -0.99 * reach_of(s, k);
  }
  for (int step = 0; step < STEPS; step++) {
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    dcm_advance_history(b, s->law);
  }
  for (int g = 0; g < GAPS; g++) {
    for (uint32_t k = 0; k < CONTACTS; k++)
      b->overlap[k] = -gaps[g] * reach_of(s, k);
    damp(s, approach, at_rest, apart);
    for (uint32_t k = 0; k < CONTACTS; k++)
      is_as_touching[k] &= at_rest[k] == 0.0 && fabs(apart[k] - touching[k]) <= 1e-9 * touching[k];
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    if (!is_as_touching[k])
      continue;
    b->normal_velocity[k] = -approach[k];
    dcm_scene_find(s, k,
                   "two that are apart, and that nothing holds, are damped as if they touched: "
                   "look for a damper that goes on when a bond or a bridge is gone",
                   "normal force by damping", apart[k], 0.0, 0.0);
  }
}

/* -------------------------------------------------------------------------- whole lives at it */

/** The way of a contact, from its begin to its deepest overlap to its end, and across. */
typedef struct way {
  double begin, deepest, end;
  dcm_vector across; /* by which the surfaces slide there, and back */
} way;

/** @param share of the way, from 0 to 1 */
static double overlap_at(const way *w, double share) {
  const double from = share < 0.5 ? w->begin : w->end;
  return from + 0.5 * (w->deepest - from) * (1.0 - cos(2.0 * DCM_PI * share));
}

static way random_way(dcm_scene *s, uint32_t k, double reaches) {
  dcm_random *r = &s->random;
  const int at_reach = dcm_law_begins_at_reach(s->law), touches = !at_reach || dcm_chance(r, 0.5);
  const double edge = -(1.0 - 1e-6) * reaches;
  const double radius = smaller_radius(s->a, k);
  way w = {.end = edge};
  w.deepest =
      touches ? radius * dcm_log_uniform(r, 1e-4, 3e-2) : -reaches * dcm_uniform(r, 0.02, 0.9);
  w.begin = at_reach ? edge : 1e-6 * w.deepest;
  const dcm_vector along =
      dcm_tangential_part(dcm_random_direction(r), dcm_scene_vector(s->a->normal, k));
  if (dcm_chance(r, 0.3))
    w.across =
        dcm_scale(dcm_log_uniform(r, 1e-2, 3.0) * fabs(w.deepest) / dcm_length(along), along);
  return w;
}

/** Puts one and the same pair of bodies into the whole batch, because a batch has one time step. */
static void put_one(dcm_scene *s) {
  dcm_scene_meet(s, (s->round + s->the_case.number) % 2 ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE);
  s->is_start = 0;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->contacts[k] = s->contacts[0];
    dcm_put_sample(s->a, s->law, k, &s->contacts[0]);
  }
  dcm_batch_evaluate(s->a, s->law, s->side_2, 0.0);
  stop(s->a);
}

/** The sums of a contact on its way, and its forces in the step before. */
typedef struct journey {
  double work, paid, jumps, force;
  dcm_vector pull;
} journey;
enum { STEPS = 2000 };

/** The motion of a step. */
static void go(dcm_scene *s, const way *ways, int step) {
  dcm_batch *b = s->a;
  const double share = (double)step / STEPS, before = (double)(step - 1) / STEPS;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double slid = sin(2.0 * DCM_PI * share) - sin(2.0 * DCM_PI * before);
    b->overlap[k] = overlap_at(&ways[k], share);
    b->normal_velocity[k] = step ? (overlap_at(&ways[k], before) - b->overlap[k]) / s->dt : 0.0;
    dcm_store(b->tangential_velocity, k, dcm_scale(step ? slid / s->dt : 0.0, ways[k].across));
  }
}

/** Adds the work of a step, by the mean of the forces at both ends. */
static void add_work(const dcm_scene *s, journey *journeys, int step) {
  const dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    journey *j = &journeys[k];
    const dcm_vector now = dcm_scene_vector(b->tangential_force, k);
    const dcm_vector slid =
        dcm_scale(s->dt, dcm_scene_vector((double *const *)b->tangential_velocity, k));
    const double nearer = -b->normal_velocity[k] * s->dt;
    if (step > 0) {
      const double along = 0.5 * (b->normal_force[k] + j->force) * nearer;
      const double across = 0.5 * dcm_dot(dcm_add(now, j->pull), slid);
      j->work += along + across;
      j->paid += fabs(along) + fabs(across);
      j->jumps += 0.5 * fabs((b->normal_force[k] - j->force) * nearer) +
                  0.5 * dcm_length(dcm_subtract(now, j->pull)) * dcm_length(slid);
    }
    j->force = b->normal_force[k];
    j->pull = now;
  }
}

static void find_gain(dcm_scene *s, uint32_t k, const way *w, const journey *j) {
  const double allowed = 2e-3 * j->paid + j->jumps;
  char came[256], expected[128];
  if (j->work >= -allowed)
    return;
  snprintf(came, sizeof came,
           "work put in %.9g, on a way in %d steps from an overlap of %.9g to %.9g to %.9g",
           j->work, STEPS, w->begin, w->deepest, w->end);
  snprintf(expected, sizeof expected, "no less than 0, to %.2g", allowed);
  dcm_scene_find_text(s, k,
                      "a contact that begins and ends gives more work than it takes: look for an "
                      "attraction that is stronger on the way in, or for damping that drives; if "
                      "the law intends this, set DCM_KNOWN_GAIN",
                      came, expected);
}

/** A time of the ways: from round to round slower, from faster than the bodies swing by themselves,
 * so that damping matters, to much slower, so that nothing else does. */
static double random_time(dcm_scene *s, const way *ways) {
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->overlap[k] = ways[k].deepest;
  dcm_scene_begin(s);
  dcm_batch_compute(b, s->law, s->side_2, 0.0);
  double least = INFINITY;
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (b->normal_force[k] != 0.0)
      least = fmin(least, sqrt(b->effective_mass[k] * fabs(ways[k].deepest / b->normal_force[k])));
  const double decades = 4.0 * fmod(s->round / 2 + dcm_uniform(&s->random, 0.0, 1.0), 6.0) / 6.0;
  return (isfinite(least) ? least : 1e-3) * pow(10.0, decades - 0.5);
}

/* Nothing is stored before a contact begins, nor after its end: on no way from the one to the other
 * the bodies get more work than they give. */
static void lives(dcm_scene *s) {
  static way ways[CONTACTS];
  static journey journeys[CONTACTS];
  if (s->law->instance.flags & DCM_KNOWN_GAIN) {
    dcm_scene_not_tested(s, "DCM_KNOWN_GAIN is set");
    return;
  }
  put_one(s);
  const double reaches = reach_of(s, 0);
  if (!(reaches > 0.0)) {
    dcm_scene_not_tested(s, "the reach is 0");
    return;
  }
  if (!dcm_law_begins_at_reach(s->law))
    dcm_subject_not_tested(s->subject, "what acts before two touch, because DCM_BEGINS_AT_REACH is "
                                       "not set, and contacts begin where two touch");
  for (uint32_t k = 0; k < CONTACTS; k++)
    ways[k] = random_way(s, k, reaches);
  memset(journeys, 0, sizeof journeys);
  s->dt = random_time(s, ways) / STEPS;
  dcm_scene_begin(s);
  for (int step = 0; step <= STEPS; step++) {
    go(s, ways, step);
    dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
    add_work(s, journeys, step);
    dcm_advance_history(s->a, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++)
    find_gain(s, k, &ways[k], &journeys[k]);
}

void dcm_check_distances(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "beyond", NULL, 2, ROUNDS, beyond);
  if (subject->model->reach) {
    dcm_scene_rounds(subject, "let go", NULL, 2, 12, let_go);
    dcm_scene_rounds(subject, "lives", NULL, 2, 12, lives);
  }
}
