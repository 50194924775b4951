/* SPDX-License-Identifier: MIT */
/* Laws of which the mistakes show where a limit cuts a force, where a motion turns back, where a
 * bond has gone, and at walls alone: springs that slide, arms that relax, heat of friction. */
#include "law.h"

/* Laws without couples. */
static int32_t slides(const law_data *data, dcm_instance *instance) {
  (void)data;
  instance->unused = DCM_UNUSED_COUPLES;
  return DCM_OK;
}
static int32_t bonds(const law_data *data, dcm_instance *instance) {
  instance->flags = DCM_KNOWN_RESTITUTION;
  return slides(data, instance);
}

enum { SPRING, DAMPING, MU, CONDUCTIVITY, MAXWELL = MU, TAU, STRENGTH = MU };
enum { HARDENING = DAMPING, ROLLING_MU = CONDUCTIVITY };
#define OF_STIFFNESS                                                                               \
  [SPRING] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS)
#define OF_SPRING                                                                                  \
  OF_STIFFNESS, [DAMPING] = LAW_FROM_0(DCM_PER_PAIR, "zeta", "share of the critical damping",      \
                                       .usual_minimum = 0.01, .usual_maximum = 0.5)
#define OF_FRICTION [MU] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction")
static const dcm_parameter of_friction[] = {OF_SPRING, OF_FRICTION};
static const dcm_parameter of_heat[] = {
    OF_SPRING, OF_FRICTION,
    [CONDUCTIVITY] =
        LAW_ABOVE_0(DCM_PER_MATERIAL, "conductivity", "of heat",
                    .dimension = {.mass = 1, .length = 1, .time = -3, .temperature = -1},
                    .usual_minimum = 0.1, .usual_maximum = 100.0)};
static const dcm_parameter of_arm[] = {
    OF_SPRING,
    [MAXWELL] = LAW_ABOVE_0(DCM_PER_PAIR, "arm", "stiffness that relaxes", LAW_STIFFNESS),
    [TAU] = LAW_ABOVE_0(DCM_PER_PAIR, "tau", "time of relaxation", .dimension = {.time = 1})};
static const dcm_parameter of_yielding[] = {
    OF_STIFFNESS,
    [HARDENING] = LAW_ABOVE_0(DCM_PER_PAIR, "hardening", "stiffness of unloading less of loading",
                              LAW_STIFFNESS),
    OF_FRICTION,
    [ROLLING_MU] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction")};
static const dcm_parameter of_bond[] = {
    OF_SPRING, [STRENGTH] = LAW_ABOVE_0(DCM_PER_PAIR, "strength", "pull at which the bond breaks",
                                        .dimension = {.mass = 1, .length = 1, .time = -2})};

static const dcm_history_field of_overlap[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "overlap_before", "of the step before", LAW_LENGTH)};
static const dcm_history_field of_maxwell[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "stretch", "of the arm that relaxes", LAW_LENGTH)};
static const dcm_history_field of_bonded[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "broken", "1 if the bond is broken")};

enum { STRETCH = 0, ROLL = 3, LARGEST = 6 };
static const dcm_history_field of_yielded[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "roll", "angle of the spring against rolling"),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "largest", "overlap so far", LAW_LENGTH)};

enum { TEMPERATURE, HEAT };
static const dcm_quantity of_warmth[] = {
    [TEMPERATURE] =
        LAW_QUANTITY(DCM_READ, "temperature", "of a grain", .dimension = {.temperature = 1},
                     .default_value = 300.0, .maximum = INFINITY),
    [HEAT] = LAW_QUANTITY(DCM_SUM, "heatflow", "into a grain",
                          .dimension = {.mass = 1, .length = 2, .time = -3})};

static const dcm_quantity of_joules[] = {
    LAW_QUANTITY(DCM_SUM, "heat", "of a step", .dimension = {.mass = 1, .length = 2, .time = -2})};

/* The extension of src/kit/not_at_walls.h, as authors write it who have the headers of abi alone.
 */
typedef struct not_at_walls {
  uint32_t size, reserved;
  const char *const *names;
} not_at_walls;

