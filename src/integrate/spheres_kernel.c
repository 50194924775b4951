/* SPDX-License-Identifier: MIT */
#include <stdalign.h>

#include "integrate/spheres.h"
#include "numeric/simd.h"

/* Particles that are gone through together: a multiple of the lanes, so that their 3 N numbers are
 * whole vectors. */
enum { TOGETHER = 4 * DCM_LANES };

/** Whether there are TOGETHER particles from the first one on, and all are in the group. */
static int are_members(const dcm_spheres *s, size_t first, size_t end) {
  if (end - first < TOGETHER)
    return 0;
  uint32_t members = 0;
  for (uint32_t k = 0; k < TOGETHER; k++)
    members += (s->groups[first + k] & s->group) != 0;
  return members == TOGETHER;
}

/** The next particle that is not gone through together with those from the first one on. */
static inline size_t end_of_singles(size_t first, size_t end) {
  return end - first < TOGETHER ? end : first + TOGETHER;
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
  /* No two arrays overlap: else the compiler looks for that, in more time than the rest takes. */
  double *restrict x = s->position + 3 * i, *restrict v = s->velocity + 3 * i;
  double *restrict w = s->angular_velocity + 3 * i;
  const double *restrict f = s->force + 3 * i, *restrict t = s->torque + 3 * i;
  for (int c = 0; c < 3; c++) {
    v[c] += by_mass * f[c];
    w[c] += by_inertia * t[c];
  }
  for (int c = 0; c < 3 && h->moves; c++)
    x[c] += h->move * v[c];
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
    const size_t next = end_of_singles(first, end);
    if (are_members(s, first, end))
      DCM_TWO_LOOPS(h->moves, move_all, s, h, first);
    else
      for (size_t i = first; i < next; i++)
        if (s->groups[i] & s->group)
          move_one(s, h, i);
    first = next;
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
    const size_t next = end_of_singles(first, end);
    if (are_members(s, first, end))
      DCM_VECTOR_LOOP weigh_all(s, acceleration, first);
    else
      for (size_t i = first; i < next; i++)
        for (int c = 0; c < 3 && s->groups[i] & s->group; c++)
          s->force[3 * i + c] += s->mass[i] * acceleration[c];
    first = next;
  }
}
