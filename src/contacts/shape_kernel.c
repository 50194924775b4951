/* SPDX-License-Identifier: MIT */
#include "contacts/kernels.h"
#include "contacts/shapes.h"
#include "runtime/law.h"
#include "shapes/ellipsoids.h"

/** A pair of a block, as it is looked at. */
typedef struct looked_at {
  dcm_pair_block *block;
  uint32_t entry;
  int began; /* in a step before */
  const dcm_shape *one, *two;
  dcm_vector apart;
  double distance;
  double reach; /* beyond touching at which it is in contact */
} looked_at;

/** Pairs of ellipsoids that are searched side by side. */
typedef struct together {
  dcm_ellipsoid_rows rows;
  looked_at pairs[DCM_ELLIPSOID_ROW];
  uint32_t count;
} together;

/* -------------------------------------------------------------------------------- what is shown */

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
  s->distance_2[k] = dcm_dot(separation, separation);
  s->touch_2[k] = dcm_contact_range(touch, 0.0, 0).touch_2;
}

static void show_arms(dcm_pair_scratch *s, const looked_at *p, dcm_vector one, dcm_vector two) {
  put_vector(s->shapes.arm[0], p->entry, one);
  put_vector(s->shapes.arm[1], p->entry, two);
}

static void show_apart(dcm_pair_scratch *s, const looked_at *p) {
  const double touch = p->block->radius_1[p->entry] + p->block->radius_2[p->entry];
  const double far = 2.0 * (touch + p->reach) + p->distance;
  const dcm_vector none = {0.0, 0.0, 0.0};
  show_arms(s, p, none, none);
  put_vector(s->shapes.before, p->entry, none);
  show(s, p, dcm_scale(far / p->distance, p->apart), touch);
}

static void show_fault(dcm_pair_scratch *s, const looked_at *p) {
  if (!s->fault.found)
    s->fault = (dcm_contact_fault){.found = 1,
                                   .of_shapes = 1,
                                   .particle_1 = p->block->particle_1[p->entry],
                                   .particle_2 = p->block->particle_2[p->entry]};
  show_apart(s, p);
}

/** A law knows overlaps of spheres alone, and these have no normal where one holds the centre of
 * the other.
 * @param touch sum of the radii */
DCM_SPECIALISED int is_too_deep(double depth, double touch) {
  return depth > 0.9 * touch;
}

/** Shows a contact and gives it its radii, unless it keeps those that it has. */
static void show_contact(const dcm_pair_step *step, const looked_at *p, const dcm_stand_ins *at,
                         int keeps_radii, dcm_pair_scratch *s) {
  dcm_pair_block *b = p->block;
  const uint32_t k = p->entry;
  if (!keeps_radii)
    dcm_pair_list_set_radii(step->list, step->law, b, k, at->radius[0], at->radius[1]);
  show_arms(s, p, at->arm[0], at->arm[1]);
  const double touch = b->radius_1[k] + b->radius_2[k];
  if (at->is_at_point) /* of the separation the direction counts, and that it is short enough */
    s->shapes.depth[k] = at->depth;
  show(s, p, at->is_at_point ? dcm_scale(0.5 * touch, at->normal) : at->separation, touch);
}

/* -------------------------------------------------------------------------------- a pair */

/** Shows a place that was found.
 * @param at of two that are close; else its normal alone */
static void settle(const dcm_pair_step *step, const looked_at *p, dcm_closeness closeness,
                   const dcm_closest *at, dcm_pair_scratch *s) {
  dcm_pair_block *b = p->block;
  const uint32_t k = p->entry;
  double *const normal[3] = DCM_VECTOR(b->start, 0);
  const double radius[2] = {b->radius_1[k], b->radius_2[k]};
  dcm_stand_ins spheres = {.depth = 0.0};
  if (closeness == DCM_SHAPES_CLOSE)
    dcm_stand_ins_at(p->one, p->two, p->apart, at, p->began ? radius : NULL, &spheres);
  if (closeness == DCM_SHAPES_UNRESOLVED ||
      is_too_deep(spheres.depth, spheres.radius[0] + spheres.radius[1])) {
    show_fault(s, p);
    return;
  }
  const double *const old[3] = DCM_VECTOR(b->start, 0);
  const dcm_vector before = p->began ? dcm_load(old, k) : dcm_vector_of(0.0, 0.0, 0.0);
  dcm_store(normal, k, at->normal);
  if (closeness == DCM_SHAPES_APART || spheres.depth < -p->reach) {
    show_apart(s, p);
    return;
  }
  put_vector(s->shapes.before, k, before);
  show_contact(step, p, &spheres, p->began, s);
}

/** The normal of the step before, or the null vector. */
static dcm_vector start_of(const looked_at *p) {
  const double *const normal[3] = DCM_VECTOR(p->block->start, 0);
  return dcm_load(normal, p->entry);
}

