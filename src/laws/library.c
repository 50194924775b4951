/* SPDX-License-Identifier: MIT */
#include "laws/library.h"

#include "runtime/error.h"
#include "runtime/machine.h"

/* Each law is there once for each instruction set. */
#define DCM_DECLARE(model, isa) extern const dcm_model model##_##isa;
#define DCM_LAW(model) DCM_FOR_EACH_ISA(DCM_DECLARE, model)
#include "laws/laws.def"
#undef DCM_LAW

#define DCM_LAW(model) &model##_baseline,
static const dcm_model *const baseline[] = {
#include "laws/laws.def"
};
#undef DCM_LAW

#ifdef DCM_HAS_X86_ISAS
#define DCM_LAW(model) &model##_v3,
static const dcm_model *const v3[] = {
#include "laws/laws.def"
};
#undef DCM_LAW

#define DCM_LAW(model) &model##_v4,
static const dcm_model *const v4[] = {
#include "laws/laws.def"
};
#undef DCM_LAW
#endif

#define LIBRARY(version_text, isa)                                                                 \
  {.size = sizeof(dcm_library),                                                                    \
   .abi_version = DCM_ABI_VERSION,                                                                 \
   .name = "dcm",                                                                                  \
   .version = version_text,                                                                        \
   .model_count = sizeof isa / sizeof isa[0],                                                      \
   .models = isa},
static const dcm_library libraries[] = {DCM_FOR_EACH_ISA(LIBRARY, DCM_PROJECT_VERSION)};

const dcm_library *dcm_builtin_library_entry(const dcm_host *host) {
  (void)host;
  return &libraries[dcm_isa_in_use()];
}

int dcm_is_builtin_law(const char *id) {
  for (uint32_t i = 0; i < DCM_BUILTIN_LAW_COUNT; i++)
    if (dcm_is_same_law(baseline[i]->id, id))
      return 1;
  return 0;
}
