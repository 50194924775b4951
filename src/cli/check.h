/* SPDX-License-Identifier: MIT */
/** @file
 * dcm check: checks in processes of their own, so that a crash and a hang are findings, too; their
 * reports, as text and as JSON. */
#ifndef DCM_CLI_CHECK_H
#define DCM_CLI_CHECK_H

#include <dcm/dcm.h>
#include <sys/types.h>
#include <time.h>

#include "check/checks.h"
#include "check/scene/finding.h"
#include "cli/commands.h"

/* --- Report of the process of a check to the process that waits. */

/** Answer that a process gives in the end. */
typedef enum check_answer { ANSWER_NONE, ANSWER_DONE, ANSWER_FOUND } check_answer;

typedef struct check_report {
  check_answer answer;
  dcm_record record; /**< the last call of the law */

  dcm_tested tested;

  /* For a finding alone: */
  char what[2048], came[4096], expected[4096];
  dcm_situation situation;
  dcm_difference difference;
} check_report;

/** Cases that one process chose, for all later processes. */
typedef struct check_cases {
  uint32_t count; /**< 0: not yet chosen */
  uint32_t numbers[DCM_MOST_CASES];
} check_cases;

/** The request of the command line. */
typedef struct check_request {
  const cli_arguments *arguments;
  unsigned long long seed;
  int memory;         /**< whether the law is run in valgrind, too */
  double limit;       /**< seconds of processor time */
  check_cases *cases; /**< shared with the processes */
} check_request;

/** How a process went. */
typedef enum check_result {
  RESULT_OK, /**< the law was loaded, or the check found nothing */
  RESULT_NOT_TESTED,
  RESULT_FOUND,
  RESULT_ENDED, /**< the process ended before it could answer */
  RESULT_CRASHED,
  RESULT_HUNG,
  RESULT_NOT_BEGUN /**< errno says why */
} check_result;

typedef struct check_process {
  check_report *report;   /**< shared with the process */
  const dcm_check *check; /**< NULL: the process only loads the law */
  check_result result;    /**< after the wait */
  int status;             /**< the exit code, or the signal */
  double processor;       /**< seconds that the process took */
  double begin;
  pid_t child;
  int pipe_end; /**< closed by the system when the process ends */
} check_process;

enum { CHECK_MOST_JOBS = 64 };

/** Memory that survives the processes and that they share. */
typedef struct check_shared {
  check_cases cases;
  check_report reports[CHECK_MOST_JOBS];
} check_shared;

/** Such memory, all zero, which is held. */
check_shared *check_shared_memory(void);

/** Loads the law in another process, and checks the law there.
 * @param check NULL: the law is only loaded */
void check_process_start(check_process *p, const check_request *request, const dcm_check *check);

/** Waits until the process has ended, and ends the process if the limit is reached. After a crash
 * or a hang the report has these as a finding. */
void check_process_wait(check_process *p, const check_request *request);

/** The limit that was reached, for a sentence "... within"; static. */
const char *check_process_limit(const check_process *p, const check_request *request);

/** Seconds since a fixed moment. */
static inline double dcm_seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/** Processor time of a process in seconds, all threads together, without other work of the machine;
 * 0 if the system does not report.
 * @param process 0: the calling process */
static inline double dcm_processor_seconds(pid_t process) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &used))
    return 0.0;
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* --- The report of dcm check, as text or as JSON. */

/** Results of all checks. */
typedef struct check_tally {
  int findings, tested, not_tested; /**< checks */
  double seconds;
} check_tally;

typedef struct check_output {
  void (*begin)(const check_request *request);
  void (*check)(const check_request *request, const check_process *p);
  void (*end)(const check_tally *tally);
} check_output;

extern const check_output check_text;
extern const check_output check_json;

/** The command that repeats a check.
 * @return text, shortened if there is no room */
const char *check_command(const check_request *request, const char *check, char *text, size_t size);

#endif
