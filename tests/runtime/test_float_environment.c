/* SPDX-License-Identifier: MIT */
/* Libraries and laws that change the floating-point environment: it is put back, and told once.
 * FOLDER holds the libraries that were made for this test, FAST_COMPILERS names the compilers of
 * those that were linked with -Ofast. */
#define _GNU_SOURCE /* feenableexcept */
#include <dlfcn.h>
#include <fenv.h>
#include <float.h>
#include <stdio.h>

#include "runtime/law.h"
#include "runtime/library.h"
#include "runtime/machine.h"
#include "runtime/probe.h"
#include "support/given.h"

static dcm_error error;
static char warning[4096];
static int warnings;

static void keep_warning(void *data, uint32_t level, const char *message) {
  (void)data;
  if (level != DCM_LOG_WARNING)
    return;
  snprintf(warning, sizeof warning, "%s", message);
  warnings++;
}

static const dcm_host host = {.size = sizeof host,
                              .abi_version = DCM_ABI_VERSION,
                              .name = "the test host",
                              .log = keep_warning};

/** Whether denormal numbers count as zero: where they come in, or where they come out. */
static int flushes(void) {
  volatile double denormal = DBL_MIN * 0.5, least = DBL_MIN;
  return denormal * 0x1p60 == 0.0 || least * 0.5 == 0.0;
}

/** Whether one and a bit that is too small to be added or taken away are one. */
static int rounds_to_nearest(void) {
  volatile double one = 1.0, little = 0x1p-60;
  return one + little == 1.0 && one - little == 1.0;
}

static void is_as_before(void) {
  ck_assert(!flushes());
  ck_assert(rounds_to_nearest());
  ck_assert_int_eq(fegetexcept(), 0);
}

/** Loads a library as a host without the mend does. @return whether it flushes then */
static int flushes_if_loaded(const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(handle != NULL, "%s", dlerror());
  const int result = flushes();
  ck_assert_int_eq(dlclose(handle), 0);
  fesetenv(FE_DFL_ENV);
  ck_assert(!flushes());
  return result;
}

/** Loads it as hosts do. */
static void expect_put_back(const char *path) {
  dcm_loaded_library *library;
  warnings = 0;
  ck_assert_msg(dcm_library_open(path, &host, &library, &error) == DCM_OK, "%s", error.text);
  is_as_before();
  ck_assert_int_eq(warnings, 1);
  expect_parts(warning, "the library '", path, "process computes: whether numbers below 2.2e-308",
               "without -Ofast");
  ck_assert_uint_eq(dcm_library_float_changes(library), DCM_FLOAT_FLUSHING);
  dcm_library_close(library);
  is_as_before();
  ck_assert_int_eq(warnings, 1);
}

TEST(library_that_flushes) {
  ck_assert(flushes_if_loaded(FOLDER "/flushes.so"));
  expect_put_back(FOLDER "/flushes.so");
}

TEST(libraries_of_fast_math) {
  char compilers[] = FAST_COMPILERS, path[4096];
  for (char *c = strtok(compilers, " "); c; c = strtok(NULL, " ")) {
    snprintf(path, sizeof path, FOLDER "/fast-%s.so", c);
    if (flushes_if_loaded(path))
      expect_put_back(path);
    else /* GCC from 13 on */
      printf("%s adds no crtfastmath.o to a shared object\n", c);
  }
}

TEST(library_that_leaves_it_alone) {
  dcm_loaded_library *library;
  warnings = 0;
  ck_assert_int_eq(dcm_library_open(FOLDER "/good.so", &host, &library, &error), DCM_OK);
  ck_assert_uint_eq(dcm_library_float_changes(library), 0);
  dcm_library_close(library);
  ck_assert_int_eq(warnings, 0);
}

/* The reason is that of the refusal. */
TEST(library_that_is_refused) {
  dcm_loaded_library *library;
  ck_assert_int_eq(dcm_library_open(FOLDER "/rounds.so", &host, &library, &error), DCM_ERROR);
  expect_parts(error.text, "refuses", "the test host");
  is_as_before();
}

/* A host may compute in an environment of its own. */
TEST(what_the_host_has_stays) {
  dcm_loaded_library *library;
  fesetround(FE_DOWNWARD);
  ck_assert_int_eq(dcm_library_open(FOLDER "/flushes.so", &host, &library, &error), DCM_OK);
  ck_assert_int_eq(fegetround(), FE_DOWNWARD);
  ck_assert(!flushes());
  dcm_library_close(library);
  fesetround(FE_TONEAREST);
}

