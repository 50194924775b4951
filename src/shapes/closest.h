/* SPDX-License-Identifier: MIT */
/** @file
 * Where two bodies touch. For a direction n from 1 to 2, d from centre to centre,
 *
 *     depth(n) = h1(n) + h2(-n) - n.d
 *
 * is how far the bodies have to move apart along n until a plane across n lies between them. The
 * depth of a contact is the least of all directions, and this direction is its normal: negative, it
 * is minus the distance. There the points p1 and p2 of the surfaces have one normal, and
 * p1 - p2 = depth n. As the depth is a minimum, its rate is n.(v1(p1) - v2(p2)), whatever else
 * changes: a force F(depth) n at these points does the work of a potential, for every shape. For
 * C++, too. */
#ifndef DCM_SHAPES_CLOSEST_H
#define DCM_SHAPES_CLOSEST_H

#include "shapes/shape.h"

typedef enum dcm_closeness {
  DCM_SHAPES_APART,     /**< farther than the reach: of the result, only the normal is filled, and a
                             plane across it is between the two */
  DCM_SHAPES_CLOSE,     /**< else */
  DCM_SHAPES_UNRESOLVED /**< no least depth was found: of the result nothing is of use */
} dcm_closeness;

typedef struct dcm_closest {
  double depth;
  dcm_vector normal;          /**< unit, from 1 to 2 */
  dcm_vector middle;          /**< of p1 and p2, from the centre of 1 */
  int steps;                  /**< of the search */
  dcm_surface_point one, two; /**< p1 and p2, each in the frame of its body; not of two spheres */
} dcm_closest;

/** @param apart  x2 - x1 of the centres, as far from 0 as bodies are that do not hold each other's
 *               centre
 * @param start  a direction near the normal; the null vector: the line of the centres
 * @param reach  >= 0: bodies that are farther apart are of no interest */
dcm_closeness dcm_shapes_closest(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                                 dcm_vector start, double reach, dcm_closest *found);

/** Fills one and two from the normal. */
void dcm_closest_points(const dcm_shape *one, const dcm_shape *two, dcm_closest *found);

/** The spheres in whose place a contact of two bodies is computed: their surfaces touch as those of
 * the bodies do, and their radii give Hertz's force of the elliptic contact, and share as the mean
 * curvatures do, within the limits of dcm_limit_curvature. */
void dcm_shapes_radii(const dcm_shape *one, const dcm_shape *two, const dcm_closest *found,
                      double *radius_1, double *radius_2);

/* --- Where two bodies touch, by level sets: LAMMPS' pair_style granular/superellipsoid finds
 * contacts so. Each body is F <= 1 of a function F. The midway point has the same F for both
 * bodies, and gradients that are opposite:
 *
 *     F1 = F2,  grad F1 + ratio grad F2 = 0
 *
 * The two bodies touch if F <= 1 there. The normal is that of grad F1. The depth is the stretch of
 * the line along the normal, through the midway point, that both bodies hold. G. T. Houlsby,
 * Computers and Geotechnics 36 (2009) 953; A. Podlozhnyuk, S. Pirker, C. Kloss, Computational
 * Particle Mechanics 4 (2017) 101.
 *
 * Depth and normal come to rest within the limits below, not within rounding. So the numbers of a
 * contact depend on where the search begins: a contact begins as its bodies grow from spheres, and
 * goes on at the point of the step before. */

/** The curvature of a surface that the radius of a contact comes from. */
typedef enum dcm_curvature_kind {
  DCM_CURVATURE_UNUSED,  /**< the law has no contact radius */
  DCM_CURVATURE_MEAN,    /**< half the sum of both principal curvatures */
  DCM_CURVATURE_GAUSSIAN /**< the root of their product */
} dcm_curvature_kind;

typedef struct dcm_midway_form {
  int is_length; /**< instead of F stands L (F^(1/n1) - 1), L the mean of the semi-axes */
  dcm_curvature_kind curvature;
} dcm_midway_form;

typedef struct dcm_midway {
  dcm_vector point; /**< from the centre of 1 */
  double ratio;
  dcm_vector normal; /**< unit, from 1 to 2 */
  double depth;
  double curvature; /**< sum of both surfaces; where it is unused, that of the bounding spheres */
} dcm_midway;

/** Finds it.
 * @param apart x2 - x1 of the centres, not the null vector
 * @param start point and ratio of the step before; NULL: the contact begins now
 * @return DCM_SHAPES_CLOSE where the two touch, and found is filled; DCM_SHAPES_UNRESOLVED where
 *         the search does not come to rest, or two flat faces have no curvature */
dcm_closeness dcm_shapes_midway(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                                const dcm_midway_form *form, const dcm_midway *start,
                                dcm_midway *found);

#endif
