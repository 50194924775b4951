/* SPDX-License-Identifier: MIT */
/** @file
 * Parameters whose meaning mechanics knows: coefficients of restitution and of friction, by their
 * names, symbols and descriptions. */
#ifndef DCM_CHECK_FRICTION_H
#define DCM_CHECK_FRICTION_H

#include "check/scene.h"

typedef enum dcm_meaning { DCM_MEANS_RESTITUTION, DCM_MEANS_FRICTION } dcm_meaning;

/** Whether a parameter is a coefficient of this kind: a pure number of the name, the symbol or the
 * description of one. Restitutions across the normal and coefficients of rolling or twisting are
 * other coefficients. */
int dcm_parameter_means(const dcm_parameter *parameter, dcm_meaning meaning);

/** Whether a law has a parameter of this meaning. */
int dcm_model_has(const dcm_model *model, dcm_meaning meaning);

/** The largest friction that two materials of a scene may have: the largest of the values, for a
 * law that mixes the values of materials itself has a mean of them. NaN if there is none, or if
 * other parameters than coefficients may add to the friction, such as a ratio of static to kinetic.
 */
double dcm_largest_friction(const dcm_scene *s, uint32_t i, uint32_t j);

/** The value of the only parameter of this meaning, or of the one whose name promises it, for two
 * materials of a scene; NaN if there is none, or if the law mixes values of two materials itself.
 */
double dcm_value_meant(const dcm_scene *s, dcm_meaning meaning, uint32_t i, uint32_t j);

#endif
