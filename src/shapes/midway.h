/* SPDX-License-Identifier: MIT */
/** @file
 * Where two bodies touch, by level sets: LAMMPS' pair_style granular/superellipsoid finds contacts
 * so. Each body is F <= 1 of a function F. The midway point has the same F for both bodies, and
 * gradients that are opposite:
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
#ifndef DCM_SHAPES_MIDWAY_H
#define DCM_SHAPES_MIDWAY_H

#include "shapes/closest.h"

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
