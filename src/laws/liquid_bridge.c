/* SPDX-License-Identifier: MIT */
/** @file
 * liquid-bridge: wet grains. Where two grains touch, a part of their liquid makes a bridge. The
 * bridge pulls until it ruptures and gives the liquid back. Beside the bridge acts the contact of
 * hertz-mindlin in form consistent. docs/laws/liquid-bridge.md has the formulas. */
#include <dcm/dcm.h>
#include <math.h>

#include "laws/hertz_contact.h"
#include "numeric/simd.h"
#include "numeric/vector.h"

/* --- The formulas.
 *
 * A bridge of liquid between two spheres, or a sphere and a wall, which wets both: its pull, the
 * work of the pull, where the bridge ruptures, and the share of their liquid that spheres give. */

/** Constants of a pair of materials. */
typedef struct dcm_capillary_pair {
  double pull_per_radius; /**< 2 pi gamma cos(theta): the pull at contact over the radius R */
  double rupture;         /**< 1 + theta/2: the rupture distance over the cube root of the volume */
} dcm_capillary_pair;

/** @param contact_angle theta, in radians */
static inline dcm_capillary_pair dcm_capillary_pair_of(double surface_tension,
                                                       double contact_angle) {
  return (dcm_capillary_pair){2.0 * DCM_PI * surface_tension * cos(contact_angle),
                              1.0 + 0.5 * contact_angle};
}

/** Where a bridge ruptures, S_c = (1 + theta/2) V^(1/3): G. Lian, C. Thornton, M. J. Adams, J.
 * Colloid Interface Sci. 161 (1993) 138-147. */
static inline double dcm_capillary_rupture(dcm_capillary_pair pair, double volume) {
  return pair.rupture * dcm_cube_root(volume);
}

/** Whether a bridge is torn at a separation. */
DCM_SPECIALISED int dcm_capillary_is_torn(dcm_capillary_pair pair, double volume,
                                          double separation) {
  const double c = pair.rupture;
  return separation * separation * separation > c * c * c * volume;
}

/* The pull of a bridge of small volume V at a separation S >= 0,
 * F = 2 pi R gamma cos(theta)/(1 + 1.05 s + 2.5 s^2), s = S sqrt(R/V), with the harmonic mean R of
 * the radii: C. D. Willett, M. J. Adams, S. A. Johnson, J. P. K. Seville, Langmuir 16 (2000)
 * 9396-9405. Numerator and denominator are multiplied by V, so that the pull has a value without a
 * bridge, too. */
#define DCM_CAPILLARY_LINEAR 1.05
#define DCM_CAPILLARY_SQUARE 2.5

/** @param radius R
 * @param volume V; 0: no bridge, no pull */
DCM_SPECIALISED double dcm_capillary_pull(dcm_capillary_pair pair, double radius, double volume,
                                          double separation) {
  const double linear = DCM_CAPILLARY_LINEAR * sqrt(radius * volume);
  const double shape = volume + separation * (linear + DCM_CAPILLARY_SQUARE * radius * separation);
  return pair.pull_per_radius * radius * (volume / (shape > 0.0 ? shape : 1.0));
}

/** Work of the pull from separation 0 to S: with b = 1.05, c = 2.5 and d = sqrt(4 c - b^2),
 * 2 pi R gamma cos(theta) sqrt(V/R) 2/d atan(d s/(2 + b s)). */
DCM_SPECIALISED double dcm_capillary_work(dcm_capillary_pair pair, double radius, double volume,
                                          double separation) {
  const double d = 2.982867747654931, inverse = 2.0 / d;
  const double width = sqrt(volume / radius);
  const double scale = 2.0 * width + DCM_CAPILLARY_LINEAR * separation;
  const double angle = dcm_arc_tangent(d * separation / (scale > 0.0 ? scale : 1.0));
  return pair.pull_per_radius * radius * width * inverse * angle;
}