/* Flags of past operations are no part of the environment that decides results. */
TEST(flags_stay) {
  feclearexcept(FE_ALL_EXCEPT);
  const dcm_float_environment before = dcm_float_environment_now();
  feraiseexcept(FE_INEXACT);
  ck_assert_uint_eq(dcm_float_environment_restore(&before), 0);
  ck_assert_int_ne(fetestexcept(FE_INEXACT), 0);
}

#ifdef __x86_64__
/* Where there are two units, each of them alone. */
TEST(either_unit) {
  const dcm_float_environment before = dcm_float_environment_now();
  const uint32_t sse = __builtin_ia32_stmxcsr();
  const struct {
    uint32_t sse, x87, changes;
  } rows[] = {
      {3u << 13, 0, DCM_FLOAT_ROUNDING},
      {1u << 9, 0, DCM_FLOAT_TRAPS},
      {1u << 6, 0, DCM_FLOAT_FLUSHING},
      {1u << 15, 0, DCM_FLOAT_FLUSHING},
      {0, 1u << 10, DCM_FLOAT_ROUNDING},
      {0, 1u << 8, DCM_FLOAT_ROUNDING},
      {0, 1u << 2, DCM_FLOAT_TRAPS},
      {1u << 5, 0, 0},
      {1u << 9, 1u << 8, DCM_FLOAT_TRAPS | DCM_FLOAT_ROUNDING},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint16_t x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    const uint16_t changed = (uint16_t)(x87 ^ rows[i].x87);
    __builtin_ia32_ldmxcsr(sse ^ rows[i].sse);
    __asm__ volatile("fldcw %0" : : "m"(changed));
    ck_assert_uint_eq(dcm_float_environment_restore(&before), rows[i].changes);
    ck_assert_uint_eq(__builtin_ia32_stmxcsr() & 0xffc0u, sse & 0xffc0u);
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    ck_assert_uint_eq(x87, before.whole.__control_word);
  }
}
#endif

static int32_t rounding_init(const dcm_setup *setup, dcm_instance *instance) {
  fesetround(FE_UPWARD);
  return dcm_probe.init(setup, instance);
}

static void rounding_destroy(dcm_instance *instance) {
  fesetround(FE_TOWARDZERO);
  dcm_probe.destroy(instance);
}

static double trapping_reach(const dcm_instance *instance, const dcm_sides *sides) {
  fesetround(FE_DOWNWARD);
  feenableexcept(FE_DIVBYZERO);
  return dcm_probe.reach(instance, sides);
}

/** The probe with other functions. */
static dcm_model model;

/** Makes a law of the probe with other functions, and destroys it. @return DCM_OK if it could */
static int32_t live(const char *twist) {
  const dcm_settings *settings = given_settings(&model, 1, "twist %s", twist);
  warnings = 0;
  dcm_law *law = dcm_law_create(settings, keep_warning, NULL, &error);
  const int32_t status = law ? DCM_OK : DCM_ERROR;
  is_as_before();
  dcm_law_destroy(law);
  is_as_before();
  return status;
}

TEST(law_that_rounds) {
  model = dcm_probe;
  model.init = rounding_init;
  ck_assert_int_eq(live("0"), DCM_OK);
  ck_assert_int_eq(warnings, 1);
  expect_parts(warning, "the law 'probe' ", "how results are rounded;", "should not change");
  ck_assert_int_eq(live("666"), DCM_ERROR); /* which the probe refuses */
}

TEST(law_that_traps) {
  model = dcm_probe;
  model.reach = trapping_reach;
  ck_assert_int_eq(live("0"), DCM_OK);
  ck_assert_int_eq(warnings, 1);
  expect_part(warning, "how results are rounded");
#ifdef __x86_64__ /* others may have no traps */
  expect_part(warning, "how results are rounded, and which floating-point errors end the process;");
#endif
}

TEST(law_that_ends_badly) {
  model = dcm_probe;
  model.destroy = rounding_destroy;
  ck_assert_int_eq(live("0"), DCM_OK);
  ck_assert_int_eq(warnings, 0);
}
