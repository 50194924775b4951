/* SPDX-License-Identifier: MIT */
/** @file
 * What the laws of Hertz's family know of a pair of materials, and the option that chooses between
 * their forms. */
#ifndef DCM_MECHANICS_HERTZ_PAIR_H
#define DCM_MECHANICS_HERTZ_PAIR_H

#include <dcm/dcm.h>

#include "elastic.h"
#include "parameters.h"

typedef struct dcm_hertz_pair {
  double effective_young; /**< E* */
  double effective_shear; /**< G* */
  double friction;        /**< mu */
  double rolling;         /**< mu_r */
} dcm_hertz_pair;

/** Constants of the pair of materials i and j, counted from 0; the arrays are those of dcm_setup.
 */
static inline dcm_hertz_pair dcm_hertz_pair_of(const double *young, const double *poisson,
                                               const double *friction, const double *rolling,
                                               uint32_t material_count, uint32_t i, uint32_t j) {
  return (dcm_hertz_pair){
      .effective_young = dcm_effective_young(young[i], poisson[i], young[j], poisson[j]),
      .effective_shear = dcm_effective_shear(young[i], poisson[i], young[j], poisson[j]),
      .friction = friction[i * material_count + j],
      .rolling = rolling[i * material_count + j],
  };
}

/** Lever arm of the moments: form "sheet" takes the radius, as the authors' code does, though that
 * does not conserve angular momentum. */
static inline uint32_t dcm_hertz_moment_arm(uint32_t form) {
  return form == DCM_FORM_CONSISTENT ? DCM_ARM_CONTACT_POINT : DCM_ARM_RADIUS;
}

#endif
