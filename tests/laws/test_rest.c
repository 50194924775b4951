/* SPDX-License-Identifier: MIT */
/* Purposes of the springs of form consistent, and of law linear: that grains at rest stay, that a
 * normal force which swings does not wear a spring out, and that no closed way yields work. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "laws/by_hand.h"
#include "laws/properties.h"
#include "laws/resting.h"
#include "numeric/vector.h"
#include "runtime/model.h"
#include "runtime/trial_contact.h"
#include "support/check.h"
#include "support/expect.h"
#include "support/run.h"

/* ------------------------------------------------------------------------------------- resting */

static const struct {
  const char *id, *words;
  int adheres;
} laws[] = {
    {"hertz-mindlin", "form consistent young 1e7 poisson 0.3 restitution 0.5 friction 0.5 ", 0},
    {"jkr",
     "form consistent young 1e7 poisson 0.3 restitution 0.5 friction 0.5 surface_energy 0.02 ", 1},
    {"jkr-exact",
     "form consistent young 1e7 poisson 0.3 restitution 0.5 friction 0.5 work_of_adhesion 0.02 ",
     1},
    {"linear", "kn 1e3 restitution 0.5 friction 0.5 ", 0},
};
enum { LAWS = sizeof laws / sizeof laws[0], WITH_FORMS = LAWS - 1 };

static dcm_law *law_with(int i, const char *rolling) {
  return hand_law(laws[i].id, "%s%s", laws[i].words, rolling);
}

/* Below the slope at which mu_r R* times what presses no longer holds m g r sin, a sphere that has
 * come to rest does not move in a million steps; above it rolls. Adhesion presses too: what would
 * roll without it stands, though the force along the normal is no larger. */
TEST_TIMES(stands_on_a_slope, LAWS) {
  const int steps = dcm_test_rounds(1000000);
  dcm_law *law = law_with(_i, "rolling 0.1");
  const double slopes[] = {0.05, 0.2};
  for (int steep = 0; steep < 2; steep++) {
    resting r = resting_begin(law, slopes[steep], 0.0, 1e-6);
    resting_advance(&r, 200000);
    if (steep && !laws[_i].adheres)
      ck_assert_double_gt(r.motions[0].velocity.x, 0.1);
    else
      resting_expect_rest(&r, steps);
  }
}

/* A sphere that spins on its pole comes to rest with twisting friction, after the angle that the
 * couple mu_t R* F needs, and never without. */
TEST_TIMES(stops_to_spin, LAWS) {
  const double spin = 10.0;
  for (int twists = 0; twists < 2; twists++) {
    dcm_law *law = law_with(_i, twists ? "rolling 0.1 twisting 0.05" : "rolling 0.1");
    resting r = resting_begin(law, 0.0, spin, 1e-6);
    resting_advance(&r, 1);
    const double couple = 0.05 * 1e-3 * r.bodies[0].mass * resting_gravity;
    const double stop = spin * r.bodies[0].moment_of_inertia / couple;
    resting_advance(&r, (int)(0.5 * stop / r.dt));
    if (!laws[_i].adheres)
      ck_assert_double_eq_tol(r.motions[0].angular_velocity.z / spin, twists ? 0.5 : 1.0, 1e-2);
    resting_advance(&r, 600000);
    resting_expect_spin(&r, spin, twists);
  }
}

/* The other model is what it says: a couple of constant size, under which the sphere creeps. */
TEST_TIMES(creeps_with_a_constant_couple, WITH_FORMS) {
  dcm_law *law = law_with(_i, "rolling 0.1 rolling_model constant");
  resting r = resting_begin(law, 0.05, 0.0, 1e-6);
  resting_advance(&r, 200000);
  ck_assert_double_gt(r.motions[0].velocity.x, 1e-5);
  ck_assert_double_lt(r.motions[0].velocity.x, 1e-2);
}

/* ----------------------------------------------------------------------------- stick and slip */

/* A sphere that cannot roll, pressed onto a belt by an overlap that stays, and held by a soft
 * spring K. The belt takes the sphere along until K x is mu_s L, with the load L that limits
 * friction. The sphere then slides against mu L, an oscillator about mu L/K:
 *   x = mu L/K + A cos(w t) + V/w sin(w t), A = (mu_s - mu) L/K, w = sqrt(K/m),
 * until its velocity is that of the belt again, after (2/w)(pi - atan(A w/V)), at mu L/K - A. The
 * belt takes it along once more, for the time 2 A/V. */
