/* SPDX-License-Identifier: MIT */
/** @file
 * A model is a contact law with its parameters, its state and its functions. */
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

/** Parity of a field: what happens when the contact is seen from the other particle. */
enum {
  DCM_EVEN = 0, /**< unchanged: a length, an energy */
  DCM_ODD = 1   /**< all components change sign: a displacement of 2 relative to 1 */
};

/** A part of the state that a contact carries from step to step. */
typedef struct dcm_history_field {
  uint32_t size;   /**< sizeof(dcm_history_field) of the library */
  uint32_t kind;   /**< DCM_SCALAR or DCM_VECTOR */
  uint32_t parity; /**< DCM_EVEN or DCM_ODD */
  uint32_t flags;  /**< 0 in this version */
  dcm_dimension dimension;
  const char *name;        /**< identifier: lower-case letters, digits, underscores */
  const char *description; /**< a phrase */
} dcm_history_field;
#define DCM_HISTORY_FIELD_LEAST_SIZE                                                               \
  (offsetof(dcm_history_field, description) + sizeof(const char *))

/** Access: what a law does with a quantity of particles. */
enum {
  /** The law reads the present value and adds nothing. Example: a temperature. */
  DCM_READ = 0,
  /** The law adds and does not read. The host sums what the contacts of a particle add, anew in
   * each step. Example: a flow of heat, which the host or another program uses. */
  DCM_SUM = 1,
  /** The law reads and adds. The sum of what the contacts add changes the value once all contacts
   * of the step have been evaluated. Nothing changes when dt is 0, but see DCM_STATE_AT_START.
   * Example: an amount that particles exchange with contacts. */
  DCM_CHANGE = 2
};

/** Flags of dcm_quantity. */
enum {
  /** The amounts that the law adds to the two sides of a contact add up to zero, like heat that one
   * side gives and the other side gets. `dcm check` tests this promise. */
  DCM_CONSERVED = 1u << 16
};

/** A number that belongs to a particle and lives outside of the law: a temperature, an amount of
 * liquid. A host finds the number by its name among the properties that the user keeps with
 * particles. Every host knows two names, and laws may read both:
 *  - "mass", infinite for a wall;
 *  - "id", a whole number by which the user tells particles apart, 0 for a wall.
 * Names of later versions begin with "dcm_". A wall as a whole has one value of each other
 * quantity.
 */
typedef struct dcm_quantity {
  uint32_t size;           /**< sizeof(dcm_quantity) of the library */
  uint32_t access;         /**< DCM_READ, DCM_SUM, DCM_CHANGE */
  uint32_t kind;           /**< DCM_SCALAR; this version has no other */
  uint32_t flags;          /**< DCM_CONSERVED */
  const char *name;        /**< lower-case letters, digits, underscores */
  const char *symbol;      /**< as in the law's formulas: "T" */
  const char *description; /**< a phrase */
  dcm_dimension dimension;
  double default_value; /**< finite value, in SI units, of a wall without one, and of particles in a
                             host that evaluates single contacts and keeps no such properties */

  /** The law has an answer for values from minimum to maximum, both included. Both 0: for any
   * finite number. A host may refuse a particle that has another value. */
  double minimum;
  double maximum;
} dcm_quantity;
#define DCM_QUANTITY_LEAST_SIZE (offsetof(dcm_quantity, maximum) + sizeof(double))

/** A number of a contact that a law can tell for plots and tables, beside the response. */
typedef struct dcm_output {
  uint32_t size;           /**< sizeof(dcm_output) of the library */
  uint32_t flags;          /**< 0 in this version */
  const char *name;        /**< lower-case letters, digits, underscores */
  const char *description; /**< a phrase */
  dcm_dimension dimension;
} dcm_output;
#define DCM_OUTPUT_LEAST_SIZE (offsetof(dcm_output, dimension) + sizeof(dcm_dimension))

/** Lever arm from the centre of particle i to the contact point, along the normal. Codes use
 * different lever arms; a law that reproduces a code names the lever arm of that code. xi is the
 * overlap, d the distance of the centres. For shapes other than spheres the host chooses the
 * contact point, and all three values mean that point. */
enum {
  DCM_ARM_CONTACT_POINT = 0,            /**< d r_i/(r1 + r2); conserves angular momentum */
  DCM_ARM_RADIUS = 1,                   /**< r_i */
  DCM_ARM_RADIUS_MINUS_HALF_OVERLAP = 2 /**< r_i - xi/2; conserves angular momentum */
};

