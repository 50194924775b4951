/* SPDX-License-Identifier: MIT */
/** @file
 * The account of a law, in lines for a log: its options and parameters; values that nobody gave are
 * marked. */
#ifndef DCM_RUNTIME_ACCOUNT_H
#define DCM_RUNTIME_ACCOUNT_H

#include "runtime/settings.h"

typedef struct dcm_account {
  const dcm_settings *settings;
  /** Pairs of materials in the account, [(i - 1) * material_count + (j - 1)] with i <= j. NULL: the
   * pairs in use. */
  const unsigned char *pairs;
  /** Number of the material that is called wall; 0: no material is. */
  uint32_t wall;
  /** The user's name of a parameter. NULL: the parameter's own name. */
  const char *(*name_of)(const char *parameter);
  /** Whether the account leaves out parameters that nobody gave: a host may make parameters of a
   * law from other numbers of the user. */
  int only_given;
} dcm_account;

/** Lines of at most 100 characters, indented by four, each ended by '\n': the words of all options,
 * the values of each parameter for materials or pairs of materials, and the parameters that nobody
 * gave.
 *
 *     options      form consistent, attraction yes (default)
 *     young        5e+06 (type 1), 2e+07 (type 2)
 *     restitution  0.7 (types 1-1), 0.75 (types 1-2, mixed), 0.8 (types 2-2)
 *     by default   rolling 0, twisting 0
 *
 * A value that holds everywhere stands once. If there are many values, only the first ones stand.
 * @return to be freed; NULL when out of memory */
char *dcm_account_write(const dcm_account *account);

/** The pairs in the account: "types 1-1, 1-2, 2-2". Empty if the account has all pairs.
 * @return to be freed; NULL when out of memory */
char *dcm_account_write_pairs(const dcm_account *account);

#endif
