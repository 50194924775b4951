/* SPDX-License-Identifier: MIT */
/** @file
 * Whole lives of contacts, seen from both sides. */
#ifndef DCM_CHECK_SIDES_H
#define DCM_CHECK_SIDES_H

#include "check/scene.h"

/** A round that leads contacts through their lives, and the same contacts seen from side 2. */
void dcm_swap_lives(dcm_scene *s);

#endif
