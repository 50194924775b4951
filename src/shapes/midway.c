/* SPDX-License-Identifier: MIT */
#include "shapes/closest.h"

#include <math.h>
#include <string.h>

/* --- The function F of a superellipsoid, of which the body is F <= 1, and its derivatives: for
 * bodies, and for those on the way from a sphere to one. */

typedef struct level_body {
  const dcm_shape *shape; /**< that it becomes: its frame is that */
  dcm_vector centre;      /**< from the centre of body 1 */
  double axis[3], n1, n2;
  dcm_shape_kind kind;
  double length; /**< L of make_length: the mean of the semi-axes */
} level_body;

/** Function, gradient and second derivatives at a point, in the frame of the body. */
typedef struct level {
  double value; /**< less that on the surface */
  dcm_vector gradient;
  double second[3][3];
} level;

static double radius_of_volume(const dcm_shape *s) {
  return cbrt(s->axis[0] * s->axis[1] * s->axis[2]);
}

/** A body that has grown by a share from the sphere of its volume. */
static level_body level_body_of(const dcm_shape *s, dcm_vector centre, double share) {
  const double rest = share < 1.0 ? (1.0 - share) * radius_of_volume(s) : 0.0;
  level_body b = {.shape = s,
                  .centre = centre,
                  .n1 = 2.0 + share * (s->e1.n - 2.0),
                  .n2 = 2.0 + share * (s->e2.n - 2.0),
                  .kind = s->kind};
  for (int d = 0; d < 3; d++)
    b.axis[d] = rest + share * s->axis[d];
  b.length = (b.axis[0] + b.axis[1] + b.axis[2]) / 3.0;
  return b;
}

/** u^(n - 2) of u >= 0. */
static double power_less_2(double u, double n) {
  if (n != floor(n))
    return pow(u, n - 2.0);
  double product = 1.0;
  for (int bits = (int)n - 2; bits; bits >>= 1, u *= u)
    if (bits & 1)
      product *= u;
  return product;
}

static void level_of_ellipsoid(const level_body *b, dcm_vector p, level *at) {
  const double x = 1.0 / b->axis[0], y = 1.0 / b->axis[1], z = 1.0 / b->axis[2];
  at->second[0][0] = 2.0 * x * x;
  at->second[1][1] = 2.0 * y * y;
  at->second[2][2] = 2.0 * z * z;
  at->gradient =
      dcm_vector_of(at->second[0][0] * p.x, at->second[1][1] * p.y, at->second[2][2] * p.z);
  at->value = 0.5 * dcm_dot(at->gradient, p) - 1.0;
}

/** The level of exponents above 2. With N = u^n2 + v^n2, F = N^(n1/n2) + w^n1 has the derivative
 * n1 N^(n1/n2 - 1) u^(n2 - 1) by u. On the axis of w, where N = 0, both terms with N vanish. */
static void level_of_others(const level_body *b, dcm_vector p, level *at) {
  const double x = 1.0 / b->axis[0], y = 1.0 / b->axis[1], z = 1.0 / b->axis[2];
  const int is_equal = b->kind == DCM_SHAPE_EQUAL;
  const double n1 = b->n1, n2 = is_equal ? n1 : b->n2;
  const double u = fabs(p.x) * x, v = fabs(p.y) * y, w = fabs(p.z) * z;
  const double u_2 = power_less_2(u, n2), v_2 = power_less_2(v, n2), w_2 = power_less_2(w, n1);
  const double u_1 = u_2 * u, v_1 = v_2 * v, across = u_1 * u + v_1 * v;
  double share = 1.0, steep = 0.0;
  if (!is_equal) {
    share = across > 0.0 ? pow(across, n1 / n2 - 1.0) : 0.0;
    steep = across > 0.0 ? n1 * (n1 - n2) * share / across : 0.0;
  }
  const double along_x = x * copysign(u_1, p.x), along_y = y * copysign(v_1, p.y);
  at->gradient =
      dcm_vector_of(n1 * share * along_x, n1 * share * along_y, n1 * z * copysign(w_2 * w, p.z));
  const double bend = n1 * (n2 - 1.0) * share;
  at->second[0][0] = bend * u_2 * x * x + steep * along_x * along_x;
  at->second[1][1] = bend * v_2 * y * y + steep * along_y * along_y;
  at->second[0][1] = at->second[1][0] = steep * along_x * along_y;
  at->second[2][2] = n1 * (n1 - 1.0) * w_2 * z * z;
  at->value = share * across + w_2 * w * w - 1.0;
}

static level level_at(const level_body *b, dcm_vector p) {
  level at;
  memset(at.second, 0, sizeof at.second);
  if (b->kind <= DCM_SHAPE_ELLIPSOID)
    level_of_ellipsoid(b, p, &at);
  else
    level_of_others(b, p, &at);
  return at;
}

