/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts that yield along the normal, bonds that break, and mistakes that show only where a
 * contact yields, unloads or breaks. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(YIELD, "yields", YIELD_LAW, law_starts, yielding)                                            \
  LAW(YIELD_BELOW, "yields-below-its-line", YIELD_LAW, law_starts, yielding)                       \
  LAW(YIELD_HEALS, "heals-when-it-parts", YIELD_LAW, law_starts, yielding)                         \
  LAW(YIELD_UNBOOKED, "does-not-book-its-yielding", YIELD_LAW, law_starts, yielding)               \
  LAW(YIELD_STORED, "stores-as-if-it-had-not-yielded", YIELD_LAW, law_starts, yielding)            \
  LAW(YIELD_SIDE, "yields-by-the-radius-of-side-1", YIELD_LAW, law_starts, yielding)               \
  LAW(YIELD_NAN, "fails-where-it-yields", YIELD_LAW, law_starts, yielding)                         \
  LAW(YIELD_AT_DEPTH, "yields-at-a-depth-in-metres", YIELD_LAW, law_starts, yielding)              \
  LAW(YIELD_ODD, "yields-with-a-wrong-parity", YIELD_ODD_LAW, law_starts, yielding)                \
  LAW(WALTON, "walton-braun", WALTON_LAW, law_starts, walton)                                      \
  LAW(WALTON_SOFT, "unloads-more-softly-than-it-loads", WALTON_LAW, law_starts, walton)            \
  LAW(WALTON_LINEAR, "unloads-by-the-restitution", WALTON_LAW, law_starts, walton)                 \
  LAW(WALTON_STORED, "forgets-the-loss-of-unloading", WALTON_LAW, law_starts, walton)              \
  LAW(WALTON_NO_MEMORY, "forgets-how-deep-it-was", WALTON_LAW, law_starts, walton)                 \
  LAW(SPEEDY, "loses-more-at-speed", SPEEDY_LAW, law_starts, speedy)                               \
  LAW(SPEEDY_DRIVES, "pushes-back-at-speed", SPEEDY_LAW, law_starts, speedy)                       \
  LAW(SPEEDY_HOLDS, "loses-more-at-speed-and-holds", SPEEDY_LAW, law_starts, speedy)               \
  LAW(GLUE, "glue", GLUE_LAW, law_starts, glue)                                                    \
  LAW(GLUE_UNBOOKED, "breaks-without-a-ledger", GLUE_LAW, law_starts, glue)                        \
  LAW(GLUE_BOOKS_PART, "books-only-the-pull-of-its-bond", GLUE_LAW, law_starts, glue)              \
  LAW(GLUE_MENDS, "glue-that-mends", GLUE_LAW, law_starts, glue)                                   \
  LAW(GLUE_NAN, "fails-where-it-breaks", GLUE_LAW, law_starts, glue)
LAW_NUMBERS(LAWS)

/* ------------------------------------------------- elastic, then plastic with hardening */

enum { ELASTIC, YIELD_FORCE, HARDENING };
static const dcm_parameter yield_parameters[] = {
    [ELASTIC] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "below the yield force, and unloading",
                            LAW_STIFFNESS),
    [YIELD_FORCE] = LAW_ABOVE_0(DCM_PER_PAIR, "yield_force", "at which the contact yields",
                                .dimension = {.mass = 1, .length = 1, .time = -2}),
    [HARDENING] = LAW_SHARE(DCM_PER_PAIR, "hardening",
                            "stiffness while the contact yields, as a share of the elastic one"),
};
enum { FLATTENED };
static const dcm_history_field yield_fields[] = {
    [FLATTENED] = LAW_FIELD(DCM_SCALAR, DCM_EVEN, "flattened", "depth that stays", LAW_LENGTH),
};
static const dcm_history_field odd_yield_fields[] = {
    [FLATTENED] = LAW_FIELD(DCM_SCALAR, DCM_ODD, "flattened", "depth that stays", LAW_LENGTH),
};
#define YIELD_LAW LAW_TAKES(yield_parameters), LAW_KEEPS(yield_fields)
#define YIELD_ODD_LAW LAW_TAKES(yield_parameters), LAW_KEEPS(odd_yield_fields)

/** The force on the line of yielding where the depth that stays is given. */
static double yield_line(const law_contact *c, double flattened) {
  const double h = c->p[HARDENING], radius = c->law == YIELD_SIDE ? c->r1 / c->radius : 1.0;
  const double yield = c->law == YIELD_AT_DEPTH ? 1e-6 * c->p[ELASTIC] : c->p[YIELD_FORCE];
  return yield * radius + c->p[ELASTIC] * h / fmax(1.0 - h, 1e-9) * flattened;
}

static void yielding(const law_contact *c, law_answer *a) {
  const double k = c->p[ELASTIC], before = c->state[FLATTENED];
  const double share = fmax(1.0 - c->p[HARDENING], 1e-9);
  double flattened = before, force = k * (c->overlap - before);
  if (force > yield_line(c, before)) {
    /* k (overlap - flattened) is the force on the line. */
    flattened = share * (c->overlap - (yield_line(c, before) / k - before * (1.0 - share) / share));
    force = k * (c->overlap - flattened);
    if (c->law == YIELD_BELOW)
      force *= 0.5;
    if (c->law == YIELD_NAN)
      force = sqrt(yield_line(c, before) - k * (c->overlap - before));
  }
  if (force < 0.0)
    force = 0.0;
  if (c->law == YIELD_HEALS && c->approach < 0.0 && force == 0.0)
    flattened = 0.0;
  a->normal = force;
  a->state[FLATTENED] = flattened;
  a->energy[STORED_NORMAL] =
      c->law == YIELD_STORED ? 0.5 * k * c->overlap * c->overlap : 0.5 * force * force / k;
  if (c->law != YIELD_UNBOOKED)
    a->energy[LOST_PLASTIC] =
        0.5 * (yield_line(c, before) + yield_line(c, flattened)) * (flattened - before);
}

