/* SPDX-License-Identifier: MIT */
/** @file
 * Where a grain touches a surface: the local minima of the distance from its centre to the surface.
 *
 * **The rule.** The foot of a minimum lies inside a face; or on an edge, if the direction to the
 * centre is in the wedge between the normals of the faces that meet there; or on a vertex, if it is
 * in the cone of the vertex' normals. On surfaces that are convex or flat there is exactly one. The
 * side is that of the centre.
 *
 * **Several feet.** A law sees an overlap that is a continuous function of the centre, and its
 * gradient: so an elastic contact is conservative, whatever the triangles are. The way on the
 * surface from one foot to another that stays nearest to the centre has its farthest point at the
 * *pass* between both. With p the distance of the pass, H the horizon, and d and e the distances of
 * two parts of the surface, as a law sees them:
 * - Where p < H, both have a contact with the smooth maximum of the overlaps over the pass, the
 *   distance p - t log(exp((p - d)/t) + exp((p - e)/t) - 1), t = (H - p)/4. A foot is born and dies
 *   at a pass, p = e, where this is d, and its gradient that of d. Passes that are as far as each
 *   other may be taken in any order.
 * - The part that is farther, e > d, has a contact of its own, too, in whose parts t is (p - q)/4
 *   for their own passes q. Its distance is e + (H - p)^2/(2 H - p - range): without the addition
 *   where p = H, and beyond the range where p = e.
 * - Where there is no pass within the horizon, both are contacts that know nothing of each other.
 *
 * One foot alone has the numbers of its own, to the bit.
 *
 * **Planes.** Where triangles lie in one plane, distance and direction are those of the plane, to
 * the bit, wherever its seams are, and each point of it belongs to exactly one triangle: which one
 * is decided in exact arithmetic (body.h).
 *
 * All is in the frame of the body: movement.h brings centres there, and directions back. */
#ifndef DCM_SURFACE_MINIMA_H
#define DCM_SURFACE_MINIMA_H

#include <stdint.h>

#include "numeric/vector.h"
#include "shapes/shape.h"
#include "surface/surface.h"

/** A contact of a grain, or what may become one. */
typedef struct dcm_surface_contact {
  uint32_t feature;    /**< where the nearest foot lies: distinguishes the contacts of a grain */
  double distance;     /**< from the centre, for a law */
  double slope;        /**< size of the gradient of the distance; 1 where one foot is alone */
  double direction[3]; /**< unit vector from the surface to the centre, along the gradient */
  double foot[3];      /**< centre - distance direction: where the force acts */
  double pitch;        /**< of a grain that is no sphere: see dcm_surface_find_shape */
} dcm_surface_contact;

/** A local minimum of the distance, before minima are joined. */
typedef struct dcm_surface_foot {
  uint32_t feature;
  uint32_t contact; /**< the number of the foot whose contact this one is part of */
  double distance;
  double direction[3];
  double at[3];
  double level, gradient[3]; /**< distance of its contact and its gradient, where it has one */
} dcm_surface_foot;

/** A face that was reached from a foot. */
typedef struct dcm_surface_visit {
  uint32_t face;
  uint32_t root; /* on the way to the visit that stands for all that are connected */
  uint32_t node; /* there: the node for these feet */
} dcm_surface_visit;

/** The nearest point of an edge or a vertex of a face that was reached. */
typedef struct dcm_surface_pass {
  double distance;
  dcm_vector direction;
  uint32_t feature, from; /* from: the visit of the face */
} dcm_surface_pass;

/** How far from the centre a contact is. */
typedef struct dcm_surface_level {
  double distance;
  dcm_vector gradient; /* by the centre, with the horizon as it is */
  double by_horizon;   /* derivative by the horizon */
} dcm_surface_level;

/** A foot, or what two nodes are together that meet at a pass. */
typedef struct dcm_surface_node {
  dcm_surface_level level; /* of these feet, if they meet no others */
  double distance;         /* of the pass */
  dcm_vector direction;
  uint32_t part[2]; /* the two nodes */
  uint32_t nearest; /* of the feet */
  uint32_t foot;    /* whose contact the feet have */
} dcm_surface_node;

/** The parts of a triangle that may hold a foot: see dcm_surface_find_parts. There is a copy of
 * what a step asks of the triangle, so that the step reads one place of the memory and not four. */