/** F becomes L (F^(1/n1) - 1). */
static void make_length(const level_body *b, level *at) {
  const double f = fmax(at->value + 1.0, 1e-12), root = pow(f, 1.0 / b->n1);
  const double once = b->length * root / (b->n1 * f), twice = once * (1.0 / b->n1 - 1.0) / f;
  const double g[3] = {at->gradient.x, at->gradient.y, at->gradient.z};
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      at->second[r][c] = once * at->second[r][c] + twice * g[r] * g[c];
  at->gradient = dcm_scale(once, at->gradient);
  at->value = b->length * (root - 1.0);
}

/** How far the surface is from a point inside, along a unit vector, both in the frame of the body.
 * The search ends within 1e-8 of the size of the body. */
static double distance_in_level(const level_body *b, dcm_vector from, dcm_vector along) {
  double distance = 0.0;
  if (b->kind <= DCM_SHAPE_ELLIPSOID) {
    const double x = 1.0 / b->axis[0], y = 1.0 / b->axis[1], z = 1.0 / b->axis[2];
    const dcm_vector p = dcm_vector_of(x * from.x, y * from.y, z * from.z);
    const dcm_vector v = dcm_vector_of(x * along.x, y * along.y, z * along.z);
    const double a = dcm_dot(v, v), half = dcm_dot(p, v);
    return (sqrt(fmax(half * half - a * (dcm_dot(p, p) - 1.0), 0.0)) - half) / a;
  }
  for (int s = 0; s < 20; s++) {
    const level at = level_at(b, dcm_add_scaled(from, distance, along));
    const double f = at.value + 1.0, root = pow(f, 1.0 / b->n1);
    const double slope = dcm_dot(at.gradient, along) * root / (b->n1 * f);
    if (fabs(root - 1.0) < 1e-8 || fabs(slope) < 1e-12)
      break;
    distance -= (root - 1.0) / slope;
  }
  return distance;
}

/** With the gradient g and the second derivatives H of F, twice the mean curvature is
 * (tr H - g.H g/g^2)/|g|, and the Gaussian curvature g.adj(H) g/g^4. */
static double curvature_of(const level_body *b, dcm_vector point, dcm_curvature_kind kind) {
  const level at = level_at(b, point);
  const dcm_vector g = at.gradient;
  const double xx = at.second[0][0], xy = at.second[0][1], yy = at.second[1][1],
               zz = at.second[2][2], g_2 = dcm_dot(g, g);
  if (kind == DCM_CURVATURE_MEAN) {
    const double along = xx * g.x * g.x + 2.0 * xy * g.x * g.y + yy * g.y * g.y + zz * g.z * g.z;
    return fabs(xx + yy + zz - along / g_2) / (2.0 * sqrt(g_2));
  }
  const double across = zz * (yy * g.x * g.x - 2.0 * xy * g.x * g.y + xx * g.y * g.y);
  return sqrt(fabs(across + (xx * yy - xy * xy) * g.z * g.z)) / g_2;
}

/* ------------------------------------------------------------------------------ the midway point
 */

/** Turns second derivatives into the frame of space. */
static void turn(const dcm_shape *s, double second[3][3]) {
  double half[3][3];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      half[r][c] = second[r][0] * s->frame[0][c] + second[r][1] * s->frame[1][c] +
                   second[r][2] * s->frame[2][c];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      second[r][c] =
          s->frame[0][r] * half[0][c] + s->frame[1][r] * half[1][c] + s->frame[2][r] * half[2][c];
}

/* -------------------------------------------------------------------------------- the search */

/** Limits of the search. All are squares but the last two. */
#define LEAST_REST 1e-20 /* of what is left of the equations, over gradients and levels */
#define LEAST_MOVE 1e-12 /* of a step, over the distance of the centres */
#define LARGEST_MOVE 0.2 /* of a step, likewise */
#define LEAST_GAIN 1e-4  /* of a step, over its share of Newton's */
enum { MOST_STEPS = 100, MOST_HALVES = 10 };

/** Two bodies. */
typedef struct pair {
  level_body one, two;
  const dcm_midway_form *form;
  double distance_2; /* of the centres */
} pair;

/** Both unknowns, and what is left of the equations there. */
typedef struct place {
  dcm_vector point;
  double ratio;
  level one, two;                          /* second derivatives in the frames of the bodies */
  dcm_vector gradient_1, gradient_2, rest; /* in space */
  double difference;                       /* of the values */
  double size;                             /* square of both, over those of gradients and levels */
} place;

