/* SPDX-License-Identifier: MIT */
/** @file
 * Goes through the leaves of the tree that are near a place. For the files of this folder alone. */
#ifndef DCM_SURFACE_TREE_H
#define DCM_SURFACE_TREE_H

#include "surface/body.h"

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

#endif
