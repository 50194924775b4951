/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts of a superellipsoid with a surface: minima.h with the signed distance of a point of the
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
 * that radius less the depth. Feet are joined as in minima.h. */
#ifndef DCM_SURFACE_SHAPES_H
#define DCM_SURFACE_SHAPES_H

#include "shapes/shape.h"
#include "surface/minima.h"

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