static level level_in_space(const pair *p, const level_body *b, dcm_vector point,
                            dcm_vector *gradient) {
  level at = level_at(b, dcm_to_body(b->shape, dcm_subtract(point, b->centre)));
  if (p->form->is_length)
    make_length(b, &at);
  *gradient = dcm_to_space(b->shape, at.gradient);
  return at;
}

static void look(const pair *p, place *at) {
  at->one = level_in_space(p, &p->one, at->point, &at->gradient_1);
  at->two = level_in_space(p, &p->two, at->point, &at->gradient_2);
  at->rest = dcm_add_scaled(at->gradient_1, at->ratio, at->gradient_2);
  at->difference = at->one.value - at->two.value;
  const double gradients =
      0.5 * (dcm_dot(at->gradient_1, at->gradient_1) + dcm_dot(at->gradient_2, at->gradient_2));
  double levels = p->form->is_length ? 0.5 * (p->one.length + p->two.length) : at->one.value + 1.0;
  if (fabs(levels) < 1e-12)
    levels = 1.0;
  at->size =
      dcm_dot(at->rest, at->rest) / gradients + at->difference * at->difference / (levels * levels);
}

/** Solves four equations, the last column of the matrix being their right sides.
 * @return nonzero if the answer is finite */
static int solve(double m[4][5], double *answer) {
  for (int c = 0; c < 4; c++) {
    int top = c;
    for (int r = c + 1; r < 4; r++)
      top = fabs(m[r][c]) > fabs(m[top][c]) ? r : top;
    if (m[top][c] == 0.0)
      return 0;
    double row[5];
    memcpy(row, m[top], sizeof row);
    memcpy(m[top], m[c], sizeof row);
    memcpy(m[c], row, sizeof row);
    for (int r = c + 1; r < 4; r++) {
      const double factor = m[r][c] * (1.0 / m[c][c]);
      for (int k = c + 1; k < 5; k++)
        m[r][k] -= factor * m[c][k];
    }
  }
  int is_finite = 1;
  for (int r = 3; r >= 0; r--) {
    double sum = m[r][4];
    for (int k = r + 1; k < 4; k++)
      sum -= m[r][k] * answer[k];
    answer[r] = sum / m[r][r];
    is_finite = is_finite && fabs(answer[r]) <= 1e30;
  }
  return is_finite;
}

/** Newton's step. Two flat faces leave the equations without an answer: then a little is added to
 * their second derivatives.
 * @param step receives the change of point and ratio
 * @return nonzero if there is one */
static int newton(const pair *p, const place *at, double *step) {
  double second[2][3][3], m[4][5];
  memcpy(second[0], at->one.second, sizeof second[0]);
  memcpy(second[1], at->two.second, sizeof second[1]);
  turn(p->one.shape, second[0]);
  turn(p->two.shape, second[1]);
  double more = 0.0;
  for (int attempt = 0; attempt < 2; attempt++) {
    const double g_1[] = {at->gradient_1.x, at->gradient_1.y, at->gradient_1.z};
    const double g_2[] = {at->gradient_2.x, at->gradient_2.y, at->gradient_2.z};
    const double rest[] = {at->rest.x, at->rest.y, at->rest.z};
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++)
        m[r][c] = second[0][r][c] + at->ratio * second[1][r][c];
      m[r][r] += more;
      m[r][3] = g_2[r];
      m[r][4] = -rest[r];
      m[3][r] = g_1[r] - g_2[r];
    }
    m[3][3] = 0.0;
    m[3][4] = -at->difference;
    const double trace = m[0][0] + m[1][1] + m[2][2];
    if (solve(m, step))
      return 1;
    more = 1e-14 * fmax(trace, 1.0);
  }
  return 0;
}

static place moved(const place *from, const double *step, double share) {
  place to;
  to.point = dcm_add_scaled(from->point, share, dcm_vector_at(step));
  to.ratio = from->ratio + share * step[3];
  return to;
}

/** Takes a step, of which the part along space is limited, or the largest half, quarter and so on
 * of it by which the rest of the equations falls; or the whole, if none does.
 * @return nonzero if the search has come to rest */
static int advance(const pair *p, place *at, double *step) {
  const double longest = LARGEST_MOVE * sqrt(p->distance_2);
  const double length = dcm_length(dcm_vector_at(step));
  for (int d = 0; d < 3 && length > longest; d++)
    step[d] *= longest / length;
  const double move_2 = dcm_dot(dcm_vector_at(step), dcm_vector_at(step));
  double share = 1.0;
  for (int h = 0; h < MOST_HALVES; h++) {
    place to = moved(at, step, share);
    look(p, &to);
    const int rests = to.size <= LEAST_REST && move_2 * share * share <= LEAST_MOVE * p->distance_2;
    if (rests || !(to.size > at->size - LEAST_GAIN * share * at->size)) {
      *at = to;
      return rests;
    }
    share *= 0.5;
  }
  *at = moved(at, step, 1.0);
  look(p, at);
  return at->size < LEAST_REST;
}

