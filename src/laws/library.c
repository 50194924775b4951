/* SPDX-License-Identifier: MIT */
#include "laws/library.h"

#define DCM_LAW(model) extern const dcm_model model;
#include "laws/laws.def"
#undef DCM_LAW

#define DCM_LAW(model) &model,
static const dcm_model *const models[] = {
#include "laws/laws.def"
};
#undef DCM_LAW

static const dcm_library library = {
    .size = sizeof(dcm_library),
    .abi_version = DCM_ABI_VERSION,
    .name = "dcm",
    .version = DCM_PROJECT_VERSION,
    .model_count = sizeof models / sizeof models[0],
    .models = models,
};

const dcm_library *dcm_builtin_library_entry(const dcm_host *host) {
  (void)host;
  return &library;
}
