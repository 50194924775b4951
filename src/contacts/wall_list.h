/* SPDX-License-Identifier: MIT */
/** @file
 * The contacts of particles with walls, and their states, from step to step.
 *
 * At each step a host goes through the particles that are close to walls, always in the same order,
 * and says which pieces of wall are near each; the list says which of them are in contact, and
 * has their numbers as arrays, in the order in which they were seen. Contacts of one pair of
 * materials that follow each other make a run, which begins at whole lanes: a batch as it stands.
 * A state stays in its place until some contact begins or ends.
 *
 * The order of contacts, and so of sums of forces, is the host's; it does not depend on what was
 * before. A list belongs to one thread. */
#ifndef DCM_CONTACTS_WALL_LIST_H
#define DCM_CONTACTS_WALL_LIST_H

#include <dcm/dcm.h>
#include <stddef.h>

#include "numeric/vector.h"
#include "runtime/law.h"

/** In the place of the number of a wall: none. */
#define DCM_NO_WALL UINT32_MAX

/** A particle close to walls. */
typedef struct dcm_wall_particle {
  uint32_t particle;     /**< index into the host's arrays */
  uint32_t materials;    /**< dcm_law_pair of the particle and its walls */
  double radius;         /**< of the particle */
  double effective_mass; /**< its mass, if walls do not move by what they are hit by */
} dcm_wall_particle;

/** Particles and walls in contact, and the states: arrays of the same length, aligned as those of a
 * batch. Between runs there are entries that are none, with the wall DCM_NO_WALL. */
typedef struct dcm_wall_contacts {
  uint32_t count;
  uint32_t *particle;
  uint32_t *wall;
  double *radius_1;
  double *radius_2; /**< of the wall: +infinity for a flat one; see dcm_contacts */
  double *effective_mass;
  double **history; /**< [component] */
} dcm_wall_contacts;

/** Contacts of one pair of materials: entries first to first + count - 1. */
typedef struct dcm_wall_run {
  uint32_t first, count;
  uint32_t materials;
} dcm_wall_run;

/** Where a piece of wall was, and how it moved. */
typedef struct dcm_wall_place {
  dcm_vector separation, velocity;
  dcm_vector arm; /**< of particles that are not spheres, see dcm_wall_list; else the null vector */
  double radius, slope;
} dcm_wall_place;

/** A contact that ended. */
typedef struct dcm_wall_ended {
  dcm_wall_particle particle;
  dcm_wall_place wall; /**< in the step before */
} dcm_wall_ended;

typedef struct dcm_wall_list {
  dcm_wall_contacts now;
  dcm_wall_run *runs;
  uint32_t run_count;

  /* Where the walls of the contacts are at this step, and how they move: written by the host. */
  double *separation[3]; /* from the particle's centre to the nearest point of the wall */
  double *velocity[3];   /* of that point */
  double *spin[3];       /* angular velocity of the wall */
  double *arm[3]; /* of particles that are not spheres: from the centre to that of the sphere in its
                     place, from which the separation leads; see shapes.h */
  double *slope;  /* see dcm_wall_list_incline; of no meaning unless has_slopes */
  int has_slopes; /* whether any slope of this step is not 1 */
  double *pitch;  /* see dcm_wall_list_screw; likewise */
  int has_pitches;

  uint32_t history_width; /**< of the law, and DCM_WALL_SHAPE_NUMBERS of particles that are not
                               spheres: the radius of the sphere that a contact began with */
  uint64_t marked;        /**< dcm_law.marked */
  int shaped;             /**< the particles are not spheres */

  /** The first contact for which the law's answer was no distance; found is 0 if there is none. */
  struct {
    int found;
    uint32_t particle;
    double radius; /**< of the wall */
  } refused;

  /** Contacts that ended in this step, and their states, for who books them. */
  struct {
    int are_kept;      /**< whether somebody asks: set before dcm_wall_list_begin */
    int is_incomplete; /**< for lack of memory */
    uint32_t count;
    dcm_wall_ended *all;
    double *states; /**< [count][history_width] */

    uint32_t room;
    dcm_wall_place *places; /* [place_count] of the contacts of before */
    uint32_t place_count, place_room;
    int has_seen; /* the arrays of motions are still those of the step before */
  } ended;

  /* The step that is being made. */
  dcm_wall_contacts before;
  uint32_t *from; /* [contact of now] its place in before, or DCM_NO_WALL: it begins */
  dcm_wall_particle visited;
  uint32_t first, last; /* contacts that the visited particle had before */
  uint32_t begun;       /* the first contact of the visited particle */
  int moved;            /* whether states must change places */
  uint32_t materials;   /* of the last run; DCM_NO_WALL while there is none */

  size_t run_room;
  uint32_t room;
  uint32_t end_of_room; /* entries for which there is room, and lanes beyond them */
  void *memory;
} dcm_wall_list;

