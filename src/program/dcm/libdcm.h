/* SPDX-License-Identifier: MIT */
/** @file
 * libdcm: contact laws for programs and scripts that are no simulators. Laws as data, collisions,
 * prescribed motions, and a law on arrays: what the command dcm can, callable from any language
 * that calls C.
 *
 * This header needs no other header of dcm. The interface has a version of its own, DCM_API_MAJOR
 * and DCM_API_MINOR: within a major version functions are added, and structs grow at their ends. So
 * a caller states the size of a struct wherever arrays of this struct change hands.
 *
 * Units are SI, or any other consistent system. Materials are numbered from 1, as in every message
 * and every input.
 *
 * Errors: functions that can fail return DCM_API_OK or DCM_API_FAILED, or NULL in the place of a
 * handle, and write a sentence to the message. A message may be NULL. No function prints, but
 * dcm_api_command.
 *
 * Threads: functions that take a handle as const may run at the same time on several threads, with
 * the same handle, too. All others take a handle that no other thread uses meanwhile. A library
 * outlives what is made of it. */
#ifndef DCM_LIBDCM_H
#define DCM_LIBDCM_H

#include <stddef.h>
#include <stdint.h>

#define DCM_API_MAJOR 1u
#define DCM_API_MINOR 0u

#if defined(__GNUC__)
#define DCM_API __attribute__((visibility("default")))
#else
#define DCM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { DCM_API_OK = 0, DCM_API_FAILED = 1 };

/** A sentence, UTF-8 without control characters. */
typedef struct dcm_api_message {
  char text[2048];
} dcm_api_message;

/** @return DCM_API_MAJOR << 16 | DCM_API_MINOR of the library in use */
DCM_API uint32_t dcm_api_version(void);

/** @return the version of dcm, as "1.0.0" */
DCM_API const char *dcm_api_release(void);

/** Runs a command line of the command dcm, which prints. One thread at a time.
 * @param argv argv[0] is ignored; argv[argc] is NULL
 * @return the exit code */
DCM_API int dcm_api_command(int argc, char **argv);

/** Frees a text that a function here returned. NULL is allowed. */
DCM_API void dcm_api_free(char *text);

/* ------------------------------------------------------------------------------------- laws */

/** Laws: those of dcm, or those of a shared object. */
typedef struct dcm_api_library dcm_api_library;

/** @param path shared object with laws of one's own; NULL for the laws of dcm. A name without a
 * slash is a file of the working directory
 * @return NULL with a message: no such file, no library of laws, another version of the contract */
DCM_API dcm_api_library *dcm_api_library_open(const char *path, dcm_api_message *message);

/** Laws that a program has itself, in C or by callbacks of another language.
 * @param entry a dcm_library_function of the contract of contact laws (dcm/library.h), as a library
 * exports it; what the function answers lives until the library is closed */
DCM_API dcm_api_library *dcm_api_library_linked(void (*entry)(void), dcm_api_message *message);

/** Closes a library of which no materials are left. NULL is allowed. */
DCM_API void dcm_api_library_close(dcm_api_library *library);

/** Number of laws, and the id of law i, "hertz-mindlin"; NULL beyond. The text lives as long as the
 * library. */
DCM_API uint32_t dcm_api_law_count(const dcm_api_library *library);
DCM_API const char *dcm_api_law_id(const dcm_api_library *library, uint32_t i);

/** All about a law, as `dcm show LAW --json` prints: parameters with symbols, SI units, ranges,
 * reasons of the ranges, defaults; options with their words; state, quantities and outputs.
 * @param law id
 * @return JSON, freed by dcm_api_free; NULL with a message: no such law, with the nearest name */
DCM_API char *dcm_api_describe(const dcm_api_library *library, const char *law,
                               dcm_api_message *message);

/* -------------------------------------------------------------------------------- materials */

/** A law with materials: options, and parameters per material, per pair of materials and per law.
 * Options and parameters are set first; dcm_api_materials_ready ends that. */
typedef struct dcm_api_materials dcm_api_materials;

/** @param count number of materials, 1 to 1000
 * @return NULL with a message */
DCM_API dcm_api_materials *dcm_api_materials_create(const dcm_api_library *library, const char *law,
                                                    uint32_t count, dcm_api_message *message);

/** NULL is allowed. */
DCM_API void dcm_api_materials_destroy(dcm_api_materials *materials);

/** Chooses a word for an option. */
DCM_API int dcm_api_materials_choose(dcm_api_materials *materials, const char *option,
                                     const char *word, dcm_api_message *message);

