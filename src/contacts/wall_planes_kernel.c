/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdalign.h>

#include "contacts/rows.h"
#include "contacts/wall_faces.h"

/* Particles are looked at batch by batch. Rows have room for whole lanes, and entries beyond the
 * last are computed, too. */

typedef struct plane_rows {
  alignas(DCM_ALIGNMENT) double x[3][DCM_CONTACT_ROW];        /* positions of particles */
  double normal[3][DCM_CONTACT_ROW], offset[DCM_CONTACT_ROW]; /* of the planes of contacts */
  double code[DCM_CONTACT_ROW];
} plane_rows;

/* ------------------------------------------------------------------------------ who is near */

/** Whether a position is in the box of the frame. */
DCM_SPECIALISED int is_within(const dcm_planes_frame *frame, dcm_vector x) {
  return (x.x >= frame->low[0]) & (x.y >= frame->low[1]) & (x.z >= frame->low[2]) &
         (x.x < frame->high[0]) & (x.y < frame->high[1]) & (x.z < frame->high[2]);
}

/** Fills the codes of a batch of particles.
 * @param have_two a constant: whether any of them has a second plane
 * @param boxed    a constant: whether the frame has a box */
DCM_SPECIALISED void look(const dcm_wall_planes *planes, const dcm_planes_frame *of_walls,
                          uint32_t first, uint32_t count, const double *cutoff, plane_rows *r,
                          int have_two, int boxed) {
  const dcm_planes_frame frame = *of_walls;
  const double *const from[3] = DCM_VECTOR(r->x, 0);
  const double *const place[3] = DCM_VECTOR(planes->place, first);
  const double *const normal_1[3] = DCM_VECTOR(planes->normal, first);
  const double *const normal_2[3] = DCM_VECTOR(planes->normal, first + planes->room);
  const double *const offset_1 = planes->offset + first;
  const double *const offset_2 = offset_1 + planes->room;
  const double *const reach = planes->reach + first, *const unknown = planes->unknown + first;
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_vector x = dcm_load(from, k), centre = dcm_rigid_find(&frame.body, x);
    const dcm_vector gone = dcm_subtract(centre, dcm_load(place, k));
    const double tolerance = DCM_FACES_DOUBTFUL * cutoff[k] + frame.rounding;
    const double distance = dcm_dot(dcm_load(normal_1, k), centre) - offset_1[k];
    double bits = distance < cutoff[k] ? 1.0 : 0.0, doubtful = fabs(distance - cutoff[k]);
    if (have_two) {
      const double other = dcm_dot(dcm_load(normal_2, k), centre) - offset_2[k];
      const double edge = fabs(other - cutoff[k]);
      bits += other < cutoff[k] ? 2.0 : 0.0;
      doubtful = edge < doubtful ? edge : doubtful;
    }
    const double found = bits + unknown[k]; // loaded always: sets without masks would branch
    double code = doubtful > tolerance ? found : DCM_FACES_IN_DOUBT;
    if (boxed)
      code = is_within(&frame, x) ? code : DCM_FACES_IN_DOUBT;
    r->code[k] = dcm_dot(gone, gone) < reach[k] ? code : DCM_PLANES_TO_FIND;
  }
}

static int has_box(const dcm_planes_frame *frame) {
  int any = 0;
  for (int c = 0; c < 3; c++)
    any |= frame->low[c] > -INFINITY || frame->high[c] < INFINITY;
  return any;
}

uint32_t DCM_ISA_NAME(dcm_wall_planes_look)(const dcm_wall_planes *planes,
                                            const dcm_planes_frame *frame, const double *position,
                                            const uint32_t *particle, const double *cutoff,
                                            const int32_t *before, int32_t *codes) {
  plane_rows r;
  uint32_t differing = 0;
  for (uint32_t first = 0; first < planes->count; first += DCM_CONTACT_BATCH) {
    const uint32_t left = planes->count - first;
    const uint32_t count = left < DCM_CONTACT_BATCH ? left : DCM_CONTACT_BATCH;
    const uint32_t lanes = dcm_whole_lanes(count);
    double *const x[3] = DCM_VECTOR(r.x, 0);
    dcm_gather_rows(position, particle + first, lanes, x);
    DCM_FOUR_LOOPS(planes->have_two, has_box(frame), look, planes, frame, first, lanes,
                   cutoff + first, &r);
    differing += dcm_take_codes(r.code, count, before + first, codes + first);
  }
  return differing;
}

