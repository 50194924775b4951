/* SPDX-License-Identifier: MIT */
/** @file
 * A library whose descriptions an input breaks: each seven bytes choose a field and its new value.
 *
 * Behind every array, model and library stand zeros as far as the host can be made to read by a
 * count and a size that it accepts; what a count is that is wrong by less, it cannot know. */
#ifndef DCM_TESTS_FUZZ_DESCRIPTIONS_H
#define DCM_TESTS_FUZZ_DESCRIPTIONS_H

#include <dcm/dcm.h>

#include "fuzz/fuzz.h"

/** Made well formed, then broken. Valid until the next call. */
const dcm_library *fuzz_library(const uint8_t *data, size_t size);

/** Its first model alone. */
const dcm_model *fuzz_model(const uint8_t *data, size_t size);

/** Uses all that a host that accepted a model relies on. */
void fuzz_use_model(const dcm_model *model);

#endif
