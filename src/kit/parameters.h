/* SPDX-License-Identifier: MIT */
/** @file
 * Descriptions of the parameters that several laws share, so that a word means the same, with the
 * same range and reason, in each of them. Each macro is the initialiser of one dcm_parameter. */
#ifndef DCM_KIT_PARAMETERS_H
#define DCM_KIT_PARAMETERS_H

#include <dcm/dcm.h>
#include <math.h>

#define DCM_PARAMETER_YOUNG                                                                        \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_MATERIAL,                                      \
    .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED, .name = "young", .symbol = "E",                  \
    .description = "Young's modulus", .dimension = {.mass = 1, .length = -1, .time = -2},          \
    .minimum = 0.0, .maximum = INFINITY, .reason = "a solid resists being stretched"               \
  }

#define DCM_PARAMETER_POISSON                                                                      \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_MATERIAL,                                      \
    .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED, .name = "poisson", .symbol = "nu",               \
    .description = "Poisson's ratio", .minimum = -1.0, .maximum = 0.5,                             \
    .reason = "shear and bulk modulus of an isotropic solid must not be negative"                  \
  }

#define DCM_PARAMETER_RESTITUTION                                                                  \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .mixing = DCM_MIX_GEOMETRIC,             \
    .flags = DCM_REQUIRED, .name = "restitution", .symbol = "e",                                   \
    .description = "coefficient of restitution", .minimum = 0.0, .maximum = 1.0,                   \
    .reason = "a collision cannot reverse the approach twice nor create energy"                    \
  }

#define DCM_PARAMETER_FRICTION                                                                     \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .mixing = DCM_MIX_GEOMETRIC,             \
    .flags = DCM_REQUIRED, .name = "friction", .symbol = "mu",                                     \
    .description = "coefficient of sliding friction", .minimum = 0.0, .maximum = INFINITY,         \
    .reason = "friction must not drive sliding"                                                    \
  }

#define DCM_PARAMETER_ROLLING                                                                      \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .mixing = DCM_MIX_GEOMETRIC,             \
    .name = "rolling", .symbol = "mu_r", .description = "coefficient of rolling friction",         \
    .default_value = 0.0, .minimum = 0.0, .maximum = INFINITY,                                     \
    .reason = "friction must not drive rolling"                                                    \
  }

#define DCM_PARAMETER_TWISTING                                                                     \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .mixing = DCM_MIX_GEOMETRIC,             \
    .name = "twisting", .symbol = "mu_t", .description = "coefficient of twisting friction",       \
    .default_value = 0.0, .minimum = 0.0, .maximum = INFINITY,                                     \
    .reason = "friction must not drive twisting"                                                   \
  }

/** The option of laws whose rolling friction may be held by springs. */
#define DCM_OPTION_ROLLING_MODEL                                                                   \
  {                                                                                                \
    .size = sizeof(dcm_option), .choice_count = 3, .default_choice = DCM_ROLLING_AUTO,             \
    .name = "rolling_model",                                                                       \
    .description = "rolling friction as a couple of constant size, or held by springs, with "      \
                   "twisting; auto: constant in form sheet, spring in form consistent",            \
    .choices = (const char *const[]) {                                                             \
      [DCM_ROLLING_AUTO] = "auto", [DCM_ROLLING_CONSTANT] = "constant",                            \
      [DCM_ROLLING_SPRING] = "spring"                                                              \
    }                                                                                              \
  }
enum { DCM_ROLLING_AUTO = 0, DCM_ROLLING_CONSTANT = 1, DCM_ROLLING_SPRING = 2 };

/** Of a linear spring. */
#define DCM_PARAMETER_LINEAR_STIFFNESS                                                             \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .mixing = DCM_MIX_HARMONIC,              \
    .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED, .name = "kn", .symbol = "kn",                    \
    .description = "stiffness along the normal", .dimension = {.mass = 1, .time = -2},             \
    .minimum = 0.0, .maximum = INFINITY, .reason = "a solid resists being pressed"                 \
  }

/** 2/7 makes the period of the tangential spring of solid spheres that of the normal one. */
#define DCM_PARAMETER_LINEAR_RATIO                                                                 \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .mixing = DCM_MIX_ARITHMETIC,            \
    .name = "kt_ratio", .symbol = "kt/kn", .description = "tangential over normal stiffness",      \
    .default_value = 2.0 / 7.0, .minimum = 0.0, .maximum = 10.0,                                   \
    .reason = "a tangential spring that is much stiffer than the normal one asks for shorter "     \
              "time steps than hosts are told"                                                     \
  }

/** The option that every law with a tangential force has. */
#define DCM_OPTION_FORM                                                                            \
  {                                                                                                \
    .size = sizeof(dcm_option), .choice_count = 2, .default_choice = DCM_FORM_CONSISTENT,          \
    .name = "form",                                                                                \
    .description = "the law as its authors compute it, or with what mechanics asks for",           \
    .choices = (const char *const[]) {                                                             \
      [DCM_FORM_SHEET] = "sheet", [DCM_FORM_CONSISTENT] = "consistent"                             \
    }                                                                                              \
  }
enum { DCM_FORM_SHEET = 0, DCM_FORM_CONSISTENT = 1 };

#endif
