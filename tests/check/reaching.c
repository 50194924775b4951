/* SPDX-License-Identifier: MIT */
/** @file
 * Laws that act before two touch or after they parted, and their mistakes with distances. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(DISPERSION, "van-der-waals", DISPERSION_LAW, begins_at_reach, dispersion)                    \
  LAW(DISPERSION_SHORT, "reaches-half-as-far-as-it-pulls", DISPERSION_SHORT_LAW, begins_at_reach,  \
      dispersion)                                                                                  \
  LAW(DISPERSION_NAN, "fails-just-before-touching", DISPERSION_LAW, begins_at_reach, dispersion)   \
  LAW(DISPERSION_PUSHES, "presses-before-touching", DISPERSION_LAW, begins_at_reach, dispersion)   \
  LAW(DISPERSION_STORED, "stores-nothing-at-a-distance", DISPERSION_LAW, begins_at_reach,          \
      dispersion)                                                                                  \
  LAW(DISPERSION_SIDE, "pulls-by-the-radius-of-side-2", DISPERSION_LAW, begins_at_reach,           \
      dispersion)                                                                                  \
  LAW(DISPERSION_IN, "pulls-more-on-the-way-in", DISPERSION_LAW, begins_at_reach, dispersion)      \
  LAW(DISPERSION_FRICTION, "rubs-before-touching", DISPERSION_RUBS_LAW, begins_at_reach,           \
      dispersion_rubs)                                                                             \
  LAW(DISPERSION_RUBS, "van-der-waals-with-friction", DISPERSION_RUBS_LAW, begins_at_reach,        \
      dispersion_rubs)                                                                             \
  LAW(CHARGED, "charged", CHARGED_LAW, begins_at_reach, charged)                                   \
  LAW(CHARGED_ATTRACTS, "attracts-like-charges-without-energy", CHARGED_LAW, begins_at_reach,      \
      charged)                                                                                     \
  LAW(CHARGED_BY_OVERLAP, "takes-the-gap-for-the-distance", CHARGED_LAW, begins_at_reach, charged) \
  LAW(CHARGED_ONE, "squares-the-charge-of-side-1", CHARGED_LAW, begins_at_reach, charged)          \
  LAW(NECK, "neck", NECK_LAW, law_starts, neck)                                                    \
  LAW(NECK_TALL, "pulls-at-walls-with-an-infinite-radius", NECK_LAW, law_starts, neck)             \
  LAW(NECK_NEGATIVE, "reaches-less-than-nothing-at-walls", NECK_WALL_LAW, law_starts, neck)        \
  LAW(NECK_OTHER_PAIR, "reaches-as-the-first-pair", NECK_PAIR_LAW, law_starts, neck)               \
  LAW(NECK_LEDGER, "books-its-neck-with-a-wrong-sign", NECK_LAW, law_starts, neck)                 \
  LAW(NECK_DAMPS, "drives-beyond-touching", NECK_LAW, law_starts, neck)                            \
  LAW(NECK_ROOT, "takes-the-root-of-the-overlap", NECK_LAW, law_starts, neck)                      \
  LAW(NECK_STIFFER, "is-stiffer-on-the-way-in", NECK_LAW, law_starts, neck)                        \
  LAW(JKR, "jkr-by-bisection", JKR_LAW, law_starts, jkr)                                           \
  LAW(JKR_BRANCH, "stores-hertz-energy-with-adhesion", JKR_LAW, law_starts, jkr)                   \
  LAW(FILM, "lubrication", FILM_LAW, begins_at_reach, film)                                        \
  LAW(FILM_BARE, "lubrication-without-roughness", FILM_LAW, begins_at_reach, film)                 \
  LAW(FILM_SUCKS, "thins-its-film-for-nothing", FILM_LAW, begins_at_reach, film)                   \
  LAW(FILM_LEDGER, "stores-its-film", FILM_LAW, begins_at_reach, film)                             \
  LAW(SOFT, "soft-repulsion", SOFT_LAW, begins_at_reach, soft)                                     \
  LAW(SOFT_WALL, "repels-at-walls-by-half-of-the-reach", SOFT_LAW, begins_at_reach, soft)          \
  LAW(DAMPER, "damps-at-a-distance", SOFT_LAW, begins_at_reach, soft)                              \
  LAW(DAMPER_DRIVES, "drives-at-a-distance", SOFT_LAW, begins_at_reach, soft)
LAW_NUMBERS(LAWS)

static int32_t begins_at_reach(const law_data *data, dcm_instance *instance) {
  instance->flags |= DCM_BEGINS_AT_REACH;
  return law_starts(data, instance);
}

/* ------------------------------------------------------------------- van der Waals forces */