static void search(const dcm_pair_step *step, const looked_at *p, dcm_pair_scratch *s) {
  dcm_closest at;
  const dcm_closeness closeness =
      dcm_shapes_closest(p->one, p->two, p->apart, start_of(p), p->reach, &at);
  settle(step, p, closeness, &at, s);
}

/** A contact at a point. Two that are apart have a plane between them, which costs much less to
 * find than a midway point. */
static void search_midway(const dcm_pair_step *step, const looked_at *p, dcm_pair_scratch *s) {
  const dcm_pair_block *b = p->block;
  double *const rows[3] = DCM_VECTOR(b->start, p->entry);
  const dcm_vector start = start_of(p);
  const double radius[2] = {b->radius_1[p->entry], b->radius_2[p->entry]};
  const double *ids = step->particles.ids;
  dcm_stand_ins at;
  at.start = dcm_vector_of(0.0, 0.0, 0.0);
  dcm_closest c;
  dcm_closeness closeness = DCM_SHAPES_CLOSE;
  if (!p->began)
    closeness = dcm_shapes_closest(p->one, p->two, p->apart, start, 0.0, &c);
  if (closeness == DCM_SHAPES_APART)
    at.start = c.normal;
  else
    closeness = dcm_stand_ins_midway(p->one, p->two, p->apart, step->particles.midway,
                                     ids[b->particle_2[p->entry]] < ids[b->particle_1[p->entry]],
                                     start, p->began ? radius : NULL, &at);
  dcm_store(rows, 0, at.start);
  if (closeness == DCM_SHAPES_CLOSE)
    show_contact(step, p, &at, 0, s);
  else if (closeness == DCM_SHAPES_APART)
    show_apart(s, p);
  else
    show_fault(s, p);
}

/* -------------------------------------------------------------------------------- ellipsoids */

static void put_spread(double (*rows)[DCM_ELLIPSOID_ROW], uint32_t k, const dcm_matrix3 *m) {
  rows[0][k] = m->xx;
  rows[1][k] = m->yy;
  rows[2][k] = m->zz;
  rows[3][k] = m->xy;
  rows[4][k] = m->xz;
  rows[5][k] = m->yz;
}

static void put_lane(dcm_ellipsoid_rows *r, uint32_t k, const looked_at *p) {
  dcm_vector start = start_of(p);
  if (dcm_dot(start, start) == 0.0)
    start = dcm_scale(1.0 / p->distance, p->apart);
  put_spread(r->spread[0], k, &p->one->spread);
  put_spread(r->spread[1], k, &p->two->spread);
  double *const apart[3] = DCM_VECTOR(r->apart, 0), *const normal[3] = DCM_VECTOR(r->normal, 0);
  dcm_store(apart, k, p->apart);
  dcm_store(normal, k, start);
  r->reach[k] = p->reach;
}

/** Searches the pairs that wait. */
static void search_together(const dcm_pair_step *step, together *t, dcm_pair_scratch *s) {
  dcm_ellipsoid_rows *r = &t->rows;
  for (uint32_t k = 0; k < dcm_whole_lanes(t->count); k++)
    put_lane(r, k, &t->pairs[k < t->count ? k : t->count - 1]);
  DCM_ISA_NAME(dcm_ellipsoids_search)(r, t->count);
  const double *const normal[3] = DCM_VECTOR(r->normal, 0);
  const double *const middle[3] = DCM_VECTOR(r->middle, 0);
  for (uint32_t k = 0; k < t->count; k++) {
    const looked_at *p = &t->pairs[k];
    if (r->end[k] == DCM_ELLIPSOIDS_UNKNOWN) {
      search(step, p, s);
      continue;
    }
    const int is_close = r->end[k] == DCM_ELLIPSOIDS_CLOSE;
    dcm_closest at;
    at.depth = r->depth[k];
    at.normal = dcm_load(normal, k);
    at.middle = dcm_load(middle, k);
    if (is_close && !p->began)
      dcm_closest_points(p->one, p->two, &at);
    settle(step, p, is_close ? DCM_SHAPES_CLOSE : DCM_SHAPES_APART, &at, s);
  }
  t->count = 0;
}

/* -------------------------------------------------------------------------------- a block */

static int are_ellipsoids(const looked_at *p) {
  return p->one->kind <= DCM_SHAPE_ELLIPSOID && p->two->kind <= DCM_SHAPE_ELLIPSOID &&
         p->one->kind + p->two->kind > 0;
}

/** Looks at a pair, or lets it wait. */
static void look(const dcm_pair_step *step, const looked_at *p, together *t, dcm_pair_scratch *s) {
  if (!(p->distance < p->one->bound + p->two->bound + p->reach))
    show_apart(s, p);
  else if (s->shapes.at_points)
    search_midway(step, p, s);
  else if (are_ellipsoids(p) && p->distance > 0.0) {
    t->pairs[t->count++] = *p;
    if (t->count == DCM_ELLIPSOID_ROW)
      search_together(step, t, s);
  } else
    search(step, p, s);
}

