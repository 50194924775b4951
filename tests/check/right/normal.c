/* SPDX-License-Identifier: MIT */
/** @file
 * Right laws along the normal: contacts that relax, yield, grow older, are glued. */
#include "law.h"

#define VISCOSITY .dimension = {.mass = 1, .time = -1}, .usual_minimum = 1.0, .usual_maximum = 1e3

/* ------------------------------------------------------------------------------- relaxation */

/** Zener: a spring, and beside it a spring and a dashpot in a row. */
enum { SPRING, ZETA, MAXWELL, TAU, ARM_FRICTION };
static const dcm_parameter of_arm[] = {
    [SPRING] = LAW_SPRING,
    [ZETA] = LAW_FROM_0(DCM_PER_PAIR, "zeta", "share of the critical damping",
                        .usual_minimum = 0.01, .usual_maximum = 0.5),
    [MAXWELL] = LAW_ABOVE_0(DCM_PER_PAIR, "arm", "stiffness that relaxes", LAW_STIFFNESS),
    [TAU] = LAW_ABOVE_0(DCM_PER_PAIR, "tau", "time of relaxation", LAW_TIME),
    [ARM_FRICTION] = LAW_MU};
static const dcm_history_field of_maxwell[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "stretch", "of the arm that relaxes", LAW_LENGTH),
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "shear", "of the tangential spring", LAW_LENGTH)};
#define ARM                                                                                        \
  .parameters = of_arm, .parameter_count = ARM_FRICTION, .history_fields = of_maxwell,             \
  .history_count = 1
LAW_STARTS(bounces, DCM_KNOWN_RESTITUTION)
static void arm(const law_contact *c, law_answer *a) {
  const double relaxes = c->dt / c->p[TAU], stiffness = c->p[MAXWELL], old = c->state[0];
  const double way =
      relaxes > 1e-9 ? -c->approach * c->p[TAU] * expm1(-relaxes) : c->approach * c->dt;
  const double now = old * exp(-relaxes) + way;
  law_press(c, a, c->p[SPRING], 2.0 * c->p[ZETA] * sqrt(c->p[SPRING] * c->mass));
  a->normal += stiffness * now;
  a->state[0] = now;
  a->energy[STORED_NORMAL] += 0.5 * stiffness * now * now;
  a->energy[LOST_NORMAL] += 0.5 * stiffness * (now + c->state[0]) * c->approach * c->dt -
                            0.5 * stiffness * (now * now - c->state[0] * c->state[0]);
}

/** An arm that holds by friction: the limit falls while the arm relaxes. */
static void holding_arm(const law_contact *c, law_answer *a) {
  arm(c, a);
  const double pressing = c->p[SPRING] * c->overlap + c->p[MAXWELL] * a->state[0];
  law_shear(c, a, 1, 0.3 * c->p[SPRING], c->p[ARM_FRICTION] * fmax(pressing, 0.0));
}

/** Burger: a spring, a dashpot, and a spring beside a dashpot, in a row; implicit in the step. */
enum { LONE_SPRING, LONE_DASHPOT, KELVIN_SPRING, KELVIN_DASHPOT };
static const dcm_parameter of_burger[] = {
    [LONE_SPRING] = LAW_ABOVE_0(DCM_PER_PAIR, "k_m", "lone spring", LAW_STIFFNESS),
    [LONE_DASHPOT] = LAW_ABOVE_0(DCM_PER_PAIR, "c_m", "lone dashpot", VISCOSITY),
    [KELVIN_SPRING] = LAW_ABOVE_0(DCM_PER_PAIR, "k_k", "spring of Kelvin", LAW_STIFFNESS),
    [KELVIN_DASHPOT] = LAW_ABOVE_0(DCM_PER_PAIR, "c_k", "dashpot of Kelvin", VISCOSITY),
};
static const dcm_history_field of_flows[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "flow", "way of the lone dashpot", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "creep", "way of Kelvin's element", LAW_LENGTH)};
static void burger(const law_contact *c, law_answer *a) {
  const double k = c->p[LONE_SPRING], own = c->p[KELVIN_SPRING];
  const double flow = c->dt / c->p[LONE_DASHPOT], creep = c->dt / c->p[KELVIN_DASHPOT];
  const double share = 1.0 / (1.0 + own * creep);
  const double force =
      k * (c->overlap - c->state[0] - share * c->state[1]) / (1.0 + k * (flow + share * creep));
  a->normal = force;
  a->state[0] = c->state[0] + flow * force;
  a->state[1] = share * (c->state[1] + creep * force);
  const double viscous = force - own * a->state[1];
  a->energy[STORED_NORMAL] = 0.5 * force * force / k + 0.5 * own * a->state[1] * a->state[1];
  a->energy[LOST_NORMAL] = flow * force * force + creep * viscous * viscous;
}

