/* SPDX-License-Identifier: MIT */
/** @file
 * Right laws of friction: static and kinetic, weaker at speed, older and stronger; springs that are
 * turned; an elastic band. */
#include "law.h"

static double press(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[STIFFNESS], 0.0);
  return fabs(c->p[STIFFNESS] * c->overlap);
}

/** How far the spring would pull in this step. */
static double pull_of(const law_contact *c, double stiffness) {
  double u[3];
  memcpy(u, c->state, sizeof u);
  law_flatten(c, u);
  for (int x = 0; x < 3; x++)
    u[x] += c->v[x] * c->dt;
  return stiffness * sqrt(law_dot(u, u));
}

/* ------------------------------------------------------------ static and kinetic friction */

enum { MU_STATIC = 1, MU_KINETIC };
static const dcm_parameter of_two[] = {
    LAW_SPRING, LAW_FROM_0(DCM_PER_PAIR, "friction_static", "until it slides"),
    LAW_SHARE(DCM_PER_PAIR, "friction_kinetic", "while it slides, as a share of friction_static")};
enum { SLIDES = 3 };
static const dcm_history_field holds[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "slides", "1 while the contact slides")};

/** The contact slides from the static limit on, and holds again where the spring shortens below the
 * kinetic limit. */
static void holding(const law_contact *c, law_answer *a) {
  const double most = c->p[MU_STATIC] * press(c, a), k = c->p[STIFFNESS];
  const double share = c->p[MU_KINETIC];
  const int slides = pull_of(c, k) > (c->state[SLIDES] > 0.0 ? share * most : most);
  law_shear(c, a, 0, k, slides ? share * most : most);
  a->state[SLIDES] = slides;
}

/** Each time the static friction is overcome, the spring falls back to the kinetic friction. */
static void jumping(const law_contact *c, law_answer *a) {
  const double most = c->p[MU_STATIC] * press(c, a), k = 0.3 * c->p[STIFFNESS];
  law_shear(c, a, 0, k, pull_of(c, k) > most ? c->p[MU_KINETIC] * most : most);
}

/* ------------------------------------------------------- friction that depends on speed or age */

static const dcm_parameter of_speed[] = {
    LAW_SPRING, LAW_FROM_0(DCM_PER_PAIR, "friction", "at rest"),
    LAW_SHARE(DCM_PER_PAIR, "weakening", "share of it at high speeds"),
    LAW_ABOVE_0(DCM_PER_PAIR, "creep_speed", "that parts the two",
                .dimension = {.length = 1, .time = -1})};
static void weakening(const law_contact *c, law_answer *a) {
  const double speed = sqrt(law_dot(c->v, c->v)) / c->p[3], share = c->p[2];
  const double weak = share + (1.0 - share) * exp(-speed);
  law_shear(c, a, 0, 0.3 * c->p[STIFFNESS], c->p[1] * weak * press(c, a));
}

static const dcm_parameter of_age[] = {
    LAW_SPRING, LAW_FROM_0(DCM_PER_PAIR, "friction_young", "of a new contact"),
    LAW_FROM_0(DCM_PER_PAIR, "ageing", "growth with the age"),
    LAW_ABOVE_0(DCM_PER_PAIR, "age", "at which growth slows down", LAW_TIME)};
enum { AGE = 3 };
static const dcm_history_field held[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "held_for", "time since the contact slid", LAW_TIME)};
static void ageing(const law_contact *c, law_answer *a) {
  const double age = c->state[AGE] + c->dt;
  const double mu = c->p[1] + c->p[2] * log1p(c->state[AGE] / c->p[3]);
  const double limit = mu * press(c, a);
  law_shear(c, a, 0, c->p[STIFFNESS], limit);
  /* A contact that slides is made anew. */
  const double pull = sqrt(law_dot(a->tangential, a->tangential));
  a->state[AGE] = pull < limit * (1.0 - 1e-9) ? age : 0.0;
}

/* ------------------------------------------------------- springs that are turned with the pair */

static const dcm_parameter of_friction[] = {LAW_SPRING, LAW_MU};

static int32_t starts_turning(const law_data *data, dcm_instance *instance) {
  (void)data;
  instance->frame = DCM_FRAME_MID_STEP;
  return DCM_OK;
}

static void turned(const law_contact *c, law_answer *a) {
  law_contact now = *c;
  const double along = law_dot(c->n, c->state);
  double angle = 0.0;
  for (int x = 0; x < 3; x++)
    now.state[x] -= along * c->bisector[x];
  /* About the normal by the mean of the spins. */
  for (int x = 0; x < 3; x++)
    angle += 0.5 * c->dt * c->n[x] * (c->w1[x] + c->w2[x]);
  const double *u = now.state, cosine = cos(angle), sine = sin(angle);
  const double spun[3] = {cosine * u[0] + sine * (c->n[1] * u[2] - c->n[2] * u[1]),
                          cosine * u[1] + sine * (c->n[2] * u[0] - c->n[0] * u[2]),
                          cosine * u[2] + sine * (c->n[0] * u[1] - c->n[1] * u[0])};
  memcpy(now.state, spun, sizeof spun);
  law_shear(&now, a, 0, c->p[STIFFNESS], c->p[1] * press(c, a));
}

/* ------------------------------------------------------------- a sum that is mostly rounding */

#define OF_WORK .dimension = {.mass = 1, .length = 2, .time = -2}
enum { TAKEN = 3 };
static const dcm_history_field of_sums[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "taken", "by friction so far", OF_WORK),
};
static const dcm_output taken[] = {LAW_OUTPUT("taken", "by friction so far", OF_WORK)};
#define SUMMING LAW_TAKES(law_parameters), LAW_KEEPS(of_sums), LAW_TELLS(taken)
static void sum(const law_contact *c, law_answer *a) {
  const double k = 2.0 / 7.0 * c->p[STIFFNESS];
  double u[3];
  law_sound(c, a);
  memcpy(u, c->state, sizeof u);
  law_flatten(c, u);
  a->state[TAKEN] += 0.5 * k * (law_dot(u, u) - law_dot(a->state, a->state)) +
                     0.5 * (k * law_dot(u, c->v) + law_dot(a->tangential, c->v)) * c->dt;
  a->output[0] = a->state[TAKEN];
}

#define LAWS(LAW)                                                                                  \
  LAW(HOLDING, "static-and-kinetic", law_starts, holding, LAW_TAKES(of_two), LAW_KEEPS(holds))     \
  LAW(JUMPING, "jumps", law_starts, jumping, LAW_TAKES(of_two), LAW_KEEPS(law_stretch))            \
  LAW(WEAKENING, "weakens", law_starts, weakening, LAW_TAKES(of_speed), LAW_KEEPS(law_stretch))    \
  LAW(AGEING, "ages", law_starts, ageing, LAW_TAKES(of_age), LAW_KEEPS(held))                      \
  LAW(TURNED, "turned", starts_turning, turned, LAW_TAKES(of_friction), LAW_KEEPS(law_stretch))    \
  LAW(SUMS, "sums", law_starts, sum, SUMMING)
LAW_LIBRARY(LAWS)
