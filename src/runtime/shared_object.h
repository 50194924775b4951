/* SPDX-License-Identifier: MIT */
/** @file
 * Files with code that a running process loads. */
#ifndef DCM_RUNTIME_SHARED_OBJECT_H
#define DCM_RUNTIME_SHARED_OBJECT_H

#include "runtime/error.h"

/** Loads a file after a check: the dynamic loader makes a bus error of a file that was cut short,
 * and waits at a pipe for ever. A file that was compiled again since it was loaded is loaded anew,
 * and what uses the older one keeps that.
 * @param path a name without a slash is a file of the working directory
 * @return for dlsym and dlclose; NULL with a sentence */
void *dcm_shared_object_open(const char *path, dcm_error *error);

#endif
