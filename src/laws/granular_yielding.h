/* SPDX-License-Identifier: MIT */
/** @file
 * The normal forces epa_linear and epa_nonlinear of the law granular: elastic, plastic, adhesive.
 * S. Luding, Granular Matter 10 (2008) 235-246, equations 6 to 8; S. C. Thakur et al., Granular
 * Matter 16 (2014) 383-400; as the manual of LAMMPS' development version states the two.
 *
 * With x = overlap^m, x_max the greatest there was and x_0 = x_max (1 - k1/k2), the force is k1 x
 * at the greatest overlap, else the larger of k2 (x - x_0) and -kc overlap^n. While the greatest
 * overlap stays, the force is a function of the overlap, and all of its work is stored. The loss by
 * yielding is the work on the first branch less the growth of the stored energy. */
#ifndef DCM_LAWS_GRANULAR_YIELDING_H
#define DCM_LAWS_GRANULAR_YIELDING_H

#include <math.h>

#include "numeric/simd.h"

typedef struct dcm_granular_yielding {
  double k1;    /* of epa_linear; of epa_nonlinear 4/3 E* */
  double k2;    /* the greatest */
  double kc;    /* of adhesion */
  double pull;  /* f0 */
  double depth; /* of epa_linear: greatest overlap over R*, from which on k2 is the greatest */
  double share; /* of epa_nonlinear: lambda_p = x_0/x_max */
  double rest;  /* and lambda_p^(1/m), of overlaps */
  double m, n;  /* exponents of epa_nonlinear */
} dcm_granular_yielding;

typedef struct dcm_yielded {
  double force; /* without f0 */
  double load;  /* that limits friction */
  double stored, lost;
} dcm_yielded;

/** The force on one of the three branches, and the load.
 * @param is_first whether the contact is at its greatest overlap
 * @param first,line,least force of the branches k1, k2, kc */
DCM_SPECIALISED dcm_yielded dcm_yielded_on(int is_first, double first, double line, double least) {
  const int adheres = line < least;
  const double force = is_first ? first : adheres ? least : line;
  return (dcm_yielded){.force = force, .load = adheres ? 0.0 : fabs(force)};
}

/** The loss where the greatest overlap grew. The work and the growth of the stored energy are
 * nearly equal numbers, and a rounding error must not give energy. */
DCM_SPECIALISED double dcm_yielded_loss(int loads, double work, double growth) {
  const double lost = work - growth;
  return loads && lost > 0.0 ? lost : 0.0;
}

/** k2 of a greatest overlap. */
DCM_SPECIALISED double dcm_yielding_stiffness(dcm_granular_yielding y, double R, double greatest) {
  const double deepest = y.depth * R;
  return greatest < deepest ? y.k1 + (y.k2 - y.k1) * (greatest / deepest) : y.k2;
}

/** Energy of the lines of a greatest overlap, from where the bodies part. */
DCM_SPECIALISED double dcm_yielding_energy(dcm_granular_yielding y, double k2, double greatest,
                                           double overlap) {
  const double rest = (1.0 - y.k1 / k2) * greatest;
  const double met = k2 * rest / (k2 + y.kc);
  const double adhered = overlap < met ? overlap : met;
  const double above = overlap - rest, from = met - rest;
  return (overlap < met ? 0.0 : 0.5 * k2 * (above * above - from * from)) -
         0.5 * y.kc * adhered * adhered;
}

/** @param before greatest overlap before the step */
DCM_SPECIALISED dcm_yielded dcm_yielded_linear(dcm_granular_yielding y, double R, double before,
                                               double overlap, int with_energies) {
  const int loads = overlap > before;
  const double greatest = loads ? overlap : before;
  const double k2 = dcm_yielding_stiffness(y, R, greatest);
  const double line = k2 * (overlap - (1.0 - y.k1 / k2) * greatest), least = -y.kc * overlap;
  dcm_yielded of = dcm_yielded_on(overlap >= greatest, y.k1 * overlap, line, least);
  if (with_energies) {
    const double old_k2 = dcm_yielding_stiffness(y, R, before);
    const double more = dcm_yielding_energy(y, k2, greatest, greatest) -
                        dcm_yielding_energy(y, old_k2, before, before);
    const double work = 0.5 * y.k1 * (greatest * greatest - before * before);
    of.stored = dcm_yielding_energy(y, k2, greatest, overlap);
    of.lost = dcm_yielded_loss(loads, work, more);
  }
  return of;
}

/** The overlap at which the branches k2 and kc of a greatest overlap meet: the root of a convex
 * function, by Newton's method from the smaller of two overlaps beyond the root. */
static inline double dcm_yielding_meeting(dcm_granular_yielding y, double k2, double x_0,
                                          double rest) {
  const double weak = y.kc > 0.0 ? pow(k2 * x_0 / y.kc, 1.0 / y.n) : rest;
  double overlap = weak < rest ? weak : rest;
  for (int i = 0; i < 60 && overlap > 0.0; i++) {
    const double x = pow(overlap, y.m), pull = y.kc * pow(overlap, y.n);
    const double next = overlap - (k2 * (x - x_0) + pull) * overlap / (y.m * k2 * x + y.n * pull);
    if (!(next > 0.0 && next < overlap))
      break;
    overlap = next;
  }
  return overlap;
}

/** Energy of the branches of a greatest overlap, from where the bodies part. */
static inline double dcm_yielding_power_energy(dcm_granular_yielding y, double k2, double greatest,
                                               double overlap) {
  const double x_0 = y.share * pow(greatest, y.m);
  const double met = dcm_yielding_meeting(y, k2, x_0, y.rest * greatest);
  const double adhered = overlap < met ? overlap : met;
  const double pulled = y.kc * pow(adhered, y.n + 1.0) / (y.n + 1.0);
  const double by_power = (pow(overlap, y.m + 1.0) - pow(adhered, y.m + 1.0)) / (y.m + 1.0);
  return k2 * (by_power - x_0 * (overlap - adhered)) - pulled;
}

/** As dcm_yielded_linear, of powers: scalar. */
static inline dcm_yielded dcm_yielded_power(dcm_granular_yielding y, double R, double before,
                                            double overlap, int with_energies) {
  const int loads = overlap > before;
  const double greatest = loads ? overlap : before;
  const double k1 = y.k1 * pow(R, 2.0 - y.m), k2 = k1 / (1.0 - y.share);
  const double x = pow(overlap, y.m), x_0 = y.share * pow(greatest, y.m);
  const double line = k2 * (x - x_0), least = -y.kc * pow(overlap, y.n);
  dcm_yielded of = dcm_yielded_on(overlap >= greatest, k1 * x, line, least);
  if (with_energies) {
    const double first = k1 / (y.m + 1.0);
    const double work = first * (pow(greatest, y.m + 1.0) - pow(before, y.m + 1.0));
    const double more = dcm_yielding_power_energy(y, k2, greatest, greatest) -
                        dcm_yielding_power_energy(y, k2, before, before);
    of.stored = dcm_yielding_power_energy(y, k2, greatest, overlap);
    of.lost = dcm_yielded_loss(loads, work, more);
  }
  return of;
}

#endif
