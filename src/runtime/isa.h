/* SPDX-License-Identifier: MIT */
/** @file
 * Instruction sets: loops are compiled for several sets, and the best set runs. All sets give the
 * same numbers, to the last bit, and differ in speed. */
#ifndef DCM_RUNTIME_ISA_H
#define DCM_RUNTIME_ISA_H

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
#else
#define DCM_FOR_EACH_ISA(X, symbol) X(symbol, baseline)
#endif

/** Initialisers of a table of the variants of a function: table[dcm_isa_in_use()]. */
#define DCM_ISA_TABLE(symbol) DCM_FOR_EACH_ISA(DCM_ISA_ENTRY, symbol)
#define DCM_ISA_ENTRY(symbol, isa) symbol##_##isa,

#endif
