/* SPDX-License-Identifier: MIT */
#include "laws/properties.h"
#include "support/check.h"

/** Some laws solve equations in init. */
enum { ROUNDS_OF_A_LAW = 8 };

void scene_for_each_round(int i, const char *property, const dcm_fixed *fixed, int rounds,
                          void (*check)(scene *s)) {
  static scene s;
  s = (scene){.property = property, .index = (uint32_t)i, .the_case = dcm_case_at((uint32_t)i)};
  /* A stream of its own for each case, by its name, so that a new law does not change the others.
   */
  s.random = dcm_random_stream(dcm_random_hash(s.the_case.name));
  /* Of a composed law there are many cases, which share their stages. */
  const int shared = dcm_case_is_composed(&s.the_case) ? 16 : 1;
  const int count = dcm_test_rounds((rounds + shared - 1) / shared);
  for (s.round = 0; s.round < count; s.round++) {
    if (s.round % ROUNDS_OF_A_LAW == 0) {
      dcm_law_destroy(s.law);
      s.law = dcm_case_law(&s.the_case, 2, fixed, &s.random);
      /* A law may leave couples unwritten: they must not be those of the law before. */
      dcm_batch_destroy(s.a);
      dcm_batch_destroy(s.b);
      s.a = dcm_batch_create(s.law->history_width, CONTACTS, 1);
      s.b = dcm_batch_create(s.law->history_width, CONTACTS, 1);
    }
    s.a->count = s.b->count = CONTACTS;
    s.pair = dcm_random_pair(s.law, &s.random);
    check(&s);
  }
  dcm_law_destroy(s.law);
  dcm_batch_destroy(s.a);
  dcm_batch_destroy(s.b);
  dcm_case_forget();
}

void scene_live(scene *s, int side_2) {
  s->side_2 = side_2;
  dcm_law_history_begin(s->law, s->a->pair, DCM_SIDE_PARTICLE, CONTACTS, s->a->history);
  for (uint32_t k = 0; k < CONTACTS; k++)
    s->contacts[k] = dcm_random_sample(s->law, s->pair, side_2, &s->random);
  for (int step = 0; step < 3; step++) {
    s->dt = dcm_random_step(&s->random);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      if (step)
        s->contacts[k] = dcm_moved_sample(s->law, &s->contacts[k], side_2, &s->random);
      dcm_put_sample(s->a, s->law, k, &s->contacts[k]);
    }
    if (step == 2)
      break;
    dcm_batch_evaluate(s->a, s->law, side_2, s->dt);
    if (s->dt > 0.0)
      dcm_advance_history(s->a, s->law);
  }
}

void scene_fail(const scene *s, uint32_t k, const char *what, double actual, double allowed) {
  ck_abort_msg("%s, %s: %s is %.17g, allowed is %.17g; DCM_TEST_SEED=%llu round %d contact %u, dt "
               "%.17g, overlap %.17g, %s; %s",
               s->the_case.name, s->property, what, actual, allowed,
               (unsigned long long)dcm_test_seed(), s->round, k, s->dt, s->a->overlap[k],
               dcm_sample_text(&s->contacts[k]), dcm_case_parameters());
}
