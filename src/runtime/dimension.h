/* SPDX-License-Identifier: MIT */
/** @file
 * Names of physical dimensions. */
#ifndef DCM_RUNTIME_DIMENSION_H
#define DCM_RUNTIME_DIMENSION_H

#include <dcm/dcm.h>

enum { DCM_DIMENSION_TEXT = 112 };

/** The unit in SI: "Pa", "J/m^2", "-" for a pure number, products of powers where there is no name.
 */
void dcm_dimension_si(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]);

/** The quantity whose unit it is: "pressure", "length", "none" for a pure number; the SI unit where
 * there is no name. For hosts that run in other units. */
void dcm_dimension_quantity(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]);

#endif
