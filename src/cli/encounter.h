/* SPDX-License-Identifier: MIT */
/** @file
 * The collision of a command line: the contact case, the motion before, the integration, and the
 * outcome. */
#ifndef DCM_CLI_ENCOUNTER_H
#define DCM_CLI_ENCOUNTER_H

#include "cli/arguments.h"
#include "cli/contact_case.h"
#include "runtime/safe_step.h"

/** Body 1 flies from the origin towards body 2. Body 2 rests or spins. The normal at touch is the x
 * axis, and the tangential velocity points along y. */
typedef struct encounter {
  contact_case contact;
  double speed;
  double angle; /**< degrees between velocity and normal */
  dcm_collision collision;
  unsigned long long steps;    /**< wanted per collision; 0 if the time step was given */
  double steps_not_waited_for; /**< through a reach far above the radii; 0 if all are */

  int has_elastic; /**< whether the next fields have values */
  elastic_pair elastic;
  dcm_hertz_collision hertz; /**< head-on, at the normal part of the speed */
  double recommended_time_step;
  dcm_safe_step safe; /**< whatever the speed */
  dcm_collision_outcome outcome_at_recommended;

  dcm_collision_outcome outcome;
} encounter;

extern const cli_option encounter_motion_options[];

/** @return EXIT_DONE, or another exit code after a message; free it in either case */
int encounter_make(const cli_arguments *arguments, const dcm_model *model, encounter *made);
void encounter_free(encounter *e);

/** Integrates the collision, and once more with the recommended time step.
 * @param observer as in dcm_collision_run */
int encounter_run(encounter *e, dcm_collision_observer observer, void *data);

/** Writes the outcome for people, and for programs. */
void encounter_report(const encounter *e);
void encounter_write_json(const encounter *e);

/** A number that describes an outcome, for tables of many. */
typedef struct outcome_column {
  const char *name;    /**< identifier */
  const char *heading; /**< for people */
  const char *unit;
  double (*value)(const encounter *e);
} outcome_column;

/** Ends with an entry without name. */
extern const outcome_column outcome_columns[];

#endif
