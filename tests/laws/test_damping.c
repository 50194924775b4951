/* SPDX-License-Identifier: MIT */
/* The option damping: implicit damping by hand, what becomes of the restitution with coarse steps,
 * and where it leaves what rests. */
#include "laws/by_hand.h"
#include "laws/resting.h"
#include "ledger/booking.h"

#define MATERIAL "young 5e6 poisson 0.25 friction 0.5 "
static const struct {
  const char *id, *values;
} laws[] = {
    {"hertz-mindlin", MATERIAL "restitution 0.3"},
    {"jkr", MATERIAL "restitution 0.3 surface_energy 0.5"},
    {"jkr", MATERIAL "restitution 0.3 surface_energy 2.0"}, /* it pulls */
    {"heat", MATERIAL "restitution 0.3 conductivity 1"},
};
enum { LAWS = sizeof laws / sizeof laws[0] };

static dcm_law *law_of(int i, const char *options) {
  return hand_law(laws[i].id, "%s %s", options, laws[i].values);
}

/* -------------------------------------------------------------------------------- by hand */

static const double radius = 0.002, mass = 3e-5, overlap = 2e-5, dt = 1e-4;

/** A contact along x that has just begun, of which a test sets the normal velocity. */
static dcm_batch *contact_of(const dcm_law *law) {
  dcm_batch *b = hand_batch(law, 1);
  b->radius_1[0] = b->radius_2[0] = radius;
  b->effective_radius[0] = 0.5 * radius;
  b->effective_mass[0] = mass;
  b->normal[0][0] = 1.0;
  b->overlap[0] = overlap;
  b->half_step_velocities = 1;
  dcm_law_history_begin(law, b->pair, DCM_SIDE_PARTICLE, 1, b->history);
  return b;
}

/** The normal force, with which the state goes on unless the step is 0. */
static double force_at(dcm_batch *b, const dcm_law *law, double velocity, double step) {
  b->normal_velocity[0] = velocity;
  dcm_batch_compute(b, law, DCM_SIDE_PARTICLE, step);
  for (uint32_t c = 0; c < law->history_width && step > 0.0; c++)
    b->history[c][0] = b->new_history[c][0];
  return b->normal_force[0];
}

/* Two steps in numbers: F = (Fe - eta (v + (v - w)/2))/(1 + eta dt/(2 M)), w = v + F dt/M of the
 * step before; in the first without the others' share. It is what is booked, eta v*^2 dt, too. */
TEST(two_steps) {
  dcm_law *law = law_of(0, "damping implicit");
  dcm_batch *b = contact_of(law);
  const double young = 5e6 / (2.0 * (1.0 - 0.0625)), a = sqrt(0.5 * radius * overlap);
  const double l = log(0.3), alpha = -l / sqrt(DCM_PI * DCM_PI + l * l);
  const double elastic = 4.0 / 3.0 * young * a * overlap;
  const double eta = 2.0 * sqrt(5.0 / 6.0) * alpha * sqrt(2.0 * young * a * mass);
  const double share = 1.0 + eta * dt / (2.0 * mass);
  ck_assert_double_gt(share, 1.05);

  const double first = (elastic - eta * -0.2) / share;
  hand_near(force_at(b, law, -0.2, dt), first);
  const double then = -0.2 + first * dt / (2.0 * mass);
  hand_near(b->energies.dissipated_normal[0], eta * then * then * dt);

  const double others = 0.1 - (-0.2 + first * dt / mass);
  ck_assert_double_gt(fabs(others), 0.1);
  const double second = (elastic - eta * (0.1 + 0.5 * others)) / share;
  hand_near(force_at(b, law, 0.1, dt), second);
  const double now = 0.1 + 0.5 * others + second * dt / (2.0 * mass);
  hand_near(b->energies.dissipated_normal[0], eta * now * now * dt);
}

/* Compares each law with explicit damping of the same contact: the conservative force Fe at rest,
 * and eta from the force at another velocity. Where a force is cut, v* is that without the cut. */
TEST_TIMES(is_explicit_damping_of_another_velocity, 2 * LAWS) {
  const int cuts = _i / LAWS;
  dcm_law *law = law_of(_i % LAWS, cuts ? "damping implicit attraction no" : "damping implicit");
  dcm_law *other = law_of(_i % LAWS, cuts ? "attraction no" : "");
  dcm_batch *b = contact_of(law), *c = contact_of(other);
  const double elastic = force_at(c, other, 0.0, 0.0);
  const double eta = force_at(c, other, -1.0, 0.0) - elastic;
  const double velocities[] = {-0.5, -0.3, 0.2, 0.9, 0.7, 2.0, -0.1};
  double expected = 0.0;
  int cut = 0;
  for (size_t i = 0; i < sizeof velocities / sizeof velocities[0]; i++) {
    const double v = velocities[i], others = i ? v - expected : 0.0;
    const double alone = v + 0.5 * others;
    double force = (elastic - eta * alone) / (1.0 + eta * dt / (2.0 * mass));
    cut += cuts && elastic > 0.0 && force < 0.0;
    if (cuts && elastic > 0.0 && force < 0.0)
      force = 0.0;
    hand_near_of(force_at(b, law, v, dt), force, elastic);
    const double at_position = alone + force * dt / (2.0 * mass);
    hand_near_of(b->energies.dissipated_normal[0], (elastic - force) * at_position * dt,
                 elastic * at_position * dt);
    ck_assert_double_ge(b->energies.dissipated_normal[0], 0.0);
    expected = v + force * dt / mass;
    dcm_law_history_swap(law, 1, b->history); /* and go on as seen from the other side */
  }
  ck_assert_int_eq(cut > 0, cuts && elastic > 0.0);
}

