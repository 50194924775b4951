/* SPDX-License-Identifier: MIT */
#include "check/path.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numeric/constants.h"
#include "runtime/model.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

double dcm_path_reach(const dcm_scene *s, uint32_t k) {
  const dcm_batch *b = s->a;
  return dcm_law_reach(s->law,
                       s->side_2 == DCM_SIDE_WALL
                           ? dcm_sides_at_wall(b->pair, b->radius_1[k], b->radius_2[k])
                           : dcm_sides_of_particles(b->pair, b->radius_1[k], b->radius_2[k]));
}

/** Gives contact k an effective mass, and both sides the masses that belong to the effective mass.
 */
static void weigh(dcm_scene *s, uint32_t k, double mass) {
  dcm_batch *b = s->a;
  const double factor = mass / b->effective_mass[k];
  const int32_t q = s->law->quantity_count ? dcm_model_find_quantity(s->law->model, "mass") : -1;
  if (!(mass > DBL_MIN && mass < DBL_MAX))
    return;
  b->effective_mass[k] = s->contacts[k].effective_mass = mass;
  if (q >= 0) {
    b->quantities_1[q][k] *= factor;
    b->quantities_2[q][k] *= factor;
  }
}

static dcm_path random_path(dcm_scene *s, uint32_t k) {
  dcm_random *r = &s->random;
  const dcm_batch *b = s->a;
  const double overlap = dcm_scene_depth(s, k), reach = dcm_path_reach(s, k);
  const dcm_vector n = dcm_scene_vector(b->normal, k);
  const double outside = -1.02 * reach - 0.02 * overlap;
  dcm_path p = {.begin = s->is_start ? b->overlap[k] : outside, .end = outside, .mean = overlap};
  if (dcm_chance(r, 0.7)) {
    const double way = overlap + (dcm_chance(r, 0.5) ? 0.5 * reach : 0.0);
    const double swing = way * dcm_uniform(r, 0.0, 1.2);
    /* Beyond the reach on one end, not through each other on the other. */
    p.mean = fmin(overlap, 2.2 * overlap - swing);
    const double phase = dcm_uniform(r, 0.0, 2.0 * DCM_PI);
    p.swing[0] = swing * cos(phase);
    p.swing[1] = swing * sin(phase);
  }
  const double lever = b->effective_radius[k];
  const int slides = dcm_chance(r, 0.7), turns = dcm_chance(r, 0.7);
  const int twists = !slides && dcm_chance(r, 0.5);
  for (int i = 0; i < 2; i++) {
    const dcm_vector across = dcm_tangential_part(dcm_random_direction(r), n);
    const double length = overlap * dcm_log_uniform(r, 1e-2, 1e1);
    p.slid[i] = dcm_scale(slides ? length / dcm_length(across) : 0.0, across);
    const double angle = dcm_chance(r, 0.5) ? overlap / lever * dcm_log_uniform(r, 1e-2, 1e1)
                                            : dcm_log_uniform(r, 1e-6, 1e-1);
    for (int side = 0; side < 2; side++)
      p.turned[side][i] = dcm_scale(turns ? angle : 0.0, dcm_random_direction(r));
    /* Turning of both sides about the normal would turn the springs of the contact, too, and the
     * path would not be closed. A wall does not turn. Grains that twist roll a little, for a couple
     * against rolling has no direction without rolling. */
    if (s->side_2 == DCM_SIDE_WALL) {
      const dcm_vector rolls = dcm_tangential_part(p.turned[0][i], n);
      p.turned[0][i] =
          twists ? dcm_add_scaled(dcm_scale(1e-3, rolls), dcm_dot(p.turned[0][i], n), n) : rolls;
      p.turned[1][i] = (dcm_vector){0.0, 0.0, 0.0};
    } else {
      const double both = dcm_dot(dcm_add(p.turned[0][i], p.turned[1][i]), n);
      p.turned[1][i] = dcm_add_scaled(p.turned[1][i], -both, n);
    }
  }
  return p;
}

void dcm_path_begin(dcm_scene *s, dcm_path *paths) {
  dcm_batch *b = s->a;
  dcm_scene_rest(s, (s->round + s->the_case.number) % 2 ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    paths[k] = random_path(s, k);
    /* As fast as the contact's own oscillation or slower, so that damping is not all. */
    const double stiffness = fabs(b->normal_force[k] / b->overlap[k]);
    const double slow = dcm_log_uniform(&s->random, 1e-6, 1.0);
    weigh(s, k, stiffness * slow * pow(DCM_PATH_STEPS * s->dt / (2.0 * DCM_PI), 2.0));
  }
}

/** Grows from 0 to 1 without a corner. */
static double smooth_step(double x) {
  const double inside = fmin(fmax(x, 0.0), 1.0);
  return inside * inside * (3.0 - 2.0 * inside);
}

dcm_moment dcm_path_moment(double rounds) {
  const double t = 2.0 * DCM_PI * rounds;
  return (dcm_moment){.share = smooth_step(2.0 * rounds + 1.0) *
                               smooth_step(2.0 * (DCM_PATH_ROUNDS - rounds) + 1.0),
                      .sine = sin(t),
                      .cosine = cos(t),
                      .is_way_in = rounds < 1.0};
}

static dcm_vector on_ellipse(const dcm_vector *half_axes, dcm_moment m) {
  return dcm_add_scaled(dcm_scale(m.share * m.sine, half_axes[0]), m.share * m.cosine,
                        half_axes[1]);
}

dcm_place dcm_path_at(const dcm_path *p, dcm_moment m) {
  const double round = p->mean + p->swing[0] * m.sine + p->swing[1] * m.cosine;
  dcm_place now = {.overlap = (1.0 - m.share) * (m.is_way_in ? p->begin : p->end) + m.share * round,
                   .slid = on_ellipse(p->slid, m)};
  for (int side = 0; side < 2; side++)
    now.turned[side] = on_ellipse(p->turned[side], m);
  return now;
}
