/* SPDX-License-Identifier: MIT */
/** @file
 * Rows of the quantities of particles that several laws share. */
#ifndef DCM_KIT_QUANTITIES_H
#define DCM_KIT_QUANTITIES_H

#include "mechanics/conduction.h"
#include "rows.h"

#define DCM_QUANTITY_TEMPERATURE                                                                   \
  DCM_QUANTITY("temperature", "T", "temperature; what has none is insulated",                      \
               DCM_UNIT(.temperature = 1), .access = DCM_READ,                                     \
               .default_value = DCM_NO_TEMPERATURE)

#define DCM_QUANTITY_HEATFLOW                                                                      \
  DCM_QUANTITY("heatflow", "Q", "heat that flows in, per time",                                    \
               DCM_UNIT(.mass = 1, .length = 2, .time = -3), .access = DCM_SUM,                    \
               .flags = DCM_CONSERVED)

#endif
