/* SPDX-License-Identifier: MIT */
/** @file
 * A law behind functions of a check, which look at each call of the law as it passes. */
#ifndef DCM_CHECK_THROUGH_H
#define DCM_CHECK_THROUGH_H

#include "check/scene.h"

/** Makes laws of all cases of a subject, lets contacts begin, last, be looked at, be seen from the
 * other side and end, with and without energies, between particles and at walls, and destroys the
 * laws: each function of the model is called.
 * @param stream    name of the check
 * @param functions those that take the place of the model's: each passes its call on. Those that
 *                  the model lacks are left out */
void dcm_check_through(const dcm_subject *subject, const char *stream, const dcm_model *functions);

#endif
