/* SPDX-License-Identifier: MIT */
/* The life of a contact's state, with the law's callback and without, and reach. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "driver/contact.h"
#include "runtime/law.h"
#include "runtime/model.h"
#include "runtime/probe.h"
#include "support/given.h"

static dcm_error error;

/** The probe that a test may change. */
static dcm_model model;

static dcm_law *make(void) {
  return given_law(&model, 2, "1 1 stiffness 3");
}

/** The probe without its callback for the life of a contact. */
static dcm_law *make_silent(void) {
  model = dcm_probe;
  model.history = NULL;
  model.events = 0;
  return make();
}

/* Components: slid (3, odd), side 1, side 2, age; two contacts, and a third that is not meant. */
static double state[6][3];
static double *fields[6] = {state[0], state[1], state[2], state[3], state[4], state[5]};

static void fill(void) {
  for (int c = 0; c < 6; c++)
    for (int k = 0; k < 3; k++)
      state[c][k] = 10.0 * (c + 1) + k;
}

/** The fate of a component of two contacts: share times what stood in a component, and more. */
typedef struct fate {
  int from;
  double share, more;
} fate;

static void expect_fate(const fate fates[6]) {
  for (int c = 0; c < 6; c++) {
    for (int k = 0; k < 2; k++)
      ck_assert_double_eq(state[c][k],
                          fates[c].share * (10.0 * (fates[c].from + 1) + k) + fates[c].more);
    ck_assert_double_eq(state[c][2], 10.0 * (c + 1) + 2.0);
  }
}

/* With the callback of the law, and as the contract says where the law has none. */
TEST_TIMES(life_of_a_state, 2) {
  dcm_law *law = _i ? make_silent() : given_law(&dcm_probe, 2, "1 1 stiffness 3");
  fill();
  dcm_law_history_begin(law, 1, DCM_SIDE_WALL, 2, fields);
  expect_fate((fate[6]){[5] = {.more = _i ? 0.0 : 1.0}});
  fill();
  dcm_law_history_swap(law, 2, fields);
  const double even = _i ? 1.0 : -1.0; /* the probe exchanges its two sides */
  expect_fate((fate[6]){{0, -1.0, 0.0},
                        {1, -1.0, 0.0},
                        {2, -1.0, 0.0},
                        {_i ? 3 : 4, even, 0.0},
                        {_i ? 4 : 3, even, 0.0},
                        {5, 1.0, 0.0}});
  fill();
  const uint32_t before = dcm_probe_ended();
  dcm_law_history_end(law, 1, DCM_SIDE_WALL, 2, fields);
  ck_assert_uint_eq(dcm_probe_ended() - before, _i ? 0 : 2);
  expect_fate((fate[6]){
      {0, 1.0, 0.0}, {1, 1.0, 0.0}, {2, 1.0, 0.0}, {3, 1.0, 0.0}, {4, 1.0, 0.0}, {5, 1.0, 0.0}});
}

TEST(no_state_at_all) {
  model = dcm_probe;
  model.history = NULL;
  model.events = 0;
  model.history_count = 0;
  dcm_law *law = make();
  ck_assert_uint_eq(law->history_width, 0);
  dcm_law_history_begin(law, 1, DCM_SIDE_WALL, 2, NULL);
  dcm_law_history_swap(law, 2, NULL);
  dcm_law_history_end(law, 1, DCM_SIDE_WALL, 2, NULL);
}

/* Stiffness 3 for 1 1, 1 by default for 2 2, 2 by mixing for 1 2. */
TEST(reach_of_pairs) {
  dcm_law *law = given_law(&dcm_probe, 2, "1 1 stiffness 3");
  ck_assert_uint_eq(dcm_law_pair(law, 1, 1), 0);
  ck_assert_uint_eq(dcm_law_pair(law, 1, 2), 1);
  ck_assert_uint_eq(dcm_law_pair(law, 2, 1), 2);
  ck_assert_uint_eq(dcm_law_pair(law, 2, 2), 3);
  const double expected[4] = {0.03, 0.02, 0.02, 0.01};
  for (uint32_t pair = 0; pair < 4; pair++)
    ck_assert_double_eq_tol(dcm_law_reach(law, dcm_sides_at_wall(pair, 5.0, INFINITY)),
                            5.0 * expected[pair], 1e-16);
}

TEST(no_reach_is_zero) {
  model = dcm_probe;
  model.reach = NULL;
  dcm_law *law = make();
  ck_assert_double_eq(dcm_law_reach(law, dcm_sides_at_wall(0, 5.0, INFINITY)), 0.0);
}

/* Answers of laws that are no distances, and the largest and the least that are. */
static double answer;

static double reach_as_told(const dcm_instance *instance, const dcm_sides *sides) {
  (void)sides;
  (void)instance;
  return answer;
}