/** An empty list. @return NULL when out of memory; freed by dcm_wall_list_destroy */
dcm_wall_list *dcm_wall_list_create(void);

/** NULL is allowed. */
void dcm_wall_list_destroy(dcm_wall_list *list);

/** Numbers that a contact of a particle that is not a sphere has behind its state. */
enum { DCM_WALL_SHAPE_NUMBERS = 1 };

/** Says whether the particles are spheres, as they are without this call; before the list is
 * cleared. */
static inline void dcm_wall_list_shape(dcm_wall_list *list, int shaped) {
  list->shaped = shaped;
}

/** The radius of the sphere that a contact of before began with; 0 if there is none. */
static inline double dcm_wall_list_radius(const dcm_wall_list *list, uint32_t from) {
  return from == DCM_NO_WALL ? 0.0 : list->before.history[list->history_width - 1][from];
}

/** Empties the list for contacts of a law. The contacts that the list had are forgotten without a
 * word to their law.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_wall_list_clear(dcm_wall_list *list, const dcm_law *law);

/** The state of a contact to be saved, by dcm_law_mark_state. The law may be gone by then.
 * @param state [history_width] filled */
void dcm_wall_list_save(const dcm_wall_list *list, uint32_t contact, double *state);

/** Writes which particle and which wall touch. */
static inline void dcm_wall_contacts_put(dcm_wall_contacts *contacts, uint32_t k,
                                         const dcm_wall_particle *particle, uint32_t wall,
                                         double radius) {
  contacts->particle[k] = particle->particle;
  contacts->wall[k] = wall;
  contacts->radius_1[k] = particle->radius;
  contacts->radius_2[k] = radius;
  contacts->effective_mass[k] = particle->effective_mass;
}

/** Adds, after dcm_wall_list_clear, a contact that has begun. Particles must be added in the order
 * in which they will be visited.
 * @param radius of the wall; of no meaning unless the contact is carried on
 * @param state  [history_width]
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_wall_list_add(dcm_wall_list *list, const dcm_wall_particle *particle, uint32_t wall,
                          double radius, const double *state);

/** Begins a step. */
void dcm_wall_list_begin(dcm_wall_list *list);

/** Goes on to the next particle. All that have contacts must be visited, and in the same order at
 * each step.
 *
 * Its contacts are then entries first to last - 1 of before. The host has to say of each which
 * wall it is with at this step: the same, if that will be seen; another, by setting its number; or
 * none, by dcm_wall_list_end. */
static inline void dcm_wall_list_visit(dcm_wall_list *list, const dcm_wall_particle *particle) {
  const dcm_wall_contacts *before = &list->before;
  uint32_t k = list->last;
  list->visited = *particle;
  list->begun = list->now.count;
  while (k < before->count && before->wall[k] == DCM_NO_WALL)
    k++;
  list->first = k;
  while (k < before->count && before->particle[k] == particle->particle)
    k++;
  list->last = k;
}

/** The contact of the visited particle with a wall until now, as an entry of before; DCM_NO_WALL if
 * there is none. */
static inline uint32_t dcm_wall_list_had(const dcm_wall_list *list, uint32_t wall) {
  for (uint32_t k = list->first; k < list->last; k++)
    if (list->before.wall[k] == wall)
      return k;
  return DCM_NO_WALL;
}

/** Ends a contact of before. Nobody knows where a wall was that was not seen since the contact was
 * added to the list: such a contact is not kept among those that ended. */
void dcm_wall_list_end(dcm_wall_list *list, const dcm_law *law, uint32_t k);

/** Distance beyond touching that the contact of the visited particle with a wall reaches. */
double dcm_wall_list_reach(dcm_wall_list *list, const dcm_law *law, double wall_radius);

/** Room for the next contact of the visited particle.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_wall_list_make_room(dcm_wall_list *list);

/** Adds a contact of a particle to the run that is being made. @return its entry */
static inline uint32_t dcm_wall_list_put(dcm_wall_list *list, const dcm_wall_particle *particle,
                                         uint32_t wall, uint32_t from, double radius) {
  const uint32_t k = list->now.count++;
  dcm_wall_contacts_put(&list->now, k, particle, wall, radius);
  list->from[k] = from;
  list->moved |= from != k;
  return k;
}

/** A piece of wall near the visited particle: its contact begins, goes on, or ends.
 * @param wall       number, by which the host identifies walls; not DCM_NO_WALL
 * @param radius     +infinity for a flat wall; see dcm_contacts
 * @param distance_2 square of the distance of the particle's centre
 * @param contact    receives its entry, of which the host then writes separation, velocity and
 *                   spin; DCM_NO_WALL if there is no contact
 * @return DCM_OK, or DCM_ERROR when out of memory */
