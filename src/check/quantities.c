/* SPDX-License-Identifier: MIT */
/** @file
 * Check of the amounts that contacts add to quantities of particles. */
#include <math.h>
#include <stdio.h>

#include "check/checks.h"
#include "runtime/model.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

static void conserved(dcm_scene *s) {
  dcm_scene_live(s, DCM_SIDE_PARTICLE);
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    if (!(quantity->flags & DCM_CONSERVED) || quantity->access == DCM_READ)
      continue;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double on_1 = s->a->added_1[q][k], on_2 = s->a->added_2[q][k];
      const double allowed = s->subject->tolerance * fmax(fabs(on_1), fabs(on_2));
      if (fabs(on_1 + on_2) <= allowed)
        continue;
      char name[128];
      snprintf(name, sizeof name, "added_2[%u], of '%s',", q, quantity->name);
      dcm_scene_find(
          s, k, "the law adds to a DCM_CONSERVED quantity, but the sum over both sides is not 0",
          name, on_2, -on_1, allowed);
    }
  }
}

void dcm_check_conserved(const dcm_subject *subject) {
  int is_called_so = 0;
  for (uint32_t q = 0; q < subject->model->quantity_count; q++)
    is_called_so |= (dcm_model_quantity(subject->model, q)->flags & DCM_CONSERVED) != 0;
  if (is_called_so)
    dcm_scene_rounds(subject, "conserved", NULL, 2, ROUNDS, conserved);
  else
    dcm_subject_not_tested(subject, "no quantity has the flag DCM_CONSERVED");
}