/* These authors' fit to solutions of the equation of Young and Laplace, in the appendix of that
 * paper: with v = V/R^3 and s = (S/2) sqrt(R/V)
 *
 *   F = 2 pi R gamma exp(f1 - f2 exp(f3 ln s + f4 ln^2 s)),
 *
 * Each f is a polynomial in ln v, and its coefficients are polynomials in the contact angle. The
 * fit was made for angles up to 50 degrees and v up to 0.1. Smaller and larger bridges have the
 * coefficients of the least and of the largest v: small bridges have nearly one shape, and s scales
 * it. */
#define DCM_CAPILLARY_FITTED_LEAST 1e-4
#define DCM_CAPILLARY_FITTED_MOST 0.1

/** Constants of a contact angle: f[i][k] is the coefficient of ln^k v in f_(i+1). */
typedef struct dcm_capillary_fit {
  double pull_per_radius; /**< 2 pi gamma */
  double f[4][4];
} dcm_capillary_fit;

/** @param contact_angle in radians */
static inline dcm_capillary_fit dcm_capillary_fit_of(double surface_tension, double contact_angle) {
  /* [f][power of the angle][power of ln v] */
  static const double coefficients[4][3][4] = {{{-0.44507, -0.1119, -0.012101, -0.0005},
                                                {0.050832, -0.000411, -0.0036456, -0.0003505},
                                                {-1.1466, -0.1490, -0.01255, -0.00029076}},
                                               {{1.9222, -0.0668, -0.0013375, 0.0},
                                                {-0.57473, -0.1201, -0.0068988, 0.0},
                                                {-1.2918, -0.22574, -0.01137, 0.0}},
                                               {{1.268, 0.198, 0.02232, 0.0008585},
                                                {-0.01396, 0.092, 0.02238, 0.001318},
                                                {-0.23566, -0.06418, -0.009853, -0.00053}},
                                               {{-0.010703, 0.03345, 0.0018574, 0.0},
                                                {0.073776, 0.04543, 0.004456, 0.0},
                                                {-0.34742, -0.09056, -0.006257, 0.0}}};
  dcm_capillary_fit fit = {.pull_per_radius = 2.0 * DCM_PI * surface_tension};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++)
      fit.f[i][k] = coefficients[i][0][k] +
                    contact_angle * (coefficients[i][1][k] + contact_angle * coefficients[i][2][k]);
  return fit;
}

/** The fit of one bridge. */
typedef struct dcm_capillary_shape {
  double f[4];
  double at_contact; /**< pull */
  double width;      /**< 2 sqrt(V/R): S over s */
} dcm_capillary_shape;

/** @param volume > 0 */
static inline dcm_capillary_shape dcm_capillary_shape_of(const dcm_capillary_fit *fit,
                                                         double radius, double volume) {
  const double relative = volume / (radius * radius * radius);
  const double least = DCM_CAPILLARY_FITTED_LEAST, most = DCM_CAPILLARY_FITTED_MOST;
  const double v = log(relative < least ? least : relative > most ? most : relative);
  dcm_capillary_shape shape;
  for (int i = 0; i < 4; i++) {
    const double *f = fit->f[i];
    shape.f[i] = f[0] + v * (f[1] + v * (f[2] + v * f[3]));
  }
  shape.at_contact = fit->pull_per_radius * radius * exp(shape.f[0]);
  shape.width = 2.0 * sqrt(volume / radius);
  return shape;
}

/** The pull at a separation S >= 0. */
static inline double dcm_capillary_fitted_pull(dcm_capillary_shape shape, double separation) {
  /* f3 > 0 and f4 < 0, so that the power vanishes where the spheres touch. */
  const double s = separation / shape.width, l = log(s > 1e-9 ? s : 1e-9);
  return shape.at_contact * exp(-shape.f[1] * exp(l * (shape.f[2] + l * shape.f[3])));
}

/** Work of the pull from separation 0 to S, by Gauss' quadrature of order 12 over the root of the
 * separation. The error is 1e-7 up to the rupture of bridges of the fit, and 2e-6 for V = 1e-5 R^3.
 */
