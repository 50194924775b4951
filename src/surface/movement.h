/* SPDX-License-Identifier: MIT */
/** @file
 * Motion of a rigid body: where it is at a time, and how fast its points are. The prescribed motion
 * is a function of the time alone, so that no rounding adds up from step to step, and a restart at
 * a time gives the bits of a run without one.
 *
 * A movement is made of parts: each carries the body, as the parts before it left it, along an axis
 * or around one that rests in space. The course of the part says how far. */
#ifndef DCM_SURFACE_MOVEMENT_H
#define DCM_SURFACE_MOVEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "numeric/vector.h"
#include "runtime/error.h"

/** A length that no point of a body moved by more than between two moments.
 * @param radius from the body's origin to its farthest point */
double dcm_rigid_path(const dcm_rigid *from, const dcm_rigid *to, double radius);

/* ------------------------------------------------------------------------------------ conveyors */

/** A skin that moves while the body stays: a belt, or the mantle of a roll. In the frame of the
 * body. */
typedef struct dcm_skin {
  double velocity[3];
  double origin[3], spin[3]; /**< the skin turns about the axis through origin besides */
} dcm_skin;

/** Velocity of the skin at a point: along the surface, for nothing of it passes through.
 * @param direction unit normal of the surface there */
static inline dcm_vector dcm_skin_velocity(const dcm_skin *skin, dcm_vector point,
                                           dcm_vector direction) {
  const dcm_vector arm = dcm_subtract(point, dcm_vector_at(skin->origin));
  const dcm_vector v =
      dcm_add(dcm_vector_at(skin->velocity), dcm_cross(dcm_vector_at(skin->spin), arm));
  return dcm_tangential_part(v, direction);
}

/* ------------------------------------------------------------------------------------- movements
 */

/** Course of a part over the time t: a length q along the axis or an angle about the axis. */
typedef enum dcm_course {
  DCM_COURSE_RATE,   /**< q = rate t */
  DCM_COURSE_WIGGLE, /**< q = amplitude (1 - cos(2 pi t / period)): begins and ends at rest */
  DCM_COURSE_SINE,   /**< q = amplitude sin(2 pi t / period) */
  DCM_COURSE_GIVEN   /**< q and its rate are what the host set: a servo, a variable */
} dcm_course;

/** Rows (time, x, y, z, angle) between which a table is linear; before the first and after the last
 * row the body rests. */
typedef struct dcm_movement_table {
  double *rows; /* [count][5]; angle in radians */
  uint32_t count;
  size_t room; /**< rows for which there is memory */
} dcm_movement_table;

typedef enum dcm_part_kind {
  DCM_PART_SLIDE, /**< along the axis */
  DCM_PART_TURN,  /**< about the axis through origin, by the right hand */
  DCM_PART_TABLE  /**< turned about the axis by the table's angle, then moved by its x, y, z */
} dcm_part_kind;

typedef struct dcm_movement_part {
  dcm_part_kind kind;
  dcm_course course;
  double axis[3];   /**< unit vector */
  double origin[3]; /**< of TURN and TABLE */
  double rate;      /**< length or radians per time */
  double amplitude; /**< length or radians */
  double period;
  double begin, end; /**< times between which a formula goes on, t counting from the first; end 0:
                          without an end */
  double given, given_rate; /**< of DCM_COURSE_GIVEN, set by the host at each step */
  dcm_movement_table table; /**< owned by the movement */
} dcm_movement_part;

typedef struct dcm_movement {
  dcm_movement_part *parts; /**< in the order in which they act */
  uint32_t count;
} dcm_movement;

/** Frees the memory; an empty movement has all bytes 0, and rests. */
void dcm_movement_free(dcm_movement *movement);

/** Appends a part; a table that it has belongs to the movement then.
 * @param error an axis without length, a period that is not above 0, or a number that is not finite
 * @return DCM_OK or DCM_ERROR; after an error the caller still has the table */
int32_t dcm_movement_add(dcm_movement *movement, const dcm_movement_part *part, dcm_error *error);

/** The body at a time. Velocities are the derivatives of the places; those of a table where two
 * rows meet are of the later rows.
 * @param time since the movement began */
void dcm_movement_at(const dcm_movement *movement, double time, dcm_rigid *body);

/** Course of a part at a time: a length or an angle, whole turns counted; of a table the angle. */
double dcm_movement_course(const dcm_movement_part *part, double time);

/** Reads a table: lines "time x y z angle" with the angle in degrees, empty lines and comments
 * after #; times grow.
 * @param name of the file in messages
 * @param table empty; receives the rows; freed by dcm_movement_table_free if no movement has it
 * @return DCM_OK or DCM_ERROR, with a sentence and the line */
int32_t dcm_movement_table_read(const void *data, size_t size, const char *name,
                                dcm_movement_table *table, dcm_error *error);

void dcm_movement_table_free(dcm_movement_table *table);

#endif
