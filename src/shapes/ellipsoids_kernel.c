/* SPDX-License-Identifier: MIT */
#include "shapes/ellipsoids.h"

DCM_SPECIALISED dcm_matrix3 spread_at(const dcm_ellipsoid_rows *r, int side, uint32_t k) {
  return (dcm_matrix3){r->spread[side][0][k], r->spread[side][1][k], r->spread[side][2][k],
                       r->spread[side][3][k], r->spread[side][4][k], r->spread[side][5][k]};
}

DCM_SPECIALISED void begin(dcm_ellipsoid_rows *r, uint32_t lanes) {
  for (uint32_t k = 0; k < lanes; k++) {
    r->before[k] = INFINITY;
    r->moves[k] = 1.0;
  }
}

/** @return how many go on */
DCM_SPECIALISED double walk_on(dcm_ellipsoid_rows *r, uint32_t lanes) {
  const double *const apart[3] = DCM_VECTOR(r->apart, 0), *const from[3] = DCM_VECTOR(r->normal, 0);
  double *const normal[3] = DCM_VECTOR(r->normal, 0);
  double going = 0.0;
  DCM_SIMD_SUM(going)
  for (uint32_t k = 0; k < lanes; k++) {
    const dcm_ellipsoid_walk before = {dcm_load(from, k), r->before[k], r->moves[k]};
    const dcm_ellipsoid_walk w = dcm_ellipsoid_walk_on(spread_at(r, 0, k), spread_at(r, 1, k),
                                                       dcm_load(apart, k), r->reach[k], before);
    dcm_store(normal, k, w.normal);
    r->before[k] = w.before;
    r->moves[k] = w.moves;
    going += w.moves > 0.0 ? 1.0 : 0.0;
  }
  return going;
}

DCM_SPECIALISED void end(dcm_ellipsoid_rows *r, uint32_t lanes) {
  const double *const apart[3] = DCM_VECTOR(r->apart, 0), *const from[3] = DCM_VECTOR(r->normal, 0);
  double *const normal[3] = DCM_VECTOR(r->normal, 0), *const middle[3] = DCM_VECTOR(r->middle, 0);
  DCM_SIMD
  for (uint32_t k = 0; k < lanes; k++) {
    const dcm_ellipsoid_walk w = {dcm_load(from, k), r->before[k], r->moves[k]};
    const dcm_ellipsoid_end e = dcm_ellipsoid_end_of(spread_at(r, 0, k), spread_at(r, 1, k),
                                                     dcm_load(apart, k), r->reach[k], w);
    dcm_store(normal, k, e.normal);
    dcm_store(middle, k, e.middle);
    r->depth[k] = e.depth;
    r->end[k] = e.how;
  }
}

void DCM_ISA_NAME(dcm_ellipsoids_search)(dcm_ellipsoid_rows *r, uint32_t count) {
  const uint32_t lanes = dcm_whole_lanes(count);
  begin(r, lanes);
  double going = 1.0;
  for (int step = 0; step < DCM_ELLIPSOID_STEPS && going > 0.0; step++)
    DCM_VECTOR_LOOP going = walk_on(r, lanes);
  DCM_VECTOR_LOOP end(r, lanes);
}
