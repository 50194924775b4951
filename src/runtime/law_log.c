/* SPDX-License-Identifier: MIT */
#include "runtime/law_log.h"

#include <sched.h>

void dcm_law_log_take(void *law_log, uint32_t level, const char *message) {
  dcm_law_log *l = law_log;
  if (!message)
    message = "(a message without text)";
  while (__atomic_test_and_set(&l->busy, __ATOMIC_ACQUIRE))
    sched_yield();
  if (level == DCM_LOG_ERROR)
    dcm_fail(&l->reason, "%s", message);
  else
    l->log(l->log_data, dcm_known_level(level), message);
  __atomic_clear(&l->busy, __ATOMIC_RELEASE);
}
