/* SPDX-License-Identifier: MIT */
/** @file
 * Where two ellipsoids touch, spheres among them: Newton's method without a branch, pair by pair or
 * for many pairs side by side.
 *
 * With the matrices A and B of dcm_shape.spread, h1 = sqrt(n.A n) and h2 = sqrt(n.B n). The points
 * of the surfaces are p1 = A n/h1 and, as seen from its centre, -p2 = -B n/h2. With g = p1 + p2 - d
 * the depth of closest.h is n.g, and its derivative on the unit sphere the part of g across n.
 * Newton's step u across n solves
 *
 *     ((A - p1 p1^T)/h1 + (B - p2 p2^T)/h2 - depth) u = -(g - depth n).
 *
 * The matrix has the eigenvector n with the eigenvalue -depth. With (h1 + h2 + depth) n n^T added
 * it has h1 + h2 instead, and u stays what it was. So no tangents are needed.
 *
 * The search is that of pairs whose normal is nearly known. It gives up where a step goes up, where
 * the depth has no minimum nearby, or where the steps do not end; closest.c then searches on. All
 * instruction sets have the same numbers, and a pair has the same as a lane and alone. */
#ifndef DCM_SHAPES_ELLIPSOIDS_H
#define DCM_SHAPES_ELLIPSOIDS_H

#include <dcm/base.h>
#include <math.h>
#include <stdalign.h>

#include "numeric/simd.h"
#include "runtime/machine.h"
#include "shapes/shape.h"

/** Pairs that are searched at a time, at most. */
enum { DCM_ELLIPSOID_ROW = 32 };

/** Steps of a search, at most. */
enum { DCM_ELLIPSOID_STEPS = 6 };

/** A step whose square is less is the last one but one: the last one is about its square, so small
 * that the points move with it as their radii of curvature say, without a new look. */
#define DCM_ELLIPSOID_SMALL_STEP 1e-8

/** The square of the last one, at most: what it leaves out is again about its square. */
#define DCM_ELLIPSOID_LAST_STEP 1e-14

/** How a search ended. Numbers of a loop that vectorises. */
#define DCM_ELLIPSOIDS_APART 0.0   /**< farther than the reach along the normal that was found */
#define DCM_ELLIPSOIDS_CLOSE 1.0   /**< the depth was found */
#define DCM_ELLIPSOIDS_UNKNOWN 2.0 /**< the search gave up: no number is of use */

/** Rows of pairs. */
typedef struct dcm_ellipsoid_rows {
  alignas(DCM_ALIGNMENT) double spread[2][6][DCM_ELLIPSOID_ROW]; /**< in the order of dcm_matrix3 */
  double apart[3][DCM_ELLIPSOID_ROW];
  double reach[DCM_ELLIPSOID_ROW];
  double normal[3][DCM_ELLIPSOID_ROW]; /**< the start, and then what was found, of length 1 */
  double before[DCM_ELLIPSOID_ROW];    /**< the search's own */
  double moves[DCM_ELLIPSOID_ROW];     /**< likewise */
  double end[DCM_ELLIPSOID_ROW];       /**< filled: DCM_ELLIPSOIDS_... */
  double depth[DCM_ELLIPSOID_ROW];     /**< filled, of those that are close */
  double middle[3][DCM_ELLIPSOID_ROW]; /**< likewise: of the two points, from the centre of 1 */
} dcm_ellipsoid_rows;

/** Searches the pairs 0 to count - 1; the others up to whole lanes have to be filled, too. Each
 * instruction set has such a function. */
typedef void dcm_ellipsoids_search(dcm_ellipsoid_rows *rows, uint32_t count);
DCM_DECLARE_ISAS(dcm_ellipsoids_search, dcm_ellipsoids_search);

/* -------------------------------------------------------------------------------- one pair */

/** The place of a direction. */
typedef struct dcm_ellipsoid_place {
  dcm_vector point_1, point_2; /* p1, p2 */
  dcm_vector gap;              /* g */
  double height_1, height_2, depth;
} dcm_ellipsoid_place;

