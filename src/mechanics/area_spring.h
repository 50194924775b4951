/* SPDX-License-Identifier: MIT */
/** @file
 * A spring whose stiffness k = c a is proportional to the radius a of the contact area and so
 * changes while the contact is loaded and unloaded, with a damper beside it and a slider behind.
 *
 * Such a spring is a bundle: the area that a contact wins begins unstretched, and what it loses
 * takes its stretch along. Of the bundle two things are remembered, its force F and its energy E.
 * As long as no area is lost both are exact: F grows by k ds and E by F ds along a path s. They are
 * those of a uniform stretch u over a radius b <= a,
 *   F = c b u,  E = c b u^2/2,  b = F^2/(2 c E),
 * where b = a would be the least energy that a force can have. While the contact keeps at least
 * the radius b the spring keeps its force; when a falls below b, the stretch is kept and b = a
 * (C. Thornton, S. J. Cummins, P. W. Cleary, Powder Technology 233 (2013) 30-46, do so from the
 * first). Energy grows by the work of the force alone, so that no closed path yields any, and a
 * normal force that swings takes from the spring once what the least area cannot bear, and no
 * more. What else springs can do: D. Elata, J. G. Berryman, Mech. Mater. 24 (1996) 229-240. */
#ifndef DCM_MECHANICS_AREA_SPRING_H
#define DCM_MECHANICS_AREA_SPRING_H

#include "simd.h"
#include "tangential.h"
#include "vector.h"

/** The present contact. */
typedef struct dcm_area_law {
  double stiffness_per_radius; /**< c */
  double contact_radius;       /**< a */
  double damping;              /**< coefficient of the damper */
  double limit;                /**< of the slider */
} dcm_area_law;

/** 1/x of what is not negative, to the bit above 1e-184; a number also where x has no inverse,
 * which no force goes with. */
static inline double dcm_area_inverse(double x) {
  return 1.0 / (x + 1e-200);
}

/** What an area holds of the bundle. */
typedef struct dcm_bundle {
  double share;  /**< of the force and of the energy; what went took the rest along */
  double excess; /**< 2 k E - F^2 of what is held, which a step changes by sliding alone */
} dcm_bundle;

/** @param square    of the force
 * @param stiffness of the present area */
static inline dcm_bundle dcm_bundle_held(double square, double energy, double stiffness) {
  const double most = 2.0 * stiffness * energy;
  return (dcm_bundle){.share = square > most ? most / square : 1.0,
                      .excess = square > most ? 0.0 : most - square};
}

/** Energy of the bundle after the step.
 * @param square of the force
 * @param slid   the stretch is uniform now, and what the bundle had beyond that is gone */
static inline double dcm_bundle_energy(dcm_bundle held, double square, int slid, double stiffness) {
  return dcm_area_inverse(2.0 * stiffness) * (square + (slid ? 0.0 : held.excess));
}

/** What the first half of a step leaves to the second, see dcm_tangential_try. */
typedef struct dcm_area_trial {
  dcm_tangential_trial trial;
  double stiffness, resistance;
  dcm_bundle held;
  double square; /**< of the force before the step */
  double energy; /**< before the step */
} dcm_area_trial;

/** @param old     F of the step before
 * @param carried the same in the present tangent plane; what the area holds of it goes by old, so
 *                that nothing need wait for it
 * @param energy  E of the step before */
DCM_SPECIALISED dcm_area_trial dcm_area_try(dcm_vector old, dcm_vector carried, double energy,
                                            dcm_vector velocity, double dt, dcm_area_law law) {
  const double k = law.stiffness_per_radius * law.contact_radius;
  const double resistance = k * dt + law.damping;
  const double square = dcm_dot(old, old);
  const dcm_bundle held = dcm_bundle_held(square, energy, k);
  return (dcm_area_trial){
      .trial = dcm_tangential_try(dcm_scale(held.share, carried), velocity, dcm_spring_by_force(k),
                                  resistance),
      .stiffness = k,
      .resistance = resistance,
      .held = held,
      .square = square,
      .energy = energy,
  };
}

/** @return the state is F; what is stored, E */
DCM_SPECIALISED dcm_tangential dcm_area_slide(dcm_area_trial t, double dt, dcm_area_law law) {
  const double k = t.stiffness;
  const double compliance = dt * dcm_area_inverse(t.resistance);
  dcm_tangential step =
      dcm_tangential_ledger(dcm_tangential_slide(t.trial, k * compliance, law.limit), t.trial,
                            dcm_spring_by_force(k), law.damping, compliance, dt);
  step.stored = dcm_bundle_energy(t.held, dcm_dot(step.state, step.state), step.slips, k);
  /* The area that went took energy along, as did what turning is short of, and sliding what
   * becoming uniform freed. */
  const double half = dcm_area_inverse(2.0 * k);
  const double shortened =
      t.held.share * t.held.share * t.square - dcm_dot(t.trial.state, t.trial.state);
  step.dissipated_damping +=
      (1.0 - t.held.share) * t.energy + half * (shortened > 0.0 ? shortened : 0.0);
  step.dissipated_sliding += step.slips ? half * t.held.excess : 0.0;
  return step;
}

#endif
