/* SPDX-License-Identifier: MIT */
/** @file
 * Where a body touches a wall: a plane, or the inside of a cylinder or cone. The depth is how far
 * the body reaches behind the wall, and its rate is the velocity of the deepest point towards the
 * wall. For C++, too. */
#ifndef DCM_SHAPES_ON_WALLS_H
#define DCM_SHAPES_ON_WALLS_H

#include "shapes/shape.h"

typedef struct dcm_on_wall {
  double depth;      /**< negative: minus the distance */
  dcm_vector normal; /**< unit, from the body to the wall */
  dcm_vector point;  /**< of the body, the deepest one, from its centre */
  double radius;     /**< R* of Hertz's contact there, with the limits of dcm_shapes_radii */
  double round; /**< the smaller radius of curvature there, with the same limits; infinite where
                     the place is found however deep it is */
  double pitch; /**< by how much the depth changes with a turn about the normal, over a way
                     along it: 0, but where several places are one contact */
} dcm_on_wall;

/** @param normal   of the plane, from the body to the plane
 * @param distance of the centre from the plane */
void dcm_shape_on_plane(const dcm_shape *shape, dcm_vector normal, double distance,
                        dcm_on_wall *found);

/** Where a body touches a piece of wall that somebody else has found.
 * @param place of the wall, from the centre of the body: the body reaches the depth behind it */
void dcm_shape_at_place(const dcm_shape *shape, dcm_vector normal, dcm_vector place, double depth,
                        dcm_on_wall *found);

/** The place of a normal on a wall that is bent: of the result the depth is not filled.
 * @param along      unit, along the wall: a direction of its curvatures
 * @param bend_along the curvature in this direction, above 0 where the wall stands out
 * @param bend_around across it */
void dcm_shape_on_bend(const dcm_shape *shape, dcm_vector normal, dcm_vector along,
                       double bend_along, double bend_around, dcm_on_wall *found);

/** The deepest point in a hollow cone, or cylinder. A body that is wider touches the wall at
 * several places, of which this is one.
 * @param axis   unit, along the axis
 * @param centre of the body, from a point of the axis
 * @param radius of the cone at that point
 * @param slant  by how much the radius grows per length of the axis; 0: a cylinder */
void dcm_shape_in_cone(const dcm_shape *shape, dcm_vector axis, dcm_vector centre, double radius,
                       double slant, dcm_on_wall *found);

#endif
