/* SPDX-License-Identifier: MIT */
/** @file
 * Right laws that declare much, and use all of it: parameters of three scopes, options, quantities,
 * outputs; and Hertz with an area. */
#include "law.h"

/* ---------------------------------------------------------------------------- of all that there is
 */

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
    LAW_OPTION("spring", "linear", "hertzian", "how the force grows")};
static const dcm_quantity declared_quantities[] = {
    LAW_QUANTITY(DCM_READ, "temperature", "of a particle", LAW_KELVIN),
    LAW_QUANTITY(DCM_SUM, "flow", "of heat into a particle", LAW_WATT)};
static const dcm_output declared_outputs[] = {
    LAW_OUTPUT("worn", "volume in this step", .dimension = {.length = 3})};
#define DECLARED                                                                                   \
  LAW_TAKES(declared_parameters), LAW_CHOOSES(declared_options), LAW_KEEPS(law_stretch),           \
      LAW_READS(declared_quantities), LAW_TELLS(declared_outputs)

/** The parameters of another pair of materials of the same law. */
static inline const double *row_of(const law_contact *c, uint32_t i, uint32_t j) {
  const ptrdiff_t row = (ptrdiff_t)(i * c->materials + j) - (ptrdiff_t)c->contacts->pair;
  return c->p + row * DECLARED_PARAMETERS;
}

static void declared(const law_contact *c, law_answer *a) {
  const double *p = c->p, pressed = fmax(c->overlap, 0.0), k = p[K];
  const double grows = c->options[0] ? sqrt(pressed / c->radius) : 1.0;
  const double force = k * grows * pressed;
  a->normal = force;
  a->energy[STORED_NORMAL] = 0.5 * k * grows * pressed * pressed * (grows == 1.0 ? 1.0 : 0.8);
  law_shear(c, a, 0, 0.2 * k, p[MU] * force);
  law_roll(c, a, p[ROLL] * force * c->radius);
  double couple[3];
  const double rate = law_dot(c->w1, c->n) - law_dot(c->w2, c->n);
  for (int x = 0; x < 3; x++)
    couple[x] = (double)((rate < 0.0) - (rate > 0.0)) * p[TWIST] * force * c->radius * c->n[x];
  law_turn(c, a, couple);
  const double flow = p[CONDUCTANCE] * c->radius * (c->q2[0] - c->q1[0]);
  a->added_1[1] = flow;
  a->added_2[1] = -flow;
  a->output[0] = (p[WEAR] + c->p_2[WEAR]) * a->energy[LOST_SLIDING];
}

/* ------------------------------------------------------------------------------------- options */

enum { DAMPS, ADHERES };
static const dcm_option of_choice[] = {
    [DAMPS] = LAW_OPTION("damping", "none", "viscous", "along the normal"),
    [ADHERES] = LAW_OPTION("adhesion", "none", "constant", "of surfaces that touch")};
static const dcm_parameter of_chosen[] = {
    LAW_SPRING, LAW_SHARE(DCM_PER_PAIR, "damping_ratio", "share of the critical damping"),
    LAW_FROM_0(DCM_PER_PAIR, "pull", "of an effective radius",
               .dimension = {.mass = 1, .time = -2})};
static int32_t excludes(const law_data *data, dcm_instance *instance) {
  if (data->options[DAMPS] && data->options[ADHERES])
    return law_refuses(instance, "'damping viscous' and 'adhesion constant' exclude each other: "
                                 "leave out one of the two");
  return DCM_OK;
}
static void chooses(const law_contact *c, law_answer *a) {
  const double k = c->p[0], pull = c->options[ADHERES] ? c->p[2] * c->radius : 0.0;
  law_press(c, a, k, c->options[DAMPS] ? 2.0 * c->p[1] * sqrt(k * c->mass) : 0.0);
  a->normal -= pull;
  a->energy[STORED_NORMAL] -= pull * c->overlap;
}

/* -------------------------------------------------------------------------- numbers of the law */

/** As soft as the weight of the bed allows. */
enum { GRAVITY, DENSITY, DEPTH, OF_FRICTION };
static const dcm_parameter of_bed[] = {
    [GRAVITY] =
        LAW_ABOVE_0(DCM_PER_LAW, "gravity", "of the planet", .dimension = {.length = 1, .time = -2},
                    .usual_minimum = 1.0, .usual_maximum = 20.0),
    [DENSITY] = LAW_ABOVE_0(DCM_PER_MATERIAL, "density", "of the material",
                            .dimension = {.mass = 1, .length = -3}, .usual_minimum = 500.0,
                            .usual_maximum = 8000.0),
    [DEPTH] = LAW_ABOVE_0(DCM_PER_LAW, "bed", "depth of the bed", LAW_LENGTH, .usual_minimum = 0.01,
                          .usual_maximum = 1.0),
    [OF_FRICTION] = LAW_MU,
};
static void bed(const law_contact *c, law_answer *a) {
  const double density = 0.5 * (c->p[DENSITY] + c->p_2[DENSITY]);
  const double k = 1e3 * density * c->p[GRAVITY] * c->p[DEPTH] * c->radius;
  law_press(c, a, k, 0.0);
  law_shear(c, a, 0, k, c->p[OF_FRICTION] * fabs(k * c->overlap));
}

/* --------------------------------------------------------------------------------------- Hertz */

enum { YOUNG, DAMPING_RATIO, HOLD, ROLLS };
static const dcm_parameter of_hertz[] = {
    [YOUNG] = LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "of a contact",
                          .dimension = {.mass = 1, .length = -1, .time = -2}, .usual_minimum = 1e6,
                          .usual_maximum = 1e9),
    [DAMPING_RATIO] = LAW_SHARE(DCM_PER_PAIR, "damping", "over the critical one"),
    [HOLD] = LAW_MU,
    [ROLLS] = LAW_ROLLING};
static const dcm_output of_area[] = {LAW_OUTPUT("area", "of contact", .dimension = {.length = 2})};
#define HERTZ LAW_TAKES(of_hertz), LAW_KEEPS(law_stretch), LAW_TELLS(of_area)
static void hertz(const law_contact *c, law_answer *a) {
  const double overlap = fmax(c->overlap, 0.0), width = sqrt(c->radius * overlap);
  const double modulus = c->p[YOUNG], stiffness = modulus * width;
  const double spring = 2.0 / 3.0 * stiffness * overlap;
  const double damping = 2.0 * c->p[DAMPING_RATIO] * sqrt(stiffness * c->mass);
  a->normal = spring + damping * c->approach;
  a->energy[STORED_NORMAL] = 0.4 * spring * overlap;
  a->energy[LOST_NORMAL] = damping * c->approach * c->approach * c->dt;
  a->output[0] = 3.14159265358979323846 * width * width;
  /* Constant, for the spring would lose and gain energy by a stiffness that changes. */
  law_shear(c, a, 0, modulus * c->radius, c->p[HOLD] * spring);
  law_roll(c, a, c->p[ROLLS] * spring * c->radius);
}

#define LAWS(LAW)                                                                                  \
  LAW(DECLARES, "declares", law_starts, declared, DECLARED)                                        \
  LAW(CHOOSES, "chooses", excludes, chooses, LAW_TAKES(of_chosen), LAW_CHOOSES(of_choice))         \
  LAW(OF_BED, "of-a-bed", law_starts, bed, LAW_TAKES(of_bed), LAW_KEEPS(law_stretch))              \
  LAW(HERTZIAN, "hertzian", law_starts, hertz, HERTZ)
LAW_LIBRARY(LAWS)
