/* SPDX-License-Identifier: MIT */
/** @file
 * Systems of units, and a law in another system of units.
 *
 * A unit is a power of two of the usual unit: then products and quotients in the law give the same
 * digits in both systems, and square roots, too, where the power is even. */
#ifndef DCM_CHECK_UNIT_SYSTEM_H
#define DCM_CHECK_UNIT_SYSTEM_H

#include "check/scene/scene.h"

/** The base dimensions of dcm_dimension. */
enum {
  DCM_BASE_MASS,
  DCM_BASE_LENGTH,
  DCM_BASE_TIME,
  DCM_BASE_TEMPERATURE,
  DCM_BASE_CURRENT,
  DCM_BASE_AMOUNT,
  DCM_BASE_LUMINOSITY,
  DCM_BASES
};

/** "kg" and so on. */
extern const char *const dcm_base_symbols[DCM_BASES];

/** A system of units: a number of a base dimension is multiplied by 2^power. */
typedef struct dcm_units {
  int power[DCM_BASES];
} dcm_units;

/** The exponents before the division by the denominator. */
void dcm_dimension_exponents(dcm_dimension d, int exponents[DCM_BASES]);

static inline int dcm_dimension_denominator(dcm_dimension d) {
  return d.denominator ? d.denominator : 1;
}

/** The dimension with another exponent of one base.
 * @param halves what is added to the exponent, in halves */
dcm_dimension dcm_dimension_with(dcm_dimension d, int base, int halves);

/** Factor by which a number of a dimension changes. */
double dcm_units_factor(const dcm_units *u, dcm_dimension d);

/** A parameter or a quantity whose dimension is perhaps declared wrongly, and the right dimension.
 */
typedef struct dcm_doubt {
  enum { DCM_DOUBT_NONE, DCM_DOUBT_PARAMETER, DCM_DOUBT_QUANTITY } whose;
  uint32_t index;
  dcm_dimension dimension;
} dcm_doubt;

extern const dcm_doubt dcm_no_doubt;

dcm_dimension dcm_dimension_of_parameter(const dcm_model *model, uint32_t p, const dcm_doubt *d);

/** Hosts give masses and IDs, whatever dimension the law declares. */
dcm_dimension dcm_dimension_of_quantity(const dcm_model *model, uint32_t q, const dcm_doubt *d);

/** The law of a scene with its parameters in other units.
 * @return freed by dcm_law_destroy; NULL if the ranges do not allow these units, or init refuses */
dcm_law *dcm_twin_of(const dcm_scene *s, const dcm_units *u, const dcm_doubt *d);

#endif
