/* SPDX-License-Identifier: MIT */
/** @file
 * woo-hertz: the Hertzian contact of the program Woo, with the viscosity of Antypov and Elliott
 * that may be kept from attracting, and adhesion between the limits of Derjaguin, Muller and
 * Toporov and of Johnson, Kendall and Roberts. docs/laws/woo-hertz.md has the formulas. */
#include <dcm/dcm.h>
#include <math.h>

#include "mechanics/constants.h"
#include "mechanics/contact.h"
#include "mechanics/damping.h"
#include "mechanics/elastic.h"
#include "mechanics/history.h"
#include "mechanics/instance.h"
#include "mechanics/jkr.h"
#include "mechanics/mindlin.h"
#include "mechanics/parameters.h"
#include "mechanics/restitution.h"
#include "mechanics/simd.h"

enum { YOUNG, POISSON, RESTITUTION, FRICTION, SURFACE_ENERGY, TRANSITION, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = {.size = sizeof(dcm_parameter),
                  .scope = DCM_PER_PAIR,
                  .mixing = DCM_MIX_MINIMUM,
                  .flags = DCM_REQUIRED,
                  .name = "friction",
                  .symbol = "mu",
                  .description = "coefficient of sliding friction",
                  .minimum = 0.0,
                  .maximum = INFINITY,
                  .reason = "friction must not drive sliding"},
    [SURFACE_ENERGY] = {.size = sizeof(dcm_parameter),
                        .scope = DCM_PER_PAIR,
                        .mixing = DCM_MIX_MINIMUM,
                        .name = "surface_energy",
                        .symbol = "gamma",
                        .description =
                            "surface energy, of each surface in form consistent; in form "
                            "sheet that only for a transition of 0, above it the work "
                            "of adhesion",
                        .dimension = {.mass = 1, .time = -2},
                        .default_value = 0.0,
                        .minimum = 0.0,
                        .maximum = INFINITY,
                        .reason = "it costs energy to part two surfaces"},
    [TRANSITION] = {.size = sizeof(dcm_parameter),
                    .scope = DCM_PER_PAIR,
                    .mixing = DCM_MIX_ARITHMETIC,
                    .name = "transition",
                    .symbol = "alpha",
                    .description = "transition parameter of adhesion, 0 for DMT to 1 for JKR",
                    .default_value = 0.0,
                    .minimum = 0.0,
                    .maximum = 1.0,
                    .reason = "it goes from all adhesion outside the contact area to none"},
};

enum { FORM, NO_ATTRACTION, CALIBRATE, OPTION_COUNT };
enum { YES, NO };
#define YES_OR_NO                                                                                  \
  .size = sizeof(dcm_option), .choice_count = 2, .choices = (const char *const[]) {                \
    [YES] = "yes", [NO] = "no"                                                                     \
  }
static const dcm_option options[OPTION_COUNT] = {
    [FORM] = DCM_OPTION_FORM,
    [NO_ATTRACTION] = {YES_OR_NO, .default_choice = YES, .name = "no_attraction",
                       .description = "viscosity is cut where it would turn elastic repulsion into "
                                      "attraction; the restitution is then higher than asked for"},
    [CALIBRATE] = {YES_OR_NO, .default_choice = NO, .name = "calibrate",
                   .description =
                       "the viscosity is such that the restitution asked for is obtained "
                       "in spite of that cut, without adhesion"},
};

static const dcm_history_field history_fields[] = {DCM_HISTORY_TANGENTIAL_FORCE,
                                                   DCM_HISTORY_CONTACT_RADIUS};

typedef struct pair_constants {
  dcm_jkr_pair jkr;            /* with the short-ranged part of adhesion */
  double stiffness_per_radius; /* kt/a */
  double damping_factor; /* C |alpha|: alpha_AE sqrt(m* kn0) xi^(1/4) = C |alpha| sqrt(kn m*) */
  double friction;
  double pull;        /* constant attraction over R* */
  double least_force; /* of the elastic and the viscous force together: 0 or -infinity */
} pair_constants;

