/* SPDX-License-Identifier: MIT */
#include "runtime/machine.h"

#include <stdatomic.h>
#include <sys/types.h>
#include <unistd.h>

int dcm_threads_available(void) {
#ifdef _OPENMP
  return 1;
#else
  return 0;
#endif
}

uint32_t dcm_threads_of_process(uint32_t wanted) {
  static _Atomic pid_t owner; /* 0: no process has made threads */
  if (wanted == 1)
    return 1;
  const pid_t this_process = getpid();
  pid_t before = 0;
  atomic_compare_exchange_strong(&owner, &before, this_process);
  return before == 0 || before == this_process ? wanted : 1;
}

void dcm_share_out(uint32_t parts, dcm_part_of_work *function, void *work) {
  if (parts == 1) {
    function(work, 0);
    return;
  }
#ifdef _OPENMP
#pragma omp parallel for num_threads((int)parts) schedule(static, 1)
#endif
  for (uint32_t part = 0; part < parts; part++)
    function(work, part);
}
