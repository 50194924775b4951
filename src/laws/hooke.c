/* SPDX-License-Identifier: MIT */
/** @file
 * hooke: a linear spring and damping in proportion to the mass, tangential damping held to
 * Coulomb's limit, no state: LAMMPS' pair_style gran/hooke. docs/laws/hooke.md has the formulas. */
#include <dcm/dcm.h>

#include "kit/rows.h"
#include "laws/gran_family.h"

static const dcm_parameter parameters[] = {
    DCM_GRAN_KN(.mass = 1, .time = -2),
    DCM_GRAN_GAMMA_N(.time = -1),
    DCM_GRAN_GAMMA_T(.time = -1),
    DCM_PARAMETER_FRICTION,
};

static const dcm_option options[] = {DCM_OPTION_LIMIT_DAMPING};

DCM_SPECIALISED void loop(const dcm_gran_instance *data, const dcm_contacts *contacts,
                          const dcm_response *response, int limits_damping, int with_energies) {
  const dcm_gran_pair p = data->pairs[contacts->pair];
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const dcm_normal normal = dcm_gran_normal(p, c, 1.0, 0, limits_damping);
    const dcm_answer answer = {
        .normal = normal,
        .tangential =
            dcm_limited_damper(c, c.effective_mass * p.gamma_t, p.friction * fabs(normal.force)),
    };
    dcm_answer_store(response, k, c, answer, with_energies);
  }
}

DCM_TWO_WAYS(DCM_LOOP, loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  return dcm_gran_init(setup, instance, &(const dcm_model){DCM_MODEL}, loops);
}

const dcm_model DCM_ISA_NAME(dcm_hooke) = {
    DCM_MODEL,
    DCM_MODEL_OPTIONS,
    .history_version = 1,
    .id = "hooke",
    .title = "linear spring, damping in proportion to the mass, sliding friction without a state",
    .reference = "pair_style gran/hooke of LAMMPS; N. V. Brilliantov, F. Spahn, J.-M. Hertzsch, T. "
                 "Poeschel, Phys. Rev. E 53 (1996) 5382-5392; L. E. Silbert, D. Ertas, G. S. "
                 "Grest, T. C. Halsey, D. Levine, S. J. Plimpton, Phys. Rev. E 64 (2001) 051302",
    DCM_MODEL_OF_LOOP,
};
