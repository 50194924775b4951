/* SPDX-License-Identifier: MIT */
/** @file
 * bond: elastic cylinders glue grains together and break, as the parallel bond of Potyondy and
 * Cundall. The frictional contact of the law linear acts beside them. docs/laws/bond.md has the
 * formulas. */
#include <dcm/dcm.h>
#include <math.h>

#include "kit/instance.h"
#include "kit/rows.h"
#include "mechanics/contact.h"
#include "mechanics/linear_contact.h"
#include "mechanics/restitution.h"
#include "mechanics/scatter.h"
#include "mechanics/tangential.h"
#include "numeric/simd.h"
#include "numeric/vector.h"

enum {
  STIFFNESS,
  RATIO,
  RESTITUTION,
  FRICTION,
  MODULUS,
  BOND_RATIO,
  TENSILE,
  SHEAR,
  SCATTER,
  SEED,
  BOND_RADIUS,
  GAP,
  DAMPING,
  PARAMETER_COUNT
};

#define STRENGTH(word, letter, text)                                                               \
  DCM_NUMBER(word, letter, text, DCM_UNIT_PRESSURE, 0.0, INFINITY, "what breaks resisted before",  \
             DCM_EACH_PAIR(MINIMUM), .flags = DCM_REQUIRED)

static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [STIFFNESS] = DCM_PARAMETER_LINEAR_STIFFNESS,
    [RATIO] = DCM_PARAMETER_LINEAR_RATIO,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [MODULUS] = DCM_NUMBER("bond_young", "E", "Young's modulus of the cylinders", DCM_UNIT_PRESSURE,
                           0.0, INFINITY, "a solid resists being stretched",
                           DCM_EACH_PAIR(HARMONIC), .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED),
    /* The default is E/G for Poisson's ratio 1/4. */
    [BOND_RATIO] = DCM_NUMBER(
        "bond_ratio", "kn/ks", "stiffness of the cylinders along the normal over that across",
        DCM_UNIT_NONE, 0.1, 100.0,
        "stiffnesses that differ more ask for steps that are much shorter than what is to be seen",
        DCM_EACH_PAIR(ARITHMETIC), .default_value = 2.5),
    [TENSILE] = STRENGTH("tensile_strength", "sigma_c",
                         "tensile strength of the cylinders; 0: no bonds are made"),
    [SHEAR] = STRENGTH("shear_strength", "tau_c",
                       "shear strength of the cylinders; 0: no bonds are made"),
    [SCATTER] =
        DCM_NUMBER("strength_scatter", "s", "standard deviation of the strengths over their means",
                   DCM_UNIT_NONE, 0.0, 0.3,
                   "the normal distribution is cut off at three standard deviations, where there "
                   "must be some strength left",
                   DCM_EACH_PAIR(ARITHMETIC)),
    [SEED] = DCM_NUMBER("strength_seed", "seed",
                        "any number: another one gives bonds other strengths", DCM_UNIT_NONE, 0.0,
                        1e9, "a seed is a number that is written exactly", .scope = DCM_PER_LAW),
    [BOND_RADIUS] = DCM_NUMBER(
        "bond_radius", "lambda", "radius of the cylinders over that of the smaller grain",
        DCM_UNIT_NONE, 0.0, 2.0, "cement lies around a contact", DCM_EACH_PAIR(ARITHMETIC),
        .flags = DCM_MINIMUM_EXCLUDED, .default_value = 1.0),
    [GAP] = DCM_NUMBER("bond_gap", "g",
                       "widest gap that is bonded, over the radius of the smaller grain",
                       DCM_UNIT_NONE, 0.0, 1.0, "a bond joins neighbours",
                       DCM_EACH_PAIR(ARITHMETIC), .default_value = 0.02),
    [DAMPING] = DCM_NUMBER(
        "bond_damping", "zeta", "damping ratio of the springs of a bond", DCM_UNIT_NONE, 0.0, 1.0,
        "more than critical damping makes a bond stiffer, not calmer", DCM_EACH_PAIR(ARITHMETIC)),
};

