/* SPDX-License-Identifier: MIT */
/** @file
 * Which feet are one contact, and how far from the centre the surface is for a law: minima.h has
 * the rule.
 *
 * The surface is flooded from the feet upwards. Where the floods of two feet meet is the pass
 * between them, and the passes make a tree of the feet: the merge tree of the distance, as in
 * H. Edelsbrunner, J. Harer, Computational Topology (2010), chapter VII. */
#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>

#include "runtime/arena.h"
#include "surface/body.h"
#include "surface/minima.h"

/** The work on a grain that has several feet. */
typedef struct flood {
  dcm_surface_search *search;
  const dcm_surface *s;
  dcm_vector c;
  double horizon;
  uint32_t visit_count, pass_count, node_count;
  int failed;
} flood;

uint32_t dcm_surface_face_at(const dcm_surface *s, uint32_t feature, uint32_t n) {
  if (feature < s->triangle_count)
    return n == 0 ? feature : DCM_NO_FEATURE;
  const uint32_t edge = feature - s->triangle_count;
  if (edge < s->edge_count)
    return n < edge_face_count(s, edge) ? s->edge_faces[s->edges[edge].first + n] : DCM_NO_FEATURE;
  const uint32_t vertex = edge - s->edge_count;
  for (uint32_t k = s->fans[vertex]; k < s->fans[vertex + 1]; k++) {
    const uint32_t e = s->fan_edges[k], count = edge_face_count(s, e);
    if (n < count)
      return s->edge_faces[s->edges[e].first + n];
    n -= count;
  }
  return DCM_NO_FEATURE;
}

/* ----------------------------------------------------------------------------- what is reached */

static int is_lower(const dcm_surface_pass *p, const dcm_surface_pass *q) {
  if (p->distance != q->distance)
    return p->distance < q->distance;
  return p->feature != q->feature ? p->feature < q->feature : p->from < q->from;
}

/** Puts a pass among those that wait: a heap, the lowest first. */
static void push(flood *f, dcm_surface_pass pass) {
  dcm_surface_search *search = f->search;
  dcm_surface_pass *heap =
      dcm_with_room(search->passes, &search->passes_room, f->pass_count + (size_t)1, sizeof *heap);
  if (!heap) {
    f->failed = 1;
    return;
  }
  search->passes = heap;
  uint32_t n = f->pass_count++;
  for (; n > 0 && is_lower(&pass, &heap[(n - 1) / 2]); n = (n - 1) / 2)
    heap[n] = heap[(n - 1) / 2];
  heap[n] = pass;
}

static dcm_surface_pass pop(flood *f) {
  dcm_surface_pass *heap = f->search->passes;
  const dcm_surface_pass lowest = heap[0], last = heap[--f->pass_count];
  uint32_t n = 0;
  for (;;) {
    uint32_t child = 2 * n + 1;
    if (child + 1 < f->pass_count && is_lower(&heap[child + 1], &heap[child]))
      child++;
    if (child >= f->pass_count || !is_lower(&heap[child], &last))
      break;
    heap[n] = heap[child];
    n = child;
  }
  heap[n] = last;
  return lowest;
}

/** Distance of an edge, or of a vertex, from the centre. @param direction receives that to it */
static double distance_from(const flood *f, uint32_t feature, dcm_vector *direction) {
  const dcm_surface *s = f->s;
  if (f->search->shape)
    return dcm_surface_shape_from(f->search, s, feature, direction);
  const uint32_t edge = feature - s->triangle_count;
  const dcm_vector at = edge < s->edge_count ? dcm_surface_nearest_of_edge(s, edge, f->c)
                                             : vertex_of(s, edge - s->edge_count);
  const dcm_vector r = dcm_subtract(f->c, at);
  const double distance = dcm_length(r);
  *direction = dcm_scale(distance > 0.0 ? 1.0 / distance : 0.0, r);
  return distance;
}

/** Lets a flood wait at an edge or a vertex of a face that it has reached. */
static void wait_at(flood *f, uint32_t face, uint32_t feature) {
  dcm_vector direction;
  const double distance = distance_from(f, feature, &direction);
  if (distance < f->horizon)
    push(f, (dcm_surface_pass){distance, direction, feature, f->search->visit_of[face]});
}

/** The number of a face among those that were reached; the number of these if it was not. */
static uint32_t visit_of(const flood *f, uint32_t face) {
  const uint32_t n = f->search->visit_of[face];
  return n < f->visit_count && f->search->visits[n].face == face ? n : f->visit_count;
}

/** Reaches a face.
 * @param root a visit of the same flood; the number of visits for a flood that begins
 * @param node of the tree of feet, for a flood that begins */