/** Kuwabara and Kono: losses grow with the speed. */
static const dcm_parameter of_speedy[] = {
    LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "effective Young's modulus",
                .dimension = {.mass = 1, .length = -1, .time = -2}),
    LAW_ABOVE_0(DCM_PER_PAIR, "loss_time", "of the material", LAW_TIME, .usual_minimum = 1e-7,
                .usual_maximum = 1e-5)};
static void speedy(const law_contact *c, law_answer *a) {
  const double x = fmax(c->overlap, 0.0);
  const double k = 4.0 / 3.0 * c->p[0] * sqrt(c->radius), elastic = k * x * sqrt(x);
  a->normal = fmax(elastic + 1.5 * k * c->p[1] * sqrt(x) * c->approach, 0.0);
  a->energy[STORED_NORMAL] = 0.4 * elastic * x;
  a->energy[LOST_NORMAL] = (a->normal - elastic) * c->approach * c->dt;
}

/* --------------------------------------------------------------------------------- yielding */

static const dcm_history_field of_largest[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "largest", "overlap so far", LAW_LENGTH)};

/** Loads along a stiff line up to a force, then along a softer one, and unloads along the stiff
 * one. The plastic overlap is the state. */
enum { FIRST, LATER, ONSET };
static const dcm_parameter of_plastic[] = {
    [FIRST] =
        LAW_ABOVE_0(DCM_PER_PAIR, "alpha", "first slope", .dimension = {.mass = 1, .time = -2}),
    [LATER] = LAW_ABOVE_0(DCM_PER_PAIR, "beta", "slope beyond the onset",
                          .dimension = {.mass = 1, .time = -2}),
    [ONSET] = LAW_ABOVE_0(DCM_PER_PAIR, "onset", "force beyond which it holds", LAW_FORCE),
};
static const dcm_history_field of_lasting[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "lasting", "overlap without force", LAW_LENGTH)};
static int32_t plastic_starts(const law_data *data, dcm_instance *instance) {
  const uint32_t count = data->model->parameter_count, m = data->materials;
  for (uint32_t ij = 0; ij < m * m; ij++)
    if (data->values_1[ij * count + LATER] >= data->values_1[ij * count + FIRST])
      return law_refuses(instance, "beta must be less than alpha: yielding is softer");
  return DCM_OK;
}
static void plastic(const law_contact *c, law_answer *a) {
  const double k = c->p[FIRST], later = c->p[LATER], onset = c->p[ONSET], before = c->state[0];
  const double elastic = k * (c->overlap - before);
  const double line = onset + later * (c->overlap - onset / k);
  const int yields = elastic > line && c->overlap > onset / k;
  const double force = yields ? line : elastic > 0.0 || before == 0.0 ? elastic : 0.0;
  const double now = yields ? c->overlap - line / k : before;
  a->normal = force;
  a->state[0] = now;
  a->energy[STORED_NORMAL] = 0.5 * force * force / k;
  if (yields)
    a->energy[LOST_PLASTIC] =
        0.5 * (line + onset + later / (1.0 - later / k) * before) * (now - before);
}

