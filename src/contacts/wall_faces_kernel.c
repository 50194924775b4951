/* SPDX-License-Identifier: MIT */
#include "contacts/wall_faces.h"

#include <math.h>
#include <stdalign.h>

#include "contacts/rows.h"

/* Particles are looked at batch by batch, contacts likewise; each loop below goes through rows of a
 * batch. Rows have room for whole lanes, and entries beyond the last are computed, too. */

typedef struct face_rows {
  alignas(DCM_ALIGNMENT) double x[3][DCM_CONTACT_ROW]; /* positions of particles */
  double code[DCM_CONTACT_ROW];
  uint32_t index[DCM_CONTACT_ROW]; /* of particles */
} face_rows;

/* ------------------------------------------------------------------------------------- frame */

static int has_ends(const dcm_wall_faces *faces, int axis) {
  return faces->wall[DCM_FLAT_FACES + 2 * axis] != DCM_NO_FACE ||
         faces->wall[DCM_FLAT_FACES + 2 * axis + 1] != DCM_NO_FACE;
}

static int has_axis(const dcm_wall_faces *faces) {
  return has_ends(faces, 0) || has_ends(faces, 1) || has_ends(faces, 2);
}

/** How the walls are turned: not; about any axis; or about the axis that their first face is bent
 * about, so that no distance from them changes, but for rounding. */
enum { STILL, TURNED, ROUND };

static int turning_of(const dcm_wall_faces *faces) {
  const dcm_wall_turn *by = &faces->forth;
  const dcm_vector beside =
      dcm_cross(by->axis, dcm_subtract(dcm_vector_at(faces->centre), by->point));
  double along[3], least = 1.0;
  dcm_vector_put(along, by->axis);
  for (int c = 0; c < 3; c++)
    least = has_ends(faces, c) && fabs(along[c]) < least ? fabs(along[c]) : least;
  const int is_bent = faces->first == DCM_FACE_HOLLOW || faces->first == DCM_FACE_BALL;
  const int is_round = is_bent && least == 1.0 && dcm_length(beside) == 0.0;
  return !faces->is_turned ? STILL : is_round ? ROUND : TURNED;
}

/** dcm_wall_turned about an axis of the coordinates, with the same digits.
 * @param axis a constant */
DCM_SPECIALISED dcm_vector turned_about(const dcm_wall_turn *by, dcm_vector x, int axis) {
  const int e = (axis + 1) % 3, g = (axis + 2) % 3;
  double point[3], along[3], d[3], turned[3];
  dcm_vector_put(point, by->point);
  dcm_vector_put(along, by->axis);
  dcm_vector_put(d, dcm_subtract(x, by->point));
  const double sine = along[axis] * by->sine;
  turned[axis] = point[axis] + d[axis];
  turned[e] = point[e] + (by->cosine * d[e] - sine * d[g]);
  turned[g] = point[g] + (by->cosine * d[g] + sine * d[e]);
  return dcm_vector_at(turned);
}

/** A position that is turned.
 * @param turning,axes,first_axis constants, see LOOP_OF_KIND */
DCM_SPECIALISED dcm_vector turned(const dcm_wall_turn *by, dcm_vector x, int turning, int axes,
                                  int first_axis) {
  if (turning == STILL)
    return x;
  return turning == ROUND && axes == 1 ? turned_about(by, x, first_axis) : dcm_wall_turned(by, x);
}

/** Calls loop(..., turning, first, axes, first_axis) with constants that say of which kind the
 * faces are: first is DCM_FACE_NONE, DCM_FACE_PLANE or, for a bent face, DCM_FACE_HOLLOW; axes is
 * the number of axes that have faces across, and first_axis the first of these. */
#define LOOP_OF_KIND(faces, turning, loop, ...)                                                    \
  do {                                                                                             \
    if ((turning) == STILL)                                                                        \
      LOOP_IN_FRAME(faces, loop, __VA_ARGS__, STILL);                                              \
    else if ((turning) == ROUND && has_axis(faces))                                                \
      LOOP_OF_AXIS(faces, loop, __VA_ARGS__, ROUND, DCM_FACE_HOLLOW);                              \
    else                                                                                           \
      LOOP_IN_FRAME(faces, loop, __VA_ARGS__, TURNED);                                             \
  } while (0)
