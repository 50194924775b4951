/* SPDX-License-Identifier: MIT */
/* What mechanics asks of every law, in every choice of its options where the law promises it. */
#include "laws/limits.h"
#include "laws/properties.h"
#include "mechanics/tangential.h"
#include "support/history.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
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
static void slide(scene *s) {
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
      const dcm_vector vt = scene_vector(s->a->tangential_velocity, k);
      const dcm_vector ft = scene_vector(s->a->tangential_force, k);
      const double size = dcm_length(vt) * dcm_length(ft);
      if (!(dcm_dot(ft, vt) >= (1.0 - 1e-9) * size))
        scene_fail(s, k, "friction along the sliding", dcm_dot(ft, vt), size);
      const dcm_vector couple_1 = scene_vector(s->a->couple_1, k);
      const dcm_vector couple_2 = scene_vector(s->a->couple_2, k);
      const double spins =
          dcm_length(couple_1) * dcm_length(w1) + dcm_length(couple_2) * dcm_length(w2);
      const double rolling = power(couple_1, w1) + power(couple_2, w2);
      if (!(rolling <= 1e-14 * spins))
        scene_fail(s, k, "power of the couples", rolling, 0.0);
      /* F1.v1 + F2.v2 + T1.w1 + T2.w2, without normal force and couples. */
      const dcm_vector f1 = scene_vector(s->a->force, k);
      const double total = power(dcm_scale(-1.0, f1), c->relative_velocity) +
                           power(dcm_subtract(scene_vector(s->a->torque_1, k), couple_1), w1) +
                           power(dcm_subtract(scene_vector(s->a->torque_2, k), couple_2), w2) -
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
        scene_fail(s, k, "power of the friction on both bodies", total, arms + rounding);
    }
    dcm_advance_history(s->a, s->law);
  }
}

START_TEST(sliding_takes_energy) {
  scene_for_each_round(_i, "sliding", NULL, ROUNDS, slide);
}
END_TEST

/* --------------------------------------------------------------------------- Coulomb */

/** Coulomb's limits of the contacts that stand in batch a, with the step of the scene.
 * @param rounding receives that of normal forces that nearly cancel in them */
static void find_limits(scene *s, double limits[CONTACTS], double rounding[CONTACTS]) {
  static double static_force[CONTACTS];
  dcm_batch_evaluate(s->a, s->law, s->side_2, 0.0);
  memset(s->a->normal_velocity, 0, CONTACTS * sizeof(double));
  dcm_batch_compute(s->a, s->law, s->side_2, 0.0);
  memcpy(static_force, s->a->normal_force, sizeof static_force);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample *c = &s->contacts[k];
    rounding[k] = 1e-15 * fabs(static_force[k]) *
                  dcm_case_value(&s->the_case, "friction", c->material_1, c->material_2);
    limits[k] = dcm_friction_limit(&s->the_case, &s->contacts[k], s->a->normal_force[k],
                                   static_force[k], s->a->effective_radius[k], s->a->overlap[k]);
  }
}

static void coulomb(scene *s) {
  static double limits[CONTACTS], rounding[CONTACTS];
  scene_live(s, dcm_chance(&s->random, 0.5) ? DCM_SIDE_PARTICLE : DCM_SIDE_WALL);
  find_limits(s, limits, rounding);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double force = dcm_length(scene_vector(s->a->tangential_force, k));
    /* Rounding, also that of an adhesive force which cancels to nothing. */
    if (!isnan(limits[k]) && !(force <= limits[k] * (1.0 + 1e-12) + rounding[k]))
      scene_fail(s, k, "tangential force", force, limits[k]);
  }
}

START_TEST(friction_has_a_limit) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  if (dcm_case_is_consistent(&the_case))
    scene_for_each_round(_i, "Coulomb's limit", NULL, ROUNDS, coulomb);
}
END_TEST

/* One step that carries the surfaces a thousand radii past each other: where the contact slides,
 * the friction is the limit, no less. */