/** Bits that init may set for what an instance does not use. A host need not provide what is
 * unused. init may decide by parameters and options. */
enum {
  /** compute does not write the couples: the host takes them as zero. */
  DCM_UNUSED_COUPLES = 1u << 0,
  /** compute neither reads the quantities of the model nor adds to any. Particles need not have
   * these quantities, and the arrays of the quantities may be NULL. */
  DCM_UNUSED_QUANTITIES = 1u << 1,
  /** compute reads neither angular velocity: the arrays of both may have any content. */
  DCM_UNUSED_SPINS = 1u << 16
};

/** Use of a history field by an instance. init may decide by what the user has chosen. */
enum {
  /** compute reads and writes the field in every step: the host keeps the field. */
  DCM_FIELD_USED = 0,
  /** compute neither reads nor writes the field, because the user's choice has no such state. The
   * host need not keep the field; a field that the host keeps stays zero. */
  DCM_FIELD_UNUSED = 1,
  /** compute reads and writes the field only when the host asks for energies. A host that never
   * asks need not keep the field. Such a host cannot hand the state to an instance that uses the
   * field.
   */
  DCM_FIELD_FOR_ENERGIES = 2,
  /** compute neither reads nor writes the field, because the user's choice remembers the same state
   * in other fields. The host need not keep the field. The host cannot hand the state to an
   * instance that uses the field, because that instance must not begin with zeros. */
  DCM_FIELD_HELD_OTHERWISE = 3
};

/** Frame in which the host splits velocities into a normal and a tangential part. The frames differ
 * when the velocities belong to the middle of the step, as in leap-frog schemes, and the positions
 * to its end. Both frames are one when velocities and positions belong to the same time.
 *
 * A law that asks for the middle of the step promises to look the same to an observer who turns:
 * the vectors of its state turn with the two particles, and about the normal by the mean of their
 * spins.
 */
enum {
  DCM_FRAME_AS_GIVEN = 0, /**< with the normal of the end of the step */
  DCM_FRAME_MID_STEP = 1  /**< along the bisector of dcm_contacts: the normal of the middle */
};

/** Bits that init may set where an instance differs from the usual.
 *
 * The bits called KNOWN change nothing for a host, and a host may ignore them. Such a bit says that
 * a property is missing on purpose. Mechanics, or the name of a parameter, makes one expect the
 * property; the bit tells `dcm check` that its absence is no mistake. */
enum {
  /** At walls the lever arm of the moment is r_1, whatever moment_arm says. */
  DCM_RADIUS_AT_WALLS = 1u << 0,
  /** At the start of a run, a host evaluates all contacts once with dt 0, before the first step.
   * The state that compute then writes to history_out holds, as after a step. */
  DCM_STATE_AT_START = 1u << 1,
  /** Contacts begin as soon as two sides are within reach, not only when they touch: bonds, forces
   * at a distance. */
  DCM_BEGINS_AT_REACH = 1u << 2,
  /** At walls that are bent in one direction Hertz' contact is an ellipse. R* is then the effective
   * radius with which a circular contact has the force of this ellipse. Without this bit, 1/radius
   * of a wall is the mean of its principal curvatures. */
  DCM_ELLIPSE_AT_WALLS = 1u << 3,

  /** The couples on the two particles do not add up to zero: rolling friction by each side's own
   * spin. */
  DCM_KNOWN_UNBALANCED = 1u << 16,
  /** A closed path may yield work: a spring that keeps its stretch while its stiffness grows. */
  DCM_KNOWN_GAIN = 1u << 17,
  /** Head-on collisions need not have the restitution that the parameter of this name says: damping
   * that is only nominal, adhesion. */
  DCM_KNOWN_RESTITUTION = 1u << 18,
  /** The results need not converge as the time step shrinks: the state that is kept is not the
   * state of the force. */
  DCM_KNOWN_STEP = 1u << 19,
  /** Tangential forces may be larger than the parameter friction times the normal force: adhesion
   * adds to the load that limits friction, or a bond holds. */
  DCM_KNOWN_FRICTION = 1u << 20
};

/** A model with parameters: init makes the instance, all other functions only read the instance.
 * The host provides the struct and keeps the struct at the same address until destroy. The host
 * sets the struct to zero except size and log.
 *
 * A law may contain another law. It then provides a block of size bytes in the same way, lets init
 * of the contained law fill the block, and keeps the block at the same address, too. */
