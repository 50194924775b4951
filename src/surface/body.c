/* SPDX-License-Identifier: MIT */
#include "surface/body.h"

#include <dcm/base.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/vector.h"
#include "runtime/error.h"

/* Squares and products of three coordinates stay finite and above 0. */
#define LARGEST 1e50
#define SMALLEST 1e-50

/* ------------------------------------------------------------------------------------- making */

static int32_t check(const dcm_triangles *triangles, const dcm_surface_options *options,
                     dcm_error *error) {
  if (!(options->flat >= 0.0 && options->flat <= 90.0))
    return dcm_fail(error, "the angle flat is %g degrees; allowed are 0 to 90", options->flat);
  if (!isfinite(options->weld))
    return dcm_fail(error, "the tolerance weld is %g; it must be a finite length", options->weld);
  if (triangles->count == 0)
    return dcm_fail(error, "there are no triangles");
  if (triangles->count > DCM_MOST_TRIANGLES)
    return dcm_fail(error, "there are %u triangles; at most %u are allowed", triangles->count,
                    DCM_MOST_TRIANGLES);
  for (size_t n = 0; n < 9 * (size_t)triangles->count; n++)
    if (!(fabs(triangles->corners[n]) <= LARGEST))
      return dcm_fail(error, "triangle %zu has the coordinate %g; allowed are sizes up to %g",
                      n / 9 + 1, triangles->corners[n], LARGEST);
  return DCM_OK;
}

static int32_t measure(dcm_surface *s, const dcm_triangles *triangles, dcm_error *error) {
  dcm_surface_summary *summary = &s->summary;
  for (int c = 0; c < 3; c++) {
    summary->low[c] = INFINITY;
    summary->high[c] = -INFINITY;
  }
  for (size_t n = 0; n < 3 * (size_t)triangles->count; n++)
    for (int c = 0; c < 3; c++) {
      summary->low[c] = fmin(summary->low[c], triangles->corners[3 * n + c]);
      summary->high[c] = fmax(summary->high[c], triangles->corners[3 * n + c]);
    }
  for (int c = 0; c < 3; c++)
    summary->extent = fmax(summary->extent, summary->high[c] - summary->low[c]);
  if (!(summary->extent >= SMALLEST))
    return dcm_fail(error, "all triangles are at one point: the extent of the surface is %g",
                    summary->extent);
  summary->read = triangles->count;
  summary->weld = s->options.weld < 0.0 ? 1e-6 * summary->extent : s->options.weld;
  summary->weld = fmax(summary->weld, 1e-14 * summary->extent);
  if (summary->weld > 0.1 * summary->extent)
    return dcm_fail(error,
                    "the tolerance weld is %g, and the whole surface has an extent of %g; allowed "
                    "is up to a tenth",
                    summary->weld, summary->extent);
  return DCM_OK;
}

static int32_t count_bodies(dcm_surface *s) {
  uint32_t *piece = malloc(s->vertex_count * sizeof *piece);
  if (!piece)
    return DCM_ERROR;
  for (uint32_t v = 0; v < s->vertex_count; v++)
    piece[v] = v;
  for (uint32_t e = 0; e < s->edge_count; e++)
    piece[joined_with(piece, s->edges[e].vertex[0])] = joined_with(piece, s->edges[e].vertex[1]);
  for (uint32_t v = 0; v < s->vertex_count; v++)
    s->summary.bodies += piece[v] == v && s->fans[v] < s->fans[v + 1];
  free(piece);
  return DCM_OK;
}

static void sum_up(dcm_surface *s) {
  const dcm_vector low = dcm_vector_at(s->summary.low);
  for (uint32_t t = 0; t < s->triangle_count; t++) {
    uint32_t v[3];
    dcm_surface_triangle(s, t, v);
    const dcm_vector a = dcm_subtract(vertex_of(s, v[0]), low);
    const dcm_vector b = dcm_subtract(vertex_of(s, v[1]), low);
    const dcm_vector c = dcm_subtract(vertex_of(s, v[2]), low);
    s->summary.area += dcm_surface_area(s, t);
    s->summary.volume += dcm_dot(a, dcm_cross(b, c)) / 6.0;
  }
  if (!dcm_surface_is_closed(s))
    s->summary.volume = 0.0;
}

