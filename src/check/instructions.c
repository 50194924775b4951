/* SPDX-License-Identifier: MIT */
#include "check/instructions.h"

#ifdef __linux__

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/clock.h"

/** Stops before the first run, and before and after the second. */
static void be_counted(void (*function)(void *data), void *data) {
  if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
    _exit(1);
  raise(SIGSTOP);
  function(data);
  raise(SIGSTOP);
  function(data);
  raise(SIGSTOP);
  _exit(0);
}

/** @return whether the process has stopped as expected */
static int stands(pid_t process) {
  int status;
  return waitpid(process, &status, 0) == process && WIFSTOPPED(status) &&
         WSTOPSIG(status) == SIGSTOP;
}

/** Instructions until the process stops by itself; 0 if the process ends in another way. */
static uint64_t count(pid_t process, double seconds) {
  const double end = dcm_processor_seconds(0) + seconds;
  for (uint64_t steps = 1; dcm_processor_seconds(0) < end; steps++) {
    int status;
    if (ptrace(PTRACE_SINGLESTEP, process, NULL, NULL) || waitpid(process, &status, 0) != process ||
        !WIFSTOPPED(status))
      return 0;
    if (WSTOPSIG(status) != SIGTRAP)
      return WSTOPSIG(status) == SIGSTOP ? steps : 0;
  }
  return 0;
}

uint64_t dcm_count_instructions(void (*function)(void *data), void *data, double seconds) {
  const pid_t process = fork();
  if (process == 0)
    be_counted(function, data);
  if (process < 0)
    return 0;
  uint64_t result = 0;
  /* The child must end with this process, which a user may kill. */
  if (stands(process) && !ptrace(PTRACE_SETOPTIONS, process, NULL, PTRACE_O_EXITKILL) &&
      !ptrace(PTRACE_CONT, process, NULL, NULL) && stands(process))
    result = count(process, seconds);
  kill(process, SIGKILL);
  waitpid(process, NULL, 0);
  return result;
}

#else

uint64_t dcm_count_instructions(void (*function)(void *data), void *data, double seconds) {
  (void)function;
  (void)data;
  (void)seconds;
  return 0;
}

#endif