static void reach(flood *f, uint32_t face, uint32_t root, uint32_t node) {
  dcm_surface_search *search = f->search;
  const dcm_surface *s = f->s;
  dcm_surface_visit *visits = dcm_with_room(search->visits, &search->visits_room,
                                            f->visit_count + (size_t)1, sizeof *visits);
  if (!visits) {
    f->failed = 1;
    return;
  }
  search->visits = visits;
  search->visit_of[face] = f->visit_count;
  visits[f->visit_count++] = (dcm_surface_visit){face, root, node};
  for (int k = 0; k < 3; k++) {
    const uint32_t edge = s->faces[face].edge[k], vertex = s->faces[face].vertex[k];
    if (edge_face_count(s, edge) > 1)
      wait_at(f, face, s->triangle_count + edge);
    if (s->faces[face].flags >> (FACE_PINCHED + k) & 1u)
      wait_at(f, face, s->triangle_count + s->edge_count + vertex);
  }
}

static uint32_t root_of(dcm_surface_visit *visits, uint32_t n) {
  while (visits[n].root != n) {
    visits[n].root = visits[visits[n].root].root;
    n = visits[n].root;
  }
  return n;
}

/** Begins a flood at the faces that a foot lies on. A foot where another one is, by rounding, is
 * that one. */
static void begin_at_foot(flood *f, uint32_t foot) {
  dcm_surface_foot *feet = f->search->feet;
  uint32_t t, first = DCM_NO_FEATURE;
  for (uint32_t k = 0; (t = dcm_surface_face_at(f->s, feet[foot].feature, k)) != DCM_NO_FEATURE;
       k++) {
    const uint32_t visit = visit_of(f, t);
    if (visit == f->visit_count)
      reach(f, t, first == DCM_NO_FEATURE ? visit : first, foot);
    if (f->failed)
      return;
    dcm_surface_visit *visits = f->search->visits;
    const uint32_t root = root_of(visits, visit);
    if (visits[root].node != foot)
      feet[foot].contact = feet[visits[root].node].contact;
    if (first != DCM_NO_FEATURE)
      visits[first].root = root;
    first = root;
  }
}

/* -------------------------------------------------------------------------------------- joining */

typedef dcm_surface_level level;

/* The width of the smooth maximum is this share of the way from the pass to the horizon. */
#define SHARE 0.25

double dcm_surface_farthest(const dcm_surface *surface, double range, uint32_t feet) {
  const double most = SHARE * log(fmax(feet, 1.0));
  const double farthest = (range + most * dcm_surface_horizon(surface, range)) / (1.0 + most);
  return farthest * (1.0 + 1e-12);
}

/** The smooth maximum of minima.h of what lies on both sides of a pass. */
static level join(const dcm_surface_node *pass, level a, level b, double horizon) {
  const level deep = a.distance <= b.distance ? a : b, other = a.distance <= b.distance ? b : a;
  const double width = SHARE * (horizon - pass->distance);
  const double x = fmax(pass->distance - deep.distance, 0.0);
  const double y = fmax(pass->distance - other.distance, 0.0);
  if (!(y > 0.0) || !(width > 0.0))
    return deep;
  /* exp(y / width) - 1 over exp(x / width) */
  const double more = -exp((y - x) / width) * expm1(-y / width);
  const double of_deep = 1.0 / (1.0 + more), of_other = exp((y - x) / width) * of_deep;
  const double rise = width * log1p(more);
  const double by_width = (rise + x - x * of_deep - y * of_other) / width;
  const double of_pass = 1.0 - of_deep - of_other + by_width * SHARE;
  const dcm_vector sum =
      dcm_add_scaled(dcm_scale(of_pass, pass->direction), of_deep, deep.gradient);
  return (level){deep.distance - rise, dcm_add_scaled(sum, of_other, other.gradient),
                 of_deep * deep.by_horizon + of_other * other.by_horizon - by_width * SHARE};
}

/** The level of a node within another horizon. */
static level level_of(const dcm_surface_search *search, uint32_t node, double horizon) {
  const dcm_surface_node *n = &search->nodes[node];
  if (node < search->feet_count)
    return n->level;
  return join(n, level_of(search, n->part[0], horizon), level_of(search, n->part[1], horizon),
              horizon);
}

/** Sets the distance of the contact of a foot. Feet of a centre in the surface may have a level
 * below 0: from a small one on it stays, without a force. */
static void set_level(dcm_surface_search *search, uint32_t foot, level l, uint32_t nearest) {
  const double least = fmin(1e-3 * search->range, 0.5 * search->feet[nearest].distance);
  if (l.distance < least)
    l = (level){least, {0.0, 0.0, 0.0}, 0.0};
  search->feet[foot].level = l.distance;
  dcm_vector_put(search->feet[foot].gradient, l.gradient);
}

/** How much farther a contact is that ends at a pass. */
static double veil(const flood *f, double pass) {
  const double within = f->horizon - pass;
  return within * within / (within + f->horizon - f->search->range);
}

/** Gives a contact of its own to the node that ends at a pass, unless the pass is so near that the
 * contact has gone: then its feet have the contact of another foot. */
