/* SPDX-License-Identifier: MIT */
#include "shapes/midway.h"

#include <math.h>
#include <string.h>

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
  dcm_level_body one, two;
  const dcm_midway_form *form;
  double distance_2; /* of the centres */
} pair;

/** Both unknowns, and what is left of the equations there. */
typedef struct place {
  dcm_vector point;
  double ratio;
  dcm_level one, two;                      /* second derivatives in the frames of the bodies */
  dcm_vector gradient_1, gradient_2, rest; /* in space */
  double difference;                       /* of the values */
  double size;                             /* square of both, over those of gradients and levels */
} place;

static dcm_level level_in_space(const pair *p, const dcm_level_body *b, dcm_vector point,
                                dcm_vector *gradient) {
  dcm_level at = dcm_level_at(b, dcm_to_body(b->shape, dcm_subtract(point, b->centre)));
  if (p->form->is_length)
    dcm_level_make_length(b, &at);
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
  return (pair){dcm_level_body_of(one, none, share), dcm_level_body_of(two, apart, share), form,
                dcm_dot(apart, apart)};
}

enum { GROWTHS = 5 };

/** The bodies grow from spheres, in steps; at the first one they are ellipsoids still. */
static dcm_closeness begin(const dcm_shape *one, const dcm_shape *two, dcm_vector apart,
                           const dcm_midway_form *form, place *at) {
  const double r1 = dcm_radius_of_volume(one), r2 = dcm_radius_of_volume(two);
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
  const dcm_level_body *bodies[] = {&p->one, &p->two};
  const dcm_curvature_kind kind = p->form->curvature;
  found->depth = found->curvature = 0.0;
  for (int side = 0; side < 2; side++) {
    const dcm_level_body *b = bodies[side];
    const dcm_vector from = dcm_to_body(b->shape, dcm_subtract(found->point, b->centre));
    const dcm_vector along =
        dcm_to_body(b->shape, dcm_scale(side == 0 ? 1.0 : -1.0, found->normal));
    const double distance = dcm_level_distance(b, from, along);
    found->depth += distance;
    found->curvature += kind == DCM_CURVATURE_UNUSED
                            ? 1.0 / b->shape->bound
                            : dcm_level_curvature(b, dcm_add_scaled(from, distance, along), kind);
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