/** Sets a parameter: of material i = j, of the pair i, j, or of the law, which ignores i and j. i =
 * j = 0: of all materials, or of all pairs.
 * @return DCM_API_FAILED with a message: unknown name, no finite number, out of the range, and why
 * the range is so */
DCM_API int dcm_api_materials_set(dcm_api_materials *materials, const char *parameter, uint32_t i,
                                  uint32_t j, double value, dcm_api_message *message);

/** Ends the settings: has the law accept them, with defaults and mixing for what was not given.
 * @return DCM_API_FAILED with a message: what is missing, or why the law refuses */
DCM_API int dcm_api_materials_ready(dcm_api_materials *materials, dcm_api_message *message);

/** The value that holds for i, j: given, mixed, or the default; i = j for a parameter per material.
 * @return DCM_API_FAILED with a message: no such parameter or material, or no value */
DCM_API int dcm_api_materials_get(const dcm_api_materials *materials, const char *parameter,
                                  uint32_t i, uint32_t j, double *value, dcm_api_message *message);

/** The warnings of the law since its materials were created, each a line; empty if there are none.
 * Lives until the materials are changed or destroyed. */
DCM_API const char *dcm_api_materials_warnings(const dcm_api_materials *materials);

/** Numbers of the state of a contact: one for each scalar field and three for each vector, in the
 * order of the fields. */
DCM_API uint32_t dcm_api_state_width(const dcm_api_materials *materials);

/* All functions below need materials that are ready. */

/* ------------------------------------------------------------------------------- two bodies */

enum {
  DCM_API_WALL =
      1u
      << 0, /**< body 2 is a flat wall, which is held; radius, density and mass of 2 are ignored */
  DCM_API_FIXED_2 = 1u << 1, /**< body 2 is held: forces do not move it */
  DCM_API_BONDED =
      1u
      << 2, /**< the run begins with the bodies in touch, and so bonded by laws that make bonds */
  DCM_API_SYNCHRONISED = 1u << 3 /**< the law sees velocities of the whole step, not those of half a
                                    step before, as in LAMMPS */
};

/** Two spheres, or a sphere and a wall. */
typedef struct dcm_api_bodies {
  double radius_1, radius_2;               /**< m, > 0 */
  double density_1, density_2;             /**< kg/m^3, > 0 where there is no mass */
  double mass_1, mass_2;                   /**< kg; 0: from the density */
  uint32_t material_1, material_2;         /**< from 1 */
  uint32_t flags;                          /**< DCM_API_* */
  uint32_t reserved;                       /**< 0 */
  double quantities_1[8], quantities_2[8]; /**< of the law, in its order; NaN: the usual value */
} dcm_api_bodies;

/** Longest time step of a simulation that is safe: the step for the stiffness and the dampers of
 * the law at an overlap of 1 % of the smaller radius.
 * @param step  receives the time step in s; infinity if the law shows no stiffness
 * @param limit receives what limits it, "normal spring" and others; may be NULL */
DCM_API int dcm_api_safe_step(const dcm_api_materials *materials, const dcm_api_bodies *bodies,
                              double *step, const char **limit, dcm_api_message *message);

/* ------------------------------------------------------------------------------- collisions */

/** A free collision: body 1 flies towards body 2, which rests or spins. The normal at touch is the
 * x axis, and the tangential velocity points along y. */
typedef struct dcm_api_collision {
  dcm_api_bodies bodies;
  double speed;                /**< of 1 relative to 2, m/s, > 0 */
  double angle;                /**< from the normal in degrees, [0, 90) */
  double spin_1[3], spin_2[3]; /**< angular velocities, rad/s; a wall does not turn */
  double dt;                   /**< time step in s; 0: from the number of steps */
  uint64_t steps;              /**< per collision, where dt is 0; 0: 10000 */
  uint64_t max_steps; /**< the integration gives up after so many; 0: after those of 20 collisions.
                         A trial integration finds them where the bodies do not part soon */
} dcm_api_collision;

/** Where the energy went, J: kinetic_before + supplied = kinetic_after + stored + all dissipated +
 * residual. */
typedef struct dcm_api_energy {
  double kinetic_before, kinetic_after;
  double supplied; /**< by what holds a body */
  double stored;   /**< in a contact that still exists */
  double dissipated_normal, dissipated_plastic, dissipated_tangential, dissipated_sliding,
      dissipated_rolling, dissipated_fracture;
  double dissipated_by_arms;  /**< where the lever arms of velocity and moment differ */
  double dissipated_by_jumps; /**< stored energy that is lost when a contact is made and when it
                                 breaks */
  double residual;            /**< error of the integration, and what the law gains or loses without
                                      reporting */
} dcm_api_energy;

