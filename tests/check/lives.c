/* SPDX-License-Identifier: MIT */
/* Laws of which some mistakes show late in the life of a contact, or far away: bridges that keep
 * liquid, springs that have yielded, adhesion that grows, glue that breaks, charges with a long
 * reach, dampers at walls. */
#include "law.h"

enum { SPRING, SECOND, TAU, AT_WALLS = TAU };
#define SPRING_OF_LIVES                                                                            \
  [SPRING] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS)
#define TABLE(name, ...)                                                                           \
  static const dcm_parameter name[] = {SPRING_OF_LIVES, [SECOND] = __VA_ARGS__}

TABLE(of_bridge,
      LAW_SHARE(DCM_PER_PAIR, "rupture", "gap at which a bridge ruptures, over the radius"));
TABLE(of_yielding, LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"));
TABLE(of_ageing,
      LAW_ABOVE_0(DCM_PER_PAIR, "tau", "time in which adhesion grows", .dimension = {.time = 1},
                  .usual_minimum = 1e-5, .usual_maximum = 1e-2));
TABLE(of_drying,
      LAW_ABOVE_0(DCM_PER_PAIR, "stretch", "of a bridge at rupture, over the effective radius",
                  .usual_minimum = 0.01, .usual_maximum = 0.3),
      LAW_ABOVE_0(DCM_PER_LAW, "tau", "time in which bridges dry", .dimension = {.time = 1},
                  .usual_minimum = 1e-4, .usual_maximum = 1e2));
TABLE(of_glue, LAW_ABOVE_0(DCM_PER_PAIR, "strength", "force across at which the glue breaks",
                           .dimension = {.mass = 1, .length = 1, .time = -2}));
TABLE(of_charges, LAW_ABOVE_0(DCM_PER_PAIR, "cutoff", "gap beyond which charges are not felt",
                              LAW_LENGTH, .usual_minimum = 1e-4, .usual_maximum = 1e-1));
TABLE(of_radii, LAW_ABOVE_0(DCM_PER_PAIR, "pull", "force over the effective radius",
                            .dimension = {.mass = 1, .time = -2}, .usual_minimum = 0.1,
                            .usual_maximum = 10.0));
TABLE(of_factors, LAW_SHARE(DCM_PER_PAIR, "zeta", "share of the critical damping"),
      {.size = sizeof(dcm_parameter),
       .scope = DCM_PER_LAW,
       .name = "at_walls",
       .symbol = "f",
       .description = "damping at walls over damping between grains",
       .default_value = 2.0,
       .maximum = INFINITY,
       .reason = "a damper takes energy"});
TABLE(of_dampers, LAW_SHARE(DCM_PER_PAIR, "zeta", "share of the critical damping"));

static const dcm_quantity liquid[] = {
    LAW_QUANTITY(DCM_CHANGE, "liquid", "volume of the film", .dimension = {.length = 3})};
static const dcm_quantity charge[] = {
    LAW_QUANTITY(DCM_READ, "charge", "electric charge", .dimension = {.current = 1, .time = 1})};

static const dcm_history_field of_volume[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "volume", "of the bridge", .dimension = {.length = 3})};
static const dcm_history_field of_grown[] = {
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "grown", "share of the adhesion that is there")};
enum { STRETCH = 0, LARGEST = 3 };
static const dcm_history_field of_springs[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the tangential spring", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "largest", "overlap so far", LAW_LENGTH)};
enum { BROKEN = 3 };
static const dcm_history_field of_shear[] = {
    LAW_FIELD(DCM_VECTOR, DCM_ODD, "stretch", "of the glue", LAW_LENGTH),
    LAW_FIELD(DCM_SCALAR, DCM_EVEN, "broken", "1 if the glue is broken")};

static double reach_of_bridge(const dcm_instance *instance, const dcm_sides *sides) {
  return law_values(instance, sides->pair)[SECOND] * sides->effective_radius;
}

static double reach_of_charge(const dcm_instance *instance, const dcm_sides *sides) {
  return sides->side_2 == DCM_SIDE_WALL ? 0.0 : law_values(instance, sides->pair)[SECOND];
}

static int32_t begins_at_reach(const law_data *data, dcm_instance *instance) {
  (void)data;
  instance->flags |= DCM_BEGINS_AT_REACH;
  return DCM_OK;
}

#define BRIDGE                                                                                     \
  LAW_TAKES(of_bridge), LAW_READS(liquid), LAW_KEEPS(of_volume), .reach = reach_of_bridge
#define DRYING                                                                                     \
  LAW_TAKES(of_drying), LAW_READS(liquid), LAW_KEEPS(of_volume), .reach = reach_of_bridge
#define YIELDING LAW_TAKES(of_yielding), LAW_KEEPS(of_springs)
#define AGEING LAW_TAKES(of_ageing), LAW_KEEPS(of_grown)
#define GLUE LAW_TAKES(of_glue), LAW_KEEPS(of_shear)
#define CHARGES LAW_TAKES(of_charges), LAW_READS(charge), .reach = reach_of_charge
#define DAMPERS LAW_TAKES(of_dampers)
#define FACTORS LAW_TAKES(of_factors)
#define RADII LAW_TAKES(of_radii)

#define LAWS(LAW)                                                                                  \
  LAW(WETS, "keeps-liquid", BRIDGE, law_starts, bridge)                                            \
  LAW(LEAKS, "loses-a-tenth-where-it-ruptures", BRIDGE, law_starts, bridge)                        \
  LAW(SPRINGS_UP, "wets-and-leaves-side-1-as-it-was", BRIDGE, law_starts, bridge)                  \
  LAW(PULLS, "pulls-by-its-bridge", BRIDGE, law_starts, bridge)                                    \
  LAW(PULLS_UNTOLD, "forms-its-bridge-untold", BRIDGE, law_starts, bridge)                         \
  LAW(DRIES, "keeps-liquid-that-evaporates", DRYING, law_starts, bridge)                           \
  LAW(DRIES_LEAKING, "loses-a-tenth-beside-what-evaporates", DRYING, law_starts, bridge)           \
  LAW(GIVES_TO_1, "gives-its-liquid-back-to-side-1", BRIDGE, law_starts, bridge)                   \
  LAW(YIELDS, "yields-and-slides", YIELDING, law_starts, yielding)                                 \
  LAW(SLIDES_AS_NEW, "slides-at-walls-as-if-new", YIELDING, law_starts, yielding)                  \
  LAW(FORGETS_DEPTH, "keeps-its-largest-overlap-unread", YIELDING, law_starts, yielding)           \
  LAW(AGES, "adheres-by-age", AGEING, law_starts, ageing)                                          \
  LAW(FORGETS, "forgets-its-age-in-long-steps", AGEING, law_starts, ageing)                        \
  LAW(GLUES, "breaks-across", GLUE, law_starts, glue)                                              \
  LAW(UNTOLD, "breaks-across-untold", GLUE, law_starts, glue)                                      \
  LAW(CHARGED, "charges-of-a-long-reach", CHARGES, begins_at_reach, charges)                       \
  LAW(DAMPS, "damps-by-a-share", DAMPERS, law_starts, damper)                                      \
  LAW(HALF_RADIUS, "takes-half-of-the-radius-at-walls", RADII, law_starts, radius)                 \
  LAW(STIFFER, "has-stiffer-springs-at-walls", RADII, law_starts, radius)                          \
  LAW(FACTOR, "damps-at-walls-by-a-factor", FACTORS, law_starts, damper)                           \
  LAW(HALVES, "halves-its-mass-at-walls", DAMPERS, law_starts, damper)                             \
  LAW(DOUBLES, "doubles-its-mass-at-walls", DAMPERS, law_starts, damper)

LAW_NUMBERS(LAWS)

static double depth_of(const law_contact *c) {
  return c->overlap > 0.0 ? c->overlap : 0.0;
}

static void press(const law_contact *c, law_answer *a) {
  a->normal += c->p[SPRING] * depth_of(c);
  a->energy[STORED_NORMAL] += 0.5 * c->p[SPRING] * depth_of(c) * depth_of(c);
}

/** Force of a bridge, and the energy that it releases where it forms, below zero. The force falls
 * to zero where the bridge ruptures. */
static double share_of_pull(const law_contact *c) {
  return fmax(0.0, 1.0 - fmax(-c->overlap, 0.0) / (0.9 * c->p[SECOND] * c->radius));
}
static double pull_of_bridge(const law_contact *c) {
  return 1e-3 * c->p[SPRING] * c->p[SECOND] * c->radius * share_of_pull(c);
}
static double energy_of_bridge(const law_contact *c) {
  const double longest = 0.9 * c->p[SECOND] * c->radius;
  return -pull_of_bridge(c) * (0.5 * longest * share_of_pull(c) + depth_of(c));
}

/** A bridge takes a tenth of the film of both sides, and gives each a half in the end. It may
 * evaporate. */
static void bridge(const law_contact *c, law_answer *a) {
  const int dries = c->law == DRIES || c->law == DRIES_LEAKING;
  const double volume = c->state[0] * (dries ? exp(-c->dt / c->p[TAU]) : 1.0);
  const double rupture = c->p[SECOND] * c->radius;
  press(c, a);
  a->state[0] = volume;
  if (volume == 0.0 && c->overlap > 0.0 && c->dt > 0.0) {
    a->added_1[0] = c->law == SPRINGS_UP ? 0.0 : -0.1 * c->q1[0];
    a->added_2[0] = -0.1 * c->q2[0];
    a->state[0] = 0.1 * (c->q1[0] + c->q2[0]);
    if (c->law == PULLS)
      a->energy[LOST_PLASTIC] = a->state[0] > 0.0 ? -energy_of_bridge(c) : 0.0;
  }
  if (volume > 0.0 && c->overlap < -0.9 * rupture) {
    const double part = c->law == LEAKS || c->law == DRIES_LEAKING ? 0.45 : 0.5;
    a->added_1[0] = (c->law == GIVES_TO_1 ? 1.0 : part) * volume;
    a->added_2[0] = (c->law == GIVES_TO_1 ? 0.0 : part) * volume;
    a->state[0] = 0.0;
  }
  if ((c->law == PULLS || c->law == PULLS_UNTOLD) && a->state[0] > 0.0) {
    a->normal -= pull_of_bridge(c);
    a->energy[STORED_NORMAL] += energy_of_bridge(c);
  }
}

/** Springs of Walton and Braun, twice as stiff on the way out, and friction. */
static void yielding(const law_contact *c, law_answer *a) {
  const double k = c->p[SPRING], xi = depth_of(c);
  const double before = c->law == FORGETS_DEPTH ? 0.0 : c->state[LARGEST];
  const double largest = xi > before ? xi : before, rest = 0.5 * largest;
  const double elastic = xi > rest ? xi - rest : 0.0;
  a->normal = 2.0 * k * elastic;
  a->state[LARGEST] = largest;
  a->energy[STORED_NORMAL] = k * elastic * elastic;
  a->energy[LOST_PLASTIC] = 0.25 * k * (largest * largest - before * before);
  law_shear(c, a, STRETCH, 0.3 * k,
            c->p[SECOND] * (c->law == SLIDES_AS_NEW && c->is_wall ? k * xi : a->normal));
}

/** A pull that is the same at each overlap and grows while two touch. */
static void ageing(const law_contact *c, law_answer *a) {
  const double before = c->state[0], most = 1e-6 * c->p[SPRING] * c->radius;
  double grown = before - (1.0 - before) * expm1(-c->dt / c->p[SECOND]);
  if (c->overlap <= 0.0 || (c->law == FORGETS && c->dt > c->p[SECOND]))
    grown = 0.0;
  press(c, a);
  a->state[0] = grown;
  a->normal -= c->overlap > 0.0 ? most * grown : 0.0;
  a->energy[STORED_NORMAL] -= most * grown * depth_of(c);
  a->energy[LOST_PLASTIC] = most * (grown - before) * depth_of(c);
}

/** A spring across that breaks for good. */
static void glue(const law_contact *c, law_answer *a) {
  const double k = 0.3 * c->p[SPRING];
  double u[3], work = 0.0;
  press(c, a);
  memcpy(u, c->state + STRETCH, sizeof u);
  const double before = 0.5 * k * law_dot(u, u);
  law_flatten(c, u);
  for (int x = 0; x < 3; x++)
    u[x] += c->v[x] * c->dt;
  const int breaks = c->state[BROKEN] == 0.0 && k * sqrt(law_dot(u, u)) > c->p[SECOND];
  const int holds = c->state[BROKEN] == 0.0 && !breaks;
  for (int x = 0; x < 3; x++) {
    a->state[STRETCH + x] = holds ? u[x] : 0.0;
    a->tangential[x] = holds ? k * u[x] : 0.0;
    work += a->tangential[x] * c->v[x] * c->dt;
  }
  a->state[BROKEN] = holds ? 0.0 : 1.0;
  a->energy[STORED_TANGENTIAL] = holds ? 0.5 * k * law_dot(u, u) : 0.0;
  a->energy[LOST_TANGENTIAL] = holds ? work + before - a->energy[STORED_TANGENTIAL] : 0.0;
  a->energy[LOST_FRACTURE] = breaks && c->law != UNTOLD ? before : 0.0;
}

/** Coulomb's force between grains whose charges have signs only, shifted so that it ends at the
 * cut-off. */
static void charges(const law_contact *c, law_answer *a) {
  static const double share_of_spring = 1e-3; /* instead of the charges and a permittivity */
  press(c, a);
  if (c->is_wall)
    return;
  const double touch = c->r1 + c->r2, d = touch - c->overlap, end = touch + c->p[SECOND];
  const double k = share_of_spring * c->p[SPRING] * c->radius * c->radius * c->radius;
  const double sign = (c->q1[0] > 0.0) == (c->q2[0] > 0.0) ? 1.0 : -1.0;
  if (d >= end)
    return;
  a->normal += sign * k * (1.0 / (d * d) - 1.0 / (end * end));
  a->energy[STORED_NORMAL] += sign * k * (1.0 / d - 1.0 / end + (d - end) / (end * end));
}

static void damper(const law_contact *c, law_answer *a) {
  const double factor = !c->is_wall         ? 1.0
                        : c->law == HALVES  ? 0.5
                        : c->law == DOUBLES ? 2.0
                        : c->law == FACTOR  ? c->p[AT_WALLS] * c->p[AT_WALLS]
                                            : 1.0;
  law_press(c, a, c->p[SPRING], 2.0 * c->p[SECOND] * sqrt(c->p[SPRING] * factor * c->mass));
}

/** A spring that is softer for larger grains, and a pull. */
static void radius(const law_contact *c, law_answer *a) {
  const double radius = c->radius * (c->is_wall && c->law == HALF_RADIUS ? 0.5 : 1.0);
  const double k = c->p[SPRING] * (c->is_wall && c->law == STIFFER ? 2.0 : 1.0);
  const double xi = depth_of(c), force = k * xi * sqrt(xi / radius);
  a->normal = xi > 0.0 ? force - c->p[SECOND] * radius : 0.0;
  a->energy[STORED_NORMAL] = 0.4 * force * xi - c->p[SECOND] * radius * xi;
}

LAW_LIBRARY(LAWS)
