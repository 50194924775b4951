/* SPDX-License-Identifier: MIT */
/** @file
 * extended-hertz2: a visco-elastic contact given by a characteristic deformation and force, with
 * free exponents. The damping is found numerically from the restitution.
 * docs/laws/extended-hertz2.md has the formulas. */
#include <dcm/dcm.h>
#include <math.h>

#include "kit/instance.h"
#include "kit/rows.h"
#include "mechanics/contact.h"
#include "mechanics/restitution.h"
#include "mechanics/tangential.h"
#include "numeric/simd.h"

/* --- The formulas.
 *
 * A visco-elastic force with free exponents, k u^n + D u^p |u'|^q sign(u'), along a deformation of
 * magnitude u >= 0.
 *
 * The last argument of each function is a constant. general = 0 is for the exponents n = 3/2, q =
 * 1, p = 1/4, which need square roots only, so that the loop vectorises. general = 1 is for all
 * exponents: the functions call pow, and the loop stays scalar. */

typedef struct dcm_power_law {
  dcm_exponents exponents;
  double stiffness; /**< k */
  double damping;   /**< D of a unit mass */
} dcm_power_law;

static inline int dcm_exponents_are_default(dcm_exponents x) {
  return x.elastic == 1.5 && x.rate == 1.0 && x.damping == 0.25;
}

/** k u^n */
DCM_SPECIALISED double dcm_power_law_elastic(dcm_power_law law, double u, int general) {
  return law.stiffness * (general ? pow(u, law.exponents.elastic) : u * sqrt(u));
}

/** Its energy, k u^(n+1)/(n+1) = u Fe/(n+1). */
DCM_SPECIALISED double dcm_power_law_energy(dcm_power_law law, double u, double elastic,
                                            int general) {
  return u * elastic * (general ? 1.0 / (law.exponents.elastic + 1.0) : 0.4);
}

/** The elastic force at this number times u is share times the elastic force at u: share^(1/n). */
DCM_SPECIALISED double dcm_power_law_inverse(dcm_power_law law, double share, int general) {
  if (general)
    return pow(share, 1.0 / law.exponents.elastic);
  const double root = dcm_cube_root(share);
  return root * root;
}

/** m^(q/2) D u^p |u'|^q sign(u') */
DCM_SPECIALISED double dcm_power_law_viscous(dcm_power_law law, double mass, double u, double rate,
                                             int general) {
  if (!general)
    return law.damping * sqrt(mass) * sqrt(sqrt(u)) * rate;
  const double size = law.damping * pow(mass, 0.5 * law.exponents.rate) *
                      pow(u, law.exponents.damping) * pow(fabs(rate), law.exponents.rate);
  return rate > 0.0 ? size : rate < 0.0 ? -size : 0.0;
}

/** The force along the normal. */
DCM_SPECIALISED dcm_normal dcm_power_law_normal(dcm_power_law law, double mass, dcm_contact contact,
                                                int general) {
  const double u = contact.overlap > 0.0 ? contact.overlap : 0.0;
  const double elastic = dcm_power_law_elastic(law, u, general);
  /* The force of this damper may not vanish with the deformation, so it ends with the contact. */
  const double rate = contact.overlap >= 0.0 ? -contact.normal_velocity : 0.0;
  const double viscous = dcm_power_law_viscous(law, mass, u, rate, general);
  return (dcm_normal){.force = elastic + viscous,
                      .stored = dcm_power_law_energy(law, u, elastic, general),
                      .dissipated = -viscous * contact.normal_velocity * contact.dt};
}

/** The force along the tangential displacement, held to Coulomb's limit. Its rate is the part of
 * the velocity along the displacement. The state after the step is a displacement whose elastic
 * force does not exceed the limit.
 * @param u displacement of 2 relative to 1, already carried to the present tangent plane */
