/* SPDX-License-Identifier: MIT */
/** @file
 * The common part of the laws of LAMMPS' pair styles gran/hooke, gran/hooke/history and
 * gran/hertz/history: stiffnesses and coefficients of damping as numbers of a pair of materials,
 * damping in proportion to the effective mass, Coulomb's limit on spring and damper together. The
 * formulas are from the manual page pair_gran. Where the page is open, the law does as the styles
 * do; docs/laws/hooke-history.md lists these places.
 *
 * Stiffness and damping of both directions are multiplied by one number a: 1 in a linear law, the
 * contact radius sqrt(R* xi) in Hertz's. */
#ifndef DCM_LAWS_GRAN_FAMILY_H
#define DCM_LAWS_GRAN_FAMILY_H

#include <assert.h>
#include <dcm/dcm.h>
#include <math.h>

#include "kit/instance.h"
#include "kit/rows.h"
#include "mechanics/contact.h"
#include "mechanics/elastic.h"
#include "mechanics/limited_spring.h"
#include "numeric/simd.h"

/* ------------------------------------------------------------------------------ descriptions */

/** The parameters, with the dimensions that they have in the law. */
#define DCM_GRAN_KN(...)                                                                           \
  DCM_NUMBER("kn", "kn", "elastic constant of the normal force", DCM_UNIT(__VA_ARGS__), 0.0,       \
             INFINITY, "an elastic contact pushes apart", DCM_EACH_PAIR(NONE),                     \
             .flags = DCM_REQUIRED)
#define DCM_GRAN_KT(...)                                                                           \
  DCM_NUMBER("kt", "kt", "elastic constant of the tangential force; below 0: 2/7 of kn",           \
             DCM_UNIT(__VA_ARGS__), -1.0, INFINITY, "a spring is against its stretch",             \
             DCM_EACH_PAIR(NONE), .default_value = -1.0)
#define DCM_GRAN_GAMMA_N(...)                                                                      \
  DCM_NUMBER("gamma_n", "gamma_n", "damping constant of the normal force", DCM_UNIT(__VA_ARGS__),  \
             0.0, INFINITY, "damping must not drive", DCM_EACH_PAIR(NONE), .flags = DCM_REQUIRED)
#define DCM_GRAN_GAMMA_T(...)                                                                      \
  DCM_NUMBER("gamma_t", "gamma_t",                                                                 \
             "damping constant of the tangential force; below 0: half of gamma_n",                 \
             DCM_UNIT(__VA_ARGS__), -1.0, INFINITY, "damping must not drive", DCM_EACH_PAIR(NONE), \
             .default_value = -1.0)

/* --------------------------------------------------------------------------------- instances */

/** Constants of a pair of materials. */
typedef struct dcm_gran_pair {
  double kn, kt;
  double gamma_n, gamma_t;
  double friction;
} dcm_gran_pair;

typedef struct dcm_gran_instance {
  dcm_loop *loop;
  dcm_gran_pair pairs[]; /**< material_count^2 of them */
} dcm_gran_instance;

/** The whole init of a law whose option is DCM_OPTION_LIMIT_DAMPING. A law without "kt" has no
 * spring.
 * @param tables of the law
 * @param loops  by limit_damping */
static inline int32_t dcm_gran_init(const dcm_setup *setup, dcm_instance *instance,
                                    const dcm_model *tables, dcm_loop *const *loops) {
  if (dcm_refuse_below_zero(setup, instance, tables))
    return DCM_ERROR;
  dcm_gran_instance *data =
      dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  instance->velocity_arm = instance->moment_arm = DCM_ARM_RADIUS;
  instance->unused = DCM_UNUSED_COUPLES | DCM_UNUSED_SPINS;
  data->loop = loops[setup->options[0] == DCM_LIMIT_DAMPING_YES];
  const double *kn = dcm_values_of(setup, tables, "kn");
  const double *kt = dcm_values_of(setup, tables, "kt");
  /* LAMMPS applies the limit where a run begins, too. limited_spring.h explains the gain. */
  instance->flags = kt ? DCM_STATE_AT_START | DCM_KNOWN_GAIN : 0u;
  const double *gamma_n = dcm_values_of(setup, tables, "gamma_n");
  const double *gamma_t = dcm_values_of(setup, tables, "gamma_t");
  const double *friction = dcm_values_of(setup, tables, "friction");
  assert(kn && gamma_n && gamma_t && friction);
  for (uint32_t ij = 0; ij < setup->material_count * setup->material_count; ij++)
    data->pairs[ij] = (dcm_gran_pair){
        .kn = kn[ij],
        .kt = !kt            ? 0.0
              : kt[ij] < 0.0 ? kn[ij] * 2.0 / 7.0
                             : kt[ij],
        .gamma_n = gamma_n[ij],
        .gamma_t = gamma_t[ij] < 0.0 ? 0.5 * gamma_n[ij] : gamma_t[ij],
        .friction = friction[ij],
    };
  return DCM_OK;
}

