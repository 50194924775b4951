/* SPDX-License-Identifier: MIT */
/* The law luding against its lines and what follows from them in closed form. */
#include "laws/by_hand.h"
#include "runtime/trial_contact.h"

static const double k1 = 1e3, k2 = 4e3, kc = 2e3, depth = 0.05, radius = 1e-3;

/** Two spheres of one material, R* half their radius. */
static dcm_law *make(const char *stiffening, double adhesion, double limit) {
  const hand_value values[] = {{"k1", k1},       {"k2", k2},        {"kc", adhesion},
                               {"depth", limit}, {"friction", 0.5}, {"kt_ratio", 0.3},
                               {"eta_n", 0.0},   {NULL, 0.0}};
  const hand_choice choices[] = {{"stiffening", stiffening}, {NULL, NULL}};
  return hand_law("luding", choices, values);
}

/** Where pressing no longer yields, and k2 of a greatest overlap, as the paper has them. */
static double deepest(void) {
  return k2 / (k2 - k1) * depth * radius;
}

static double unloading(int grows, double greatest) {
  const double share = grows ? fmin(1.0, greatest / deepest()) : 1.0;
  return k1 + (k2 - k1) * share;
}

static const char *const words[] = {"none", "linear"};

/* --------------------------------------------------------------------------------------- lines */

TEST_TIMES(lines, 2) {
  const int grows = _i;
  dcm_law *law = make(words[grows], kc, depth);
  hand_contact *c = hand_begin(law, radius);
  const double greatest = 0.6 * deepest(), k = unloading(grows, greatest);
  const double rest = (1.0 - k1 / k) * greatest, least = (k - k1) / (k + kc) * greatest;
  for (int i = 1; i <= 10; i++)
    hand_near(hand_press(c, 0.1 * i * greatest), k1 * 0.1 * i * greatest);
  /* Out and in again along one line, also below the force-free overlap. */
  for (int turn = 0; turn < 2; turn++)
    for (int i = 0; i <= 20; i++) {
      const double overlap = least + (greatest - least) * fabs(1.0 - 0.1 * i);
      hand_near_of(hand_press(c, overlap), k * (overlap - rest), k1 * greatest);
    }
  hand_near(hand_press(c, 1.1 * greatest), k1 * 1.1 * greatest);
}

/* The damper takes its force in proportion to the velocity, along the normal and across. */
TEST(damper) {
  const double eta = 0.7, share = 0.4, overlap = 1e-4 * radius, speed = 0.2, slip = 1e-9;
  const hand_value values[] = {
      {"k1", k1},        {"k2", k2},        {"kc", 0.0},    {"depth", depth},
      {"friction", 0.5}, {"kt_ratio", 0.0}, {"eta_n", eta}, {"eta_t", share * eta},
      {NULL, 0.0}};
  dcm_law *law = hand_law("luding", NULL, values);
  hand_contact *c = hand_begin(law, radius);
  c->batch->relative_velocity[0][0] = -speed;
  c->batch->relative_velocity[1][0] = slip;
  hand_near(hand_press(c, overlap), k1 * overlap + eta * speed);
  hand_near(c->batch->tangential_force[1][0], share * eta * slip);
}

/* The line of adhesion, and up from it a line that begins there and meets that of the loading. */
TEST_TIMES(adhesion, 2) {
  const int grows = _i;
  dcm_law *law = make(words[grows], kc, depth);
  hand_contact *c = hand_begin(law, radius);
  const double greatest = 0.6 * deepest(), k = unloading(grows, greatest);
  const double least = (k - k1) / (k + kc) * greatest;
  hand_press(c, greatest);
  /* The pull-off force: no overlap pulls more. */
  hand_near(hand_press(c, least), -kc * least);
  ck_assert_double_gt(hand_press(c, 1.001 * least), -kc * least);
  const double turn = 0.5 * least;
  for (int i = 10; i >= 5; i--)
    hand_near(hand_press(c, 0.1 * i * least), -kc * 0.1 * i * least);
  /* The root of k2(x)(turn - x) + k1 x + kc turn = 0. */
  double low = turn, high = greatest;
  for (int i = 0; i < 200; i++) {
    const double x = 0.5 * (low + high);
    const double excess = unloading(grows, x) * (turn - x) + k1 * x + kc * turn;
    *(excess > 0.0 ? &low : &high) = x;
  }
  const double slope = unloading(grows, low);
  for (int i = 0; i <= 10; i++) {
    const double overlap = turn + 0.1 * i * (low - turn);
    hand_near_of(hand_press(c, overlap), slope * (overlap - turn) - kc * turn, kc * turn);
  }
  hand_near(hand_press(c, 1.01 * low), k1 * 1.01 * low);
}

