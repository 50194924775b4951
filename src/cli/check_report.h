/* SPDX-License-Identifier: MIT */
/** @file
 * Report of the process of a check to the process that waits. */
#ifndef DCM_CLI_CHECK_REPORT_H
#define DCM_CLI_CHECK_REPORT_H

#include "check/energy/meeting.h"
#include "check/energy/passage.h"
#include "check/scene/finding.h"

/** Kind of answer that a process gives in the end. */
typedef enum check_answer {
  ANSWER_NONE, /**< the process was ended before it could answer */
  ANSWER_DONE, /**< the law was loaded, or measured, or the check found nothing */
  ANSWER_FOUND
} check_answer;

/** In memory that survives the process. */
typedef struct check_report {
  check_answer answer;
  dcm_record record; /**< the last call of the law */

  dcm_tested tested;

  /* For a finding alone: */
  char what[2048], came[4096], expected[4096];
  dcm_situation situation;
  dcm_difference difference;

  dcm_order order;
  dcm_regimes regimes;
} check_report;

/** Takes a finding. */
void check_report_found(check_report *report, const dcm_finding *finding);

/** Makes a report fit to be read, because a law may have written anywhere. */
void check_report_mend(check_report *report);

/** A parameter of a situation. */
typedef struct check_parameter {
  char name[64];
  double value;
  int has_materials; /**< 0: a number of the whole law */
  unsigned materials[2];
} check_parameter;

/** Reads the first of a situation's parameters.
 * @return the text behind, or NULL if there are no more */
const char *check_report_parameter(const char *text, check_parameter *parameter);

#endif
