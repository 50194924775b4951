/* SPDX-License-Identifier: MIT */
#include "shapes/shape.h"

#include <math.h>

#include "numeric/simd.h"
#include "runtime/motion.h"

/* -------------------------------------------------------------------------------- a shape */

/** Radius of a sphere about the centre that holds the body: that of its box, or of the cylinder or
 * the ellipsoid that one exponent of 2 makes of the box. */
static double bound_of(const double *axis, double n1, double n2) {
  const double across =
      n2 > 2.0 ? sqrt(axis[0] * axis[0] + axis[1] * axis[1]) : fmax(axis[0], axis[1]);
  return n1 > 2.0 ? sqrt(across * across + axis[2] * axis[2]) : fmax(across, axis[2]);
}

static dcm_exponent exponent_of(double n) {
  dcm_exponent e = {.n = n,
                    .q = n / (n - 1.0),
                    .round = 2.0 / n,
                    .whole = n == floor(n) ? (int)n : 0,
                    .roots = -1};
  for (int k = 0; k < 5; k++)
    if (e.whole == 1 + (1 << k))
      e.roots = k;
  return e;
}

/** u^n of u >= 0. */
static double power(double u, dcm_exponent e) {
  double product = 1.0;
  if (!e.whole)
    return pow(u, e.n);
  for (int bits = e.whole; bits; bits >>= 1, u *= u)
    if (bits & 1)
      product *= u;
  return product;
}

/** u^q. */
static double dual_power(double u, dcm_exponent e) {
  double root = u;
  if (e.roots < 0)
    return pow(u, e.q);
  for (int k = 0; k < e.roots; k++)
    root = sqrt(root);
  return u * root;
}

static dcm_shape_kind kind_of(const double *axis, double n1, double n2) {
  if (n1 != n2)
    return DCM_SHAPE_GENERAL;
  if (n1 != 2.0)
    return DCM_SHAPE_EQUAL;
  return axis[0] == axis[1] && axis[1] == axis[2] ? DCM_SHAPE_SPHERE : DCM_SHAPE_ELLIPSOID;
}

/** The rows are unit vectors, and stand across each other, to rounding. */
static void set_frame(dcm_shape *shape, const double *q, double length_2) {
  const double w = q[0], x = q[1], y = q[2], z = q[3], s = 2.0 / length_2;
  const double frame[3][3] = {
      {1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
      {s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)},
      {s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)}};
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      shape->frame[r][c] = frame[r][c];
}

static double spread_of(const dcm_shape *s, int row, int column) {
  double sum = 0.0;
  for (int d = 0; d < 3; d++)
    sum += s->axis[d] * s->frame[d][row] * (s->axis[d] * s->frame[d][column]);
  return sum;
}

static void set_spread(dcm_shape *s) {
  if (s->kind == DCM_SHAPE_ELLIPSOID) {
    s->spread = (dcm_matrix3){spread_of(s, 0, 0), spread_of(s, 1, 1), spread_of(s, 2, 2),
                              spread_of(s, 0, 1), spread_of(s, 0, 2), spread_of(s, 1, 2)};
    return;
  }
  const double square = s->axis[0] * s->axis[0];
  s->spread = (dcm_matrix3){square, square, square, 0.0, 0.0, 0.0};
}

dcm_shape_fault dcm_shape_turn(dcm_shape *shape, const double *q) {
  const double length_2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (!(fabs(length_2 - 1.0) < 2e-6))
    return DCM_SHAPE_QUATERNION;
  set_frame(shape, q, length_2);
  if (shape->kind <= DCM_SHAPE_ELLIPSOID)
    set_spread(shape);
  return DCM_SHAPE_RIGHT;
}

dcm_shape_fault dcm_shape_set(dcm_shape *shape, const double *axis, const double *exponent,
                              const double *q) {
  for (int d = 0; d < 3; d++)
    if (!(axis[d] > 0.0 && isfinite(axis[d])))
      return DCM_SHAPE_AXIS;
  for (int e = 0; e < 2; e++)
    if (!(exponent[e] >= 2.0 && exponent[e] <= DCM_MOST_BLOCKY))
      return DCM_SHAPE_EXPONENT;
  dcm_shape filled = {.kind = kind_of(axis, exponent[0], exponent[1])};
  for (int d = 0; d < 3; d++)
    filled.axis[d] = axis[d];
  filled.e1 = exponent_of(exponent[0]);
  filled.e2 = exponent_of(exponent[1]);
  filled.bound = bound_of(axis, exponent[0], exponent[1]);
  const dcm_shape_fault fault = dcm_shape_turn(&filled, q);
  if (fault == DCM_SHAPE_RIGHT)
    *shape = filled;
  return fault;
}

