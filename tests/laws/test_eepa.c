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

/** Power of the overlap in which the branches are lines, with the dimension of the overlap. */
static double power(int kind, double overlap) {
  return delta_u * pow(overlap / delta_u, kinds[kind].n);
}

static double overlap_of(int kind, double x) {
  return delta_u * pow(x / delta_u, 1.0 / kinds[kind].n);
}

/* ------------------------------------------------------------------------------------ branches */

TEST_TIMES(branches, KINDS) {
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
}

/* All that touches is pulled by f0, and nothing else is. */
TEST_TIMES(pull_off, KINDS) {
  dcm_law *law = make(_i, k2, kadh, f0, 0.5);
  hand_contact *c = hand_begin(law, radius);
  hand_near(hand_press(c, 0.0), -f0);
  ck_assert_double_eq(hand_press(c, -1e-12), 0.0);
}

/* -------------------------------------------------------------------------------------- energy */

/* The areas between the branches, by the work of many steps; in few steps they are the same. */
TEST_TIMES(ledger, KINDS) {
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
}

/* The area between lines is two triangles. */
TEST(area) {
  dcm_law *law = make(0, k2, kadh, 0.0, 1.0);
  hand_contact *c = hand_begin(law, radius);
  const double greatest = 2e-5, rest = (1.0 - k1 / k2) * greatest;
  const double least = (k2 - k1) / (k2 + kadh) * greatest;
  hand_press(c, greatest);
  hand_near(c->stored + c->yielded, 0.5 * k1 * greatest * greatest);
  hand_press(c, 0.0);
  hand_near(c->yielded, 0.5 * k1 * greatest * rest + 0.5 * kadh * least * rest);
}

/* -------------------------------------------------------------------------- adhesion by energy */

/** Adhesive surfaces of a law with branches, and where it is held. */
typedef struct sticky {
  int kind;
  double energy, chi, r1, r2; /* r2 infinite: a wall */
  hand_contact *c;
} sticky;

static sticky stick(int kind, double energy, double chi, double r1, double r2) {
  const hand_value values[] = {{"k1", k1},
                               {"k2", k2},
                               {"kadh", 10.0 * k2}, /* of the other kind of adhesion */
                               {"f0", f0},
                               {"delta_u", delta_u},
                               {"n", kinds[kind].n},
                               {"surface_energy", energy},
                               {"adhesion_exponent", chi},
                               {"friction", 0.5},
                               {"restitution", 1.0},
                               {NULL, 0.0}};
  const hand_choice choices[] = {
      {"branches", kinds[kind].word}, {"adhesion", "energy"}, {NULL, NULL}};
  sticky s = {kind, energy, chi, r1, r2, hand_begin(hand_law("eepa", choices, values), r1)};
  s.c->batch->radius_2[0] = r2;
  return s;
}

/** As hand_press, but a wall may be on the other side. */
static double held(sticky *s, double overlap) {
  hand_contact *c = s->c;
  dcm_batch *b = c->batch;
  const int wall = isinf(s->r2);
  const uint32_t side = wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE;
  b->separation[0][0] = (wall ? s->r1 : s->r1 + s->r2) - overlap;
  dcm_batch_evaluate(b, c->law, side, 0.0);
  b->overlap[0] = overlap;
  dcm_batch_compute(b, c->law, side, 1e-6);
  for (uint32_t i = 0; i < c->law->history_width; i++)
    b->history[i][0] = b->new_history[i][0];
  c->stored = b->energies.stored_normal[0];
  c->yielded += b->energies.dissipated_plastic[0];
  return b->normal_force[0] + f0;
}

/** Largest tension of a contact that was pressed, and where: that of the circle in which the two
 * cut each other at the overlap at which the branch k2 has no force. */
