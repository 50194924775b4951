/* SPDX-License-Identifier: MIT */
/* The energies that every law reports along the normal and by couples, against its forces and
 * couples, sharper than dcm check holds the whole ledger against them. laws.checks has cycles, what
 * shearing stores, and paths in steps of any length. */
#include "laws/properties.h"

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
