/* SPDX-License-Identifier: MIT */
/* Kinematics, forces and torques of batches, against the textbook's vectors. The law is the probe:
 * fn = k xi - vn, ft = c vt, couples -t w. */
#include "check/scene/samples.h"
#include "runtime/batch.h"
#include "runtime/motion.h"
#include "runtime/probe.h"
#include "support/given.h"
#include "support/random.h"

#include <string.h>

/** Contacts of the batches that are not of one. */
enum { MANY = 256 };

static const char *const arm_names[] = {"contact_point", "radius", "radius_minus_half_overlap"};

/** Stiffness 3000 for materials 1 1, 2000 for 1 2, 1000 for 2 2. */
static dcm_law *make_probe(uint32_t velocity_arm, uint32_t moment_arm, uint32_t materials) {
  return given_law(&dcm_probe, materials,
                   "velocity_arm %s moment_arm %s stiffness 1000 damping 0.5 twist 0.25 1 %u "
                   "stiffness 2000 1 1 stiffness 3000",
                   arm_names[velocity_arm], arm_names[moment_arm], materials);
}

/** A contact of two that do not turn, by the materials 1. */
static dcm_sample sample_of(dcm_vector separation, dcm_vector velocity, double radius_1,
                            double radius_2) {
  return (dcm_sample){.separation = separation,
                      .relative_velocity = velocity,
                      .radius_1 = radius_1,
                      .radius_2 = radius_2,
                      .effective_mass = 1.0,
                      .material_1 = 1,
                      .material_2 = 1};
}

/** A batch of this contact alone, evaluated. */
static dcm_batch *look(const dcm_law *law, const dcm_sample *c, int side_2, double dt) {
  dcm_batch *b = given_batch(law, 1, 0);
  dcm_put_sample(b, law, 0, c);
  dcm_batch_evaluate(b, law, side_2, dt);
  return b;
}

/* ------------------------------------------------------------------------------- by hand */

/* Spheres of radii 2 and 6 along x, overlap 0.5, so d = 7.5; 1 spins at 1 about z, 2 at 10 about z,
 * 2 moves at 100 along y. Contact point: arms 7.5 * 2/8 = 1.875 and 5.625. v_rel along y:
 * 100 - w1 l1 - w2 l2. */
static const struct {
  uint32_t kind;
  double arm_1, arm_2;
} hand[] = {{DCM_ARM_CONTACT_POINT, 1.875, 5.625},
            {DCM_ARM_RADIUS, 2.0, 6.0},
            {DCM_ARM_RADIUS_MINUS_HALF_OVERLAP, 1.75, 5.75}};

TEST_TIMES(arms_by_hand, 9) {
  const int velocity = _i / 3, moment = _i % 3;
  dcm_law *law = make_probe(hand[velocity].kind, hand[moment].kind, 2);
  dcm_sample c = sample_of((dcm_vector){7.5, 0.0, 0.0}, (dcm_vector){-3.0, 100.0, 0.0}, 2.0, 6.0);
  c.angular_velocity_1.z = 1.0;
  c.angular_velocity_2.z = 10.0;
  c.material_2 = 2;
  const dcm_batch *b = look(law, &c, DCM_SIDE_PARTICLE, 0.0);
  const double vt = 100.0 - 1.0 * hand[velocity].arm_1 - 10.0 * hand[velocity].arm_2;
  ck_assert_double_eq(b->overlap[0], 0.5);
  ck_assert_double_eq(b->normal[0][0], 1.0);
  ck_assert_double_eq(b->normal_velocity[0], -3.0);
  ck_assert_double_eq(b->effective_radius[0], 1.5);
  ck_assert_double_eq(b->tangential_velocity[0][0], 0.0);
  ck_assert_double_eq(b->tangential_velocity[1][0], vt);
  ck_assert_double_eq(b->normal_force[0], 2000.0 * 0.5 + 3.0);
  ck_assert_double_eq(b->force[0][0], -1003.0);
  ck_assert_double_eq(b->force[1][0], 0.5 * vt);
  ck_assert_double_eq(b->force[2][0], 0.0);
  ck_assert_double_eq(b->torque_1[2][0], 0.5 * vt * hand[moment].arm_1 - 0.25);
  ck_assert_double_eq(b->torque_2[2][0], 0.5 * vt * hand[moment].arm_2 - 2.5);
}

/* A sphere of radius 2 at a flat wall, in a hollow and on a bulge of radius 6: R* = 2, 3 and 1.5.
 * The wall moves at 100. The contact point of a wall is the point of the wall. */
