/* SPDX-License-Identifier: MIT */
/** @file
 * Parts that the programs that measure time share: laws made of words, clocks, and an end with a
 * reason. */
#ifndef DCM_BENCHMARKS_PROGRAM_H
#define DCM_BENCHMARKS_PROGRAM_H

#include <dcm/dcm.h>
#include <time.h>

#include "contacts/step.h"
#include "runtime/law.h"
#include "runtime/settings.h"

/** A parameter, or a quantity of particles, and its value. */
typedef struct bench_value {
  const char *name, *text;
} bench_value;

/** Ends the program. */
_Noreturn void bench_stop(const char *reason);

/** The built-in law with this id. */
const dcm_model *bench_model(const char *id);

/** Settings for one material.
 * @param values of parameters, those passed over that the law does not have; ends with a name NULL
 */
dcm_settings *bench_settings(const dcm_model *model, const bench_value *values);

void bench_choose(dcm_settings *settings, const char *option, const char *word);

/** The law; destroys the settings. */
dcm_law *bench_law(dcm_settings *settings);

/** Value of a quantity, or else its default. */
double bench_quantity(const bench_value *values, const dcm_quantity *quantity);

/** Gives particles the quantities of a law, random about their values, or else their defaults, and
 * arrays to which contacts add; bench_take_quantities frees them.
 * @param count of particles */
void bench_give_quantities(dcm_particles *particles, const dcm_law *law, uint32_t count,
                           const bench_value *values);

void bench_take_quantities(dcm_particles *particles, const dcm_law *law);

/** Has loops and laws of an instruction set used, if it is the one that is wanted and the processor
 * has it.
 * @param wanted name; NULL: each of them
 * @return whether it is so */
int bench_use_isa(uint32_t isa, const char *wanted);

/** Number of repetitions of a measurement that usually has so many: 1 where DCM_BENCH_ONCE is set,
 * which is for tests that the programs run through. */
int bench_repeats(int usual);

/** Time of a clock in seconds. */
double bench_seconds(clockid_t clock);

/** A random number, by rand. */
double bench_between(double low, double high);

#endif
