/* SPDX-License-Identifier: MIT */
/* The law eepa against its branches and what follows from them in closed form. */
#include "laws/by_hand.h"

static const double k1 = 1e3, k2 = 4e3, kadh = 2e3, f0 = 1e-3, delta_u = 1e-5, radius = 1e-3;

/** Branches, and their exponents. */
static const struct {
  const char *word;
  double n;
} kinds[] = {{"linear", 1.0}, {"hertz", 1.5}, {"power", 2.2}, {"power", 1.5}};
enum { KINDS = 4 };

static dcm_law *make(int kind, double stiffness, double adhesion, double pull, double restitution) {
  const hand_value values[] = {{"k1", k1},           {"k2", stiffness},
                               {"kadh", adhesion},   {"f0", pull},
                               {"delta_u", delta_u}, {"n", kinds[kind].n},
                               {"friction", 0.5},    {"rolling", 0.2},
                               {"twisting", 0.3},    {"restitution", restitution},
                               {NULL, 0.0}};
  const hand_choice choices[] = {{"branches", kinds[kind].word}, {NULL, NULL}};
  return hand_law("eepa", choices, values);
}

/** What the branches are lines in: of the dimension of the overlap. */
static double power(int kind, double overlap) {
  return delta_u * pow(overlap / delta_u, kinds[kind].n);
}

static double overlap_of(int kind, double x) {
  return delta_u * pow(x / delta_u, 1.0 / kinds[kind].n);
}

/* ------------------------------------------------------------------------------------ branches */

START_TEST(branches) {
  const int kind = _i;
  dcm_law *law = make(kind, k2, kadh, f0, 1.0);
  hand_contact *c = hand_begin(law, radius);
  const double greatest = 3.0 * delta_u, x_max = power(kind, greatest);
  const double x_p = (1.0 - k1 / k2) * x_max, size = k1 * x_max;
  const double least = overlap_of(kind, (k2 - k1) / (k2 + kadh) * x_max);
  for (int i = 1; i <= 10; i++)
    hand_near_of(hand_press(c, 0.1 * i * greatest), k1 * power(kind, 0.1 * i * greatest) - f0,
                 size);
  /* Out and in again along one branch. */
  for (int turn = 0; turn < 2; turn++)
    for (int i = 1; i < 20; i++) {
      const double overlap = least + (greatest - least) * fabs(1.0 - 0.1 * i);
      hand_near_of(hand_press(c, overlap), k2 * (power(kind, overlap) - x_p) - f0, size);
    }
  /* The largest tension. */
  hand_near_of(hand_press(c, least), -kadh * power(kind, least) - f0, size);
  ck_assert_double_gt(hand_press(c, 1.001 * least), -kadh * power(kind, least) - f0);
  /* The branch of adhesion, and up from it to that of the first loading. */
  const double turn = 0.5 * least, x_turn = power(kind, turn);
  for (int i = 10; i >= 5; i--)
    hand_near_of(hand_press(c, 0.1 * i * least), -kadh * power(kind, 0.1 * i * least) - f0, size);
  const double meets = overlap_of(kind, (k2 + kadh) / (k2 - k1) * x_turn);
  for (int i = 0; i <= 10; i++) {
    const double overlap = turn + 0.1 * i * (meets - turn);
    hand_near_of(hand_press(c, overlap), k2 * (power(kind, overlap) - x_turn) - kadh * x_turn - f0,
                 size);
  }
  hand_near_of(hand_press(c, 1.01 * meets), k1 * power(kind, 1.01 * meets) - f0, size);
  hand_end(c);
  dcm_law_destroy(law);
}
END_TEST

/* All that touches is pulled by f0, and nothing else is. */
START_TEST(pull_off) {
  dcm_law *law = make(_i, k2, kadh, f0, 0.5);
  hand_contact *c = hand_begin(law, radius);
  hand_near(hand_press(c, 0.0), -f0);
  ck_assert_double_eq(hand_press(c, -1e-12), 0.0);
  hand_end(c);
  dcm_law_destroy(law);
}
END_TEST

