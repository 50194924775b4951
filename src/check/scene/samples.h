/* SPDX-License-Identifier: MIT */
/** @file
 * Sizes that belong together, of a contact and of the numbers that matter in the contact; random
 * contacts of two spheres or of a sphere and a wall, and how they go into a batch. */
#ifndef DCM_CHECK_SAMPLES_H
#define DCM_CHECK_SAMPLES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "numeric/vector.h"
#include "runtime/batch.h"

/* --- Random numbers that are the same on every machine: SplitMix64 (G. L. Steele, D. Lea,
 * C. H. Flood, OOPSLA 2014). */

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

/** A hash of bytes, which goes on from another one. */
static inline uint64_t dcm_hash(uint64_t hash, const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  return hash;
}

/** The number of the stream with a name. */
static inline uint64_t dcm_random_hash(const char *name) {
  return dcm_hash(1469598103934665603u, name, strlen(name));
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

/* -------------------------------------------------------------------------------------- sizes */

/** A contact of two particles, by its orders of magnitude. */
typedef struct dcm_typical {
  double radius, mass, overlap, speed;
} dcm_typical;

/** From dust to boulders, soft to hard, slow to fast. */
dcm_typical dcm_random_typical(dcm_random *random);

/** A size that a number of this dimension has if it matters in the contact, ten times larger or
 * smaller. */
double dcm_random_natural(const dcm_dimension *dimension, const dcm_typical *typical,
                          dcm_random *random);

/** Orders of magnitude between a number and its natural sizes; 0 within these sizes, and for a
 * number without a size. */
double dcm_unnatural(const dcm_dimension *dimension, const dcm_typical *typical, double number);

/* ----------------------------------------------------------------------------------- contacts */

/** One contact as a host knows it. Contacts of one batch have the same two materials. */
typedef struct dcm_sample {
  dcm_vector separation, relative_velocity;
  dcm_vector angular_velocity_1, angular_velocity_2;
  double radius_1, radius_2;
  double effective_mass;
  uint32_t material_1, material_2; /**< numbered from 1 */
  double quantities_1[DCM_MOST_QUANTITIES], quantities_2[DCM_MOST_QUANTITIES];
} dcm_sample;

/** A pair of materials for the contacts of a batch, as dcm_law_pair gives it. */
uint32_t dcm_random_pair(const dcm_law *law, dcm_random *random);

/** Values of the law's quantities that a particle may have: masses as given, IDs, else numbers
 * about the default, or volumes of a few percent of the particle's.
 * @param mass   infinite for a wall
 * @param values [quantity] filled */
void dcm_random_quantities(const dcm_law *law, double radius, double mass, dcm_random *random,
                           double *values);

/** Overlap of the deepest contacts, as a share of the smaller radius. */
#define DCM_DEEPEST 1e-1

/** Spheres of 10 um to 10 cm of usual densities, overlapping by 1e-6 to DCM_DEEPEST of the smaller
 * radius, at speeds of 1e-4 to 10 m/s at the contact. A law with reach also gets overlaps below
 * zero that are within it.
 * @param pair   from dcm_random_pair
 * @param side_2 DCM_SIDE_PARTICLE, or DCM_SIDE_WALL: flat, concave or convex */
dcm_sample dcm_random_sample(const dcm_law *law, uint32_t pair, int side_2, dcm_random *random);

/** Contacts like a typical one: up to three times larger or smaller, flatter or deeper, mostly
 * slower. */
dcm_sample dcm_typical_sample(const dcm_law *law, uint32_t pair, int side_2,
                              const dcm_typical *typical, dcm_random *random);

/** A sample of the contact a moment later: moved, turned and accelerated a little, within the reach
 * of the law, so that the contact still lasts. */
dcm_sample dcm_moved_sample(const dcm_law *law, const dcm_sample *contact, int side_2,
                            dcm_random *random);

/** A sample of the contact seen from the other particle. */
dcm_sample dcm_swapped_sample(const dcm_sample *contact);

/** Writes entry k of the input of a batch, and the batch's pair of materials; not the history. */
void dcm_put_sample(dcm_batch *batch, const dcm_law *law, uint32_t k, const dcm_sample *contact);

/** Gives contact k, for dcm_batch_compute, the normal of the next step.
 * @param known whether the law is informed how it turned */
void dcm_turn_normal(dcm_batch *batch, uint32_t k, dcm_vector normal, int known);

/** Stops all motion; the normals stay as they are. */
void dcm_stop(dcm_batch *batch);

/** How far the law reaches between two sides. */
double dcm_reach_of(const dcm_law *law, int side_2, uint32_t pair, double radius_1,
                    double radius_2);

/** The radius to which depths are related: of a grain, at flat and concave walls. */
static inline double dcm_smaller_radius(double radius_1, double radius_2) {
  return radius_2 > 0.0 && radius_2 < radius_1 ? radius_2 : radius_1;
}

/** Makes the state after the step the state before the next. */
void dcm_advance_history(dcm_batch *batch, const dcm_law *law);

#endif
