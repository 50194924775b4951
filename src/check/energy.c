/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of energies: the ledger of a law, and its work on closed paths. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "numeric/constants.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/* ------------------------------------------------------------------------------------ ledger */

/* The work of a step is uncertain by half of the change of the force in this step, and that is much
 * if something breaks: steps[] sums the uncertainty. */

/** Presses contacts and lets them go, twice, the second time further, as fast as contacts move by
 * themselves, or slower. */
static void pressed(dcm_scene *s) {
  enum { STEPS = 2000 };
  static double mean[CONTACTS], work[CONTACTS], paid[CONTACTS], kept[CONTACTS], begun[CONTACTS],
      force[CONTACTS], steps[CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_rest(s, DCM_SIDE_PARTICLE);
  /* Contacts that a run has bonded are then pulled as well as pressed. */
  const double first = s->is_start ? dcm_uniform(&s->random, 0.0, 2.0 * DCM_PI) : 0.0;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    mean[k] = 0.5 * fabs(b->overlap[k]);
    b->overlap[k] = mean[k] * (1.1 - cos(first));
    const double slow = dcm_log_uniform(&s->random, 1e-6, 1.0);
    b->effective_mass[k] = slow * (fabs(b->normal_force[k]) + 1e-300) / (2.0 * mean[k]) *
                           pow(0.5 * STEPS * s->dt / (2.0 * DCM_PI), 2.0);
    work[k] = paid[k] = kept[k] = steps[k] = 0.0;
  }
  dcm_scene_begin(s);
  for (int step = 0; step <= STEPS; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double turns = 2.0 * step / STEPS;
      const double now = mean[k] * (1.1 + 0.3 * turns - cos(first + 2.0 * DCM_PI * turns));
      b->normal_velocity[k] = step ? (b->overlap[k] - now) / s->dt : 0.0;
      b->overlap[k] = now;
    }
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double way = -b->normal_velocity[k] * s->dt;
      const double part = 0.5 * (b->normal_force[k] + force[k]) * way;
      if (step == 0) {
        begun[k] = b->energies.stored_normal[k];
      } else {
        work[k] += part;
        paid[k] += fabs(part);
        steps[k] += 0.5 * fabs((b->normal_force[k] - force[k]) * way);
        kept[k] += b->energies.dissipated_normal[k] + b->energies.dissipated_plastic[k] +
                   b->energies.dissipated_fracture[k];
      }
      force[k] = b->normal_force[k];
    }
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    kept[k] += b->energies.stored_normal[k] - begun[k];
    const double allowed = 20.0 / STEPS * paid[k] + steps[k];
    if (!(fabs(work[k] - kept[k]) <= allowed + 1e-300))
      dcm_scene_find(s, k,
                     "the work of pressing and releasing a contact is neither in the growth of "
                     "energies->stored_normal nor in dissipated_normal, dissipated_plastic and "
                     "dissipated_fracture",
                     "stored + dissipated", kept[k], work[k], allowed);
  }
}

/** Shears contacts at rest along their normal, back and forth, sticking or sliding. */
static void sheared(dcm_scene *s) {
  enum { STEPS = 1000 };
  static double work[CONTACTS], paid[CONTACTS], kept[CONTACTS], rounding[CONTACTS], steps[CONTACTS];
  static dcm_vector way[CONTACTS], force[CONTACTS]; /* of a step */
  dcm_batch *b = s->a;
  dcm_scene_rest(s, DCM_SIDE_PARTICLE);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector along =
        dcm_tangential_part(dcm_random_direction(&s->random), dcm_scene_vector(b->normal, k));
    const double length = fabs(b->overlap[k]) * dcm_log_uniform(&s->random, 1e-2, 1e1);
    way[k] = dcm_scale(length / STEPS / dcm_length(along), along);
    /* As long as the contact's own period, so that spring and damper both matter. */
    const double pressing = fabs(b->normal_force[k]) + 1e-300;
    rounding[k] = 1e-18 * pressing * length + 1e-300;
    b->effective_mass[k] = dcm_log_uniform(&s->random, 1e-2, 1e2) * pressing / fabs(b->overlap[k]) *
                           s->dt * s->dt * STEPS * STEPS;
    work[k] = paid[k] = steps[k] = 0.0;
    kept[k] = -b->energies.stored_tangential[k];
    force[k] = dcm_scene_vector(b->tangential_force, k);
  }
  for (int step = 0; step < STEPS; step++) {
    const double sign = step < 6 * STEPS / 10 ? 1.0 : -1.0;
    for (uint32_t k = 0; k < CONTACTS; k++)
      dcm_store(b->tangential_velocity, k, dcm_scale(sign / s->dt, way[k]));
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_vector now = dcm_scene_vector(b->tangential_force, k);
      const double part = sign * dcm_dot(now, way[k]);
      work[k] += part;
      paid[k] += fabs(part);
      steps[k] += 0.5 * dcm_length(dcm_subtract(now, force[k])) * dcm_length(way[k]);
      force[k] = now;
      const double damping = b->energies.dissipated_tangential[k];
      const double sliding = b->energies.dissipated_sliding[k];
      kept[k] += damping + sliding + b->energies.dissipated_fracture[k];
      /* A law may book energy in one entry and take the energy back in another: both have rounding.
       */
      rounding[k] += 1e-12 * (fabs(damping) + fabs(sliding));
    }
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    kept[k] += b->energies.stored_tangential[k];
    const double allowed = 10.0 / STEPS * paid[k] + steps[k] + rounding[k];
    if (!(fabs(work[k] - kept[k]) <= allowed))
      dcm_scene_find(
          s, k,
          "the work of shearing a contact back and forth is neither in energies->stored_tangential "
          "nor in dissipated_tangential, dissipated_sliding and dissipated_fracture",
          "stored + dissipated", kept[k], work[k], allowed);
  }
}

