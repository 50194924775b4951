/* SPDX-License-Identifier: MIT */
#include "contacts/shapes.h"

#include <math.h>
#include <string.h>

#include "contacts/kernels.h"
#include "numeric/simd.h"
#include "shapes/on_walls.h"

/* -------------------------------------------------------------------------------- one contact */

dcm_closeness dcm_stand_ins_of(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                               dcm_vector start, const double *radius, double reach,
                               dcm_stand_ins *s) {
  dcm_closest c;
  const dcm_closeness closeness = dcm_shapes_closest(one, two, apart, start, reach, &c);
  s->normal = s->start = c.normal;
  s->is_at_point = 0;
  if (closeness != DCM_SHAPES_CLOSE)
    return closeness;
  s->depth = c.depth;
  if (radius) {
    s->radius[0] = radius[0];
    s->radius[1] = radius[1];
  } else
    dcm_shapes_radii(one, two, &c, &s->radius[0], &s->radius[1]);
  if (one->kind == DCM_SHAPE_SPHERE && two->kind == DCM_SHAPE_SPHERE) {
    s->separation = apart;
    s->arm[0] = s->arm[1] = dcm_vector_of(0.0, 0.0, 0.0);
    return closeness;
  }
  const double r1 = s->radius[0], r2 = s->radius[1];
  s->separation = dcm_scale(r1 + r2 - c.depth, c.normal);
  s->arm[0] = dcm_add_scaled(c.middle, 0.5 * c.depth - r1, c.normal);
  s->arm[1] = dcm_add_scaled(dcm_subtract(c.middle, apart), r2 - 0.5 * c.depth, c.normal);
  return closeness;
}

dcm_closeness dcm_stand_ins_midway(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                                   const dcm_midway_form *form, int is_of_two, dcm_vector start,
                                   const double *radius, dcm_stand_ins *s) {
  dcm_midway before, m;
  const double share = is_of_two ? 1.0 : 0.0;
  if (radius) {
    before.point = dcm_add_scaled(start, share, apart);
    before.ratio = radius[1] / radius[0];
  }
  const dcm_closeness closeness =
      dcm_shapes_midway(one, two, apart, form, radius ? &before : NULL, &m);
  if (closeness != DCM_SHAPES_CLOSE)
    return closeness;
  s->normal = m.normal;
  s->depth = m.depth;
  s->radius[0] = (1.0 + 1.0 / m.ratio) / m.curvature;
  s->radius[1] = (1.0 + m.ratio) / m.curvature;
  s->separation = dcm_scale(s->radius[0] + s->radius[1] - m.depth, m.normal);
  s->arm[0] = m.point;
  s->arm[1] = dcm_subtract(m.point, apart);
  s->start = dcm_subtract_scaled(m.point, share, apart);
  s->is_at_point = 1;
  return closeness;
}

void dcm_move_torques_to_bodies(dcm_batch *b, const dcm_stand_ins *s) {
  const dcm_vector force = {b->force[0][0], b->force[1][0], b->force[2][0]};
  const dcm_vector on_1 = dcm_cross(s->arm[0], force), on_2 = dcm_cross(force, s->arm[1]);
  const double more_1[] = {on_1.x, on_1.y, on_1.z}, more_2[] = {on_2.x, on_2.y, on_2.z};
  const double share = s->is_at_point ? 0.0 : 1.0;
  for (int d = 0; d < 3; d++) {
    b->torque_1[d][0] = share * b->torque_1[d][0] + more_1[d];
    b->torque_2[d][0] = share * b->torque_2[d][0] + more_2[d];
  }
}

dcm_stand_in_at_wall dcm_stand_in_at_place(const dcm_on_wall *at, double radius) {
  const double r = radius > 0.0 ? radius : at->radius, to_wall = r - at->depth;
  return (dcm_stand_in_at_wall){.depth = at->depth,
                                .radius = r,
                                .distance = to_wall,
                                .separation = dcm_scale(to_wall, at->normal),
                                .arm = dcm_add_scaled(at->point, -r, at->normal),
                                .pitch = at->pitch,
                                .from = {0.0, 0.0, 0.0}};
}