static double tension(const sticky *s, double greatest, double *where) {
  const double x_p = (1.0 - k1 / k2) * power(s->kind, greatest), rest = overlap_of(s->kind, x_p);
  double circle = sqrt(2.0 * s->r1 * rest - rest * rest);
  if (!isinf(s->r2)) {
    const double d = s->r1 + s->r2 - rest, along = 0.5 * (d + (s->r1 * s->r1 - s->r2 * s->r2) / d);
    circle = sqrt(s->r1 * s->r1 - along * along);
  }
  const double most = 1.5 * DCM_PI * s->energy * circle, pull = fmin(most, 0.5 * k2 * x_p);
  *where = overlap_of(s->kind, x_p - pull / k2);
  return pull;
}

/** Spheres of one size, of two, and a wall. */
static const double partners[][2] = {{1e-3, 1e-3}, {1e-3, 3e-4}, {3e-4, 1e-3}, {1e-3, INFINITY}};
enum { PARTNERS = 4 };

/* Down the branch k2 to the largest tension, which is that of the surface energy; down that of
 * adhesion, and up again, and a second time down the same. */
TEST_TIMES(adhesion_by_energy, KINDS) {
  static const double chis[] = {1.0, 1.5, 4.0};
  const int kind = _i % KINDS;
  for (int partner = 0; partner < PARTNERS; partner++)
    for (int j = 0; j < 3; j++) {
      const double chi = chis[j], greatest = 3.0 * delta_u, x_max = power(kind, greatest);
      sticky s = stick(kind, 30.0, chi, partners[partner][0], partners[partner][1]);
      const double size = k1 * x_max, x_p = (1.0 - k1 / k2) * x_max;
      double least;
      const double most = tension(&s, greatest, &least);
      ck_assert_double_gt(most, 0.02 * k2 * x_p); /* neither nothing nor the other limit */
      ck_assert_double_lt(most, 0.49 * k2 * x_p);
      hand_near_of(held(&s, greatest), k1 * x_max, size);
      for (int i = 1; i <= 10; i++) {
        const double overlap = greatest + 0.1 * i * (least - greatest);
        hand_near_of(held(&s, overlap), k2 * (power(kind, overlap) - x_p), size);
      }
      hand_near_of(held(&s, least), -most, size);
      ck_assert_double_gt(held(&s, 1.0001 * least), -most);
      ck_assert_double_gt(held(&s, 0.9999 * least), -most);
      const double turn = 0.6 * least, x_turn = power(kind, turn), pull = most * pow(0.6, chi);
      for (int i = 9; i >= 6; i--)
        hand_near_of(held(&s, 0.1 * i * least), -most * pow(0.1 * i, chi), size);
      const double x_meets = (x_turn + pull / k2) / (1.0 - k1 / k2);
      const double meets = overlap_of(kind, x_meets);
      for (int i = 0; i <= 10; i++) {
        const double overlap = turn + 0.1 * i * (meets - turn);
        hand_near_of(held(&s, overlap), k2 * (power(kind, overlap) - x_turn) - pull, size);
      }
      /* Pressed again, but less than before: the branch of adhesion is the same. */
      const double again = 0.5 * (meets + greatest);
      ck_assert_double_lt(meets, greatest);
      hand_near_of(held(&s, again), k1 * power(kind, again), size);
      for (int i = 5; i >= 0; i--)
        hand_near_of(held(&s, 0.1 * i * least), -most * pow(0.1 * i, chi), size);
      /* Pressed more it is another. */
      held(&s, 2.0 * greatest);
      const double more = tension(&s, 2.0 * greatest, &least);
      hand_near_of(held(&s, least), -more, size);
      hand_near_of(held(&s, 0.5 * least), -more * pow(0.5, chi), size);
    }
}

/* The largest tension goes as the root of the overlap at which a contact was left, so as that of
 * the overlap to which it was pressed; with a stiffness as its power n. */
TEST(pull_off_goes_as_the_root) {
  const double small = 1e-3 * delta_u, energy = 1e-7;
  double least;
  for (int kind = 0; kind < KINDS; kind++) {
    double found[2] = {0.0};
    for (int deep = 0; deep < 2; deep++) {
      sticky s = stick(kind, energy * pow(1e-3, kinds[kind].n - 1.0), 1.5, radius, radius);
      held(&s, (deep ? 4.0 : 1.0) * small);
      tension(&s, (deep ? 4.0 : 1.0) * small, &least);
      found[deep] = held(&s, least);
    }
    ck_assert_double_eq_tol(found[1] / found[0], 2.0, 2e-5);
  }
}

