/* SPDX-License-Identifier: MIT */
#include "shapes/on_walls.h"

#include <math.h>

#include "shapes/least.h"

void dcm_shape_on_bend(const dcm_shape *shape, dcm_vector normal, dcm_vector along,
                       double bend_along, double bend_around, dcm_on_wall *found) {
  const dcm_vector inside = dcm_to_body(shape, normal), one = dcm_to_body(shape, along);
  const dcm_surface_point at = dcm_shape_support(shape, inside);
  dcm_matrix2 k = dcm_shape_curvature(shape, &at, one, dcm_cross(inside, one));
  k.xx += bend_along;
  k.yy += bend_around;
  found->normal = normal;
  found->point = dcm_to_space(shape, at.point);
  k = dcm_limit_curvature(shape, k);
  double high, low;
  dcm_eigenvalues(k, &high, &low);
  found->radius = dcm_radius_of_curvatures(k);
  found->round = 1.0 / high;
  found->pitch = 0.0;
}

void dcm_shape_on_plane(const dcm_shape *shape, dcm_vector normal, double distance,
                        dcm_on_wall *found) {
  dcm_vector along, around;
  dcm_tangents(normal, &along, &around);
  dcm_shape_on_bend(shape, normal, along, 0.0, 0.0, found);
  found->depth = dcm_dot(found->point, normal) - distance;
}

void dcm_shape_at_place(const dcm_shape *shape, dcm_vector normal, dcm_vector place, double depth,
                        dcm_on_wall *found) {
  dcm_shape_on_plane(shape, normal, 0.0, found);
  found->depth = depth;
  found->point = dcm_add_scaled(place, depth, normal);
}

/** The normals of a hollow cone: (cos(angle) x + sin(angle) y - slant z), over its length. */
typedef struct cone {
  const dcm_shape *shape;
  dcm_vector centre; /* of the body, from the axis */
  dcm_vector x, y, z;
  double slant, over;
} cone;

static dcm_vector across(const cone *c, double angle) {
  return dcm_add_scaled(dcm_scale(cos(angle), c->x), sin(angle), c->y);
}

static dcm_vector normal_of(const cone *c, double angle) {
  return dcm_scale(c->over, dcm_subtract_scaled(across(c, angle), c->slant, c->z));
}

/** The point of the body that is deepest along a normal, from the axis. */
static dcm_vector deepest(const cone *c, dcm_vector normal) {
  const dcm_surface_point at = dcm_shape_support(c->shape, dcm_to_body(c->shape, normal));
  return dcm_add(c->centre, dcm_to_space(c->shape, at.point));
}

static double reach(const cone *c, double angle) {
  const dcm_vector n = normal_of(c, angle);
  return dcm_dot(n, deepest(c, n));
}

/** How the height above the wall changes with the angle: minus the change of the depth. */
static double rise(const void *of_cone, double angle) {
  const cone *c = of_cone;
  const dcm_vector next = dcm_add_scaled(dcm_scale(-sin(angle), c->x), cos(angle), c->y);
  return -dcm_dot(next, deepest(c, normal_of(c, angle)));
}

/** The deepest place that has been found. */
typedef struct found_angle {
  double angle, reach;
} found_angle;

/** Looks at angles from a first one on. Between two of them the reach is larger than at both by no
 * more than the curvature of a circle lets it: steps where it may be the largest of all are looked
 * at more closely, twice, and searched where it grows at the beginning and falls at the end. Two
 * peaks may be so near each other that no angle between shows a fall. */
static void look_from(const cone *c, double first, int steps, double step, int level,
                      found_angle *best) {
  enum { MOST_STEPS = 64, CLOSER = 8, LEVELS = 2 };
  double at[MOST_STEPS + 1];
  const double size = c->shape->bound;
  const double more = 0.125 * step * step * (size + dcm_length(c->centre));
  for (int k = 0; k <= steps; k++) {
    at[k] = reach(c, first + k * step);
    if (at[k] > best->reach)
      *best = (found_angle){first + k * step, at[k]};
  }
  for (int k = 0; k < steps; k++) {
    const double low = first + k * step, high = low + step;
    if (fmax(at[k], at[k + 1]) + more < best->reach)
      continue;
    if (level < LEVELS) {
      look_from(c, low, CLOSER, step / CLOSER, level + 1, best);
      continue;
    }
    const double falls = rise(c, low), grows = rise(c, high);
    if (falls > 0.0 || grows < 0.0)
      continue;
    const double peak = dcm_least_angle_between(rise, c, 1e-16 * size, low, falls, high, grows);
    const double there = reach(c, peak);
    if (there > best->reach)
      *best = (found_angle){peak, there};
  }
}