static const struct {
  double answer;
  const char *told; /* NULL: accepted */
} answers[] = {
    {0.0, NULL},    {DBL_MAX, NULL},     {-0.0, NULL},          {NAN, "nan "},
    {-NAN, "nan "}, {INFINITY, " inf "}, {-INFINITY, " -inf "}, {-1e-300, " -1e-300 "},
};

TEST_EACH(reach_is_a_distance, answers) {
  model = dcm_probe;
  model.reach = reach_as_told;
  dcm_law *law = make();
  answer = answers[_i].answer;
  double reach = 1.0;
  const dcm_body bodies[2] = {dcm_body_sphere(1, 5.0, 1.0), dcm_body_sphere(2, 5.0, 1.0)};
  memset(&error, 0, sizeof error);
  dcm_single_contact *contact = dcm_single_contact_create(law, DCM_SIDE_PARTICLE, bodies, &error);
  if (answers[_i].told) {
    ck_assert_int_eq(dcm_is_reach(answer), 0);
    ck_assert_ptr_null(contact);
    expect_parts(error.text, "'probe'", "types 1 and 2", "radius 2.5", answers[_i].told,
                 "at least 0");
  } else {
    ck_assert_msg(contact != NULL, "%s", error.text);
    ck_assert_int_eq(dcm_law_check_reach(law,
                                         dcm_sides_of_particles(dcm_law_pair(law, 1, 2), 5.0, 5.0),
                                         &reach, &error),
                     DCM_OK);
    ck_assert_double_eq(reach, answer);
  }
  dcm_single_contact_destroy(contact);
}

static int32_t init_with_fields(const dcm_setup *setup, dcm_instance *instance) {
  const int32_t status = dcm_probe.init(setup, instance);
  instance->field_use[1] = DCM_FIELD_UNUSED; /* side_1 */
  instance->field_use[2] = DCM_FIELD_HELD_OTHERWISE;
  instance->field_use[3] = DCM_FIELD_FOR_ENERGIES; /* age */
  return status;
}

/* A component that only energies need is marked where it was not kept, and so is one in whose place
 * another law remembers something else; a law that needs all components refuses a state with such a
 * mark. A component that no law needed is at its beginning, 0. */
TEST(states_tell_what_was_not_kept) {
  model = dcm_probe;
  model.init = init_with_fields;
  dcm_law *some = make(), *all = given_law(&dcm_probe, 2, "1 1 stiffness 3");
  double saved[6] = {1.0, 2.0, 3.0, 0.0, 5.0, 6.0};
  for (uint32_t c = 0; c < 6; c++) {
    ck_assert_int_eq(dcm_law_keeps(some, c), c < 3);
    ck_assert_int_eq(dcm_law_keeps(all, c), 1);
  }
  dcm_law_mark_state(all->marked, 6, saved);
  ck_assert_double_eq(saved[5], 6.0);
  ck_assert(dcm_law_can_take(all, saved) && dcm_law_can_take(some, saved));
  dcm_law_mark_state(some->marked, 6, saved);
  ck_assert_double_nan(saved[4]);
  ck_assert_double_nan(saved[5]);
  for (uint32_t c = 0; c < 4; c++)
    ck_assert(isfinite(saved[c]));
  ck_assert(dcm_law_can_take(some, saved) && !dcm_law_can_take(all, saved));
}

enum { VECTORS = DCM_MOST_COMPONENTS / 3, WIDE_FIELDS = VECTORS + 2 };

/* A state has room for so many numbers in every host. */
TEST(wide_states_are_refused) {
  dcm_history_field wide[WIDE_FIELDS];
  char names[WIDE_FIELDS][24];
  for (int f = 0; f < WIDE_FIELDS; f++) {
    wide[f] = *dcm_model_history_field(&dcm_probe, 0);
    wide[f].kind = f < VECTORS ? DCM_VECTOR : DCM_SCALAR;
    snprintf(names[f], sizeof names[f], "wide%d", f);
    wide[f].name = names[f];
  }
  model = dcm_probe;
  model.history_fields = wide;
  model.history_count = VECTORS + 1;
  ck_assert_uint_eq(dcm_model_history_width(&model), DCM_MOST_COMPONENTS);
  ck_assert_int_eq(dcm_model_check(&model, DCM_ABI_VERSION, "a test", &error), DCM_OK);
  model.history_count++;
  ck_assert_int_eq(dcm_model_check(&model, DCM_ABI_VERSION, "a test", &error), DCM_ERROR);
  expect_parts(error.text, "'probe'", "65 numbers, but at most 64 ");
}

TEST(destroys_without_callback) {
  model = dcm_probe;
  dcm_law *law =
      dcm_law_create(given_settings(&model, 2, "stiffness 3"), dcm_error_log, &error, &error);
  dcm_instance instance = law->instance;
  model.destroy = NULL;
  dcm_law_destroy(law);
  dcm_probe.destroy(&instance);
  dcm_law_destroy(NULL);
}
