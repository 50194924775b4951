/* SPDX-License-Identifier: MIT */
/** @file
 * Two bodies in contact, one of which may be a plane wall, moved or driven through a law. */
#ifndef REPLAY_BODIES_H
#define REPLAY_BODIES_H

#include "numeric/vector.h"
#include "runtime/batch.h"

typedef struct body {
  double radius, mass, inertia;
  dcm_vector x, v, w;
} body;

typedef struct bodies {
  const dcm_law *law;
  dcm_batch *batch; /**< of one contact */
  int is_wall;      /**< 2 is a plane: x its nearest point, v and w those of the wall */
  dcm_vector pivot; /**< point of the wall that moves with v, about which it turns with w */
  body one, two;
  int in_contact;

  /** Whether the first field of the history is overwritten by the tangential force after each step:
   * laws store the force of the spring alone, one program that of spring and damper. */
  int stores_whole_force;
} bodies;

bodies bodies_create(const dcm_law *law, int is_wall, body one, body two);
void bodies_destroy(bodies *b);

/** Forces at the present positions and velocities, in b->batch: entry 0 of force, torque_1,
 * torque_2 and history, all zero out of contact. Advances the history by dt. */
void bodies_evaluate(bodies *b, double dt);

/** A step of velocity Verlet in which the law sees the velocities of the half step; a wall keeps
 * its velocity, and its nearest point follows body 1. */
void bodies_step(bodies *b, double dt);

/** Entry 0 of an array of vectors of the batch. */
dcm_vector bodies_entry(double *const array[3]);

#endif
