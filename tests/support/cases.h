/* SPDX-License-Identifier: MIT */
/** @file
 * Every built-in law with every choice of its options, and random parameters for it, all from the
 * law's own description: a law that is registered is tested. */
#ifndef DCM_TESTS_SUPPORT_CASES_H
#define DCM_TESTS_SUPPORT_CASES_H

#include <dcm/dcm.h>

#include "runtime/law.h"
#include "support/random.h"

enum { DCM_CASE_OPTIONS = 8 };

typedef struct dcm_case {
  const dcm_model *model;
  uint32_t choices[DCM_CASE_OPTIONS];
  char name[256]; /**< "hertz-mindlin form=sheet" */
} dcm_case;

/** Number of laws, each times all combinations of its options; of a composed law, which has very
 * many, some in which each pair of words of two options is met. */
uint32_t dcm_case_count(void);

dcm_case dcm_case_at(uint32_t i);

/** Whether it is one of a composed law. */
int dcm_case_is_composed(const dcm_case *the_case);

/** The word that is chosen for an option, or NULL if the law has no such option. */
const char *dcm_case_word(const dcm_case *the_case, const char *option);

/** Whether the option form, where there is one, is consistent. */
int dcm_case_is_consistent(const dcm_case *the_case);

/** A parameter that is not to be random. */
typedef struct dcm_fixed {
  const char *name;
  double value;
} dcm_fixed;

/** A law with random parameters: uniform in a bounded range, uniform in the logarithm in an open
 * one, now and then at an end of the range or at the default, which half of the laws have for all
 * that is not required. Parameters that init refuses are
 * drawn anew; it must have given a reason.
 * @param fixed ends with a name NULL; names that the law does not have are passed over
 * @return the law, freed by dcm_law_destroy; dcm_case_parameters then tells what was drawn */
dcm_law *dcm_case_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random);

/** Whether the law has the first of these parameters, the fixed values are in their ranges, and
 * init does not always refuse them: woo-hertz cannot be calibrated to a restitution of 0. */
int dcm_case_accepts(int i, const dcm_fixed *fixed);

/** Frees what dcm_case_law keeps of the last law for the two functions that follow. */
void dcm_case_forget(void);

/** What dcm_case_law drew last, for messages: "young 1 1 = 5e6, ...". */
const char *dcm_case_parameters(void);

/** The value that holds for a pair of materials in the law that dcm_case_law made last. */
double dcm_case_value(const dcm_case *the_case, const char *parameter, uint32_t i, uint32_t j);

/** The same; of a parameter per material the geometric mean of both. */
double dcm_case_mean(const dcm_case *the_case, const char *parameter, uint32_t i, uint32_t j);

#endif
