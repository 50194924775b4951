/* SPDX-License-Identifier: MIT */
/** @file
 * Laws of friction, and mistakes across the normal. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(STATIC, "static-and-kinetic-friction", STATIC_LAW, law_starts, holding)                      \
  LAW(STATIC_ODD, "counts-sliding-with-a-wrong-parity", STATIC_ODD_LAW, law_starts, holding)       \
  LAW(FALLING, "friction-that-falls-with-speed", FALLING_LAW, law_starts, falling)                 \
  LAW(FALLING_GROWS, "friction-that-has-no-limit", FALLING_LAW, law_starts, falling)               \
  LAW(FALLING_TOWARDS, "pushes-the-way-it-slides", FALLING_LAW, law_starts, falling)               \
  LAW(VISCOUS, "viscous-friction", VISCOUS_LAW, law_starts, viscous)                               \
  LAW(VISCOUS_NAN, "divides-by-its-sliding-speed", VISCOUS_LAW, law_starts, viscous)               \
  LAW(VISCOUS_UNBOOKED, "does-not-book-its-friction", VISCOUS_LAW, law_starts, viscous)            \
  LAW(VISCOUS_SQUARED, "books-its-friction-without-the-step", VISCOUS_LAW, law_starts, viscous)    \
  LAW(AGEING, "friction-that-ages", AGEING_LAW, law_starts, ageing)                                \
  LAW(AGEING_BY_STEP, "ages-by-the-step", AGEING_LAW, law_starts, ageing)                          \
  LAW(AGEING_AT_ONCE, "ages-while-only-looked-at", AGEING_LAW, law_starts, ageing)                 \
  LAW(WEARING, "wears", WEARING_LAW, law_starts, wearing)                                          \
  LAW(WEARING_HEALS, "tells-a-wear-that-was-never-written", WEARING_LAW, law_starts, wearing)      \
  LAW(DAMPED, "spring-and-damper-below-the-limit", DAMPED_LAW, law_starts, damped)                 \
  LAW(DAMPED_DRIVES, "drives-across-the-normal", DAMPED_LAW, law_starts, damped)                   \
  LAW(DAMPED_STRETCH, "keeps-its-stretch-while-sliding", DAMPED_LAW, law_starts, damped)           \
  LAW(DAMPED_FULL_MASS, "damps-across-the-normal-by-dt", DAMPED_LAW, law_starts, damped)           \
  LAW(DAMPED_SIGNED, "limits-each-component", DAMPED_LAW, law_starts, damped)                      \
  LAW(DAMPED_ALONG, "limits-by-the-force-with-its-sign", DAMPED_LAW, law_starts, damped)           \
  LAW(MINDLIN, "mindlin-with-hertz", MINDLIN_LAW, law_starts, mindlin)                             \
  LAW(MINDLIN_GAIN, "keeps-its-force-while-it-softens", MINDLIN_LAW, law_starts, mindlin)          \
  LAW(MINDLIN_KNOWN, "keeps-its-force-and-says-so", MINDLIN_LAW, known_gain, mindlin)              \
  LAW(MINDLIN_UNBOOKED, "forgets-the-loss-of-softening", MINDLIN_LAW, law_starts, mindlin)         \
  LAW(TURNED, "turns-by-the-bisector", DAMPED_LAW, told_how_it_turns, turned)                      \
  LAW(TURNED_UNTOLD, "turns-by-the-normal", DAMPED_LAW, law_starts, turned)
LAW_NUMBERS(LAWS)

#define STIFFNESS_AND(...)                                                                         \
  [STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of both springs", LAW_STIFFNESS),          \
  __VA_ARGS__

/** Normal force of all these laws. */
static double press(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[STIFFNESS], 0.0);
  return fabs(c->p[STIFFNESS] * c->overlap);
}

/* ------------------------------------------------------------ static and kinetic friction */

enum { MU_STATIC = 1, MU_KINETIC };
static const dcm_parameter static_parameters[] = {
    STIFFNESS_AND([MU_STATIC] = LAW_FROM_0(DCM_PER_PAIR, "friction_static", "until it slides"),
                  [MU_KINETIC] = LAW_SHARE(DCM_PER_PAIR, "friction_kinetic",
                                           "while it slides, as a share of friction_static"))};
enum { SLIDES = 3 };
static const dcm_history_field static_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "slides", "1 while the contact slides")};
static const dcm_history_field odd_static_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_ODD, "slides", "1 while the contact slides")};
#define STATIC_LAW LAW_TAKES(static_parameters), LAW_KEEPS(static_fields)
#define STATIC_ODD_LAW LAW_TAKES(static_parameters), LAW_KEEPS(odd_static_fields)

