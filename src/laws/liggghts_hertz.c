/* SPDX-License-Identifier: MIT */
/** @file
 * liggghts-hertz: the models hertz, tangential history and rolling friction cdt of LIGGGHTS.
 * docs/laws/liggghts-hertz.md has the formulas. */
#include <dcm/dcm.h>

#include "kit/rows.h"
#include "laws/gran_family.h"
#include "mechanics/restitution.h"

enum { YOUNG, POISSON, RESTITUTION, FRICTION, ROLLING, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [ROLLING] = DCM_PARAMETER_ROLLING,
};

enum { NO, YES };
enum { LIMIT_DAMPING, TANGENTIAL_DAMPING, TORSION, OPTION_COUNT };
static const dcm_option options[OPTION_COUNT] = {
    [LIMIT_DAMPING] = DCM_OPTION_LIMIT_DAMPING,
    [TANGENTIAL_DAMPING] = DCM_WORDS(
        "tangential_damping", "the tangential spring has a damper beside it", YES, "no", "yes"),
    [TORSION] =
        DCM_WORDS("torsion", "rolling friction acts about the normal, too", NO, "no", "yes"),
};

static const dcm_history_field history_fields[] = {DCM_HISTORY_TANGENTIAL_DISPLACEMENT};

/** Constants of a pair of materials. */
typedef struct pair {
  double effective_young, effective_shear;
  double damping; /**< 2 sqrt(5/6) beta */
  double friction, rolling;
} pair;

typedef struct instance_data {
  dcm_loop *loop;
  int damps_tangentially, twists;
  pair pairs[]; /**< material_count^2 of them */
} instance_data;

/** The couples of rolling friction. Their size does not depend on the spin, their direction is
 * against the whole relative spin. The part about the normal is removed, unless twists is set.
 * @param limit mu_r R* times the elastic force */
DCM_SPECIALISED dcm_couples roll(dcm_contact c, double limit, int rolls, int twists) {
  dcm_couples couples = {.exist = rolls};
  if (!rolls)
    return couples;
  /* LIGGGHTS' own models use no spin of a wall, and LIGGGHTS hands none over. */
  const dcm_vector spin = dcm_add_scaled(c.spin_1, c.is_at_wall ? 0.0 : -1.0, c.spin_2);
  const double rate = dcm_length(spin);
  const dcm_vector against = dcm_scale(rate > 0.0 ? -limit / rate : 0.0, spin);
  couples.on_1 = twists ? against : dcm_tangential_part(against, c.normal);
  couples.on_2 = dcm_scale(c.is_at_wall ? 0.0 : -1.0, couples.on_1);
  return couples;
}

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int rolls, int limits_damping,
                          int with_energies) {
  const pair p = data->pairs[contacts->pair];
  const double damps_tangentially = data->damps_tangentially ? 1.0 : 0.0;
  const int twists = data->twists;
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double overlap = dcm_positive_part(c.overlap);
    const double a = dcm_hertz_contact_radius(c.effective_radius, overlap);
    const double kn = dcm_hertz_normal_stiffness(p.effective_young, a);
    const double kt = dcm_mindlin_stiffness_per_radius(p.effective_shear) * a;
    /* In LIGGGHTS' order of operations, for the last bit. */
    const double elastic = 4.0 / 3.0 * p.effective_young * a * overlap;
    const double damping = p.damping * sqrt(kn * c.effective_mass);
    const double total = elastic - damping * c.normal_velocity;
    const double force = limits_damping && total < 0.0 ? 0.0 : total;

    const dcm_vector stretch = dcm_load(response->history_in, k);
    const dcm_vector carried = dcm_tangential_part(stretch, c.normal);
    const double limit = p.friction * fabs(force);
    dcm_tangential tangential = dcm_tangential_sheet(
        carried, c.tangential_velocity, c.dt, dcm_spring_by_stretch(kt),
        damps_tangentially * p.damping * sqrt(kt * c.effective_mass), limit, limit);
    /* The energy that the spring gains by a growing stiffness and loses by projection. The contact
     * radius of the step before, about, follows from the overlap and its rate. */
    const double old_a = dcm_hertz_contact_radius(
        c.effective_radius, dcm_positive_part(c.overlap + c.normal_velocity * c.dt));
    const double old_kt = dcm_mindlin_stiffness_per_radius(p.effective_shear) * old_a;
    tangential.dissipated_damping +=
        0.5 * (old_kt * dcm_dot(stretch, stretch) - kt * dcm_dot(carried, carried)) +
        0.5 * (old_kt - kt) * c.dt * dcm_dot(carried, c.tangential_velocity);

    const dcm_answer answer = {
        .normal = {.force = force,
                   .stored = dcm_hertz_energy(elastic, overlap),
                   .dissipated = (elastic - force) * c.normal_velocity * c.dt},
        .tangential = tangential,
        .couples = roll(c, p.rolling * elastic * c.effective_radius, rolls, twists),
    };
    dcm_answer_store(response, k, c, answer, with_energies);
    dcm_store(response->history_out, k, tangential.state);
  }
}

DCM_FOUR_WAYS(DCM_LOOP, loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  const double *young = setup->values[YOUNG], *poisson = setup->values[POISSON];
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  const int limits_damping = setup->options[LIMIT_DAMPING] == DCM_LIMIT_DAMPING_YES;
  data->damps_tangentially = setup->options[TANGENTIAL_DAMPING] == YES;
  data->twists = setup->options[TORSION] == YES;
  instance->velocity_arm = instance->moment_arm = DCM_ARM_RADIUS_MINUS_HALF_OVERLAP;
  instance->unused = DCM_UNUSED_COUPLES | DCM_UNUSED_SPINS;
  /* The stretch stays while the stiffness grows. Damping that is cut does not damp. */
  instance->flags = DCM_KNOWN_GAIN | (limits_damping ? DCM_KNOWN_RESTITUTION : 0u) |
                    (data->damps_tangentially ? DCM_KNOWN_FRICTION : 0u);
  for (uint32_t ij = 0; ij < n * n; ij++) {
    const uint32_t i = ij / n, j = ij % n;
    data->pairs[ij] = (pair){
        .effective_young = dcm_effective_young(young[i], poisson[i], young[j], poisson[j]),
        .effective_shear = dcm_effective_shear(young[i], poisson[i], young[j], poisson[j]),
        .damping = dcm_damping_factor(setup->values[RESTITUTION][ij]),
        .friction = setup->values[FRICTION][ij],
        .rolling = setup->values[ROLLING][ij],
    };
    if (data->pairs[ij].rolling > 0.0)
      instance->unused = 0;
  }
  data->loop = loops[!(instance->unused & DCM_UNUSED_COUPLES)][limits_damping];
  return DCM_OK;
}

const dcm_model DCM_ISA_NAME(dcm_liggghts_hertz) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 1,
    .id = "liggghts-hertz",
    .title = "LIGGGHTS' Hertz model: constant restitution, tangential spring, rolling friction",
    .reference =
        "gran_model_hertz, gran_tangential_history and gran_rolling_friction_cdt of LIGGGHTS; C. "
        "Kloss, C. Goniva, A. Hager, S. Amberger, S. Pirker, Prog. Comput. Fluid Dyn. 12 (2012) "
        "140-152; J. Ai, J.-F. Chen, J. M. Rotter, J. Y. Ooi, Powder Technol. 206 (2011) 269-282",
    DCM_MODEL_OF_LOOP,
};
