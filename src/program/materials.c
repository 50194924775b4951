/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/library.h"
#include "runtime/model.h"
#include "runtime/text.h"

enum { MOST_MATERIALS = 1000 };

static dcm_api_materials *create(const dcm_api_library *library, const char *law, uint32_t count,
                                 dcm_error *error) {
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

dcm_api_materials *dcm_api_materials_create(const dcm_api_library *library, const char *law,
                                            uint32_t count, dcm_api_message *message) {
  dcm_error error;
  dcm_api_materials *materials = create(library, law, count, &error);
  if (!materials)
    dcm_api_fail(message, &error);
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
static int is_open(const dcm_api_materials *materials, dcm_error *error) {
  if (!materials->law)
    return 1;
  dcm_fail(error, "the materials are ready, and ready materials do not change: make new ones");
  return 0;
}

int dcm_api_is_ready(const dcm_api_materials *materials, dcm_error *error) {
  if (materials->law)
    return 1;
  dcm_fail(error, "the materials are not ready: call dcm_api_materials_ready first");
  return 0;
}

int dcm_api_materials_choose(dcm_api_materials *materials, const char *option, const char *word,
                             dcm_api_message *message) {
  dcm_error error;
  if (!is_open(materials, &error) || dcm_settings_choose(materials->settings, option, word, &error))
    return dcm_api_fail(message, &error);
  return DCM_API_OK;
}

int dcm_api_materials_set(dcm_api_materials *materials, const char *parameter, uint32_t i,
                          uint32_t j, double value, dcm_api_message *message) {
  const uint32_t all = dcm_settings_material_count(materials->settings);
  const int is_all = i == 0 && j == 0;
  const dcm_range of_i = {is_all ? 1 : i, is_all ? all : i};
  const dcm_range of_j = {is_all ? 1 : j, is_all ? all : j};
  char text[DCM_NUMBER_TEXT];
  dcm_text_of_number(value, 15, text);
  dcm_error error;
  if (!is_open(materials, &error) ||
      dcm_settings_put(materials->settings, of_i, of_j, parameter, text, &error))
    return dcm_api_fail(message, &error);
  return DCM_API_OK;
}

int dcm_api_materials_ready(dcm_api_materials *materials, dcm_api_message *message) {
  dcm_error error;
  if (!is_open(materials, &error))
    return dcm_api_fail(message, &error);
  materials->law =
      dcm_law_create(materials->settings, dcm_lines_take, &materials->warnings, &error);
  return materials->law ? DCM_API_OK : dcm_api_fail(message, &error);
}

int dcm_api_materials_get(const dcm_api_materials *materials, const char *parameter, uint32_t i,
                          uint32_t j, double *value, dcm_api_message *message) {
  dcm_error error;
  const dcm_model *model = dcm_settings_model(materials->settings);
  const uint32_t count = dcm_settings_material_count(materials->settings);
  const int32_t p = dcm_model_find_parameter(model, parameter);
  int32_t status = DCM_OK;
  if (p < 0)
    status = dcm_fail(&error, "the law '%s' has no parameter '%s'", model->id, parameter);
  else if (dcm_model_parameter(model, (uint32_t)p)->scope == DCM_PER_LAW)
    i = j = 1;
  if (status == DCM_OK && (i < 1 || i > count || j < 1 || j > count))
    status =
        dcm_fail(&error, "there are no materials %u and %u: materials are numbered from 1 to %u", i,
                 j, count);
  if (status == DCM_OK)
    status = dcm_settings_value(materials->settings, (uint32_t)p, i, j, value, &error);
  return status == DCM_OK ? DCM_API_OK : dcm_api_fail(message, &error);
}

const char *dcm_api_materials_warnings(const dcm_api_materials *materials) {
  return materials->warnings.text;
}

uint32_t dcm_api_state_width(const dcm_api_materials *materials) {
  return dcm_model_history_width(dcm_settings_model(materials->settings));
}