/** Outcome of a collision. A number that has no value is NaN: the tangential restitution of a
 * head-on collision, or any restitution of bodies that are still in contact. */
typedef struct dcm_api_outcome {
  uint32_t
      failed; /**< 1: the collision could not be computed, and all numbers but dt are NaN or 0 */
  uint32_t separated; /**< 1: the contact ended; else the numbers are those at the last step */
  uint64_t steps;     /**< made */
  double dt;          /**< s */
  double begin, duration, turn; /**< s: of the contact: its begin, its duration, from its begin to
                                   the largest overlap */
  double max_overlap;           /**< m */
  double max_normal_force, max_tangential_force; /**< N */
  double
      normal_restitution; /**< -(n.v)_after/(n.v)_before, v the relative velocity of the centres */
  double tangential_restitution; /**< (t.v)_after/(t.v)_before of the centres; 1 without friction */
  double
      surface_restitution; /**< of the contact point with the opposite sign; -1 without friction */
  double energy_loss;      /**< share of the kinetic energy and of what was supplied that is lost */
  double velocity_1[3], velocity_2[3]; /**< m/s, at the end */
  double spin_1[3], spin_2[3];         /**< rad/s, at the end */
  dcm_api_energy energy;
  double momentum_drift,
      angular_momentum_drift; /**< relative to what is exchanged; NaN if a body is held */
} dcm_api_outcome;

/** Integrates many collisions by velocity Verlet. Collisions of one time step, one pair of
 * materials and one kind of body 2 are integrated side by side, up to 128 at a time, with the
 * numbers of each alone, and take a fraction of the time. A collision whose
 * time step is given needs a trial integration, which takes longer than the collision, only if
 * max_steps is 0 and the bodies do not part soon.
 * @param asked,asked_size     [count] and sizeof(dcm_api_collision) of the caller
 * @param outcomes,outcome_size [count] filled, and sizeof(dcm_api_outcome) of the caller
 * @param first_failed         receives the index of the first collision that failed; count if none
 * did; may be NULL
 * @return DCM_API_FAILED with the message of the first collision that failed; all others are
 * computed */
DCM_API int dcm_api_collide(const dcm_api_materials *materials, size_t count,
                            const dcm_api_collision *asked, size_t asked_size,
                            dcm_api_outcome *outcomes, size_t outcome_size, size_t *first_failed,
                            dcm_api_message *message);

/** The time step that dcm_api_collide takes for a collision. */
DCM_API int dcm_api_time_step(const dcm_api_materials *materials, const dcm_api_collision *asked,
                              double *dt, dcm_api_message *message);

/* --------------------------------------------------------------------------------- contacts */

/** Answer of a contact in one step. Without contact all but overlap and normal is 0. */
typedef struct dcm_api_load {
  uint32_t touching, reserved;
  double overlap;                                          /**< m; below 0: a gap */
  double normal[3];                                        /**< from 1 to 2 */
  double normal_force;                                     /**< N, positive pushes apart */
  double tangential_force[3];                              /**< N, on 1 */
  double force[3];                                         /**< N, on 1; its opposite acts on 2 */
  double torque_1[3], torque_2[3];                         /**< N m, about the centres */
  double stored_normal, stored_tangential, stored_rolling; /**< J */
  double dissipated_normal, dissipated_plastic, dissipated_tangential, dissipated_sliding,
      dissipated_rolling, dissipated_fracture; /**< J, during the step */
} dcm_api_load;

/** Motion of two bodies at one time. */
typedef struct dcm_api_motion {
  double time;   /**< s; where a wall turns about a centre that moves */
  double length; /**< s, of the step that ends here; 0 looks without changing the state */
  double position_1[3], velocity_1[3], spin_1[3]; /**< m, m/s, rad/s */
  double position_2[3], velocity_2[3],
      spin_2[3]; /**< of a wall: of the point of it that is nearest to the centre of 1 */
} dcm_api_motion;

/** Arrays that a row of numbers for each step is written to; each may be NULL. */
typedef struct dcm_api_rows {
  double *state;   /**< [count][state width] after the step */
  double *outputs; /**< [count][outputs of the law] */
  double *quantities_1,
      *quantities_2; /**< [count][quantities of the law]: what the bodies have after the step */
  double *added_1, *added_2; /**< likewise: what the contact adds */
} dcm_api_rows;

/** One contact that is led through a prescribed motion, and its state. */
typedef struct dcm_api_contact dcm_api_contact;

/** @param wall_centre [3]: a wall turns about this point, which is given for the first motion and
 * moves with velocity_2; NULL: the wall has velocity_2 at the point of contact
 * @return NULL with a message. The materials outlive the contact */