static const struct {
  const char *id, *words;
  int damps; /* a contact that does not goes on swinging on its tangential spring */
} on_belt[] = {
    {"hertz", "young 1e7 poisson 0.3", 0},
    {"hertz-mindlin", "young 1e7 poisson 0.3 restitution 0.1", 1},
    {"hertz-mindlin", "young 1e7 poisson 0.3 restitution 0.1 rolling 0.1 twisting 0.1", 1},
    {"hertz-mindlin", "young 1e7 poisson 0.3 restitution 0.1 damping implicit", 1},
    {"jkr", "young 1e7 poisson 0.3 restitution 0.1 surface_energy 0.002", 1},
    {"jkr-exact", "young 1e7 poisson 0.3 restitution 0.1 work_of_adhesion 0.002", 1},
    {"linear", "kn 300 restitution 0.1", 1},
    {"luding", "k1 200 k2 300 kc 50 kt_ratio 1 eta_t 0.08", 1},
    {"eepa", "k1 200 k2 300 kadh 50 kt_ratio 1 restitution 0.1", 1},
    {"eepa", "branches hertz delta_u 1e-6 k1 200 k2 300 kt_ratio 1 restitution 0.1", 1},
    {"thornton-ning", "young 1e7 poisson 0.3 yield_pressure 1e9 work_of_adhesion 0.002", 0},
    {"heat", "young 1e7 poisson 0.3 restitution 0.1 conductivity 1", 1},
    {"liquid-bridge", "young 1e7 poisson 0.3 restitution 0.1 surface_tension 0.07", 1},
};
enum { ON_BELT = sizeof on_belt / sizeof on_belt[0] };

static const double resting_friction = 0.7, sliding_friction = 0.5;

typedef struct belt {
  resting r;
  uint32_t slides; /* component of the state */
  double spring;   /* K; infinite: the sphere is held */
  double speed;    /* V */
  double time;
  double gained; /* energy of sphere and springs, and what was dissipated */
  double driven; /* work of the belt */
} belt;

static double stretched(const belt *b) {
  return b->r.motions[0].position.x;
}

static int is_sliding(const belt *b) {
  return b->r.load.history && b->r.load.history[b->slides] > 0.5;
}

static void step_on_belt(belt *b) {
  dcm_motion *m = b->r.motions;
  const double dt = b->r.dt, mass = b->r.bodies[0].mass;
  const double kinetic = m->velocity.x * m->velocity.x, elastic = stretched(b) * stretched(b);
  const double before = b->r.load.force.x, stored = b->r.load.energies.stored_tangential;
  const int moves = isfinite(b->spring);
  const double spring = moves ? b->spring : 0.0;
  m->velocity.x += moves ? 0.5 * dt / mass * (before - spring * stretched(b)) : 0.0;
  m->position.x += dt * m->velocity.x;
  m[1] = (dcm_motion){.position = {m->position.x, 0.0, 0.0}, .velocity = {b->speed, 0.0, 0.0}};
  dcm_single_contact_step(b->r.contact, m, dt, &b->r.load);
  m->velocity.x += moves ? 0.5 * dt / mass * (b->r.load.force.x - spring * stretched(b)) : 0.0;
  const dcm_energy_sample *e = &b->r.load.energies;
  b->time += dt;
  b->driven += 0.5 * (before + b->r.load.force.x) * b->speed * dt;
  b->gained += 0.5 * mass * (m->velocity.x * m->velocity.x - kinetic) +
               0.5 * spring * (stretched(b) * stretched(b) - elastic) + e->stored_tangential -
               stored + e->dissipated_tangential + e->dissipated_sliding;
}

static belt belt_begin(const dcm_law *law) {
  belt b = {.r = resting_begin(law, 0.0, 0.0, 1e-6),
            .slides = law->history_width - 1,
            .spring = INFINITY,
            .speed = 1e-3};
  b.r.dt = 2e-6;
  return b;
}

/** Steps until the contact slides, or sticks. */
static void wait_on_belt(belt *b, int slides) {
  for (int step = 0; step < 1000000 && is_sliding(b) != slides; step++)
    step_on_belt(b);
  ck_assert_int_eq(is_sliding(b), slides);
}

static dcm_law *law_on_belt(int i) {
  return hand_law(on_belt[i].id, "%s friction %g friction_static %g", on_belt[i].words,
                  sliding_friction, resting_friction);
}

