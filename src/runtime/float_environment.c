/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fegetexcept */
#include "runtime/float_environment.h"

enum { FLUSHING, ROUNDING, X87, TRAPS };

dcm_float_environment dcm_float_environment_now(void) {
  dcm_float_environment e = {.control = {0}};
  fegetenv(&e.whole);
#if defined(__x86_64__)
  enum { ZERO_DENORMALS = 1 << 6, MASKS = 0x3f << 7, DIRECTION = 3 << 13, FLUSH_TO_ZERO = 1 << 15 };
  const uint32_t sse = e.whole.__mxcsr, x87 = e.whole.__control_word;
  e.control[FLUSHING] = sse & (ZERO_DENORMALS | FLUSH_TO_ZERO);
  e.control[ROUNDING] = sse & DIRECTION;
  e.control[X87] = x87 & 0xf00u; /* its direction and its precision */
  e.control[TRAPS] = (sse & MASKS) | (x87 & 0x3fu);
#elif defined(__aarch64__)
  const uint32_t control = e.whole.__fpcr;
  e.control[FLUSHING] = control & 1u << 24;
  e.control[ROUNDING] = control & 3u << 22;
  e.control[TRAPS] = control & 0x1fu << 8;
#else /* such as RISC-V, which neither flushes nor traps */
  e.control[ROUNDING] = (uint32_t)fegetround();
#ifdef __GLIBC__
  e.control[TRAPS] = (uint32_t)fegetexcept();
#endif
#endif
  return e;
}

uint32_t dcm_float_environment_restore(const dcm_float_environment *before) {
  const dcm_float_environment now = dcm_float_environment_now();
  const uint32_t *a = before->control, *b = now.control;
  const uint32_t changes = (a[FLUSHING] != b[FLUSHING] ? DCM_FLOAT_FLUSHING : 0u) |
                           (a[ROUNDING] != b[ROUNDING] ? DCM_FLOAT_ROUNDING : 0u) |
                           (a[X87] != b[X87] ? DCM_FLOAT_ROUNDING : 0u) |
                           (a[TRAPS] != b[TRAPS] ? DCM_FLOAT_TRAPS : 0u);
  if (changes)
    fesetenv(&before->whole);
  return changes;
}

void dcm_float_environment_append(uint32_t changes, dcm_error *sentence) {
  static const char *const texts[] = {"whether numbers below 2.2e-308 count as zero",
                                      "how results are rounded",
                                      "which floating-point errors end the process"};
  const char *between = "";
  for (uint32_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    if (changes >> i & 1u) {
      dcm_error_append(sentence, "%s%s", between, texts[i]);
      between = ", and ";
    }
}

void dcm_float_environment_tell(uint32_t changes, const char *who, dcm_log_function log,
                                void *log_data) {
  dcm_error sentence;
  if (!changes)
    return;
  dcm_fail(&sentence, "%s changed how this process computes: ", who);
  dcm_float_environment_append(changes, &sentence);
  dcm_error_append(&sentence, "; dcm has undone this change, so all other results stay as they "
                              "were; the author of the library should ");
  dcm_error_append(&sentence, "%s",
                   changes & DCM_FLOAT_FLUSHING
                       ? "link the library without -Ofast and -ffast-math, because these options "
                         "add crtfastmath.o"
                       : "not change the floating-point environment");
  log(log_data, DCM_LOG_WARNING, sentence.text);
}
