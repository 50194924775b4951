/* SPDX-License-Identifier: MIT */
#include <stdalign.h>

#include "integrate/spheres.h"
#include "numeric/simd.h"

/* Particles that are gone through together: a multiple of the lanes, so that their 3 N numbers are
 * whole vectors. */
enum { TOGETHER = 4 * DCM_LANES };

/** Number of particles in the group, out of so many from the first one on. */
static uint32_t count_members(const dcm_spheres *s, size_t first, uint32_t count) {
  uint32_t members = 0;
  for (uint32_t k = 0; k < count; k++)
    members += (s->groups[first + k] & s->group) != 0;
  return members;
}

/** to[3k], to[3k + 1] and to[3k + 2] are from[k]. */
static inline void repeat(const double *from, double *to) {
  DCM_SIMD
  for (int k = 0; k < TOGETHER; k++) {
    to[3 * k] = from[k];
    to[3 * k + 1] = from[k];
    to[3 * k + 2] = from[k];
  }
}

/* ------------------------------------------------------------------------------ the half step */

static void move_one(const dcm_spheres *s, const dcm_half_step *h, size_t i) {
  const double by_mass = h->change / s->mass[i];
  const double by_inertia = h->spin_change / (s->radius[i] * s->radius[i] * s->mass[i]);
  for (size_t n = 3 * i; n < 3 * i + 3; n++) {
    s->velocity[n] += by_mass * s->force[n];
    if (h->moves)
      s->position[n] += h->move * s->velocity[n];
    s->angular_velocity[n] += by_inertia * s->torque[n];
  }
}

/** move_one for TOGETHER particles that all are in the group. */
DCM_SPECIALISED void move_all(const dcm_spheres *s, const dcm_half_step *h, size_t first,
                              int moves) {
  alignas(DCM_ALIGNMENT) double one[TOGETHER], other[TOGETHER];
  alignas(DCM_ALIGNMENT) double by_mass[3 * TOGETHER], by_inertia[3 * TOGETHER];
  const double *mass = s->mass + first, *radius = s->radius + first;
  double *x = moves ? s->position + 3 * first : NULL, *v = s->velocity + 3 * first;
  double *w = s->angular_velocity + 3 * first;
  const double *f = s->force + 3 * first, *t = s->torque + 3 * first;
  const double change = h->change, spin_change = h->spin_change, move = h->move;
  DCM_SIMD
  for (int k = 0; k < TOGETHER; k++) {
    one[k] = change / mass[k];
    other[k] = spin_change / (radius[k] * radius[k] * mass[k]);
  }
  repeat(one, by_mass);
  repeat(other, by_inertia);
  DCM_SIMD
  for (int n = 0; n < 3 * TOGETHER; n++) {
    v[n] += by_mass[n] * f[n];
    if (moves)
      x[n] += move * v[n];
    w[n] += by_inertia[n] * t[n];
  }
}

void DCM_ISA_NAME(dcm_move_spheres)(const dcm_spheres *s, const dcm_half_step *h, size_t first,
                                    size_t end) {
  while (first < end) {
    const uint32_t count = end - first < TOGETHER ? (uint32_t)(end - first) : TOGETHER;
    const uint32_t members = count_members(s, first, count);
    if (members == TOGETHER)
      DCM_TWO_LOOPS(h->moves, move_all, s, h, first);
    else
      for (uint32_t k = 0; k < count && members; k++)
        if (s->groups[first + k] & s->group)
          move_one(s, h, first + k);
    first += count;
  }
}

/* ----------------------------------------------------------------------------------- gravity */

DCM_SPECIALISED void weigh_all(const dcm_spheres *s, const double *acceleration, size_t first) {
  alignas(DCM_ALIGNMENT) double mass[3 * TOGETHER], each[3 * DCM_LANES];
  double *f = s->force + 3 * first;
  repeat(s->mass + first, mass);
  for (int n = 0; n < 3 * DCM_LANES; n++)
    each[n] = acceleration[n % 3];
  for (int part = 0; part < 3 * TOGETHER; part += 3 * DCM_LANES) {
    DCM_SIMD
    for (int n = 0; n < 3 * DCM_LANES; n++)
      f[part + n] += mass[part + n] * each[n];
  }
}

void DCM_ISA_NAME(dcm_weigh_spheres)(const dcm_spheres *s, const double *acceleration, size_t first,
                                     size_t end) {
  while (first < end) {
    const uint32_t count = end - first < TOGETHER ? (uint32_t)(end - first) : TOGETHER;
    const uint32_t members = count_members(s, first, count);
    if (members == TOGETHER)
      DCM_VECTOR_LOOP weigh_all(s, acceleration, first);
    else
      for (size_t i = first; i < first + count && members; i++)
        for (int c = 0; c < 3 && s->groups[i] & s->group; c++)
          s->force[3 * i + c] += s->mass[i] * acceleration[c];
    first += count;
  }
}
