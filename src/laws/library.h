/* SPDX-License-Identifier: MIT */
/** @file
 * The laws of this repository as one library. */
#ifndef DCM_LAWS_LIBRARY_H
#define DCM_LAWS_LIBRARY_H

#include <dcm/dcm.h>

/** Describes the built-in laws; a dcm_library_function. Where the laws are built as a shared object
 * of their own, dcm_library_entry is this function. */
const dcm_library *dcm_builtin_library_entry(const dcm_host *host);

/** Whether one of them has this name, with '/' for '-' or without. */
int dcm_is_builtin_law(const char *id);

/** Number of laws in laws.def. */
#define DCM_LAW(model) +1
enum {
  DCM_BUILTIN_LAW_COUNT = 0
#include "laws/laws.def"
};
#undef DCM_LAW

#endif
