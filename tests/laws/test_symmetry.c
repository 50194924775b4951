/* SPDX-License-Identifier: MIT */
/* Symmetries that every law must have, in every choice of its options: the laws of mechanics do not
 * know which particle is called 1, where north is, or who is at rest. */
#include "laws/properties.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

/* ----------------------------------------------------------------------- which is called 1 */

static void expect_same(const scene *s, uint32_t k, const char *what, double actual,
                        double expected) {
  if (actual != expected)
    scene_fail(s, k, what, actual, expected);
}

static void expect_opposite(const scene *s, uint32_t k, const char *what, double *const a[3],
                            double *const b[3]) {
  for (int x = 0; x < 3; x++)
    expect_same(s, k, what, a[x][k], -b[x][k]);
}

static void expect_equal(const scene *s, uint32_t k, const char *what, double *const a[3],
                         double *const b[3]) {
  for (int x = 0; x < 3; x++)
    expect_same(s, k, what, a[x][k], b[x][k]);
}

/* Addition and multiplication commute to the last bit, so the results are the same to the last bit
 * in a law that treats its two sides alike. */
static void swap(scene *s) {
  scene_live(s, DCM_SIDE_PARTICLE);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample swapped = dcm_swapped_sample(&s->contacts[k]);
    dcm_put_sample(s->b, s->law, k, &swapped);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      s->b->history[c][k] = s->a->history[c][k];
  }
  dcm_law_history_swap(s->law, CONTACTS, s->b->history);
  dcm_batch_evaluate(s->a, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_batch_evaluate(s->b, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_law_history_swap(s->law, CONTACTS, s->b->new_history);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    expect_same(s, k, "normal force", s->b->normal_force[k], s->a->normal_force[k]);
    expect_opposite(s, k, "tangential force", s->b->tangential_force, s->a->tangential_force);
    expect_opposite(s, k, "force", s->b->force, s->a->force);
    expect_equal(s, k, "torque on 1", s->b->torque_2, s->a->torque_1);
    expect_equal(s, k, "torque on 2", s->b->torque_1, s->a->torque_2);
    for (uint32_t c = 0; c < s->law->history_width && s->dt > 0.0; c++)
      expect_same(s, k, "history", s->b->new_history[c][k], s->a->new_history[c][k]);
    const double *const a[] = {
        s->a->energies.stored_normal,      s->a->energies.stored_tangential,
        s->a->energies.stored_rolling,     s->a->energies.dissipated_normal,
        s->a->energies.dissipated_plastic, s->a->energies.dissipated_tangential,
        s->a->energies.dissipated_sliding, s->a->energies.dissipated_rolling,
        s->a->energies.dissipated_fracture};
    const double *const b[] = {
        s->b->energies.stored_normal,      s->b->energies.stored_tangential,
        s->b->energies.stored_rolling,     s->b->energies.dissipated_normal,
        s->b->energies.dissipated_plastic, s->b->energies.dissipated_tangential,
        s->b->energies.dissipated_sliding, s->b->energies.dissipated_rolling,
        s->b->energies.dissipated_fracture};
    for (int e = 0; e < 9; e++)
      expect_same(s, k, "energy", b[e][k], a[e][k]);
  }
}

START_TEST(swap_symmetry) {
  scene_for_each_round(_i, "swap symmetry", NULL, ROUNDS, swap);
}
END_TEST

/* ---------------------------------------------------------------------- where north is */

typedef struct rotation {
  dcm_vector rows[3];
} rotation;

static rotation random_rotation(dcm_random *random) {
  rotation r;
  r.rows[0] = dcm_random_direction(random);
  const dcm_vector other = dcm_tangential_part(dcm_random_direction(random), r.rows[0]);
  r.rows[1] = dcm_scale(1.0 / dcm_length(other), other);
  r.rows[2] = dcm_cross(r.rows[0], r.rows[1]);
  return r;
}

static dcm_vector rotate(const rotation *r, dcm_vector v) {
  return (dcm_vector){dcm_dot(r->rows[0], v), dcm_dot(r->rows[1], v), dcm_dot(r->rows[2], v)};
}

static void rotate_entry(const rotation *r, double *const from[3], double *const to[3],
                         uint32_t k) {
  dcm_store(to, k, rotate(r, scene_vector(from, k)));
}

/** Rotates vector fields, copies scalar ones. */
static void rotate_history(const scene *s, const rotation *r, double *const *from,
                           double *const *to, uint32_t k) {
  uint32_t c = 0;
  for (uint32_t f = 0; f < s->law->model->history_count; f++)
    if (s->law->model->history_fields[f].kind == DCM_VECTOR) {
      rotate_entry(r, from + c, to + c, k);
      c += 3;
    } else {
      to[c][k] = from[c][k];
      c++;
    }
}