enum { WALLS, OPTION_COUNT };
enum { WALLS_NO, WALLS_YES };
static const dcm_option options[OPTION_COUNT] = {
    [WALLS] = DCM_WORDS("bond_walls", "whether grains are bonded to walls, too",
                        WALLS_NO, [WALLS_NO] = "no", [WALLS_YES] = "yes")};

enum { STRETCH = 0, BOND = 3, MADE_AT = 4, SHEARED = 5, BENT = 8, TWISTED = 11 };
static const dcm_history_field history_fields[] = {
    DCM_HISTORY_TANGENTIAL_DISPLACEMENT,
    DCM_FIELD(SCALAR, EVEN, "bond",
              "strength over its mean of what is bonded, -1 of what is not; 0: not yet asked",
              DCM_UNIT_NONE),
    DCM_FIELD(SCALAR, EVEN, "bond_overlap", "overlap at which the bond was made", DCM_UNIT_LENGTH),
    DCM_FIELD(VECTOR, ODD, "bond_shear", "path by which the bond is sheared, of 2 relative to 1",
              DCM_UNIT_LENGTH),
    DCM_FIELD(VECTOR, ODD, "bond_bend", "angle by which the bond is bent, of 1 relative to 2",
              DCM_UNIT_NONE),
    DCM_FIELD(SCALAR, EVEN, "bond_twist", "angle by which the bond is twisted about the normal",
              DCM_UNIT_NONE),
};

enum { ID };
static const dcm_quantity quantities[] = {
    [ID] = DCM_QUANTITY("id", "id", "what the scatter of strength is made of", DCM_UNIT_NONE,
                        .access = DCM_READ)};

enum { BONDED, TENSILE_STRESS, SHEAR_STRESS };
static const dcm_output outputs[] = {
    [BONDED] = DCM_OUTPUT("bonded", "1 of what is bonded, else 0", DCM_UNIT_NONE),
    [TENSILE_STRESS] = DCM_OUTPUT(
        "tensile_stress", "largest at the rim of the bond, along the normal", DCM_UNIT_PRESSURE),
    [SHEAR_STRESS] = DCM_OUTPUT("shear_stress", "largest at the rim of the bond, across the normal",
                                DCM_UNIT_PRESSURE),
};

typedef struct pair_constants {
  dcm_linear_law linear;
  dcm_friction friction;
  double young, shear;      /* of the cylinders: moduli, kn and ks times the length */
  double tensile, shearing; /* strengths */
  double scatter, seed;
  double radius;  /* over that of the smaller grain, likewise the gap */
  double gap;     /* below zero where no bonds are made */
  double damping; /* 2 zeta */
} pair_constants;

typedef struct instance_data {
  uint32_t walls;
  pair_constants pairs[];
} instance_data;

/* A bond breaks when it is stretched by half of its length, whatever its strength. Contacts last as
 * far as a bond may be stretched, with or without a bond. */
static const double largest_strain = 0.5;

/** The largest strain before a bond breaks. */
static double last_strain(const pair_constants *p) {
  const double strain = (1.0 + DCM_SCATTER_CUT * p->scatter) * p->tensile / p->young;
  return strain < largest_strain ? strain : largest_strain;
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  const double *const *given = setup->values;
  dcm_frictions frictions;
  if (dcm_frictions_find(setup, instance, DCM_TABLES, STRETCH, &frictions))
    return DCM_ERROR;
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  data->walls = setup->options[WALLS];
  dcm_instance_form(instance, DCM_FORM_CONSISTENT);
  instance->unused = 0;
  instance->flags |= DCM_BEGINS_AT_REACH | DCM_STATE_AT_START;
  for (uint32_t ij = 0; ij < n * n; ij++) {
    const double kn = given[STIFFNESS][ij], young = given[MODULUS][ij];
    const int is_bonded = given[TENSILE][ij] > 0.0 && given[SHEAR][ij] > 0.0;
    if (is_bonded)
      instance->flags |= DCM_KNOWN_FRICTION;
    data->pairs[ij] = (pair_constants){
        .linear = dcm_linear_law_of(kn, given[RATIO][ij] * kn,
                                    2.0 * dcm_damping_ratio(given[RESTITUTION][ij])),
        .friction = dcm_friction_of(&frictions, ij),
        .young = young,
        .shear = young / given[BOND_RATIO][ij],
        .tensile = given[TENSILE][ij],
        .shearing = given[SHEAR][ij],
        .scatter = given[SCATTER][ij],
        .seed = given[SEED][0],
        .radius = given[BOND_RADIUS][ij],
        .gap = is_bonded ? given[GAP][ij] : -1.0,
        .damping = 2.0 * given[DAMPING][ij],
    };
  }
  return DCM_OK;
}

