/* SPDX-License-Identifier: MIT */
/** @file
 * The report of a check if a law breaks the contract. */
#ifndef DCM_CHECK_FINDING_H
#define DCM_CHECK_FINDING_H

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

/** Call of a law. There are no pointers, so one process can hand a situation to another. */
typedef struct dcm_situation {
  char called[8192];     /**< the law with its options, "hertz-mindlin form=sheet" */
  char parameters[8192]; /**< "1 1 young 5e6, ..."; all others have their defaults */
  uint32_t fact_count;
  dcm_fact facts[DCM_MOST_FACTS];
} dcm_situation;

/** Forgets all facts; tells which law was called.
 * @param parameters "" if there are none */
void dcm_situation_law(dcm_situation *situation, const char *called, const char *parameters);

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

#endif
