/* SPDX-License-Identifier: MIT */
#include "check/answers.h"

#include <stdio.h>

#include "runtime/model.h"

static const dcm_dimension force = {.mass = 1, .length = 1, .time = -2};
static const dcm_dimension energy = {.mass = 1, .length = 2, .time = -2};

/** Appends an answer to a list.
 * @param rows [width] its arrays */
static void append(dcm_answer *answers, uint32_t *count, dcm_answer answer, double *const *rows) {
  for (uint32_t x = 0; x < answer.width; x++)
    answer.rows[x] = rows[x];
  answers[(*count)++] = answer;
}

static void append_fields(const dcm_law *law, const dcm_batch *batch, dcm_answer *answers,
                          uint32_t *count) {
  uint32_t first = 0;
  for (uint32_t f = 0; f < law->model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(law->model, f);
    dcm_answer a = {DCM_ANSWER_STATE, f,  dcm_history_field_width(field),
                    field->dimension, "", {NULL}};
    const uint32_t use = law->instance.field_use[f];
    snprintf(a.name, sizeof a.name, "field '%s'", field->name);
    if (use == DCM_FIELD_USED || use == DCM_FIELD_FOR_ENERGIES)
      append(answers, count, a, batch->new_history + first);
    first += a.width;
  }
}

static void append_energies(const dcm_batch *batch, dcm_answer *answers, uint32_t *count) {
  for (uint32_t e = 0; e < DCM_ENERGIES; e++) {
    const int is_stored = e < DCM_ENERGIES_STORED;
    dcm_answer a = {
        is_stored ? DCM_ANSWER_STORED : DCM_ANSWER_DISSIPATED, e, 1, energy, "", {NULL}};
    snprintf(a.name, sizeof a.name, "energy %s", dcm_energy_names[e]);
    append(answers, count, a, &dcm_energy_rows_of(&batch->energies)[e]);
  }
  const dcm_answer damper = {
      DCM_ANSWER_DAMPER, 0, 3, force, "tangential force of the damper", {NULL}};
  append(answers, count, damper, batch->energies.tangential_damper);
}

static void append_quantities(const dcm_law *law, const dcm_batch *batch, dcm_answer *answers,
                              uint32_t *count) {
  for (uint32_t q = 0; q < law->quantity_count; q++)
    for (int side = 1; side <= 2; side++) {
      const dcm_quantity *quantity = dcm_model_quantity(law->model, q);
      dcm_answer a = {DCM_ANSWER_ADDED, q, 1, quantity->dimension, "", {NULL}};
      snprintf(a.name, sizeof a.name, "'%s' added to %d", quantity->name, side);
      if (law->access[q] != DCM_READ)
        append(answers, count, a, side == 1 ? &batch->added_1[q] : &batch->added_2[q]);
    }
}

uint32_t dcm_answers_of(const dcm_law *law, const dcm_batch *batch, dcm_answer *answers) {
  uint32_t count = 0;
  append(answers, &count, (dcm_answer){DCM_ANSWER_FORCE, 0, 1, force, "normal force", {NULL}},
         &batch->normal_force);
  append(answers, &count, (dcm_answer){DCM_ANSWER_FORCE, 1, 3, force, "tangential force", {NULL}},
         batch->tangential_force);
  append(answers, &count, (dcm_answer){DCM_ANSWER_COUPLE, 0, 3, energy, "couple on 1", {NULL}},
         batch->couple_1);
  append(answers, &count, (dcm_answer){DCM_ANSWER_COUPLE, 1, 3, energy, "couple on 2", {NULL}},
         batch->couple_2);
  append_fields(law, batch, answers, &count);
  append_energies(batch, answers, &count);
  append_quantities(law, batch, answers, &count);
  for (uint32_t o = 0; o < law->model->output_count; o++) {
    const dcm_output *output = dcm_model_output(law->model, o);
    dcm_answer a = {DCM_ANSWER_OUTPUT, o, 1, output->dimension, "", {NULL}};
    snprintf(a.name, sizeof a.name, "output '%s'", output->name);
    append(answers, &count, a, &batch->outputs[o]);
  }
  return count;
}

int dcm_answer_counts(const dcm_answer *a, const dcm_law *law, double dt) {
  switch (a->kind) {
  case DCM_ANSWER_STATE:
    return dcm_law_keeps_state(law, dt);
  case DCM_ANSWER_DISSIPATED:
  case DCM_ANSWER_DAMPER:
    return dt != 0.0;
  case DCM_ANSWER_ADDED:
    return dt != 0.0 || law->access[a->index] == DCM_SUM;
  default:
    return 1;
  }
}
