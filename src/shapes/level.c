/* SPDX-License-Identifier: MIT */
#include "shapes/level.h"

#include <math.h>
#include <string.h>

double dcm_radius_of_volume(const dcm_shape *s) {
  return cbrt(s->axis[0] * s->axis[1] * s->axis[2]);
}

dcm_level_body dcm_level_body_of(const dcm_shape *s, dcm_vector centre, double share) {
  const double rest = share < 1.0 ? (1.0 - share) * dcm_radius_of_volume(s) : 0.0;
  dcm_level_body b = {.shape = s,
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

static void level_of_ellipsoid(const dcm_level_body *b, dcm_vector p, dcm_level *at) {
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
static void level_of_others(const dcm_level_body *b, dcm_vector p, dcm_level *at) {
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

dcm_level dcm_level_at(const dcm_level_body *b, dcm_vector p) {
  dcm_level at;
  memset(at.second, 0, sizeof at.second);
  if (b->kind <= DCM_SHAPE_ELLIPSOID)
    level_of_ellipsoid(b, p, &at);
  else
    level_of_others(b, p, &at);
  return at;
}

void dcm_level_make_length(const dcm_level_body *b, dcm_level *at) {
  const double f = fmax(at->value + 1.0, 1e-12), root = pow(f, 1.0 / b->n1);
  const double once = b->length * root / (b->n1 * f), twice = once * (1.0 / b->n1 - 1.0) / f;
  const double g[3] = {at->gradient.x, at->gradient.y, at->gradient.z};
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      at->second[r][c] = once * at->second[r][c] + twice * g[r] * g[c];
  at->gradient = dcm_scale(once, at->gradient);
  at->value = b->length * (root - 1.0);
}

double dcm_level_distance(const dcm_level_body *b, dcm_vector from, dcm_vector along) {
  double distance = 0.0;
  if (b->kind <= DCM_SHAPE_ELLIPSOID) {
    const double x = 1.0 / b->axis[0], y = 1.0 / b->axis[1], z = 1.0 / b->axis[2];
    const dcm_vector p = dcm_vector_of(x * from.x, y * from.y, z * from.z);
    const dcm_vector v = dcm_vector_of(x * along.x, y * along.y, z * along.z);
    const double a = dcm_dot(v, v), half = dcm_dot(p, v);
    return (sqrt(fmax(half * half - a * (dcm_dot(p, p) - 1.0), 0.0)) - half) / a;
  }
  for (int s = 0; s < 20; s++) {
    const dcm_level at = dcm_level_at(b, dcm_add_scaled(from, distance, along));
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
double dcm_level_curvature(const dcm_level_body *b, dcm_vector point, dcm_curvature_kind kind) {
  const dcm_level at = dcm_level_at(b, point);
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
