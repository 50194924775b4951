/* SPDX-License-Identifier: MIT */
/* The step around the loop of inlined_kernel.c. */
#define DCM_COPY inlined
#include "names.h"

#include "contacts/pair_step.c"
