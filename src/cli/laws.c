/* SPDX-License-Identifier: MIT */
#include "cli/laws.h"

#include <stdlib.h>

#include "cli/message.h"
#include "laws/library.h"
#include "runtime/shared_object.h"
#include "runtime/text.h"

dcm_loaded_library *open_library(const cli_arguments *arguments) {
  static const dcm_host host = {.size = sizeof host,
                                .abi_version = DCM_ABI_VERSION,
                                .name = "the dcm command",
                                .log = message_log};
  const char *law = arguments->law;
  const char *named = arguments_text(arguments, "library");
  char *found = named || !law || dcm_is_builtin_law(law)
                    ? NULL
                    : dcm_find_law_library(getenv(DCM_PATH_VARIABLE), law);
  const char *path = named ? named : found;
  dcm_loaded_library *library = NULL;
  dcm_error error;
  if (found && dcm_check_permissions(found, &error))
    message_warning("%s", error.text);
  const int32_t status =
      path ? dcm_library_open(path, &host, &library, &error)
           : dcm_library_open_linked(dcm_builtin_library_entry, &host, &library, &error);
  free(found);
  if (status) {
    message_failure("%s", error.text);
    return NULL;
  }
  return library;
}

static const char *law_id(const void *context, size_t i) {
  const dcm_library *library = context;
  return library->models[i]->id;
}

const dcm_model *find_law(const cli_arguments *arguments, const dcm_loaded_library *library) {
  dcm_error error;
  const dcm_model *model = dcm_library_find(library, arguments->law, &error);
  if (model)
    return model;
  message_misuse("%s", error.text);
  const dcm_library *description = dcm_library_description(library);
  if (!dcm_nearest_word(arguments->law, law_id, description, description->model_count) &&
      !arguments_has(arguments, "library"))
    message_hint("for a law of your own write --library FILE, or put %s.so into a folder "
                 "of " DCM_PATH_VARIABLE " that begins with '/'",
                 arguments->law);
  return NULL;
}
