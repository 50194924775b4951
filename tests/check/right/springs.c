/* SPDX-License-Identifier: MIT */
/** @file
 * Right laws of springs and dampers: along the normal, across it, against rolling and twisting. */
#include "law.h"

/* The sound law of law.h with springs against rolling and twisting, and with wear. */
enum { TWISTING = LAW_PARAMETERS, WEAR };
static const dcm_parameter parameters[] = {
    [STIFFNESS] = LAW_SPRING,
    [RESTITUTION] = LAW_RESTITUTION,
    [FRICTION] = LAW_MU,
    [ROLLING] = LAW_ROLLING,
    [TWISTING] = LAW_FROM_0(DCM_PER_PAIR, "twisting", "coefficient of twisting friction"),
    [WEAR] = LAW_FROM_0(DCM_PER_PAIR, "wear", "that a slid way leaves, over the way",
                        .usual_minimum = 1e-4, .usual_maximum = 1e-2),
};
enum { STRETCH = 0, ROLLED = 3, TWISTED = 6, WORN };
static const dcm_history_field fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "rolled", "angle of the rolling spring"),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "twisted", "angle of the twisting spring"),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "worn", "wear of the surfaces", LAW_LENGTH),
};

/** Holds a spring to a limit. @return whether it slides */
static int hold(double *angle, int components, double stiffness, double limit) {
  double square = 0.0;
  for (int x = 0; x < components; x++)
    square += angle[x] * angle[x];
  const double pull = stiffness * sqrt(square);
  for (int x = 0; x < components && pull > limit; x++)
    angle[x] *= limit / pull;
  return pull > limit;
}

static void roll_and_twist(const law_contact *c, law_answer *a, double load) {
  const double stiffness = 0.1 * c->p[STIFFNESS] * c->radius * c->radius;
  double *rolled = a->state + ROLLED, *twisted = a->state + TWISTED, rate[3], twist = 0.0;
  const double before = law_dot(rolled, rolled) + *twisted * *twisted;
  law_rolling(c, rate);
  law_flatten(c, rolled);
  for (int x = 0; x < 3; x++) {
    rolled[x] += rate[x] * c->dt;
    twist += c->n[x] * (c->w1[x] - c->w2[x]);
  }
  *twisted += twist * c->dt;
  hold(rolled, 3, stiffness, c->p[ROLLING] * load * c->radius);
  hold(twisted, 1, stiffness, c->p[TWISTING] * load * c->radius);
  double couple[3];
  for (int x = 0; x < 3; x++)
    couple[x] = -stiffness * (rolled[x] + *twisted * c->n[x]);
  law_turn(c, a, couple);
  const double after = law_dot(rolled, rolled) + *twisted * *twisted;
  a->energy[STORED_ROLLING] += 0.5 * stiffness * after;
  a->energy[LOST_ROLLING] -= 0.5 * stiffness * (after - before);
}

static void springs(const law_contact *c, law_answer *a) {
  const double load = c->p[STIFFNESS] * fmax(c->overlap, 0.0);
  law_press(c, a, c->p[STIFFNESS], law_damping(c));
  law_shear(c, a, STRETCH, 2.0 / 7.0 * c->p[STIFFNESS], c->p[FRICTION] * load);
  roll_and_twist(c, a, load);
  a->state[WORN] += c->p[WEAR] * sqrt(law_dot(c->v, c->v)) * c->dt;
}

/* ------------------------------------------------------------------------- parts of the sound law
 */

static void plain(const law_contact *c, law_answer *a) {
  law_sound(c, a);
}

static int32_t frictionless_starts(const law_data *data, dcm_instance *instance) {
  (void)data;
  instance->unused = DCM_UNUSED_COUPLES | DCM_UNUSED_SPINS;
  return DCM_OK;
}
#define FRICTIONLESS .parameters = law_parameters, .parameter_count = RESTITUTION + 1
static void frictionless(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[STIFFNESS], law_damping(c));
}

LAW_STARTS(all_flags, DCM_KNOWN_UNBALANCED | DCM_KNOWN_GAIN | DCM_KNOWN_RESTITUTION |
                          DCM_KNOWN_STEP | DCM_KNOWN_FRICTION)

static int32_t only_one(const law_data *data, dcm_instance *instance) {
  return data->materials == 1
             ? DCM_OK
             : law_refuses(instance, "this law is for a single material: use one type of atoms");
}