dcm_surface *dcm_surface_create(const dcm_triangles *triangles, const dcm_surface_options *options,
                                dcm_error *error) {
  dcm_surface *s = calloc(1, sizeof *s);
  uint32_t *corner_vertex = NULL;
  int32_t status = DCM_ERROR;
  if (!s) {
    dcm_fail(error, "out of memory");
    return NULL;
  }
  s->options = *options;
  s->cos_flat = cos(options->flat * DCM_PI / 180.0);
  if (check(triangles, options, error) == DCM_OK && measure(s, triangles, error) == DCM_OK) {
    dcm_fail(error, "out of memory");
    corner_vertex = malloc(3 * (size_t)triangles->count * sizeof *corner_vertex);
    if (corner_vertex && dcm_surface_weld(s, triangles, corner_vertex) == DCM_OK)
      status = dcm_surface_connect(s, corner_vertex, triangles->count);
    if (status == DCM_OK && s->triangle_count == 0)
      status = dcm_fail(error,
                        "each of the %u triangles has two corners nearer than the tolerance weld, "
                        "%g",
                        triangles->count, s->summary.weld);
    if (status == DCM_OK && (dcm_surface_find_planes(s) || dcm_surface_find_folds(s) ||
                             dcm_surface_plant_tree(s) || count_bodies(s)))
      status = DCM_ERROR;
  }
  free(corner_vertex);
  if (status != DCM_OK) {
    dcm_surface_destroy(s);
    return NULL;
  }
  error->text[0] = '\0';
  dcm_surface_count_junctions(s);
  sum_up(s);
  return s;
}

void dcm_surface_destroy(dcm_surface *surface) {
  if (!surface)
    return;
  free(surface->vertices);
  free(surface->faces);
  free(surface->edges);
  free(surface->edge_faces);
  free(surface->fans);
  free(surface->fan_edges);
  free(surface->planes);
  free(surface->leaves);
  free(surface->nodes);
  free(surface->face_boxes);
  free(surface);
}

/* ------------------------------------------------------------------------------------- reporting
 */

const dcm_surface_summary *dcm_surface_summary_of(const dcm_surface *surface) {
  return &surface->summary;
}

/** Appends to a text of so many bytes. */
static void append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void append(char *text, size_t size, const char *format, ...) {
  const size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  dcm_text_print_list(text + used, size - used, format, arguments);
  va_end(arguments);
}

static void append_count(char *text, size_t size, uint32_t count, const char *what) {
  if (count > 0)
    append(text, size, "; %u %s", count, what);
}

void dcm_surface_describe(const dcm_surface *surface, char *text, size_t size) {
  const dcm_surface_summary *summary = &surface->summary;
  text[0] = '\0';
  append(text, size, "%u triangles in %u planes, %u vertices, %s, extent %g, area %g",
         surface->triangle_count, summary->planes, surface->vertex_count,
         dcm_surface_is_closed(surface) ? "closed" : "open", summary->extent, summary->area);
  if (summary->bodies > 1)
    append(text, size, "; %u bodies", summary->bodies);
  append_count(text, size, summary->free_edges, "free edges");
  append_count(text, size, summary->junctions, "vertices inside of a free edge (T-junctions)");
  append_count(text, size, summary->branching, "edges with more than two triangles");
  append_count(text, size, summary->turned, "edges whose triangles disagree about the outside");
  append_count(text, size, summary->welded, "vertices welded");
  append_count(text, size, summary->dropped,
               "triangles dropped that had two corners at one vertex");
  append_count(text, size, summary->doubles, "triangles dropped that were doubles");
}

int dcm_surface_is_closed(const dcm_surface *surface) {
  const dcm_surface_summary *summary = &surface->summary;
  return summary->free_edges == 0 && summary->branching == 0 && summary->turned == 0;
}

uint32_t dcm_surface_triangle_count(const dcm_surface *surface) {
  return surface->triangle_count;
}

uint32_t dcm_surface_vertex_count(const dcm_surface *surface) {
  return surface->vertex_count;
}

uint32_t dcm_surface_feature_count(const dcm_surface *surface) {
  return surface->triangle_count + surface->edge_count + surface->vertex_count;
}

void dcm_surface_vertex(const dcm_surface *surface, uint32_t vertex, double at[3]) {
  memcpy(at, surface->vertices + 3 * (size_t)vertex, 3 * sizeof *at);
}