TEST_TIMES(walls_by_hand, 9) {
  const int velocity = _i / 3, moment = _i % 3;
  dcm_law *law = make_probe(hand[velocity].kind, hand[moment].kind, 1);
  static const double wall_radii[3] = {INFINITY, -6.0, 6.0}, effective_radii[3] = {2.0, 3.0, 1.5};
  /* d r1/(r1 + r2): r1 + xi/2 in the hollow, r1 - xi/4 on the bulge. */
  static const double contact_point[3] = {2.0, 2.25, 1.875};
  dcm_batch *b = given_batch(law, 3, 0);
  for (uint32_t k = 0; k < 3; k++) {
    dcm_sample c =
        sample_of((dcm_vector){1.5, 0.0, 0.0}, (dcm_vector){-3.0, 100.0, 0.0}, 2.0, wall_radii[k]);
    c.angular_velocity_1.z = 1.0;
    c.angular_velocity_2 = (dcm_vector){7.0, 7.0, 7.0};
    dcm_put_sample(b, law, k, &c);
  }
  dcm_batch_evaluate(b, law, DCM_SIDE_WALL, 0.0);
  for (uint32_t k = 0; k < 3; k++) {
    const double arms[3] = {contact_point[k], 2.0, 1.75};
    const double vt = 100.0 - arms[velocity];
    ck_assert_double_eq(b->overlap[k], 0.5);
    ck_assert_double_eq_tol(b->effective_radius[k], effective_radii[k], 1e-15);
    ck_assert_double_eq_tol(b->tangential_velocity[1][k], vt, 1e-13);
    ck_assert_double_eq(b->normal_force[k], 3000.0 * 0.5 + 3.0);
    ck_assert_double_eq(b->force[0][k], -1503.0);
    ck_assert_double_eq_tol(b->torque_1[2][k], 0.5 * vt * arms[moment] - 0.25, 1e-13);
    for (int x = 0; x < 3; x++)
      ck_assert_double_eq(b->torque_2[x][k], 0.0);
  }
}

/* Two spheres at rest that spin alike rub against each other: friction brakes both. As the sheets
 * print the velocity it would drive both, as they print the torque on 2 it would drive one. */
TEST(friction_brakes_both_spins) {
  dcm_law *law = make_probe(0, 0, 1);
  dcm_sample c = sample_of((dcm_vector){1.9, 0.0, 0.0}, (dcm_vector){0.0, 0.0, 0.0}, 1.0, 1.0);
  c.angular_velocity_1.z = c.angular_velocity_2.z = 5.0;
  const dcm_batch *b = look(law, &c, DCM_SIDE_PARTICLE, 0.0);
  ck_assert_double_lt(b->tangential_velocity[1][0], 0.0);
  ck_assert_double_lt(b->torque_1[2][0], -1.0);
  ck_assert_double_lt(b->torque_2[2][0], -1.0);
}

/* ---------------------------------------------------------------- against the textbook */

static double arm(uint32_t kind, double radius, double sum, double distance) {
  switch (kind) {
  case DCM_ARM_CONTACT_POINT:
    return distance * radius / sum;
  case DCM_ARM_RADIUS:
    return radius;
  default:
    return radius - 0.5 * (sum - distance);
  }
}

/** "r1 = ..., r2 = ..., ..." for messages. */
static const char *sample_text(const dcm_sample *c) {
  static char text[1024];
  snprintf(text, sizeof text,
           "r1 %.17g r2 %.17g M* %.17g materials %u %u separation %.17g %.17g %.17g velocity %.17g "
           "%.17g %.17g w1 %.17g %.17g %.17g w2 %.17g %.17g %.17g",
           c->radius_1, c->radius_2, c->effective_mass, c->material_1, c->material_2,
           c->separation.x, c->separation.y, c->separation.z, c->relative_velocity.x,
           c->relative_velocity.y, c->relative_velocity.z, c->angular_velocity_1.x,
           c->angular_velocity_1.y, c->angular_velocity_1.z, c->angular_velocity_2.x,
           c->angular_velocity_2.y, c->angular_velocity_2.z);
  return text;
}

