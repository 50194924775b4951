/* SPDX-License-Identifier: MIT */
/** @file
 * Versions, status codes and log levels: what every other header of the contract needs. */
#ifndef DCM_BASE_H
#define DCM_BASE_H

#include <stddef.h>
#include <stdint.h>

/** Version of the contract. A host and a library work together when their majors are equal; while
 * the major is 0 nothing is promised yet, and the minors must be equal too. */
#define DCM_ABI_MAJOR 0u
#define DCM_ABI_MINOR 3u

/** Both numbers in the one word that the structs carry. */
#define DCM_ABI_VERSION ((DCM_ABI_MAJOR << 16) | DCM_ABI_MINOR)
#define DCM_VERSION_MAJOR(version) ((version) >> 16)
#define DCM_VERSION_MINOR(version) ((version)&0xffffu)

/** Every array of a batch begins at a multiple of DCM_ALIGNMENT bytes and has room for a whole
 * number of DCM_LANES entries. */
#define DCM_ALIGNMENT 64
#define DCM_LANES 8

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

/** How serious a message is. */
enum {
  DCM_LOG_INFO = 0,    /**< worth a line in the host's log */
  DCM_LOG_WARNING = 1, /**< the run goes on; the user should know */
  DCM_LOG_ERROR = 2    /**< the call fails; this is the sentence the user reads */
};

/** Takes one message, a complete sentence without a line end. The callee copies what it keeps.
 * @param data    the log_data that came with the callback
 * @param level   one of DCM_LOG_*
 * @param message the sentence, UTF-8 */
typedef void (*dcm_log_function)(void *data, uint32_t level, const char *message);

#endif
