/* SPDX-License-Identifier: MIT */
/** @file
 * Stand-ins for what WebAssembly has not, included before each source of dcm. Laws and driver
 * are one module, which loads no libraries, so the size of pointers is nobody else's affair. */
#include <stdint.h>

#undef UINTPTR_MAX
#define UINTPTR_MAX UINT64_MAX

/* In the place of <dlfcn.h>. */
#define _DLFCN_H 1
static inline void *dlsym(void *handle, const char *name) {
  (void)handle, (void)name;
  return 0;
}
static inline int dlclose(void *handle) {
  (void)handle;
  return 0;
}
