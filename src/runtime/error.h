/* SPDX-License-Identifier: MIT */
/** @file
 * The sentence that tells a user what was wrong. */
#ifndef DCM_RUNTIME_ERROR_H
#define DCM_RUNTIME_ERROR_H

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

#endif
