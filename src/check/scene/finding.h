/* SPDX-License-Identifier: MIT */
/** @file
 * The report of a check if a law breaks the contract. */
#ifndef DCM_CHECK_FINDING_H
#define DCM_CHECK_FINDING_H

#include <dcm/dcm.h>
#include <stdint.h>

#include "numeric/vector.h"

/** A fact about a call: numbers or a text. */
typedef struct dcm_fact {
  char name[64];  /**< "effective mass" */
  uint32_t count; /**< of the numbers, 1 to 3; 0: a text */
  double numbers[3];
  char text[192];
} dcm_fact;

enum { DCM_MOST_FACTS = 48 };

/** Values of parameters; all others have their defaults, and those beyond DCM_MOST_VALUES are lost.
 */
enum { DCM_MOST_VALUES = 256 };
typedef struct dcm_values {
  uint32_t count;
  struct {
    char name[64];
    uint32_t materials[2]; /**< from 1; 0: the value is that of the whole law */
    double value;
  } of[DCM_MOST_VALUES];
} dcm_values;

/** Value i for people: "1 1 young 5e+06". */
enum { DCM_VALUE_TEXT = 160 };
void dcm_value_text(const dcm_values *values, uint32_t i, char text[DCM_VALUE_TEXT]);

/** Call of a law. There are no pointers, so one process can hand a situation to another. */
typedef struct dcm_situation {
  char called[8192]; /**< the law with its options, "hertz-mindlin form=sheet" */
  dcm_values parameters;
  uint32_t fact_count;
  dcm_fact facts[DCM_MOST_FACTS];
} dcm_situation;

/** Forgets all facts; says which law was called.
 * @param parameters NULL if there are none */
void dcm_situation_law(dcm_situation *situation, const char *called, const dcm_values *parameters);

/** Adds a fact; facts beyond DCM_MOST_FACTS are lost. */
void dcm_situation_number(dcm_situation *situation, const char *name, double number);
void dcm_situation_vector(dcm_situation *situation, const char *name, dcm_vector vector);
void dcm_situation_materials(dcm_situation *situation, uint32_t material_1, uint32_t material_2);
void dcm_situation_text(dcm_situation *situation, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** A number or vector that is wrong. */
typedef struct dcm_difference {
  char name[128]; /**< "normal force" */
  uint32_t count; /**< of the numbers, 1 or 3; 0: the answers are texts */
  double came[3], expected[3];
  double tolerance;
} dcm_difference;

/** Texts for people, and numbers. All live for the call of the function that takes them. */
typedef struct dcm_finding {
  /** A clause that says what is wrong. Behind a colon or semicolon stands what to look for. */
  const char *what;
  const dcm_situation *situation;
  const char *came;                 /**< the law's answer */
  const char *expected;             /**< the right answer */
  const dcm_difference *difference; /**< NULL if the answers are texts */
} dcm_finding;

/** Takes the first finding of a check, and does not return. */
typedef void (*dcm_finding_function)(void *data, const dcm_finding *finding);

/* ----------------------------------------------------------------------------- the present call */

typedef enum dcm_function {
  DCM_FUNCTION_NONE, /**< no function was called yet */
  DCM_FUNCTION_INIT,
  DCM_FUNCTION_COMPUTE,
  DCM_FUNCTION_HISTORY,
  DCM_FUNCTION_REACH,
  DCM_FUNCTION_DESTROY,
} dcm_function;

/** Name of a function of a law. */
const char *dcm_function_name(dcm_function function);

/** The last call of a law, for the process that waits: after a crash and for a law that does not
 * return, nobody else can say what was called. There are no pointers. */
typedef struct dcm_record {
  dcm_function function;
  int has_returned;
  char law[256];
  dcm_values parameters;
  uint32_t material_count;
  uint32_t pair, side_2, count, event;
  int with_energies;
  double dt, radius_1, radius_2;
} dcm_record;

/** Has a record take the parameters of laws from now on. NULL: none has. */
void dcm_record_parameters_in(dcm_record *record);

/** Writes into the record which parameters the next law has.
 * @param law with its options */
void dcm_record_parameters(const char *law, const dcm_values *parameters);

/** The record for people. */
void dcm_record_describe(const dcm_record *record, dcm_situation *situation);

#endif
