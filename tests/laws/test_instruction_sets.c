/* SPDX-License-Identifier: MIT */
/* Every instruction set gives the same numbers to the last bit, for every law in every choice of
 * its options, with energies and without, wherever the batch ends. */
#include "laws/library.h"
#include "laws/properties.h"
#include "runtime/machine.h"

#include <stdio.h>
#include <string.h>

enum { SET_ROUNDS = 96 };

static double recorded[SET_ROUNDS][CONTACTS][ANSWERS];
static const uint32_t recorded_set = DCM_ISA_BASELINE;
static uint32_t set;

/** Records the answers of the first set, and holds those of the others against them. */
static void answer(dcm_scene *s) {
  static double answers[ANSWERS];
  dcm_scene_live(s, dcm_scene_side(s));
  if (s->round % 8 == 0)
    s->dt = 0.0;
  s->a->count = 1 + dcm_below(&s->random, CONTACTS);
  s->a->with_energies = dcm_chance(&s->random, 0.5);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < s->a->count; k++) {
    double *first = recorded[s->round][k];
    property_answers(s, s->a, k, set == recorded_set ? first : answers);
    for (int n = 0; n < ANSWERS && set != recorded_set; n++)
      if (memcmp(&answers[n], &first[n], sizeof *first) != 0) {
        char what[64];
        snprintf(what, sizeof what, "number %d in set %s", n, dcm_isa_name(set));
        property_fail(s, k, what, answers[n], first[n]);
      }
  }
  s->a->with_energies = 1;
}

TEST_TIMES(sets_give_the_same_bits, dcm_case_count()) {
  dcm_error error;
  for (set = 0; set < DCM_ISA_COUNT; set++) {
    if (!dcm_isa_is_available(set))
      continue;
    ck_assert_int_eq(dcm_isa_use(dcm_isa_name(set), &error), DCM_OK);
    property_rounds(_i, "instruction sets", NULL, SET_ROUNDS, answer);
  }
}

/* Each set has laws of its own, the same ones. */
TEST(sets_are_there) {
  dcm_error error;
  const dcm_library *last = NULL;
  for (set = 0; set < DCM_ISA_COUNT; set++) {
    printf("instruction set %s%s\n", dcm_isa_name(set),
           dcm_isa_is_available(set) ? "" : ": not here");
    if (!dcm_isa_is_available(set))
      continue;
    ck_assert_int_eq(dcm_isa_use(dcm_isa_name(set), &error), DCM_OK);
    const dcm_library *library = dcm_builtin_library_entry(NULL);
    ck_assert_uint_eq(library->model_count, DCM_BUILTIN_LAW_COUNT);
    for (uint32_t m = 0; last && m < library->model_count; m++) {
      ck_assert_str_eq(library->models[m]->id, last->models[m]->id);
      ck_assert(library->models[m]->compute != last->models[m]->compute);
    }
    last = library;
  }
}
