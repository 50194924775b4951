/* SPDX-License-Identifier: MIT */
/** @file
 * hertz-mindlin: Hertz's normal force with damping of constant restitution, Mindlin's tangential
 * spring without slip, Coulomb's limit, rolling friction. docs/laws/hertz-mindlin.md has the
 * formulas and lists the errors of the published sheet. docs/parameter-to-force.md walks through
 * this file. */
#include <dcm/dcm.h>

#include "laws/hertz_contact.h"

static const dcm_parameter parameters[] = {DCM_HERTZ_PARAMETERS};

static const dcm_option options[] = {DCM_HERTZ_OPTIONS};

static const dcm_history_field history_fields[] = {DCM_HERTZ_FIELDS_WITH_STRETCH,
                                                   DCM_HERTZ_FIELD_OF_DAMPING, DCM_HISTORY_SLIDES};

DCM_SPECIALISED void loop(const dcm_hertz_plain *data, const dcm_contacts *contacts,
                          const dcm_response *response, int implicit, int consistent, int rolls,
                          int with_energies) {
  const dcm_hertz_form form = {DCM_STRETCH, 0, consistent, rolls, with_energies};
  dcm_hertz_pair p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const dcm_hertz_contact hertz =
        dcm_hertz_damped_as(p, c, dcm_hertz_elastic(p, c), implicit, response, k);
    dcm_hertz_finish(p, c, hertz, dcm_normal_load(hertz.normal.force, consistent), form, response,
                     k);
  }
}

DCM_HERTZ_DAMPED_LOOPS(loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  return dcm_hertz_init(setup, instance, DCM_TABLES, loops);
}

const dcm_model DCM_ISA_NAME(dcm_hertz_mindlin) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 4,
    .id = "hertz-mindlin",
    .title =
        "Hertz normal force, Mindlin tangential spring, constant restitution, rolling friction",
    .reference = "H. Hertz, J. reine angew. Math. 92 (1882) 156-171; R. D. Mindlin, J. Appl. Mech. "
                 "16 (1949) 259-268; Y. Tsuji, T. Tanaka, T. Ishida, Powder Technol. 71 (1992) "
                 "239-250",
    DCM_MODEL_OF_LOOP,
};
