/* SPDX-License-Identifier: MIT */
/** @file
 * The function F of a superellipsoid, of which the body is F <= 1, and its derivatives: for bodies,
 * and for those on the way from a sphere to one. */
#ifndef DCM_SHAPES_LEVEL_H
#define DCM_SHAPES_LEVEL_H

#include "shapes/shape.h"

/** The curvature of a surface that the radius of a contact comes from. */
typedef enum dcm_curvature_kind {
  DCM_CURVATURE_UNUSED,  /**< the law has no contact radius */
  DCM_CURVATURE_MEAN,    /**< half the sum of both principal curvatures */
  DCM_CURVATURE_GAUSSIAN /**< the root of their product */
} dcm_curvature_kind;

typedef struct dcm_level_body {
  const dcm_shape *shape; /**< that it becomes: its frame is that */
  dcm_vector centre;      /**< from the centre of body 1 */
  double axis[3], n1, n2;
  dcm_shape_kind kind;
  double length; /**< L of dcm_level_make_length: the mean of the semi-axes */
} dcm_level_body;

/** Function, gradient and second derivatives at a point, in the frame of the body. */
typedef struct dcm_level {
  double value; /**< less that on the surface */
  dcm_vector gradient;
  double second[3][3];
} dcm_level;

double dcm_radius_of_volume(const dcm_shape *shape);

/** A body that has grown by a share from the sphere of its volume. */
dcm_level_body dcm_level_body_of(const dcm_shape *shape, dcm_vector centre, double share);

dcm_level dcm_level_at(const dcm_level_body *body, dcm_vector point);

/** F becomes L (F^(1/n1) - 1). */
void dcm_level_make_length(const dcm_level_body *body, dcm_level *at);

/** How far the surface is from a point inside, along a unit vector, both in the frame of the body.
 * The search ends within 1e-8 of the size of the body. */
double dcm_level_distance(const dcm_level_body *body, dcm_vector from, dcm_vector along);

double dcm_level_curvature(const dcm_level_body *body, dcm_vector point, dcm_curvature_kind kind);

#endif
