/* SPDX-License-Identifier: MIT */
/** @file
 * A host for the table of habits: prints the force with which each of the two laws of a library
 * answers an overlap of 1/4, or the sentence by which it refuses the law. */
#include <stdio.h>

#include "driver/contact.h"
#include "runtime/library.h"
#include "runtime/settings.h"

static void ignore(void *data, uint32_t level, const char *message) {
  (void)data;
  (void)level;
  (void)message;
}

static void run(const dcm_loaded_library *library, const char *id) {
  dcm_error error;
  const dcm_model *model = dcm_library_find(library, id, &error);
  dcm_settings *settings = model ? dcm_settings_create(model, 1) : NULL;
  dcm_law *law = settings ? dcm_law_create(settings, ignore, NULL, &error) : NULL;
  const dcm_body bodies[2] = {dcm_body_sphere(1, 1.0, 1.0), dcm_body_sphere(1, 1.0, 1.0)};
  dcm_single_contact *contact =
      law ? dcm_single_contact_create(law, DCM_SIDE_PARTICLE, bodies, &error) : NULL;
  if (contact) {
    const dcm_motion motions[2] = {{.position = {0.0, 0.0, 0.0}}, {.position = {1.75, 0.0, 0.0}}};
    dcm_contact_load load = {0};
    dcm_single_contact_step(contact, motions, 0.125, &load);
    printf("%s: %g N\n", id, load.normal_force);
  } else {
    printf("%s: %s\n", id, error.text);
  }
  dcm_single_contact_destroy(contact);
  dcm_law_destroy(law);
  dcm_settings_destroy(settings);
}

int main(int argc, char **argv) {
  static const dcm_host host = {
      .size = sizeof host, .abi_version = DCM_ABI_VERSION, .name = "a host", .log = ignore};
  dcm_loaded_library *library;
  dcm_error error;
  if (argc != 2)
    return 1;
  if (dcm_library_open(argv[1], &host, &library, &error)) {
    printf("library: %s\n", error.text);
    return 0;
  }
  run(library, "spring");
  run(library, "neighbour");
  dcm_library_close(library);
  return 0;
}