enum { DISPERSION_STIFFNESS, HAMAKER, CUT_OFF, NEAREST, DISPERSION_MU };
#define DISPERSION_PARAMETERS                                                                      \
  [DISPERSION_STIFFNESS] =                                                                         \
      LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring in contact", LAW_STIFFNESS),           \
  [HAMAKER] = LAW_ABOVE_0(DCM_PER_PAIR, "hamaker", "Hamaker's constant",                           \
                          .dimension = {.mass = 1, .length = 2, .time = -2},                       \
                          .usual_minimum = 1e-20, .usual_maximum = 1e-18),                         \
  [CUT_OFF] = LAW_ABOVE_0(DCM_PER_PAIR, "cut_off", "gap beyond which nothing pulls", LAW_LENGTH),  \
  [NEAREST] = LAW_ABOVE_0(DCM_PER_PAIR, "nearest", "distance of surfaces that touch", LAW_LENGTH,  \
                          .usual_minimum = 1e-10, .usual_maximum = 1e-9)
static const dcm_parameter dispersion_parameters[] = {DISPERSION_PARAMETERS};
static const dcm_parameter dispersion_rubs_parameters[] = {
    DISPERSION_PARAMETERS,
    [DISPERSION_MU] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
};
static double dispersion_reach(const dcm_instance *instance, const dcm_sides *sides) {
  return law_values(instance, sides->pair)[CUT_OFF];
}
static double half_dispersion_reach(const dcm_instance *instance, const dcm_sides *sides) {
  return 0.5 * dispersion_reach(instance, sides);
}
#define DISPERSION_LAW LAW_TAKES(dispersion_parameters), .reach = dispersion_reach
#define DISPERSION_SHORT_LAW LAW_TAKES(dispersion_parameters), .reach = half_dispersion_reach
#define DISPERSION_RUBS_LAW                                                                        \
  LAW_TAKES(dispersion_rubs_parameters), LAW_KEEPS(law_stretch), .reach = dispersion_reach

static void dispersion(const law_contact *c, law_answer *a) {
  const double gap = fmax(-c->overlap, 0.0), pressed = fmax(c->overlap, 0.0);
  const double radius = c->law == DISPERSION_SIDE && !c->is_wall ? c->r2 : c->radius;
  double strength = c->p[HAMAKER] * radius / 6.0;
  const double near = c->law == DISPERSION_NAN ? c->p[NEAREST] * (c->overlap > 0.0) : c->p[NEAREST];
  if (c->law == DISPERSION_IN && c->approach > 0.0)
    strength *= 2.0;
  const double pull = gap > c->p[CUT_OFF] ? 0.0 : strength / ((gap + near) * (gap + near));
  a->normal = c->p[DISPERSION_STIFFNESS] * pressed - pull;
  if (c->law == DISPERSION_NAN)
    a->normal = c->p[DISPERSION_STIFFNESS] * pressed -
                strength / (near > 0.0 ? near * near : pow(sqrt(gap - 1e-8 * c->radius), 4.0));
  if (c->law == DISPERSION_PUSHES)
    a->normal = c->p[DISPERSION_STIFFNESS] * fabs(c->overlap) - pull;
  const double far = c->p[CUT_OFF];
  a->energy[STORED_NORMAL] =
      0.5 * c->p[DISPERSION_STIFFNESS] * pressed * pressed - strength / (near * near) * pressed;
  if (c->law != DISPERSION_STORED && gap <= far)
    a->energy[STORED_NORMAL] -= strength * (1.0 / (gap + near) - 1.0 / (far + near));
}