static void slip(scene *s) {
  static double limits[CONTACTS], rounding[CONTACTS];
  scene_live(s, dcm_chance(&s->random, 0.5) ? DCM_SIDE_PARTICLE : DCM_SIDE_WALL);
  s->dt = dcm_log_uniform(&s->random, 1e-9, 1e-5);
  find_limits(s, limits, rounding);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), scene_vector(s->a->normal, k));
    dcm_store(s->a->tangential_velocity, k,
              dcm_scale(1e3 * s->a->effective_radius[k] / s->dt / dcm_length(along), along));
  }
  dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double force = dcm_length(scene_vector(s->a->tangential_force, k));
    /* A weak spring with a small exponent may hold even that. */
    const int slides = s->a->energies.dissipated_sliding[k] > 0.0;
    if (slides && !isnan(limits[k]) &&
        !(fabs(force - limits[k]) <= 1e-12 * limits[k] + rounding[k]))
      scene_fail(s, k, "friction of a contact that slides", force, limits[k]);
  }
}

START_TEST(sliding_friction_is_the_limit) {
  scene_for_each_round(_i, "sliding friction", NULL, ROUNDS / 4, slip);
}
END_TEST

/* --------------------------------------------------------------------- finite for finite */

static void expect_finite(const scene *s, uint32_t k, const char *what, double value) {
  if (!isfinite(value))
    scene_fail(s, k, what, value, DBL_MAX);
}

static double pick(dcm_random *random, const double *values, size_t count) {
  return values[dcm_below(random, (uint32_t)count)];
}
#define PICK(random, ...)                                                                          \
  pick(random, (const double[]){__VA_ARGS__},                                                      \
       sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static void extreme_entry(scene *s, dcm_batch *b, uint32_t k) {
  dcm_random *random = &s->random;
  const dcm_sample *c = &s->contacts[k];
  const dcm_vector n = dcm_random_direction(random);
  const double radius = dcm_chance(random, 0.1) ? c->radius_1 : b->effective_radius[k];
  const double reach =
      dcm_law_reach(s->law, dcm_sides_at_wall(b->pair, b->effective_radius[k], INFINITY));
  dcm_store(b->normal, k, dcm_chance(random, 0.02) ? (dcm_vector){0.0, 0.0, 0.0} : n);
  b->overlap[k] = radius * PICK(random, 0.0, 1e-300, 1e-160, 1e-30, 1e-12, 1e-3, 1.0, 2.0, 1e6);
  if (reach > 0.0 && dcm_chance(random, 0.3))
    b->overlap[k] = -reach * PICK(random, 1.0, 0.999999999, 0.5, 1e-12, 1e-300);
  /* Rounding may part what a host counts as touching; and overlaps may be too small to have all
   * their digits. */
  if (dcm_chance(random, 0.2))
    b->overlap[k] = PICK(random, -1e-19, -1e-300, -1e-310, -5e-324, 5e-324, 1e-310, 1e-300);
  b->normal_velocity[k] = PICK(random, 0.0, 1e-300, -1e-300, 1.0, -1.0, 1e3, -1e3);
  const double speed = PICK(random, 0.0, 1e-300, 1e-160, 1e-9, 1.0, 1e3);
  dcm_store(b->tangential_velocity, k,
            dcm_scale(speed, dcm_tangential_part(dcm_random_direction(random), n)));
  const double rate = PICK(random, 0.0, 1e-300, 1e-160, 1.0, 1e6);
  const dcm_vector spin =
      dcm_scale(rate, dcm_chance(random, 0.2) ? n : dcm_random_direction(random));
  dcm_store(b->angular_velocity_1, k, spin);
  dcm_store(b->angular_velocity_2, k, dcm_scale(PICK(random, 0.0, 1.0, -1.0, 1e-3), spin));
}

/* Extremes follow extremes: the state that one leaves is the input of the next. */
static void extremes(scene *s) {
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->contacts[k] = dcm_random_sample(s->law, s->pair, DCM_SIDE_PARTICLE, &s->random);
    dcm_put_sample(b, s->law, k, &s->contacts[k]);
  }
  dcm_batch_evaluate(b, s->law, DCM_SIDE_PARTICLE, 0.0);
  dcm_law_history_begin(s->law, b->pair, DCM_SIDE_PARTICLE, CONTACTS, b->history);
  for (int step = 0; step < 4; step++) {
    s->dt = PICK(&s->random, 0.0, 1e-300, 1e-12, 1e-6, 1.0);
    for (uint32_t k = 0; k < CONTACTS; k++)
      extreme_entry(s, b, k);
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      expect_finite(s, k, "normal force", b->normal_force[k]);
      for (int x = 0; x < 3; x++) {
        expect_finite(s, k, "tangential force", b->tangential_force[x][k]);
        expect_finite(s, k, "couple on 1", b->couple_1[x][k]);
        expect_finite(s, k, "couple on 2", b->couple_2[x][k]);
      }
      expect_finite(s, k, "stored normal energy", b->energies.stored_normal[k]);
      expect_finite(s, k, "stored tangential energy", b->energies.stored_tangential[k]);
      expect_finite(s, k, "stored rolling energy", b->energies.stored_rolling[k]);
      expect_finite(s, k, "energy dissipated along the normal", b->energies.dissipated_normal[k]);
      expect_finite(s, k, "energy dissipated by yielding", b->energies.dissipated_plastic[k]);
      expect_finite(s, k, "energy dissipated across", b->energies.dissipated_tangential[k]);
      expect_finite(s, k, "energy dissipated by sliding", b->energies.dissipated_sliding[k]);
      expect_finite(s, k, "energy dissipated by rolling", b->energies.dissipated_rolling[k]);
      expect_finite(s, k, "energy dissipated by breaking", b->energies.dissipated_fracture[k]);
      for (uint32_t c = 0; c < s->law->history_width && s->dt > 0.0; c++)
        expect_finite(s, k, "history", b->new_history[c][k]);
    }
    if (s->dt > 0.0)
      dcm_advance_history(b, s->law);
  }
}

