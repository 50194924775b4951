/* SPDX-License-Identifier: MIT */
/** @file
 * The sound law of law.h, and the law with mistakes that change the process in which it runs. */
#define _GNU_SOURCE /* feenableexcept */
#include "law.h"

#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define LAWS(LAW)                                                                                  \
  LAW(SOUND, "sound-in-a-process", LAW_USUAL, starts, in_the_process)                              \
  LAW(SAYS, "prints-when-made", LAW_USUAL, starts, in_the_process)                                 \
  LAW(WARNS, "prints-when-computing", LAW_USUAL, starts, in_the_process)                           \
  LAW(WRITES, "prints-without-a-line-end", LAW_USUAL, starts, in_the_process)                      \
  LAW(LOGS, "says-what-it-does", LAW_USUAL, starts, in_the_process)                                \
  LAW(VARIABLE, "sets-a-variable", LAW_USUAL, starts, in_the_process)                              \
  LAW(MOVES, "goes-to-another-folder", LAW_USUAL, starts, in_the_process)                          \
  LAW(LOCALE, "speaks-another-language", LAW_USUAL, starts, in_the_process)                        \
  LAW(CATCHES, "catches-a-signal", LAW_USUAL, starts, in_the_process)                              \
  LAW(ALARM, "sets-an-alarm", LAW_USUAL, starts, in_the_process)                                   \
  LAW(MASK, "hides-files", LAW_USUAL, starts, in_the_process)                                      \
  LAW(TRAPS, "traps-divisions-by-zero", LAW_USUAL, starts, in_the_process)                         \
  LAW(FLUSHES, "flushes-small-numbers", LAW_USUAL, starts, in_the_process)                         \
  LAW(SINGLE, "computes-in-single-precision", LAW_USUAL, starts, in_the_process)
LAW_NUMBERS(LAWS)

static int32_t starts(const law_data *data, dcm_instance *instance) {
  static const struct itimerval hour = {.it_value = {3600, 0}};
  switch (data->law) {
  case SAYS:
    puts("a law was made");
    break;
  case LOGS:
    instance->log(instance->log_data, DCM_LOG_INFO, "a law was made");
    break;
  case VARIABLE:
    setenv("OMP_NUM_THREADS", "1", 1);
    break;
  case MOVES:
    return chdir("/") ? DCM_ERROR : DCM_OK;
  case LOCALE:
    setlocale(LC_ALL, "C.UTF-8");
    break;
  case CATCHES:
    signal(SIGFPE, SIG_IGN);
    break;
  case ALARM:
    setitimer(ITIMER_REAL, &hour, NULL);
    break;
  case MASK:
    umask(0077);
    break;
  case TRAPS:
    feenableexcept(FE_DIVBYZERO);
    break;
  }
  return DCM_OK;
}

/** Changes a word by which the machine computes; the direction of rounding, where the words are not
 * known. */
static void change_arithmetic(int law) {
#ifdef __x86_64__
  enum { FLUSH_TO_ZERO = 1 << 15, PRECISION = 3 << 8 };
  uint16_t x87;
  if (law == FLUSHES)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | FLUSH_TO_ZERO);
  if (law == SINGLE) {
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    x87 = (uint16_t)(x87 & ~PRECISION);
    __asm__ volatile("fldcw %0" : : "m"(x87));
  }
#else
  if (law == FLUSHES || law == SINGLE)
    fesetround(FE_TOWARDZERO);
#endif
}

static void in_the_process(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  if (c->law == WARNS && c->overlap > 1e-2 * c->radius)
    fprintf(stderr, "overlap %g\n", c->overlap);
  if (c->k == 0)
    change_arithmetic(c->law);
  if (c->law == WRITES && c->k == 0)
    fputs(".", stdout);
}

LAW_LIBRARY(LAWS)