typedef struct dcm_surface_part {
  uint32_t triangle, parts, flags;
  double normal[3], offset; /* of the plane */
  double corner[3][2];      /* in the projection of the plane */
} dcm_surface_part;

/** Memory of searches and their result, reused from one to the next; for one thread. */
typedef struct dcm_surface_search {
  dcm_surface_contact *contacts; /**< sorted by their features: the order depends on nothing else */
  uint32_t count;
  dcm_surface_foot *feet; /**< the nearest first */
  uint32_t feet_count;
  double centre[3]; /**< of the last dcm_surface_find_contacts, and its range */
  double range;
  const dcm_shape *shape; /**< of the last grain, in the frame of the body; NULL: a sphere */
  double radius;          /**< of the sphere in its place; see dcm_surface_find_shape */
  int turning;            /**< whether gradients are those of turns of the grain about its centre */
  uint32_t *near;         /**< of the last dcm_surface_find_near */
  uint32_t near_count;
  double near_square; /**< square of the distance of the nearest of them; infinite without any */
  uint32_t *kept;     /**< of the near triangles, those that matter for the contacts */
  dcm_surface_part *parts; /**< of the last dcm_surface_find_parts */
  dcm_surface_visit *visits;
  uint32_t *visit_of; /**< [triangle] its visit, if that is one of this triangle */
  dcm_surface_pass *passes;
  dcm_surface_node *nodes;
  size_t contacts_room, feet_room, near_room, kept_room, parts_room, visits_room, visit_of_room,
      passes_room, nodes_room;
} dcm_surface_search;

/** Frees the memory; a search begins with all bytes 0. */
void dcm_surface_search_free(dcm_surface_search *search);

/** Distance from a centre within which triangles matter for contacts within a range: range /
 * cos(flat). Feet and passes beyond the range join what is within. */
double dcm_surface_horizon(const dcm_surface *surface, double range);

/** Distance from which on a number of feet, all of them farther, are no contact within a range: n
 * feet are one contact that is nearer than the nearest of them by t log(n) at most. */
double dcm_surface_farthest(const dcm_surface *surface, double range, uint32_t feet);

/** The triangles with a point nearer than so, for a list that serves until grain and body have
 * moved by a margin: distance = dcm_surface_horizon(surface, range) + margin.
 * @param near   receives a list that lasts until the next call with this search
 * @return their number, or -1 when out of memory */
int64_t dcm_surface_find_near(dcm_surface_search *search, const dcm_surface *surface,
                              const double centre[3], double distance, const uint32_t **near);

/** Cells of space, each of which remembers the triangles near to it, for who asks at many places
 * again and again; a cell asks the tree once. Begins with all bytes 0; for one surface, and one
 * thread. */
typedef struct dcm_surface_cells {
  double low[3], edge; /* where the first cell begins, and the length of each */
  double distance;     /* for which the triangles are */
  uint32_t count[3];
  uint32_t *known; /* [cell] where its list begins, or what stands for one */
  uint32_t *lists;
  uint32_t used;
  size_t room;
} dcm_surface_cells;

/** Frees the memory. */
void dcm_surface_cells_free(dcm_surface_cells *cells);
size_t dcm_surface_cells_memory(const dcm_surface_cells *cells);

/** As dcm_surface_find_near, with the same triangles, in another order. */
int64_t dcm_surface_find_near_by(dcm_surface_cells *cells, dcm_surface_search *search,
                                 const dcm_surface *surface, const double centre[3],
                                 double distance, const uint32_t **near);

/** The contacts of a sphere: search->contacts.
 * @param range      distance below which there is a contact: the radius of the grain and the reach
 *                   of the law. All contacts that are nearer are reported.
 * @param near       triangles among which all are that have a point within the horizon of the
 *                   range, each once; NULL: they are looked for
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_surface_find_contacts(dcm_surface_search *search, const dcm_surface *surface,
                                  const double centre[3], double range, const uint32_t *near,
                                  uint32_t near_count);

/** The parts of triangles that may hold a foot, for the steps until the centre has moved by a
 * margin in the frame of the body: a few, where many triangles are near.
 * @param near  as in dcm_surface_find_contacts; all within the horizon of the range and the margin
 * @param parts receives a list that lasts until the next call with this search
 * @return their number, or -1 when out of memory */
