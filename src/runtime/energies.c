/* SPDX-License-Identifier: MIT */
#include "runtime/energies.h"

const char *const dcm_energy_names[DCM_LEDGER] = {
    "stored_normal",       "stored_tangential",     "stored_rolling",      "dissipated_normal",
    "dissipated_plastic",  "dissipated_tangential", "dissipated_sliding",  "dissipated_rolling",
    "dissipated_fracture", "dissipated_by_arms",    "dissipated_by_jumps",
};
