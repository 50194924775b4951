/* SPDX-License-Identifier: MIT */
/* Copies of built-in laws as an author's shared object, compiled from the same files. */
#include <dcm/dcm.h>

#include "numeric/simd.h"

#define OWN(model) DCM_ISA_NAME(model)
extern const dcm_model OWN(dcm_hertz_mindlin), OWN(dcm_heat), OWN(dcm_jkr_exact), OWN(dcm_linear),
    OWN(dcm_liquid_bridge);

static const dcm_model *const models[] = {&OWN(dcm_hertz_mindlin), &OWN(dcm_heat),
                                          &OWN(dcm_jkr_exact), &OWN(dcm_linear),
                                          &OWN(dcm_liquid_bridge)};
static const dcm_library library = {.size = sizeof(dcm_library),
                                    .abi_version = DCM_ABI_VERSION,
                                    .name = "own laws",
                                    .version = "1",
                                    .model_count = sizeof models / sizeof models[0],
                                    .models = models};

DCM_EXPORT const dcm_library *dcm_library_entry(const dcm_host *host) {
  (void)host;
  return &library;
}
