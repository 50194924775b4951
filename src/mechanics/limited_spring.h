/* SPDX-License-Identifier: MIT */
/** @file
 * A spring and a damper side by side whose sum is held to Coulomb's limit, as in LAMMPS' own models
 * (manual pages pair_gran and pair_granular). Beyond the limit the sum is scaled back along itself.
 * The spring then gets the scaled sum less the force of the damper.
 *
 * With strong damping the spring can end up stretched against the sliding, with an energy that no
 * work has supplied. The ledger counts this energy as damping, which may then be negative. */
#ifndef DCM_MECHANICS_LIMITED_SPRING_H
#define DCM_MECHANICS_LIMITED_SPRING_H

#include "contact.h"
#include "numeric/simd.h"
#include "numeric/vector.h"
#include "tangential.h"

/** A stiffness below this counts as 0: the square of a force divided by it may overflow. */
#define DCM_LEAST_STIFFNESS 1e-100

typedef struct dcm_limited {
  dcm_vector force;  /**< the sum, not beyond the limit */
  dcm_vector spring; /**< force less the force of the damper */
  double kept;       /**< force over the sum without a limit */
  double size;       /**< of the sum without a limit */
  int slips;
  int is_reset; /**< the spring gets the force "spring"; else the trial state stays */
} dcm_limited;

/** @param is_stretched whether the spring has any stretch. A spring without stretch that slips, as
 * in a new contact at dt 0, has no force and no damping */
DCM_SPECIALISED dcm_limited dcm_limit(dcm_vector sum, dcm_vector damper, double limit,
                                      int is_stretched) {
  const double size = dcm_length(sum);
  const int slips = size > limit;
  const double share = is_stretched ? limit / size : 0.0;
  const double kept = slips ? share : 1.0;
  const dcm_vector force = dcm_scale(kept, sum);
  return (dcm_limited){
      .force = force,
      .spring = dcm_subtract(force, damper),
      .kept = kept,
      .size = size,
      .slips = slips,
      .is_reset = slips & is_stretched,
  };
}

/** A damper without a spring, held to the limit: viscous friction up to Coulomb's.
 * @param damping force over velocity */
DCM_SPECIALISED dcm_tangential dcm_limited_damper(dcm_contact c, double damping, double limit) {
  const double speed = dcm_length(c.tangential_velocity);
  const double viscous = damping * speed;
  const int slides = viscous > limit;
  const double force = slides ? limit : viscous;
  const double dissipated = force * speed * c.dt;
  return (dcm_tangential){
      .force = dcm_scale(speed > 0.0 ? force / speed : 0.0, c.tangential_velocity),
      .slips = slides,
      .dissipated_damping = slides ? 0.0 : dissipated,
      .dissipated_sliding = slides ? dissipated : 0.0,
      .damper = dcm_scale(slides || speed <= 0.0 ? 0.0 : force / speed, c.tangential_velocity),
  };
}

/** 1/stiffness; 0 without a stiffness. */
static inline double dcm_compliance(double stiffness) {
  return stiffness > DCM_LEAST_STIFFNESS ? 1.0 / stiffness : 0.0;
}

/** The stretch after the step, of 1 relative to 2; the spring pulls against it.
 * @param trial the stretch without the limit */
DCM_SPECIALISED dcm_vector dcm_limited_stretch(dcm_limited limited, dcm_vector trial,
                                               double compliance) {
  return (dcm_vector){limited.is_reset ? -compliance * limited.spring.x : trial.x,
                      limited.is_reset ? -compliance * limited.spring.y : trial.y,
                      limited.is_reset ? -compliance * limited.spring.z : trial.z};
}

/** The force after the step of a spring whose state is its force. */
DCM_SPECIALISED dcm_vector dcm_limited_force(dcm_limited limited, dcm_vector trial) {
  return (dcm_vector){limited.is_reset ? limited.spring.x : trial.x,
                      limited.is_reset ? limited.spring.y : trial.y,
                      limited.is_reset ? limited.spring.z : trial.z};
}

/** Where the work of the step went. The spring pulls by the mean of its forces before and after the
 * step, see dcm_report_sliding. Only the mean makes the sum over the steps the trapezoid rule, also
 * where strong damping turns a spring round in one step. Surfaces slide against the same mean, but
 * for such a spring against the force alone. Work that is neither stored nor slid counts as
 * damping. So does the energy that the spring loses or gains by a change of its stiffness or by
 * projection.
 * @param old_spring force of the spring before the step
 * @param new_spring after the step, as the state has it: some models put another force into the
 *                   state than the one that they report
 * @param stored     energy of the spring after the step
 * @param old_stored energy of the spring before the step */
DCM_SPECIALISED dcm_tangential dcm_limited_ledger(dcm_limited limited, dcm_vector state,
                                                  dcm_contact contact, double compliance,
                                                  dcm_vector old_spring, dcm_vector new_spring,
                                                  double stored, double old_stored) {
  const double has_spring = compliance > 0.0 ? 1.0 : 0.0;
  const dcm_vector gain = dcm_scale(has_spring, dcm_subtract(new_spring, old_spring));
  const double force = limited.kept * limited.size;
  const double pull_2 = dcm_dot(limited.spring, limited.spring);
  const double most_2 = pull_2 > force * force ? pull_2 : force * force;
  const int is_gradual = dcm_dot(gain, gain) < 0.25 * most_2;
  const dcm_vector mean = dcm_subtract_scaled(limited.force, 0.5, gain);
  const double work = dcm_dot(mean, contact.tangential_velocity) * contact.dt;
  /* Along the force. */
  const double slid = (1.0 - limited.kept) * (limited.size * compliance);
  const dcm_vector along = dcm_scale(1.0 / (force + 1e-300), limited.force);
  const double pull = is_gradual ? dcm_dot(mean, along) : force;
  const double by_slider = compliance > 0.0 ? slid * pull : work;
  const double sliding = limited.slips && by_slider > 0.0 ? by_slider : 0.0;
  return (dcm_tangential){
      .force = limited.force,
      .state = state,
      .stored = stored,
      .dissipated_damping = work - sliding - stored + old_stored,
      .dissipated_sliding = sliding,
      .damper =
          dcm_scale(limited.slips ? has_spring : 1.0, dcm_subtract(limited.force, new_spring)),
  };
}

#endif
