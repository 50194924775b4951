/* SPDX-License-Identifier: MIT */
/* A library whose one model lacks the function compute. */
#include <dcm/dcm.h>

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  (void)setup;
  (void)instance;
  return DCM_OK;
}

static const dcm_model model = {.size = sizeof(dcm_model),
                                .id = "headless",
                                .title = "Lacks compute",
                                .reference = "none",
                                .init = init};
static const dcm_model *const models[] = {&model};
static const dcm_library library = {.size = sizeof(dcm_library),
                                    .abi_version = DCM_ABI_VERSION,
                                    .name = "malformed",
                                    .version = "1",
                                    .model_count = 1,
                                    .models = models};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  (void)host;
  return &library;
}