DCM_SPECIALISED dcm_tangential dcm_power_law_tangential(dcm_power_law law, double mass,
                                                        dcm_contact contact, dcm_vector u,
                                                        double limit, int general) {
  const dcm_vector trial = dcm_add_scaled(u, contact.dt, contact.tangential_velocity);
  const double size = dcm_length(trial);
  /* The squares of shorter vectors lose digits to underflow, and then the direction is wrong. */
  const dcm_vector along = dcm_scale(size > 1e-140 ? 1.0 / size : 0.0, trial);
  const double rate = dcm_dot(along, contact.tangential_velocity);
  const double elastic = dcm_power_law_elastic(law, size, general);
  const double viscous = dcm_power_law_viscous(law, mass, size, rate, general);
  const double total = elastic + viscous;
  const int slips = fabs(total) > limit;
  const double force = slips ? copysign(limit, total) : total;
  const double kept = elastic > limit ? dcm_power_law_inverse(law, limit / elastic, general) : 1.0;
  const double before = dcm_length(u);
  dcm_tangential result;
  result.force = dcm_scale(force, along);
  result.state = dcm_scale(kept, trial);
  result.stored =
      dcm_power_law_energy(law, kept * size, elastic > limit ? limit : elastic, general);
  const double pull_before = dcm_power_law_elastic(law, before, general);
  const double gain = result.stored - dcm_power_law_energy(law, before, pull_before, general);
  /* The mean force of the spring, as in dcm_report_sliding. A spring that gets most of its force in
   * one step is too stiff for a mean. */
  const double gain_of_force = (elastic > limit ? limit : elastic) - pull_before;
  const double mean = fabs(gain_of_force) < 0.5 * limit ? force - 0.5 * gain_of_force : force;
  /* The damper may hold what the spring lets slip. */
  result.dissipated_damping = slips ? 0.0 : viscous * rate * contact.dt;
  const double sliding = mean * rate * contact.dt - gain - result.dissipated_damping;
  result.dissipated_sliding = (slips || elastic > limit) && sliding > 0.0 ? sliding : 0.0;
  result.damper = dcm_scale(force - (elastic > limit ? limit : elastic), along);
  return result;
}

/* --- The law. */

/* A set along the normal and one along the tangent, each in the order deformation to exponents. */
enum { DEFORMATION, FORCE, RESTITUTION, ELASTIC_EXPONENT, RATE_EXPONENT, DAMPING_EXPONENT, SET };
enum { NORMAL = 0, TANGENTIAL = SET, MASS = 2 * SET, FRICTION, PARAMETER_COUNT };

static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [NORMAL + DEFORMATION] =
        DCM_NUMBER("delta_u", "deltaU", "characteristic deformation", DCM_UNIT_LENGTH, 0.0,
                   INFINITY, "the stiffness is f_u over a power of it", DCM_EACH_PAIR(NONE),
                   .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED),
    [NORMAL + FORCE] =
        DCM_NUMBER("f_u", "fU", "elastic force at that deformation", DCM_UNIT_FORCE, 0.0, INFINITY,
                   "the elastic force pushes apart", DCM_EACH_PAIR(NONE), .flags = DCM_REQUIRED),
    [NORMAL + RESTITUTION] =
        DCM_NUMBER("restitution", "e", "coefficient of restitution", DCM_UNIT_NONE, 0.0, 1.0,
                   "a visco-elastic contact reaches every restitution but 0, the perfectly plastic "
                   "impact, and creates no energy",
                   DCM_EACH_PAIR(NONE), .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED),
    [NORMAL + ELASTIC_EXPONENT] =
        DCM_NUMBER("n_u", "nU", "exponent of the deformation in the elastic force", DCM_UNIT_NONE,
                   0.0, INFINITY, "the elastic force vanishes with the deformation",
                   DCM_EACH_PAIR(NONE), .flags = DCM_MINIMUM_EXCLUDED, .default_value = 1.5),
    [NORMAL + RATE_EXPONENT] = DCM_NUMBER(
        "n_dv", "nDV", "exponent of the rate in the viscous force", DCM_UNIT_NONE, 0.0, INFINITY,
        "the viscous force must stay finite at rest", DCM_EACH_PAIR(NONE), .default_value = 1.0),
    [NORMAL + DAMPING_EXPONENT] =
        DCM_NUMBER("n_dp", "nDP", "exponent of the deformation in the viscous force", DCM_UNIT_NONE,
                   0.0, INFINITY, "the viscous force must stay finite at touch",
                   DCM_EACH_PAIR(NONE), .default_value = 0.25),
    [TANGENTIAL + DEFORMATION] = DCM_NUMBER(
        "delta_ut", "deltaU_t",
        "tangential characteristic deformation; 0: delta_u and f_u hold for both directions",
        DCM_UNIT_LENGTH, 0.0, INFINITY, "the stiffness is f_ut over a power of it",
        DCM_EACH_PAIR(NONE)),
    [TANGENTIAL + FORCE] =
        DCM_NUMBER("f_ut", "fU_t", "tangential elastic force at delta_ut", DCM_UNIT_FORCE, 0.0,
                   INFINITY, "the elastic force is against the displacement", DCM_EACH_PAIR(NONE)),
    [TANGENTIAL + RESTITUTION] =
        DCM_NUMBER("restitution_t", "e_t",
                   "coefficient of restitution of the tangential force; 0: as along the normal",
                   DCM_UNIT_NONE, 0.0, 1.0, "damping creates no energy", DCM_EACH_PAIR(NONE)),
    [TANGENTIAL + ELASTIC_EXPONENT] = DCM_NUMBER(
        "n_ut", "nU_t", "tangential n_u; 0: as along the normal", DCM_UNIT_NONE, 0.0, INFINITY,
        "the elastic force vanishes with the deformation", DCM_EACH_PAIR(NONE)),
    [TANGENTIAL + RATE_EXPONENT] = DCM_NUMBER(
        "n_dvt", "nDV_t", "tangential n_dv; below 0: as along the normal", DCM_UNIT_NONE, -1.0,
        INFINITY, "a value below 0 stands for n_dv", DCM_EACH_PAIR(NONE), .default_value = -1.0),
    [TANGENTIAL + DAMPING_EXPONENT] = DCM_NUMBER(
        "n_dpt", "nDP_t", "tangential n_dp; below 0: as along the normal", DCM_UNIT_NONE, -1.0,
        INFINITY, "a value below 0 stands for n_dp", DCM_EACH_PAIR(NONE), .default_value = -1.0),
    [MASS] = DCM_NUMBER(
        "mass", "m",
        "effective mass for which the restitution holds; 0: that of the colliding pair itself",
        DCM_UNIT(.mass = 1), 0.0, INFINITY, "a mass is positive", DCM_EACH_PAIR(NONE)),
    [FRICTION] = DCM_PARAMETER_FRICTION,
};