/** @param at point and ratio where the search begins, and ends */
static dcm_closeness search(const pair *p, place *at) {
  look(p, at);
  int rests = at->size < LEAST_REST;
  for (int s = 0; s < MOST_STEPS && !rests; s++) {
    double step[4];
    if (!newton(p, at, step))
      return DCM_SHAPES_UNRESOLVED;
    rests = advance(p, at, step);
  }
  if (at->one.value > 0.0 || at->two.value > 0.0)
    return DCM_SHAPES_APART;
  return rests && at->ratio > 0.0 ? DCM_SHAPES_CLOSE : DCM_SHAPES_UNRESOLVED;
}

/* -------------------------------------------------------------------------------- its start */

static pair pair_of(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                    const dcm_midway_form *form, double share) {
  const dcm_vector none = {0.0, 0.0, 0.0};
  return (pair){level_body_of(one, none, share), level_body_of(two, apart, share), form,
                dcm_dot(apart, apart)};
}

enum { GROWTHS = 5 };

/** The bodies grow from spheres, in steps; at the first one they are ellipsoids still. */
static dcm_closeness begin(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                           const dcm_midway_form *form, place *at) {
  const double r1 = radius_of_volume(one), r2 = radius_of_volume(two);
  dcm_closeness closeness = DCM_SHAPES_UNRESOLVED;
  at->point = dcm_scale(r1 / (r1 + r2), apart);
  at->ratio = r2 / r1;
  for (int g = 1; g <= GROWTHS; g++) {
    pair p = pair_of(one, two, apart, form, (double)g / GROWTHS);
    if (g == 1)
      p.one.kind = p.two.kind = DCM_SHAPE_ELLIPSOID;
    closeness = search(&p, at);
  }
  return closeness;
}

/** The last resort: the middle of the place of the least depth. */
static dcm_closeness begin_between(const pair *p, dcm_vector apart, place *at) {
  dcm_closest c;
  const dcm_vector none = {0.0, 0.0, 0.0};
  const dcm_closeness closeness =
      dcm_shapes_closest(p->one.shape, p->two.shape, apart, none, 0.0, &c);
  if (closeness != DCM_SHAPES_CLOSE)
    return closeness;
  at->point = c.middle;
  at->ratio = 1.0;
  look(p, at);
  at->ratio = dcm_length(at->gradient_1) / dcm_length(at->gradient_2);
  return search(p, at);
}

/* -------------------------------------------------------------------------------- its numbers */

/** Depth and curvature.
 * @return nonzero if there is a curvature */
static int measure(const pair *p, dcm_midway *found) {
  const level_body *bodies[] = {&p->one, &p->two};
  const dcm_curvature_kind kind = p->form->curvature;
  found->depth = found->curvature = 0.0;
  for (int side = 0; side < 2; side++) {
    const level_body *b = bodies[side];
    const dcm_vector from = dcm_to_body(b->shape, dcm_subtract(found->point, b->centre));
    const dcm_vector along =
        dcm_to_body(b->shape, dcm_scale(side == 0 ? 1.0 : -1.0, found->normal));
    const double distance = distance_in_level(b, from, along);
    found->depth += distance;
    found->curvature += kind == DCM_CURVATURE_UNUSED
                            ? 1.0 / b->shape->bound
                            : curvature_of(b, dcm_add_scaled(from, distance, along), kind);
  }
  return found->curvature * fmin(p->one.shape->bound, p->two.shape->bound) > 1e-12;
}

dcm_closeness dcm_shapes_midway(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                                const dcm_midway_form *form, const dcm_midway *start,
                                dcm_midway *found) {
  const pair p = pair_of(one, two, apart, form, 1.0);
  dcm_closeness closeness = DCM_SHAPES_UNRESOLVED;
  place at;
  if (start) {
    at.point = start->point;
    at.ratio = start->ratio;
    closeness = search(&p, &at);
  }
  if (closeness == DCM_SHAPES_UNRESOLVED)
    closeness = begin(one, two, apart, form, &at);
  if (closeness == DCM_SHAPES_UNRESOLVED)
    closeness = begin_between(&p, apart, &at);
  if (closeness != DCM_SHAPES_CLOSE)
    return closeness;
  found->point = at.point;
  found->ratio = at.ratio;
  found->normal = dcm_scale(1.0 / dcm_length(at.gradient_1), at.gradient_1);
  return measure(&p, found) ? DCM_SHAPES_CLOSE : DCM_SHAPES_UNRESOLVED;
}
