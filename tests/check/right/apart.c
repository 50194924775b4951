/* SPDX-License-Identifier: MIT */
/** @file
 * Right laws with forces between bodies that do not touch: from the reach on, or after a touch. */
#include "law.h"

LAW_STARTS(from_afar, DCM_BEGINS_AT_REACH)
LAW_STARTS(knows_friction, DCM_BEGINS_AT_REACH | DCM_KNOWN_FRICTION)

/** A linear spring where two touch. */
static double press(const law_contact *c, law_answer *a) {
  const double k = c->p[0], pressed = fmax(c->overlap, 0.0);
  a->normal = k * pressed;
  a->energy[STORED_NORMAL] = 0.5 * k * pressed * pressed;
  return k * pressed;
}

/* ------------------------------------------------------------------------------- attraction */

enum { STIFF, RATIO, PULL, RANGE };
static const dcm_parameter of_attraction[] = {
    [STIFF] = LAW_SPRING,
    [RATIO] = LAW_SHARE(DCM_PER_PAIR, "damping_ratio", "of the damper along the normal"),
    [PULL] = LAW_ABOVE_0(DCM_PER_PAIR, "pull", "attraction of two that touch, over the radius",
                         .dimension = {.mass = 1, .time = -2}, .usual_minimum = 0.1,
                         .usual_maximum = 10.0),
    [RANGE] = LAW_ABOVE_0(DCM_PER_PAIR, "range", "reach over the effective radius",
                          .usual_minimum = 0.01, .usual_maximum = 0.5),
};
LAW_REACH(reach_of_attraction, p[RANGE] * sides->effective_radius)
#define ATTRACTION LAW_TAKES(of_attraction), .reach = reach_of_attraction
#define BAND ATTRACTION, LAW_KEEPS(law_stretch)

/** The force falls to 0 at the end of the range, and is constant where two touch. */
static void attraction(const law_contact *c, law_answer *a) {
  const double k = c->p[STIFF], damping = 2.0 * c->p[RATIO] * sqrt(k * c->mass);
  const double range = c->p[RANGE] * c->radius, strength = c->p[PULL] * c->radius;
  const double left = fmin(fmax(1.0 + c->overlap / range, 0.0), 1.0);
  a->normal -= strength * left * left;
  a->energy[STORED_NORMAL] -= strength * (range / 3.0 * left * left * left + fmax(c->overlap, 0.0));
  if (c->overlap > 0.0)
    law_press(c, a, k, damping);
}

/** An elastic band between the two, which slips. */
static void band(const law_contact *c, law_answer *a) {
  attraction(c, a);
  law_shear(c, a, 0, 0.3 * c->p[STIFF], c->p[PULL] * c->radius);
}

/** A neck that touching makes, and that tears at a gap. */
static const dcm_parameter of_neck[] = {
    LAW_SPRING,
    LAW_ABOVE_0(DCM_PER_LAW, "tension", "surface tension of the liquid",
                .dimension = {.mass = 1, .time = -2}, .usual_minimum = 0.02, .usual_maximum = 0.08),
    LAW_ABOVE_0(DCM_PER_PAIR, "rupture", "gap at which the neck tears", LAW_LENGTH)};
LAW_REACH(reach_of_neck, p[2])
static void neck(const law_contact *c, law_answer *a) {
  const double gap = fmax(-c->overlap, 0.0), torn = c->p[2];
  const double most = 12.566370614359172 * c->p[1] * c->radius;
  press(c, a);
  a->normal -= most * fmax(1.0 - gap / torn, 0.0);
  a->energy[STORED_NORMAL] += most * (gap - 0.5 * gap * gap / torn - fmax(c->overlap, 0.0));
}