DCM_SPECIALISED dcm_vector dcm_matrix3_times(dcm_matrix3 m, dcm_vector v) {
  return dcm_vector_of(m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
                       m.xz * v.x + m.yz * v.y + m.zz * v.z);
}

DCM_SPECIALISED dcm_ellipsoid_place dcm_ellipsoid_place_of(dcm_matrix3 a, dcm_matrix3 b,
                                                           dcm_vector apart, dcm_vector n) {
  const dcm_vector an = dcm_matrix3_times(a, n), bn = dcm_matrix3_times(b, n);
  dcm_ellipsoid_place at;
  at.height_1 = sqrt(dcm_dot(n, an));
  at.height_2 = sqrt(dcm_dot(n, bn));
  at.point_1 = dcm_scale(1.0 / at.height_1, an);
  at.point_2 = dcm_scale(1.0 / at.height_2, bn);
  at.gap = dcm_subtract(dcm_add(at.point_1, at.point_2), apart);
  at.depth = at.height_1 + at.height_2 - dcm_dot(n, apart);
  return at;
}

/** (A - p p^T)/h */
DCM_SPECIALISED dcm_matrix3 dcm_ellipsoid_radii(dcm_matrix3 a, dcm_vector p, double h) {
  const double over = 1.0 / h;
  return (dcm_matrix3){over * (a.xx - p.x * p.x), over * (a.yy - p.y * p.y),
                       over * (a.zz - p.z * p.z), over * (a.xy - p.x * p.y),
                       over * (a.xz - p.x * p.z), over * (a.yz - p.y * p.z)};
}

/* Choices are numbers, one at a time: so the loop vectorises with each instruction set. */

/** Newton's step, and what the points of the two surfaces do in it. */
typedef struct dcm_ellipsoid_step {
  dcm_vector turn;           /* of the normal */
  dcm_vector move_1, move_2; /* of p1 and p2 */
  double is_down;            /* 1 if the depth has a minimum there, else 0 */
} dcm_ellipsoid_step;

DCM_SPECIALISED dcm_ellipsoid_step dcm_ellipsoid_step_of(dcm_matrix3 a, dcm_matrix3 b, dcm_vector n,
                                                         dcm_ellipsoid_place at) {
  const dcm_matrix3 one = dcm_ellipsoid_radii(a, at.point_1, at.height_1);
  const dcm_matrix3 two = dcm_ellipsoid_radii(b, at.point_2, at.height_2);
  const double heights = at.height_1 + at.height_2, more = heights + at.depth;
  const double xx = one.xx + two.xx - at.depth + more * n.x * n.x;
  const double yy = one.yy + two.yy - at.depth + more * n.y * n.y;
  const double zz = one.zz + two.zz - at.depth + more * n.z * n.z;
  const double xy = one.xy + two.xy + more * n.x * n.y;
  const double xz = one.xz + two.xz + more * n.x * n.z;
  const double yz = one.yz + two.yz + more * n.y * n.z;
  const dcm_matrix3 adjoint = {yy * zz - yz * yz, xx * zz - xz * xz, xx * yy - xy * xy,
                               xz * yz - xy * zz, xy * yz - xz * yy, xy * xz - xx * yz};
  const double determinant = xx * adjoint.xx + xy * adjoint.xy + xz * adjoint.xz;
  const dcm_vector rest = dcm_subtract_scaled(at.gap, at.depth, n);
  const dcm_vector turn = dcm_scale(-1.0 / determinant, dcm_matrix3_times(adjoint, rest));
  /* Both eigenvalues across n are above 0 if their product and their sum are. */
  const double product = determinant > 0.0 ? 1.0 : 0.0;
  return (dcm_ellipsoid_step){.turn = turn,
                              .move_1 = dcm_matrix3_times(one, turn),
                              .move_2 = dcm_matrix3_times(two, turn),
                              .is_down = xx + yy + zz > heights ? product : 0.0};
}

