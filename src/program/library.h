/* SPDX-License-Identifier: MIT */
/** @file
 * Contents of the handles of libdcm, and what the driver needs for collisions and motions that
 * programs ask for. */
#ifndef DCM_PROGRAM_LIBRARY_H
#define DCM_PROGRAM_LIBRARY_H

#include <string.h>

#include "driver/contact.h"
#include "program/dcm/libdcm.h"
#include "runtime/law.h"
#include "runtime/library.h"
#include "runtime/settings.h"
#include "runtime/trial_contact.h"

/** Lines of text that messages of laws are kept in; what has no room any more is left out. */
typedef struct dcm_lines {
  char text[4096];
  size_t used;
} dcm_lines;

struct dcm_api_library {
  dcm_loaded_library *loaded;
  dcm_lines warnings;
};

struct dcm_api_materials {
  const dcm_api_library *library;
  dcm_settings *settings;
  dcm_law *law; /**< NULL until all is set */
  dcm_lines warnings;
};

/** A message of a caller, as the runtime writes it; own where the caller has none.
 * DCM_API_OK is DCM_OK, and DCM_API_FAILED is DCM_ERROR. */
static inline dcm_error *dcm_api_error(dcm_api_message *message, dcm_error *own) {
  return message ? (dcm_error *)message : own;
}

/** Looks whether the law of the materials is made. @return DCM_OK or DCM_ERROR */
int32_t dcm_api_check_ready(const dcm_api_materials *materials, dcm_error *error);

/* Records of callers, who may know another length of them: the longer one is of a later version. */

/** Reads record k; what the caller's record lacks is zero. */
static inline void dcm_record_read(void *to, size_t size, const void *records, size_t record_size,
                                   size_t k) {
  memset(to, 0, size);
  memcpy(to, (const char *)records + k * record_size, size < record_size ? size : record_size);
}

/** Writes record k, as much as the caller's record has. */
static inline void dcm_record_write(void *records, size_t record_size, size_t k, const void *from,
                                    size_t size) {
  memcpy((char *)records + k * record_size, from, size < record_size ? size : record_size);
}

/* --- Collisions and prescribed motions as programs ask for them: what the driver needs for them,
 * and what may go wrong. */

/** Status beside DCM_OK and DCM_ERROR: what was asked for is not possible. */
enum { DCM_REFUSED = 2 };

/** Most steps of a collision. */
#define DCM_MOST_STEPS_OF_COLLISION 1e9

/** Looks whether the law has an answer for the value of a quantity of a body.
 * @return DCM_OK or DCM_REFUSED */
int32_t dcm_program_check_quantity(const dcm_model *model, uint32_t quantity, double value,
                                   dcm_error *error);

/** The two bodies for the driver.
 * @param densities receives the density of each, NaN for a wall; may be NULL
 * @return DCM_OK or DCM_REFUSED */
int32_t dcm_program_bodies(const dcm_law *law, const dcm_api_bodies *asked, dcm_body bodies[2],
                           double densities[2], dcm_error *error);

/** Number of the side 2 of the driver, DCM_SIDE_*. */
int dcm_program_side_2(const dcm_api_bodies *asked);

/** A collision that is asked for, and what the driver integrates. */
typedef struct dcm_program_collision {
  dcm_api_collision asked;
  dcm_collision made;
  double not_waited_for; /**< steps that bodies may need through a reach far above their radii, of
                              which not all are made; 0: all are made */
  int has_no_limit; /**< max_steps of made is not yet the number of steps after which the collision
                         is given up */
} dcm_program_collision;

/** Makes the bodies and motions of what is asked. @return DCM_OK or DCM_REFUSED */
int32_t dcm_program_make(const dcm_law *law, dcm_program_collision *c, dcm_error *error);

/** Finds the time step and the number of steps after which the collision is given up, by a trial
 * integration unless both are asked for.
 * @return DCM_OK, DCM_REFUSED or DCM_ERROR */
int32_t dcm_program_time_step(dcm_program_collision *c, dcm_error *error);

/** Likewise for a collision of dcm_program_run_all: where the time step is asked for, the number of
 * steps is found only if it matters. */
int32_t dcm_program_time_step_of_many(dcm_program_collision *c, dcm_error *error);

/** Integrates; bodies that jump past each other are an error. */
int32_t dcm_program_run(const dcm_collision *collision, dcm_collision_observer observer, void *data,
                        dcm_api_outcome *outcome, dcm_error *error);

/** Integrates many, side by side where they can be, with the numbers of each alone.
 * @param first_failed receives the index of the first that failed; count if none did
 * @param error receives its sentence
 * @return DCM_OK, or DCM_ERROR if some failed; all others are computed */
int32_t dcm_program_run_all(dcm_program_collision *collisions, size_t count,
                            dcm_api_outcome *outcomes, size_t *first_failed, dcm_error *error);

/** Longest time step of a simulation with these bodies. */
dcm_safe_step dcm_program_safe_step(const dcm_law *law, const dcm_body bodies[2]);

/* --------------------------------------------------------------------------- prescribed motions */

/** A contact that is led through a prescribed motion, the wall that may turn with it, and how far
 * it has been led. */
typedef struct dcm_guided_contact {
  const dcm_law *law;
  dcm_single_contact *contact;
  int wall_turns;
  dcm_vector wall_centre; /**< at the first motion */
  double first_time;
  int has_begun;
} dcm_guided_contact;

/** Makes one step. The first step of all begins a run.
 * @return DCM_OK, or DCM_ERROR with the rest of a sentence that says where the law failed */
int32_t dcm_guide(dcm_guided_contact *guided, double time, double length,
                  const dcm_motion motions[2], dcm_contact_load *load, dcm_error *error);

/** The load of a contact, as callers of libdcm get it. */
dcm_api_load dcm_program_load(const dcm_contact_load *load);

#endif
