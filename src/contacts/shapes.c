/* SPDX-License-Identifier: MIT */
#include "contacts/shapes.h"

#include <math.h>
#include <string.h>

#include "contacts/kernels.h"
#include "numeric/simd.h"
#include "shapes/on_walls.h"

/* -------------------------------------------------------------------------------- one contact */

void dcm_stand_ins_at(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                      const dcm_closest *at, const double *radius, dcm_stand_ins *s) {
  s->normal = s->start = at->normal;
  s->is_at_point = 0;
  s->depth = at->depth;
  if (radius) {
    s->radius[0] = radius[0];
    s->radius[1] = radius[1];
  } else
    dcm_shapes_radii(one, two, at, &s->radius[0], &s->radius[1]);
  if (one->kind == DCM_SHAPE_SPHERE && two->kind == DCM_SHAPE_SPHERE) {
    s->separation = apart;
    s->arm[0] = s->arm[1] = dcm_vector_of(0.0, 0.0, 0.0);
    return;
  }
  const double r1 = s->radius[0], r2 = s->radius[1];
  s->separation = dcm_scale(r1 + r2 - at->depth, at->normal);
  s->arm[0] = dcm_add_scaled(at->middle, 0.5 * at->depth - r1, at->normal);
  s->arm[1] = dcm_add_scaled(dcm_subtract(at->middle, apart), r2 - 0.5 * at->depth, at->normal);
}

dcm_closeness dcm_stand_ins_of(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                               dcm_vector start, const double *radius, double reach,
                               dcm_stand_ins *s) {
  dcm_closest at;
  const dcm_closeness closeness = dcm_shapes_closest(one, two, apart, start, reach, &at);
  s->normal = s->start = at.normal;
  if (closeness == DCM_SHAPES_CLOSE)
    dcm_stand_ins_at(one, two, apart, &at, radius, s);
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
