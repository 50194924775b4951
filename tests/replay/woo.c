/* SPDX-License-Identifier: MIT */
#include "replay/replay.h"
report replay_woo_law(const table *t) { (void)t; return (report){.law="none"}; }
report replay_woo_free(const table *t) { (void)t; return (report){.law="none"}; }
