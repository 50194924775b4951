/* SPDX-License-Identifier: MIT */
/** @file
 * hertz-history: the springs and dampers of hooke-history times the contact radius of Hertz:
 * LAMMPS' pair_style gran/hertz/history. docs/laws/hertz-history.md has the formulas. */
#include <dcm/dcm.h>
#include <string.h>

#include "kit/rows.h"
#include "laws/gran_family.h"

static const dcm_parameter parameters[] = {
    DCM_GRAN_KN(.mass = 1, .length = -1, .time = -2),
    DCM_GRAN_KT(.mass = 1, .length = -1, .time = -2),
    DCM_GRAN_GAMMA_N(.length = -1, .time = -1),
    DCM_GRAN_GAMMA_T(.length = -1, .time = -1),
    DCM_PARAMETER_FRICTION,
};

static const dcm_option options[] = {DCM_OPTION_LIMIT_DAMPING};

static const dcm_history_field history_fields[] = {DCM_HISTORY_SHEAR};

DCM_TWO_WAYS(DCM_LOOP, loops, dcm_gran_history_loop, 1);

/** The usual values are those of glass, as the command has them for other laws. */
static const void *extension(const char *name) {
  static const dcm_usual_value usual[] = {{"kn", "4.86e10"}, {"gamma_n", "1.4e9"}, {NULL, NULL}};
  return strcmp(name, DCM_USUAL) == 0 ? usual : NULL;
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  return dcm_gran_init(setup, instance, DCM_TABLES, loops);
}

const dcm_model DCM_ISA_NAME(dcm_hertz_history) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 1,
    .id = "hertz-history",
    .title = "springs and damping in proportion to Hertz's contact radius and to the mass, sliding "
             "friction",
    .reference =
        "pair_style gran/hertz/history of LAMMPS; N. V. Brilliantov, F. Spahn, J.-M. Hertzsch, T. "
        "Poeschel, Phys. Rev. E 53 (1996) 5382-5392; L. E. Silbert, D. Ertas, G. S. Grest, T. C. "
        "Halsey, D. Levine, S. J. Plimpton, Phys. Rev. E 64 (2001) 051302",
    DCM_MODEL_OF_LOOP,
    .extension = extension,
};
