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

/** Flags of dcm_quantity. */
enum {
  /** What the law adds to the two sides of a contact adds up to nothing: heat that one gives and
   * the other gets. A word for `dcm check`, which looks whether it is so. */
  DCM_CONSERVED = 1u << 16
};

/** A number that belongs to a particle and lives outside of the law: a temperature, an amount of
 * liquid. A host finds it under its name among what the user keeps with particles. Two names every
 * host knows, and lets read: "mass", infinite for a wall, and "id", a whole number by which the
 * user tells particles apart, 0 for a wall. Names of later versions begin with "dcm_". Of other
 * quantities a wall as a whole has one value. */
typedef struct dcm_quantity {
  uint32_t size;           /**< sizeof(dcm_quantity) of the library */
  uint32_t access;         /**< DCM_READ, DCM_SUM, DCM_CHANGE */
  uint32_t kind;           /**< DCM_SCALAR; this version has no other */
  uint32_t flags;          /**< DCM_CONSERVED */
  const char *name;        /**< lower-case letters, digits, underscores */
  const char *symbol;      /**< as in the law's formulas: "T" */
  const char *description; /**< a phrase */
  dcm_dimension dimension;
  double default_value; /**< of what has none: a wall, particles of a host without such properties
                             that only looks at single contacts; a finite number */

  /** Values for which the law has an answer, the ends included; both 0: any finite number. A host
   * may refuse a particle that has another value. */
  double minimum;
  double maximum;
} dcm_quantity;
#define DCM_QUANTITY_LEAST_SIZE (offsetof(dcm_quantity, maximum) + sizeof(double))

/** A number that a law can tell of a contact, beside what it must: for plots and tables. */
typedef struct dcm_output {
  uint32_t size;           /**< sizeof(dcm_output) of the library */
  uint32_t flags;          /**< 0 in this version */
  const char *name;        /**< lower-case letters, digits, underscores */
  const char *description; /**< a phrase */
  dcm_dimension dimension;
} dcm_output;
#define DCM_OUTPUT_LEAST_SIZE (offsetof(dcm_output, dimension) + sizeof(dcm_dimension))

/** Lever arm from the centre of particle i to the contact point, along the normal. Codes differ,
 * and a law that is to reproduce one of them must be able to say which it means. xi is the overlap,
 * d the distance of the centres. For shapes other than spheres the contact point is the host's, and
 * all three mean that point. */
enum {
  DCM_ARM_CONTACT_POINT = 0,            /**< d r_i/(r1 + r2); conserves angular momentum */
  DCM_ARM_RADIUS = 1,                   /**< r_i */
  DCM_ARM_RADIUS_MINUS_HALF_OVERLAP = 2 /**< r_i - xi/2; conserves angular momentum */
};

/** What an instance does without, as bits that init may set, so that a host need not provide it;
 * parameters and options may decide. */
enum {
  /** compute does not write the couples: the host takes them as zero. */
  DCM_UNUSED_COUPLES = 1u << 0,
  /** compute neither reads the quantities of the model nor adds to any: particles need have none of
   * them, and their arrays may be NULL. */
  DCM_UNUSED_QUANTITIES = 1u << 1,
  /** compute reads neither angular velocity: their arrays may hold anything. */
  DCM_UNUSED_SPINS = 1u << 16
};

/** What an instance does with a history field of the model; what the user has chosen may decide. */
enum {
  /** compute reads and writes it in every step: the host keeps it. */
  DCM_FIELD_USED = 0,
  /** compute neither reads nor writes it, for what was chosen has no such state. The host need not
   * keep it; if it does, it stays zero. */
  DCM_FIELD_UNUSED = 1,
  /** compute reads and writes it only where it is asked for energies. A host that never asks need
   * not keep it. Such a host cannot hand the state to an instance that uses the field. */
  DCM_FIELD_FOR_ENERGIES = 2,
  /** compute neither reads nor writes it, for what was chosen remembers the same in other fields.
   * The host need not keep it, and cannot hand the state to an instance that uses the field: that
   * one must not begin with zeros. */
  DCM_FIELD_HELD_OTHERWISE = 3
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

/** How an instance differs from what else holds, as bits that init may set.
 *
 * Those called KNOWN change nothing for a host, and may be ignored. They are an author's word that
 * a property which mechanics, or the name of a parameter, makes one expect is missing on purpose,
 * so that `dcm check` does not take it for a mistake. */
enum {
  /** At walls the lever arm of the moment is r_1, whatever moment_arm says. */
  DCM_RADIUS_AT_WALLS = 1u << 0,
  /** Where a run begins, a host evaluates all contacts once with dt 0, before the first step. The
   * state that compute then writes to history_out holds, as if it were a step. */
  DCM_STATE_AT_START = 1u << 1,
  /** Contacts begin as soon as two are within reach, not only when they touch: bonds, forces at a
   * distance. */
  DCM_BEGINS_AT_REACH = 1u << 2,
  /** On walls that are bent in one direction Hertz' contact is an ellipse: R* is that with which a
   * circle has its force. Else 1/radius of a wall is the mean of its principal curvatures. */
  DCM_ELLIPSE_AT_WALLS = 1u << 3,