static const void *extension(const char *name) {
  static const char *const names[] = {"friction", "conductivity", "heatflow", NULL};
  static const not_at_walls answer = {sizeof answer, 0, names};
  return strcmp(name, "dcm/not-at-walls/1") == 0 ? &answer : NULL;
}

static double reach_of_bond(const dcm_instance *instance, const dcm_sides *sides) {
  const double *p = law_values(instance, sides->pair);
  return 1.1 * p[STRENGTH] / p[SPRING];
}

#define FRICTION_LAW LAW_TAKES(of_friction), LAW_KEEPS(law_stretch)
#define SMOOTH_LAW FRICTION_LAW, .extension = extension
#define YIELDING_LAW LAW_TAKES(of_yielding), LAW_KEEPS(of_yielded), LAW_READS(of_joules)
#define LATE_LAW LAW_TAKES(of_friction), LAW_KEEPS(of_overlap)
#define HEAT_LAW LAW_TAKES(of_heat), LAW_KEEPS(law_stretch), LAW_READS(of_warmth)
#define ADIABATIC_LAW HEAT_LAW, .extension = extension
#define ARM_LAW LAW_TAKES(of_arm), LAW_KEEPS(of_maxwell)
#define BOND_LAW LAW_TAKES(of_bond), LAW_KEEPS(of_bonded), .reach = reach_of_bond

#define LAWS(LAW)                                                                                  \
  LAW(TURNS, "slides-and-turns", FRICTION_LAW, slides, friction)                                   \
  LAW(NOTHING, "keeps-nothing-when-it-slips", FRICTION_LAW, slides, friction)                      \
  LAW(LITTLE, "keeps-too-little-when-it-slips", FRICTION_LAW, slides, friction)                    \
  LAW(OPPOSITE, "keeps-the-opposite-when-it-slips", FRICTION_LAW, slides, friction)                \
  LAW(SECOND, "moves-in-every-second-step", FRICTION_LAW, slides, friction)                        \
  LAW(WRONG_WAY, "turns-the-wrong-way", FRICTION_LAW, slides, friction)                            \
  LAW(TWICE, "turns-twice-as-far", FRICTION_LAW, slides, friction)                                 \
  LAW(LATE, "follows-one-step-late", LATE_LAW, slides, late)                                       \
  LAW(SMOOTH, "has-smooth-walls-and-says-so", SMOOTH_LAW, slides, friction)                        \
  LAW(UNTOLD, "has-no-friction-at-walls", FRICTION_LAW, slides, friction)                          \
  LAW(WARM, "conducts-and-rubs", HEAT_LAW, slides, heat)                                           \
  LAW(ADIABATIC, "has-adiabatic-walls-and-says-so", ADIABATIC_LAW, slides, heat)                   \
  LAW(COLD_WALLS, "conducts-nothing-at-walls", HEAT_LAW, slides, heat)                             \
  LAW(WHOLE, "heats-both-by-the-whole", HEAT_LAW, slides, heat)                                    \
  LAW(BY_LIMIT, "heats-by-the-limit-of-friction", HEAT_LAW, slides, heat)                          \
  LAW(EQUALS, "conducts-between-equals", HEAT_LAW, slides, heat)                                   \
  LAW(YIELDS, "slides-where-its-load-has-ended", YIELDING_LAW, law_starts, yielding)               \
  LAW(YIELDS_SQUARED, "heats-by-the-squared-step", YIELDING_LAW, law_starts, yielding)             \
  LAW(ARM, "relaxes-an-arm", ARM_LAW, bonds, arm)                                                  \
  LAW(ANEW, "forgets-its-arm-where-it-turns-back", ARM_LAW, bonds, arm)                            \
  LAW(BOND, "damps-while-it-is-bonded", BOND_LAW, bonds, bond)                                     \
  LAW(GONE, "damps-when-the-bond-is-gone", BOND_LAW, bonds, bond)
LAW_NUMBERS(LAWS)

static double damper(const law_contact *c) {
  return 2.0 * c->p[DAMPING] * sqrt(c->p[SPRING] * c->mass);
}