typedef struct dcm_instance {
  uint32_t size;         /**< sizeof(dcm_instance) of the host */
  uint32_t velocity_arm; /**< DCM_ARM_* used in tangential_velocity */
  uint32_t moment_arm;   /**< DCM_ARM_* used for the torque of the tangential force */
  uint32_t frame;        /**< DCM_FRAME_* */
  uint32_t unused;       /**< DCM_UNUSED_*; 0: the instance uses all */
  uint32_t flags;        /**< DCM_RADIUS_AT_WALLS, DCM_STATE_AT_START, DCM_BEGINS_AT_REACH,
                              DCM_ELLIPSE_AT_WALLS, DCM_KNOWN_* */

  uint8_t field_use[DCM_MOST_FIELDS]; /**< DCM_FIELD_* of each history field of the model */

  void *data; /**< data of the law; destroy of the law frees them */

  /** The host sets this callback, never to NULL. The callback takes messages of every function of
   * the model, from any thread, until destroy returns. A message of level DCM_LOG_ERROR is the
   * reason of a function that answers DCM_ERROR. */
  dcm_log_function log;
  void *log_data;

  /** 0. Fields of later versions take their place from these words. A law that sets such a field
   * therefore writes within the struct of every host. A host that does not know the field sees that
   * the field is set, and refuses the instance. DCM_HAS tells nothing of such a field, because
   * every struct contains the field: abi_version of dcm_setup tells whether the host knows the
   * field. */
  uint64_t reserved[8];
} dcm_instance;

/** The setup that init gets. Valid during the call only. */
typedef struct dcm_setup {
  uint32_t size;           /**< sizeof(dcm_setup) of the host */
  uint32_t abi_version;    /**< DCM_ABI_VERSION of the host */
  uint32_t material_count; /**< number of materials, m >= 1 */
  uint32_t reserved;       /**< 0 */

  /** values[p] belongs to parameter p of the model. The scope of the parameter says how many
   * numbers stand there: m numbers per material; m*m numbers per pair, in which entry i*m + j
   * equals entry j*m + i; one number per law. The host has applied defaults and mixing rules, and
   * all values are within their ranges. */
  const double *const *values;

  const uint32_t *options; /**< options[o]: index of the word chosen for option o of the model */

  /** Answers with the extension of the host that has this name, or with NULL. The answer is valid
   * until destroy. The pointer extension itself is never NULL, and a law calls it during init only.
   * A name begins with a domain of its author and ends with a version: "example.org/fluid/1". An
   * extension changes no law that does not ask for the extension. */
  const void *(*extension)(void *extension_data, const char *name);
  void *extension_data;
} dcm_setup;

/** Events in the life of a contact that concern its history. A host may compute a contact across a
 * boundary between its processes on both sides. Such a host tells the event on both sides. */
enum {
  DCM_CONTACT_BEGINS = 0, /**< fields hold zeros: set the state of a contact that is new */
  DCM_CONTACT_SWAPS = 1,  /**< rewrite the state as seen with particles 1 and 2 exchanged */
  DCM_CONTACT_ENDS = 2    /**< read the last state; it is forgotten after the call */
};

/** An event of some contacts, with their states. Valid during the call only. */
typedef struct dcm_event {
  uint32_t size;     /**< sizeof(dcm_event) of the host */
  uint32_t event;    /**< DCM_CONTACT_*; at an event that it does not know a law changes no state */
  uint32_t count;    /**< number of contacts, n >= 1 */
  uint32_t side_2;   /**< DCM_SIDE_*; not told, and 0, at DCM_CONTACT_SWAPS */
  uint32_t pair;     /**< as in dcm_contacts; not told, and 0, at DCM_CONTACT_SWAPS */
  uint32_t reserved; /**< 0 */

  /** fields[c][k] is component c of the state of contact k. The arrays lie in the host's storage:
   * they are not aligned, and have room for n numbers only. */
  double *const *fields;
} dcm_event;

/** Two sides that may come in contact. Valid during the call only. */
typedef struct dcm_sides {
  uint32_t size;     /**< sizeof(dcm_sides) of the host */
  uint32_t pair;     /**< as in dcm_contacts */
  uint32_t side_2;   /**< DCM_SIDE_* */
  uint32_t reserved; /**< 0 */
  double radius_1;   /**< as in dcm_contacts, and the two that follow */
  double radius_2;
  double effective_radius;
} dcm_sides;

