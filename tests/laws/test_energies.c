/* SPDX-License-Identifier: MIT */
/* The energies that every law reports, against its forces and couples, sharper than dcm check holds
 * the whole ledger against them. */
#include "laws/properties.h"

#include <float.h>

/* Gauss' nodes and weights on (-1, 1), M. Abramowitz, I. Stegun, table 25.4, n = 8. */
static const double nodes[4] = {0.183434642495650, 0.525532409916329, 0.796666477413627,
                                0.960289856497536};
static const double weights[4] = {0.362683783378362, 0.313706645877887, 0.222381034453374,
                                  0.101228536290376};

/** Normal forces at rest, at the overlaps that stand in the batch. */
static void press(dcm_scene *s) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    s->a->normal_velocity[k] = 0.0;
  dcm_batch_compute(s->a, s->law, s->side_2, 0.0);
}

/* Work of the force at rest on the way to an overlap, in panels of eight nodes. With xi = end t^4
 * the broken powers of the force become smooth. */
static void integrate(dcm_scene *s, int panels, const double *end, double *work, double *paid) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    work[k] = paid[k] = 0.0;
  for (int panel = 0; panel < panels; panel++)
    for (int node = 0; node < 8; node++) {
      const double place = node < 4 ? -nodes[3 - node] : nodes[node - 4];
      const double weight = node < 4 ? weights[3 - node] : weights[node - 4];
      const double t = (panel + 0.5 * (1.0 + place)) / panels;
      for (uint32_t k = 0; k < CONTACTS; k++)
        s->a->overlap[k] = end[k] * t * t * t * t;
      press(s);
      for (uint32_t k = 0; k < CONTACTS; k++) {
        const double part =
            s->a->normal_force[k] * 0.5 * weight / panels * 4.0 * t * t * t * end[k];
        work[k] += part;
        paid[k] += fabs(part);
      }
    }
}

/* The energy stored at an overlap, and lost by yielding, is the work of the force at rest on the
 * way there from overlap zero, also into a neck. */
static void stored(dcm_scene *s) {
  int yields = 0;
  static double end[CONTACTS], energy[CONTACTS], work[CONTACTS], paid[CONTACTS];
  static double size[CONTACTS];
  do
    dcm_scene_rest(s, DCM_SIDE_PARTICLE);
  while (s->is_start);
  /* The end of a neck is an end of the function. */
  for (uint32_t k = 0; k < CONTACTS; k++)
    s->a->overlap[k] = end[k] = s->a->overlap[k] * (s->a->overlap[k] < 0.0 ? 0.9 : 1.0);
  press(s);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double yielded = s->a->energies.dissipated_plastic[k];
    energy[k] = s->a->energies.stored_normal[k] + yielded;
    yields |= yielded > 0.0;
    size[k] = fabs(s->a->normal_force[k] * end[k]);
  }
  integrate(s, yields ? 768 : 8, end, work, paid);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    /* Where a law begins to yield, or can yield no more, its force has a corner, near which eight
     * nodes a panel are right to some hundredth of a panel's part of force and way. */
    const double allowed = 1e-8 * paid[k] + (yields ? 1e-4 * size[k] : 0.0);
    if (!(fabs(energy[k] - work[k]) <= allowed))
      property_fail(s, k, "stored normal energy and plastic work less the work of pressing",
                    energy[k] - work[k], allowed);
  }
}

TEST_TIMES(stored_along_the_normal_is_work, dcm_case_count()) {
  property_rounds(_i, "work of pressing", NULL, 40, stored);
}

