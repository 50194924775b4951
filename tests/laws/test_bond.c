/* SPDX-License-Identifier: MIT */
/* The law bond against what is known in closed form: the stiffnesses of a cylinder, the stresses at
 * its rim, and that energy is where the ledger says, until it breaks and when it does. */
#include "laws/by_hand.h"

#include "check/scene/samples.h"
#include "driver/contact.h"
#include "mechanics/scatter.h"
#include "runtime/trial_contact.h"
#include "support/random.h"

static const double young = 1e8, ratio = 2.5, tensile = 1e5, shearing = 2e5;
static const double r1 = 1e-3, r2 = 2e-3;

#define GRAINS "kn 1e3 restitution 0.5 friction 0.3 bond_young 1e8 "
#define GLUE GRAINS "bond_ratio 2.5 tensile_strength 1e5 shear_strength 2e5 bond_radius 0.8"

/* Sizes of the cylinder. */
static const double radius = 0.8e-3;
static double area(void) {
  return DCM_PI * radius * radius;
}
static double inertia(void) {
  return 0.25 * area() * radius * radius;
}

enum { N = 16 }; /* contacts, all alike */

typedef struct pair {
  dcm_law *law;
  dcm_batch *b;
  int side_2;
  double dt;
} pair;

/** Two grains at an overlap, where a run begins or, with dt, in the course of one. */
static pair meet(dcm_law *law, int side_2, double overlap, double dt) {
  pair p = {law, hand_batch(law, N), side_2, 1e-6};
  for (uint32_t k = 0; k < N; k++) {
    p.b->radius_1[k] = r1;
    p.b->radius_2[k] = side_2 == DCM_SIDE_WALL ? INFINITY : r2;
    p.b->effective_mass[k] = 1e-6;
    p.b->quantities_1[0][k] = 7.0 + k;
    p.b->quantities_2[0][k] = side_2 == DCM_SIDE_WALL ? 0.0 : 3.0;
    p.b->separation[0][k] = (side_2 == DCM_SIDE_WALL ? r1 : r1 + r2) - overlap;
  }
  dcm_law_history_begin(law, 0, (uint32_t)side_2, N, p.b->history);
  dcm_batch_evaluate(p.b, law, side_2, dt);
  for (uint32_t k = 0; k < N; k++)
    p.b->overlap[k] = overlap; /* which the kinematics round */
  dcm_batch_compute(p.b, law, side_2, dt);
  dcm_advance_history(p.b, law);
  return p;
}

/** A step in which 2 moves and turns relative to 1. */
static void move(pair *p, dcm_vector by, dcm_vector turned) {
  for (uint32_t k = 0; k < N; k++) {
    p->b->overlap[k] -= by.x;
    p->b->normal_velocity[k] = by.x / p->dt;
    dcm_store(p->b->tangential_velocity, k, (dcm_vector){0.0, by.y / p->dt, by.z / p->dt});
    dcm_store(p->b->angular_velocity_1, k, dcm_scale(-0.5 / p->dt, turned));
    dcm_store(p->b->angular_velocity_2, k, dcm_scale(0.5 / p->dt, turned));
  }
  dcm_batch_compute(p->b, p->law, p->side_2, p->dt);
  dcm_advance_history(p->b, p->law);
}

static double bonded(const pair *p) {
  return p->b->outputs[0][0];
}

/* ------------------------------------------------------------------------------- stiffnesses */

/* Stretched, sheared, bent and twisted by little, apart and together. */
TEST(four_stiffnesses) {
  pair p = meet(hand_law("bond", GLUE), DCM_SIDE_PARTICLE, -1e-6, 0.0);
  const double kn = young / (r1 + r2), ks = kn / ratio;
  const double step = 1e-9, angle = 1e-7;
  ck_assert_double_eq(p.b->normal_force[0], 0.0);
  move(&p, (dcm_vector){step, 0.0, 0.0}, (dcm_vector){0.0, 0.0, 0.0});
  hand_near(-p.b->normal_force[0], kn * area() * step);
  move(&p, (dcm_vector){0.0, step, 0.0}, (dcm_vector){0.0, 0.0, 0.0});
  hand_near(p.b->tangential_force[1][0], ks * area() * step);
  ck_assert_double_eq(p.b->couple_1[2][0], 0.0);
  move(&p, (dcm_vector){0.0, 0.0, 0.0}, (dcm_vector){0.0, 0.0, angle});
  hand_near(p.b->couple_1[2][0], kn * inertia() * angle);
  hand_near(p.b->couple_2[2][0], -kn * inertia() * angle);
  move(&p, (dcm_vector){0.0, 0.0, 0.0}, (dcm_vector){angle, 0.0, 0.0});
  hand_near(p.b->couple_1[0][0], ks * 2.0 * inertia() * angle);
  /* All of them still act. */
  hand_near(-p.b->normal_force[0], kn * area() * step);
  hand_near(p.b->tangential_force[1][0], ks * area() * step);
  /* At the rim. */
  hand_near(p.b->outputs[1][0], kn * (step + radius * angle));
  hand_near(p.b->outputs[2][0], ks * (step + radius * angle));
}