/* -------------------------------------------------------------------------------------- energy */

/* The areas between the branches, by the work of many steps; in few steps they are the same. */
START_TEST(ledger) {
  enum { STEPS = 20000 };
  const int kind = _i;
  dcm_law *law = make(kind, k2, kadh, f0, 1.0);
  hand_contact *fine = hand_begin(law, radius), *coarse = hand_begin(law, radius);
  double overlap = 0.1 * delta_u, force = hand_press(fine, overlap);
  double work = fine->stored + fine->yielded, size = f0 * delta_u;
  for (int i = 1; i <= STEPS; i++) {
    const double t = 12.0 * DCM_PI * i / STEPS;
    const double next = delta_u * (0.1 + (1.0 + 0.3 * t / DCM_PI) * (1.0 - cos(t)) * 0.5);
    const double now = hand_press(fine, next);
    work += 0.5 * (force + now) * (next - overlap);
    force = now;
    overlap = next;
    size = fmax(size, fabs(work));
    ck_assert_double_eq_tol(work, fine->stored + fine->yielded, 1e-5 * size);
  }
  ck_assert_double_gt(fine->yielded, 0.5 * work);
  /* A cycle in two steps, the second along two branches. */
  hand_press(coarse, 2.0 * delta_u);
  hand_press(coarse, 0.0);
  hand_contact *again = hand_begin(law, radius);
  for (int i = 1; i <= 1000; i++)
    hand_press(again, 2.0 * delta_u * (1.0 - fabs(1.0 - i / 500.0)));
  hand_near(coarse->yielded, again->yielded);
  ck_assert_double_eq_tol(coarse->stored, 0.0, 1e-15 * coarse->yielded);
  hand_end(fine);
  hand_end(coarse);
  hand_end(again);
  dcm_law_destroy(law);
}
END_TEST

/* Of lines two triangles. */
START_TEST(area) {
  dcm_law *law = make(0, k2, kadh, 0.0, 1.0);
  hand_contact *c = hand_begin(law, radius);
  const double greatest = 2e-5, rest = (1.0 - k1 / k2) * greatest;
  const double least = (k2 - k1) / (k2 + kadh) * greatest;
  hand_press(c, greatest);
  hand_near(c->stored + c->yielded, 0.5 * k1 * greatest * greatest);
  hand_press(c, 0.0);
  hand_near(c->yielded, 0.5 * k1 * greatest * rest + 0.5 * kadh * least * rest);
  hand_end(c);
  dcm_law_destroy(law);
}
END_TEST

/* ---------------------------------------------------------------------------------- collisions */

/* Without plasticity the restitution is the one asked for, whatever the exponent, and a constant
 * pull takes nothing of it: it is conservative. */
START_TEST(restitution) {
  static const double asked[] = {0.4, 0.9};
  for (int i = 0; i < 2; i++) {
    dcm_law *law = make(_i, k1, 0.0, 0.0, asked[i]);
    const dcm_collision_outcome o = hand_collide(law, radius, 0.1, 50000);
    ck_assert_double_eq_tol(o.normal_restitution, asked[i], 1e-4);
    dcm_law_destroy(law);
  }
  dcm_law *law = make(_i, k1, 0.0, f0, 1.0);
  ck_assert_double_eq_tol(hand_collide(law, radius, 0.1, 50000).normal_restitution, 1.0, 1e-4);
  dcm_law_destroy(law);
}
END_TEST

/* e^2 is the share of the first loading's work that the branch k2 holds: with l = 1 - k1/k2,
 * (k2/k1) (1 - l (n + 1) + n l^(1 + 1/n)), k1/k2 of lines. */
START_TEST(restitution_of_plasticity) {
  const double n = kinds[_i].n, l = 1.0 - k1 / k2;
  dcm_law *law = make(_i, k2, 0.0, 0.0, 1.0);
  const double expected = sqrt(k2 / k1 * (1.0 - l * (n + 1.0) + n * pow(l, 1.0 + 1.0 / n)));
  for (int i = 0; i < 2; i++)
    ck_assert_double_eq_tol(hand_collide(law, radius, i ? 0.1 : 0.02, 50000).normal_restitution,
                            expected, 1e-4);
  dcm_law_destroy(law);
}
END_TEST

