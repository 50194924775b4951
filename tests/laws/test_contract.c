/* SPDX-License-Identifier: MIT */
/* What the contract lets a host do with the arrays of a batch, and what an instance tells the host
 * of itself, for every law in every choice of its options. */
#include "laws/limits.h"
#include "laws/properties.h"
#include "runtime/model.h"

#include <stdio.h>
#include <string.h>

static const dcm_fixed random_parameters[] = {{NULL, 0.0}};
static const dcm_fixed without_rolling[] = {{"rolling", 0.0}, {"twisting", 0.0}, {NULL, 0.0}};
static const dcm_fixed with_rolling[] = {{"rolling", 0.1}, {NULL, 0.0}};

static void expect_bits(const scene *s, const char *what, const double *actual,
                        const double *expected) {
  for (uint32_t k = 0; k < CONTACTS; k++)
    if (memcmp(&actual[k], &expected[k], sizeof *actual) != 0)
      scene_fail(s, k, what, actual[k], expected[k]);
}

/** All that a law answered for batch b is what it answered for a, to the last bit. */
static void expect_same_answer(const scene *s) {
  const dcm_batch *a = s->a, *b = s->b;
  expect_bits(s, "normal force", b->normal_force, a->normal_force);
  for (int x = 0; x < 3; x++) {
    expect_bits(s, "tangential force", b->tangential_force[x], a->tangential_force[x]);
    expect_bits(s, "couple on 1", b->couple_1[x], a->couple_1[x]);
    expect_bits(s, "couple on 2", b->couple_2[x], a->couple_2[x]);
  }
  for (uint32_t c = 0; c < s->law->history_width; c++)
    expect_bits(s, "history", b->new_history[c], a->new_history[c]);
  const dcm_energies *e = &a->energies, *f = &b->energies;
  expect_bits(s, "stored normal energy", f->stored_normal, e->stored_normal);
  expect_bits(s, "stored tangential energy", f->stored_tangential, e->stored_tangential);
  expect_bits(s, "stored rolling energy", f->stored_rolling, e->stored_rolling);
  expect_bits(s, "dissipated along the normal", f->dissipated_normal, e->dissipated_normal);
  expect_bits(s, "dissipated by yielding", f->dissipated_plastic, e->dissipated_plastic);
  expect_bits(s, "dissipated across", f->dissipated_tangential, e->dissipated_tangential);
  expect_bits(s, "dissipated by sliding", f->dissipated_sliding, e->dissipated_sliding);
  expect_bits(s, "dissipated by rolling", f->dissipated_rolling, e->dissipated_rolling);
  expect_bits(s, "dissipated by breaking", f->dissipated_fracture, e->dissipated_fracture);
}

/** Contacts that have lived, in both batches, evaluated in a. */
static void live_in_both(scene *s) {
  scene_live(s, dcm_chance(&s->random, 0.5) ? DCM_SIDE_PARTICLE : DCM_SIDE_WALL);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    dcm_put_sample(s->b, s->law, k, &s->contacts[k]);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      s->b->history[c][k] = s->a->history[c][k];
  }
  dcm_batch_evaluate(s->a, s->law, s->side_2, s->dt);
}

/* ------------------------------------------------------------- history in and out as one array */

static void one_history(scene *s) {
  live_in_both(s);
  double *apart[16];
  ck_assert_uint_le(s->law->history_width, 16);
  for (uint32_t c = 0; c < s->law->history_width; c++) {
    apart[c] = s->b->new_history[c];
    s->b->new_history[c] = s->b->history[c];
  }
  dcm_batch_evaluate(s->b, s->law, s->side_2, s->dt);
  expect_same_answer(s);
  for (uint32_t c = 0; c < s->law->history_width; c++)
    s->b->new_history[c] = apart[c];
}

START_TEST(history_may_be_one_array) {
  scene_for_each_round(_i, "history in place", random_parameters, ROUNDS / 4, one_history);
}
END_TEST

/* --------------------------------------------------------------------------- what is unused */

