/* SPDX-License-Identifier: MIT */
#include "ledger/booking.h"

#include <assert.h>

#include "ledger/booking_choices.h"

void dcm_batch_book(dcm_batch *b, const dcm_law *law, int side_2, double dt) {
  assert(b->with_energies && dt > 0.0);
  dcm_batch_book_for(b, b->count, law, law->foresight, side_2, dt);
}
