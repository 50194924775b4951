/* SPDX-License-Identifier: MIT */
/* The step around the loop of kernel.c. */
#include "names.h"

#include "contacts/pair_step.c"
