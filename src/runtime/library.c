/* SPDX-License-Identifier: MIT */
#include "runtime/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/error.h"
#include "runtime/files.h"
#include "runtime/machine.h"
#include "runtime/model.h"

/** A law of the library that this host cannot run. */
typedef struct refusal {
  const char *id;
  char *reason;
} refusal;

struct dcm_loaded_library {
  dcm_host host;      /* as the caller described it */
  dcm_host presented; /* the host for the library, with the log below */
  void *handle;       /* NULL for linked laws */
  dcm_library_function entry;
  uint32_t float_changes; /* DCM_FLOAT_* that were put back after loading */
  dcm_library served;     /* the description of the library, with the models that can be run */
  const dcm_model **models;
  refusal *refused;
  uint32_t refused_count;
};

/** Compares versions by the two fields that no version of the contract moves. */
static int32_t check_version(const dcm_library *library, const char *origin, dcm_error *error) {
  const uint32_t major = DCM_VERSION_MAJOR(library->abi_version);
  if (major == DCM_ABI_MAJOR)
    return DCM_OK;
  return dcm_fail(error,
                  "%s was compiled for version %u.%u of the contract of contact laws, but this "
                  "program has version %u.%u: compile the library again with the dcm headers of "
                  "this version; abi/README.md says which lines of a law change",
                  origin, major, DCM_VERSION_MINOR(library->abi_version), DCM_ABI_MAJOR,
                  DCM_ABI_MINOR);
}

/** Checks a library as a whole. */
static int32_t check(const dcm_library *library, const char *origin, dcm_error *error) {
  if (check_version(library, origin, error))
    return DCM_ERROR;
  if (!dcm_description_has_size(library, DCM_LIBRARY_LEAST_SIZE) || !library->name ||
      !library->version || library->model_count == 0 || library->model_count > DCM_MOST_COUNT ||
      !library->models || (uintptr_t)library->models % _Alignof(dcm_model *) != 0)
    return dcm_fail(error, "the name, the version or the list of laws of %s is missing", origin);
  if (!dcm_text_fits(library->name, DCM_MOST_TEXT) ||
      !dcm_text_fits(library->version, DCM_MOST_TEXT))
    return dcm_fail(error,
                    "the name or the version of %s is longer than %d bytes, is not UTF-8, or has "
                    "control characters",
                    origin, DCM_MOST_TEXT - 1);
  if ((library->flags & ~DCM_MAY_BE_IGNORED) || !dcm_description_is_known(library, sizeof *library))
    return dcm_fail(error, "%s " DCM_IS_YOUNGER, origin);
  return DCM_OK;
}

/** Checks that each law has a name of its own. */
static int32_t check_names(const dcm_library *offered, const char *origin, dcm_error *error) {
  for (uint32_t i = 0; i < offered->model_count; i++) {
    if (dcm_model_check_id(offered->models[i], origin, error))
      return DCM_ERROR;
    for (uint32_t j = 0; j < i; j++)
      if (strcmp(offered->models[i]->id, offered->models[j]->id) == 0)
        return dcm_fail(error, "two laws of %s are called '%s'", origin, offered->models[i]->id);
  }
  return DCM_OK;
}

/** Keeps the reason why a model cannot be run; the other models of the library still run. */
static int32_t refuse(dcm_loaded_library *library, const dcm_model *model, const dcm_error *why,
                      dcm_error *error) {
  refusal *kept = &library->refused[library->refused_count];
  kept->id = model->id;
  kept->reason = strdup(why->text);
  if (!kept->reason)
    return dcm_fail(error, "out of memory");
  library->refused_count++;
  return DCM_OK;
}

static int32_t start(dcm_loaded_library *library, dcm_library_function entry, const char *origin,
                     dcm_error *error) {
  library->entry = entry;
  const dcm_library *offered = entry(&library->presented);
  if (!offered)
    return dcm_fail(error, "%s refuses to work with %s", origin, library->host.name);
  if (check(offered, origin, error) || check_names(offered, origin, error))
    return DCM_ERROR;
  library->models = calloc(offered->model_count, sizeof *library->models);
  library->refused = calloc(offered->model_count, sizeof *library->refused);
  if (!library->models || !library->refused)
    return dcm_fail(error, "out of memory");
  library->served = (dcm_library){.size = sizeof library->served,
                                  .abi_version = offered->abi_version,
                                  .name = offered->name,
                                  .version = offered->version,
                                  .flags = offered->flags,
                                  .models = library->models};
  for (uint32_t i = 0; i < offered->model_count; i++) {
    dcm_error why;
    if (dcm_model_check(offered->models[i], offered->abi_version, origin, &why) == DCM_OK)
      library->models[library->served.model_count++] = offered->models[i];
    else if (refuse(library, offered->models[i], &why, error))
      return DCM_ERROR;
  }
  return library->served.model_count > 0 ? DCM_OK
                                         : dcm_fail(error, "%s", library->refused[0].reason);
}

/** Passes messages of a library on. A missing text is replaced, because every host would read the
 * text. */
