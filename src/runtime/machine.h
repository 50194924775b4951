/* SPDX-License-Identifier: MIT */
/** @file
 * The machine: instruction sets, and the floating-point environment.
 *
 * Loops are compiled for several instruction sets, and the best set runs. All sets compute the same
 * numbers, to the last bit, and differ in speed. */
#ifndef DCM_RUNTIME_MACHINE_H
#define DCM_RUNTIME_MACHINE_H

#include <dcm/dcm.h>
#include <fenv.h>
#include <stdint.h>

#include "runtime/error.h"

/** The sets that loops may have been compiled for, slowest first. */
enum {
  DCM_ISA_BASELINE = 0, /**< what every processor of the kind has: SSE2 on x86-64 */
  DCM_ISA_V3 = 1,       /**< AVX2: x86-64 since about 2013 */
  DCM_ISA_V4 = 2,       /**< AVX-512 */
  DCM_ISA_COUNT = 3
};

/** Users force a set with this environment variable. Programs read the variable; the runtime does
 * not. */
#define DCM_ISA_VARIABLE "DCM_ISA"

/** "baseline", "v3" or "v4". */
const char *dcm_isa_name(uint32_t isa);

/** Whether this processor has the set and loops were compiled for it. */
int dcm_isa_is_available(uint32_t isa);

/** The fastest that is available. */
uint32_t dcm_isa_best(void);

/** @param isa receives the set with this name, whether available or not
 * @return DCM_OK, or DCM_ERROR with a sentence that lists the names */
int32_t dcm_isa_parse(const char *name, uint32_t *isa, dcm_error *error);

/** Makes dcm_isa_in_use answer the set with this name. One thread calls the function, before laws
 * are opened.
 * @param name NULL or empty for the best
 * @return DCM_OK, or DCM_ERROR with a sentence: no such name, or not available; then nothing
 *         changes */
int32_t dcm_isa_use(const char *name, dcm_error *error);

/** The set in use: the best, unless dcm_isa_use chose another. */
uint32_t dcm_isa_in_use(void);

/* A source file defines some functions once for each set, see dcm_add_per_isa in
 * cmake/InstructionSets.cmake and DCM_ISA_NAME. */
#if defined(__x86_64__) && !defined(__ILP32__) && defined(__GNUC__) && !defined(DCM_BASELINE_ONLY)
#define DCM_HAS_X86_ISAS 1
#endif

/** X(symbol, set) for each set that loops are compiled for, in the order of DCM_ISA_*. */
#ifdef DCM_HAS_X86_ISAS
#define DCM_FOR_EACH_ISA(X, symbol) X(symbol, baseline) X(symbol, v3) X(symbol, v4)
#define DCM_VARIANTS(type, symbol) type symbol##_baseline, symbol##_v3, symbol##_v4
#else
#define DCM_FOR_EACH_ISA(X, symbol) X(symbol, baseline)
#define DCM_VARIANTS(type, symbol) type symbol##_baseline
#endif

/** Declares the variants of a function of some type. */
#define DCM_DECLARE_ISAS(type, symbol) DCM_VARIANTS(type, symbol)

/** Initialisers of a table of the variants of a function: table[dcm_isa_in_use()]. */
#define DCM_ISA_TABLE(symbol) DCM_FOR_EACH_ISA(DCM_ISA_ENTRY, symbol)
#define DCM_ISA_ENTRY(symbol, isa) symbol##_##isa,

/* --- The floating-point environment of a thread belongs to the host: the rounding, the traps, and
 * whether denormal numbers count as zero. A library that was linked with -Ofast changes the
 * environment of the thread that loads the library, and so all later results of this thread. */

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
void dcm_float_environment_warn(uint32_t changes, const char *who, dcm_log_function log,
                                void *log_data);

/* --- Work that several threads share. */

/** Whether this build has threads. */
int dcm_threads_available(void);

/** The wanted number, or 1. Threads of OpenMP wait for work in the process that made them: a
 * process forked from that process has no threads, and would wait for them without end. */
uint32_t dcm_threads_of_process(uint32_t wanted);

/** Does part number `part` of some work. */
typedef void dcm_part_of_work(void *work, uint32_t part);

/** Calls a function for the parts 0 to parts - 1, each once, and returns when all are done: by as
 * many threads, or as there are. A part is done by the same thread in each call. One part is done
 * by the caller alone: a parallel region of one thread would wake threads that nobody waits for, by
 * a call of the system in each step. */
void dcm_share_out(uint32_t parts, dcm_part_of_work *function, void *work);

#endif
