/* SPDX-License-Identifier: MIT */
/** @file
 * The loops over a batch, chosen by the law and by the kind of side 2. Loops over a list know some
 * of these choices beforehand and call batch_loops.h themselves. */
#ifndef DCM_RUNTIME_BATCH_CHOICES_H
#define DCM_RUNTIME_BATCH_CHOICES_H

#include "runtime/batch_loops.h"

/** Kinematics in the frame of the law. */
DCM_SPECIALISED void dcm_batch_kinematics_for(const dcm_batch *b, uint32_t n, const dcm_law *law,
                                              int side_2, double dt) {
  const dcm_arm arm = dcm_arm_of(law->instance.velocity_arm);
  if (side_2 == DCM_SIDE_WALL)
    DCM_VECTOR_LOOP dcm_batch_kinematics(b, n, arm, dt, 1, DCM_NOW);
  else if (law->instance.frame != DCM_FRAME_MID_STEP || dt == 0.0)
    DCM_VECTOR_LOOP dcm_batch_kinematics(b, n, arm, dt, 0, DCM_NOW);
  else if (b->half_step_velocities)
    DCM_VECTOR_LOOP dcm_batch_kinematics(b, n, arm, dt, 0, DCM_HALF_STEP);
  else
    DCM_VECTOR_LOOP dcm_batch_kinematics(b, n, arm, dt, 0, DCM_STEP);
}

/** Forces and torques, without factors. torque_2 is not written at walls. */
DCM_SPECIALISED void dcm_batch_assemble_for(const dcm_batch *b, uint32_t n, const dcm_law *law,
                                            int side_2) {
  const int wall = side_2 == DCM_SIDE_WALL;
  const int couples = !(law->instance.unused & DCM_UNUSED_COUPLES);
  const dcm_arm arm = dcm_moment_arm(&law->instance, wall);
  double check;
  if (wall)
    DCM_TWO_LOOPS(couples, dcm_batch_assemble, b, n, arm, &check, 1, 0);
  else
    DCM_TWO_LOOPS(couples, dcm_batch_assemble, b, n, arm, &check, 0, 0);
}

#endif