/* Held, the sphere is sheared until the force falls from mu_s L to mu L, and stays there. */
TEST_TIMES(slides_by_less_than_holds, ON_BELT) {
  dcm_law *law = law_on_belt(_i);
  belt b = belt_begin(law);
  double largest = 0.0;
  for (int step = 0; step < 1000000 && !is_sliding(&b); step++) {
    largest = fmax(largest, b.r.load.force.x);
    step_on_belt(&b);
  }
  const double load = b.r.load.force.x / sliding_friction;
  ck_assert_double_gt(load, 0.0);
  ck_assert_double_le(largest, resting_friction * load * (1.0 + 1e-12));
  ck_assert_double_gt(largest, resting_friction * load * 0.99);
  for (int step = 0; step < 1000; step++)
    step_on_belt(&b);
  ck_assert_double_eq_tol(b.r.load.force.x, sliding_friction * load, 1e-12 * load);
  ck_assert_double_eq_tol(b.gained, b.driven, 1e-5 * b.driven);
  /* Surfaces that turn back stick. */
  b.speed = -b.speed;
  wait_on_belt(&b, 0);
}

TEST_TIMES(sticks_and_slips, ON_BELT) {
  dcm_law *law = law_on_belt(_i);
  belt b = belt_begin(law);
  wait_on_belt(&b, 1);
  const double load = b.r.load.force.x / sliding_friction;
  const double stiffness = resting_friction * load / (b.speed * b.time);

  b = belt_begin(law);
  b.spring = 5e-4 * stiffness;
  const double w = sqrt(b.spring / b.r.bodies[0].mass);
  const double amplitude = (resting_friction - sliding_friction) * load / b.spring;
  b.speed = b.r.motions[0].velocity.x = 0.5 * amplitude * w;
  wait_on_belt(&b, 1);
  const double begins = b.time, from = stretched(&b);
  const double swing = on_belt[_i].damps ? 0.01 * amplitude : 0.03 * amplitude;
  ck_assert_double_eq_tol(from, resting_friction * load / b.spring, swing);
  wait_on_belt(&b, 0);
  ck_assert_double_eq_tol(stretched(&b), from - 2.0 * amplitude, 2.0 * swing);
  const double slip = 2.0 / w * (DCM_PI - atan(amplitude * w / b.speed));
  ck_assert_double_eq_tol(b.time - begins, slip, 0.01 * slip);
  ck_assert_double_eq_tol(b.gained, b.driven, 1e-5 * b.driven);
  if (on_belt[_i].damps) {
    wait_on_belt(&b, 1);
    const double period = slip + 2.0 * amplitude / b.speed;
    ck_assert_double_eq_tol(b.time - begins, period, 0.02 * period);
  }
}

/* Where sliding would take more than rest, and where the sheet has one coefficient, init says so.
 */
TEST(refuses_less_at_rest) {
  hand_refuses("hertz", "friction_static = 0.4 is below friction = 0.5",
               "young 1e7 poisson 0.3 friction 0.5 friction_static 0.4");
  hand_refuses("hertz", "use 'form consistent'",
               "form sheet young 1e7 poisson 0.3 friction 0.5 friction_static 0.6");
  hand_refuses("linear", "leave", "kn 300 restitution 0.1 friction 0.5 friction_static 0.4");
}

/* ---------------------------------------------------------------------------- who is told of it */

static int has_area_spring(const dcm_case *c) {
  return dcm_case_is_consistent(c) && dcm_model_find_parameter(c->model, "young") >= 0;
}

static int has_rolling_spring(const dcm_case *c) {
  const char *model = dcm_case_word(c, "rolling_model");
  return dcm_case_is_consistent(c) && !(model && strcmp(model, "constant") == 0);
}

/* Without a stiffness, or beside a far stronger damper, what granular calls a spring is a damper.
 */
static const dcm_fixed rolling[] = {
    {"rolling", 0.1}, {"k_roll", 100.0}, {"gamma_roll", 0.1}, {NULL, 0.0}};
static const dcm_fixed smooth[] = {
    {"rolling", 0.0}, {"k_roll", 100.0}, {"gamma_roll", 0.1}, {NULL, 0.0}};

static void creeps_without_springs(dcm_scene *s) {
  dcm_scene_live(s, DCM_SIDE_PARTICLE);
  const int resists = dcm_model_find_parameter(s->the_case.model, "rolling") >= 0 &&
                      property_value(s, "rolling") > 0.0;
  const int expected = resists && !has_rolling_spring(&s->the_case);
  for (uint32_t k = 0; k < 8; k++) {
    const double radius = s->a->radius_1[k], mass = s->a->effective_mass[k];
    const double partners[] = {s->a->radius_2[k], INFINITY, -2.0 * radius};
    for (int p = 0; p < 3; p++) {
      const int creeps = dcm_contact_creeps(s->law, 1, 2, radius, mass, partners[p], 2.0 * mass);
      if (creeps != expected)
        property_fail(s, k, "whether a contact creeps", creeps, expected);
    }
  }
}

