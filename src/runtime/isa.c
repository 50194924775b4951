/* SPDX-License-Identifier: MIT */
#include "runtime/isa.h"

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