static void fill(double *const array[3], double value) {
  for (int x = 0; x < 3; x++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      array[x][k] = value;
}

static void expect_filled(const scene *s, const char *what, double *const array[3], double value,
                          int is_filled) {
  for (int x = 0; x < 3; x++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      if ((array[x][k] == value) != is_filled)
        scene_fail(s, k, what, array[x][k], value);
}

/** Component of a field's first number, and how many it has. */
static uint32_t field_begin(const dcm_law *law, uint32_t field, uint32_t *components) {
  uint32_t begin = 0;
  for (uint32_t f = 0; f < field; f++)
    begin += dcm_history_field_width(dcm_model_history_field(law->model, f));
  *components = dcm_history_field_width(dcm_model_history_field(law->model, field));
  return begin;
}

static void fill_fields(const dcm_law *law, uint32_t fields, double *const *rows, double value) {
  for (uint32_t f = 0; f < law->model->history_count; f++) {
    uint32_t components;
    const uint32_t begin = field_begin(law, f, &components);
    for (uint32_t c = begin; fields & (1u << f) && c < begin + components; c++)
      for (uint32_t k = 0; k < CONTACTS; k++)
        rows[c][k] = value;
  }
}

static void copy_fields(const dcm_law *law, uint32_t fields, double *const *to,
                        double *const *from) {
  for (uint32_t f = 0; f < law->model->history_count; f++) {
    uint32_t components;
    const uint32_t begin = field_begin(law, f, &components);
    for (uint32_t c = begin; fields & (1u << f) && c < begin + components; c++)
      memcpy(to[c], from[c], CONTACTS * sizeof *to[c]);
  }
}

static void expect_fields(const scene *s, uint32_t fields, double value) {
  for (uint32_t f = 0; f < s->law->model->history_count; f++) {
    uint32_t components;
    const uint32_t begin = field_begin(s->law, f, &components);
    for (uint32_t c = begin; fields & (1u << f) && c < begin + components; c++)
      for (uint32_t k = 0; k < CONTACTS; k++)
        if (s->b->new_history[c][k] != value)
          scene_fail(s, k, "history field that is not used", s->b->new_history[c][k], value);
  }
}

/* Spins that are not numbers change no bit of the answer of a law that has no use for them; couples
 * are written by those that do not disclaim them, and by no others. */
/** Bits of the fields that the instance uses so. */
static uint32_t fields_of(const dcm_law *law, uint8_t use) {
  uint32_t fields = 0;
  for (uint32_t f = 0; f < law->model->history_count; f++)
    fields |= law->instance.field_use[f] == use ? 1u << f : 0u;
  return fields;
}

static void disclaim(scene *s) {
  const double untouched = 1e300;
  live_in_both(s);
  dcm_batch_evaluate(s->b, s->law, s->side_2, s->dt);
  const uint32_t unused = s->law->instance.unused;
  if (unused & DCM_UNUSED_SPINS) {
    fill(s->b->angular_velocity_1, NAN);
    fill(s->b->angular_velocity_2, NAN);
  }
  /* Fields that an instance has no use for may hold anything, and keep it. */
  const uint32_t fields =
      fields_of(s->law, DCM_FIELD_UNUSED) | fields_of(s->law, DCM_FIELD_HELD_OTHERWISE);
  fill_fields(s->law, fields, s->b->history, NAN);
  fill_fields(s->law, fields, s->b->new_history, untouched);
  const int couples = !(unused & DCM_UNUSED_COUPLES);
  if (couples) {
    fill(s->b->couple_1, untouched);
    fill(s->b->couple_2, untouched);
  }
  dcm_batch_compute(s->b, s->law, s->side_2, s->dt);
  expect_fields(s, fields, untouched);
  fill_fields(s->law, fields, s->b->history, 0.0);
  fill_fields(s->law, fields, s->b->new_history, 0.0);
  expect_same_answer(s);
  /* The same of fields that are for the ledger, where nobody asks for it. */
  const uint32_t of_ledger = fields_of(s->law, DCM_FIELD_FOR_ENERGIES);
  fill_fields(s->law, of_ledger, s->b->history, NAN);
  fill_fields(s->law, of_ledger, s->b->new_history, untouched);
  s->b->with_energies = 0;
  dcm_batch_compute(s->b, s->law, s->side_2, s->dt);
  s->b->with_energies = 1;
  expect_fields(s, of_ledger, untouched);
  copy_fields(s->law, of_ledger, s->b->history, s->a->history);
  copy_fields(s->law, of_ledger, s->b->new_history, s->a->new_history);
  expect_same_answer(s);
  fill(s->b->couple_1, untouched);
  fill(s->b->couple_2, untouched);
  dcm_batch_compute(s->b, s->law, s->side_2, s->dt);
  expect_filled(s, "couple on 1", s->b->couple_1, untouched, !couples);
  expect_filled(s, "couple on 2", s->b->couple_2, untouched, !couples);
  for (uint32_t k = 0; k < CONTACTS && !couples; k++)
    if (s->b->energies.dissipated_rolling[k] != 0.0)
      scene_fail(s, k, "dissipated by rolling", s->b->energies.dissipated_rolling[k], 0.0);
  fill(s->b->couple_1, 0.0);
  fill(s->b->couple_2, 0.0);
}

START_TEST(what_is_unused_is_neither_read_nor_written) {
  scene_for_each_round(_i, "unused", random_parameters, ROUNDS / 8, disclaim);
  scene_for_each_round(_i, "unused without rolling", without_rolling, ROUNDS / 8, disclaim);
}
END_TEST

/** Expects the bits of an instance with fixed parameters. */
static void expect_needs(int i, const dcm_fixed *fixed, uint32_t unused) {
  const dcm_case the_case = dcm_case_at((uint32_t)i);
  dcm_random random = dcm_random_stream(700 + (uint64_t)i);
  dcm_law *law = dcm_case_law(&the_case, 2, fixed, &random);
  const int consistent = dcm_case_is_consistent(&the_case);
  ck_assert_msg(law->instance.unused == unused, "%s: unused is %u, expected %u; %s", the_case.name,
                law->instance.unused, unused, dcm_case_parameters());
  ck_assert_uint_eq(law->instance.frame, consistent ? DCM_FRAME_MID_STEP : DCM_FRAME_AS_GIVEN);
  dcm_law_destroy(law);
  dcm_case_forget();
}

/* No rolling friction, no couples. Spins are needed by couples, and by a spring that turns with the
 * bodies: in form consistent, and in woo-hertz always. */
START_TEST(needs_of_the_laws) {
  const dcm_case the_case = dcm_case_at((uint32_t)_i);
  const int turns =
      dcm_case_is_consistent(&the_case) || strcmp(the_case.model->id, "woo-hertz") == 0;
  /* By options; always; else by parameters. */
  const char *heat = dcm_case_word(&the_case, "heat");
  const uint32_t quantities = heat && strcmp(heat, "none") == 0 ? DCM_UNUSED_QUANTITIES : 0u;
  if (strcmp(the_case.model->id, "bond") == 0)
    expect_needs(_i, random_parameters, 0);
  else if (dcm_couples_gain(&the_case) && dcm_case_word(&the_case, "rolling"))
    expect_needs(_i, random_parameters, quantities);
  else
    expect_needs(_i, without_rolling,
                 DCM_UNUSED_COUPLES | (turns ? 0u : DCM_UNUSED_SPINS) | quantities);
  if (dcm_case_accepts(_i, with_rolling))
    expect_needs(_i, with_rolling, quantities);
}
END_TEST

/* ------------------------------------------------------------------------- parted by a hair */

/** Zero force from a law without reach where the overlap is below zero, however little: a host that
 * computes the distance in another way than the runtime may hand that over. */
static void part(scene *s) {
  static const double gaps[] = {5e-324, 1e-310, 1e-300, 1e-160, 1e-19, 1e-9, 1e-3};
  live_in_both(s);
  for (uint32_t k = 0; k < CONTACTS; k++)
    s->a->overlap[k] = -gaps[dcm_below(&s->random, sizeof gaps / sizeof gaps[0])];
  dcm_batch_compute(s->a, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    if (dcm_law_reach(s->law, dcm_sides_at_wall(s->pair, s->a->effective_radius[k], INFINITY)) >
        0.0) {
      ck_assert(s->law->reaches);
      continue;
    }
    const dcm_vector t = scene_vector(s->a->tangential_force, k);
    const dcm_vector c = dcm_add(scene_vector(s->a->couple_1, k), scene_vector(s->a->couple_2, k));
    /* A constant pull, as adhesion of long range is, pulls. */
    const double pull = s->a->normal_force[k];
    const char *normal = dcm_case_word(&s->the_case, "normal");
    const int may_pull =
        strcmp(s->the_case.model->id, "woo-hertz") == 0 || (normal && strcmp(normal, "dmt") == 0);
    const int pulls = may_pull && pull < 0.0;
    if (!(pull == 0.0 || pulls))
      scene_fail(s, k, "normal force of what does not touch", pull, 0.0);
    if (!(dcm_length(t) == 0.0 && dcm_length(c) == 0.0))
      scene_fail(s, k, "tangential force or couple of what does not touch", dcm_length(t), 0.0);
  }
}

START_TEST(no_force_below_zero_overlap) {
  scene_for_each_round(_i, "parted", random_parameters, ROUNDS / 8, part);
}
END_TEST

/* --------------------------------------------------------------------------- walls are told */

/* Walls take no couple. So what rolling stores and dissipates is the power of the couple on the
 * grain, in form sheet on its own spin, in form consistent on its spin relative to the wall's,
 * however the wall is curved. */
static void roll_at_a_wall(scene *s) {
  scene_live(s, DCM_SIDE_WALL);
  for (uint32_t k = 0; k < CONTACTS; k++)
    s->contacts[k].angular_velocity_2 =
        dcm_scale(dcm_length(s->contacts[k].angular_velocity_1), dcm_random_direction(&s->random));
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_put_sample(s->a, s->law, k, &s->contacts[k]);
  if (!(s->dt > 0.0))
    return;
  dcm_batch_evaluate(s->a, s->law, DCM_SIDE_WALL, s->dt);
  static double before[CONTACTS];
  for (uint32_t k = 0; k < CONTACTS; k++)
    before[k] = s->a->energies.stored_rolling[k];
  dcm_advance_history(s->a, s->law);
  dcm_batch_evaluate(s->a, s->law, DCM_SIDE_WALL, s->dt);
  const int relative = dcm_case_is_consistent(&s->the_case);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample *c = &s->contacts[k];
    const dcm_vector spin = relative ? dcm_subtract(c->angular_velocity_1, c->angular_velocity_2)
                                     : c->angular_velocity_1;
    const dcm_vector couple = scene_vector(s->a->couple_1, k);
    const double expected = -dcm_dot(couple, spin) * s->dt;
    const double stored = s->a->energies.stored_rolling[k];
    const double booked = s->a->energies.dissipated_rolling[k] + stored - before[k];
    /* The power on two spins that nearly cancel. */
    const double rounding =
        1e-14 * (dcm_length(couple) * s->dt *
                     (dcm_length(c->angular_velocity_1) + dcm_length(c->angular_velocity_2)) +
                 stored + before[k]);
    if (!(fabs(booked - expected) <= rounding))
      scene_fail(s, k, "stored and dissipated by rolling at a wall", booked, expected);
  }
}

START_TEST(walls_take_no_couple) {
  if (dcm_case_accepts(_i, with_rolling))
    scene_for_each_round(_i, "rolling at walls", with_rolling, ROUNDS / 8, roll_at_a_wall);
}
END_TEST

int main(void) {
  printf("DCM_TEST_SEED=%llu\n", (unsigned long long)dcm_test_seed());
  const int cases = (int)dcm_case_count();
  Suite *suite = suite_create("contract");
  TCase *all = tcase_create("all laws");
  tcase_add_loop_test(all, history_may_be_one_array, 0, cases);
  tcase_add_loop_test(all, what_is_unused_is_neither_read_nor_written, 0, cases);
  tcase_add_loop_test(all, needs_of_the_laws, 0, cases);
  tcase_add_loop_test(all, no_force_below_zero_overlap, 0, cases);
  tcase_add_loop_test(all, walls_take_no_couple, 0, cases);
  suite_add_tcase(suite, all);
  return dcm_run(suite);
}
