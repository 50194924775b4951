/* SPDX-License-Identifier: MIT */
/** @file
 * Walls of which many particles are asked at a time: faces that a few numbers describe, and planes
 * near each particle. The walls may be in a frame that moves.
 *
 * The formulas, and the order of their operations, are those of the regions of LAMMPS, so that the
 * numbers are the same whoever is asked. For C++, too. */
#ifndef DCM_CONTACTS_WALL_FACES_H
#define DCM_CONTACTS_WALL_FACES_H

#include <stdint.h>

#include "contacts/wall_list.h"
#include "numeric/vector.h"
#include "runtime/machine.h"

/** A turn about an axis through a point, by an angle. */
typedef struct dcm_wall_turn {
  dcm_vector point, axis; /**< the axis is a unit vector */
  double sine, cosine;
} dcm_wall_turn;

/** A point that is turned: what is parallel to the axis stays, and what is across goes on by the
 * angle. */
static inline dcm_vector dcm_wall_turned(const dcm_wall_turn *by, dcm_vector at) {
  const dcm_vector d = dcm_subtract(at, by->point);
  const dcm_vector parallel = dcm_scale(dcm_dot(d, by->axis), by->axis);
  const dcm_vector across = dcm_subtract(d, parallel), ahead = dcm_cross(by->axis, across);
  return dcm_add(dcm_add(by->point, parallel),
                 dcm_add_scaled(dcm_scale(by->cosine, across), by->sine, ahead));
}

/** Faces, in the order in which a particle meets them: one that is bent or a tilted plane, and two
 * across each axis, the lower one first. */
enum { DCM_FIRST_FACE = 0, DCM_FLAT_FACES = 1, DCM_WALL_FACES = 7 };

/** In the place of the number of a wall: there is no such face. */
#define DCM_NO_FACE (UINT32_MAX - 1)

/** Kinds of the first face. Particles are inside of a hollow, and outside of a ball. */
enum { DCM_FACE_NONE, DCM_FACE_HOLLOW, DCM_FACE_BALL, DCM_FACE_PLANE };

/** A plane; a ball or a hollow ball; a hollow cylinder about an axis, with faces across that; or
 * faces across one axis or across all axes. */
typedef struct dcm_wall_faces {
  uint32_t wall[DCM_WALL_FACES]; /**< numbers as dcm_wall_list_see takes them, or DCM_NO_FACE */

  int first;
  double centre[3]; /**< of a bent face; a point of a plane */
  int is_bent_once; /**< whether contacts with it may be ellipses */
  double radius;    /**< of a bent face */
  double normal[3]; /**< of a plane, a unit vector */
  double side;      /**< of a plane on which particles are: 1 where the normal points, or -1 */

  double ends[3][2]; /**< where the faces across each axis are; infinite for none, and of no meaning
                          if there are none across the axis */
  int have_two_sides; /**< particles behind a face touch it, too; else they meet none of the faces
                       */

  /* The frame: the walls are turned, then shifted. */
  int is_shifted, is_turned;
  double shift[3];                   /* null if they are not */
  dcm_wall_turn back, forth;         /* from where the walls are now to where they stand above */
  double velocity[3];                /* of what is shifted */
  double spin[3], centre_of_spin[3]; /* of what is turned */
  double spin_of_walls[3];           /* as laws see it: the same, or none */

  double rounding; /**< more than the rounding of any length here */
} dcm_wall_faces;

/** The radius of the first face as that of a wall of a list is meant: its inverse is the mean of
 * the curvatures. */
static inline double dcm_wall_faces_radius(const dcm_wall_faces *faces) {
  int is_cylinder = 0;
  for (int face = DCM_FLAT_FACES; face < DCM_WALL_FACES; face++)
    is_cylinder |= faces->wall[face] != DCM_NO_FACE;
  if (faces->first != DCM_FACE_HOLLOW && faces->first != DCM_FACE_BALL)
    return INFINITY;
  return (faces->first == DCM_FACE_HOLLOW ? -1.0 : 1.0) * (is_cylinder ? 2.0 : 1.0) * faces->radius;
}

/** Bit f of a code is face f, near the particle. Codes beside those: the faces have to be looked at
 * one by one, for rounding decides or the particle is on a face; and in the place of a code of
 * before, nothing is known. */
