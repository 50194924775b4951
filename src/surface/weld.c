/* SPDX-License-Identifier: MIT */
/** @file
 * Corners become vertices: equal ones at once, by a table; near ones in the order of their
 * coordinates, the later ones to the first. So a vertex is a corner of the file, never a mean, and
 * the order of the file does not matter. */
#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "surface/body.h"

/** Points by a hash of three numbers; a chain for each hash. */
typedef struct table {
  uint32_t *head, *next;
  size_t mask;
} table;

static int32_t make_table(table *t, size_t points) {
  size_t size = 16;
  while (size < points)
    size *= 2;
  t->mask = size - 1;
  t->head = malloc(size * sizeof *t->head);
  t->next = malloc((points + 1) * sizeof *t->next);
  if (!t->head || !t->next)
    return DCM_ERROR;
  memset(t->head, 0xff, size * sizeof *t->head);
  return DCM_OK;
}

static void free_table(table *t) {
  free(t->head);
  free(t->next);
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

static void put(table *t, const double key[3], uint32_t point) {
  uint32_t *head = &t->head[hash_of(key) & t->mask];
  t->next[point] = *head;
  *head = point;
}

/** The points that are not equal, in place of all corners; -0 becomes 0.
 * @return their number */
static uint32_t find_equal(table *t, double *points, uint32_t corners, uint32_t *point_of) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < corners; i++) {
    double at[3];
    for (int c = 0; c < 3; c++)
      at[c] = points[3 * (size_t)i + c] + 0.0;
    uint32_t p = t->head[hash_of(at) & t->mask];
    while (p != UINT32_MAX && memcmp(points + 3 * (size_t)p, at, sizeof at) != 0)
      p = t->next[p];
    if (p == UINT32_MAX) {
      p = count++;
      memcpy(points + 3 * (size_t)p, at, sizeof at);
      put(t, at, p);
    }
    point_of[i] = p;
  }
  return count;
}

typedef struct ranked {
  double at[3];
  uint32_t point;
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

/** Vertices of ranked points; vertex_of receives that of each point. */
static void join_near(dcm_surface *s, table *t, const ranked *points, uint32_t count,
                      uint32_t *vertex_of_point) {
  const double tolerance = s->summary.weld, cell = 8.0 * tolerance;
  for (uint32_t n = 0; n < count; n++) {
    const double *at = points[n].at;
    uint32_t v = near_vertex(t, s->vertices, at, tolerance, cell);
    if (v == UINT32_MAX) {
      v = s->vertex_count++;
      memcpy(s->vertices + 3 * (size_t)v, at, 3 * sizeof *at);
      const double key[3] = {floor(at[0] / cell) + 0.0, floor(at[1] / cell) + 0.0,
                             floor(at[2] / cell) + 0.0};
      put(t, key, v);
    } else
      s->summary.welded++;
    vertex_of_point[points[n].point] = v;
  }
}

int32_t dcm_surface_weld(dcm_surface *surface, const dcm_triangles *triangles,
                         uint32_t *corner_vertex) {
  const uint32_t corners = 3 * triangles->count;
  int32_t status = DCM_ERROR;
  table equal = {NULL, NULL, 0}, near = {NULL, NULL, 0};
  double *points = malloc(3 * (size_t)corners * sizeof *points);
  ranked *order = NULL;
  uint32_t *vertex_of_point = NULL;
  uint32_t count = 0;
  if (points && make_table(&equal, corners) == DCM_OK) {
    memcpy(points, triangles->corners, 3 * (size_t)corners * sizeof *points);
    count = find_equal(&equal, points, corners, corner_vertex);
    order = malloc(count * sizeof *order);
    vertex_of_point = malloc(count * sizeof *vertex_of_point);
    surface->vertices = malloc(3 * (size_t)count * sizeof *surface->vertices);
  }
  if (order && vertex_of_point && surface->vertices && make_table(&near, count) == DCM_OK) {
    for (uint32_t p = 0; p < count; p++) {
      memcpy(order[p].at, points + 3 * (size_t)p, sizeof order[p].at);
      order[p].point = p;
    }
    qsort(order, count, sizeof *order, by_place);
    join_near(surface, &near, order, count, vertex_of_point);
    for (uint32_t i = 0; i < corners; i++)
      corner_vertex[i] = vertex_of_point[corner_vertex[i]];
    double *fitting =
        realloc(surface->vertices, 3 * (size_t)surface->vertex_count * sizeof *surface->vertices);
    if (fitting)
      surface->vertices = fitting;
    status = DCM_OK;
  }
  free_table(&equal);
  free_table(&near);
  free(points);
  free(order);
  free(vertex_of_point);
  return status;
}