int dcm_shape_is_of(const dcm_shape *s, const double *axis, const double *exponent) {
  return s->axis[0] == axis[0] && s->axis[1] == axis[1] && s->axis[2] == axis[2] &&
         s->e1.n == exponent[0] && s->e2.n == exponent[1] && s->bound > 0.0;
}

static double beta(double x, double y) {
  return exp(lgamma(x) + lgamma(y) - lgamma(x + y));
}

void dcm_shape_inertia(const dcm_shape *shape, double mass, double *moments) {
  const double e1 = 2.0 / shape->e1.n, e2 = 2.0 / shape->e2.n;
  const double slices = beta(0.5 * e2, 0.5 * e2);
  const double over = mass / (beta(0.5 * e1, 1.0 + e1) * slices);
  const double wide = 0.5 * over * beta(0.5 * e1, 1.0 + 2.0 * e1) * beta(0.5 * e2, 1.5 * e2);
  const double xx = wide * shape->axis[0] * shape->axis[0];
  const double yy = wide * shape->axis[1] * shape->axis[1];
  const double zz = over * beta(1.5 * e1, 1.0 + e1) * slices * shape->axis[2] * shape->axis[2];
  moments[0] = yy + zz;
  moments[1] = xx + zz;
  moments[2] = xx + yy;
}

/* -------------------------------------------------------------------------------- places */

/** a^(q - 1) of a norm, with the sign of the component, from a^q. */
static double component_of(double power, double component) {
  return component != 0.0 ? power / component : 0.0;
}

/** Parts of the norm ((|x|^p2 + |y|^p2)^(p1/p2) + |z|^p1)^(1/p1), and of its gradient. */
typedef struct norm {
  double most;  /* the largest coordinate: all else counts in parts of it, so that no power is out
                   of range */
  double sum;   /* of the powers p1 */
  double value; /* the root of sum; the norm is most times this */
  double share; /* of x and y: by what their components count */
  dcm_vector part; /* the components, see component_of */
} norm;

/** @param raise  power or dual_power
 * @param p1,p2  the exponents to which raise takes a number */
DCM_SPECIALISED norm norm_of(const dcm_shape *s, dcm_vector of,
                             double (*raise)(double, dcm_exponent), double p1, double p2) {
  norm n = {.most = fmax(fabs(of.x), fmax(fabs(of.y), fabs(of.z)))};
  const double u = of.x / n.most, v = of.y / n.most, w = of.z / n.most;
  const double u_p = raise(fabs(u), s->e2), v_p = raise(fabs(v), s->e2);
  const double w_p = raise(fabs(w), s->e1), across = u_p + v_p;
  const double across_p = s->kind == DCM_SHAPE_EQUAL ? across : pow(across, p1 / p2);
  n.sum = across_p + w_p;
  n.value = pow(n.sum, 1.0 / p1);
  n.share = across > 0.0 ? across_p / across : 0.0;
  n.part = dcm_vector_of(component_of(u_p, u), component_of(v_p, v), component_of(w_p, w));
  return n;
}

dcm_surface_point dcm_shape_support(const dcm_shape *s, dcm_vector m) {
  const double a = s->axis[0], b = s->axis[1], c = s->axis[2];
  const double x = a * m.x, y = b * m.y, z = c * m.z;
  dcm_surface_point at = {.normal = m};
  if (s->kind <= DCM_SHAPE_ELLIPSOID) {
    at.height = sqrt(x * x + y * y + z * z);
    at.point = dcm_scale(1.0 / at.height, dcm_vector_of(a * x, b * y, c * z));
    return at;
  }
  const norm n = norm_of(s, dcm_vector_of(x, y, z), dual_power, s->e1.q, s->e2.q);
  const double scale = n.value / n.sum;
  at.height = n.most * n.value;
  at.point = dcm_vector_of(a * scale * n.share * n.part.x, b * scale * n.share * n.part.y,
                           c * scale * n.part.z);
  return at;
}

/** At least the dual norm of two numbers >= 0. */
static double bound_of_norm(double u, double v, dcm_exponent e) {
  return (1.0 - e.round) * (u + v) + e.round * sqrt(u * u + v * v);
}

double dcm_shape_height_bound(const dcm_shape *s, dcm_vector m) {
  const double x = fabs(s->axis[0] * m.x), y = fabs(s->axis[1] * m.y), z = fabs(s->axis[2] * m.z);
  const double rounding = 1.0 + 1e-14;
  if (s->kind == DCM_SHAPE_GENERAL)
    return rounding * bound_of_norm(bound_of_norm(x, y, s->e2), z, s->e1);
  return rounding * ((1.0 - s->e1.round) * (x + y + z) + s->e1.round * sqrt(x * x + y * y + z * z));
}