/* Beyond the greatest plastic overlap pressing and letting go are one line. */
TEST(elastic_limit) {
  dcm_law *law = make("linear", kc, depth);
  hand_contact *c = hand_begin(law, radius);
  const double most = deepest(), rest = depth * radius;
  hand_near(hand_press(c, most), k1 * most);
  for (int i = 0; i <= 20; i++) {
    const double overlap = most * (1.0 + 0.5 * (1.0 - fabs(1.0 - 0.1 * i)));
    hand_near(hand_press(c, overlap), k2 * (overlap - rest));
  }
  hand_near(hand_press(c, 1.1 * rest), k2 * 0.1 * rest);
}

/* -------------------------------------------------------------------------------------- energy */

/* Pressed and let go to overlap zero, in few steps or many: lost is the area between the lines, a
 * triangle above zero and one below. */
TEST_TIMES(area, 2) {
  static const int steps[] = {2, 7, 1000};
  const int grows = _i;
  const double greatest = 0.6 * deepest(), k = unloading(grows, greatest);
  const double rest = (1.0 - k1 / k) * greatest, least = (k - k1) / (k + kc) * greatest;
  const double expected = 0.5 * k1 * greatest * rest + 0.5 * kc * least * rest;
  for (int s = 0; s < 3; s++) {
    dcm_law *law = make(words[grows], kc, depth);
    hand_contact *c = hand_begin(law, radius);
    for (int i = 1; i <= 2 * steps[s]; i++)
      hand_press(c, greatest * (1.0 - fabs(1.0 - (double)i / steps[s])));
    hand_near(c->yielded, expected);
    ck_assert_double_eq_tol(c->stored, 0.0, 1e-15 * expected);
  }
}

/* At every place what went in is stored or lost. */
TEST_TIMES(ledger, 2) {
  const int grows = _i;
  dcm_law *law = make(words[grows], kc, depth);
  hand_contact *c = hand_begin(law, radius);
  enum { STEPS = 20000 };
  double work = 0.0, force = 0.0, overlap = 0.0, size = 0.0;
  for (int i = 1; i <= STEPS; i++) {
    /* Deeper each time, then up from the line of adhesion. */
    const double t = 12.0 * DCM_PI * i / STEPS;
    const double next = deepest() * (0.05 + (0.1 + 0.06 * t / DCM_PI) * (1.0 - cos(t)) * 0.5);
    const double now = hand_press(c, next);
    work += 0.5 * (force + now) * (next - overlap);
    force = now;
    overlap = next;
    size = fmax(size, work);
    ck_assert_double_eq_tol(work, c->stored + c->yielded, 1e-5 * size);
  }
  ck_assert_double_gt(c->yielded, 0.5 * work);
}

/* ---------------------------------------------------------------------------------- collisions */

/* A quarter of a period of k1 in, a quarter of one of k2 out, and from the force-free overlap on at
 * constant speed: e = sqrt(k1/k2) at every speed, and with a stiffness that grows that of the
 * greatest overlap v sqrt(M-star/k1). */
TEST_TIMES(restitution, 2) {
  const int grows = _i;
  for (int i = 0; i < 2; i++) {
    dcm_law *law = make(words[grows], 0.0, 1.0);
    const double mass = 0.5 * dcm_body_sphere(1, radius, 2500.0).mass, speed = i ? 0.1 : 0.02;
    const double most = k2 / (k2 - k1) * radius, greatest = speed * sqrt(mass / k1);
    const double k = k1 + (k2 - k1) * (grows ? greatest / most : 1.0);
    const dcm_api_outcome o = hand_collide(law, radius, speed, 200000);
    ck_assert_double_eq_tol(o.normal_restitution, sqrt(k1 / k), 1e-5);
    ck_assert_double_eq_tol(o.max_overlap / greatest, 1.0, 1e-6);
    const double quarters = 0.5 * DCM_PI * (sqrt(mass / k1) + sqrt(mass / k));
    const double free = (1.0 - k1 / k) * greatest / (o.normal_restitution * speed);
    ck_assert_double_eq_tol(o.duration / (quarters + free), 1.0, 1e-5);
    ck_assert_double_eq_tol(o.energy.dissipated_plastic / (0.5 * mass * speed * speed),
                            1.0 - k1 / k, 1e-5);
  }
}

