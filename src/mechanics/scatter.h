/* SPDX-License-Identifier: MIT */
/** @file
 * Random numbers of a pair of particles. They are functions of the two IDs alone, and so the same
 * from either side, in any order and on any machine. */
#ifndef DCM_MECHANICS_SCATTER_H
#define DCM_MECHANICS_SCATTER_H

#include <math.h>
#include <stdint.h>

#include "numeric/vector.h"

/** Where the normal distribution is cut off, in standard deviations. */
#define DCM_SCATTER_CUT 3.0

/** The finaliser of SplitMix64: G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014. */
static inline uint64_t dcm_scatter_mix(uint64_t z) {
  z += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static inline uint64_t dcm_scatter_add(uint64_t hash, double number) {
  /* Both zeros are one number. */
  const union {
    double number;
    uint64_t bits;
  } word = {.number = number + 0.0};
  return dcm_scatter_mix(hash ^ word.bits);
}

/** Uniform in (0, 1). */
static inline double dcm_scatter_uniform(uint64_t bits) {
  return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

/** A number of the standard normal distribution, cut off at DCM_SCATTER_CUT: G. E. P. Box,
 * M. E. Muller, Ann. Math. Statist. 29 (1958) 610-611. Numbers beyond the cut are drawn again.
 * @param seed of the simulation; another seed gives another set of numbers */
static inline double dcm_scatter_normal(double id_1, double id_2, double seed) {
  uint64_t hash = dcm_scatter_add(0, seed);
  hash = dcm_scatter_add(hash, id_1 < id_2 ? id_1 : id_2);
  hash = dcm_scatter_add(hash, id_1 < id_2 ? id_2 : id_1);
  for (;;) {
    hash = dcm_scatter_mix(hash);
    const double size = sqrt(-2.0 * log(dcm_scatter_uniform(hash)));
    hash = dcm_scatter_mix(hash);
    const double number = size * cos(2.0 * DCM_PI * dcm_scatter_uniform(hash));
    if (fabs(number) <= DCM_SCATTER_CUT)
      return number;
  }
}

#endif