/** Rolls and twists contacts at rest along their normal, back and forth. */
static void rolled(dcm_scene *s) {
  enum { STEPS = 1000 };
  static double work[CONTACTS], paid[CONTACTS], kept[CONTACTS], stored[CONTACTS],
      rounding[CONTACTS], steps[CONTACTS];
  static dcm_vector spin[CONTACTS][2], couple[CONTACTS];
  dcm_batch *b = s->a;
  dcm_scene_rest(s, dcm_scene_side(s));
  for (uint32_t k = 0; k < CONTACTS; k++) {
    work[k] = paid[k] = stored[k] = steps[k] = 0.0;
    couple[k] = dcm_scene_vector(b->couple_1, k);
    kept[k] = -b->energies.stored_rolling[k];
    rounding[k] = 1e-300;
    const double angle = dcm_log_uniform(&s->random, 1e-6, 1e-1);
    for (int side = 0; side < 2; side++)
      spin[k][side] = dcm_scale(angle / (STEPS * s->dt), dcm_random_direction(&s->random));
  }
  for (int step = 0; step < STEPS; step++) {
    const double sign = step < 6 * STEPS / 10 ? 1.0 : -1.0;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      dcm_store(b->angular_velocity_1, k, dcm_scale(sign, spin[k][0]));
      dcm_store(b->angular_velocity_2, k, dcm_scale(sign, spin[k][1]));
    }
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++)
      for (int x = 0; x < 3; x++) {
        const double on_1 = b->couple_1[x][k] * b->angular_velocity_1[x][k] * s->dt;
        const double on_2 = b->couple_2[x][k] * b->angular_velocity_2[x][k] * s->dt;
        work[k] -= on_1 + on_2;
        paid[k] += fabs(on_1) + fabs(on_2);
      }
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_vector now = dcm_scene_vector(b->couple_1, k);
      steps[k] += 0.5 * dcm_length(dcm_subtract(now, couple[k])) * s->dt *
                  (dcm_length(spin[k][0]) + dcm_length(spin[k][1]));
      couple[k] = now;
      kept[k] += b->energies.dissipated_rolling[k] + b->energies.dissipated_fracture[k];
      stored[k] = b->energies.stored_rolling[k];
      rounding[k] += 1e-12 * (fabs(stored[k]) + fabs(b->energies.dissipated_rolling[k]));
    }
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    kept[k] += stored[k];
    /* Without a spring, or with a broken spring, the sum closes in every step. */
    const double allowed = stored[k] != 0.0 || steps[k] > 0.01 * paid[k]
                               ? 10.0 / STEPS * paid[k] + steps[k] + rounding[k]
                               : 1e-9 * paid[k] + rounding[k];
    if (!(fabs(work[k] - kept[k]) <= allowed))
      dcm_scene_find(
          s, k,
          "the work that the couples take from the two spins, -(M1.w1 + M2.w2) dt, is neither in "
          "energies->stored_rolling nor in dissipated_rolling and dissipated_fracture",
          "stored + dissipated", kept[k], work[k], allowed);
  }
}

void dcm_check_ledger(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "ledger", NULL, 2, 4, pressed);
  dcm_scene_rounds(subject, "ledger", NULL, 2, 4, rolled);
  dcm_scene_rounds(subject, "ledger", NULL, 2, 4, sheared);
}

/* ------------------------------------------------------------------------------------ cycles */

enum { CYCLES = 4, STEPS_OF_A_CYCLE = 500 };

/** A closed path: the overlap swings about its mean, the surfaces slide along an ellipse. */
typedef struct path {
  double mean, swing, phase, length[2], turn;
  dcm_vector normal, across[2];
} path;

