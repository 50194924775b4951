/* SPDX-License-Identifier: MIT */
/* Loading libraries: each way in which it can fail has its own sentence. FOLDER holds the libraries
 * that were made for this test. */
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "laws/library.h"
#include "runtime/files.h"
#include "runtime/library.h"
#include "support/expect.h"
#include "support/run.h"

static dcm_error error;

/** Message that came through the log callback. */
static char logged[512];
static uint32_t logged_level;
static int textless;

static void keep_log(void *data, uint32_t level, const char *message) {
  ck_assert_ptr_eq(data, logged);
  logged_level = level;
  if (strcmp(message, "(a message without text)") == 0)
    textless++;
  else
    snprintf(logged, sizeof logged, "%s", message);
}

static const dcm_host host = {.size = sizeof host,
                              .abi_version = DCM_ABI_VERSION,
                              .name = "the test host",
                              .log = keep_log,
                              .log_data = logged};

/** Expects that a library cannot be opened and that nothing of it stays. */
static void refuse(const char *path) {
  dcm_loaded_library *library = (dcm_loaded_library *)&error;
  memset(&error, 0, sizeof error);
  ck_assert_int_eq(dcm_library_open(path, &host, &library, &error), DCM_ERROR);
  ck_assert_ptr_eq(library, &error);
  ck_assert_ptr_null(dlopen(path, RTLD_NOW | RTLD_NOLOAD));
}

TEST(opens) {
  dcm_loaded_library *library;
  ck_assert_msg(dcm_library_open(FOLDER "/good.so", &host, &library, &error) == DCM_OK, "%s",
                error.text);
  const dcm_library *description = dcm_library_description(library);
  ck_assert_str_eq(description->name, "test laws");
  ck_assert_str_eq(description->version, "1.2.3");
  ck_assert_uint_eq(description->model_count, 1);
  ck_assert_str_eq(dcm_library_find(library, "probe", &error)->id, "probe");
  expect_text(logged, "probe: loaded");
  ck_assert_uint_eq(logged_level, DCM_LOG_INFO);
  ck_assert_int_eq(textless, 1);
  dcm_library_close(library);
  ck_assert_ptr_null(dlopen(FOLDER "/good.so", RTLD_NOW | RTLD_NOLOAD));
}

/* The dynamic loader looks for names without a slash in the system's folders; users mean a file. */
TEST(opens_in_the_working_directory) {
  dcm_loaded_library *library;
  ck_assert_int_eq(chdir(FOLDER), 0);
  ck_assert_msg(dcm_library_open("good.so", &host, &library, &error) == DCM_OK, "%s", error.text);
  dcm_library_close(library);
  ck_assert_int_eq(dcm_library_open("libm.so.6", &host, &library, &error), DCM_ERROR);
  expect_parts(error.text, "'libm.so.6'", "No such file or directory");
}

TEST(opens_twice) {
  dcm_loaded_library *first, *second;
  ck_assert_int_eq(dcm_library_open(FOLDER "/good.so", &host, &first, &error), DCM_OK);
  ck_assert_int_eq(dcm_library_open(FOLDER "/good.so", &host, &second, &error), DCM_OK);
  dcm_library_close(first);
  ck_assert_ptr_nonnull(dcm_library_find(second, "probe", &error));
  dcm_library_close(second);
}

/** All bytes of good.so. */
static _Alignas(64) char whole[1 << 22];

static size_t read_good(void) {
  FILE *good = fopen(FOLDER "/good.so", "rb");
  ck_assert_ptr_nonnull(good);
  const size_t size = fread(whole, 1, sizeof whole, good);
  fclose(good);
  ck_assert_uint_lt(size, sizeof whole);
  return size;
}

/** @param mode "wb", or "r+b" to overwrite the file that there is */
static void write_bytes(const char *path, const char *mode, size_t length) {
  FILE *file = fopen(path, mode);
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(whole, 1, length, file), length);
  fclose(file);
}

/** Writes good.so as again.so, with another version. */
static void write_again(const char *mode, char digit) {
  const size_t size = read_good();
  for (size_t at = 0; at + 6 <= size; at++)
    if (memcmp(whole + at, "1.2.3", 6) == 0)
      whole[at + 4] = digit;
  write_bytes(FOLDER "/again.so", mode, size);
}

