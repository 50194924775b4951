/* SPDX-License-Identifier: MIT */
/* Velocities of the half step, split in the frame of the middle of the step. */
#include "check/scene/samples.h"
#include "mechanics/tangential.h"
#include "numeric/vector.h"
#include "runtime/batch.h"
#include "runtime/kinematics.h"
#include "runtime/motion.h"
#include "runtime/probe.h"
#include "support/given.h"
#include "support/random.h"

#include <stdio.h>

enum { ROUNDS = 20000 };

static const dcm_arm contact_point = {1.0, 0.0};

/** Two touching spheres that in a step have moved by anything up to half their distance. */
typedef struct step {
  dcm_relative_motion motion;
  dcm_vector before; /* separation */
  double dt;
} step;

static step random_step(dcm_random *random) {
  step s;
  dcm_relative_motion *m = &s.motion;
  m->radius_1 = dcm_log_uniform(random, 1e-5, 1e-1);
  m->radius_2 = m->radius_1 * dcm_log_uniform(random, 1e-2, 1e2);
  const double touch = m->radius_1 + m->radius_2;
  m->separation = dcm_scale(touch * dcm_uniform(random, 0.9, 1.0), dcm_random_direction(random));
  s.before = dcm_add_scaled(m->separation, touch * dcm_log_uniform(random, 1e-6, 0.5),
                            dcm_random_direction(random));
  s.dt = dcm_log_uniform(random, 1e-9, 1e-3);
  m->velocity = dcm_scale(1.0 / s.dt, dcm_subtract(m->separation, s.before));
  m->spin_1 = dcm_scale(dcm_log_uniform(random, 1.0, 1e5), dcm_random_direction(random));
  m->spin_2 = dcm_scale(dcm_log_uniform(random, 1.0, 1e5), dcm_random_direction(random));
  return s;
}

static dcm_kinematics at_mid_step(const step *s) {
  return dcm_contact_kinematics(s->motion, contact_point, s->dt, DCM_HALF_STEP, 0);
}

static dcm_kinematics as_given(const step *s, int wall) {
  return dcm_contact_kinematics(s->motion, contact_point, s->dt, DCM_NOW, wall);
}

#define NEAR(actual, expected, scale)                                                              \
  ck_assert_double_le(dcm_length(dcm_subtract(actual, expected)), 1e-13 * (scale))

/* The normal velocity is the change of the distance; that and the tangential velocity are those of
 * the middle of the step but for the square of the angle. */
TEST(middle_of_the_step) {
  dcm_random random = dcm_random_stream(300);
  for (int round = 0; round < dcm_test_rounds(ROUNDS); round++) {
    const step s = random_step(&random);
    const dcm_kinematics seen = at_mid_step(&s);
    const dcm_kinematics now = as_given(&s, 0);
    const dcm_vector middle = dcm_scale(0.5, dcm_add(s.motion.separation, s.before));
    const dcm_vector n = dcm_scale(1.0 / dcm_length(middle), middle);
    const double speed = dcm_length(s.motion.velocity);
    const double along = dcm_dot(now.normal, middle);
    const double change =
        (dcm_dot(s.motion.separation, s.motion.separation) - dcm_dot(s.before, s.before)) /
        (2.0 * s.dt * along);
    const double distance = dcm_length(s.motion.separation);
    ck_assert_double_eq_tol(seen.normal_velocity, change, 1e-13 * distance / s.dt);
    NEAR(seen.normal, now.normal, 0.0);
    ck_assert_double_eq(seen.overlap, now.overlap);

    const double share_1 = s.motion.radius_1 / (s.motion.radius_1 + s.motion.radius_2);
    const dcm_vector turning = dcm_add(dcm_scale(distance * share_1, s.motion.spin_1),
                                       dcm_scale(distance * (1.0 - share_1), s.motion.spin_2));
    const dcm_vector vt =
        dcm_tangential_part(dcm_subtract(s.motion.velocity, dcm_cross(turning, n)), n);
    const double scale = speed + dcm_length(turning) + distance / s.dt;
    ck_assert_double_eq_tol(dcm_dot(seen.tangential_velocity, seen.normal), 0.0, 1e-13 * scale);
    /* The bisector is longer than a unit vector by the cosine of half the angle, and the rotation
     * of vt from the plane of the middle to that of now is short of the oblique projection by it.
     */
    const double cosine = dcm_dot(n, seen.normal), square = 1.0 / (cosine * cosine) - 1.0;
    ck_assert_double_eq_tol(seen.normal_velocity, dcm_dot(n, s.motion.velocity),
                            (square + 1e-13) * scale);
    const dcm_vector rotated =
        dcm_add_scaled(vt, -dcm_dot(seen.normal, vt) / (1.0 + cosine), dcm_add(n, seen.normal));
    NEAR(seen.tangential_velocity, rotated, 2.0 * (square / 1e-13 + 1.0) * scale);
  }
}

