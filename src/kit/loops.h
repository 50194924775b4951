/* SPDX-License-Identifier: MIT */
/** @file
 * The loops of a law.
 *
 * A law writes its loop once, as a DCM_SPECIALISED function. The last arguments of that function
 * are constants: what the user chose, and at the very end whether energies are wanted. DCM_LOOP
 * makes a function for one set of constants, a table holds these functions, and compute calls the
 * one at the index that init found. */
#ifndef DCM_KIT_LOOPS_H
#define DCM_KIT_LOOPS_H

#include <dcm/dcm.h>

#include "numeric/simd.h"

/** An entry of such a table.
 * @param data the law's own, of its instance */
typedef void dcm_loop(const void *data, const dcm_contacts *contacts, const dcm_response *response);

/** A dcm_loop that runs loop(data, contacts, response, the constants, with_energies).
 * @param ... the constants but for with_energies */
#define DCM_LOOP(name, loop, ...)                                                                  \
  static void name(const void *data, const dcm_contacts *contacts, const dcm_response *response) { \
    DCM_TWO_LOOPS(response->energies, loop, data, contacts, response, __VA_ARGS__);                \
  }

/** As DCM_LOOP, for a loop that calls functions of the C library and therefore stays scalar. The
 * build does not check that it vectorises. */
#define DCM_SCALAR_LOOP(name, loop, ...)                                                           \
  static void name(const void *data, const dcm_contacts *contacts, const dcm_response *response) { \
    if (response->energies)                                                                        \
      loop(data, contacts, response, __VA_ARGS__, 1);                                              \
    else                                                                                           \
      loop(data, contacts, response, __VA_ARGS__, 0);                                              \
  }

/** The table name[a] of loops with a constant a of 0 or 1.
 * @param make DCM_LOOP or DCM_SCALAR_LOOP
 * @param ...  the loop, and the constants before a */
#define DCM_TWO_WAYS(make, name, ...)                                                              \
  make(name##_0, __VA_ARGS__, 0)                                                                   \
      make(name##_1, __VA_ARGS__, 1) static dcm_loop *const name[] = {name##_0, name##_1}

/** The table name[a][b], likewise. */
#define DCM_FOUR_WAYS(make, name, ...)                                                             \
  DCM_TWO_WAYS(make, name##_0, __VA_ARGS__, 0);                                                    \
  DCM_TWO_WAYS(make, name##_1, __VA_ARGS__, 1);                                                    \
  static dcm_loop *const *const name[] = {name##_0, name##_1}

#endif
