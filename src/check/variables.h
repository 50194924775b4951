/* SPDX-License-Identifier: MIT */
/** @file
 * Memory that a library has beside the memory of its instances: its variables, and all that was
 * allocated. Linux with glibc tells; elsewhere nothing is known. */
#ifndef DCM_CHECK_VARIABLES_H
#define DCM_CHECK_VARIABLES_H

#include <stddef.h>

/** Variables of one shared object or of the executable, those of threads excepted. */
typedef struct dcm_variables dcm_variables;

/** @param function any function of the object
 * @return freed by dcm_variables_free; NULL when they are not known */
dcm_variables *dcm_variables_of(void (*function)(void));
void dcm_variables_free(dcm_variables *variables);

/** Keeps the present values. */
void dcm_variables_note(dcm_variables *variables);

/** The first byte that has another value than when noted, or NULL. */
const void *dcm_variables_changed(const dcm_variables *variables);

/** Whether one of the variables is a pointer to a place. */
int dcm_variables_hold(const dcm_variables *variables, const void *place);

/** The name of the variable at an address, from the symbols of the file; NULL without symbols. */
const char *dcm_variables_name(const dcm_variables *variables, const void *address);

/** Why nothing is known: a clause. */
extern const char dcm_variables_unknown[];

/** Bytes that are allocated and not freed; 0 when they are not known. */
size_t dcm_allocated_bytes(void);

#endif