static void end_at(flood *f, const dcm_surface_node *pass, uint32_t ends, level alone,
                   uint32_t other) {
  dcm_surface_search *search = f->search;
  const dcm_surface_node *node = &search->nodes[ends];
  const double within = f->horizon - pass->distance, width = f->horizon - search->range;
  const double sum = within + width;
  const double slope = alone.by_horizon - within * (within + 2.0 * width) / (sum * sum);
  alone.distance += veil(f, pass->distance);
  alone.gradient = dcm_add_scaled(alone.gradient, slope, pass->direction);
  set_level(search, node->foot, alone, node->nearest);
  if (!(alone.distance < search->range))
    for (uint32_t n = 0; n < search->feet_count; n++)
      if (search->feet[n].contact == node->foot)
        search->feet[n].contact = other;
}

/** Joins two nodes at a pass. @return the node of both */
static uint32_t unite(flood *f, const dcm_surface_pass *pass, uint32_t one, uint32_t two) {
  dcm_surface_search *search = f->search;
  dcm_surface_node *nodes = search->nodes, *both = &nodes[f->node_count];
  both->distance = pass->distance;
  both->direction = pass->direction;
  both->part[0] = one;
  both->part[1] = two;
  both->level = join(both, nodes[one].level, nodes[two].level, f->horizon);
  level a = nodes[one].level, b = nodes[two].level;
  /* Within a nearer horizon both are farther. */
  if (fmax(a.distance, b.distance) + veil(f, pass->distance) < search->range) {
    a = level_of(search, one, pass->distance);
    b = level_of(search, two, pass->distance);
  }
  const int goes_on = a.distance < b.distance ||
                      (a.distance == b.distance && nodes[one].nearest < nodes[two].nearest);
  both->foot = nodes[goes_on ? one : two].foot;
  both->nearest = nodes[nodes[one].nearest < nodes[two].nearest ? one : two].nearest;
  end_at(f, both, goes_on ? two : one, goes_on ? b : a, both->foot);
  set_level(search, both->foot, both->level, both->nearest);
  return f->node_count++;
}

/** Lets the floods rise to a pass: over it, or into each other. */
static void rise_to(flood *f, const dcm_surface_pass *pass) {
  dcm_surface_search *search = f->search;
  uint32_t t;
  for (uint32_t k = 0; (t = dcm_surface_face_at(f->s, pass->feature, k)) != DCM_NO_FEATURE; k++) {
    const uint32_t from = root_of(search->visits, pass->from), visit = visit_of(f, t);
    if (visit == f->visit_count) {
      reach(f, t, from, DCM_NO_FEATURE);
      if (f->failed)
        return;
      continue;
    }
    const uint32_t to = root_of(search->visits, visit);
    if (from == to)
      continue;
    search->visits[from].node = unite(f, pass, search->visits[from].node, search->visits[to].node);
    search->visits[to].root = from;
  }
}

/** Finds memory for the nodes, and makes a leaf of each foot. */
static int32_t plant(flood *f) {
  dcm_surface_search *search = f->search;
  const uint32_t count = search->feet_count;
  dcm_surface_node *nodes =
      dcm_with_room(search->nodes, &search->nodes_room, 2 * (size_t)count, sizeof *nodes);
  if (!nodes)
    return DCM_ERROR;
  search->nodes = nodes;
  if (search->visit_of_room < f->s->triangle_count) {
    free(search->visit_of);
    search->visit_of = calloc(f->s->triangle_count, sizeof *search->visit_of);
    search->visit_of_room = search->visit_of ? f->s->triangle_count : 0;
  }
  for (uint32_t n = 0; n < count; n++) {
    dcm_surface_foot *foot = &search->feet[n];
    const dcm_vector direction = dcm_vector_at(foot->direction);
    const dcm_vector from = dcm_subtract(dcm_vector_at(foot->at), f->c);
    const dcm_vector gradient = search->turning ? dcm_cross(from, direction) : direction;
    nodes[n] =
        (dcm_surface_node){.level = {foot->distance, gradient, 0.0}, .nearest = n, .foot = n};
    foot->contact = n;
  }
  f->node_count = count;
  return search->visit_of ? DCM_OK : DCM_ERROR;
}

int32_t dcm_surface_join_feet(dcm_surface_search *search, const dcm_surface *surface) {
  flood f = {
      .search = search,
      .s = surface,
      .c = dcm_vector_at(search->centre),
      .horizon = dcm_surface_horizon(surface, search->range),
  };
  if (search->feet[0].distance > dcm_surface_farthest(surface, search->range, search->feet_count)) {
    search->feet_count = 0;
    return DCM_OK;
  }
  if (plant(&f) != DCM_OK)
    return DCM_ERROR;
  for (uint32_t n = 0; n < search->feet_count && !f.failed; n++)
    begin_at_foot(&f, n);
  while (f.pass_count > 0 && !f.failed && f.node_count < 2 * search->feet_count - 1) {
    const dcm_surface_pass lowest = pop(&f);
    rise_to(&f, &lowest);
  }
  return f.failed ? DCM_ERROR : DCM_OK;
}
