/* SPDX-License-Identifier: MIT */
/** @file
 * thornton-ning: elastic, perfectly plastic spheres with adhesion. The contact is JKR's until the
 * pressure at its centre is the yield pressure. Further loading is softer. Unloading is a JKR
 * contact of the flatter radius that yielding left. Tangential spring and rolling friction are
 * those of form consistent. docs/laws/thornton-ning.md has the formulas. */
#include <dcm/dcm.h>

#include "laws/hertz_contact.h"
#include "mechanics/jkr.h"

enum {
  YOUNG,
  POISSON,
  PRESSURE,
  ADHESION,
  FRICTION,
  FRICTION_STATIC,
  ROLLING,
  TWISTING,
  PARAMETER_COUNT
};
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [PRESSURE] = DCM_NUMBER("yield_pressure", "p_y",
                            "contact pressure at which the softer of the two yields",
                            DCM_UNIT_PRESSURE, 0.0, INFINITY, "a solid bears some pressure",
                            DCM_EACH_PAIR(MINIMUM), .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED),
    [ADHESION] = DCM_PARAMETER_WORK_OF_ADHESION(0),
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [FRICTION_STATIC] = DCM_PARAMETER_FRICTION_STATIC,
    [ROLLING] = DCM_PARAMETER_ROLLING,
    [TWISTING] = DCM_PARAMETER_TWISTING,
};

static const dcm_option options[] = {DCM_OPTION_ROLLING_MODEL};

enum { GREATEST = DCM_HERTZ_WIDTH };
static const dcm_history_field history_fields[] = {
    DCM_HERTZ_FIELDS,
    DCM_FIELD(SCALAR, EVEN, "greatest_contact_radius",
              "greatest radius of the contact area of a contact that yielded", DCM_UNIT_LENGTH),
    DCM_HISTORY_SLIDES};

typedef struct pair_constants {
  dcm_hertz_pair hertz;
  dcm_jkr_pair jkr;
  double pressure;            /* p_y */
  double pull;                /* sqrt(2 pi w E*): of JKR's force 2 pull a^(3/2) */
  double pull_off_per_radius; /* 3/2 pi w */
} pair_constants;

typedef struct instance_data {
  dcm_hertz_instance hertz;
  pair_constants pairs[];
} instance_data;

/** The first loading beyond the yield radius, as a function of the contact radius a. */
typedef struct plastic {
  double yield_radius; /* a0 */
  double yield_share;  /* Hertz's share of the force at a0, (4/3) E* a0^3/R* */
  double yield_force;  /* the force at a0 */
  double rise_radius;  /* ap: from a0 to ap the force is constant, beyond ap it rises */
  double lift;         /* force beyond ap less the force of the paper */
} plastic;

/** The contact yields where the pressure in its centre, 2 E* a/(pi R*) - sqrt(2 w E* / (pi a)), is
 * p_y. With b = sqrt(a) this is b^3 = p b + q, and Newton's method finds the root from above, where
 * the cubic is convex. The guess is the sum of the roots for q = 0 and for p = 0, which is less
 * than twice too large.
 *
 * Very soft contacts yield later. Below a^(3/2) = 5/4 kappa R* the energy that adhesion gains by a
 * flattened sphere is larger than the energy that its force takes, and yielding would be a source
 * of energy. A yield radius of 5/4 kappa R* prevents this down to 0.44 of the p_y of this radius.
 * For a smaller p_y the force of the paper falls after yielding, to a tension that would again be a
 * source of energy. Here the force stays constant instead, and a contact with p_y = 0, whose
 * pressure is p_y at 1/2 kappa R*, yields at 4/3 kappa R*, where it is no source. Between the two
 * the cube of b is a linear function of the cube at which the pressure is p_y. */