static const dcm_parameter of_names[] = {
    [STIFFNESS] = LAW_SPRING,
    [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "cor", "how well it bounces"),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "mu", "how well it holds"),
    [ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "mu_r", "how well it stops rolling"),
};

/* The extension of src/kit/declarations.h, as authors write it who have the headers of abi alone.
 */
typedef struct roles {
  uint32_t size, reserved;
  const char *const *friction, *const *restitution;
} roles;

static const void *declares(const char *extension) {
  static const char *const friction[] = {"mu", "slip", NULL};
  static const char *const restitution[] = {"cor", "bounce", NULL};
  static const roles answer = {sizeof answer, 0, friction, restitution};
  return strcmp(extension, "dcm/roles/1") == 0 ? &answer : NULL;
}
#define NAMES LAW_TAKES(of_names), LAW_KEEPS(law_stretch), .extension = declares

static const dcm_parameter of_walls[] = {
    LAW_SPRING, LAW_RESTITUTION, LAW_MU, LAW_ROLLING,
    LAW_SHARE(DCM_PER_PAIR, "softer_walls", "share of the stiffness that walls have")};
#define WALLS LAW_TAKES(of_walls), LAW_KEEPS(law_stretch)
static void walls(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFFNESS] * (c->is_wall ? c->p[LAW_PARAMETERS] : 1.0);
  law_press(c, a, k, 2.0 * law_damping_ratio(c->p[RESTITUTION]) * sqrt(k * c->mass));
  law_shear(c, a, 0, 0.5 * k, c->p[FRICTION] * fabs(k * c->overlap));
  law_roll(c, a, c->p[ROLLING] * fabs(k * c->overlap) * c->radius);
}

/* ------------------------------------------------------------------------------------- dampers */

static const dcm_parameter of_damper[] = {
    LAW_SPRING, LAW_SHARE(DCM_PER_PAIR, "zeta", "share of the critical damping")};
static void damper(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[0], 2.0 * c->p[1] * sqrt(c->p[0] * c->mass));
}

static const dcm_parameter of_rolling[] = {
    LAW_SPRING, LAW_FROM_0(DCM_PER_PAIR, "damping_rolling", "of rolling, for an angular speed",
                           .dimension = {.mass = 1, .length = 2, .time = -1})};
static void damps_rolling(const law_contact *c, law_answer *a) {
  double couple[3];
  law_press(c, a, c->p[0], 0.0);
  law_rolling(c, couple);
  for (int x = 0; x < 3; x++)
    couple[x] *= -c->p[1];
  law_turn(c, a, couple);
}

/** Iwashita and Oda: each side by its own spin. */
LAW_STARTS(unbalanced, DCM_KNOWN_UNBALANCED)
static const dcm_parameter of_own_spins[] = {
    LAW_SPRING, LAW_FROM_0(DCM_PER_PAIR, "friction_rolling", "coefficient")};
static void own_spins(const law_contact *c, law_answer *a) {
  const double size = c->p[1] * fabs(c->p[0] * c->overlap) * c->radius;
  const double w1 = sqrt(law_dot(c->w1, c->w1)), w2 = sqrt(law_dot(c->w2, c->w2));
  law_press(c, a, c->p[0], 0.0);
  for (int x = 0; x < 3; x++) {
    a->couple_1[x] = w1 > 0.0 ? -size * c->w1[x] / w1 : 0.0;
    a->couple_2[x] = w2 > 0.0 ? -size * c->w2[x] / w2 : 0.0;
  }
  a->energy[LOST_ROLLING] = size * (w1 + w2) * c->dt;
}

/* ---------------------------------------------------------------- what an effective value may do
 */

/** A spring that is softer for larger grains, and a pull. */
static const dcm_parameter of_radii[] = {
    LAW_SPRING,
    LAW_ABOVE_0(DCM_PER_PAIR, "pull", "force over the effective radius",
                .dimension = {.mass = 1, .time = -2}, .usual_minimum = 0.1, .usual_maximum = 10.0)};
static void by_radius(const law_contact *c, law_answer *a) {
  const double radius = c->radius, xi = fmax(c->overlap, 0.0);
  const double force = c->p[0] * xi * sqrt(xi / radius);
  a->normal = xi > 0.0 ? force - c->p[1] * radius : 0.0;
  a->energy[STORED_NORMAL] = 0.4 * force * xi - c->p[1] * radius * xi;
}

