/* SPDX-License-Identifier: MIT */
/* The law heat against the formulas of its page, and against hertz-mindlin for all else. */
#include "laws/by_hand.h"
#include "runtime/model.h"

static const double radius = 1e-3, other_radius = 3e-3;

enum { TEMPERATURE, HEATFLOW };

/** Two materials. */
#define USUAL "poisson 0.25 restitution 0.5 friction 0.4 rolling 0.1 1 1 young 5e6 2 2 young 2e7 "
#define CONDUCTS "1 1 conductivity 3 2 2 conductivity 12 "

/** One contact of materials i and j that is pressed by an overlap, with temperatures. */
static dcm_batch *press(const dcm_law *law, uint32_t i, uint32_t j, int side_2, double overlap,
                        double temperature_1, double temperature_2) {
  dcm_batch *b = hand_batch(law, 1);
  b->pair = dcm_law_pair(law, i, j);
  b->radius_1[0] = radius;
  b->radius_2[0] = side_2 == DCM_SIDE_WALL ? INFINITY : other_radius;
  b->effective_mass[0] = 1e-6;
  b->relative_velocity[0][0] = -0.1;
  b->relative_velocity[1][0] = 0.2;
  b->angular_velocity_1[2][0] = 30.0;
  if (law->quantity_count) {
    b->quantities_1[TEMPERATURE][0] = temperature_1;
    b->quantities_2[TEMPERATURE][0] = temperature_2;
  }
  b->separation[0][0] = radius + (side_2 == DCM_SIDE_WALL ? 0.0 : other_radius) - overlap;
  dcm_law_history_begin(law, b->pair, (uint32_t)side_2, 1, b->history);
  dcm_batch_evaluate(b, law, side_2, 1e-6);
  b->overlap[0] = overlap; /* the kinematics rounded it */
  dcm_batch_compute(b, law, side_2, 1e-6);
  return b;
}

/** Expects a flow into 1, its opposite into 2, and that it is told. */
static void expect_flow(const dcm_batch *b, double flow) {
  if (flow == 0.0)
    ck_assert_double_eq(b->added_1[HEATFLOW][0], 0.0);
  else
    hand_near(b->added_1[HEATFLOW][0], flow);
  ck_assert_double_eq(b->added_2[HEATFLOW][0], -b->added_1[HEATFLOW][0]);
  ck_assert_double_eq(b->outputs[0][0], b->added_1[HEATFLOW][0]);
}

static const double overlap = 2e-5;

/** The contact radius of particles, or of one at a flat wall. */
static double contact_radius(int side_2) {
  const double reduced = radius * other_radius / (radius + other_radius);
  return sqrt((side_2 == DCM_SIDE_WALL ? radius : reduced) * overlap);
}

/* 2 k* a (T2 - T1), k* the harmonic mean unless the pair has its own, or h pi a^2 (T2 - T1). */
TEST_TIMES(formula, 2) {
  const int side_2 = _i ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE;
  const double a = contact_radius(side_2);
  static const char both[] = CONDUCTS "1 1 heat_transfer 100 2 2 heat_transfer 300";
  const struct {
    const char *heat;
    const char *given;
    uint32_t i, j;
    double conductance;
  } cases[] = {
      {"radius", both, 1, 1, 2.0 * 3.0 * a},
      {"radius", both, 1, 2, 2.0 * (2.0 * 3.0 * 12.0 / 15.0) * a},
      {"radius", both, 2, 1, 2.0 * (2.0 * 3.0 * 12.0 / 15.0) * a},
      {"radius", both, 2, 2, 2.0 * 12.0 * a},
      {"radius", CONDUCTS "1 2 conductivity 7", 1, 2, 2.0 * 7.0 * a},
      {"area", both, 1, 1, 100.0 * DCM_PI * a * a},
      {"area", both, 1, 2, (2.0 * 100.0 * 300.0 / 400.0) * DCM_PI * a * a},
      {"radius", both, 1, 1, 2.0 * 3.0 * a},
  };
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    dcm_law *law =
        given_law(built_in("heat"), 2, "heat %s " USUAL "%s", cases[n].heat, cases[n].given);
    dcm_batch *b = press(law, cases[n].i, cases[n].j, side_2, overlap, 290.0, 410.0);
    expect_flow(b, cases[n].conductance * 120.0);
  }
}

