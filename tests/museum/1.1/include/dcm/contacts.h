/* SPDX-License-Identifier: MIT */
/** @file
 * A batch of contacts, as a law sees it, and the response of the law.
 *
 * Batch and response are structures of arrays: entry k of every array belongs to contact k.
 *  - The arrays belong to the host and live for the call only.
 *  - The arrays are aligned to DCM_ALIGNMENT bytes and have room for the count rounded up to a
 *    multiple of DCM_LANES.
 *  - The entries beyond the count belong to no contact. A law may read these entries, which hold
 *    finite numbers. A law may also write them; the host ignores what is written there.
 *
 * No array that a law writes overlaps another array, with one exception: when the host keeps the
 * new state, history_in[c] and history_out[c] may be one array. This holds for all components that
 * the instance uses, or for none. A law therefore reads what it needs of contact k before it writes
 * the state of contact k. The law never reads the state of a contact after that. Arrays that a law
 * only reads may be one array.
 *
 * No pointer of this version is NULL, unless the description of the pointer says so. A pointer that
 * a later version appends may be NULL: a law first asks DCM_HAS, then whether the pointer is NULL.
 *
 * All contacts of a batch are between the same two materials. A law therefore reads its constants
 * once, before the loop.
 *
 * Particle 1 and particle 2 are the two sides of a contact in the order that the host chose. When
 * side 2 is a wall, the radius of side 2 is chosen such that 1/R* = 1/r1 + 1/radius:
 *  - at a plane: +infinity;
 *  - at a sphere: the radius of the sphere;
 *  - at a cylinder: twice the radius of the cylinder, unless the law says DCM_ELLIPSE_AT_WALLS or
 *    the user wants another radius;
 *  - inside a sphere or cylinder: minus the radius for outside.
 * At a wall the effective mass is the mass of particle 1, and the host ignores couples on 2. */
#ifndef DCM_CONTACTS_H
#define DCM_CONTACTS_H

#include "base.h"

/** Kind of side 2 in the contacts of a batch: particle or wall. */
enum { DCM_SIDE_PARTICLE = 0, DCM_SIDE_WALL = 1 };

/** Contacts, read only. The host chooses a consistent system of units. */
typedef struct dcm_contacts {
  uint32_t size;  /**< sizeof(dcm_contacts) of the host */
  uint32_t count; /**< number of contacts, n >= 1 */

  /** Index i * material_count + j, where particle 1 has material i and particle 2 has material j.
   * All contacts of the batch share this index. */
  uint32_t pair;
  uint32_t side_2; /**< DCM_SIDE_*: a batch has contacts with particles only, or with walls only */

  /** Time step, > 0. It is 0 when the state must not advance: when the host only asks for the
   * present forces, or at the start of a run, see DCM_STATE_AT_START. */
  double dt;

  double time;   /**< time of the host at the end of the step; 0 where the host counts none */
  uint64_t step; /**< number of the step in the host; 0 where the host counts none */

  const double *normal[3]; /**< [n] unit vector from 1 to 2 */

  /** [n] Vector that carries a vector u of the state from the tangent plane of the step before to
   * the present tangent plane: u becomes u - (normal . u) bisector. The bisector points halfway
   * between the normals of the step before and of now, and normal . bisector = 1. For a vector u of
   * the former tangent plane this is the rotation the short way. The bisector is the normal, and
   * may be the arrays of the normal, in two cases: where the host does not know how the normal
   * turned (at walls, for instance), and where the law does not ask for DCM_FRAME_MID_STEP. */
  const double *bisector[3];

  /** [n] xi: depth along the normal, r1 + r2 - distance for spheres; negative within a law's reach
   */
  const double *overlap;
  const double *normal_velocity; /**< [n] normal . (v2 - v1): negative when approaching */

  /** [n] Tangential part of the velocity of 2 relative to 1 at the contact point,
   * v2 - v1 - w1 x rc1 + w2 x rc2. Vector rc_i leads from the centre of i to the contact point; the
   * length of rc_i is the lever arm that the instance chose. */
  const double *tangential_velocity[3];

  const double *angular_velocity_1[3]; /**< [n] w1; any content under DCM_UNUSED_SPINS */
  const double *angular_velocity_2[3]; /**< [n] w2; likewise */

  /** [n] r1 > 0: the radius of a sphere. For a particle of another shape it is the radius of the
   * sphere that the host puts in the place of particle 1 at this contact. */
  const double *radius_1;
  const double *radius_2;         /**< [n] r2 > 0, likewise; for walls see above */
  const double *effective_radius; /**< [n] R* > 0: r1 r2/(r1 + r2) for spheres, r1 at a flat wall */
  const double *effective_mass;   /**< [n] M* = m1 m2/(m1 + m2), m1 if 2 cannot move */

  /** Values of the model's quantities on each side, in the order of dcm_model.quantities:
   * quantities_1[q][k] belongs to particle 1 of contact k. A quantity that is only summed has any
   * content here. NULL if the model has no quantities; any pointer under DCM_UNUSED_QUANTITIES. */
  const double *const *quantities_1;
  const double *const *quantities_2; /**< the values of particle 2 */

  /** Time from the velocities and spins to the positions: dt/2 in a run of a leap-frog scheme. It
   * is 0 where velocities and positions belong to one time, and whenever dt is 0. A law may foresee
   * how velocities change during this time. */
  double velocity_age;
} dcm_contacts;

