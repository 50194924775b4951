/* SPDX-License-Identifier: MIT */
/** @file
 * The work that forces do on particles while they change the velocities, summed over all particles,
 * and the half kicks that come next. Velocity Verlet has each force act for half a step before and
 * after the positions that it belongs to, and the mean of the velocities before and after that time
 * is the path of its work: exactly, if the force is all that acts. */
#ifndef DCM_LEDGER_WORK_H
#define DCM_LEDGER_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/machine.h"

/** One kind of motion, translation or rotation: rows of three numbers for each particle. Where the
 * comments say velocity and force, rotation has spins and torques. */
typedef struct dcm_work_rows {
  const double *velocity;      /**< after the force has acted */
  const double *force;         /**< all forces */
  const double *of_contacts;   /**< the part of the forces that contacts made */
  const double *mass;          /**< [particle] */
  const double *radius;        /**< [particle] of rotation; NULL: the inertia is the mass alone */
  const double *velocity_then; /**< before the force acted */
} dcm_work_rows;

/** Sums over particles and over the three numbers of their rows. */
typedef struct dcm_work {
  double of_all;      /**< force (velocity then + velocity) */
  double of_others;   /**< likewise, of forces that contacts did not make */
  double square_then; /**< m or m r^2 times the square of the velocity then */
  double square_now;
} dcm_work;

/** The sums of count particles. Eight sums run side by side, so that the digits are those of every
 * instruction set. */
typedef void dcm_work_kernel(const dcm_work_rows *rows, size_t count, dcm_work *work);

/** The half kick that a particle is foreseen to get between now and the time of the positions: of
 * the velocity, and from number 4 on of the spin. A kick is small beside the velocity, so that
 * single precision does, and one line of the cache has all that is foreseen of a particle. */
typedef float dcm_kick[8];

/** Rows of translation and of rotation, three numbers for each particle. A particle got a half kick
 * a dt/2 from the positions before to the velocity of now, half a step before the positions. The
 * kick that comes next is foreseen along the line through the last two kicks. Where the kick before
 * is NaN the next kick is as the last one, and a particle whose velocity then is NaN gets none. */
typedef struct dcm_foresight_rows {
  const double *velocity[2];
  const double *velocity_then[2];
  double share;     /**< of a half kick in velocity - velocity then: 1 where these are the
                       velocities at the positions before, 1/2 half a step before these */
  float *kick[2];   /**< kicks before; receives the last kicks */
  dcm_kick *coming; /**< [particle] receives what is foreseen */
} dcm_foresight_rows;

/** For particles first to end - 1. */
typedef void dcm_foresee_kernel(const dcm_foresight_rows *rows, size_t first, size_t end);

DCM_DECLARE_ISAS(dcm_work_kernel, dcm_work_run);
DCM_DECLARE_ISAS(dcm_foresee_kernel, dcm_foresee_run);

/** Both by the instruction set in use. */
static inline void dcm_work_of_step(const dcm_work_rows *rows, size_t count, dcm_work *work) {
  static dcm_work_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_work_run)};
  kernels[dcm_isa_in_use()](rows, count, work);
}

static inline void dcm_foresee(const dcm_foresight_rows *rows, size_t first, size_t end) {
  static dcm_foresee_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_foresee_run)};
  kernels[dcm_isa_in_use()](rows, first, end);
}

#endif