int64_t dcm_surface_find_parts(dcm_surface_search *search, const dcm_surface *surface,
                               const double centre[3], double range, double margin,
                               const uint32_t *near, uint32_t near_count,
                               const dcm_surface_part **parts);

/** As dcm_surface_find_contacts, with the same answer to the bit, and in less time.
 * @param parts of dcm_surface_find_parts with the same range and the same near, at a place that is
 *              no farther from centre than the margin */
int32_t dcm_surface_find_contacts_among(dcm_surface_search *search, const dcm_surface *surface,
                                        const double centre[3], double range,
                                        const dcm_surface_part *parts, uint32_t count,
                                        const uint32_t *near, uint32_t near_count);

/** Finds whether all contacts of a sphere are with single triangles, inside of these, until the
 * centre has moved by a margin in the frame of the body. The sphere touches a triangle while the
 * distance from its plane is below the range, and the contact has the numbers that
 * dcm_surface_find_contacts gives it, to the bit.
 * @param near   triangles among which all are that have a point within the horizon of the range
 *               while the answer is used
 * @param planes filled: of triangles, in their order */
void dcm_surface_find_planes_near(const dcm_surface *surface, const double centre[3], double range,
                                  const uint32_t *near, uint32_t near_count,
                                  dcm_planes_near *planes);

/** Where else the centre of a grain may have been before, in the frame of the body: a host carries
 * grains through periodic boundaries. */
typedef struct dcm_surface_images {
  const dcm_vector *centres;
  uint32_t count;
} dcm_surface_images;

/** As which contacts of the last dcm_surface_find_contacts earlier contacts of the grain go on: at
 * the same feature; at another foot of the contact; at a neighbour, or in the smooth neighbourhood,
 * the nearest first; or where an image of the grain has a contact at the old place. An earlier
 * contact goes on as one contact at most, and no two as the same.
 *
 * With contacts/wall_list.h, after dcm_wall_list_visit: before.wall[k] = goes_on[k - first], or
 * dcm_wall_list_end where it is DCM_NO_FEATURE; then dcm_wall_list_see for each contact.
 * @param features [count] of the contacts until now; a number that is no feature goes on nowhere
 * @param goes_on  [count] receives features of contacts, or DCM_NO_FEATURE; not features itself */
void dcm_surface_follow(const dcm_surface_search *search, const dcm_surface *surface,
                        const uint32_t *features, uint32_t count, const dcm_surface_images *images,
                        uint32_t *goes_on);

/* --- Contacts of a superellipsoid: the rule above with the signed distance of a point of the
 * surface from the body, negative inside of it, in the place of the distance from a centre. A
 * sphere has the same numbers either way.
 *
 * **The rule.** The signed distance of a convex body is a convex function of the point. So each
 * face, each edge and each way between two points has one least distance, and a foot is a local
 * minimum on the surface. With n out of the body, the support function h, and the point s of the
 * body whose normal is n:
 * - Inside a face: n is its normal, and the shadow of s is in the face. The depth is h(n) less the
 *   distance of the centre from the plane, as at a plane.
 * - On an edge: n is between the normals of its faces, on the side on which the edge stands out,
 *   and has the least depth of these; the shadow of s for the normal of each face is beyond the
 *   edge, and that for n is on the edge.
 * - On a vertex: the vertex is the depth behind s along n, and all its edges go away from the body
 *   there.
 * A minimum that is deeper than the smaller radius of curvature of the body there is none: the
 * surface goes through the body sideways, or has come out of it.
 *
 * A law sees the sphere of a radius that the caller chooses in the place of the body: distances are
 * that radius less the depth. Feet are joined as above. */

/** The contacts of a grain: search->contacts. The foot of a contact is where the surface is; the
 * grain reaches radius - distance behind it, against the direction. Where several feet are joined,
 * the force that acts there has the torque about the centre that the change of the distance by the
 * turn of the grain asks for, together with a couple about its own direction: the force times the
 * pitch.
 * @param shape  in the frame of the body of triangles; it lasts for dcm_surface_follow
 * @param radius no less than the distance of any point of the grain from its centre
 * @param range  as of dcm_surface_find_contacts: the radius and the reach of the law
 * @param near   triangles among which all are that have a point within the horizon of the range
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_surface_find_shape(dcm_surface_search *search, const dcm_surface *surface,
                               const dcm_shape *shape, const double centre[3], double radius,
                               double range, const uint32_t *near, uint32_t near_count);

#endif
