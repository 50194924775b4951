/* SPDX-License-Identifier: MIT */
/** @file
 * Heat that is conducted through the contact area of two bodies. Each body has one temperature
 * everywhere but near this area.
 *
 * G. K. Batchelor, R. W. O'Brien, Proc. R. Soc. Lond. A 355 (1977) 313-333: through a circle of
 * radius a two bodies of one conductivity k exchange 2 k a (T2 - T1). Each body is a resistance
 * 1/(4 k a), and the two are in series. So bodies of k1 and k2 exchange as much as two bodies of
 * the harmonic mean of k1 and k2. */
#ifndef DCM_MECHANICS_CONDUCTION_H
#define DCM_MECHANICS_CONDUCTION_H

#include <math.h>

#include "numeric/simd.h"
#include "numeric/vector.h"

/** Heat per time and difference of temperatures is (of_radius + of_area a) a. One of the two
 * numbers is 0. */
typedef struct dcm_conductance {
  double of_radius; /**< 2 k: the bodies resist */
  double of_area;   /**< pi h: the surfaces resist; h is heat per area, time and difference */
} dcm_conductance;

/** @param value k, or h if by_area */
static inline dcm_conductance dcm_conductance_of(double value, int by_area) {
  return (dcm_conductance){.of_radius = by_area ? 0.0 : 2.0 * value,
                           .of_area = by_area ? DCM_PI * value : 0.0};
}

/** The temperature of a body without a temperature, which is insulated, and a difference that is
 * larger than the difference of any two real temperatures. */
#define DCM_NO_TEMPERATURE (-1e30)
#define DCM_NO_DIFFERENCE 1e29

/** Heat per time that flows from 2 to 1. */
DCM_SPECIALISED double dcm_conducted(dcm_conductance g, double contact_radius, double temperature_1,
                                     double temperature_2) {
  const double difference = temperature_2 - temperature_1;
  const double flow = (g.of_radius + g.of_area * contact_radius) * contact_radius * difference;
  return fabs(difference) < DCM_NO_DIFFERENCE ? flow : 0.0;
}

#endif
