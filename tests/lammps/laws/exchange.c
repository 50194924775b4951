/* SPDX-License-Identifier: MIT */
/* The law of support/exchange_law.h as a library. */
#include "../../support/exchange_law.h"
#include "../../support/one_law.h"

DCM_LIBRARY_OF(exchange, "laws for tests of quantities", "1.0")
