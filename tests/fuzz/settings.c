/* SPDX-License-Identifier: MIT */
/** @file
 * Settings of a user, as hosts hand them on: lines of
 *   law ID MATERIALS
 *   choose OPTION WORD
 *   set I1 I2 J1 J2 PARAMETER NUMBER
 *   use I J YES
 *   check I J
 *   make */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "laws/library.h"
#include "runtime/error.h"
#include "runtime/law.h"
#include "runtime/model.h"
#include "runtime/trial_contact.h"

static dcm_error error;

/** A failure leaves one sentence that can be printed. */
static void check_failure(int32_t status) {
  if (status == DCM_OK)
    return;
  fuzz_promise(memchr(error.text, '\0', sizeof error.text));
  fuzz_promise(error.text[0]);
}

static const dcm_model *find(const char *id) {
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  for (uint32_t i = 0; i < library->model_count; i++)
    if (strcmp(library->models[i]->id, id) == 0)
      return library->models[i];
  return library->models[0];
}

static void set(dcm_settings *s, char **word) {
  const dcm_range i = {(uint32_t)strtoul(word[1], NULL, 10), (uint32_t)strtoul(word[2], NULL, 10)};
  const dcm_range j = {(uint32_t)strtoul(word[3], NULL, 10), (uint32_t)strtoul(word[4], NULL, 10)};
  const int32_t status = dcm_settings_set(s, i, j, word[5], word[6], &error);
  check_failure(status);
  if (status != DCM_OK)
    return;
  const uint32_t p = (uint32_t)dcm_model_find_parameter(dcm_settings_model(s), word[5]);
  const dcm_parameter *parameter = dcm_model_parameter(dcm_settings_model(s), p);
  double value;
  fuzz_promise(dcm_settings_given(s, p, i.first, j.first, &value) ||
               (parameter->scope == DCM_PER_MATERIAL && i.first != j.first));
  fuzz_promise(dcm_parameter_allows(parameter, strtod(word[6], NULL)));
}

static void make(const dcm_settings *s) {
  dcm_law *law = dcm_law_create(s, dcm_error_log, &error, &error);
  check_failure(law ? DCM_OK : DCM_ERROR);
  if (!law)
    return;
  fuzz_promise(dcm_settings_check(s, &error) == DCM_OK);
  for (uint32_t i = 1; i <= law->material_count; i++) {
    double reach;
    check_failure(dcm_law_check_reach(
        law, dcm_sides_at_wall(dcm_law_pair(law, i, 1), 1e-3, INFINITY), &reach, &error));
    fuzz_promise(!(dcm_longest_safe_step(law, i, 1, 1e-3, 1e-5, 2e-3, 1e-4).step <= 0.0));
  }
  dcm_law_destroy(law);
}

static int is_material(const dcm_settings *s, const char *word, uint32_t *i) {
  *i = (uint32_t)strtoul(word, NULL, 10);
  return *i >= 1 && *i <= dcm_settings_material_count(s);
}

static void obey(dcm_settings **s, char **word) {
  uint32_t i, j;
  if (strcmp(word[0], "law") == 0) {
    dcm_settings_destroy(*s);
    const unsigned long materials = strtoul(word[2], NULL, 10);
    *s = dcm_settings_create(find(word[1]), 1 + (uint32_t)(materials % 5));
  } else if (strcmp(word[0], "choose") == 0) {
    check_failure(dcm_settings_give(*s, word[1], word[2], &error));
  } else if (strcmp(word[0], "set") == 0) {
    set(*s, word);
  } else if (strcmp(word[0], "make") == 0) {
    make(*s);
  } else if (is_material(*s, word[1], &i) && is_material(*s, word[2], &j)) {
    if (strcmp(word[0], "use") == 0)
      dcm_settings_use_pair(*s, i, j, word[3][0] == '1');
    else
      check_failure(dcm_settings_check_pair(*s, i, j, &error));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text)
    abort();
  memcpy(text, data, size);
  text[size] = '\0';
  dcm_settings *s = dcm_settings_create(find(""), 2);
  int made = 0;
  for (char *line = text, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = '\0';
    enum { WORDS = 7 };
    char *word[WORDS];
    static char empty[] = "";
    for (int w = 0; w < WORDS; w++) {
      word[w] = line;
      line += strcspn(line, " ");
      if (*line)
        *line++ = '\0';
      else
        line = empty;
    }
    /* One law takes milliseconds to make. */
    if (strcmp(word[0], "make") != 0 || made++ < 2)
      obey(&s, word);
  }
  dcm_settings_destroy(s);
  free(text);
  return 0;
}