/* A surface energy that the branch k2 cannot bear: half of what this has where the two part. */
TEST_TIMES(pull_off_that_nothing_bears, KINDS) {
  const double greatest = 3.0 * delta_u, x_p = (1.0 - k1 / k2) * power(_i, greatest);
  sticky s = stick(_i, 1e6, 1.5, radius, radius);
  held(&s, greatest);
  const double least = overlap_of(_i, 0.5 * x_p);
  hand_near_of(held(&s, least), -0.5 * k2 * x_p, k1 * power(_i, greatest));
  hand_near_of(held(&s, 0.5 * least), -0.5 * k2 * x_p * pow(0.5, 1.5), 0.0);
}

/* The areas between the branches, in small steps, each of which takes energy, and in large ones. */
TEST_TIMES(ledger_by_energy, KINDS) {
  enum { STEPS = 20000 };
  sticky fine = stick(_i, 30.0, 1.5, radius, radius), coarse = stick(_i, 30.0, 1.5, radius, radius);
  double overlap = 0.1 * delta_u, work = 0.0, size = 0.0, before = 0.0;
  double force = held(&fine, overlap) - f0;
  const double began = fine.c->stored + fine.c->yielded;
  for (int i = 1; i <= STEPS; i++) {
    const double t = 12.0 * DCM_PI * i / STEPS;
    const double next = delta_u * (0.1 + (1.0 + 0.3 * t / DCM_PI) * (1.0 - cos(t)) * 0.5);
    const double now = held(&fine, next) - f0;
    work += 0.5 * (force + now) * (next - overlap);
    force = now;
    overlap = next;
    size = fmax(size, fabs(work));
    if (i > 100)
      ck_assert_double_eq_tol(work, fine.c->stored + fine.c->yielded - began, 1e-4 * size);
    ck_assert_double_ge(fine.c->yielded, before);
    before = fine.c->yielded;
  }
  ck_assert_double_gt(fine.c->yielded, 0.5 * work);
  fine = stick(_i, 30.0, 1.5, radius, radius);
  /* Pressed, down into adhesion, less deep, down again, in few steps and in many. */
  static const double way[] = {0.0, 2.0, 0.5, 1.2, 0.3, 1.4, 0.0};
  for (int k = 0; k < 6; k++) {
    held(&coarse, way[k + 1] * delta_u);
    for (int i = 1; i <= 1000; i++)
      held(&fine, delta_u * (way[k] + 1e-3 * i * (way[k + 1] - way[k])));
    ck_assert_double_eq_tol(coarse.c->yielded, fine.c->yielded, 1e-11 * fine.c->yielded);
    ck_assert_double_eq_tol(coarse.c->stored, fine.c->stored, 1e-11 * fine.c->yielded);
  }
}

/* Friction is held by mu times the force above the branch of adhesion. */
TEST_TIMES(limit_by_energy, KINDS) {
  sticky s = stick(_i, 30.0, 1.5, radius, radius);
  dcm_batch *b = s.c->batch;
  const double greatest = 3.0 * delta_u;
  double least;
  const double most = tension(&s, greatest, &least), overlap = 0.5 * (least + greatest);
  held(&s, greatest);
  const double above = held(&s, overlap) + most * pow(overlap / least, 1.5);
  b->tangential_velocity[1][0] = 10.0;
  dcm_batch_compute(b, s.c->law, DCM_SIDE_PARTICLE, 1e-3);
  hand_near(b->tangential_force[1][0], 0.5 * above);
}

/* ---------------------------------------------------------------------------------- collisions */

/* Without plasticity the restitution is the one asked for, whatever the exponent, and a constant
 * pull takes nothing of it: it is conservative. */