static double deepest_angle(const cone *c) {
  enum { LOOKS = 64 };
  found_angle best = {0.0, -INFINITY};
  look_from(c, 0.0, LOOKS, 2.0 * DCM_PI / LOOKS, 0, &best);
  return best.angle;
}

void dcm_shape_in_cone(const dcm_shape *shape, dcm_vector axis, dcm_vector centre, double radius,
                       double slant, dcm_on_wall *found) {
  cone c = {.shape = shape, .centre = centre, .z = axis, .slant = slant};
  c.over = 1.0 / sqrt(1.0 + slant * slant);
  dcm_tangents(axis, &c.x, &c.y);
  const double angle = deepest_angle(&c);
  const dcm_vector n = normal_of(&c, angle), place = deepest(&c, n);
  const double here = radius + slant * dcm_dot(place, axis);
  const dcm_vector along = dcm_scale(c.over, dcm_add_scaled(axis, slant, across(&c, angle)));
  dcm_shape_on_bend(shape, n, along, 0.0, here > 0.0 ? -c.over / here : 0.0, found);
  found->depth = dcm_dot(n, place) - c.over * radius;
}

/* ================================================================ points and edges */

static void report(const dcm_shape *shape, const dcm_surface_point *at, double depth,
                   dcm_on_edge *found) {
  found->depth = depth;
  found->normal = dcm_to_space(shape, at->normal);
  found->point = dcm_to_space(shape, at->point);
}

/* -------------------------------------------------------------------------------- a point */

static double depth_at(const dcm_surface_point *at, dcm_vector y) {
  return at->height - dcm_dot(at->normal, y);
}

dcm_vector dcm_shape_step(const dcm_shape *shape, const dcm_surface_point *at, double depth,
                          int goes_down, dcm_vector y) {
  dcm_vector t, r;
  dcm_tangents(at->normal, &t, &r);
  const dcm_matrix2 k = dcm_shape_curvature(shape, at, t, r);
  const dcm_vector gap = dcm_subtract(y, at->point);
  const double f = dcm_dot(gap, t), g = dcm_dot(gap, r);
  double high, low;
  dcm_eigenvalues(k, &high, &low);
  const double d = goes_down && high > 0.0 ? fmin(depth, 0.9 / high) : depth;
  const double xx = 1.0 - d * k.xx, xy = -d * k.xy, yy = 1.0 - d * k.yy;
  const double over = 1.0 / (xx * yy - xy * xy);
  return dcm_add_scaled(dcm_scale(over * (yy * f - xy * g), t), over * (xx * g - xy * f), r);
}

/** Goes down from a place. @return whether the search came to rest */
static int descend(const dcm_shape *shape, dcm_vector y, dcm_surface_point *at, double *depth) {
  enum { STEPS = 60, HALVINGS = 12 };
  const double size = shape->bound, least = 1e-8 * size;
  for (int step = 0; step < STEPS; step++) {
    const dcm_vector move = dcm_shape_step(shape, at, *depth, 1, y);
    const double length = dcm_length(move);
    double part = fmin(1.0, 0.5 * size / fmax(length, 1e-300));
    int halvings = 0;
    for (; halvings < HALVINGS; halvings++, part *= 0.5) {
      const dcm_surface_point next = dcm_shape_on_ray(shape, dcm_add_scaled(at->point, part, move));
      const double there = depth_at(&next, y);
      if (!(there <= *depth + 4e-16 * size))
        continue;
      *at = next;
      *depth = there;
      break;
    }
    if (halvings == HALVINGS)
      return length <= least;
    if (length <= least && halvings == 0)
      return 1;
  }
  return 0;
}

/** A body, and a point in its frame. */
typedef struct before_point {
  const dcm_shape *shape;
  dcm_vector y;
} before_point;

static double depth_along(const void *of_point, dcm_vector normal) {
  const before_point *b = of_point;
  const dcm_surface_point at = dcm_shape_support(b->shape, normal);
  return depth_at(&at, b->y);
}

/** A search without derivatives, where the other does not come to rest. */
static void compass(const dcm_shape *shape, dcm_vector y, dcm_surface_point *at, double *depth) {
  const before_point b = {shape, y};
  const double before = *depth;
  dcm_vector normal = at->normal;
  dcm_least_normal(depth_along, &b, 1e-12, -INFINITY, &normal, depth);
  if (*depth < before)
    *at = dcm_shape_support(shape, normal);
}

