/* SPDX-License-Identifier: MIT */
/** @file
 * Check that all that a law declares has an effect: each parameter, each word of an option, each
 * quantity that the law reads, each field of the state changes an answer in some contact; each
 * quantity to which the law adds gets something, and each output varies. And the check "rows": a
 * contact of two materials does not see the parameters of a third, nor of other pairs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/relations/relation.h"
#include "kit/declarations.h"
#include "runtime/model.h"

enum { ROUNDS = 24, MOST_ROUNDS = 400, MOST_PASSES = 6, ATTEMPTS = 6 };

/* --------------------------------------------------------------------- rows of other materials */

enum { MATERIALS = 3, ALL = -1 };

/** Whether another instance of the law of a scene leads the same lives otherwise.
 * @param tolerance a share of an answer, for a law may take another loop by other values */
static int part(dcm_scene *s, const dcm_life *life, const dcm_law *other, double tolerance,
                uint32_t kinds, dcm_change *change, dcm_parting *parting) {
  const dcm_guise guise = {.relation = {.kinds = kinds, .tolerance = tolerance},
                           .of_normal = 1e-9,
                           .enough = 1,
                           .law = other,
                           .life = life,
                           .change = change};
  return dcm_lives_part(s, life, &guise, parting);
}

/** New values for what the materials of the scene must not see. */
typedef struct others {
  dcm_scene *s;
  int parameter; /* or ALL */
} others;

static double change_others(void *data, uint32_t p, uint32_t i, uint32_t j, double value) {
  const others *o = data;
  dcm_scene *s = o->s;
  const uint32_t m = s->law->material_count, first = 1 + s->pair / m, second = 1 + s->pair % m;
  const uint32_t scope = dcm_model_parameter(s->law->model, p)->scope;
  const int is_own = scope == DCM_PER_PAIR
                         ? (i == first && j == second) || (i == second && j == first)
                         : scope == DCM_PER_LAW || i == first || i == second;
  return is_own || (o->parameter != ALL && (uint32_t)o->parameter != p)
             ? value
             : dcm_draw_value(s->law->model, p, &s->drawn, &s->random);
}

/** Finds answers that change with the parameters of others; reports the first that matters. */
static void compare_with_others(dcm_scene *s, const dcm_life *life, int parameter) {
  const dcm_model *model = s->law->model;
  others o = {s, parameter};
  dcm_law *other = NULL;
  for (int attempt = 0; attempt < ATTEMPTS && !other; attempt++)
    other = dcm_scene_variant(s, change_others, &o, DCM_NO_OPTION, 0);
  dcm_parting parting;
  if (!other)
    return;
  dcm_scene_copy(s);
  const int parts = part(s, life, other, 1e-6, DCM_ALL_KINDS & ~DCM_KIND(STATE), NULL, &parting);
  dcm_law_destroy(other);
  if (!parts)
    return;
  for (uint32_t p = 0; parameter == ALL && p < model->parameter_count; p++)
    compare_with_others(s, life, (int)p);
  char what[512];
  snprintf(
      what, sizeof what,
      "the answer for two materials changes with %s%s%s of other materials or pairs: constants "
      "of a pair i, j are at contacts->pair = i * material_count + j, values of a material at "
      "i, for every pair of materials",
      parameter == ALL ? "parameters" : "the parameter '",
      parameter == ALL ? "" : dcm_model_parameter(model, (uint32_t)parameter)->name,
      parameter == ALL ? "" : "'");
  dcm_find_parting(s, what, &parting);
}

static void rows(dcm_scene *s) {
  if (s->law->material_count < MATERIALS) {
    dcm_scene_not_tested(s, "init refuses three materials");
    return;
  }
  const dcm_life life = dcm_random_life(s, dcm_scene_side(s));
  compare_with_others(s, &life, ALL);
}

void dcm_check_rows(const dcm_subject *subject) {
  if (subject->model->parameter_count == 0)
    dcm_subject_not_tested(subject, "the law has no parameters");
  else
    dcm_scene_rounds(subject, "rows", MATERIALS, ROUNDS, rows, NULL);
}

/* ------------------------------------------------------------------------------------ effects */

