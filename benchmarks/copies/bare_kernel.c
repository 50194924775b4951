/* SPDX-License-Identifier: MIT */
#include "bare.h"

#include "contacts/pair_kernel.c"