#define LOOP_IN_FRAME(faces, loop, ...)                                                            \
  do {                                                                                             \
    const int all = has_ends(faces, 0) && has_ends(faces, 1);                                      \
    if ((faces)->first == DCM_FACE_PLANE)                                                          \
      DCM_VECTOR_LOOP loop(__VA_ARGS__, DCM_FACE_PLANE, 0, 0);                                     \
    else if ((faces)->first == DCM_FACE_NONE && all)                                               \
      DCM_VECTOR_LOOP loop(__VA_ARGS__, DCM_FACE_NONE, 3, 0);                                      \
    else if ((faces)->first == DCM_FACE_NONE)                                                      \
      LOOP_OF_AXIS(faces, loop, __VA_ARGS__, DCM_FACE_NONE);                                       \
    else if (has_axis(faces))                                                                      \
      LOOP_OF_AXIS(faces, loop, __VA_ARGS__, DCM_FACE_HOLLOW);                                     \
    else                                                                                           \
      DCM_VECTOR_LOOP loop(__VA_ARGS__, DCM_FACE_HOLLOW, 0, 0);                                    \
  } while (0)
#define LOOP_OF_AXIS(faces, loop, ...)                                                             \
  do {                                                                                             \
    if (has_ends(faces, 0))                                                                        \
      DCM_VECTOR_LOOP loop(__VA_ARGS__, 1, 0);                                                     \
    else if (has_ends(faces, 1))                                                                   \
      DCM_VECTOR_LOOP loop(__VA_ARGS__, 1, 1);                                                     \
    else                                                                                           \
      DCM_VECTOR_LOOP loop(__VA_ARGS__, 1, 2);                                                     \
  } while (0)

/** Ways to look: particles behind a face are near to none; or near as others are; or, in a search,
 * near to each for itself, and nothing is in doubt. */
enum { ONE_SIDE, BOTH_SIDES, SEARCH };

/* ------------------------------------------------------------------------------ who is near */

/** The distances of a particle from faces, negative behind a face, and what they say. */
typedef struct judgement {
  double code;  /* of the faces that are near */
  double least; /* of the distances */
  double edge;  /* the least difference between a distance and the cutoff */
} judgement;

static const judgement nothing_seen = {0.0, INFINITY, INFINITY};

/** @param way a constant */
DCM_SPECIALISED judgement judge(judgement j, double distance, double bit, double cutoff, int way) {
  const double seen = way == ONE_SIDE ? distance : fabs(distance);
  const double edge = fabs(seen - cutoff);
  j.code += seen < cutoff ? bit : 0.0;
  j.least = seen < j.least ? seen : j.least;
  j.edge = edge < j.edge ? edge : j.edge;
  return j;
}

/** The code of a particle. */
DCM_SPECIALISED double code_of(judgement j, double cutoff, double rounding, int way) {
  const double tolerance = DCM_FACES_DOUBTFUL * cutoff + rounding;
  const double doubtful = j.least < j.edge ? j.least : j.edge;
  const double known = doubtful <= tolerance ? DCM_FACES_IN_DOUBT : j.code;
  return way == SEARCH ? j.code : j.least >= 0.0 ? known : 0.0;
}

static double bit_of(const dcm_wall_faces *faces, int face) {
  return faces->wall[face] == DCM_NO_FACE ? 0.0 : (double)(1 << face);
}

/** Whether a bent face is bent across an axis, see LOOP_OF_KIND. */
DCM_SPECIALISED int is_across(int axes, int first_axis, int axis) {
  return axes == 0 || axis != first_axis;
}

/** From the axis or the centre of the bent face. */
DCM_SPECIALISED dcm_vector from_centre(const dcm_wall_faces *faces, dcm_vector x, int axes,
                                       int first_axis) {
  return dcm_vector_of(is_across(axes, first_axis, 0) ? x.x - faces->centre[0] : 0.0,
                       is_across(axes, first_axis, 1) ? x.y - faces->centre[1] : 0.0,
                       is_across(axes, first_axis, 2) ? x.z - faces->centre[2] : 0.0);
}

DCM_SPECIALISED double from_plane(const dcm_wall_faces *faces, dcm_vector x) {
  return dcm_dot(dcm_subtract(x, dcm_vector_at(faces->centre)), dcm_vector_at(faces->normal));
}

/** The faces across each axis, or across one.
 * @param axes 1 or 3, a constant */
DCM_SPECIALISED judgement look_at_ends(judgement j, const dcm_wall_faces *faces, dcm_vector x,
                                       double cutoff, int axes, int first_axis, int way) {
  const double at[3] = {x.x, x.y, x.z};
  for (int n = 0; n < axes; n++) {
    const int axis = first_axis + n, face = DCM_FLAT_FACES + 2 * axis;
    const double *ends = faces->ends[axis];
    j = judge(j, at[axis] - ends[0], bit_of(faces, face), cutoff, way);
    j = judge(j, ends[1] - at[axis], bit_of(faces, face + 1), cutoff, way);
  }
  return j;
}