/* The spring of law linear presses grains that touch, beside the bond. */
TEST(grains_press_beside_the_bond) {
  pair p = meet(hand_law("bond", GLUE), DCM_SIDE_PARTICLE, 1e-6, 0.0);
  hand_near(p.b->normal_force[0], 1e3 * 1e-6);
  move(&p, (dcm_vector){-1e-9, 0.0, 0.0}, (dcm_vector){0.0, 0.0, 0.0});
  pair bare = meet(hand_law("bond", GLUE), DCM_SIDE_PARTICLE, 1e-6, 1e-6);
  move(&bare, (dcm_vector){-1e-9, 0.0, 0.0}, (dcm_vector){0.0, 0.0, 0.0});
  hand_near_of(p.b->normal_force[0] - bare.b->normal_force[0], young / (r1 + r2) * area() * 1e-9,
               p.b->normal_force[0]);
}

/* --------------------------------------------------------------------------------- being made */

static double is_made(const char *walls, int side_2, double overlap, double dt) {
  pair p = meet(hand_law("bond", GLUE " bond_walls %s", walls), side_2, overlap, dt);
  move(&p, (dcm_vector){0.0, 0.0, 0.0}, (dcm_vector){0.0, 0.0, 0.0});
  const double answer = bonded(&p);
  return answer;
}

TEST(made_where_a_run_begins) {
  const double gap = 0.02 * r1;
  ck_assert_double_eq(is_made("no", DCM_SIDE_PARTICLE, -0.999 * gap, 0.0), 1.0);
  ck_assert_double_eq(is_made("no", DCM_SIDE_PARTICLE, -1.001 * gap, 0.0), 0.0);
  ck_assert_double_eq(is_made("no", DCM_SIDE_PARTICLE, 0.0, 1e-6), 0.0);
  ck_assert_double_eq(is_made("no", DCM_SIDE_WALL, 0.0, 0.0), 0.0);
  ck_assert_double_eq(is_made("yes", DCM_SIDE_WALL, 0.0, 0.0), 1.0);
  /* Asked once: neither what was too far, nor what broke, is bonded where the next run begins. */
  pair p = meet(hand_law("bond", GLUE), DCM_SIDE_PARTICLE, -1.001 * gap, 0.0);
  for (uint32_t k = 0; k < N; k++)
    p.b->overlap[k] = 0.0;
  dcm_batch_compute(p.b, p.law, DCM_SIDE_PARTICLE, 0.0);
  ck_assert_double_eq(bonded(&p), 0.0);
}

/* ----------------------------------------------------------------------------------- breaking */

/* Pulled, bent, sheared and twisted, each by what a stress just below the strength, and just
 * beyond, needs; a broken bond is that for ever. */
TEST(breaks_at_its_strength) {
  const double kn = young / (r1 + r2), ks = kn / ratio;
  const double most[4] = {tensile / kn, tensile / kn / radius, shearing / ks,
                          shearing / ks / radius};
  for (int way = 0; way < 4; way++)
    for (int over = 0; over < 2; over++) {
      pair p = meet(hand_law("bond", GLUE), DCM_SIDE_PARTICLE, -1e-6, 0.0);
      const double by = most[way] * (over ? 1.0 + 1e-9 : 1.0 - 1e-9);
      const dcm_vector none = {0.0, 0.0, 0.0};
      const dcm_vector to = {way == 0 ? by : 0.0, way == 2 ? by : 0.0, 0.0};
      const dcm_vector turned = {way == 3 ? by : 0.0, 0.0, way == 1 ? by : 0.0};
      move(&p, to, turned);
      ck_assert_double_eq(bonded(&p), over ? 0.0 : 1.0);
      ck_assert_double_eq(p.b->outputs[1 + way / 2][0] > 0.0, !over);
      move(&p, dcm_scale(-1.0, to), dcm_scale(-1.0, turned));
      ck_assert_double_eq(bonded(&p), over ? 0.0 : 1.0);
      move(&p, dcm_scale(0.5, to), none);
      if (over)
        ck_assert_double_eq(p.b->normal_force[0], 0.0);
      /* Where the next run begins. */
      dcm_batch_compute(p.b, p.law, DCM_SIDE_PARTICLE, 0.0);
      ck_assert_double_eq(bonded(&p), over ? 0.0 : 1.0);
    }
}

