/* SPDX-License-Identifier: MIT */
/** @file
 * Where a body touches a wall: a plane, the inside of a cylinder or cone; a point or an edge; and
 * a solid. For C++, too.
 *
 * The depth is how far the body reaches behind the wall, and its rate is the velocity of the
 * deepest point towards the wall. */
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

/* --- How deep a point, or a straight line, is in a body: the least of h(n) - n.y for all unit
 * vectors n, or for those across the line, with y from the centre of the body to the point. That is
 * minus the distance where y is outside. The depth is a concave function of y, and its derivative
 * is -n.
 *
 * Where the depth is less than the radii of curvature of the body there, it is the only least one
 * nearby; beyond, one of several. For C++, too. */

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

/* --- Where a body touches a solid of revolution: a ball, a cylinder or a truncated cone, from
 * outside or, where the solid is a hollow, from inside. For C++, too. */

typedef struct dcm_solid {
  int is_ball;
  int is_hollow;     /**< bodies are inside; a cone that is no cylinder is hollow */
  dcm_vector centre; /**< of the ball; a point of the axis of a cone */
  double radius;     /**< of the ball */
  dcm_vector axis;   /**< unit, of a cone */
  double end[2];     /**< the ends of a cone along its axis, from the centre, the lower one first;
                          infinite for none */
  double wide[2];    /**< radii there; of a cylinder both are the same */
} dcm_solid;

/** Pieces of the wall of a solid. */
enum { DCM_SOLID_LOW_END, DCM_SOLID_HIGH_END, DCM_SOLID_MANTLE, DCM_SOLID_PIECES };

/** Finds where a body touches: a hollow at each of its pieces, each by its deepest point; a solid
 * from outside at one place, on the mantle, an end or the rim between.
 * @param to_solid from the centre of the body to that of the solid
 * @param found    [DCM_SOLID_PIECES] filled where there is a place; a solid from outside has its
 *                 place in the first one
 * @return bits for these */
unsigned dcm_shape_on_solid(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                            dcm_on_wall *found);

#endif
