/* SPDX-License-Identifier: MIT */
/** @file
 * Regimes that contacts of the checks go through: a branch of a law that no contact enters is not
 * tested. */
#ifndef DCM_CHECK_REGIMES_H
#define DCM_CHECK_REGIMES_H

#include "check/scene.h"

/** Regime of a contact in a step. The first four exclude each other; the energies that the law
 * tells show the others. */
typedef enum dcm_regime {
  DCM_LOADED,   /**< the two touch and approach */
  DCM_UNLOADED, /**< they touch and part */
  DCM_HELD,     /**< they touch and do neither */
  DCM_APART,    /**< within the reach */
  DCM_YIELDING,
  DCM_SLIDING,
  DCM_ROLLING, /**< with resistance to rolling or twisting */
  DCM_BREAKING,
  DCM_REGIMES
} dcm_regime;

/** "loading", "unloading", ... */
extern const char *const dcm_regime_names[DCM_REGIMES];

/** Shares of contacts, 0 to 1. */
typedef struct dcm_regimes {
  uint32_t contacts; /**< looked at; 0 if there is no law */
  double shares[DCM_REGIMES];
} dcm_regimes;

/** A step of random contacts, with all choices of the options. */
dcm_regimes dcm_regimes_of(const dcm_subject *subject);

#endif
