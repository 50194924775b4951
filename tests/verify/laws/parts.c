/* SPDX-License-Identifier: MIT */
/* Hertz's normal force with the damping of a restitution, and Mindlin's tangential spring, whose
 * parts are those of hertz-mindlin or of the built-in style granular of LAMMPS ("hertz ...
 * tangential mindlin ... damping coeff_restitution"), each by an option of its own. With all parts
 * of the one or of the other it is that law; what makes two flows differ is found by changing one
 * part at a time.
 *
 * LAMMPS' source, src/GRANULAR/gran_sub_mod_tangential.cpp, has the formulas of the built-in. */
#include <dcm/dcm.h>

#include "../../support/one_law.h"
#include "kit/instance.h"
#include "kit/rows.h"
#include "mechanics/elastic.h"
#include "mechanics/mindlin.h"
#include "mechanics/restitution.h"

enum { YOUNG, POISSON, RESTITUTION, FRICTION, RATIO, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [RATIO] = {.size = sizeof(dcm_parameter),
               .scope = DCM_PER_PAIR,
               .mixing = DCM_MIX_GEOMETRIC,
               .flags = DCM_REQUIRED,
               .name = "ratio",
               .symbol = "x",
               .description = "tangential damping in units of the normal one",
               .minimum = 0.0,
               .maximum = INFINITY,
               .reason = "damping takes energy"}};

enum { SLIDER, PULL, ARMS, MEMORY, TURNS, FRAME, OPTION_COUNT };
enum { SLIDER_BUILTIN, SLIDER_SHEET, SLIDER_CONSISTENT };
static const char *const sliders[] = {"builtin", "sheet", "consistent"};
static const char *const no_yes[] = {"no", "yes"};
enum { ARMS_BUILTIN, ARMS_SHEET, ARMS_CONSISTENT };
static const char *const memories[] = {"stretch", "bundle"};
static const char *const frames[] = {"given", "middle"};
#define OPTION(count, ...)                                                                         \
  { .size = sizeof(dcm_option), .choice_count = count, __VA_ARGS__ }
static const dcm_option options[OPTION_COUNT] = {
    [SLIDER] = OPTION(3, .name = "slider", .description = "what spring and damper do in sliding",
                      .choices = sliders),
    [PULL] = OPTION(2, .name = "pull", .default_choice = 1,
                    .description = "whether a pull has friction, too", .choices = no_yes),
    [ARMS] = OPTION(3, .name = "arms", .description = "lever arms", .choices = sliders),
    [MEMORY] = OPTION(2, .name = "memory", .description = "what of the spring is remembered",
                      .choices = memories),
    [TURNS] = OPTION(2, .name = "turns", .description = "whether the spring turns with the pair",
                     .choices = no_yes),
    [FRAME] = OPTION(2, .name = "frame", .description = "normal by which velocities are split",
                     .choices = frames),
};

static const dcm_history_field history_fields[] = {
    {.size = sizeof(dcm_history_field),
     .kind = DCM_VECTOR,
     .parity = DCM_ODD,
     .name = "stretch",
     .description = "of the spring, of 2 relative to 1",
     .dimension = {.length = 1}},
    DCM_HISTORY_TANGENTIAL_FORCE,
    DCM_HISTORY_TANGENTIAL_ENERGY};
enum { STRETCH = 0, BUNDLE_FORCE = 3, BUNDLE_ENERGY = 6 };

typedef struct pair_constants {
  double effective_young, effective_shear, friction, damping_factor, ratio;
} pair_constants;

typedef struct instance_data {
  uint32_t options[OPTION_COUNT];
  pair_constants pairs[];
} instance_data;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  instance_data *data = dcm_instance_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  for (int o = 0; o < OPTION_COUNT; o++)
    data->options[o] = setup->options[o];
  const double *const *values = setup->values;
  const double *young = values[YOUNG], *poisson = values[POISSON];
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++)
      data->pairs[i * n + j] = (pair_constants){
          .effective_young = dcm_effective_young(young[i], poisson[i], young[j], poisson[j]),
          .effective_shear = dcm_effective_shear(young[i], poisson[i], young[j], poisson[j]),
          .friction = values[FRICTION][i * n + j],
          .damping_factor = dcm_damping_factor(values[RESTITUTION][i * n + j]),
          .ratio = values[RATIO][i * n + j],
      };
  if (data->options[ARMS] == ARMS_BUILTIN) {
    instance->velocity_arm = DCM_ARM_RADIUS;
    instance->moment_arm = DCM_ARM_RADIUS_MINUS_HALF_OVERLAP;
  } else if (data->options[ARMS] == ARMS_SHEET) {
    instance->moment_arm = DCM_ARM_RADIUS;
  }
  instance->frame = data->options[FRAME] ? DCM_FRAME_MID_STEP : DCM_FRAME_AS_GIVEN;
  return DCM_OK;
}