static dcm_loaded_library *open_again(const char *version) {
  dcm_loaded_library *library;
  ck_assert_msg(dcm_library_open(FOLDER "/again.so", &host, &library, &error) == DCM_OK, "%s",
                error.text);
  ck_assert_str_eq(dcm_library_description(library)->version, version);
  return library;
}

/* The dynamic loader itself would give the older file as long as somebody has it. */
TEST(compiled_again) {
  dcm_loaded_library *made[3], *same;
  for (int n = 0; n < 3; n++) {
    const char version[] = {'1', '.', '2', '.', (char)('4' + n), '\0'};
    unlink(FOLDER "/again.so");
    write_again("wb", version[4]);
    made[n] = open_again(version);
    same = open_again(version);
    ck_assert_str_eq(dcm_library_description(made[0])->version, "1.2.4");
    dcm_library_close(same);
  }
  write_again("r+b", '6'); /* in place: the same bytes at another time */
  ck_assert_int_eq(dcm_library_open(FOLDER "/again.so", &host, &same, &error), DCM_ERROR);
  expect_parts(error.text, "again.so'", "overwritten while a law of it is in use");
  for (int n = 0; n < 3; n++)
    dcm_library_close(made[n]);
  dcm_library_close(open_again("1.2.6"));
  unlink(FOLDER "/again.so");
}

TEST(closes_nothing) {
  dcm_library_close(NULL);
}

TEST(absent) {
  refuse(FOLDER "/absent.so");
  expect_parts(error.text, "cannot load", "'" FOLDER "/absent.so'", "No such file or directory");
}

TEST(no_shared_object) {
  refuse(FOLDER "/text.so");
  expect_part(error.text, "cannot load '" FOLDER "/text.so' as a shared object: ");
}

TEST(a_folder) {
  refuse(FOLDER);
  expect_parts(error.text, "cannot load '" FOLDER "'", "a folder");
}

/* At which the loader would wait for somebody to write. */
TEST(a_pipe) {
  const char *pipe_path = FOLDER "/pipe.so";
  dcm_loaded_library *library;
  unlink(pipe_path);
  ck_assert_int_eq(mkfifo(pipe_path, 0600), 0);
  ck_assert_int_eq(dcm_library_open(pipe_path, &host, &library, &error), DCM_ERROR);
  expect_parts(error.text, "cannot load '" FOLDER "/pipe.so'", "a device or a pipe");
  unlink(pipe_path);
}

/** The byte of good.so behind the last one that the loader maps. */
static size_t end_of_segments(void) {
  const ElfW(Ehdr) *header = (const void *)whole;
  const ElfW(Phdr) *segment = (const void *)(whole + header->e_phoff);
  size_t end = 0;
  for (int i = 0; i < header->e_phnum; i++)
    if (segment[i].p_type == PT_LOAD && segment[i].p_offset + segment[i].p_filesz > end)
      end = segment[i].p_offset + segment[i].p_filesz;
  return end;
}

/* At every length it is refused, or it lacks what is not needed: never a bus error. Valgrind, where
 * DCM_TEST_SHORT is set, dies of what is not needed: it reads debugging information. */
TEST(cut_files) {
  const size_t size = read_good();
  size_t tried = 0, refused = 0;
  for (size_t length = 0; length < size && !getenv("DCM_TEST_SHORT"); length += 1 + size / 97) {
    write_bytes(FOLDER "/cut.so", "wb", length);
    tried++;
    dcm_loaded_library *library;
    if (dcm_library_open(FOLDER "/cut.so", &host, &library, &error) == DCM_OK) {
      dcm_library_close(library);
      continue;
    }
    refused++;
    expect_part(error.text, "cannot load '" FOLDER "/cut.so' as a shared object: ");
  }
  ck_assert(tried == 0 || refused > 50);
  const size_t too_short[] = {size / 4, end_of_segments() - 1};
  for (int i = 0; i < 2; i++) {
    write_bytes(FOLDER "/cut.so", "wb", too_short[i]);
    refuse(FOLDER "/cut.so");
    expect_part(error.text, "cut short");
  }
  unlink(FOLDER "/cut.so");
}