/* ---------------------------------------------------------------------------------- one bond */

/** The cylinder of a bond, which joins the centres: radius, length and stiffnesses. */
typedef struct cylinder {
  double normal_per_area, shear_per_area;
  double normal, shear, bending, twisting;
  double radius, length;
} cylinder;

/** The smaller of two radii; at a wall the radius of the grain. */
DCM_SPECIALISED double smaller_radius(double radius_1, double radius_2, int is_at_wall) {
  const double other = is_at_wall ? radius_1 : radius_2;
  return radius_1 < other ? radius_1 : other;
}

DCM_SPECIALISED double length_of(double radius_1, double radius_2, int is_at_wall) {
  return is_at_wall ? radius_1 : radius_1 + radius_2;
}

DCM_SPECIALISED cylinder cylinder_of(pair_constants p, dcm_contact c) {
  const double radius = p.radius * smaller_radius(c.radius_1, c.radius_2, c.is_at_wall);
  const double length = length_of(c.radius_1, c.radius_2, c.is_at_wall), inverse = 1.0 / length;
  const double square = radius * radius, area = DCM_PI * square;
  const double normal = p.young * inverse, shear = p.shear * inverse;
  return (cylinder){
      .normal_per_area = normal,
      .shear_per_area = shear,
      .normal = normal * area,
      .shear = shear * area,
      .bending = normal * 0.25 * area * square,
      .twisting = shear * 0.5 * area * square,
      .radius = radius,
      .length = length,
  };
}

typedef struct bond_state {
  double strength; /**< field "bond" */
  double made_at;
  dcm_vector sheared, bent;
  double twisted;
} bond_state;

DCM_SPECIALISED bond_state load_bond(const double *const *history, uint32_t k) {
  return (bond_state){history[BOND][k], history[MADE_AT][k], dcm_load(history + SHEARED, k),
                      dcm_load(history + BENT, k), history[TWISTED][k]};
}

/** The forces and energies that a bond, whole or broken, adds to a contact. */
typedef struct bond_answer {
  dcm_normal normal;
  dcm_tangential tangential; /**< without its state */
  dcm_couples couples;
  double fractured; /**< energy */
  bond_state state;
  double tensile_stress, shear_stress; /**< 0 without a bond */
} bond_answer;

/** One of the springs across the normal after a step, with the damper beside it. */
typedef struct spring {
  dcm_vector state;
  dcm_vector force;
  double stored, dissipated;
  dcm_vector damper;
} spring;

/** @param old  stretch or angle in the step before
 * @param rate of its growth */
DCM_SPECIALISED spring spring_after(dcm_vector old, dcm_vector rate, dcm_contact c,
                                    double stiffness, double damping) {
  const dcm_vector carried = dcm_turned(c, old);
  const dcm_vector state = dcm_add_scaled(carried, c.dt, rate);
  return (spring){
      .state = state,
      .force = dcm_add_scaled(dcm_scale(stiffness, state), damping, rate),
      .stored = 0.5 * stiffness * dcm_dot(state, state),
      .dissipated = damping * dcm_dot(rate, rate) * c.dt,
      .damper = dcm_scale(damping, rate),
  };
}

/** Four springs and dampers. They hold until the largest stress at the rim of the cylinder, by the
 * theory of beams, is beyond the strength. A bond that breaks loses the energy that it stored in
 * the step before, and does no work in the step in which it breaks. */
