/* SPDX-License-Identifier: MIT */
/* The law liquid-bridge: where a bridge ruptures, and that its liquid is what the grains gave,
 * never more than they had, and comes back. test_liquid_bridge.py has the pull and its work. */
#include "laws/by_hand.h"

#include "check/scene/samples.h"
#include "support/random.h"

#define WATER                                                                                      \
  "young 1e7 poisson 0.25 restitution 0.6 friction 0.4 rolling 0.05 twisting 0.02 "                \
  "surface_tension 0.073 contact_angle 30"
static const double theta = DCM_PI / 6.0;

enum { LIQUID, DEMAND, VOLUME = 8, BRIDGE = 0 };
static const double dt = 1e-6;

/** Contacts that are led by hand; what a grain has changes only where a test says so. */
typedef struct wet {
  dcm_law *law;
  dcm_batch *b;
  int side_2;
} wet;

static wet meet(dcm_law *law, int side_2, uint32_t count, double r1, double r2, double liquid_1,
                double liquid_2) {
  wet w = {law, hand_batch(law, count), side_2};
  for (uint32_t k = 0; k < count; k++) {
    w.b->radius_1[k] = r1;
    w.b->radius_2[k] = side_2 == DCM_SIDE_WALL ? INFINITY : r2;
    w.b->effective_mass[k] = 1e-6;
    w.b->separation[0][k] = side_2 == DCM_SIDE_WALL ? r1 : r1 + r2;
    w.b->quantities_1[LIQUID][k] = liquid_1;
    w.b->quantities_2[LIQUID][k] = liquid_2;
    w.b->quantities_1[DEMAND][k] = w.b->quantities_2[DEMAND][k] = 0.0;
  }
  dcm_law_history_begin(law, 0, (uint32_t)side_2, count, w.b->history);
  dcm_batch_evaluate(w.b, law, side_2, 0.0);
  return w;
}

/** A step at this overlap, at rest. @return the normal force */
static double step(wet *w, double overlap) {
  for (uint32_t k = 0; k < w->b->count; k++) {
    w->b->overlap[k] = overlap;
    w->b->normal_velocity[k] = 0.0;
  }
  dcm_batch_compute(w->b, w->law, w->side_2, dt);
  dcm_advance_history(w->b, w->law);
  return w->b->normal_force[0];
}

static const double hair = 1e-15;

/** Two that touched for as long as it takes to have a bridge. */
static wet bridged(dcm_law *law, int side_2, double r1, double r2, double liquid_1,
                   double liquid_2) {
  wet w = meet(law, side_2, 1, r1, r2, liquid_1, liquid_2);
  step(&w, hair);
  ck_assert_double_eq(w.b->outputs[BRIDGE][0], 0.0);
  step(&w, hair);
  return w;
}

static double volume(const wet *w) {
  return w->b->history[VOLUME][0];
}

static double rupture(double v) {
  return (1.0 + 0.5 * theta) * cbrt(v);
}

/** Solid angle of a cone that touches the other sphere, over that of all directions. */
static double cap(double own, double other) {
  return 0.5 * (1.0 - cos(asin(other / (own + other))));
}

/* ------------------------------------------------------------------------------------ rupture */

TEST(ruptures_where_lian_says) {
  dcm_random random = dcm_random_stream(1);
  for (int i = 0; i < 200; i++) {
    const double r = dcm_log_uniform(&random, 1e-5, 1e-2), q = r * dcm_uniform(&random, 0.2, 5.0);
    dcm_law *law = hand_law("liquid-bridge", WATER);
    const double reach = dcm_law_reach(law, dcm_sides_of_particles(0, r, q));
    wet w = bridged(law, DCM_SIDE_PARTICLE, r, q, dcm_log_uniform(&random, 1e-9, 10.0) * r * r * r,
                    0.0);
    const double v = volume(&w), s = rupture(v);
    ck_assert_double_gt(v, 0.0);
    ck_assert_double_ge(reach, 1.0999 * s);
    step(&w, -s * (1.0 - 1e-12));
    ck_assert_double_eq(volume(&w), v);
    ck_assert_double_lt(w.b->normal_force[0], 0.0);
    step(&w, -s * (1.0 + 1e-12));
    ck_assert_double_eq(volume(&w), 0.0);
    ck_assert_double_eq(w.b->normal_force[0], 0.0);
    /* The bridge does not come back before the grains touch again. */
    step(&w, -1e-9 * s);
    step(&w, -1e-9 * s);
    ck_assert_double_eq(w.b->normal_force[0], 0.0);
    step(&w, hair);
    step(&w, hair);
    ck_assert_double_gt(volume(&w), 0.0);
  }
}

