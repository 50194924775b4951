/* SPDX-License-Identifier: MIT */
/* A library of another version of the contract, given as ABI_VERSION. Nothing but the two fields
 * that every version has is right in it; a host that read on would crash. */
#include <dcm/dcm.h>

static const dcm_library library = {.size = 8,
                                    .abi_version = ABI_VERSION,
                                    .name = (const char *)1,
                                    .version = (const char *)1,
                                    .model_count = 1000,
                                    .models = (const dcm_model *const *)1};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  (void)host;
  return &library;
}
