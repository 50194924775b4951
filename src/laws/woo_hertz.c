/* SPDX-License-Identifier: MIT */
/** @file
 * woo-hertz: the Hertzian contact of the program Woo. The viscosity is that of Antypov and Elliott,
 * and an option keeps it from attracting. Adhesion is between the limits of Derjaguin, Muller and
 * Toporov and of Johnson, Kendall and Roberts. docs/laws/woo-hertz.md has the formulas. */
#include <dcm/dcm.h>
#include <math.h>

#include "laws/hertz_contact.h"
#include "mechanics/jkr.h"

enum { YOUNG, POISSON, RESTITUTION, FRICTION, SURFACE_ENERGY, TRANSITION, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION_MIXED(MINIMUM),
    [SURFACE_ENERGY] =
        DCM_NUMBER("surface_energy", "gamma",
                   "surface energy, of each surface in form consistent; in form sheet that only "
                   "for a transition of 0, above it the work of adhesion",
                   DCM_UNIT_STIFFNESS, 0.0, INFINITY, "it costs energy to part two surfaces",
                   DCM_EACH_PAIR(MINIMUM)),
    [TRANSITION] = DCM_NUMBER(
        "transition", "alpha", "transition parameter of adhesion, 0 for DMT to 1 for JKR",
        DCM_UNIT_NONE, 0.0, 1.0, "it goes from all adhesion outside the contact area to none",
        DCM_EACH_PAIR(ARITHMETIC)),
};

enum { FORM, NO_ATTRACTION, CALIBRATE, TANGENTIAL_STIFFNESS, OPTION_COUNT };
enum { OF_MEANS, OF_MINDLIN };
static const dcm_option options[OPTION_COUNT] = {
    [FORM] = DCM_OPTION_FORM,
    [NO_ATTRACTION] =
        DCM_WORDS("no_attraction",
                  "whether viscosity is cut where it would turn elastic repulsion into attraction",
                  DCM_HERTZ_YES, "yes", "no"),
    [CALIBRATE] = DCM_HERTZ_OPTION_CALIBRATE(DCM_HERTZ_NO),
    [TANGENTIAL_STIFFNESS] = DCM_WORDS("tangential_stiffness",
                                       "of the mean shear modulus and Poisson's ratio, as in Woo, "
                                       "or Mindlin's, of two unlike bodies in series",
                                       0, [OF_MEANS] = "mean", [OF_MINDLIN] = "mindlin"),
};

static const dcm_history_field history_fields[] = {
    [DCM_HERTZ_FIELD_FORCE] = DCM_HISTORY_TANGENTIAL_FORCE,
    [DCM_HERTZ_FIELD_ENERGY] = DCM_HISTORY_TANGENTIAL_ENERGY};

typedef struct pair_constants {
  dcm_hertz_pair hertz;
  dcm_jkr_pair jkr; /* with the short-ranged part of adhesion */
  double pull;      /* constant attraction over R* */
} pair_constants;

typedef struct instance_data {
  dcm_hertz_instance hertz;
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

/** Woo's tangential stiffness over a, from the mean shear modulus and Poisson's ratio. */
static double tangential_per_a(const double *young, const double *poisson, uint32_t i, uint32_t j) {
  const double shear =
      0.5 * (dcm_shear_modulus(young[i], poisson[i]) + dcm_shear_modulus(young[j], poisson[j]));
  return 4.0 * shear / (2.0 - 0.5 * (poisson[i] + poisson[j]));
}

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, int has_neck, int consistent,
                          int with_energies) {
  const dcm_hertz_form form = {/* Woo's contact frame turns with the pair. */
                               .memory = DCM_FORCE,
                               .turns = 1,
                               .consistent = consistent,
                               .with_energies = with_energies};
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.hertz.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    /* Viscosity and shear stiffness belong to Hertz's contact area and end with the overlap. Both
     * directions have one coefficient of viscosity. */
    dcm_hertz_spring spring = dcm_hertz_elastic(p.hertz, c);
    if (has_neck) {
      const dcm_jkr_contact jkr = dcm_jkr_solve(p.jkr, c.effective_radius, c.overlap);
      spring.force = jkr.force;
      spring.energy = jkr.energy;
    }
    const double pull = p.pull * c.effective_radius;
    spring.energy -= pull * c.overlap;
    dcm_hertz_contact hertz = dcm_hertz_damped(p.hertz, c, spring);
    hertz.normal.force -= pull;
    hertz.tangential_damping = p.hertz.damping * hertz.root;
    dcm_hertz_finish(p.hertz, c, hertz, dcm_normal_load(hertz.normal.force, 1), form, response, k);
  }
}

DCM_FOUR_WAYS(DCM_LOOP, loops, loop);

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  const double *const *given = setup->values;
  const int is_sheet = setup->options[FORM] == DCM_FORM_SHEET;
  instance_data *data = dcm_hertz_create(setup, instance, DCM_TABLES, NULL,
                                         offsetof(instance_data, pairs), sizeof(pair_constants));
  if (!data)
    return DCM_ERROR;
  if (is_sheet)
    instance->velocity_arm = instance->moment_arm = DCM_ARM_RADIUS_MINUS_HALF_OVERLAP;
  instance->unused = DCM_UNUSED_COUPLES; /* the spring turns with the pair in both forms */
  int has_neck = 0;                      /* some pair adheres within the contact area */
  for (uint32_t ij = 0; ij < n * n; ij++) {
    pair_constants *pair = &data->pairs[ij];
    if (setup->options[TANGENTIAL_STIFFNESS] == OF_MEANS)
      pair->hertz.tangential_per_a = tangential_per_a(given[YOUNG], given[POISSON], ij / n, ij % n);
    const double gamma = given[SURFACE_ENERGY][ij], transition = given[TRANSITION][ij];
    split_adhesion(pair->hertz.effective_young, is_sheet && transition > 0.0 ? gamma : 2.0 * gamma,
                   transition, pair);
    if (gamma > 0.0)
      instance->flags |= DCM_KNOWN_RESTITUTION;
    if (gamma > 0.0 || is_sheet)
      instance->flags |= DCM_KNOWN_FRICTION;
    /* Woo cuts attraction in its branch for a transition of 0 only. */
    const int cuts =
        setup->options[NO_ATTRACTION] == DCM_HERTZ_YES && (transition == 0.0 || !is_sheet);
    const int calibrates = cuts && setup->options[CALIBRATE] == DCM_HERTZ_YES;
    if (dcm_hertz_attract(instance, given[RESTITUTION][ij], cuts, calibrates, &pair->hertz)) {
      dcm_instance_free(instance);
      return DCM_ERROR;
    }
    has_neck |= gamma > 0.0 && transition > 0.0;
  }
  data->hertz.loop = loops[has_neck][!is_sheet];
  return DCM_OK;
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const instance_data *data = instance->data;
  return dcm_jkr_snap_off_reach(data->pairs[sides->pair].jkr, sides->effective_radius);
}

const dcm_model DCM_ISA_NAME(dcm_woo_hertz) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 3,
    .id = "woo-hertz",
    .title = "Hertz contact of Woo: viscosity without attraction, DMT to JKR adhesion, friction",
    .reference = "D. Antypov, J. A. Elliott, EPL 94 (2011) 50004; R. W. Carpick, D. F. Ogletree, "
                 "M. Salmeron, J. Colloid Interface Sci. 211 (1999) 395-400; U. D. Schwarz, J. "
                 "Colloid Interface Sci. 261 (2003) 99-106",
    DCM_MODEL_OF_LOOP,
    .reach = reach,
};
