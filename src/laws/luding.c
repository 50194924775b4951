/* SPDX-License-Identifier: MIT */
/** @file
 * luding: a piecewise linear, elasto-plastic, adhesive spring along the normal, linear springs with
 * Coulomb's limit across it and against rolling and twisting. docs/laws/luding.md has the formulas.
 */
#include <dcm/dcm.h>
#include <math.h>

#include "kit/rows.h"
#include "laws/plastic_family.h"
#include "mechanics/elastic.h"
#include "numeric/simd.h"

/* --- The formulas.
 *
 * Branches of an elasto-plastic spring with adhesion, straight lines in x. The line k1 x is the
 * first loading. The line k2 (x - x0) is unloading and loading again; it meets the first line at
 * x_max. The line -kc x is adhesion, where k2 (x - x0) would pull more. S. Luding, Granular Matter
 * 10 (2008) 235-246, equation 6.
 *
 * The state is x_max. It grows on the first line and falls on the line of adhesion. A contact that
 * is loaded again from there goes up a line k2 that begins there. */

/** The lines of a contact. */
typedef struct dcm_branches {
  double loading;  /**< k1 */
  double base;     /**< k2 at x_max = 0 */
  double growth;   /**< dk2/dx_max; 0: k2 is constant */
  double adhesion; /**< kc */
  double deepest;  /**< the greatest x_max; the spring is elastic beyond it */
} dcm_branches;

typedef struct dcm_branch {
  double force;
  double greatest;  /**< x_max, after the step */
  double stiffness; /**< k2 of this x_max */
  double loaded; /**< x_max before adhesion shortened it; greatest if the contact does not adhere */
  double loaded_stiffness; /**< k2 of loaded */
  int adheres;             /**< the force is -kc x */
} dcm_branch;

static inline double dcm_branch_stiffness(dcm_branches b, double greatest) {
  return b.base + b.growth * greatest;
}

/** x0/x_max, where the line k2 crosses zero. */
static inline double dcm_branch_rest(dcm_branches b, double stiffness) {
  return (stiffness - b.loading) / stiffness;
}

/** x/x_max where the lines k2 and -kc meet. */
static inline double dcm_branch_pull_off(dcm_branches b, double stiffness) {
  return (stiffness - b.loading) / (stiffness + b.adhesion);
}

/** x_max of the line k2 that begins on the line -kc at x: the root of
 * k2(x_max) (x - x_max) + k1 x_max + kc x = 0.
 * @param grows whether k2 does: a constant */
DCM_SPECIALISED double dcm_branch_from_adhesion(dcm_branches b, double x, int grows) {
  if (!grows)
    return (b.base + b.adhesion) * x / (b.base - b.loading);
  return 0.5 * (x + sqrt(x * x + 4.0 * (b.loading + b.adhesion) * x / b.growth));
}

/** @param greatest x_max before the step
 * @param x        now, not below zero
 * @param grows    whether k2 does, from k1: a constant */
DCM_SPECIALISED dcm_branch dcm_branch_of(dcm_branches b, double greatest, double x, int grows) {
  const double reached = x < b.deepest ? x : b.deepest;
  const double loaded = reached > greatest ? reached : greatest;
  const double stiffness = dcm_branch_stiffness(b, loaded);
  const double elastic = stiffness * (x - dcm_branch_rest(b, stiffness) * loaded);
  const double least = -b.adhesion * x;
  const int adheres = elastic < least;
  const double left = adheres ? dcm_branch_from_adhesion(b, x, grows) : loaded;
  return (dcm_branch){
      .force = adheres ? least : elastic,
      .greatest = left,
      .stiffness = dcm_branch_stiffness(b, left),
      .loaded = loaded,
      .loaded_stiffness = stiffness,
      .adheres = adheres,
  };
}

/* --- The law. */

