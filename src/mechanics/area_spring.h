/* SPDX-License-Identifier: MIT */
/** @file
 * A spring whose stiffness k = c a is proportional to the radius a of the contact area and so
 * changes while the contact is loaded and unloaded, with a damper beside it and a slider behind.
 *
 * Such a spring is a bundle: the area that a contact wins begins unstretched, and what it loses
 * takes its stretch along. Of the bundle two numbers are remembered, its force F and its energy E.
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

/** What a law's spring remembers of F and u, see dcm_spring. */
typedef enum dcm_memory { DCM_STRETCH, DCM_FORCE } dcm_memory;

/** The present contact. */
typedef struct dcm_area_law {
  double stiffness_per_radius; /**< c */
  double contact_radius;       /**< a */
  double damping;              /**< coefficient of the damper */
  double limit;                /**< of the slider */
} dcm_area_law;

typedef struct dcm_area_answer {
  dcm_tangential tangential; /**< its state is that of the spring, u or F */
  double radius;             /**< b */
} dcm_area_answer;

/** 1/x of what is not negative, to the bit above 1e-184; a number also where x has no inverse,
 * which no force goes with. */
static inline double dcm_area_inverse(double x) {
  return 1.0 / (x + 1e-200);
}

/** One step by dcm_tangential_resisting.
 * @param old    u or F of the step before
 * @param radius b of the step before */
DCM_SPECIALISED dcm_area_answer dcm_area_spring(dcm_turned old, double radius, dcm_vector velocity,
                                                double dt, dcm_area_law law, dcm_memory memory) {
  const double c = law.stiffness_per_radius, a = law.contact_radius, k = c * a;
  const double resistance = k * dt + law.damping;
  /* What the contact still holds: of F in units of the state, and of 2 k E - F^2, which a step
   * changes by sliding alone. */
  const double ratio = memory == DCM_FORCE ? a * dcm_area_inverse(radius) : 0.0;
  double share = c * (radius < a ? radius : a), excess = share * (k - share) * old.square;
  if (memory == DCM_FORCE) {
    share = ratio < 1.0 ? ratio : 1.0;
    excess = ratio > 1.0 ? (ratio - 1.0) * old.square : 0.0;
  }
  const dcm_vector held =
      dcm_scale(share * (old.above * dcm_area_inverse(old.below)), old.direction);
  const double compliance = dt * dcm_area_inverse(resistance);
  dcm_tangential step = dcm_tangential_resisting(held, velocity, dt, dcm_spring_by_force(k),
                                                 law.damping, resistance, compliance, law.limit);
  /* b/a, and what of the state is F. Where surfaces slid the stretch is uniform, and so it is taken
   * to be where b would be so small that u is no number; else F is the trial force, which is known
   * before the slider. */
  const dcm_vector trial = dcm_add_scaled(held, k * dt, velocity);
  const double square = dcm_dot(trial, trial);
  const int is_uniform = step.slips | (square <= 1e-30 * excess + 1e-200);
  const double freed = is_uniform ? excess : 0.0, left = is_uniform ? 0.0 : excess;
  const double of_radius = is_uniform ? 1.0 : square, whole = is_uniform ? 1.0 : square + excess;
  const double unit = memory == DCM_FORCE ? 1.0 : whole * dcm_area_inverse(k * of_radius);
  const double of_held = 1.0 - k * compliance * (1.0 - step.kept), of_velocity = k * dt * step.kept;
  step.stored = 0.5 * dcm_area_inverse(k) * (dcm_dot(step.state, step.state) + left);
  step.state = dcm_add_scaled(dcm_scale(unit * of_held, held), unit * of_velocity, velocity);
  /* The area that went took energy along, as did what turning is short of, and sliding what
   * becoming uniform freed. */
  const double half = 0.5 * dcm_area_inverse(k);
  const double gone =
      memory == DCM_FORCE ? (1.0 - share) * ratio : (radius > a ? k * c * (radius - a) : 0.0);
  const double shortened = share * share * old.square - dcm_dot(held, held);
  step.dissipated_damping += half * (gone * old.square + (shortened > 0.0 ? shortened : 0.0));
  step.dissipated_sliding += half * freed;
  return (dcm_area_answer){step, a * (of_radius / whole)};
}

#endif
