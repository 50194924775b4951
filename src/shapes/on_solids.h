/* SPDX-License-Identifier: MIT */
/** @file
 * Where a body touches a solid of revolution: a ball, a cylinder or a truncated cone, from outside
 * or, where the solid is a hollow, from inside. For C++, too. */
#ifndef DCM_SHAPES_ON_SOLIDS_H
#define DCM_SHAPES_ON_SOLIDS_H

#include "shapes/on_walls.h"

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
