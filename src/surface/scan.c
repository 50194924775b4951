/* SPDX-License-Identifier: MIT */
#include "surface/scan.h"

#include <dcm/base.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/error.h"

dcm_scan dcm_scan_of(const char *text, size_t size, const char *name, dcm_error *error) {
  static const char mark[] = "\xef\xbb\xbf";
  const size_t skipped = size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
  return (dcm_scan){text + skipped, text + size, 1, name, error};
}

static int separates(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

int dcm_scan_word(dcm_scan *scan, dcm_word *word) {
  const char *p = scan->next;
  while (p < scan->end && separates(*p))
    p++;
  word->begin = p;
  while (p < scan->end && !separates(*p) && *p != '\n')
    p++;
  word->length = (size_t)(p - word->begin);
  scan->next = p;
  return word->length > 0;
}

int dcm_scan_line(dcm_scan *scan) {
  const char *end = memchr(scan->next, '\n', (size_t)(scan->end - scan->next));
  if (!end) {
    scan->next = scan->end;
    return 0;
  }
  scan->next = end + 1;
  scan->line++;
  return scan->next < scan->end;
}

int dcm_scan_any(dcm_scan *scan, dcm_word *word) {
  while (!dcm_scan_word(scan, word))
    if (scan->next == scan->end || !dcm_scan_line(scan))
      return 0;
  return 1;
}

int dcm_word_is(dcm_word word, const char *expected) {
  if (word.length != strlen(expected))
    return 0;
  for (size_t n = 0; n < word.length; n++) {
    const char c = word.begin[n];
    if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != expected[n])
      return 0;
  }
  return 1;
}

dcm_shown dcm_word_show(dcm_word word) {
  dcm_shown shown;
  const size_t most = sizeof shown.text - 4, length = word.length < most ? word.length : most;
  memcpy(shown.text, word.begin, length);
  /* A zero would end the text. */
  for (size_t n = 0; n < length; n++)
    if (shown.text[n] == '\0')
      shown.text[n] = '\1';
  snprintf(shown.text + length, sizeof shown.text - length, "%s",
           length < word.length ? "..." : "");
  return shown;
}

int32_t dcm_scan_fail(const dcm_scan *scan, const char *format, ...) {
  char text[sizeof scan->error->text];
  va_list arguments;
  va_start(arguments, format);
  dcm_text_print_list(text, sizeof text, format, arguments);
  va_end(arguments);
  return dcm_fail(scan->error, "%s:%zu: %s", scan->name, scan->line, text);
}

/** Reads a number as strtod knows numbers, with all of the word. */
static int read_all(dcm_word word, double *number) {
  char text[512];
  if (word.length >= sizeof text)
    return 0;
  memcpy(text, word.begin, word.length);
  text[word.length] = '\0';
  char *end;
  *number = dcm_text_number(text, &end);
  return end == text + word.length;
}

int32_t dcm_scan_number(dcm_scan *scan, const char *what, double *number) {
  dcm_word word;
  if (!dcm_scan_word(scan, &word))
    return dcm_scan_fail(scan, "the line ends where %s should be", what);
  if (!read_all(word, number))
    return dcm_scan_fail(scan, "'%s' should be %s, a number", dcm_word_show(word).text, what);
  if (!isfinite(*number))
    return dcm_scan_fail(scan, "%s is '%s'; it must be finite", what, dcm_word_show(word).text);
  return DCM_OK;
}
