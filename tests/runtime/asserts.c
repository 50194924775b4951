/* SPDX-License-Identifier: MIT */
/* A build with tests has its asserts: those in the product are no use to a suite that runs without
 * them. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void aborted(int signal_number) {
  (void)signal_number;
  _Exit(EXIT_SUCCESS);
}

int main(void) {
  signal(SIGABRT, aborted);
  int broken = 1;
  assert(!broken);
  printf(
      "assert() does nothing in this build with tests: configure it with -D DCM_ASSERTS=ON (%d)\n",
      broken);
  return EXIT_FAILURE;
}
