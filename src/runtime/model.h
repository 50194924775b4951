/* SPDX-License-Identifier: MIT */
/** @file
 * Reading a model's description safely, whatever version of the contract it was compiled against;
 * and the dimensions of its numbers in the units of a host. */
#ifndef DCM_RUNTIME_MODEL_H
#define DCM_RUNTIME_MODEL_H

#include <dcm/dcm.h>
#include <stddef.h>

#include "runtime/error.h"

/** Element i of an array of descriptions: the stride is the size that the library states. */
const dcm_parameter *dcm_model_parameter(const dcm_model *model, uint32_t i);
const dcm_option *dcm_model_option(const dcm_model *model, uint32_t i);
const dcm_history_field *dcm_model_history_field(const dcm_model *model, uint32_t i);
const dcm_quantity *dcm_model_quantity(const dcm_model *model, uint32_t i);
const dcm_output *dcm_model_output(const dcm_model *model, uint32_t i);

/** Whether a value is finite and within the range of a parameter. */
int dcm_parameter_allows(const dcm_parameter *parameter, double value);

/** "material", "pair" or "law": what a parameter has a number for. */
const char *dcm_scope_name(const dcm_parameter *parameter);

/** Number of components that a field of the history has. */
static inline uint32_t dcm_history_field_width(const dcm_history_field *field) {
  return field->kind == DCM_VECTOR ? 3 : 1;
}

/** Number of components of the history of one contact. */
uint32_t dcm_model_history_width(const dcm_model *model);

/** The sign, +1 or -1, that each component of the history takes when the contact is seen from the
 * other particle, by the parity of its field.
 * @param signs [dcm_model_history_width(model)] filled */
void dcm_model_history_signs(const dcm_model *model, double *signs);

/** Index of the parameter, option or quantity called name, or -1. */
int32_t dcm_model_find_parameter(const dcm_model *model, const char *name);
int32_t dcm_model_find_option(const dcm_model *model, const char *name);
int32_t dcm_model_find_quantity(const dcm_model *model, const char *name);

/** Name of the parameter that has this symbol, as E or mu, or NULL. */
const char *dcm_model_name_of_symbol(const dcm_model *model, const char *symbol);

/** Whether the name is an option or a parameter per law, not a parameter of a material or a pair.
 */
int dcm_model_is_of_law(const dcm_model *model, const char *name);

/** Whether a value is finite and within the range of a quantity, if the quantity has a range. */
int dcm_quantity_allows(const dcm_quantity *quantity, double value);

/** Whether the size in a description is possible. */
int dcm_description_has_size(const void *description, size_t least);

/** Whether the part of a description that this version does not know is zero: a description of a
 * later version that uses nothing of the later version.
 * @param known sizeof of the description here */
int dcm_description_is_known(const void *description, size_t known);

/** The rest of a sentence about a description with younger parts. */
#define DCM_IS_YOUNGER "uses something that " DCM_IS_UNKNOWN
#define DCM_IS_UNKNOWN                                                                             \
  "this version of the contract of contact laws does not know: use a newer version of dcm; if no " \
  "version knows it, the author of the law must correct the law"

/** Whether a model has a valid id.
 * @param origin of the library, for the sentence */
int32_t dcm_model_check_id(const dcm_model *model, const char *origin, dcm_error *error);

/** Checks the description of a model with a valid id: versions, sizes, names, limits, ranges,
 * defaults, callbacks.
 * @param library_version abi_version of its library
 * @param origin          where the model comes from, for the sentence
 * @return DCM_OK or DCM_ERROR */
int32_t dcm_model_check(const dcm_model *model, uint32_t library_version, const char *origin,
                        dcm_error *error);

/* --- Physical dimensions and their names, and the units of a host. The numbers that a law states,
 * such as defaults, are in SI. */

typedef struct dcm_units dcm_units;

/** The units that have this name in the command units of LAMMPS and LIGGGHTS.
 * @return never NULL: to units of another name no number in SI can be converted, nor to "lj" */
const dcm_units *dcm_units_of(const char *name);

/** "micro"; "of this host" for a name that is not known. */
const char *dcm_units_name(const dcm_units *units);

/** A number in SI as a number of these units. A number below 0 stays as it is: in the tables of a
 * law it stands for "not given".
 * @return NAN where nobody knows */
double dcm_units_from_si(const dcm_units *units, dcm_dimension dimension, double number);

/** Whether two dimensions are the same; {0} is that of a pure number. */
int dcm_dimension_is(dcm_dimension dimension, dcm_dimension other);

enum { DCM_DIMENSION_TEXT = 112 };

/** The unit in SI: "Pa", "J/m^2", "-" for a pure number, products of powers where there is no name.
 */
void dcm_dimension_si(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]);

/** The quantity whose unit it is: "pressure", "length", "none" for a pure number; the SI unit where
 * there is no name. For hosts that run in other units. */
void dcm_dimension_quantity(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]);

#endif
