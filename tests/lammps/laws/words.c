/* SPDX-License-Identifier: MIT */
/* A law for tests of hosts, whose parameters, options, words of options, quantities, fields of the
 * state and outputs are called what hosts call their own keywords. All of them change the force, so
 * that the numbers tell who got a word. PLAIN is the same law with names that no host has: "my_"
 * and the word. SWAPPED makes parameters of the options and options of the parameters. QUANTITIES
 * has some, which not every host hands over. */
#include <dcm/dcm.h>
#include <math.h>
#include <stdlib.h>

#include "../../support/one_law.h"

#ifdef PLAIN
#define CALLED(word) "my_" #word
#else
#define CALLED(word) #word
#endif

#define SOME(X)                                                                                    \
  X(end)                                                                                           \
  X(style)                                                                                         \
  X(coeff)                                                                                         \
  X(curvature)                                                                                     \
  X(yes)                                                                                           \
  X(loop)                                                                                          \
  X(wiggle)                                                                                        \
  X(model) X(cohesion) X(surface) X(meshes) X(type) X(hybrid) X(null) X(all) X(vel) X(options)
#define OTHERS(X)                                                                                  \
  X(library)                                                                                       \
  X(law)                                                                                           \
  X(quantity)                                                                                      \
  X(contacts)                                                                                      \
  X(form)                                                                                          \
  X(threads)                                                                                       \
  X(shear)                                                                                         \
  X(tangential)                                                                                    \
  X(rolling_friction) X(primitive) X(mesh) X(n_meshes) X(dcm) X(none) X(sub) X(inf) X(default)

/* The number of letters decides, so that each scope has some words. */
#define SCOPE(word)                                                                                \
  (sizeof #word == 5 ? DCM_PER_LAW : sizeof #word % 2 ? DCM_PER_MATERIAL : DCM_PER_PAIR)
#define PARAMETER(word)                                                                            \
  {.size = sizeof(dcm_parameter),                                                                  \
   .scope = SCOPE(word),                                                                           \
   .mixing = SCOPE(word) == DCM_PER_PAIR ? DCM_MIX_ARITHMETIC : DCM_MIX_NONE,                      \
   .name = CALLED(word),                                                                           \
   .symbol = "k",                                                                                  \
   .description = "share of the stiffness",                                                        \
   .default_value = 1.0,                                                                           \
   .maximum = INFINITY,                                                                            \
   .reason = "the test has no use for negative numbers"},
static const char *const choices[] = {CALLED(coeff), CALLED(end), CALLED(library),
                                      CALLED(law),   CALLED(yes), CALLED(loop),
                                      CALLED(NULL),  CALLED(5),   CALLED(wall)};
#define OPTION(word)                                                                               \
  {.size = sizeof(dcm_option),                                                                     \
   .choice_count = sizeof choices / sizeof choices[0],                                             \
   .name = CALLED(word),                                                                           \
   .description = "a share of the stiffness",                                                      \
   .choices = choices},
#ifdef SWAPPED
static const dcm_parameter parameters[] = {OTHERS(PARAMETER)};
static const dcm_option options[] = {SOME(OPTION)};
#else
static const dcm_parameter parameters[] = {SOME(PARAMETER)};
static const dcm_option options[] = {OTHERS(OPTION)};
#endif
enum {
  PARAMETER_COUNT = sizeof parameters / sizeof parameters[0],
  OPTION_COUNT = sizeof options / sizeof options[0]
};

/* The state counts, each in steps of its own. */
#define FIELD(word)                                                                                \
  {.size = sizeof(dcm_history_field), .name = CALLED(word), .description = "steps"},
static const dcm_history_field fields[] = {FIELD(style) FIELD(walls) FIELD(force) FIELD(overlap)
                                               FIELD(end) FIELD(distance)};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

#define OUTPUT(word) {.size = sizeof(dcm_output), .name = CALLED(word), .description = "a number"},
static const dcm_output outputs[] = {OUTPUT(walls) OUTPUT(torque_x) OUTPUT(end) OUTPUT(library)};
enum { OUTPUT_COUNT = sizeof outputs / sizeof outputs[0] };

#ifdef QUANTITIES
#define QUANTITY(word)                                                                             \
  {.size = sizeof(dcm_quantity),                                                                   \
   .name = CALLED(word),                                                                           \
   .symbol = "q",                                                                                  \
   .description = "share of the stiffness",                                                        \
   .default_value = 1.0},
static const dcm_quantity quantities[] = {QUANTITY(walls) QUANTITY(region) QUANTITY(types)};
enum { QUANTITY_COUNT = sizeof quantities / sizeof quantities[0] };
#else
static const dcm_quantity *const quantities = NULL;
enum { QUANTITY_COUNT = 0 };
#endif

/** Materials, and the share of the options. */
typedef struct constants {
  uint32_t materials;
  double share;
  double *of_pair; /* [i * materials + j] */
} constants;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t n = setup->material_count;
  constants *made = malloc(sizeof *made);
  double *of_pair = calloc((size_t)n * n, sizeof *of_pair);
  if (!made || !of_pair) {
    free(made);
    free(of_pair);
    return DCM_ERROR;
  }
  double share = 1.0;
  for (int o = 0; o < OPTION_COUNT; o++)
    share += setup->options[o] * ldexp(1.0, o - OPTION_COUNT);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++)
      for (int p = 0; p < PARAMETER_COUNT; p++) {
        const double *of = setup->values[p];
        const uint32_t scope = parameters[p].scope;
        of_pair[i * n + j] += (p + 1) * (scope == DCM_PER_LAW    ? of[0]
                                         : scope == DCM_PER_PAIR ? of[i * n + j]
                                                                 : of[i] + of[j]);
      }
  *made = (constants){.materials = n, .share = share, .of_pair = of_pair};
  instance->data = made;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  constants *made = instance->data;
  free(made->of_pair);
  free(made);
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *c, const dcm_response *r) {
  const constants *made = instance->data;
  for (uint32_t k = 0; k < c->count; k++) {
    double stiffness = made->share * made->of_pair[c->pair];
    for (int q = 0; q < QUANTITY_COUNT; q++)
      stiffness *= c->quantities_1[q][k] + c->quantities_2[q][k];
    for (int f = 0; f < FIELD_COUNT; f++) {
      stiffness += r->history_in[f][k];
      r->history_out[f][k] = r->history_in[f][k] + (c->dt > 0.0 ? f + 1.0 : 0.0);
    }
    r->normal_force[k] = stiffness * c->overlap[k];
    for (int i = 0; i < 3; i++) {
      r->tangential_force[i][k] = 0.0;
      r->couple_1[i][k] = r->couple_2[i][k] = 0.0;
    }
    for (int o = 0; o < OUTPUT_COUNT && r->outputs; o++)
      r->outputs[o][k] = (o + 1) * stiffness;
  }
  return DCM_OK;
}

static const dcm_model law = {.size = sizeof(dcm_model),
                              .history_version = 1,
#ifdef PLAIN
                              .id = "plain",
#else
                              .id = "library",
#endif
                              .title = "A spring of many shares",
                              .reference = "none",
                              .parameter_count = PARAMETER_COUNT,
                              .option_count = OPTION_COUNT,
                              .history_count = FIELD_COUNT,
                              .quantity_count = QUANTITY_COUNT,
                              .output_count = OUTPUT_COUNT,
                              .parameters = parameters,
                              .options = options,
                              .history_fields = fields,
                              .quantities = quantities,
                              .outputs = outputs,
                              .init = init,
                              .compute = compute,
                              .destroy = destroy};

DCM_LIBRARY_OF(law, "laws for tests of hosts", "1.0")
