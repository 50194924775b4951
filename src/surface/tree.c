/* SPDX-License-Identifier: MIT */
/** @file
 * A tree of boxes over the triangles. Each node is divided where the grains that ask will enter the
 * fewest triangles' boxes: a grain enters a box with a chance as the box' volume, together with a
 * margin around, and grains are inside of most surfaces. So the flat ends of a drum come apart from
 * its mantle. The volume stands where the surface area stands for rays (J. D. MacDonald, K. S.
 * Booth, Heuristics for ray tracing using space subdivision, Visual Computer 6 (1990) 153), and the
 * places to divide at are few and equally spaced (I. Wald, On fast construction of SAH-based
 * bounding volume hierarchies, IEEE Symposium on Interactive Ray Tracing (2007) 33). */
#include <dcm/base.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "surface/body.h"

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

static const dcm_box nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

/** Twice the middle of a box. */
static float middle(const dcm_box *box, int axis) {
  return box->low[axis] + box->high[axis];
}

/** Places between which a node may be divided. */
enum { SLOTS = 16 };

/** Where to divide a node: triangles in slots below one of them are the first child's. */
typedef struct cut {
  int axis, slot;
  float low, scale; /* slot = (middle - low) scale */
} cut;

static int slot_of(const cut *c, const dcm_box *box) {
  const int slot = (int)((middle(box, c->axis) - c->low) * c->scale);
  return slot < SLOTS ? slot : SLOTS - 1;
}

/** Cost of a box that holds so many triangles. */
static double cost(const dcm_box *box, uint32_t count, double margin) {
  double volume = (double)count;
  for (int c = 0; c < 3; c++)
    volume *= (double)box->high[c] - (double)box->low[c] + margin;
  return volume;
}

/** Finds the best place to divide some triangles at along an axis.
 * @param least the least cost so far; made less if there is one at this axis */
static void look_along(const dcm_surface *s, const uint32_t *faces, uint32_t count, double margin,
                       cut c, double *least, cut *best) {
  dcm_box box[SLOTS], all = nothing;
  uint32_t number[SLOTS] = {0};
  double above[SLOTS];
  for (int k = 0; k < SLOTS; k++)
    box[k] = nothing;
  for (uint32_t n = 0; n < count; n++) {
    const dcm_box *of = &s->face_boxes[faces[n]];
    const int slot = slot_of(&c, of);
    box[slot] = around(&box[slot], of);
    number[slot]++;
  }
  uint32_t sum = 0;
  for (int k = SLOTS - 1; k > 0; k--) {
    all = around(&all, &box[k]);
    sum += number[k];
    above[k] = sum > 0 ? cost(&all, sum, margin) : INFINITY;
  }
  all = nothing;
  sum = 0;
  for (int k = 1; k < SLOTS; k++) {
    all = around(&all, &box[k - 1]);
    sum += number[k - 1];
    const double total = sum > 0 ? cost(&all, sum, margin) + above[k] : INFINITY;
    if (total < *least) {
      *least = total;
      *best = c;
      best->slot = k;
    }
  }
}

/** Divides triangles in two. @return how many the first child has */
static uint32_t divide(const dcm_surface *s, uint32_t *faces, uint32_t count, double margin) {
  cut best = {0};
  double least = INFINITY;
  for (int axis = 0; axis < 3; axis++) {
    float low = INFINITY, high = -INFINITY;
    for (uint32_t n = 0; n < count; n++) {
      const float at = middle(&s->face_boxes[faces[n]], axis);
      low = fminf(low, at);
      high = fmaxf(high, at);
    }
    const float scale = (float)SLOTS / (high - low);
    if (high > low && isfinite(scale))
      look_along(s, faces, count, margin, (cut){axis, 0, low, scale}, &least, &best);
  }
  if (least == INFINITY)
    return count / 2;
  uint32_t first = 0;
  for (uint32_t n = 0; n < count; n++)
    if (slot_of(&best, &s->face_boxes[faces[n]]) < best.slot) {
      const uint32_t face = faces[n];
      faces[n] = faces[first];
      faces[first++] = face;
    }
  return first;
}

static void build(dcm_surface *s, uint32_t number, uint32_t first, uint32_t count, double margin,
                  int depth) {
  dcm_node *node = &s->nodes[number];
  uint32_t *faces = s->leaves + first;
  node->box = nothing;
  for (uint32_t n = 0; n < count; n++)
    node->box = around(&node->box, &s->face_boxes[faces[n]]);
  node->first = first;
  node->count = count;
  if (count <= LEAF)
    return;
  const uint32_t half = depth < DCM_TREE_UNEQUAL ? divide(s, faces, count, margin) : count / 2;
  const uint32_t child = s->node_count;
  node->first = child;
  node->count = 0;
  s->node_count += 2;
  build(s, child, first, half, margin, depth + 1);
  build(s, child + 1, first + half, count - half, margin, depth + 1);
}

int32_t dcm_surface_plant_tree(dcm_surface *surface) {
  const uint32_t count = surface->triangle_count;
  surface->leaves = malloc(count * sizeof *surface->leaves);
  surface->nodes = malloc((2 * (size_t)count - 1) * sizeof *surface->nodes);
  surface->face_boxes = malloc(count * sizeof *surface->face_boxes);
  if (!surface->leaves || !surface->nodes || !surface->face_boxes)
    return DCM_ERROR;
  double area = 0.0;
  for (int c = 0; c < 3; c++)
    surface->centre[c] = 0.5 * surface->summary.low[c] + 0.5 * surface->summary.high[c];
  for (uint32_t t = 0; t < count; t++) {
    surface->leaves[t] = t;
    surface->face_boxes[t] = box_of(surface, &surface->faces[t]);
    area += dcm_surface_area(surface, t);
  }
  /* Grains are about as large as triangles are, and small beside the surface. */
  const double margin = fmin(sqrt(area / count), surface->summary.extent / 64.0);
  surface->node_count = 1;
  build(surface, 0, 0, count, margin, 0);
  dcm_node *kept = realloc(surface->nodes, surface->node_count * sizeof *kept);
  if (kept)
    surface->nodes = kept;
  return DCM_OK;
}