/** Fills codes. */
DCM_SPECIALISED void look_at_faces(const dcm_wall_faces *of_walls, const double *cutoff,
                                   uint32_t count, face_rows *r, int way, int turning, int first,
                                   int axes, int first_axis) {
  const dcm_wall_faces faces = *of_walls;
  const double first_bit = bit_of(&faces, DCM_FIRST_FACE);
  const double inside = faces.first == DCM_FACE_HOLLOW ? 1.0 : -1.0;
  const double *const from[3] = DCM_VECTOR(r->x, 0);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_vector moved = dcm_subtract(dcm_load(from, k), dcm_vector_at(faces.shift));
    const dcm_vector x = turned(&faces.back, moved, turning, axes, first_axis);
    judgement j = nothing_seen;
    if (first == DCM_FACE_PLANE)
      j = judge(j, faces.side * from_plane(&faces, x), first_bit, cutoff[k], way);
    else if (first != DCM_FACE_NONE)
      j = judge(j, inside * (faces.radius - dcm_length(from_centre(&faces, x, axes, first_axis))),
                first_bit, cutoff[k], way);
    j = look_at_ends(j, &faces, x, cutoff[k], axes, first_axis, way);
    r->code[k] = code_of(j, cutoff[k], faces.rounding, way);
  }
}

/** Fills the codes of a batch. Indices and cutoffs have whole lanes. */
DCM_SPECIALISED void look(const dcm_wall_faces *faces, const double *position,
                          const uint32_t *particle, const double *cutoff, uint32_t count,
                          face_rows *r, int way) {
  const uint32_t lanes = dcm_whole_lanes(count);
  double *const x[3] = DCM_VECTOR(r->x, 0);
  dcm_gather_rows(position, particle, lanes, x);
  const int turning = turning_of(faces) == TURNED ? TURNED : STILL;
  LOOP_OF_KIND(faces, turning, look_at_faces, faces, cutoff, lanes, r, way);
}

uint32_t DCM_ISA_NAME(dcm_wall_faces_look)(const dcm_wall_faces *faces, const double *position,
                                           const uint32_t *particle, const double *cutoff,
                                           uint32_t count, const int32_t *before, int32_t *codes) {
  face_rows r;
  uint32_t differing = 0;
  for (uint32_t first = 0; first < count; first += DCM_CONTACT_BATCH) {
    const uint32_t n = count - first < DCM_CONTACT_BATCH ? count - first : DCM_CONTACT_BATCH;
    if (faces->have_two_sides)
      look(faces, position, particle + first, cutoff + first, n, &r, BOTH_SIDES);
    else
      look(faces, position, particle + first, cutoff + first, n, &r, ONE_SIDE);
    differing += dcm_take_codes(r.code, n, before + first, codes + first);
  }
  return differing;
}

void DCM_ISA_NAME(dcm_wall_faces_search)(const dcm_wall_faces *faces, const double *position,
                                         const double *cutoff, uint32_t count, int32_t *codes) {
  face_rows r;
  for (uint32_t first = 0; first < count; first += DCM_CONTACT_BATCH) {
    const uint32_t n = count - first < DCM_CONTACT_BATCH ? count - first : DCM_CONTACT_BATCH;
    for (uint32_t k = 0; k < dcm_whole_lanes(n); k++)
      r.index[k] = first + (k < n ? k : n - 1);
    look(faces, position, r.index, cutoff + first, n, &r, SEARCH);
    for (uint32_t k = 0; k < n; k++)
      codes[first + k] = (int32_t)r.code[k];
  }
}

/* ------------------------------------------------------------------------- where walls are */

/** From the faces across an axis to a particle, along the axis; 0 for contacts with other faces. */
DCM_SPECIALISED double from_ends(const dcm_wall_faces *faces, int axis, uint32_t wall, double x) {
  const uint32_t *walls = &faces->wall[DCM_FLAT_FACES + 2 * axis];
  const double above = x - faces->ends[axis][0], below = -(faces->ends[axis][1] - x);
  const double beside = wall == walls[1] ? below : 0.0;
  return wall == walls[0] ? above : beside;
}

/** From the nearest point of the face of a contact to the particle, in the frame of the faces.
 * @param first,axes,first_axis constants, see LOOP_OF_KIND */