/* The contact lasts longer than the bond, whatever its strength. */
TEST(breaks_within_reach) {
  dcm_random random = dcm_random_stream(1);
  for (int i = 0; i < 200; i++) {
    const double scatter = dcm_uniform(&random, 0.0, 0.3);
    dcm_law *law = hand_law(
        "bond", GRAINS "shear_strength 1e300 strength_scatter %.17g tensile_strength %.17g",
        scatter, dcm_log_uniform(&random, 1e3, 1e12));
    const double gap = 0.0199 * r1;
    pair p = meet(law, DCM_SIDE_PARTICLE, -gap, 0.0);
    const double reach = dcm_law_reach(law, dcm_sides_of_particles(0, r1, r2));
    move(&p, (dcm_vector){0.9999 * (reach - gap), 0.0, 0.0}, (dcm_vector){0.0, 0.0, 0.0});
    for (uint32_t k = 0; k < N; k++)
      ck_assert_double_eq(p.b->outputs[0][k], 0.0);
  }
}

/* ------------------------------------------------------------------------------------- energy */

typedef struct ledger {
  double work, paid, dissipated, stored;
  double last[6]; /* force and couple */
} ledger;

/** Where the work of a step went: that of the mean of the forces before and after, but in a step in
 * which the bond breaks; of the couples after, which is what the ledger goes by. */
static void book(ledger *l, const pair *p, const double path[6]) {
  const dcm_batch *b = p->b;
  const dcm_energies *e = &b->energies;
  const double now[6] = {-b->normal_force[0], b->tangential_force[1][0], b->tangential_force[2][0],
                         b->couple_1[0][0],   b->couple_1[1][0],         b->couple_1[2][0]};
  const double share = bonded(p) > 0.0 ? 0.5 : 0.0;
  for (int i = 0; i < 6; i++) {
    const double before = i < 3 ? share : 0.0;
    const double work = (before * l->last[i] + (1.0 - before) * now[i]) * path[i];
    l->work += work;
    l->paid += fabs(work);
    l->last[i] = now[i];
  }
  l->dissipated += e->dissipated_normal[0] + e->dissipated_plastic[0] +
                   e->dissipated_tangential[0] + e->dissipated_sliding[0] +
                   e->dissipated_rolling[0] + e->dissipated_fracture[0];
  l->stored = e->stored_normal[0] + e->stored_tangential[0] + e->stored_rolling[0];
}

enum { STEPS = 4000 };

/** Leads a bond three times round a closed path of this size, or until it breaks. */
static ledger lead(pair *p, double size, uint64_t stream) {
  dcm_random random = dcm_random_stream(stream);
  double amplitude[6], phase[6];
  for (int i = 0; i < 6; i++) {
    amplitude[i] = size * dcm_uniform(&random, 0.2, 1.0) * (i < 3 ? 1e-6 : 1e-3);
    phase[i] = dcm_uniform(&random, 0.0, 2.0 * DCM_PI);
  }
  ledger l = {0};
  for (int step = 0; step < STEPS; step++) {
    double d[6];
    for (int i = 0; i < 6; i++)
      d[i] = amplitude[i] * (sin(6.0 * DCM_PI * (step + 1) / STEPS + phase[i]) -
                             sin(6.0 * DCM_PI * step / STEPS + phase[i]));
    move(p, (dcm_vector){d[0], d[1], d[2]}, (dcm_vector){d[3], d[4], d[5]});
    book(&l, p, d);
  }
  return l;
}

static dcm_law *glue_of(double damping, double strength) {
  return hand_law("bond",
                  "kn 1e3 restitution 1 friction 0 bond_young 1e8 tensile_strength %g "
                  "shear_strength %g bond_damping %g",
                  strength, strength, damping);
}