static const dcm_fixed corners[][4] = {
    {{NULL, 0.0}},
    {{"restitution", 1.0}, {NULL, 0.0}},
    {{"restitution", 0.0}, {NULL, 0.0}},
    {{"friction", 0.0}, {"rolling", 0.0}, {NULL, 0.0}},
    {{"restitution", 1.0}, {"friction", 0.0}, {"rolling", 0.0}, {NULL, 0.0}},
    {{"poisson", 0.5}, {"restitution", 1e-9}, {"friction", 1e9}, {NULL, 0.0}},
    {{"surface_energy", 0.0}, {"friction", 0.0}, {NULL, 0.0}},
};
enum { CORNERS = sizeof corners / sizeof corners[0] };

START_TEST(finite_for_finite) {
  for (int corner = 0; corner < CORNERS; corner++)
    if (dcm_case_accepts(_i, corners[corner]))
      scene_for_each_round(_i, "finite", corners[corner], ROUNDS / CORNERS + 1, extremes);
}
END_TEST

/* ------------------------------------------------------------------------------- energy */

static void expect_not_negative(const scene *s, uint32_t k, const char *what, double value,
                                double scale) {
  if (!(value >= -1e-14 * scale))
    scene_fail(s, k, what, value, 0.0);
}

/* Contacts of these scenes do not move with their velocities: along the bisector that these make, a
 * state may become longer. By how much its square does. */
static double lengthened(const scene *s, uint32_t k) {
  const uint32_t at = dcm_component_of(s->law->model, "rolling_couple");
  if (at == s->law->history_width)
    return 0.0;
  const dcm_vector u = scene_vector(s->a->history + at, k);
  const dcm_vector carried =
      dcm_carry(u, scene_vector(s->a->normal, k), scene_vector(s->a->bisector, k));
  return fmax(0.0, dcm_dot(carried, carried) / (dcm_dot(u, u) + 1e-300) - 1.0);
}

/* What is called dissipated is never given back; but in form sheet the tangential spring gains when
 * the contact area grows, and says so there. And so do the couples that LAMMPS limits so. */
static void dissipate(scene *s) {
  static double before[CONTACTS];
  scene_live(s, dcm_chance(&s->random, 0.5) ? DCM_SIDE_PARTICLE : DCM_SIDE_WALL);
  memcpy(before, s->a->energies.stored_rolling, sizeof before);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_energies *e = &s->a->energies;
    const double sliding = dcm_length(scene_vector(s->a->tangential_force, k)) * s->dt *
                           dcm_length(scene_vector(s->a->tangential_velocity, k));
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
                          s->dt * (dcm_length(scene_vector(s->a->couple_1, k)) *
                                       dcm_length(s->contacts[k].angular_velocity_1) +
                                   dcm_length(scene_vector(s->a->couple_2, k)) *
                                       dcm_length(s->contacts[k].angular_velocity_2)) +
                              e->stored_rolling[k]);
    expect_not_negative(s, k, "stored tangential energy", e->stored_tangential[k], 0.0);
  }
}

