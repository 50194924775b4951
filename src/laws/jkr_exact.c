/* SPDX-License-Identifier: MIT */
/** @file
 * jkr-exact: the theory of Johnson, Kendall and Roberts with its own contact radius, the root of a
 * quartic. A contact begins when the spheres touch and persists, stretched to a neck, to negative
 * overlaps. Damping, tangential spring and rolling friction are those of hertz-mindlin, with that
 * radius. docs/laws/jkr-exact.md has the formulas. */
#include <dcm/dcm.h>

#include "laws/hertz_contact.h"
#include "mechanics/jkr.h"

enum { ADHESION = DCM_HERTZ_PARAMETER_COUNT, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    DCM_HERTZ_PARAMETERS,
    [ADHESION] = DCM_PARAMETER_WORK_OF_ADHESION(DCM_REQUIRED),
};

enum { DETACH = 2, OPTION_COUNT };
enum { DETACH_SNAPOFF, DETACH_PULLOFF };
static const dcm_option options[OPTION_COUNT] = {
    DCM_OPTION_FORM,
    DCM_OPTION_ROLLING_MODEL,
    [DETACH] = DCM_WORDS(
        "detach", "a contact ends where its stable branch ends, or at the largest tension",
        DETACH_SNAPOFF, [DETACH_SNAPOFF] = "snapoff", [DETACH_PULLOFF] = "pulloff"),
};

static const dcm_history_field history_fields[] = {DCM_HERTZ_FIELDS_WITH_STRETCH,
                                                   DCM_HISTORY_SLIDES};

typedef struct pair_constants {
  dcm_hertz_pair hertz;
  dcm_jkr_pair jkr;
  double pull_off_per_radius;
} pair_constants;

typedef struct instance_data {
  dcm_hertz_instance hertz;
  uint32_t detach;
  pair_constants pairs[];
} instance_data;

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int consistent, int rolls,
                          int with_energies) {
  const dcm_hertz_form form = {DCM_STRETCH, 0, consistent, rolls, with_energies};
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.hertz.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const dcm_jkr_contact jkr = dcm_jkr_solve(p.jkr, c.effective_radius, c.overlap);
    const dcm_hertz_contact hertz =
        dcm_hertz_damped(p.hertz, c, (dcm_hertz_spring){jkr.radius, jkr.force, jkr.energy});
    const double load = dcm_jkr_normal_load(jkr.force, p.pull_off_per_radius * c.effective_radius);
    dcm_hertz_finish(p.hertz, c, hertz, load, form, response, k);
  }
}

DCM_HERTZ_LOOPS(loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  instance_data *data = dcm_hertz_create(setup, instance, DCM_TABLES, loops,
                                         offsetof(instance_data, pairs), sizeof(pair_constants));
  if (!data)
    return DCM_ERROR;
  data->detach = setup->options[DETACH];
  for (uint32_t ij = 0; ij < n * n; ij++) {
    pair_constants *pair = &data->pairs[ij];
    const double work = setup->values[ADHESION][ij];
    if (work > 0.0)
      instance->flags |= DCM_KNOWN_RESTITUTION | DCM_KNOWN_FRICTION;
    pair->jkr = dcm_jkr_pair_of(pair->hertz.effective_young, work);
    pair->pull_off_per_radius = dcm_jkr_pull_off_per_radius(work);
  }
  return DCM_OK;
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const instance_data *data = instance->data;
  const dcm_jkr_pair jkr = data->pairs[sides->pair].jkr;
  return data->detach == DETACH_PULLOFF ? dcm_jkr_pull_off_reach(jkr, sides->effective_radius)
                                        : dcm_jkr_snap_off_reach(jkr, sides->effective_radius);
}

const dcm_model DCM_ISA_NAME(dcm_jkr_exact) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 4,
    .id = "jkr-exact",
    .title = "JKR adhesion with its true contact radius and neck, Mindlin tangential spring, "
             "damping, rolling friction",
    .reference = "K. L. Johnson, K. Kendall, A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) "
                 "301-313; R. D. Mindlin, J. Appl. Mech. 16 (1949) 259-268; Y. Tsuji, T. Tanaka, "
                 "T. Ishida, Powder Technol. 71 (1992) 239-250",
    DCM_MODEL_OF_LOOP,
    .reach = reach,
};
