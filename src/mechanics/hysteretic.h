/* SPDX-License-Identifier: MIT */
/** @file
 * Branches of an elasto-plastic spring with adhesion, straight lines in x. The line k1 x is the
 * first loading. The line k2 (x - x0) is unloading and loading again; it meets the first line at
 * x_max. The line -kc x is adhesion, where k2 (x - x0) would pull more. S. Luding, Granular Matter
 * 10 (2008) 235-246, equation 6.
 *
 * The state is x_max. It grows on the first line and falls on the line of adhesion. A contact that
 * is loaded again from there goes up a line k2 that begins there. */
#ifndef DCM_MECHANICS_HYSTERETIC_H
#define DCM_MECHANICS_HYSTERETIC_H

#include <math.h>

#include "numeric/simd.h"

/** The lines of a contact. */
typedef struct dcm_branches {
  double loading;  /**< k1 */
  double base;     /**< k2 at x_max = 0 */
  double growth;   /**< dk2/dx_max; 0: k2 is constant */
  double adhesion; /**< kc */
  double deepest;  /**< the greatest x_max; the spring is elastic beyond it */
} dcm_branches;

typedef struct dcm_branch {
  double force;
  double greatest;  /**< x_max, after the step */
  double stiffness; /**< k2 of this x_max */
  double loaded; /**< x_max before adhesion shortened it; greatest if the contact does not adhere */
  double loaded_stiffness; /**< k2 of loaded */
  int adheres;             /**< the force is -kc x */
} dcm_branch;

static inline double dcm_branch_stiffness(dcm_branches b, double greatest) {
  return b.base + b.growth * greatest;
}

/** x0/x_max, where the line k2 crosses zero. */
static inline double dcm_branch_rest(dcm_branches b, double stiffness) {
  return (stiffness - b.loading) / stiffness;
}

/** x/x_max where the lines k2 and -kc meet. */
static inline double dcm_branch_pull_off(dcm_branches b, double stiffness) {
  return (stiffness - b.loading) / (stiffness + b.adhesion);
}

/** x_max of the line k2 that begins on the line -kc at x: the root of
 * k2(x_max) (x - x_max) + k1 x_max + kc x = 0.
 * @param grows whether k2 does: a constant */
DCM_SPECIALISED double dcm_branch_from_adhesion(dcm_branches b, double x, int grows) {
  if (!grows)
    return (b.base + b.adhesion) * x / (b.base - b.loading);
  return 0.5 * (x + sqrt(x * x + 4.0 * (b.loading + b.adhesion) * x / b.growth));
}

/** @param greatest x_max before the step
 * @param x        now, not below zero
 * @param grows    whether k2 does, from k1: a constant */
DCM_SPECIALISED dcm_branch dcm_branch_of(dcm_branches b, double greatest, double x, int grows) {
  const double reached = x < b.deepest ? x : b.deepest;
  const double loaded = reached > greatest ? reached : greatest;
  const double stiffness = dcm_branch_stiffness(b, loaded);
  const double elastic = stiffness * (x - dcm_branch_rest(b, stiffness) * loaded);
  const double least = -b.adhesion * x;
  const int adheres = elastic < least;
  const double left = adheres ? dcm_branch_from_adhesion(b, x, grows) : loaded;
  return (dcm_branch){
      .force = adheres ? least : elastic,
      .greatest = left,
      .stiffness = dcm_branch_stiffness(b, left),
      .loaded = loaded,
      .loaded_stiffness = stiffness,
      .adheres = adheres,
  };
}

#endif
