/* SPDX-License-Identifier: MIT */
#include "contacts/near_search.h"

#include <math.h>
#include <stdalign.h>

#include "contacts/rows.h"
#include "numeric/simd.h"
#include "numeric/vector.h"
#include "runtime/law.h"
#include "runtime/motion.h"

/** Eights of candidates whose bits are looked at together. */
enum { EIGHTS = 8 };

/** One of the other particles. */
typedef struct other {
  double x, y, z, radius, number;
} other;

/** Whether the host looks from the bin of particle i into that of j. */
static int looks(const dcm_host_bins *bins, uint32_t i, uint32_t j) {
  const int offset = bins->of[j] - bins->of[i];
  int low = 0, high = bins->stencil_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (bins->stencil[middle] < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low < bins->stencil_count && bins->stencil[low] == offset;
}

/** Squares of the distances of eight candidates, and of those up to which they are near; -1 where
 * the candidate has no smaller number than the other. The operations are the host's. */
DCM_SPECIALISED void measure(const dcm_near_cells *cells, size_t at, const other *o, double skin,
                             double *distance_2, double *near_2) {
  DCM_SIMD
  for (uint32_t l = 0; l < DCM_LANES; l++) {
    const double dx = cells->position[0][at + l] - o->x;
    const double dy = cells->position[1][at + l] - o->y;
    const double dz = cells->position[2][at + l] - o->z;
    const double cut = (cells->radius[at + l] + o->radius) + skin;
    distance_2[l] = dx * dx + dy * dy + dz * dz;
    near_2[l] = cells->number[at + l] < o->number ? cut * cut : -1.0;
  }
}

/** Appends the candidates whose bits are set.
 * @param places of the first of each eight
 * @return the number of hits */
static inline size_t take_hits(const dcm_near_cells *cells, const size_t *places, uint64_t bits,
                               uint32_t *hits, size_t found) {
  for (; bits; bits &= bits - 1) {
    const uint32_t bit = (uint32_t)__builtin_ctzll(bits);
    hits[found++] = (uint32_t)cells->number[places[bit / DCM_LANES] + bit % DCM_LANES];
  }
  return found;
}

size_t DCM_ISA_NAME(dcm_near_kernel_run)(const dcm_near_question *question,
                                         const dcm_near_cells *cells, const dcm_near_others *others,
                                         size_t first, uint32_t *hits, size_t room,
                                         size_t *hits_end) {
  size_t found = first ? hits_end[first - 1] : 0;
  alignas(DCM_ALIGNMENT) double distance_2[DCM_LANES], near_2[DCM_LANES], surely_2[DCM_LANES];
  for (uint32_t l = 0; l < DCM_LANES; l++)
    surely_2[l] = question->bins.surely_2;
  for (size_t n = first; n < others->count; n++) {
    const uint32_t j = others->particle[n];
    const double *x = question->position + 3 * (size_t)j;
    const other o = {x[0], x[1], x[2], question->radius[j], (double)j};
    size_t starts[9], ends[9], candidates = 0;
    for (uint32_t s = 0; s < 9; s++) {
      const size_t middle = others->cell[n] + s % 3 * cells->across[0] + s / 3 * cells->across[1] -
                            (cells->across[0] + cells->across[1]);
      starts[s] = cells->start[middle - 1];
      /* Hosts number particles by where they are: cells further on have no lower number. */
      ends[s] = cells->lowest[middle] < j ? cells->start[middle + 2] : starts[s];
      candidates += ends[s] - starts[s];
    }
    if (candidates > room - found)
      return n;
    size_t places[EIGHTS];
    uint64_t bits = 0;
    uint32_t eights = 0;
    for (uint32_t s = 0; s < 9; s++)
      for (size_t at = starts[s]; at < ends[s]; at += DCM_LANES) {
        DCM_VECTOR_LOOP measure(cells, at, &o, question->skin, distance_2, near_2);
        uint8_t beyond, sure;
        dcm_compare(near_2, distance_2, DCM_LANES, &beyond);
        dcm_compare(distance_2, surely_2, DCM_LANES, &sure);
        const size_t left = ends[s] - at;
        const uint32_t lanes = left < DCM_LANES ? (1u << left) - 1 : 0xff;
        uint32_t near = ~(uint32_t)beyond & lanes;
        for (uint32_t unsure = near & ~(uint32_t)sure, l = 0; unsure; unsure >>= 1, l++)
          if (unsure & 1 && !looks(&question->bins, (uint32_t)cells->number[at + l], j))
            near &= ~(1u << l);
        places[eights] = at;
        bits |= (uint64_t)near << 8 * eights;
        if (++eights < EIGHTS)
          continue;
        found = take_hits(cells, places, bits, hits, found);
        bits = 0;
        eights = 0;
      }
    found = take_hits(cells, places, bits, hits, found);
    hits_end[n] = found;
  }
  return others->count;
}

/** The operations of the loop over pairs, so that both agree on who touches.
 * @param separation [3][n] x2 - x1 */
DCM_SPECIALISED void measure_pairs(dcm_near_pairs *p, const double *const separation[3],
                                   const double *mass_1, const double *mass_2, uint32_t n) {
  const double *radius_1 = p->radius_1, *radius_2 = p->radius_2;
  double *distance_2 = p->distance_2, *gap = p->gap, *effective_mass = p->effective_mass;
  double touch_2[DCM_BLOCK_ROW];
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector d = dcm_load(separation, k);
    const double sum = radius_1[k] + radius_2[k];
    distance_2[k] = dcm_dot(d, d);
    touch_2[k] = dcm_contact_range(sum, 0.0, 0).touch_2;
    gap[k] = sqrt(distance_2[k]) - sum;
    effective_mass[k] = dcm_effective_mass(mass_1[k], 0, mass_2[k], 0);
  }
  for (uint32_t k = 0; k < n; k++) {
    p->kind[k] = dcm_gap_kind(gap[k], radius_1[k] + radius_2[k]);
    p->touching[k] = distance_2[k] < touch_2[k];
  }
}

