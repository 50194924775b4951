/* SPDX-License-Identifier: MIT */
/** @file
 * Two springs for the table of habits: the sound one, and one with the HABIT of a law that is
 * younger than its host. A habit is what its author does with what version 1.5 has and 1.0 has not.
 * Both answer with a force of 1000 times the overlap.
 *
 * With LEAST_1_0 the author says that hosts of version 1.0 can run both. */
#include <dcm/dcm.h>
#include <math.h>

#include "../support/one_law.h"

#define SETS_INSTANCE 1
#define READS_CONTACTS 2
#define FILLS_PARAMETER 3
#define NEEDS 4
#define HIGH_BIT 5
#define LOW_BIT 6
#define VALUE 7
#define WRITES_ARRAY 8
#define ASKS 9

#ifdef LEAST_1_0
#define LEAST_VERSION (DCM_ABI_MAJOR << 16)
#else
#define LEAST_VERSION 0u
#endif

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  (void)setup;
#if HABIT == SETS_INSTANCE
  instance->young_words[1] = 1;
#elif HABIT == HIGH_BIT
  instance->flags = DCM_YOUNG_HIGH;
#elif HABIT == LOW_BIT
  instance->flags = DCM_YOUNG_LOW;
#elif HABIT == ASKS && DCM_TARGET_MINOR >= 5
  if (setup->abi_version >= DCM_ABI_VERSION) {
    instance->young_words[1] = 1;
    instance->flags = DCM_YOUNG_HIGH;
  }
#endif
  (void)instance;
  return DCM_OK;
}

static int32_t init_sound(const dcm_setup *setup, dcm_instance *instance) {
  (void)setup;
  (void)instance;
  return DCM_OK;
}

static int32_t compute_sound(const dcm_instance *instance, const dcm_contacts *contacts,
                             const dcm_response *response) {
  (void)instance;
  for (uint32_t k = 0; k < contacts->count; k++) {
    response->normal_force[k] = 1000.0 * contacts->overlap[k];
    for (int x = 0; x < 3; x++)
      response->tangential_force[x][k] = response->couple_1[x][k] = response->couple_2[x][k] = 0.0;
    const dcm_energies *e = response->energies;
    if (e) {
      double *const all[] = {e->stored_normal,      e->stored_tangential,  e->stored_rolling,
                             e->dissipated_normal,  e->dissipated_plastic, e->dissipated_tangential,
                             e->dissipated_sliding, e->dissipated_rolling, e->dissipated_fracture};
      for (uint32_t i = 0; i < sizeof all / sizeof all[0]; i++)
        all[i][k] = 0.0;
      e->stored_normal[k] = 500.0 * contacts->overlap[k] * contacts->overlap[k];
    }
  }
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  compute_sound(instance, contacts, response);
#if HABIT == READS_CONTACTS
  for (uint32_t k = 0; k < contacts->count; k++)
    response->normal_force[k] += contacts->young;
#elif HABIT == WRITES_ARRAY
  for (uint32_t k = 0; k < contacts->count; k++)
    if (response->young_pointer)
      response->young_pointer[k] = 1.0;
#elif HABIT == ASKS && DCM_TARGET_MINOR >= 5
  for (uint32_t k = 0; k < contacts->count; k++) {
    if (DCM_HAS(contacts, young))
      response->normal_force[k] += contacts->young;
    if (DCM_HAS(response, young_pointer) && response->young_pointer)
      response->young_pointer[k] = 1.0;
  }
#endif
  return DCM_OK;
}

static const dcm_parameter parameters[] = {{.size = sizeof(dcm_parameter),
                                            .scope = DCM_PER_PAIR,
                                            .name = "unused",
                                            .symbol = "u",
                                            .description = "nothing",
                                            .maximum = INFINITY,
#if HABIT == FILLS_PARAMETER
                                            .young = 1.0,
#elif HABIT == VALUE
                                            .mixing = DCM_MIX_YOUNG,
#endif
                                            .reason = "it is so"}};

static const dcm_model spring = {.size = sizeof(dcm_model),
                                 .id = "spring",
                                 .title = "A spring with a habit",
                                 .reference = "none",
                                 .least_version = LEAST_VERSION,
#if HABIT == NEEDS
                                 .needs = DCM_NEEDS_YOUNG,
#endif
                                 .parameter_count = 1,
                                 .parameters = parameters,
                                 .init = init,
                                 .compute = compute};

static const dcm_model neighbour = {.size = sizeof(dcm_model),
                                    .id = "neighbour",
                                    .title = "A spring without habits",
                                    .reference = "none",
                                    .least_version = LEAST_VERSION,
                                    .init = init_sound,
                                    .compute = compute_sound};

DCM_LIBRARY_OF_LAWS("habits", "1", &spring, &neighbour)
