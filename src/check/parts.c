/* SPDX-License-Identifier: MIT */
#include "check/parts.h"

#include <stdio.h>
#include <string.h>

enum { CONTACTS = DCM_SCENE_CONTACTS };

void dcm_parts_live(dcm_scene *s) {
  dcm_scene_live(s, dcm_scene_side(s));
  if (dcm_chance(&s->random, 0.2))
    s->dt = 0.0;
  /* A law may spoil the state before the step; the check must find this. */
  dcm_scene_copy(s);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t c = 0; c < s->law->history_width; c++)
    memcpy(s->a->history[c], s->b->history[c], CONTACTS * sizeof(double));
}

dcm_part dcm_part_of_all(void) {
  static uint32_t identity[CONTACTS];
  for (uint32_t k = 0; k < CONTACTS; k++)
    identity[k] = k;
  return (dcm_part){.count = CONTACTS, .order = identity, .filler = 1.0, .with_energies = 1};
}

dcm_part dcm_part_drawn(dcm_scene *s, uint32_t count, uint32_t *order) {
  for (uint32_t k = 0; k < count; k++)
    order[k] = dcm_below(&s->random, CONTACTS);
  return (dcm_part){.count = count,
                    .order = order,
                    .filler = dcm_log_uniform(&s->random, 1e-3, 1e3),
                    .with_energies = 1};
}

uint32_t dcm_part_count(dcm_random *random) {
  static const uint32_t counts[] = {1,   7,   8,   9,   63,  64,  65,  127,
                                    128, 129, 255, 256, 257, 511, 512, 1000};
  return dcm_chance(random, 0.3) ? 1 + dcm_below(random, 64)
                                 : counts[dcm_below(random, sizeof counts / sizeof counts[0])];
}

void dcm_parts_need(const dcm_scene *s, const void *memory) {
  if (!memory)
    dcm_subject_find(s->subject, "out of memory", s->the_case.name, "", "");
}

void dcm_parts_compare(const dcm_scene *s, const dcm_guarded *came, uint32_t k,
                       const dcm_guarded *expected, uint32_t expected_k, const char *how) {
  double answer, wanted;
  const char *name = dcm_guarded_difference(came, k, expected, expected_k, &answer, &wanted);
  if (!name)
    return;
  char what[512];
  snprintf(what, sizeof what, "the answer for a contact depends on %s", how);
  dcm_scene_find(s, expected_k, what, name, answer, wanted, 0.0);
}

dcm_law *dcm_parts_other_law(dcm_scene *s) {
  dcm_drawn drawn = {0};
  dcm_error error;
  dcm_law *law = NULL;
  for (int attempt = 0; !law && attempt < 50; attempt++)
    law = dcm_draw_law(&s->the_case, 2, s->subject->fixed, &s->random, attempt + 1, &drawn, &error);
  dcm_drawn_free(&drawn);
  return law;
}