/* Rounding of a rotation is some 1e-15 of a vector's length; the result is a sum of spring and
 * damper, of which neither is larger than what shows in this step or the one before, but where they
 * cancel. A cancellation to 1e-5 in both components of the plane is too rare to be met. */
static const double rotation_tolerance = 1e-10;

static void expect_rotated(const scene *s, uint32_t k, const char *what, const rotation *r,
                           double *const a[3], double *const b[3], double scale) {
  const dcm_vector expected = rotate(r, scene_vector(a, k));
  const double error = dcm_length(dcm_subtract(scene_vector(b, k), expected));
  const double allowed = rotation_tolerance * (dcm_length(expected) + scale);
  if (!(error <= allowed))
    scene_fail(s, k, what, error, allowed);
}

/* At the level of the law, since the overlap, a small difference of lengths, would suffer. */
static void rotation_of_the_world(scene *s) {
  static double before[CONTACTS];
  scene_live(s, DCM_SIDE_PARTICLE);
  dcm_batch *a = s->a, *b = s->b;
  /* With dt 0 and at rest: what the state alone amounts to. */
  const double dt = s->dt;
  dcm_batch_evaluate(a, s->law, DCM_SIDE_PARTICLE, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++)
    before[k] = dcm_length(scene_vector(a->tangential_force, k));
  dcm_batch_evaluate(a, s->law, DCM_SIDE_PARTICLE, dt);
  const rotation r = random_rotation(&s->random);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    rotate_entry(&r, a->normal, b->normal, k);
    rotate_entry(&r, a->bisector, b->bisector, k);
    rotate_entry(&r, a->tangential_velocity, b->tangential_velocity, k);
    rotate_entry(&r, a->angular_velocity_1, b->angular_velocity_1, k);
    rotate_entry(&r, a->angular_velocity_2, b->angular_velocity_2, k);
    rotate_history(s, &r, a->history, b->history, k);
    b->overlap[k] = a->overlap[k];
    b->normal_velocity[k] = a->normal_velocity[k];
    b->radius_1[k] = a->radius_1[k];
    b->radius_2[k] = a->radius_2[k];
    b->effective_radius[k] = a->effective_radius[k];
    b->effective_mass[k] = a->effective_mass[k];
    for (uint32_t q = 0; q < s->law->quantity_count; q++) {
      b->quantities_1[q][k] = a->quantities_1[q][k];
      b->quantities_2[q][k] = a->quantities_2[q][k];
    }
  }
  b->pair = a->pair;
  dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    expect_same(s, k, "normal force", b->normal_force[k], a->normal_force[k]);
    expect_rotated(s, k, "rotated tangential force", &r, a->tangential_force, b->tangential_force,
                   before[k]);
    expect_rotated(s, k, "rotated couple on 1", &r, a->couple_1, b->couple_1,
                   dcm_length(scene_vector(a->couple_2, k)));
    expect_rotated(s, k, "rotated couple on 2", &r, a->couple_2, b->couple_2,
                   dcm_length(scene_vector(a->couple_1, k)));
    if (dt == 0.0)
      continue;
    uint32_t c = 0;
    for (uint32_t f = 0; f < s->law->model->history_count; f++) {
      const int is_vector = s->law->model->history_fields[f].kind == DCM_VECTOR;
      /* While slipping a spring lets go of most of what the path of the step gave it: a length, or
       * a force at a stiffness which is about that of the normal. */
      const double path = dt * dcm_length(scene_vector(a->tangential_velocity, k));
      const double xi = fabs(a->overlap[k]);
      const int is_length = s->law->model->history_fields[f].dimension.mass == 0;
      const double stiffness =
          (fabs(a->energies.stored_normal[k]) / xi + fabs(a->normal_force[k])) / xi;
      const double taken = is_length ? path : stiffness * path;
      /* And of its energy. */
      const int is_energy = s->law->model->history_fields[f].dimension.length == 2;
      const double spent = fabs(a->history[c][k]) + stiffness * path * path;
      if (is_vector)
        expect_rotated(s, k, "rotated history", &r, a->new_history + c, b->new_history + c,
                       dcm_length(scene_vector(a->history + c, k)) + taken);
      else if (!(fabs(a->new_history[c][k] - b->new_history[c][k]) <=
                 rotation_tolerance * (fabs(a->new_history[c][k]) + (is_energy ? spent : 0.0))))
        scene_fail(s, k, "history", b->new_history[c][k], a->new_history[c][k]);
      c += is_vector ? 3 : 1;
    }
  }
}

START_TEST(rotation_invariance) {
  scene_for_each_round(_i, "rotation invariance", NULL, ROUNDS, rotation_of_the_world);
}
END_TEST

/* ------------------------------------------------------------------------ who is at rest */

