/* SPDX-License-Identifier: MIT */
#include "contacts/near_search.h"

#include <stdalign.h>

#include "contacts/rows.h"
#include "numeric/simd.h"

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
      ends[s] = cells->start[middle + 2];
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
