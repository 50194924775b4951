/* SPDX-License-Identifier: MIT */
#include "check/scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/declarations.h"
#include "runtime/model.h"

/** Some laws solve equations in init. */
enum { ROUNDS_OF_A_LAW = 2, ROUNDS_OF_COMPOSED = 4 };

/* ------------------------------------------------------------------------- what a check tested */

/** Counts a reason for so many rounds. */
static void count_reason(dcm_tested *tested, const char *why, uint32_t rounds) {
  char text[sizeof tested->reasons[0].why];
  snprintf(text, sizeof text, "%s", why);
  tested->rounds_in_vain += rounds;
  uint32_t r = 0;
  while (r < tested->reason_count && strcmp(tested->reasons[r].why, text) != 0)
    r++;
  if (r == DCM_MOST_REASONS)
    return;
  if (r == tested->reason_count)
    memcpy(tested->reasons[tested->reason_count++].why, text, sizeof text);
  tested->reasons[r].rounds += rounds;
}

void dcm_subject_report(const dcm_subject *subject, const dcm_finding *finding) {
  subject->found(subject->data, finding);
  abort(); /* found does not return */
}

void dcm_subject_find(const dcm_subject *subject, const char *what, const char *called,
                      const char *came, const char *expected) {
  static dcm_situation situation;
  dcm_situation_law(&situation, called, NULL);
  dcm_subject_report(
      subject,
      &(dcm_finding){.what = what, .situation = &situation, .came = came, .expected = expected});
}

void dcm_subject_not_tested(const dcm_subject *subject, const char *why) {
  count_reason(subject->tested, why, 0);
}

void dcm_scene_not_tested(dcm_scene *s, const char *why) {
  s->not_tested = why;
}

/* -------------------------------------------------------------------------------------- scenes */

/** A law of the case; NULL if init refuses all parameters. */
static dcm_law *draw(dcm_scene *s, uint32_t materials) {
  dcm_error error;
  for (int attempt = 0; attempt < DCM_DRAW_ATTEMPTS; attempt++) {
    dcm_law *law = dcm_draw_law(&s->the_case, materials, s->subject->fixed, &s->random, attempt,
                                &s->drawn, &error);
    if (law)
      return law;
  }
  /* A refusal is right if the user has fixed parameters, or if two options exclude each other. */
  dcm_error why;
  dcm_fail(&why, "init refuses all parameters that were tried: %s", error.text);
  dcm_subject_not_tested(s->subject, why.text);
  return NULL;
}

static void clean(dcm_scene *s) {
  dcm_law_destroy(s->law);
  dcm_batch_destroy(s->a);
  dcm_batch_destroy(s->b);
  s->law = NULL;
  s->a = s->b = NULL;
}

static int prepare(dcm_scene *s, uint32_t materials) {
  clean(s);
  s->law = draw(s, materials);
  if (!s->law && materials > 1 && (s->law = draw(s, 1)))
    dcm_subject_not_tested(s->subject, "unequal materials, because init refuses more than one");
  if (!s->law)
    return 0;
  /* A law may leave couples unwritten: couples of the law before must not stay. */
  s->a = dcm_batch_create(s->law->history_width, DCM_SCENE_CONTACTS, 1);
  s->b = dcm_batch_create(s->law->history_width, DCM_SCENE_CONTACTS, 1);
  if (!s->a || !s->b)
    dcm_subject_find(s->subject, "out of memory", s->the_case.name, "", "");
  return 1;
}

static void one_round(dcm_scene *s, void (*check)(dcm_scene *s)) {
  s->a->count = s->b->count = DCM_SCENE_CONTACTS;
  s->pair = dcm_random_pair(s->law, &s->random);
  s->not_tested = NULL;
  check(s);
  s->subject->tested->rounds++;
  if (s->not_tested)
    count_reason(s->subject->tested, s->not_tested, 1);
}

