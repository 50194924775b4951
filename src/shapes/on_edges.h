/* SPDX-License-Identifier: MIT */
/** @file
 * How deep a point, or a straight line, is in a body: the least of h(n) - n.y for all unit vectors
 * n, or for those across the line, with y from the centre of the body to the point. That is minus
 * the distance where y is outside. The depth is a concave function of y, and its derivative is -n.
 *
 * Where the depth is less than the radii of curvature of the body there, it is the only least one
 * nearby; beyond, one of several. For C++, too. */
#ifndef DCM_SHAPES_ON_EDGES_H
#define DCM_SHAPES_ON_EDGES_H

#include "shapes/shape.h"

/** The place of a body that is nearest to a point or a line. */
typedef struct dcm_on_edge {
  double depth;      /**< negative: minus the distance */
  dcm_vector normal; /**< unit, outwards of the body */
  dcm_vector point;  /**< of the body, from its centre; the point, or a point of the line, is the
                          depth behind it */
} dcm_on_edge;

/** @param to_point from the centre of the body */
void dcm_shape_on_point(const dcm_shape *shape, dcm_vector to_point, dcm_on_edge *found);

/** @param to_line from the centre of the body to a point of the line
 * @param along   unit, along the line */
void dcm_shape_on_line(const dcm_shape *shape, dcm_vector to_line, dcm_vector along,
                       dcm_on_edge *found);

/** A line that is an edge: among the normals from a first to a last one. At the first one the place
 * of the body is before the line, and at the last one behind it, as seen along the way from the
 * first normal to the last one: so there is a least depth between.
 * @param middle unit, across the line: halfway between the two normals
 * @param half   the angle from there to each of them, up to a quarter turn; normals turn about the
 *               line by the right hand from the first to the last one */
void dcm_shape_on_edge(const dcm_shape *shape, dcm_vector to_line, dcm_vector along,
                       dcm_vector middle, double half, dcm_on_edge *found);

/** Newton's step of a place of a body, from p to p + u, towards one whose normal goes through a
 * point y: the depth has the gradient g, the part of p - y across the normal, and
 * (1 - depth K) u = -g with the curvatures K. All is in the frame of the body.
 * @param goes_down whether less of the depth is to count where the matrix is not positive, so that
 *                  the step goes to less depth; else it goes to any place of the kind */
dcm_vector dcm_shape_step(const dcm_shape *shape, const dcm_surface_point *at, double depth,
                          int goes_down, dcm_vector y);

#endif