/* ------------------------------------- unloading stiffer by the square of the restitution */

enum { LOADING, WALTON_RESTITUTION };
static const dcm_parameter walton_parameters[] = {
    [LOADING] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "while loading", LAW_STIFFNESS),
    [WALTON_RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "restitution", "coefficient of restitution"),
};
enum { LARGEST };
static const dcm_history_field walton_fields[] = {
    [LARGEST] = LAW_FIELD(DCM_SCALAR, DCM_EVEN, "largest", "overlap so far", LAW_LENGTH),
};
#define WALTON_LAW LAW_TAKES(walton_parameters), LAW_KEEPS(walton_fields)

static void walton(const law_contact *c, law_answer *a) {
  const double k = c->p[LOADING], e = c->p[WALTON_RESTITUTION];
  const double stiffer = k / (c->law == WALTON_LINEAR ? e
                              : c->law == WALTON_SOFT ? 2.0 - e
                                                      : e * e);
  const double before = c->state[LARGEST];
  const double largest = c->law == WALTON_NO_MEMORY ? c->overlap : fmax(before, c->overlap);
  const double left = fmax(0.0, c->overlap - (1.0 - k / stiffer) * largest);
  a->state[LARGEST] = largest;
  a->normal = stiffer * left;
  a->energy[STORED_NORMAL] = 0.5 * stiffer * left * left;
  if (c->law != WALTON_STORED)
    a->energy[LOST_PLASTIC] = 0.5 * k * (1.0 - k / stiffer) * (largest * largest - before * before);
}

/* ------------------------------------------------- Kuwabara and Kono: losses grow with speed */

enum { MODULUS, LOSS_TIME };
static const dcm_parameter speedy_parameters[] = {
    [MODULUS] = LAW_ABOVE_0(DCM_PER_PAIR, "modulus", "effective Young's modulus",
                            .dimension = {.mass = 1, .length = -1, .time = -2}),
    [LOSS_TIME] =
        LAW_ABOVE_0(DCM_PER_PAIR, "loss_time", "of the viscoelastic material",
                    .dimension = {.time = 1}, .usual_minimum = 1e-7, .usual_maximum = 1e-5),
};
#define SPEEDY_LAW LAW_TAKES(speedy_parameters)

static void speedy(const law_contact *c, law_answer *a) {
  const double x = fmax(c->overlap, 0.0);
  const double k = 4.0 / 3.0 * c->p[MODULUS] * sqrt(c->radius), elastic = k * x * sqrt(x);
  double lost = 1.5 * k * c->p[LOSS_TIME] * sqrt(x) * c->approach;
  if (c->law == SPEEDY_DRIVES)
    lost = fabs(lost);
  a->normal = elastic + lost;
  if (c->law != SPEEDY_HOLDS)
    a->normal = fmax(a->normal, 0.0);
  a->energy[STORED_NORMAL] = 0.4 * elastic * x;
  a->energy[LOST_NORMAL] = (a->normal - elastic) * c->approach * c->dt;
}

/* --------------------------------------------- glue: holds from the first touch until it breaks */

enum { GLUE_STIFFNESS, GLUE_STRETCH };
static const dcm_parameter glue_parameters[] = {
    [GLUE_STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the glue", LAW_STIFFNESS),
    [GLUE_STRETCH] = LAW_ABOVE_0(DCM_PER_PAIR, "stretch", "at which the glue breaks", LAW_LENGTH),
};
enum { SLID, LAST_PULL = 3, BROKEN };
static const dcm_history_field glue_fields[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "slid", "of 2 relative to 1", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "last_gap", "of the step before", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "broken", "1 where the glue is broken"),
};
static double glue_reach(const dcm_instance *instance, const dcm_sides *sides) {
  return 1.5 * law_values(instance, sides->pair)[GLUE_STRETCH];
}
#define GLUE_LAW LAW_TAKES(glue_parameters), LAW_KEEPS(glue_fields), .reach = glue_reach

static void glue(const law_contact *c, law_answer *a) {
  const double k = c->p[GLUE_STIFFNESS], most = c->p[GLUE_STRETCH];
  double slid[3];
  memcpy(slid, c->state + SLID, sizeof slid);
  const double slid_before = law_dot(slid, slid);
  law_flatten(c, slid);
  for (int x = 0; x < 3; x++)
    slid[x] += c->v[x] * c->dt;
  const double gap = fmax(-c->overlap, 0.0);
  const int was_broken = c->state[BROKEN] != 0.0;
  const int mends = c->law == GLUE_MENDS && c->overlap > 0.0;
  const int is_broken = (was_broken && !mends) || gap * gap + law_dot(slid, slid) > most * most;
  a->state[BROKEN] = is_broken;
  a->state[LAST_PULL] = is_broken ? 0.0 : gap;
  a->normal = is_broken ? k * fmax(c->overlap, 0.0) : k * c->overlap;
  if (c->law == GLUE_NAN && is_broken && !was_broken)
    a->normal = sqrt(most - gap - sqrt(law_dot(slid, slid)));
  a->energy[STORED_NORMAL] = 0.5 * a->normal * a->normal / k;
  double work = 0.0, stored = 0.0;
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
  else if (!was_broken && c->law != GLUE_UNBOOKED)
    a->energy[LOST_FRACTURE] = 0.5 * k * c->state[LAST_PULL] * c->state[LAST_PULL] +
                               (c->law == GLUE_BOOKS_PART ? 0.0 : 0.5 * k * slid_before);
}

LAW_LIBRARY(LAWS)
