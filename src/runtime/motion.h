/* SPDX-License-Identifier: MIT */
/** @file
 * What a host knows of one contact. */
#ifndef DCM_RUNTIME_MOTION_H
#define DCM_RUNTIME_MOTION_H

#include "mechanics/vector.h"

typedef struct dcm_relative_motion {
  dcm_vector separation; /**< x2 - x1; at a wall, from the centre of 1 to the nearest point */
  dcm_vector velocity;   /**< v2 - v1 of the centres; at a wall, of that point of the wall */
  dcm_vector spin_1, spin_2;
  double radius_1, radius_2;
} dcm_relative_motion;

#endif
