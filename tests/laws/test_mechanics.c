/* SPDX-License-Identifier: MIT */
/* Rules of mechanics for every law, in every choice of its options where the law promises it,
 * beside those of dcm check: laws.checks has finite answers, and no work from closed ways. */
#include "laws/limits.h"
#include "laws/properties.h"
#include "mechanics/tangential.h"
#include "support/history.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------- sliding */

static double power(dcm_vector f, dcm_vector v) {
  return dcm_dot(f, v);
}

/** Difference of the lever arms of moment and velocity for a radius. */
static double arm_difference(const dcm_instance *instance, double radius, double sum,
                             double overlap) {
  const double arms[3] = {radius - overlap * radius / sum, radius, radius - 0.5 * overlap};
  return fabs(arms[instance->moment_arm] - arms[instance->velocity_arm]);
}

/* The surfaces slide past each other at one velocity for long. The friction points along the
 * sliding and takes energy out of it; the forces and torques on the two bodies, too, but for what
 * different arms of velocity and moment bring. Couples never drive a spin. */
static void slide(dcm_scene *s) {
  const double dt = dcm_log_uniform(&s->random, 1e-8, 1e-3);
  s->dt = dt;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    dcm_sample *c = &s->contacts[k];
    *c = dcm_random_sample(s->law, s->pair, DCM_SIDE_PARTICLE, &s->random);
    const dcm_vector n = dcm_scale(1.0 / dcm_length(c->separation), c->separation);
    /* Without spin about the normal: that would turn the direction of sliding. */
    c->angular_velocity_1 = dcm_tangential_part(c->angular_velocity_1, n);
    c->angular_velocity_2 = dcm_tangential_part(c->angular_velocity_2, n);
    dcm_put_sample(s->a, s->law, k, c);
  }
  dcm_law_history_begin(s->law, s->a->pair, DCM_SIDE_PARTICLE, CONTACTS, s->a->history);
  for (int step = 0; step < 8; step++) {
    dcm_batch_evaluate(s->a, s->law, DCM_SIDE_PARTICLE, dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_sample *c = &s->contacts[k];
      const dcm_vector w1 = c->angular_velocity_1, w2 = c->angular_velocity_2;
      const dcm_vector vt = dcm_scene_vector(s->a->tangential_velocity, k);
      const dcm_vector ft = dcm_scene_vector(s->a->tangential_force, k);
      const double size = dcm_length(vt) * dcm_length(ft);
      if (!(dcm_dot(ft, vt) >= (1.0 - 1e-9) * size))
        property_fail(s, k, "friction along the sliding", dcm_dot(ft, vt), size);
      const dcm_vector couple_1 = dcm_scene_vector(s->a->couple_1, k);
      const dcm_vector couple_2 = dcm_scene_vector(s->a->couple_2, k);
      const double spins =
          dcm_length(couple_1) * dcm_length(w1) + dcm_length(couple_2) * dcm_length(w2);
      const double rolling = power(couple_1, w1) + power(couple_2, w2);
      if (!(rolling <= 1e-14 * spins))
        property_fail(s, k, "power of the couples", rolling, 0.0);
      /* F1.v1 + F2.v2 + T1.w1 + T2.w2, without normal force and couples. */
      const dcm_vector f1 = dcm_scene_vector(s->a->force, k);
      const double total = power(dcm_scale(-1.0, f1), c->relative_velocity) +
                           power(dcm_subtract(dcm_scene_vector(s->a->torque_1, k), couple_1), w1) +
                           power(dcm_subtract(dcm_scene_vector(s->a->torque_2, k), couple_2), w2) -
                           s->a->normal_force[k] * s->a->normal_velocity[k];
      const double sum = c->radius_1 + c->radius_2;
      const double overlap = s->a->overlap[k];
      const double arms =
          dcm_length(ft) *
          (arm_difference(&s->law->instance, c->radius_1, sum, overlap) * dcm_length(w1) +
           arm_difference(&s->law->instance, c->radius_2, sum, overlap) * dcm_length(w2));
      const double rounding =
          1e-13 * ((dcm_length(ft) + fabs(s->a->normal_force[k])) *
                       (dcm_length(c->relative_velocity) + c->radius_1 * dcm_length(w1) +
                        c->radius_2 * dcm_length(w2)) +
                   spins);
      if (!(total <= -dcm_dot(ft, vt) + arms + rounding))
        property_fail(s, k, "power of the friction on both bodies", total, arms + rounding);
    }
    dcm_advance_history(s->a, s->law);
  }
}