/** The built-in: beyond the limit the force is scaled back along itself, and the spring becomes
 * what it must be for spring and damper together to be at the limit: the damper keeps the velocity
 * of sliding. */
static dcm_tangential builtin(dcm_vector state, dcm_vector velocity, double dt, double stiffness,
                              double damping, double limit) {
  dcm_tangential t = {.state = dcm_add_scaled(state, dt, velocity)};
  t.force = dcm_add_scaled(dcm_scale(stiffness, t.state), damping, velocity);
  const double size = dcm_length(t.force);
  if (size > limit) {
    t.force = dcm_scale(limit / size, t.force);
    t.state = dcm_scale(1.0 / stiffness, dcm_add_scaled(t.force, -damping, velocity));
  }
  return t;
}

/** A state of the step before, in the present tangent plane. */
static dcm_vector carried(dcm_contact c, dcm_vector old, const uint32_t *chosen) {
  const dcm_vector u =
      chosen[FRAME] ? dcm_carry(old, c.normal, c.bisector) : dcm_transport(old, c.normal);
  return chosen[TURNS] ? dcm_spin_about_normal(u, c.normal, c.spin_1, c.spin_2, c.dt) : u;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const instance_data *data = instance->data;
  const uint32_t *chosen = data->options;
  const pair_constants p = data->pairs[contacts->pair];
  const double *const *old = response->history_in;
  for (uint32_t k = 0; k < contacts->count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double a = dcm_hertz_contact_radius(c.effective_radius, c.overlap);
    const double kn = dcm_hertz_normal_stiffness(p.effective_young, a);
    const double eta = p.damping_factor * sqrt(kn * c.effective_mass);
    const double force = dcm_hertz_force(kn, c.overlap) - eta * c.normal_velocity;
    const double limit = dcm_coulomb_limit(p.friction, force, !chosen[PULL]);
    const double kt = dcm_mindlin_stiffness_per_radius(p.effective_shear) * a;
    const dcm_vector state = carried(c, dcm_load(old + STRETCH, k), chosen);
    const dcm_vector bundle = dcm_load(old + BUNDLE_FORCE, k);
    const double damping = p.ratio * eta;
    const dcm_spring spring = dcm_spring_by_stretch(kt);
    const dcm_area_law area = {dcm_mindlin_stiffness_per_radius(p.effective_shear), a, damping,
                               dcm_coulomb_one(limit)};
    dcm_tangential t =
        chosen[MEMORY]
            /* A bundle has the slider of form consistent. */
            ? dcm_area_slide(dcm_area_try(bundle, carried(c, bundle, chosen), old[BUNDLE_ENERGY][k],
                                          c.tangential_velocity, c.dt, area),
                             c.dt, area)
            : chosen[SLIDER] == SLIDER_BUILTIN
                  ? builtin(state, c.tangential_velocity, c.dt, kt, damping, limit)
              : chosen[SLIDER] == SLIDER_SHEET
                  ? dcm_tangential_sheet(state, c.tangential_velocity, c.dt, spring, damping, limit,
                                         limit)
                  : dcm_tangential_consistent(state, c.tangential_velocity, c.dt, spring, damping,
                                              dcm_coulomb_one(limit));
    /* At walls the built-in's moment has the arm r. */
    const double short_by = chosen[ARMS] == ARMS_BUILTIN && c.is_at_wall ? 0.5 * c.overlap : 0.0;
    const dcm_answer answer = {
        .normal = {.force = force},
        .tangential = t,
        .couples = {.exist = 1, .on_1 = dcm_scale(short_by, dcm_cross(c.normal, t.force))},
    };
    dcm_answer_store(response, k, c, answer, response->energies != NULL);
    dcm_store(response->history_out + (chosen[MEMORY] ? BUNDLE_FORCE : STRETCH), k, t.state);
    response->history_out[BUNDLE_ENERGY][k] = t.stored;
  }
  return DCM_OK;
}

static const dcm_model parts = {
    DCM_MODEL_OF_TABLES, .history_version = 1,
    .id = "parts",       .title = "Hertz and Mindlin, of parts",
    .reference = "none", .init = init,
    .compute = compute,  .destroy = dcm_instance_free,
};

DCM_LIBRARY_OF(parts, "laws of parts", "1.0")
