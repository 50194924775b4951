/* SPDX-License-Identifier: MIT */
/* A shared object that knows nothing of contact laws. */
int unrelated(void);

int unrelated(void) {
  return 42;
}