/* The step dissipates the force that moving adds to the force at rest, times the velocity. */
static void damped(dcm_scene *s) {
  static double at_rest[CONTACTS];
  property_live(s);
  dcm_batch_evaluate(s->a, s->law, s->side_2, 0.0);
  press(s);
  for (uint32_t k = 0; k < CONTACTS; k++)
    at_rest[k] = s->a->normal_force[k];
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    /* In the step in which a bridge forms or ruptures the force jumps. */
    if (s->law->quantity_count && s->a->energies.dissipated_plastic[k] != 0.0)
      continue;
    const double way = s->dt * s->a->normal_velocity[k];
    const double taken = (at_rest[k] - s->a->normal_force[k]) * way;
    const double rounding = 1e-14 * (fabs(at_rest[k]) + fabs(s->a->normal_force[k])) * fabs(way);
    /* Forces that adhesion nearly cancels have the rounding of their parts. */
    if (!(fabs(s->a->energies.dissipated_normal[k] - taken) <=
          rounding + 1e-9 * fabs(taken) + 1e-11 * fabs(s->a->energies.stored_normal[k])))
      property_fail(s, k, "energy dissipated along the normal", s->a->energies.dissipated_normal[k],
                    taken);
  }
}

TEST_TIMES(dissipated_along_the_normal_is_the_power_of_damping, dcm_case_count()) {
  property_rounds(_i, "power of damping", NULL, ROUNDS, damped);
}

/* Slowly in and out again along the normal, on a closed cycle of 2000 steps, with the sum of
 * F dxi by the trapezoidal rule, whose error is of the second order. */
static void breathe(dcm_scene *s) {
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
      property_fail(s, k, "work of a cycle along the normal", work[k], -1e-5 * paid[k]);
}

TEST_TIMES(no_energy_from_normal_cycles, dcm_case_count()) {
  property_rounds(_i, "normal cycles", NULL, 4, breathe);
}

/* ---------------------------------------------------------------- what is stored is elastic */

/* A contact sticks with any power of the overlap. */
static const dcm_fixed sticking[] = {{"friction", 1e15}, {NULL, 0.0}};

/* A path in 3 steps and in 300, then at rest, leaves the same force, that of the spring. If damping
 * entered the stored force, as the sheets print, the force would grow with the number of steps. */
static void path_in_steps(dcm_scene *s, int steps, double time, double force[CONTACTS]) {
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
    force[k] = dcm_length(dcm_scene_vector(b->tangential_force, k));
}

static void subdivide(dcm_scene *s) {
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
      property_fail(s, k, "force left by a path in 300 steps", fine[k], coarse[k]);
}

TEST_TIMES(what_is_stored_is_elastic, dcm_case_count()) {
  if (dcm_case_accepts(_i, sticking))
    property_rounds(_i, "stored force", sticking, 20, subdivide);
}

/* --------------------------------------------------------------------------------- rolling */

/* Couples on the two spins take what is reported, M1.w1 + M2.w2 in a time. */
static void rolled(dcm_scene *s) {
  static double before[CONTACTS];
  property_live(s);
  if (!(s->dt > 0.0))
    return;
  /* At rest along the normal, so that laws which tell by the velocity what the contact was see it.
   */
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (int step = 0; step < 2; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      before[k] = s->a->energies.stored_rolling[k];
      s->a->normal_velocity[k] = 0.0;
    }
    dcm_advance_history(s->a, s->law);
    dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double power = 0.0, size = 0.0;
    for (int x = 0; x < 3; x++) {
      const double on_1 = s->a->couple_1[x][k] * s->a->angular_velocity_1[x][k];
      const double on_2 = s->a->couple_2[x][k] * s->a->angular_velocity_2[x][k];
      power += on_1 + on_2;
      size += fabs(on_1) + fabs(on_2);
    }
    const double stored = s->a->energies.stored_rolling[k];
    const double error =
        fabs(s->a->energies.dissipated_rolling[k] + stored - before[k] + power * s->dt);
    const double rounding = 1e-14 * (size * s->dt + stored + before[k]);
    if (!(error <= rounding))
      property_fail(s, k, "energy dissipated by rolling, off by", error, rounding);
  }
}

TEST_TIMES(dissipated_by_rolling_is_the_power_of_the_couples, dcm_case_count()) {
  property_rounds(_i, "power of the couples", NULL, ROUNDS, rolled);
}

