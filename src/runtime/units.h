/* SPDX-License-Identifier: MIT */
/** @file
 * Physical dimensions and their names, and the units of a host. The numbers that a law states,
 * such\n * as defaults, are in SI. */
#ifndef DCM_RUNTIME_UNITS_H
#define DCM_RUNTIME_UNITS_H

#include <dcm/dcm.h>

typedef struct dcm_units dcm_units;

/** The units that have this name in the command units of LAMMPS and LIGGGHTS.
 * @return never NULL: to units of another name no number in SI can be converted, nor to "lj" */
const dcm_units *dcm_units_of(const char *name);

/** "micro"; "of this host" for a name that is not known. */
const char *dcm_units_name(const dcm_units *units);

/** A number in SI as a number of these units. A number below 0 stays as it is: in the tables of a
 * law it stands for "not given".
 * @return NAN where nobody can tell */
double dcm_units_from_si(const dcm_units *units, dcm_dimension dimension, double number);

enum { DCM_DIMENSION_TEXT = 112 };

/** The unit in SI: "Pa", "J/m^2", "-" for a pure number, products of powers where there is no name.
 */
void dcm_dimension_si(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]);

/** The quantity whose unit it is: "pressure", "length", "none" for a pure number; the SI unit where
 * there is no name. For hosts that run in other units. */
void dcm_dimension_quantity(dcm_dimension dimension, char text[DCM_DIMENSION_TEXT]);

#endif
