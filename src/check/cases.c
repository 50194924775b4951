/* SPDX-License-Identifier: MIT */
#include "check/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/drawn.h"
#include "runtime/model.h"

uint32_t dcm_case_option_count(const dcm_model *model) {
  return model->option_count < DCM_CASE_OPTIONS ? model->option_count : DCM_CASE_OPTIONS;
}

/* If the options of a law have more combinations than this, the checks try some combinations that
 * have each pair of words of two options at least once. A law is composed if even a test of each
 * combination takes too long. */
enum { ALL_COMBINATIONS = 8, COMPOSED = 128, MOST_COMBINATIONS = 20000, WORDS = DCM_CASE_WORDS };

static uint32_t combinations(const dcm_model *model) {
  uint32_t count = 1;
  for (uint32_t o = 0; o < dcm_case_option_count(model) && count < MOST_COMBINATIONS; o++)
    count *= dcm_model_option(model, o)->choice_count;
  return count;
}

/** A case without its name, because few of the thousands of cases need a name. */
static dcm_case nameless(const dcm_model *model, uint32_t i) {
  dcm_case result;
  result.model = model;
  result.number = i;
  result.name[0] = '\0';
  memset(result.choices, 0, sizeof result.choices);
  for (uint32_t o = 0; o < dcm_case_option_count(model); o++) {
    const uint32_t count = dcm_model_option(model, o)->choice_count;
    result.choices[o] = i % count;
    i /= count;
  }
  return result;
}

static dcm_case combination(const dcm_model *model, uint32_t i) {
  dcm_case result = nameless(model, i);
  snprintf(result.name, sizeof result.name, "%s", model->id);
  for (uint32_t o = 0; o < dcm_case_option_count(model); o++) {
    const dcm_option *option = dcm_model_option(model, o);
    const size_t used = strlen(result.name);
    snprintf(result.name + used, sizeof result.name - used, " %s=%s", option->name,
             option->choices[result.choices[o]]);
  }
  return result;
}

/** Numbers the words of all options of a law one after the other.
 * @param words receives those of a case */
static void words_of(const dcm_case *c, uint32_t words[DCM_CASE_OPTIONS]) {
  uint32_t first = 0;
  for (uint32_t o = 0; o < dcm_case_option_count(c->model); o++) {
    const uint32_t word = first + c->choices[o];
    words[o] = word < WORDS ? word : WORDS - 1;
    first += dcm_model_option(c->model, o)->choice_count;
  }
}

/** Number of new pairs of words of a case. */
static uint32_t new_pairs(const dcm_case *c, uint8_t (*met)[WORDS]) {
  uint32_t words[DCM_CASE_OPTIONS], count = 0;
  words_of(c, words);
  for (uint32_t a = 0; a < dcm_case_option_count(c->model); a++)
    for (uint32_t b = a + 1; b < dcm_case_option_count(c->model); b++)
      count += !met[words[a]][words[b]];
  return count;
}

static void meet(const dcm_case *c, uint8_t (*met)[WORDS]) {
  uint32_t words[DCM_CASE_OPTIONS];
  words_of(c, words);
  for (uint32_t a = 0; a < dcm_case_option_count(c->model); a++)
    for (uint32_t b = a + 1; b < dcm_case_option_count(c->model); b++)
      met[words[a]][words[b]] = 1;
}

/** Whether a case has the chosen words. */
static int is_chosen(const dcm_case *c, const dcm_chosen *chosen) {
  for (; chosen && chosen->option; chosen++)
    if (strcmp(dcm_case_word(c, chosen->option), chosen->word) != 0)
      return 0;
  return 1;
}

static int is_possible(const dcm_case *c, dcm_random random) {
  dcm_error error;
  dcm_drawn drawn = {0};
  dcm_law *law = NULL;
  for (int attempt = 1; !law && attempt <= DCM_DRAW_ATTEMPTS; attempt++)
    law = dcm_draw_law(c, 1, NULL, &random, attempt, &drawn, &error);
  dcm_law_destroy(law);
  dcm_drawn_free(&drawn);
  return law != NULL;
}

/** Values that all combinations of a composed law are tried with, for a draw takes longer than a
 * trial; of even attempts, which give a value to nearly every parameter. */
enum { TRIALS = 3 };
static dcm_drawn trials[TRIALS];