/** Walton and Braun: unloading is stiffer by the square of the restitution. */
static const dcm_parameter of_walton[] = {LAW_SPRING, LAW_RESTITUTION};
static void walton(const law_contact *c, law_answer *a) {
  const double k = c->p[0], e = c->p[1], stiffer = k / (e * e), before = c->state[0];
  const double largest = fmax(before, c->overlap);
  const double left = fmax(0.0, c->overlap - (1.0 - k / stiffer) * largest);
  a->state[0] = largest;
  a->normal = stiffer * left;
  a->energy[STORED_NORMAL] = 0.5 * stiffer * left * left;
  a->energy[LOST_PLASTIC] = 0.5 * k * (1.0 - k / stiffer) * (largest * largest - before * before);
}

/** The force falls along a line of higher power when the contact unloads. */
enum { LOADING, UNLOADING, EXPONENT };
static const dcm_parameter of_narrow[] = {
    [LOADING] =
        LAW_ABOVE_0(DCM_PER_PAIR, "loading", "stiffness", .dimension = {.mass = 1, .time = -2}),
    [UNLOADING] =
        LAW_ABOVE_0(DCM_PER_PAIR, "unloading", "stiffness", .dimension = {.mass = 1, .time = -2}),
    [EXPONENT] = LAW_PARAMETER(DCM_PER_LAW, "exponent", 0, 1.75, "of the force", .minimum = 1.25),
};
static int32_t narrow_starts(const law_data *data, dcm_instance *instance) {
  for (uint32_t ij = 0; ij < data->materials * data->materials; ij++) {
    const double *p = data->values_1 + ij * data->model->parameter_count;
    if (p[UNLOADING] < p[LOADING] || p[UNLOADING] > 4.0 * p[LOADING])
      return law_refuses(instance, "unloading must be 1 to 4 times as stiff as loading");
  }
  return DCM_OK;
}
static void narrow(const law_contact *c, law_answer *a) {
  const double n = c->p[EXPONENT], k = c->p[LOADING], ratio = c->p[UNLOADING] / k;
  const double x = fmax(c->overlap, 0.0), before = c->state[0], deepest = fmax(before, x);
  const double scale = k * pow(c->radius, 1.0 - n), steep = n * ratio;
  const double most = scale * pow(deepest, n);
  const double force = most * pow(deepest > 0.0 ? x / deepest : 0.0, steep);
  a->normal = force;
  a->state[0] = deepest;
  a->energy[STORED_NORMAL] = force * x / (steep + 1.0);
  a->energy[LOST_PLASTIC] =
      (1.0 / (n + 1.0) - 1.0 / (steep + 1.0)) * (most * deepest - scale * pow(before, n) * before);
}

/* --------------------------------------------------------------------------------- adhesion */

/** A pull that is the same at each overlap and grows while two touch. */
static const dcm_parameter of_ageing[] = {
    LAW_SPRING, LAW_ABOVE_0(DCM_PER_PAIR, "tau", "time in which adhesion grows", LAW_TIME,
                            .usual_minimum = 1e-5, .usual_maximum = 1e-2)};
static const dcm_history_field of_grown[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "grown", "share of the adhesion that is there")};
static void ageing(const law_contact *c, law_answer *a) {
  const double before = c->state[0], most = 1e-6 * c->p[0] * c->radius;
  const double depth = fmax(c->overlap, 0.0);
  const double grown = depth > 0.0 ? before - (1.0 - before) * expm1(-c->dt / c->p[1]) : 0.0;
  a->state[0] = grown;
  a->normal = c->p[0] * depth - (depth > 0.0 ? most * grown : 0.0);
  a->energy[STORED_NORMAL] = 0.5 * c->p[0] * depth * depth - most * grown * depth;
  a->energy[LOST_PLASTIC] = most * (grown - before) * depth;
}

/** Unloads three times as steeply as it loads, and pulls in the end: no two bodies part. */
enum { LARGEST = 3 };
static const dcm_parameter of_pressed[] = {LAW_SPRING, LAW_RESTITUTION, LAW_MU};
static const dcm_history_field pressed_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "largest", "overlap since the contact began", LAW_LENGTH)};
static void pressed(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFFNESS], before = c->state[LARGEST];
  const double largest = fmax(before, c->overlap);
  const double force = k * (3.0 * c->overlap - 2.0 * largest);
  law_press(c, a, 0.0, law_damping(c));
  a->normal += force;
  a->energy[STORED_NORMAL] = force * force / (6.0 * k);
  a->energy[LOST_PLASTIC] = k * (largest * largest - before * before) / 3.0;
  a->state[LARGEST] = largest;
  law_shear(c, a, 0, 0.3 * k, c->p[FRICTION] * fabs(force));
}

