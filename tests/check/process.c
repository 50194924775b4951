/* SPDX-License-Identifier: MIT */
/** @file
 * The sound law of law.h, and the law with mistakes that change the process in which it runs. */
#include "law.h"

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
  LAW(MASK, "hides-files", LAW_USUAL, starts, in_the_process)
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
  }
  return DCM_OK;
}

static void in_the_process(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  if (c->law == WARNS && c->overlap > 1e-2 * c->radius)
    fprintf(stderr, "overlap %g\n", c->overlap);
  if (c->law == WRITES && c->k == 0)
    fputs(".", stdout);
}

LAW_LIBRARY(LAWS)