DCM_SPECIALISED bond_answer bond(pair_constants p, dcm_contact c, bond_state old, double root) {
  const cylinder cyl = cylinder_of(p, c);
  const double eta = p.damping * root;
  const double stretch = old.made_at - c.overlap;
  const double before = stretch - c.normal_velocity * c.dt;
  const double damping = eta * sqrt(cyl.normal);
  const spring shear =
      spring_after(old.sheared, c.tangential_velocity, c, cyl.shear, eta * sqrt(cyl.shear));
  /* Angles: a mass M* at R*. */
  const dcm_vector spin = dcm_subtract(c.spin_1, c.spin_2);
  const double rate = dcm_dot(spin, c.normal);
  const double eta_of_angles = eta * c.effective_radius;
  const spring bend = spring_after(old.bent, dcm_subtract_scaled(spin, rate, c.normal), c,
                                   cyl.bending, eta_of_angles * sqrt(cyl.bending));
  const double twisted = old.twisted + rate * c.dt;
  const double couple = cyl.twisting * twisted + eta_of_angles * sqrt(cyl.twisting) * rate;

  const double tensile = cyl.normal_per_area * (stretch + cyl.radius * dcm_length(bend.state));
  const double shearing =
      cyl.shear_per_area * (dcm_length(shear.state) + cyl.radius * fabs(twisted));
  /* The largest excess over a limit. With one comparison for each limit GCC 11 does not vectorise.
   */
  const double pulled = tensile - old.strength * p.tensile;
  const double sheared = shearing - old.strength * p.shearing;
  const double torn = stretch - largest_strain * cyl.length;
  const double rim = pulled > sheared ? pulled : sheared, excess = rim > torn ? rim : torn;
  const double was = old.strength > 0.0 ? 1.0 : 0.0;
  const double holds = excess > 0.0 ? 0.0 : was, breaks = was - holds;

  const dcm_vector on_2 = dcm_scale(holds, dcm_add_scaled(bend.force, couple, c.normal));
  const double angles = holds * (bend.stored + 0.5 * cyl.twisting * twisted * twisted);
  const double old_angles =
      0.5 * (cyl.bending * dcm_dot(old.bent, old.bent) + cyl.twisting * old.twisted * old.twisted);
  const double old_stored = old_angles + 0.5 * (cyl.normal * before * before +
                                                cyl.shear * dcm_dot(old.sheared, old.sheared));
  return (bond_answer){
      .normal = {.force = -holds * (cyl.normal * stretch + damping * c.normal_velocity),
                 .stored = holds * 0.5 * cyl.normal * stretch * stretch,
                 .dissipated = holds * damping * c.normal_velocity * c.normal_velocity * c.dt},
      .tangential = {.force = dcm_scale(holds, shear.force),
                     .stored = holds * shear.stored,
                     .dissipated_damping = holds * shear.dissipated,
                     .damper = dcm_scale(holds, shear.damper)},
      .couples = {.exist = 1,
                  .on_1 = dcm_scale(-1.0, on_2),
                  .on_2 = on_2,
                  .stored = angles,
                  .growth = angles - holds * old_angles},
      .fractured = breaks * old_stored,
      .state = {.strength = holds > 0.0 ? old.strength : -1.0,
                .made_at = holds * old.made_at,
                .sheared = dcm_scale(holds, shear.state),
                .bent = dcm_scale(holds, bend.state),
                .twisted = holds * twisted},
      .tensile_stress = holds * tensile,
      .shear_stress = holds * shearing,
  };
}

/* ------------------------------------------------------------------------------- the contacts */

