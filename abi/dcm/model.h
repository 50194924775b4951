/* SPDX-License-Identifier: MIT */
/** @file
 * A model: a contact law, its parameters, its state, its functions. */
#ifndef DCM_MODEL_H
#define DCM_MODEL_H

#include "base.h"
#include "contacts.h"
#include "parameter.h"

/** Kind of a history field. */
enum {
  DCM_SCALAR = 0, /**< one component */
  DCM_VECTOR = 1  /**< three components x, y, z in the host's frame */
};

/** What happens to a field when the contact is seen from the other particle. */
enum {
  DCM_EVEN = 0, /**< unchanged: a length, an energy */
  DCM_ODD = 1   /**< all components change sign: a displacement of 2 relative to 1 */
};

/** A part of the state that a contact carries from step to step. */
typedef struct dcm_history_field {
  uint32_t size;     /**< sizeof(dcm_history_field) of the library */
  uint32_t kind;     /**< DCM_SCALAR or DCM_VECTOR */
  uint32_t parity;   /**< DCM_EVEN or DCM_ODD */
  uint32_t reserved; /**< 0 */
  dcm_dimension dimension;
  const char *name;        /**< identifier: lower-case letters, digits, underscores */
  const char *description; /**< a phrase */
} dcm_history_field;
#define DCM_HISTORY_FIELD_LEAST_SIZE                                                               \
  (offsetof(dcm_history_field, description) + sizeof(const char *))

/** What a law does with a quantity of particles. */
enum {
  /** It reads the present value and adds nothing: a temperature. */
  DCM_READ = 0,
  /** What it adds is summed over the contacts of a particle, anew in each step, and is not read: a
   * flow of heat, of which the host or somebody else makes something. */
  DCM_SUM = 1,
  /** It reads, and what it adds changes the value once all contacts of the step have been
   * evaluated; nothing changes when dt is 0, but see DCM_STATE_AT_START: an amount that particles
   * exchange with contacts. */
  DCM_CHANGE = 2
};

/** A number that belongs to a particle and lives outside of the law: a temperature, an amount of
 * liquid. A host finds it under its name among what the user keeps with particles. Two names every
 * host knows, and lets read: "mass", infinite for a wall, and "id", a whole number by which the
 * user tells particles apart, 0 for a wall. Of other quantities a wall as a whole has one value. */
typedef struct dcm_quantity {
  uint32_t size;           /**< sizeof(dcm_quantity) of the library */
  uint32_t access;         /**< DCM_READ, DCM_SUM, DCM_CHANGE */
  const char *name;        /**< lower-case letters, digits, underscores */
  const char *symbol;      /**< as in the law's formulas: "T" */
  const char *description; /**< a phrase */
  dcm_dimension dimension;
  double default_value; /**< of what has none: a wall, particles of a host without such properties
                             that only looks at single contacts; a finite number */
} dcm_quantity;
#define DCM_QUANTITY_LEAST_SIZE (offsetof(dcm_quantity, default_value) + sizeof(double))

/** A number that a law can tell of a contact, beside what it must: for plots and tables. */
typedef struct dcm_output {
  uint32_t size;           /**< sizeof(dcm_output) of the library */
  uint32_t reserved;       /**< 0 */
  const char *name;        /**< lower-case letters, digits, underscores */
  const char *description; /**< a phrase */
  dcm_dimension dimension;
} dcm_output;
#define DCM_OUTPUT_LEAST_SIZE (offsetof(dcm_output, dimension) + sizeof(dcm_dimension))

/** Lever arm from the centre of particle i to the contact point. Codes differ, and a law that is to
 * reproduce one of them must be able to say which it means. xi is the overlap, d the distance. */
enum {
  DCM_ARM_CONTACT_POINT = 0,            /**< d r_i/(r1 + r2); conserves angular momentum */
  DCM_ARM_RADIUS = 1,                   /**< r_i */
  DCM_ARM_RADIUS_MINUS_HALF_OVERLAP = 2 /**< r_i - xi/2; conserves angular momentum */
};

/** What an instance does without, as bits that init may set, so that a host need not provide it. It
 * depends on parameters and options; a host that takes no notice is right, too. */
enum {
  /** compute reads neither angular velocity: their arrays may hold anything. */
  DCM_UNUSED_SPINS = 1u << 0,
  /** compute does not write the couples: the host takes them as zero. */
  DCM_UNUSED_COUPLES = 1u << 1,
  /** compute neither reads the quantities of the model nor adds to any: particles need have none of
   * them, and their arrays may be NULL. */
  DCM_UNUSED_QUANTITIES = 1u << 2
};