/** The contact slides from the static limit on, and holds again where the spring shortens below the
 * kinetic limit. */
static void holding(const law_contact *c, law_answer *a) {
  const double pressing = press(c, a), k = c->p[STIFFNESS];
  const double share = c->p[MU_KINETIC];
  const double most = c->p[MU_STATIC] * pressing;
  double u[3];
  memcpy(u, c->state, sizeof u);
  law_flatten(c, u);
  for (int x = 0; x < 3; x++)
    u[x] += c->v[x] * c->dt;
  const double pull = k * sqrt(law_dot(u, u));
  const int slid = c->state[SLIDES] > 0.0;
  const int slides = pull > (slid ? share * most : most);
  law_shear(c, a, 0, k, slides ? share * most : most);
  a->state[SLIDES] = slides;
}

/* ------------------------------------------------------- friction that depends on the speed */

enum { MU_REST = 1, MU_FAST, CREEP_SPEED };
static const dcm_parameter falling_parameters[] = {
    STIFFNESS_AND([MU_REST] = LAW_FROM_0(DCM_PER_PAIR, "friction", "at rest"),
                  [MU_FAST] = LAW_SHARE(DCM_PER_PAIR, "weakening", "share of it at high speeds"),
                  [CREEP_SPEED] = LAW_ABOVE_0(DCM_PER_PAIR, "creep_speed", "that parts the two",
                                              .dimension = {.length = 1, .time = -1}))};
#define FALLING_LAW LAW_TAKES(falling_parameters), LAW_KEEPS(law_stretch)

static void falling(const law_contact *c, law_answer *a) {
  const double speed = sqrt(law_dot(c->v, c->v)) / c->p[CREEP_SPEED], share = c->p[MU_FAST];
  const double weak = c->law == FALLING_GROWS ? 1.0 + speed : share + (1.0 - share) * exp(-speed);
  law_shear(c, a, 0, 0.3 * c->p[STIFFNESS], c->p[MU_REST] * weak * press(c, a));
  for (int x = 0; x < 3 && c->law == FALLING_TOWARDS; x++)
    a->tangential[x] = -a->tangential[x];
}

enum { MU_VISCOUS = 1, SLIDING_VISCOSITY };
static const dcm_parameter viscous_parameters[] = {
    STIFFNESS_AND([MU_VISCOUS] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient"),
                  [SLIDING_VISCOSITY] = LAW_ABOVE_0(DCM_PER_PAIR, "viscosity", "at low speeds",
                                                    .dimension = {.mass = 1, .time = -1}))};
#define VISCOUS_LAW LAW_TAKES(viscous_parameters)

/** Haff and Werner's friction, without a state. */
static void viscous(const law_contact *c, law_answer *a) {
  const double speed = sqrt(law_dot(c->v, c->v)), limit = c->p[MU_VISCOUS] * press(c, a);
  const double damping = c->p[SLIDING_VISCOSITY];
  const double share = damping * speed > limit || c->law == VISCOUS_NAN
                           ? fmin(limit, damping * speed) / speed
                           : damping;
  for (int x = 0; x < 3; x++)
    a->tangential[x] = share * c->v[x];
  if (c->law != VISCOUS_UNBOOKED)
    a->energy[LOST_SLIDING] = share * speed * speed * (c->law == VISCOUS_SQUARED ? 1e-6 : c->dt);
}

/* ------------------------------------------------- friction that grows while a contact holds */

enum { MU_YOUNG = 1, AGEING_RATE, AGEING_TIME };
static const dcm_parameter ageing_parameters[] = {
    STIFFNESS_AND([MU_YOUNG] = LAW_FROM_0(DCM_PER_PAIR, "friction_young", "of a new contact"),
                  [AGEING_RATE] = LAW_FROM_0(DCM_PER_PAIR, "ageing", "growth with the age"),
                  [AGEING_TIME] = LAW_ABOVE_0(DCM_PER_PAIR, "age", "at which growth slows down",
                                              .dimension = {.time = 1}))};
enum { AGE = 3 };
static const dcm_history_field ageing_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "held_for", "time since the contact slid",
              .dimension = {.time = 1})};
#define AGEING_LAW LAW_TAKES(ageing_parameters), LAW_KEEPS(ageing_fields)

