/* SPDX-License-Identifier: MIT */
#include "program/library.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "program/json.h"
#include "runtime/error.h"
#include "runtime/machine.h"
#include "runtime/model.h"

_Static_assert(sizeof(dcm_api_message) == sizeof(dcm_error), "a message is a sentence");
_Static_assert((int)DCM_API_OK == (int)DCM_OK && (int)DCM_API_FAILED == (int)DCM_ERROR,
               "and what it says");

uint32_t dcm_api_version(void) {
  return DCM_API_MAJOR << 16 | DCM_API_MINOR;
}

const char *dcm_api_release(void) {
  return DCM_PROJECT_VERSION;
}

void dcm_api_free(char *text) {
  free(text);
}

/** A dcm_log_function that keeps warnings; the data are dcm_lines. */
static void take_line(void *data, uint32_t level, const char *message) {
  dcm_lines *lines = data;
  const size_t length = strlen(message);
  if (level != DCM_LOG_WARNING || lines->used + length + 2 > sizeof lines->text)
    return;
  memcpy(lines->text + lines->used, message, length);
  lines->used += length;
  lines->text[lines->used++] = '\n';
  lines->text[lines->used] = '\0';
}

/** @param path, entry one of them, or none for the laws of dcm */
static dcm_api_library *open_either(const char *path, dcm_library_function entry,
                                    dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  dcm_api_library *library = calloc(1, sizeof *library);
  int32_t status =
      library ? dcm_isa_use(getenv(DCM_ISA_VARIABLE), error) : dcm_fail(error, "out of memory");
  if (status == DCM_OK) {
    const dcm_host host = {.size = sizeof host,
                           .abi_version = DCM_ABI_VERSION,
                           .name = "libdcm",
                           .log = take_line,
                           .log_data = &library->warnings};
    status = path ? dcm_library_open(path, &host, &library->loaded, error)
                  : dcm_library_open_linked(entry ? entry : dcm_builtin_library_entry, &host,
                                            &library->loaded, error);
  }
  if (status == DCM_OK)
    return library;
  free(library);
  return NULL;
}

dcm_api_library *dcm_api_library_open(const char *path, dcm_api_message *message) {
  return open_either(path, NULL, message);
}

dcm_api_library *dcm_api_library_linked(void (*entry)(void), dcm_api_message *message) {
  return open_either(NULL, (dcm_library_function)entry, message);
}

void dcm_api_library_close(dcm_api_library *library) {
  if (!library)
    return;
  dcm_library_close(library->loaded);
  free(library);
}

uint32_t dcm_api_law_count(const dcm_api_library *library) {
  return dcm_library_description(library->loaded)->model_count;
}

const char *dcm_api_law_id(const dcm_api_library *library, uint32_t i) {
  return i < dcm_api_law_count(library) ? dcm_library_description(library->loaded)->models[i]->id
                                        : NULL;
}

char *dcm_api_describe(const dcm_api_library *library, const char *law, dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  const dcm_model *model = dcm_library_find(library->loaded, law, error);
  char *text = NULL;
  size_t length;
  FILE *stream = model ? open_memstream(&text, &length) : NULL;
  if (stream)
    dcm_describe_json(stream, dcm_library_description(library->loaded), model);
  if (stream && fclose(stream) == 0)
    return text;
  free(text);
  if (model)
    dcm_fail(error, "out of memory");
  return NULL;
}

enum { MOST_MATERIALS = 1000 };

dcm_api_materials *dcm_api_materials_create(const dcm_api_library *library, const char *law,
                                            uint32_t count, dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  const dcm_model *model = dcm_library_find(library->loaded, law, error);
  if (!model)
    return NULL;
  if (count < 1 || count > MOST_MATERIALS) {
    dcm_fail(error, "%u materials are asked for, but 1 to %d are allowed", count, MOST_MATERIALS);
    return NULL;
  }
  dcm_api_materials *materials = calloc(1, sizeof *materials);
  dcm_settings *settings = dcm_settings_create(model, count);
  if (!materials || !settings) {
    free(materials);
    dcm_settings_destroy(settings);
    dcm_fail(error, "out of memory");
    return NULL;
  }
  materials->library = library;
  materials->settings = settings;
  return materials;
}

void dcm_api_materials_destroy(dcm_api_materials *materials) {
  if (!materials)
    return;
  dcm_law_destroy(materials->law);
  dcm_settings_destroy(materials->settings);
  free(materials);
}

/** Materials that are ready do not change any more, because other threads may read them. */
static int32_t check_open(const dcm_api_materials *materials, dcm_error *error) {
  return materials->law
             ? dcm_fail(error,
                        "the materials are ready, and ready materials do not change: make new ones")
             : DCM_OK;
}

int32_t dcm_api_check_ready(const dcm_api_materials *materials, dcm_error *error) {
  return materials->law
             ? DCM_OK
             : dcm_fail(error, "the materials are not ready: call dcm_api_materials_ready first");
}

int dcm_api_materials_choose(dcm_api_materials *materials, const char *option, const char *word,
                             dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  return check_open(materials, error) ||
         dcm_settings_choose(materials->settings, option, word, error);
}

int dcm_api_materials_set(dcm_api_materials *materials, const char *parameter, uint32_t i,
                          uint32_t j, double value, dcm_api_message *message) {
  const uint32_t all = dcm_settings_material_count(materials->settings);
  const int is_all = i == 0 && j == 0;
  const dcm_range of_i = {is_all ? 1 : i, is_all ? all : i};
  const dcm_range of_j = {is_all ? 1 : j, is_all ? all : j};
  char text[DCM_NUMBER_TEXT];
  dcm_text_of_number(value, 15, text);
  dcm_error own, *error = dcm_api_error(message, &own);
  return check_open(materials, error) ||
         dcm_settings_put(materials->settings, of_i, of_j, parameter, text, error);
}

int dcm_api_materials_ready(dcm_api_materials *materials, dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  if (check_open(materials, error))
    return DCM_API_FAILED;
  materials->law = dcm_law_create(materials->settings, take_line, &materials->warnings, error);
  return materials->law ? DCM_API_OK : DCM_API_FAILED;
}

int dcm_api_materials_get(const dcm_api_materials *materials, const char *parameter, uint32_t i,
                          uint32_t j, double *value, dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  const dcm_model *model = dcm_settings_model(materials->settings);
  const uint32_t count = dcm_settings_material_count(materials->settings);
  const int32_t p = dcm_model_find_parameter(model, parameter);
  if (p < 0)
    return dcm_fail(error, "the law '%s' has no parameter '%s'", model->id, parameter);
  if (dcm_model_parameter(model, (uint32_t)p)->scope == DCM_PER_LAW)
    i = j = 1;
  if (i < 1 || i > count || j < 1 || j > count)
    return dcm_fail(error, "there are no materials %u and %u: materials are numbered from 1 to %u",
                    i, j, count);
  *value = dcm_settings_value(materials->settings, (uint32_t)p, i, j);
  return isnan(*value) ? dcm_settings_check_pair(materials->settings, i, j, error) : DCM_OK;
}

const char *dcm_api_materials_warnings(const dcm_api_materials *materials) {
  return materials->warnings.text;
}

uint32_t dcm_api_state_width(const dcm_api_materials *materials) {
  return dcm_model_history_width(dcm_settings_model(materials->settings));
}