/** In which frame velocities are split into a normal and a tangential part when the host's belong
 * to the middle of the step, as leap-frog schemes have them, and its positions to the end. A host
 * whose velocities belong to the time of its positions splits them alike in both. A law that asks
 * for the middle of the step promises to look the same to an observer who turns: what its state
 * holds of vectors turns with the two, about the normal as well, by the mean of their spins. */
enum {
  DCM_FRAME_AS_GIVEN = 0, /**< with the normal of the end of the step */
  DCM_FRAME_MID_STEP = 1  /**< along the bisector of dcm_contacts, which is that of the middle */
};

/** How an instance differs from what else holds, as bits that init may set. A host refuses a law
 * that sets others.
 *
 * Those called KNOWN change nothing for a host. They are an author's word that a property which
 * mechanics, or the name of a parameter, makes one expect is missing on purpose, so that
 * `dcm check` does not take it for a mistake. */
enum {
  /** At walls the lever arm of the moment is r_1, whatever moment_arm says. */
  DCM_RADIUS_AT_WALLS = 1u << 0,
  /** Where a run begins, a host evaluates all contacts once with dt 0, before the first step. The
   * state that compute then writes to history_out holds, as if it were a step. */
  DCM_STATE_AT_START = 1u << 1,
  /** The couples on the two particles do not add up to nothing: friction that rolls on each side's
   * own spin. */
  DCM_KNOWN_UNBALANCED = 1u << 2,
  /** A closed path may yield work: a spring that keeps its stretch while its stiffness grows. */
  DCM_KNOWN_GAIN = 1u << 3,
  /** Head-on collisions need not have the restitution that the parameter of this name says: damping
   * that is only nominal, adhesion. */
  DCM_KNOWN_RESTITUTION = 1u << 4,
  /** What comes out need not converge as the time step shrinks: a state that is not that of the
   * force. */
  DCM_KNOWN_STEP = 1u << 5,
  /** Contacts begin as soon as two are within reach, not only when they touch: bonds, forces at a
   * distance. */
  DCM_BEGINS_AT_REACH = 1u << 6,
  /** Tangential forces may be larger than the parameter friction times the normal force: adhesion
   * presses, too, or a bond holds. */
  DCM_KNOWN_FRICTION = 1u << 7,
  /** On walls that are bent in one direction Hertz' contact is an ellipse: R* is that with which a
   * circle has its force. Else 1/radius of a wall is the mean of its principal curvatures. */
  DCM_ELLIPSE_AT_WALLS = 1u << 8
};

/** A model with parameters: made by init, read by everything else. The host provides the struct,
 * zeroed but for its size, and keeps it at the same address until destroy. */
typedef struct dcm_instance {
  uint32_t size;         /**< sizeof(dcm_instance) of the host */
  uint32_t velocity_arm; /**< DCM_ARM_* used in tangential_velocity */
  uint32_t moment_arm;   /**< DCM_ARM_* used for the torque of the tangential force */
  uint32_t frame;        /**< DCM_FRAME_* */
  uint32_t unused;       /**< DCM_UNUSED_*; 0: uses all */
  uint32_t flags;        /**< DCM_RADIUS_AT_WALLS, DCM_STATE_AT_START, DCM_KNOWN_*,
                              DCM_BEGINS_AT_REACH, DCM_ELLIPSE_AT_WALLS */

  /** Bit f: compute neither reads nor writes history field f of the model, for what was chosen has
   * no such state. A host need not keep it; if it does, it stays zero. */
  uint32_t unused_fields;

  /** Bit f: compute reads and writes history field f only where it is asked for energies. A host
   * that never asks need not keep it either; before another instance of the model gets the state,
   * it makes sure that the field is there or that this one does not need it. Where the same bit of
   * unused_fields is set, too, compute does neither, but what was chosen remembers the same
   * otherwise: an instance that needs the field cannot begin with zeros. */
  uint32_t energy_fields;

  void *data; /**< the law's own; freed by its destroy */
} dcm_instance;

/** What init gets. Valid during the call only. */
typedef struct dcm_setup {
  uint32_t size;           /**< sizeof(dcm_setup) of the host */
  uint32_t material_count; /**< number of materials, m >= 1 */

  /** values[p] belongs to parameter p of the model: m numbers per material, or m*m per pair, in
   * which entry i*m + j equals entry j*m + i. Defaults and mixing rules have been applied and all
   * values are within their ranges. */
  const double *const *values;

  const uint32_t *options; /**< options[o]: index of the word chosen for option o of the model */

  dcm_log_function log; /**< takes the reason for a refusal, and warnings; never NULL */
  void *log_data;
} dcm_setup;

/** Events in the life of a contact that touch its history. A host that counts on both sides of a
 * boundary between its processes tells of a contact across it on both. */