static void pass_on(void *data, uint32_t level, const char *message) {
  const dcm_loaded_library *library = data;
  library->host.log(library->host.log_data, dcm_known_level(level),
                    message ? message : "(a message without text)");
}

static dcm_loaded_library *allocate(const dcm_host *host, dcm_error *error) {
  dcm_loaded_library *library = calloc(1, sizeof *library);
  if (!library) {
    dcm_fail(error, "out of memory");
    return NULL;
  }
  library->host = library->presented = *host;
  library->presented.log = pass_on;
  library->presented.log_data = library;
  return library;
}

/** dlopen and dlsym, with a sentence for each failure. */
static int32_t find_entry(const char *path, void **handle, dcm_library_function *entry,
                          dcm_error *error) {
  *handle = dcm_shared_object_open(path, error);
  if (!*handle)
    return DCM_ERROR;
  void *symbol = dlsym(*handle, DCM_LIBRARY_SYMBOL);
  if (!symbol) {
    dlclose(*handle);
    return dcm_fail(error,
                    "'%s' is a shared object, but not a library of contact laws: the "
                    "function " DCM_LIBRARY_SYMBOL " is missing",
                    path);
  }
  /* ISO C has no cast from an object pointer to a function pointer; POSIX gives both one form. */
  memcpy(entry, &symbol, sizeof *entry);
  return DCM_OK;
}

/** dcm_library_open without the care for the floating-point environment. */
static int32_t load(const char *path, const dcm_host *host, dcm_loaded_library **library,
                    dcm_error *error) {
  void *handle = NULL;
  dcm_library_function entry = NULL;
  if (find_entry(path, &handle, &entry, error))
    return DCM_ERROR;
  dcm_loaded_library *loaded = allocate(host, error);
  if (!loaded) {
    dlclose(handle);
    return DCM_ERROR;
  }
  loaded->handle = handle;
  char origin[4200];
  snprintf(origin, sizeof origin, "the library '%s'", path);
  if (start(loaded, entry, origin, error)) {
    dcm_library_close(loaded);
    return DCM_ERROR;
  }
  *library = loaded;
  return DCM_OK;
}

int32_t dcm_library_open(const char *path, const dcm_host *host, dcm_loaded_library **library,
                         dcm_error *error) {
  const dcm_float_environment before = dcm_float_environment_now();
  const int32_t status = load(path, host, library, error);
  const uint32_t changes = dcm_float_environment_restore(&before);
  if (status)
    return status;
  char who[4300];
  snprintf(who, sizeof who, "the library '%s', or a library that it needs,", path);
  dcm_float_environment_warn(changes, who, host->log, host->log_data);
  (*library)->float_changes = changes;
  return DCM_OK;
}

int32_t dcm_library_open_linked(dcm_library_function entry, const dcm_host *host,
                                dcm_loaded_library **library, dcm_error *error) {
  dcm_loaded_library *loaded = allocate(host, error);
  if (!loaded)
    return DCM_ERROR;
  if (start(loaded, entry, "the built-in library", error)) {
    dcm_library_close(loaded);
    return DCM_ERROR;
  }
  *library = loaded;
  return DCM_OK;
}

void dcm_library_close(dcm_loaded_library *library) {
  if (!library)
    return;
  const dcm_float_environment before = dcm_float_environment_now();
  if (library->handle)
    dlclose(library->handle);
  dcm_float_environment_restore(&before);
  for (uint32_t i = 0; i < library->refused_count; i++)
    free(library->refused[i].reason);
  free(library->refused);
  free(library->models);
  free(library);
}

dcm_library_function dcm_library_entry_of(const dcm_loaded_library *library) {
  return library->entry;
}

uint32_t dcm_library_float_changes(const dcm_loaded_library *library) {
  return library->float_changes;
}

const dcm_library *dcm_library_description(const dcm_loaded_library *library) {
  return &library->served;
}

const char *dcm_library_refusal(const dcm_loaded_library *library, uint32_t i) {
  return i < library->refused_count ? library->refused[i].reason : NULL;
}

static const char *model_id(const void *library, size_t i) {
  return ((const dcm_library *)library)->models[i]->id;
}

const dcm_model *dcm_library_find(const dcm_loaded_library *library, const char *id,
                                  dcm_error *error) {
  const dcm_library *description = &library->served;
  for (uint32_t i = 0; i < description->model_count; i++)
    if (dcm_is_same_law(description->models[i]->id, id))
      return description->models[i];
  for (uint32_t i = 0; i < library->refused_count; i++)
    if (dcm_is_same_law(library->refused[i].id, id)) {
      dcm_fail(error, "%s", library->refused[i].reason);
      return NULL;
    }
  dcm_fail(error, "there is no contact law '%s' in %s %s", id, description->name,
           description->version);
  const char *nearest = dcm_nearest_word(id, model_id, description, description->model_count);
  dcm_error_append_nearest(error, nearest, "laws");
  for (uint32_t i = 0; i < description->model_count; i++)
    dcm_error_append(error, "%s %s", i ? "," : "", description->models[i]->id);
  return NULL;
}