enum { FORM, OPTION_COUNT };
static const dcm_option options[OPTION_COUNT] = {[FORM] = DCM_OPTION_FORM};

static const dcm_history_field history_fields[] = {DCM_HISTORY_TANGENTIAL_DISPLACEMENT};

typedef struct pair_constants {
  dcm_power_law normal;
  dcm_power_law tangential;
  double mass; /* 0: the contact's own */
  double friction;
} pair_constants;

typedef struct instance_data {
  dcm_loop *loop;
  pair_constants pairs[];
} instance_data;

/** The numbers of one direction of a pair, and the name of its restitution in messages. */
typedef struct direction {
  double values[SET];
  const char *restitution_name;
} direction;

static direction normal_of(const dcm_setup *setup, uint32_t ij) {
  direction d = {.restitution_name = "restitution"};
  for (uint32_t p = 0; p < SET; p++)
    d.values[p] = setup->values[NORMAL + p][ij];
  return d;
}

/** The tangential numbers. A number that is not given is the one along the normal.
 * @return DCM_OK, or DCM_ERROR after a message */
static int32_t tangential_of(const dcm_setup *setup, const dcm_instance *instance, uint32_t ij,
                             direction normal, direction *tangential) {
  *tangential = normal;
  double given[SET];
  for (uint32_t p = 0; p < SET; p++)
    given[p] = setup->values[TANGENTIAL + p][ij];
  double *values = tangential->values;
  if (given[DEFORMATION] > 0.0) {
    values[DEFORMATION] = given[DEFORMATION];
    values[FORCE] = given[FORCE];
  } else if (given[FORCE] > 0.0) {
    return dcm_refuse(instance,
                      "f_ut = %g is the tangential force at the deformation delta_ut, and delta_ut "
                      "is not given; give delta_ut > 0, or leave out f_ut to use delta_u and f_u",
                      given[FORCE]);
  }
  if (given[RESTITUTION] > 0.0) {
    values[RESTITUTION] = given[RESTITUTION];
    tangential->restitution_name = "restitution_t";
  }
  if (given[ELASTIC_EXPONENT] > 0.0)
    values[ELASTIC_EXPONENT] = given[ELASTIC_EXPONENT];
  for (uint32_t p = RATE_EXPONENT; p <= DAMPING_EXPONENT; p++)
    if (given[p] >= 0.0)
      values[p] = given[p];
  return DCM_OK;
}

