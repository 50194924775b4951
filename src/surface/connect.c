/* SPDX-License-Identifier: MIT */
/** @file
 * Triangles of vertices become faces with numbers of their own, and find their edges; folds between
 * faces: which are smooth, and which face looks after an edge or a vertex; and vertices that are
 * welded. */
#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "surface/body.h"

/** Vertices in increasing order. @return 1 if that takes an odd number of exchanges */
static uint32_t sort_vertices(uint32_t v[3]) {
  uint32_t odd = 0;
  for (int n = 0; n < 3; n++) {
    const int i = n == 1; /* 0 1, 1 2, 0 1 */
    if (v[i] > v[i + 1]) {
      const uint32_t larger = v[i];
      v[i] = v[i + 1];
      v[i + 1] = larger;
      odd ^= 1u;
    }
  }
  return odd;
}

static int by_vertices(const void *a, const void *b) {
  const dcm_face *p = a, *q = b;
  for (int n = 0; n < 3; n++)
    if (p->vertex[n] != q->vertex[n])
      return p->vertex[n] < q->vertex[n] ? -1 : 1;
  /* One of several equal faces stays: one that is not turned, or else the first of the file. */
  if (p->flags != q->flags)
    return p->flags < q->flags ? -1 : 1;
  return p->source < q->source ? -1 : p->source > q->source;
}

static int same_vertices(const dcm_face *p, const dcm_face *q) {
  return memcmp(p->vertex, q->vertex, sizeof p->vertex) == 0;
}

static int32_t make_faces(dcm_surface *s, const uint32_t *corner_vertex, uint32_t count) {
  s->faces = malloc(count * sizeof *s->faces);
  if (!s->faces)
    return DCM_ERROR;
  uint32_t kept = 0;
  for (uint32_t t = 0; t < count; t++) {
    dcm_face face = {.source = t};
    memcpy(face.vertex, corner_vertex + 3 * (size_t)t, sizeof face.vertex);
    face.flags = sort_vertices(face.vertex) ? FACE_TURNED : 0;
    if (face.vertex[0] != face.vertex[1] && face.vertex[1] != face.vertex[2])
      s->faces[kept++] = face;
    else
      s->summary.dropped++;
  }
  qsort(s->faces, kept, sizeof *s->faces, by_vertices);
  for (uint32_t t = 0; t < kept; t++)
    if (s->triangle_count > 0 && same_vertices(&s->faces[s->triangle_count - 1], &s->faces[t]))
      s->summary.doubles++;
    else
      s->faces[s->triangle_count++] = s->faces[t];
  dcm_face *fitting =
      realloc(s->faces, (s->triangle_count ? s->triangle_count : 1) * sizeof *fitting);
  if (fitting)
    s->faces = fitting;
  return DCM_OK;
}

/** A side of a face on its way to an edge. */
typedef struct side {
  uint32_t upper, face, place;
} side;

static int by_upper(const void *a, const void *b) {
  const side *p = a, *q = b;
  if (p->upper != q->upper)
    return p->upper < q->upper ? -1 : 1;
  return p->face < q->face ? -1 : p->face > q->face;
}

/** The vertices of side n: ab, bc, ac. */
static uint32_t lower_of(const dcm_face *face, int n) {
  return face->vertex[n == 1];
}
static uint32_t upper_of(const dcm_face *face, int n) {
  return face->vertex[n == 0 ? 1 : 2];
}

/** Numbers the edges by their lower vertex, then by their upper one. */
static void number_edges(dcm_surface *s, side *sides, const uint32_t *first) {
  uint32_t filled = 0;
  for (uint32_t v = 0; v < s->vertex_count; v++) {
    side *of_vertex = sides + first[v];
    const uint32_t count = first[v + 1] - first[v];
    qsort(of_vertex, count, sizeof *of_vertex, by_upper);
    for (uint32_t n = 0; n < count; n++) {
      if (n == 0 || of_vertex[n].upper != of_vertex[n - 1].upper)
        s->edges[s->edge_count++] = (dcm_edge){{v, of_vertex[n].upper}, filled, 0};
      s->edge_faces[filled++] = of_vertex[n].face;
      s->faces[of_vertex[n].face].edge[of_vertex[n].place] = s->edge_count - 1;
    }
  }
  s->edges[s->edge_count] = (dcm_edge){{0, 0}, filled, 0};
}