/** A vector whose components are multiples of 2^-30 below 2^20, so that sums of a few are exact. */
static dcm_vector dyadic(dcm_random *random, double size) {
  const dcm_vector v = dcm_scale(size, dcm_random_direction(random));
  return (dcm_vector){rint(v.x * 0x1p30) * 0x1p-30, rint(v.y * 0x1p30) * 0x1p-30,
                      rint(v.z * 0x1p30) * 0x1p-30};
}

/* An observer who moves by, and stands elsewhere. With velocities and positions whose sums are
 * exact the results must be the same to the last bit. */
static void boost(scene *s) {
  scene_live(s, DCM_SIDE_PARTICLE);
  const dcm_vector observer_velocity = dyadic(&s->random, 1000.0);
  const dcm_vector observer_position = dyadic(&s->random, 1000.0);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    dcm_sample *c = &s->contacts[k];
    const dcm_vector v1 = dyadic(&s->random, 5.0), v2 = dyadic(&s->random, 5.0);
    const dcm_vector x1 = dyadic(&s->random, 5.0);
    const dcm_vector x2 = dcm_add(x1, dyadic(&s->random, 0.999 * dcm_length(c->separation)));
    c->relative_velocity = dcm_subtract(v2, v1);
    c->separation = dcm_subtract(x2, x1);
    dcm_put_sample(s->a, s->law, k, c);
    dcm_sample other = *c;
    other.relative_velocity =
        dcm_subtract(dcm_add(v2, observer_velocity), dcm_add(v1, observer_velocity));
    other.separation = dcm_subtract(dcm_add(x2, observer_position), dcm_add(x1, observer_position));
    dcm_put_sample(s->b, s->law, k, &other);
    for (uint32_t h = 0; h < s->law->history_width; h++)
      s->b->history[h][k] = s->a->history[h][k];
  }
  dcm_batch_evaluate(s->a, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_batch_evaluate(s->b, s->law, DCM_SIDE_PARTICLE, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    expect_equal(s, k, "force", s->a->force, s->b->force);
    expect_equal(s, k, "torque on 1", s->a->torque_1, s->b->torque_1);
    expect_equal(s, k, "torque on 2", s->a->torque_2, s->b->torque_2);
  }
}

START_TEST(galilean_invariance) {
  scene_for_each_round(_i, "Galilean invariance", NULL, ROUNDS, boost);
}
END_TEST

/* A pair that turns as one rigid body: nothing slides, nothing rolls but by the overlap that the
 * arms of length r count twice. */
static void turn_as_one(scene *s) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->contacts[k] = dcm_random_sample(s->law, s->pair, DCM_SIDE_PARTICLE, &s->random);
    dcm_sample *c = &s->contacts[k];
    c->angular_velocity_2 = c->angular_velocity_1;
    c->relative_velocity = dcm_cross(c->angular_velocity_1, c->separation);
    dcm_put_sample(s->a, s->law, k, c);
  }
  dcm_law_history_begin(s->law, s->a->pair, DCM_SIDE_PARTICLE, CONTACTS, s->a->history);
  dcm_batch_evaluate(s->a, s->law, DCM_SIDE_PARTICLE, 1e-9);
  const int twice = s->law->instance.velocity_arm == DCM_ARM_RADIUS;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample *c = &s->contacts[k];
    const dcm_vector slip = dcm_cross(scene_vector(s->a->normal, k), c->angular_velocity_1);
    const dcm_vector expected = dcm_scale(twice ? s->a->overlap[k] : 0.0, slip);
    const double error =
        dcm_length(dcm_subtract(scene_vector(s->a->tangential_velocity, k), expected));
    const double allowed = 1e-14 * dcm_length(c->angular_velocity_1) * (c->radius_1 + c->radius_2);
    if (!(error <= allowed))
      scene_fail(s, k, "tangential velocity", error, allowed);
  }
}

START_TEST(rigid_rotation) {
  scene_for_each_round(_i, "rigid rotation", NULL, ROUNDS, turn_as_one);
}
END_TEST

/* --------------------------------------------------------------------------------- walls */

/** By what the radius exceeds the arm at a particle, which is the radius less half the overlap. */
static double arm_at_wall(const dcm_instance *instance, double overlap) {
  ck_assert_uint_eq(instance->moment_arm, DCM_ARM_RADIUS_MINUS_HALF_OVERLAP);
  return 0.5 * overlap;
}

/* A flat wall is a sphere of 2^40 times the radius, a bulge is one of its own radius. Lengths are
 * chosen so that the overlap of the spheres comes out exact; what is left is the flat wall's
 * curvature, 1e-12. */
