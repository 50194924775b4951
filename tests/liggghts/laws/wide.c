/* SPDX-License-Identifier: MIT */
/* A law for tests of hosts: a spring whose contacts have a state of WIDTH numbers, as vectors and
 * what is left of them. Number h grows
 * by h + 1 in each step; where one does not go with the first, the force is no number, which ends
 * the run. */
#include <dcm/dcm.h>
#include <math.h>
#include <stdio.h>

enum { VECTORS = WIDTH / 3, FIELDS = VECTORS + WIDTH % 3 };
static char names[FIELDS][8];
static dcm_history_field fields_of_state[FIELDS];

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  (void)setup;
  (void)instance;
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  (void)instance;
  for (uint32_t k = 0; k < c->count; k++) {
    r->normal_force[k] = 1e3 * c->overlap[k];
    for (int i = 0; i < 3; i++)
      r->tangential_force[i][k] = r->couple_1[i][k] = r->couple_2[i][k] = 0.0;
    const double age = r->history_in[0][k];
    for (int h = 0; h < WIDTH; h++) {
      const double number = r->history_in[h][k];
      if (number != (h + 1) * age)
        r->normal_force[k] = NAN;
      r->history_out[h][k] = c->dt > 0.0 ? number + (h + 1) : number;
    }
  }
  return DCM_OK;
}

static const dcm_model wide = {.size = sizeof(dcm_model),
                               .history_version = 1,
                               .id = "wide",
                               .title = "A spring with a state that nobody needs",
                               .reference = "none",
                               .history_count = FIELDS,
                               .history_fields = fields_of_state,
                               .init = init,
                               .compute = compute};
static const dcm_model *const models[] = {&wide};
static const dcm_library library = {.size = sizeof library,
                                    .abi_version = DCM_ABI_VERSION,
                                    .name = "laws for tests of hosts",
                                    .version = "1.0",
                                    .model_count = 1,
                                    .models = models};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  (void)host;
  for (int f = 0; f < FIELDS; f++) {
    snprintf(names[f], sizeof names[f], "n%d", f);
    fields_of_state[f] = (dcm_history_field){.size = sizeof(dcm_history_field),
                                             .kind = f < VECTORS ? DCM_VECTOR : DCM_SCALAR,
                                             .parity = DCM_EVEN,
                                             .name = names[f],
                                             .description = "a number"};
  }
  return &library;
}
