/* SPDX-License-Identifier: MIT */
/* The step around the loop of bare_kernel.c. */
#include "bare.h"

#include "contacts/pair_step.c"
