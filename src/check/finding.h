/* SPDX-License-Identifier: MIT */
/** @file
 * What a check says when a law does not keep the contract. */
#ifndef DCM_CHECK_FINDING_H
#define DCM_CHECK_FINDING_H

/** Four texts for people; they live for the call of the function that takes them. */
typedef struct dcm_finding {
  const char *what;     /**< a sentence: what is wrong, and what to look for */
  const char *called;   /**< with which parameters and contact the law was called */
  const char *came;     /**< what it answered */
  const char *expected; /**< what it should have answered */
} dcm_finding;

/** Takes the first finding of a check, and does not return. */
typedef void (*dcm_finding_function)(void *data, const dcm_finding *finding);

#endif
