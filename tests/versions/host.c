/* SPDX-License-Identifier: MIT */
/** @file
 * A host for the test of versions: loads the library that it is given, leads one contact through
 * three steps and prints what the law answers, and what each side knew of the other. */
#include <stdio.h>

#include "driver/single_contact.h"
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
  printf("| %a %a | %a %a %a %a", load.normal_force, load.tangential_force.y, load.history[0],
         load.history[1], load.history[2], load.history[3]);
#ifdef NEWER
  printf(" | the model has %g, the instance %g",
         DCM_HAS(model, appended) ? model->appended[0] : 0.0, law->instance.appended[0]);
#endif
  printf("\n");
  dcm_single_contact_destroy(contact);
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
  dcm_library_close(library);
  return 0;
}
