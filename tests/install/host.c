/* SPDX-License-Identifier: MIT */
/* A host of one's own: opens the built-in laws, and a library if one is named, and lists them. */
#include <dcm/dcm.h>
#include <stdio.h>

#include "laws/library.h"
#include "runtime/library.h"

static dcm_error error;
static const dcm_host host = {.size = sizeof host,
                              .abi_version = DCM_ABI_VERSION,
                              .name = "a test",
                              .log = dcm_error_log,
                              .log_data = &error};

int main(int argc, char **argv) {
  dcm_loaded_library *library;
  if (argc > 1 ? dcm_library_open(argv[1], &host, &library, &error)
               : dcm_library_open_linked(dcm_builtin_library_entry, &host, &library, &error)) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  const dcm_library *described = dcm_library_description(library);
  for (uint32_t i = 0; i < described->model_count; i++)
    printf("%s\n", described->models[i]->id);
  dcm_library_close(library);
  return 0;
}