DCM_SPECIALISED dcm_vector from_face(const dcm_wall_faces *faces, uint32_t wall, dcm_vector x,
                                     int first, int axes, int first_axis) {
  if (first == DCM_FACE_PLANE)
    return dcm_scale(from_plane(faces, x), dcm_vector_at(faces->normal));
  const int all = axes == 3;
  const dcm_vector flat = {axes && (all || first_axis == 0) ? from_ends(faces, 0, wall, x.x) : 0.0,
                           axes && (all || first_axis == 1) ? from_ends(faces, 1, wall, x.y) : 0.0,
                           axes && (all || first_axis == 2) ? from_ends(faces, 2, wall, x.z) : 0.0};
  if (first == DCM_FACE_NONE)
    return flat;
  const dcm_vector d = from_centre(faces, x, axes, first_axis);
  const double from = dcm_length(d), part = 1.0 - faces->radius / (from > 0.0 ? from : 1.0);
  const dcm_vector bent = {is_across(axes, first_axis, 0) ? d.x * part : 0.0,
                           is_across(axes, first_axis, 1) ? d.y * part : 0.0,
                           is_across(axes, first_axis, 2) ? d.z * part : 0.0};
  const int is_bent = wall == faces->wall[DCM_FIRST_FACE];
  return dcm_vector_of(is_bent ? bent.x : flat.x, is_bent ? bent.y : flat.y,
                       is_bent ? bent.z : flat.z);
}

/** Writes contacts of the list, from entry first_entry on.
 * @param turning a constant: of walls that are turned, the nearest points are brought to where they
 *                are, and with them what leads from there */
DCM_SPECIALISED void place_at_faces(const dcm_wall_faces *of_walls, const double *const from[3],
                                    dcm_wall_list *list, uint32_t first_entry, uint32_t count,
                                    int turning, int first, int axes, int first_axis) {
  const dcm_wall_faces faces = *of_walls;
  const dcm_vector shift = dcm_vector_at(faces.shift), shifting = dcm_vector_at(faces.velocity);
  const dcm_vector spin = dcm_vector_at(faces.spin), centre = dcm_vector_at(faces.centre_of_spin);
  const dcm_vector spin_of_walls = dcm_vector_at(faces.spin_of_walls);
  const uint32_t *const wall = list->now.wall + first_entry;
  const double *const x[3] = DCM_VECTOR(from, 0);
  double *const separation[3] = DCM_VECTOR(list->separation, first_entry);
  double *const velocity[3] = DCM_VECTOR(list->velocity, first_entry);
  double *const spin_of_wall[3] = DCM_VECTOR(list->spin, first_entry);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_vector position = dcm_load(x, k), moved = dcm_subtract(position, shift);
    const dcm_vector at = turned(&faces.back, moved, turning, axes, first_axis);
    dcm_vector to_grain = from_face(&faces, wall[k], at, first, axes, first_axis);
    dcm_vector moving = shifting;
    if (turning != STILL) {
      const dcm_vector there = dcm_subtract(at, to_grain);
      const dcm_vector touched =
          dcm_add(turned(&faces.forth, there, turning, axes, first_axis), shift);
      to_grain = dcm_subtract(position, touched);
      const dcm_vector arm = dcm_subtract(dcm_subtract(position, to_grain), centre);
      moving = dcm_add(shifting, dcm_cross(spin, arm));
    }
    dcm_store(separation, k, dcm_vector_of(-to_grain.x, -to_grain.y, -to_grain.z));
    dcm_store(velocity, k, moving);
    dcm_store(spin_of_wall, k, spin_of_walls);
  }
}

/** Places contacts of the list, a batch from entry first on. */
static void place(const dcm_wall_faces *faces, const double *position, uint32_t first,
                  uint32_t count, dcm_wall_list *list) {
  face_rows r;
  const uint32_t lanes = dcm_whole_lanes(count);
  const int turning = turning_of(faces);
  double *const gathered[3] = DCM_VECTOR(r.x, 0);
  const double *const x[3] = DCM_VECTOR(gathered, 0);
  dcm_gather_rows(position, list->now.particle + first, lanes, gathered);
  LOOP_OF_KIND(faces, turning, place_at_faces, faces, x, list, first, lanes);
}

void DCM_ISA_NAME(dcm_wall_faces_place)(const dcm_wall_faces *faces, const double *position,
                                        dcm_wall_list *list) {
  for (uint32_t n = 0; n < list->run_count; n++) {
    const dcm_wall_run *run = &list->runs[n];
    for (uint32_t done = 0; done < run->count; done += DCM_CONTACT_BATCH) {
      const uint32_t left = run->count - done;
      place(faces, position, run->first + done, left < DCM_CONTACT_BATCH ? left : DCM_CONTACT_BATCH,
            list);
    }
    dcm_wall_list_fill(list, run);
  }
}
