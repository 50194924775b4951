/* SPDX-License-Identifier: MIT */
/** @file
 * Versions, limits, status codes and log levels: what every other header of the contract needs.
 *
 * What holds for every function of either side:
 *  - The machine has pointers of 64 bits and doubles of IEEE 754.
 *  - Nothing is thrown, and nobody jumps or exits, through a function of the other side.
 *  - The floating-point environment is the host's: rounding, traps, and whether denormal numbers
 *    are flushed to zero. A library does not change it, also not when it is loaded. Hosts may put
 *    back what loading and init have changed, and look at nothing in compute.
 *  - Each side frees what it has allocated, and nothing else.
 *  - A struct that one side hands to the other begins with its size as that side was compiled, and
 *    nobody copies it by his own sizeof: the two may differ. */
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
#define DCM_NEWEST_MINOR 0u

/** The minor version that the code which includes these headers is compiled for. What is younger is
 * hidden from the compiler: whoever does not ask for more is a law or a host of version 1.0,
 * however new the headers are. */
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

/** In every word of flags, the bits that a reader who does not know them leaves aside: 16 to 30. A
 * reader who does not know one of the bits 0 to 15 refuses what carries it. Bit 31 is not used. */
#define DCM_MAY_BE_IGNORED 0x7fff0000u

/** Limits. A later version may raise each of them but that of fields; whoever is compiled for an
 * older version sees the older limit. */
enum {
  DCM_MOST_NAME = 64,       /**< bytes of a name, an id, a word or a symbol, with its final zero */
  DCM_MOST_TEXT = 1024,     /**< bytes of every other text, with its final zero */
  DCM_MOST_COUNT = 1024,    /**< models, parameters, options, words of an option */
  DCM_MOST_FIELDS = 32,     /**< history fields of a model; for ever */
  DCM_MOST_COMPONENTS = 64, /**< numbers that these fields are, together */
  DCM_MOST_QUANTITIES = 8,
  DCM_MOST_OUTPUTS = 16
};

/** Visibility of the one symbol that a library exports. */
#if defined(_WIN32)
#define DCM_EXPORT __declspec(dllexport)
#else
#define DCM_EXPORT __attribute__((visibility("default")))
#endif

/** Whether a struct that another may have compiled has a field: the size that it states covers it.
 * A law asks before it uses a field that is younger than the version which it can do without.
 * @param s     pointer to a struct that begins with its size
 * @param field its name */
#define DCM_HAS(s, field)                                                                          \
  ((size_t)((const char *)(&(s)->field + 1) - (const char *)(s)) <= (size_t)(s)->size)

/** What a function that can fail returns. */
enum {
  DCM_OK = 0,   /**< done */
  DCM_ERROR = 1 /**< not done; the reason went to the log callback with level DCM_LOG_ERROR */
};

/** How serious a message is. A level that a host does not know is DCM_LOG_INFO to it. */
enum {
  DCM_LOG_INFO = 0,    /**< worth a line in the host's log */
  DCM_LOG_WARNING = 1, /**< the run goes on; the user should know */
  DCM_LOG_ERROR = 2    /**< the call fails; this is the sentence the user reads */
};

/** Takes one message, a complete sentence without a line end. The callee copies what it keeps.
 * @param data    the log_data that came with the callback
 * @param level   one of DCM_LOG_*
 * @param message the sentence, UTF-8 without control characters */
typedef void (*dcm_log_function)(void *data, uint32_t level, const char *message);

#endif
