/* SPDX-License-Identifier: MIT */
/** @file
 * Random numbers that are the same on every machine: SplitMix64 (G. L. Steele, D. Lea,
 * C. H. Flood, OOPSLA 2014). */
#ifndef DCM_CHECK_RANDOM_H
#define DCM_CHECK_RANDOM_H

#include <math.h>
#include <stdint.h>

#include "numeric/vector.h"

typedef struct dcm_random {
  uint64_t state;
} dcm_random;

static inline uint64_t dcm_random_bits(dcm_random *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/** A separate generator for stream number i of a seed. */
static inline dcm_random dcm_random_of_seed(uint64_t seed, uint64_t i) {
  dcm_random r = {seed};
  r.state = dcm_random_bits(&r) + i * 0xd1342543de82ef95u;
  return r;
}

/** The number of the stream with a name. */
static inline uint64_t dcm_random_hash(const char *name) {
  uint64_t hash = 1469598103934665603u;
  for (const char *c = name; *c; c++)
    hash = (hash ^ (uint64_t)*c) * 1099511628211u;
  return hash;
}

/** Uniform in the open interval. */
static inline double dcm_uniform(dcm_random *r, double low, double high) {
  const double unit = ((double)(dcm_random_bits(r) >> 12) + 0.5) * 0x1p-52;
  return low + (high - low) * unit;
}

/** Uniform in the logarithm; both ends positive. */
static inline double dcm_log_uniform(dcm_random *r, double low, double high) {
  return exp(dcm_uniform(r, log(low), log(high)));
}

/** One of 0 to n - 1. */
static inline uint32_t dcm_below(dcm_random *r, uint32_t n) {
  return (uint32_t)(dcm_random_bits(r) % n);
}

/** 1 with this probability. */
static inline int dcm_chance(dcm_random *r, double probability) {
  return dcm_uniform(r, 0.0, 1.0) < probability;
}

/** A unit vector, uniform on the sphere. */
static inline dcm_vector dcm_random_direction(dcm_random *r) {
  const double z = dcm_uniform(r, -1.0, 1.0);
  const double angle = dcm_uniform(r, 0.0, 6.283185307179586);
  const double s = sqrt(1.0 - z * z);
  return (dcm_vector){s * cos(angle), s * sin(angle), z};
}

#endif