typedef struct instance_data {
  uint32_t form;
  int has_neck; /* some pair adheres within the contact area */
  pair_constants pairs[];
} instance_data;

/** Splits adhesion by the transition parameter. R. W. Carpick, D. F. Ogletree, M. Salmeron, J.
 * Colloid Interface Sci. 211 (1999) 395-400, in the form of U. D. Schwarz, J. Colloid Interface
 * Sci. 261 (2003) 99-106: of the work of adhesion w the share 4 alpha^2/(alpha^2 + 3) acts as in
 * JKR, the rest as a constant force 2 pi R* w' outside the contact area. The pull-off force is 6 pi
 * R* w/(alpha^2 + 3). */
static void split_adhesion(double effective_young, double work, double transition,
                           pair_constants *pair) {
  const double square = transition * transition;
  const double inside = 4.0 * square / (square + 3.0) * work;
  const double outside = 3.0 * (1.0 - square) / (square + 3.0) * work;
  pair->jkr = dcm_jkr_pair_of(effective_young, inside);
  pair->pull = 2.0 * DCM_PI * outside;
}

static int32_t damping_ratio(const dcm_setup *setup, double restitution, double *ratio) {
  *ratio = dcm_damping_ratio(restitution);
  if (setup->options[CALIBRATE] != YES || setup->options[NO_ATTRACTION] != YES)
    return DCM_OK;
  double smallest;
  if (dcm_damping_ratio_without_attraction(restitution, ratio, &smallest))
    return dcm_refuse(setup,
                      "restitution = %g cannot be calibrated: viscosity without attraction reaches "
                      "no less than %.2g; ask for more, or use 'calibrate no'",
                      restitution, smallest);
  return DCM_OK;
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  const double *const *values = setup->values;
  const double *young = values[YOUNG], *poisson = values[POISSON];
  data->form = setup->options[FORM];
  dcm_instance_form(instance, data->form);
  instance->unused = DCM_UNUSED_COUPLES; /* the spring turns with the pair in both forms */
  if (data->form == DCM_FORM_SHEET)
    instance->velocity_arm = instance->moment_arm = DCM_ARM_RADIUS_MINUS_HALF_OVERLAP;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++) {
      const uint32_t ij = i * n + j;
      pair_constants *pair = &data->pairs[ij];
      double ratio;
      if (damping_ratio(setup, values[RESTITUTION][ij], &ratio)) {
        dcm_instance_free(instance);
        return DCM_ERROR;
      }
      const double shear =
          0.5 * (dcm_shear_modulus(young[i], poisson[i]) + dcm_shear_modulus(young[j], poisson[j]));
      pair->stiffness_per_radius = 4.0 * shear / (2.0 - 0.5 * (poisson[i] + poisson[j]));
      pair->damping_factor = DCM_DAMPING_CONSTANT * ratio;
      pair->friction = values[FRICTION][ij];
      const double gamma = values[SURFACE_ENERGY][ij], transition = values[TRANSITION][ij];
      const int is_work = data->form == DCM_FORM_SHEET && transition > 0.0;
      split_adhesion(dcm_effective_young(young[i], poisson[i], young[j], poisson[j]),
                     is_work ? gamma : 2.0 * gamma, transition, pair);
      /* Woo cuts attraction in its branch for a transition of 0 only. */
      const int cuts = setup->options[NO_ATTRACTION] == YES &&
                       (transition == 0.0 || data->form == DCM_FORM_CONSISTENT);
      pair->least_force = cuts ? 0.0 : -INFINITY;
      data->has_neck |= gamma > 0.0 && transition > 0.0;
    }
  return DCM_OK;
}

