/* SPDX-License-Identifier: MIT */
#include "surface/polygon.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "numeric/constants.h"

/* Areas below this share of the square of the size are rounding. */
#define NO_AREA 1e-12
/* Distances from the plane of a concave polygon, in shares of the size: files have few digits. */
#define FLAT 1e-3

/** A polygon as seen along a unit vector. */
typedef struct polygon {
  const dcm_vector *corners;
  uint32_t count;
  dcm_vector along;
  double size, least; /* and the area that is none */
} polygon;

static dcm_vector area_of(const dcm_vector *corners, uint32_t a, uint32_t b, uint32_t c) {
  return dcm_scale(
      0.5, dcm_cross(dcm_subtract(corners[b], corners[a]), dcm_subtract(corners[c], corners[a])));
}

/** Area of a triangle of corners, above 0 if they go round as the polygon does. */
static double turn(const polygon *p, uint32_t a, uint32_t b, uint32_t c) {
  return dcm_dot(p->along, area_of(p->corners, a, b, c));
}

static int is_same(const polygon *p, uint32_t a, uint32_t b) {
  return dcm_length(dcm_subtract(p->corners[a], p->corners[b])) == 0.0;
}

/** Whether the sides behind corners a and b cross each other, each in its inside. */
static int cross(const polygon *p, uint32_t a, uint32_t b) {
  const uint32_t c = (a + 1) % p->count, d = (b + 1) % p->count;
  const double of_a = turn(p, b, d, a), of_c = turn(p, b, d, c);
  const double of_b = turn(p, a, c, b), of_d = turn(p, a, c, d);
  const double e = p->least;
  return ((of_a > e && of_c < -e) || (of_a < -e && of_c > e)) &&
         ((of_b > e && of_d < -e) || (of_b < -e && of_d > e));
}

/** Whether no corner lies in the triangle of the n-th corner of those that are left and its
 * neighbours. Holes are joined to the outline by a side that goes to and fro: corners may be at one
 * place. */
static int is_ear(const polygon *p, const uint32_t *left, uint32_t count, uint32_t n) {
  const uint32_t a = left[(n + count - 1) % count], b = left[n], c = left[(n + 1) % count];
  if (!(turn(p, a, b, c) > p->least))
    return 0;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t x = left[k];
    if (turn(p, a, b, x) >= -p->least && turn(p, b, c, x) >= -p->least &&
        turn(p, c, a, x) >= -p->least && !is_same(p, x, a) && !is_same(p, x, b) &&
        !is_same(p, x, c))
      return 0;
  }
  return 1;
}

/** Whether n is a corner on a line between its neighbours. */
static int is_straight(const polygon *p, const uint32_t *left, uint32_t count, uint32_t n) {
  return fabs(turn(p, left[(n + count - 1) % count], left[n], left[(n + 1) % count])) <= p->least;
}

static const char crossing[] = "has sides that cross each other";

static const char *cut_ears(const polygon *p, uint32_t (*triangles)[3]) {
  uint32_t left[DCM_MOST_CONCAVE_CORNERS], count = p->count, n = 0, passed = 0;
  if (count > DCM_MOST_CONCAVE_CORNERS)
    return "is concave and has more than 1000 corners: divide it into triangles";
  for (uint32_t a = 0; a < count; a++) {
    left[a] = a;
    if (fabs(dcm_dot(p->along, dcm_subtract(p->corners[a], p->corners[0]))) > FLAT * p->size)
      return "is concave, and its corners are not in one plane: divide it into triangles";
    for (uint32_t b = 0; b < a; b++)
      if (cross(p, a, b))
        return crossing;
  }
  while (count > 2) {
    n %= count;
    if (!is_ear(p, left, count, n) && !(passed >= count && is_straight(p, left, count, n))) {
      n++;
      if (++passed > 2 * count)
        return crossing;
      continue;
    }
    const uint32_t ear[3] = {left[(n + count - 1) % count], left[n], left[(n + 1) % count]};
    memcpy(*triangles++, ear, sizeof ear);
    memmove(left + n, left + n + 1, (count - n - 1) * sizeof *left);
    count--;
    passed = 0;
  }
  return NULL;
}

const char *dcm_polygon_cut(const dcm_vector *corners, uint32_t count, uint32_t (*triangles)[3]) {
  polygon p = {corners, count, {0.0, 0.0, 0.0}, 0.0, 0.0};
  for (uint32_t k = 1; k + 1 < count; k++) {
    const uint32_t fan[3] = {0, k, k + 1};
    memcpy(triangles[k - 1], fan, sizeof fan);
    p.along = dcm_add(p.along, area_of(corners, 0, k, k + 1));
  }
  for (uint32_t k = 1; k < count; k++)
    p.size = fmax(p.size, dcm_length(dcm_subtract(corners[k], corners[0])));
  p.least = NO_AREA * p.size * p.size;
  const double area = dcm_length(p.along);
  p.along = dcm_scale(area > 0.0 ? 1.0 / area : 0.0, p.along);
  double round = 0.0; /* angle of the fan */
  for (uint32_t k = 1; k + 1 < count; k++) {
    if (dcm_length(area_of(corners, 0, k, k + 1)) <= p.least)
      continue;
    const double turned = turn(&p, 0, k, k + 1);
    if (!(turned > 0.0))
      return area > p.least ? cut_ears(&p, triangles) : crossing;
    round += atan2(turned, 0.5 * dcm_dot(dcm_subtract(corners[k], corners[0]),
                                         dcm_subtract(corners[k + 1], corners[0])));
  }
  return round < 2.0 * DCM_PI ? NULL : crossing;
}
