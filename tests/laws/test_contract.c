/* SPDX-License-Identifier: MIT */
/* Flags by which an instance describes itself to the host, and contacts at the ends of the
 * contract, for every law in every choice of its options. */
#include "laws/limits.h"
#include "laws/properties.h"
#include "runtime/model.h"

#include <string.h>

static const dcm_fixed random_parameters[] = {{NULL, 0.0}};
static const dcm_fixed without_rolling[] = {{"rolling", 0.0}, {"twisting", 0.0}, {NULL, 0.0}};
static const dcm_fixed with_rolling[] = {{"rolling", 0.1}, {NULL, 0.0}};

/** Expects the bits of an instance with fixed parameters. */
static void expect_needs(int i, const dcm_fixed *fixed, uint32_t unused) {
  const dcm_case the_case = dcm_case_at((uint32_t)i);
  dcm_random random = dcm_random_stream(700 + (uint64_t)i);
  dcm_law *law = dcm_case_law(&the_case, 2, fixed, &random);
  const int consistent = dcm_case_is_consistent(&the_case);
  ck_assert_msg(law->instance.unused == unused, "%s: unused is %u, expected %u", the_case.name,
                law->instance.unused, unused);
  ck_assert_uint_eq(law->instance.frame, consistent ? DCM_FRAME_MID_STEP : DCM_FRAME_AS_GIVEN);
  dcm_law_destroy(law);
}

/* No rolling friction, no couples. Spins are needed by couples, and by a spring that turns with the
 * bodies: in form consistent, and in woo-hertz always. */
TEST_TIMES(needs_of_the_laws, dcm_case_count()) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  const int turns =
      dcm_case_is_consistent(&the_case) || strcmp(the_case.model->id, "woo-hertz") == 0;
  /* Laws need quantities by options; always; else by parameters. */
  const char *heat = dcm_case_word(&the_case, "heat");
  const uint32_t quantities = heat && strcmp(heat, "none") == 0 ? DCM_UNUSED_QUANTITIES : 0u;
  if (strcmp(the_case.model->id, "bond") == 0)
    expect_needs(_i, random_parameters, 0);
  else if (dcm_couples_gain(&the_case) && dcm_case_word(&the_case, "rolling"))
    expect_needs(_i, random_parameters, quantities);
  else
    expect_needs(_i, without_rolling,
                 DCM_UNUSED_COUPLES | (turns ? 0u : DCM_UNUSED_SPINS) | quantities);
  if (dcm_case_accepts(_i, with_rolling))
    expect_needs(_i, with_rolling, quantities);
}

/* ------------------------------------------------------------------------- parted by a hair */

/** Zero force from a law without reach where the overlap is below zero, however little: a host that
 * computes the distance in another way than the runtime may hand that over. */
static void part(dcm_scene *s) {
  static const double gaps[] = {5e-324, 1e-310, 1e-300, 1e-160, 1e-19, 1e-9, 1e-3};
  property_live(s);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    s->a->overlap[k] = -gaps[dcm_below(&s->random, sizeof gaps / sizeof gaps[0])];
  dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    if (dcm_law_reach(s->law, dcm_sides_at_wall(s->pair, s->a->effective_radius[k], INFINITY)) >
        0.0) {
      ck_assert(s->law->reaches);
      continue;
    }
    const dcm_vector t = dcm_scene_vector(s->a->tangential_force, k);
    const dcm_vector c =
        dcm_add(dcm_scene_vector(s->a->couple_1, k), dcm_scene_vector(s->a->couple_2, k));
    /* A constant pull, as adhesion of long range is, pulls. */
    const double pull = s->a->normal_force[k];
    const char *normal = dcm_case_word(&s->the_case, "normal");
    const int may_pull =
        strcmp(s->the_case.model->id, "woo-hertz") == 0 || (normal && strcmp(normal, "dmt") == 0);
    const int pulls = may_pull && pull < 0.0;
    if (!(pull == 0.0 || pulls))
      property_fail(s, k, "normal force of what does not touch", pull, 0.0);
    if (!(dcm_length(t) == 0.0 && dcm_length(c) == 0.0))
      property_fail(s, k, "tangential force or couple of what does not touch", dcm_length(t), 0.0);
  }
}

TEST_TIMES(no_force_below_zero_overlap, dcm_case_count()) {
  property_rounds(_i, "parted", random_parameters, ROUNDS / 8, part);
}

/* --------------------------------------------------------------------------- walls are told */

/* A wall feels the couple of an opposite pair, and none where each side rolls on its own spin. */
static void roll_at_a_wall(dcm_scene *s) {
  dcm_scene_live(s, DCM_SIDE_WALL);
  dcm_batch_evaluate(s->a, s->law, DCM_SIDE_WALL, s->dt);
  const double share = dcm_case_is_consistent(&s->the_case) ? -1.0 : 0.0;
  for (int x = 0; x < 3; x++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      if (s->a->couple_2[x][k] != share * s->a->couple_1[x][k])
        property_fail(s, k, "couple on a wall", s->a->couple_2[x][k], share * s->a->couple_1[x][k]);
}

TEST_TIMES(couples_on_walls, dcm_case_count()) {
  property_rounds(_i, "rolling at walls", with_rolling, ROUNDS / 8, roll_at_a_wall);
}
