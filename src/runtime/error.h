/* SPDX-License-Identifier: MIT */
/** @file
 * Error messages, and the messages of a law from init to destroy, from any thread. */
#ifndef DCM_RUNTIME_ERROR_H
#define DCM_RUNTIME_ERROR_H

#include <dcm/dcm.h>
#include <stdint.h>

/** Filled by the functions of the runtime that can fail; owned by the caller. Longer texts are cut.
 */
typedef struct dcm_error {
  char text[2048];
} dcm_error;

/** Writes a formatted sentence, without characters that a terminal would obey (dcm_text_show).
 * @return DCM_ERROR, so that a function can end with it. */
int32_t dcm_fail(dcm_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Appends to the sentence, as for lists. */
void dcm_error_append(dcm_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** "; did you mean 'young'? The parameters are:", or, without a near word, "; the parameters are:".
 * @param nearest NULL for none */
void dcm_error_append_nearest(dcm_error *error, const char *nearest, const char *what);

/** dcm_log_function that keeps the last message of level DCM_LOG_ERROR in the dcm_error that is its
 * data, for callers that have nowhere to put warnings. */
void dcm_error_log(void *error, uint32_t level, const char *message);

/** Passes messages of a law on to the log of a host, one at a time. Messages of level DCM_LOG_ERROR
 * are not passed on: the last one is kept as the reason of a function that returns DCM_ERROR. The
 * caller sets the first two fields and zeroes the others. */
typedef struct dcm_law_log {
  dcm_log_function log;
  void *log_data;
  char busy;
  dcm_error reason; /**< empty: none was given */
} dcm_law_log;

/** A level of this version; a level of a later version becomes DCM_LOG_INFO. */
static inline uint32_t dcm_known_level(uint32_t level) {
  return level <= DCM_LOG_ERROR ? level : (uint32_t)DCM_LOG_INFO;
}

/** The log function of an instance; the data are a dcm_law_log. */
void dcm_law_log_take(void *law_log, uint32_t level, const char *message);

/** Writes the sentence about a keyword with two values in one command. @return DCM_ERROR */
int32_t dcm_given_twice(const char *keyword, const char *before, const char *now, dcm_error *error);

/** Refuses a keyword that stands twice among pairs of a keyword and a value.
 * @param words of one command; a last keyword may lack its value
 * @return DCM_OK or DCM_ERROR */
int32_t dcm_check_given_once(const char *const *words, size_t count, dcm_error *error);

#endif
