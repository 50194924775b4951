/* SPDX-License-Identifier: MIT */
/* A library whose one model lacks the function compute. */
#include <dcm/dcm.h>

#include "../../support/one_law.h"

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

DCM_LIBRARY_OF(model, "malformed", "1")