static void dispersion_rubs(const law_contact *c, law_answer *a) {
  dispersion(c, a);
  const double pressing =
      c->p[DISPERSION_STIFFNESS] *
      (c->law == DISPERSION_FRICTION ? fabs(c->overlap) : fmax(c->overlap, 0.0));
  law_shear(c, a, 0, 0.5 * c->p[DISPERSION_STIFFNESS],
            c->p[DISPERSION_MU] * fmin(pressing, fabs(a->normal)));
}

/* -------------------------------------------------------------------- charges of grains */

enum { CHARGED_STIFFNESS, PERMITTIVITY, CHARGED_RANGE };
static const dcm_parameter charged_parameters[] = {
    [CHARGED_STIFFNESS] =
        LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring in contact", LAW_STIFFNESS),
    [PERMITTIVITY] = LAW_ABOVE_0(DCM_PER_LAW, "permittivity", "of what is between the grains",
                                 .dimension = {.mass = -1, .length = -3, .time = 4, .current = 2},
                                 .usual_minimum = 8.8541878128e-12, .usual_maximum = 8e-10),
    [CHARGED_RANGE] = LAW_ABOVE_0(DCM_PER_LAW, "range", "gap beyond which charges do not act",
                                  LAW_LENGTH, .usual_minimum = 1e-4, .usual_maximum = 1e-3),
};
static const dcm_quantity charge[] = {
    LAW_QUANTITY(DCM_READ, "charge", "of a grain", .dimension = {.current = 1, .time = 1},
                 .minimum = -1e-9, .maximum = 1e-9),
};
static double charged_reach(const dcm_instance *instance, const dcm_sides *sides) {
  return law_values(instance, sides->pair)[CHARGED_RANGE];
}
#define CHARGED_LAW LAW_TAKES(charged_parameters), LAW_READS(charge), .reach = charged_reach

static void charged(const law_contact *c, law_answer *a) {
  const double k = c->p[CHARGED_STIFFNESS], pressed = fmax(c->overlap, 0.0);
  a->normal = k * pressed;
  a->energy[STORED_NORMAL] = 0.5 * k * pressed * pressed;
  if (c->is_wall) /* walls are neutral, and have no centre */
    return;
  const double both = c->law == CHARGED_ONE ? c->q1[0] * c->q1[0] : c->q1[0] * c->q2[0];
  const double strength = both / (12.566370614359172 * c->p[PERMITTIVITY]);
  const double touch = c->law == CHARGED_BY_OVERLAP ? 0.0 : c->r1 + c->r2;
  const double distance = touch - c->overlap, far = touch + c->p[CHARGED_RANGE];
  if (distance > far)
    return;
  a->normal += (c->law == CHARGED_ATTRACTS ? -1.0 : 1.0) * strength / (distance * distance);
  a->energy[STORED_NORMAL] += strength * (1.0 / distance - 1.0 / far);
}

/* ----------------------------------------- a liquid neck: made by touching, torn beyond it */

enum { NECK_STIFFNESS, TENSION, RUPTURE };
static const dcm_parameter neck_parameters[] = {
    [NECK_STIFFNESS] =
        LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring in contact", LAW_STIFFNESS),
    [TENSION] = LAW_ABOVE_0(DCM_PER_LAW, "tension", "surface tension of the liquid",
                            .dimension = {.mass = 1, .time = -2}, .usual_minimum = 0.02,
                            .usual_maximum = 0.08),
    [RUPTURE] = LAW_ABOVE_0(DCM_PER_PAIR, "rupture", "gap at which the neck tears", LAW_LENGTH),
};
static double neck_reach(const dcm_instance *instance, const dcm_sides *sides) {
  return law_values(instance, sides->pair)[RUPTURE];
}
static double neck_reach_at_walls(const dcm_instance *instance, const dcm_sides *sides) {
  const double rupture = neck_reach(instance, sides);
  return sides->side_2 == DCM_SIDE_WALL ? rupture * (1.0 - 2.0 * sides->radius_1 / 1e-3) : rupture;
}
static double neck_reach_of_first(const dcm_instance *instance, const dcm_sides *sides) {
  (void)sides;
  return law_values(instance, 0)[RUPTURE];
}
#define NECK_LAW LAW_TAKES(neck_parameters), .reach = neck_reach
#define NECK_WALL_LAW LAW_TAKES(neck_parameters), .reach = neck_reach_at_walls
#define NECK_PAIR_LAW LAW_TAKES(neck_parameters), .reach = neck_reach_of_first

