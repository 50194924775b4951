/* SPDX-License-Identifier: MIT */
#include "check/holds.h"

#include <math.h>
#include <string.h>

#include "runtime/model.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

int dcm_is_dimension(dcm_dimension d, dcm_dimension of) {
  d.denominator = d.denominator > 1 ? d.denominator : 0;
  return memcmp(&d, &of, sizeof d) == 0;
}

int dcm_may_hold(const dcm_law *law, uint32_t f, uint32_t q, uint32_t *component) {
  const dcm_history_field *field = dcm_model_history_field(law->model, f);
  *component = 0;
  for (uint32_t before = 0; before < f; before++)
    *component += dcm_history_field_width(dcm_model_history_field(law->model, before));
  return field->kind == DCM_SCALAR && field->parity == DCM_EVEN &&
         law->instance.field_use[f] == DCM_FIELD_USED &&
         dcm_is_dimension(field->dimension, dcm_model_quantity(law->model, q)->dimension);
}

static int is_held(const dcm_law *law, uint32_t q) {
  uint32_t component;
  for (uint32_t f = 0; f < law->model->history_count; f++)
    if (dcm_may_hold(law, f, q, &component))
      return 1;
  return 0;
}

/** Takes a step at rest.
 * @param stored     [CONTACTS] filled
 * @param dissipated [CONTACTS] filled; NULL: not wanted */
static void rest(dcm_scene *s, double *stored, double *dissipated) {
  dcm_batch *b = s->a;
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    stored[k] = 0.0;
    for (size_t e = 0; e < DCM_ENERGIES_STORED; e++)
      stored[k] += dcm_scene_energy(b, e, k);
    if (dissipated)
      dissipated[k] = 0.0;
    for (size_t e = DCM_ENERGIES_STORED; dissipated && e < DCM_ENERGIES; e++)
      dissipated[k] += dcm_scene_energy(b, e, k);
  }
  dcm_advance_history(b, s->law);
}

/** Quantity q of both sides. */
static void take(dcm_scene *s, uint32_t q, double share) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    s->a->quantities_1[q][k] = share * s->contacts[k].quantities_1[q];
    s->a->quantities_2[q][k] = share * s->contacts[k].quantities_2[q];
  }
}

/** Contacts begin without quantity q, and get it later. */
static void form_late(dcm_scene *s, uint32_t q) {
  enum { STEPS = 4 };
  static double before[CONTACTS], after[CONTACTS], dissipated[CONTACTS];
  for (int step = 0; step < STEPS; step++)
    rest(s, before, NULL);
  take(s, q, 1.0);
  rest(s, after, dissipated);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double released = before[k] - after[k];
    const double allowed = 1e-2 * fabs(released) + 1e-9 * (fabs(before[k]) + fabs(after[k]));
    if (fabs(released - dissipated[k]) > allowed)
      dcm_scene_find(s, k,
                     "a contact at rest takes up what forms a bridge, and what it stores changes, "
                     "but the law does not dissipate the difference: book as dissipated what a "
                     "bridge that forms, or grows, releases",
                     "dissipated in the step", dissipated[k], released, allowed);
  }
}

void dcm_books_what_forms(dcm_scene *s) {
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
    if (s->law->access[q] != DCM_CHANGE || quantity->minimum != 0.0 || !is_held(s->law, q))
      continue;
    dcm_scene_rest(s, dcm_scene_side(s));
    for (uint32_t k = 0; k < CONTACTS; k++)
      s->a->overlap[k] = dcm_scene_depth(s, k);
    take(s, q, 0.0);
    dcm_scene_begin(s);
    form_late(s, q);
  }
}