/* ---------------------------------------------------------------------------- across the normal */

/* Friction and couples are held by mu (F + f0 + kadh x), also in tension. */
START_TEST(limits) {
  dcm_law *law = make(_i, k2, kadh, f0, 1.0);
  hand_contact *c = hand_begin(law, radius);
  dcm_batch *b = c->batch;
  const double greatest = 2.0 * delta_u;
  const double overlap = overlap_of(_i, 0.6 * power(_i, greatest));
  hand_press(c, greatest);
  ck_assert_double_lt(hand_press(c, overlap), 0.0);
  const double above = b->normal_force[0] + f0 + kadh * power(_i, overlap);
  ck_assert_double_gt(above, 0.0);
  b->tangential_velocity[1][0] = 10.0;
  b->angular_velocity_1[0][0] = 1e5; /* about the normal */
  b->angular_velocity_1[2][0] = 1e5;
  dcm_batch_compute(b, law, DCM_SIDE_PARTICLE, 1e-3);
  hand_near(b->tangential_force[1][0], 0.5 * above);
  hand_near(b->couple_1[0][0], -0.3 * 0.5 * radius * above);
  hand_near(b->couple_1[2][0], -0.2 * 0.5 * radius * above);
  hand_end(c);
  dcm_law_destroy(law);
}
END_TEST

/* A small displacement is held by kt s, kt = 2/7 k1, and damped by 2 zeta sqrt((n + 1)/2 M-star kt
 * s). */
START_TEST(tangential_stiffness) {
  const double e = 0.5, zeta = -log(e) / sqrt(DCM_PI * DCM_PI + log(e) * log(e));
  dcm_law *law = make(_i, k2, kadh, f0, e);
  hand_contact *c = hand_begin(law, radius);
  dcm_batch *b = c->batch;
  const double overlap = 2.0 * delta_u, path = 1e-9;
  hand_press(c, overlap);
  b->tangential_velocity[1][0] = path / 1e-6;
  dcm_batch_compute(b, law, DCM_SIDE_PARTICLE, 1e-6);
  const double kt = 2.0 / 7.0 * k1 * power(_i, overlap) / overlap;
  const double eta = 2.0 * zeta * sqrt(0.5 * (kinds[_i].n + 1.0) * b->effective_mass[0] * kt);
  hand_near(b->tangential_force[1][0], kt * path + eta * path / 1e-6);
  hand_end(c);
  dcm_law_destroy(law);
}
END_TEST

START_TEST(refuses) {
  const hand_value soft[] = {
      {"k1", 2.0}, {"k2", 1.0}, {"friction", 0.0}, {"restitution", 1.0}, {NULL, 0.0}};
  hand_refuses("eepa", NULL, soft, "k2 = 1 is below k1 = 2");
  const hand_value nowhere[] = {
      {"k1", 1.0}, {"k2", 2.0}, {"friction", 0.0}, {"restitution", 1.0}, {NULL, 0.0}};
  const hand_choice hertz[] = {{"branches", "hertz"}, {NULL, NULL}};
  hand_refuses("eepa", hertz, nowhere, "give delta_u > 0");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("eepa");
  TCase *all = tcase_create("eepa");
  tcase_add_loop_test(all, branches, 0, KINDS);
  tcase_add_loop_test(all, pull_off, 0, KINDS);
  tcase_add_loop_test(all, ledger, 0, KINDS);
  tcase_add_test(all, area);
  tcase_add_loop_test(all, restitution, 0, KINDS);
  tcase_add_loop_test(all, restitution_of_plasticity, 0, KINDS);
  tcase_add_loop_test(all, limits, 0, KINDS);
  tcase_add_loop_test(all, tangential_stiffness, 0, KINDS);
  tcase_add_test(all, refuses);
  suite_add_tcase(suite, all);
  return dcm_run(suite);
}