static int32_t make_edges(dcm_surface *s) {
  const size_t sides_count = 3 * (size_t)s->triangle_count;
  side *sides = malloc((sides_count + 1) * sizeof *sides);
  uint32_t *first = calloc((size_t)s->vertex_count + 2, sizeof *first);
  s->edges = malloc((sides_count + 1) * sizeof *s->edges);
  s->edge_faces = malloc((sides_count + 1) * sizeof *s->edge_faces);
  int32_t status = DCM_ERROR;
  if (sides && first && s->edges && s->edge_faces) {
    /* first[v + 1] is where the next side of v goes, and, once all are in place, where v ends. */
    for (uint32_t t = 0; t < s->triangle_count; t++)
      for (int n = 0; n < 3; n++)
        first[lower_of(&s->faces[t], n) + 2]++;
    for (uint32_t v = 1; v < s->vertex_count; v++)
      first[v + 1] += first[v];
    for (uint32_t t = 0; t < s->triangle_count; t++)
      for (int n = 0; n < 3; n++)
        sides[first[lower_of(&s->faces[t], n) + 1]++] =
            (side){upper_of(&s->faces[t], n), t, (uint32_t)n};
    number_edges(s, sides, first);
    dcm_edge *fitting = realloc(s->edges, ((size_t)s->edge_count + 1) * sizeof *fitting);
    if (fitting)
      s->edges = fitting;
    status = DCM_OK;
  }
  free(sides);
  free(first);
  return status;
}

static int32_t make_fans(dcm_surface *s) {
  s->fans = calloc((size_t)s->vertex_count + 2, sizeof *s->fans);
  s->fan_edges = malloc((2 * (size_t)s->edge_count + 1) * sizeof *s->fan_edges);
  if (!s->fans || !s->fan_edges)
    return DCM_ERROR;
  for (uint32_t e = 0; e < s->edge_count; e++)
    for (int n = 0; n < 2; n++)
      s->fans[s->edges[e].vertex[n] + 2]++;
  for (uint32_t v = 1; v < s->vertex_count; v++)
    s->fans[v + 1] += s->fans[v];
  for (uint32_t e = 0; e < s->edge_count; e++)
    for (int n = 0; n < 2; n++)
      s->fan_edges[s->fans[s->edges[e].vertex[n] + 1]++] = e;
  return DCM_OK;
}

/** Whether a face goes along an edge from its lower to its upper vertex, as seen from outside. */
static int goes_up(const dcm_surface *s, uint32_t t, uint32_t edge) {
  const dcm_face *face = &s->faces[t];
  const int against = edge == face->edge[2]; /* a b c a */
  return ((face->flags & FACE_TURNED) == 0) != against;
}

int32_t dcm_surface_connect(dcm_surface *surface, const uint32_t *corner_vertex, uint32_t count) {
  if (make_faces(surface, corner_vertex, count) || make_edges(surface) || make_fans(surface))
    return DCM_ERROR;
  dcm_surface_summary *summary = &surface->summary;
  for (uint32_t e = 0; e < surface->edge_count; e++) {
    const uint32_t *faces = surface->edge_faces + surface->edges[e].first;
    const uint32_t n = edge_face_count(surface, e);
    summary->free_edges += n == 1;
    summary->branching += n > 2;
    summary->turned += n == 2 && goes_up(surface, faces[0], e) == goes_up(surface, faces[1], e);
  }
  return DCM_OK;
}

/** The lowest face that is joined with t so far; paths are halved on the way. */
static uint32_t root_of(dcm_face *faces, uint32_t t) {
  while (faces[t].smooth != t) {
    faces[t].smooth = faces[faces[t].smooth].smooth;
    t = faces[t].smooth;
  }
  return t;
}

static void join(dcm_face *faces, uint32_t t, uint32_t u) {
  t = root_of(faces, t);
  u = root_of(faces, u);
  if (t < u)
    faces[u].smooth = t;
  else
    faces[t].smooth = u;
}

dcm_vector dcm_surface_into(const dcm_surface *s, const dcm_face *face, uint32_t edge) {
  const dcm_surface_plane *plane = &s->planes[face->plane];
  const dcm_vector along =
      dcm_subtract(vertex_of(s, s->edges[edge].vertex[1]), vertex_of(s, s->edges[edge].vertex[0]));
  const dcm_vector left = dcm_cross(dcm_vector_at(plane->normal), along);
  const int sign = inside_of(face, place_of(face, edge)) * seen_from(face, plane);
  return dcm_scale(sign / dcm_length(left), left);
}

