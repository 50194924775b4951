/* SPDX-License-Identifier: MIT */
/** @file
 * Versions, limits, status codes and log levels: what every other header of the contract needs.
 *
 * These rules hold for every function of either side, host and library:
 *  - The machine has pointers of 64 bits and doubles of IEEE 754.
 *  - No function throws, jumps or exits through a function of the other side.
 *  - The floating-point environment belongs to the host: rounding, traps, and whether denormal
 *    numbers are flushed to zero. A library does not change this environment, also not when the
 *    library is loaded. A host may put back what loading and init have changed. No host looks at
 *    the environment in compute.
 *  - Each side frees what it has allocated, and nothing else.
 *  - Host and library hand structs to each other. Each struct begins with its size, as the side
 *    that made the struct was compiled. Nobody copies such a struct by his own sizeof, because the
 *    two sizes may differ. */
#ifndef DCM_BASE_H
#define DCM_BASE_H

#include <stddef.h>
#include <stdint.h>

#if UINTPTR_MAX != UINT64_MAX
#error "the contract of contact laws is for machines with pointers of 64 bits"
#endif

/** Version of the contract. A host and a library work together when their majors are equal. */
#define DCM_ABI_MAJOR 1u

/** The youngest minor version that these headers know. */
#define DCM_NEWEST_MINOR 1u

/** The minor version for which the code that includes these headers is compiled. The headers hide
 * all younger declarations from the compiler. Code that does not ask for more is a law or a host of
 * version 1.0, however new the headers are. */
#ifndef DCM_TARGET_MINOR
#define DCM_TARGET_MINOR 0u
#endif
#if DCM_TARGET_MINOR > DCM_NEWEST_MINOR
#error "DCM_TARGET_MINOR asks for more than these headers know: use those of a newer version of dcm"
#endif
#define DCM_ABI_MINOR DCM_TARGET_MINOR

/** Both numbers in the one word that the structs carry. */
#define DCM_ABI_VERSION ((DCM_ABI_MAJOR << 16) | DCM_ABI_MINOR)
#define DCM_VERSION_MAJOR(version) ((version) >> 16)
#define DCM_VERSION_MINOR(version) ((version)&0xffffu)

/** Every array of a batch begins at a multiple of DCM_ALIGNMENT bytes and has room for a whole
 * number of DCM_LANES entries. Compilers build both numbers into laws and hosts: they never change.
 */
#define DCM_ALIGNMENT 64
#define DCM_LANES 8

/** Every word of flags has two kinds of bits. A reader ignores the bits 16 to 30 that he does not
 * know. A reader refuses a struct with a bit from 0 to 15 that he does not know. Bit 31 is not
 * used. */
#define DCM_MAY_BE_IGNORED 0x7fff0000u

/** Limits. A later version may raise each limit except DCM_MOST_FIELDS. Code that is compiled for
 * an older version sees the older limit. */
enum {
  DCM_MOST_NAME = 64,       /**< bytes of a name, an id, a word or a symbol, with its final zero */
  DCM_MOST_TEXT = 1024,     /**< bytes of every other text, with its final zero */
  DCM_MOST_COUNT = 1024,    /**< models, parameters, options, words of an option */
  DCM_MOST_FIELDS = 32,     /**< history fields of a model; for ever */
  DCM_MOST_COMPONENTS = 64, /**< numbers in all these fields together */
  DCM_MOST_QUANTITIES = 8,
  DCM_MOST_OUTPUTS = 16
};

/** Visibility of the one symbol that a library exports. */
#if defined(_WIN32)
#define DCM_EXPORT __declspec(dllexport)
#else
#define DCM_EXPORT __attribute__((visibility("default")))
#endif

/** True when a struct has a field: the size that the struct states covers the field. The other side
 * may have compiled the struct for an older version. A law asks before it uses a field that is
 * younger than the oldest version with which the law can work.
 * @param s     pointer to a struct that begins with its size
 * @param field name of the field */
#define DCM_HAS(s, field)                                                                          \
  ((size_t)((const char *)(&(s)->field + 1) - (const char *)(s)) <= (size_t)(s)->size)

/** Status that a function returns when it can fail. */
enum {
  DCM_OK = 0,   /**< done */
  DCM_ERROR = 1 /**< not done; the log callback got the reason with level DCM_LOG_ERROR */
};

/** Levels of a message. A host treats a level that it does not know as DCM_LOG_INFO. */
enum {
  DCM_LOG_INFO = 0,    /**< worth a line in the host's log */
  DCM_LOG_WARNING = 1, /**< the run goes on; the user should know */
  DCM_LOG_ERROR = 2    /**< the call fails; this is the sentence the user reads */
};

/** Takes one message, a complete sentence without a line end. The callee copies any text that it
 * keeps.
 * @param data    the log_data that came with the callback
 * @param level   one of DCM_LOG_*
 * @param message the sentence, UTF-8 without control characters */
typedef void (*dcm_log_function)(void *data, uint32_t level, const char *message);

#endif