void dcm_shape_on_point(const dcm_shape *shape, dcm_vector to_point, dcm_on_edge *found) {
  const dcm_vector y = dcm_to_body(shape, to_point);
  const double least = 1e-9 * shape->bound;
  /* Any direction will do from the centre. */
  const dcm_vector through = dcm_length(y) > least ? y : dcm_vector_of(0.0, 0.0, least);
  dcm_surface_point at = dcm_shape_on_ray(shape, through);
  double depth = depth_at(&at, y);
  if (shape->kind != DCM_SHAPE_SPHERE && !descend(shape, y, &at, &depth)) {
    compass(shape, y, &at, &depth);
    descend(shape, y, &at, &depth);
  }
  report(shape, &at, depth, found);
}

/* -------------------------------------------------------------------------------- a line */

/** The directions across a line: cos(angle) x + sin(angle) z, in the frame of the body. */
typedef struct fan {
  const dcm_shape *shape;
  dcm_vector y, x, z;
} fan;

/** @param slope receives how the depth changes with the angle */
static dcm_surface_point turn(const fan *a, double angle, double *slope) {
  const double c = cos(angle), s = sin(angle);
  const dcm_surface_point at =
      dcm_shape_support(a->shape, dcm_add_scaled(dcm_scale(c, a->x), s, a->z));
  const dcm_vector next = dcm_add_scaled(dcm_scale(-s, a->x), c, a->z);
  *slope = dcm_dot(next, dcm_subtract(at.point, a->y));
  return at;
}

static double slope_of_turn(const void *around_line, double angle) {
  double slope;
  turn(around_line, angle, &slope);
  return slope;
}

static fan directions_of(const dcm_shape *shape, dcm_vector to_line, dcm_vector along,
                         dcm_vector middle) {
  const dcm_vector x = dcm_to_body(shape, middle);
  return (fan){shape, dcm_to_body(shape, to_line), x, dcm_cross(dcm_to_body(shape, along), x)};
}

/** Moves the point of a place across the line until it is on the normal through the line, where
 * that turns the normal by no more than rounding does: on a flat side, or along a flat edge, where
 * such a turn moves the point of a normal far. */
static dcm_vector on_normal(const fan *a, dcm_surface_point at) {
  enum { MOST = 20 };
  const double size = a->shape->bound, unseen = 1e-11 * size;
  const dcm_vector along = dcm_cross(a->x, a->z), across = dcm_cross(along, at.normal);
  for (int step = 0; step < MOST; step++) {
    const double gap = dcm_dot(across, dcm_subtract(a->y, at.point));
    if (!(fabs(gap) > 1e-9 * size))
      break;
    const dcm_matrix2 k = dcm_shape_curvature(a->shape, &at, along, across);
    /* The normal stays across the line. */
    const double beside = -k.xy / (k.xx + 1e-20 / size) * gap;
    const double turned = k.xy * beside + k.yy * gap;
    if (!(fabs(turned * gap) <= unseen && fabs(beside) < size))
      break;
    at = dcm_shape_on_ray(a->shape,
                          dcm_add_scaled(dcm_add_scaled(at.point, beside, along), gap, across));
  }
  return at.point;
}

/** Fills the place at an angle. */
static void report_turn(const fan *a, double angle, dcm_on_edge *found) {
  double slope;
  const dcm_surface_point at = turn(a, angle, &slope);
  report(a->shape, &at, depth_at(&at, a->y), found);
  found->point = dcm_to_space(a->shape, on_normal(a, at));
}

void dcm_shape_on_line(const dcm_shape *shape, dcm_vector to_line, dcm_vector along,
                       dcm_on_edge *found) {
  dcm_vector middle = dcm_tangential_part(to_line, along), other;
  const double distance = dcm_length(middle);
  if (distance > 0.0)
    middle = dcm_scale(1.0 / distance, middle);
  else
    dcm_tangents(along, &middle, &other);
  const fan a = directions_of(shape, to_line, along, middle);
  report_turn(&a, dcm_least_angle(slope_of_turn, &a, 1e-16 * shape->bound), found);
}

void dcm_shape_on_edge(const dcm_shape *shape, dcm_vector to_line, dcm_vector along,
                       dcm_vector middle, double half, dcm_on_edge *found) {
  const fan a = directions_of(shape, to_line, along, middle);
  const double size = shape->bound;
  report_turn(&a,
              dcm_least_angle_between(slope_of_turn, &a, 1e-16 * size, -half, -size, half, size),
              found);
}

