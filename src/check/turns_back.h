/* SPDX-License-Identifier: MIT */
/** @file
 * Where a motion turns back, nothing has moved yet: a part of the check "dissipation". */
#ifndef DCM_CHECK_TURNS_BACK_H
#define DCM_CHECK_TURNS_BACK_H

#include "check/scene.h"

/** The energy that a contact stores does not jump where the motion of the contact turns back. */
void dcm_turns_back(dcm_scene *s);

#endif
