/* SPDX-License-Identifier: MIT */
/** @file
 * jkr: the normal force of Johnson, Kendall and Roberts with the contact radius of Hertz, hence
 * without a neck and ending at overlap zero; damping, tangential spring and rolling friction as in
 * hertz-mindlin. docs/laws/jkr.md has the formulas and lists the errors of the published sheet.
 * jkr-exact has the true contact radius. */
#include <dcm/dcm.h>

#include "laws/hertz_contact.h"
#include "mechanics/jkr.h"

enum { SURFACE_ENERGY = DCM_HERTZ_PARAMETER_COUNT, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    DCM_HERTZ_PARAMETERS,
    /* The sheet has the geometric mean of two such values in the place of the work of adhesion, so
     * that the pull-off force is 1.5 pi gamma12 R*. In LAMMPS' granular jkr it is 3 pi gamma R*. */
    [SURFACE_ENERGY] = DCM_NUMBER(
        "surface_energy", "gamma",
        "surface energy, whose geometric mean over the two materials is the work of adhesion",
        DCM_UNIT_STIFFNESS, 0.0, INFINITY, "it costs energy to part two surfaces",
        DCM_EACH_MATERIAL, .flags = DCM_REQUIRED),
};

static const dcm_option options[] = {DCM_HERTZ_OPTIONS};

static const dcm_history_field history_fields[] = {DCM_HERTZ_FIELDS_WITH_STRETCH,
                                                   DCM_HERTZ_FIELD_OF_DAMPING, DCM_HISTORY_SLIDES};

typedef struct pair_constants {
  dcm_hertz_pair hertz;
  double adhesion_factor; /* sqrt(8 pi E* gamma12) */
  double pull_off_per_radius;
} pair_constants;

typedef struct instance_data {
  dcm_hertz_instance hertz;
  pair_constants pairs[];
} instance_data;

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int implicit, int consistent, int rolls,
                          int with_energies) {
  const dcm_hertz_form form = {DCM_STRETCH, 0, consistent, rolls, with_energies};
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.hertz.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    dcm_hertz_spring spring = dcm_hertz_elastic(p.hertz, c);
    const double a = spring.contact_radius, adhesion = p.adhesion_factor * a * sqrt(a);
    spring.force -= adhesion;
    /* Adhesion is proportional to xi^(3/4). */
    spring.energy -= (4.0 / 7.0) * adhesion * dcm_positive_part(c.overlap);
    const dcm_hertz_contact hertz = dcm_hertz_damped_as(p.hertz, c, spring, implicit, response, k);
    const double load = consistent ? dcm_jkr_normal_load(hertz.conservative,
                                                         p.pull_off_per_radius * c.effective_radius)
                                   : dcm_normal_load(hertz.normal.force, 0);
    dcm_hertz_finish(p.hertz, c, hertz, load, form, response, k);
  }
}

DCM_HERTZ_DAMPED_LOOPS(loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const double *gamma_of = setup->values[SURFACE_ENERGY];
  const uint32_t n = setup->material_count;
  instance_data *data = dcm_hertz_create(setup, instance, DCM_TABLES, loops,
                                         offsetof(instance_data, pairs), sizeof(pair_constants));
  if (!data)
    return DCM_ERROR;
  for (uint32_t ij = 0; ij < n * n; ij++) {
    pair_constants *pair = &data->pairs[ij];
    const double gamma = sqrt(gamma_of[ij / n] * gamma_of[ij % n]);
    if (gamma > 0.0)
      instance->flags |= DCM_KNOWN_RESTITUTION | DCM_KNOWN_FRICTION;
    pair->adhesion_factor = sqrt(8.0 * DCM_PI * pair->hertz.effective_young * gamma);
    pair->pull_off_per_radius = dcm_jkr_pull_off_per_radius(gamma);
  }
  return DCM_OK;
}

const dcm_model DCM_ISA_NAME(dcm_jkr) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 4,
    .id = "jkr",
    .title = "JKR adhesion with the contact radius of Hertz, Mindlin tangential spring, damping, "
             "rolling friction",
    .reference = "K. L. Johnson, K. Kendall, A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) "
                 "301-313; R. D. Mindlin, J. Appl. Mech. 16 (1949) 259-268; Y. Tsuji, T. Tanaka, "
                 "T. Ishida, Powder Technol. 71 (1992) 239-250",
    DCM_MODEL_OF_LOOP,
};
