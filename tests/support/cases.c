/* SPDX-License-Identifier: MIT */
#include "support/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "runtime/model.h"
#include "support/check.h"

enum { CASES = 256 };

static dcm_case cases[CASES];
static uint32_t case_count;

static void find_cases(void) {
  if (case_count)
    return;
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  for (uint32_t m = 0; m < library->model_count; m++) {
    const dcm_model *model = library->models[m];
    ck_assert_msg(model->option_count <= DCM_CASE_OPTIONS, "%s has too many options", model->id);
    uint32_t count;
    dcm_case *found = dcm_cases_of(model, NULL, dcm_random_stream(1), &count);
    ck_assert_msg(found && case_count + count <= CASES, "too many cases");
    memcpy(cases + case_count, found, count * sizeof *found);
    case_count += count;
    free(found);
  }
}

uint32_t dcm_case_count(void) {
  find_cases();
  return case_count;
}

dcm_case dcm_case_at(uint32_t i) {
  find_cases();
  /* The laws of the instruction set in use. */
  dcm_case c = cases[i];
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  for (uint32_t m = 0; m < library->model_count; m++)
    if (strcmp(library->models[m]->id, c.model->id) == 0)
      c.model = library->models[m];
  return c;
}

int dcm_law_is_asked_for(const dcm_model *model) {
  const char *names = getenv("DCM_TEST_LAWS");
  if (!names || !*names)
    return 1;
  const size_t length = strlen(model->id);
  for (const char *at = names; (at = strstr(at, model->id)) != NULL; at += length)
    if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return 1;
  return 0;
}

/* Laws of one form that repeat another program. The one form of all others is consistent. */
static const char *const repeat_another[] = {"granular", "hertz-history", "hooke", "hooke-history",
                                             "liggghts-hertz"};

int dcm_case_is_consistent(const dcm_case *the_case) {
  const char *form = dcm_case_word(the_case, "form");
  if (form)
    return strcmp(form, "consistent") == 0;
  for (size_t i = 0; i < sizeof repeat_another / sizeof repeat_another[0]; i++)
    if (strcmp(the_case->model->id, repeat_another[i]) == 0)
      return 0;
  return 1;
}

static dcm_law *try_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                        dcm_random *random, int attempt, dcm_error *error) {
  static dcm_drawn drawn = {.is_usual = 1};
  dcm_law *law = dcm_draw_law(the_case, material_count, fixed, random, attempt, &drawn, error);
  ck_assert_msg(law || strstr(error->text, "without giving a reason") == NULL, "%s: %s",
                the_case->name, error->text);
  ck_assert_msg(!drawn.is_refused, "%s: a value is out of its range", the_case->name);
  dcm_drawn_free(&drawn);
  return law;
}

enum { ATTEMPTS_TO_ACCEPT = 50 };

dcm_law *dcm_case_law(const dcm_case *the_case, uint32_t material_count, const dcm_fixed *fixed,
                      dcm_random *random) {
  dcm_error error;
  for (int attempt = 0; attempt < DCM_DRAW_ATTEMPTS; attempt++) {
    dcm_law *law = try_law(the_case, material_count, fixed, random, attempt, &error);
    if (law)
      return law;
  }
  ck_abort_msg("%s refuses %d random sets of parameters in its ranges, the last with: %s",
               the_case->name, DCM_DRAW_ATTEMPTS, error.text);
  return NULL;
}

int dcm_case_accepts(int i, const dcm_fixed *fixed) {
  const dcm_case the_case = dcm_case_at((uint32_t)i);
  if (fixed->name && dcm_model_find_parameter(the_case.model, fixed->name) < 0)
    return 0;
  for (const dcm_fixed *f = fixed; f->name; f++) {
    const int32_t p = dcm_model_find_parameter(the_case.model, f->name);
    if (p >= 0 && !dcm_parameter_allows(dcm_model_parameter(the_case.model, (uint32_t)p), f->value))
      return 0;
  }
  dcm_random random = dcm_random_stream(0);
  dcm_error error;
  dcm_law *law = NULL;
  for (int attempt = 0; !law && attempt < ATTEMPTS_TO_ACCEPT; attempt++)
    law = try_law(&the_case, 1, fixed, &random, attempt, &error);
  dcm_law_destroy(law);
  return law != NULL;
}
