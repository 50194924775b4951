/* SPDX-License-Identifier: MIT */
/** @file
 * Words of a user: whether two are the same, and whether one was given twice. */
#ifndef DCM_RUNTIME_WORDS_H
#define DCM_RUNTIME_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/error.h"

/** Whether two names mean the same law: users may write '/' for '-'. */
int dcm_is_same_law(const char *name, const char *other);

/** Writes the sentence about a keyword with two values in one command. @return DCM_ERROR */
int32_t dcm_given_twice(const char *keyword, const char *before, const char *now, dcm_error *error);

/** Refuses a keyword that stands twice among pairs of a keyword and a value.
 * @param words of one command; a last keyword may lack its value
 * @return DCM_OK or DCM_ERROR */
int32_t dcm_check_given_once(const char *const *words, size_t count, dcm_error *error);

#endif
