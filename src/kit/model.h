/* SPDX-License-Identifier: MIT */
/** @file
 * The part of a dcm_model that is the same in all files of laws. */
#ifndef DCM_KIT_MODEL_H
#define DCM_KIT_MODEL_H

#include <dcm/dcm.h>

/** Initialisers of a dcm_model without a state: its size, and the tables parameters and options of
 * the file, by these names. */
#define DCM_MODEL_OF_STATELESS_TABLES                                                              \
  .size = sizeof(dcm_model), .parameter_count = sizeof parameters / sizeof parameters[0],          \
  .option_count = sizeof options / sizeof options[0], .parameters = parameters, .options = options

/** The same with the table history_fields. */
#define DCM_MODEL_OF_TABLES                                                                        \
  DCM_MODEL_OF_STATELESS_TABLES,                                                                   \
      .history_count = sizeof history_fields / sizeof history_fields[0],                           \
      .history_fields = history_fields

/** Beside either of them: the tables quantities and outputs of the file. */
#define DCM_MODEL_QUANTITIES                                                                       \
  .quantity_count = sizeof quantities / sizeof quantities[0], .quantities = quantities
#define DCM_MODEL_OUTPUTS .output_count = sizeof outputs / sizeof outputs[0], .outputs = outputs

#endif
