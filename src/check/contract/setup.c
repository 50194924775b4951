/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of what a law declares, and whether init takes that. */
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "runtime/model.h"

/* -------------------------------------------------------------------------------------- words */

/* Characters that hosts take for comments, variables, quotes and continued lines before a law sees
 * a word. */
static const char special[] = "#$&\"'\\";

static void expect_plain(const dcm_subject *subject, const dcm_option *option, const char *word) {
  const char *bad = strpbrk(word, special);
  dcm_error what, came;
  if (!bad)
    return;
  dcm_fail(
      &what,
      "users cannot choose a word of the option '%s': '%c' has another meaning in inputs of hosts",
      option->name, *bad);
  dcm_fail(&came, "%s", word);
  dcm_subject_find(subject, what.text, subject->model->id, came.text,
                   "letters and digits, and marks such as _ - . + between letters");
}

void dcm_check_words(const dcm_subject *subject) {
  const dcm_model *model = subject->model;
  if (!model->option_count)
    dcm_subject_not_tested(subject, "the law has no options");
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    for (uint32_t c = 0; c < option->choice_count; c++)
      expect_plain(subject, option, option->choices[c]);
  }
}

/* -------------------------------------------------------------------------------------- setup */

enum { ROUNDS = 12, FEW_ATTEMPTS = 8 };

static void find(const dcm_subject *subject, const dcm_case *the_case, const dcm_drawn *drawn,
                 const char *what, const char *came, const char *expected) {
  dcm_situation situation;
  dcm_situation_law(&situation, the_case->name, drawn->text);
  dcm_subject_report(
      subject,
      &(dcm_finding){.what = what, .situation = &situation, .came = came, .expected = expected});
}

/** Draws until init accepts.
 * @param attempts most draws
 * @return NULL if init refuses all */
static dcm_law *accepted(const dcm_subject *subject, const dcm_case *the_case, uint32_t materials,
                         dcm_random *random, int attempts, dcm_drawn *drawn, dcm_error *error) {
  for (int attempt = 0; attempt < attempts; attempt++) {
    dcm_law *law = dcm_draw_law(the_case, materials, subject->fixed, random, attempt, drawn, error);
    if (law)
      return law;
    if (strstr(error->text, "without giving a reason"))
      find(subject, the_case, drawn, "init refuses parameters without a sentence",
           "DCM_ERROR, and nothing in instance->log with level DCM_LOG_ERROR",
           "a sentence that names the parameter, its value and what is allowed");
  }
  return NULL;
}

/** Makes and frees laws of every case; each refusal must have a sentence. */
void dcm_check_setup(const dcm_subject *subject) {
  dcm_drawn drawn = {0};
  dcm_error error;
  uint32_t made = 0;
  for (uint32_t i = 0; i < subject->case_count; i++) {
    const dcm_case *the_case = &subject->cases[i];
    dcm_random random = dcm_random_of_seed(subject->seed, dcm_random_hash(the_case->name));
    for (int round = 0; round < ROUNDS; round++) {
      /* The first round finds out whether any are accepted. */
      dcm_law *law = accepted(subject, the_case, 1 + (uint32_t)round % 3, &random,
                              round ? FEW_ATTEMPTS : DCM_DRAW_ATTEMPTS, &drawn, &error);
      made += law != NULL;
      dcm_law_destroy(law);
    }
  }
  if (!made)
    find(subject, &subject->cases[subject->case_count - 1], &drawn,
         "init refuses all random parameters within their ranges", error.text,
         "ranges in the description that say what init accepts; or fix these "
         "parameters with --set");
  dcm_drawn_free(&drawn);
}
