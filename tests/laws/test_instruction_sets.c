/* SPDX-License-Identifier: MIT */
/* Every instruction set gives the same numbers to the last bit, for every law in every choice of
 * its options, with energies and without, wherever the batch ends. */
#include "laws/library.h"
#include "laws/properties.h"
#include "runtime/isa.h"

#include <stdio.h>
#include <string.h>

enum { SET_ROUNDS = 48, NUMBERS = 10 + 9 + 16 };

/** What a law answered for the contacts of a round. */
typedef struct answers {
  double numbers[CONTACTS][NUMBERS];
} answers;

static answers recorded[SET_ROUNDS];
static const uint32_t recorded_set = DCM_ISA_BASELINE;
static uint32_t set;

static void collect(const scene *s, const dcm_batch *b, answers *all) {
  memset(all, 0, sizeof *all);
  ck_assert_uint_le(s->law->history_width, 16);
  for (uint32_t k = 0; k < b->count; k++) {
    double *n = all->numbers[k];
    *n++ = b->normal_force[k];
    for (int x = 0; x < 3; x++) {
      *n++ = b->tangential_force[x][k];
      *n++ = b->couple_1[x][k];
      *n++ = b->couple_2[x][k];
    }
    for (uint32_t c = 0; c < s->law->history_width; c++)
      *n++ = b->new_history[c][k];
    if (!b->with_energies)
      continue;
    *n++ = b->energies.stored_normal[k];
    *n++ = b->energies.stored_tangential[k];
    *n++ = b->energies.stored_rolling[k];
    *n++ = b->energies.dissipated_normal[k];
    *n++ = b->energies.dissipated_plastic[k];
    *n++ = b->energies.dissipated_tangential[k];
    *n++ = b->energies.dissipated_sliding[k];
    *n++ = b->energies.dissipated_rolling[k];
    *n++ = b->energies.dissipated_fracture[k];
  }
}

static void expect_recorded(const scene *s, const answers *all) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    for (int n = 0; n < NUMBERS; n++)
      if (memcmp(&all->numbers[k][n], &recorded[s->round].numbers[k][n], sizeof(double)) != 0) {
        char what[64];
        snprintf(what, sizeof what, "number %d in set %s", n, dcm_isa_name(set));
        scene_fail(s, k, what, all->numbers[k][n], recorded[s->round].numbers[k][n]);
      }
}

/** Records the answers of the first set, and holds those of the others against them. */
static void answer(scene *s) {
  static answers all;
  scene_live(s, dcm_chance(&s->random, 0.5) ? DCM_SIDE_PARTICLE : DCM_SIDE_WALL);
  dcm_batch *b =
      dcm_chance(&s->random, 0.5) ? s->a : dcm_batch_create(s->law->history_width, CONTACTS, 0);
  b->count = 1 + dcm_below(&s->random, CONTACTS);
  for (uint32_t k = 0; k < b->count; k++) {
    dcm_put_sample(b, s->law, k, &s->contacts[k]);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      b->history[c][k] = s->a->history[c][k];
  }
  dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
  collect(s, b, &all);
  if (set == recorded_set)
    recorded[s->round] = all;
  else
    expect_recorded(s, &all);
  if (b != s->a)
    dcm_batch_destroy(b);
}

START_TEST(sets_give_the_same_bits) {
  dcm_error error;
  for (set = 0; set < DCM_ISA_COUNT; set++) {
    if (!dcm_isa_is_available(set))
      continue;
    ck_assert_int_eq(dcm_isa_use(dcm_isa_name(set), &error), DCM_OK);
    scene_for_each_round(_i, "instruction sets", NULL, SET_ROUNDS, answer);
  }
}
END_TEST

/* Each set has laws of its own, the same ones. */
START_TEST(sets_are_there) {
  dcm_error error;
  const dcm_library *last = NULL;
  for (set = 0; set < DCM_ISA_COUNT; set++) {
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
END_TEST

int main(void) {
  printf("DCM_TEST_SEED=%llu\n", (unsigned long long)dcm_test_seed());
  printf("instruction sets:");
  for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++)
    printf(" %s%s", dcm_isa_name(isa), dcm_isa_is_available(isa) ? "" : " (not here)");
  printf("\n");
  Suite *suite = suite_create("instruction sets");
  TCase *all = tcase_create("all laws");
  tcase_add_test(all, sets_are_there);
  tcase_add_loop_test(all, sets_give_the_same_bits, 0, (int)dcm_case_count());
  suite_add_tcase(suite, all);
  return dcm_run(suite);
}