static inline int32_t dcm_wall_list_see(dcm_wall_list *list, const dcm_law *law, uint32_t wall,
                                        double radius, double distance_2, uint32_t *contact) {
  const uint32_t from = dcm_wall_list_had(list, wall);
  const int began = from != DCM_NO_WALL;
  const int at_reach = dcm_law_begins_at_reach(law);
  const double reach =
      (began || at_reach) && law->reaches ? dcm_wall_list_reach(list, law, radius) : 0.0;
  *contact = DCM_NO_WALL;
  if (!dcm_in_contact(dcm_contact_range(list->visited.radius, reach, at_reach), began,
                      distance_2)) {
    if (began)
      dcm_wall_list_end(list, law, from);
    return DCM_OK;
  }
  if ((list->now.count == list->end_of_room || list->materials != list->visited.materials) &&
      dcm_wall_list_make_room(list))
    return DCM_ERROR;
  *contact = dcm_wall_list_put(list, &list->visited, wall, from, radius);
  return DCM_OK;
}

/** Reports, of each contact that is seen, how much the distance of the wall changes per way along
 * the separation: 1, as without this call, where the separation leads to the nearest point of the
 * wall; another number where the distance is a smooth function of several distances, and then the
 * separation stands for its gradient. The law is shown the motion times the slope, and its answer
 * acts times the slope, so that the power of the contact is what the law knows. */
static inline void dcm_wall_list_incline(dcm_wall_list *list, uint32_t contact, double slope) {
  list->slope[contact] = slope;
  list->has_slopes |= slope != 1.0;
}

/** Reports, of each contact of particles that are not spheres, by how much its distance changes
 * with a turn of the particle about the separation, over the way along it: 0, as without this call,
 * where the force acts at a point. Else the force has a couple about its own direction, as that on
 * a screw of this pitch. */
static inline void dcm_wall_list_screw(dcm_wall_list *list, uint32_t contact, double pitch) {
  list->pitch[contact] = pitch;
  list->has_pitches |= pitch != 0.0;
}

/** Instead of a visit: whether the next particle had no contact in the step before. */
static inline int dcm_wall_list_had_none(const dcm_wall_list *list, uint32_t particle) {
  return list->last == list->before.count || list->before.particle[list->last] != particle;
}

/** Instead of a visit, for a contact that goes on in most steps: a fraction of the cost.
 * @return the entry of the contact, as dcm_wall_list_see gives it, or DCM_NO_WALL: the particle has
 * not this contact alone, and must be visited */
static inline uint32_t dcm_wall_list_go_on(dcm_wall_list *list, const dcm_wall_particle *particle,
                                           uint32_t wall, double radius) {
  const dcm_wall_contacts *before = &list->before;
  const uint32_t k = list->last, i = particle->particle;
  const int had_only_this = k + 1 < before->count && before->particle[k] == i &&
                            before->wall[k] == wall && before->particle[k + 1] != i;
  if (!had_only_this || list->materials != particle->materials ||
      list->now.count == list->end_of_room)
    return DCM_NO_WALL;
  list->last = k + 1;
  return dcm_wall_list_put(list, particle, wall, k, radius);
}

/** Instead of visits: the next contacts go on with the same walls, radii and masses in the run that
 * is being made. All are of its materials, and none is inclined.
 * @return whether there is room for them; else nothing has been done */
int dcm_wall_list_carry_on(dcm_wall_list *list, uint32_t contacts);

/** Instead of a step from dcm_wall_list_begin to dcm_wall_list_finish: all contacts of the step
 * before go on as they are, but for separations and motions, which the host then writes. */
void dcm_wall_list_stay_all(dcm_wall_list *list);

/** Copies where the wall is from the last contact of a run to the entries between the run and the
 * next one: for hosts that write separations and motions after dcm_wall_list_finish. */
void dcm_wall_list_fill(dcm_wall_list *list, const dcm_wall_run *run);

/** All has been seen: brings the states to their places, and lets new ones begin. */
void dcm_wall_list_finish(dcm_wall_list *list, const dcm_law *law);

/** Where the wall of a contact of now is. */
static inline dcm_wall_place dcm_wall_place_of(const dcm_wall_list *list, uint32_t contact) {
  const dcm_wall_place place = {dcm_load((const double *const *)list->separation, contact),
                                dcm_load((const double *const *)list->velocity, contact),
                                list->shaped ? dcm_load((const double *const *)list->arm, contact)
                                             : dcm_vector_of(0.0, 0.0, 0.0),
                                list->now.radius_2[contact],
                                list->has_slopes ? list->slope[contact] : 1.0};
  return place;
}

/** Bytes in use. */
size_t dcm_wall_list_memory(const dcm_wall_list *list);

#endif