void DCM_ISA_NAME(dcm_measure_near_pairs)(dcm_near_pairs *p, const dcm_near_particles *of) {
  alignas(DCM_ALIGNMENT) double rows[3][DCM_BLOCK_ROW];
  alignas(DCM_ALIGNMENT) double mass_1[DCM_BLOCK_ROW], mass_2[DCM_BLOCK_ROW];
  if (p->count == 0)
    return;
  const uint32_t n = dcm_whole_lanes(p->count);
  for (uint32_t k = p->count; k < n; k++) {
    p->particle_1[k] = p->particle_1[p->count - 1];
    p->particle_2[k] = p->particle_2[p->count - 1];
  }
  double *const separation[3] = {rows[0], rows[1], rows[2]};
  dcm_gather_differences(of->position, p->particle_1, p->particle_2, n, separation);
  int some_are_fixed = 0;
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t i = p->particle_1[k], j = p->particle_2[k];
    p->radius_1[k] = of->radius[i];
    p->radius_2[k] = of->radius[j];
    mass_1[k] = of->mass[i];
    mass_2[k] = of->mass[j];
    some_are_fixed |= (of->groups[i] | of->groups[j]) & of->fixed;
  }
  const double *const rows_of_separation[3] = {rows[0], rows[1], rows[2]};
  DCM_VECTOR_LOOP measure_pairs(p, rows_of_separation, mass_1, mass_2, n);
  for (uint32_t k = 0; some_are_fixed && k < n; k++)
    p->effective_mass[k] = dcm_effective_mass(mass_1[k], of->groups[p->particle_1[k]] & of->fixed,
                                              mass_2[k], of->groups[p->particle_2[k]] & of->fixed);
}
