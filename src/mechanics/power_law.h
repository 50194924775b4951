/* SPDX-License-Identifier: MIT */
/** @file
 * A visco-elastic force with free exponents, k u^n + D u^p |u'|^q sign(u'), along a deformation of
 * magnitude u >= 0.
 *
 * The last argument of each function is a constant. general = 0 is for the exponents n = 3/2, q =
 * 1, p = 1/4, which need square roots only, so that the loop vectorises. general = 1 is for all
 * exponents: the functions call pow, and the loop stays scalar. */
#ifndef DCM_MECHANICS_POWER_LAW_H
#define DCM_MECHANICS_POWER_LAW_H

#include <math.h>

#include "contact.h"
#include "elementary.h"
#include "numeric/simd.h"
#include "restitution.h"
#include "tangential.h"

typedef struct dcm_power_law {
  dcm_exponents exponents;
  double stiffness; /**< k */
  double damping;   /**< D of a unit mass */
} dcm_power_law;

static inline int dcm_exponents_are_default(dcm_exponents x) {
  return x.elastic == 1.5 && x.rate == 1.0 && x.damping == 0.25;
}

/** k u^n */
DCM_SPECIALISED double dcm_power_law_elastic(dcm_power_law law, double u, int general) {
  return law.stiffness * (general ? pow(u, law.exponents.elastic) : u * sqrt(u));
}

/** Its energy, k u^(n+1)/(n+1) = u Fe/(n+1). */
DCM_SPECIALISED double dcm_power_law_energy(dcm_power_law law, double u, double elastic,
                                            int general) {
  return u * elastic * (general ? 1.0 / (law.exponents.elastic + 1.0) : 0.4);
}

/** The elastic force at this number times u is share times the elastic force at u: share^(1/n). */
DCM_SPECIALISED double dcm_power_law_inverse(dcm_power_law law, double share, int general) {
  if (general)
    return pow(share, 1.0 / law.exponents.elastic);
  const double root = dcm_cube_root(share);
  return root * root;
}

/** m^(q/2) D u^p |u'|^q sign(u') */
DCM_SPECIALISED double dcm_power_law_viscous(dcm_power_law law, double mass, double u, double rate,
                                             int general) {
  if (!general)
    return law.damping * sqrt(mass) * sqrt(sqrt(u)) * rate;
  const double size = law.damping * pow(mass, 0.5 * law.exponents.rate) *
                      pow(u, law.exponents.damping) * pow(fabs(rate), law.exponents.rate);
  return rate > 0.0 ? size : rate < 0.0 ? -size : 0.0;
}

/** The force along the normal. */
DCM_SPECIALISED dcm_normal dcm_power_law_normal(dcm_power_law law, double mass, dcm_contact contact,
                                                int general) {
  const double u = contact.overlap > 0.0 ? contact.overlap : 0.0;
  const double elastic = dcm_power_law_elastic(law, u, general);
  /* The force of this damper may not vanish with the deformation, so it ends with the contact. */
  const double rate = contact.overlap >= 0.0 ? -contact.normal_velocity : 0.0;
  const double viscous = dcm_power_law_viscous(law, mass, u, rate, general);
  return (dcm_normal){.force = elastic + viscous,
                      .stored = dcm_power_law_energy(law, u, elastic, general),
                      .dissipated = -viscous * contact.normal_velocity * contact.dt};
}

/** The force along the tangential displacement, held to Coulomb's limit. Its rate is the part of
 * the velocity along the displacement. The state after the step is a displacement whose elastic
 * force does not exceed the limit.
 * @param u displacement of 2 relative to 1, already carried to the present tangent plane */
DCM_SPECIALISED dcm_tangential dcm_power_law_tangential(dcm_power_law law, double mass,
                                                        dcm_contact contact, dcm_vector u,
                                                        double limit, int general) {
  const dcm_vector trial = dcm_add_scaled(u, contact.dt, contact.tangential_velocity);
  const double size = dcm_length(trial);
  /* The squares of shorter vectors lose digits to underflow, and then the direction is wrong. */
  const dcm_vector along = dcm_scale(size > 1e-140 ? 1.0 / size : 0.0, trial);
  const double rate = dcm_dot(along, contact.tangential_velocity);
  const double elastic = dcm_power_law_elastic(law, size, general);
  const double viscous = dcm_power_law_viscous(law, mass, size, rate, general);
  const double total = elastic + viscous;
  const int slips = fabs(total) > limit;
  const double force = slips ? copysign(limit, total) : total;
  const double kept = elastic > limit ? dcm_power_law_inverse(law, limit / elastic, general) : 1.0;
  const double before = dcm_length(u);
  dcm_tangential result;
  result.force = dcm_scale(force, along);
  result.state = dcm_scale(kept, trial);
  result.stored =
      dcm_power_law_energy(law, kept * size, elastic > limit ? limit : elastic, general);
  const double pull_before = dcm_power_law_elastic(law, before, general);
  const double gain = result.stored - dcm_power_law_energy(law, before, pull_before, general);
  /* The mean force of the spring, as in dcm_tell_sliding. A spring that gets most of its force in
   * one step is too stiff for a mean. */
  const double gain_of_force = (elastic > limit ? limit : elastic) - pull_before;
  const double mean = fabs(gain_of_force) < 0.5 * limit ? force - 0.5 * gain_of_force : force;
  /* The damper may hold what the spring lets slip. */
  result.dissipated_damping = slips ? 0.0 : viscous * rate * contact.dt;
  const double sliding = mean * rate * contact.dt - gain - result.dissipated_damping;
  result.dissipated_sliding = (slips || elastic > limit) && sliding > 0.0 ? sliding : 0.0;
  result.damper = dcm_scale(force - (elastic > limit ? limit : elastic), along);
  return result;
}

#endif