TEST(path_too_long) {
  static char path[8192];
  for (size_t i = 0; i + 3 < sizeof path; i += 2)
    memcpy(path + i, "./", 3);
  refuse(path);
  expect_part(error.text, "cannot load the library './././");
}

TEST(no_entry) {
  refuse(FOLDER "/no_entry.so");
  expect_parts(error.text, "'" FOLDER "/no_entry.so' is a shared object", DCM_LIBRARY_SYMBOL);
}

TEST(another_major) {
  refuse(FOLDER "/major.so");
  expect_parts(error.text, "'" FOLDER "/major.so'", "version 77.", "version 1.", "compile");
}

/* Whoever would have called it, called by the name that majors 0 and 1 share. */
TEST(before_the_first_major) {
  refuse(FOLDER "/before.so");
  expect_part(error.text, "version 0.3 of the contract");
}

TEST(refuses_this_host) {
  refuse(FOLDER "/refuses.so");
  expect_parts(error.text, "'" FOLDER "/refuses.so'", "refuses", "the test host");
  expect_text(logged, "refuses: the licence has run out");
  ck_assert_uint_eq(logged_level, DCM_LOG_ERROR);
}

TEST(malformed_model) {
  refuse(FOLDER "/malformed.so");
  expect_parts(error.text, "'headless'", "'" FOLDER "/malformed.so'", "init or compute");
}

TEST(unknown_law_lists_the_laws) {
  dcm_loaded_library *library;
  ck_assert_int_eq(dcm_library_open(FOLDER "/good.so", &host, &library, &error), DCM_OK);
  ck_assert_ptr_null(dcm_library_find(library, "prob", &error));
  expect_parts(error.text, "no contact law 'prob'", "test laws 1.2.3",
               "'probe'? The laws are: probe");
  dcm_library_close(library);
}

TEST(built_in_laws) {
  dcm_loaded_library *library;
  ck_assert_msg(dcm_library_open_linked(dcm_builtin_library_entry, &host, &library, &error) ==
                    DCM_OK,
                "%s", error.text);
  const dcm_library *description = dcm_library_description(library);
  ck_assert_uint_eq(description->model_count, DCM_BUILTIN_LAW_COUNT);
  ck_assert_ptr_null(dcm_library_find(library, "hertz-mindling", &error));
  expect_part(error.text, "there is no contact law 'hertz-mindling' in dcm ");
  for (uint32_t i = 0; i < description->model_count; i++) {
    expect_part(error.text, description->models[i]->id);
    ck_assert_ptr_eq(dcm_library_find(library, description->models[i]->id, &error),
                     description->models[i]);
    dcm_library_find(library, "hertz-mindling", &error);
  }
  dcm_library_close(library);
}

/** Expects which file is found; "": none. */
static void found(char *path, const char *expected) {
  ck_assert_str_eq(path ? path : "", expected);
  free(path);
}

TEST(named) {
  /* The first folder that has it; what is no folder has nothing. */
  found(dcm_find_law_library(FOLDER, "good"), FOLDER "/good.so");
  found(dcm_find_law_library("/nowhere::" FOLDER "/.:" FOLDER, "good"), FOLDER "/./good.so");
  found(dcm_find_law_library("/nowhere:" FOLDER "/good.so", "good"), "");
  found(dcm_find_law_library(FOLDER, "goo"), "");
  found(dcm_find_law_library("", "good"), "");
  found(dcm_find_law_library(NULL, "good"), "");
  found(dcm_find_in_folders(FOLDER, "no_entry.so"), FOLDER "/no_entry.so");
}

TEST(named_in_the_working_directory) {
  ck_assert_int_eq(chdir(FOLDER), 0);
  found(dcm_find_law_library(FOLDER, "good"), FOLDER "/good.so");
  found(dcm_find_law_library(":.:./::../libraries", "good"), "");
}

TEST(named_by_a_path) {
  found(dcm_find_law_library("/", &FOLDER "/good"[1]), "");
  found(dcm_find_law_library(FOLDER "/..", "libraries/good"), "");
  found(dcm_find_in_folders(FOLDER "/..", "libraries/good.so"), "");
  found(dcm_find_law_library(FOLDER, ""), "");
  found(dcm_find_law_library(FOLDER, "Good"), "");
}
