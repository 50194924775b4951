/* SPDX-License-Identifier: MIT */
/** @file
 * hertz: Hertz's elastic normal force without damping, Mindlin's tangential spring remembered by
 * its force, Coulomb's limit, rolling friction. docs/laws/hertz.md has the formulas and tells where
 * the published sheet errs. */
#include <dcm/dcm.h>

#include "mechanics/contact.h"
#include "mechanics/elastic.h"
#include "mechanics/hertz_pair.h"
#include "mechanics/history.h"
#include "mechanics/instance.h"
#include "mechanics/mindlin.h"
#include "mechanics/parameters.h"
#include "mechanics/rolling.h"
#include "mechanics/simd.h"

enum { YOUNG, POISSON, FRICTION, ROLLING, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [ROLLING] = DCM_PARAMETER_ROLLING,
};

enum { FORM, OPTION_COUNT };
static const dcm_option options[OPTION_COUNT] = {[FORM] = DCM_OPTION_FORM};

static const dcm_history_field history_fields[] = {DCM_HISTORY_TANGENTIAL_FORCE,
                                                   DCM_HISTORY_CONTACT_RADIUS};

typedef struct instance_data {
  uint32_t form;
  dcm_hertz_pair pairs[];
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
      data->pairs[i * n + j] = dcm_hertz_pair_of(values[YOUNG], values[POISSON], values[FRICTION],
                                                 values[ROLLING], n, i, j);
  return DCM_OK;
}

DCM_SPECIALISED void loop(const dcm_hertz_pair *pairs, const dcm_contacts *contacts,
                          const dcm_response *response, int rolls, int consistent,
                          int with_energies) {
  const dcm_hertz_pair p = pairs[contacts->pair];
  const double *const *old = response->history_in;
  double *const *new = response->history_out;
  DCM_SIMD
  for (uint32_t k = 0; k < contacts->count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double a = dcm_hertz_contact_radius(c.effective_radius, c.overlap);
    const double kn = dcm_hertz_normal_stiffness(p.effective_young, a);
    const double elastic = dcm_hertz_force(kn, c.overlap);
    const dcm_mindlin_state state = {dcm_load(old + DCM_COMPONENT_SPRING, k),
                                     old[DCM_COMPONENT_CONTACT_RADIUS][k]};
    const dcm_mindlin_law mindlin = {
        .stiffness_per_radius = dcm_mindlin_stiffness_per_radius(p.effective_shear),
        .contact_radius = a,
        .limit = dcm_coulomb_limit(p.friction, elastic, consistent),
    };
    const dcm_answer answer = {
        .normal = {.force = elastic, .stored = dcm_hertz_energy(elastic, c.overlap)},
        .tangential = dcm_mindlin(c, state, mindlin, dcm_mindlin_form_of(DCM_FORCE, consistent)),
        .couples = dcm_rolling(c, p.rolling, elastic, kn, rolls, consistent),
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

const dcm_model DCM_ISA_NAME(dcm_hertz) = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "hertz",
    .title = "Hertz normal force without damping, Mindlin tangential spring, rolling friction",
    .reference = "H. Hertz, J. reine angew. Math. 92 (1882) 156-171; R. D. Mindlin, J. Appl. Mech. "
                 "16 (1949) 259-268",
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
