/* SPDX-License-Identifier: MIT */
/* The built-in laws as a library of their own, as one of a user's is. */
#include "laws/library.h"

const dcm_library *dcm_library_entry(const dcm_host *host) {
  return dcm_builtin_library_entry(host);
}