void dcm_scene_rounds(const dcm_subject *subject, const char *stream, uint32_t materials,
                      uint32_t rounds, void (*check)(dcm_scene *s), void *state) {
  static dcm_scene s;
  dcm_subject with_cases = *subject;
  dcm_case *chosen = NULL;
  if (subject->case_count == 0) {
    with_cases.cases = chosen = dcm_cases_of(subject->model, subject->chosen,
                                             dcm_random_of_seed(subject->seed, DCM_STREAM_OF_CASES),
                                             &with_cases.case_count);
    subject = &with_cases;
    if (!chosen)
      dcm_subject_find(subject, "out of memory", "", "", "");
  }
  for (uint32_t i = 0; i < subject->case_count; i++) {
    s = (dcm_scene){
        .subject = subject, .the_case = subject->cases[i], .case_index = i, .state = state};
    s.random = dcm_random_of_seed(subject->seed,
                                  dcm_random_hash(s.the_case.name) ^ dcm_random_hash(stream));
    const uint32_t of_case = dcm_case_is_composed(&s.the_case)
                                 ? (rounds + ROUNDS_OF_COMPOSED - 1) / ROUNDS_OF_COMPOSED
                                 : rounds;
    for (s.round = 0; s.round < of_case; s.round++) {
      if (s.round % ROUNDS_OF_A_LAW == 0 && !prepare(&s, materials))
        break;
      one_round(&s, check);
    }
    clean(&s);
    dcm_drawn_free(&s.drawn);
  }
  free(chosen);
}

int dcm_scene_side(dcm_scene *s) {
  return dcm_chance(&s->random, 0.5) ? DCM_SIDE_PARTICLE : DCM_SIDE_WALL;
}

static void put_all(dcm_scene *s) {
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++)
    dcm_put_sample(s->a, s->law, k, &s->contacts[k]);
}

void dcm_scene_begin(dcm_scene *s) {
  dcm_law_history_begin(s->law, s->a->pair, (uint32_t)s->side_2, DCM_SCENE_CONTACTS, s->a->history);
  if (s->is_start) {
    dcm_batch_compute(s->a, s->law, s->side_2, 0.0);
    dcm_advance_history(s->a, s->law);
  }
}

void dcm_scene_fix_quantities(const dcm_scene *s, double *values) {
  for (const dcm_fixed *f = s->subject->fixed; f && f->name; f++) {
    const int32_t q = dcm_model_find_quantity(s->law->model, f->name);
    if (q >= 0)
      values[q] = f->value;
  }
}

/** Any time step, or one of which a typical contact takes many. */
static double random_step(dcm_scene *s) {
  static const double shortest = 1e-9, longest = 1e-4;
  if (dcm_chance(&s->random, 0.5))
    return dcm_log_uniform(&s->random, shortest, longest);
  const dcm_typical *typical = &s->drawn.typical;
  const double step = typical->overlap / typical->speed * dcm_log_uniform(&s->random, 1e-3, 1e-1);
  return fmin(fmax(step, shortest), longest);
}

void dcm_scene_meet(dcm_scene *s, int side_2) {
  s->side_2 = side_2;
  s->is_start = (s->law->instance.flags & DCM_STATE_AT_START) && dcm_chance(&s->random, 0.5);
  s->dt = random_step(s);
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++) {
    dcm_sample *c = &s->contacts[k];
    *c = dcm_chance(&s->random, 0.5)
             ? dcm_typical_sample(s->law, s->pair, side_2, &s->drawn.typical, &s->random)
             : dcm_random_sample(s->law, s->pair, side_2, &s->random);
    dcm_scene_fix_quantities(s, c->quantities_1);
    dcm_scene_fix_quantities(s, c->quantities_2);
  }
  put_all(s);
  if (s->is_start) /* for the kinematics */
    dcm_batch_evaluate(s->a, s->law, side_2, 0.0);
  dcm_scene_begin(s);
}

void dcm_scene_rest(dcm_scene *s, int side_2) {
  dcm_batch *b = s->a;
  dcm_scene_meet(s, side_2);
  dcm_batch_evaluate(b, s->law, side_2, 0.0);
  dcm_stop(b);
  dcm_scene_begin(s);
  dcm_batch_compute(b, s->law, side_2, 0.0);
}

void dcm_scene_live(dcm_scene *s, int side_2) {
  const int steps = dcm_chance(&s->random, 0.5) ? 2 : 1;
  dcm_scene_meet(s, side_2);
  for (int step = 0; step < steps; step++) {
    dcm_batch_evaluate(s->a, s->law, side_2, s->dt);
    dcm_advance_history(s->a, s->law);
    s->dt = random_step(s);
    for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++)
      s->contacts[k] = dcm_moved_sample(s->law, &s->contacts[k], side_2, &s->random);
    put_all(s);
  }
}

double dcm_scene_depth(const dcm_scene *s, uint32_t k) {
  const dcm_batch *b = s->a;
  return fmin(fabs(b->overlap[k]), DCM_DEEPEST * fmin(b->radius_1[k], fabs(b->radius_2[k])));
}

void dcm_scene_touch(dcm_scene *s) {
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++)
    s->a->overlap[k] = dcm_scene_depth(s, k);
}