static inline double dcm_capillary_fitted_work(dcm_capillary_shape shape, double separation) {
  static const double nodes[6] = {0.1252334085114689, 0.3678314989981802, 0.5873179542866175,
                                  0.7699026741943047, 0.9041172563704749, 0.9815606342467192};
  static const double weights[6] = {0.2491470458134028, 0.2334925365383548, 0.2031674267230659,
                                    0.1600783285433462, 0.1069393259953184, 0.04717533638651183};
  double sum = 0.0;
  for (int i = 0; i < 6; i++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double u = 0.5 * (1.0 + sign * nodes[i]);
      sum += weights[i] * u * dcm_capillary_fitted_pull(shape, u * u * separation);
    }
  return sum * separation;
}

/** The share of its liquid that a sphere of radius r has on the cap in the shade of the other
 * sphere: (1 - sqrt(1 - u^2))/2 with u = R* /r. For sphere 1 u is r2/(r1 + r2): D. Shi, J. J.
 * McCarthy, Powder Technol. 184 (2008) 64-75. At flat and concave walls the share is one half. */
DCM_SPECIALISED double dcm_capillary_share(double effective_radius, double radius) {
  const double ratio = effective_radius / radius, u = ratio < 1.0 ? ratio : 1.0;
  return 0.5 * u * u / (1.0 + sqrt((1.0 - u) * (1.0 + u)));
}

/* --- The law. */

enum { TENSION = DCM_HERTZ_PARAMETER_COUNT, ANGLE, LIMIT, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    DCM_HERTZ_PARAMETERS,
    [TENSION] = DCM_NUMBER("surface_tension", "gamma", "surface tension of the liquid",
                           DCM_UNIT_STIFFNESS, 0.0, INFINITY, "it takes work to make a surface",
                           DCM_EACH_PAIR(ARITHMETIC), .flags = DCM_REQUIRED),
    [ANGLE] = DCM_NUMBER("contact_angle", "theta", "angle between liquid and grain, in degrees",
                         DCM_UNIT_NONE, 0.0, 50.0, "the formulas hold for liquids that wet",
                         DCM_EACH_PAIR(ARITHMETIC)),
    [LIMIT] = DCM_NUMBER(
        "bridge_limit", "v", "largest volume of a bridge, over the cube of the smaller radius",
        DCM_UNIT_NONE, 0.0, 0.1, "the formulas hold for bridges that are small beside the grains",
        DCM_EACH_PAIR(ARITHMETIC), .flags = DCM_MINIMUM_EXCLUDED, .default_value = 0.1),
};

enum { ROLLING_MODEL, RUPTURE, FORCE, OPTION_COUNT };
enum { RUPTURE_HALVES, RUPTURE_SHARES };
enum { FORCE_CLOSED, FORCE_FITTED };
static const dcm_option options[OPTION_COUNT] = {
    [ROLLING_MODEL] = DCM_OPTION_ROLLING_MODEL,
    [RUPTURE] = DCM_WORDS("rupture",
                          "how a bridge that ruptures is given back to the grains: one half to "
                          "each, or to each what came from it",
                          RUPTURE_HALVES, [RUPTURE_HALVES] = "halves", [RUPTURE_SHARES] = "shares"),
    [FORCE] = DCM_WORDS("pull",
                        "the closed form for small bridges, which is quick and too weak where they "
                        "are long, or the fit to numerical solutions",
                        FORCE_FITTED, [FORCE_CLOSED] = "closed", [FORCE_FITTED] = "fitted")};

enum { VOLUME = DCM_HERTZ_WIDTH, DIFFERENCE, ASKED };
static const dcm_history_field history_fields[] = {
    DCM_HERTZ_FIELDS,
    DCM_FIELD(SCALAR, EVEN, "bridge_volume", "volume of the bridge, 0 where there is none",
              DCM_UNIT(.length = 3)),
    DCM_FIELD(SCALAR, ODD, "bridge_difference", "by how much more of it came from 1 than from 2",
              DCM_UNIT(.length = 3)),
    DCM_FIELD(SCALAR, EVEN, "bridge_asked",
              "1 where liquid was asked for in the step before, else 0", DCM_UNIT_NONE),
    DCM_HISTORY_SLIDES};

