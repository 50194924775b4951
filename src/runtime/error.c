/* SPDX-License-Identifier: MIT */
#include "runtime/error.h"

#include <dcm/dcm.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int32_t dcm_fail(dcm_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  return DCM_ERROR;
}

void dcm_error_append(dcm_error *error, const char *format, ...) {
  const size_t used = strlen(error->text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text + used, sizeof error->text - used, format, arguments);
  va_end(arguments);
}

void dcm_error_log(void *error, uint32_t level, const char *message) {
  if (level == DCM_LOG_ERROR)
    dcm_fail(error, "%s", message);
}
