/* SPDX-License-Identifier: MIT */
/** @file
 * An extension of a model: what has no effect at walls on purpose, such as friction where all walls
 * are smooth. A wall has a material, so users expect that the parameters of this material matter.
 * dcm check asks, hosts do not. */
#ifndef DCM_KIT_NOT_AT_WALLS_H
#define DCM_KIT_NOT_AT_WALLS_H

#include <dcm/dcm.h>

/** The name by which dcm_model.extension answers with a dcm_not_at_walls. */
#define DCM_NOT_AT_WALLS "dcm/not-at-walls/1"

typedef struct dcm_not_at_walls {
  uint32_t size; /**< sizeof(dcm_not_at_walls) of the library */
  uint32_t reserved;
  /** Parameters that have no effect at walls, and quantities that get nothing there; NULL ends the
   * list. */
  const char *const *names;
} dcm_not_at_walls;

#endif