/* granular and the gran laws give their spring what the limit leaves beside the damper
 * (limited_spring.h). A damper 1e12 times stronger than the limit, of random parameters, then turns
 * the spring by its rounding. */
TEST_TIMES(sliding_takes_energy, dcm_case_count()) {
  static const dcm_fixed no_damper[] = {{"x_gammat", 0.0}, {"gamma_t", 0.0}, {NULL, 0.0}};
  const int has_spring = dcm_case_at((uint32_t)_i).model->history_count > 0;
  property_rounds(_i, "sliding", has_spring ? no_damper : NULL, ROUNDS, slide);
}

/* --------------------------------------------------------------------------- Coulomb */

/** Coulomb's limits of the contacts that stand in batch a, with the step of the scene.
 * @param rounding receives that of normal forces that nearly cancel in them */
static void find_limits(dcm_scene *s, double limits[CONTACTS], double rounding[CONTACTS]) {
  static double static_force[CONTACTS];
  dcm_batch_evaluate(s->a, s->law, s->side_2, 0.0);
  memset(s->a->normal_velocity, 0, CONTACTS * sizeof(double));
  dcm_batch_compute(s->a, s->law, s->side_2, 0.0);
  memcpy(static_force, s->a->normal_force, sizeof static_force);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    rounding[k] = 1e-15 * fabs(static_force[k]) * property_value(s, "friction");
    limits[k] = dcm_friction_limit(s, k, static_force[k]);
  }
}

static void coulomb(dcm_scene *s) {
  static double limits[CONTACTS], rounding[CONTACTS];
  property_live(s);
  find_limits(s, limits, rounding);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double force = dcm_length(dcm_scene_vector(s->a->tangential_force, k));
    /* Rounding, also that of an adhesive force which cancels to nothing. */
    if (!isnan(limits[k]) && !(force <= limits[k] * (1.0 + 1e-12) + rounding[k]))
      property_fail(s, k, "tangential force", force, limits[k]);
  }
}

/* dcm check looks at a limit of surfaces at rest that is another one. */
static const dcm_fixed one[] = {{"friction_static", 0.0}, {NULL, 0.0}};

TEST_TIMES(friction_has_a_limit, dcm_case_count()) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  if (dcm_case_is_consistent(&the_case))
    property_rounds(_i, "Coulomb's limit", one, ROUNDS, coulomb);
}

/* One step that carries the surfaces a thousand radii past each other: where the contact slides,
 * the friction is the limit, no less. */
static void slip(dcm_scene *s) {
  static double limits[CONTACTS], rounding[CONTACTS];
  property_live(s);
  s->dt = dcm_log_uniform(&s->random, 1e-9, 1e-5);
  find_limits(s, limits, rounding);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), dcm_scene_vector(s->a->normal, k));
    dcm_store(s->a->tangential_velocity, k,
              dcm_scale(1e3 * s->a->effective_radius[k] / s->dt / dcm_length(along), along));
  }
  dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double force = dcm_length(dcm_scene_vector(s->a->tangential_force, k));
    /* A weak spring with a small exponent may hold even that. */
    const int slides = s->a->energies.dissipated_sliding[k] > 0.0;
    if (slides && !isnan(limits[k]) &&
        !(fabs(force - limits[k]) <= 1e-12 * limits[k] + rounding[k]))
      property_fail(s, k, "friction of a contact that slides", force, limits[k]);
  }
}

TEST_TIMES(sliding_friction_is_the_limit, dcm_case_count()) {
  property_rounds(_i, "sliding friction", one, ROUNDS / 4, slip);
}

/* ------------------------------------------------------------------------------- energy */

static void expect_not_negative(const dcm_scene *s, uint32_t k, const char *what, double value,
                                double scale) {
  if (!(value >= -1e-14 * scale))
    property_fail(s, k, what, value, 0.0);
}

/* Growth of the square of the state. Contacts of these scenes do not move with their velocities:
 * along the bisector that these velocities make, a state may become longer. */
static double lengthened(const dcm_scene *s, uint32_t k) {
  const uint32_t at = dcm_component_of(s->law->model, "rolling_couple");
  if (at == s->law->history_width)
    return 0.0;
  const dcm_vector u = dcm_scene_vector(s->a->history + at, k);
  const dcm_vector carried =
      dcm_carry(u, dcm_scene_vector(s->a->normal, k), dcm_scene_vector(s->a->bisector, k));
  return fmax(0.0, dcm_dot(carried, carried) / (dcm_dot(u, u) + 1e-300) - 1.0);
}

