/* SPDX-License-Identifier: MIT */
/** @file
 * Mathematical constants, which C11 does not name. */
#ifndef DCM_NUMERIC_CONSTANTS_H
#define DCM_NUMERIC_CONSTANTS_H

#define DCM_PI 3.14159265358979323846

#endif
