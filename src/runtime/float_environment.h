/* SPDX-License-Identifier: MIT */
/** @file
 * The floating-point environment of a thread belongs to the host: the rounding, the traps, and
 * whether denormal numbers count as zero. A library that was linked with -Ofast changes the
 * environment of the thread that loads the library, and so all later results of this thread. */
#ifndef DCM_RUNTIME_FLOAT_ENVIRONMENT_H
#define DCM_RUNTIME_FLOAT_ENVIRONMENT_H

#include <dcm/dcm.h>
#include <fenv.h>

#include "runtime/error.h"

/** Changes of the environment. Flags of past exceptions do not count as changes. */
enum {
  DCM_FLOAT_FLUSHING = 1u << 0, /**< whether denormal numbers count as zero */
  DCM_FLOAT_ROUNDING = 1u << 1, /**< the direction, and on x86 the precision of the x87 unit */
  DCM_FLOAT_TRAPS = 1u << 2     /**< which errors end the process */
};

/** The environment of the calling thread. */
typedef struct dcm_float_environment {
  fenv_t whole;
  uint32_t control[4]; /**< flushing, rounding, traps, in words of the machine */
} dcm_float_environment;

dcm_float_environment dcm_float_environment_now(void);

/** Restores an earlier environment, in the thread of that environment.
 * @return DCM_FLOAT_* that had
 * changed */
uint32_t dcm_float_environment_restore(const dcm_float_environment *before);

/** Appends the changes to a sentence: "whether ..., and how ...".
 * @param changes DCM_FLOAT_* */
void dcm_float_environment_append(uint32_t changes, dcm_error *sentence);

/** Warns a user of changes that were undone; does nothing if changes is 0.
 * @param who the subject
 * of "changed", such as "the library './fast.so'" */
void dcm_float_environment_tell(uint32_t changes, const char *who, dcm_log_function log,
                                void *log_data);

#endif