dcm_stand_in_at_wall dcm_stand_in_at_wall_of(const dcm_shape *shape, dcm_vector to_grain, int axis,
                                             double hollow, double radius) {
  const double distance = dcm_length(to_grain);
  const dcm_vector normal = dcm_scale(-1.0 / distance, to_grain);
  dcm_on_wall at;
  if (shape->kind == DCM_SHAPE_SPHERE) {
    const double r = shape->axis[0];
    const dcm_vector none = {0.0, 0.0, 0.0};
    return (dcm_stand_in_at_wall){.depth = r - distance,
                                  .radius = r,
                                  .distance = distance,
                                  .separation = dcm_scale(-1.0, to_grain),
                                  .arm = none,
                                  .from = none};
  }
  if (axis >= 0) {
    const dcm_vector along = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    dcm_shape_in_cone(shape, along, dcm_scale(hollow - distance, normal), hollow, 0.0, &at);
  } else
    dcm_shape_on_plane(shape, normal, distance, &at);
  dcm_stand_in_at_wall s = dcm_stand_in_at_place(&at, radius);
  s.from = dcm_add(dcm_add_scaled(at.point, -at.depth, at.normal), to_grain);
  return s;
}

/* -------------------------------------------------------------------------------- a block */

/** A pair of a block, as it is looked at. */
typedef struct looked_at {
  dcm_pair_block *block;
  uint32_t entry;
  const dcm_shape *one, *two;
  dcm_vector apart;
  double distance;
  double reach; /* beyond touching at which it is in contact */
} looked_at;

static void put_vector(double (*rows)[DCM_BLOCK_ROW], uint32_t k, dcm_vector v) {
  rows[0][k] = v.x;
  rows[1][k] = v.y;
  rows[2][k] = v.z;
}

/** Shows the rule of contacts a pair.
 * @param separation of the spheres, and the distance at which they touch */
static void show(dcm_pair_scratch *s, const looked_at *p, dcm_vector separation, double touch) {
  const uint32_t k = p->entry;
  put_vector(s->separation, k, separation);
  put_vector(s->shapes.centres, k, p->apart);
  s->distance_2[k] = dcm_dot(separation, separation);
  s->touch_2[k] = dcm_contact_range(touch, 0.0, 0).touch_2;
}

static void show_apart(dcm_pair_scratch *s, const looked_at *p) {
  const double touch = p->block->radius_1[p->entry] + p->block->radius_2[p->entry];
  const double far = 2.0 * (touch + p->reach) + p->distance;
  const dcm_vector none = {0.0, 0.0, 0.0};
  for (int side = 0; side < 2; side++)
    put_vector(s->shapes.arm[side], p->entry, none);
  put_vector(s->shapes.before, p->entry, none);
  show(s, p, dcm_scale(far / p->distance, p->apart), touch);
}

static void report(dcm_pair_scratch *s, const looked_at *p) {
  if (!s->fault.found)
    s->fault = (dcm_contact_fault){.found = 1,
                                   .of_shapes = 1,
                                   .particle_1 = p->block->particle_1[p->entry],
                                   .particle_2 = p->block->particle_2[p->entry]};
  show_apart(s, p);
}

/** Shows a contact and gives it its radii, unless it keeps those that it has. */
static void show_contact(const dcm_pair_step *step, const looked_at *p, const dcm_stand_ins *at,
                         int keeps_radii, dcm_pair_scratch *s) {
  dcm_pair_block *b = p->block;
  const uint32_t k = p->entry;
  if (!keeps_radii)
    dcm_pair_list_set_radii(step->list, step->law, b, k, at->radius[0], at->radius[1]);
  put_vector(s->shapes.arm[0], k, at->arm[0]);
  put_vector(s->shapes.arm[1], k, at->arm[1]);
  const double touch = b->radius_1[k] + b->radius_2[k];
  if (at->is_at_point) /* of the separation the direction counts, and that it is short enough */
    s->shapes.depth[k] = at->depth;
  show(s, p, at->is_at_point ? dcm_scale(0.5 * touch, at->normal) : at->separation, touch);
}

/** The bodies are near: a contact at a point. Two that are apart have a plane between them, which
 * costs much less to find than a midway point. */
