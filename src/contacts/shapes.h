/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts of grains that are not spheres: who touches, and the spheres in whose place a law sees
 * them.
 *
 * In the place of each body stands a sphere whose surface touches that of the other as the bodies
 * do: of the radius that dcm_shapes_radii gives, its centre on the normal behind the place of the
 * contact, and moving as that point of the body moves. From there on a contact is one of spheres:
 * batch, law and assembly are the same. Force and couples act on the body, and the torque about its
 * centre is that about the centre of the sphere, and the arm from one centre to the other across
 * the force.
 *
 * The radii are those of the moment when a contact begins, and stay while it lasts. So the force of
 * an elastic law is a function of the depth alone, and the energy that it stores comes back.
 *
 * Contacts that shapes/closest.h finds are at points: both velocity and torque are those at the
 * midway point, whatever arms the law has. The law sees no spins, so that it must be one without
 * couples. The radii are those of each step. */
#ifndef DCM_CONTACTS_SHAPES_H
#define DCM_CONTACTS_SHAPES_H

#include "contacts/pair_list.h"
#include "runtime/batch.h"
#include "runtime/motion.h"
#include "shapes/closest.h"

/** The spheres of a contact. */
typedef struct dcm_stand_ins {
  dcm_vector separation; /**< from the centre of sphere 1 to that of sphere 2 */
  dcm_vector normal;     /**< unit, from 1 to 2 */
  double depth;
  double radius[2];
  dcm_vector arm[2]; /**< from the centre of each body to that of its sphere, or to the point */
  dcm_vector start;  /**< where the next search begins: the normal, or from the centre of one of
                          the bodies to the midway point */
  int is_at_point;   /**< the contact is that of dcm_stand_ins_midway */
} dcm_stand_ins;

/** Finds the spheres of two bodies.
 * @param start  see dcm_shapes_closest
 * @param radius of a contact that has begun; NULL: it begins now
 * @param reach  likewise
 * @return DCM_SHAPES_CLOSE, or another answer: then only the normal is filled, if the two are apart
 */
dcm_closeness dcm_stand_ins_of(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                               dcm_vector start, const double *radius, double reach,
                               dcm_stand_ins *spheres);

/** Likewise for contacts at points. The radii R1 and R2 of the spheres are those whose quotient is
 * the ratio of the midway point, R2/R1, and whose curvatures 1/R1 + 1/R2 add up to that of both
 * surfaces. For spheres these are their own, where the form is F and the mean curvature.
 * @param is_of_two whether start is from the centre of body 2: always that of the same body, as the
 *                  numbers of a contact depend a little on where the search begins
 * @param start     that of the step before; of use only if there are radii */
dcm_closeness dcm_stand_ins_midway(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                                   const dcm_midway_form *form, int is_of_two, dcm_vector start,
                                   const double *radius, dcm_stand_ins *spheres);

/** The spheres of two bodies at a place that was found.
 * @param at     of two that are close; of a contact that has begun one and two are not read
 * @param radius likewise */
void dcm_stand_ins_at(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                      const dcm_closest *at, const double *radius, dcm_stand_ins *spheres);

/** A state of dcm_pair_list_state as seen from the other side: its numbers of the shape.
 * @param numbers [DCM_SHAPE_NUMBERS] */
static inline void dcm_shape_numbers_swap(double *numbers, int is_at_point) {
  for (int d = 0; d < 3 && !is_at_point; d++)
    numbers[d] = -numbers[d];
  const double kept = numbers[3];
  numbers[3] = numbers[4];
  numbers[4] = kept;
}

/** Velocity and spins of the centres of bodies become those of the spheres. */
static inline void dcm_move_to_stand_ins(dcm_relative_motion *motion, const dcm_stand_ins *s) {
  motion->separation = s->separation;
  motion->velocity = dcm_add(motion->velocity, dcm_cross(motion->spin_2, s->arm[1]));
  motion->velocity = dcm_subtract(motion->velocity, dcm_cross(motion->spin_1, s->arm[0]));
  motion->radius_1 = s->radius[0];
  motion->radius_2 = s->radius[1];
  if (s->is_at_point)
    motion->spin_1 = motion->spin_2 = dcm_vector_of(0.0, 0.0, 0.0);
}

/** Torques of the first contact of a batch about the centres of the spheres become those about the
 * centres of the bodies. */
void dcm_move_torques_to_bodies(dcm_batch *batch, const dcm_stand_ins *spheres);

/** The sphere in the place of a body at a wall. */
typedef struct dcm_stand_in_at_wall {
  double depth;
  double radius;
  double distance;       /**< of its centre from the wall */
  dcm_vector separation; /**< from its centre to the wall */
  dcm_vector arm;        /**< from the centre of the body to its centre */
  double pitch;          /**< as of dcm_on_wall */
  dcm_vector from;       /**< to the place of the contact, from the point of the wall that is
                             nearest to the centre of the body */
} dcm_stand_in_at_wall;

/** The sphere at a place that has been found. The point of the wall that is nearest to the centre
 * is taken to be the place of the contact.
 * @param radius of a contact that has begun; 0: it begins now */
struct dcm_on_wall;
dcm_stand_in_at_wall dcm_stand_in_at_place(const struct dcm_on_wall *at, double radius);

/** Finds it at a plane, or in a hollow cylinder along an axis.
 * @param to_grain from the point of the wall that is nearest to the centre of the body to this
 *                 centre, not the null vector
 * @param axis     x, y or z of the cylinder, 0 to 2; -1: the wall is a plane
 * @param hollow   radius of the cylinder
 * @param radius   as of dcm_stand_in_at_place */
dcm_stand_in_at_wall dcm_stand_in_at_wall_of(const dcm_shape *shape, dcm_vector to_grain, int axis,
                                             double hollow, double radius);

#endif
