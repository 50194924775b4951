/* SPDX-License-Identifier: MIT */
/** @file
 * The report of a check if a law breaks the contract. */
#ifndef DCM_CHECK_FINDING_H
#define DCM_CHECK_FINDING_H

/** Four texts for people; they live for the call of the function that takes them. */
typedef struct dcm_finding {
  const char *what;     /**< a sentence: what is wrong, and what to look for */
  const char *called;   /**< with which parameters and contact the law was called */
  const char *came;     /**< the law's answer */
  const char *expected; /**< the right answer */
} dcm_finding;

/** Takes the first finding of a check, and does not return. */
typedef void (*dcm_finding_function)(void *data, const dcm_finding *finding);

#endif
