/* SPDX-License-Identifier: MIT */
#include "check/order.h"

#include <math.h>
#include <stdlib.h>

#include "check/meeting.h"

enum { COLLISIONS = 25, STEPS = 500, FINER = 4 };

/** Residuals of the collisions, with long and with short time steps. */
static double residuals[2][COLLISIONS];
static uint32_t count;

static void collide(dcm_scene *s) {
  dcm_meeting m;
  const double angle = dcm_uniform(&s->random, 0.1, 1.5);
  const uint32_t types = s->law->material_count;
  const uint32_t materials[] = {1 + dcm_below(&s->random, types), 1 + dcm_below(&s->random, types)};
  if (count == COLLISIONS || !dcm_meet(s, angle, materials, &m))
    return;
  for (int n = 0; n < 2; n++) {
    dcm_collision_outcome outcome;
    if (dcm_part(&m, STEPS, n ? FINER : 1.0, &outcome) != DCM_PART)
      return;
    residuals[n][count] = fabs(outcome.energy.residual / outcome.energy.kinetic_before);
  }
  count++;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *numbers) {
  qsort(numbers, count, sizeof *numbers, ascending);
  return numbers[count / 2];
}

dcm_order dcm_order_of(const dcm_subject *subject) {
  dcm_order found = {NAN, NAN};
  count = 0;
  dcm_scene_rounds(subject, "order", NULL, 2, COLLISIONS, collide);
  if (count == 0)
    return found;
  found.residual = median(residuals[0]);
  const double finer = median(residuals[1]);
  /* Below that, rounding is all that is left. */
  if (finer > 1e-12)
    found.order = log(found.residual / finer) / log(FINER);
  return found;
}
