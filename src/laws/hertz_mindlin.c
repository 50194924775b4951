/* SPDX-License-Identifier: MIT */
/** @file
 * hertz-mindlin: Hertz's normal force with damping of constant restitution, Mindlin's tangential
 * spring without slip, Coulomb's limit, rolling friction. docs/laws/hertz-mindlin.md has the
 * formulas and tells where the published sheet errs. */
#include <dcm/dcm.h>

#include "mechanics/contact.h"
#include "mechanics/damping.h"
#include "mechanics/elastic.h"
#include "mechanics/hertz_pair.h"
#include "mechanics/history.h"
#include "mechanics/instance.h"
#include "mechanics/mindlin.h"
#include "mechanics/parameters.h"
#include "mechanics/rolling.h"
#include "mechanics/simd.h"

enum { YOUNG, POISSON, RESTITUTION, FRICTION, ROLLING, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [ROLLING] = DCM_PARAMETER_ROLLING,
};

enum { FORM, OPTION_COUNT };
static const dcm_option options[OPTION_COUNT] = {[FORM] = DCM_OPTION_FORM};

static const dcm_history_field history_fields[] = {DCM_HISTORY_TANGENTIAL_DISPLACEMENT,
                                                   DCM_HISTORY_CONTACT_RADIUS};

typedef struct pair_constants {
  dcm_hertz_pair hertz;
  double damping_factor; /* C |alpha| */
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
    for (uint32_t j = 0; j < n; j++)
      data->pairs[i * n + j] = (pair_constants){
          .hertz = dcm_hertz_pair_of(values[YOUNG], values[POISSON], values[FRICTION],
                                     values[ROLLING], n, i, j),
          .damping_factor = dcm_damping_factor(values[RESTITUTION][i * n + j]),
      };
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
    const double force = elastic - eta * c.normal_velocity;
    const dcm_mindlin_state state = {dcm_load(old + DCM_COMPONENT_SPRING, k),
                                     old[DCM_COMPONENT_CONTACT_RADIUS][k]};
    const double ct = dcm_mindlin_stiffness_per_radius(p.hertz.effective_shear);
    const dcm_mindlin_law mindlin = {
        .stiffness_per_radius = ct,
        .contact_radius = a,
        .damping = dcm_damping_coefficient(p.damping_factor, ct * a, c.effective_mass),
        .limit = dcm_coulomb_limit(p.hertz.friction, force, consistent),
    };
    const dcm_answer answer = {
        .normal = {.force = force,
                   .stored = dcm_hertz_energy(elastic, c.overlap),
                   .dissipated = eta * c.normal_velocity * c.normal_velocity * c.dt},
        .tangential = dcm_mindlin(c, state, mindlin, dcm_mindlin_form_of(DCM_STRETCH, consistent)),
        .couples = dcm_rolling(c, p.hertz.rolling, elastic, kn, rolls, consistent),
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

const dcm_model DCM_ISA_NAME(dcm_hertz_mindlin) = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "hertz-mindlin",
    .title =
        "Hertz normal force, Mindlin tangential spring, constant restitution, rolling friction",
    .reference = "H. Hertz, J. reine angew. Math. 92 (1882) 156-171; R. D. Mindlin, J. Appl. Mech. "
                 "16 (1949) 259-268; Y. Tsuji, T. Tanaka, T. Ishida, Powder Technol. 71 (1992) "
                 "239-250",
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
