/* SPDX-License-Identifier: MIT */
/** @file
 * jkr: the normal force of Johnson, Kendall and Roberts with the contact radius of Hertz, hence
 * without a neck and ending at overlap zero; damping, tangential spring and rolling friction as in
 * hertz-mindlin. docs/laws/jkr.md has the formulas and tells where the published sheet errs;
 * jkr-exact has the true contact radius. */
#include <dcm/dcm.h>

#include "mechanics/contact.h"
#include "mechanics/damping.h"
#include "mechanics/elastic.h"
#include "mechanics/hertz_pair.h"
#include "mechanics/history.h"
#include "mechanics/instance.h"
#include "mechanics/jkr.h"
#include "mechanics/mindlin.h"
#include "mechanics/parameters.h"
#include "mechanics/rolling.h"
#include "mechanics/simd.h"

enum { YOUNG, POISSON, RESTITUTION, FRICTION, ROLLING, SURFACE_ENERGY, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [ROLLING] = DCM_PARAMETER_ROLLING,
    /* The sheet puts the geometric mean of two such values where JKR has the work of adhesion, so
     * that the pull-off force is 1.5 pi gamma12 R*. In LAMMPS' granular jkr it is 3 pi gamma R*. */
    [SURFACE_ENERGY] = {.size = sizeof(dcm_parameter),
                        .scope = DCM_PER_MATERIAL,
                        .flags = DCM_REQUIRED,
                        .name = "surface_energy",
                        .symbol = "gamma",
                        .description =
                            "surface energy, whose geometric mean over the two materials "
                            "is the work of adhesion",
                        .dimension = {.mass = 1, .time = -2},
                        .minimum = 0.0,
                        .maximum = INFINITY,
                        .reason = "it costs energy to part two surfaces"},
};

enum { FORM, OPTION_COUNT };
static const dcm_option options[OPTION_COUNT] = {[FORM] = DCM_OPTION_FORM};

static const dcm_history_field history_fields[] = {DCM_HISTORY_TANGENTIAL_DISPLACEMENT,
                                                   DCM_HISTORY_CONTACT_RADIUS};

typedef struct pair_constants {
  dcm_hertz_pair hertz;
  double damping_factor;  /* C |alpha| */
  double adhesion_factor; /* sqrt(8 pi E* gamma12) */
  double pull_off_per_radius;
} pair_constants;

typedef struct instance_data {
  uint32_t form;
  pair_constants pairs[];
} instance_data;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  data->form = setup->options[FORM];
  const double *const *values = setup->values;
  dcm_hertz_needs(setup, data->form, values[ROLLING], instance);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++) {
      const dcm_hertz_pair hertz = dcm_hertz_pair_of(values[YOUNG], values[POISSON],
                                                     values[FRICTION], values[ROLLING], n, i, j);
      const double gamma = sqrt(values[SURFACE_ENERGY][i] * values[SURFACE_ENERGY][j]);
      data->pairs[i * n + j] = (pair_constants){
          .hertz = hertz,
          .damping_factor = dcm_damping_factor(values[RESTITUTION][i * n + j]),
          .adhesion_factor = sqrt(8.0 * DCM_PI * hertz.effective_young * gamma),
          .pull_off_per_radius = dcm_jkr_pull_off_per_radius(gamma),
      };
    }
  return DCM_OK;
}

DCM_SPECIALISED void loop(const pair_constants *pairs, const dcm_contacts *contacts,
                          const dcm_response *response, int rolls, int consistent,
                          int with_energies) {
  const pair_constants p = pairs[contacts->pair];
  const double *const *old = response->history_in;
  double *const *new = response->history_out;
  DCM_SIMD
  for (uint32_t k = 0; k < contacts->count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double a = dcm_hertz_contact_radius(c.effective_radius, c.overlap);
    const double kn = dcm_hertz_normal_stiffness(p.hertz.effective_young, a);
    const double elastic = dcm_hertz_force(kn, c.overlap);
    const double eta = dcm_damping_coefficient(p.damping_factor, kn, c.effective_mass);
    const double adhesion = p.adhesion_factor * a * sqrt(a);
    const double conservative = elastic - adhesion;
    const double force = conservative - eta * c.normal_velocity;
    const dcm_mindlin_state state = {dcm_load(old + DCM_COMPONENT_SPRING, k),
                                     old[DCM_COMPONENT_CONTACT_RADIUS][k]};
    const double ct = dcm_mindlin_stiffness_per_radius(p.hertz.effective_shear);
    const dcm_mindlin_law mindlin = {
        .stiffness_per_radius = ct,
        .contact_radius = a,
        .damping = dcm_damping_coefficient(p.damping_factor, ct * a, c.effective_mass),
        .limit = consistent ? dcm_jkr_coulomb_limit(p.hertz.friction, conservative,
                                                    p.pull_off_per_radius * c.effective_radius)
                            : dcm_coulomb_limit(p.hertz.friction, force, 0),
    };
    const dcm_answer answer = {
        .normal = {.force = force,
                   /* The adhesive part is proportional to xi^(3/4). */
                   .stored =
                       dcm_hertz_energy(elastic, c.overlap) - (4.0 / 7.0) * adhesion * c.overlap,
                   .dissipated = eta * c.normal_velocity * c.normal_velocity * c.dt},
        .tangential = dcm_mindlin(c, state, mindlin, dcm_mindlin_form_of(DCM_STRETCH, consistent)),
        .couples = dcm_rolling(c, p.hertz.rolling, conservative, kn, rolls, consistent),
    };
    dcm_answer_store(response, k, c, answer, with_energies);
    dcm_store(new + DCM_COMPONENT_SPRING, k, answer.tangential.state);
    new[DCM_COMPONENT_CONTACT_RADIUS][k] = a;
  }
}

static void compute(const dcm_instance *instance, const dcm_contacts *contacts,
                    const dcm_response *response) {
  const instance_data *data = instance->data;
  DCM_EIGHT_LOOPS(dcm_hertz_rolls(instance), data->form == DCM_FORM_CONSISTENT, response->energies,
                  loop, data->pairs, contacts, response);
}

const dcm_model DCM_ISA_NAME(dcm_jkr) = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "jkr",
    .title = "JKR adhesion with the contact radius of Hertz, Mindlin tangential spring, damping, "
             "rolling friction",
    .reference = "K. L. Johnson, K. Kendall, A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) "
                 "301-313; R. D. Mindlin, J. Appl. Mech. 16 (1949) 259-268; Y. Tsuji, T. Tanaka, "
                 "T. Ishida, Powder Technol. 71 (1992) 239-250",
    .parameter_count = PARAMETER_COUNT,
    .option_count = OPTION_COUNT,
    .history_count = sizeof history_fields / sizeof history_fields[0],
    .parameters = parameters,
    .options = options,
    .history_fields = history_fields,
    .init = init,
    .compute = compute,
    .destroy = dcm_instance_free,
};