static void neck(const law_contact *c, law_answer *a) {
  const double pressed = fmax(c->overlap, 0.0), gap = fmax(-c->overlap, 0.0);
  const double radius = c->law == NECK_TALL ? 0.5 * (c->r1 + c->r2) : c->radius;
  const double most = 12.566370614359172 * c->p[TENSION] * radius;
  const double k = c->p[NECK_STIFFNESS] * (c->law == NECK_STIFFER && c->approach > 0.0 ? 2.0 : 1.0);
  const double torn = c->p[RUPTURE], left = fmax(1.0 - gap / torn, 0.0);
  a->normal = k * pressed - most * left;
  if (c->law == NECK_ROOT)
    a->normal = k * pressed * sqrt(c->overlap / c->radius) - most * left;
  if (c->law == NECK_DAMPS && gap > 0.0) {
    const double drive = -0.1 * c->mass * sqrt(k / c->mass);
    a->normal += drive * c->approach;
    a->energy[LOST_NORMAL] = drive * c->approach * c->approach * c->dt;
  }
  const double sign = c->law == NECK_LEDGER ? -1.0 : 1.0;
  a->energy[STORED_NORMAL] =
      0.5 * k * pressed * pressed - most * pressed + sign * most * (gap - 0.5 * gap * gap / torn);
}

/* ----------------------------------------------------------- Johnson, Kendall and Roberts */

enum { JKR_MODULUS, JKR_WORK };
static const dcm_parameter jkr_parameters[] = {
    [JKR_MODULUS] = LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "effective Young's modulus",
                                .dimension = {.mass = 1, .length = -1, .time = -2}),
    [JKR_WORK] = LAW_ABOVE_0(DCM_PER_PAIR, "work_of_adhesion", "of an area",
                             .dimension = {.mass = 1, .time = -2}),
};
/** delta = a^2/R - C sqrt(a), with this C. */
static double jkr_pull(const double *p) {
  return sqrt(6.283185307179586 * p[JKR_WORK] / p[JKR_MODULUS]);
}
static double jkr_reach(const dcm_instance *instance, const dcm_sides *sides) {
  const double pull = jkr_pull(law_values(instance, sides->pair));
  return 0.75 * pull * cbrt(0.25 * pull * sides->effective_radius);
}
#define JKR_LAW LAW_TAKES(jkr_parameters), .reach = jkr_reach

static void jkr(const law_contact *c, law_answer *a) {
  const double pull = jkr_pull(c->p), E = c->p[JKR_MODULUS], R = c->radius;
  /* The stable branch begins where the depth is least. */
  double low = cbrt(0.0625 * pull * pull * R * R);
  double high = low + sqrt(2.0 * R * fmax(c->overlap, 0.0)) + cbrt(4.0 * pull * pull * R * R);
  for (int i = 0; i < 100; i++) {
    const double middle = 0.5 * (low + high);
    if (middle * middle / R - pull * sqrt(middle) < c->overlap)
      low = middle;
    else
      high = middle;
  }
  const double r = 0.5 * (low + high), cubed = r * r * r;
  a->normal = 4.0 / 3.0 * E * cubed / R - 2.0 * E * pull * sqrt(cubed);
  a->energy[STORED_NORMAL] =
      8.0 / 15.0 * E * cubed * r * r / (R * R) -
      (c->law == JKR_BRANCH ? 0.0 : 4.0 / 3.0 * E * pull / R * cubed * sqrt(r)) +
      3.141592653589793 * c->p[JKR_WORK] * r * r;
}

/* -------------------------------------------------------------- a film that is squeezed out */