/* Unbroken and without damping a bond gives back what it took; with damping it keeps some. */
TEST(closed_paths_yield_nothing) {
  for (int i = 0; i < 10; i++) {
    pair p = meet(glue_of(0.0, 1e9), DCM_SIDE_PARTICLE, -1e-5, 0.0);
    ledger l = lead(&p, 1.0, (uint64_t)i);
    ck_assert_double_eq(bonded(&p), 1.0);
    /* Couples take k d^2/2 more in a step d than they store: pi^2/2 of a step's share of a period.
     * The path ends where the bond was made. */
    ck_assert_double_le(fabs(l.work), 20.0 / STEPS * l.paid);
    ck_assert_double_le(l.stored, 20.0 / STEPS * l.paid);
    ck_assert_double_le(fabs(l.work - l.stored - l.dissipated), 1e-6 * l.paid);
    p = meet(glue_of(0.3, 1e9), DCM_SIDE_PARTICLE, -1e-5, 0.0);
    l = lead(&p, 1.0, (uint64_t)i);
    ck_assert_double_gt(l.work, 0.0);
    ck_assert_double_gt(l.dissipated, 0.0);
    ck_assert_double_le(fabs(l.work - l.stored - l.dissipated), 10.0 / STEPS * l.paid);
  }
}

/* The ledger has the energy that a bond had stored when it broke. */
TEST(breaking_takes_what_was_stored) {
  int broken = 0;
  for (int i = 0; i < 30; i++) {
    pair p = meet(glue_of(0.0, 1e4), DCM_SIDE_PARTICLE, -1e-5, 0.0);
    const ledger l = lead(&p, 1.0, (uint64_t)i);
    broken += bonded(&p) == 0.0;
    ck_assert_double_ge(l.dissipated, 0.0);
    ck_assert_double_le(fabs(l.work - l.stored - l.dissipated), 20.0 / STEPS * l.paid);
  }
  ck_assert_int_eq(broken, 30);
}

/* -------------------------------------------------------------------------------- which side */

/* A bond that is bent, sheared and twisted, seen from the other grain. */
TEST(the_same_from_either_side) {
  static const char words[] =
      GRAINS "shear_strength 1e9 tensile_strength 1e9 strength_scatter 0.2 bond_damping 0.1";
  pair p = meet(hand_law("bond", "%s", words), DCM_SIDE_PARTICLE, -1e-6, 0.0);
  pair q = meet(hand_law("bond", "%s", words), DCM_SIDE_PARTICLE, -1e-6, 0.0);
  for (uint32_t k = 0; k < N; k++) {
    q.b->radius_1[k] = r2;
    q.b->radius_2[k] = r1;
    q.b->quantities_2[0][k] = p.b->quantities_1[0][k];
    q.b->quantities_1[0][k] = p.b->quantities_2[0][k];
    q.b->bisector[0][k] = q.b->normal[0][k] = -p.b->normal[0][k];
  }
  dcm_law_history_begin(q.law, 0, DCM_SIDE_PARTICLE, N, q.b->history);
  dcm_batch_compute(q.b, q.law, DCM_SIDE_PARTICLE, 0.0);
  dcm_advance_history(q.b, q.law);
  dcm_random random = dcm_random_stream(5);
  for (int step = 0; step < 5; step++) {
    dcm_vector v[4];
    for (int i = 0; i < 4; i++)
      v[i] = dcm_scale(i < 2 ? 1e-2 : 1e1, dcm_random_direction(&random));
    v[0].x = 0.0;
    for (uint32_t k = 0; k < N; k++) {
      dcm_store(p.b->tangential_velocity, k, v[0]);
      dcm_store(q.b->tangential_velocity, k, dcm_scale(-1.0, v[0]));
      dcm_store(p.b->angular_velocity_1, k, v[2]);
      dcm_store(q.b->angular_velocity_2, k, v[2]);
      dcm_store(p.b->angular_velocity_2, k, v[3]);
      dcm_store(q.b->angular_velocity_1, k, v[3]);
      p.b->overlap[k] = q.b->overlap[k] = p.b->overlap[k] + 1e-8;
      p.b->normal_velocity[k] = q.b->normal_velocity[k] = -1e-8 / p.dt;
    }
    pair *both[] = {&p, &q};
    for (int i = 0; i < 2; i++) {
      dcm_batch_compute(both[i]->b, both[i]->law, DCM_SIDE_PARTICLE, p.dt);
      dcm_advance_history(both[i]->b, both[i]->law);
    }
  }
  dcm_law_history_swap(q.law, N, q.b->history);
  for (uint32_t k = 0; k < N; k++) {
    ck_assert_double_eq(p.b->normal_force[k], q.b->normal_force[k]);
    for (int x = 0; x < 3; x++) {
      ck_assert_double_eq(p.b->tangential_force[x][k], -q.b->tangential_force[x][k]);
      ck_assert_double_eq(p.b->couple_1[x][k], q.b->couple_2[x][k]);
    }
    for (uint32_t c = 0; c < p.law->history_width; c++)
      ck_assert_double_eq(p.b->history[c][k], q.b->history[c][k]);
    for (int o = 0; o < 3; o++)
      ck_assert_double_eq(p.b->outputs[o][k], q.b->outputs[o][k]);
  }
}