/* ------------------------------------------------------------------------- where walls are */

/** A way through the contacts of a list and the particles that have them, in their order. */
typedef struct way {
  uint32_t n; /* the particle that had the last contact */
  uint32_t particle;
} way;

/** Copies the planes of contacts; of a particle whose code is none of planes, one that is not
 * there.
 * @return whether all are there */
static int gather_planes(const dcm_wall_planes *planes, const uint32_t *particle,
                         const int32_t *codes, const uint32_t *of_contact, uint32_t count, way *at,
                         plane_rows *r) {
  int are_all = 1;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t plane = 1; /* the second contact of a particle */
    if (at->particle != of_contact[k]) {
      at->particle = of_contact[k];
      do
        at->n++;
      while (particle[at->n] != at->particle);
      plane = !(codes[at->n] & 1);
    }
    const int is_there = codes[at->n] < DCM_FACES_IN_DOUBT;
    const uint32_t n = is_there ? at->n + plane * planes->room : planes->none;
    are_all &= is_there;
    for (int c = 0; c < 3; c++)
      r->normal[c][k] = planes->normal[c][n];
    r->offset[k] = planes->offset[n];
  }
  return are_all;
}

/** Writes contacts of the list, from entry first on.
 * @param mixed a constant: whether there are contacts with planes that are not there */
DCM_SPECIALISED void place_at_planes(const dcm_planes_frame *frame, const plane_rows *r,
                                     dcm_wall_list *list, uint32_t first, uint32_t count,
                                     int mixed) {
  const dcm_rigid body = frame->body;
  const double *const from[3] = DCM_VECTOR(r->x, 0), *const normals[3] = DCM_VECTOR(r->normal, 0);
  double *const separation[3] = DCM_VECTOR(list->separation, first);
  double *const velocity[3] = DCM_VECTOR(list->velocity, first);
  double *const spin[3] = DCM_VECTOR(list->spin, first);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_vector x = dcm_load(from, k), normal = dcm_load(normals, k);
    const double distance = dcm_dot(normal, dcm_rigid_find(&body, x)) - r->offset[k];
    const dcm_vector to_grain = dcm_scale(distance, dcm_rigid_turn(&body, normal));
    dcm_vector to_wall = {-to_grain.x, -to_grain.y, -to_grain.z};
    dcm_vector moving = dcm_rigid_velocity(&body, dcm_subtract(x, to_grain));
    if (mixed) {
      const int is_there = r->offset[k] > DCM_NO_PLANE;
      to_wall.x = is_there ? to_wall.x : separation[0][k];
      to_wall.y = is_there ? to_wall.y : separation[1][k];
      to_wall.z = is_there ? to_wall.z : separation[2][k];
      moving.x = is_there ? moving.x : velocity[0][k];
      moving.y = is_there ? moving.y : velocity[1][k];
      moving.z = is_there ? moving.z : velocity[2][k];
    }
    dcm_store(separation, k, to_wall);
    dcm_store(velocity, k, moving);
    dcm_store(spin, k, dcm_vector_at(body.spin));
  }
}

void DCM_ISA_NAME(dcm_wall_planes_place)(const dcm_wall_planes *planes,
                                         const dcm_planes_frame *frame, const double *position,
                                         const uint32_t *particle, const int32_t *codes,
                                         dcm_wall_list *list) {
  plane_rows r;
  way at = {UINT32_MAX, UINT32_MAX};
  for (uint32_t n = 0; n < list->run_count; n++) {
    const dcm_wall_run *run = &list->runs[n];
    for (uint32_t done = 0; done < run->count; done += DCM_CONTACT_BATCH) {
      const uint32_t first = run->first + done, left = run->count - done;
      const uint32_t count = left < DCM_CONTACT_BATCH ? left : DCM_CONTACT_BATCH;
      const uint32_t lanes = dcm_whole_lanes(count);
      double *const x[3] = DCM_VECTOR(r.x, 0);
      dcm_gather_rows(position, list->now.particle + first, lanes, x);
      const int are_all =
          gather_planes(planes, particle, codes, list->now.particle + first, count, &at, &r);
      for (uint32_t k = count; k < lanes; k++)
        r.normal[0][k] = r.normal[1][k] = r.normal[2][k] = r.offset[k] = 0.0;
      DCM_TWO_LOOPS(!are_all, place_at_planes, frame, &r, list, first, lanes);
    }
    dcm_wall_list_fill(list, run);
  }
}
