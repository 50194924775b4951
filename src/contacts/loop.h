/* SPDX-License-Identifier: MIT */
/** @file
 * How contacts are gone through. The results are the same to the bit. */
#ifndef DCM_CONTACTS_LOOP_H
#define DCM_CONTACTS_LOOP_H

enum {
  DCM_LOOP_BLOCKS = 0, /**< blocks, vectorised */
  DCM_LOOP_PLAIN = 1   /**< one by one, without vector instructions: to check the other by */
};

#endif
