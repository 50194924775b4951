/* SPDX-License-Identifier: MIT */
/** @file
 * What contacts are computed by, in lines for a log: the options of a law and its parameters, with
 * what nobody gave marked. */
#ifndef DCM_RUNTIME_ACCOUNT_H
#define DCM_RUNTIME_ACCOUNT_H

#include "runtime/settings.h"

typedef struct dcm_account {
  const dcm_settings *settings;
  /** Pairs of materials that are told of, [(i - 1) * material_count + (j - 1)] with i <= j. NULL:
   * those in use. */
  const unsigned char *pairs;
  /** Number of the material that is called wall; 0 if none is. */
  uint32_t wall;
  /** What the user calls a parameter. NULL: its own name. */
  const char *(*name_of)(const char *parameter);
  /** Whether parameters that nobody gave are left out, for users who give others, from which a host
   * makes these. */
  int only_given;
} dcm_account;

/** Lines of at most 100 characters, indented by four, each ended by '\n': the words of all options,
 * the values of each parameter by materials or pairs of them, and the parameters that nobody gave
 * for any.
 *
 *     options      form consistent, attraction yes (default)
 *     young        5e+06 (types 1-3), 2e+07 (type 4)
 *     restitution  0.7 (types 1 with 4), 0.8 (all other pairs)
 *     by default   rolling 0, twisting 0
 *
 * Equal values are told once, and of many values the first of them.
 * @return to be freed; NULL when out of memory */
char *dcm_account_write(const dcm_account *account);

/** The pairs that are told of: "types 1 with 1-2; 2 with 2". Empty if these are all that there are.
 * @return to be freed; NULL when out of memory */
char *dcm_account_write_pairs(const dcm_account *account);

#endif
