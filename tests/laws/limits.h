/* SPDX-License-Identifier: MIT */
/** @file
 * Limits of friction that each law promises. */
#ifndef DCM_TESTS_LAWS_LIMITS_H
#define DCM_TESTS_LAWS_LIMITS_H

#include "laws/properties.h"

/** Coulomb's limit of contact k in batch a as the page of the law states it, mu times what presses
 * the surfaces together: what friction is where a contact slides, and in form consistent never more
 * than. NAN if it depends on the state.
 * @param static_force normal force without the part of damping */
double dcm_friction_limit(const dcm_scene *s, uint32_t k, double static_force);

/** Whether a tangential spring that is turned with its plane becomes shorter: in the laws of
 * LAMMPS' gran/..., which project it and leave it at that. */
int dcm_spring_shortens(const dcm_case *the_case);

/** Whether the stretch that a sliding contact leaves is not that of its force: an error of LAMMPS
 * 4Feb2025 which the law granular has on request. */
int dcm_spring_forgets(const dcm_case *the_case);

/** Whether the springs of couples are limited as in LAMMPS' own models, see limited_spring.h: what
 * they lose by that may be negative. */
int dcm_couples_gain(const dcm_case *the_case);

#endif
