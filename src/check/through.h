/* SPDX-License-Identifier: MIT */
/** @file
 * A law behind functions of a check: these functions see each call of the law. */
#ifndef DCM_CHECK_THROUGH_H
#define DCM_CHECK_THROUGH_H

#include "check/scene.h"

/** Calls each function of the model: makes laws of all cases of a subject, lets contacts begin,
 * last, swap sides and end, with and without energies, with dt 0 too, between particles and at
 * walls, and destroys the laws.
 * @param stream    name of the check
 * @param functions replacements of the model's functions: each passes its call on. Functions that
 * the model lacks are left out */
void dcm_check_through(const dcm_subject *subject, const char *stream, const dcm_model *functions);

/** dcm_check_through with rounds of another kind.
 * @param rounds of check for each case */
void dcm_check_through_with(const dcm_subject *subject, const char *stream,
                            const dcm_model *functions, uint32_t rounds,
                            void (*check)(dcm_scene *s));

/** dcm_check_through, with a look before and a look after each call of a function of the model.
 * @param after receives the name of the function */
void dcm_check_around(const dcm_subject *subject, const char *stream, void (*before)(void),
                      void (*after)(const char *function));

#endif
