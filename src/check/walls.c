/* SPDX-License-Identifier: MIT */
/** @file
 * Check that a damper at a wall has the mass of the grain. */
#include <math.h>
#include <string.h>

#include "check/checks.h"

enum { ROUNDS = 32, CONTACTS = DCM_SCENE_CONTACTS };

/** A grain so much larger and heavier than another one that it is a flat wall for that one. */
static const double without_end = 1e9;

/** Normal forces of contacts at rest, and what an approach adds to them. */
typedef struct answers {
  double at_rest[CONTACTS], damper[CONTACTS];
} answers;

/** Asks for the normal forces of new contacts of batch a, at rest and approaching. */
static void ask(dcm_scene *s, int side_2, answers *a) {
  static double velocity[CONTACTS];
  dcm_batch *b = s->a;
  s->side_2 = side_2;
  memcpy(velocity, b->normal_velocity, sizeof velocity);
  memset(b->normal_velocity, 0, sizeof velocity);
  dcm_scene_begin(s);
  dcm_batch_compute(b, s->law, side_2, 0.0);
  memcpy(a->at_rest, b->normal_force, sizeof a->at_rest);
  memcpy(b->normal_velocity, velocity, sizeof velocity);
  dcm_scene_begin(s);
  dcm_batch_compute(b, s->law, side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    a->damper[k] = b->normal_force[k] - a->at_rest[k];
}

/** The one ratio of the dampers in all contacts; NaN if there is none, or if springs differ. */
static double ratio_of(const answers *wall, const answers *grain) {
  enum { ENOUGH = 16 };
  double least = INFINITY, most = -INFINITY;
  uint32_t count = 0;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double force = fabs(grain->at_rest[k]);
    if (fabs(wall->at_rest[k] - grain->at_rest[k]) > 1e-6 * force)
      return NAN;
    /* A force that is cut off at 0 hides its damper. */
    if (fabs(grain->damper[k]) <= 1e-9 * force || grain->at_rest[k] + grain->damper[k] == 0.0 ||
        wall->at_rest[k] + wall->damper[k] == 0.0)
      continue;
    const double ratio = wall->damper[k] / grain->damper[k];
    least = fmin(least, ratio);
    most = fmax(most, ratio);
    count++;
  }
  return count >= ENOUGH && most - least <= 1e-6 * fabs(most) ? most : NAN;
}

/** A law may have other dampers for walls, but hardly such that are half or twice as strong, or as
 * the root of this, with all parameters that are drawn. */
static const double of_masses[] = {0.5, 2.0, 0.70710678118654752, 1.41421356237309505};
enum { MASSES = sizeof of_masses / sizeof of_masses[0], MOST_CASES = 256, ENOUGH = 4 };

/** Dampers at walls of the laws of each case. */
static struct {
  uint32_t rounds; /**< with a ratio */
  size_t mass;     /**< of the ratio of all of them; MASSES: none */
} seen[MOST_CASES];

static size_t mass_of(double ratio) {
  for (size_t i = 0; i < MASSES; i++)
    if (fabs(ratio - of_masses[i]) <= 1e-3 * ratio)
      return i;
  return MASSES;
}

/** Asks for contacts with flat walls and the same contacts with grains without end. */
static double ask_both(dcm_scene *s, answers *wall, answers *grain) {
  dcm_batch *b = s->a;
  dcm_scene_meet(s, DCM_SIDE_WALL);
  dcm_batch_evaluate(b, s->law, DCM_SIDE_WALL, 0.0);
  s->is_start = 0;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    b->overlap[k] = dcm_scene_depth(s, k);
    b->radius_2[k] = INFINITY;
    b->effective_radius[k] = b->radius_1[k];
  }
  ask(s, DCM_SIDE_WALL, wall);
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->radius_2[k] = without_end * b->radius_1[k];
  ask(s, DCM_SIDE_PARTICLE, grain);
  return ratio_of(wall, grain);
}

static void see(dcm_scene *s) {
  static answers wall, grain;
  const double ratio = ask_both(s, &wall, &grain);
  if (isnan(ratio) || s->case_index >= MOST_CASES)
    return;
  const size_t mass = mass_of(ratio), before = seen[s->case_index].mass;
  seen[s->case_index].mass = seen[s->case_index].rounds++ == 0 || mass == before ? mass : MASSES;
}

/** The same rounds again. */
static void find(dcm_scene *s) {
  static answers wall, grain;
  if (s->case_index >= MOST_CASES || seen[s->case_index].rounds < ENOUGH ||
      seen[s->case_index].mass == MASSES || isnan(ask_both(s, &wall, &grain)))
    return;
  s->side_2 = DCM_SIDE_WALL;
  dcm_scene_find(s, 0,
                 "springs at a wall are those beside a grain without end, but the damper along "
                 "the normal has another strength: effective_mass at walls is the mass of the "
                 "grain, neither half of it nor twice",
                 "damping force at the wall", wall.damper[0], grain.damper[0],
                 1e-3 * fabs(grain.damper[0]));
}

void dcm_check_walls(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "walls", NULL, 2, ROUNDS, see);
  const uint32_t rounds = subject->tested->rounds;
  dcm_scene_rounds(subject, "walls", NULL, 2, ROUNDS, find);
  subject->tested->rounds = rounds;
}
