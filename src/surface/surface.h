/* SPDX-License-Identifier: MIT */
/** @file
 * The surface of a rigid body, made of triangles, in the frame of the body: made once, and asked at
 * each step by minima.h. It never changes, so any number of threads may read it.
 *
 * **Vertices** that are nearer to each other than the tolerance `weld` are one. Triangles that have
 * two corners at one vertex are dropped, and so are doubles of others. **Edges** know their
 * triangles: two where the surface goes on, one at a free edge, more where it branches. Triangles
 * that lie in one plane within rounding share one `dcm_surface_plane`, so that nothing that is
 * computed there depends on the triangle. Folds flatter than `flat`, convex or concave, join
 * triangles to **smooth** neighbourhoods.
 *
 * Vertices are numbered by their coordinates, and triangles and edges by their vertices: neither
 * the order of the file nor that of the corners of a triangle changes any number, nor any bit of
 * what is computed.
 *
 * **Features** are what a grain can touch: a triangle's face, an edge, or a vertex. They have one
 * numbering: faces first, edges next, then vertices. These numbers serve hosts as the numbers of
 * walls (contacts/wall_list.h), also in restart files: the same triangles with the same options
 * give the same numbers. */
#ifndef DCM_SURFACE_SURFACE_H
#define DCM_SURFACE_SURFACE_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/error.h"
#include "surface/triangles.h"

/** In the place of a feature or a triangle: none. */
#define DCM_NO_FEATURE UINT32_MAX

/** Options for the making of a surface. */
typedef struct dcm_surface_options {
  double weld;   /**< length below which two vertices are one; negative: 1e-6 of the extent; at
                       least 1e-14 of it is taken */
  double flat;   /**< angle in degrees, 0 to 90: flatter folds are smooth; 0: only planes are */
  int one_sided; /**< whether a grain is touched from the outside alone: from where the corners of
                      a triangle go round counter-clockwise */
} dcm_surface_options;

/** Default options. */
#define DCM_SURFACE_DEFAULTS                                                                       \
  { -1.0, 20.0, 0 }

/** Counts from the making of a surface; see dcm_surface_describe for a line about them. */
typedef struct dcm_surface_summary {
  uint32_t read;    /**< triangles that were given */
  uint32_t welded;  /**< vertices that were near another one but not equal */
  uint32_t dropped; /**< triangles with two corners at one vertex */
  uint32_t doubles; /**< triangles with the vertices of another one */
  uint32_t free_edges;
  uint32_t junctions;     /**< vertices inside of a free edge, within the tolerance; fewer than
                             there are where 1e7 triangles beside such edges were looked at */
  uint32_t branching;     /**< edges with more than two triangles */
  uint32_t turned;        /**< edges whose two triangles call opposite sides the outside */
  uint32_t bodies;        /**< pieces that are not connected */
  uint32_t planes;        /**< planes that hold all triangles */
  double weld;            /**< the tolerance that was used */
  double low[3], high[3]; /**< the box around all */
  double extent;          /**< its longest side */
  double area;
  double volume; /**< inside, negative if the triangles call the inside outside; 0 where the surface
                      is not closed (dcm_surface_is_closed) */
} dcm_surface_summary;

typedef struct dcm_surface dcm_surface;

/** Makes a surface.
 * @param triangles not needed after
 * @param error     what was wrong: no triangle that has an area, or no memory
 * @return NULL after an error; freed by dcm_surface_destroy */
dcm_surface *dcm_surface_create(const dcm_triangles *triangles, const dcm_surface_options *options,
                                dcm_error *error);

/** NULL is allowed. */
void dcm_surface_destroy(dcm_surface *surface);

const dcm_surface_summary *dcm_surface_summary_of(const dcm_surface *surface);

/** One line about the surface for a log, without its end: "1200 triangles, 602 vertices, closed; 3
 * dropped, …". Longer texts are cut. */
void dcm_surface_describe(const dcm_surface *surface, char *text, size_t size);

/** Whether each edge has two triangles that agree about the outside. */
int dcm_surface_is_closed(const dcm_surface *surface);

uint32_t dcm_surface_triangle_count(const dcm_surface *surface);
uint32_t dcm_surface_vertex_count(const dcm_surface *surface);

/** Faces, edges and vertices together; dcm_surface_triangle_count and on: see above. */
uint32_t dcm_surface_feature_count(const dcm_surface *surface);

/** Position of a vertex in the frame of the body. @param at [3] filled */
void dcm_surface_vertex(const dcm_surface *surface, uint32_t vertex, double at[3]);

/** The vertices of a triangle, counter-clockwise as seen from outside. */
void dcm_surface_triangle(const dcm_surface *surface, uint32_t triangle, uint32_t vertices[3]);

/** Number of a triangle in what the surface was made of. */
uint32_t dcm_surface_source(const dcm_surface *surface, uint32_t triangle);

double dcm_surface_area(const dcm_surface *surface, uint32_t triangle);

/** The unit normal of a triangle, to the outside, in the frame of the body. */
void dcm_surface_normal(const dcm_surface *surface, uint32_t triangle, double normal[3]);

/** The triangle to which a host books what acts on a feature: the face itself, or one of the
 * triangles that meet there, always the same one. */
uint32_t dcm_surface_triangle_of(const dcm_surface *surface, uint32_t feature);

/** Bytes in use. At most 200 a triangle for surfaces with more than a hundred. */
size_t dcm_surface_memory(const dcm_surface *surface);

/* ------------------------------------------------------------------------- what may be wrong */

/** A question if the surface may be in other units than the grains: its extent is below the
 * smallest radius, above 1e6 of the largest, or above ten boxes.
 * @param smallest_radius 0 where it is not known
 * @param largest_radius  infinite where it is not known
 * @param box             the longest side of the box; infinite where there is none
 * @return whether there is a question */
int dcm_surface_doubt_units(const dcm_surface *surface, double smallest_radius,
                            double largest_radius, double box, char *text, size_t size);

/** Whether two triangles of any edge make a fold between two angles, in degrees: 0 is a plane. */
int dcm_surface_has_fold(const dcm_surface *surface, double from, double to);

/** Looks for triangles that pass through each other and share no vertex.
 * @param most  pairs of triangles to look at before giving up
 * @param first receives two triangles that do, where there are any
 * @return the number of such pairs among those that were looked at */
uint64_t dcm_surface_self_intersections(const dcm_surface *surface, uint64_t most,
                                        uint32_t first[2]);

/** Looks for triangles that lie on each other as two sheets or the sides of a plate do, nearer than
 * a distance: a grain that is pressed deeper touches both. With one side, those alone whose
 * outsides are on one side.
 * @param most, first as of dcm_surface_self_intersections
 * @return the number of such pairs among those that were looked at */
uint64_t dcm_surface_sheets(const dcm_surface *surface, double distance, uint64_t most,
                            uint32_t first[2]);

#endif
