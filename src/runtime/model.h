/* SPDX-License-Identifier: MIT */
/** @file
 * Reading a model's description safely, whatever version of the contract it was compiled against.
 */
#ifndef DCM_RUNTIME_MODEL_H
#define DCM_RUNTIME_MODEL_H

#include <dcm/dcm.h>

#include "runtime/error.h"

/** Element i of an array of descriptions: the stride is the size that the library states. */
const dcm_parameter *dcm_model_parameter(const dcm_model *model, uint32_t i);
const dcm_option *dcm_model_option(const dcm_model *model, uint32_t i);
const dcm_history_field *dcm_model_history_field(const dcm_model *model, uint32_t i);
const dcm_quantity *dcm_model_quantity(const dcm_model *model, uint32_t i);
const dcm_output *dcm_model_output(const dcm_model *model, uint32_t i);

/** Whether a value is finite and within the range of a parameter. */
int dcm_parameter_allows(const dcm_parameter *parameter, double value);

/** Number of components that a field of the history has. */
static inline uint32_t dcm_history_field_width(const dcm_history_field *field) {
  return field->kind == DCM_VECTOR ? 3 : 1;
}

/** The same of the history of one contact. */
uint32_t dcm_model_history_width(const dcm_model *model);

/** The sign, +1 or -1, that each component of the history takes when the contact is seen from the
 * other particle, by the parity of its field.
 * @param signs [dcm_model_history_width(model)] filled */
void dcm_model_history_signs(const dcm_model *model, double *signs);

/** Index of the parameter, option or quantity called name, or -1. */
int32_t dcm_model_find_parameter(const dcm_model *model, const char *name);
int32_t dcm_model_find_option(const dcm_model *model, const char *name);
int32_t dcm_model_find_quantity(const dcm_model *model, const char *name);

/** Checks a description: sizes, names, ranges, defaults, callbacks. A library that fails here has a
 * defect that its author must mend.
 * @param origin where the model comes from, for the sentence
 * @return DCM_OK or DCM_ERROR */
int32_t dcm_model_check(const dcm_model *model, const char *origin, dcm_error *error);

#endif
