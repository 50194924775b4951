/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fegetexcept */
#include "runtime/machine.h"

#include <dcm/dcm.h>
#include <string.h>

#ifndef DCM_BASELINE_NAME
#define DCM_BASELINE_NAME "baseline"
#endif
static const char *const names[DCM_ISA_COUNT] = {
    [DCM_ISA_BASELINE] = DCM_BASELINE_NAME, [DCM_ISA_V3] = "v3", [DCM_ISA_V4] = "v4"};

const char *dcm_isa_name(uint32_t isa) {
  return names[isa];
}

/* The features are those that cmake/InstructionSets.cmake compiles for. */
int dcm_isa_is_available(uint32_t isa) {
#ifdef DCM_HAS_X86_ISAS
  __builtin_cpu_init();
  const int v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                 __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const int v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl");
  const int available[DCM_ISA_COUNT] = {1, v3, v4};
  return isa < DCM_ISA_COUNT && available[isa];
#else
  return isa == DCM_ISA_BASELINE;
#endif
}

uint32_t dcm_isa_best(void) {
  uint32_t isa = DCM_ISA_COUNT - 1;
  while (!dcm_isa_is_available(isa))
    isa--;
  return isa;
}

int32_t dcm_isa_parse(const char *name, uint32_t *isa, dcm_error *error) {
  for (uint32_t i = 0; i < DCM_ISA_COUNT; i++)
    if (strcmp(name, names[i]) == 0) {
      *isa = i;
      return DCM_OK;
    }
  return dcm_fail(
      error, "there is no instruction set '%s': choose baseline, v3 (AVX2) or v4 (AVX-512)", name);
}

static uint32_t chosen = DCM_ISA_COUNT; /* not yet */

int32_t dcm_isa_use(const char *name, dcm_error *error) {
  uint32_t isa = dcm_isa_best();
  if (name && name[0] && dcm_isa_parse(name, &isa, error))
    return DCM_ERROR;
  if (!dcm_isa_is_available(isa))
    return dcm_fail(error,
                    "this processor does not have the instruction set '%s'; its best one is '%s'",
                    name, names[dcm_isa_best()]);
  chosen = isa;
  return DCM_OK;
}

uint32_t dcm_isa_in_use(void) {
  return chosen < DCM_ISA_COUNT ? chosen : dcm_isa_best();
}

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

void dcm_float_environment_warn(uint32_t changes, const char *who, dcm_log_function log,
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