enum { LIQUID, DEMAND };
static const dcm_quantity quantities[] = {
    [LIQUID] = DCM_QUANTITY("liquid", "L",
                            "volume of liquid on a grain; of a wall, what it gives to a bridge",
                            DCM_UNIT(.length = 3), .access = DCM_CHANGE),
    [DEMAND] = DCM_QUANTITY("liquid_demand", "D",
                            "share of its liquid that a grain is asked for by contacts that are "
                            "about to have a bridge; 0 to begin with",
                            DCM_UNIT_NONE, .access = DCM_CHANGE)};

enum { BRIDGE, PULL };
static const dcm_output outputs[] = {
    [BRIDGE] = DCM_OUTPUT("bridge", "volume of the bridge", DCM_UNIT(.length = 3)),
    [PULL] = DCM_OUTPUT("capillary_force", "pull of the bridge", DCM_UNIT_FORCE)};

typedef struct pair_constants {
  dcm_hertz_pair hertz;
  dcm_capillary_pair capillary;
  dcm_capillary_fit fit;
  double limit;
} pair_constants;

typedef struct instance_data {
  dcm_hertz_instance hertz;
  uint32_t rupture, force;
  pair_constants pairs[];
} instance_data;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  instance_data *data = dcm_hertz_create(setup, instance, DCM_TABLES, NULL,
                                         offsetof(instance_data, pairs), sizeof(pair_constants));
  if (!data)
    return DCM_ERROR;
  data->rupture = setup->options[RUPTURE];
  data->force = setup->options[FORCE];
  instance->flags |= DCM_KNOWN_RESTITUTION | DCM_KNOWN_FRICTION;
  for (uint32_t ij = 0; ij < n * n; ij++) {
    const double tension = setup->values[TENSION][ij], degrees = setup->values[ANGLE][ij];
    data->pairs[ij].capillary = dcm_capillary_pair_of(tension, degrees * (DCM_PI / 180.0));
    data->pairs[ij].fit = dcm_capillary_fit_of(tension, degrees * (DCM_PI / 180.0));
    data->pairs[ij].limit = setup->values[LIMIT][ij];
  }
  return DCM_OK;
}

/** The largest volume of a bridge.
 * @param radius_2 at walls that of 1, too */
DCM_SPECIALISED double most_of(double limit, double radius_1, double radius_2) {
  const double smaller = radius_1 < radius_2 ? radius_1 : radius_2;
  return limit * smaller * smaller * smaller;
}

/* -------------------------------------------------------------------------- where liquid goes */

/** The liquid of one side and the demand for it. */
typedef struct side {
  double liquid, demand;
  double share; /**< of its liquid, for this contact */
} side;

/** How liquid moves in a contact in one step. Contacts ask a grain in one step and get their shares
 * in the next step. The demand of the grain is then the sum of all shares. If the demand is more
 * than 1, each contact gets its share over the demand, so that no grain gives more than it has. */
typedef struct flow {
  double volume, difference, asked; /**< state after the step */
  double added_1, added_2;          /**< to the liquid of the sides */
  double demand;                    /**< 1: the contact asks now; -1: it did in the step before */
  double formed, ruptured;          /**< 1 or 0 */
} flow;

/** The liquid that a side gives. A grain that gave all may have a rounding error below 0. */
DCM_SPECIALISED double given_by(side s) {
  const double has = s.liquid > 0.0 ? s.liquid : 0.0;
  return s.share * has / (s.demand > 1.0 ? s.demand : 1.0);
}

/** @param most   volume of a bridge
 * @param steps  1; 0 where dt is 0 and no bridge forms
 * @param shares 1: each side gets its own liquid back; 0: each side gets one half */
