/* SPDX-License-Identifier: MIT */
/** @file
 * Displacements of particles. */
#ifndef DCM_CONTACTS_DISPLACEMENT_H
#define DCM_CONTACTS_DISPLACEMENT_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/machine.h"

/** max (now[k] - then[k])^2 of each instruction set; differences that are not a number do not
 * count. */
typedef double dcm_largest_square(const double *now, const double *then, size_t count);
DCM_DECLARE_ISAS(dcm_largest_square, dcm_largest_square);

/** Points that have one box of displacements. Hosts number particles by where they are, so that
 * those of a box move with each other. */
enum { DCM_POINTS_OF_BOX = 64 };

/** A box of displacements: in each direction the least, and the least of the opposite. */
enum { DCM_BOX_NUMBERS = 8 };

static inline size_t dcm_box_count(size_t points) {
  return (points + DCM_POINTS_OF_BOX - 1) / DCM_POINTS_OF_BOX;
}

/** The boxes of the displacements of count points, rows of three numbers. Each instruction set has
 * such a function.
 * @param boxes [dcm_box_count(count)][DCM_BOX_NUMBERS], aligned, filled; a box in which a
 *              displacement is not a number has no end */
typedef void dcm_displacement_boxes(const double *now, const double *then, size_t count,
                                    double *boxes);
DCM_DECLARE_ISAS(dcm_displacement_boxes, dcm_displacement_boxes);

/** The diagonal of the box around some of them: by how much two of their points can at most have
 * come nearer to each other.
 * @param which [count >= 1] numbers of the boxes */
static inline double dcm_largest_closing(const double *boxes, const uint32_t *which,
                                         uint32_t count) {
  double least[DCM_BOX_NUMBERS];
  for (int n = 0; n < DCM_BOX_NUMBERS; n++)
    least[n] = INFINITY;
  for (uint32_t b = 0; b < count; b++) {
    const double *box = boxes + (size_t)which[b] * DCM_BOX_NUMBERS;
    for (int n = 0; n < DCM_BOX_NUMBERS; n++)
      least[n] = box[n] < least[n] ? box[n] : least[n];
  }
  double diagonal_2 = 0.0;
  for (int c = 0; c < 3; c++) {
    const double side = least[c] + least[c + DCM_BOX_NUMBERS / 2];
    diagonal_2 += side * side;
  }
  return sqrt(diagonal_2);
}

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