dcm_surface_point dcm_shape_on_ray(const dcm_shape *s, dcm_vector p) {
  const double a = s->axis[0], b = s->axis[1], c = s->axis[2];
  const double x = p.x / a, y = p.y / b, z = p.z / c;
  dcm_vector gradient;
  double gauge;
  if (s->kind <= DCM_SHAPE_ELLIPSOID) {
    gauge = sqrt(x * x + y * y + z * z);
    gradient = dcm_vector_of(x / a, y / b, z / c);
  } else {
    const norm n = norm_of(s, dcm_vector_of(x, y, z), power, s->e1.n, s->e2.n);
    gauge = n.most * n.value;
    gradient = dcm_vector_of(n.share * n.part.x / a, n.share * n.part.y / b, n.part.z / c);
  }
  dcm_surface_point at = {.point = dcm_scale(1.0 / gauge, p)};
  at.normal = dcm_scale(1.0 / dcm_length(gradient), gradient);
  at.height = dcm_dot(at.normal, at.point);
  return at;
}

/* -------------------------------------------------------------------------------- curvature */

/** (n - 1) times slope over coordinate, the second derivative of a power along an axis; on the
 * plane through the centre that of exponent 2 is flat_value, and others have none. */
static double bend(double n, double slope_there, double coordinate, double flat_value) {
  if (coordinate != 0.0)
    return (n - 1.0) * (slope_there / coordinate);
  return n == 2.0 ? flat_value : 0.0;
}

/** The body is F <= 1 with F of degree n1, and G = grad F/n1 has G.p = 1 on the surface: so G is
 * the normal over the height, and no power has to be taken. The curvatures are those of the second
 * derivatives of F/n1, over |G|. */
dcm_matrix2 dcm_shape_curvature(const dcm_shape *s, const dcm_surface_point *at, dcm_vector t,
                                dcm_vector r) {
  const dcm_vector p = at->point, g = dcm_scale(1.0 / at->height, at->normal);
  const double a = s->axis[0], b = s->axis[1], c = s->axis[2];
  const double across = p.x * g.x + p.y * g.y;
  const double steep =
      s->kind == DCM_SHAPE_GENERAL && across > 0.0 ? (s->e1.n - s->e2.n) / across : 0.0;
  double pole = 1.0; /* of exponents n2 = 2, where x or y is 0 */
  if (s->kind == DCM_SHAPE_GENERAL && s->e2.n == 2.0 && (p.x == 0.0 || p.y == 0.0))
    pole = across > 0.0 ? pow(across, 1.0 - s->e2.n / s->e1.n) : 0.0;
  const double xx = bend(s->e2.n, g.x, p.x, pole / (a * a)) + steep * g.x * g.x;
  const double yy = bend(s->e2.n, g.y, p.y, pole / (b * b)) + steep * g.y * g.y;
  const double xy = steep * g.x * g.y;
  const double zz = bend(s->e1.n, g.z, p.z, 1.0 / (c * c));
  const dcm_vector ft = {xx * t.x + xy * t.y, xy * t.x + yy * t.y, zz * t.z};
  const dcm_vector fr = {xx * r.x + xy * r.y, xy * r.x + yy * r.y, zz * r.z};
  const double h = at->height;
  return (dcm_matrix2){h * dcm_dot(t, ft), h * dcm_dot(r, ft), h * dcm_dot(r, fr)};
}

void dcm_eigenvalues(dcm_matrix2 m, double *high, double *low) {
  const double mean = 0.5 * (m.xx + m.yy), half = 0.5 * (m.xx - m.yy);
  const double apart = sqrt(half * half + m.xy * m.xy);
  *high = mean + apart;
  *low = mean - apart;
}

dcm_matrix2 dcm_limit_curvature(const dcm_shape *s, dcm_matrix2 m) {
  const double thin = fmin(s->axis[0], fmin(s->axis[1], s->axis[2]));
  const double least = 1.0 / (DCM_FLATTEST * s->bound), most = 1.0 / (DCM_SHARPEST * thin);
  double k[2];
  dcm_eigenvalues(m, &k[0], &k[1]);
  if (k[1] >= least && k[0] <= most)
    return m;
  const double high = fmin(fmax(k[0], least), most), low = fmin(fmax(k[1], least), most);
  if (high == low)
    return (dcm_matrix2){high, 0.0, high};
  /* a m + b has the same directions, and these values. */
  const double a = (high - low) / (k[0] - k[1]), b = high - a * k[0];
  return (dcm_matrix2){a * m.xx + b, a * m.xy, a * m.yy + b};
}

double dcm_radius_of_curvatures(dcm_matrix2 m) {
  double k[2];
  dcm_eigenvalues(m, &k[0], &k[1]);
  const double quotient = fmin(k[0] / k[1], DCM_MOST_ELLIPTIC);
  const double f2 = dcm_elliptic_f2(quotient);
  return sqrt(quotient) / (k[0] * f2 * f2 * f2);
}
