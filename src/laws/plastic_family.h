/* SPDX-License-Identifier: MIT */
/** @file
 * The common part of elasto-plastic laws that are given by stiffnesses: a state, a tangential
 * spring of constant stiffness with Coulomb's limit, and springs of this stiffness against rolling
 * and twisting. */
#ifndef DCM_LAWS_PLASTIC_FAMILY_H
#define DCM_LAWS_PLASTIC_FAMILY_H

#include <dcm/dcm.h>
#include <math.h>

#include "kit/instance.h"
#include "kit/rows.h"
#include "mechanics/contact.h"
#include "mechanics/rolling.h"
#include "numeric/simd.h"

/** A spring constant of a pair.
 * @param word the keyword, also the symbol */
#define DCM_PARAMETER_STIFFNESS(word, text, more_flags, why)                                       \
  DCM_NUMBER(word, word, text, DCM_UNIT_STIFFNESS, 0.0, INFINITY, why, DCM_EACH_PAIR(HARMONIC),    \
             .flags = (more_flags))

/** The first loading and unloading. */
#define DCM_PARAMETER_LOADING                                                                      \
  DCM_PARAMETER_STIFFNESS("k1", "stiffness of the first loading",                                  \
                          DCM_REQUIRED | DCM_MINIMUM_EXCLUDED, "a solid resists being pressed")
#define DCM_PARAMETER_UNLOADING(text)                                                              \
  DCM_PARAMETER_STIFFNESS("k2", text, DCM_REQUIRED | DCM_MINIMUM_EXCLUDED,                         \
                          "a solid that was pressed resists more")

enum {
  DCM_PLASTIC_STRETCH,
  DCM_PLASTIC_GREATEST,
  DCM_PLASTIC_ROLLING,
  DCM_PLASTIC_TWISTING,
  DCM_PLASTIC_FIELD_COUNT
};

/** The history fields of these laws, as initialisers. A law has more fields behind them, the last
 * of which is DCM_HISTORY_SLIDES.
 * @param meaning of the greatest overlap */
#define DCM_PLASTIC_FIELDS(meaning)                                                                \
  [DCM_PLASTIC_STRETCH] = DCM_HISTORY_TANGENTIAL_DISPLACEMENT,                                     \
  [DCM_PLASTIC_GREATEST] = DCM_FIELD(SCALAR, EVEN, "greatest_overlap", meaning, DCM_UNIT_LENGTH),  \
  [DCM_PLASTIC_ROLLING] = DCM_HISTORY_ROLLING_COUPLE,                                              \
  [DCM_PLASTIC_TWISTING] = DCM_HISTORY_TWISTING_COUPLE

/** The components at which these fields begin. */
enum {
  DCM_PLASTIC_AT_STRETCH = 0,
  DCM_PLASTIC_AT_GREATEST = 3,
  DCM_PLASTIC_AT_ROLLING = 4,
  DCM_PLASTIC_AT_TWISTING = 7,
  DCM_PLASTIC_WIDTH = 8
};

/** Constants of a pair of materials across the normal. */
typedef struct dcm_plastic_across {
  double stiffness; /**< kt, also of rolling and twisting at R* */
  dcm_friction friction;
  double rolling, twisting;
} dcm_plastic_across;

/** Informs the host about the fields of rolling and twisting.
 * @param use DCM_FIELD_* */
static inline void dcm_plastic_angles(dcm_instance *instance, uint8_t use) {
  instance->field_use[DCM_PLASTIC_ROLLING] = instance->field_use[DCM_PLASTIC_TWISTING] = use;
}

/** Informs the host about couples and their states, if a pair has any. */
static inline void dcm_plastic_uses(dcm_instance *instance, dcm_plastic_across pair) {
  if (pair.rolling > 0.0 || pair.twisting > 0.0) {
    instance->unused = 0;
    dcm_plastic_angles(instance, DCM_FIELD_USED);
  }
}

/** Allocates instance->data, of form consistent, without couples until dcm_plastic_uses finds some.
 * @param header   bytes before the first pair
 * @param per_pair bytes of each pair
 * @return the block, or NULL after a message */
static inline void *dcm_plastic_allocate(const dcm_setup *setup, dcm_instance *instance,
                                         size_t header, size_t per_pair) {
  void *data = dcm_instance_allocate(setup, instance, header, per_pair);
  dcm_instance_form(instance, DCM_FORM_CONSISTENT);
  dcm_plastic_angles(instance, DCM_FIELD_UNUSED);
  return data;
}

/** Refuses an unloading that is softer than the loading.
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_plastic_check(const dcm_instance *instance, double k1, double k2) {
  if (k2 >= k1)
    return DCM_OK;
  return dcm_refuse(
      instance,
      "k2 = %g is below k1 = %g: unloading would give back more than loading took; give k2 >= k1",
      k2, k1);
}

/** One step of a tangential spring of constant stiffness, and its state.
 * @param damping force over velocity
 * @param load    that limits friction, not below zero */
DCM_SPECIALISED dcm_tangential dcm_plastic_tangential(dcm_plastic_across p, dcm_contact c,
                                                      double damping, double load,
                                                      const dcm_response *response, uint32_t k) {
  const dcm_vector old = dcm_load(response->history_in + DCM_PLASTIC_AT_STRETCH, k);
  const dcm_vector carried = dcm_turned(c, old);
  const dcm_tangential answer = dcm_tangential_consistent(
      carried, c.tangential_velocity, c.dt, dcm_spring_by_stretch(p.stiffness), damping,
      dcm_coulomb_of(p.friction, load, k));
  dcm_slides_store(p.friction, c.dt, answer.slips, k);
  dcm_store(response->history_out + DCM_PLASTIC_AT_STRETCH, k, answer.state);
  return answer;
}

/** Couples, and the rest of entry k of the response. */
DCM_SPECIALISED void dcm_plastic_finish(dcm_plastic_across p, dcm_contact c, dcm_normal normal,
                                        dcm_tangential tangential, double load, double greatest,
                                        const dcm_response *response, uint32_t k, int rolls,
                                        int with_energies) {
  dcm_answer answer = {.normal = normal, .tangential = tangential};
  if (rolls)
    answer.couples = dcm_rolling_with_springs(
        (dcm_rolling_springs){.stiffness = p.stiffness,
                              .impedance = sqrt(p.stiffness * c.effective_mass),
                              .rolling = p.rolling,
                              .twisting = p.twisting},
        c, load, 1, response, DCM_PLASTIC_AT_ROLLING, k);
  dcm_answer_store(response, k, c, answer, with_energies);
  response->history_out[DCM_PLASTIC_AT_GREATEST][k] = greatest;
}

#endif