DCM_SPECIALISED void contact(pair_constants p, dcm_contact c, bond_state state,
                             const dcm_response *response, uint32_t k, int reports,
                             int with_energies) {
  double *const *new = response->history_out;
  const double root = sqrt(c.effective_mass);
  const dcm_vector carried = dcm_turned(c, dcm_load(response->history_in + STRETCH, k));
  const dcm_linear_contact linear =
      dcm_linear_contact_of(p.linear, p.friction, c, carried, root, 1, k);
  const bond_answer glue = bond(p, c, state, root);
  dcm_answer answer = {linear.normal, linear.tangential, glue.couples, glue.fractured};
  answer.normal.force += glue.normal.force;
  answer.normal.stored += glue.normal.stored;
  answer.normal.dissipated += glue.normal.dissipated;
  answer.tangential.force = dcm_add(linear.tangential.force, glue.tangential.force);
  answer.tangential.stored += glue.tangential.stored;
  answer.tangential.dissipated_damping += glue.tangential.dissipated_damping;
  answer.tangential.damper = dcm_add(answer.tangential.damper, glue.tangential.damper);
  dcm_answer_store(response, k, c, answer, with_energies);
  if (reports) {
    response->outputs[BONDED][k] = glue.state.strength > 0.0 ? 1.0 : 0.0;
    response->outputs[TENSILE_STRESS][k] = glue.tensile_stress;
    response->outputs[SHEAR_STRESS][k] = glue.shear_stress;
  }
  dcm_store(new + STRETCH, k, linear.tangential.state);
  new[BOND][k] = glue.state.strength;
  new[MADE_AT][k] = glue.state.made_at;
  dcm_store(new + SHEARED, k, glue.state.sheared);
  dcm_store(new + BENT, k, glue.state.bent);
  new[TWISTED][k] = glue.state.twisted;
}

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int reports, int with_energies) {
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const bond_state state = load_bond(response->history_in, k);
    contact(p, c, state, response, k, reports, with_energies);
  }
}

/** The loop at dt 0, as at the start of a run: contacts that were not yet asked are bonded if they
 * are near enough. It runs seldom, so that it may stay scalar. */
static void at_start(const instance_data *data, const dcm_contacts *contacts,
                     const dcm_response *response) {
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.friction, response);
  const int is_at_wall = contacts->side_2 == DCM_SIDE_WALL;
  const int may_bond = p.gap >= 0.0 && (!is_at_wall || data->walls == WALLS_YES);
  for (uint32_t k = 0; k < contacts->count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    bond_state state = load_bond(response->history_in, k);
    const double widest = p.gap * smaller_radius(c.radius_1, c.radius_2, is_at_wall);
    if (state.strength == 0.0 && may_bond && c.overlap >= -widest) {
      const double id_1 = contacts->quantities_1[ID][k], id_2 = contacts->quantities_2[ID][k];
      state.strength =
          p.scatter > 0.0 ? 1.0 + p.scatter * dcm_scatter_normal(id_1, id_2, p.seed) : 1.0;
      state.made_at = c.overlap;
    }
    contact(p, c, state, response, k, response->outputs != NULL, response->energies != NULL);
  }
}

DCM_TWO_WAYS(DCM_LOOP, loops, loop);

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  if (contacts->dt == 0.0)
    at_start(instance->data, contacts, response);
  else
    loops[response->outputs != NULL](instance->data, contacts, response);
  return DCM_OK;
}

/** The widest gap that is bonded, plus the stretch before the bond breaks. The strain is a little
 * larger than that, so that the law sees the bond break. */
static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const instance_data *data = instance->data;
  const pair_constants *p = &data->pairs[sides->pair];
  const int is_at_wall = sides->side_2 == DCM_SIDE_WALL;
  if (p->gap < 0.0 || (is_at_wall && data->walls == WALLS_NO))
    return 0.0;
  return p->gap * smaller_radius(sides->radius_1, sides->radius_2, is_at_wall) +
         1.1 * last_strain(p) * length_of(sides->radius_1, sides->radius_2, is_at_wall);
}

const dcm_model DCM_ISA_NAME(dcm_bond) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 1,
    .id = "bond",
    .title = "Grains glued by elastic cylinders that break, beside linear springs and friction",
    .reference = "D. O. Potyondy, P. A. Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329-1364",
    DCM_MODEL_QUANTITIES,
    DCM_MODEL_OUTPUTS,
    .init = init,
    .compute = compute,
    .reach = reach,
    .destroy = dcm_instance_free,
};