/* Pressed together first: what the pull gave then is taken when the bridge forms, and paid back. */
TEST_TIMES(ledger_of_a_whole_life, 2) {
  enum { STEPS = 20000 };
  const double r = 1e-3;
  wet w = meet(hand_law("liquid-bridge", WATER " pull %s", _i ? "fitted" : "closed"),
               DCM_SIDE_PARTICLE, 1, r, r, 1e-11, 1e-11);
  const double deep = 2e-6, far = -3e-4;
  double work = 0.0, paid = 0.0, lost = 0.0, last = 0.0, overlap = deep;
  step(&w, deep);
  const double begun = w.b->energies.stored_normal[0];
  last = w.b->normal_force[0];
  for (int i = 1; i <= STEPS; i++) {
    const double now = deep + (far - deep) * pow((double)i / STEPS, 3.0);
    w.b->overlap[0] = now;
    w.b->normal_velocity[0] = (overlap - now) / dt;
    w.b->effective_mass[0] = 1e-12;
    dcm_batch_compute(w.b, w.law, w.side_2, dt);
    dcm_advance_history(w.b, w.law);
    const double path = overlap - now, part_of_it = -0.5 * (w.b->normal_force[0] + last) * path;
    work += part_of_it;
    paid += fabs(part_of_it);
    lost += w.b->energies.dissipated_plastic[0] + w.b->energies.dissipated_normal[0];
    last = w.b->normal_force[0];
    overlap = now;
  }
  ck_assert_double_eq(volume(&w), 0.0);
  ck_assert_double_eq(w.b->energies.stored_normal[0], 0.0);
  ck_assert_double_gt(lost, 0.0);
  ck_assert_double_le(fabs(work + begun - lost), 10.0 / STEPS * paid);
}

/* ------------------------------------------------------------------------------------- liquid */

/* A grain gives the liquid on the cap that the other grain shades. */
TEST(caps_give_the_bridge) {
  const double r1 = 1e-3, r2 = 3e-3, l1 = 2e-11, l2 = 5e-11;
  wet w = bridged(hand_law("liquid-bridge", WATER), DCM_SIDE_PARTICLE, r1, r2, l1, l2);
  const double from_1 = cap(r1, r2) * l1, from_2 = cap(r2, r1) * l2;
  hand_near(volume(&w), from_1 + from_2);
  hand_near(w.b->history[VOLUME + 1][0], from_1 - from_2);
  hand_near(w.b->added_1[LIQUID][0], -from_1);
  hand_near(w.b->added_2[LIQUID][0], -from_2);
  /* Equal grains give one fifteenth. */
  w = bridged(hand_law("liquid-bridge", WATER), DCM_SIDE_PARTICLE, r1, r1, l1, l1);
  hand_near(volume(&w), (1.0 - sqrt(0.75)) * l1);
  /* Half at a wall, which gives all it has. */
  w = bridged(hand_law("liquid-bridge", WATER), DCM_SIDE_WALL, r1, INFINITY, l1, 3e-12);
  hand_near(volume(&w), 0.5 * l1 + 3e-12);
  /* No more than the limit: each gives less in proportion. */
  w = bridged(hand_law("liquid-bridge", WATER), DCM_SIDE_PARTICLE, r1, r2, 1e-6, 3e-6);
  hand_near(volume(&w), 0.1 * r1 * r1 * r1);
  hand_near(w.b->added_1[LIQUID][0] / w.b->added_2[LIQUID][0], cap(r1, r2) / cap(r2, r1) / 3.0);
}

/** @param to_1 what 1 is to get of a bridge of which it gave given_1 and 2 given_2 */
static void expect_back(const char *rupture_by, int side_2, double l1, double l2, double half,
                        double share) {
  wet w = bridged(hand_law("liquid-bridge", WATER " rupture %s", rupture_by), side_2, 1e-3, 1e-3,
                  l1, l2);
  const double v = volume(&w), given_1 = -w.b->added_1[LIQUID][0],
               given_2 = -w.b->added_2[LIQUID][0];
  step(&w, -1.01 * rupture(v));
  hand_near_of(w.b->added_1[LIQUID][0], half * v + share * given_1, v);
  hand_near_of(w.b->added_2[LIQUID][0], half * v + share * given_2, v);
  ck_assert_double_eq_tol(w.b->added_1[LIQUID][0] + w.b->added_2[LIQUID][0], v, 1e-15 * v);
}

