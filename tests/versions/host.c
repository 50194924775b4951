/* SPDX-License-Identifier: MIT */
/** @file
 * A host for the test of versions: loads the library that it is given, leads one contact through
 * its life and prints what the law answers, and what each side knew of the other: the law by the
 * structs in which it found fields that only the newer contract has, the host by those of the law.
 */
#include <stdio.h>

#include "driver/contact.h"
#include "runtime/library.h"
#include "runtime/model.h"

static void ignore(void *data, uint32_t level, const char *message) {
  (void)data;
  (void)level;
  (void)message;
}

static int fail(const dcm_error *error) {
  printf("error: %s\n", error->text);
  return 1;
}

#if DCM_ABI_MINOR > 1
/** The number that all these fields tell; -1 if they do not agree. */
static double young(const uint32_t words[2], double number, const double *pointer) {
  const int agree = words[0] == number && words[1] == number && (pointer ? *pointer : 0) == number;
  return agree ? number : -1.0;
}
#endif

int main(int argc, char **argv) {
  static const dcm_host host = {
      .size = sizeof host, .abi_version = DCM_ABI_VERSION, .name = "a host", .log = ignore};
  dcm_loaded_library *library;
  dcm_error error;
  if (argc != 2 || dcm_library_open(argv[1], &host, &library, &error))
    return fail(&error);
  const dcm_model *model = dcm_library_find(library, "counting-spring", &error);
  if (!model)
    return fail(&error);
  for (uint32_t p = 0; p < model->parameter_count; p++)
    printf("%s ", dcm_model_parameter(model, p)->name);
  for (uint32_t o = 0; o < model->option_count; o++)
    printf("%s ", dcm_model_option(model, o)->name);
  for (uint32_t f = 0; f < model->history_count; f++)
    printf("%s ", dcm_model_history_field(model, f)->name);
  for (uint32_t q = 0; q < model->quantity_count; q++)
    printf("%s ", dcm_model_quantity(model, q)->name);
  for (uint32_t o = 0; o < model->output_count; o++)
    printf("%s ", dcm_model_output(model, o)->name);
  dcm_settings *settings = dcm_settings_create(model, 1);
  const dcm_range one = {1, 1};
  if (dcm_settings_set(settings, one, one, "stiffness", "1000", &error) ||
      dcm_settings_set(settings, one, one, "factor", "1.5", &error))
    return fail(&error);
  dcm_law *law = dcm_law_create(settings, ignore, NULL, &error);
  if (!law)
    return fail(&error);
  const dcm_body bodies[2] = {dcm_body_sphere(1, 1.0, 1.0), dcm_body_sphere(1, 1.0, 1.0)};
  dcm_single_contact *contact = dcm_single_contact_create(law, DCM_SIDE_PARTICLE, bodies, &error);
  dcm_contact_load load = {0};
  for (int step = 0; step < 3; step++) {
    const dcm_motion motions[2] = {{.position = {0.0, 0.0, 0.0}},
                                   {.position = {1.75, 0.0, 0.0}, .velocity = {0.0, 2.0, 0.0}}};
    dcm_single_contact_step(contact, motions, 0.125, &load);
  }
  double state[5];
  double *const fields[5] = {&state[0], &state[1], &state[2], &state[3], &state[4]};
  for (int c = 0; c < 5; c++)
    state[c] = load.history[c];
  printf("| %a %a | %a %a %a %a %a | reaches %a, spends %a, had %a %a, tells %a |",
         load.normal_force, load.tangential_force.y, state[0], state[1], state[2], state[3],
         state[4], dcm_single_contact_reach(contact), load.energies.dissipated_rolling,
         load.quantities[0][1], load.quantities[1][1], load.outputs[0]);
  dcm_law_history_swap(law, 1, fields);
  printf(" swapped %a %a %a, kept %#x %#x | the law has seen %g", state[1], state[3], state[4],
         (unsigned)law->kept & 0x1f, (unsigned)law->for_energies & 0x1f, load.outputs[1]);
#if DCM_ABI_MINOR > 1
  printf(" | the host has seen");
#define SEEN(name, of)                                                                             \
  printf(" " name " %g", DCM_HAS(of, young_pointer)                                                \
                             ? young((of)->young_words, (of)->young, (of)->young_pointer)          \
                             : 0.0)
  SEEN("model", model);
  SEEN("instance", &law->instance);
  for (uint32_t i = 0; i < 2; i++) {
    SEEN("parameter", dcm_model_parameter(model, i));
    SEEN("option", dcm_model_option(model, i));
    SEEN("field", dcm_model_history_field(model, i));
    SEEN("quantity", dcm_model_quantity(model, i));
    SEEN("output", dcm_model_output(model, i));
  }
#endif
  printf("\n");
  dcm_single_contact_destroy(contact);
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
  dcm_library_close(library);
  return 0;
}
