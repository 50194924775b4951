/* SPDX-License-Identifier: MIT */
/** @file
 * Reads pairs of bodies, a line each: twice the axes, the exponents and the quaternion, then the
 * vector of the centres. Prints depth, normal and the middle of the contact of each. */
#include <stdio.h>

#include "shapes/closest.h"

static int read_shape(dcm_shape *shape) {
  double v[9];
  for (int n = 0; n < 9; n++)
    if (scanf("%lf", &v[n]) != 1)
      return 0;
  return dcm_shape_set(shape, v, v + 3, v + 5) == DCM_SHAPE_RIGHT;
}

int main(void) {
  dcm_shape one, two;
  dcm_vector apart;
  const dcm_vector none = {0.0, 0.0, 0.0};
  while (read_shape(&one) && read_shape(&two) &&
         scanf("%lf %lf %lf", &apart.x, &apart.y, &apart.z) == 3) {
    dcm_closest c;
    if (dcm_shapes_closest(&one, &two, apart, none, 1e300, &c) != DCM_SHAPES_CLOSE)
      return 1;
    printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", c.depth, c.normal.x, c.normal.y,
           c.normal.z, c.middle.x, c.middle.y, c.middle.z);
  }
  return 0;
}