/* A pair that turns as one body, by any angle in a step, neither approaches nor slides. With the
 * normal of the end of the step it seems to do both. */
TEST(rigid_rotation) {
  dcm_random random = dcm_random_stream(301);
  for (int round = 0; round < dcm_test_rounds(ROUNDS); round++) {
    step s = random_step(&random);
    dcm_relative_motion *m = &s.motion;
    const double distance = dcm_length(m->separation);
    const dcm_vector n = dcm_scale(1.0 / distance, m->separation);
    const dcm_vector side = dcm_tangential_part(dcm_random_direction(&random), n);
    const dcm_vector other = dcm_scale(1.0 / dcm_length(side), side);
    const double angle = dcm_log_uniform(&random, 1e-6, 1.0);
    const dcm_vector axis = dcm_cross(other, n);
    s.before = dcm_scale(distance, dcm_add_scaled(dcm_scale(cos(angle), n), sin(angle), other));
    m->velocity = dcm_scale(1.0 / s.dt, dcm_subtract(m->separation, s.before));
    /* Centres move by chords, and surfaces by the tangent of half the angle. */
    m->spin_1 = dcm_scale(sin(angle) / s.dt, axis);
    m->spin_2 = m->spin_1;
    const dcm_kinematics seen = at_mid_step(&s);
    const double scale = distance / s.dt;
    ck_assert_double_eq_tol(seen.normal_velocity, 0.0, 1e-14 * scale);
    ck_assert_double_le(dcm_length(seen.tangential_velocity), 1e-14 * scale);
    const dcm_kinematics now = as_given(&s, 0);
    const double apparent = scale * 2.0 * sin(0.5 * angle) * sin(0.5 * angle);
    ck_assert_double_eq_tol(fabs(now.normal_velocity), apparent, 1e-14 * scale);
    ck_assert_double_gt(apparent, 1e-13 * scale);

    /* Vectors of a state turn with the pair, the short way. */
    ck_assert_double_eq_tol(dcm_dot(seen.bisector, n), 1.0, 1e-15);
    const dcm_vector then = dcm_scale(1.0 / distance, s.before);
    const dcm_vector u = dcm_tangential_part(dcm_random_direction(&random), then);
    const dcm_vector carried = dcm_carry(u, n, seen.bisector);
    const dcm_vector turned =
        dcm_add_scaled(u, -dcm_dot(n, u) / (1.0 + dcm_dot(n, then)), dcm_add(n, then));
    NEAR(carried, turned, 1.0);
  }
}

/* Seen from the other side, all is opposite to the last bit. */
TEST(exchange) {
  dcm_random random = dcm_random_stream(302);
  for (int round = 0; round < dcm_test_rounds(ROUNDS); round++) {
    const step s = random_step(&random);
    step swapped = s;
    swapped.motion.separation = dcm_scale(-1.0, s.motion.separation);
    swapped.motion.velocity = dcm_scale(-1.0, s.motion.velocity);
    swapped.motion.spin_1 = s.motion.spin_2;
    swapped.motion.spin_2 = s.motion.spin_1;
    swapped.motion.radius_1 = s.motion.radius_2;
    swapped.motion.radius_2 = s.motion.radius_1;
    const dcm_kinematics a = at_mid_step(&s);
    const dcm_kinematics b = at_mid_step(&swapped);
    ck_assert_double_eq(a.normal_velocity, b.normal_velocity);
    ck_assert_double_eq(a.tangential_velocity.x, -b.tangential_velocity.x);
    ck_assert_double_eq(a.tangential_velocity.y, -b.tangential_velocity.y);
    ck_assert_double_eq(a.tangential_velocity.z, -b.tangential_velocity.z);
  }
}

/* The normal of a wall does not turn with the grain. */
TEST(walls_do_not_turn) {
  dcm_random random = dcm_random_stream(303);
  for (int round = 0; round < dcm_test_rounds(ROUNDS); round++) {
    step s = random_step(&random);
    s.motion.radius_2 = INFINITY;
    const dcm_kinematics seen =
        dcm_contact_kinematics(s.motion, contact_point, s.dt, DCM_HALF_STEP, 1);
    const dcm_kinematics now = as_given(&s, 1);
    ck_assert_double_eq(seen.normal_velocity, now.normal_velocity);
    NEAR(seen.tangential_velocity, now.tangential_velocity, 0.0);
    NEAR(seen.bisector, now.normal, 0.0);
  }
}

/* Velocities that belong to the time of the positions are split with the normal of that time, but
 * tell how it turned. */