enum {
  DCM_CONTACT_BEGINS = 0, /**< fields hold zeros: set the state of a contact that is new */
  DCM_CONTACT_SWAPS = 1,  /**< rewrite the state as seen with particles 1 and 2 exchanged */
  DCM_CONTACT_ENDS = 2    /**< read the last state; it is forgotten after the call */
};

/** What happened to the states of some contacts. Valid during the call only. */
typedef struct dcm_event {
  uint32_t size;         /**< sizeof(dcm_event) of the host */
  uint32_t event;        /**< DCM_CONTACT_* */
  uint32_t count;        /**< number of contacts, n */
  uint32_t side_2;       /**< DCM_SIDE_*; where states are swapped it is not told: 0 */
  uint32_t pair;         /**< as in dcm_contacts; where states are swapped it is not told: 0 */
  uint32_t reserved;     /**< 0 */
  double *const *fields; /**< fields[c][k] is component c of the state of contact k */
} dcm_event;

/** Two that may come in contact. Valid during the call only. */
typedef struct dcm_sides {
  uint32_t size;     /**< sizeof(dcm_sides) of the host */
  uint32_t pair;     /**< as in dcm_contacts */
  uint32_t side_2;   /**< DCM_SIDE_* */
  uint32_t reserved; /**< 0 */
  double radius_1;   /**< as in dcm_contacts, and the two that follow */
  double radius_2;
  double effective_radius;
} dcm_sides;

/** Most that a model has of them. */
enum { DCM_MOST_QUANTITIES = 8, DCM_MOST_OUTPUTS = 16 };

/** A contact law. Constant data with the life time of the library.
 *
 * Threads: init and destroy are called by one thread at a time and never while another function
 * runs on the same instance. compute, history and reach may run at the same time on several
 * threads, on the same instance too: they change nothing but what they are handed to fill. */
typedef struct dcm_model {
  uint32_t size; /**< sizeof(dcm_model) of the library */

  /** Raised whenever the meaning of the history changes, so that a host can refuse a saved state
   * that it would misread. */
  uint32_t history_version;

  const char *id;        /**< lower-case letters, digits, hyphens: "hertz-mindlin" */
  const char *title;     /**< a line */
  const char *reference; /**< literature */

  uint32_t parameter_count;
  uint32_t option_count;
  uint32_t history_count;
  /** Bits of what the law cannot do without in a host, for later versions: 0. A host refuses a law
   * that sets one which it does not know. */
  uint32_t needs;
  uint32_t events;                 /**< bits 1u << DCM_CONTACT_*: of which events history is told */
  uint32_t quantity_count;         /**< at most DCM_MOST_QUANTITIES */
  uint32_t output_count;           /**< at most DCM_MOST_OUTPUTS */
  uint32_t reserved;               /**< 0 */
  const dcm_parameter *parameters; /**< parameter_count of them; NULL if none */
  const dcm_option *options;       /**< option_count of them; NULL if none */
  const dcm_history_field *history_fields; /**< history_count of them; NULL if none */
  const dcm_quantity *quantities;          /**< quantity_count of them; NULL if none */
  const dcm_output *outputs;               /**< output_count of them; NULL if none */

  /** Checks what ranges cannot say, and precomputes what does not change from step to step.
   * @return DCM_OK, or DCM_ERROR after a sentence to setup->log that names the parameter, its value
   *         and what is allowed; the instance then holds nothing that must be destroyed. */
  int32_t (*init)(const dcm_setup *setup, dcm_instance *instance);

  /** The law: fills every array of the response for contacts 0 to count - 1. It cannot fail:
   * parameters were checked in init, and every finite contact has a finite answer. The result for a
   * contact does not depend on its place in the batch or on its neighbours there. */
  void (*compute)(const dcm_instance *instance, const dcm_contacts *contacts,
                  const dcm_response *response);

  /** Takes part in the life of a contact's state, where events says so. NULL, the usual case, and
   * for the events that it is not told of: a state begins at zero, changes sign by the parity of
   * its fields, and is forgotten. */
  void (*history)(const dcm_instance *instance, const dcm_event *event);

  /** How far beyond touching a contact that has begun persists: it ends when the overlap falls
   * below -reach. Every contact begins at an overlap above zero, or, under DCM_BEGINS_AT_REACH,
   * above -reach. Must not be negative and must not decrease with either radius. NULL, the usual
   * case: zero. */
  double (*reach)(const dcm_instance *instance, const dcm_sides *sides);

  /** Frees what init made. NULL if init makes nothing. */
  void (*destroy)(dcm_instance *instance);
} dcm_model;
#define DCM_MODEL_LEAST_SIZE (offsetof(dcm_model, destroy) + sizeof(void (*)(dcm_instance *)))

#endif
