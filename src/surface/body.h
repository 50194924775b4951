/* SPDX-License-Identifier: MIT */
/** @file
 * A surface in memory, its tree, and exact turns in the plane, for the files of this folder alone.
 */
#ifndef DCM_SURFACE_BODY_H
#define DCM_SURFACE_BODY_H

#include <math.h>

#include "numeric/vector.h"
#include "surface/surface.h"

/** Flags of a face. Its three edges and vertices have a bit each, from the lowest on. */
enum {
  FACE_TURNED = 1,       /* a, b, c go round clockwise as seen from outside */
  FACE_OUTSIDE_DOWN = 2, /* the outside is where its plane's normal does not point */
  FACE_LEFT = 4,         /* a, b, c go round counter-clockwise in the projection of the plane */
  FACE_RIGHT = 8,        /* clockwise; neither: the projection has no area */
  FACE_AXIS = 4,         /* shift of two bits: the coordinate that the projection leaves out */
  FACE_EDGES = 8,        /* shift of three bits: edges that this face looks after */
  FACE_VERTICES = 12,    /* shift of three bits: vertices, likewise */
  FACE_PINCHED = 15 /* shift of three bits: vertices where faces meet that share no edge there */
};

/** A triangle: a < b < c. */
typedef struct dcm_face {
  uint32_t vertex[3]; /* a, b, c */
  uint32_t edge[3];   /* ab, bc, ac */
  uint32_t plane;
  uint32_t smooth; /* number of its smooth neighbourhood: its lowest face */
  uint32_t source;
  uint32_t flags;
} dcm_face;

/** Flag of an edge whose two faces go on into each other in one plane. */
enum { EDGE_FLAT = 1 };

typedef struct dcm_edge {
  uint32_t vertex[2]; /* the lower one first */
  uint32_t first;     /* of its faces in edge_faces; those of edge e end where e + 1 begins */
  uint32_t flags;
} dcm_edge;

/** Points x with normal . x = offset. */
typedef struct dcm_surface_plane {
  double normal[3], offset;
} dcm_surface_plane;

/** A box relative to the centre of the surface. */
typedef struct dcm_box {
  float low[3], high[3];
} dcm_box;

/** A node of the tree. */
typedef struct dcm_node {
  dcm_box box;
  uint32_t first; /* of its triangles in leaves; without triangles its first child, and the second
                     is the next one */
  uint32_t count; /* of its triangles; 0: it has children */
} dcm_node;

/** The share of an edge's length below which the sign of a way along the edge may be one of
 * rounding. */
#define DCM_SURFACE_CLOSE 1e-9

/** Triangles in the leaves of the tree, at most. */
enum { LEAF = 4 };

struct dcm_surface {
  dcm_surface_options options;
  dcm_surface_summary summary;
  double cos_flat; /* of the angle below which folds are smooth */
  uint32_t triangle_count, vertex_count, edge_count, plane_count;
  double *vertices; /* [vertex][3] */
  dcm_face *faces;
  dcm_edge *edges;      /* [edge_count + 1] */
  uint32_t *edge_faces; /* [3 triangle_count] in increasing order at each edge */
  uint32_t *fans;       /* [vertex_count + 1] first of the vertex' edges in fan_edges */
  uint32_t *fan_edges;  /* [2 edge_count] */
  dcm_surface_plane *planes;
  uint32_t *leaves; /* [triangle_count] faces in the order of the tree */
  dcm_node *nodes;
  uint32_t node_count;
  dcm_box *face_boxes; /* [triangle_count] of each triangle */
  double centre[3];    /* of the boxes */
};

/** The steps of making a surface, in this order. Each returns DCM_OK, or DCM_ERROR when out of
 * memory. */

/** Fills vertices; corner_vertex receives [triangle][corner] the vertex of each corner. */
int32_t dcm_surface_weld(dcm_surface *surface, const dcm_triangles *triangles,
                         uint32_t *corner_vertex);