DCM_API dcm_api_contact *dcm_api_contact_create(const dcm_api_materials *materials,
                                                const dcm_api_bodies *bodies,
                                                const double *wall_centre,
                                                dcm_api_message *message);

/** NULL is allowed. */
DCM_API void dcm_api_contact_destroy(dcm_api_contact *contact);

/** Leads the contact through motions, each one step of the law; a later call goes on where this one
 * ends. A law that makes bonds at the start of a run makes them at the first motion of all.
 * @param motions,motion_size [count] and sizeof(dcm_api_motion) of the caller
 * @param loads,load_size     [count] filled, and sizeof(dcm_api_load) of the caller
 * @param rows                NULL if none are wanted
 * @param done                receives how many steps were made; may be NULL
 * @return DCM_API_FAILED with a message: the law answers with a number that is not finite */
DCM_API int dcm_api_drive(dcm_api_contact *contact, size_t count, const dcm_api_motion *motions,
                          size_t motion_size, dcm_api_load *loads, size_t load_size,
                          const dcm_api_rows *rows, size_t *done, dcm_api_message *message);

/** Steps of one collision, for pictures: time, motion and load after each step, from step 0 on.
 * @param room    of the arrays
 * @param motions [room] filled; length is the time step
 * @param count   receives the number of steps with step 0; only room of them are written */
DCM_API int dcm_api_trace(const dcm_api_materials *materials, const dcm_api_collision *asked,
                          size_t asked_size, size_t room, dcm_api_motion *motions,
                          size_t motion_size, dcm_api_load *loads, size_t load_size, size_t *count,
                          dcm_api_message *message);

/* ----------------------------------------------------------------------------- law on arrays */

/** Numbers, one for each contact. */
typedef struct dcm_api_array {
  const double *values; /**< NULL: 0 for each contact, but see the fields below */
  size_t stride; /**< from one number to the next, in numbers: 1 one after the other, 0 one number
                    for all */
} dcm_api_array;

enum {
  DCM_API_ZEROED = 1u << 4 /**< couple_1 and couple_2 hold zeros: a law without couples leaves
                              them alone */
};

/** Contacts on which the law itself is evaluated, as a simulator does it. Arrays that begin at a
 * multiple of 64 bytes with a stride of 1 are read and written in place; others go through a small
 * buffer. */
typedef struct dcm_api_evaluation {
  size_t size;  /**< sizeof(dcm_api_evaluation) of the caller */
  size_t count; /**< of contacts */
  uint32_t material_1, material_2;
  uint32_t flags;    /**< 0, or DCM_API_WALL and DCM_API_ZEROED */
  uint32_t reserved; /**< 0 */
  double dt;         /**< s; 0 looks: new_state is the state then */

  /* Input. */
  dcm_api_array overlap;                /**< m */
  dcm_api_array normal[3];              /**< unit vector from 1 to 2; all NULL: the x axis */
  dcm_api_array normal_velocity;        /**< m/s, negative when approaching */
  dcm_api_array tangential_velocity[3]; /**< m/s, of 2 relative to 1 at the contact point,
                                           perpendicular to the normal */
  dcm_api_array spin_1[3], spin_2[3];   /**< rad/s */
  dcm_api_array radius_1, radius_2;     /**< m; radius_2 NULL: as radius_1, at a wall infinite */
  dcm_api_array mass_1, mass_2;         /**< kg; mass_2 NULL: as mass_1, at a wall infinite */
  const dcm_api_array *state; /**< [state width]; NULL: zeros, of contacts that just begin */
  const dcm_api_array *quantities_1,
      *quantities_2; /**< [quantities of the law]; NULL: the usual values */

  /* Results, [count] each; NULL for what is not wanted. */
  double *normal_force;
  double *tangential_force[3];
  double *couple_1[3], *couple_2[3];
  double *const *new_state; /**< [state width] */
  double *energies[9];      /**< in the order of dcm_api_load, from stored_normal on; all or none */
  double *const *outputs;   /**< [outputs of the law]; needs energies */
  double *const *added_1, *const *added_2; /**< [quantities of the law] */
} dcm_api_evaluation;

/** Evaluates the law on contacts of one pair of materials.
 * @param first_failed receives the index of the first contact for which an answer is not finite;
 * count if there is none; may be NULL
 * @return DCM_API_FAILED with a message: a material that there is not, or an answer that is not
 * finite */
DCM_API int dcm_api_evaluate(const dcm_api_materials *materials,
                             const dcm_api_evaluation *evaluation, size_t *first_failed,
                             dcm_api_message *message);

#ifdef __cplusplus
}
#endif

#endif
