/* SPDX-License-Identifier: MIT */
/** @file
 * Descriptions of a library: refused with a sentence, or fit for use. */
#include "runtime/library.h"
#include "fuzz/descriptions.h"

static const dcm_library *broken;

static const dcm_library *entry(const dcm_host *host) {
  host->log(host->log_data, DCM_LOG_INFO, NULL);
  return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  dcm_error error = {0};
  const dcm_host host = {.size = sizeof host,
                         .abi_version = DCM_ABI_VERSION,
                         .name = "a fuzzer",
                         .log = dcm_error_log,
                         .log_data = &error};
  broken = fuzz_library(data, size);
  dcm_loaded_library *library;
  if (dcm_library_open_linked(entry, &host, &library, &error)) {
    fuzz_promise(error.text[0]);
    return 0;
  }
  const dcm_library *description = dcm_library_description(library);
  for (uint32_t i = 0; i < description->model_count; i++) {
    fuzz_promise(dcm_library_find(library, description->models[i]->id, &error) ==
                 description->models[i]);
    fuzz_use_model(description->models[i]);
  }
  fuzz_promise(!dcm_library_find(library, "no-such-law", &error));
  dcm_library_close(library);
  return 0;
}