/* ------------------------------------------------------------------------------- one contact */

/** The factor a at an overlap. */
DCM_SPECIALISED double dcm_gran_scale(dcm_contact c, double overlap, int hertzian) {
  return hertzian ? dcm_hertz_contact_radius(c.effective_radius, dcm_positive_part(overlap)) : 1.0;
}

/** a (kn xi - M* gamma_n vn), which attracts towards the end of a contact unless it is cut.
 * @param a dcm_gran_scale */
DCM_SPECIALISED dcm_normal dcm_gran_normal(dcm_gran_pair pair, dcm_contact c, double a,
                                           int hertzian, int limits_damping) {
  const double overlap = dcm_positive_part(c.overlap);
  const double elastic = a * pair.kn * overlap;
  /* The force of this damper does not vanish with the overlap, so it ends with the contact. */
  const double rate = c.overlap >= 0.0 ? c.normal_velocity : 0.0;
  const double total = elastic - a * (c.effective_mass * pair.gamma_n) * rate;
  const double force = limits_damping && total < 0.0 ? 0.0 : total;
  return (dcm_normal){
      .force = force,
      .stored = (hertzian ? 0.4 : 0.5) * elastic * overlap,
      .dissipated = (elastic - force) * c.normal_velocity * c.dt,
  };
}

/** One step of spring and damper.
 * @param shear stretch, of 1 relative to 2
 * @param a     dcm_gran_scale now
 * @param old_a dcm_gran_scale in the step before, about, because the state does not hold it
 * @param limit mu |Fn| */
DCM_SPECIALISED dcm_tangential dcm_gran_spring(dcm_gran_pair pair, dcm_contact c, dcm_vector shear,
                                               double a, double old_a, double limit) {
  const double stiffness = a * pair.kt;
  const dcm_vector moved = dcm_subtract_scaled(shear, c.dt, c.tangential_velocity);
  const dcm_vector trial = dcm_tangential_part(moved, c.normal);
  const dcm_vector damper = dcm_scale(a * (c.effective_mass * pair.gamma_t), c.tangential_velocity);
  /* Spring and damper may cancel. The projection removes the rounding error along the normal. */
  const dcm_vector sum =
      dcm_tangential_part(dcm_subtract_scaled(damper, stiffness, trial), c.normal);
  const dcm_limited limited = dcm_limit(sum, damper, limit, dcm_dot(moved, moved) > 0.0);
  const double compliance = dcm_compliance(stiffness);
  const dcm_vector state = dcm_limited_stretch(limited, trial, compliance);
  return dcm_limited_ledger(limited, state, c, compliance, dcm_scale(-old_a * pair.kt, shear),
                            dcm_scale(-stiffness, state), 0.5 * stiffness * dcm_dot(state, state),
                            0.5 * old_a * pair.kt * dcm_dot(shear, shear));
}

/* ---------------------------------------------------------------------- laws with a spring */

DCM_SPECIALISED void dcm_gran_history_loop(const dcm_gran_instance *data,
                                           const dcm_contacts *contacts,
                                           const dcm_response *response, int hertzian,
                                           int limits_damping, int with_energies) {
  const dcm_gran_pair p = data->pairs[contacts->pair];
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double a = dcm_gran_scale(c, c.overlap, hertzian);
    const double old_a = dcm_gran_scale(c, c.overlap + c.normal_velocity * c.dt, hertzian);
    const dcm_normal normal = dcm_gran_normal(p, c, a, hertzian, limits_damping);
    const dcm_answer answer = {
        .normal = normal,
        .tangential = dcm_gran_spring(p, c, dcm_load(response->history_in, k), a, old_a,
                                      p.friction * fabs(normal.force)),
    };
    dcm_answer_store(response, k, c, answer, with_energies);
    dcm_store(response->history_out, k, answer.tangential.state);
  }
}

#endif