/** Rounding of a sum of vectors of this size: some forty operations of half an ulp each. */
static void near(const double *const actual[3], uint32_t k, dcm_vector expected, double scale,
                 const char *what, const dcm_sample *c) {
  const dcm_vector difference = dcm_subtract(dcm_load(actual, k), expected);
  ck_assert_msg(dcm_length(difference) <= 1e-14 * scale, "%s: off by %g of %g; %s", what,
                dcm_length(difference), scale, sample_text(c));
}
#define NEAR(array, k, expected, scale, c)                                                         \
  near((const double *const *)(array), k, expected, scale, #array, c)

TEST_TIMES(particles_against_textbook, 9) {
  const uint32_t velocity = (uint32_t)_i / 3, moment = (uint32_t)_i % 3;
  dcm_law *law = make_probe(velocity, moment, 2);
  dcm_batch *b = given_batch(law, MANY, 0);
  dcm_random random = dcm_random_stream((uint64_t)_i);
  dcm_sample contacts[MANY];
  for (int round = 0; round < dcm_test_rounds(40); round++) {
    const uint32_t pair = dcm_random_pair(law, &random);
    for (uint32_t k = 0; k < b->count; k++) {
      contacts[k] = dcm_random_sample(law, pair, DCM_SIDE_PARTICLE, &random);
      dcm_put_sample(b, law, k, &contacts[k]);
    }
    dcm_batch_evaluate(b, law, DCM_SIDE_PARTICLE, 0.0);
    for (uint32_t k = 0; k < b->count; k++) {
      const dcm_sample *c = &contacts[k];
      const dcm_vector w1 = c->angular_velocity_1, w2 = c->angular_velocity_2;
      const double distance = dcm_length(c->separation), sum = c->radius_1 + c->radius_2;
      const dcm_vector n = dcm_scale(1.0 / distance, c->separation);
      const dcm_vector v1_to = dcm_scale(arm(velocity, c->radius_1, sum, distance), n);
      const dcm_vector v2_to = dcm_scale(-arm(velocity, c->radius_2, sum, distance), n);
      /* v_rel = v2 - v1 - w1 x rc1 + w2 x rc2, rc_i from the centre of i to the contact. */
      const dcm_vector relative =
          dcm_add(dcm_subtract(c->relative_velocity, dcm_cross(w1, v1_to)), dcm_cross(w2, v2_to));
      const dcm_vector vt = dcm_tangential_part(relative, n);
      const double speed = dcm_length(c->relative_velocity) + dcm_length(w1) * c->radius_1 +
                           dcm_length(w2) * c->radius_2;
      NEAR(b->normal, k, n, 1.0, c);
      NEAR(b->tangential_velocity, k, vt, speed, c);
      ck_assert_double_eq_tol(b->normal_velocity[k], dcm_dot(n, c->relative_velocity),
                              1e-14 * speed);
      ck_assert_double_eq_tol(b->overlap[k], sum - distance, 1e-15 * sum);
      ck_assert_double_eq(b->effective_radius[k], c->radius_1 * c->radius_2 / sum);
      const double stiffness[4] = {3000.0, 2000.0, 2000.0, 1000.0};
      const double fn = stiffness[b->pair] * (sum - distance) - b->normal_velocity[k];
      const dcm_vector f1 = dcm_add_scaled(dcm_scale(0.5, vt), -fn, n);
      const double force = fabs(fn) + speed + 3000.0 * sum;
      NEAR(b->force, k, f1, force, c);
      /* T_i = rc_i x F_i, F2 = -F1 */
      const dcm_vector m1_to = dcm_scale(arm(moment, c->radius_1, sum, distance), n);
      const dcm_vector m2_to = dcm_scale(-arm(moment, c->radius_2, sum, distance), n);
      const dcm_vector t1 = dcm_add_scaled(dcm_cross(m1_to, f1), -0.25, w1);
      const dcm_vector t2 = dcm_add_scaled(dcm_cross(m2_to, dcm_scale(-1.0, f1)), -0.25, w2);
      NEAR(b->torque_1, k, t1, force * c->radius_1 + dcm_length(w1), c);
      NEAR(b->torque_2, k, t2, force * c->radius_2 + dcm_length(w2), c);
    }
  }
}

/* With the two arms that end at one point, angular momentum about any point is conserved:
 * x2 x F2 + x1 x F1 + T1 + T2 = 0, couples aside. */
TEST_TIMES(angular_momentum, 2) {
  const uint32_t arms[2] = {DCM_ARM_CONTACT_POINT, DCM_ARM_RADIUS_MINUS_HALF_OVERLAP};
  dcm_law *law = make_probe(DCM_ARM_RADIUS, arms[_i], 1);
  dcm_batch *b = given_batch(law, MANY, 0);
  dcm_random random = dcm_random_stream(100);
  for (int round = 0; round < dcm_test_rounds(40); round++) {
    const uint32_t pair = dcm_random_pair(law, &random);
    for (uint32_t k = 0; k < b->count; k++) {
      const dcm_sample c = dcm_random_sample(law, pair, DCM_SIDE_PARTICLE, &random);
      dcm_put_sample(b, law, k, &c);
    }
    dcm_batch_evaluate(b, law, DCM_SIDE_PARTICLE, 0.0);
    for (uint32_t k = 0; k < b->count; k++) {
      const dcm_vector f1 = dcm_load((const double *const *)b->force, k);
      const dcm_vector s = dcm_load((const double *const *)b->separation, k);
      const dcm_vector couples =
          dcm_scale(-0.25, dcm_add(dcm_load((const double *const *)b->angular_velocity_1, k),
                                   dcm_load((const double *const *)b->angular_velocity_2, k)));
      const dcm_vector torques =
          dcm_subtract(dcm_add(dcm_load((const double *const *)b->torque_1, k),
                               dcm_load((const double *const *)b->torque_2, k)),
                       couples);
      const dcm_vector sum = dcm_subtract(torques, dcm_cross(s, f1));
      /* The overlap, from which the arms come, is a difference of lengths. */
      ck_assert_double_le(dcm_length(sum),
                          1e-14 * (dcm_length(s) * dcm_length(f1) + dcm_length(couples)));
    }
  }
}

/* A pair that turns as one rigid body slides nowhere, about whatever axis: with the arms that end
 * at one point. With full radii the overlap counts twice, and w x n xi is left. */
TEST_TIMES(rigid_rotation, 3) {
  dcm_law *law = make_probe((uint32_t)_i, DCM_ARM_RADIUS, 1);
  dcm_batch *b = given_batch(law, 1, 0);
  dcm_random random = dcm_random_stream(200);
  const uint32_t pair = dcm_random_pair(law, &random);
  for (int round = 0; round < dcm_test_rounds(2000); round++) {
    dcm_sample c = dcm_random_sample(law, pair, DCM_SIDE_PARTICLE, &random);
    const dcm_vector w = c.angular_velocity_1;
    c.angular_velocity_2 = w;
    c.relative_velocity = dcm_cross(w, c.separation);
    dcm_put_sample(b, law, 0, &c);
    dcm_batch_evaluate(b, law, DCM_SIDE_PARTICLE, 0.0);
    const dcm_vector n = dcm_load((const double *const *)b->normal, 0);
    const double left = _i == DCM_ARM_RADIUS ? b->overlap[0] : 0.0;
    NEAR(b->tangential_velocity, 0, dcm_scale(-left, dcm_cross(w, n)),
         dcm_length(w) * (c.radius_1 + c.radius_2), &c);
    ck_assert_double_eq_tol(b->normal_velocity[0], 0.0,
                            1e-14 * dcm_length(w) * (c.radius_1 + c.radius_2));
  }
}

/* ------------------------------------------------------------------------------ edges */

TEST(coincident_centres) {
  dcm_law *law = make_probe(0, 0, 1);
  dcm_sample c = sample_of((dcm_vector){0.0, 0.0, 0.0}, (dcm_vector){1.0, 2.0, 3.0}, 1.0, 1.0);
  c.angular_velocity_1 = (dcm_vector){4.0, 5.0, 6.0};
  c.angular_velocity_2 = (dcm_vector){7.0, 8.0, 9.0};
  const dcm_batch *b = look(law, &c, DCM_SIDE_PARTICLE, 0.25);
  ck_assert_double_eq(b->overlap[0], 2.0);
  for (int x = 0; x < 3; x++) {
    ck_assert_double_eq(b->normal[x][0], 0.0);
    ck_assert_double_eq(b->force[x][0], 0.5 * (x + 1));
    ck_assert_double_eq(b->torque_1[x][0], -0.25 * (x + 4));
    ck_assert_double_eq(b->torque_2[x][0], -0.25 * (x + 7));
  }
}

/* Couples that the law does not write are zero, whatever stands in their arrays. */
TEST(couples_that_nobody_writes) {
  dcm_law *law =
      given_law(&dcm_probe, 1, "velocity_arm radius moment_arm radius stiffness 3000 damping 0.5");
  ck_assert_uint_eq(law->instance.unused, DCM_UNUSED_COUPLES);
  dcm_batch *b = given_batch(law, 1, 0);
  const dcm_sample c =
      sample_of((dcm_vector){1.5, 0.0, 0.0}, (dcm_vector){0.0, 8.0, 0.0}, 2.0, 4.0);
  for (int side_2 = DCM_SIDE_PARTICLE; side_2 <= DCM_SIDE_WALL; side_2++) {
    dcm_put_sample(b, law, 0, &c);
    for (int x = 0; x < 3; x++)
      b->couple_1[x][0] = b->couple_2[x][0] = 1e3;
    dcm_batch_evaluate(b, law, side_2, 0.0);
    const double torque_1[3] = {0.0, 0.0, 0.5 * 8.0 * 2.0};
    const double torque_2[3] = {0.0, 0.0, side_2 == DCM_SIDE_WALL ? 0.0 : 0.5 * 8.0 * 4.0};
    for (int x = 0; x < 3; x++) {
      ck_assert_double_eq(b->torque_1[x][0], torque_1[x]);
      ck_assert_double_eq(b->torque_2[x][0], torque_2[x]);
    }
  }
}

static void aligned(const void *array) {
  ck_assert_uint_eq((uintptr_t)array % DCM_ALIGNMENT, 0);
}

TEST_TIMES(alignment_and_capacity, 8) {
  const uint32_t asked[] = {0, 1, 7, 8, 9, 255, 256, 1000};
  const uint32_t capacity = (asked[_i] + DCM_LANES - 1) / DCM_LANES * DCM_LANES;
  for (uint32_t width = 0; width < 6; width++) {
    dcm_batch *b = dcm_batch_create(width, asked[_i], 1);
    ck_assert_ptr_nonnull(b);
    ck_assert_uint_eq(b->capacity, capacity);
    ck_assert_uint_eq(b->count, 0);
    double *const arrays[] = {b->radius_1,     b->radius_2,        b->effective_mass,  b->overlap,
                              b->normal_force, b->normal_velocity, b->effective_radius};
    double **const vectors[] = {b->separation,
                                b->relative_velocity,
                                b->angular_velocity_1,
                                b->angular_velocity_2,
                                b->normal,
                                b->tangential_force,
                                b->force,
                                b->torque_1,
                                b->torque_2,
                                b->tangential_velocity,
                                b->couple_1,
                                b->couple_2};
    double *all[16 + 36 + 10];
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
      all[count++] = arrays[i];
    for (size_t e = 0; e < DCM_ENERGIES; e++)
      all[count++] = dcm_energy_row(&b->energies, e);
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
      for (int x = 0; x < 3; x++)
        all[count++] = vectors[i][x];
    for (uint32_t c = 0; c < width; c++) {
      all[count++] = b->history[c];
      all[count++] = b->new_history[c];
    }
    uint32_t not_zero = 0, overwritten = 0;
    for (uint32_t i = 0; i < count; i++) {
      aligned(all[i]);
      for (uint32_t k = 0; k < capacity; k++) {
        not_zero += all[i][k] != 0.0;
        all[i][k] = i + 1.0;
      }
    }
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t k = 0; k < capacity; k++)
        overwritten += all[i][k] != i + 1.0;
    ck_assert_uint_eq(not_zero, 0);
    ck_assert_uint_eq(overwritten, 0);
    dcm_batch_destroy(b);
  }
  dcm_batch_destroy(NULL);
}

