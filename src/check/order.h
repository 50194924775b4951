/* SPDX-License-Identifier: MIT */
/** @file
 * The order of the ledger of energies, for information only. */
#ifndef DCM_CHECK_ORDER_H
#define DCM_CHECK_ORDER_H

#include "check/scene.h"

/** Energy that is missing after random collisions of 500 steps, by which hosts integrate: medians.
 * With half the time step a law of the second order lacks a quarter of the energy, and a law that
 * books work by the force after the step lacks half. */
typedef struct dcm_order {
  double residual; /**< as a share of the kinetic energy before; NaN: no collision ended */
  double order;    /**< of the time step; NaN where rounding is all that is left */
} dcm_order;

dcm_order dcm_order_of(const dcm_subject *subject);

#endif
