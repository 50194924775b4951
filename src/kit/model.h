/* SPDX-License-Identifier: MIT */
/** @file
 * The part of a dcm_model that is the same in all files of laws. */
#ifndef DCM_KIT_MODEL_H
#define DCM_KIT_MODEL_H

#include <dcm/dcm.h>

/** Initialisers of a dcm_model: its size, and the tables parameters, options and history_fields of
 * the file, by these names. */
#define DCM_MODEL_OF_TABLES                                                                        \
  .size = sizeof(dcm_model), .parameter_count = sizeof parameters / sizeof parameters[0],          \
  .option_count = sizeof options / sizeof options[0],                                              \
  .history_count = sizeof history_fields / sizeof history_fields[0], .parameters = parameters,     \
  .options = options, .history_fields = history_fields

#endif