/* Dissipated energy is never given back; but in form sheet the tangential spring gains when the
 * contact area grows, and the law says so there. The couples that LAMMPS limits so gain, too. */
static void dissipate(dcm_scene *s) {
  static double before[CONTACTS];
  property_live(s);
  memcpy(before, s->a->energies.stored_rolling, sizeof before);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_energies *e = &s->a->energies;
    const double sliding = dcm_length(dcm_scene_vector(s->a->tangential_force, k)) * s->dt *
                           dcm_length(dcm_scene_vector(s->a->tangential_velocity, k));
    expect_not_negative(s, k, "energy dissipated along the normal", e->dissipated_normal[k], 0.0);
    expect_not_negative(s, k, "energy dissipated by yielding", e->dissipated_plastic[k],
                        fabs(e->stored_normal[k]));
    expect_not_negative(s, k, "energy dissipated by breaking", e->dissipated_fracture[k], 0.0);
    if (dcm_case_is_consistent(&s->the_case))
      expect_not_negative(s, k, "energy dissipated across", e->dissipated_tangential[k],
                          e->stored_tangential[k]);
    expect_not_negative(s, k, "energy dissipated by sliding", e->dissipated_sliding[k], sliding);
    if (!dcm_couples_gain(&s->the_case))
      expect_not_negative(s, k, "energy dissipated by rolling",
                          e->dissipated_rolling[k] + lengthened(s, k) * before[k],
                          s->dt * (dcm_length(dcm_scene_vector(s->a->couple_1, k)) *
                                       dcm_length(s->contacts[k].angular_velocity_1) +
                                   dcm_length(dcm_scene_vector(s->a->couple_2, k)) *
                                       dcm_length(s->contacts[k].angular_velocity_2)) +
                              e->stored_rolling[k]);
    expect_not_negative(s, k, "stored tangential energy", e->stored_tangential[k], 0.0);
  }
}

TEST_TIMES(dissipation_is_not_negative, dcm_case_count()) {
  property_rounds(_i, "dissipation", NULL, ROUNDS, dissipate);
}

/* --------------------------------------------------------------------------- objectivity */

static dcm_vector turn(dcm_vector v, dcm_vector axis, double angle) {
  const double c = cos(angle), s = sin(angle);
  const dcm_vector turned = dcm_add_scaled(dcm_scale(c, v), s, dcm_cross(axis, v));
  return dcm_add_scaled(turned, (1.0 - c) * dcm_dot(axis, v), axis);
}

/* A loaded pair turns as one body by a quarter turn about any axis, its normal among them. dcm
 * check sees the tangential force turn, too. It keeps its size, but in laws that say otherwise. */
static void carousel(dcm_scene *s) {
  enum { STEPS = 500 };
  static double before[CONTACTS], loaded[CONTACTS];
  static dcm_vector normal[CONTACTS], axis[CONTACTS];
  const double quarter = 1.5707963267948966, step_angle = quarter / STEPS;
  dcm_batch *b = s->a;
  dcm_scene_meet(s, DCM_SIDE_PARTICLE);
  s->dt = 1e-6;
  dcm_batch_evaluate(b, s->law, DCM_SIDE_PARTICLE, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    before[k] = dcm_length(dcm_scene_vector(b->tangential_force, k));
  dcm_advance_history(b, s->law);
  for (int step = 0; step <= STEPS; step++) {
    const double rate = step ? step_angle / s->dt : 0.0;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      if (!step) {
        normal[k] = dcm_scene_vector(b->normal, k);
        axis[k] = k % 2 ? dcm_random_direction(&s->random) : normal[k];
      }
      dcm_turn_normal(b, k, turn(normal[k], axis[k], step * step_angle), 1);
      dcm_store(b->angular_velocity_1, k, dcm_scale(rate, axis[k]));
      dcm_store(b->angular_velocity_2, k, dcm_scale(rate, axis[k]));
      dcm_store(b->tangential_velocity, k, (dcm_vector){0.0, 0.0, 0.0});
      b->normal_velocity[k] = 0.0;
    }
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
    dcm_advance_history(b, s->law);
    for (uint32_t k = 0; k < CONTACTS && !step; k++)
      loaded[k] = dcm_length(dcm_scene_vector(b->tangential_force, k));
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double growth = dcm_length(dcm_scene_vector(b->tangential_force, k)) - loaded[k];
    /* Projected STEPS times without getting its length back. */
    const double share = dcm_spring_forgets(&s->the_case)    ? 1.0
                         : dcm_spring_shortens(&s->the_case) ? 0.5 * quarter * step_angle
                                                             : 0.0;
    /* Where adhesion bears the whole pull, the load is rounding of a spring that is much stiffer;
     * where the limit falls as the pair stops, the stretch is what is left of a much longer one. */
    const double rounding = 1e-11 * (loaded[k] + fabs(b->normal_force[k])) + 1e-15 * before[k];
    if (!(growth <= rounding && -growth <= share * loaded[k] + rounding))
      property_fail(s, k, "size of the tangential force after a quarter turn, off by", growth,
                    share * loaded[k]);
  }
}

