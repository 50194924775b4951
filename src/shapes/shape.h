/* SPDX-License-Identifier: MIT */
/** @file
 * A superellipsoid in space, and its support function.
 *
 * The surface is (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 = 1 in the frame of the body. With
 * exponents of at least 2 the body is convex and its surface smooth. The body is the unit ball of a
 * norm, so that the support function h(m) = max m.p over the points p of the body is the dual norm,
 *
 *     h(m) = ((|a m_x|^q2 + |b m_y|^q2)^(q1/q2) + |c m_z|^q1)^(1/q1), q = n/(n - 1),
 *
 * and its gradient is the point of the surface whose outward normal is m. R. T. Rockafellar, Convex
 * Analysis (1970), section 13. For C++, too. */
#ifndef DCM_SHAPES_SHAPE_H
#define DCM_SHAPES_SHAPE_H

#include <stdint.h>

#include "numeric/vector.h"

/** The kinds need more and more powers. */
typedef enum dcm_shape_kind {
  DCM_SHAPE_SPHERE = 0,    /**< a = b = c, n1 = n2 = 2 */
  DCM_SHAPE_ELLIPSOID = 1, /**< n1 = n2 = 2 */
  DCM_SHAPE_EQUAL = 2,     /**< n1 = n2 */
  DCM_SHAPE_GENERAL = 3
} dcm_shape_kind;

/** An exponent n, and q = n/(n - 1) of the dual norm. */
typedef struct dcm_exponent {
  double n, q;
  double round; /**< 2/n */
  int whole;    /**< n, where it is a whole number: then powers are products; else 0 */
  int roots;    /**< k, where n - 1 is 2^k: then the power q is a number times k square roots of it;
                     else -1 */
} dcm_exponent;

/** A symmetric matrix of three rows. */
typedef struct dcm_matrix3 {
  double xx, yy, zz, xy, xz, yz;
} dcm_matrix3;

typedef struct dcm_shape {
  double bound; /**< radius of a sphere about the centre that holds the body */
  dcm_shape_kind kind;
  double axis[3];      /**< a, b, c */
  dcm_matrix3 spread;  /**< of an ellipsoid and of a sphere: the sum of a^2 e e^T over the axes e of
                          the body in space, h(m)^2 = m.spread m */
  double frame[3][3];  /**< rows: the axes of the body in space */
  dcm_exponent e1, e2; /**< of n1 and n2 */
} dcm_shape;

/** Mistakes in the numbers of a shape. */
typedef enum dcm_shape_fault {
  DCM_SHAPE_RIGHT = 0,
  DCM_SHAPE_AXIS,      /**< an axis is not a finite number above 0 */
  DCM_SHAPE_EXPONENT,  /**< an exponent is below 2, or above DCM_MOST_BLOCKY */
  DCM_SHAPE_QUATERNION /**< the quaternion is not of length 1 */
} dcm_shape_fault;

/** The largest exponent: beyond it the numbers of a face are lost in rounding. */
#define DCM_MOST_BLOCKY 20.0

/** Fills a shape.
 * @param axis       semi-axes
 * @param exponent   n1 and n2
 * @param quaternion (w, x, y, z) that turns the frame of the body into space, of length 1 within
 *                   1e-6
 * @return DCM_SHAPE_RIGHT, or what is wrong; the shape is then not filled */
dcm_shape_fault dcm_shape_set(dcm_shape *shape, const double *axis, const double *exponent,
                              const double *quaternion);

/** Turns a body that has been filled, which costs less than to fill it anew.
 * @return DCM_SHAPE_RIGHT, or DCM_SHAPE_QUATERNION; the body is then as it was */
dcm_shape_fault dcm_shape_turn(dcm_shape *shape, const double *quaternion);

/** Whether a body has these semi-axes and exponents; not if all its bytes are 0. */
int dcm_shape_is_of(const dcm_shape *shape, const double *axis, const double *exponent);

/** Principal moments of inertia of a homogeneous body. A. Jaklic, A. Leonardis, F. Solina,
 * Segmentation and Recovery of Superquadrics (2000), section 2.4.
 * @param moments [3] filled: about the axes of the body */
void dcm_shape_inertia(const dcm_shape *shape, double mass, double *moments);

/** A place on the surface, in the frame of the body. */
typedef struct dcm_surface_point {
  dcm_vector point;  /**< from the centre */
  dcm_vector normal; /**< unit, outwards */
  double height;     /**< h(normal) = normal.point */
} dcm_surface_point;

/** The place whose outward normal is a unit vector, in the frame of the body. */
dcm_surface_point dcm_shape_support(const dcm_shape *shape, dcm_vector normal);

/** A number that is at least h(normal), and by a few parts in a hundred more at most, without a
 * power. Norms are log-convex in 1/q: |v|_q <= |v|_1^(1 - 2/n) |v|_2^(2/n) <= (1 - 2/n) |v|_1 + 2/n
 * |v|_2. G. H. Hardy, J. E. Littlewood, G. Polya, Inequalities (1934), section 2.9. */