TEST_TIMES(tells_what_creeps, dcm_case_count()) {
  property_rounds(_i, "creep", rolling, 8, creeps_without_springs);
  property_rounds(_i, "no creep", smooth, 8, creeps_without_springs);
}

/* ------------------------------------------------------------------- a normal force that swings */

/* Sheared, rolled and twisted at first, then held, while the overlap swings: the least contact area
 * keeps its share of the tangential force, and the springs against rolling keep all of the couple,
 * for ever. One time in two with what swings at random. */
static void swing(dcm_scene *s) {
  enum { STEPS = 4, BEGINNING = 50 };
  const int cycles = dcm_test_rounds(100000);
  static double mean[CONTACTS], least[CONTACTS];
  static dcm_vector pull[CONTACTS], couple[CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_live(s, DCM_SIDE_PARTICLE);
  dcm_law_history_begin(s->law, b->pair, DCM_SIDE_PARTICLE, CONTACTS, b->history);
  s->dt = 1e-6;
  const int random = s->round % 2;
  b->count = 8;
  for (uint32_t k = 0; k < b->count; k++) {
    mean[k] = fabs(b->overlap[k]);
    b->overlap[k] = least[k] = mean[k];
    b->normal_velocity[k] = 0.0;
    const dcm_vector n = dcm_scene_vector(b->normal, k);
    const dcm_vector along = dcm_tangential_part(dcm_random_direction(&s->random), n);
    /* Slow and little, so that nothing slides. */
    dcm_store(b->tangential_velocity, k,
              dcm_scale(1e-9 * mean[k] / (BEGINNING * s->dt * dcm_length(along)), along));
    dcm_store(b->angular_velocity_1, k,
              dcm_scale(1e-9 * mean[k] / b->effective_radius[k] / (BEGINNING * s->dt),
                        dcm_random_direction(&s->random)));
    dcm_store(b->angular_velocity_2, k, (dcm_vector){0.0, 0.0, 0.0});
  }
  for (int step = -BEGINNING; step < cycles * STEPS; step++) {
    for (uint32_t k = 0; step >= 0 && k < b->count; k++) {
      const dcm_vector none = {0.0, 0.0, 0.0};
      dcm_store(b->tangential_velocity, k, none);
      dcm_store(b->angular_velocity_1, k, none);
      /* The force of Hertz swings by a hundredth. */
      const double turn = random ? dcm_uniform(&s->random, 0.0, 1.0) : (step + 1.0) / STEPS;
      b->overlap[k] = mean[k] * (1.0 + 0.01 * 2.0 / 3.0 * sin(2.0 * DCM_PI * turn));
      least[k] = fmin(least[k], b->overlap[k]);
    }
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t k = 0; step == 0 && k < b->count; k++) {
      pull[k] = dcm_scene_vector(b->tangential_force, k);
      couple[k] = dcm_scene_vector(b->couple_1, k);
    }
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < b->count; k++) {
    /* A radius as the root of the overlap, or with adhesion less: a share of no less than 0.996. */
    const double kept = dcm_length(dcm_scene_vector(b->tangential_force, k)) / dcm_length(pull[k]);
    if (!(kept >= 0.99 && kept <= 1.0 + 1e-9))
      property_fail(s, k, "share of the tangential force after many cycles", kept, 0.99);
    if (!has_rolling_spring(&s->the_case))
      continue;
    const double size = dcm_length(couple[k]);
    const double left = dcm_length(dcm_scene_vector(b->couple_1, k));
    if (!(fabs(left - size) <= 1e-9 * size))
      property_fail(s, k, "couple after many cycles", left, size);
  }
}

static const dcm_fixed rough[] = {
    {"friction", 1e3},     {"rolling", 1e3},        {"twisting", 1e3},        {"transition", 0},
    {"surface_energy", 0}, {"work_of_adhesion", 0}, {"yield_pressure", 1e15}, {NULL, 0.0}};
static const dcm_fixed rough_without_springs[] = {
    {"friction", 1e3}, {"twisting", 0},         {"transition", 0},        {"surface_energy", 0},
    {"rolling", 0},    {"work_of_adhesion", 0}, {"yield_pressure", 1e15}, {NULL, 0.0}};

TEST_TIMES(a_swinging_force_wears_nothing_out, dcm_case_count()) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  if (has_area_spring(&the_case))
    property_rounds(_i, "a swinging normal force",
                    has_rolling_spring(&the_case) ? rough : rough_without_springs, 2, swing);
}
