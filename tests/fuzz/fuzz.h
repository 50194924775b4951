/* SPDX-License-Identifier: MIT */
/** @file
 * Functions that a fuzz target offers, to libFuzzer or to the program of main.c, and functions that
 * the target may use. */
#ifndef DCM_TESTS_FUZZ_FUZZ_H
#define DCM_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/** Tries one input. It must return whatever the input is, and abort where a promise is broken.
 * @return 0 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** A promise of the code under test. */
#define fuzz_promise(condition)                                                                    \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition);              \
      abort();                                                                                     \
    }                                                                                              \
  } while (0)

/** Reads an input piece by piece; at its end all is zero. */
typedef struct fuzz_bytes {
  const uint8_t *next;
  size_t left;
} fuzz_bytes;

static inline uint8_t fuzz_byte(fuzz_bytes *bytes) {
  if (bytes->left == 0)
    return 0;
  bytes->left--;
  return *bytes->next++;
}

static inline uint32_t fuzz_word(fuzz_bytes *bytes) {
  uint32_t word = 0;
  for (int i = 0; i < 4; i++)
    word = word << 8 | fuzz_byte(bytes);
  return word;
}

#endif