TEST_TIMES(restitution, KINDS) {
  static const double asked[] = {0.4, 0.9};
  for (int i = 0; i < 2; i++) {
    dcm_law *law = make(_i, k1, 0.0, 0.0, asked[i]);
    const dcm_api_outcome o = hand_collide(law, radius, 0.1, 50000);
    ck_assert_double_eq_tol(o.normal_restitution, asked[i], 1e-4);
  }
  dcm_law *law = make(_i, k1, 0.0, f0, 1.0);
  ck_assert_double_eq_tol(hand_collide(law, radius, 0.1, 50000).normal_restitution, 1.0, 1e-4);
}

/* e^2 is the share of the first loading's work that the branch k2 holds: with l = 1 - k1/k2,
 * (k2/k1) (1 - l (n + 1) + n l^(1 + 1/n)), k1/k2 of lines. */
TEST_TIMES(restitution_of_plasticity, KINDS) {
  const double n = kinds[_i].n, l = 1.0 - k1 / k2;
  dcm_law *law = make(_i, k2, 0.0, 0.0, 1.0);
  const double expected = sqrt(k2 / k1 * (1.0 - l * (n + 1.0) + n * pow(l, 1.0 + 1.0 / n)));
  for (int i = 0; i < 2; i++)
    ck_assert_double_eq_tol(hand_collide(law, radius, i ? 0.1 : 0.02, 50000).normal_restitution,
                            expected, 1e-4);
}

/* ---------------------------------------------------------------------------- across the normal */

/* Friction and couples are held by mu (F + f0 + kadh x), also in tension. */
TEST_TIMES(limits, KINDS) {
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
}

/* A grain on a slope: pressed by F for the first time it is held by mu (1 + kadh/k1) (F + f0), for
 * f0 presses the branch, too. */
TEST_TIMES(slope_that_holds, KINDS) {
  dcm_law *law = make(_i, k2, kadh, f0, 1.0);
  hand_contact *c = hand_begin(law, radius);
  dcm_batch *b = c->batch;
  const double normal = hand_press(c, 2.0 * delta_u);
  ck_assert_double_gt(normal, f0);
  b->tangential_velocity[1][0] = 10.0;
  dcm_batch_compute(b, law, DCM_SIDE_PARTICLE, 1e-3);
  hand_near(b->tangential_force[1][0], 0.5 * (1.0 + kadh / k1) * (normal + f0));
}

/* The damper beside a rolling spring is there at e = 1, too: 2 R-star^2 sqrt(kt M-star). */
TEST_TIMES(rolling_damps, KINDS) {
  const double kt = 2.0 / 7.0 * k1, w = 1e-6, dt = 1e-9;
  dcm_law *law = make(_i, k2, kadh, f0, 1.0);
  hand_contact *c = hand_begin(law, radius);
  dcm_batch *b = c->batch;
  hand_press(c, 2.0 * delta_u);
  b->angular_velocity_1[2][0] = w;
  dcm_batch_compute(b, law, DCM_SIDE_PARTICLE, dt);
  hand_near(b->couple_1[2][0],
            -0.25 * radius * radius * (kt * dt + 2.0 * sqrt(kt * b->effective_mass[0])) * w);
}

/* A small displacement is held by kt s, kt = 2/7 k1, and damped by 2 zeta sqrt((n + 1)/2 M-star kt
 * s). */
TEST_TIMES(tangential_stiffness, KINDS) {
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
}

TEST(refuses) {
  const hand_value soft[] = {
      {"k1", 2.0}, {"k2", 1.0}, {"friction", 0.0}, {"restitution", 1.0}, {NULL, 0.0}};
  hand_refuses("eepa", NULL, soft, "k2 = 1 is below k1 = 2");
  const hand_value nowhere[] = {
      {"k1", 1.0}, {"k2", 2.0}, {"friction", 0.0}, {"restitution", 1.0}, {NULL, 0.0}};
  const hand_choice hertz[] = {{"branches", "hertz"}, {NULL, NULL}};
  hand_refuses("eepa", hertz, nowhere, "give delta_u > 0");
}
