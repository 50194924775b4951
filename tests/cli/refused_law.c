/* SPDX-License-Identifier: MIT */
/** @file
 * A library with a law that no host of this version can run, and a neighbour of it that is sound.
 */
#include "../support/one_law.h"

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  (void)setup;
  (void)instance;
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  (void)instance;
  (void)contacts;
  (void)response;
  return DCM_ERROR;
}

static const dcm_model refused = {.size = sizeof(dcm_model),
                                  .id = "of-tomorrow",
                                  .title = "Needs what no host has",
                                  .reference = "none",
                                  .needs = 1u << 0,
                                  .init = init,
                                  .compute = compute};

static const dcm_model sound = {.size = sizeof(dcm_model),
                                .id = "of-today",
                                .title = "Its neighbour",
                                .reference = "none",
                                .init = init,
                                .compute = compute};

DCM_LIBRARY_OF_LAWS("two laws", "1", &refused, &sound)
