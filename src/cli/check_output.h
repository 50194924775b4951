/* SPDX-License-Identifier: MIT */
/** @file
 * The report of dcm check, as text or as JSON. */
#ifndef DCM_CLI_CHECK_OUTPUT_H
#define DCM_CLI_CHECK_OUTPUT_H

#include "cli/check_process.h"

/** Results of all checks. */
typedef struct check_tally {
  int findings, tested, not_tested; /**< checks */
  double seconds;
} check_tally;

typedef struct check_output {
  void (*begin)(const check_request *request);
  void (*check)(const check_request *request, const check_process *p);

  /** @param measured has the order of the ledger and what the contacts did; NULL: not measured */
  void (*end)(const check_tally *tally, const check_report *measured);
} check_output;

extern const check_output check_text;
extern const check_output check_json;

/** The command that repeats a check.
 * @return text, shortened if there is no room */
const char *check_command(const check_request *request, const char *check, char *text, size_t size);

#endif
