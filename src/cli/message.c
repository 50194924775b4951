/* SPDX-License-Identifier: MIT */
#include "cli/message.h"

#include <dcm/dcm.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime/text.h"

/** A text as a line of the standard error. Of what comes from files, libraries and command lines
 * nothing reaches a terminal that it would obey. */
static void print_line(const char *kind, const char *text) {
  fflush(stdout);
  fprintf(stderr, "dcm: %s: ", kind);
  char shown[5];
  for (size_t length; (length = dcm_text_show(text, shown)) > 0; text += length)
    fputs(shown, stderr);
  fputc('\n', stderr);
}

static void print(const char *kind, const char *format, va_list arguments) {
  char text[8192];
  vsnprintf(text, sizeof text, format, arguments);
  print_line(kind, text);
}

int message_failure(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("error", format, arguments);
  va_end(arguments);
  return EXIT_FAILED;
}

int message_misuse(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("error", format, arguments);
  va_end(arguments);
  return EXIT_MISUSED;
}

void message_warning(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("warning", format, arguments);
  va_end(arguments);
}

void message_hint(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("hint", format, arguments);
  va_end(arguments);
}

void message_log(void *data, uint32_t level, const char *message) {
  (void)data;
  static const char *const kinds[] = {"note", "warning", "error"};
  print_line(kinds[level <= DCM_LOG_ERROR ? level : DCM_LOG_ERROR], message);
}

enum { LONGEST_WORD = 63 };

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

static size_t distance(const char *a, const char *b) {
  const size_t m = strlen(a);
  const size_t n = strlen(b);
  if (m > LONGEST_WORD || n > LONGEST_WORD)
    return SIZE_MAX;
  size_t d[LONGEST_WORD + 1][LONGEST_WORD + 1];
  for (size_t i = 0; i <= m; i++)
    d[i][0] = i;
  for (size_t j = 0; j <= n; j++)
    d[0][j] = j;
  for (size_t i = 1; i <= m; i++)
    for (size_t j = 1; j <= n; j++) {
      d[i][j] =
          least(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]), least(d[i - 1][j], d[i][j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[m][n];
}

const char *nearest_word(const char *word, word_function words, const void *context, size_t count) {
  const char *nearest = NULL;
  /* More than a third of the letters wrong is another word. */
  size_t best = strlen(word) / 3 + 2;
  for (size_t i = 0; i < count; i++) {
    const char *candidate = words(context, i);
    /* A word that was cut short, if enough of it is left to mean something. */
    const int begins = strlen(word) >= 3 && strncmp(word, candidate, strlen(word)) == 0;
    const size_t d = begins ? 1 : distance(word, candidate);
    if (d < best) {
      best = d;
      nearest = candidate;
    }
  }
  return nearest;
}