/** Fills faces, edges and fans. */
int32_t dcm_surface_connect(dcm_surface *surface, const uint32_t *corner_vertex, uint32_t count);
/** Fills planes, and what faces and edges say of the planes. */
int32_t dcm_surface_find_planes(dcm_surface *surface);
/** Joins smooth neighbourhoods, and deals edges and vertices out to faces. */
int32_t dcm_surface_find_folds(dcm_surface *surface);
int32_t dcm_surface_plant_tree(dcm_surface *surface);
/** Counts vertices inside of free edges. Nothing can fail. */
void dcm_surface_count_junctions(dcm_surface *surface);

static inline dcm_vector vertex_of(const dcm_surface *s, uint32_t vertex) {
  return dcm_vector_at(s->vertices + 3 * (size_t)vertex);
}

/** The two coordinates that a projection keeps. */
static inline void project(uint32_t axis, const double *v, double *x, double *y) {
  *x = v[axis == 0 ? 1 : 0];
  *y = v[axis == 2 ? 1 : 2];
}

static inline uint32_t face_axis(const dcm_face *face) {
  return face->flags >> FACE_AXIS & 3u;
}

/** Number of an edge among the edges of a face. */
static inline int place_of(const dcm_face *face, uint32_t edge) {
  return face->edge[0] == edge ? 0 : face->edge[1] == edge ? 1 : 2;
}

/** On which side of edge n of a face, seen along the edge in the projection, the face lies: 1 to
 * the left, -1 to the right. For a face without an area its neighbours in the plane decided that.
 */
static inline int inside_of(const dcm_face *face, int n) {
  return ((face->flags & FACE_LEFT) != 0) == (n != 2) ? 1 : -1;
}

/** 1 if the projection of a face's plane shows it as from where its normal points, -1 if from the
 * other side. */
static inline int seen_from(const dcm_face *face, const dcm_surface_plane *plane) {
  const uint32_t axis = face_axis(face);
  return (plane->normal[axis] > 0.0) == (axis != 1) ? 1 : -1;
}

static inline uint32_t edge_face_count(const dcm_surface *s, uint32_t edge) {
  return s->edges[edge + 1].first - s->edges[edge].first;
}

/** The one that stands for all that an entry is joined with; paths are halved on the way. */
static inline uint32_t joined_with(uint32_t *joined, uint32_t n) {
  while (joined[n] != n)
    n = joined[n] = joined[joined[n]];
  return n;
}

/** Point of a triangle that is nearest to c. */
dcm_vector dcm_surface_nearest_of_face(const dcm_surface *s, uint32_t face, dcm_vector c);
dcm_vector dcm_surface_nearest_of_edge(const dcm_surface *s, uint32_t edge, dcm_vector c);

/** The unit vector from an edge into a face, along the face and across the edge. */
dcm_vector dcm_surface_into(const dcm_surface *s, const dcm_face *face, uint32_t edge);

/** Distance of the shadow of a point, on the plane of a face, inwards from the face's edge n;
 * negative beyond the edge. */
static inline double dcm_surface_within(const dcm_surface *s, const dcm_face *face, int n,
                                        dcm_vector c) {
  const dcm_vector from = vertex_of(s, s->edges[face->edge[n]].vertex[0]);
  return dcm_dot(dcm_surface_into(s, face, face->edge[n]), dcm_subtract(c, from));
}

/** How far a centre must go, at least, before an edge, or a vertex, can hold a foot within a
 * horizon; not above 0 where it may hold one now. */
double dcm_surface_clear_of_edge(const dcm_surface *s, dcm_vector c, double horizon, uint32_t edge);
double dcm_surface_clear_of_vertex(const dcm_surface *s, dcm_vector c, double horizon,
                                   uint32_t vertex);

/** Adds a local minimum to the feet of a search.
 * @param direction unit, from the surface to the grain
 * @return DCM_OK, or DCM_ERROR when out of memory */
