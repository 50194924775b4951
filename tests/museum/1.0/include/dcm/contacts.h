/* SPDX-License-Identifier: MIT */
/** @file
 * A batch of contacts, as a law sees it, and what the law answers.
 *
 * Both are structures of arrays: entry k of every array belongs to contact k. The arrays belong to
 * the host, live for the call only, are aligned to DCM_ALIGNMENT bytes and have room for the count
 * rounded up to a multiple of DCM_LANES. The entries beyond the count belong to no contact; they
 * may be read (all numbers are finite) and written, and what is written there is ignored.
 *
 * No array that a law writes overlaps another array, with one exception: when the state is to be
 * kept, history_in[c] and history_out[c] may be one array, for all components that the instance
 * uses or for none. So a law reads what it needs of contact k before it writes the state of contact
 * k, and never reads the state of a contact after that. Arrays that a law only reads may be one.
 *
 * No pointer of this version is NULL, unless its description says so. A pointer that a later
 * version appends may be NULL: a law asks DCM_HAS, and then whether it is NULL.
 *
 * All contacts of a batch are between the same two materials: a law reads its constants once,
 * before the loop.
 *
 * Particle 1 and particle 2 are the two sides of a contact in the order that the host chose. When
 * side 2 is a wall, its radius is that with which 1/R* = 1/r1 + 1/radius: +infinity for a plane,
 * that of a sphere, twice that of a cylinder unless the law says DCM_ELLIPSE_AT_WALLS or a user
 * wants it otherwise, and minus these inside. The effective mass is then that of particle 1, and
 * couples on 2 are ignored. */
#ifndef DCM_CONTACTS_H
#define DCM_CONTACTS_H

#include "base.h"

/** What stands on side 2 of the contacts of a batch. */
enum { DCM_SIDE_PARTICLE = 0, DCM_SIDE_WALL = 1 };

/** Contacts, read only. Units are the host's, and consistent. */
typedef struct dcm_contacts {
  uint32_t size;  /**< sizeof(dcm_contacts) of the host */
  uint32_t count; /**< number of contacts, n >= 1 */

  /** Index i * material_count + j of the materials i of particle 1 and j of particle 2, the same
   * for all contacts of the batch. */
  uint32_t pair;
  uint32_t side_2; /**< DCM_SIDE_*: all contacts of a batch are with particles, or with walls */

  /** Time step, > 0, or 0 when the state must not advance: a look at the present forces, or the
   * start of a run, see DCM_STATE_AT_START. */
  double dt;

  double time;   /**< at the end of the step, as the host counts it; 0 where it counts none */
  uint64_t step; /**< number of the step, as the host counts them; 0 where it counts none */

  const double *normal[3]; /**< [n] unit vector from 1 to 2 */

  /** [n] Carries what a state holds of vectors over from the tangent plane of the step before to
   * the present one: u becomes u - (normal . u) bisector. Its direction is halfway between the
   * normals of then and of now, and normal . bisector = 1: of a vector u of that plane this is its
   * rotation the short way. Where a host does not know how the normal turned, at walls for
   * instance, and where the law does not ask for DCM_FRAME_MID_STEP, it is the normal, and may be
   * its arrays. */
  const double *bisector[3];

  /** [n] xi: depth along the normal, of spheres r1 + r2 - distance; negative within a law's reach
   */
  const double *overlap;
  const double *normal_velocity; /**< [n] normal . (v2 - v1): negative when approaching */

  /** [n] Tangential part of the velocity of 2 relative to 1 at the contact point,
   * v2 - v1 - w1 x rc1 + w2 x rc2, rc_i from the centre of i to the contact point; the length of
   * rc_i is the lever arm that the instance chose. */
  const double *tangential_velocity[3];

  const double *angular_velocity_1[3]; /**< [n] w1; anything under DCM_UNUSED_SPINS */
  const double *angular_velocity_2[3]; /**< [n] w2; likewise */

  /** [n] r1 > 0: the radius of a sphere; where particles have other shapes, that of the sphere
   * which the host puts in the place of particle 1 at this contact. */
  const double *radius_1;
  const double *radius_2;         /**< [n] r2 > 0, likewise; for walls see above */
  const double *effective_radius; /**< [n] R* > 0: of spheres r1 r2/(r1 + r2), r1 at a flat wall */
  const double *effective_mass;   /**< [n] M* = m1 m2/(m1 + m2), m1 if 2 cannot move */

  /** What each side has of the model's quantities: quantities_1[q][k] of particle 1 of contact k,
   * in the order of dcm_model.quantities; anything of those that are only summed. NULL if the model
   * has none; anything under DCM_UNUSED_QUANTITIES. */
  const double *const *quantities_1;
  const double *const *quantities_2; /**< of 2 */

  /** How long before the positions the velocities and spins are: dt/2 in a run of a leap-frog
   * scheme, 0 where they belong to one time, and whenever dt is 0. A law may ask what becomes of
   * them meanwhile. */
  double velocity_age;
} dcm_contacts;

