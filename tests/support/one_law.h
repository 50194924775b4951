/* SPDX-License-Identifier: MIT */
/** @file
 * The end of a file with laws for tests: their library. */
#ifndef DCM_TESTS_SUPPORT_ONE_LAW_H
#define DCM_TESTS_SUPPORT_ONE_LAW_H

#include <dcm/dcm.h>

/* Version of the contract; a test may want a library of another version. */
#ifndef ONE_LAW_VERSION
#define ONE_LAW_VERSION DCM_ABI_VERSION
#endif

#define DCM_LIBRARY_OF(law, library_name, library_version)                                         \
  DCM_LIBRARY_OF_LAWS(library_name, library_version, &law)

#define DCM_LIBRARY_OF_LAWS(library_name, library_version, ...)                                    \
  static const dcm_model *const models[] = {__VA_ARGS__};                                          \
  static const dcm_library library = {.size = sizeof(dcm_library),                                 \
                                      .abi_version = ONE_LAW_VERSION,                              \
                                      .name = library_name,                                        \
                                      .version = library_version,                                  \
                                      .model_count = sizeof models / sizeof models[0],             \
                                      .models = models};                                           \
  const dcm_library *dcm_library_entry(const dcm_host *host) {                                     \
    (void)host;                                                                                    \
    return &library;                                                                               \
  }

#endif