static void look_at_folds(dcm_surface *s) {
  for (uint32_t t = 0; t < s->triangle_count; t++)
    s->faces[t].smooth = t;
  for (uint32_t e = 0; e < s->edge_count; e++) {
    if (edge_face_count(s, e) != 2)
      continue;
    const uint32_t *pair = s->edge_faces + s->edges[e].first;
    const dcm_face *p = &s->faces[pair[0]], *q = &s->faces[pair[1]];
    if ((s->edges[e].flags & EDGE_FLAT) ||
        (s->options.flat > 0.0 &&
         -dcm_dot(dcm_surface_into(s, p, e), dcm_surface_into(s, q, e)) >= s->cos_flat))
      join(s->faces, pair[0], pair[1]);
  }
  for (uint32_t t = 0; t < s->triangle_count; t++)
    s->faces[t].smooth = root_of(s->faces, t);
}

/** The lowest face at an edge looks after it, and the lowest at a vertex, unless all is flat there.
 */
static int32_t deal_out(dcm_surface *s) {
  unsigned char *is_dealt = calloc(s->vertex_count, sizeof *is_dealt);
  if (!is_dealt)
    return DCM_ERROR;
  for (uint32_t v = 0; v < s->vertex_count; v++) {
    is_dealt[v] = 1;
    for (uint32_t k = s->fans[v]; k < s->fans[v + 1]; k++)
      is_dealt[v] &= (s->edges[s->fan_edges[k]].flags & EDGE_FLAT) != 0;
  }
  for (uint32_t t = 0; t < s->triangle_count; t++) {
    dcm_face *face = &s->faces[t];
    for (int n = 0; n < 3; n++) {
      const dcm_edge *edge = &s->edges[face->edge[n]];
      if (s->edge_faces[edge->first] == t && !(edge->flags & EDGE_FLAT))
        face->flags |= 1u << (FACE_EDGES + n);
      if (!is_dealt[face->vertex[n]]) {
        is_dealt[face->vertex[n]] = 1;
        face->flags |= 1u << (FACE_VERTICES + n);
      }
    }
  }
  free(is_dealt);
  return DCM_OK;
}

/** Joins the edges of a vertex that belong to one face. @return how many fans are apart */
static uint32_t count_fans(const dcm_surface *s, uint32_t v, uint32_t *roots) {
  uint32_t count = s->fans[v + 1] - s->fans[v];
  for (uint32_t k = s->fans[v]; k < s->fans[v + 1]; k++)
    roots[s->fan_edges[k]] = s->fan_edges[k];
  for (uint32_t k = s->fans[v]; k < s->fans[v + 1]; k++) {
    const uint32_t e = s->fan_edges[k];
    for (uint32_t m = s->edges[e].first; m < s->edges[e + 1].first; m++)
      for (int n = 0; n < 3; n++) {
        const uint32_t other = s->faces[s->edge_faces[m]].edge[n];
        if (s->edges[other].vertex[0] != v && s->edges[other].vertex[1] != v)
          continue;
        const uint32_t one = joined_with(roots, e), two = joined_with(roots, other);
        count -= one != two;
        roots[one] = two;
      }
  }
  return count;
}

/** Marks, of each face, the vertices that fans of faces share which have no edge there in common.
 */
static int32_t find_pinched(dcm_surface *s) {
  uint32_t *roots = malloc(s->edge_count * sizeof *roots);
  uint32_t t;
  if (!roots)
    return DCM_ERROR;
  for (uint32_t v = 0; v < s->vertex_count; v++)
    if (count_fans(s, v, roots) > 1)
      for (uint32_t k = 0;
           (t = dcm_surface_face_at(s, s->triangle_count + s->edge_count + v, k)) != DCM_NO_FEATURE;
           k++)
        for (int n = 0; n < 3; n++)
          if (s->faces[t].vertex[n] == v)
            s->faces[t].flags |= 1u << (FACE_PINCHED + n);
  free(roots);
  return DCM_OK;
}

int32_t dcm_surface_find_folds(dcm_surface *surface) {
  look_at_folds(surface);
  return deal_out(surface) == DCM_OK ? find_pinched(surface) : DCM_ERROR;
}

/** Vertices by a hash of their cells; a chain for each hash. */
typedef struct table {
  uint32_t *head, *next;
  size_t mask;
} table;

static int32_t make_table(table *t, size_t vertices) {
  size_t size = 16;
  while (size < vertices)
    size *= 2;
  t->mask = size - 1;
  t->head = malloc(size * sizeof *t->head);
  t->next = malloc(vertices * sizeof *t->next);
  if (!t->head || !t->next)
    return DCM_ERROR;
  memset(t->head, 0xff, size * sizeof *t->head);
  return DCM_OK;
}

