/* SPDX-License-Identifier: MIT */
/** @file
 * hertz-mindlin: Hertz's normal force with damping of constant restitution, Mindlin's tangential
 * spring without slip, Coulomb's limit, rolling friction. docs/laws/hertz-mindlin.md has the
 * formulas and tells where the published sheet errs. */
#include <dcm/dcm.h>
#include <stdlib.h>

#include "mechanics/damping.h"
#include "mechanics/elastic.h"
#include "mechanics/parameters.h"
#include "mechanics/rolling.h"
#include "mechanics/simd.h"
#include "mechanics/tangential.h"

enum { YOUNG, POISSON, RESTITUTION, FRICTION, ROLLING, PARAMETER_COUNT };
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [YOUNG] = DCM_PARAMETER_YOUNG,
    [POISSON] = DCM_PARAMETER_POISSON,
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [ROLLING] = DCM_PARAMETER_ROLLING,
};

enum { FORM, OPTION_COUNT };
static const dcm_option options[OPTION_COUNT] = {[FORM] = DCM_OPTION_FORM};

/* The spring's stretch rather than its force, in both forms. The radius is that of the contact area
 * at the end of the step before: the consistent form asks whether the contact loads or unloads. */
enum { DISPLACEMENT, CONTACT_RADIUS = 3 };
static const dcm_history_field history_fields[] = {
    {.size = sizeof(dcm_history_field),
     .kind = DCM_VECTOR,
     .parity = DCM_ODD,
     .name = "tangential_displacement",
     .description = "stretch of the tangential spring, of 2 relative to 1",
     .dimension = {.length = 1}},
    {.size = sizeof(dcm_history_field),
     .kind = DCM_SCALAR,
     .parity = DCM_EVEN,
     .name = "contact_radius",
     .description = "radius of the contact area in the step before",
     .dimension = {.length = 1}},
};

/** What does not change from contact to contact of a pair of materials. */
typedef struct pair_constants {
  double effective_young;
  double effective_shear;
  double damping_factor; /* C |alpha| */
  double friction;
  double rolling;
} pair_constants;

typedef struct instance_data {
  uint32_t form;
  pair_constants pairs[];
} instance_data;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  instance_data *data = malloc(sizeof *data + (size_t)n * n * sizeof data->pairs[0]);
  if (!data) {
    setup->log(setup->log_data, DCM_LOG_ERROR, "hertz-mindlin: out of memory");
    return DCM_ERROR;
  }
  data->form = setup->options[FORM];
  const double *young = setup->values[YOUNG];
  const double *poisson = setup->values[POISSON];
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++) {
      const uint32_t ij = i * n + j;
      data->pairs[ij] = (pair_constants){
          .effective_young = dcm_effective_young(young[i], poisson[i], young[j], poisson[j]),
          .effective_shear = dcm_effective_shear(young[i], poisson[i], young[j], poisson[j]),
          .damping_factor =
              DCM_DAMPING_CONSTANT * dcm_damping_ratio(setup->values[RESTITUTION][ij]),
          .friction = setup->values[FRICTION][ij],
          .rolling = setup->values[ROLLING][ij],
      };
    }
  instance->data = data;
  instance->velocity_arm = DCM_ARM_CONTACT_POINT;
  instance->moment_arm = data->form == DCM_FORM_CONSISTENT ? DCM_ARM_CONTACT_POINT : DCM_ARM_RADIUS;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

