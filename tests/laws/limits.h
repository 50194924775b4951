/* SPDX-License-Identifier: MIT */
/** @file
 * What each law promises of its friction. */
#ifndef DCM_TESTS_LAWS_LIMITS_H
#define DCM_TESTS_LAWS_LIMITS_H

#include "support/cases.h"
#include "support/contacts.h"

/** The largest tangential force that a law of form consistent may return for a contact: mu times
 * what presses the surfaces together. That is the repulsive normal force, but for the laws with
 * adhesion that the table in limits.c names.
 * @param static_force normal force without the part of damping */
double dcm_friction_limit(const dcm_case *the_case, const dcm_contact *contact, double normal_force,
                          double static_force, double effective_radius);

#endif
