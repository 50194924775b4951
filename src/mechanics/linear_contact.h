/* SPDX-License-Identifier: MIT */
/** @file
 * A linear spring and damper along the normal, and a linear tangential spring and damper with
 * Coulomb's limit: P. A. Cundall, O. D. L. Strack, Geotechnique 29 (1979) 47-65. */
#ifndef DCM_MECHANICS_LINEAR_CONTACT_H
#define DCM_MECHANICS_LINEAR_CONTACT_H

#include "contact.h"
#include "elastic.h"
#include "numeric/simd.h"
#include "numeric/vector.h"
#include "tangential.h"

/** Constants of a pair of materials. */
typedef struct dcm_linear_law {
  double normal, tangential;          /**< stiffnesses */
  double damping, tangential_damping; /**< over sqrt(M*) */
} dcm_linear_law;

/** @param factor 2 zeta: the coefficient of a damper is this times sqrt(k M*) */
static inline dcm_linear_law dcm_linear_law_of(double normal, double tangential, double factor) {
  return (dcm_linear_law){.normal = normal,
                          .tangential = tangential,
                          .damping = factor * sqrt(normal),
                          .tangential_damping = factor * sqrt(tangential)};
}

typedef struct dcm_linear_contact {
  dcm_normal normal;
  dcm_tangential tangential;
  double load; /**< force that limits friction: the repulsive part of the normal force */
} dcm_linear_contact;

/** @param friction of the pair; writes whether surfaces slide
 * @param carried  stretch of the tangential spring, already carried to the present tangent plane
 * @param root     sqrt(M*)
 * @param attracts whether damping may pull at the end of a contact */
DCM_SPECIALISED dcm_linear_contact dcm_linear_contact_of(dcm_linear_law law, dcm_friction friction,
                                                         dcm_contact c, dcm_vector carried,
                                                         double root, int attracts, uint32_t k) {
  const double overlap = dcm_positive_part(c.overlap);
  const double elastic = law.normal * overlap;
  /* The force of this damper does not vanish with the overlap, so it ends with the contact. */
  const double rate = c.overlap >= 0.0 ? c.normal_velocity : 0.0;
  const double total = elastic - law.damping * root * rate;
  const double force = !attracts && total < 0.0 ? 0.0 : total;
  const double load = force > 0.0 ? force : 0.0;
  const dcm_tangential tangential = dcm_tangential_consistent(
      carried, c.tangential_velocity, c.dt, dcm_spring_by_stretch(law.tangential),
      c.overlap >= 0.0 ? law.tangential_damping * root : 0.0, dcm_coulomb_of(friction, load, k));
  dcm_slides_store(friction, c.dt, tangential.slips, k);
  return (dcm_linear_contact){
      .normal = {.force = force,
                 .stored = 0.5 * elastic * overlap,
                 .dissipated = (elastic - force) * c.normal_velocity * c.dt},
      .tangential = tangential,
      .load = load,
  };
}

#endif