/* With a small exponent the stretch that a sliding contact keeps is no number any more. A contact
 * of granular that begins to slide has another force in the next step. */
static const dcm_fixed root[] = {{"n_ut", 0.5}, {"friction_static", 0.0}, {NULL, 0.0}};

TEST_TIMES(state_keeps_its_size, dcm_case_count()) {
  property_rounds(_i, "objectivity", root, 16, carousel);
}

/* --------------------------------------------------------------------------------- walls */

/** Excess of the radius over the arm at a particle, which is the radius less half the overlap. */
static double arm_at_wall(const dcm_instance *instance, double overlap) {
  ck_assert_uint_eq(instance->moment_arm, DCM_ARM_RADIUS_MINUS_HALF_OVERLAP);
  return 0.5 * overlap;
}

/* A flat wall is a sphere of 2^40 times the radius, a bulge is one of its own radius. Lengths are
 * chosen so that the overlap of the spheres comes out exact; what is left is the flat wall's
 * curvature, 1e-12. */
static void wall_limit(dcm_scene *s) {
  static double before[CONTACTS];
  /* No host tells how the normal of a bulge turned. */
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
      /* The amount of a wall is not spread over the wall, and the amount that a grain gives, by the
       * cap that the other body shades, goes with the root of the curvature: here nobody has
       * anything. */
      for (uint32_t q = 0; q < s->law->quantity_count; q++)
        if (s->law->access[q] == DCM_CHANGE)
          s->a->quantities_1[q][k] = s->b->quantities_1[q][k] = s->a->quantities_2[q][k] =
              s->b->quantities_2[q][k] = 0.0;
    }
    dcm_batch_evaluate(s->a, s->law, DCM_SIDE_WALL, dt);
    dcm_batch_evaluate(s->b, s->law, DCM_SIDE_PARTICLE, dt);
    const int is_luding = strcmp(s->law->model->id, "luding") == 0;
    const double unloading = is_luding ? property_value(s, "k2") : 0.0;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_sample *c = &s->contacts[k];
      const dcm_vector f = dcm_scene_vector(s->a->force, k);
      const dcm_vector torque = dcm_scene_vector(s->a->torque_1, k);
      /* Some laws have another lever arm for moments at walls. */
      dcm_vector at_sphere = dcm_scene_vector(s->b->torque_1, k);
      if (s->law->instance.flags & DCM_RADIUS_AT_WALLS)
        at_sphere = dcm_add_scaled(at_sphere, arm_at_wall(&s->law->instance, s->a->overlap[k]),
                                   dcm_cross(dcm_scene_vector(s->a->normal, k),
                                             dcm_scene_vector(s->a->tangential_force, k)));
      const double scale = dcm_length(f) + before[k] * step;
      const double error = dcm_length(dcm_subtract(f, dcm_scene_vector(s->b->force, k)));
      const double torque_error = dcm_length(dcm_subtract(torque, at_sphere)) / c->radius_1;
      if (s->b->overlap[k] != s->a->overlap[k])
        property_fail(s, k, "overlap", s->b->overlap[k], s->a->overlap[k]);
      before[k] = dcm_length(f);
      /* Curvature 1e-12; a force that is the difference of spring and damper magnifies it. luding
       * loads by its k2 from an overlap that follows. */
      const double spring = 1e-11 * fmax(fabs(s->a->energies.stored_normal[k] / s->a->overlap[k]),
                                         unloading * s->a->overlap[k]);
      if (step && !(error <= 1e-8 * scale + spring))
        property_fail(s, k, "difference of forces at wall and sphere", error,
                      1e-8 * scale + spring);
      if (step && !(torque_error <= 1e-8 * (scale + dcm_length(torque) / c->radius_1) + spring))
        property_fail(s, k, "difference of torques at wall and sphere", torque_error, 1e-8);
    }
    dcm_advance_history(s->a, s->law);
    dcm_advance_history(s->b, s->law);
  }
}

TEST_TIMES(wall_is_a_sphere, dcm_case_count()) {
  property_rounds(_i, "wall limit", NULL, ROUNDS, wall_limit);
}
