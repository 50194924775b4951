/* SPDX-License-Identifier: MIT */
/** @file
 * The initialisers of a dcm_model that are the same in all files of laws. */
#ifndef DCM_KIT_MODEL_H
#define DCM_KIT_MODEL_H

#include <dcm/dcm.h>

/** For a model without a state: its size, the oldest host that can run it, and the file's tables
 * "parameters" and "options". The laws ask for all that is younger. */
#define DCM_MODEL_OF_STATELESS_TABLES                                                              \
  .size = sizeof(dcm_model), .least_version = DCM_ABI_MAJOR << 16,                                 \
  .parameter_count = sizeof parameters / sizeof parameters[0],                                     \
  .option_count = sizeof options / sizeof options[0], .parameters = parameters, .options = options

/** For a model with a state: also the file's table "history_fields". */
#define DCM_MODEL_OF_TABLES                                                                        \
  DCM_MODEL_OF_STATELESS_TABLES,                                                                   \
      .history_count = sizeof history_fields / sizeof history_fields[0],                           \
      .history_fields = history_fields

/** In addition: the file's tables "quantities" and "outputs". */
#define DCM_MODEL_QUANTITIES                                                                       \
  .quantity_count = sizeof quantities / sizeof quantities[0], .quantities = quantities
#define DCM_MODEL_OUTPUTS .output_count = sizeof outputs / sizeof outputs[0], .outputs = outputs

/** An extension of a model: values for a first look at the law, which 'dcm collide' takes for
 * parameters that are not given. A host takes none of these. The name by which dcm_model.extension
 * answers with an array of dcm_usual_value, the last one without a name. */
#define DCM_USUAL "dcm/usual/1"

typedef struct dcm_usual_value {
  const char *parameter;
  const char *value; /**< in SI, as users write it */
} dcm_usual_value;

#endif
