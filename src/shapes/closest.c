/* SPDX-License-Identifier: MIT */
#include "shapes/closest.h"

#include <math.h>

#include "shapes/ellipsoids.h"
#include "shapes/least.h"

/** Two bodies, and a direction between them. */
typedef struct pair {
  const dcm_shape *one, *two;
  dcm_vector apart;
  double size;  /* of the smaller one */
  double large; /* of the other one */
  double flat;  /* curvature that counts as none: two faces have none, half of the rest for each */
} pair;

typedef struct place {
  dcm_vector normal;           /* from 1 to 2, in space */
  dcm_surface_point one, two;  /* each in the frame of its body */
  dcm_vector point_1, point_2; /* in space, each from its centre */
  double depth;
} place;

static void finish(const pair *p, place *at) {
  at->point_1 = dcm_to_space(p->one, at->one.point);
  at->point_2 = dcm_to_space(p->two, at->two.point);
  at->depth = at->one.height + at->two.height - dcm_dot(at->normal, p->apart);
}

/** The place of a direction. */
static place of_direction(const pair *p, dcm_vector normal) {
  place at = {.normal = normal};
  at.one = dcm_shape_support(p->one, dcm_to_body(p->one, normal));
  at.two = dcm_shape_support(p->two, dcm_scale(-1.0, dcm_to_body(p->two, normal)));
  finish(p, &at);
  return at;
}

/** The place whose normal is that of body 1 on a ray from its centre, or else of body 2. */
static place of_ray(const pair *p, int is_of_two, dcm_vector through) {
  place at;
  if (is_of_two) {
    at.two = dcm_shape_on_ray(p->two, dcm_to_body(p->two, through));
    at.normal = dcm_scale(-1.0, dcm_to_space(p->two, at.two.normal));
    at.one = dcm_shape_support(p->one, dcm_to_body(p->one, at.normal));
  } else {
    at.one = dcm_shape_on_ray(p->one, dcm_to_body(p->one, through));
    at.normal = dcm_to_space(p->one, at.one.normal);
    at.two = dcm_shape_support(p->two, dcm_scale(-1.0, dcm_to_body(p->two, at.normal)));
  }
  finish(p, &at);
  return at;
}

/** From point 2 to point 1, across the normal. */
static dcm_vector gap_of(const pair *p, const place *at) {
  const dcm_vector gap = dcm_subtract(dcm_subtract(at->point_1, at->point_2), p->apart);
  return dcm_subtract_scaled(gap, dcm_dot(gap, at->normal), at->normal);
}

/* -------------------------------------------------------------------------------- a step */

/** The numbers of a place that a step needs. */
typedef struct slope {
  dcm_vector tangent[2];
  double rest[2]; /* of the gap across the normal: the gradient of the depth */
  dcm_matrix2 k1, k2;
} slope;

/** The curvatures along the tangents. */
static void bend(const dcm_shape *one, const dcm_shape *two, const dcm_surface_point *at_1,
                 const dcm_surface_point *at_2, slope *s) {
  s->k1 = dcm_shape_curvature(one, at_1, dcm_to_body(one, s->tangent[0]),
                              dcm_to_body(one, s->tangent[1]));
  s->k2 = dcm_shape_curvature(two, at_2, dcm_to_body(two, s->tangent[0]),
                              dcm_to_body(two, s->tangent[1]));
}

static void look(const pair *p, const place *at, slope *s) {
  dcm_tangents(at->normal, &s->tangent[0], &s->tangent[1]);
  const dcm_vector gap = dcm_subtract(dcm_subtract(at->point_1, at->point_2), p->apart);
  for (int t = 0; t < 2; t++)
    s->rest[t] = dcm_dot(gap, s->tangent[t]);
  bend(p->one, p->two, &at->one, &at->two, s);
}

/** Newton's step. The gradient of the depth on the sphere is the rest g, and its derivative
 * H1 + H2 - depth, with the radii of curvature H = 1/K. Radii are infinite in the middle of faces,
 * curvatures are finite everywhere: so the step is taken as the movement u of the point of the
 * flatter body, of which the normal is a smooth function: with K1 u for the turn of the normal,
 *
 *     (K2 + K1 - depth K2 K1) u = -K2 g,
 *
 * and likewise for body 2. Where the depth makes the matrix indefinite, less of it counts: the step
 * then still goes down.
 * @param is_of_two whether the point of the rounder body moves; receives whether it is that of 2
 * @param turn      receives the size of the turn of the normal
 * @return u in space */