static void ageing(const law_contact *c, law_answer *a) {
  const double grown = c->law == AGEING_BY_STEP   ? 1e-6 * (c->dt > 0.0)
                       : c->law == AGEING_AT_ONCE ? c->dt + 1e-5
                                                  : c->dt;
  const double age = c->state[AGE] + grown;
  const double mu = c->p[MU_YOUNG] + c->p[AGEING_RATE] * log1p(c->state[AGE] / c->p[AGEING_TIME]);
  const double limit = mu * press(c, a);
  law_shear(c, a, 0, c->p[STIFFNESS], limit);
  /* A contact that slides is made anew. */
  const double pull = sqrt(law_dot(a->tangential, a->tangential));
  a->state[AGE] = pull < limit * (1.0 - 1e-9) ? age : 0.0;
}

/* ----------------------------------------------------------------------- wear by Archard */

enum { MU_WEAR = 1, WEAR_RATE };
static const dcm_parameter wearing_parameters[] = {
    STIFFNESS_AND([MU_WEAR] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient"),
                  [WEAR_RATE] = LAW_ABOVE_0(DCM_PER_PAIR, "wear", "volume lost for a work",
                                            .dimension = {.mass = -1, .length = 1, .time = 2},
                                            .usual_minimum = 1e-15, .usual_maximum = 1e-12))};
enum { WORN = 3 };
static const dcm_history_field wearing_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "worn", "volume lost since the contact began",
              .dimension = {.length = 3})};
static const dcm_output wearing_outputs[] = {
    LAW_OUTPUT("worn", "volume lost since the contact began", .dimension = {.length = 3})};
#define WEARING_LAW                                                                                \
  LAW_TAKES(wearing_parameters), LAW_KEEPS(wearing_fields), LAW_TELLS(wearing_outputs)

static void wearing(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFFNESS], limit = c->p[MU_WEAR] * press(c, a);
  double u[3];
  memcpy(u, c->state, sizeof u);
  law_flatten(c, u);
  for (int x = 0; x < 3; x++)
    u[x] += c->v[x] * c->dt;
  const double slid = fmax(sqrt(law_dot(u, u)) - limit / k, 0.0);
  law_shear(c, a, 0, k, limit);
  if (c->law != WEARING_HEALS)
    a->state[WORN] = c->state[WORN] + c->p[WEAR_RATE] * limit * slid;
  a->output[0] = a->state[WORN];
}

/* ---------------------------------------------- a spring and a damper with a common limit */

enum { MU_DAMPED = 1, GAMMA };
static const dcm_parameter damped_parameters[] = {
    STIFFNESS_AND([MU_DAMPED] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient"),
                  [GAMMA] = LAW_FROM_0(DCM_PER_PAIR, "gamma", "damping of a unit of mass",
                                       .dimension = {.time = -1}))};
#define DAMPED_LAW LAW_TAKES(damped_parameters), LAW_KEEPS(law_stretch)

/** Adds as much of a damper as the limit leaves. */
static void damp(const law_contact *c, law_answer *a, double damping, double limit) {
  const double *f = a->tangential;
  const double room = limit * limit - law_dot(f, f), size = damping * damping * law_dot(c->v, c->v);
  if (size == 0.0 || room <= 1e-9 * limit * limit) /* a spring that slides leaves no room */
    return;
  /* The share s of the damper with |f + s d v| = limit. */
  const double along = damping * law_dot(f, c->v), root = sqrt(along * along + size * room);
  const double left = fmin(1.0, along > 0.0 ? room / (along + root) : (root - along) / size);
  for (int x = 0; x < 3; x++)
    a->tangential[x] += left * damping * c->v[x];
  a->energy[LOST_TANGENTIAL] += left * damping * law_dot(c->v, c->v) * c->dt;
}

static void damped(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFFNESS], pressing = press(c, a);
  double limit = c->p[MU_DAMPED] * pressing;
  if (c->law == DAMPED_ALONG)
    limit = c->p[MU_DAMPED] * (k * c->overlap + 10.0 * c->p[GAMMA] * c->mass * c->approach);
  law_shear(c, a, 0, k, limit);
  for (int x = 0; x < 3; x++) {
    if (c->law == DAMPED_STRETCH)
      a->state[x] = c->state[x] + c->v[x] * c->dt;
    if (c->law == DAMPED_SIGNED)
      a->tangential[x] = fmin(fmax(a->tangential[x], -0.5 * limit), 0.5 * limit);
  }
  double gamma = c->p[GAMMA];
  if (c->law == DAMPED_DRIVES)
    gamma = -gamma;
  if (c->law == DAMPED_FULL_MASS)
    gamma *= 1e6 * c->dt;
  damp(c, a, gamma * c->mass, limit);
}

