/* SPDX-License-Identifier: MIT */
#include "runtime/safe_step.h"

#include <math.h>

#include "runtime/batch.h"

/** The normal force at rest at this overlap, after which the contact goes on.
 * @param dt 0 where a run begins */
static double force_at(dcm_batch *b, const dcm_law *law, int side_2, double overlap, double dt) {
  const double r1 = b->radius_1[0];
  b->separation[0][0] = (side_2 == DCM_SIDE_WALL ? r1 : r1 + b->radius_2[0]) - overlap;
  dcm_batch_evaluate(b, law, side_2, dt);
  for (uint32_t c = 0; c < law->history_width; c++)
    b->history[c][0] = b->new_history[c][0];
  return b->normal_force[0];
}

/** By how much the force of a new contact falls from one overlap to another. What yields is stiffer
 * on the way out, and what is bonded where a run begins pulls. */
static double fall(dcm_batch *b, const dcm_law *law, int side_2, double from, double to) {
  dcm_law_history_begin(law, b->pair, (uint32_t)side_2, 1, b->history);
  if (dcm_law_keeps_state(law, 0.0))
    force_at(b, law, side_2, from, 0.0);
  const double pressed = force_at(b, law, side_2, from, 1.0);
  const double released = force_at(b, law, side_2, to, 1.0);
  dcm_law_history_end(law, b->pair, (uint32_t)side_2, 1, b->history);
  return pressed - released;
}

double dcm_safe_time_step(const dcm_law *law, uint32_t i, uint32_t j, double radius_1,
                          double mass_1, double radius_2, double mass_2) {
  dcm_batch *b = dcm_batch_create(law->history_width, 1, 0);
  if (!b)
    return NAN;
  const int is_particle = isfinite(radius_2) && radius_2 > 0.0;
  const int side_2 = is_particle ? DCM_SIDE_PARTICLE : DCM_SIDE_WALL;
  const double mass = mass_1 / (1.0 + mass_1 / mass_2);
  b->count = 1;
  b->radius_1[0] = radius_1;
  b->radius_2[0] = radius_2;
  b->effective_mass[0] = mass;
  b->pair = dcm_law_pair(law, i, j);
  double of[2][DCM_MOST_QUANTITIES];
  dcm_law_usual_quantities(law, mass_1, 1.0, of[0]);
  dcm_law_usual_quantities(law, is_particle ? mass_2 : INFINITY, is_particle ? 2.0 : 0.0, of[1]);
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    b->quantities_1[q][0] = of[0][q];
    b->quantities_2[q][0] = of[1][q];
  }
  /* The difference over a thousandth on both sides: exact to 1e-7 for powers of the overlap. */
  const double overlap = DCM_SAFE_OVERLAP * (is_particle ? fmin(radius_1, radius_2) : radius_1);
  const double h = 1e-3 * overlap;
  const double rise = fall(b, law, side_2, overlap + h, overlap - h);
  dcm_batch_destroy(b);
  if (!isfinite(rise))
    return NAN;
  const double pi = 3.14159265358979323846;
  return rise > 0.0 ? DCM_SAFE_FRACTION * pi * sqrt(mass * 2.0 * h / rise) : INFINITY;
}