/** Lists of things that a law declares. */
enum { PARAMETERS, OPTIONS, FIELDS, READS, ADDS, OUTPUTS, AT_WALLS, LISTS };
static const struct {
  const char *format, *what, *expected;
} lists[LISTS] = {
    [PARAMETERS] = {"the parameter '%s'",
                    "parameters have no effect in any contact: look for a value that init reads "
                    "from another parameter, or that compute does not use",
                    "other answers with other values, for some contact and some words of the "
                    "options"},
    [OPTIONS] = {"the option '%s'",
                 "options have no effect in any contact: look for a word that init does not ask, "
                 "or asks at the index of another option",
                 "other answers with another word, for some contact"},
    [FIELDS] = {"'%s'",
                "compute reads fields of the state in no contact: look for a wrong component; a "
                "number that is only to be seen is an output",
                "other answers after another number in history_in, for some contact"},
    [READS] = {"the value of the quantity '%s'",
               "quantities that the law reads have no effect in any contact: look for a wrong "
               "index; a quantity that is only summed, anew in each step, has access DCM_SUM",
               "other answers with other values, for some contact"},
    [ADDS] = {"'%s'",
              "the law adds nothing to a quantity in any contact: look for a wrong index; a "
              "quantity that is only read has access DCM_READ",
              "an amount that is not 0 in added_1 or added_2, for some contact"},
    [OUTPUTS] = {"'%s'",
                 "outputs are the same number in all contacts: look for a wrong index in outputs",
                 "numbers that differ between contacts"},
    [AT_WALLS] = {"the parameter '%s'",
                  "coefficients have no effect at walls: a wall has a material, too; look for a "
                  "branch for walls that leaves a part of the answer out; a law that intends this "
                  "says so by the extension dcm/not-at-walls/1",
                  "other answers with other values, for some contact with a wall"},
};

/** Effects found so far of each thing of each list. */
enum { UNTRIED, IDLE, EFFECTIVE };
typedef struct found {
  uint8_t of[LISTS][DCM_MOST_COUNT];
  double grows[DCM_MOST_QUANTITIES], shrinks[DCM_MOST_QUANTITIES]; /**< the most in a step */
  int has_output;
  double first_output[DCM_MOST_OUTPUTS];
} found;

static void see(uint8_t *of, int has_effect) {
  if (*of != EFFECTIVE)
    *of = has_effect ? EFFECTIVE : IDLE;
}

/** Whether any answer, or any state, is another one. Smaller differences are rounding. */
static int differ(dcm_scene *s, const dcm_life *life, const dcm_law *other, dcm_change *change) {
  dcm_parting ignored;
  return part(s, life, other, 1e-10, DCM_ALL_KINDS, change, &ignored);
}

/* ------------------------------------------------------------------------------- other values */

typedef struct other_value {
  dcm_scene *s;
  uint32_t parameter;
  int attempt;
} other_value;

/** Another random value, and, where init refuses such, a slightly larger or smaller one. */
static double change_value(void *data, uint32_t p, uint32_t i, uint32_t j, double value) {
  const other_value *o = data;
  const dcm_parameter *parameter = dcm_model_parameter(o->s->law->model, p);
  const double near = value * (o->attempt % 2 ? 1.05 : 0.95);
  (void)i;
  (void)j;
  if (p != o->parameter)
    return value;
  if (o->attempt >= ATTEMPTS / 2)
    return dcm_parameter_allows(parameter, near) ? near : value;
  double drawn = value;
  for (int n = 0; n < 8 && drawn == value; n++)
    drawn = dcm_draw_value(o->s->law->model, p, &o->s->drawn, &o->s->random);
  return drawn;
}

/** Whether another instance answers otherwise in these lives, or asks other things of a host. */
static int answers_otherwise(dcm_scene *s, const dcm_life *life, const dcm_law *other) {
  const dcm_instance *a = &s->law->instance, *b = &other->instance;
  int otherwise = a->velocity_arm != b->velocity_arm || a->moment_arm != b->moment_arm ||
                  a->frame != b->frame || a->unused != b->unused || a->flags != b->flags ||
                  memcmp(a->field_use, b->field_use, sizeof a->field_use) != 0;
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS && !otherwise; k++)
    otherwise = dcm_scene_reach(s, k) !=
                dcm_reach_of(other, s->side_2, s->pair, s->a->radius_1[k], s->a->radius_2[k]);
  dcm_scene_copy(s);
  return otherwise || differ(s, life, other, NULL);
}

/** Whether a parameter should have an effect wherever two materials touch, at walls, too. */
static int is_for_walls(const dcm_model *model, uint32_t p) {
  const dcm_not_at_walls *e = model->extension ? model->extension(DCM_NOT_AT_WALLS) : NULL;
  for (uint32_t i = 0; e && e->names[i]; i++)
    if (strcmp(e->names[i], dcm_model_parameter(model, p)->name) == 0)
      return 0;
  return dcm_has_role(model, p, DCM_ROLE_FRICTION) || dcm_has_role(model, p, DCM_ROLE_RESTITUTION);
}