TEST(energies_when_asked_for) {
  dcm_law *law = make_probe(0, 0, 1);
  for (int with = 0; with < 2; with++) {
    dcm_batch *b = given_batch(law, 1, with);
    b->radius_1[0] = b->radius_2[0] = b->effective_mass[0] = 1.0;
    dcm_batch_evaluate(b, law, DCM_SIDE_PARTICLE, 0.5);
    const double *const energies[] = {
        b->energies.stored_normal,      b->energies.stored_tangential,
        b->energies.stored_rolling,     b->energies.dissipated_normal,
        b->energies.dissipated_plastic, b->energies.dissipated_tangential,
        b->energies.dissipated_sliding, b->energies.dissipated_rolling,
        b->energies.dissipated_fracture};
    for (int i = 0; i < 9; i++)
      if (with)
        ck_assert_double_eq(energies[i][0], i + 1.0);
      else
        ck_assert_ptr_null(energies[i]);
  }
}

TEST(effective_masses) {
  ck_assert_double_eq(dcm_effective_mass(2.0, 0, 6.0, 0), 1.5);
  ck_assert_double_eq(dcm_effective_mass(2.0, 0, 6.0, 1), 2.0);
  ck_assert_double_eq(dcm_effective_mass(2.0, 1, 6.0, 0), 6.0);
  ck_assert_double_eq(dcm_effective_radius(2.0, 6.0), 1.5);
  ck_assert_double_eq(dcm_effective_radius_at_wall(2.0, INFINITY), 2.0);
  ck_assert_double_eq_tol(dcm_effective_radius_at_wall(2.0, -6.0), 3.0, 1e-15);
}

