/* SPDX-License-Identifier: MIT */
/** @file
 * Words and numbers of a text in memory, which need not end with a zero. For the files of this
 * folder alone. */
#ifndef DCM_SURFACE_SCAN_H
#define DCM_SURFACE_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/error.h"

typedef struct dcm_scan {
  const char *next, *end;
  size_t line;      /* of next, from 1 */
  const char *name; /* of the file, for messages */
  dcm_error *error;
} dcm_scan;

/** A part of the text. */
typedef struct dcm_word {
  const char *begin;
  size_t length;
} dcm_word;

/** Begins at the first line, behind the mark that some programs put before a text in UTF-8. */
dcm_scan dcm_scan_of(const char *text, size_t size, const char *name, dcm_error *error);

/** The next word of the line, without what separates words.
 * @return 0 at the end of the line or text */
int dcm_scan_word(dcm_scan *scan, dcm_word *word);

/** Goes to the beginning of the next line. @return 0 at the end of the text */
int dcm_scan_line(dcm_scan *scan);

/** The next word of the text, on this line or a later one. @return 0 at the end of the text */
int dcm_scan_any(dcm_scan *scan, dcm_word *word);

/** Whether a word is the given one, in letters of either case. */
int dcm_word_is(dcm_word word, const char *expected);

/** Reads the next word of the line as a finite number.
 * @param what  it is, for messages
 * @return DCM_OK, or DCM_ERROR after a sentence with the line */
int32_t dcm_scan_number(dcm_scan *scan, const char *what, double *number);

/** A sentence that begins with file and line. @return DCM_ERROR */
int32_t dcm_scan_fail(const dcm_scan *scan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** A word as messages show it: in a buffer, cut. */
typedef struct dcm_shown {
  char text[44];
} dcm_shown;
dcm_shown dcm_word_show(dcm_word word);

#endif
