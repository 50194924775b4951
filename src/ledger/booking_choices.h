/* SPDX-License-Identifier: MIT */
/** @file
 * The loops of booking, chosen by the law and by the kind of side 2, as in runtime/batch_choices.h.
 */
#ifndef DCM_LEDGER_BOOKING_CHOICES_H
#define DCM_LEDGER_BOOKING_CHOICES_H

#include "ledger/booking_loops.h"

/** Books the energies by the late motion of the batch, behind the assembly.
 * @param foresight dcm_law_foresight */
DCM_SPECIALISED void dcm_batch_book_for(const dcm_batch *b, uint32_t n, const dcm_law *law,
                                        int foresight, int side_2, double dt) {
  const int wall = side_2 == DCM_SIDE_WALL;
  const int couples = !(law->instance.unused & DCM_UNUSED_COUPLES);
  DCM_FOUR_LOOPS(wall, couples, dcm_batch_booking, b, n, &b->late,
                 dcm_arm_of(law->instance.velocity_arm), dcm_moment_arm(&law->instance, wall), dt,
                 foresight);
}

#endif