/* Where velocities belong to the positions there is nothing to be found out, and where nobody
 * advances nothing is remembered: both are explicit damping to the bit. */
TEST_TIMES(of_velocities_of_now_it_is_explicit, LAWS) {
  dcm_law *law = law_of(_i, "damping implicit"), *other = law_of(_i, "");
  dcm_batch *b = contact_of(law), *c = contact_of(other);
  const double velocities[] = {-0.5, 0.2, 0.9};
  for (int i = 0; i < 3; i++) {
    ck_assert_double_eq(force_at(b, law, velocities[i], 0.0),
                        force_at(c, other, velocities[i], 0.0));
    ck_assert_double_eq(b->energies.dissipated_normal[0], 0.0);
  }
  b->half_step_velocities = 0;
  for (int i = 0; i < 3; i++) {
    ck_assert_double_eq(force_at(b, law, velocities[i], dt), force_at(c, other, velocities[i], dt));
    ck_assert_double_eq(b->energies.dissipated_normal[0], c->energies.dissipated_normal[0]);
  }
}

/* Only who wants it remembers more; form sheet has none. */
TEST_TIMES(refuses_and_leaves_out, LAWS) {
  hand_refuses(laws[_i].id, "'damping implicit' is not available with 'form sheet'",
               "form sheet damping implicit %s", laws[_i].values);
  dcm_law *law = law_of(_i, "damping implicit"), *other = law_of(_i, "");
  const uint32_t expected = law->history_width - 2; /* before "slides" */
  ck_assert(dcm_law_keeps(law, expected));
  ck_assert(!dcm_law_keeps(other, expected));
}

/* ----------------------------------------------------------------------------- coarse steps */

enum { PHASES = 100 };

typedef struct errors {
  double mean;    /* of the restitution, over the phases of a step in which a collision begins */
  double balance; /* largest share of the energy that no ledger has */
} errors;

/** Collisions of so many steps, as an elastic one would have. */
static errors errors_of(double e, int wall, uint32_t steps) {
  dcm_law *law = hand_law("hertz-mindlin", "damping implicit " MATERIAL "restitution %.17g", e);
  const double speed = 0.1, young = 5e6 / (2.0 * (1.0 - 0.0625));
  dcm_body sphere = dcm_body_sphere(1, radius, 2500.0);
  const double m = wall ? sphere.mass : 0.5 * sphere.mass, r = wall ? radius : 0.5 * radius;
  const double depth = pow(15.0 * m * speed * speed / (16.0 * young * sqrt(r)), 0.4);
  dcm_collision c = {.law = law,
                     .side_2 = wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE,
                     .bodies = {sphere, wall ? dcm_body_wall(1) : sphere},
                     .dt = 2.94327517 * depth / speed / steps,
                     .max_steps = 100u * steps};
  errors found = {0.0, 0.0};
  for (int i = 0; i < PHASES; i++) {
    const double gap = (i + 0.5) / PHASES * c.dt * speed;
    c.motions[0].velocity.x = speed;
    c.motions[1].position.x = (wall ? radius : 2.0 * radius) + gap;
    dcm_error error;
    dcm_api_outcome o;
    ck_assert_msg(dcm_collision_run(&c, NULL, NULL, &o, &error) == DCM_OK, "%s", error.text);
    ck_assert(o.separated);
    /* Part of the energy in the frame of the centre of mass. Nothing jumps: energy that is stored
     * in the last step in contact is given back in that step. */
    const double lost = o.energy.residual + o.energy.dissipated_by_jumps;
    found.balance = fmax(found.balance, fabs(lost) / (0.5 * m * speed * speed));
    found.mean += (o.normal_restitution - e) / PHASES;
  }
  return found;
}

/* With 20 steps a collision the restitution is right to a thousandth in the mean, and the ledger
 * closes to half a percent: tests/verify/damping.py steps the formulas alone, and has errors of up
 * to 0.0008 and 0.0040, and 0.011 and 0.09 of explicit damping. */
