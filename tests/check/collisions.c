/* SPDX-License-Identifier: MIT */
/** @file
 * Laws with mistakes in whole collisions: their restitution, friction and convergence; and laws
 * that are right, but whose collisions jump or stick. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(OVERDAMPED, "damps-ten-times-too-strongly", LAW_USUAL, law_starts, damped)                   \
  LAW(DRIVES_AT_WALLS, "drives-at-walls", LAW_USUAL, law_starts, damped)                           \
  LAW(HALF_AT_WALLS, "takes-half-of-the-mass-at-walls", LAW_USUAL, law_starts, damped)             \
  LAW(OF_EQUALS, "damps-as-if-the-radii-were-equal", LAW_USUAL, law_starts, damped)                \
  LAW(OF_ONE_DENSITY, "damps-as-if-the-densities-were-equal", LAW_USUAL, law_starts, damped)       \
  LAW(ELASTIC, "hardly-damps", NAMED(elastic), law_starts, damped)                                 \
  LAW(FORGETS_ROOT, "hardly-damps-without-the-root-of-five-sixths", NAMED(elastic), law_starts,    \
      damped)                                                                                      \
  LAW(COR, "calls-it-cor", DECLARED(cor), law_starts, damped)                                      \
  LAW(BOUNCE, "describes-its-restitution", DECLARED(bounce), law_starts, damped)                   \
  LAW(OF_MATERIALS, "has-restitutions-of-materials", DECLARED(of_materials), law_starts, damped)   \
  LAW(WRONG_COR, "misses-what-it-calls-cor", DECLARED(cor), law_starts, damped)                    \
  LAW(WRONG_BOUNCE, "misses-what-it-describes", DECLARED(bounce), law_starts, damped)              \
  LAW(WRONG_MATERIALS, "misses-the-restitution-of-materials", DECLARED(of_materials), law_starts,  \
      damped)                                                                                      \
  LAW(VOIDS, "calls-its-void-ratio-e", NAMED(voids), law_starts, voids_matter)                     \
  LAW(MU_TWICE, "holds-by-twice-what-it-calls-mu", DECLARED(cor), law_starts, held)                \
  LAW(SLIP_TWICE, "holds-by-twice-what-it-describes", DECLARED(bounce), law_starts, held)          \
  LAW(MU_FORGOTTEN, "holds-without-what-it-calls-mu", DECLARED(cor), law_starts, held)             \
  LAW(MU_AT_WALLS, "holds-by-twice-its-friction-at-walls", LAW_USUAL, law_starts, held)            \
  LAW(STORES, "stores-its-damping-across", LAW_USUAL, law_starts, stores)                          \
  LAW(STORES_AT_WALLS, "stores-its-damping-at-walls", LAW_USUAL, law_starts, stores)               \
  LAW(JUMPS, "jumps-from-static-to-kinetic-friction", JUMPING, law_starts, jumps)                  \
  LAW(STAYS_KINETIC, "stays-kinetic-until-it-stops", JUMPING, law_starts, stays_kinetic)           \
  LAW(WEAKENS, "weakens-with-the-speed", WEAKENING, law_starts, weakens)                           \
  LAW(GLUES, "glues-what-it-presses", GLUE, law_starts, glues)
LAW_NUMBERS(LAWS)

/* ------------------------------------------------------------------------------- restitution */

