/* SPDX-License-Identifier: MIT */
/** @file
 * A library is a shared object with models in it. This header says how a host meets a library. */
#ifndef DCM_LIBRARY_H
#define DCM_LIBRARY_H

#include "base.h"
#include "model.h"

/** Description of the host, for the library. Valid during the call of dcm_library_entry. The first
 * two fields never change, in no version of the contract. */
typedef struct dcm_host {
  uint32_t size;        /**< sizeof(dcm_host) of the host */
  uint32_t abi_version; /**< DCM_ABI_VERSION of the host */
  const char *name;     /**< for messages: "LAMMPS 4 Feb 2025" */
  dcm_log_function log; /**< never NULL */
  void *log_data;
} dcm_host;

/** Description of the library, for the host: constant data that live as long as the library is
 * loaded. A host may unload the library when the host has destroyed all instances and no longer
 * reads any description. The first two fields never change, in no version of the contract. */
typedef struct dcm_library {
  uint32_t size;                  /**< sizeof(dcm_library) of the library */
  uint32_t abi_version;           /**< DCM_ABI_VERSION of the library */
  const char *name;               /**< for messages: "dcm laws" */
  const char *version;            /**< the library's own version: "0.1.0" */
  uint32_t model_count;           /**< number of models, at least 1 */
  uint32_t flags;                 /**< 0 in this version */
  const dcm_model *const *models; /**< model_count pointers */
} dcm_library;
#define DCM_LIBRARY_LEAST_SIZE (offsetof(dcm_library, models) + sizeof(const dcm_model *const *))

/** The one symbol that a library exports, and the type of this function.
 *  - A host calls this function before any other function of the library.
 *  - Each host that opens the library calls this function, in one thread at a time. Several hosts
 * in one process may call it, and a host that opens the library again calls it again.
 *  - The function answers the same to all hosts of one version.
 *  - The symbol belongs to major version 1. Every other major has another symbol, so that no host
 * of another major calls this function.
 * @param host the host that loads the library
 * @return the library, or NULL after a sentence to host->log if it cannot serve this host */
typedef const dcm_library *(*dcm_library_function)(const dcm_host *host);
#define DCM_LIBRARY_SYMBOL "dcm_library_entry"

#ifdef __cplusplus
extern "C" {
#endif

DCM_EXPORT const dcm_library *dcm_library_entry(const dcm_host *host);

#ifdef __cplusplus
}
#endif

#endif