/** The vectors from centre to centre, and their lengths.
 * @return the sum of the lengths, which is finite if all are */
static double measure_centres(const dcm_pair_block *b, const double *position,
                              dcm_pair_scratch *s) {
  const uint32_t n = dcm_whole_lanes(b->count);
  double *const rows[3] = DCM_VECTOR(s->shapes.centres, 0);
  dcm_gather_differences(position, b->particle_1, b->particle_2, n, rows);
  const double *const centres[3] = DCM_VECTOR(rows, 0);
  double *distance = s->shapes.distance, sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++) {
    distance[k] = dcm_length(dcm_load(centres, k));
    sum += distance[k];
  }
  return sum;
}

/** Gives pairs that are not in contact the bounding radii.
 * @return whether all particles of the block are spheres */
static int set_bounds(const dcm_pair_step *step, dcm_pair_block *b) {
  const dcm_shape *shapes = step->particles.shapes;
  int kinds = DCM_SHAPE_SPHERE;
  for (uint32_t k = 0; k < b->count; k++) {
    const dcm_shape *one = &shapes[b->particle_1[k]], *two = &shapes[b->particle_2[k]];
    kinds |= one->kind | two->kind;
    if (k >= b->touching)
      dcm_pair_list_set_radii(step->list, step->law, b, k, one->bound, two->bound);
  }
  return kinds == DCM_SHAPE_SPHERE;
}

/** Shows pairs of spheres as the loops over spheres do.
 * @return the number of pairs that overlap too deep */
static double show_spheres(const dcm_pair_block *b, dcm_pair_scratch *s) {
  const double *const centres[3] = DCM_VECTOR(s->shapes.centres, 0);
  double *const separation[3] = DCM_VECTOR(s->separation, 0);
  double *const normal[3] = DCM_VECTOR(b->start, 0);
  double *const arm_1[3] = DCM_VECTOR(s->shapes.arm[0], 0);
  double *const arm_2[3] = DCM_VECTOR(s->shapes.arm[1], 0);
  const double *radius_1 = b->radius_1, *radius_2 = b->radius_2;
  const double *distance = s->shapes.distance;
  const double *const old[3] = DCM_VECTOR(b->start, 0);
  double *const before[3] = DCM_VECTOR(s->shapes.before, 0);
  double *distance_2 = s->distance_2, *touch_2 = s->touch_2, too_deep = 0.0;
  DCM_SIMD_SUM(too_deep)
  for (uint32_t k = 0; k < dcm_whole_lanes(b->count); k++) {
    const dcm_vector d = dcm_load(centres, k);
    const double touch = radius_1[k] + radius_2[k];
    dcm_store(separation, k, d);
    dcm_store(before, k, dcm_scale(k < b->touching ? 1.0 : 0.0, dcm_load(old, k)));
    dcm_store(normal, k, dcm_scale(distance[k] > 0.0 ? 1.0 / distance[k] : 0.0, d));
    dcm_store(arm_1, k, dcm_vector_of(0.0, 0.0, 0.0));
    dcm_store(arm_2, k, dcm_vector_of(0.0, 0.0, 0.0));
    distance_2[k] = dcm_dot(d, d);
    touch_2[k] = dcm_contact_range(touch, 0.0, 0).touch_2;
    too_deep += is_too_deep(touch - distance[k], touch) ? 1.0 : 0.0;
  }
  return too_deep;
}

double DCM_ISA_NAME(dcm_pair_measure_shapes)(const dcm_pair_step *step, dcm_pair_block *b,
                                             dcm_pair_scratch *s) {
  const dcm_shape *shapes = step->particles.shapes;
  const dcm_pair_list *list = step->list;
  const double *const centres[3] = DCM_VECTOR(s->shapes.centres, 0);
  together waiting;
  waiting.count = 0;
  double sum, too_deep = 1.0;
  DCM_VECTOR_LOOP sum = measure_centres(b, step->particles.position, s);
  s->shapes.at_points = step->particles.midway != NULL;
  if (set_bounds(step, b) && !s->shapes.at_points)
    DCM_VECTOR_LOOP too_deep = show_spheres(b, s);
  for (uint32_t k = 0; k < b->count && too_deep != 0.0; k++) {
    looked_at p = {.block = b,
                   .entry = k,
                   .began = k < b->touching,
                   .one = &shapes[b->particle_1[k]],
                   .two = &shapes[b->particle_2[k]],
                   .apart = dcm_load(centres, k),
                   .distance = s->shapes.distance[k]};
    if (list->reaches && (p.began || list->begins_at_reach))
      p.reach = sqrt(b->persist_2[k]) - (b->radius_1[k] + b->radius_2[k]);
    look(step, &p, &waiting, s);
  }
  if (waiting.count)
    search_together(step, &waiting, s);
  for (uint32_t k = b->count; k < dcm_whole_lanes(b->count); k++)
    s->distance_2[k] = s->touch_2[k] = INFINITY;
  return sum;
}