void dcm_surface_triangle(const dcm_surface *surface, uint32_t triangle, uint32_t vertices[3]) {
  const dcm_face *face = &surface->faces[triangle];
  const int turned = (face->flags & FACE_TURNED) != 0;
  vertices[0] = face->vertex[0];
  vertices[1] = face->vertex[turned ? 2 : 1];
  vertices[2] = face->vertex[turned ? 1 : 2];
}

uint32_t dcm_surface_source(const dcm_surface *surface, uint32_t triangle) {
  return surface->faces[triangle].source;
}

double dcm_surface_area(const dcm_surface *surface, uint32_t triangle) {
  const uint32_t *v = surface->faces[triangle].vertex;
  const dcm_vector a = vertex_of(surface, v[0]);
  return 0.5 * dcm_length(dcm_cross(dcm_subtract(vertex_of(surface, v[1]), a),
                                    dcm_subtract(vertex_of(surface, v[2]), a)));
}

void dcm_surface_normal(const dcm_surface *surface, uint32_t triangle, double normal[3]) {
  const dcm_face *face = &surface->faces[triangle];
  for (int c = 0; c < 3; c++) {
    const double n = surface->planes[face->plane].normal[c];
    normal[c] = (face->flags & FACE_OUTSIDE_DOWN) ? -n : n;
  }
}

uint32_t dcm_surface_triangle_of(const dcm_surface *surface, uint32_t feature) {
  if (feature < surface->triangle_count)
    return feature;
  uint32_t edge = feature - surface->triangle_count;
  if (edge >= surface->edge_count)
    edge = surface->fan_edges[surface->fans[edge - surface->edge_count]];
  return surface->edge_faces[surface->edges[edge].first];
}

size_t dcm_surface_memory(const dcm_surface *surface) {
  const size_t triangles = surface->triangle_count, edges = surface->edge_count;
  return sizeof *surface + 3 * (size_t)surface->vertex_count * sizeof *surface->vertices +
         triangles *
             (sizeof *surface->faces + 3 * sizeof *surface->edge_faces + sizeof *surface->leaves) +
         (edges + 1) * sizeof *surface->edges + 2 * edges * sizeof *surface->fan_edges +
         ((size_t)surface->vertex_count + 2) * sizeof *surface->fans +
         surface->plane_count * sizeof *surface->planes +
         surface->node_count * sizeof *surface->nodes + triangles * sizeof *surface->face_boxes;
}

/* --------------------------------------------------------------------------- turns in the plane */

/** A sum of numbers without rounding, as parts that do not overlap, in the order of their size. */
typedef struct expansion {
  double part[12];
  int count;
} expansion;

/** Adds a number. Shewchuk, figure 6: each sum of two leaves its rounding error as a part. */
static void add(expansion *e, double b) {
  int kept = 0;
  for (int i = 0; i < e->count; i++) {
    const double a = e->part[i], sum = a + b, virtual_b = sum - a;
    const double error = (a - (sum - virtual_b)) + (b - virtual_b);
    if (error != 0.0)
      e->part[kept++] = error;
    b = sum;
  }
  if (b != 0.0)
    e->part[kept++] = b;
  e->count = kept;
}

static void add_product(expansion *e, double a, double b) {
  const double product = a * b;
  add(e, fma(a, b, -product));
  add(e, product);
}

static int sign(double a) {
  return (a > 0.0) - (a < 0.0);
}

int dcm_exact_turn(double ax, double ay, double bx, double by, double qx, double qy) {
  /* (ax - qx) (by - qy) - (ay - qy) (bx - qx), where qx qy cancels. */
  expansion det = {{0.0}, 0};
  add_product(&det, ax, by);
  add_product(&det, -ax, qy);
  add_product(&det, -qx, by);
  add_product(&det, -ay, bx);
  add_product(&det, ay, qx);
  add_product(&det, qy, bx);
  /* The largest part has the sign of the sum. */
  return det.count > 0 ? sign(det.part[det.count - 1]) : 0;
}

int dcm_exact_side_close(double ax, double ay, double bx, double by, double qx, double qy) {
  const int turn = dcm_exact_turn(ax, ay, bx, by, qx, qy);
  if (turn != 0)
    return turn;
  /* On the line: the derivatives by qx and, if that is 0, by qy. */
  return ay != by ? sign(ay - by) : sign(bx - ax);
}