void dcm_scene_settle(dcm_scene *s, int steps) {
  for (int step = 0; step < steps; step++) {
    dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
    dcm_advance_history(s->a, s->law);
  }
}

void dcm_states_keep(const dcm_scene *s, dcm_states *to) {
  for (uint32_t c = 0; c < s->law->history_width; c++)
    memcpy(to->rows[c], s->a->history[c], sizeof to->rows[c]);
}

void dcm_states_recall(dcm_scene *s, const dcm_states *from) {
  for (uint32_t c = 0; c < s->law->history_width; c++)
    memcpy(s->a->history[c], from->rows[c], sizeof from->rows[c]);
}

void dcm_scene_copy(dcm_scene *s) {
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++)
    dcm_put_sample(s->b, s->law, k, &s->contacts[k]);
  for (uint32_t c = 0; c < s->law->history_width; c++)
    memcpy(s->b->history[c], s->a->history[c], DCM_SCENE_CONTACTS * sizeof(double));
}

dcm_batch *dcm_scene_batch(const dcm_scene *s, uint32_t count, const uint32_t *order) {
  dcm_batch *b = dcm_batch_create(s->law->history_width, count, 1);
  if (!b)
    dcm_subject_find(s->subject, "out of memory", s->the_case.name, "", "");
  b->count = count;
  for (uint32_t k = 0; k < b->capacity; k++) {
    const uint32_t from = order[k < count ? k : 0];
    dcm_put_sample(b, s->law, k, &s->contacts[from]);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      b->history[c][k] = s->a->history[c][from];
  }
  return b;
}

dcm_law *dcm_scene_variant(const dcm_scene *s,
                           double (*other_value)(void *data, uint32_t p, uint32_t i, uint32_t j,
                                                 double value),
                           void *data, int option, uint32_t word) {
  const dcm_model *model = s->law->model;
  const uint32_t materials = s->law->material_count;
  dcm_settings *settings = dcm_settings_create(model, materials);
  dcm_error error;
  dcm_law *law = NULL;
  int is_possible = settings != NULL;
  if (settings)
    dcm_settings_copy_options(settings, s->drawn.settings);
  if (settings && option != DCM_NO_OPTION) {
    const dcm_option *o = dcm_model_option(model, (uint32_t)option);
    dcm_settings_choose(settings, o->name, o->choices[word], &error);
  }
  for (uint32_t p = 0; is_possible && p < model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model, p);
    const uint32_t count = parameter->scope == DCM_PER_LAW ? 1 : materials;
    for (uint32_t i = 1; i <= count; i++)
      for (uint32_t j = i; j <= (parameter->scope == DCM_PER_PAIR ? count : i); j++) {
        const double value = dcm_parameter_of(s, p, i, j);
        is_possible = is_possible && !isnan(value) &&
                      dcm_put_value(settings, parameter, i, j,
                                    other_value ? other_value(data, p, i, j, value) : value);
      }
  }
  if (is_possible)
    law = dcm_law_create(settings, dcm_error_log, &error, &error);
  dcm_settings_destroy(settings);
  return law;
}

dcm_law *dcm_scene_other_law(dcm_scene *s) {
  dcm_drawn drawn = {0};
  dcm_error error;
  dcm_law *law = NULL;
  for (int attempt = 0; !law && attempt < 50; attempt++)
    law = dcm_draw_law(&s->the_case, 2, s->subject->fixed, &s->random, attempt + 1, &drawn, &error);
  dcm_drawn_free(&drawn);
  return law;
}

dcm_situation *dcm_scene_situation(const dcm_scene *s) {
  static dcm_situation situation;
  dcm_situation_law(&situation, s->the_case.name, &s->drawn.values);
  return &situation;
}

/** The call of the law for contact k. */
static dcm_situation *situation_of(const dcm_scene *s, uint32_t k) {
  dcm_situation *situation = dcm_scene_situation(s);
  if (k == DCM_NO_CONTACT)
    return situation;
  const dcm_sample *c = &s->contacts[k];
  dcm_situation_text(situation, "side 2", s->side_2 == DCM_SIDE_WALL ? "wall" : "particle");
  dcm_situation_materials(situation, c->material_1, c->material_2);
  if (s->is_start)
    dcm_situation_text(situation, "contact", "exists at the start of a run");
  dcm_situation_number(situation, "dt", s->dt);
  dcm_situation_number(situation, "overlap", s->a->overlap[k]);
  dcm_situation_number(situation, "normal velocity", s->a->normal_velocity[k]);
  dcm_situation_number(situation, "radius 1", c->radius_1);
  dcm_situation_number(situation, "radius 2", c->radius_2);
  dcm_situation_number(situation, "effective mass", c->effective_mass);
  dcm_situation_vector(situation, "separation", c->separation);
  dcm_situation_vector(situation, "velocity", c->relative_velocity);
  dcm_situation_vector(situation, "spin 1", c->angular_velocity_1);
  dcm_situation_vector(situation, "spin 2", c->angular_velocity_2);
  for (uint32_t q = 0; q < s->law->quantity_count; q++)
    for (int side = 0; side < 2; side++) {
      char name[sizeof situation->facts->name];
      snprintf(name, sizeof name, "%s %d", dcm_model_quantity(s->law->model, q)->name, side + 1);
      if (s->law->access[q] != DCM_SUM)
        dcm_situation_number(situation, name, (side ? c->quantities_2 : c->quantities_1)[q]);
    }
  return situation;
}