double dcm_shape_height_bound(const dcm_shape *shape, dcm_vector normal);

/** The place on the ray from the centre through a point other than it, in the frame of the body. */
dcm_surface_point dcm_shape_on_ray(const dcm_shape *shape, dcm_vector through);

/** A symmetric matrix of two rows. */
typedef struct dcm_matrix2 {
  double xx, xy, yy;
} dcm_matrix2;

/** Its eigenvalues. */
void dcm_eigenvalues(dcm_matrix2 matrix, double *high, double *low);

/** The curvatures of the surface at a place, along two unit vectors across the normal, in the frame
 * of the body. A face of exponents above 2 has none in its middle. */
dcm_matrix2 dcm_shape_curvature(const dcm_shape *shape, const dcm_surface_point *at,
                                dcm_vector tangent_1, dcm_vector tangent_2);

/** The radius of the sphere that bends as the surfaces at a contact do, for Hertz's law: R* of an
 * elliptic contact, see dcm_wall_radius_of_cylinder.
 * @param curvature sum of those of the two surfaces, above 0 */
double dcm_radius_of_curvatures(dcm_matrix2 curvature);

/** Radii of curvature count from DCM_SHARPEST of the shortest axis to DCM_FLATTEST of the bounding
 * radius: a law is a theory of places that are rounder than the contact is deep, and smaller than
 * the body. */
dcm_matrix2 dcm_limit_curvature(const dcm_shape *shape, dcm_matrix2 curvature);
#define DCM_SHARPEST 0.25
#define DCM_FLATTEST 10.0

/** A vector of space in the frame of the body. */
static inline dcm_vector dcm_to_body(const dcm_shape *s, dcm_vector v) {
  return dcm_vector_of(s->frame[0][0] * v.x + s->frame[0][1] * v.y + s->frame[0][2] * v.z,
                       s->frame[1][0] * v.x + s->frame[1][1] * v.y + s->frame[1][2] * v.z,
                       s->frame[2][0] * v.x + s->frame[2][1] * v.y + s->frame[2][2] * v.z);
}

/** The reverse. */
static inline dcm_vector dcm_to_space(const dcm_shape *s, dcm_vector v) {
  return dcm_vector_of(s->frame[0][0] * v.x + s->frame[1][0] * v.y + s->frame[2][0] * v.z,
                       s->frame[0][1] * v.x + s->frame[1][1] * v.y + s->frame[2][1] * v.z,
                       s->frame[0][2] * v.x + s->frame[1][2] * v.y + s->frame[2][2] * v.z);
}

/** Two unit vectors that stand across a unit vector and each other. T. Duff et al., Building an
 * Orthonormal Basis, Revisited, JCGT 6 (2017). */
static inline void dcm_tangents(dcm_vector n, dcm_vector *one, dcm_vector *two) {
  const double sign = copysign(1.0, n.z);
  const double a = -1.0 / (sign + n.z), b = n.x * n.y * a;
  *one = dcm_vector_of(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x);
  *two = dcm_vector_of(b, sign + n.y * n.y * a, -n.y);
}

/* --- How a body that is no sphere turns. Its angular momentum changes by torques alone; its spin
 * changes without any torque, too, because the moments of inertia turn with the body. */

/** The spin that belongs to an angular momentum, both in space.
 * @param moments [3] of inertia, about the axes of the body */
static inline dcm_vector dcm_spin_of(const dcm_shape *shape, const double *moments,
                                     dcm_vector angular_momentum) {
  const dcm_vector m = dcm_to_body(shape, angular_momentum);
  return dcm_to_space(shape, dcm_vector_of(m.x / moments[0], m.y / moments[1], m.z / moments[2]));
}

/** The kinetic energy of a spin, in space. */
static inline double dcm_turning_energy(const dcm_shape *shape, const double *moments,
                                        dcm_vector spin) {
  const dcm_vector w = dcm_to_body(shape, spin);
  return 0.5 * (moments[0] * w.x * w.x + moments[1] * w.y * w.y + moments[2] * w.z * w.z);
}

/** The rate at which the spin of a body changes on which no torque acts, in space. L. Euler's
 * equations, I w' = (I w) x w in the frame of the body; the rate is the same in both frames. */
static inline dcm_vector dcm_free_rate(const dcm_shape *shape, const double *moments,
                                       dcm_vector spin) {
  const dcm_vector w = dcm_to_body(shape, spin);
  const dcm_vector m = dcm_vector_of(moments[0] * w.x, moments[1] * w.y, moments[2] * w.z);
  const dcm_vector gyration = dcm_cross(m, w);
  return dcm_to_space(shape, dcm_vector_of(gyration.x / moments[0], gyration.y / moments[1],
                                           gyration.z / moments[2]));
}

/** A vector that turns with the body for a time, to the second order of the angle. */
static inline dcm_vector dcm_turned_by(dcm_vector spin, double time, dcm_vector v) {
  const dcm_vector once = dcm_cross(spin, v);
  return dcm_add_scaled(dcm_add_scaled(v, time, once), 0.5 * time * time, dcm_cross(spin, once));
}

#endif
