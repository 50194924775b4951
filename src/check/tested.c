/* SPDX-License-Identifier: MIT */
#include "check/tested.h"

#include <stdio.h>
#include <string.h>

void dcm_tested_not(dcm_tested *tested, const char *why, uint32_t rounds) {
  char text[sizeof tested->reasons[0].why];
  snprintf(text, sizeof text, "%s", why);
  tested->rounds_in_vain += rounds;
  uint32_t r = 0;
  while (r < tested->reason_count && strcmp(tested->reasons[r].why, text) != 0)
    r++;
  if (r == DCM_MOST_REASONS)
    return;
  if (r == tested->reason_count)
    memcpy(tested->reasons[tested->reason_count++].why, text, sizeof text);
  tested->reasons[r].rounds += rounds;
}
