/* SPDX-License-Identifier: MIT */
/** @file
 * Descriptions of a model: refused with a sentence, or fit for use. */
#include "runtime/model.h"
#include "fuzz/descriptions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const dcm_model *model = fuzz_model(data, size);
  dcm_error error = {0};
  if (!dcm_model_has_id(model))
    return 0;
  if (dcm_model_check(model, DCM_ABI_VERSION, "a fuzzer", &error) == DCM_OK)
    fuzz_use_model(model);
  else
    fuzz_promise(error.text[0]);
  return 0;
}