static dcm_vector newton(const pair *p, const place *at, const slope *s, int *is_of_two,
                         double *turn) {
  double low_1, high_1, low_2, high_2;
  dcm_eigenvalues(s->k1, &high_1, &low_1);
  dcm_eigenvalues(s->k2, &high_2, &low_2);
  const dcm_matrix2 k1 = {s->k1.xx + p->flat, s->k1.xy, s->k1.yy + p->flat};
  const dcm_matrix2 k2 = {s->k2.xx + p->flat, s->k2.xy, s->k2.yy + p->flat};
  const double room = 0.9 * (1.0 / (high_1 + p->flat) + 1.0 / (high_2 + p->flat));
  const double depth = fmin(at->depth, room);
  *is_of_two = (low_2 < low_1) != *is_of_two;
  const dcm_matrix2 a = *is_of_two ? k2 : k1, b = *is_of_two ? k1 : k2;
  const double sign = *is_of_two ? 1.0 : -1.0;
  /* b a is not symmetric. */
  const double xx = a.xx + b.xx - depth * (b.xx * a.xx + b.xy * a.xy);
  const double xy = a.xy + b.xy - depth * (b.xx * a.xy + b.xy * a.yy);
  const double yx = a.xy + b.xy - depth * (b.xy * a.xx + b.yy * a.xy);
  const double yy = a.yy + b.yy - depth * (b.xy * a.xy + b.yy * a.yy);
  const double f = sign * (b.xx * s->rest[0] + b.xy * s->rest[1]);
  const double g = sign * (b.xy * s->rest[0] + b.yy * s->rest[1]);
  const double over = 1.0 / (xx * yy - xy * yx);
  const double u = over * (yy * f - xy * g), v = over * (xx * g - yx * f);
  const double along = a.xx * u + a.xy * v, across = a.xy * u + a.yy * v;
  *turn = sqrt(along * along + across * across);
  return dcm_add_scaled(dcm_scale(u, s->tangent[0]), v, s->tangent[1]);
}

/** The search goes on where the depth is less, or as small as rounding lets it be seen. A
 * small step changes the depth by less than rounding does, and finds the points. */
static int goes_down(const pair *p, const place *from, const place *to, int is_small) {
  return to->depth <= from->depth + (is_small ? 1e-14 : 4e-16) * p->size;
}

enum { MOST_STEPS = 60, MOST_HALVINGS = 12 };

/* Rounding changes depths by less than this part of the larger size. */
static const double UNSEEN = 1e-14;

/** Newton's search from a place.
 * @return whether it came to rest, or found the two apart */
static int descend(const pair *p, place *at, slope *s, double reach, int *steps) {
  const double least = 1e-7 * p->size; /* such a step is not seen in the depth */
  double before = 1e-3 * p->size;      /* length of the step before; so much for the first */
  int other = 0;
  for (int step = 0; step < MOST_STEPS; step++, ++*steps) {
    if (at->depth < -reach)
      return 1;
    look(p, at, s);
    int is_of_two = other; /* after a step that was halved, the point of the other body moves */
    double turn;
    const dcm_vector move = newton(p, at, s, &is_of_two, &turn);
    const double length = dcm_length(move);
    const double bound = is_of_two ? p->two->bound : p->one->bound;
    double part = fmin(1.0, 0.5 / fmax(turn, length / bound));
    /* The point of the other body moves by the rest of the gap. */
    const double rest = sqrt(s->rest[0] * s->rest[0] + s->rest[1] * s->rest[1]);
    const int is_small = (length <= least && rest <= least) || turn <= 1e-14;
    const int is_unseen = rest * turn <= UNSEEN * p->large;
    /* The step behind this one would be shorter by at least the same factor. */
    const int is_last = is_small && !other && length * length <= 1e-12 * p->size * before;
    place next;
    int halvings = 0;
    for (; halvings < MOST_HALVINGS; halvings++, part *= 0.5) {
      const dcm_vector point = is_of_two ? at->point_2 : at->point_1;
      next = of_ray(p, is_of_two, dcm_add_scaled(point, part, move));
      if (goes_down(p, at, &next, is_small) || (next.depth <= at->depth + UNSEEN * p->large &&
                                                dcm_length(gap_of(p, &next)) < 0.5 * rest))
        break;
      if (is_unseen)
        return 1;
    }
    if (halvings == MOST_HALVINGS)
      return is_small;
    *at = next;
    if (is_last && halvings == 0)
      return 1;
    const int turns = halvings > 0 || (is_small && other);
    other = turns ? !other : other;
    before = turns ? 0.0 : length;
  }
  return 0;
}

