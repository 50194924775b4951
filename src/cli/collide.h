/* SPDX-License-Identifier: MIT */
/** @file
 * The collision of a command line: the contact case, the motion before, the integration, the
 * outcome, and many collisions with different values of one parameter. */
#ifndef DCM_CLI_COLLIDE_H
#define DCM_CLI_COLLIDE_H

#include "cli/commands.h"
#include "cli/contact_case.h"
#include "mechanics/elastic.h"

/** Body 1 flies from the origin towards body 2. Body 2 rests or spins. The normal at touch is the x
 * axis, and the tangential velocity points along y. */
typedef struct encounter {
  contact_case contact;
  dcm_program_collision collision;
  dcm_api_outcome outcome;

  /* For the report of one collision, beside the outcome. */
  int has_elastic; /**< whether the law has parameters called young and poisson, of Hertz's theory,
                        and so the next fields have values */
  double rayleigh_time;      /**< the lesser of the two bodies */
  dcm_hertz_collision hertz; /**< head-on, at the normal part of the speed */
  double recommended_time_step;
  double restitution_at_recommended;
  dcm_safe_step safe; /**< whatever the speed */
} encounter;

/** @param like       as in contact_case_make
 * @param is_of_many whether dcm_program_run_all integrates */
encounter encounter_make(const cli_arguments *arguments, const dcm_model *model,
                         const contact_case *like, int is_of_many);

/** Stops because a collision failed. */
_Noreturn void encounter_stop(const dcm_error *error);

/** Warns of an outcome that says little of the law. */
void encounter_warn(const dcm_program_collision *made, const dcm_api_outcome *outcome);

/** A number of an outcome: a line of the report, an entry of JSON, a column of a sweep. */
typedef struct outcome_number {
  const char *name;    /**< of a column of CSV, and in JSON */
  const char *heading; /**< of a column for people */
  const char *unit;
  const char *label; /**< of a line of the report; NULL: it has none */
  const char *remark;
  size_t place; /**< in dcm_api_outcome */
} outcome_number;

enum { OUTCOME_NUMBERS = 8 };
extern const outcome_number outcome_numbers[OUTCOME_NUMBERS];

double outcome_value(const dcm_api_outcome *outcome, const outcome_number *number);

/** Writes the outcome for people, and for programs. */
void encounter_report(const encounter *e);
void encounter_write_json(const encounter *e);

/** Runs the collisions of --sweep, prints a table or JSON, and writes the csv file and the picture.
 * @return the exit code */
int sweep(const cli_arguments *arguments, const dcm_model *model);

#endif
