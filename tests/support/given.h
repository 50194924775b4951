/* SPDX-License-Identifier: MIT */
/** @file
 * Settings and laws from the words of a user, as "form sheet young 5e7 1 2 friction 0.3". All of
 * these live until the test ends. */
#ifndef DCM_TESTS_SUPPORT_GIVEN_H
#define DCM_TESTS_SUPPORT_GIVEN_H

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "runtime/batch.h"
#include "runtime/model.h"
#include "runtime/settings.h"
#include "support/expect.h"
#include "support/run.h"

/** The built-in law with this name. */
static inline const dcm_model *built_in(const char *id) {
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  const dcm_model *model = NULL;
  for (uint32_t i = 0; i < library->model_count; i++)
    if (strcmp(library->models[i]->id, id) == 0)
      model = library->models[i];
  ck_assert_ptr_nonnull(model);
  return model;
}

static inline void given_end_settings(void *settings) {
  dcm_settings_destroy(settings);
}

static inline void given_end_law(void *law) {
  dcm_law_destroy(law);
}

static inline void given_end_batch(void *batch) {
  dcm_batch_destroy(batch);
}

/** Puts the words into settings. Two numbers choose the materials of what follows; without numbers
 * the words are for all materials. */
static inline void given_words(dcm_settings *settings, const char *format, va_list arguments) {
  const dcm_model *model = dcm_settings_model(settings);
  dcm_range of[2] = {{1, dcm_settings_material_count(settings)}};
  of[1] = of[0];
  char text[1024], *rest;
  ck_assert_int_lt(vsnprintf(text, sizeof text, format, arguments), sizeof text);
  for (char *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
    const char *value = strtok_r(NULL, " ", &rest);
    dcm_error error;
    if (isdigit((unsigned char)name[0])) {
      of[0].first = of[0].last = (uint32_t)atoi(name);
      of[1].first = of[1].last = (uint32_t)atoi(value);
    } else {
      const int32_t status = dcm_model_find_option(model, name) >= 0
                                 ? dcm_settings_choose(settings, name, value, &error)
                                 : dcm_settings_put(settings, of[0], of[1], name, value, &error);
      ck_assert_msg(status == DCM_OK, "%s", error.text);
    }
  }
}

/** Without any words yet. */
static inline dcm_settings *blank_settings(const dcm_model *model, uint32_t materials) {
  return dcm_keep(dcm_settings_create(model, materials), given_end_settings);
}

/** @param model is read until the test has ended, so no variable of the test */
__attribute__((format(printf, 3, 4))) static inline dcm_settings *
given_settings(const dcm_model *model, uint32_t materials, const char *format, ...) {
  dcm_settings *settings = blank_settings(model, materials);
  va_list arguments;
  va_start(arguments, format);
  given_words(settings, format, arguments);
  va_end(arguments);
  return settings;
}

/** @return NULL with the sentence if the law refuses */
static inline dcm_law *try_given(const dcm_settings *settings, dcm_error *error) {
  return dcm_keep(dcm_law_create(settings, dcm_error_log, error, error), given_end_law);
}

static inline dcm_law *law_given(const dcm_settings *settings) {
  dcm_error error;
  dcm_law *law = try_given(settings, &error);
  ck_assert_msg(law != NULL, "%s", error.text);
  return law;
}

/** Expects that the law refuses by a sentence with this part. */
static inline void refuses_given(const dcm_settings *settings, const char *part) {
  dcm_error error;
  ck_assert_ptr_null(try_given(settings, &error));
  expect_part(error.text, part);
}

/** A law of a model and so many materials. */
#define given_law(...) law_given(given_settings(__VA_ARGS__))

/** A batch of so many contacts. */
static inline dcm_batch *given_batch(const dcm_law *law, uint32_t count, int with_energies) {
  dcm_batch *b =
      dcm_keep(dcm_batch_create(law->history_width, count, with_energies), given_end_batch);
  b->count = count;
  return b;
}

#endif
