/* SPDX-License-Identifier: MIT */
/** @file
 * Check of the words of options in inputs of hosts. */
#include <string.h>

#include "check/checks.h"
#include "runtime/model.h"

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