/* ================================================================ solids */

/* -------------------------------------------------------------------------------- hollows */

static void in_mantle(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                      dcm_on_wall *found) {
  const int is_cylinder = solid->wide[0] == solid->wide[1];
  const double slant =
      is_cylinder ? 0.0 : (solid->wide[1] - solid->wide[0]) / (solid->end[1] - solid->end[0]);
  const double radius = is_cylinder ? solid->wide[0] : solid->wide[0] - slant * solid->end[0];
  dcm_shape_in_cone(shape, solid->axis, dcm_scale(-1.0, to_solid), radius, slant, found);
  found->round = INFINITY;
}

/** Goes from a place to one that is farther from y, where the normal points away from y: first to
 * the place whose normal does so, again and again, then by Newton's steps.
 * @return the distance */
static double go_away(const dcm_shape *shape, dcm_vector y, dcm_surface_point *at) {
  enum { STEPS = 60 };
  double distance = dcm_length(dcm_subtract(at->point, y));
  int in_vain = 0;
  for (int step = 0; step < STEPS && in_vain < 2; step++) {
    const dcm_vector from = dcm_subtract(at->point, y);
    const dcm_surface_point next =
        step % 2
            ? dcm_shape_on_ray(shape, dcm_add(at->point, dcm_shape_step(shape, at, distance, 0, y)))
            : dcm_shape_support(shape, dcm_scale(1.0 / dcm_length(from), from));
    const double there = dcm_length(dcm_subtract(next.point, y));
    in_vain = there > distance ? 0 : in_vain + 1;
    if (there > distance) {
      *at = next;
      distance = there;
    }
  }
  return distance;
}

/** The point of a body that is farthest from the middle of a hollow ball. */
static void in_ball(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                    dcm_on_wall *found) {
  const dcm_vector y = dcm_to_body(shape, to_solid);
  double most = -1.0;
  dcm_vector best = {0.0, 0.0, 1.0};
  /* From the side away from the middle, from both ends of each axis, and from the corners. */
  for (int start = -1; start < 14; start++) {
    double along[3] = {-y.x, -y.y, -y.z};
    for (int d = 0; d < 3 && start >= 0; d++) {
      const int corner = start - 6;
      const double end = d != start / 2 ? 0.0 : start % 2 ? -1.0 : 1.0;
      along[d] = corner < 0 ? end : (corner >> d & 1 ? -1.0 : 1.0) * shape->axis[d];
    }
    const dcm_vector through = dcm_vector_at(along);
    if (!(dcm_length(through) > 0.0))
      continue;
    dcm_surface_point at = dcm_shape_on_ray(shape, through);
    const double distance = go_away(shape, y, &at);
    if (distance > most) {
      most = distance;
      best = dcm_scale(1.0 / distance, dcm_subtract(at.point, y));
    }
  }
  const dcm_vector n = dcm_to_space(shape, best);
  dcm_vector along, around;
  dcm_tangents(n, &along, &around);
  dcm_shape_on_bend(shape, n, along, -1.0 / solid->radius, -1.0 / solid->radius, found);
  found->depth = most - solid->radius;
  found->round = INFINITY;
}

/** The plane of an end, as seen from a side of it: 1 is where the axis points. */
static void at_end(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid, int end,
                   double side, dcm_on_wall *found) {
  const double height = -dcm_dot(to_solid, solid->axis) - solid->end[end];
  dcm_shape_on_plane(shape, dcm_scale(-side, solid->axis), side * height, found);
  found->round = INFINITY;
}

/* -------------------------------------------------------------------------------- from outside */

/** A place from a point or a line on which a round wall stands. */
static void round_off(const dcm_shape *shape, const dcm_on_edge *at, double radius,
                      dcm_vector along, double bend_along, dcm_on_wall *found) {
  dcm_shape_on_bend(shape, at->normal, along, bend_along, 1.0 / radius, found);
  found->depth = at->depth + radius;
  found->point = at->point;
  found->round = INFINITY;
}

/** The rim of an end: points centre + radius (cos(angle) x + sin(angle) y). */
typedef struct rim {
  const dcm_shape *shape;
  dcm_vector centre, x, y;
  double radius;
} rim;

