/* SPDX-License-Identifier: MIT */
/** @file
 * Walls that are planes where particles are: many particles at a time are asked how far they are
 * from the few planes that each can touch before it has moved by a margin. Who knows the walls says
 * which planes these are; all is in the frame of the body whose surface the walls are.
 *
 * The formulas, and the order of their operations, are those of contacts with single faces in
 * surface/minima.h, so that the numbers are the same whoever is asked. For C++, too. */
#ifndef DCM_CONTACTS_WALL_PLANES_H
#define DCM_CONTACTS_WALL_PLANES_H

#include <stdint.h>

#include "contacts/wall_faces.h"
#include "contacts/wall_list.h"
#include "numeric/rigid.h"
#include "numeric/vector.h"
#include "runtime/machine.h"

/** Planes that a particle can touch at the same time, at most: in a corner of two. */
enum { DCM_MOST_PLANES = 2 };

/** The walls near a particle, as far as they are known. The planes are in the order in which the
 * particle meets them. */
typedef struct dcm_planes_near {
  double place[3]; /**< of the centre, in the frame */
  double margin;   /**< until the centre has moved so far, there is no other wall; negative: the
                        walls are not planes there */
  double retry;    /**< likewise, until it is worth asking again, if they are not */
  uint32_t count;
  struct {
    double normal[3]; /**< unit vector to where the centre is as long as the margin lasts */
    double offset;    /**< normal . x of the points of the plane */
    uint32_t wall;    /**< number as dcm_wall_list_see takes it */
  } plane[DCM_MOST_PLANES];
} dcm_planes_near;

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
#define DCM_DECLARE_LOOKER(symbol, isa) dcm_wall_planes_looker symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_LOOKER, dcm_wall_planes_look)
#undef DCM_DECLARE_LOOKER

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
#define DCM_DECLARE_PLACER(symbol, isa) dcm_wall_planes_placer symbol##_##isa;
DCM_FOR_EACH_ISA(DCM_DECLARE_PLACER, dcm_wall_planes_place)
#undef DCM_DECLARE_PLACER

static inline void dcm_wall_planes_place(const dcm_wall_planes *planes,
                                         const dcm_planes_frame *frame, const double *position,
                                         const uint32_t *particle, const int32_t *codes,
                                         dcm_wall_list *list) {
  static dcm_wall_planes_placer *const variants[] = {DCM_ISA_TABLE(dcm_wall_planes_place)};
  variants[dcm_isa_in_use()](planes, frame, position, particle, codes, list);
}

#endif
