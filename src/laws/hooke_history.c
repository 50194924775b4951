/* SPDX-License-Identifier: MIT */
/** @file
 * hooke-history: a linear spring and damping in proportion to the mass, the same along the tangent,
 * held to Coulomb's limit: LAMMPS' pair_style gran/hooke/history. docs/laws/hooke-history.md has
 * the formulas. */
#include <dcm/dcm.h>

#include "kit/rows.h"
#include "laws/gran_family.h"

static const dcm_parameter parameters[] = {
    DCM_GRAN_KN(.mass = 1, .time = -2),
    DCM_GRAN_KT(.mass = 1, .time = -2),
    DCM_GRAN_GAMMA_N(.time = -1),
    DCM_GRAN_GAMMA_T(.time = -1),
    DCM_PARAMETER_FRICTION,
};

static const dcm_option options[] = {DCM_OPTION_LIMIT_DAMPING};

static const dcm_history_field history_fields[] = {DCM_HISTORY_SHEAR};

DCM_TWO_WAYS(DCM_LOOP, loops, dcm_gran_history_loop, 0);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  return dcm_gran_init(setup, instance, DCM_TABLES, loops);
}

const dcm_model DCM_ISA_NAME(dcm_hooke_history) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 1,
    .id = "hooke-history",
    .title = "linear springs along and across the normal, damping in proportion to the mass, "
             "sliding friction",
    .reference = "pair_style gran/hooke/history of LAMMPS; P. A. Cundall, O. D. L. Strack, "
                 "Geotechnique 29 (1979) 47-65; L. E. Silbert, D. Ertas, G. S. Grest, T. C. "
                 "Halsey, D. Levine, S. J. Plimpton, Phys. Rev. E 64 (2001) 051302",
    DCM_MODEL_OF_LOOP,
};
