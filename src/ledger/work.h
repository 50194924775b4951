/* SPDX-License-Identifier: MIT */
/** @file
 * The work that forces do on particles in a step of velocity Verlet, summed over all particles. */
#ifndef DCM_LEDGER_WORK_H
#define DCM_LEDGER_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/machine.h"

/** One kind of motion, translation or rotation: rows of three numbers for each particle. Where the
 * comments say velocity and force, rotation has spins and torques. */
typedef struct dcm_work_rows {
  const double *velocity, *force;
  const double *of_contacts; /**< the part of the forces that contacts made */
  const double *mass;        /**< [particle] */
  const double *radius;      /**< [particle] of rotation; NULL: the inertia is the mass alone */

  /** Rows of the step before: velocities, forces, and forces that contacts did not make. The call
   * writes the numbers of this step into these rows. */
  double *velocity_then, *force_then, *others_then;
} dcm_work_rows;

/** Sums over particles and over the three numbers of their rows. */
typedef struct dcm_work {
  double of_all;      /**< (force then + force) (velocity then + velocity) */
  double of_others;   /**< likewise, of forces that contacts did not make */
  double square_then; /**< m or m r^2 times the square of the velocity then */
  double square_now;
} dcm_work;

/** The sums of count particles. Eight sums run side by side, so that the digits are those of every
 * instruction set. */
typedef void dcm_work_kernel(const dcm_work_rows *rows, size_t count, dcm_work *work);

/** The velocities that particles will have at the time of the positions. A particle got the kick
 * a dt/2 from the positions before to the velocity of now, half a step before the positions. The
 * kick that comes next is foreseen along the line through the last two kicks. Where the kick before
 * is NaN the next kick is as the last one, and a particle whose velocity then is NaN goes on.
 * @param then  velocities at the positions before
 * @param kick  kicks before; receives the last kicks
 * @param count of numbers, three for each particle */
typedef void dcm_foresee_kernel(const double *now, const double *then, double *kick, size_t count,
                                double *late);

#define DCM_DECLARE_WORK(symbol, isa) dcm_work_kernel symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_WORK, dcm_work_run)
#undef DCM_DECLARE_WORK
#define DCM_DECLARE_FORESEE(symbol, isa) dcm_foresee_kernel symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_FORESEE, dcm_foresee_run)
#undef DCM_DECLARE_FORESEE

/** Both by the instruction set in use. */
static inline void dcm_work_of_step(const dcm_work_rows *rows, size_t count, dcm_work *work) {
  static dcm_work_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_work_run)};
  kernels[dcm_isa_in_use()](rows, count, work);
}

static inline void dcm_foresee(const double *now, const double *then, double *kick, size_t count,
                               double *late) {
  static dcm_foresee_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_foresee_run)};
  kernels[dcm_isa_in_use()](now, then, kick, count, late);
}

#endif
