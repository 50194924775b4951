/* SPDX-License-Identifier: MIT */
/** @file
 * Verdicts of dcm check about numbers of instructions that are given, and the counting. */
#ifdef __linux__
#include <sys/ptrace.h>
#include <sys/wait.h>
#endif
#include <unistd.h>

#include "check/cost.h"
#include "check/instructions.h"
#include "support/check.h"
#include "support/run.h"

static dcm_loop loop_of(double of_many, double of_one, double of_next) {
  return dcm_loop_of((dcm_cost){5.0, of_many, of_one, of_next});
}

START_TEST(scalar_loops) {
  ck_assert_int_eq(loop_of(47.0, 47.0, 47.0), DCM_LOOP_SCALAR);
  ck_assert_int_eq(loop_of(114.0, 118.0, 116.0), DCM_LOOP_SCALAR);
}
END_TEST

/* hertz with AVX-512 and SSE2, whose loops go through whole lanes of 8. */
START_TEST(whole_lanes) {
  ck_assert_int_eq(loop_of(17.5, 140.0, 0.0), DCM_LOOP_WHOLE_LANES);
  ck_assert_int_eq(loop_of(118.5, 948.0, 0.0), DCM_LOOP_WHOLE_LANES);
}
END_TEST

/* jkr-exact with AVX2 and AVX-512, with loops that end at the count. */
START_TEST(rounds_of_the_rest) {
  ck_assert_int_eq(loop_of(66.75, 272.0, 203.0), DCM_LOOP_VECTORISED);
  ck_assert_int_eq(loop_of(30.5, 288.0, 210.0), DCM_LOOP_VECTORISED);
}
END_TEST

/* Loops with SSE2, and a scalar loop that Clang unrolled. */
START_TEST(vectors_of_two) {
  ck_assert_int_eq(loop_of(199.5, 328.0, 199.5), DCM_LOOP_UNCLEAR);
  ck_assert_int_eq(loop_of(29.75, 49.0, 32.0), DCM_LOOP_UNCLEAR);
}
END_TEST

START_TEST(nothing_counted) {
  ck_assert_int_eq(loop_of(0.0, 0.0, 0.0), DCM_LOOP_UNKNOWN);
}
END_TEST

static void add_up(void *data) {
  const int *rounds = data;
  static volatile double sum;
  for (int i = 0; i < *rounds; i++)
    sum += 1.0;
}

static void end(void *data) {
  (void)data;
  _exit(0);
}

#ifdef __linux__
/** Whether processes may be traced here. */
static int may_trace(void) {
  int status;
  const pid_t child = fork();
  if (child == 0)
    _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0);
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}
#else
static int may_trace(void) {
  return 0;
}
#endif

START_TEST(counts_are_exact) {
  /* At one address: a sanitizer takes more instructions for one of which a part is out of bounds.
   */
  int rounds;
  uint64_t counts[3];
  for (int i = 0; i < 3; i++) {
    rounds = 10 * (i + 1);
    counts[i] = dcm_count_instructions(add_up, &rounds, 10.0);
  }
  ck_assert_uint_eq(counts[2] - counts[1], counts[1] - counts[0]);
  if (may_trace())
    ck_assert_uint_ge(counts[1] - counts[0], 20); /* an addition, and a turn of the loop */
}
END_TEST

START_TEST(what_cannot_be_counted) {
  int long_enough = 1000;
  ck_assert_uint_eq(dcm_count_instructions(end, NULL, 10.0), 0);
  ck_assert_uint_eq(dcm_count_instructions(add_up, &long_enough, 0.0), 0);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("cost");
  tcase_add_test(all, scalar_loops);
  tcase_add_test(all, whole_lanes);
  tcase_add_test(all, rounds_of_the_rest);
  tcase_add_test(all, vectors_of_two);
  tcase_add_test(all, nothing_counted);
  tcase_add_test(all, counts_are_exact);
  tcase_add_test(all, what_cannot_be_counted);
  return dcm_run(all);
}
