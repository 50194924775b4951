/* SPDX-License-Identifier: MIT */
/** @file
 * Files with code that come into the process while it runs. */
#ifndef DCM_RUNTIME_SHARED_OBJECT_H
#define DCM_RUNTIME_SHARED_OBJECT_H

#include "runtime/error.h"

/** Loads a file after a look at what it is, for of some the dynamic loader makes a bus error, and
 * at others it waits for ever: one that was cut short, a pipe.
 * @param path one without a slash is looked for in the working directory only
 * @return for dlsym and dlclose; NULL with a sentence */
void *dcm_shared_object_open(const char *path, dcm_error *error);

#endif
