/* SPDX-License-Identifier: MIT */
/** @file
 * Where in the state of a contact a test looks. */
#ifndef DCM_TESTS_SUPPORT_HISTORY_H
#define DCM_TESTS_SUPPORT_HISTORY_H

#include <string.h>

#include "runtime/model.h"

/** Where the components of a history field begin; the history's width if the law has none of this
 * name. */
static inline uint32_t dcm_component_of(const dcm_model *model, const char *name) {
  uint32_t component = 0;
  for (uint32_t f = 0; f < model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(model, f);
    if (strcmp(field->name, name) == 0)
      break;
    component += dcm_history_field_width(field);
  }
  return component;
}

#endif
