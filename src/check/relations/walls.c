/* SPDX-License-Identifier: MIT */
/** @file
 * Check that a wall is a grain without an end, but for what a law does there on purpose. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"

enum { ROUNDS = 32, CONTACTS = DCM_SCENE_CONTACTS };

/** A grain so much larger and heavier than another one that it is a flat wall for that one. */
static const double without_end = 1e9;

/** Mistakes that laws may make at walls: a part of the answer is that of another radius or mass. A
 * law may have other springs and dampers at walls on purpose, but hardly such. */
static const struct mistake {
  double radius, mass; /**< factors by which the host would have to set the mistake right */
  const char *share, *name, *right;
} mistakes[] = {{2.0, 1.0, "half of", "effective_radius", "radius"},
                {0.5, 1.0, "twice the", "effective_radius", "radius"},
                {1.0, 2.0, "half of", "effective_mass", "mass"},
                {1.0, 0.5, "twice the", "effective_mass", "mass"}};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

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

static int differ(const answers *one, const answers *other, uint32_t k) {
  return !(fabs(one->normal[k] - other->normal[k]) <= 1e-6 * fabs(one->normal[k])) ||
         !are_equal(one->tangential[k], other->tangential[k]) ||
         !are_equal(one->couple[k], other->couple[k]);
}

/** The number of contacts to which the answers differ.
 * @param first receives the first of them */
static uint32_t differences(const answers *one, const answers *other, uint32_t *first) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (differ(one, other, k))
      *first = count++ ? *first : k;
  return count;
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
  uint32_t ignored;
  return differences(grain, &corrected, &ignored) == 0;
}

static void walls(dcm_scene *s) {
  enum { ENOUGH = 16 };
  static answers wall, grain;
  uint32_t k = 0;
  ask_both(s, &wall, &grain);
  if (differences(&grain, &wall, &k) < ENOUGH)
    return;
  for (size_t m = 0; m < MISTAKES; m++) {
    if (!explains(s, &mistakes[m], &grain))
      continue;
    char what[256];
    snprintf(what, sizeof what,
             "at a flat wall the law answers as for %s %s: at a wall %s is the %s of the grain",
             mistakes[m].share, mistakes[m].name, mistakes[m].name, mistakes[m].right);
    if (wall.normal[k] != grain.normal[k])
      dcm_scene_find(s, k, what, "normal force at the wall", wall.normal[k], grain.normal[k],
                     1e-6 * fabs(grain.normal[k]));
    else if (!are_equal(grain.tangential[k], wall.tangential[k]))
      dcm_scene_find_vector(s, k, what, "tangential force at the wall", wall.tangential[k],
                            grain.tangential[k], 1e-6 * dcm_length(grain.tangential[k]));
    dcm_scene_find_vector(s, k, what, "couple on 1 at the wall", wall.couple[k], grain.couple[k],
                          1e-6 * dcm_length(grain.couple[k]));
  }
}

void dcm_check_walls(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "walls", 2, ROUNDS, walls, NULL);
}