  /** The couples on the two particles do not add up to nothing: friction that rolls on each side's
   * own spin. */
  DCM_KNOWN_UNBALANCED = 1u << 16,
  /** A closed path may yield work: a spring that keeps its stretch while its stiffness grows. */
  DCM_KNOWN_GAIN = 1u << 17,
  /** Head-on collisions need not have the restitution that the parameter of this name says: damping
   * that is only nominal, adhesion. */
  DCM_KNOWN_RESTITUTION = 1u << 18,
  /** What comes out need not converge as the time step shrinks: a state that is not that of the
   * force. */
  DCM_KNOWN_STEP = 1u << 19,
  /** Tangential forces may be larger than the parameter friction times the normal force: adhesion
   * presses, too, or a bond holds. */
  DCM_KNOWN_FRICTION = 1u << 20
};

/** A model with parameters: made by init, read by everything else. The host provides the struct,
 * zeroed but for its size and the log, and keeps it at the same address until destroy. A law that
 * contains another has that one's init fill a block of size bytes, zeroed but for the same, and
 * keeps the block at its address, too. */
typedef struct dcm_instance {
  uint32_t size;         /**< sizeof(dcm_instance) of the host */
  uint32_t velocity_arm; /**< DCM_ARM_* used in tangential_velocity */
  uint32_t moment_arm;   /**< DCM_ARM_* used for the torque of the tangential force */
  uint32_t frame;        /**< DCM_FRAME_* */
  uint32_t unused;       /**< DCM_UNUSED_*; 0: uses all */
  uint32_t flags;        /**< DCM_RADIUS_AT_WALLS, DCM_STATE_AT_START, DCM_BEGINS_AT_REACH,
                              DCM_ELLIPSE_AT_WALLS, DCM_KNOWN_* */

  uint8_t field_use[DCM_MOST_FIELDS]; /**< DCM_FIELD_* of each history field of the model */

  void *data; /**< the law's own; freed by its destroy */

  /** Takes messages of every function of the model, from any thread, until destroy returns; never
   * NULL. A message of level DCM_LOG_ERROR is the reason of a function that answers DCM_ERROR. Set
   * by the host. */
  dcm_log_function log;
  void *log_data;

  /** 0. Fields of later versions take their place from here, so that a law which sets one writes
   * within every host's struct, and a host that does not know the field sees that it is set, and
   * refuses. DCM_HAS tells nothing of such a field, which is in every struct: abi_version of
   * dcm_setup tells whether the host knows the field. */
  uint64_t reserved[8];
} dcm_instance;

/** What init gets. Valid during the call only. */
typedef struct dcm_setup {
  uint32_t size;           /**< sizeof(dcm_setup) of the host */
  uint32_t abi_version;    /**< DCM_ABI_VERSION of the host */
  uint32_t material_count; /**< number of materials, m >= 1 */
  uint32_t reserved;       /**< 0 */

  /** values[p] belongs to parameter p of the model: m numbers per material; or m*m per pair, in
   * which entry i*m + j equals entry j*m + i; or one number per law. Defaults and mixing rules have
   * been applied and all values are within their ranges. */
  const double *const *values;

  const uint32_t *options; /**< options[o]: index of the word chosen for option o of the model */

  /** What the host has beyond the contract, by name, or NULL; the answer is valid until destroy.
   * Never NULL itself; called during init only. A name begins with a domain of whoever defines it,
   * and ends with a version: "example.org/fluid/1". What it leads to changes no law that does not
   * ask. */
  const void *(*extension)(void *extension_data, const char *name);
  void *extension_data;
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
  uint32_t size;     /**< sizeof(dcm_event) of the host */
  uint32_t event;    /**< DCM_CONTACT_*; a law leaves states alone at one that it does not know */
  uint32_t count;    /**< number of contacts, n >= 1 */
  uint32_t side_2;   /**< DCM_SIDE_*; where states are swapped it is not told: 0 */
  uint32_t pair;     /**< as in dcm_contacts; where states are swapped it is not told: 0 */
  uint32_t reserved; /**< 0 */

  /** fields[c][k] is component c of the state of contact k. The arrays are those of the host's
   * storage: not aligned, and with room for n numbers only. */
  double *const *fields;
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

/** A contact law. Constant data with the life time of the library.
 *
 * Threads: init and destroy are called by one thread at a time and never while another function
 * runs on the same instance; functions of other instances may run meanwhile. compute, history and
 * reach may run at the same time on several threads, on the same instance too: they change nothing
 * but what they are handed to fill.
 *
 * Their answers are functions of what they are handed: hosts compute a contact on two ranks, and
 * again for a look, keep what reach answers, and ask it about radii that no particle has. */
typedef struct dcm_model {
  uint32_t size; /**< sizeof(dcm_model) of the library */

  /** Raised whenever the meaning of the history changes, so that a host can refuse a saved state
   * that it would misread. */
  uint32_t history_version;

  const char *id;        /**< lower-case letters, digits, hyphens: "hertz-mindlin" */
  const char *title;     /**< a line */
  const char *reference; /**< literature */

  uint32_t parameter_count; /**< at most DCM_MOST_COUNT */
  uint32_t option_count;    /**< at most DCM_MOST_COUNT */
  uint32_t history_count;   /**< at most DCM_MOST_FIELDS, with at most DCM_MOST_COMPONENTS */

  /** Flags of abilities that hosts of one version may or may not have: 0 in this version. Bits 0 to
   * 15 are for those that the law cannot do without, as in every word of flags. */
  uint32_t needs;
  uint32_t events;         /**< bits 1u << DCM_CONTACT_*: of which events history is told */
  uint32_t quantity_count; /**< at most DCM_MOST_QUANTITIES */
  uint32_t output_count;   /**< at most DCM_MOST_OUTPUTS */

  /** The oldest host that can run the law, as DCM_ABI_VERSION; 0: that of the library's version. An
   * older host refuses this law, and serves the others of the library. */
  uint32_t least_version;

  const dcm_parameter *parameters;         /**< parameter_count of them; NULL if none */
  const dcm_option *options;               /**< option_count of them; NULL if none */
  const dcm_history_field *history_fields; /**< history_count of them; NULL if none */
  const dcm_quantity *quantities;          /**< quantity_count of them; NULL if none */
  const dcm_output *outputs;               /**< output_count of them; NULL if none */

  /** Checks what ranges cannot say, and precomputes what does not change from step to step.
   * @return DCM_OK, or DCM_ERROR after a sentence to instance->log that names the parameter, its
   *         value and what is allowed; the instance then holds nothing that must be destroyed. */
  int32_t (*init)(const dcm_setup *setup, dcm_instance *instance);

  /** The law: fills every array of the response for contacts 0 to count - 1. Every finite contact
   * should have a finite answer. For one that has none the law writes NaN as the normal force, and
   * the host ends the run and names the contact. The result for a contact does not depend on its
   * place in the batch or on its neighbours there.
   * @return DCM_OK, or DCM_ERROR after a sentence to instance->log: the host ends the run with it
   */
  int32_t (*compute)(const dcm_instance *instance, const dcm_contacts *contacts,
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

  /** What the law has beyond the contract, by name, or NULL; constant data. Names are as in
   * dcm_setup. A host may leave all of it aside: what it must not is a field of this struct. NULL,
   * the usual case: nothing. */
  const void *(*extension)(const char *name);
} dcm_model;
#define DCM_MODEL_LEAST_SIZE                                                                       \
  (offsetof(dcm_model, extension) + sizeof(const void *(*)(const char *)))

#endif