static void draw_trials(const dcm_case *c, dcm_random random) {
  dcm_error ignored;
  for (int t = 0; t < TRIALS; t++)
    dcm_law_destroy(dcm_draw_law(c, 1, NULL, &random, 2 * (t + 1), &trials[t], &ignored));
}

static void free_trials(void) {
  for (int t = 0; t < TRIALS; t++)
    dcm_drawn_free(&trials[t]);
}

static int passes_a_trial(const dcm_case *c) {
  dcm_error error;
  dcm_law *law = NULL;
  for (int t = 0; !law && t < TRIALS; t++)
    if (trials[t].settings)
      law = dcm_drawn_law(c, &trials[t], &error);
  dcm_law_destroy(law);
  return law != NULL;
}

/** The combination with most new pairs.
 * @return its pairs; 0 if none has new pairs */
static uint8_t most_new(const uint8_t *fresh, uint32_t count, uint32_t *best) {
  uint8_t most = 0;
  for (uint32_t i = 0; i < count; i++)
    if (fresh[i] > most) {
      most = fresh[i];
      *best = i;
    }
  return most;
}

/** Takes the possible combination with most new pairs, again and again, until there are no new
 * pairs. Only what would be taken is tried, for a trial takes long.
 * @param fresh [number of combinations] for the numbers of new pairs
 * @param cases [number of combinations] filled
 * @return how many were taken */
static uint32_t cover(const dcm_model *model, const dcm_chosen *chosen, dcm_random random,
                      uint8_t *fresh, dcm_case *cases) {
  static uint8_t met[WORDS][WORDS];
  const uint32_t count = combinations(model);
  const int is_composed = count > COMPOSED;
  uint32_t taken = 0, best = 0;
  memset(met, 0, sizeof met);
  if (is_composed) {
    const dcm_case first = combination(model, 0);
    draw_trials(&first, random);
  }
  for (uint32_t i = 0; i < count; i++) {
    const dcm_case c = nameless(model, i);
    fresh[i] = is_chosen(&c, chosen) ? (uint8_t)new_pairs(&c, met) : 0;
  }
  while (most_new(fresh, count, &best) > 0) {
    const dcm_case c = combination(model, best);
    fresh[best] = 0;
    if (is_composed ? !passes_a_trial(&c) : !is_possible(&c, random))
      continue;
    cases[taken++] = c;
    meet(&c, met);
    for (uint32_t i = 0; i < count; i++) {
      const dcm_case other = nameless(model, i);
      fresh[i] = fresh[i] ? (uint8_t)new_pairs(&other, met) : 0;
    }
  }
  free_trials();
  return taken;
}

dcm_case *dcm_cases_of(const dcm_model *model, const dcm_chosen *chosen, dcm_random random,
                       uint32_t *count) {
  const uint32_t all = combinations(model);
  dcm_case *cases = malloc(all * sizeof *cases);
  uint8_t *fresh = malloc(all);
  *count = 0;
  if (cases && fresh && all > ALL_COMBINATIONS)
    *count = cover(model, chosen, random, fresh, cases);
  else if (cases)
    for (uint32_t i = 0; i < all; i++) {
      cases[*count] = combination(model, i);
      *count += is_chosen(&cases[*count], chosen) && is_possible(&cases[*count], random);
    }
  /* If a law refuses all combinations, the user must see the refusal. */
  if (cases && *count == 0)
    for (uint32_t i = 0; i < all; i++) {
      cases[*count] = combination(model, i);
      *count += (uint32_t)is_chosen(&cases[*count], chosen);
    }
  free(fresh);
  return cases;
}

dcm_case *dcm_cases_again(const dcm_model *model, const uint32_t *numbers, uint32_t count) {
  dcm_case *cases = malloc((count + 1) * sizeof *cases);
  for (uint32_t i = 0; cases && i < count; i++)
    cases[i] = combination(model, numbers[i]);
  return cases;
}

int dcm_case_is_composed(const dcm_case *the_case) {
  return combinations(the_case->model) > COMPOSED;
}

const char *dcm_case_word(const dcm_case *the_case, const char *option) {
  const int32_t o = dcm_model_find_option(the_case->model, option);
  if (o < 0)
    return NULL;
  return dcm_model_option(the_case->model, (uint32_t)o)
      ->choices[o < DCM_CASE_OPTIONS ? the_case->choices[o] : 0];
}