DCM_SPECIALISED flow flow_of(dcm_capillary_pair pair, double overlap, side one, side two,
                             double most, double volume, double difference, double asked,
                             double steps, double shares) {
  const double touches = overlap > 0.0 ? 1.0 : 0.0, bridged = volume > 0.0 ? 1.0 : 0.0;
  const double separation = dcm_positive_part(-overlap);
  const double torn = dcm_capillary_is_torn(pair, volume, separation) ? bridged : 0.0;
  const double forms = steps * asked * touches;
  const double from_1 = forms * given_by(one), from_2 = forms * given_by(two);
  const double sum = from_1 + from_2;
  const double part = most / (sum > most ? sum : most);
  const double given_1 = part * from_1, given_2 = part * from_2;
  const double back = 0.5 * torn, apart = shares * difference;
  const double wettest = one.liquid > two.liquid ? one.liquid : two.liquid;
  const double asks = (wettest > 0.0 ? touches : 0.0) * (1.0 - bridged) * (1.0 - asked);
  return (flow){
      .volume = (1.0 - torn) * volume + (given_1 + given_2),
      .difference = (1.0 - torn) * difference + (given_1 - given_2),
      .asked = asks,
      .added_1 = back * (volume + apart) - given_1,
      .added_2 = back * (volume - apart) - given_2,
      .demand = asks - asked,
      .formed = forms,
      .ruptured = torn,
  };
}

/* ------------------------------------------------------------------------------- the contacts */

/** Pull of a bridge; 0 without a bridge. */
DCM_SPECIALISED double pull_of(const pair_constants *p, double radius, double volume,
                               double separation, uint32_t force) {
  if (force == FORCE_CLOSED)
    return dcm_capillary_pull(p->capillary, radius, volume, separation);
  if (!(volume > 0.0))
    return 0.0;
  return dcm_capillary_fitted_pull(dcm_capillary_shape_of(&p->fit, radius, volume), separation);
}

/** Energy of a bridge: the work done on it since the two grains just touched. */
DCM_SPECIALISED double energy_of(const pair_constants *p, double radius, double volume,
                                 double overlap, uint32_t force) {
  const double at_touch = pull_of(p, radius, volume, 0.0, force),
               apart = dcm_positive_part(-overlap);
  double work = 0.0;
  if (force == FORCE_CLOSED)
    work = dcm_capillary_work(p->capillary, radius, volume, apart);
  else if (volume > 0.0 && apart > 0.0)
    work = dcm_capillary_fitted_work(dcm_capillary_shape_of(&p->fit, radius, volume), apart);
  return work - at_touch * dcm_positive_part(overlap);
}

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, uint32_t force, int reports, int rolls,
                          int with_energies) {
  const dcm_hertz_form form = {.consistent = 1, .rolls = rolls, .with_energies = with_energies};
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.hertz.friction, response);
  /* Liquid of grains does not spread over walls. A wall has no film that contacts share: the wall
   * gives its whole value to each contact. */
  const double wall = (double)(contacts->side_2 == DCM_SIDE_WALL);
  const double *radius_2 =
      contacts->side_2 == DCM_SIDE_WALL ? contacts->radius_1 : contacts->radius_2;
  const double shares = data->rupture == RUPTURE_SHARES ? 1.0 : wall;
  const double *const *have_1 = contacts->quantities_1, *const *have_2 = contacts->quantities_2;
  double *const *added_1 = response->added_1, *const *added_2 = response->added_2;
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    /* Here and not before the loop, which compilers would split by it. */
    const double steps = c.dt > 0.0 ? 1.0 : 0.0;
    const double cap_1 = dcm_capillary_share(c.effective_radius, c.radius_1);
    const double cap_2 = dcm_capillary_share(c.effective_radius, fabs(c.radius_2));
    const side one = {have_1[LIQUID][k], have_1[DEMAND][k], cap_1};
    const side two = {have_2[LIQUID][k], have_2[DEMAND][k], wall + (1.0 - wall) * cap_2};
    const double old = response->history_in[VOLUME][k];
    const flow liquid =
        flow_of(p.capillary, c.overlap, one, two, most_of(p.limit, c.radius_1, radius_2[k]), old,
                response->history_in[DIFFERENCE][k], response->history_in[ASKED][k], steps, shares);

    const double radius = 2.0 * c.effective_radius;
    dcm_hertz_contact hertz = dcm_hertz_damped(p.hertz, c, dcm_hertz_elastic(p.hertz, c));
    const double load = dcm_normal_load(hertz.normal.force, 1);
    const double pull = pull_of(&p, radius, liquid.volume, dcm_positive_part(-c.overlap), force);
    hertz.normal.force -= pull;
    if (with_energies) {
      /* A bridge does no work in the step in which it forms or ruptures. */
      const double stored = energy_of(&p, radius, liquid.volume, c.overlap, force);
      const double before = c.overlap + c.normal_velocity * c.dt;
      const double lost = energy_of(&p, radius, old, before, force);
      hertz.normal.stored += stored;
      hertz.normal.yielded = liquid.ruptured * lost - liquid.formed * stored;
    }
    dcm_hertz_finish(p.hertz, c, hertz, load, form, response, k);
    response->history_out[VOLUME][k] = liquid.volume;
    response->history_out[DIFFERENCE][k] = liquid.difference;
    response->history_out[ASKED][k] = liquid.asked;
    added_1[LIQUID][k] = liquid.added_1;
    added_2[LIQUID][k] = liquid.added_2;
    added_1[DEMAND][k] = liquid.demand * one.share;
    added_2[DEMAND][k] = (1.0 - wall) * liquid.demand * two.share;
    if (reports) {
      response->outputs[BRIDGE][k] = liquid.volume;
      response->outputs[PULL][k] = pull;
    }
  }
}