typedef struct place {
  double overlap;
  dcm_vector slid; /* of 2 relative to 1 */
} place;

static place at(const path *p, double turns) {
  const double t = 2.0 * DCM_PI * turns;
  const dcm_vector first = dcm_scale(p->length[0] * sin(t), p->across[0]);
  return (place){p->mean + p->swing * sin(t + p->phase),
                 dcm_add_scaled(first, p->length[1] * sin(t + p->turn), p->across[1])};
}

static path random_path(dcm_scene *s, uint32_t k) {
  const double overlap = fabs(s->a->overlap[k]);
  const dcm_vector n = dcm_scene_vector(s->a->normal, k);
  path p = {.mean = overlap,
            .swing = overlap * dcm_uniform(&s->random, 0.0, 0.9),
            .phase = dcm_uniform(&s->random, 0.0, 2.0 * DCM_PI),
            .turn = dcm_uniform(&s->random, 0.0, 2.0 * DCM_PI),
            .normal = n};
  const dcm_vector across = dcm_tangential_part(dcm_random_direction(&s->random), n);
  p.across[0] = dcm_scale(1.0 / dcm_length(across), across);
  p.across[1] = dcm_cross(n, p.across[0]);
  for (int i = 0; i < 2; i++)
    p.length[i] = overlap * dcm_log_uniform(&s->random, 1e-2, 3.0);
  return p;
}

/** A contact on a closed path must not give back more work than it got. The path begins and ends
 * with the state of a new contact, except for stored energy: the energy across the normal is not
 * below zero, and the energy along the normal is unchanged. */
static void cycles(dcm_scene *s) {
  static path paths[CONTACTS];
  static double work[CONTACTS], paid[CONTACTS], force[CONTACTS];
  static dcm_vector pull[CONTACTS];
  dcm_batch *b = s->a;
  if (s->law->instance.flags & DCM_KNOWN_GAIN) {
    dcm_scene_not_tested(s, "DCM_KNOWN_GAIN is set");
    return;
  }
  dcm_scene_rest(s, DCM_SIDE_PARTICLE);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    paths[k] = random_path(s, k);
    /* As fast as the contact's own oscillation or slower, so that damping is not all. */
    const double stiffness = fabs(b->normal_force[k]) / fabs(b->overlap[k]) + 1e-300;
    const double slow = dcm_log_uniform(&s->random, 1e-6, 1.0);
    b->effective_mass[k] = stiffness * slow * pow(STEPS_OF_A_CYCLE * s->dt / (2.0 * DCM_PI), 2.0);
    work[k] = paid[k] = force[k] = 0.0;
    pull[k] = (dcm_vector){0.0, 0.0, 0.0};
  }
  for (uint32_t k = 0; k < CONTACTS; k++)
    b->overlap[k] = at(&paths[k], 0.0).overlap;
  dcm_scene_begin(s);
  for (int step = 0; step <= CYCLES * STEPS_OF_A_CYCLE; step++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const place now = at(&paths[k], (double)step / STEPS_OF_A_CYCLE);
      const place last = at(&paths[k], (double)(step - 1) / STEPS_OF_A_CYCLE);
      b->overlap[k] = now.overlap;
      b->normal_velocity[k] = -(now.overlap - last.overlap) / s->dt;
      dcm_store(b->tangential_velocity, k,
                dcm_scale(1.0 / s->dt, dcm_subtract(now.slid, last.slid)));
    }
    dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const dcm_vector now = dcm_scene_vector(b->tangential_force, k);
      const dcm_vector slid =
          dcm_scale(s->dt, dcm_scene_vector((double *const *)b->tangential_velocity, k));
      const double along = -0.5 * (b->normal_force[k] + force[k]) * b->normal_velocity[k] * s->dt;
      const double across = 0.5 * dcm_dot(dcm_add(now, pull[k]), slid);
      if (step > 0) {
        work[k] += along + across;
        paid[k] += fabs(along) + fabs(across);
      }
      force[k] = b->normal_force[k];
      pull[k] = now;
    }
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    /* The mean of two forces has an error of second order in the step, at corners of first order.
     */
    const double allowed = 1e-2 * paid[k];
    if (!(work[k] >= -allowed))
      dcm_scene_find(
          s, k,
          "a contact gives more work than it takes in four rounds of a closed path (press and "
          "release, shear and shear back): look for a wrong sign, or for a spring whose stiffness "
          "changes while its state stays; if the law intends this, set DCM_KNOWN_GAIN",
          "work put in", work[k], 0.0, allowed);
  }
}

void dcm_check_cycles(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "cycles", NULL, 2, 8, cycles);
}