DCM_SPECIALISED plastic plastic_of(pair_constants pair, double effective_radius) {
  const double E = pair.hertz.effective_young, scale = 0.5 * effective_radius / E;
  /* A contact radius of 1e20 R* is never reached; the square of a longer one may be no number. */
  const double given = DCM_PI * pair.pressure * scale, most = 1e20 * effective_radius;
  const double p = given < most ? given : most, q = pair.pull * scale;
  double b = sqrt(p) + dcm_cube_root(q);
  for (int i = 0; i < 6; i++)
    b = (2.0 * b * b * b + q) / (3.0 * b * b - p);
  const double cube = b * b * b, kr = pair.jkr.kappa * effective_radius;
  const double late = dcm_cube_root((12.5 * kr - cube) / 9.0);
  const double root = cube < 1.25 * kr ? late : b, a0 = root * root;
  const double share = 4.0 / 3.0 * E * a0 * a0 * a0 / effective_radius;
  const double force = share - 2.0 * pair.pull * a0 * root;
  /* The force of the paper falls while 2 pi p_y a^(3/2) is below a0 s. 1e20 a0 is never reached. */
  const double falls = pair.pull / (2.0 * DCM_PI * pair.pressure * root);
  const double by = dcm_cube_root(falls < 1e30 ? falls : 1e30);
  const double ap = falls > 1.0 ? a0 * by * by : a0;
  const double there =
      share + DCM_PI * pair.pressure * (ap - a0) * (ap + a0) - 2.0 * pair.pull * a0 * sqrt(ap);
  return (plastic){.yield_radius = a0,
                   .yield_share = share,
                   .yield_force = force,
                   .rise_radius = ap,
                   .lift = falls > 1.0 ? force - there : 0.0};
}

/** Force + 2 pull a^(3/2), which is (4/3) E* a^3/R_p, the force without adhesion. */
DCM_SPECIALISED double plastic_share(pair_constants pair, plastic y, double a) {
  const double rising = y.yield_share +
                        DCM_PI * pair.pressure * (a - y.yield_radius) * (a + y.yield_radius) +
                        2.0 * pair.pull * sqrt(a) * (a - y.yield_radius) + y.lift;
  return a < y.rise_radius ? y.yield_force + 2.0 * pair.pull * a * sqrt(a) : rising;
}

/** The curvature 1/R_p of the JKR contact that has this force at this radius. */
DCM_SPECIALISED double flattened(pair_constants pair, plastic y, double a) {
  return 0.75 * plastic_share(pair, y, a) / (pair.hertz.effective_young * a * a * a);
}

/** Overlap of a JKR contact. */
DCM_SPECIALISED double overlap_of(pair_constants pair, double curvature, double a) {
  return a * a * curvature - pair.jkr.kappa * sqrt(a);
}

/** Energy of a JKR contact. */
DCM_SPECIALISED double energy_of(pair_constants pair, double curvature, double a) {
  const double pull = pair.jkr.kappa * sqrt(a), strain = a * curvature;
  return pair.hertz.effective_young * a *
         ((8.0 / 15.0) * strain * strain * a * a - (4.0 / 3.0) * strain * a * pull +
          0.5 * pull * pull);
}

/** Work of the first loading from the rise radius to a, plus a constant: the integral of the force
 * over the overlap. */
DCM_SPECIALISED double rising_work(pair_constants pair, plastic y, double curvature, double a) {
  const double a0 = y.yield_radius, b = sqrt(a), kappa = pair.jkr.kappa;
  const double constant = y.yield_share - DCM_PI * pair.pressure * a0 * a0 + y.lift;
  const double square =
      DCM_PI * pair.pressure * a * a * (0.5 * a * a * curvature - 0.2 * kappa * b);
  const double root = 2.0 * a0 * pair.pull * a * (0.8 * a * b * curvature - 0.5 * kappa);
  return constant * overlap_of(pair, curvature, a) + square - root;
}

