/* SPDX-License-Identifier: MIT */
/** @file
 * Every built-in law with every choice of its options, and random parameters for it, all from the
 * law's own description: a law that is registered is tested. */
#ifndef DCM_TESTS_SUPPORT_CASES_H
#define DCM_TESTS_SUPPORT_CASES_H

#include <dcm/dcm.h>

#include "check/scene/drawn.h"
#include "support/random.h"

/** Number of laws, each times all combinations of its options; of a composed law, which has very
 * many, some in which each pair of words of two options is met. */
uint32_t dcm_case_count(void);

dcm_case dcm_case_at(uint32_t i);

/** Whether a law is among those of DCM_TEST_LAWS, names with blanks between. Without it all are: it
 * names the laws that changed where nothing else did. */
int dcm_law_is_asked_for(const dcm_model *model);

/** Whether the option form is consistent; our own laws have that form alone. */
int dcm_case_is_consistent(const dcm_case *the_case);

/** dcm_draw_law until init accepts; it must give a reason where it does not.
 * @param fixed ends with a name NULL; names that the law does not have are passed over
 * @return the law, freed by dcm_law_destroy */
dcm_law *dcm_case_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random);

/** Whether the law has the first of these parameters, the fixed values are in their ranges, and
 * init does not always refuse them: woo-hertz cannot be calibrated to a restitution of 0. */
int dcm_case_accepts(int i, const dcm_fixed *fixed);

#endif