enum { FILM_STIFFNESS, FILM_VISCOSITY, ROUGHNESS, THICKNESS };
static const dcm_parameter film_parameters[] = {
    [FILM_STIFFNESS] =
        LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the spring in contact", LAW_STIFFNESS),
    [FILM_VISCOSITY] = LAW_ABOVE_0(DCM_PER_LAW, "viscosity", "of the liquid",
                                   .dimension = {.mass = 1, .length = -1, .time = -1},
                                   .usual_minimum = 1e-5, .usual_maximum = 1e-2),
    [ROUGHNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "roughness", "gap that is left where two touch",
                              LAW_LENGTH, .usual_minimum = 1e-8, .usual_maximum = 1e-6),
    [THICKNESS] = LAW_ABOVE_0(DCM_PER_LAW, "thickness", "gap at which the film begins", LAW_LENGTH,
                              .usual_minimum = 1e-5, .usual_maximum = 1e-4),
};
static double film_reach(const dcm_instance *instance, const dcm_sides *sides) {
  return law_values(instance, sides->pair)[THICKNESS];
}
#define FILM_LAW LAW_TAKES(film_parameters), .reach = film_reach

static void film(const law_contact *c, law_answer *a) {
  const double k = c->p[FILM_STIFFNESS], pressed = fmax(c->overlap, 0.0);
  const double least = c->law == FILM_BARE ? 0.0 : c->p[ROUGHNESS];
  const double gap = fmax(-c->overlap, least), thickness = c->p[THICKNESS];
  double squeeze = gap > thickness ? 0.0
                                   : 18.84955592153876 * c->p[FILM_VISCOSITY] * c->radius *
                                         c->radius * (1.0 / gap - 1.0 / fmax(thickness, least));
  if (c->law == FILM_SUCKS && c->approach < 0.0)
    squeeze = -squeeze;
  a->normal = k * pressed + squeeze * c->approach;
  a->energy[STORED_NORMAL] = 0.5 * k * pressed * pressed;
  const double lost = squeeze * c->approach * c->approach * c->dt;
  if (c->law == FILM_LEDGER)
    a->energy[STORED_NORMAL] += lost;
  else
    a->energy[LOST_NORMAL] = lost;
}

/* --------------------------------------------- soft repulsion, or a damper, within a range */

enum { REPULSION, SOFT_DAMPING, SOFT_RANGE };
static const dcm_parameter soft_parameters[] = {
    [REPULSION] = LAW_FROM_0(DCM_PER_PAIR, "repulsion", "force where two touch",
                             .dimension = {.mass = 1, .length = 1, .time = -2}),
    [SOFT_DAMPING] = LAW_FROM_0(DCM_PER_PAIR, "damping", "where two touch",
                                .dimension = {.mass = 1, .time = -1}),
    [SOFT_RANGE] = LAW_ABOVE_0(DCM_PER_LAW, "range", "gap beyond which nothing acts", LAW_LENGTH,
                               .usual_minimum = 1e-5, .usual_maximum = 1e-3),
};
static double soft_reach(const dcm_instance *instance, const dcm_sides *sides) {
  const int half = law_number(instance) == SOFT_WALL && sides->side_2 == DCM_SIDE_WALL;
  return (half ? 0.5 : 1.0) * law_values(instance, sides->pair)[SOFT_RANGE];
}
#define SOFT_LAW LAW_TAKES(soft_parameters), .reach = soft_reach

static void soft(const law_contact *c, law_answer *a) {
  const double range = c->p[SOFT_RANGE], near = fmax(1.0 + c->overlap / range, 0.0);
  const int repels = c->law == SOFT || c->law == SOFT_WALL;
  const double force = repels ? c->p[REPULSION] : 0.0;
  const double damping =
      (c->law == DAMPER_DRIVES ? -1.0 : 1.0) * c->p[SOFT_DAMPING] * fmin(near * near, 1.0);
  a->normal = force * near + damping * c->approach;
  a->energy[STORED_NORMAL] = 0.5 * force * range * near * near;
  a->energy[LOST_NORMAL] = damping * c->approach * c->approach * c->dt;
}

LAW_LIBRARY(LAWS)