/* ----------------------------------------------------- Hertz and Mindlin, without and with loss */

enum { SHEAR_MODULUS = 1, MU_MINDLIN };
static const dcm_parameter mindlin_parameters[] = {
    LAW_ABOVE_0(DCM_PER_MATERIAL, "young", "Young's modulus",
                .dimension = {.mass = 1, .length = -1, .time = -2}),
    LAW_ABOVE_0(DCM_PER_MATERIAL, "shear", "shear modulus",
                .dimension = {.mass = 1, .length = -1, .time = -2}),
    LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient")};
enum { LAST_STIFFNESS = 3 };
static const dcm_history_field mindlin_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "force", "of the spring",
              .dimension = {.mass = 1, .length = 1, .time = -2}),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "stiffness", "across the normal, of the step before",
              .dimension = {.mass = 1, .time = -2})};
#define MINDLIN_LAW LAW_TAKES(mindlin_parameters), LAW_KEEPS(mindlin_fields)

static int32_t known_gain(const law_data *data, dcm_instance *instance) {
  instance->flags |= DCM_KNOWN_GAIN;
  return law_starts(data, instance);
}

/** Without slip of parts of the area; where the area shrinks, the force shrinks with it. */
static void mindlin(const law_contact *c, law_answer *a) {
  const double x = fmax(c->overlap, 0.0), area = sqrt(c->radius * x);
  const double E = 1.0 / (1.0 / c->p[STIFFNESS] + 1.0 / c->p_2[STIFFNESS]);
  const double k = 8.0 * area / (1.0 / c->p[SHEAR_MODULUS] + 1.0 / c->p_2[SHEAR_MODULUS]);
  const double last = c->state[LAST_STIFFNESS];
  a->normal = 4.0 / 3.0 * E * area * x;
  a->energy[STORED_NORMAL] = 0.4 * a->normal * x;
  const int keeps = c->law == MINDLIN_GAIN || c->law == MINDLIN_KNOWN;
  const double shrunk = k < last && !keeps ? k / last : 1.0;
  double f[3], work = 0.0;
  memcpy(f, c->state, sizeof f);
  const double before = last > 0.0 ? 0.5 * law_dot(f, f) / last : 0.0;
  law_flatten(c, f);
  for (int i = 0; i < 3; i++)
    f[i] = shrunk * f[i] + k * c->v[i] * c->dt;
  const double pull = sqrt(law_dot(f, f)), limit = c->p[MU_MINDLIN] * a->normal;
  for (int i = 0; i < 3; i++) {
    f[i] *= pull > limit ? limit / pull : 1.0;
    a->state[i] = a->tangential[i] = f[i];
    work += f[i] * c->v[i] * c->dt;
  }
  a->state[LAST_STIFFNESS] = k;
  const double after = k > 0.0 ? 0.5 * law_dot(f, f) / k : 0.0;
  a->energy[STORED_TANGENTIAL] = after;
  if (pull > limit)
    a->energy[LOST_SLIDING] = work + before - after;
  else if (c->law != MINDLIN_UNBOOKED)
    a->energy[LOST_TANGENTIAL] = work + before - after;
}

/* --------------------------------------------------------------- a spring that the host turns */

static int32_t told_how_it_turns(const law_data *data, dcm_instance *instance) {
  instance->frame = DCM_FRAME_MID_STEP;
  return law_starts(data, instance);
}

static void turned(const law_contact *c, law_answer *a) {
  law_contact now = *c;
  const double along = law_dot(c->n, c->state);
  double half = 0.0;
  for (int x = 0; x < 3; x++)
    now.state[x] -= along * c->bisector[x];
  /* About the normal by the mean of the spins. */
  for (int x = 0; x < 3; x++)
    half += 0.5 * c->dt * c->n[x] * (c->w1[x] + c->w2[x]);
  const double *u = now.state, cosine = cos(half), sine = sin(half);
  const double spun[3] = {cosine * u[0] + sine * (c->n[1] * u[2] - c->n[2] * u[1]),
                          cosine * u[1] + sine * (c->n[2] * u[0] - c->n[0] * u[2]),
                          cosine * u[2] + sine * (c->n[0] * u[1] - c->n[1] * u[0])};
  memcpy(now.state, spun, sizeof spun);
  law_shear(&now, a, 0, c->p[STIFFNESS], c->p[MU_DAMPED] * press(c, a));
}

LAW_LIBRARY(LAWS)