static void try_parameter(dcm_scene *s, const dcm_life *life, uint32_t p) {
  found *law = s->state;
  uint8_t ignored = EFFECTIVE, *all = &law->of[PARAMETERS][p];
  uint8_t *there = s->side_2 == DCM_SIDE_WALL && is_for_walls(s->law->model, p)
                       ? &law->of[AT_WALLS][p]
                       : &ignored;
  other_value o = {.s = s, .parameter = p};
  for (; o.attempt < ATTEMPTS && (*all != EFFECTIVE || *there != EFFECTIVE); o.attempt++) {
    dcm_law *other = dcm_scene_variant(s, change_value, &o, DCM_NO_OPTION, 0);
    if (!other)
      continue;
    const int has_effect = answers_otherwise(s, life, other);
    see(all, has_effect);
    see(there, has_effect);
    dcm_law_destroy(other);
    return;
  }
}

static void try_option(dcm_scene *s, const dcm_life *life, uint32_t o) {
  found *law = s->state;
  for (uint32_t w = 0; w < dcm_model_option(s->law->model, o)->choice_count; w++) {
    if (law->of[OPTIONS][o] == EFFECTIVE || w == dcm_settings_choice(s->drawn.settings, o))
      continue;
    dcm_law *other = dcm_scene_variant(s, NULL, NULL, (int)o, w);
    if (other)
      see(&law->of[OPTIONS][o], answers_otherwise(s, life, other));
    dcm_law_destroy(other);
  }
}

/** Another number in a field before some step must change an answer, or a state, then or later: a
 * sum that is kept to be seen changes itself. A law may also learn from a field where a contact
 * ends or swaps. */
static void try_field(dcm_scene *s, const dcm_life *life, uint32_t f, uint32_t component) {
  static const double factors[] = {0.5, 2.0, 0.0, -1.0};
  const dcm_model *model = s->law->model;
  uint8_t *of = &((found *)s->state)->of[FIELDS][f];
  const uint32_t of_others = 1u << DCM_CONTACT_SWAPS | 1u << DCM_CONTACT_ENDS;
  if (s->law->instance.field_use[f] != DCM_FIELD_USED ||
      (model->history && model->events & of_others))
    return;
  const uint32_t width = dcm_history_field_width(dcm_model_history_field(model, f));
  for (uint32_t c = component; c < component + width && *of != EFFECTIVE; c++) {
    dcm_change change = {.component = c,
                         .step = 4 + (int)dcm_below(&s->random, DCM_LIFE_STEPS - 8),
                         .factor = factors[dcm_below(&s->random, 4)]};
    dcm_scene_copy(s);
    /* A law may need a state for velocities that are older than positions. */
    s->a->half_step_velocities = s->b->half_step_velocities = 1;
    const int parts = differ(s, life, s->law, &change);
    s->a->half_step_velocities = s->b->half_step_velocities = 0;
    if (change.is_any)
      see(of, parts);
  }
}

/* --------------------------------------------------------------------------------- quantities */

/** A value up to ten times smaller or larger, for a threshold may be beyond what is usual. */
static double other_amount(dcm_scene *s, uint32_t q, double value) {
  const dcm_quantity *quantity = dcm_model_quantity(s->law->model, q);
  if (strcmp(quantity->name, "id") == 0)
    return value;
  const double other = value * dcm_log_uniform(&s->random, 0.1, 10.0);
  const int is_any = quantity->minimum == 0.0 && quantity->maximum == 0.0;
  return is_any ? other : fmin(fmax(other, quantity->minimum), quantity->maximum);
}

/** Other values of one quantity must have an effect. */
static void try_quantity(dcm_scene *s, const dcm_life *life, uint32_t q) {
  found *law = s->state;
  if (s->law->access[q] == DCM_SUM || law->of[READS][q] == EFFECTIVE)
    return;
  dcm_scene_copy(s);
  for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++) {
    double values[DCM_MOST_QUANTITIES];
    const dcm_sample *c = &s->contacts[k];
    const double mass = c->effective_mass * dcm_uniform(&s->random, 1.0, 3.0);
    for (int side = 0; side < 2; side++) {
      dcm_random_quantities(s->law, c->radius_1, mass, &s->random, values);
      if (!side || s->side_2 != DCM_SIDE_WALL || !isinf(c->quantities_2[q]))
        (side ? s->b->quantities_2 : s->b->quantities_1)[q][k] = other_amount(s, q, values[q]);
    }
  }
  see(&law->of[READS][q], differ(s, life, s->law, NULL));
}

/** Looks at the numbers that a law adds, and at its outputs, in the course of a life. */
static void look_at_answers(dcm_scene *s, const dcm_life *life) {
  found *law = s->state;
  dcm_life_begin(s, life, s->law, s->a);
  for (int step = 0; step < DCM_LIFE_STEPS; step++) {
    dcm_life_step(life, s->law, step, s->a);
    for (uint32_t k = 0; k < DCM_SCENE_CONTACTS; k++) {
      for (uint32_t q = 0; q < s->law->quantity_count; q++)
        if (s->law->access[q] != DCM_READ) {
          const double on_1 = s->a->added_1[q][k], on_2 = s->a->added_2[q][k];
          see(&law->of[ADDS][q], on_1 != 0.0 || on_2 != 0.0);
          law->grows[q] = fmax(law->grows[q], fmax(on_1, on_2));
          law->shrinks[q] = fmax(law->shrinks[q], -fmin(on_1, on_2));
        }
      for (uint32_t o = 0; o < s->law->model->output_count; o++) {
        if (!law->has_output)
          law->first_output[o] = s->a->outputs[o][k];
        see(&law->of[OUTPUTS][o], s->a->outputs[o][k] != law->first_output[o]);
      }
      law->has_output = 1;
    }
    dcm_advance_history(s->a, s->law);
  }
}

