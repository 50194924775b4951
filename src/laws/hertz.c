/* SPDX-License-Identifier: MIT */
/** @file
 * hertz: Hertz's elastic normal force without damping, Mindlin's tangential spring with its force
 * as the state, Coulomb's limit, rolling friction. docs/laws/hertz.md has the formulas and lists
 * the errors of the published sheet. */
#include <dcm/dcm.h>

#include "laws/hertz_contact.h"

static const dcm_parameter parameters[] = {DCM_PARAMETER_YOUNG,    DCM_PARAMETER_POISSON,
                                           DCM_PARAMETER_FRICTION, DCM_PARAMETER_FRICTION_STATIC,
                                           DCM_PARAMETER_ROLLING,  DCM_PARAMETER_TWISTING};

static const dcm_option options[] = {DCM_OPTION_FORM, DCM_OPTION_ROLLING_MODEL};

static const dcm_history_field history_fields[] = {DCM_HERTZ_FIELDS, DCM_HISTORY_SLIDES};

DCM_SPECIALISED void loop(const dcm_hertz_plain *data, const dcm_contacts *contacts,
                          const dcm_response *response, int consistent, int rolls,
                          int with_energies) {
  const dcm_hertz_form form = {DCM_FORCE, 0, consistent, rolls, with_energies};
  dcm_hertz_pair p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const dcm_hertz_contact hertz = dcm_hertz_undamped(c, dcm_hertz_elastic(p, c));
    dcm_hertz_finish(p, c, hertz, dcm_normal_load(hertz.normal.force, consistent), form, response,
                     k);
  }
}

DCM_HERTZ_LOOPS(loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  return dcm_hertz_init(setup, instance, DCM_TABLES, loops);
}

const dcm_model DCM_ISA_NAME(dcm_hertz) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 4,
    .id = "hertz",
    .title = "Hertz normal force without damping, Mindlin tangential spring, rolling friction",
    .reference = "H. Hertz, J. reine angew. Math. 92 (1882) 156-171; R. D. Mindlin, J. Appl. Mech. "
                 "16 (1949) 259-268",
    DCM_MODEL_OF_LOOP,
};
