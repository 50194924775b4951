/* SPDX-License-Identifier: MIT */
/** @file
 * hertz: Hertz's elastic normal force without damping, Mindlin's tangential spring remembered by
 * its force, Coulomb's limit, rolling friction. docs/laws/hertz.md has the formulas and tells where
 * the published sheet errs. */
#include <dcm/dcm.h>

#include "kit/model.h"
#include "laws/hertz_family.h"

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

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  return dcm_hertz_init(setup, instance, parameters, PARAMETER_COUNT, setup->options[FORM]);
}

DCM_SPECIALISED void loop(const dcm_hertz_pair *pairs, const dcm_contacts *contacts,
                          const dcm_response *response, int rolls, int consistent,
                          int with_energies) {
  const dcm_hertz_form form = {dcm_mindlin_form_of(DCM_FORCE, consistent), rolls, consistent,
                               with_energies};
  const dcm_hertz_pair p = pairs[contacts->pair];
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double overlap = dcm_pressed(c.overlap);
    const double a = dcm_hertz_contact_radius(c.effective_radius, overlap);
    const double elastic =
        dcm_hertz_force(dcm_hertz_normal_stiffness(p.effective_young, a), overlap);
    const dcm_hertz_contact hertz =
        dcm_hertz_undamped(c, a, elastic, dcm_hertz_energy(elastic, overlap));
    const double limit = dcm_coulomb_limit(p.friction, elastic, consistent);
    dcm_hertz_finish(p, c, hertz, limit, form, response, k);
  }
}

static void compute(const dcm_instance *instance, const dcm_contacts *contacts,
                    const dcm_response *response) {
  const dcm_hertz_plain *data = instance->data;
  DCM_EIGHT_LOOPS(dcm_hertz_rolls(instance), dcm_hertz_is_consistent(instance), response->energies,
                  loop, data->pairs, contacts, response);
}

const dcm_model DCM_ISA_NAME(dcm_hertz) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 1,
    .id = "hertz",
    .title = "Hertz normal force without damping, Mindlin tangential spring, rolling friction",
    .reference = "H. Hertz, J. reine angew. Math. 92 (1882) 156-171; R. D. Mindlin, J. Appl. Mech. "
                 "16 (1949) 259-268",
    .init = init,
    .compute = compute,
    .destroy = dcm_instance_free,
};