static int32_t solve(const dcm_instance *instance, direction d, dcm_power_law *law) {
  const double *values = d.values;
  *law = (dcm_power_law){
      .exponents = {.elastic = values[ELASTIC_EXPONENT],
                    .rate = values[RATE_EXPONENT],
                    .damping = values[DAMPING_EXPONENT]},
      .stiffness = values[FORCE] / pow(values[DEFORMATION], values[ELASTIC_EXPONENT]),
  };
  if (!isfinite(law->stiffness))
    return dcm_refuse(instance,
                      "the stiffness f_u/delta_u^n_u is not a finite number with the force %g, the "
                      "deformation %g and the exponent %g; give a larger deformation",
                      values[FORCE], values[DEFORMATION], values[ELASTIC_EXPONENT]);
  if (law->stiffness == 0.0)
    return DCM_OK;
  double smallest;
  if (dcm_damping_of_power_law(law->exponents, law->stiffness, values[DEFORMATION],
                               values[RESTITUTION], &law->damping, &smallest) == DCM_OK)
    return DCM_OK;
  if (isnan(smallest))
    return dcm_refuse(instance,
                      "no damping is found that gives %s = %g with the exponents nU = %g, nDV = "
                      "%g, nDP = %g: the search needs nU + 1 <= %g (nDP + 1), and a restitution "
                      "that is not close to 0; change the exponents, or give a larger restitution",
                      d.restitution_name, values[RESTITUTION], values[ELASTIC_EXPONENT],
                      values[RATE_EXPONENT], values[DAMPING_EXPONENT],
                      DCM_POWER_LAW_LARGEST_QUOTIENT);
  return dcm_refuse(
      instance,
      "%s = %g cannot be reached with the exponents nU = %g, nDV = %g, nDP = %g: "
      "the smallest restitution found is %.3g; give a larger restitution, or change the exponents",
      d.restitution_name, values[RESTITUTION], values[ELASTIC_EXPONENT], values[RATE_EXPONENT],
      values[DAMPING_EXPONENT], smallest);
}

/** Whether both directions have the same law. */
static int is_same(direction a, direction b) {
  for (uint32_t p = 0; p < SET; p++)
    if (a.values[p] != b.values[p])
      return 0;
  return 1;
}

static int32_t init_pair(const dcm_setup *setup, const dcm_instance *instance, uint32_t ij,
                         pair_constants *pair) {
  const direction normal = normal_of(setup, ij);
  direction tangential;
  if (tangential_of(setup, instance, ij, normal, &tangential) ||
      solve(instance, normal, &pair->normal))
    return DCM_ERROR;
  pair->tangential = pair->normal;
  if (!is_same(normal, tangential) && solve(instance, tangential, &pair->tangential))
    return DCM_ERROR;
  pair->mass = setup->values[MASS][ij];
  pair->friction = setup->values[FRICTION][ij];
  return DCM_OK;
}

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int general, int consistent,
                          int with_energies) {
  const pair_constants p = data->pairs[contacts->pair];
  const double *const *old = response->history_in;
  double *const *new = response->history_out;
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double mass = p.mass > 0.0 ? p.mass : c.effective_mass;
    const dcm_normal normal = dcm_power_law_normal(p.normal, mass, c, general);
    const dcm_vector before = dcm_load(old, k);
    const dcm_vector u = consistent ? dcm_turned(c, before) : dcm_transport(before, c.normal);
    const double limit = dcm_coulomb_limit(p.friction, normal.force, consistent);
    const dcm_answer answer = {
        .normal = normal,
        .tangential = dcm_power_law_tangential(p.tangential, mass, c, u, limit, general),
    };
    dcm_answer_store(response, k, c, answer, with_energies);
    dcm_store(new, k, answer.tangential.state);
  }
}

DCM_TWO_WAYS(DCM_LOOP, usual, loop, 0);
DCM_TWO_WAYS(DCM_SCALAR_LOOP, general, loop, 1);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  const uint32_t form = setup->options[FORM];
  dcm_instance_form(instance, form);
  int is_general = 0; /* some pair has exponents other than the default */
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i; j < n; j++) {
      pair_constants *pair = &data->pairs[i * n + j];
      if (init_pair(setup, instance, i * n + j, pair)) {
        dcm_instance_free(instance);
        return DCM_ERROR;
      }
      data->pairs[j * n + i] = *pair;
      /* The damping is found at delta_u. Only with the default exponents it holds at every speed,
       * and only for the mass that is given, if one is. */
      if (!dcm_exponents_are_default(pair->normal.exponents) || pair->normal.stiffness == 0.0 ||
          pair->mass > 0.0)
        instance->flags |= DCM_KNOWN_RESTITUTION;
      is_general |= !dcm_exponents_are_default(pair->normal.exponents) ||
                    !dcm_exponents_are_default(pair->tangential.exponents);
    }
  data->loop = (is_general ? general : usual)[form == DCM_FORM_CONSISTENT];
  return DCM_OK;
}

const dcm_model DCM_ISA_NAME(dcm_extended_hertz2) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 1,
    .id = "extended-hertz2",
    .title = "visco-elastic contact with free exponents, damping found from the restitution",
    .reference = "extendedHertz2 of the multibody code EULER; D. Antypov, J. A. Elliott, EPL 94 "
                 "(2011) 50004, for the default exponents",
    DCM_MODEL_OF_LOOP,
};
