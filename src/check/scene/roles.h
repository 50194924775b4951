/* SPDX-License-Identifier: MIT */
/** @file
 * Parameters whose meaning mechanics knows, because their name is a promise or because the author
 * says so by the extension dcm/roles/1. */
#ifndef DCM_CHECK_ROLES_H
#define DCM_CHECK_ROLES_H

#include "check/scene/scene.h"

typedef enum dcm_role { DCM_ROLE_RESTITUTION, DCM_ROLE_FRICTION } dcm_role;

/** Whether parameter p of a law has a role. */
int dcm_has_role(const dcm_model *model, uint32_t p, dcm_role role);

/** The largest value of the parameters with a role for two materials of a scene, for a law that
 * mixes the values of materials itself has a mean of them. NaN if there is no such parameter. */
double dcm_largest_of_role(const dcm_scene *s, dcm_role role, uint32_t i, uint32_t j);

/** The value of the only parameter with a role for two materials of a scene; NaN if there is none,
 * if there are several, or if the law mixes values of two materials itself. */
double dcm_value_of_role(const dcm_scene *s, dcm_role role, uint32_t i, uint32_t j);

/** Why a law is not tested in which no parameter has the role: a clause. */
const char *dcm_why_no_role(dcm_role role);

/** Whether any parameter of a law has a role. */
int dcm_any_has_role(const dcm_model *model, dcm_role role);

#endif
