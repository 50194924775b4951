/* SPDX-License-Identifier: MIT */
/** @file
 * Books what a step dissipates as the integrator of the host pays it, and finds the velocities by
 * which a law reports its energies.
 *
 * A law reports what it dissipates by the velocities that the law is given. A leap-frog scheme
 * gives those of half a step before the positions, v-. Velocity Verlet pays each force over the
 * mean of the velocities of half a step before and after, v' = (v- + v+)/2. So a part f of a force
 * takes f.v' dt, where the law reported f.v- dt. The number that the law reported is multiplied by
 * f.v'/(f.v-). The quotient is exact for a damper, whose force lies along the velocity, and for
 * constant friction. Without the quotient the ledger is off by the first order of the time step.
 *
 * The host does not know v+ yet. It foresees v' = v- + a dt/2 with the acceleration a along the
 * line through those of the two steps before, which is off by the second order only where
 * accelerations jump.
 *
 * One quotient belongs to each mechanism: v'.n/(v-.n) for damping along the normal, F_t.v'/(F_t.v-)
 * for sliding without a spring. A law that reports the force D of its tangential damper gets D.(v'
 * - v-) dt added, and the number of a law of contract 1.0 is multiplied by v-.v'/(v-.v-), which is
 * the same as long as the surfaces stick. Stored energy needs no quotient: with the stored energy
 * of the end of each step the sum over the steps is the trapezoid rule. Sliding in series with a
 * spring needs none either, for the laws report its energy by the mean force of the step
 * (mechanics/tangential.h). The number of couples is their work less what springs store: the work
 * alone changes, by -C.(w' - w-) dt.
 *
 * A law sees surfaces move by the lever arms of the velocity. The moments of its tangential force
 * move them by the lever arms of the moment. Where the two differ, F_t does work on the bodies that
 * the law does not see: F_t.(v'_moment - v'_velocity) dt is dissipated by arms, or gained if it is
 * negative.
 *
 * A wall that turns is faster where the force acts than at the nearest point, whose velocity the
 * law is given. The wall pays by the first velocity and the law reports by the second: by arms.
 *
 * A law sees the lever arms of the end of the step, and without DCM_FRAME_MID_STEP the normal of
 * the end, too, where the surfaces moved by those of the middle. So the work of a spring that the
 * law books is off by half of the change of the arms, -l' dt/2 of each side with l' = dl/dd d', and
 * by half of the turn of the normal, v_t dt/(2 d): the first order of the time step. This
 * difference of two motions is dissipated by arms, too. */
#ifndef DCM_LEDGER_BOOKING_H
#define DCM_LEDGER_BOOKING_H

#include "runtime/batch.h"
#include "runtime/law.h"

/** Books the energies that the law reported as an integrator of velocity Verlet pays them, see
 * above: after dcm_batch_evaluate with the same arguments, a dt above 0, and a law that keeps
 * what serves energies. The caller has filled the first entries of batch->late. */
void dcm_batch_book(dcm_batch *batch, const dcm_law *law, int side_2, double dt);

/* --- Finds the velocities by which a law reports the energies that it dissipates. The contract
 * does not say which, so the law itself is asked. booking.h uses the answer. */

/** @return the flags of enum dcm_foresight that hold; when out of memory, those that could be found
 */
int dcm_law_foresight(const dcm_law *law);

/** For a host that asks for energies, before the first contact: has the host keep what serves
 * energies alone, too, and asks by which velocities the law reports them. */
void dcm_law_keep_for_energies(dcm_law *law);

#endif
