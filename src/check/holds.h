/* SPDX-License-Identifier: MIT */
/** @file
 * Fields of the state that hold what a contact has of a quantity, such as the liquid of a bridge.
 */
#ifndef DCM_CHECK_HOLDS_H
#define DCM_CHECK_HOLDS_H

#include "check/scene.h"

/** Whether a dimension is another one, which has no denominator. */
int dcm_is_dimension(dcm_dimension d, dcm_dimension of);

/** Whether a field may hold what the contact has of a quantity.
 * @param component receives the place of the field */
int dcm_may_hold(const dcm_law *law, uint32_t f, uint32_t q, uint32_t *component);

/** A contact at rest that takes up a quantity after it has begun books the energy that the bridge
 * then has: a part of the check "ledger". */
void dcm_books_what_forms(dcm_scene *s);

#endif