/* ---------------------------------------------------------------------------------- all things */

static void effects(dcm_scene *s) {
  const dcm_model *model = s->law->model;
  const dcm_life life = dcm_random_life(s, dcm_scene_side(s));
  look_at_answers(s, &life);
  for (uint32_t p = 0; p < model->parameter_count; p++)
    try_parameter(s, &life, p);
  for (uint32_t o = 0; o < dcm_case_option_count(model); o++)
    try_option(s, &life, o);
  for (uint32_t f = 0, component = 0; f < model->history_count; f++) {
    try_field(s, &life, f, component);
    component += dcm_history_field_width(dcm_model_history_field(model, f));
  }
  for (uint32_t q = 0; q < s->law->quantity_count; q++)
    try_quantity(s, &life, q);
}

static const char *name_of(const dcm_model *model, int list, uint32_t i) {
  switch (list) {
  case PARAMETERS:
  case AT_WALLS:
    return dcm_model_parameter(model, i)->name;
  case FIELDS:
    return dcm_model_history_field(model, i)->name;
  case OPTIONS:
    return dcm_model_option(model, i)->name;
  case OUTPUTS:
    return dcm_model_output(model, i)->name;
  default:
    return dcm_model_quantity(model, i)->name;
  }
}

/** Reports the things of a list that have no effect. */
static void expect_effects(const dcm_subject *subject, const found *law, int list) {
  char came[2048] = "";
  size_t used = 0;
  for (uint32_t i = 0; i < DCM_MOST_COUNT; i++)
    if (law->of[list][i] == IDLE && used < sizeof came) {
      used += (size_t)snprintf(came + used, sizeof came - used, "%s", used ? ", " : "");
      used += (size_t)snprintf(came + used, sizeof came - used, lists[list].format,
                               name_of(subject->model, list, i));
    }
  if (used)
    dcm_subject_find(subject, lists[list].what, subject->model->id, came, lists[list].expected);
}

/** A law may collect, as worn volume or a number of impacts, without a look at what there is. An
 * exchange goes both ways, by more than the error of a step, or is a promise, and depends on what
 * there is. */
static void excuse_counters(const dcm_subject *subject, found *law) {
  for (uint32_t q = 0; q < subject->model->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(subject->model, q);
    const double more = fmax(law->grows[q], law->shrinks[q]);
    const double less = fmin(law->grows[q], law->shrinks[q]);
    char why[256];
    if (quantity->access != DCM_CHANGE || (quantity->flags & DCM_CONSERVED) ||
        law->of[READS][q] != IDLE || more == 0.0 || less > 1e-3 * more)
      continue;
    law->of[READS][q] = UNTRIED;
    snprintf(why, sizeof why, "whether the law reads '%s', which it only ever makes %s",
             quantity->name, law->grows[q] == more ? "larger" : "smaller");
    dcm_subject_not_tested(subject, why);
  }
}

static int is_any_set(const dcm_subject *subject) {
  int is_any = subject->fixed && subject->fixed->name;
  for (uint32_t o = 0; subject->chosen && o < subject->model->option_count; o++)
    is_any |= dcm_settings_chooser(subject->chosen, o) == DCM_CHOSEN_BY_USER;
  return is_any;
}

void dcm_check_effects(const dcm_subject *subject) {
  static found law;
  memset(&law, 0, sizeof law);
  if (is_any_set(subject)) {
    dcm_subject_not_tested(subject, "--set may take the effect of other parameters away");
    return;
  }
  /* A declared thing that matters in rare contacts only gets more contacts. */
  const uint32_t of_pass = ROUNDS * subject->case_count;
  const uint32_t most = MOST_ROUNDS > MOST_PASSES * of_pass ? MOST_ROUNDS : MOST_PASSES * of_pass;
  for (uint32_t done = 0; done == 0 || (done < most && memchr(law.of, IDLE, sizeof law.of));
       done += of_pass) {
    char stream[32];
    snprintf(stream, sizeof stream, "effects %u", done);
    dcm_scene_rounds(subject, stream, 2, ROUNDS, effects, &law);
  }
  excuse_counters(subject, &law);
  for (int list = 0; list < LISTS; list++)
    expect_effects(subject, &law, list);
}