/** Van der Waals' forces, and friction. */
enum { HAMAKER = 1, CUT_OFF, NEAREST, MU };
static const dcm_parameter of_dispersion[] = {
    LAW_SPRING,
    [HAMAKER] = LAW_ABOVE_0(DCM_PER_PAIR, "hamaker", "Hamaker's constant",
                            .dimension = {.mass = 1, .length = 2, .time = -2},
                            .usual_minimum = 1e-20, .usual_maximum = 1e-18),
    [CUT_OFF] = LAW_ABOVE_0(DCM_PER_PAIR, "cut_off", "gap beyond which nothing pulls", LAW_LENGTH),
    [NEAREST] = LAW_ABOVE_0(DCM_PER_PAIR, "nearest", "distance of surfaces that touch", LAW_LENGTH,
                            .usual_minimum = 1e-10, .usual_maximum = 1e-9),
    [MU] = LAW_MU};
LAW_REACH(reach_of_dispersion, p[CUT_OFF])
#define DISPERSION LAW_TAKES(of_dispersion), LAW_KEEPS(law_stretch), .reach = reach_of_dispersion
static void dispersion(const law_contact *c, law_answer *a) {
  const double gap = fmax(-c->overlap, 0.0), near = c->p[NEAREST], far = c->p[CUT_OFF];
  const double strength = c->p[HAMAKER] * c->radius / 6.0, pressing = press(c, a);
  a->energy[STORED_NORMAL] -= strength / (near * near) * fmax(c->overlap, 0.0);
  if (gap <= far) {
    a->normal -= strength / ((gap + near) * (gap + near));
    a->energy[STORED_NORMAL] -= strength * (1.0 / (gap + near) - 1.0 / (far + near));
  }
  law_shear(c, a, 0, 0.5 * c->p[0], c->p[MU] * fmin(pressing, fabs(a->normal)));
}

/** Coulomb's force between grains, shifted so that it ends at the cut-off. Walls are neutral. */
static const dcm_parameter of_charges[] = {
    LAW_SPRING, LAW_ABOVE_0(DCM_PER_PAIR, "cutoff", "gap beyond which charges are not felt",
                            LAW_LENGTH, .usual_minimum = 1e-4, .usual_maximum = 1e-1)};
static const dcm_quantity charge[] = {
    LAW_QUANTITY(DCM_READ, "charge", "electric charge", LAW_COULOMB)};
LAW_REACH(reach_of_charges, sides->side_2 == DCM_SIDE_WALL ? 0.0 : p[1])
#define CHARGES LAW_TAKES(of_charges), LAW_READS(charge), .reach = reach_of_charges
static void charges(const law_contact *c, law_answer *a) {
  const double touch = c->r1 + c->r2, d = touch - c->overlap, end = touch + c->p[1];
  const double k = 1e-3 * c->p[0] * c->radius * c->radius * c->radius;
  const double sign = (c->q1[0] > 0.0) == (c->q2[0] > 0.0) ? 1.0 : -1.0;
  press(c, a);
  if (c->is_wall || d >= end)
    return;
  a->normal += sign * k * (1.0 / (d * d) - 1.0 / (end * end));
  a->energy[STORED_NORMAL] += sign * k * (1.0 / d - 1.0 / end + (d - end) / (end * end));
}

/** A film that is squeezed out. */
enum { VISCOSITY = 1, ROUGHNESS, THICKNESS };
static const dcm_parameter of_film[] = {
    LAW_SPRING,
    [VISCOSITY] = LAW_ABOVE_0(DCM_PER_LAW, "viscosity", "of the liquid",
                              .dimension = {.mass = 1, .length = -1, .time = -1},
                              .usual_minimum = 1e-5, .usual_maximum = 1e-2),
    [ROUGHNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "roughness", "gap that is left where two touch",
                              LAW_LENGTH, .usual_minimum = 1e-8, .usual_maximum = 1e-6),
    [THICKNESS] = LAW_ABOVE_0(DCM_PER_LAW, "thickness", "gap at which the film begins", LAW_LENGTH,
                              .usual_minimum = 1e-5, .usual_maximum = 1e-4)};
LAW_REACH(reach_of_film, p[THICKNESS])
static void film(const law_contact *c, law_answer *a) {
  const double least = c->p[ROUGHNESS], gap = fmax(-c->overlap, least), thick = c->p[THICKNESS];
  const double of_size = 18.84955592153876 * c->p[VISCOSITY] * c->radius * c->radius;
  const double squeeze = gap > thick ? 0.0 : of_size * (1.0 / gap - 1.0 / fmax(thick, least));
  press(c, a);
  a->normal += squeeze * c->approach;
  a->energy[LOST_NORMAL] = squeeze * c->approach * c->approach * c->dt;
}

