/* SPDX-License-Identifier: MIT */
#include "cli/message.h"

#include <dcm/dcm.h>
#include <stdarg.h>
#include <stdio.h>

#include "runtime/error.h"
#include "runtime/text.h"

/** Prints a text as a line of the standard error. Texts come from files, libraries and command
 * lines, too, so control characters are escaped. */
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
  print_line(kinds[dcm_known_level(level)], message);
}
