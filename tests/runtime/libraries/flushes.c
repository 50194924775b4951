/* SPDX-License-Identifier: MIT */
/* Sets the bits that crtfastmath.o, which some compilers link to a library for -Ofast, sets where
 * the library is loaded, and again where it is unloaded. */
#include <stdint.h>

__attribute__((constructor, destructor)) static void flush(void) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040u);
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" : : "r"(control | 1u << 24));
#endif
}