void dcm_scene_find_text(const dcm_scene *s, uint32_t k, const char *what, const char *came,
                         const char *expected) {
  dcm_subject_report(s->subject, &(dcm_finding){.what = what,
                                                .situation = situation_of(s, k),
                                                .came = came,
                                                .expected = expected});
}

/** A number, or a vector in parentheses. */
static void print(const double *numbers, uint32_t count, char *text, size_t size) {
  if (count == 1)
    snprintf(text, size, "%.17g", numbers[0]);
  else
    snprintf(text, size, "(%.12g, %.12g, %.12g)", numbers[0], numbers[1], numbers[2]);
}

static void find_difference(const dcm_scene *s, const dcm_situation *situation, const char *what,
                            const dcm_difference *d) {
  char came[128], expected[128], answer[512], wanted[512], tolerance[64] = "to the last bit";
  if (d->tolerance > 0.0)
    snprintf(tolerance, sizeof tolerance, "to %.2g", d->tolerance);
  print(d->came, d->count, came, sizeof came);
  print(d->expected, d->count, expected, sizeof expected);
  snprintf(answer, sizeof answer, "%s %s", d->name, came);
  snprintf(wanted, sizeof wanted, "%s %s, %s", d->name, expected, tolerance);
  dcm_subject_report(s->subject, &(dcm_finding){.what = what,
                                                .situation = situation,
                                                .came = answer,
                                                .expected = wanted,
                                                .difference = d});
}

void dcm_scene_find_in(const dcm_scene *s, const dcm_situation *situation, const char *what,
                       const char *name, double came, double expected, double tolerance) {
  dcm_difference d = {.count = 1, .came = {came}, .expected = {expected}, .tolerance = tolerance};
  snprintf(d.name, sizeof d.name, "%s", name);
  find_difference(s, situation, what, &d);
}

void dcm_scene_find(const dcm_scene *s, uint32_t k, const char *what, const char *name, double came,
                    double expected, double tolerance) {
  dcm_scene_find_in(s, situation_of(s, k), what, name, came, expected, tolerance);
}

void dcm_scene_find_vector(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                           dcm_vector came, dcm_vector expected, double tolerance) {
  dcm_difference d = {.count = 3,
                      .came = {came.x, came.y, came.z},
                      .expected = {expected.x, expected.y, expected.z},
                      .tolerance = tolerance};
  snprintf(d.name, sizeof d.name, "%s", name);
  find_difference(s, situation_of(s, k), what, &d);
}

/* --------------------------------------------------------------------- all answers as one list */