static const dcm_parameter of_masses[] = {
    LAW_SPRING,
    LAW_FROM_0(DCM_PER_PAIR, "gamma", "damping of a unit of mass", .dimension = {.time = -1})};
static const dcm_quantity masses[] = {
    LAW_QUANTITY(DCM_READ, "mass", "of a grain", .dimension = {.mass = 1}, .default_value = 1e-6)};
static void by_mass(const law_contact *c, law_answer *a) {
  law_press(c, a, c->p[0], c->p[1] / (1.0 / c->q1[0] + 1.0 / c->q2[0]));
}

/** The stiffness across the normal grows with the root of the overlap. The spring keeps its force
 * where the stiffness grows, and its stretch where the stiffness falls. */
static const dcm_parameter of_changing[] = {LAW_SPRING, LAW_RESTITUTION, LAW_MU};
#define CHANGING LAW_TAKES(of_changing), LAW_KEEPS(law_stretch)
static void changing(const law_contact *c, law_answer *a) {
  const double k = 2.0 / 7.0 * c->p[STIFFNESS], before = c->overlap - c->approach * c->dt;
  const double ratio = sqrt(fmax(0.0, c->overlap) / c->radius);
  const double old_ratio = sqrt(fmax(0.0, before) / c->radius);
  law_contact now = *c;
  const double stored = 0.5 * k * old_ratio * law_dot(c->state, c->state);
  if (old_ratio < ratio)
    for (int x = 0; x < 3; x++)
      now.state[x] *= old_ratio / ratio;
  const double carried = 0.5 * k * ratio * law_dot(now.state, now.state);
  law_press(c, a, c->p[STIFFNESS], law_damping(c));
  law_shear(&now, a, 0, k * ratio, c->p[FRICTION] * fabs(c->p[STIFFNESS] * c->overlap));
  a->energy[LOST_TANGENTIAL] += stored - carried;
}

/** A force of a power of the overlap. */
static const dcm_parameter of_power[] = {
    LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "at an overlap of the effective radius", LAW_STIFFNESS),
    LAW_PARAMETER(DCM_PER_LAW, "exponent", 0, 2.0, "of the force", .minimum = 1.0)};
static void power(const law_contact *c, law_answer *a) {
  const double n = c->p[1], x = fmax(c->overlap, 0.0);
  a->normal = c->p[0] * pow(c->radius, 1.0 - n) * pow(x, n);
  a->energy[STORED_NORMAL] = a->normal * x / (n + 1.0);
}

#define LAWS(LAW)                                                                                  \
  LAW(PLAIN, "plain", law_starts, plain, LAW_USUAL)                                                \
  LAW(SPRINGS, "springs", law_starts, springs, LAW_TAKES(parameters), LAW_KEEPS(fields))           \
  LAW(FRICTIONLESS_LAW, "frictionless", frictionless_starts, frictionless, FRICTIONLESS)           \
  LAW(KNOWN, "with-all-flags", all_flags, law_sound, LAW_USUAL)                                    \
  LAW(ONE, "one-material", only_one, law_sound, LAW_USUAL)                                         \
  LAW(NAMED, "other-names", law_starts, law_sound, NAMES)                                          \
  LAW(SOFTER, "softer-walls", law_starts, walls, WALLS)                                            \
  LAW(DAMPER, "damper", law_starts, damper, LAW_TAKES(of_damper))                                  \
  LAW(DAMPS_ROLLING, "rolling-damper", law_starts, damps_rolling, LAW_TAKES(of_rolling))           \
  LAW(OWN_SPINS, "own-spins", unbalanced, own_spins, LAW_TAKES(of_own_spins))                      \
  LAW(RADII, "by-radius", law_starts, by_radius, LAW_TAKES(of_radii))                              \
  LAW(MASSES, "by-mass", law_starts, by_mass, LAW_TAKES(of_masses), LAW_READS(masses))             \
  LAW(CHANGES, "changing", law_starts, changing, CHANGING)                                         \
  LAW(POWER, "power", law_starts, power, LAW_TAKES(of_power))
LAW_LIBRARY(LAWS)
