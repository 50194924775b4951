/* SPDX-License-Identifier: MIT */
/** @file
 * Rows of the tables of a law. Each macro is the initialiser of one entry: a parameter, an option,
 * a history field, a quantity or an output. The last arguments of DCM_NUMBER and DCM_QUANTITY are
 * initialisers of the fields that most rows leave out. The model that has the tables is at the end.
 */
#ifndef DCM_KIT_ROWS_H
#define DCM_KIT_ROWS_H

#include <dcm/dcm.h>
#include <math.h>

#include "mechanics/conduction.h"

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

/** The tables alone, for functions of init that find numbers, words and fields by their names. */
#define DCM_TABLES (&(const dcm_model){DCM_MODEL_OF_TABLES})

/** An extension of a model: values for a first look at the law, which 'dcm collide' takes for
 * parameters that are not given. A host takes none of these. The name by which dcm_model.extension
 * answers with an array of dcm_usual_value, the last one without a name. */
#define DCM_USUAL "dcm/usual/1"

typedef struct dcm_usual_value {
  const char *parameter;
  const char *value; /**< in SI, as users write it */
} dcm_usual_value;

/* --- Rows of the parameters, options, history fields and quantities that several laws share, so
 * that a word has one meaning, one range and one reason in all of them. */

#define DCM_PARAMETER_YOUNG                                                                        \
  DCM_NUMBER("young", "E", "Young's modulus", DCM_UNIT_PRESSURE, 0.0, INFINITY,                    \
             "a solid resists being stretched", DCM_EACH_MATERIAL,                                 \
             .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED)

#define DCM_PARAMETER_POISSON                                                                      \
  DCM_NUMBER("poisson", "nu", "Poisson's ratio", DCM_UNIT_NONE, -1.0, 0.5,                         \
             "shear and bulk modulus of an isotropic solid must not be negative",                  \
             DCM_EACH_MATERIAL, .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED)

#define DCM_PARAMETER_RESTITUTION                                                                  \
  DCM_NUMBER("restitution", "e", "coefficient of restitution", DCM_UNIT_NONE, 0.0, 1.0,            \
             "a collision cannot reverse the approach twice nor create energy",                    \
             DCM_EACH_PAIR(GEOMETRIC), .flags = DCM_REQUIRED)

/** @param rule of mixing */
#define DCM_PARAMETER_FRICTION_MIXED(rule)                                                         \
  DCM_NUMBER("friction", "mu", "coefficient of sliding friction", DCM_UNIT_NONE, 0.0, INFINITY,    \
             "friction must not drive sliding", DCM_EACH_PAIR(rule), .flags = DCM_REQUIRED)
#define DCM_PARAMETER_FRICTION DCM_PARAMETER_FRICTION_MIXED(GEOMETRIC)

#define DCM_PARAMETER_FRICTION_STATIC                                                              \
  DCM_NUMBER("friction_static", "mu_s",                                                            \
             "coefficient of friction at rest, not below friction; 0: friction", DCM_UNIT_NONE,    \
             0.0, INFINITY, "friction must not drive sliding", DCM_EACH_PAIR(GEOMETRIC))

#define DCM_PARAMETER_ROLLING                                                                      \
  DCM_NUMBER("rolling", "mu_r", "coefficient of rolling friction", DCM_UNIT_NONE, 0.0, INFINITY,   \
             "friction must not drive rolling", DCM_EACH_PAIR(GEOMETRIC))

#define DCM_PARAMETER_TWISTING                                                                     \
  DCM_NUMBER("twisting", "mu_t", "coefficient of twisting friction", DCM_UNIT_NONE, 0.0, INFINITY, \
             "friction must not drive twisting", DCM_EACH_PAIR(GEOMETRIC))

/** Stiffness of a linear spring. */
#define DCM_PARAMETER_LINEAR_STIFFNESS                                                             \
  DCM_NUMBER("kn", "kn", "stiffness along the normal", DCM_UNIT_STIFFNESS, 0.0, INFINITY,          \
             "a solid resists being pressed", DCM_EACH_PAIR(HARMONIC),                             \
             .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED)

/** A tangential stiffness over that along the normal. With 2/7 the tangential spring of solid
 * spheres has the period of the normal one. */
#define DCM_PARAMETER_STIFFNESS_RATIO(letter, text, usual)                                         \
  DCM_NUMBER("kt_ratio", letter, text, DCM_UNIT_NONE, 0.0, 10.0,                                   \
             "a tangential spring that is much stiffer than the normal one asks for shorter time " \
             "steps than hosts are given",                                                         \
             DCM_EACH_PAIR(ARITHMETIC), .default_value = usual)
#define DCM_PARAMETER_LINEAR_RATIO                                                                 \
  DCM_PARAMETER_STIFFNESS_RATIO("kt/kn", "tangential over normal stiffness", 2.0 / 7.0)

/** Work of adhesion w = gamma1 + gamma2 - gamma12. Between equal materials it is twice their
 * surface energy, and that is the parameter of LAMMPS' granular jkr. */
#define DCM_PARAMETER_WORK_OF_ADHESION(more_flags)                                                 \
  DCM_NUMBER("work_of_adhesion", "w",                                                              \
             "work of adhesion, twice the surface energy of equal materials", DCM_UNIT_STIFFNESS,  \
             0.0, INFINITY, "it takes work to part two surfaces", DCM_EACH_PAIR(GEOMETRIC),        \
             .flags = (more_flags))

