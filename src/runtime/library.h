/* SPDX-License-Identifier: MIT */
/** @file
 * Loading a library of contact laws and finding laws in it. */
#ifndef DCM_RUNTIME_LIBRARY_H
#define DCM_RUNTIME_LIBRARY_H

#include <dcm/dcm.h>

#include "runtime/error.h"

/** A library in memory: a shared object, or laws linked into the program. */
typedef struct dcm_loaded_library dcm_loaded_library;

/** Loads a shared object and checks the description of the library and of all models. If the load
 * changes the floating-point environment, the function restores the environment and warns the
 * host's log.
 * @param path    path of the file; a name without a slash is a file of the working directory
 * @param host    copied; the pointers in the host must live as long as the library
 * @param library receives the library, to be closed by dcm_library_close
 * @return DCM_OK, or DCM_ERROR: no such file, not a shared object, no symbol dcm_library_entry,
 * another version of the contract, or a malformed description. Nothing stays loaded then. */
int32_t dcm_library_open(const char *path, const dcm_host *host, dcm_loaded_library **library,
                         dcm_error *error);

/** Wraps laws that are linked into the program; otherwise as dcm_library_open.
 * @param entry the function that a library would export as dcm_library_entry */
int32_t dcm_library_open_linked(dcm_library_function entry, const dcm_host *host,
                                dcm_loaded_library **library, dcm_error *error);

/** Unloads. All instances of its models must have been destroyed. NULL is allowed. */
void dcm_library_close(dcm_loaded_library *library);

/** The entry function of the library. */
dcm_library_function dcm_library_entry_of(const dcm_loaded_library *library);

/** The changes of the floating-point environment that were undone after the load, DCM_FLOAT_*. */
uint32_t dcm_library_float_changes(const dcm_loaded_library *library);

/** The description of the library, with the models that this host can run; lives until
 * dcm_library_close. */
const dcm_library *dcm_library_description(const dcm_loaded_library *library);

/** Why this host does not run a law of the library, for each such law, i from 0 on; then NULL. */
const char *dcm_library_refusal(const dcm_loaded_library *library, uint32_t i);

/** The model of this name, its id with '/' for '-' or without, or NULL with a sentence: why this
 * host does not run the model, or which models there are. */
const dcm_model *dcm_library_find(const dcm_loaded_library *library, const char *id,
                                  dcm_error *error);

#endif