/* -------------------------------------------------------------------------------- tangential */

/* A contact at rest along its normal is sheared at one velocity, back and forth, sticking or
 * sliding. The work put in is stored or dissipated. Springs pull by the mean of their forces before
 * and after a step, as velocity Verlet pays them. A spring that is not linear, or that is stretched
 * to the limit in one step, leaves a part of that step: some thousandths. */
static void sheared(dcm_scene *s) {
  enum { STEPS = 1000 };
  static double work[CONTACTS], paid[CONTACTS], dissipated[CONTACTS], rounding[CONTACTS];
  static double turned_over[CONTACTS]; /* a spring against a damper may store more than is paid */
  static dcm_vector way[CONTACTS];     /* of a step */
  static dcm_vector spring[CONTACTS];  /* its force before the step */
  dcm_batch *b = s->a;
  /* Here the state that is kept is not the state of the force. */
  if (s->law->instance.flags & DCM_KNOWN_STEP)
    return;
  do
    dcm_scene_rest(s, DCM_SIDE_PARTICLE);
  while (s->is_start);
  s->dt = dcm_log_uniform(&s->random, 1e-9, 1e-6);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), dcm_scene_vector(b->normal, k));
    const double length = fabs(b->overlap[k]) * dcm_log_uniform(&s->random, 1e-2, 1e1);
    way[k] = dcm_scale(length / STEPS / dcm_length(along), along);
    /* As long as the contact's own period, so that spring and damper have their shares. */
    const double force = fabs(b->normal_force[k]) + 1e-300;
    /* Numbers below DBL_MIN have fewer digits, and so have forces of springs as weak as that. */
    rounding[k] = 1e-18 * force * length + STEPS * DBL_MIN;
    /* Without a load the mass below stands for none, and dampers have forces of its size. */
    if (b->normal_force[k] == 0.0)
      rounding[k] += 1e-290;
    b->effective_mass[k] = dcm_log_uniform(&s->random, 1e-2, 1e2) * force / fabs(b->overlap[k]) *
                           s->dt * s->dt * STEPS * STEPS;
    work[k] = paid[k] = dissipated[k] = turned_over[k] = 0.0;
    spring[k] = (dcm_vector){0.0, 0.0, 0.0};
  }
  for (int step = 0; step < STEPS; step++) {
    const double sign = step < 6 * STEPS / 10 ? 1.0 : -1.0;
    for (uint32_t k = 0; k < CONTACTS; k++)
      dcm_store(b->tangential_velocity, k, dcm_scale(sign / s->dt, way[k]));
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_vector force = dcm_scene_vector(b->tangential_force, k);
      const dcm_vector damper = dcm_scene_vector(b->energies.tangential_damper, k);
      const double has_spring = b->energies.stored_tangential[k] > 0.0 ? 1.0 : 0.0;
      const dcm_vector now = dcm_scale(has_spring, dcm_subtract(force, damper));
      const dcm_vector mean = dcm_subtract_scaled(force, 0.5, dcm_subtract(now, spring[k]));
      spring[k] = now;
      const double part = sign * dcm_dot(mean, way[k]);
      const double lost = b->energies.dissipated_tangential[k] + b->energies.dissipated_sliding[k];
      work[k] += part;
      paid[k] += fabs(part);
      dissipated[k] += lost;
      turned_over[k] += fabs(lost);
    }
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double off = work[k] - b->energies.stored_tangential[k] - dissipated[k];
    const double allowed = 5.0 / STEPS * paid[k] + rounding[k] + STEPS * 1e-16 * turned_over[k];
    if (!(fabs(off) <= allowed))
      property_fail(s, k, "work of shearing that is neither stored nor dissipated", off, allowed);
  }
}

TEST_TIMES(work_of_shearing_is_stored_or_dissipated, dcm_case_count()) {
  property_rounds(_i, "balance of shearing", NULL, 8, sheared);
}