/** The parameters of heat that passes through a contact. */
#define DCM_PARAMETER_CONDUCTIVITY(least, ...)                                                     \
  DCM_NUMBER("conductivity", "k", "thermal conductivity of heat radius",                           \
             DCM_UNIT(.mass = 1, .length = 1, .time = -3, .temperature = -1), least, INFINITY,     \
             "heat flows from hot to cold", __VA_ARGS__)
#define DCM_PARAMETER_HEAT_TRANSFER(least, ...)                                                    \
  DCM_NUMBER("heat_transfer", "h", "heat transfer coefficient of heat area",                       \
             DCM_UNIT(.mass = 1, .time = -3, .temperature = -1), least, INFINITY,                  \
             "heat flows from hot to cold", __VA_ARGS__)

/** The option of laws whose rolling friction may be held by springs. */
enum { DCM_ROLLING_AUTO, DCM_ROLLING_CONSTANT, DCM_ROLLING_SPRING };
#define DCM_OPTION_ROLLING_MODEL                                                                   \
  DCM_WORDS("rolling_model",                                                                       \
            "rolling friction as a couple of constant size, or held by springs, with twisting; "   \
            "auto: constant in form sheet, spring in form consistent",                             \
            DCM_ROLLING_AUTO, "auto", "constant", "spring")

/** The option that every law with a tangential force has. */
enum { DCM_FORM_SHEET, DCM_FORM_CONSISTENT };
#define DCM_OPTION_FORM                                                                            \
  DCM_WORDS("form", "the law as its authors compute it, or with what mechanics asks for",          \
            DCM_FORM_CONSISTENT, "sheet", "consistent")

/** The option of the laws that follow models of LAMMPS or LIGGGHTS. */
enum { DCM_LIMIT_DAMPING_NO, DCM_LIMIT_DAMPING_YES };
#define DCM_OPTION_LIMIT_DAMPING                                                                   \
  DCM_WORDS("limit_damping",                                                                       \
            "the normal force is cut at zero where damping would make it attract",                 \
            DCM_LIMIT_DAMPING_NO, "no", "yes")

/* --- Rows of the history fields that several laws share. */

#define DCM_HISTORY_TANGENTIAL_DISPLACEMENT                                                        \
  DCM_FIELD(VECTOR, ODD, "tangential_displacement",                                                \
            "stretch of the tangential spring, of 2 relative to 1", DCM_UNIT_LENGTH)

/** The stretch seen from the other side, as in LAMMPS. */
#define DCM_HISTORY_SHEAR                                                                          \
  DCM_FIELD(VECTOR, ODD, "shear", "stretch of the tangential spring, of 1 relative to 2",          \
            DCM_UNIT_LENGTH)

#define DCM_HISTORY_TANGENTIAL_FORCE                                                               \
  DCM_FIELD(VECTOR, ODD, "tangential_force", "force of the tangential spring on 1", DCM_UNIT_FORCE)

/** Energy of a tangential spring whose stiffness changes: the law compares it with the energy that
 * the contact area can hold. */
#define DCM_HISTORY_TANGENTIAL_ENERGY                                                              \
  DCM_FIELD(SCALAR, EVEN, "tangential_energy", "energy of the tangential spring", DCM_UNIT_ENERGY)

/** The state of friction_static, the last field of a law, see dcm_frictions_find. */
#define DCM_HISTORY_SLIDES                                                                         \
  DCM_FIELD(SCALAR, EVEN, "slides", "1 where the surfaces slid in the step before, else 0",        \
            DCM_UNIT_NONE)

/** The states of dcm_rolling_with_springs. */
#define DCM_HISTORY_ROLLING_COUPLE                                                                 \
  DCM_FIELD(VECTOR, ODD, "rolling_couple", "couple of the rolling spring on 2", DCM_UNIT_ENERGY)
#define DCM_HISTORY_TWISTING_COUPLE                                                                \
  DCM_FIELD(SCALAR, EVEN, "twisting_couple",                                                       \
            "couple of the twisting spring on 2 about the normal", DCM_UNIT_ENERGY)

/** The state of implicit damping, see dcm_hertz_damped_as. */
#define DCM_HISTORY_EXPECTED_VELOCITY                                                              \
  DCM_FIELD(SCALAR, EVEN, "expected_velocity",                                                     \
            "what this contact alone makes of the normal velocity of the step before",             \
            DCM_UNIT(.length = 1, .time = -1))

/* --- Rows of the quantities of particles that several laws share. */

#define DCM_QUANTITY_TEMPERATURE                                                                   \
  DCM_QUANTITY("temperature", "T", "temperature; what has none is insulated",                      \
               DCM_UNIT(.temperature = 1), .access = DCM_READ,                                     \
               .default_value = DCM_NO_TEMPERATURE)

#define DCM_QUANTITY_HEATFLOW                                                                      \
  DCM_QUANTITY("heatflow", "Q", "heat that flows in, per time",                                    \
               DCM_UNIT(.mass = 1, .length = 2, .time = -3), .access = DCM_SUM,                    \
               .flags = DCM_CONSERVED)

#endif