TEST(velocities_of_now) {
  dcm_random random = dcm_random_stream(304);
  for (int round = 0; round < dcm_test_rounds(ROUNDS); round++) {
    const step s = random_step(&random);
    const dcm_kinematics seen = dcm_contact_kinematics(s.motion, contact_point, s.dt, DCM_STEP, 0);
    const dcm_kinematics now = as_given(&s, 0);
    ck_assert_double_eq(seen.normal_velocity, now.normal_velocity);
    NEAR(seen.tangential_velocity, now.tangential_velocity, 0.0);
    NEAR(seen.bisector, at_mid_step(&s).bisector, 0.0);
    NEAR(now.bisector, now.normal, 0.0);
  }
}

/* Turned about the normal a vector does not become longer, whatever the angle, and turns by it, or
 * as far as it may, to the same side. */
TEST(spin_about_the_normal) {
  dcm_random random = dcm_random_stream(305);
  for (int round = 0; round < dcm_test_rounds(ROUNDS); round++) {
    const dcm_vector n = dcm_random_direction(&random);
    const dcm_vector u = dcm_tangential_part(dcm_random_direction(&random), n);
    const double angle = dcm_log_uniform(&random, 1e-9, 1e9), dt = 0.5, size = dcm_length(u);
    const double signed_angle = round % 2 ? -angle : angle;
    const dcm_vector w = dcm_scale(signed_angle / dt, n), beside = dcm_cross(n, u);
    const dcm_vector turned = dcm_spin_about_normal(u, n, w, w, dt);
    ck_assert_double_le(dcm_length(turned), (1.0 + 1e-15) * size);
    ck_assert_double_gt(signed_angle * dcm_dot(turned, beside), 0.0);
    if (angle > 1.0)
      continue;
    const double half = 0.5 * angle, short_by = 0.5 * pow(half, 6.0);
    ck_assert_double_ge(dcm_length(turned), (1.0 - 1.1 * short_by - 1e-15) * size);
    const dcm_vector wanted = dcm_add_scaled(dcm_scale(cos(angle), u), sin(signed_angle), beside);
    ck_assert_double_le(dcm_length(dcm_subtract(turned, wanted)),
                        (pow(angle, 3.0) / 20.0 + 1e-15) * size);
  }
}

/* A grain that jumped to the other side of its partner, or through its centre, is seen with the
 * normal of now. */
TEST(through_the_centre) {
  dcm_relative_motion m = {.separation = {1.0, 0.0, 0.0},
                           .velocity = {4.0, 0.0, 0.0},
                           .spin_1 = {0.0, 0.0, 1.0},
                           .radius_1 = 1.0,
                           .radius_2 = 1.0};
  const dcm_kinematics beyond = dcm_contact_kinematics(m, contact_point, 1.0, DCM_HALF_STEP, 0);
  ck_assert_double_eq(beyond.normal_velocity, 4.0);
  ck_assert_double_eq(dcm_length(beyond.tangential_velocity), 0.5);
  m.velocity.x = 2.0;
  const dcm_kinematics at = dcm_contact_kinematics(m, contact_point, 1.0, DCM_HALF_STEP, 0);
  ck_assert_double_eq(at.normal_velocity, 2.0);
  ck_assert(isfinite(dcm_length(at.tangential_velocity)));
  m.separation.x = 0.0;
  const dcm_kinematics coincident = dcm_contact_kinematics(m, contact_point, 1.0, DCM_HALF_STEP, 0);
  ck_assert_double_eq(coincident.normal_velocity, 0.0);
  ck_assert(isfinite(dcm_length(coincident.tangential_velocity)));
}

/* Both must ask for it, the law and the host, and time must pass. */
TEST_TIMES(who_asks, 16) {
  const uint32_t frame = _i & 1 ? DCM_FRAME_MID_STEP : DCM_FRAME_AS_GIVEN;
  const int half_step = (_i >> 1) & 1;
  const int wall = (_i >> 2) & 1;
  const double dt = (_i >> 3) & 1 ? 0.25 : 0.0;
  dcm_law *law = given_law(&dcm_probe, 1, "stiffness 1000");
  law->instance.frame = frame;
  dcm_batch *b = given_batch(law, 1, 0);
  ck_assert_int_eq(b->half_step_velocities, 0);
  b->half_step_velocities = half_step;
  const dcm_sample c = {.separation = {1.5, 0.0, 0.0},
                        .relative_velocity = {0.0, 2.0, 0.0},
                        .radius_1 = 2.0,
                        .radius_2 = wall ? INFINITY : 1.0,
                        .effective_mass = 1.0,
                        .material_1 = 1,
                        .material_2 = 1};
  dcm_put_sample(b, law, 0, &c);
  dcm_batch_evaluate(b, law, wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE, dt);
  /* In the middle of the step, 0.125 before, the separation was (1.5, -0.25). */
  const int turns = frame == DCM_FRAME_MID_STEP && half_step && !wall && dt > 0.0;
  const double vn = turns ? -2.0 * 0.25 / 1.5 : 0.0;
  ck_assert_double_eq_tol(b->normal_velocity[0], vn, 1e-15);
  ck_assert_double_eq_tol(b->tangential_velocity[0][0], 0.0, 1e-15);
  ck_assert_double_eq_tol(b->tangential_velocity[1][0], 2.0, 1e-15);
  const int knows = frame == DCM_FRAME_MID_STEP && !wall && dt > 0.0;
  ck_assert_double_eq_tol(b->bisector[0][0], 1.0, 1e-15);
  ck_assert_double_eq_tol(b->bisector[1][0], knows ? -0.25 / 1.5 : 0.0, 1e-15);
}

