/* SPDX-License-Identifier: MIT */
/** @file
 * What the laws of Hertz's family know of a pair of materials, and the option that chooses between
 * their forms. */
#ifndef DCM_MECHANICS_HERTZ_PAIR_H
#define DCM_MECHANICS_HERTZ_PAIR_H

#include <dcm/dcm.h>

#include "elastic.h"
#include "instance.h"
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

/** Tells the host what the instance needs: the lever arm of the moments, for which form "sheet"
 * takes the radius, as the authors' code does, though that does not conserve angular momentum, and
 * couples if there is rolling friction between any materials.
 * @param rolling as in dcm_setup */
static inline void dcm_hertz_needs(const dcm_setup *setup, uint32_t form, const double *rolling,
                                   dcm_instance *instance) {
  dcm_instance_form(instance, form);
  if (form == DCM_FORM_SHEET)
    instance->moment_arm = DCM_ARM_RADIUS;
  for (uint32_t ij = 0; ij < setup->material_count * setup->material_count; ij++)
    if (rolling[ij] > 0.0)
      instance->unused = 0;
}

/** Whether compute has couples to write. */
static inline int dcm_hertz_rolls(const dcm_instance *instance) {
  return !(instance->unused & DCM_UNUSED_COUPLES);
}

#endif