static double depth_along(const void *of_pair, dcm_vector normal) {
  return of_direction(of_pair, normal).depth;
}

/** A search without derivatives, where the other does not come to rest. */
static void compass(const pair *p, place *at, double reach, int *steps) {
  const double before = at->depth;
  dcm_vector normal = at->normal;
  double depth = before;
  *steps += dcm_least_normal(depth_along, p, 1e-9, -reach, &normal, &depth);
  if (depth < before)
    *at = of_direction(p, normal);
}

/** Closes the gap across the normal, where that turns the normal by no more than rounding does. On
 * a flat side or along a flat edge such a turn moves the point of a normal far, so that the points
 * of one normal may stand far from each other. */
static void close_gap(const pair *p, place *at) {
  enum { MOST = 20 };
  for (int step = 0; step < MOST; step++) {
    const dcm_vector gap = gap_of(p, at);
    const double rest = dcm_length(gap);
    if (!(rest > 1e-9 * p->size))
      return;
    slope s;
    look(p, at, &s);
    int is_of_two = 0;
    double turn;
    const dcm_vector move = newton(p, at, &s, &is_of_two, &turn);
    if (!(rest * turn <= 1e3 * UNSEEN * p->large && dcm_length(move) < p->large))
      return;
    const dcm_vector move_1 = is_of_two ? dcm_subtract(move, gap) : move;
    const dcm_vector to_1 = dcm_add(at->point_1, move_1);
    const dcm_vector to_2 = dcm_add(at->point_2, dcm_add(move_1, gap));
    at->one = dcm_shape_on_ray(p->one, dcm_to_body(p->one, to_1));
    at->two = dcm_shape_on_ray(p->two, dcm_to_body(p->two, to_2));
    at->point_1 = dcm_to_space(p->one, at->one.point);
    at->point_2 = dcm_to_space(p->two, at->two.point);
  }
}

/* -------------------------------------------------------------------------------- two bodies */

static void report(const pair *p, const place *at, dcm_closest *found) {
  found->depth = at->depth;
  found->middle = dcm_scale(0.5, dcm_add(at->point_1, dcm_add(p->apart, at->point_2)));
  found->one = at->one;
  found->two = at->two;
}

/** Two spheres, by the operations of the loops over spheres. */
static dcm_closeness of_spheres(const pair *p, double reach, dcm_closest *found) {
  const double r1 = p->one->axis[0], r2 = p->two->axis[0];
  const double distance = dcm_length(p->apart);
  found->depth = r1 + r2 - distance;
  found->normal = dcm_scale(distance > 0.0 ? 1.0 / distance : 0.0, p->apart);
  found->middle = dcm_scale(r1 - 0.5 * found->depth, found->normal);
  return found->depth < -reach ? DCM_SHAPES_APART : DCM_SHAPES_CLOSE;
}

/** The walk of ellipsoids.h from a normal. */
static double walk(const pair *p, double reach, dcm_closest *found) {
  const dcm_matrix3 a = p->one->spread, b = p->two->spread;
  dcm_ellipsoid_walk w = {found->normal, INFINITY, 1.0};
  for (; found->steps < DCM_ELLIPSOID_STEPS && w.moves > 0.0; found->steps++)
    w = dcm_ellipsoid_walk_on(a, b, p->apart, reach, w);
  const dcm_ellipsoid_end end = dcm_ellipsoid_end_of(a, b, p->apart, reach, w);
  if (end.how == DCM_ELLIPSOIDS_UNKNOWN)
    return end.how;
  found->normal = end.normal;
  found->depth = end.depth;
  found->middle = end.middle;
  return end.how;
}

