/* SPDX-License-Identifier: MIT */
/** @file
 * For a copy of the loop over pairs to which no law has quantities: the compiler sees a 0 and
 * leaves out what is done for them. */
#ifndef DCM_BENCHMARKS_COPIES_BARE_H
#define DCM_BENCHMARKS_COPIES_BARE_H

#define DCM_COPY bare
#include "names.h"

#include "runtime/law.h"

/* law->quantity_count becomes law->instance.size % 1u. */
#define quantity_count instance.size % 1u

#endif
