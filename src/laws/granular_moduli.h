/* SPDX-License-Identifier: MIT */
/** @file
 * The law granular for an adapter that goes on from LAMMPS' numbers: where the fields of its state
 * begin, and stiffnesses from moduli of materials, as the law computes them, and as LAMMPS does
 * where it mixes materials or errs. docs/laws/granular.md has the formulas. */
#ifndef DCM_LAWS_GRANULAR_MODULI_H
#define DCM_LAWS_GRANULAR_MODULI_H

#include "mechanics/elastic.h"
#include "mechanics/restitution.h"

/** Components of the history: where the fields begin, and their number. */
enum {
  DCM_GRANULAR_SHEAR = 0,
  DCM_GRANULAR_FORCE = 3,
  DCM_GRANULAR_RADIUS = 6,
  DCM_GRANULAR_ROLL = 7,
  DCM_GRANULAR_TWIST = 10,
  DCM_GRANULAR_GREATEST = 11,
  DCM_GRANULAR_SLIDES = 12,
  DCM_GRANULAR_WIDTH = 13
};

/** Young's modulus and Poisson's ratio. */
typedef struct dcm_granular_material {
  double young, poisson;
} dcm_granular_material;

/** E* of two materials: what LAMMPS from 15Jun2023 on has for a pair that it mixes. */
static inline double dcm_granular_effective_young(dcm_granular_material a,
                                                  dcm_granular_material b) {
  return dcm_effective_young(a.young, a.poisson, b.young, b.poisson);
}

/** K_n = 4/3 E*, the elastic constant of normal hertz. */
static inline double dcm_granular_kn(double effective_young) {
  return 4.0 / 3.0 * effective_young;
}

/** K_t = 8 G*, the tangential stiffness over the contact radius. */
static inline double dcm_granular_kt(dcm_granular_material a, dcm_granular_material b) {
  return dcm_mindlin_stiffness_per_radius(
      dcm_effective_shear(a.young, a.poisson, b.young, b.poisson));
}

/** K_n of a pair that 29Sep2021's manual mixes, from those of two grains of each material. */
static inline double dcm_granular_mixed_kn_of_2021(double a, double b) {
  return 2.0 / (1.0 / a + 1.0 / b);
}

/** K_n at walls of 29Sep2021: 1 - nu in the place of 1 - nu^2. */
static inline double dcm_granular_wall_kn_of_2021(dcm_granular_material m) {
  return dcm_granular_kn(m.young / (2.0 * (1.0 - m.poisson)));
}

/** K_t at walls of 29Sep2021: a product in the place of a quotient. */
static inline double dcm_granular_wall_kt_of_2021(dcm_granular_material m) {
  return m.young / 4.0 * (2.0 - m.poisson) * (1.0 + m.poisson);
}

/** The coefficient of damping tsuji. */
static inline double dcm_granular_tsuji(double restitution) {
  return dcm_tsuji_damping_factor(restitution);
}

#endif