DCM_HERTZ_CONSISTENT_LOOPS(DCM_LOOP, closed, loop, FORCE_CLOSED, 0);
DCM_HERTZ_CONSISTENT_LOOPS(DCM_LOOP, closed_reporting, loop, FORCE_CLOSED, 1);
DCM_HERTZ_CONSISTENT_LOOPS(DCM_SCALAR_LOOP, fitted, loop, FORCE_FITTED, response->outputs != NULL);
static dcm_loop *const *const loops[2][2] = {
    [FORCE_CLOSED] = {closed, closed_reporting}, [FORCE_FITTED] = {fitted, fitted}};

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const instance_data *data = instance->data;
  loops[data->force][response->outputs != NULL][data->hertz.rolls](data, contacts, response);
  return DCM_OK;
}

/** The length to which the largest bridge may be stretched, and a little more, so that the law sees
 * the bridge rupture. */
static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const instance_data *data = instance->data;
  const pair_constants *p = &data->pairs[sides->pair];
  const double radius_2 = sides->side_2 == DCM_SIDE_WALL ? sides->radius_1 : sides->radius_2;
  const double most = most_of(p->limit, sides->radius_1, radius_2);
  return 1.1 * dcm_capillary_rupture(p->capillary, most);
}

const dcm_model DCM_ISA_NAME(dcm_liquid_bridge) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 4,
    .id = "liquid-bridge",
    .title = "Wet grains: capillary bridges that take and give back liquid, beside Hertz and "
             "Mindlin",
    .reference = "C. D. Willett, M. J. Adams, S. A. Johnson, J. P. K. Seville, Langmuir 16 (2000) "
                 "9396-9405; G. Lian, C. Thornton, M. J. Adams, J. Colloid Interface Sci. 161 "
                 "(1993) 138-147; D. Shi, J. J. McCarthy, Powder Technol. 184 (2008) 64-75",
    DCM_MODEL_QUANTITIES,
    DCM_MODEL_OUTPUTS,
    .init = init,
    .compute = compute,
    .reach = reach,
    .destroy = dcm_instance_free,
};
