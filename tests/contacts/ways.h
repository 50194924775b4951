/* SPDX-License-Identifier: MIT */
/** @file
 * Parts that the tests of pairs and of walls share: the ways to go through contacts, and a law that
 * hears of every end. */
#ifndef DCM_TESTS_CONTACTS_WAYS_H
#define DCM_TESTS_CONTACTS_WAYS_H

#include "runtime/law.h"
#include "runtime/machine.h"

/** The instruction set that a loop is compiled for. */
typedef struct dcm_way {
  const char *name;
  const char *isa; /**< NULL: the best */
} dcm_way;

enum { DCM_WAYS = DCM_ISA_COUNT };

/** Every instruction set of this processor.
 * @return how many there are */
uint32_t dcm_list_ways(dcm_way ways[DCM_WAYS]);

/** Has the instruction set of a way used; NULL: the best again. */
void dcm_use_way(const dcm_way *way);

/** The probe, with a reach; freed by dcm_law_destroy. */
dcm_law *dcm_reaching_probe(void);

/** A law of quantities, whose contacts begin at a distance. */
dcm_law *dcm_exchanging_law(double gap);

#endif