/* With adhesion, and a constant k2, the same share of the energy is lost at every speed: to the
 * triangle above zero, and to the one below. */
TEST(restitution_with_adhesion) {
  static const double speeds[] = {0.01, 0.1};
  const double pull = 0.2e3, rest = 1.0 - k1 / k2, least = (k2 - k1) / (k2 + pull);
  const double kept = 1.0 - rest - pull / k1 * least * rest;
  for (int i = 0; i < 2; i++) {
    dcm_law *law = make("none", pull, 1.0);
    const dcm_api_outcome o = hand_collide(law, radius, speeds[i], 200000);
    ck_assert(o.separated);
    ck_assert_double_eq_tol(o.normal_restitution, sqrt(kept), 1e-4);
  }
  /* Where more would be lost than there is, grains stick. */
  dcm_law *law = make("none", kc, 1.0);
  ck_assert_double_lt(1.0 - rest - kc / k1 * (k2 - k1) / (k2 + kc) * rest, 0.0);
  ck_assert(!hand_collide(law, radius, 0.1, 2000).separated);
}

/* ---------------------------------------------------------------------------- across the normal */

/* Surfaces that slide, roll and twist are held back by mu (F + kc xi) and that times R-star, of a
 * contact in tension, too. */
TEST(limits) {
  const hand_value values[] = {{"k1", k1},       {"k2", k2},        {"kc", kc}, {"friction", 0.5},
                               {"rolling", 0.2}, {"twisting", 0.3}, {NULL, 0.0}};
  dcm_law *law = hand_law("luding", NULL, values);
  hand_contact *c = hand_begin(law, radius);
  dcm_batch *b = c->batch;
  hand_press(c, 2e-5);
  const double overlap = 8e-6;
  ck_assert_double_lt(hand_press(c, overlap), 0.0);
  const double above = b->normal_force[0] + kc * overlap;
  ck_assert_double_gt(above, 0.0);
  b->tangential_velocity[1][0] = 10.0;
  b->angular_velocity_1[0][0] = 1e5; /* about the normal */
  b->angular_velocity_1[2][0] = 1e5;
  dcm_batch_compute(b, law, DCM_SIDE_PARTICLE, 1e-3);
  hand_near(b->tangential_force[1][0], 0.5 * above);
  hand_near(b->couple_1[0][0], -0.3 * 0.5 * radius * above);
  hand_near(b->couple_1[2][0], -0.2 * 0.5 * radius * above);
}

/* A grain on a slope: pressed by F for the first time it is held by mu (1 + kc/k1) F, on the line
 * k2 by more. */
TEST(slope_that_holds) {
  dcm_law *law = make("none", kc, 1.0);
  hand_contact *c = hand_begin(law, radius);
  dcm_batch *b = c->batch;
  for (int again = 0; again < 2; again++) {
    const double normal = hand_press(c, again ? 9e-6 : 1e-5);
    b->tangential_velocity[1][0] = 10.0;
    dcm_batch_compute(b, law, DCM_SIDE_PARTICLE, 1e-3);
    const double held = b->tangential_force[1][0] / normal;
    if (again)
      ck_assert_double_gt(held, 0.5 * (1.0 + kc / k1));
    else
      hand_near(held, 0.5 * (1.0 + kc / k1));
    b->tangential_velocity[1][0] = 0.0;
  }
}

/* The step that hosts are told is that of the way out. */
TEST(step) {
  dcm_law *law = make("none", kc, 1.0);
  const double mass = dcm_body_sphere(1, radius, 2500.0).mass;
  ck_assert_double_eq_tol(
      dcm_longest_safe_step(law, 1, 1, radius, mass, radius, mass).normal_spring /
          (DCM_SAFE_FRACTION * DCM_PI * sqrt(0.5 * mass / k2)),
      1.0, 1e-9);
}

TEST(refuses) {
  const hand_value values[] = {{"k1", 2.0}, {"k2", 1.0}, {"friction", 0.0}, {NULL, 0.0}};
  hand_refuses("luding", NULL, values, "k2 = 1 is below k1 = 2");
}
