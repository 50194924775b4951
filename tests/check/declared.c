/* SPDX-License-Identifier: MIT */
/** @file
 * Laws that do not use what they declare, or use it of other materials. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(RIGHT, "uses-all-that-it-declares", DECLARED_LAW, law_starts, declared)                      \
  LAW(COPIED_INDEX, "rolls-by-its-friction", DECLARED_LAW, law_starts, declared)                   \
  LAW(TORSION_UNUSED, "does-not-twist", DECLARED_LAW, law_starts, declared)                        \
  LAW(OPTION_UNUSED, "does-not-ask-its-option", DECLARED_LAW, law_starts, declared)                \
  LAW(QUANTITY_UNUSED, "does-not-feel-warmth", DECLARED_LAW, law_starts, declared)                 \
  LAW(NOTHING_ADDED, "gives-no-heat", DECLARED_LAW, law_starts, declared)                          \
  LAW(OUTPUT_CONSTANT, "tells-nothing", DECLARED_LAW, law_starts, declared)                        \
  LAW(WALL_ONLY, "uses-a-parameter-at-walls-alone", DECLARED_LAW, law_starts, declared)            \
  LAW(FIRST_ROW, "third-material-reads-the-first", DECLARED_LAW, law_starts, declared)             \
  LAW(OWN_ROWS, "mixes-the-rows-of-equal-pairs", DECLARED_LAW, law_starts, declared)               \
  LAW(LAST_ROW, "rolls-by-the-last-pair", DECLARED_LAW, law_starts, declared)                      \
  LAW(OUTPUT_ROW, "tells-of-the-first-pair", DECLARED_LAW, law_starts, declared)                   \
  LAW(HEAT_ROW, "conducts-as-the-first-pair", DECLARED_LAW, law_starts, declared)                  \
  LAW(MATERIAL_ROW, "wears-by-the-next-material", DECLARED_LAW, law_starts, declared)              \
  LAW(ONE_MATERIAL, "takes-one-material", DECLARED_LAW, one_material, declared)                    \
  LAW(ONE_MATERIAL_WRONG, "takes-one-material-and-drops-friction", DECLARED_LAW, one_material,     \
      declared)
LAW_NUMBERS(LAWS)

enum { K, MU, ROLL, TWIST, CONDUCTANCE, WEAR, DECLARED_PARAMETERS };
static const dcm_parameter declared_parameters[] = {
    [K] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring",
                      .dimension = {.mass = 1, .time = -2}),
    [MU] = LAW_FROM_0(DCM_PER_PAIR, "slip", "largest tangential over normal force"),
    [ROLL] = LAW_FROM_0(DCM_PER_PAIR, "roll", "couple against rolling over force and radius"),
    [TWIST] = LAW_FROM_0(DCM_PER_PAIR, "twist", "couple against twisting over force and radius"),
    [CONDUCTANCE] =
        LAW_FROM_0(DCM_PER_PAIR, "conductance", "flow of heat over a length and a drop",
                   .dimension = {.mass = 1, .length = 1, .time = -3, .temperature = -1}),
    [WEAR] = LAW_FROM_0(DCM_PER_MATERIAL, "wear", "worn volume over the work of a step",
                        .dimension = {.mass = -1, .length = 1, .time = 2}),
};
static const dcm_option declared_options[] = {
    LAW_OPTION("spring", "linear", "hertzian", "how the force grows"),
};
static const dcm_quantity declared_quantities[] = {
    LAW_QUANTITY(DCM_READ, "temperature", "of a particle", .dimension = {.temperature = 1}),
    LAW_QUANTITY(DCM_SUM, "flow", "of heat into a particle",
                 .dimension = {.mass = 1, .length = 2, .time = -3}),
};
static const dcm_output declared_outputs[] = {
    LAW_OUTPUT("worn", "volume in this step", .dimension = {.length = 3}),
};
#define DECLARED_LAW                                                                               \
  LAW_TAKES(declared_parameters), LAW_CHOOSES(declared_options), LAW_KEEPS(law_stretch),           \
      LAW_READS(declared_quantities), LAW_TELLS(declared_outputs)

static int32_t one_material(const law_data *data, dcm_instance *instance) {
  return data->materials == 1 ? DCM_OK : law_refuses(instance, "this law is for one material");
}

/** The parameters of another pair of materials of the same law. */
static const double *row_of(const law_contact *c, uint32_t i, uint32_t j, uint32_t m) {
  return c->p + ((ptrdiff_t)(i * m + j) - (ptrdiff_t)c->contacts->pair) * DECLARED_PARAMETERS;
}

static void declared(const law_contact *c, law_answer *a) {
  const uint32_t m = c->materials, i = c->contacts->pair / m, j = c->contacts->pair % m;
  const double *own = c->law == FIRST_ROW && i == 2 && j == 2 ? row_of(c, 0, 0, m) : c->p;
  double k = own[K];
  if (c->law == OWN_ROWS && i != j)
    k = sqrt(row_of(c, i, i, m)[K] * row_of(c, j, j, m)[K]);
  const double pressed = fmax(c->overlap, 0.0);
  const double grows = c->options[0] && c->law != OPTION_UNUSED ? sqrt(pressed / c->radius) : 1.0;
  const double force = k * grows * pressed;
  const double mu = c->law == ONE_MATERIAL_WRONG ? own[ROLL] : own[MU];
  a->normal = force;
  a->energy[STORED_NORMAL] = 0.5 * k * grows * pressed * pressed * (grows == 1.0 ? 1.0 : 0.8);
  law_shear(c, a, 0, 0.2 * k, mu * force);
  law_roll(c, a,
           (c->law == COPIED_INDEX ? own[MU]
            : c->law == LAST_ROW   ? row_of(c, m - 1, m - 1, m)[ROLL]
                                   : own[ROLL]) *
               force * c->radius);
  if (c->law != TORSION_UNUSED && !(c->law == WALL_ONLY && !c->is_wall)) {
    double couple[3];
    const double rate = law_dot(c->w1, c->n) - law_dot(c->w2, c->n);
    for (int x = 0; x < 3; x++)
      couple[x] = (rate > 0.0   ? -1.0
                   : rate < 0.0 ? 1.0
                                : 0.0) *
                  own[TWIST] * force * c->radius * c->n[x];
    law_turn(c, a, couple);
  }
  const double drop = c->law == QUANTITY_UNUSED ? 1.0 : c->q2[0] - c->q1[0];
  const double conductance =
      c->law == HEAT_ROW ? row_of(c, 0, 0, m)[CONDUCTANCE] : own[CONDUCTANCE];
  const double flow = conductance * c->radius * drop;
  if (c->law != NOTHING_ADDED) {
    a->added_1[1] = flow;
    a->added_2[1] = -flow;
  }
  const double *worn = c->law == OUTPUT_ROW ? row_of(c, 0, 0, m) : own;
  const double second =
      c->law == MATERIAL_ROW ? row_of(c, (i + 1) % m, (i + 1) % m, m)[WEAR] : c->p_2[WEAR];
  if (c->law != OUTPUT_CONSTANT)
    a->output[0] = (worn[WEAR] + second) * a->energy[LOST_SLIDING];
}

LAW_LIBRARY(LAWS)