enum {
  LOADING,
  UNLOADING,
  ADHESION,
  DEPTH,
  DAMPING,
  RATIO,
  TANGENTIAL_DAMPING,
  FRICTION,
  FRICTION_STATIC,
  ROLLING,
  TWISTING,
  PARAMETER_COUNT
};
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [LOADING] = DCM_PARAMETER_LOADING,
    [UNLOADING] = DCM_PARAMETER_UNLOADING("greatest stiffness of unloading, not below k1"),
    [ADHESION] =
        DCM_PARAMETER_STIFFNESS("kc", "slope of the greatest attraction", 0, "adhesion pulls"),
    [DEPTH] =
        DCM_NUMBER("depth", "phi_f", "greatest plastic overlap over 2 R*", DCM_UNIT_NONE, 0.0,
                   INFINITY, "what is pressed yields by some depth; without plasticity k2 is k1",
                   DCM_EACH_PAIR(ARITHMETIC), .flags = DCM_MINIMUM_EXCLUDED, .default_value = 0.05),
    [DAMPING] = DCM_NUMBER("eta_n", "eta_n", "damping along the normal, force over velocity",
                           DCM_UNIT_DAMPING, 0.0, INFINITY, "damping must not drive",
                           DCM_EACH_PAIR(GEOMETRIC)),
    [RATIO] = DCM_PARAMETER_STIFFNESS_RATIO("kt/k2", "tangential stiffness over k2", 0.2),
    [TANGENTIAL_DAMPING] = DCM_NUMBER(
        "eta_t", "eta_t", "damping of the tangential spring, force over velocity", DCM_UNIT_DAMPING,
        0.0, INFINITY, "damping must not drive", DCM_EACH_PAIR(GEOMETRIC)),
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [FRICTION_STATIC] = DCM_PARAMETER_FRICTION_STATIC,
    [ROLLING] = DCM_PARAMETER_ROLLING,
    [TWISTING] = DCM_PARAMETER_TWISTING,
};

enum { STIFFENING, OPTION_COUNT };
enum { STIFFENING_LINEAR, STIFFENING_NONE };
static const dcm_option options[OPTION_COUNT] = {
    [STIFFENING] =
        DCM_WORDS("stiffening",
                  "whether the stiffness of unloading grows from k1 to k2 with the greatest "
                  "overlap, or is k2 from the beginning",
                  STIFFENING_LINEAR, [STIFFENING_LINEAR] = "linear", [STIFFENING_NONE] = "none")};

static const dcm_history_field history_fields[] = {
    DCM_PLASTIC_FIELDS("overlap at which the line of unloading meets that of the first loading"),
    DCM_HISTORY_SLIDES};

typedef struct pair_constants {
  dcm_plastic_across across;
  dcm_branches branches; /* at R* = 1 */
  double damping, tangential_damping;
} pair_constants;

typedef struct instance_data {
  dcm_loop *loop;
  pair_constants pairs[];
} instance_data;

/** Work that the first loading up to x_max has lost: k1 x_max^2/2 less the energy on the line k2.
 */
static inline double lost_by_loading(dcm_branches b, double greatest, double stiffness) {
  return 0.5 * b.loading * dcm_branch_rest(b, stiffness) * greatest * greatest;
}

/** The energy that is yet to be lost on the line -kc from x to 0, and the energy on the line k2 at
 * x.
 */
static inline double left_of_adhesion(dcm_branches b, double x, double stiffness) {
  return 0.5 * b.adhesion * x * x * (1.0 + b.adhesion / stiffness);
}