/** A contact law. Constant data with the life time of the library.
 *
 * Threads: one thread at a time calls init and destroy, and never while another function runs on
 * the same instance. Functions of other instances may run meanwhile. compute, history and reach may
 * run at the same time on several threads, on the same instance too. These three functions change
 * only the arrays that the host hands over to fill.
 *
 * The answers of these functions depend on their arguments alone. The reasons:
 *  - Hosts compute a contact on two ranks.
 *  - Hosts compute a contact again when they only ask for the present forces.
 *  - Hosts keep the answer of reach, and ask reach about radii that no particle has. */
typedef struct dcm_model {
  uint32_t size; /**< sizeof(dcm_model) of the library */

  /** Version of the history. The author raises the number whenever the meaning of the history
   * changes, so that a host refuses a saved state that the law would misread. */
  uint32_t history_version;

  const char *id;        /**< lower-case letters, digits, hyphens: "hertz-mindlin" */
  const char *title;     /**< a line */
  const char *reference; /**< literature */

  uint32_t parameter_count; /**< at most DCM_MOST_COUNT */
  uint32_t option_count;    /**< at most DCM_MOST_COUNT */
  uint32_t history_count;   /**< at most DCM_MOST_FIELDS, with at most DCM_MOST_COMPONENTS */

  /** Flags of abilities that hosts of one version may or may not have: 0 in this version. As in
   * every word of flags, bits 0 to 15 are for abilities without which the law cannot run. */
  uint32_t needs;
  uint32_t events;         /**< bits 1u << DCM_CONTACT_*: the events that history gets */
  uint32_t quantity_count; /**< at most DCM_MOST_QUANTITIES */
  uint32_t output_count;   /**< at most DCM_MOST_OUTPUTS */

  /** Version of the oldest host that can run the law, as DCM_ABI_VERSION; 0: the version of the
   * library. An older host refuses this law, and serves the other laws of the library. */
  uint32_t least_version;

  const dcm_parameter *parameters;         /**< parameter_count of them; NULL if none */
  const dcm_option *options;               /**< option_count of them; NULL if none */
  const dcm_history_field *history_fields; /**< history_count of them; NULL if none */
  const dcm_quantity *quantities;          /**< quantity_count of them; NULL if none */
  const dcm_output *outputs;               /**< output_count of them; NULL if none */

  /** Checks values where ranges do not suffice, and precomputes constants.
   * @return DCM_OK, or DCM_ERROR after a sentence to instance->log that names the parameter, its
   *         value and what is allowed. After DCM_ERROR the instance holds nothing that must be
   *         destroyed. */
  int32_t (*init)(const dcm_setup *setup, dcm_instance *instance);

  /** The law: fills every array of the response for contacts 0 to count - 1. Every finite contact
   * should have a finite answer. For a contact without an answer the law writes NaN as the normal
   * force; the host then ends the run and names the contact. The result for a contact does not
   * depend on its place in the batch or on its neighbours there.
   * @return DCM_OK, or DCM_ERROR after a sentence to instance->log: the host ends the run with this
   *         sentence */
  int32_t (*compute)(const dcm_instance *instance, const dcm_contacts *contacts,
                     const dcm_response *response);

  /** Changes or reads states at the events that the word events names. The host acts alone when
   * history is NULL, the usual case, and at all other events: a state begins at zero, changes sign
   * by the parity of its fields, and is forgotten. */
  void (*history)(const dcm_instance *instance, const dcm_event *event);

  /** Reach: the distance beyond touching up to which a contact persists. A contact that has begun
   * ends when the overlap falls below -reach. A contact begins at an overlap above zero, or, under
   * DCM_BEGINS_AT_REACH, above -reach. The reach must not be negative and must not decrease with
   * either radius. NULL, the usual case: the reach is zero. */
  double (*reach)(const dcm_instance *instance, const dcm_sides *sides);

  /** Frees everything that init made. NULL if init makes nothing. */
  void (*destroy)(dcm_instance *instance);

  /** Answers with the extension of the law that has this name, as constant data, or with NULL.
   * Names are as in dcm_setup. A host may ignore all extensions: what a host must not ignore is a
   * field of this struct. The pointer is NULL, the usual case, in a law without extensions. */
  const void *(*extension)(const char *name);
} dcm_model;
#define DCM_MODEL_LEAST_SIZE                                                                       \
  (offsetof(dcm_model, extension) + sizeof(const void *(*)(const char *)))

#endif
