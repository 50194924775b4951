/* SPDX-License-Identifier: MIT */
/** @file
 * The laws of this repository as one library. */
#ifndef DCM_LAWS_LIBRARY_H
#define DCM_LAWS_LIBRARY_H

#include <dcm/dcm.h>

/** Describes the built-in laws; a dcm_library_function. In a shared object with only these laws
 * dcm_library_entry is this function. */
const dcm_library *dcm_builtin_library_entry(const dcm_host *host);

/** Whether a built-in law has this name, written with '-' or with '/'. */
int dcm_is_builtin_law(const char *id);

/** Number of laws in laws.def. */
#define DCM_LAW(model) +1
enum {
  DCM_BUILTIN_LAW_COUNT = 0
#include "laws/laws.def"
};
#undef DCM_LAW

#endif