enum { DCM_FACES_IN_DOUBT = 1 << DCM_WALL_FACES, DCM_FACES_UNKNOWN = -1 };

/** A part of the cutoff: so close to a face, or to the cutoff, rounding may decide. */
#define DCM_FACES_DOUBTFUL 1e-7

/** Looks which faces are closer to particles than their cutoffs.
 * @param position rows of all particles
 * @param particle [count] indices of those that are looked at, and valid ones to the end of the
 *                 lanes
 * @param cutoff   [count] likewise
 * @param before   [count] codes to compare with
 * @param codes    [count] filled
 * @return the number of codes that differ from those of before */
typedef uint32_t dcm_wall_faces_looker(const dcm_wall_faces *faces, const double *position,
                                       const uint32_t *particle, const double *cutoff,
                                       uint32_t count, const int32_t *before, int32_t *codes);
DCM_DECLARE_ISAS(dcm_wall_faces_looker, dcm_wall_faces_look);

static inline uint32_t dcm_wall_faces_look(const dcm_wall_faces *faces, const double *position,
                                           const uint32_t *particle, const double *cutoff,
                                           uint32_t count, const int32_t *before, int32_t *codes) {
  static dcm_wall_faces_looker *const variants[] = {DCM_ISA_TABLE(dcm_wall_faces_look)};
  return variants[dcm_isa_in_use()](faces, position, particle, cutoff, count, before, codes);
}

/** Looks for faces from either side, as if each went on beyond its edges: particles whose code is 0
 * are closer to none than their cutoffs.
 * @param position rows of count particles
 * @param cutoff   [count], and to the end of the lanes */
typedef void dcm_wall_faces_searcher(const dcm_wall_faces *faces, const double *position,
                                     const double *cutoff, uint32_t count, int32_t *codes);
DCM_DECLARE_ISAS(dcm_wall_faces_searcher, dcm_wall_faces_search);

static inline void dcm_wall_faces_search(const dcm_wall_faces *faces, const double *position,
                                         const double *cutoff, uint32_t count, int32_t *codes) {
  static dcm_wall_faces_searcher *const variants[] = {DCM_ISA_TABLE(dcm_wall_faces_search)};
  variants[dcm_isa_in_use()](faces, position, cutoff, count, codes);
}

/** Writes the separations, velocities and spins of all contacts of a list, whose walls are faces,
 * after dcm_wall_list_finish or dcm_wall_list_stay_all. */
typedef void dcm_wall_faces_placer(const dcm_wall_faces *faces, const double *position,
                                   dcm_wall_list *list);
DCM_DECLARE_ISAS(dcm_wall_faces_placer, dcm_wall_faces_place);

static inline void dcm_wall_faces_place(const dcm_wall_faces *faces, const double *position,
                                        dcm_wall_list *list) {
  static dcm_wall_faces_placer *const variants[] = {DCM_ISA_TABLE(dcm_wall_faces_place)};
  variants[dcm_isa_in_use()](faces, position, list);
}

/** The code of contacts first to last - 1 of a particle, by the numbers of their walls;
 * DCM_FACES_UNKNOWN if they are not in the order of the faces. */
int32_t dcm_wall_faces_code(const dcm_wall_faces *faces, const uint32_t *wall, uint32_t first,
                            uint32_t last);

/** Particles of a step, and their codes in the step before and in this one. */
typedef struct dcm_wall_codes {
  const uint32_t *materials; /**< as in dcm_wall_particle */
  const int32_t *before, *now;
  uint32_t count;
} dcm_wall_codes;

/** Goes on, instead of visits, with the contacts of particles from one on, as long as their codes
 * are those of the step before. Contacts that were added to a list, with the radii of their walls,
 * go on so in the first step, too.
 * @return the particle that must be visited next; the count if there is none */
uint32_t dcm_wall_faces_go_on(dcm_wall_list *list, const dcm_wall_codes *codes, uint32_t next);

/* --- Planes near particles: many particles at a time are asked how far they are from the few
 * planes that each can touch before it has moved by a margin. Who knows the walls says which planes
 * these are; all is in the frame of the body whose surface the walls are. The formulas, and the
 * order of their operations, are those of contacts with single faces in surface/minima.h. */