/** Plastic work of a step of any length: on the first line, and then on the line -kc. */
DCM_SPECIALISED double yielded(dcm_branches b, double before, dcm_branch now, double x, int grows) {
  const double old_stiffness = grows ? dcm_branch_stiffness(b, before) : b.base;
  const double loading = lost_by_loading(b, now.loaded, now.loaded_stiffness) -
                         lost_by_loading(b, before, old_stiffness);
  const double from = dcm_branch_pull_off(b, now.loaded_stiffness) * now.loaded;
  const double pulling =
      left_of_adhesion(b, from, now.loaded_stiffness) - left_of_adhesion(b, x, now.stiffness);
  return loading + (now.adheres ? pulling : 0.0);
}

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int rolls, int grows, int with_energies) {
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.across.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double overlap = dcm_positive_part(c.overlap);
    const double before = response->history_in[DCM_PLASTIC_AT_GREATEST][k];
    dcm_branches b = p.branches;
    b.growth /= c.effective_radius;
    b.deepest *= c.effective_radius;
    const dcm_branch spring = dcm_branch_of(b, before, overlap, grows);
    /* The force of this damper does not vanish with the overlap, so it ends with the contact. */
    const double rate = c.overlap >= 0.0 ? c.normal_velocity : 0.0;
    const double viscous = -p.damping * rate;
    const double force = spring.force + viscous;
    const dcm_normal normal = {
        .force = force,
        .stored = 0.5 * spring.force * spring.force / spring.stiffness,
        .dissipated = -viscous * c.normal_velocity * c.dt,
        .yielded = yielded(b, before, spring, overlap, grows),
    };
    const double above = force + b.adhesion * overlap;
    const double load = above > 0.0 ? above : 0.0;
    const dcm_tangential tangential =
        dcm_plastic_tangential(p.across, c, p.tangential_damping, load, response, k);
    dcm_plastic_finish(p.across, c, normal, tangential, load, spring.greatest, response, k, rolls,
                       with_energies);
  }
}

DCM_FOUR_WAYS(DCM_LOOP, loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  const double *const *given = setup->values;
  dcm_frictions frictions;
  if (dcm_frictions_find(setup, instance, DCM_TABLES, DCM_PLASTIC_AT_STRETCH, &frictions))
    return DCM_ERROR;
  instance_data *data = dcm_plastic_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  const int grows = setup->options[STIFFENING] == STIFFENING_LINEAR;
  for (uint32_t ij = 0; ij < n * n; ij++) {
    const double k1 = given[LOADING][ij], k2 = given[UNLOADING][ij];
    if (dcm_plastic_check(instance, k1, k2)) {
      dcm_instance_free(instance);
      return DCM_ERROR;
    }
    /* With k2 = k1 this is infinite: the plastic overlap never gets to its limit. */
    const double deepest = 2.0 * given[DEPTH][ij] * (k2 / (k2 - k1));
    data->pairs[ij] = (pair_constants){
        .across = {.stiffness = given[RATIO][ij] * k2,
                   .friction = dcm_friction_of(&frictions, ij),
                   .rolling = given[ROLLING][ij],
                   .twisting = given[TWISTING][ij]},
        .branches = {.loading = k1,
                     .base = grows ? k1 : k2,
                     .growth = grows ? (k2 - k1) / deepest : 0.0,
                     .adhesion = given[ADHESION][ij],
                     .deepest = deepest},
        .damping = given[DAMPING][ij],
        .tangential_damping = given[TANGENTIAL_DAMPING][ij],
    };
    dcm_plastic_uses(instance, data->pairs[ij].across);
    if (given[ADHESION][ij] > 0.0)
      instance->flags |= DCM_KNOWN_FRICTION;
  }
  data->loop = loops[!(instance->unused & DCM_UNUSED_COUPLES)][grows];
  return DCM_OK;
}

const dcm_model DCM_ISA_NAME(dcm_luding) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 2,
    .id = "luding",
    .title =
        "Piecewise linear elasto-plastic spring with adhesion, friction, springs against rolling "
        "and twisting",
    .reference =
        "S. Luding, Granular Matter 10 (2008) 235-246; O. R. Walton, R. L. Braun, J. Rheol. "
        "30 (1986) 949-980",
    DCM_MODEL_OF_LOOP,
};
