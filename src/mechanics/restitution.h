/* SPDX-License-Identifier: MIT */
/** @file
 * Damping that gives a collision the wanted restitution, where no closed form does. */
#ifndef DCM_MECHANICS_RESTITUTION_H
#define DCM_MECHANICS_RESTITUTION_H

/** Damping ratio of a Hertzian contact whose elastic and viscous force together never attract, for
 * the restitution that is to be obtained: the inverse of dcm_restitution_without_attraction.
 * @param ratio    receives it
 * @param smallest receives the least restitution for which there is an answer
 * @return DCM_OK, or DCM_ERROR if restitution is below smallest */
int dcm_damping_ratio_without_attraction(double restitution, double *ratio, double *smallest);

/** Exponents of a visco-elastic force k u^elastic + D u^damping |u'|^rate sign(u') of a deformation
 * u >= 0. */
typedef struct dcm_exponents {
  double elastic; /**< > 0 */
  double rate;    /**< >= 0 */
  double damping; /**< >= 0 */
} dcm_exponents;

/** The search for the damping works up to elastic + 1 = this times (damping + 1). Beyond this the
 * viscous force begins too suddenly at touch, compared with the elastic force. */
#define DCM_POWER_LAW_LARGEST_QUOTIENT 25.0

/** Solves for D such that a mass m that begins at u = 0 with the speed v0 returns there with the
 * speed e v0. D does not depend on v0 if rate = 2 - 2 (damping + 1)/(elastic + 1); otherwise it is
 * the D for the speed v0 whose elastic compression is compression.
 *
 * D is proportional to m^(rate/2), and it is given for a unit mass.
 * @param stiffness   k > 0
 * @param compression > 0
 * @param restitution e in (0, 1]
 * @param damping     receives D for m = 1
 * @param smallest    receives, when it fails, the least e that was reached; NaN if it was the
 * search that failed
 * @return DCM_OK, or DCM_ERROR if e cannot be reached with these exponents, or the search does not
 *         resolve them */
int dcm_damping_of_power_law(dcm_exponents exponents, double stiffness, double compression,
                             double restitution, double *damping, double *smallest);

#endif
