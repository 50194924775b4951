/* SPDX-License-Identifier: MIT */
/** @file
 * linear: a linear spring and damper of constant restitution, a linear tangential spring with
 * Coulomb's limit, and springs against rolling and twisting. docs/laws/linear.md has the formulas.
 */
#include <dcm/dcm.h>
#include <math.h>

#include "kit/instance.h"
#include "kit/rows.h"
#include "mechanics/contact.h"
#include "mechanics/linear_contact.h"
#include "mechanics/restitution.h"
#include "mechanics/rolling.h"
#include "mechanics/tangential.h"
#include "numeric/simd.h"

enum {
  STIFFNESS,
  RATIO,
  RESTITUTION,
  FRICTION,
  FRICTION_STATIC,
  ROLLING,
  TWISTING,
  PARAMETER_COUNT
};
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [STIFFNESS] = DCM_PARAMETER_LINEAR_STIFFNESS,
    [RATIO] = DCM_PARAMETER_LINEAR_RATIO,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [FRICTION_STATIC] = DCM_PARAMETER_FRICTION_STATIC,
    [ROLLING] = DCM_PARAMETER_ROLLING,
    [TWISTING] = DCM_PARAMETER_TWISTING,
};

enum { ATTRACTION, OPTION_COUNT };
enum { ATTRACTION_YES, ATTRACTION_NO };
static const dcm_option options[OPTION_COUNT] = {
    [ATTRACTION] = DCM_WORDS(
        "attraction",
        "whether damping may pull at the end of a contact; the restitution is obtained either way",
        ATTRACTION_YES, [ATTRACTION_YES] = "yes", [ATTRACTION_NO] = "no")};

enum { FIELD_STRETCH, FIELD_ROLLING, FIELD_TWISTING, FIELD_SLIDES, FIELD_COUNT };
enum { STRETCH = 0, ROLLING_COUPLE = 3 };
static const dcm_history_field history_fields[FIELD_COUNT] = {
    [FIELD_STRETCH] = DCM_HISTORY_TANGENTIAL_DISPLACEMENT,
    [FIELD_ROLLING] = DCM_HISTORY_ROLLING_COUPLE,
    [FIELD_TWISTING] = DCM_HISTORY_TWISTING_COUPLE,
    [FIELD_SLIDES] = DCM_HISTORY_SLIDES,
};

typedef struct pair_constants {
  dcm_linear_law linear;
  dcm_friction friction;
  double impedance; /* sqrt(kt): the impedance that damps rolling, over sqrt(M*) */
  double rolling, twisting;
} pair_constants;

typedef struct instance_data {
  dcm_loop *loop;
  pair_constants pairs[];
} instance_data;

/** The factor 2 zeta: the coefficient of a damper is this times sqrt(k M*). */
static int32_t damping_factor(const dcm_setup *setup, const dcm_instance *instance,
                              double restitution, double *factor) {
  double ratio = dcm_damping_ratio(restitution), smallest;
  if (setup->options[ATTRACTION] == ATTRACTION_NO &&
      dcm_damping_ratio_without_attraction(restitution, &ratio, &smallest))
    return dcm_refuse(instance,
                      "restitution = %g cannot be obtained without attraction: the least possible "
                      "value is %.2g; give a larger restitution, or use 'attraction yes'",
                      restitution, smallest);
  *factor = 2.0 * ratio;
  return DCM_OK;
}

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int rolls, int attracts,
                          int with_energies) {
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double root = sqrt(c.effective_mass);
    const dcm_vector carried = dcm_turned(c, dcm_load(response->history_in + STRETCH, k));
    const dcm_linear_contact linear =
        dcm_linear_contact_of(p.linear, p.friction, c, carried, root, attracts, k);
    dcm_answer answer = {.normal = linear.normal, .tangential = linear.tangential};
    if (rolls)
      answer.couples =
          dcm_rolling_with_springs((dcm_rolling_springs){.stiffness = p.linear.tangential,
                                                         .impedance = p.impedance * root,
                                                         .rolling = p.rolling,
                                                         .twisting = p.twisting},
                                   c, linear.load, 1, response, ROLLING_COUPLE, k);
    dcm_answer_store(response, k, c, answer, with_energies);
    dcm_store(response->history_out + STRETCH, k, answer.tangential.state);
  }
}

DCM_FOUR_WAYS(DCM_LOOP, loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  const double *const *given = setup->values;
  dcm_frictions frictions;
  if (dcm_frictions_find(setup, instance, DCM_TABLES, STRETCH, &frictions))
    return DCM_ERROR;
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  dcm_instance_form(instance, DCM_FORM_CONSISTENT);
  instance->field_use[FIELD_ROLLING] = instance->field_use[FIELD_TWISTING] = DCM_FIELD_UNUSED;
  for (uint32_t ij = 0; ij < n * n; ij++) {
    double factor = 0.0;
    if (damping_factor(setup, instance, given[RESTITUTION][ij], &factor)) {
      dcm_instance_free(instance);
      return DCM_ERROR;
    }
    const double kn = given[STIFFNESS][ij], kt = given[RATIO][ij] * kn;
    data->pairs[ij] = (pair_constants){
        .linear = dcm_linear_law_of(kn, kt, factor),
        .friction = dcm_friction_of(&frictions, ij),
        .impedance = sqrt(kt),
        .rolling = given[ROLLING][ij],
        .twisting = given[TWISTING][ij],
    };
    if (given[ROLLING][ij] > 0.0 || given[TWISTING][ij] > 0.0) {
      instance->unused = 0;
      instance->field_use[FIELD_ROLLING] = instance->field_use[FIELD_TWISTING] = DCM_FIELD_USED;
    }
  }
  data->loop =
      loops[!(instance->unused & DCM_UNUSED_COUPLES)][setup->options[ATTRACTION] == ATTRACTION_YES];
  return DCM_OK;
}

const dcm_model DCM_ISA_NAME(dcm_linear) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 2,
    .id = "linear",
    .title =
        "Linear springs and dampers of constant restitution, friction, springs against rolling "
        "and twisting",
    .reference = "P. A. Cundall, O. D. L. Strack, Geotechnique 29 (1979) 47-65; T. Schwager, "
                 "T. Poeschel, Granular Matter 9 (2007) 465-469; J. Ai, J.-F. Chen, J. M. Rotter, "
                 "J. Y. Ooi, Powder Technol. 206 (2011) 269-282; S. Luding, Granular Matter 10 "
                 "(2008) 235-246",
    DCM_MODEL_OF_LOOP,
};
