/* SPDX-License-Identifier: MIT */
/** @file
 * Half steps of velocity Verlet of spheres, and a uniform acceleration: what a host does with its
 * particles beside their contacts. Each number is computed by the operations of LAMMPS' fixes
 * nve/sphere and gravity, in their order, so that to the last bit it is that of a LAMMPS that was
 * compiled without contraction of a*b + c. */
#ifndef DCM_INTEGRATE_SPHERES_H
#define DCM_INTEGRATE_SPHERES_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/machine.h"

/** Arrays of the host: rows of three numbers for each particle, but for radius, mass and groups. */
typedef struct dcm_spheres {
  double *position;
  double *velocity;
  double *angular_velocity;
  double *force;
  const double *torque;
  const double *radius;
  const double *mass;
  const int *groups; /**< bits of the groups that the particle is in */
  int group;         /**< the bit of those that are meant; all others stay as they are */
} dcm_spheres;

/** A half step: v += (change / m) f, omega += (spin_change / (r r m)) torque, x += move v. */
typedef struct dcm_half_step {
  double change;
  double spin_change;
  int is_second_too; /**< velocities and spins change twice: by the second half of a step before,
                          and by the first one of this step */
  int moves;         /**< 0: positions are neither read nor written */
  double move;       /**< the whole time step */
} dcm_half_step;

/** Makes the half step of particles first to end - 1: of each instruction set. */
typedef void dcm_move_spheres(const dcm_spheres *spheres, const dcm_half_step *half, size_t first,
                              size_t end);
/** f += m acceleration, likewise.
 * @param acceleration [3] */
typedef void dcm_weigh_spheres(const dcm_spheres *spheres, const double *acceleration, size_t first,
                               size_t end);
DCM_DECLARE_ISAS(dcm_move_spheres, dcm_move_spheres);
DCM_DECLARE_ISAS(dcm_weigh_spheres, dcm_weigh_spheres);

/** Makes the half step of count particles. No number depends on the threads.
 * @param threads that share the particles, each one range; those of a pair style take the same
 *                ranges, so that rows stay in the caches of a core */
void dcm_spheres_move(const dcm_spheres *spheres, const dcm_half_step *half, size_t count,
                      uint32_t threads);

/** f += m acceleration of count particles, likewise. */
void dcm_spheres_weigh(const dcm_spheres *spheres, const double *acceleration, size_t count,
                       uint32_t threads);

/** The potential energy of count particles, -sum of m acceleration.x, added up in their order. */
double dcm_spheres_height_energy(const dcm_spheres *spheres, const double *acceleration,
                                 size_t count);

#endif