/** Turns the stretch about the normal with the mean of the spins. */
static void turn(const law_contact *c, double u[3]) {
  double mean[3];
  for (int x = 0; x < 3; x++)
    mean[x] = 0.5 * (c->w1[x] + c->w2[x]);
  const double factor = c->law == WRONG_WAY ? -1.0 : c->law == TWICE ? 2.0 : 1.0;
  const double angle = factor * law_dot(mean, c->n) * c->dt, cosine = cos(angle), sine = sin(angle);
  const double across[3] = {c->n[1] * u[2] - c->n[2] * u[1], c->n[2] * u[0] - c->n[0] * u[2],
                            c->n[0] * u[1] - c->n[1] * u[0]};
  for (int x = 0; x < 3; x++)
    u[x] = cosine * u[x] + sine * across[x];
}

/** The share of the stretch that is kept where the limit has cut the force. */
static double share_kept(const law_contact *c) {
  return c->law == NOTHING ? 0.0 : c->law == LITTLE ? 0.3 : c->law == OPPOSITE ? -1.0 : 1.0;
}

static void friction(const law_contact *c, law_answer *a) {
  const double stiffness = 0.5 * c->p[SPRING], dt = c->dt;
  double u[3], work = 0.0;
  law_press(c, a, c->p[SPRING], damper(c));
  if ((c->law == SMOOTH || c->law == UNTOLD) && c->is_wall)
    return;
  memcpy(u, c->state, sizeof u);
  const double before = 0.5 * stiffness * law_dot(u, u);
  law_flatten(c, u);
  turn(c, u);
  for (int x = 0; x < 3; x++)
    u[x] += c->v[x] * (c->law == SECOND && c->contacts->step % 2 ? 0.0 : dt);
  const double limit = c->p[MU] * fabs(c->p[SPRING] * c->overlap);
  const double pull = stiffness * sqrt(law_dot(u, u)), kept = pull > limit ? limit / pull : 1.0;
  double after = 0.0;
  for (int x = 0; x < 3; x++) {
    u[x] *= kept;
    a->tangential[x] = stiffness * u[x];
    work += a->tangential[x] * c->v[x] * dt;
    a->state[x] = kept < 1.0 ? share_kept(c) * u[x] : u[x];
    after += 0.5 * stiffness * a->state[x] * a->state[x];
  }
  a->energy[STORED_TANGENTIAL] = after;
  a->energy[LOST_SLIDING] = work + before - after;
}

static void late(const law_contact *c, law_answer *a) {
  const double overlap = c->state[0];
  law_press(c, a, c->p[SPRING], damper(c));
  a->normal += c->p[SPRING] * (overlap - c->overlap);
  a->state[0] = c->overlap;
  const double speed = sqrt(law_dot(c->v, c->v)), limit = c->p[MU] * fabs(c->p[SPRING] * overlap);
  const double viscous = fmin(damper(c), speed > 0.0 ? limit / speed : INFINITY);
  for (int x = 0; x < 3; x++)
    a->tangential[x] = viscous * c->v[x];
  a->energy[LOST_SLIDING] = viscous * speed * speed * c->dt;
}

static void heat(const law_contact *c, law_answer *a) {
  friction(c, a);
  if (c->is_wall && (c->law == ADIABATIC || c->law == COLD_WALLS))
    return;
  const double k1 = c->p[CONDUCTIVITY], k2 = c->p_2[CONDUCTIVITY];
  const double width = sqrt(c->radius * fmax(c->overlap, 0.0));
  const double t1 = c->q1[TEMPERATURE], t2 = c->q2[TEMPERATURE];
  const double flow = c->law == EQUALS ? 2.0 * width * (k2 * t2 - k1 * t1)
                                       : 4.0 * width * k1 * k2 / (k1 + k2) * (t2 - t1);
  double power = c->dt > 0.0 ? a->energy[LOST_SLIDING] / c->dt : 0.0;
  if (c->law == BY_LIMIT)
    power = c->p[MU] * fabs(a->normal) * sqrt(law_dot(c->v, c->v));
  const double share = c->law == WHOLE ? 1.0 : 0.5;
  a->added_1[HEAT] = share * power + flow;
  a->added_2[HEAT] = share * power - flow;
}

/** Loads a spring of three components of the state and lets it slip at a limit. The part that is
 * cut off the spring is lost.
 * @param rate [3] in the tangent plane */
