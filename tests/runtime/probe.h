/* SPDX-License-Identifier: MIT */
/** @file
 * A law for tests, which answers in the simplest way with what the runtime hands to it: fn = k xi -
 * vn, ft = c vt, couples -t w. It chooses its lever arms by options, persists beyond touching, and
 * has a state whose life needs a callback. Built into tests and as a shared object. */
#ifndef DCM_TESTS_RUNTIME_PROBE_H
#define DCM_TESTS_RUNTIME_PROBE_H

#include <dcm/dcm.h>
#include <math.h>

extern const dcm_model dcm_probe;

/** How many contacts have ended, in all instances. */
uint32_t dcm_probe_ended(void);

#endif