/** The body, and the box in which its surface is once: particles outside of it are in doubt. */
typedef struct dcm_planes_frame {
  dcm_rigid body;
  double low[3], high[3];
  double rounding; /**< more than the rounding of any length here */
} dcm_planes_frame;

/** In the place of the offset of a plane that is not there: no particle is near to it. */
#define DCM_NO_PLANE (-1e300)

/** The planes of each of a number of particles, as arrays with whole lanes. Second planes
 * stand behind first ones: plane p of particle n is entry n + p room. */
typedef struct dcm_wall_planes {
  uint32_t count;
  int have_two; /* whether any particle has a second plane */
  double *normal[3], *offset;
  uint32_t *wall;
  double *place[3];
  double *reach;   /* square of the way for which all this is good */
  double *unknown; /* DCM_FACES_IN_DOUBT if walls are not planes there, else 0 */

  uint32_t room;
  uint32_t none; /* an entry of a plane that is not there */
  void *memory;
} dcm_wall_planes;

/** The code of a particle that must be asked for its planes anew. Codes are those of wall_faces.h
 * beside that: bit p is plane p, and those from DCM_FACES_IN_DOUBT on are none of planes. */
enum { DCM_PLANES_TO_FIND = 2 * DCM_FACES_IN_DOUBT };

/** Planes of no particle. @return NULL when out of memory; freed by dcm_wall_planes_destroy */
dcm_wall_planes *dcm_wall_planes_create(void);

/** NULL is allowed. */
void dcm_wall_planes_destroy(dcm_wall_planes *planes);

/** Begins anew with so many particles, whose planes are to be found.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_wall_planes_begin(dcm_wall_planes *planes, uint32_t count);

size_t dcm_wall_planes_memory(const dcm_wall_planes *planes);

/** Says what is near particle n. */
void dcm_wall_planes_set(dcm_wall_planes *planes, uint32_t n, const dcm_planes_near *near);

/** The code of contacts first to last - 1 of particle n; DCM_FACES_UNKNOWN if they are not those
 * with its planes, in this order. */
int32_t dcm_wall_planes_code(const dcm_wall_planes *planes, uint32_t n, const uint32_t *wall,
                             uint32_t first, uint32_t last);

/** Looks which planes are closer to particles than their cutoffs.
 * @param position rows of all particles
 * @param particle [count] indices, and valid ones to the end of the lanes
 * @param cutoff   [count] likewise
 * @param before   [count] codes to compare with
 * @param codes    [count] filled
 * @return the number of codes that differ from those of before */
typedef uint32_t dcm_wall_planes_looker(const dcm_wall_planes *planes,
                                        const dcm_planes_frame *frame, const double *position,
                                        const uint32_t *particle, const double *cutoff,
                                        const int32_t *before, int32_t *codes);
DCM_DECLARE_ISAS(dcm_wall_planes_looker, dcm_wall_planes_look);

static inline uint32_t dcm_wall_planes_look(const dcm_wall_planes *planes,
                                            const dcm_planes_frame *frame, const double *position,
                                            const uint32_t *particle, const double *cutoff,
                                            const int32_t *before, int32_t *codes) {
  static dcm_wall_planes_looker *const variants[] = {DCM_ISA_TABLE(dcm_wall_planes_look)};
  return variants[dcm_isa_in_use()](planes, frame, position, particle, cutoff, before, codes);
}

/** Writes the separations, velocities and spins of the contacts of a list with planes, after
 * dcm_wall_list_finish or dcm_wall_list_stay_all. Contacts of particles whose code is none of
 * planes were written when they were seen; all have the spin of the frame. */
typedef void dcm_wall_planes_placer(const dcm_wall_planes *planes, const dcm_planes_frame *frame,
                                    const double *position, const uint32_t *particle,
                                    const int32_t *codes, dcm_wall_list *list);
DCM_DECLARE_ISAS(dcm_wall_planes_placer, dcm_wall_planes_place);

static inline void dcm_wall_planes_place(const dcm_wall_planes *planes,
                                         const dcm_planes_frame *frame, const double *position,
                                         const uint32_t *particle, const int32_t *codes,
                                         dcm_wall_list *list) {
  static dcm_wall_planes_placer *const variants[] = {DCM_ISA_TABLE(dcm_wall_planes_place)};
  variants[dcm_isa_in_use()](planes, frame, position, particle, codes, list);
}

#endif