/** Glue holds from the first touch until it breaks. */
enum { SLID, LAST_GAP = 3, BROKEN };
static const dcm_parameter of_glue[] = {
    LAW_SPRING, LAW_ABOVE_0(DCM_PER_PAIR, "stretch", "at which the glue breaks", LAW_LENGTH)};
static const dcm_history_field glue_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "slid", "of 2 relative to 1", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "last_gap", "of the step before", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "broken", "1 where the glue is broken")};
LAW_REACH(glue_reach, 1.5 * p[1])
#define GLUE LAW_TAKES(of_glue), LAW_KEEPS(glue_fields), .reach = glue_reach
static void glue(const law_contact *c, law_answer *a) {
  const double k = c->p[0], most = c->p[1], gap = fmax(-c->overlap, 0.0);
  double slid[3], work = 0.0, stored = 0.0;
  memcpy(slid, c->state + SLID, sizeof slid);
  const double slid_before = law_dot(slid, slid);
  law_flatten(c, slid);
  for (int x = 0; x < 3; x++)
    slid[x] += c->v[x] * c->dt;
  const int was_broken = c->state[BROKEN] != 0.0;
  const int is_broken = was_broken || gap * gap + law_dot(slid, slid) > most * most;
  a->state[BROKEN] = is_broken;
  a->state[LAST_GAP] = is_broken ? 0.0 : gap;
  a->normal = is_broken ? k * fmax(c->overlap, 0.0) : k * c->overlap;
  a->energy[STORED_NORMAL] = 0.5 * a->normal * a->normal / k;
  for (int x = 0; x < 3; x++) {
    slid[x] = is_broken ? 0.0 : slid[x];
    a->state[SLID + x] = slid[x];
    a->tangential[x] = k * slid[x];
    work += a->tangential[x] * c->v[x] * c->dt;
    stored += 0.5 * k * slid[x] * slid[x];
  }
  a->energy[STORED_TANGENTIAL] = stored;
  if (!is_broken)
    a->energy[LOST_TANGENTIAL] = work + 0.5 * k * slid_before - stored;
  else if (!was_broken)
    a->energy[LOST_FRACTURE] = 0.5 * k * (c->state[LAST_GAP] * c->state[LAST_GAP] + slid_before);
}

#define LAWS(LAW)                                                                                  \
  LAW(RELAXES, "arm", bounces, arm, ARM)                                                           \
  LAW(HOLDS, "holding-arm", bounces, holding_arm, LAW_TAKES(of_arm), LAW_KEEPS(of_maxwell))        \
  LAW(BURGER, "burger", law_starts, burger, LAW_TAKES(of_burger), LAW_KEEPS(of_flows))             \
  LAW(SPEEDY, "speedy", law_starts, speedy, LAW_TAKES(of_speedy))                                  \
  LAW(PLASTIC, "plastic", plastic_starts, plastic, LAW_TAKES(of_plastic), LAW_KEEPS(of_lasting))   \
  LAW(WALTON, "walton", law_starts, walton, LAW_TAKES(of_walton), LAW_KEEPS(of_largest))           \
  LAW(NARROW, "narrow", narrow_starts, narrow, LAW_TAKES(of_narrow), LAW_KEEPS(of_largest))        \
  LAW(AGEING, "ageing", law_starts, ageing, LAW_TAKES(of_ageing), LAW_KEEPS(of_grown))             \
  LAW(PRESSED, "pressed", law_starts, pressed, LAW_TAKES(of_pressed), LAW_KEEPS(pressed_fields))   \
  LAW(GLUED, "glue", law_starts, glue, GLUE)
LAW_LIBRARY(LAWS)