DCM_SPECIALISED void loop(const pair_constants *pairs, const dcm_contacts *contacts,
                          const dcm_response *response, int has_neck, int consistent,
                          int with_energies) {
  const pair_constants p = pairs[contacts->pair];
  const double *const *old = response->history_in;
  double *const *new = response->history_out;
  DCM_SIMD
  for (uint32_t k = 0; k < contacts->count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    /* Viscosity, one coefficient for both directions, and shear stiffness are those of Hertz's
     * contact area and end with the overlap. */
    const double overlap = c.overlap > 0.0 ? c.overlap : 0.0;
    const double a = dcm_hertz_contact_radius(c.effective_radius, overlap);
    const double kn = dcm_hertz_normal_stiffness(p.jkr.effective_young, a);
    const double eta = dcm_damping_coefficient(p.damping_factor, kn, c.effective_mass);
    double elastic, energy;
    if (has_neck) {
      const dcm_jkr_contact jkr = dcm_jkr_solve(p.jkr, c.effective_radius, c.overlap);
      elastic = jkr.force;
      energy = jkr.energy;
    } else {
      elastic = dcm_hertz_force(kn, overlap);
      energy = dcm_hertz_energy(elastic, overlap);
    }
    const double damping = -eta * c.normal_velocity;
    const int attracts = elastic > 0.0 && elastic + damping < p.least_force;
    const double viscous = attracts ? -elastic : damping;
    const double pull = p.pull * c.effective_radius;
    const double force = elastic + viscous - pull;
    const dcm_mindlin_state state = {dcm_load(old + DCM_COMPONENT_SPRING, k),
                                     old[DCM_COMPONENT_CONTACT_RADIUS][k]};
    const dcm_mindlin_law mindlin = {
        .stiffness_per_radius = p.stiffness_per_radius,
        .contact_radius = a,
        .damping = eta,
        .limit = dcm_coulomb_limit(p.friction, force, 1),
    };
    const dcm_answer answer = {
        .normal = {.force = force,
                   .stored = energy - pull * c.overlap,
                   .dissipated = -viscous * c.normal_velocity * c.dt},
        /* Woo's contact frame turns with the pair. */
        .tangential = dcm_mindlin(c, state, mindlin,
                                  (dcm_mindlin_form){.memory = DCM_FORCE,
                                                     .turns = 1,
                                                     .rescales = consistent,
                                                     .limits_total = consistent}),
    };
    dcm_answer_store(response, k, c, answer, with_energies);
    dcm_store(new + DCM_COMPONENT_SPRING, k, answer.tangential.state);
    new[DCM_COMPONENT_CONTACT_RADIUS][k] = a;
  }
}

static void compute(const dcm_instance *instance, const dcm_contacts *contacts,
                    const dcm_response *response) {
  const instance_data *data = instance->data;
  const int consistent = data->form == DCM_FORM_CONSISTENT;
  if (data->has_neck)
    DCM_FOUR_LOOPS(consistent, response->energies, loop, data->pairs, contacts, response, 1);
  else
    DCM_FOUR_LOOPS(consistent, response->energies, loop, data->pairs, contacts, response, 0);
}

static double reach(const dcm_instance *instance, uint32_t pair, double effective_radius) {
  const instance_data *data = instance->data;
  return dcm_jkr_snap_off_reach(data->pairs[pair].jkr, effective_radius);
}

const dcm_model DCM_ISA_NAME(dcm_woo_hertz) = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "woo-hertz",
    .title = "Hertz contact of Woo: viscosity without attraction, DMT to JKR adhesion, friction",
    .reference = "D. Antypov, J. A. Elliott, EPL 94 (2011) 50004; R. W. Carpick, D. F. Ogletree, "
                 "M. Salmeron, J. Colloid Interface Sci. 211 (1999) 395-400; U. D. Schwarz, J. "
                 "Colloid Interface Sci. 261 (2003) 99-106",
    .parameter_count = PARAMETER_COUNT,
    .option_count = OPTION_COUNT,
    .history_count = sizeof history_fields / sizeof history_fields[0],
    .parameters = parameters,
    .options = options,
    .history_fields = history_fields,
    .init = init,
    .compute = compute,
    .reach = reach,
    .destroy = dcm_instance_free,
};