static void wall_limit(scene *s) {
  static double before[CONTACTS];
  /* Of a bulge no host tells how its normal turned. */
  s->law->instance.frame = DCM_FRAME_AS_GIVEN;
  dcm_law_history_begin(s->law, s->a->pair, DCM_SIDE_PARTICLE, CONTACTS, s->a->history);
  dcm_law_history_begin(s->law, s->b->pair, DCM_SIDE_PARTICLE, CONTACTS, s->b->history);
  for (int step = 0; step < 2; step++) {
    const double dt = dcm_log_uniform(&s->random, 1e-9, 1e-5);
    s->dt = dt;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      dcm_sample *c = &s->contacts[k];
      if (!step) {
        *c = dcm_random_sample(s->law, s->pair, DCM_SIDE_WALL, &s->random);
        c->radius_1 = ldexp(1.0, -4 - (int)dcm_below(&s->random, 12));
        c->radius_2 = k % 2 ? INFINITY : ldexp(c->radius_1, 3 - (int)dcm_below(&s->random, 7));
      } else {
        *c = dcm_moved_sample(s->law, c, DCM_SIDE_WALL, &s->random);
      }
      const double overlap = ldexp(c->radius_1, -12) * (1.0 + dcm_below(&s->random, 400));
      const int axis = (int)dcm_below(&s->random, 3);
      const double sign = dcm_chance(&s->random, 0.5) ? 1.0 : -1.0;
      const dcm_vector n = {axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0};
      c->separation = dcm_scale(c->radius_1 - overlap, n);
      dcm_put_sample(s->a, s->law, k, c);
      dcm_sample sphere = *c;
      if (isinf(c->radius_2))
        sphere.radius_2 = ldexp(c->radius_1, 40);
      sphere.separation = dcm_scale(c->radius_1 + sphere.radius_2 - overlap, n);
      dcm_put_sample(s->b, s->law, k, &sphere);
      /* What a wall has to give is not spread over it, and what a grain gives, by the cap that the
       * other shades, goes with the root of the curvature: here nobody has anything. */
      for (uint32_t q = 0; q < s->law->quantity_count; q++)
        if (s->law->access[q] == DCM_CHANGE)
          s->a->quantities_1[q][k] = s->b->quantities_1[q][k] = s->a->quantities_2[q][k] =
              s->b->quantities_2[q][k] = 0.0;
    }
    dcm_batch_evaluate(s->a, s->law, DCM_SIDE_WALL, dt);
    dcm_batch_evaluate(s->b, s->law, DCM_SIDE_PARTICLE, dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_sample *c = &s->contacts[k];
      const dcm_vector f = scene_vector(s->a->force, k);
      const dcm_vector torque = scene_vector(s->a->torque_1, k);
      /* Some laws have another lever arm for moments at walls. */
      dcm_vector at_sphere = scene_vector(s->b->torque_1, k);
      if (s->law->instance.flags & DCM_RADIUS_AT_WALLS)
        at_sphere = dcm_add_scaled(
            at_sphere, arm_at_wall(&s->law->instance, s->a->overlap[k]),
            dcm_cross(scene_vector(s->a->normal, k), scene_vector(s->a->tangential_force, k)));
      const double scale = dcm_length(f) + before[k] * step;
      const double error = dcm_length(dcm_subtract(f, scene_vector(s->b->force, k)));
      const double torque_error = dcm_length(dcm_subtract(torque, at_sphere)) / c->radius_1;
      expect_same(s, k, "overlap", s->b->overlap[k], s->a->overlap[k]);
      before[k] = dcm_length(f);
      /* Curvature 1e-12; a force that is the difference of spring and damper magnifies it. */
      const double spring = 1e-11 * fabs(s->a->energies.stored_normal[k] / s->a->overlap[k]);
      if (step && !(error <= 1e-8 * scale + spring))
        scene_fail(s, k, "difference of forces at wall and sphere", error, 1e-8 * scale + spring);
      if (step && !(torque_error <= 1e-8 * (scale + dcm_length(torque) / c->radius_1) + spring))
        scene_fail(s, k, "difference of torques at wall and sphere", torque_error, 1e-8);
    }
    dcm_advance_history(s->a, s->law);
    dcm_advance_history(s->b, s->law);
  }
}

START_TEST(wall_is_a_sphere) {
  scene_for_each_round(_i, "wall limit", NULL, ROUNDS, wall_limit);
}
END_TEST

int main(void) {
  printf("DCM_TEST_SEED=%llu\n", (unsigned long long)dcm_test_seed());
  const int cases = (int)dcm_case_count();
  Suite *suite = suite_create("symmetry");
  TCase *all = tcase_create("all laws");
  tcase_add_loop_test(all, swap_symmetry, 0, cases);
  tcase_add_loop_test(all, rotation_invariance, 0, cases);
  tcase_add_loop_test(all, galilean_invariance, 0, cases);
  tcase_add_loop_test(all, rigid_rotation, 0, cases);
  tcase_add_loop_test(all, wall_is_a_sphere, 0, cases);
  suite_add_tcase(suite, all);
  return dcm_run(suite);
}