START_TEST(dissipation_is_not_negative) {
  scene_for_each_round(_i, "dissipation", NULL, ROUNDS, dissipate);
}
END_TEST

/* A new contact stores nothing across the normal. Whatever path its surfaces then take, with the
 * overlap changing at will, nobody gets work out of it: the sum of F.v dt is never negative, to
 * rounding, whatever the steps. So no closed cycle creates energy. */
static void drive(scene *s) {
  static double work[CONTACTS], paid[CONTACTS];
  static dcm_vector target[CONTACTS];
  dcm_batch *b = s->a;
  const double dt = dcm_log_uniform(&s->random, 1e-9, 1e-5);
  s->dt = dt;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->contacts[k] = dcm_random_sample(s->law, s->pair, DCM_SIDE_PARTICLE, &s->random);
    dcm_put_sample(b, s->law, k, &s->contacts[k]);
    work[k] = paid[k] = 0.0;
    target[k] = (dcm_vector){0.0, 0.0, 0.0};
  }
  dcm_batch_evaluate(b, s->law, DCM_SIDE_PARTICLE, 0.0);
  dcm_law_history_begin(s->law, b->pair, DCM_SIDE_PARTICLE, CONTACTS, b->history);
  for (int step = 0; step < 32; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_sample *c = &s->contacts[k];
      const dcm_vector n = scene_vector(b->normal, k);
      const double speed = dcm_length(c->relative_velocity);
      /* Every other leg goes back to where the path began. */
      const dcm_vector leg =
          step % 2 ? dcm_scale(-1.0, target[k])
                   : dcm_scale(speed, dcm_tangential_part(dcm_random_direction(&s->random), n));
      target[k] = leg;
      dcm_store(b->tangential_velocity, k, leg);
      /* No rotation: this is about the path in the tangent plane. */
      dcm_store(b->angular_velocity_1, k, (dcm_vector){0.0, 0.0, 0.0});
      dcm_store(b->angular_velocity_2, k, (dcm_vector){0.0, 0.0, 0.0});
      if (b->overlap[k] > 0.0) {
        b->overlap[k] *= dcm_uniform(&s->random, 0.5, 1.9);
        if (b->overlap[k] > 0.2 * b->effective_radius[k])
          b->overlap[k] *= 0.01;
      }
      b->normal_velocity[k] = speed * dcm_uniform(&s->random, -1.0, 1.0);
    }
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_vector f = scene_vector(b->tangential_force, k);
      const dcm_vector v = scene_vector(b->tangential_velocity, k);
      work[k] += dcm_dot(f, v) * dt;
      paid[k] += dcm_length(f) * dcm_length(v) * dt;
      const double stored = b->energies.stored_tangential[k];
      /* Rounding of work, and of a spring that let go of all but the last bits of its path; its
       * stiffness is about that of the normal. */
      const double path = dt * dcm_length(v) / b->overlap[k];
      const double normal_energy =
          fabs(b->energies.stored_normal[k]) + fabs(b->normal_force[k] * b->overlap[k]);
      const double rounding = 1e-12 * (paid[k] + stored) + 1e-24 * normal_energy * path * path;
      if (!(work[k] >= stored - rounding))
        scene_fail(s, k, "work put into a new contact", work[k], stored);
    }
    dcm_advance_history(b, s->law);
  }
}

START_TEST(no_energy_from_tangential_paths) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  if (dcm_case_is_consistent(&the_case))
    scene_for_each_round(_i, "tangential paths", NULL, ROUNDS, drive);
}
END_TEST

/* Slowly in and out again along the normal, on a closed cycle of 2000 steps, with the sum of
 * F dxi by the trapezoidal rule, whose error is of the second order. */