/** Soft repulsion and a damper within a range. */
static const dcm_parameter of_soft[] = {
    LAW_FROM_0(DCM_PER_PAIR, "repulsion", "force where two touch", LAW_FORCE),
    LAW_FROM_0(DCM_PER_PAIR, "damping", "where two touch", .dimension = {.mass = 1, .time = -1}),
    LAW_ABOVE_0(DCM_PER_LAW, "range", "gap beyond which nothing acts", LAW_LENGTH,
                .usual_minimum = 1e-5, .usual_maximum = 1e-3)};
LAW_REACH(reach_of_soft, p[2])
static void soft(const law_contact *c, law_answer *a) {
  const double near = fmax(1.0 + c->overlap / c->p[2], 0.0);
  const double damping = c->p[1] * fmin(near * near, 1.0);
  a->normal = c->p[0] * near + damping * c->approach;
  a->energy[STORED_NORMAL] = 0.5 * c->p[0] * c->p[2] * near * near;
  a->energy[LOST_NORMAL] = damping * c->approach * c->approach * c->dt;
}

/* ------------------------------------------------------------------------------------ bonds */

/** A spring is made, without a force, as soon as the gap is narrow, and breaks for good. */
enum { GAP = 1, STRAIN };
static const dcm_parameter of_bond[] = {
    LAW_SPRING,
    [GAP] = LAW_ABOVE_0(DCM_PER_PAIR, "gap", "that is bonded, over the effective radius",
                        .usual_minimum = 0.01, .usual_maximum = 0.1),
    [STRAIN] = LAW_ABOVE_0(DCM_PER_PAIR, "strain", "at which a bond breaks, likewise",
                           .usual_minimum = 0.01, .usual_maximum = 0.1)};
enum { BONDED, MADE_AT };
static const dcm_history_field made[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "bonded", "1, or -1 after it broke"),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "made_at", "overlap", LAW_LENGTH)};
LAW_REACH(reach_of_bond, (p[GAP] + 1.1 * p[STRAIN]) * sides->effective_radius)
#define BOND LAW_TAKES(of_bond), LAW_KEEPS(made), .reach = reach_of_bond
static void bond(const law_contact *c, law_answer *a) {
  const double k = c->p[0], before = c->overlap - c->approach * c->dt;
  if (c->state[BONDED] == 0.0 && c->overlap >= -c->p[GAP] * c->radius) {
    a->state[BONDED] = 1.0;
    a->state[MADE_AT] = c->overlap;
  }
  const double stretch = a->state[MADE_AT] - c->overlap;
  if (a->state[BONDED] <= 0.0)
    return;
  if (stretch > c->p[STRAIN] * c->radius) {
    const double old = c->state[MADE_AT] - before;
    a->state[BONDED] = -1.0;
    a->energy[LOST_FRACTURE] = 0.5 * k * old * old;
    return;
  }
  a->normal = -k * stretch;
  a->energy[STORED_NORMAL] = 0.5 * k * stretch * stretch;
}

#define LAWS(LAW)                                                                                  \
  LAW(ATTRACTS, "attraction", from_afar, attraction, ATTRACTION)                                   \
  LAW(BANDS, "band", knows_friction, band, BAND)                                                   \
  LAW(NECK, "neck", law_starts, neck, LAW_TAKES(of_neck), .reach = reach_of_neck)                  \
  LAW(WAALS, "van-der-waals", from_afar, dispersion, DISPERSION)                                   \
  LAW(CHARGED, "charges", from_afar, charges, CHARGES)                                             \
  LAW(FILM, "film", from_afar, film, LAW_TAKES(of_film), .reach = reach_of_film)                   \
  LAW(SOFT, "soft", from_afar, soft, LAW_TAKES(of_soft), .reach = reach_of_soft)                   \
  LAW(BONDS, "bonds", from_afar, bond, BOND)
LAW_LIBRARY(LAWS)