struct dcm_surface_search;
int32_t dcm_surface_add_foot(struct dcm_surface_search *search, uint32_t feature, double distance,
                             dcm_vector direction, dcm_vector at);

/** Sorts the feet, the nearest first, and forgets those that are at the place of another one. */
void dcm_surface_forget_doubles(struct dcm_surface_search *search, const dcm_surface *surface);

/** Finds which of the feet of a search, the nearest first, are one contact. Forgets all feet where
 * none can be a contact.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_surface_join_feet(struct dcm_surface_search *search, const dcm_surface *surface);

/** Adds a contact. @return DCM_OK, or DCM_ERROR when out of memory */
struct dcm_surface_contact;
int32_t dcm_surface_add_contact(struct dcm_surface_search *search,
                                const struct dcm_surface_contact *contact);

/** Sorts the contacts by their features. */
void dcm_surface_sort_contacts(struct dcm_surface_search *search);

/** Keeps the triangles whose boxes have a point within a distance of a centre.
 * @param kept receives them in their order, until the next call
 * @return their number, or -1 when out of memory */
int64_t dcm_surface_keep_near(struct dcm_surface_search *search, const dcm_surface *surface,
                              dcm_vector centre, double distance, const uint32_t *near,
                              uint32_t near_count, const uint32_t **kept);

/** The normal of a face, the mean of those at an edge, or at a vertex that weighted by the angles
 * of the faces: it distinguishes outside from inside. J. A. Baerentzen, H. Aanaes, Signed distance
 * computation using the angle weighted pseudonormal, IEEE Trans. Vis. Comput. Graph. 11 (2005) 243.
 */
dcm_vector dcm_surface_pseudonormal(const dcm_surface *surface, uint32_t feature);

/** The nearest point of an edge, or a vertex, to the grain of a search that is not a sphere.
 * @param direction receives the vector that a pass has: see dcm_surface_search.turning
 * @return its distance */
double dcm_surface_shape_from(const struct dcm_surface_search *search, const dcm_surface *surface,
                              uint32_t feature, dcm_vector *direction);

/** Whether two features have a vertex in common. */
int dcm_surface_share_a_vertex(const dcm_surface *s, uint32_t f, uint32_t g);

/** The face number n that has a feature; DCM_NO_FEATURE at the end. */
uint32_t dcm_surface_face_at(const dcm_surface *s, uint32_t feature, uint32_t n);

/* --- Goes through the leaves of the tree that are near a place. For the files of this folder
 * alone. */

/** Nodes above a leaf, at most: from DCM_TREE_UNEQUAL on each halves its triangles. */
enum { DCM_TREE_UNEQUAL = 28, DCM_TREE_DEPTH = DCM_TREE_UNEQUAL + 32 };

/** A way through the tree. */
typedef struct dcm_tree_walk {
  const dcm_surface *surface;
  double low[3], high[3]; /* what is looked at: a box relative to the surface's centre */
  double square;          /* leaves no nearer to the middle of the box; infinite for a box alone */
  uint32_t waiting[DCM_TREE_DEPTH + 2];
  uint32_t waiting_count;
} dcm_tree_walk;

/** Begins a walk to the triangles whose boxes have a point in a box. */
static inline void dcm_tree_begin_box(dcm_tree_walk *walk, const dcm_surface *surface,
                                      const double low[3], const double high[3]) {
  walk->surface = surface;
  walk->square = HUGE_VAL;
  for (int c = 0; c < 3; c++) {
    walk->low[c] = low[c] - surface->centre[c];
    walk->high[c] = high[c] - surface->centre[c];
  }
  walk->waiting[0] = 0;
  walk->waiting_count = 1;
}

/** Begins a walk to the triangles whose boxes have a point within a sphere. */
static inline void dcm_tree_begin(dcm_tree_walk *walk, const dcm_surface *surface,
                                  dcm_vector centre, double radius) {
  const double c[3] = {centre.x, centre.y, centre.z};
  dcm_tree_begin_box(walk, surface, c, c);
  walk->square = radius * radius;
}