/** Where the energy of a contact is and goes; all arrays [n]. A law fills every one, with zeros for
 * mechanisms that it does not have. What a later version appends a host zeroes before each call,
 * and takes zeros for "not told". */
typedef struct dcm_energies {
  uint32_t size;     /**< sizeof(dcm_energies) of the host */
  uint32_t reserved; /**< 0 */

  double *stored_normal;     /**< recoverable energy of the normal deformation, adhesion included */
  double *stored_tangential; /**< recoverable energy of the tangential deformation */
  double *stored_rolling;    /**< recoverable energy of springs against rolling and twisting */

  /* Dissipated during the step that this call closes; ignored when dt is 0. */
  double *dissipated_normal; /**< by damping along the normal */
  /** By yielding along the normal: work of pressing and pulling that is neither damping nor comes
   * back. */
  double *dissipated_plastic;
  /** By tangential damping, and lost by a tangential spring whose stiffness changes with the
   * contact area; negative where a law lets the spring gain by that. */
  double *dissipated_tangential;
  double *dissipated_sliding; /**< by friction of surfaces that slide */
  double *dissipated_rolling; /**< by couples: what they take from the spins and do not store */
  /** By breaking: all that a bond had stored, along and across the normal and in couples, in the
   * step in which it breaks. */
  double *dissipated_fracture;
} dcm_energies;

/** What a law fills, with finite numbers but for a NaN that refuses, see compute. Forces cannot
 * break Newton's third law: the host applies them to 1, and their opposites to 2, and computes the
 * torques from the lever arms that the instance chose. */
typedef struct dcm_response {
  uint32_t size;     /**< sizeof(dcm_response) of the host */
  uint32_t reserved; /**< 0 */

  double *normal_force;        /**< [n] along the normal; positive pushes 1 and 2 apart */
  double *tangential_force[3]; /**< [n] force on 1, perpendicular to the normal */

  double *couple_1[3]; /**< [n] couple on 1: rolling and twisting resistance; not written under
                            DCM_UNUSED_COUPLES */
  double *couple_2[3]; /**< [n] couple on 2, likewise */

  /** State at the end of the step before, and at the end of this one, of finite numbers. Component
   * c of contact k is history_in[c][k]; the fields of the model follow each other in their order, a
   * scalar as one component and a vector as three (x, y, z). When dt is 0, history_out is ignored,
   * but see DCM_STATE_AT_START. */
  const double *const *history_in;
  double *const *history_out;

  /** NULL unless the host asks for energies. */
  const dcm_energies *energies;

  /** What the contact adds to the quantities of each side: added_1[q][k] to that of particle 1 of
   * contact k; not written for quantities that are only read. What is added to a wall is ignored
   * or summed, as the host likes. NULL if the model has none. */
  double *const *added_1;
  double *const *added_2; /**< of 2 */

  /** outputs[o][k], in the order of dcm_model.outputs; NULL unless the host asks for them. */
  double *const *outputs;
} dcm_response;

#endif
