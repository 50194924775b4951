/* SPDX-License-Identifier: MIT */
#include "check/tested.h"

#include <string.h>

void dcm_tested_not(dcm_tested *tested, const char *why, uint32_t rounds) {
  tested->rounds_in_vain += rounds;
  uint32_t r = 0;
  while (r < tested->reason_count && strcmp(tested->reasons[r].why, why) != 0)
    r++;
  if (r == DCM_MOST_REASONS)
    return;
  if (r == tested->reason_count)
    tested->reasons[tested->reason_count++] = (dcm_untested){why, 0};
  tested->reasons[r].rounds += rounds;
}