static dcm_vector rim_point(const rim *r, double angle) {
  return dcm_add_scaled(dcm_add_scaled(r->centre, r->radius * cos(angle), r->x),
                        r->radius * sin(angle), r->y);
}

/** How the distance of the rim from the body changes with the angle, over the radius. */
static double leave(const void *of_rim, double angle) {
  const rim *r = of_rim;
  dcm_on_edge at;
  dcm_shape_on_point(r->shape, rim_point(r, angle), &at);
  return dcm_dot(at.normal, dcm_add_scaled(dcm_scale(-sin(angle), r->x), cos(angle), r->y));
}

/** @return whether the body touches the rim between the mantle and the end */
static int on_rim(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid, int end,
                  dcm_on_wall *found) {
  const double tolerance = 1e-9;
  const dcm_vector centre = dcm_add_scaled(to_solid, solid->end[end], solid->axis);
  const dcm_vector across = dcm_tangential_part(dcm_scale(-1.0, centre), solid->axis);
  const double distance = dcm_length(across);
  rim r = {.shape = shape, .centre = centre, .radius = solid->wide[end]};
  if (distance > 0.0)
    r.x = dcm_scale(1.0 / distance, across);
  else
    dcm_tangents(solid->axis, &r.x, &r.y);
  r.y = dcm_cross(solid->axis, r.x);
  const double angle = dcm_least_angle(leave, &r, 1e-15);
  dcm_on_edge at;
  dcm_shape_on_point(shape, rim_point(&r, angle), &at);
  const dcm_vector e = dcm_add_scaled(dcm_scale(cos(angle), r.x), sin(angle), r.y);
  const double side = end == DCM_SOLID_HIGH_END ? 1.0 : -1.0;
  if (dcm_dot(at.normal, e) > tolerance || side * dcm_dot(at.normal, solid->axis) > tolerance)
    return 0;
  dcm_shape_on_plane(shape, at.normal, 0.0, found);
  found->point = at.point;
  found->depth = at.depth;
  return 1;
}

/** Keeps a place where it is less deep than the others, and the centre of the body before it. */
static int keep(const dcm_on_wall *place, int had, dcm_on_wall *found) {
  if (place->depth >= dcm_dot(place->normal, place->point) || (had && place->depth > found->depth))
    return had;
  *found = *place;
  return 1;
}

static int at_cylinder(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                       dcm_on_wall *found) {
  int had = 0;
  dcm_on_edge at;
  dcm_on_wall place;
  dcm_shape_on_line(shape, to_solid, solid->axis, &at);
  round_off(shape, &at, solid->wide[0], solid->axis, 0.0, &place);
  const double along = dcm_dot(dcm_subtract(at.point, to_solid), solid->axis);
  if (along >= solid->end[0] && along <= solid->end[1])
    had = keep(&place, had, found);
  for (int end = 0; end < 2; end++) {
    if (!isfinite(solid->end[end]))
      continue;
    at_end(shape, solid, to_solid, end, end == DCM_SOLID_HIGH_END ? 1.0 : -1.0, &place);
    const dcm_vector from = dcm_tangential_part(dcm_subtract(place.point, to_solid), solid->axis);
    if (dcm_length(from) <= solid->wide[end])
      had = keep(&place, had, found);
    if (on_rim(shape, solid, to_solid, end, &place))
      had = keep(&place, had, found);
  }
  return had;
}

unsigned dcm_shape_on_solid(const dcm_shape *shape, const dcm_solid *solid, dcm_vector to_solid,
                            dcm_on_wall *found) {
  if (solid->is_ball && solid->is_hollow) {
    in_ball(shape, solid, to_solid, found);
    return 1;
  }
  if (solid->is_ball) {
    dcm_on_edge at;
    dcm_vector along, around;
    dcm_shape_on_point(shape, to_solid, &at);
    dcm_tangents(at.normal, &along, &around);
    round_off(shape, &at, solid->radius, along, 1.0 / solid->radius, found);
    return 1;
  }
  if (!solid->is_hollow)
    return at_cylinder(shape, solid, to_solid, found) ? 1 : 0;
  unsigned pieces = 1u << DCM_SOLID_MANTLE;
  in_mantle(shape, solid, to_solid, &found[DCM_SOLID_MANTLE]);
  for (int end = 0; end < 2; end++)
    if (isfinite(solid->end[end])) {
      at_end(shape, solid, to_solid, end, end == DCM_SOLID_HIGH_END ? -1.0 : 1.0, &found[end]);
      pieces |= 1u << end;
    }
  return pieces;
}