static double slip(const law_contact *c, law_answer *a, int state, const double *rate,
                   double stiffness, double limit, double force[3]) {
  double u[3];
  memcpy(u, c->state + state, sizeof u);
  law_flatten(c, u);
  for (int x = 0; x < 3; x++)
    u[x] += rate[x] * c->dt;
  const double before = law_dot(u, u), pull = stiffness * sqrt(before);
  const double kept = pull > limit ? limit / pull : 1.0;
  for (int x = 0; x < 3; x++) {
    u[x] *= kept;
    a->state[state + x] = u[x];
    force[x] = stiffness * u[x];
  }
  return 0.5 * stiffness * (before - law_dot(u, u));
}

/** Walton and Braun: the load ends before two part. Then friction takes all that springs take up in
 * a step, which is an error of the step. */
static void yielding(const law_contact *c, law_answer *a) {
  const double k1 = c->p[SPRING], k2 = k1 + c->p[HARDENING], depth = fmax(c->overlap, 0.0);
  const double largest = fmax(depth, c->state[LARGEST]), rest = (1.0 - k1 / k2) * largest;
  const double load = k2 * fmax(depth - rest, 0.0), arm_squared = c->radius * c->radius;
  double couple[3], rate[3];
  law_rolling(c, rate);
  a->state[LARGEST] = largest;
  a->normal = load;
  a->energy[STORED_NORMAL] = 0.5 * load * load / k2;
  a->energy[LOST_PLASTIC] =
      0.5 * k1 * (1.0 - k1 / k2) * (largest * largest - c->state[LARGEST] * c->state[LARGEST]);
  a->energy[LOST_SLIDING] = slip(c, a, STRETCH, c->v, 0.5 * k1, c->p[MU] * load, a->tangential);
  a->energy[LOST_ROLLING] =
      slip(c, a, ROLL, rate, 0.1 * k1 * arm_squared, c->p[ROLLING_MU] * load * c->radius, couple);
  a->energy[STORED_TANGENTIAL] = 0.25 * k1 * law_dot(a->state + STRETCH, a->state + STRETCH);
  a->energy[STORED_ROLLING] = 0.05 * k1 * arm_squared * law_dot(a->state + ROLL, a->state + ROLL);
  for (int x = 0; x < 3; x++) {
    a->couple_1[x] = -couple[x];
    a->couple_2[x] = couple[x];
  }
  const double heat = a->energy[LOST_SLIDING] + a->energy[LOST_ROLLING];
  const double factor = c->law == YIELDS_SQUARED ? 1e5 * c->dt : 1.0;
  a->added_1[0] = a->added_2[0] = 0.5 * factor * heat;
}

/** Maxwell's arm beside a spring. */
static void arm(const law_contact *c, law_answer *a) {
  const double relaxes = c->dt / c->p[TAU], stiffness = c->p[MAXWELL];
  const double old = c->law == ANEW && c->approach < 0.0 ? 0.0 : c->state[0];
  const double way =
      relaxes > 1e-9 ? -c->approach * c->p[TAU] * expm1(-relaxes) : c->approach * c->dt;
  const double now = old * exp(-relaxes) + way;
  law_press(c, a, c->p[SPRING], damper(c));
  a->normal += stiffness * now;
  a->state[0] = now;
  const double before = 0.5 * stiffness * c->state[0] * c->state[0];
  const double after = 0.5 * stiffness * now * now;
  a->energy[STORED_NORMAL] += after;
  a->energy[LOST_NORMAL] +=
      0.5 * stiffness * (now + c->state[0]) * c->approach * c->dt + before - after;
}

static void bond(const law_contact *c, law_answer *a) {
  const int was_broken = c->state[0] > 0.5;
  const int is_broken = was_broken || -c->p[SPRING] * c->overlap > c->p[STRENGTH];
  const double stored = 0.5 * c->p[SPRING] * c->overlap * c->overlap;
  a->state[0] = is_broken;
  if (!is_broken || c->overlap > 0.0)
    law_press(c, a, c->p[SPRING], damper(c));
  else if (c->law == GONE)
    law_press(c, a, 0.0, damper(c));
  if (is_broken && !was_broken)
    a->energy[LOST_FRACTURE] = stored;
}

LAW_LIBRARY(LAWS)
