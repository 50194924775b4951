/* SPDX-License-Identifier: MIT */
/** @file
 * The floating-point environment of a thread, which is the host's: how it rounds, what traps, and
 * whether denormal numbers count as zero. A library that was linked with -Ofast changes it in the
 * thread that loads the library, and with it every result that this thread computes from then on.
 */
#ifndef DCM_RUNTIME_FLOAT_ENVIRONMENT_H
#define DCM_RUNTIME_FLOAT_ENVIRONMENT_H

#include <dcm/dcm.h>
#include <fenv.h>

#include "runtime/error.h"

/** What of it somebody has changed. Flags that tell what has happened are no part of it. */
enum {
  DCM_FLOAT_FLUSHING = 1u << 0, /**< whether denormal numbers count as zero */
  DCM_FLOAT_ROUNDING = 1u << 1, /**< the direction, and on x86 the precision of the x87 unit */
  DCM_FLOAT_TRAPS = 1u << 2     /**< which errors end the process */
};

/** That of the calling thread. */
typedef struct dcm_float_environment {
  fenv_t whole;
  uint32_t control[4]; /**< flushing, rounding, traps, in words of the machine */
} dcm_float_environment;

dcm_float_environment dcm_float_environment_now(void);

/** Puts back what differs from a moment before, in the thread of that moment.
 * @return DCM_FLOAT_* that did */
uint32_t dcm_float_environment_restore(const dcm_float_environment *before);

/** Appends what of it changed: "whether ..., and how ...".
 * @param changes DCM_FLOAT_* */
void dcm_float_environment_append(uint32_t changes, dcm_error *sentence);

/** Tells a user what was put back, as a warning; nothing if changes is 0.
 * @param who "the library './fast.so', when it was loaded,", the subject of "changed" */
void dcm_float_environment_tell(uint32_t changes, const char *who, dcm_log_function log,
                                void *log_data);

#endif