void dcm_closest_points(const dcm_shape *one, const dcm_shape *two, dcm_closest *found) {
  found->one = dcm_shape_support(one, dcm_to_body(one, found->normal));
  found->two = dcm_shape_support(two, dcm_scale(-1.0, dcm_to_body(two, found->normal)));
}

/** Whether a plane across a direction is between the two, and even by the bounds of the heights. */
static int are_far(const pair *p, dcm_vector n, double reach) {
  return dcm_shape_height_bound(p->one, dcm_to_body(p->one, n)) +
             dcm_shape_height_bound(p->two, dcm_to_body(p->two, n)) <
         dcm_dot(n, p->apart) - reach;
}

dcm_closeness dcm_shapes_closest(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                                 dcm_vector start, double reach, dcm_closest *found) {
  const double size = fmin(one->bound, two->bound);
  pair p = {one, two, apart, size, fmax(one->bound, two->bound), 1e-9 / size};
  found->steps = 0;
  if (one->kind == DCM_SHAPE_SPHERE && two->kind == DCM_SHAPE_SPHERE)
    return of_spheres(&p, reach, found);
  const double known = dcm_length(start), distance = dcm_length(apart);
  if (!(distance > 0.0) && !(known > 0.0))
    return DCM_SHAPES_UNRESOLVED;
  found->normal = known > 0.0 ? dcm_scale(1.0 / known, start) : dcm_scale(1.0 / distance, apart);
  if (one->kind <= DCM_SHAPE_ELLIPSOID && two->kind <= DCM_SHAPE_ELLIPSOID) {
    const double end = walk(&p, reach, found);
    if (end == DCM_ELLIPSOIDS_CLOSE)
      dcm_closest_points(one, two, found);
    if (end != DCM_ELLIPSOIDS_UNKNOWN)
      return end == DCM_ELLIPSOIDS_CLOSE ? DCM_SHAPES_CLOSE : DCM_SHAPES_APART;
  }
  if (are_far(&p, found->normal, reach))
    return DCM_SHAPES_APART;
  place at = of_direction(&p, found->normal);
  slope s;
  int is_found = descend(&p, &at, &s, reach, &found->steps);
  if (!is_found) {
    p.flat = 1e-20 / size;
    is_found = descend(&p, &at, &s, reach, &found->steps);
  }
  if (!is_found) {
    compass(&p, &at, reach, &found->steps);
    is_found = descend(&p, &at, &s, reach, &found->steps) || isfinite(at.depth);
  }
  found->normal = at.normal;
  if (at.depth < -reach)
    return DCM_SHAPES_APART;
  if (!is_found || !isfinite(at.depth))
    return DCM_SHAPES_UNRESOLVED;
  p.flat = 1e-20 / size;
  close_gap(&p, &at);
  report(&p, &at, found);
  return DCM_SHAPES_CLOSE;
}

void dcm_shapes_radii(const dcm_shape *one, const dcm_shape *two, const dcm_closest *found,
                      double *radius_1, double *radius_2) {
  if (one->kind == DCM_SHAPE_SPHERE && two->kind == DCM_SHAPE_SPHERE) {
    *radius_1 = one->axis[0];
    *radius_2 = two->axis[0];
    return;
  }
  slope s = {.k1 = {0.0, 0.0, 0.0}};
  dcm_tangents(found->normal, &s.tangent[0], &s.tangent[1]);
  bend(one, two, &found->one, &found->two, &s);
  const dcm_matrix2 k1 = dcm_limit_curvature(one, s.k1), k2 = dcm_limit_curvature(two, s.k2);
  const dcm_matrix2 sum = {k1.xx + k2.xx, k1.xy + k2.xy, k1.yy + k2.yy};
  const double radius = dcm_radius_of_curvatures(sum);
  const double mean_1 = sqrt(k1.xx * k1.yy - k1.xy * k1.xy);
  const double mean_2 = sqrt(k2.xx * k2.yy - k2.xy * k2.xy);
  *radius_1 = radius * (1.0 + mean_2 / mean_1);
  *radius_2 = radius * (1.0 + mean_1 / mean_2);
}