#define OTHERS                                                                                     \
  [STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS),     \
  [ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction")
static const dcm_parameter elastic[] = {
    OTHERS,
    [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "restitution", "coefficient of restitution",
                              .usual_minimum = 0.9, .usual_maximum = 0.97),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
};
static const dcm_parameter cor[] = {
    OTHERS,
    [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "cor", "how well it bounces"),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "mu", "how well it holds"),
};
static const dcm_parameter bounce[] = {
    OTHERS,
    [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "bounce", "coefficient of normal restitution"),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "slip", "coefficient of sliding friction"),
};
static const dcm_parameter of_materials[] = {
    OTHERS,
    [RESTITUTION] = LAW_SHARE(DCM_PER_MATERIAL, "restitution", "coefficient of restitution"),
    [FRICTION] = LAW_FROM_0(DCM_PER_MATERIAL, "mu_s", "of a material, with which both hold"),
};
static const dcm_parameter voids[] = {
    OTHERS,
    [RESTITUTION] = LAW_ABOVE_0(DCM_PER_PAIR, "e", "void ratio of the rough surfaces",
                                .usual_minimum = 0.3, .usual_maximum = 0.9),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "mu", "how well it holds"),
};
#define NAMED(table) LAW_TAKES(table), LAW_KEEPS(law_stretch)

/* The extension of src/kit/roles.h, as authors write it who have the headers of abi alone. */
typedef struct roles {
  uint32_t size, reserved;
  const char *const *friction, *const *restitution;
} roles;

static const void *declares(const char *name) {
  static const char *const friction[] = {"mu", "slip", "mu_s", NULL};
  static const char *const restitution[] = {"cor", "bounce", NULL};
  static const roles answer = {sizeof answer, 0, friction, restitution};
  return strcmp(name, "dcm/roles/1") == 0 ? &answer : NULL;
}

#define DECLARED(table) NAMED(table), .extension = declares

static void damp(const law_contact *c, law_answer *a, double damping) {
  a->normal += damping * c->approach;
  a->energy[LOST_NORMAL] += damping * c->approach * c->approach * c->dt;
}

/** The restitution that the law obtains. */
static double obtained(const law_contact *c) {
  const double e = c->law == OF_MATERIALS || c->law == WRONG_MATERIALS
                       ? sqrt(c->p[RESTITUTION] * c->p_2[RESTITUTION])
                       : c->p[RESTITUTION];
  return c->law == WRONG_COR || c->law == WRONG_BOUNCE || c->law == WRONG_MATERIALS ? e * e : e;
}

static void damped(const law_contact *c, law_answer *a) {
  law_contact mine = *c;
  double p[LAW_PARAMETERS];
  memcpy(p, c->p, sizeof p);
  mine.p = p;
  p[RESTITUTION] = obtained(c);
  p[FRICTION] = fmin(c->p[FRICTION], c->p_2[FRICTION]);
  law_sound(&mine, a);
  const double r1 = c->r1, mass = 4.18879 * 2500.0 * r1 * r1 * r1;
  double factor = 1.0;
  if (c->law == OVERDAMPED)
    factor = 10.0;
  if (c->law == DRIVES_AT_WALLS && c->is_wall)
    factor = -1.0;
  if (c->law == HALF_AT_WALLS && c->is_wall)
    factor = sqrt(0.5);
  if (c->law == OF_EQUALS)
    factor = sqrt(0.5 * r1 / c->radius);
  if (c->law == OF_ONE_DENSITY)
    factor = sqrt((c->is_wall ? 1.0 : c->radius / r1) * mass / c->mass);
  if (c->law == FORGETS_ROOT)
    factor = sqrt(5.0 / 6.0);
  damp(c, a, (factor - 1.0) * law_damping(&mine));
}

static void voids_matter(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFFNESS] / c->p[RESTITUTION];
  law_press(c, a, k, 0.0);
  law_shear(c, a, 0, 0.3 * k, c->p[FRICTION] * fabs(k * c->overlap));
}

/* ---------------------------------------------------------------------------------- friction */

static void held(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFFNESS];
  const double mu = c->law == MU_FORGOTTEN                 ? 0.5
                    : c->law == MU_AT_WALLS && !c->is_wall ? c->p[FRICTION]
                                                           : 2.0 * c->p[FRICTION];
  law_press(c, a, k, law_damping(c));
  law_shear(c, a, 0, 0.3 * k, mu * fabs(k * c->overlap));
}

/* ------------------------------------------------------------------------------- convergence */