static void look_midway(const dcm_pair_step *step, const looked_at *p, int began,
                        dcm_pair_scratch *s) {
  dcm_pair_block *b = p->block;
  double *const rows[3] = DCM_VECTOR(b->start, p->entry);
  const dcm_vector start = {*rows[0], *rows[1], *rows[2]};
  const double radius[2] = {b->radius_1[p->entry], b->radius_2[p->entry]};
  const double *ids = step->particles.ids;
  dcm_stand_ins at;
  at.start = dcm_vector_of(0.0, 0.0, 0.0);
  dcm_closest c;
  dcm_closeness closeness = DCM_SHAPES_CLOSE;
  if (!began)
    closeness = dcm_shapes_closest(p->one, p->two, p->apart, start, 0.0, &c);
  if (closeness == DCM_SHAPES_APART)
    at.start = c.normal;
  else
    closeness = dcm_stand_ins_midway(p->one, p->two, p->apart, step->particles.midway,
                                     ids[b->particle_2[p->entry]] < ids[b->particle_1[p->entry]],
                                     start, began ? radius : NULL, &at);
  dcm_store(rows, 0, at.start);
  if (closeness == DCM_SHAPES_CLOSE)
    show_contact(step, p, &at, 0, s);
  else if (closeness == DCM_SHAPES_APART)
    show_apart(s, p);
  else
    report(s, p);
}

/** The bodies are near: a contact of the least depth. */
static void look_near(const dcm_pair_step *step, const looked_at *p, int began,
                      dcm_pair_scratch *s) {
  dcm_pair_block *b = p->block;
  const uint32_t k = p->entry;
  double *const rows[3] = DCM_VECTOR(b->start, 0);
  const dcm_vector start = {rows[0][k], rows[1][k], rows[2][k]};
  const double radius[2] = {b->radius_1[k], b->radius_2[k]};
  dcm_stand_ins at;
  const dcm_closeness closeness =
      dcm_stand_ins_of(p->one, p->two, p->apart, start, began ? radius : NULL, p->reach, &at);
  /* A law knows overlaps of spheres alone, and these have no normal where one holds the centre of
   * the other. */
  const int is_too_deep =
      closeness == DCM_SHAPES_CLOSE &&
      at.depth > 0.9 * (began ? radius[0] + radius[1] : at.radius[0] + at.radius[1]);
  if (closeness == DCM_SHAPES_UNRESOLVED || is_too_deep) {
    report(s, p);
    return;
  }
  dcm_store(rows, k, at.start);
  if (closeness == DCM_SHAPES_APART || at.depth < -p->reach) {
    show_apart(s, p);
    return;
  }
  put_vector(s->shapes.before, k, began ? start : dcm_vector_of(0.0, 0.0, 0.0));
  show_contact(step, p, &at, began, s);
}

double dcm_pair_measure_shapes(const dcm_pair_step *step, dcm_pair_block *b, dcm_pair_scratch *s) {
  const double *position = step->particles.position;
  const dcm_shape *shapes = step->particles.shapes;
  const dcm_pair_list *list = step->list;
  double sum = 0.0;
  s->shapes.at_points = step->particles.midway != NULL;
  for (uint32_t k = 0; k < b->count; k++) {
    const uint32_t i = b->particle_1[k], j = b->particle_2[k];
    const int began = k < b->touching;
    looked_at p = {.block = b, .entry = k, .one = &shapes[i], .two = &shapes[j]};
    p.apart = dcm_subtract(dcm_vector_at(position + 3 * (size_t)j),
                           dcm_vector_at(position + 3 * (size_t)i));
    p.distance = dcm_length(p.apart);
    sum += p.distance;
    if (!began)
      dcm_pair_list_set_radii(step->list, step->law, b, k, p.one->bound, p.two->bound);
    if (list->reaches && (began || list->begins_at_reach))
      p.reach = sqrt(b->persist_2[k]) - (b->radius_1[k] + b->radius_2[k]);
    if (!(p.distance < p.one->bound + p.two->bound + p.reach))
      show_apart(s, &p);
    else if (s->shapes.at_points)
      look_midway(step, &p, began, s);
    else
      look_near(step, &p, began, s);
  }
  for (uint32_t k = b->count; k < dcm_whole_lanes(b->count); k++)
    s->distance_2[k] = s->touch_2[k] = INFINITY;
  return sum;
}

/* -------------------------------------------------------------------------------- a batch */

/** v += sign spin x arm */
static void add_turning(const double *const arm[3], const double *const spin[3], double sign,
                        uint32_t count, double *const velocity[3]) {
  const double *const v[3] = DCM_VECTOR(velocity, 0);
  for (uint32_t k = 0; k < count; k++)
    dcm_store(velocity, k,
              dcm_add_scaled(dcm_load(v, k), sign, dcm_cross(dcm_load(spin, k), dcm_load(arm, k))));
}