/** Whether the walk has something to look for in a box. */
static inline int dcm_tree_enters(const dcm_tree_walk *walk, const dcm_box *box) {
  double square = 0.0;
  for (int c = 0; c < 3; c++) {
    const double under = box->low[c] - walk->high[c], over = walk->low[c] - box->high[c];
    const double gap = under > over ? under : over;
    square += gap > 0.0 ? gap * gap : 0.0;
  }
  return walk->square == HUGE_VAL ? square == 0.0 : square <= walk->square;
}

/** The next leaf.
 * @param faces receives its triangles
 * @return their number; 0 at the end */
static inline uint32_t dcm_tree_next(dcm_tree_walk *walk, const uint32_t **faces) {
  while (walk->waiting_count > 0) {
    const dcm_node *node = &walk->surface->nodes[walk->waiting[--walk->waiting_count]];
    if (!dcm_tree_enters(walk, &node->box))
      continue;
    if (node->count > 0) {
      *faces = walk->surface->leaves + node->first;
      return node->count;
    }
    walk->waiting[walk->waiting_count++] = node->first + 1;
    walk->waiting[walk->waiting_count++] = node->first;
  }
  return 0;
}

/* --- On which side of a line of the plane a point lies, decided as if computed without rounding
 * and as if no point ever lay on a line. So each point of a triangulated region is in exactly one
 * triangle, also on seams and vertices.
 *
 * J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric
 * predicates, Discrete Comput. Geom. 18 (1997) 305; H. Edelsbrunner, E. P. Muecke, Simulation of
 * simplicity, ACM Trans. Graph. 9 (1990) 66. Coordinates must be between 1e-100 and 1e50 in size,
 * or 0. */

/** 1 if q is to the left of the line from a to b, -1 if it is to the right, 0 if it is on it. */
int dcm_exact_turn(double ax, double ay, double bx, double by, double qx, double qy);

/** The part of dcm_exact_side that is rarely needed. */
int dcm_exact_side_close(double ax, double ay, double bx, double by, double qx, double qy);

/** 1 if q is to the left of the line from a to b, -1 if it is to the right; a point on the line is
 * taken for the one that is beside it by (e, e^2) with an e above 0 as small as one likes. 0 if a
 * and b are equal. Exchanging a and b changes the sign. */
static inline int dcm_exact_side(double ax, double ay, double bx, double by, double qx, double qy) {
  const double left = (ax - qx) * (by - qy), right = (ay - qy) * (bx - qx);
  const double det = left - right;
  /* Shewchuk's bound for his orient2d: (3 + 16 u) u with u = 2^-53. */
  const double bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right));
  if (det > bound)
    return 1;
  if (det < -bound)
    return -1;
  return dcm_exact_side_close(ax, ay, bx, by, qx, qy);
}

/* The ends of the edges of a face, among its vertices. */
static const int edge_ends[3][2] = {{0, 1}, {1, 2}, {0, 2}};

/** A point in the projection of the plane of a face. */
typedef struct shadow {
  double x, y;
} shadow;

static inline shadow shadow_of(const dcm_face *face, dcm_vector point) {
  const double v[3] = {point.x, point.y, point.z};
  shadow of;
  project(face_axis(face), v, &of.x, &of.y);
  return of;
}

/** Whether a point is beyond edge n of a face, exactly. */
static inline int is_beyond(const dcm_surface *s, const dcm_face *face, int n, shadow of) {
  const shadow a = shadow_of(face, vertex_of(s, face->vertex[edge_ends[n][0]]));
  const shadow b = shadow_of(face, vertex_of(s, face->vertex[edge_ends[n][1]]));
  return dcm_exact_side(a.x, a.y, b.x, b.y, of.x, of.y) != inside_of(face, n);
}

#endif