DCM_SPECIALISED void loop(const pair_constants *pairs, const dcm_contacts *contacts,
                          const dcm_response *response, int consistent, int with_energies) {
  const double dt = contacts->dt;
  const double *const *old = response->history_in;
  double *const *new = response->history_out;
  DCM_SIMD
  for (uint32_t k = 0; k < contacts->count; k++) {
    const pair_constants *p = &pairs[contacts->pair[k]];
    const dcm_vector normal = dcm_load(contacts->normal, k);
    const dcm_vector spin_1 = dcm_load(contacts->angular_velocity_1, k);
    const dcm_vector spin_2 = dcm_load(contacts->angular_velocity_2, k);
    const dcm_vector velocity = dcm_load(contacts->tangential_velocity, k);
    const double normal_velocity = contacts->normal_velocity[k];
    const double overlap = contacts->overlap[k];
    const double radius = contacts->effective_radius[k];
    const double mass = contacts->effective_mass[k];

    const double a = dcm_hertz_contact_radius(radius, overlap);
    const double kn = dcm_hertz_normal_stiffness(p->effective_young, a);
    const double kt = dcm_mindlin_stiffness(p->effective_shear, a);
    const double eta_n = dcm_damping_coefficient(p->damping_factor, kn, mass);
    const double eta_t = dcm_damping_coefficient(p->damping_factor, kt, mass);
    const double elastic = dcm_hertz_force(kn, overlap);
    const double fn = elastic - eta_n * normal_velocity;

    dcm_vector u = dcm_transport(dcm_load(old + DISPLACEMENT, k), normal);
    dcm_tangential t;
    dcm_vector couple_1, couple_2;
    if (consistent) {
      u = dcm_spin_about_normal(u, normal, spin_1, spin_2, dt);
      u = dcm_scale(dcm_stretch_kept_on_loading(old[CONTACT_RADIUS][k], a), u);
      t = dcm_tangential_consistent(u, velocity, dt, kt, eta_t,
                                    p->friction * (fn > 0.0 ? fn : 0.0));
      couple_1 =
          dcm_rolling_relative(p->rolling, elastic, radius, kn, mass, normal, spin_1, spin_2);
      couple_2 = dcm_scale(-1.0, couple_1);
    } else {
      t = dcm_tangential_sheet(u, velocity, dt, kt, eta_t, p->friction * fabs(fn));
      couple_1 = dcm_rolling_own_spin(p->rolling, elastic, contacts->radius_1[k], spin_1);
      couple_2 = dcm_rolling_own_spin(p->rolling, elastic, contacts->radius_2[k], spin_2);
    }

    response->normal_force[k] = fn;
    dcm_store(response->tangential_force, k, t.force);
    dcm_store(response->couple_1, k, couple_1);
    dcm_store(response->couple_2, k, couple_2);
    dcm_store(new + DISPLACEMENT, k, t.displacement);
    new[CONTACT_RADIUS][k] = a;
    if (with_energies) {
      const dcm_energies *energies = response->energies;
      energies->stored_normal[k] = dcm_hertz_energy(elastic, overlap);
      energies->stored_tangential[k] = 0.5 * kt * dcm_dot(t.displacement, t.displacement);
      energies->dissipated_normal[k] = eta_n * normal_velocity * normal_velocity * dt;
      energies->dissipated_tangential[k] = t.dissipated_damping;
      energies->dissipated_sliding[k] = t.dissipated_sliding;
      energies->dissipated_rolling[k] =
          -(dcm_dot(couple_1, spin_1) + dcm_dot(couple_2, spin_2)) * dt;
    }
  }
}

static void compute(const dcm_instance *instance, const dcm_contacts *contacts,
                    const dcm_response *response) {
  const instance_data *data = instance->data;
  DCM_FOUR_LOOPS(data->form == DCM_FORM_CONSISTENT, response->energies, loop, data->pairs, contacts,
                 response);
}

const dcm_model dcm_hertz_mindlin = {
    .size = sizeof(dcm_model),
    .history_version = 1,
    .id = "hertz-mindlin",
    .title =
        "Hertz normal force, Mindlin tangential spring, constant restitution, rolling friction",
    .reference = "H. Hertz, J. reine angew. Math. 92 (1882) 156-171; R. D. Mindlin, J. Appl. Mech. "
                 "16 (1949) 259-268; Y. Tsuji, T. Tanaka, T. Ishida, Powder Technol. 71 (1992) "
                 "239-250",
    .parameter_count = PARAMETER_COUNT,
    .option_count = OPTION_COUNT,
    .history_count = sizeof history_fields / sizeof history_fields[0],
    .parameters = parameters,
    .options = options,
    .history_fields = history_fields,
    .init = init,
    .compute = compute,
    .destroy = destroy,
};