/* A body without a temperature, as a wall that nobody gave one, takes and gives nothing. */
TEST(insulated) {
  dcm_law *law = given_law(built_in("heat"), 2, USUAL CONDUCTS);
  double usual[DCM_MOST_QUANTITIES];
  dcm_law_usual_quantities(law, INFINITY, 0.0, usual);
  const double temperatures[][2] = {{usual[TEMPERATURE], 300.0},
                                    {300.0, usual[TEMPERATURE]},
                                    {usual[TEMPERATURE], usual[TEMPERATURE]},
                                    {-40.0, -40.0}};
  for (int n = 0; n < 4; n++) {
    dcm_batch *b = press(law, 1, 2, DCM_SIDE_WALL, overlap, temperatures[n][0], temperatures[n][1]);
    expect_flow(b, 0.0);
  }
  /* Degrees below zero are a temperature. */
  dcm_batch *b = press(law, 1, 1, DCM_SIDE_WALL, overlap, -40.0, -10.0);
  expect_flow(b, 2.0 * 3.0 * contact_radius(DCM_SIDE_WALL) * 30.0);
  b = press(law, 1, 1, DCM_SIDE_WALL, -1e-9, 300.0, 400.0);
  expect_flow(b, 0.0);
}

/* Forces, state, and what the host is told are those of hertz-mindlin, to the bit, in both forms.
 */
TEST_TIMES(mechanics, 2) {
  const char *form = _i ? "sheet" : "consistent";
  dcm_law *laws[] = {given_law(built_in("heat"), 2, "form %s " USUAL CONDUCTS, form),
                     given_law(built_in("hertz-mindlin"), 2, "form %s " USUAL, form)};
  dcm_batch *b[2];
  for (int n = 0; n < 2; n++)
    b[n] = press(laws[n], 1, 2, DCM_SIDE_PARTICLE, overlap, 290.0, 410.0);
  ck_assert_uint_eq(laws[0]->instance.unused, laws[1]->instance.unused);
  ck_assert_uint_eq(laws[0]->instance.flags, laws[1]->instance.flags);
  ck_assert_uint_eq(laws[0]->instance.velocity_arm, laws[1]->instance.velocity_arm);
  ck_assert_uint_eq(laws[0]->instance.moment_arm, laws[1]->instance.moment_arm);
  ck_assert_uint_eq(laws[0]->instance.frame, laws[1]->instance.frame);
  ck_assert_mem_eq(laws[0]->instance.field_use, laws[1]->instance.field_use, DCM_MOST_FIELDS);
  ck_assert_double_eq(b[0]->normal_force[0], b[1]->normal_force[0]);
  for (int x = 0; x < 3; x++) {
    ck_assert_double_eq(b[0]->tangential_force[x][0], b[1]->tangential_force[x][0]);
    ck_assert_double_eq(b[0]->torque_1[x][0], b[1]->torque_1[x][0]);
  }
  for (uint32_t c = 0; c < laws[1]->history_width; c++)
    ck_assert_double_eq(b[0]->new_history[c][0], b[1]->new_history[c][0]);
}

/* It hands its parameters on as they stand: those of hertz-mindlin come first, in their order. */
TEST(tables) {
  const dcm_model *heat = built_in("heat"), *base = built_in("hertz-mindlin");
  ck_assert_uint_eq(heat->history_count, base->history_count);
  ck_assert_uint_eq(heat->history_version, base->history_version);
  for (uint32_t p = 0; p < base->parameter_count; p++)
    ck_assert_str_eq(dcm_model_parameter(heat, p)->name, dcm_model_parameter(base, p)->name);
  for (uint32_t o = 0; o < base->option_count; o++)
    ck_assert_str_eq(dcm_model_option(heat, o)->name, dcm_model_option(base, o)->name);
  for (uint32_t f = 0; f < base->history_count; f++)
    ck_assert_str_eq(dcm_model_history_field(heat, f)->name,
                     dcm_model_history_field(base, f)->name);
}

TEST(refusals) {
  static const char words[] = "young 5e6 poisson 0.25 restitution 0.5 friction 0.4";
  hand_refuses("heat", "'heat radius' conducts by conductivity", "%s heat_transfer 1e3", words);
  hand_law("heat", "heat area %s heat_transfer 1e3", words);
  hand_refuses("heat", "'heat area' conducts by heat_transfer", "heat area %s conductivity 1e3",
               words);
  hand_law("heat", "%s conductivity 1e3", words);
}