/** Where the energy of a contact is and goes; all arrays [n]. A law fills every array of this
 * version, with zeros for mechanisms that the law does not have. A host zeroes the arrays that a
 * later version appends before each call, and takes zeros for "not told". */
typedef struct dcm_energies {
  uint32_t size;     /**< sizeof(dcm_energies) of the host */
  uint32_t reserved; /**< 0 */

  double *stored_normal;     /**< recoverable energy of the normal deformation, adhesion included */
  double *stored_tangential; /**< recoverable energy of the tangential deformation */
  double *stored_rolling;    /**< recoverable energy of springs against rolling and twisting */

  /* Dissipated during the step that this call closes; ignored when dt is 0. */
  double *dissipated_normal; /**< by damping along the normal */

  /** Dissipated by yielding along the normal: work of pressing and pulling that is not damping and
   * does not come back. */
  double *dissipated_plastic;

  /** Dissipated by tangential damping, and lost by a tangential spring whose stiffness changes with
   * the contact area; negative where a law lets the spring gain energy by this change. */
  double *dissipated_tangential;
  double *dissipated_sliding; /**< by friction of surfaces that slide */
  double *dissipated_rolling; /**< by couples: taken from the spins and not stored */
  /** Dissipated by breaking, in the step in which a bond breaks: all energy that the bond had
   * stored along the normal, across the normal, and in couples. */
  double *dissipated_fracture;

#if DCM_TARGET_MINOR >= 1
  /** Since 1.1: the part of tangential_force that a damper bears, as a force on 1. It is
   * tangential_force less the force of the spring whose energy stored_tangential is, also while the
   * surfaces slide; 0 for friction without a spring. A law without a tangential damper fills zeros.
   * A ledger needs this part, because the integrator of a host pays forces over another velocity
   * than the one that the law was given. The number in dissipated_tangential stays the work over
   * the velocity that the law was given. */
  double *tangential_damper[3];
#endif
} dcm_energies;

/** The arrays that a law fills with finite numbers. The one exception is a NaN by which a law
 * refuses a contact, see compute. Forces cannot break Newton's third law: the host applies each
 * force to 1 and its opposite to 2. The host computes the torques from the lever arms that the
 * instance chose. */
typedef struct dcm_response {
  uint32_t size;     /**< sizeof(dcm_response) of the host */
  uint32_t reserved; /**< 0 */

  double *normal_force;        /**< [n] along the normal; positive pushes 1 and 2 apart */
  double *tangential_force[3]; /**< [n] force on 1, perpendicular to the normal */

  double *couple_1[3]; /**< [n] couple on 1: rolling and twisting resistance; not written under
                            DCM_UNUSED_COUPLES */
  double *couple_2[3]; /**< [n] couple on 2, likewise */

  /** State at the end of the step before, and state at the end of this step, as finite numbers.
   * Component c of contact k is history_in[c][k]. The fields of the model follow each other in
   * their order, a scalar as one component and a vector as three (x, y, z). When dt is 0, the host
   * ignores history_out, but see DCM_STATE_AT_START. */
  const double *const *history_in;
  double *const *history_out;

  /** NULL unless the host asks for energies. */
  const dcm_energies *energies;

  /** Numbers that the contact adds to the quantities of each side: added_1[q][k] goes to quantity q
   * of particle 1 of contact k. A law does not write the entries of quantities that are only read.
   * The host sums or ignores what is added to a wall. NULL if the model has no quantities. */
  double *const *added_1;
  double *const *added_2; /**< goes to particle 2 */

  /** outputs[o][k], in the order of dcm_model.outputs; NULL unless the host asks for them. */
  double *const *outputs;
} dcm_response;

#endif