/* ------------------------------------------------------------------------------------ scatter */

/* Mean, variance and skewness of the normal distribution, cut off at three standard deviations:
 * the variance is then 0.97334. */
TEST(strengths_are_normal) {
  enum { DRAWN = 200000 };
  double sum = 0.0, square = 0.0, cube = 0.0, next = 0.0, last = 0.0, largest = 0.0;
  for (int i = 0; i < DRAWN; i++) {
    const double z = dcm_scatter_normal(i / 500 + 1, 1000 + i % 500, 3.0);
    ck_assert(z == dcm_scatter_normal(1000 + i % 500, i / 500 + 1, 3.0));
    sum += z;
    square += z * z;
    cube += z * z * z;
    next += z * last;
    last = z;
    largest = fmax(largest, fabs(z));
  }
  /* Five standard deviations of the mean of so many. */
  const double allowed = 5.0 / sqrt(DRAWN);
  ck_assert_double_le(fabs(sum / DRAWN), allowed);
  ck_assert_double_le(fabs(square / DRAWN - 0.97334), 1.5 * allowed);
  ck_assert_double_le(fabs(cube / DRAWN), 4.0 * allowed);
  ck_assert_double_le(fabs(next / DRAWN), allowed);
  ck_assert_double_le(largest, DCM_SCATTER_CUT);
  ck_assert_double_gt(largest, 2.9);
  ck_assert(dcm_scatter_normal(1, 2, 3.0) != dcm_scatter_normal(1, 2, 4.0));
}

/* Each bond has its own, which is 1 + s z. */
TEST(strength_of_each_bond) {
  const double kn = young / (r1 + r2);
  pair p = meet(hand_law("bond", GRAINS "shear_strength 1e5 tensile_strength 1e5 "
                                        "strength_scatter 0.2 strength_seed 11"),
                DCM_SIDE_PARTICLE, 0.0, 0.0);
  const double by = 1e5 / kn;
  move(&p, (dcm_vector){by, 0.0, 0.0}, (dcm_vector){0.0, 0.0, 0.0});
  uint32_t whole = 0;
  for (uint32_t k = 0; k < N; k++) {
    const double strength = 1.0 + 0.2 * dcm_scatter_normal(7.0 + k, 3.0, 11.0);
    ck_assert_double_eq(p.b->outputs[0][k], strength > 1.0 ? 1.0 : 0.0);
    whole += strength > 1.0;
  }
  ck_assert_uint_gt(whole, 0);
  ck_assert_uint_lt(whole, N);
}

/* The driver calls the bodies 1 and 2, and a wall 0, where nobody says more. */
TEST(bodies_of_the_driver) {
  dcm_law *law = hand_law("bond", GLUE);
  for (int side_2 = DCM_SIDE_PARTICLE; side_2 <= DCM_SIDE_WALL; side_2++) {
    const int is_wall = side_2 == DCM_SIDE_WALL;
    const dcm_body grain = dcm_body_sphere(1, r1, 2500.0);
    const dcm_body bodies[] = {grain, is_wall ? dcm_body_wall(1) : grain};
    dcm_error error;
    dcm_single_contact *contact = dcm_single_contact_create(law, side_2, bodies, &error);
    ck_assert_msg(contact, "%s", error.text);
    const dcm_motion motions[2] = {{.position = {0.0, 0.0, 0.0}},
                                   {.position = {is_wall ? r1 : 2.0 * r1, 0.0, 0.0}}};
    dcm_contact_load load;
    dcm_single_contact_start(contact, motions, &load);
    ck_assert_double_eq(load.quantities[0][0], 1.0);
    ck_assert_double_eq(load.quantities[1][0], is_wall ? 0.0 : 2.0);
    dcm_single_contact_destroy(contact);
  }
}

/* The step that hosts are told is that of contact and bond together. */
TEST(step) {
  dcm_law *law = hand_law("bond", GLUE);
  const double mass = dcm_body_sphere(1, r1, 2500.0).mass;
  const double stiffness = 1e3 + young / (2.0 * r1) * area();
  ck_assert_double_eq_tol(dcm_longest_safe_step(law, 1, 1, r1, mass, r1, mass).normal_spring /
                              (DCM_SAFE_FRACTION * DCM_PI * sqrt(0.5 * mass / stiffness)),
                          1.0, 1e-6);
}
