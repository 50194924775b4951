/* SPDX-License-Identifier: MIT */
#include "runtime/error.h"

#include <dcm/dcm.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>

#include "runtime/text.h"

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
