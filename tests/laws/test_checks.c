/* SPDX-License-Identifier: MIT */
/* The checks of dcm check on every built-in law in every choice of its options: with many seeds,
 * and without the tolerance that the laws of others have. */
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "check/contract/interposer.h"
#include "laws/library.h"
#include "laws/properties.h"
#include "runtime/model.h"
#include "support/check.h"

/** Where formulas have their corners, and laws need less. */
static const dcm_fixed corners[][4] = {
    {{"restitution", 1.0}},
    {{"restitution", 0.0}},
    {{"rolling", 0.0}, {"twisting", 0.0}},
    {{"restitution", 1.0}, {"friction", 0.0}, {"rolling", 0.0}},
    {{"poisson", 0.5}, {"restitution", 1e-9}, {"friction", 1e9}},
    {{"surface_energy", 0.0}, {"friction", 0.0}},
};
enum { CORNERS = sizeof corners / sizeof corners[0] };

/** How sharply the built-in laws are held, and with how many seeds; in other checks as those of
 * others, with one. */
static const struct {
  const char *check;
  double tolerance;
  int seeds;
} table[] = {
    {"swap", 0.0, 4},       {"rotation", 1e-10, 4}, {"couples", 0.0, 2}, {"conserved", 0.0, 2},
    {"friction", 1e-12, 1}, {"batches", 1e-9, 2},   {"finite", 1e-9, 2}, {"arguments", 1e-9, 2},
};

static int check_count(void) {
  int count = 0;
  while (dcm_checks[count].name)
    count++;
  return count;
}

/** @param subject its cases are found among all */
static void run(const dcm_check *check, dcm_subject *subject, int seeds) {
  static dcm_case cases[256];
  if (!dcm_law_is_asked_for(subject->model))
    return;
  subject->case_count = 0;
  for (uint32_t i = 0; i < dcm_case_count(); i++) {
    const dcm_case the_case = dcm_case_at(i);
    if (the_case.model != subject->original)
      continue;
    cases[subject->case_count] = the_case;
    cases[subject->case_count++].model = subject->model;
  }
  subject->cases = cases;
  for (int seed = 0; seed < seeds; seed++, subject->seed++)
    dcm_check_run(check, subject);
}

static dcm_subject subject_of(const dcm_model *model) {
  dcm_subject subject = property_subject(model, dcm_test_seed());
  subject.model = dcm_model_behind_interposers(model, NULL);
  subject.surroundings = dcm_surroundings_now();
  subject.description = dcm_description_hash(model);
  return subject;
}

START_TEST(built_in_laws_pass) {
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  const dcm_check *check = &dcm_checks[_i % check_count()];
  dcm_subject subject = subject_of(library->models[_i / check_count()]);
  int seeds = 1;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (strcmp(table[i].check, check->name) == 0) {
      subject.tolerance = table[i].tolerance;
      seeds = dcm_test_rounds(table[i].seeds);
    }
  run(check, &subject, seeds);
}
END_TEST

/** Whether a law has the first of these parameters, and they are in their ranges. */
static int allows(const dcm_model *model, const dcm_fixed *fixed) {
  for (const dcm_fixed *f = fixed; f->name; f++) {
    const int32_t p = dcm_model_find_parameter(model, f->name);
    if (p < 0 ? f == fixed
              : !dcm_parameter_allows(dcm_model_parameter(model, (uint32_t)p), f->value))
      return 0;
  }
  return 1;
}

START_TEST(corners_pass) {
  static const char *const names[] = {"arguments", "batches", "finite"};
  const dcm_model *model = dcm_builtin_library_entry(NULL)->models[_i / CORNERS];
  dcm_subject subject = subject_of(model);
  subject.fixed = corners[_i % CORNERS];
  for (const dcm_check *check = dcm_checks; check->name && allows(model, subject.fixed); check++)
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
      if (strcmp(check->name, names[n]) == 0)
        run(check, &subject, 1);
}
END_TEST

int main(void) {
  static const char *const parts[] = {"first", "second", "third", "fourth"};
  enum { PARTS = sizeof parts / sizeof parts[0] };
  dcm_case_count(); /* of which some laws take a second to tell, in this process */
  const int laws = (int)dcm_builtin_library_entry(NULL)->model_count;
  TCase *cases[PARTS];
  for (int part = 0; part < PARTS; part++) {
    const int first = laws * part / PARTS, end = laws * (part + 1) / PARTS;
    cases[part] = tcase_create(parts[part]);
    tcase_add_loop_test(cases[part], built_in_laws_pass, first * check_count(),
                        end * check_count());
    tcase_add_loop_test(cases[part], corners_pass, first * CORNERS, end * CORNERS);
  }
  return dcm_run_cases(cases, PARTS);
}
