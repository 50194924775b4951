/* SPDX-License-Identifier: MIT */
/** @file
 * How far particles have moved. */
#ifndef DCM_CONTACTS_DISPLACEMENT_H
#define DCM_CONTACTS_DISPLACEMENT_H

#include <stddef.h>

#include "runtime/isa.h"

/** max (now[k] - then[k])^2 of each instruction set; differences that are not a number do not
 * count. */
typedef double dcm_largest_square(const double *now, const double *then, size_t count);
#define DCM_DECLARE_LARGEST_SQUARE(symbol, isa) dcm_largest_square symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_LARGEST_SQUARE, dcm_largest_square)
#undef DCM_DECLARE_LARGEST_SQUARE

/** The diagonal of the box of the displacements of count >= 1 points, rows of three numbers: by how
 * much two of them can at most have come nearer to each other. Of each instruction set; not finite
 * if a position is not. */
typedef double dcm_displacement_spread(const double *now, const double *then, size_t count);
#define DCM_DECLARE_SPREAD(symbol, isa) dcm_displacement_spread symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_SPREAD, dcm_displacement_spread)
#undef DCM_DECLARE_SPREAD

/** Whether each of count points, rows of three numbers, has moved by less than a distance.
 * @param distance > 0 */
static inline int dcm_moved_less(const double *now, const double *then, size_t count,
                                 double distance) {
  static dcm_largest_square *const variants[] = {DCM_ISA_TABLE(dcm_largest_square)};
  const double largest_2 = variants[dcm_isa_in_use()](now, then, 3 * count);
  /* No component is longer than the whole, and this no longer than sqrt(3) of the longest. */
  if (!(largest_2 < distance * distance))
    return 0;
  if (3.0 * largest_2 < distance * distance)
    return 1;
  for (size_t i = 0; i < 3 * count; i += 3) {
    const double d[3] = {now[i] - then[i], now[i + 1] - then[i + 1], now[i + 2] - then[i + 2]};
    if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] >= distance * distance)
      return 0;
  }
  return 1;
}

#endif