/** One of two vectors, without a branch. */
DCM_SPECIALISED dcm_vector dcm_ellipsoid_choose(int first, dcm_vector a, dcm_vector b) {
  return dcm_vector_of(first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z);
}

/** The state of a search. */
typedef struct dcm_ellipsoid_walk {
  dcm_vector normal;
  double before; /* the depth, at first +INFINITY */
  double moves;  /* 1: the search goes on; 0: it has ended; -1: it has given up */
} dcm_ellipsoid_walk;

/** A step of a search; nothing if it has ended. */
DCM_SPECIALISED dcm_ellipsoid_walk dcm_ellipsoid_walk_on(dcm_matrix3 a, dcm_matrix3 b,
                                                         dcm_vector apart, double reach,
                                                         dcm_ellipsoid_walk w) {
  const dcm_ellipsoid_place at = dcm_ellipsoid_place_of(a, b, apart, w.normal);
  const dcm_ellipsoid_step step = dcm_ellipsoid_step_of(a, b, w.normal, at);
  const double size_2 = dcm_dot(step.turn, step.turn);
  const dcm_vector turned = dcm_add(w.normal, step.turn);
  const dcm_vector next = dcm_scale(1.0 / dcm_length(turned), turned);
  const double bound = w.before + 1e-15 * (at.height_1 + at.height_2);
  double goes = size_2 < 0.25 ? step.is_down : 0.0;
  goes = at.depth <= bound ? goes : 0.0;
  double moves = size_2 < DCM_ELLIPSOID_SMALL_STEP ? 0.0 : 1.0;
  moves = goes > 0.0 ? moves : -1.0;
  moves = at.depth < -reach ? 0.0 : moves;
  goes = at.depth < -reach ? 0.0 : goes;
  goes = w.moves > 0.0 ? goes : 0.0;
  return (dcm_ellipsoid_walk){.normal = dcm_ellipsoid_choose(goes > 0.0, next, w.normal),
                              .before = at.depth,
                              .moves = w.moves > 0.0 ? moves : w.moves};
}

/** The end of a search. */
typedef struct dcm_ellipsoid_end {
  double how; /* DCM_ELLIPSOIDS_... */
  double depth;
  dcm_vector normal, middle; /* middle is (p1 + d - p2)/2 */
} dcm_ellipsoid_end;

/** The last step. The depth falls by half of the rest times the turn, which is rounding. */
DCM_SPECIALISED dcm_ellipsoid_end dcm_ellipsoid_end_of(dcm_matrix3 a, dcm_matrix3 b,
                                                       dcm_vector apart, double reach,
                                                       dcm_ellipsoid_walk w) {
  const dcm_ellipsoid_place at = dcm_ellipsoid_place_of(a, b, apart, w.normal);
  const dcm_ellipsoid_step step = dcm_ellipsoid_step_of(a, b, w.normal, at);
  const dcm_vector point_1 = dcm_add(at.point_1, step.move_1);
  const dcm_vector point_2 = dcm_add(at.point_2, step.move_2);
  double how = w.moves == 0.0 ? DCM_ELLIPSOIDS_CLOSE : DCM_ELLIPSOIDS_UNKNOWN;
  how = step.is_down > 0.0 ? how : DCM_ELLIPSOIDS_UNKNOWN;
  how = dcm_dot(step.turn, step.turn) <= DCM_ELLIPSOID_LAST_STEP ? how : DCM_ELLIPSOIDS_UNKNOWN;
  const double is_apart = at.depth < -reach ? 1.0 : 0.0;
  return (dcm_ellipsoid_end){
      .how = is_apart > 0.0 ? DCM_ELLIPSOIDS_APART : how,
      .depth = at.depth,
      .normal = dcm_ellipsoid_choose(is_apart > 0.0, w.normal, dcm_add(w.normal, step.turn)),
      .middle = dcm_scale(0.5, dcm_add(point_1, dcm_subtract(apart, point_2))),
  };
}

#endif
