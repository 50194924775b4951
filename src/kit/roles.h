/* SPDX-License-Identifier: MIT */
/** @file
 * An extension of a model: which parameters have a meaning that mechanics knows. The names
 * "friction" and "restitution" are promises by themselves; a law that calls its coefficients
 * otherwise declares them here, and only then are they tested. dcm check asks, hosts do not. */
#ifndef DCM_KIT_ROLES_H
#define DCM_KIT_ROLES_H

#include <dcm/dcm.h>

/** The name by which dcm_model.extension answers with a dcm_roles. */
#define DCM_ROLES "dcm/roles/1"

typedef struct dcm_roles {
  uint32_t size; /**< sizeof(dcm_roles) of the library */
  uint32_t reserved;
  /** Parameters, pure numbers, times whose largest the normal force limits the tangential force;
   * NULL ends the list. NULL: there are none. */
  const char *const *friction;
  /** The parameter that is the normal restitution of a head-on collision, likewise. */
  const char *const *restitution;
} dcm_roles;

#endif
