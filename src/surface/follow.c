/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts that go on at other features. */
#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>

#include "runtime/arena.h"
#include "surface/body.h"
#include "surface/minima.h"

/* A contact goes on at a foot from whose direction its old feature is seen by no more than 30
 * degrees: a step turns a direction by far less, and two walls are not one. */
#define COS_OF_ONE_WALL 0.8660254037844386

/** The vertices of a feature. @return their number */
static uint32_t vertices_of(const dcm_surface *s, uint32_t feature, uint32_t v[3]) {
  uint32_t count = 3;
  const uint32_t *from;
  const uint32_t edge = feature - s->triangle_count;
  if (feature < s->triangle_count)
    from = s->faces[feature].vertex;
  else if (edge < s->edge_count) {
    from = s->edges[edge].vertex;
    count = 2;
  } else {
    v[0] = edge - s->edge_count;
    return 1;
  }
  for (uint32_t n = 0; n < count; n++)
    v[n] = from[n];
  return count;
}

/** Whether two features are in one smooth neighbourhood. */
static int are_smooth(const dcm_surface *s, uint32_t f, uint32_t g) {
  uint32_t t, u;
  for (uint32_t n = 0; (t = dcm_surface_face_at(s, f, n)) != DCM_NO_FEATURE; n++)
    for (uint32_t m = 0; (u = dcm_surface_face_at(s, g, m)) != DCM_NO_FEATURE; m++)
      if (s->faces[t].smooth == s->faces[u].smooth)
        return 1;
  return 0;
}

int dcm_surface_share_a_vertex(const dcm_surface *s, uint32_t f, uint32_t g) {
  uint32_t v[3], w[3];
  const uint32_t of_f = vertices_of(s, f, v), of_g = vertices_of(s, g, w);
  for (uint32_t n = 0; n < of_f; n++)
    for (uint32_t m = 0; m < of_g; m++)
      if (v[n] == w[m])
        return 1;
  return 0;
}

static dcm_vector nearest_of(const dcm_surface *s, uint32_t feature, dcm_vector c) {
  const uint32_t edge = feature - s->triangle_count;
  if (feature < s->triangle_count)
    return dcm_surface_nearest_of_face(s, feature, c);
  if (edge < s->edge_count)
    return dcm_surface_nearest_of_edge(s, edge, c);
  return vertex_of(s, edge - s->edge_count);
}

/** Distance of a foot from an earlier feature, both seen from a centre: infinite if the feature is
 * not where the foot is. The direction is that of the foot: where several feet are one contact,
 * that of the contact is another one.
 * @param centre from where the foot is seen
 * @param c      it, or where an image of the grain has it */
static double distance_from(const dcm_surface_search *search, const dcm_surface *s, uint32_t old,
                            const dcm_surface_foot *foot, dcm_vector centre, dcm_vector c) {
  const dcm_vector at = nearest_of(s, old, c);
  const dcm_vector r = dcm_subtract(c, at);
  const double distance = dcm_length(r);
  if (!(distance < 2.0 * search->range) ||
      dcm_dot(r, dcm_vector_at(foot->direction)) < COS_OF_ONE_WALL * distance)
    return INFINITY;
  const dcm_vector there = dcm_add(dcm_vector_at(foot->at), dcm_subtract(c, centre));
  return dcm_length(dcm_subtract(at, there));
}

/** Distance of a contact from an earlier contact that may go on in it; infinite if the earlier one
 * is another contact. A contact at a feature of the earlier one is nearer than any other. */
static double distance_of(const dcm_surface_search *search, const dcm_surface *s, uint32_t old,
                          uint32_t contact, const dcm_surface_images *images) {
  const uint32_t now = search->contacts[contact].feature;
  if (old >= dcm_surface_feature_count(s))
    return INFINITY;
  if (now == old)
    return -2.0;
  const dcm_vector of_grain = dcm_vector_at(search->centre);
  double least = INFINITY;
  for (uint32_t f = 0; f < search->feet_count; f++) {
    const dcm_surface_foot *foot = &search->feet[f];
    if (search->feet[foot->contact].feature != now)
      continue;
    if (foot->feature == old)
      return -1.0;
    const dcm_vector c = search->shape ? dcm_add_scaled(dcm_vector_at(foot->at), foot->distance,
                                                        dcm_vector_at(foot->direction))
                                       : of_grain;
    if (dcm_surface_share_a_vertex(s, foot->feature, old) || are_smooth(s, foot->feature, old))
      least = fmin(least, distance_from(search, s, old, foot, c, c));
    for (uint32_t n = 0; n < images->count; n++) {
      const dcm_vector image = dcm_add(c, dcm_subtract(images->centres[n], of_grain));
      least = fmin(least, distance_from(search, s, old, foot, c,
                                        search->shape ? image : images->centres[n]));
    }
  }
  return least;
}

static int is_among(const uint32_t *features, uint32_t count, uint32_t feature) {
  for (uint32_t n = 0; n < count; n++)
    if (features[n] == feature)
      return 1;
  return 0;
}

void dcm_surface_follow(const dcm_surface_search *search, const dcm_surface *surface,
                        const uint32_t *features, uint32_t count, const dcm_surface_images *images,
                        uint32_t *goes_on) {
  for (uint32_t n = 0; n < count; n++)
    goes_on[n] = DCM_NO_FEATURE;
  for (uint32_t found = 0; found < count && found < search->count; found++) {
    double least = INFINITY;
    uint32_t from = 0, to = DCM_NO_FEATURE;
    for (uint32_t n = 0; n < count; n++) {
      if (goes_on[n] != DCM_NO_FEATURE)
        continue;
      for (uint32_t k = 0; k < search->count; k++) {
        const double distance = distance_of(search, surface, features[n], k, images);
        if (distance < least && !is_among(goes_on, count, search->contacts[k].feature)) {
          least = distance;
          from = n;
          to = search->contacts[k].feature;
        }
      }
    }
    if (to == DCM_NO_FEATURE)
      return;
    goes_on[from] = to;
  }
}