static void breathe(scene *s) {
  enum { STEPS = 2000 };
  static double work[CONTACTS], paid[CONTACTS], last_force[CONTACTS], last_overlap[CONTACTS];
  static double middle[CONTACTS];
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->contacts[k] = dcm_random_sample(s->law, s->pair, DCM_SIDE_PARTICLE, &s->random);
    dcm_put_sample(b, s->law, k, &s->contacts[k]);
    work[k] = paid[k] = 0.0;
  }
  dcm_batch_evaluate(b, s->law, DCM_SIDE_PARTICLE, 0.0);
  dcm_law_history_begin(s->law, b->pair, DCM_SIDE_PARTICLE, CONTACTS, b->history);
  s->dt = dcm_log_uniform(&s->random, 1e-9, 1e-5);
  for (uint32_t k = 0; k < CONTACTS; k++)
    middle[k] = b->overlap[k] > 0.0 ? b->overlap[k] : 1e-3 * b->effective_radius[k];
  for (int step = 0; step <= STEPS; step++) {
    const double phase = 6.283185307179586 * step / STEPS;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      b->overlap[k] = middle[k] * (1.0 + 0.9 * sin(phase));
      b->normal_velocity[k] = -middle[k] * 0.9 * cos(phase) * 6.283185307179586 / (STEPS * s->dt);
      dcm_store(b->tangential_velocity, k, (dcm_vector){0.0, 0.0, 0.0});
    }
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      if (step) {
        const double mean = 0.5 * (b->normal_force[k] + last_force[k]);
        work[k] += mean * (b->overlap[k] - last_overlap[k]);
        paid[k] += fabs(mean * (b->overlap[k] - last_overlap[k]));
      }
      last_force[k] = b->normal_force[k];
      last_overlap[k] = b->overlap[k];
    }
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++)
    /* A period of 2000 steps: the trapezoidal rule is exact to some (2 pi/2000)^2. */
    if (!(work[k] >= -1e-5 * paid[k]))
      scene_fail(s, k, "work of a cycle along the normal", work[k], -1e-5 * paid[k]);
}

START_TEST(no_energy_from_normal_cycles) {
  scene_for_each_round(_i, "normal cycles", NULL, 4, breathe);
}
END_TEST

/* ---------------------------------------------------------------- what is stored is elastic */

/* Of any power of the overlap a contact sticks. */
static const dcm_fixed sticking[] = {{"friction", 1e15}, {NULL, 0.0}};

/* The same path in 3 steps and in 300, then at rest: the same force is left, that of the spring. If
 * damping entered the stored force, as the sheets print it, it would grow with the number of
 * steps. */
static void path_in_steps(scene *s, int steps, double time, double force[CONTACTS]) {
  dcm_batch *b = s->a;
  dcm_law_history_begin(s->law, b->pair, DCM_SIDE_PARTICLE, CONTACTS, b->history);
  for (int step = 0; step <= steps; step++) {
    if (step == steps)
      for (int x = 0; x < 3; x++)
        memset(b->tangential_velocity[x], 0, CONTACTS * sizeof(double));
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, step == steps ? time * 1e-30 : time / steps);
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++)
    force[k] = dcm_length(scene_vector(b->tangential_force, k));
}

static void subdivide(scene *s) {
  static double coarse[CONTACTS], fine[CONTACTS];
  dcm_batch *b = s->a;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    dcm_sample *c = &s->contacts[k];
    *c = dcm_random_sample(s->law, s->pair, DCM_SIDE_PARTICLE, &s->random);
    c->angular_velocity_1 = c->angular_velocity_2 = (dcm_vector){0.0, 0.0, 0.0};
    c->relative_velocity = dcm_scale(1e-3, c->relative_velocity);
    dcm_put_sample(b, s->law, k, c);
  }
  const double time = dcm_log_uniform(&s->random, 1e-10, 1e-8);
  s->dt = time;
  dcm_batch_evaluate(b, s->law, DCM_SIDE_PARTICLE, 0.0);
  memset(b->normal_velocity, 0, CONTACTS * sizeof(double));
  double *velocity[3];
  static double kept[3][CONTACTS];
  for (int x = 0; x < 3; x++) {
    velocity[x] = b->tangential_velocity[x];
    memcpy(kept[x], velocity[x], sizeof kept[x]);
  }
  path_in_steps(s, 3, time, coarse);
  for (int x = 0; x < 3; x++)
    memcpy(velocity[x], kept[x], sizeof kept[x]);
  path_in_steps(s, 300, time, fine);
  for (uint32_t k = 0; k < CONTACTS; k++)
    /* Sums of 300 steps. */
    if (!(fabs(fine[k] - coarse[k]) <= 1e-11 * coarse[k]))
      scene_fail(s, k, "force left by a path in 300 steps", fine[k], coarse[k]);
}

