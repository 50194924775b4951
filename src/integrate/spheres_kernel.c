/* SPDX-License-Identifier: MIT */
#include <stdalign.h>

#include "integrate/spheres.h"
#include "numeric/simd.h"

/* Particles that are gone through together: many, and of what is left, or where not all are in the
 * group, few. Both are multiples of the lanes, so that their 3 N numbers are whole vectors. The
 * loops get the number as a constant. */
enum { MANY = 4 * DCM_LANES, FEW = DCM_LANES };

/** Whether there are so many particles from the first one on, and all are in the group. */
static inline int are_members(const dcm_spheres *s, size_t first, size_t end, uint32_t count) {
  if (end - first < count)
    return 0;
  uint32_t members = 0;
  for (uint32_t k = 0; k < count; k++)
    members += (s->groups[first + k] & s->group) != 0;
  return members == count;
}

/** The next particle that is not gone through together with those from the first one on. */
static inline size_t end_of_singles(size_t first, size_t end) {
  return end - first < FEW ? end : first + FEW;
}

/** to[3k], to[3k + 1] and to[3k + 2] are from[k]. */
static inline void repeat(const double *from, double *to, int count) {
  DCM_SIMD
  for (int k = 0; k < count; k++) {
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
  for (int half = h->is_second_too ? 0 : 1; half < 2; half++)
    for (int c = 0; c < 3; c++) {
      v[c] += by_mass * f[c];
      w[c] += by_inertia * t[c];
    }
  for (int c = 0; c < 3 && h->moves; c++)
    x[c] += h->move * v[c];
}

/** move_one for particles that all are in the group.
 * @param count MANY or FEW */
DCM_SPECIALISED void move_all(const dcm_spheres *s, const dcm_half_step *h, size_t first, int count,
                              int is_second_too, int moves) {
  alignas(DCM_ALIGNMENT) double one[MANY], other[MANY];
  alignas(DCM_ALIGNMENT) double by_mass[3 * MANY], by_inertia[3 * MANY];
  const double *mass = s->mass + first, *radius = s->radius + first;
  double *x = moves ? s->position + 3 * first : NULL, *v = s->velocity + 3 * first;
  double *w = s->angular_velocity + 3 * first;
  const double *f = s->force + 3 * first, *t = s->torque + 3 * first;
  const double change = h->change, spin_change = h->spin_change, move = h->move;
  DCM_SIMD
  for (int k = 0; k < count; k++) {
    one[k] = change / mass[k];
    other[k] = spin_change / (radius[k] * radius[k] * mass[k]);
  }
  repeat(one, by_mass, count);
  repeat(other, by_inertia, count);
  DCM_SIMD
  for (int n = 0; n < 3 * count; n++) {
    double v_n = v[n] + by_mass[n] * f[n], w_n = w[n] + by_inertia[n] * t[n];
    if (is_second_too) {
      v_n += by_mass[n] * f[n];
      w_n += by_inertia[n] * t[n];
    }
    v[n] = v_n;
    w[n] = w_n;
    if (moves)
      x[n] += move * v_n;
  }
}

void DCM_ISA_NAME(dcm_move_spheres)(const dcm_spheres *s, const dcm_half_step *h, size_t first,
                                    size_t end) {
  while (first < end) {
    size_t next = end_of_singles(first, end);
    if (are_members(s, first, end, MANY)) {
      next = first + MANY;
      DCM_FOUR_LOOPS(h->is_second_too, h->moves, move_all, s, h, first, MANY);
    } else if (are_members(s, first, end, FEW))
      DCM_FOUR_LOOPS(h->is_second_too, h->moves, move_all, s, h, first, FEW);
    else
      for (size_t i = first; i < next; i++)
        if (s->groups[i] & s->group)
          move_one(s, h, i);
    first = next;
  }
}

/* ----------------------------------------------------------------------------------- gravity */

DCM_SPECIALISED void weigh_all(const dcm_spheres *s, const double *acceleration, size_t first,
                               int count) {
  alignas(DCM_ALIGNMENT) double mass[3 * MANY], each[3 * DCM_LANES];
  double *f = s->force + 3 * first;
  repeat(s->mass + first, mass, count);
  for (int n = 0; n < 3 * DCM_LANES; n++)
    each[n] = acceleration[n % 3];
  for (int part = 0; part < 3 * count; part += 3 * DCM_LANES) {
    DCM_SIMD
    for (int n = 0; n < 3 * DCM_LANES; n++)
      f[part + n] += mass[part + n] * each[n];
  }
}

void DCM_ISA_NAME(dcm_weigh_spheres)(const dcm_spheres *s, const double *acceleration, size_t first,
                                     size_t end) {
  while (first < end) {
    size_t next = end_of_singles(first, end);
    if (are_members(s, first, end, MANY)) {
      next = first + MANY;
      DCM_VECTOR_LOOP weigh_all(s, acceleration, first, MANY);
    } else if (are_members(s, first, end, FEW))
      DCM_VECTOR_LOOP weigh_all(s, acceleration, first, FEW);
    else
      for (size_t i = first; i < next; i++)
        for (int c = 0; c < 3 && s->groups[i] & s->group; c++)
          s->force[3 * i + c] += s->mass[i] * acceleration[c];
    first = next;
  }
}