/** Work of the first loading between two contact radii, less the energy that the contact holds. */
DCM_SPECIALISED double lost_between(pair_constants pair, plastic y, double curvature, double before,
                                    double flat_before, double after, double flat_after) {
  const double ap = y.rise_radius;
  const double low_before = before < ap ? before : ap, low_after = after < ap ? after : ap;
  const double high_before = before < ap ? ap : before, high_after = after < ap ? ap : after;
  const double level = y.yield_force * (overlap_of(pair, curvature, low_after) -
                                        overlap_of(pair, curvature, low_before));
  return rising_work(pair, y, curvature, high_after) - energy_of(pair, flat_after, after) -
         rising_work(pair, y, curvature, high_before) + energy_of(pair, flat_before, before) +
         level;
}

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int rolls, int with_energies) {
  const dcm_hertz_form form = {.consistent = 1, .rolls = rolls, .with_energies = with_energies};
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.hertz.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double curvature = 1.0 / c.effective_radius;
    const plastic y = plastic_of(p, c.effective_radius);
    const double ay = y.yield_radius;
    const double known = response->history_in[GREATEST][k];
    const double before = known > ay ? known : ay;
    const double flat = before > ay ? flattened(p, y, before) : curvature;
    const int yields = c.overlap > overlap_of(p, curvature, before);
    const double shift = yields ? 0.0 : before * before * (curvature - flat);
    const double radius = yields ? c.effective_radius : 1.0 / flat;
    const dcm_jkr_contact jkr = dcm_jkr_solve(p.jkr, radius, c.overlap - shift);
    /* The neck of a contact that has yielded ends before the reach, which is for one that has not.
     */
    const double left = c.overlap - shift + dcm_jkr_snap_off_reach(p.jkr, radius);
    const double left_of_flat = shift > 0.0 ? left : 1.0;
    const int parted = left_of_flat < 0.0;
    const double a = jkr.radius, greatest = yields ? a : before;
    const double yielding = plastic_share(p, y, a) - 2.0 * p.pull * a * sqrt(a);
    const double held = parted ? 0.0 : jkr.force, force = yields ? yielding : held;
    const double now = yields ? flattened(p, y, a) : flat;
    const double touch = dcm_cube_root(p.jkr.kappa * c.effective_radius);
    const double lost = lost_between(p, y, curvature, before, flat, greatest, now);
    const dcm_hertz_spring spring = {parted ? 0.0 : a, force,
                                     energy_of(p, now, a) - energy_of(p, curvature, touch * touch)};
    dcm_hertz_contact hertz = dcm_hertz_undamped(c, spring);
    hertz.normal.yielded = yields ? lost : 0.0;
    const double load = dcm_jkr_normal_load(force, p.pull_off_per_radius / now);
    dcm_hertz_finish(p.hertz, c, hertz, parted ? 0.0 : load, form, response, k);
    response->history_out[GREATEST][k] = greatest > ay ? greatest : 0.0;
  }
}

DCM_HERTZ_CONSISTENT_LOOPS(DCM_LOOP, loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  instance_data *data = dcm_hertz_create(setup, instance, DCM_TABLES, NULL,
                                         offsetof(instance_data, pairs), sizeof(pair_constants));
  if (!data)
    return DCM_ERROR;
  data->hertz.loop = loops[data->hertz.rolls];
  for (uint32_t ij = 0; ij < n * n; ij++) {
    pair_constants *pair = &data->pairs[ij];
    const double work = setup->values[ADHESION][ij];
    pair->jkr = dcm_jkr_pair_of(pair->hertz.effective_young, work);
    pair->pressure = setup->values[PRESSURE][ij];
    pair->pull = sqrt(2.0 * DCM_PI * work * pair->hertz.effective_young);
    pair->pull_off_per_radius = dcm_jkr_pull_off_per_radius(work);
    if (work > 0.0)
      instance->flags |= DCM_KNOWN_FRICTION;
  }
  return DCM_OK;
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const instance_data *data = instance->data;
  return dcm_jkr_snap_off_reach(data->pairs[sides->pair].jkr, sides->effective_radius);
}

const dcm_model DCM_ISA_NAME(dcm_thornton_ning) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 5,
    .id = "thornton-ning",
    .title =
        "Elastic, perfectly plastic spheres with JKR adhesion, Mindlin tangential spring, rolling "
        "friction",
    .reference =
        "C. Thornton, Z. Ning, Powder Technol. 99 (1998) 154-162; K. L. Johnson, K. Kendall, "
        "A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) 301-313; R. D. Mindlin, J. Appl. "
        "Mech. 16 (1949) 259-268",
    DCM_MODEL_OF_LOOP,
    .reach = reach,
};