/** A damper of which a part is added to the stretch in every step, however long. */
static void stores(const law_contact *c, law_answer *a) {
  law_contact mine = *c;
  const double k = c->p[STIFFNESS];
  for (int x = 0; x < 3; x++)
    if (c->dt > 0.0 && (c->law == STORES || c->is_wall))
      mine.state[x] += 0.5 * sqrt(c->mass / k) * c->v[x];
  law_press(c, a, k, law_damping(c));
  law_shear(&mine, a, 0, 0.3 * k, c->p[FRICTION] * k * fabs(c->overlap));
}

enum { JUMP_STIFFNESS, KINETIC, STATIC, WEAK_SPEED };
#define TWO_FRICTIONS                                                                              \
  [JUMP_STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the springs", LAW_STIFFNESS),      \
  [KINETIC] = LAW_SHARE(DCM_PER_PAIR, "mu_k", "coefficient of kinetic friction"),                  \
  [STATIC] = LAW_FROM_0(DCM_PER_PAIR, "mu_more", "static friction beyond the kinetic one",         \
                        .usual_minimum = 0.1, .usual_maximum = 1.0)
static const dcm_parameter jumping[] = {TWO_FRICTIONS};
static const dcm_parameter weakening[] = {
    TWO_FRICTIONS,
    [WEAK_SPEED] = LAW_ABOVE_0(DCM_PER_PAIR, "weak_speed", "at which the rest falls to 1/e",
                               .dimension = {.length = 1, .time = -1}),
};
#define WEAKENING LAW_TAKES(weakening), LAW_KEEPS(law_stretch)
static const dcm_history_field jumping_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "slides", "1 while the surfaces slide"),
};
#define JUMPING LAW_TAKES(jumping), LAW_KEEPS(jumping_fields)
enum { SLIDES = 3 };

/** How far the spring would pull in this step, over the pressing force. */
static double pulling(const law_contact *c) {
  double u[3];
  memcpy(u, c->state, sizeof u);
  law_flatten(c, u);
  for (int x = 0; x < 3; x++)
    u[x] += c->v[x] * c->dt;
  return 0.3 * sqrt(law_dot(u, u)) / fabs(c->overlap);
}

static void hold(const law_contact *c, law_answer *a, double mu) {
  const double k = c->p[JUMP_STIFFNESS];
  law_press(c, a, k, 0.2 * sqrt(k * c->mass));
  law_shear(c, a, 0, 0.3 * k, mu * k * fabs(c->overlap));
}

/** Each time the static friction is overcome, the spring falls back to the kinetic friction. */
static void jumps(const law_contact *c, law_answer *a) {
  const double most = c->p[KINETIC] + c->p[STATIC];
  hold(c, a, pulling(c) > most ? c->p[KINETIC] : most);
}

/** Once the static friction is overcome, the kinetic friction holds until the pull is less. */
static void stays_kinetic(const law_contact *c, law_answer *a) {
  const double pull = pulling(c), most = c->p[KINETIC] + c->p[STATIC];
  const int slides = pull > (c->state[SLIDES] > 0.0 ? c->p[KINETIC] : most);
  hold(c, a, slides ? c->p[KINETIC] : most);
  if (c->dt > 0.0)
    a->state[SLIDES] = slides;
}

static void weakens(const law_contact *c, law_answer *a) {
  const double speed = sqrt(law_dot(c->v, c->v));
  hold(c, a, c->p[KINETIC] + c->p[STATIC] * exp(-speed / c->p[WEAK_SPEED]));
}

/* ---------------------------------------------------------------------------------- adhesion */

static const dcm_history_field glue[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "largest", "overlap since the contact began", LAW_LENGTH),
};
#define GLUE LAW_TAKES(law_parameters), LAW_KEEPS(glue)
enum { LARGEST = 3 };

/** Unloads three times as steeply as it loads, and pulls in the end: no two bodies part. */
static void glues(const law_contact *c, law_answer *a) {
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

LAW_LIBRARY(LAWS)
