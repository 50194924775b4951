/* SPDX-License-Identifier: MIT */
/** @file
 * Extensions of a model by which an author declares what no table of the contract says. dcm check
 * asks for these, hosts do not. */
#ifndef DCM_KIT_DECLARATIONS_H
#define DCM_KIT_DECLARATIONS_H

#include <dcm/dcm.h>

/* --- Whether the law is the same in other units. A law that repeats the numbers of another code
 * repeats errors of this code, too. Such an error may be a factor that a formula lacks, and then
 * the law is another one in other units. */

/** The name by which dcm_model.extension answers with a dcm_other_units. A law without this
 * extension is the same in other units. */
#define DCM_OTHER_UNITS "dcm/other-units/1"

typedef struct dcm_other_units {
  uint32_t size; /**< sizeof(dcm_other_units) of the library */
  uint32_t reserved;
  /** Whether this instance is the same in other units. */
  int32_t (*is_same)(const dcm_instance *instance);
} dcm_other_units;

/* --- What has no effect at walls on purpose, such as friction where all walls are smooth. A wall
 * has a material, so users expect that the parameters of this material matter. */

/** The name by which dcm_model.extension answers with a dcm_not_at_walls. */
#define DCM_NOT_AT_WALLS "dcm/not-at-walls/1"

typedef struct dcm_not_at_walls {
  uint32_t size; /**< sizeof(dcm_not_at_walls) of the library */
  uint32_t reserved;
  /** Parameters that have no effect at walls; NULL ends the list. */
  const char *const *names;
} dcm_not_at_walls;

/* --- Which parameters have a meaning that mechanics knows. The names "friction" and "restitution"
 * are promises by themselves; a law that calls its coefficients otherwise declares them here, and
 * only then are they tested. */

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
