/* SPDX-License-Identifier: MIT */
#include "runtime/error.h"

#include <dcm/dcm.h>
#include <locale.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Writes from a place of the text on. Names in sentences come from files and libraries, and may
 * have any bytes. */
static void write_at(dcm_error *error, size_t used, const char *format, va_list arguments) {
  char raw[sizeof error->text], shown[5];
  dcm_text_print_list(raw, sizeof raw, format, arguments);
  const char *next = raw;
  for (size_t length; (length = dcm_text_show(next, shown)) > 0; next += length) {
    if (used + strlen(shown) >= sizeof error->text)
      break;
    memcpy(error->text + used, shown, strlen(shown));
    used += strlen(shown);
  }
  error->text[used] = '\0';
}

int32_t dcm_fail(dcm_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_at(error, 0, format, arguments);
  va_end(arguments);
  return DCM_ERROR;
}

void dcm_error_append(dcm_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_at(error, strlen(error->text), format, arguments);
  va_end(arguments);
}

void dcm_error_append_nearest(dcm_error *error, const char *nearest, const char *what) {
  if (nearest)
    dcm_error_append(error, "; did you mean '%s'? The %s are:", nearest, what);
  else
    dcm_error_append(error, "; the %s are:", what);
}

void dcm_error_log(void *error, uint32_t level, const char *message) {
  if (level == DCM_LOG_ERROR)
    dcm_fail(error, "%s", message);
}

void dcm_law_log_take(void *law_log, uint32_t level, const char *message) {
  dcm_law_log *l = law_log;
  if (!message)
    message = "(a message without text)";
  while (__atomic_test_and_set(&l->busy, __ATOMIC_ACQUIRE))
    sched_yield();
  if (level == DCM_LOG_ERROR)
    dcm_fail(&l->reason, "%s", message);
  else
    l->log(l->log_data, dcm_known_level(level), message);
  __atomic_clear(&l->busy, __ATOMIC_RELEASE);
}

int32_t dcm_given_twice(const char *keyword, const char *before, const char *now,
                        dcm_error *error) {
  return dcm_fail(error, "'%s' is given twice in one command, as '%s' and as '%s': leave one out",
                  keyword, before, now);
}

int32_t dcm_check_given_once(const char *const *words, size_t count, dcm_error *error) {
  for (size_t now = 2; now + 1 < count; now += 2)
    for (size_t before = 0; before < now; before += 2)
      if (strcmp(words[before], words[now]) == 0)
        return dcm_given_twice(words[now], words[before + 1], words[now + 1], error);
  return DCM_OK;
}

void *dcm_text_begin_point(void) {
  const locale_t point = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return point ? uselocale(point) : NULL;
}

void dcm_text_end_point(void *before) {
  if (before)
    freelocale(uselocale(before));
}

double dcm_text_number(const char *text, char **end) {
  void *before = dcm_text_begin_point();
  const double number = strtod(text, end);
  dcm_text_end_point(before);
  return number;
}

int dcm_text_write(FILE *stream, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  void *before = dcm_text_begin_point();
  const int length = vfprintf(stream, format, arguments);
  dcm_text_end_point(before);
  va_end(arguments);
  return length;
}

int dcm_text_print_list(char *text, size_t room, const char *format, va_list arguments) {
  void *before = dcm_text_begin_point();
  const int length = vsnprintf(text, room, format, arguments);
  dcm_text_end_point(before);
  return length;
}

int dcm_text_print(char *text, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = dcm_text_print_list(text, room, format, arguments);
  va_end(arguments);
  return length;
}

void dcm_text_of_number(double number, int least_digits, char text[DCM_NUMBER_TEXT]) {
  for (int digits = least_digits; digits <= 17; digits++) {
    dcm_text_print(text, DCM_NUMBER_TEXT, "%.*g", digits, number);
    if (dcm_text_number(text, NULL) == number)
      break;
  }
}

size_t dcm_text_character(const char *text) {
  const unsigned char *byte = (const unsigned char *)text;
  if (byte[0] < 0x80)
    return byte[0] >= 0x20 && byte[0] != 0x7f;
  const size_t length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
  /* The least code of each length: a lesser code has a shorter form. */
  static const uint32_t least[] = {[2] = 0x80, [3] = 0x800, [4] = 0x10000};
  if (byte[0] < 0xc0 || byte[0] > 0xf4)
    return 0;
  uint32_t code = byte[0] & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((byte[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (byte[i] & 0x3fu);
  }
  const int is_surrogate = code >= 0xd800 && code <= 0xdfff;
  const int controls = code < 0xa0;
  return code >= least[length] && code <= 0x10ffff && !is_surrogate && !controls ? length : 0;
}

size_t dcm_text_show(const char *text, char shown[5]) {
  const size_t length = dcm_text_character(text);
  memcpy(shown, text, length);
  shown[length] = '\0';
  if (length > 0 || !*text)
    return length;
  snprintf(shown, 5, "\\x%02x", (unsigned)(unsigned char)*text);
  return 1;
}

int dcm_text_is_plain(const char *text) {
  size_t length;
  while ((length = dcm_text_character(text)) > 0)
    text += length;
  return !*text;
}

int dcm_text_fits(const char *text, size_t most) {
  /* The end is found first, because the last bytes may begin a character that needs more bytes. */
  return text && memchr(text, '\0', most) && dcm_text_is_plain(text);
}

enum { LONGEST_WORD = 63 };

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

size_t dcm_word_distance(const char *a, const char *b) {
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

const char *dcm_nearest_word(const char *word, dcm_word_function words, const void *context,
                             size_t count) {
  const char *nearest = NULL;
  /* More than a third of the letters wrong is another word. */
  const size_t third = strlen(word) / 3;
  size_t best = (third > 1 ? third : 1) + 1;
  for (size_t i = 0; i < count; i++) {
    const char *candidate = words(context, i);
    /* A word that was cut short, if enough of it is left to mean something. */
    const int begins = strlen(word) >= 3 && strncmp(word, candidate, strlen(word)) == 0;
    const size_t d = begins ? 1 : dcm_word_distance(word, candidate);
    if (d < best) {
      best = d;
      nearest = candidate;
    }
  }
  return nearest;
}

int dcm_is_same_law(const char *name, const char *other) {
  const char *a = name, *b = other;
  for (; (*a == '/' ? '-' : *a) == (*b == '/' ? '-' : *b); a++, b++)
    if (!*a)
      return 1;
  return 0;
}
