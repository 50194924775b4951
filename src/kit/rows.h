/* SPDX-License-Identifier: MIT */
/** @file
 * Rows of the tables of a law. Each macro is the initialiser of one entry: a parameter, an option,
 * a history field, a quantity or an output. The last arguments of DCM_NUMBER and DCM_QUANTITY are
 * initialisers of the fields that most rows leave out. The model that has the tables is at the end.
 */
#ifndef DCM_KIT_ROWS_H
#define DCM_KIT_ROWS_H

#include <dcm/dcm.h>

/** A dimension by its exponents, as DCM_UNIT(.mass = 1, .time = -1), and those that laws share. */
#define DCM_UNIT(...)                                                                              \
  { __VA_ARGS__ }
#define DCM_UNIT_NONE DCM_UNIT(0)
#define DCM_UNIT_LENGTH DCM_UNIT(.length = 1)
#define DCM_UNIT_FORCE DCM_UNIT(.mass = 1, .length = 1, .time = -2)
#define DCM_UNIT_ENERGY DCM_UNIT(.mass = 1, .length = 2, .time = -2)
#define DCM_UNIT_PRESSURE DCM_UNIT(.mass = 1, .length = -1, .time = -2)
#define DCM_UNIT_STIFFNESS DCM_UNIT(.mass = 1, .time = -2) /* also energy over area */
#define DCM_UNIT_DAMPING DCM_UNIT(.mass = 1, .time = -1)

/** A parameter with a range and the reason of the range.
 * @param ... DCM_EACH_MATERIAL, DCM_EACH_PAIR(rule of mixing) or .scope = DCM_PER_LAW; then, where
 *            the row has them, .flags and .default_value */
#define DCM_NUMBER(word, letter, text, unit, least, most, why, ...)                                \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .name = word, .symbol = letter, .description = text,            \
    .dimension = unit, .minimum = least, .maximum = most, .reason = why, __VA_ARGS__               \
  }
#define DCM_EACH_MATERIAL .scope = DCM_PER_MATERIAL
#define DCM_EACH_PAIR(rule) .scope = DCM_PER_PAIR, .mixing = DCM_MIX_##rule

/** An option.
 * @param usual index of the word that holds when none is given
 * @param ...   the words, in the order of the law's enum */
#define DCM_WORDS(word, text, usual, ...)                                                          \
  {                                                                                                \
    .size = sizeof(dcm_option), .name = word, .description = text, .default_choice = usual,        \
    .choices = (const char *const[]){__VA_ARGS__},                                                 \
    .choice_count = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)              \
  }

/** A history field.
 * @param shape VECTOR or SCALAR
 * @param sign  ODD or EVEN */
#define DCM_FIELD(shape, sign, word, text, unit)                                                   \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_##shape, .parity = DCM_##sign, .name = word,    \
    .description = text, .dimension = unit                                                         \
  }

/** A quantity of particles.
 * @param ... .access; then, where the row has them, .flags and .default_value */
#define DCM_QUANTITY(word, letter, text, unit, ...)                                                \
  {                                                                                                \
    .size = sizeof(dcm_quantity), .name = word, .symbol = letter, .description = text,             \
    .dimension = unit, __VA_ARGS__                                                                 \
  }

/** An output. */
#define DCM_OUTPUT(word, text, unit)                                                               \
  { .size = sizeof(dcm_output), .name = word, .description = text, .dimension = unit }

/* --- The initialisers of a dcm_model that are the same in all files of laws. */

/** The size, the oldest host that can run the model, and the file's table "parameters". The laws
 * ask for all that is younger. */
#define DCM_MODEL                                                                                  \
  .size = sizeof(dcm_model), .least_version = DCM_ABI_MAJOR << 16,                                 \
  .parameter_count = sizeof parameters / sizeof parameters[0], .parameters = parameters

/** In addition, each where the file has the table: "options", "history_fields", "quantities" and
 * "outputs". */
#define DCM_MODEL_OPTIONS .option_count = sizeof options / sizeof options[0], .options = options
#define DCM_MODEL_HISTORY                                                                          \
  .history_count = sizeof history_fields / sizeof history_fields[0],                               \
  .history_fields = history_fields
#define DCM_MODEL_QUANTITIES                                                                       \
  .quantity_count = sizeof quantities / sizeof quantities[0], .quantities = quantities
#define DCM_MODEL_OUTPUTS .output_count = sizeof outputs / sizeof outputs[0], .outputs = outputs

/** Most laws have these. */
#define DCM_MODEL_OF_TABLES DCM_MODEL, DCM_MODEL_OPTIONS, DCM_MODEL_HISTORY

/** An extension of a model: values for a first look at the law, which 'dcm collide' takes for
 * parameters that are not given. A host takes none of these. The name by which dcm_model.extension
 * answers with an array of dcm_usual_value, the last one without a name. */
#define DCM_USUAL "dcm/usual/1"

typedef struct dcm_usual_value {
  const char *parameter;
  const char *value; /**< in SI, as users write it */
} dcm_usual_value;

#endif
