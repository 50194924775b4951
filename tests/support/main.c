/* SPDX-License-Identifier: MIT */
/* The main of all programs that list their tests by TEST. */
#include "support/run.h"

static dcm_listed_test *first;

void dcm_list_test(dcm_listed_test *test) {
  /* Compilers may call constructors in any order. */
  dcm_listed_test **place = &first;
  while (*place && (*place)->test.line < test->test.line)
    place = &(*place)->next;
  test->next = *place;
  *place = test;
}

typedef struct kept {
  void *thing;
  void (*destroy)(void *thing);
  struct kept *before;
} kept;

static kept *last;

void *dcm_keep(void *thing, void (*destroy)(void *thing)) {
  kept *k = malloc(sizeof *k);
  *k = (kept){thing, destroy, last};
  last = k;
  return thing;
}

static void destroy_kept(void) {
  while (last) {
    kept *k = last;
    last = k->before;
    k->destroy(k->thing);
    free(k);
  }
}

int main(void) {
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, NULL, destroy_kept);
  for (const dcm_listed_test *listed = first; listed; listed = listed->next)
    tcase_add_loop_test(all, &listed->test, 0, listed->times());
  return dcm_run(all);
}
