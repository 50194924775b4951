/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "check/contract/pages.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

size_t dcm_page_size(void) {
  static size_t size;
  if (!size)
    size = (size_t)sysconf(_SC_PAGESIZE);
  return size;
}

char *dcm_pages_with_fences(size_t count) {
  const size_t page = dcm_page_size();
  char *pages = mmap(NULL, (2 * count + 1) * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    abort();
  return pages + page;
}

void dcm_page_protect(const void *place, int rights) {
  const uintptr_t page = dcm_page_size(), at = (uintptr_t)place;
  if (mprotect((void *)(at / page * page), page, rights))
    abort();
}

/* A handler of signals has no other argument. */
static struct {
  void (*report)(void *data, const char *address);
  void *data;
} on_fault;

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  on_fault.report(on_fault.data, info->si_addr);
  signal(number, SIG_DFL);
}

void dcm_faults_visit(void (*report)(void *data, const char *address), void *data) {
  const struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  on_fault.report = report;
  on_fault.data = data;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}