TEST(rupture_gives_back) {
  expect_back("halves", DCM_SIDE_PARTICLE, 3e-11, 1e-12, 0.5, 0.0);
  expect_back("shares", DCM_SIDE_PARTICLE, 3e-11, 1e-12, 0.0, 1.0);
  expect_back("halves", DCM_SIDE_WALL, 3e-11, 1e-12, 0.0, 1.0);
  expect_back("shares", DCM_SIDE_WALL, 3e-11, 0.0, 0.0, 1.0);
}

/** Adds what the contacts of one grain, on side 1 of all, ask for and take. */
static void settle(wet *w, uint32_t quantity) {
  double value = w->b->quantities_1[quantity][0];
  for (uint32_t k = 0; k < w->b->count; k++)
    value += w->b->added_1[quantity][k];
  for (uint32_t k = 0; k < w->b->count; k++)
    w->b->quantities_1[quantity][k] = value;
}

/* A grain that meets many in one step: as long as their shares add up to no more than one each gets
 * its own; twenty walls, of which each asks for one half, get a twentieth each. Nobody is asked any
 * more afterwards. */
TEST(many_bridges_in_one_step) {
  for (uint32_t count = 1; count <= 20; count++)
    for (int at_wall = 0; at_wall < 2; at_wall++) {
      const double liquid = 1e-12, share = at_wall ? 0.5 : cap(1e-3, 1e-3);
      wet w = meet(hand_law("liquid-bridge", WATER), at_wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE,
                   count, 1e-3, 1e-3, liquid, 0.0);
      for (int i = 0; i < 4; i++) {
        step(&w, hair);
        settle(&w, LIQUID);
        settle(&w, DEMAND);
      }
      const double each = share * liquid / fmax(1.0, count * share);
      for (uint32_t k = 0; k < count; k++)
        hand_near(w.b->history[VOLUME][k], each);
      hand_near_of(w.b->quantities_1[LIQUID][0], liquid - count * each, liquid);
      ck_assert_double_ge(w.b->quantities_1[LIQUID][0], -1e-15 * liquid);
      ck_assert_double_eq_tol(w.b->quantities_1[DEMAND][0], 0.0, 1e-14);
    }
}

/* Two that part again, a look, and dry grains: no bridge, and no demand that stays. */
TEST(no_bridge_without_touch_or_liquid) {
  wet w = meet(hand_law("liquid-bridge", WATER), DCM_SIDE_PARTICLE, 1, 1e-3, 1e-3, 1e-11, 0.0);
  step(&w, hair);
  const double asked = w.b->added_1[DEMAND][0];
  hand_near(asked, cap(1.0, 1.0));
  dcm_batch_compute(w.b, w.law, w.side_2, 0.0);
  ck_assert_double_eq(w.b->outputs[BRIDGE][0], 0.0);
  step(&w, -1e-9);
  ck_assert_double_eq(volume(&w), 0.0);
  ck_assert_double_eq(w.b->added_1[DEMAND][0], -asked);
  ck_assert_double_eq(w.b->added_2[DEMAND][0], -asked);
  step(&w, -1e-9);
  ck_assert_double_eq(w.b->added_1[DEMAND][0], 0.0);
  w = bridged(hand_law("liquid-bridge", WATER), DCM_SIDE_PARTICLE, 1e-3, 1e-3, 0.0, 0.0);
  ck_assert_double_eq(volume(&w), 0.0);
  ck_assert_double_eq(w.b->added_1[DEMAND][0], 0.0);
  /* A grain that another bridge left wet while they touch. */
  w.b->quantities_2[LIQUID][0] = 1e-11;
  step(&w, hair);
  step(&w, hair);
  ck_assert_double_gt(volume(&w), 0.0);
}

/* A grain that gave all may be left with a rounding error less than nothing, of which it gives
 * nothing. */
TEST(nobody_gives_less_than_nothing) {
  wet w = bridged(hand_law("liquid-bridge", WATER), DCM_SIDE_PARTICLE, 1e-3, 1e-3, -1e-28, 1e-11);
  ck_assert_double_eq(w.b->added_1[LIQUID][0], 0.0);
  hand_near(volume(&w), cap(1.0, 1.0) * 1e-11);
}

TEST(refuses) {
  static const struct {
    const char *name, *text;
  } wrong[] = {{"contact_angle", "50.1"},
               {"bridge_limit", "0"},
               {"bridge_limit", "0.11"},
               {"surface_tension", "-1"}};
  dcm_settings *settings = given_settings(built_in("liquid-bridge"), 1, WATER);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    dcm_error error;
    ck_assert_int_ne(dcm_settings_set(settings, (dcm_range){1, 1}, (dcm_range){1, 1}, wrong[i].name,
                                      wrong[i].text, &error),
                     DCM_OK);
    expect_part(error.text, wrong[i].name);
  }
}
