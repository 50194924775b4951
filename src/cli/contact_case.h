/* SPDX-License-Identifier: MIT */
/** @file
 * The two bodies, the law and the parameters of a command line, completed by assumptions that the
 * output marks. */
#ifndef DCM_CLI_CONTACT_CASE_H
#define DCM_CLI_CONTACT_CASE_H

#include "cli/commands.h"
#include "program/library.h"
#include "runtime/law.h"
#include "runtime/library.h"
#include "runtime/settings.h"

/** Where a value comes from. */
typedef enum value_origin {
  GIVEN,   /**< by the user */
  DEFAULT, /**< the law's default */
  ASSUMED  /**< the command's assumption for a required value */
} value_origin;

typedef struct contact_case {
  const dcm_model *model;
  uint32_t material_count;
  dcm_settings *settings;
  dcm_law *law;
  dcm_api_bodies asked; /**< the bodies as the options say */
  dcm_body bodies[2];
  double densities[2];
  value_origin radius_origin;
  value_origin density_origin;
  value_origin (*parameter_origins)[2]; /**< [parameter][material - 1] */
} contact_case;

/** Options that describe bodies and materials, for the tables of the commands. */
extern const cli_option contact_case_law_options[];
extern const cli_option contact_case_body_options[];

/** A paragraph on the assumptions, for the help of the commands; a macro, so that literals join. */
#define CONTACT_CASE_DETAILS                                                                       \
  "If a required value is not given, the command takes the value of a grain of glass: radius\n"    \
  "1 mm, density 2500 kg/m^3, young 7e10 Pa, poisson 0.2, restitution 0.9, friction 0.3,\n"        \
  "surface_energy 0.05 J/m^2, work_of_adhesion 0.1 J/m^2, delta_u 1e-6 m, f_u 1.087 N, kn and\n"   \
  "gamma_n to match. The output marks these values as assumed; 'dcm show LAW' prints what a law\n" \
  "takes. Units are SI; in any other consistent system read the printed units accordingly.\n"

/** A case with the settings and quantities of --set alone. The settings are held. */
contact_case contact_case_settings(const cli_arguments *arguments, const dcm_model *model);

/** Settings and law are held.
 * @param like a case whose law and settings the new one has; NULL: there is none */
contact_case contact_case_make(const cli_arguments *arguments, const dcm_model *model,
                               const contact_case *like);

/** Makes the contact that is led through a motion, which is held. */
void contact_case_guide(const contact_case *c, dcm_guided_contact *guided);

/** Whether side 2 is a flat wall. */
int contact_case_is_wall(const contact_case *c);

/** Value of a parameter for a material; for a parameter per pair, the value of the two bodies. */
double contact_case_value(const contact_case *c, uint32_t parameter, uint32_t material);

/** Word in use for an option of the law. */
const char *contact_case_word(const contact_case *c, uint32_t option);

const char *origin_name(value_origin origin);

#endif