TEST_TIMES(coarse_steps, 18) {
  const double e = 0.1 * (_i % 9 + 1);
  const int wall = _i / 9;
  const errors found = errors_of(e, wall, 20);
  ck_assert_double_le(fabs(found.mean), 1e-3);
  ck_assert_double_le(found.balance, 5e-3);
}

/* ------------------------------------------------------------------------------------- rest */

/* A sphere on a plane, with steps of a fiftieth of the period of its swing: its weight is borne by
 * the force at rest, whatever the damping. Had the force been that of this contact alone, it would
 * lie deeper by some percent. */
TEST_TIMES(rests_where_its_weight_is_borne, 2) {
  dcm_law *law = hand_law(_i ? "jkr" : "hertz-mindlin",
                          "damping implicit young 1e7 poisson 0.3 restitution 0.1 friction 0.5 %s",
                          _i ? "surface_energy 0.02" : "");
  resting r = resting_begin(law, 0.0, 0.0, 1e-6);
  r.dt = 2e-5;
  resting_advance(&r, 20000);
  const double weight = r.bodies[0].mass * resting_gravity;
  ck_assert_double_le(resting_energy(&r), 1e-25 * weight);
  dcm_contact_load load;
  r.motions[0].velocity = (dcm_vector){0.0, 0.0, 0.0};
  dcm_single_contact_step(r.contact, r.motions, 0.0, &load);
  ck_assert_double_eq_tol(load.force.z, weight, 1e-9 * weight);
}

/* ------------------------------------------------------------------------ what a law is asked */

static int foresight_of(const dcm_law *law) {
  return dcm_law_foresight(law) &
         (DCM_FORESEES_NORMAL | DCM_NO_TANGENTIAL_DAMPER | DCM_REPORTS_NO_ENERGIES);
}

TEST_TIMES(a_law_tells_what_it_damps, LAWS) {
  ck_assert_int_eq(foresight_of(hand_law("hertz", MATERIAL)), DCM_NO_TANGENTIAL_DAMPER);
  ck_assert_int_eq(foresight_of(law_of(_i, "")), 0);
  /* The law reports all the work, but for rounding. */
  for (double young = 1e5; young < 1e10; young *= 1.7)
    ck_assert_int_eq(foresight_of(hand_law(laws[_i].id, "%s young %g", laws[_i].values, young)), 0);
  ck_assert_int_eq(foresight_of(law_of(_i, "damping implicit")), DCM_FORESEES_NORMAL);
}

/* Two part so fast that damping cuts their force: the slider lets the spring go, with all that it
 * stored, and no force shows by which velocity. */
TEST(a_spring_is_let_go_without_a_force) {
  dcm_law *law = law_of(0, "form sheet attraction no");
  dcm_batch *b = contact_of(law);
  b->tangential_velocity[1][0] = 0.05;
  force_at(b, law, -0.1, 0.1 * dt);
  const double stored = b->energies.stored_tangential[0];
  ck_assert_double_gt(stored, 0.0);
  b->tangential_velocity[1][0] = 0.0;
  ck_assert_double_eq(force_at(b, law, 100.0, 0.1 * dt), 0.0);
  ck_assert_double_eq(b->tangential_force[1][0], 0.0);
  dcm_batch_book(b, law, DCM_SIDE_PARTICLE, 0.1 * dt);
  hand_near(b->energies.dissipated_sliding[0], stored);
}

/* Numbers of the tangential direction, all other than those of the normal, mean what they mean
 * along the normal. */
TEST(both_directions_have_one_law) {
  static const char *const given[2] = {
      "delta_u 1e-5 f_u 1 restitution 0.5 delta_ut 2e-5 f_ut 3 restitution_t 0.3 n_ut 1.7 n_dvt "
      "0.9 n_dpt 0.4",
      "delta_u 2e-5 f_u 3 restitution 0.3 n_u 1.7 n_dv 0.9 n_dp 0.4"};
  double force[2];
  for (int n = 0; n < 2; n++) {
    dcm_law *law = hand_law("extended-hertz2", "friction 1e9 %s", given[n]);
    dcm_batch *b = contact_of(law);
    b->history[1][0] = 1e-6;
    b->tangential_velocity[1][0] = 0.1;
    force_at(b, law, 0.0, dt);
    force[n] = b->tangential_force[1][0];
  }
  ck_assert_double_ne(force[0], 0.0);
  ck_assert_double_eq(force[0], force[1]);
}

/* With the default exponents the restitution holds at every speed, but for a mass that is given it
 * is that of no other mass. */
TEST(a_law_promises_a_restitution) {
  for (int given = 0; given < 2; given++) {
    dcm_law *law = hand_law(
        "extended-hertz2", "delta_u 1e-5 f_u 1 restitution 0.5 friction 0.5 mass %g", given * 1e-3);
    ck_assert_int_eq(law->instance.flags & DCM_KNOWN_RESTITUTION,
                     given ? DCM_KNOWN_RESTITUTION : 0);
  }
}