START_TEST(what_is_stored_is_elastic) {
  if (dcm_case_accepts(_i, sticking))
    scene_for_each_round(_i, "stored force", sticking, 20, subdivide);
}
END_TEST

/* --------------------------------------------------------------------------- objectivity */

static dcm_vector turn(dcm_vector v, dcm_vector axis, double angle) {
  const double c = cos(angle), s = sin(angle);
  const dcm_vector turned = dcm_add_scaled(dcm_scale(c, v), s, dcm_cross(axis, v));
  return dcm_add_scaled(turned, (1.0 - c) * dcm_dot(axis, v), axis);
}

/* A loaded pair turns as one body by a quarter turn about any axis, its normal among them. The
 * tangential force keeps its size, but in laws that say otherwise; in form consistent it turns with
 * the pair, each step being right to the second order. */
static void carousel(scene *s) {
  enum { STEPS = 500 };
  static dcm_vector loaded[CONTACTS], normal[CONTACTS], axis[CONTACTS];
  const double quarter = 1.5707963267948966, step_angle = quarter / STEPS;
  dcm_batch *b = s->a;
  s->dt = 1e-6;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->contacts[k] = dcm_random_sample(s->law, s->pair, DCM_SIDE_PARTICLE, &s->random);
    dcm_put_sample(b, s->law, k, &s->contacts[k]);
  }
  dcm_law_history_begin(s->law, b->pair, DCM_SIDE_PARTICLE, CONTACTS, b->history);
  dcm_batch_evaluate(b, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_advance_history(b, s->law);
  for (int step = 0; step <= STEPS; step++) {
    const double rate = step ? step_angle / s->dt : 0.0;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      if (!step) {
        normal[k] = scene_vector(b->normal, k);
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
    if (!step)
      for (uint32_t k = 0; k < CONTACTS; k++)
        loaded[k] = scene_vector(b->tangential_force, k);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector expected = turn(loaded[k], axis[k], quarter);
    const double error = dcm_length(dcm_subtract(scene_vector(b->tangential_force, k), expected));
    const double size = dcm_length(expected);
    const double growth = dcm_length(scene_vector(b->tangential_force, k)) - size;
    /* Projected STEPS times without getting its length back. */
    const double loss = dcm_spring_forgets(&s->the_case)    ? size
                        : dcm_spring_shortens(&s->the_case) ? 0.5 * quarter * step_angle * size
                                                            : 0.0;
    if (!(growth <= 1e-11 * size && -growth <= loss + 1e-11 * size))
      scene_fail(s, k, "size of the tangential force after a quarter turn, off by", growth,
                 loss + 1e-11 * size);
    if (!dcm_case_is_consistent(&s->the_case))
      continue;
    /* STEPS errors of at most the square of the angle of a step. */
    const double allowed = quarter * step_angle * size;
    if (!(error <= allowed))
      scene_fail(s, k, "tangential force after a quarter turn, off by", error, allowed);
  }
}

START_TEST(state_turns_with_the_pair) {
  scene_for_each_round(_i, "objectivity", NULL, 8, carousel);
}
END_TEST

int main(void) {
  printf("DCM_TEST_SEED=%llu\n", (unsigned long long)dcm_test_seed());
  const int cases = (int)dcm_case_count();
  Suite *suite = suite_create("mechanics");
  TCase *all = tcase_create("all laws");
  tcase_add_loop_test(all, sliding_takes_energy, 0, cases);
  tcase_add_loop_test(all, friction_has_a_limit, 0, cases);
  tcase_add_loop_test(all, sliding_friction_is_the_limit, 0, cases);
  tcase_add_loop_test(all, finite_for_finite, 0, cases);
  tcase_add_loop_test(all, dissipation_is_not_negative, 0, cases);
  tcase_add_loop_test(all, no_energy_from_tangential_paths, 0, cases);
  tcase_add_loop_test(all, no_energy_from_normal_cycles, 0, cases);
  tcase_add_loop_test(all, what_is_stored_is_elastic, 0, cases);
  tcase_add_loop_test(all, state_turns_with_the_pair, 0, cases);
  suite_add_tcase(suite, all);
  return dcm_run(suite);
}