static const dcm_dimension of_force = {.mass = 1, .length = 1, .time = -2};
static const dcm_dimension of_energy = {.mass = 1, .length = 2, .time = -2};

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
        is_stored ? DCM_ANSWER_STORED : DCM_ANSWER_DISSIPATED, e, 1, of_energy, "", {NULL}};
    snprintf(a.name, sizeof a.name, "energy %s", dcm_energy_name(e));
    append(answers, count, a, &dcm_energy_rows_of(&batch->energies)[e]);
  }
  const dcm_answer damper = {
      DCM_ANSWER_DAMPER, 0, 3, of_force, "tangential force of the damper", {NULL}};
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
  append(answers, &count, (dcm_answer){DCM_ANSWER_FORCE, 0, 1, of_force, "normal force", {NULL}},
         &batch->normal_force);
  append(answers, &count,
         (dcm_answer){DCM_ANSWER_FORCE, 1, 3, of_force, "tangential force", {NULL}},
         batch->tangential_force);
  append(answers, &count, (dcm_answer){DCM_ANSWER_COUPLE, 0, 3, of_energy, "couple on 1", {NULL}},
         batch->couple_1);
  append(answers, &count, (dcm_answer){DCM_ANSWER_COUPLE, 1, 3, of_energy, "couple on 2", {NULL}},
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

void dcm_keep_answers(const dcm_law *law, const dcm_batch *batch, dcm_kept *to) {
  to->count = dcm_answers_of(law, batch, to->list);
  for (uint32_t i = 0; i < to->count; i++)
    for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++)
      to->of[i][k] = dcm_answer_for(&to->list[i], k);
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

uint32_t dcm_first_flaw(const dcm_law *law, const dcm_batch *batch, double dt,
                        const dcm_answer **flaw) {
  static dcm_answer list[DCM_MOST_ANSWERS];
  const uint32_t count = dcm_answers_of(law, batch, list);
  for (uint32_t i = 0; i < count; i++) {
    *flaw = &list[i];
    for (uint32_t k = 0; k < batch->count && dcm_answer_counts(&list[i], law, dt); k++)
      if (!isfinite(dcm_length(dcm_answer_for(&list[i], k))))
        return k;
  }
  return DCM_NO_CONTACT;
}

/** Whether answers of a batch without energies are those of a batch with energies. */
static int needs_energies(const dcm_answer *a, const dcm_law *law) {
  return a->kind == DCM_ANSWER_STORED || a->kind == DCM_ANSWER_DISSIPATED ||
         a->kind == DCM_ANSWER_DAMPER || a->kind == DCM_ANSWER_OUTPUT ||
         (a->kind == DCM_ANSWER_STATE && law->instance.field_use[a->index] != DCM_FIELD_USED);
}

uint32_t dcm_other_bits(const dcm_law *law, const dcm_batch *a, const dcm_batch *b,
                        const uint32_t *order, double dt, dcm_bits *bits) {
  dcm_answer of_a[DCM_MOST_ANSWERS], of_b[DCM_MOST_ANSWERS];
  const uint32_t count = dcm_answers_of(law, a, of_a);
  uint32_t first = a->count;
  dcm_answers_of(law, b, of_b);
  for (uint32_t i = 0; i < count; i++) {
    if (!dcm_answer_counts(&of_a[i], law, dt) ||
        (a->with_energies != b->with_energies && needs_energies(&of_a[i], law)))
      continue;
    for (uint32_t x = 0; x < of_a[i].width; x++)
      for (uint32_t k = 0; k < first; k++) {
        const double *came = &of_a[i].rows[x][k],
                     *expected = &of_b[i].rows[x][order ? order[k] : k];
        if (memcmp(came, expected, sizeof *came) == 0)
          continue;
        *bits = (dcm_bits){.came = *came, .expected = *expected};
        memcpy(bits->name, of_a[i].name, sizeof bits->name);
        first = k;
      }
  }
  return first;
}

int dcm_may_hold(const dcm_law *law, uint32_t f, uint32_t q, uint32_t *component) {
  const dcm_history_field *field = dcm_model_history_field(law->model, f);
  *component = 0;
  for (uint32_t before = 0; before < f; before++)
    *component += dcm_history_field_width(dcm_model_history_field(law->model, before));
  return field->kind == DCM_SCALAR && field->parity == DCM_EVEN &&
         law->instance.field_use[f] == DCM_FIELD_USED &&
         dcm_dimension_is(field->dimension, dcm_model_quantity(law->model, q)->dimension);
}

static const char *const names[] = {"restitution", "friction"};

int dcm_has_role(const dcm_model *model, uint32_t p, dcm_role role) {
  const char *name = dcm_model_parameter(model, p)->name;
  const dcm_roles *declared = model->extension ? model->extension(DCM_ROLES) : NULL;
  const char *const *list = !declared                   ? NULL
                            : role == DCM_ROLE_FRICTION ? declared->friction
                                                        : declared->restitution;
  for (; list && *list; list++)
    if (strcmp(*list, name) == 0)
      return 1;
  return strcmp(name, names[role]) == 0 ||
         (role == DCM_ROLE_FRICTION && strcmp(name, DCM_FRICTION_AT_REST) == 0);
}

int dcm_any_has_role(const dcm_model *model, dcm_role role) {
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_has_role(model, p, role))
      return 1;
  return 0;
}

const char *dcm_why_no_role(dcm_role role) {
  return role == DCM_ROLE_FRICTION
             ? "the law has no parameter 'friction', and declares none by dcm/roles/1"
             : "the law has no parameter 'restitution', and declares none by dcm/roles/1";
}

double dcm_parameter_of(const dcm_scene *s, uint32_t p, uint32_t i, uint32_t j) {
  return dcm_settings_value(s->drawn.settings, p, i, j);
}