/** torque += sign arm x force */
static void add_torque(const double *const arm[3], double sign, uint32_t count,
                       const double (*force)[DCM_CONTACT_ROW], double (*torque)[DCM_CONTACT_ROW]) {
  const double *const f[3] = DCM_VECTOR(force, 0), *const t[3] = DCM_VECTOR(torque, 0);
  double *const sum[3] = DCM_VECTOR(torque, 0);
  for (uint32_t k = 0; k < count; k++)
    dcm_store(sum, k,
              dcm_add_scaled(dcm_load(t, k), sign, dcm_cross(dcm_load(arm, k), dcm_load(f, k))));
}

void dcm_shapes_add_turning(const dcm_shape_rows *rows, uint32_t first, uint32_t count,
                            double *const spin_1[3], double *const spin_2[3],
                            double *const velocity[3]) {
  const double *const arm_1[3] = DCM_VECTOR(rows->arm[0], first);
  const double *const arm_2[3] = DCM_VECTOR(rows->arm[1], first);
  add_turning(arm_2, (const double *const *)spin_2, 1.0, count, velocity);
  add_turning(arm_1, (const double *const *)spin_1, -1.0, count, velocity);
  for (int d = 0; d < 3 && rows->at_points; d++) {
    memset(spin_1[d], 0, count * sizeof(double));
    memset(spin_2[d], 0, count * sizeof(double));
  }
}

void dcm_shapes_put_depths(const dcm_shape_rows *rows, uint32_t first, uint32_t count,
                           double *overlap) {
  memcpy(overlap, rows->depth + first, count * sizeof(double));
}

void dcm_shapes_add_torques(const dcm_shape_rows *rows, uint32_t first, uint32_t count,
                            dcm_results *r) {
  const double *const arm_1[3] = DCM_VECTOR(rows->arm[0], first);
  const double *const arm_2[3] = DCM_VECTOR(rows->arm[1], first);
  for (int d = 0; d < 3 && rows->at_points; d++) {
    memset(r->torque_1[d], 0, count * sizeof(double));
    memset(r->torque_2[d], 0, count * sizeof(double));
  }
  add_torque(arm_1, 1.0, count, (const double(*)[DCM_CONTACT_ROW])r->force, r->torque_1);
  add_torque(arm_2, -1.0, count, (const double(*)[DCM_CONTACT_ROW])r->force, r->torque_2);
}

/** The part of a vector along the axis of a screw, times the pitch. */
static dcm_vector screwed(const dcm_wall_list *list, uint32_t contact, dcm_vector v) {
  const double *const separation[3] = DCM_VECTOR(list->separation, 0);
  const dcm_vector along = dcm_load(separation, contact);
  return dcm_scale(list->pitch[contact] * dcm_dot(along, v) / dcm_dot(along, along), along);
}

void dcm_shapes_turn_at_walls(const dcm_wall_list *list, uint32_t first, uint32_t count,
                              const double *const spin[3], double *const velocity[3]) {
  const double *const arm[3] = DCM_VECTOR(list->arm, first);
  const double *const wall_spin[3] = DCM_VECTOR(list->spin, first);
  const double *const v[3] = DCM_VECTOR(velocity, 0);
  add_turning(arm, spin, 1.0, count, velocity);
  for (uint32_t k = 0; k < count && list->has_pitches; k++)
    if (list->pitch[first + k] != 0.0) {
      const dcm_vector turning = dcm_subtract(dcm_load(spin, k), dcm_load(wall_spin, k));
      dcm_store(velocity, k, dcm_add(dcm_load(v, k), screwed(list, first + k, turning)));
    }
}

void dcm_shapes_add_torques_at_walls(const dcm_wall_list *list, uint32_t first, uint32_t count,
                                     dcm_results *r) {
  const double *const arm[3] = DCM_VECTOR(list->arm, first);
  const double *const force[3] = DCM_VECTOR(r->force, 0);
  double *const torque[3] = DCM_VECTOR(r->torque_1, 0);
  const double *const t[3] = DCM_VECTOR(torque, 0);
  add_torque(arm, 1.0, count, (const double(*)[DCM_CONTACT_ROW])r->force, r->torque_1);
  for (uint32_t k = 0; k < count && list->has_pitches; k++)
    if (list->pitch[first + k] != 0.0)
      dcm_store(torque, k, dcm_add(dcm_load(t, k), screwed(list, first + k, dcm_load(force, k))));
}