/* Complete elliptic integrals of the parameter m, by the arithmetic-geometric mean. */
static void elliptic_integrals(double m, double *first, double *second) {
  double a = 1.0, b = sqrt(1.0 - m), taken = 0.5 * m, power = 1.0;
  while (a - b > 1e-15) {
    const double c = 0.5 * (a - b), mean = 0.5 * (a + b);
    b = sqrt(a * b);
    a = mean;
    taken += power * c * c;
    power *= 2.0;
  }
  *first = 0.5 * DCM_PI / a;
  *second = *first * (1.0 - taken);
}

/* R'/R'' of a contact whose ellipse has this parameter, and Hertz' F2: K. L. Johnson, Contact
 * Mechanics (1985), equations 4.25 to 4.28. */
static double quotient_of(double m, double *f2) {
  double k, e;
  elliptic_integrals(m, &k, &e);
  const double side = sqrt(1.0 - m), one = e / (1.0 - m) - k, other = k - e;
  const double f1 = cbrt(4.0 / (DCM_PI * m)) * sqrt(side) * pow(one * other, 1.0 / 6.0);
  *f2 = 2.0 / DCM_PI * sqrt(side) / f1 * k;
  return one / other;
}

/* Hertz' overlap of the elliptic contact of a sphere of radius 1 with a cylinder, where the
 * sphere's curvature is 1 and that of both across the axis is bent, under a force at which that
 * with a plane is 1. */
static double elliptic_overlap(double bent) {
  const double quotient = fmax(bent, 1.0 / bent);
  double low = 1e-9, high = 1.0 - 1e-9, f2;
  for (int i = 0; i < 100; i++) {
    const double middle = 0.5 * (low + high);
    if (quotient_of(middle, &f2) < quotient)
      low = middle;
    else
      high = middle;
  }
  quotient_of(low, &f2);
  return f2 * cbrt(sqrt(bent));
}

/* The overlap as laws have it, with a wall of this radius: 1/R*^(1/3). */
static double circular_overlap(double wall) {
  return 1.0 / cbrt(dcm_effective_radius_at_wall(1.0, wall));
}

/* The overlap under a given force, outside and inside a cylinder, against Hertz' elliptic contact.
 */
TEST(elliptic_contact_with_a_cylinder) {
  for (double quotient = 1.02; quotient < DCM_MOST_ELLIPTIC; quotient *= 1.3) {
    for (int inside = 0; inside < 2; inside++) {
      const double bent = inside ? 1.0 / quotient : quotient;
      const double wall = dcm_wall_radius_of_cylinder(1.0, 1.0 / (bent - 1.0));
      ck_assert_double_eq_tol(circular_overlap(wall) / elliptic_overlap(bent), 1.0, 0.006);
      ck_assert(inside ? wall < -1.0 : wall > 0.0);
    }
  }
  static const double shares[] = {-0.12, -1.0 / 3.0, -0.5, -0.83, -0.95, -0.99, 0.12, 1.0, 5.0};
  printf("radius over the cylinder's, negative inside: error of the overlap, and with the mean "
         "curvature\n");
  for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
    const double cylinder = 1.0 / shares[k], elliptic = elliptic_overlap(1.0 + shares[k]);
    printf("%6.2f: %+.4f %+.4f\n", shares[k],
           circular_overlap(dcm_wall_radius_of_cylinder(1.0, cylinder)) / elliptic - 1.0,
           circular_overlap(2.0 * cylinder) / elliptic - 1.0);
  }
  ck_assert_double_gt(circular_overlap(2.0 / -0.83) / elliptic_overlap(0.17), 1.16);

  const double r = 0.002;
  ck_assert_double_eq(dcm_effective_radius_at_wall(r, dcm_wall_radius_of_cylinder(r, INFINITY)), r);
  const double most = dcm_effective_radius_at_wall(r, dcm_wall_radius_of_cylinder(r, -1.00001 * r));
  ck_assert_double_gt(most, 0.99 * DCM_MOST_ELLIPTIC_RADIUS * r);
  ck_assert_double_lt(most, DCM_MOST_ELLIPTIC_RADIUS * r);
}