/* -------------------------------------------------------- a contact's place in the batch */

/** All results of a contact, as bits. */
enum { RESULTS = 1 + 6 * 3 + 9 + 16 };

static void collect(const dcm_batch *b, const dcm_law *law, uint32_t k, double results[RESULTS]) {
  double *const *const vectors[] = {b->normal,   b->tangential_force, b->force,
                                    b->torque_1, b->torque_2,         b->tangential_velocity};
  uint32_t count = 0;
  memset(results, 0, RESULTS * sizeof *results);
  results[count++] = b->normal_force[k];
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    for (int x = 0; x < 3; x++)
      results[count++] = vectors[i][x][k];
  for (size_t e = 0; e < DCM_ENERGIES && b->with_energies; e++)
    results[count++] = dcm_energy_row(&b->energies, e)[k];
  for (uint32_t c = 0; c < law->history_width; c++)
    results[count++] = b->new_history[c][k];
}

static void put_all(dcm_batch *b, const dcm_law *law, uint32_t k, const dcm_sample *contact,
                    const double *history) {
  dcm_put_sample(b, law, k, contact);
  for (uint32_t c = 0; c < law->history_width; c++)
    b->history[c][k] = history[c];
}

static void expect_same_anywhere(const dcm_law *law, const char *name, int side_2, int energies,
                                 dcm_random *random) {
  static dcm_sample contacts[MANY];
  static double histories[MANY][16], alone[MANY][RESULTS], here[RESULTS];
  ck_assert_uint_le(law->history_width, 16);
  const int short_of_time = getenv("DCM_TEST_SHORT") != NULL;
  const uint32_t many = short_of_time ? 80 : MANY;
  dcm_batch *b = given_batch(law, many, energies);
  const double dt = dcm_log_uniform(random, 1e-7, 1e-5);
  const uint32_t pair = dcm_random_pair(law, random);
  for (uint32_t k = 0; k < many; k++) {
    b->count = 1;
    contacts[k] = dcm_random_sample(law, pair, side_2, random);
    dcm_put_sample(b, law, 0, &contacts[k]);
    dcm_law_history_begin(law, b->pair, DCM_SIDE_PARTICLE, 1, b->history);
    dcm_batch_evaluate(b, law, side_2, dt);
    for (uint32_t c = 0; c < law->history_width; c++)
      histories[k][c] = b->new_history[c][0];
    contacts[k] = dcm_moved_sample(law, &contacts[k], side_2, random);
    if (k % 16 == 0)
      contacts[k].angular_velocity_1 = contacts[k].angular_velocity_2;
    if (k % 32 == 1 && side_2 == DCM_SIDE_PARTICLE)
      contacts[k].separation = (dcm_vector){0.0, 0.0, 0.0};
    put_all(b, law, 0, &contacts[k], histories[k]);
    dcm_batch_evaluate(b, law, side_2, dt);
    collect(b, law, 0, alone[k]);
  }
  for (uint32_t count = 1; count <= many; count += short_of_time ? 17 : 1) {
    b->count = count;
    for (uint32_t k = 0; k < count; k++)
      put_all(b, law, k, &contacts[(k + count) % many], histories[(k + count) % many]);
    dcm_batch_evaluate(b, law, side_2, dt);
    for (uint32_t k = 0; k < count; k++) {
      collect(b, law, k, here);
      ck_assert_msg(memcmp(here, alone[(k + count) % many], sizeof here) == 0,
                    "%s: place %u of %u changes the bits of a contact; %s", name, k, count,
                    sample_text(&contacts[(k + count) % many]));
    }
  }
}

/* dcm check asks the same of the laws. */
TEST_TIMES(place_does_not_matter_to_the_arms, 9) {
  dcm_law *law = make_probe((uint32_t)_i / 3, (uint32_t)_i % 3, 2);
  dcm_random random = dcm_random_stream(400 + (uint64_t)_i);
  expect_same_anywhere(law, "probe", DCM_SIDE_PARTICLE, 1, &random);
  expect_same_anywhere(law, "probe", DCM_SIDE_WALL, 0, &random);
}
