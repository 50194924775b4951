/* SPDX-License-Identifier: MIT */
/** @file
 * A tree of boxes over the triangles: these stand in the order of a curve that fills space (G. M.
 * Morton, A computer oriented geodetic data base, IBM 1966), and each node halves what it has. So
 * the place of a node tells its children and triangles, and only boxes are kept. */
#include <dcm/base.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "surface/body.h"
#include "surface/tree.h"

typedef struct coded {
  uint64_t code;
  uint32_t face;
} coded;

static int by_code(const void *a, const void *b) {
  const coded *p = a, *q = b;
  if (p->code != q->code)
    return p->code < q->code ? -1 : 1;
  return p->face < q->face ? -1 : p->face > q->face;
}

/** Each of 21 bits at every third place. */
static uint64_t spread(uint64_t bits) {
  bits = (bits | bits << 32) & 0x1f00000000ffffu;
  bits = (bits | bits << 16) & 0x1f0000ff0000ffu;
  bits = (bits | bits << 8) & 0x100f00f00f00f00fu;
  bits = (bits | bits << 4) & 0x10c30c30c30c30c3u;
  return (bits | bits << 2) & 0x1249249249249249u;
}

static uint64_t code_of(const dcm_surface *s, const dcm_face *face) {
  uint64_t code = 0;
  for (int c = 0; c < 3; c++) {
    double middle = 0.0;
    for (int n = 0; n < 3; n++)
      middle += (s->vertices[3 * (size_t)face->vertex[n] + c] - s->summary.low[c]) / 3.0;
    const double cell = middle / s->summary.extent * 2097151.0;
    code |= spread((uint64_t)fmin(fmax(cell, 0.0), 2097151.0)) << c;
  }
  return code;
}

static float below(double a) {
  const float f = (float)fmax(a, -FLT_MAX);
  return (double)f <= a ? f : nextafterf(f, -INFINITY);
}

static dcm_box box_of(const dcm_surface *s, const dcm_face *face) {
  dcm_box box;
  for (int c = 0; c < 3; c++) {
    double low = INFINITY, high = -INFINITY;
    for (int n = 0; n < 3; n++) {
      const double x = s->vertices[3 * (size_t)face->vertex[n] + c] - s->centre[c];
      low = fmin(low, x);
      high = fmax(high, x);
    }
    box.low[c] = below(low);
    box.high[c] = -below(-high);
  }
  return box;
}

static dcm_box around(const dcm_box *a, const dcm_box *b) {
  dcm_box box;
  for (int c = 0; c < 3; c++) {
    box.low[c] = fminf(a->low[c], b->low[c]);
    box.high[c] = fmaxf(a->high[c], b->high[c]);
  }
  return box;
}

static void build(dcm_surface *s, uint32_t node, uint32_t first, uint32_t count) {
  if (count <= LEAF) {
    s->boxes[node] = s->face_boxes[s->leaves[first]];
    for (uint32_t k = first + 1; k < first + count; k++)
      s->boxes[node] = around(&s->boxes[node], &s->face_boxes[s->leaves[k]]);
    return;
  }
  const uint32_t half = count / 2;
  build(s, 2 * node + 1, first, half);
  build(s, 2 * node + 2, first + half, count - half);
  s->boxes[node] = around(&s->boxes[2 * node + 1], &s->boxes[2 * node + 2]);
}

int32_t dcm_surface_plant_tree(dcm_surface *surface) {
  const uint32_t count = surface->triangle_count;
  surface->box_count = 1;
  for (uint32_t most = count; most > LEAF; most = most - most / 2)
    surface->box_count = 2 * surface->box_count + 1;
  coded *order = malloc(count * sizeof *order);
  surface->leaves = malloc(count * sizeof *surface->leaves);
  surface->boxes = calloc(surface->box_count, sizeof *surface->boxes);
  surface->face_boxes = malloc(count * sizeof *surface->face_boxes);
  int32_t status = DCM_ERROR;
  if (order && surface->leaves && surface->boxes && surface->face_boxes) {
    for (uint32_t t = 0; t < count; t++)
      order[t] = (coded){code_of(surface, &surface->faces[t]), t};
    qsort(order, count, sizeof *order, by_code);
    for (uint32_t t = 0; t < count; t++)
      surface->leaves[t] = order[t].face;
    for (int c = 0; c < 3; c++)
      surface->centre[c] = 0.5 * surface->summary.low[c] + 0.5 * surface->summary.high[c];
    for (uint32_t t = 0; t < count; t++)
      surface->face_boxes[t] = box_of(surface, &surface->faces[t]);
    build(surface, 0, 0, count);
    status = DCM_OK;
  }
  free(order);
  return status;
}
