/* SPDX-License-Identifier: MIT */
/** @file
 * A check in a process of its own, so that a crash and a hang are findings, too. */
#ifndef DCM_CLI_CHECK_PROCESS_H
#define DCM_CLI_CHECK_PROCESS_H

#include <sys/types.h>
#include <time.h>

#include "check/checks.h"
#include "cli/arguments.h"
#include "cli/check_report.h"

/** NAME=VALUE of --set; the law says whether the name is a parameter, an option or a quantity. */
typedef struct check_setting {
  char name[64];
  const char *value;
} check_setting;

enum { CHECK_MOST_SETTINGS = 32 };

/** Cases that one process chose, for all later processes. */
typedef struct check_cases {
  uint32_t count; /**< 0: not yet chosen */
  uint32_t numbers[DCM_MOST_CASES];
  dcm_passage_notes notes;
} check_cases;

/** The request of the command line. */
typedef struct check_request {
  const cli_arguments *arguments;
  size_t setting_count;
  check_setting settings[CHECK_MOST_SETTINGS];
  unsigned long long seed;
  int memory;         /**< whether the law is run in valgrind, too */
  double limit;       /**< seconds of processor time */
  check_cases *cases; /**< in memory that the processes share */
} check_request;

/** The work of a process. */
typedef enum check_task { TASK_LOAD, TASK_CHECK, TASK_MEASURE } check_task;

typedef enum check_ending {
  CHECK_ENDED,
  CHECK_CRASHED,
  CHECK_HUNG,
  CHECK_NOT_BEGUN /**< errno tells why */
} check_ending;

/** Result of a check. */
typedef enum check_result {
  RESULT_OK,
  RESULT_NOT_TESTED,
  RESULT_FOUND,
  RESULT_CRASHED, /**< or ended the process */
  RESULT_HUNG
} check_result;

typedef struct check_process {
  check_report *report; /**< shared with the process */
  const dcm_check *check;
  check_ending ending;
  int status;       /**< the exit code, or the signal */
  double processor; /**< seconds that the process took */
  double begin;
  pid_t child;
  int pipe_end; /**< closed by the system when the process ends */
} check_process;

/** @return 0, or -1 when out of memory */
int check_process_create(check_process *p);
void check_process_destroy(check_process *p);

/** Loads the law in another process, and checks or measures the law there.
 * @param check of TASK_CHECK */
void check_process_start(check_process *p, const check_request *request, check_task task,
                         const dcm_check *check);

/** Waits until the process has ended, and ends the process if the limit is reached. After a crash
 * or a hang the report tells these as a finding. */
void check_process_wait(check_process *p, const check_request *request);

/** The result of the check, after the wait. */
check_result check_process_result(const check_process *p);

/** The limit that was reached, for a sentence "... within"; static. */
const char *check_process_limit(const check_process *p, const check_request *request);

/** Seconds since a fixed moment. */
static inline double dcm_seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/** Processor time of a process in seconds, all threads together, without other work of the machine;
 * 0 if the system does not tell.
 * @param process 0: the calling process */
static inline double dcm_processor_seconds(pid_t process) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &used))
    return 0.0;
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

#endif
