/* SPDX-License-Identifier: MIT */
/** @file
 * Descriptions of the quantities of particles that several laws share. Each macro is the
 * initialiser of one dcm_quantity. */
#ifndef DCM_KIT_QUANTITIES_H
#define DCM_KIT_QUANTITIES_H

#include <dcm/dcm.h>

#include "mechanics/conduction.h"

#define DCM_QUANTITY_TEMPERATURE                                                                   \
  {                                                                                                \
    .size = sizeof(dcm_quantity), .access = DCM_READ, .name = "temperature", .symbol = "T",        \
    .description = "temperature; what has none is insulated", .dimension = {.temperature = 1},     \
    .default_value = DCM_NO_TEMPERATURE                                                            \
  }

#define DCM_QUANTITY_HEATFLOW                                                                      \
  {                                                                                                \
    .size = sizeof(dcm_quantity), .access = DCM_SUM, .flags = DCM_CONSERVED, .name = "heatflow",   \
    .symbol = "Q", .description = "heat that flows in, per time", .dimension = {                   \
      .mass = 1,                                                                                   \
      .length = 2,                                                                                 \
      .time = -3                                                                                   \
    }                                                                                              \
  }

#endif
