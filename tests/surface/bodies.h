/* SPDX-License-Identifier: MIT */
/** @file
 * Bodies of triangles for tests, and what may be done to their triangles that changes nothing. */
#ifndef DCM_TESTS_SURFACE_BODIES_H
#define DCM_TESTS_SURFACE_BODIES_H

#include "numeric/vector.h"
#include "support/random.h"
#include "surface/minima.h"
#include "surface/triangles.h"

/** Adds a triangle, by the right hand about its outside. */
void body_add(dcm_triangles *body, dcm_vector a, dcm_vector b, dcm_vector c);

/** Adds two triangles: a, b, c, d in a plane, counter-clockwise as seen from outside. */
void body_add_four(dcm_triangles *body, dcm_vector a, dcm_vector b, dcm_vector c, dcm_vector d);

/** The square from -1 to 1 in x and y at a height, as triangles between random points, slivers
 * among them.
 * @param slope not 0: heights of the points inside are random up to slope times their distance to
 *              another one */
dcm_triangles body_plane(dcm_random *random, int points, double height, double slope);

/** The square as n times n squares of two triangles each, with random heights up to the given one.
 */
dcm_triangles body_hills(dcm_random *random, int n, double height);

/** A box from -size to size, each of its sides n times n squares of two triangles; the outside is
 * outside. */
dcm_triangles body_box(dcm_vector size, int n);

/** A prism of n sides about z whose sides touch a cylinder of radius 1 from outside, open at z = -1
 * and 1; the outside is inside, where the grains are. */
dcm_triangles body_drum(int n);

/** A ball of 20 times 4^level triangles whose vertices are on the sphere of radius 1; the outside
 * is inside, where the grains are. */
dcm_triangles body_ball(int level);

/** Bodies that have folds of all kinds, and free edges: a plane with hills, a box, a drum, hills, a
 * ball. */
enum { BODIES = 5 };
dcm_triangles body_of_kind(int kind, dcm_random *random);

/** A point of a triangle of a body. */
dcm_vector body_place(const dcm_triangles *body, dcm_random *random);

/** Turns all by a random rotation, whose rows are the axes. */
void body_turn(dcm_triangles *body, dcm_random *random, dcm_vector axes[3]);

/** Changes the order of the triangles, that of their corners, and, if flips is set, some sides. */
void body_shuffle(dcm_triangles *body, dcm_random *random, int flips);

/** The surface; stops the test if there is none. */
dcm_surface *body_surface(dcm_triangles *body, const dcm_surface_options *options);

/** Destroys a surface and its triangles. */
static inline void body_end(dcm_surface *surface, dcm_triangles *body) {
  dcm_surface_destroy(surface);
  dcm_triangles_free(body);
}

/** Whether any point of the surface, of either side, is nearer than so. */
int body_is_near(const dcm_surface *surface, const double centre[3], double distance);

#endif
