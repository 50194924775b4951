/* SPDX-License-Identifier: MIT */
/** @file
 * Messages of the command, and its exit codes. */
#ifndef DCM_CLI_MESSAGE_H
#define DCM_CLI_MESSAGE_H

#include <stdint.h>

/** Exit codes. */
enum {
  EXIT_DONE = 0,
  EXIT_FAILED = 1,   /**< a file, a program or a computation failed */
  EXIT_MISUSED = 2,  /**< the command line is wrong */
  EXIT_UNCHECKED = 3 /**< of dcm check, where EXIT_FAILED means a finding: no check could run */
};

/** Prints "dcm: error: ..." to the standard error. @return EXIT_FAILED */
int message_failure(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Prints "dcm: error: ..." for a wrong command line. @return EXIT_MISUSED */
int message_misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Prints "dcm: warning: ..." to the standard error; the command goes on. */
void message_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Prints "dcm: hint: ..." to the standard error. */
void message_hint(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** dcm_log_function that prints the messages of a library. */
void message_log(void *data, uint32_t level, const char *message);

#endif