static size_t hash_of(const double at[3]) {
  uint64_t h = 0;
  for (int c = 0; c < 3; c++) {
    uint64_t bits;
    memcpy(&bits, &at[c], sizeof bits);
    h = (h ^ bits) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  return (size_t)h;
}

static void put(table *t, const double key[3], uint32_t vertex) {
  uint32_t *head = &t->head[hash_of(key) & t->mask];
  t->next[vertex] = *head;
  *head = vertex;
}

/** A corner of a triangle, to be sorted by its place. */
typedef struct ranked {
  double at[3];
  uint32_t corner;
} ranked;

static int by_place(const void *a, const void *b) {
  const ranked *p = a, *q = b;
  for (int c = 0; c < 3; c++)
    if (p->at[c] != q->at[c])
      return p->at[c] < q->at[c] ? -1 : 1;
  return 0;
}

/** The vertex, of those that there are, that is the first nearer than the tolerance. */
static uint32_t near_vertex(const table *t, const double *vertices, const double at[3],
                            double tolerance, double cell) {
  uint32_t found = UINT32_MAX;
  double low[3], high[3], key[3];
  for (int c = 0; c < 3; c++) {
    low[c] = floor((at[c] - tolerance) / cell);
    high[c] = floor((at[c] + tolerance) / cell);
  }
  for (int n = 0; n < 8; n++) {
    int is_new = 1; /* a cell is at least as wide as the tolerance: two of them a coordinate */
    for (int c = 0; c < 3; c++) {
      const int upper = n >> c & 1;
      key[c] = (upper ? high[c] : low[c]) + 0.0;
      is_new &= !upper || high[c] != low[c];
    }
    if (!is_new)
      continue;
    for (uint32_t v = t->head[hash_of(key) & t->mask]; v != UINT32_MAX; v = t->next[v]) {
      const double *w = vertices + 3 * (size_t)v;
      const double dx = w[0] - at[0], dy = w[1] - at[1], dz = w[2] - at[2];
      if (dx * dx + dy * dy + dz * dz < tolerance * tolerance && v < found)
        found = v;
    }
  }
  return found;
}

/** Makes vertices of corners in their order: those at one place are one vertex. */
static void join_near(dcm_surface *s, table *t, const ranked *corners, uint32_t count,
                      uint32_t *corner_vertex) {
  const double tolerance = s->summary.weld, cell = 8.0 * tolerance;
  uint32_t v = UINT32_MAX;
  for (uint32_t n = 0; n < count; n++) {
    const double *at = corners[n].at;
    if (n == 0 || by_place(&corners[n - 1], &corners[n]) != 0) {
      v = near_vertex(t, s->vertices, at, tolerance, cell);
      s->summary.welded += v != UINT32_MAX;
    }
    if (v == UINT32_MAX) {
      v = s->vertex_count++;
      memcpy(s->vertices + 3 * (size_t)v, at, 3 * sizeof *at);
      const double key[3] = {floor(at[0] / cell) + 0.0, floor(at[1] / cell) + 0.0,
                             floor(at[2] / cell) + 0.0};
      put(t, key, v);
    }
    corner_vertex[corners[n].corner] = v;
  }
}

int32_t dcm_surface_weld(dcm_surface *surface, const dcm_triangles *triangles,
                         uint32_t *corner_vertex) {
  const uint32_t count = 3 * triangles->count;
  int32_t status = DCM_ERROR;
  uint32_t places = 1;
  table near = {NULL, NULL, 0};
  ranked *corners = malloc(count * sizeof *corners);
  if (corners) {
    for (uint32_t n = 0; n < count; n++) {
      for (int c = 0; c < 3; c++) /* -0 becomes 0 */
        corners[n].at[c] = triangles->corners[3 * (size_t)n + (size_t)c] + 0.0;
      corners[n].corner = n;
    }
    qsort(corners, count, sizeof *corners, by_place);
    for (uint32_t n = 1; n < count; n++)
      places += by_place(&corners[n - 1], &corners[n]) != 0;
    surface->vertices = malloc(3 * (size_t)places * sizeof *surface->vertices);
  }
  if (corners && surface->vertices && make_table(&near, places) == DCM_OK) {
    join_near(surface, &near, corners, count, corner_vertex);
    double *fitting =
        realloc(surface->vertices, 3 * (size_t)surface->vertex_count * sizeof *surface->vertices);
    if (fitting)
      surface->vertices = fitting;
    status = DCM_OK;
  }
  free(near.head);
  free(near.next);
  free(corners);
  return status;
}
