/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of mechanics: the answer of a law must not depend on which particle is called 1, on the
 * direction in space, or on the rotation of the observer; couples are opposite; and a wall is a
 * grain without an end, but for what a law does there on purpose. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/relations/relation.h"
#include "numeric/vector.h"
#include "runtime/model.h"

enum { ROUNDS_OF_SWAP = 24, CONTACTS = DCM_SCENE_CONTACTS };

/* -------------------------------------------------------------------------------------- swap */

static dcm_vector seen_from_2(const void *data, const dcm_answer *a, dcm_vector value) {
  (void)data;
  return dcm_turns_round(a) ? dcm_scale(-1.0, value) : value;
}

/** Puts the contacts into batch b, seen from side 2. */
static void put_swapped(dcm_scene *s) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample swapped = dcm_swapped_sample(&s->contacts[k]);
    dcm_put_sample(s->b, s->law, k, &swapped);
  }
}

static void swap(dcm_scene *s) {
  static dcm_sizes sizes;
  const dcm_relation relation = {
      .what = "a contact has another answer when seen from the other particle: check the parity of "
              "the history fields, the signs of tangential force and couples, and values that "
              "belong to side 1 alone",
      .kinds = DCM_ALL_KINDS & ~DCM_KIND(OUTPUT),
      .is_swapped = 1,
      .tolerance = s->subject->tolerance,
      .map = seen_from_2};
  dcm_live_measured(s, DCM_SIDE_PARTICLE, &sizes);
  dcm_scene_copy(s);
  put_swapped(s);
  dcm_law_history_swap(s->law, CONTACTS, s->b->history);
  dcm_batch_evaluate(s->b, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_law_history_swap(s->law, CONTACTS, s->b->new_history);
  dcm_expect(s, &relation, &sizes);
}

/* Whole lives of contacts are the same seen from both sides: what happens in them once, such as the
 * begin of a bridge or the end of a bond, shows no side. States and outputs are the business of the
 * law. */
static void swap_lives(dcm_scene *s) {
  const dcm_life life = dcm_random_life(s, DCM_SIDE_PARTICLE);
  dcm_life other = life;
  dcm_parting parting;
  const dcm_guise guise = {
      .relation = {.what = "in the life of a contact, which begins, goes apart and comes back, an "
                           "answer is another one when seen from the other particle: look for a "
                           "value of side 1 where something begins, breaks or is given back",
                   .kinds = DCM_ALL_KINDS & ~DCM_KIND(STATE) & ~DCM_KIND(OUTPUT),
                   .is_swapped = 1,
                   .tolerance = 1e-6,
                   .map = seen_from_2},
      .of_normal = 1e-6,
      .enough = 3,
      .law = s->law,
      .life = &other};
  put_swapped(s);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    other.slide[k] = dcm_scale(-1.0, life.slide[k]);
    other.spin_1[k] = life.spin_2[k];
    other.spin_2[k] = life.spin_1[k];
  }
  if (dcm_lives_part(s, &life, &guise, &parting))
    dcm_find_parting(s, guise.relation.what, &parting);
}

void dcm_check_swap(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "swap", 2, ROUNDS_OF_SWAP, swap, NULL);
  dcm_scene_rounds(subject, "swap lives", 2, ROUNDS_OF_SWAP / 2, swap_lives, NULL);
}

/* ---------------------------------------------------------------------------------- rotation */

typedef struct rotation {
  dcm_vector rows[3];
} rotation;

static const rotation unturned = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

static rotation random_rotation(dcm_random *random) {
  rotation r;
  r.rows[0] = dcm_random_direction(random);
  const dcm_vector other = dcm_tangential_part(dcm_random_direction(random), r.rows[0]);
  r.rows[1] = dcm_scale(1.0 / dcm_length(other), other);
  r.rows[2] = dcm_cross(r.rows[0], r.rows[1]);
  return r;
}

static dcm_vector rotate(const rotation *r, dcm_vector v) {
  return (dcm_vector){dcm_dot(r->rows[0], v), dcm_dot(r->rows[1], v), dcm_dot(r->rows[2], v)};
}

/** Turns the input of batch a into batch b. */
static void turn(dcm_scene *s, const rotation *r) {
  dcm_batch *a = s->a, *b = s->b;
  dcm_scene_copy(s);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double *const *const from[] = {a->normal, a->bisector, a->tangential_velocity,
                                   a->angular_velocity_1, a->angular_velocity_2};
    double *const *const to[] = {b->normal, b->bisector, b->tangential_velocity,
                                 b->angular_velocity_1, b->angular_velocity_2};
    for (size_t v = 0; v < sizeof to / sizeof *to; v++)
      dcm_store(to[v], k, rotate(r, dcm_scene_vector(from[v], k)));
    b->overlap[k] = a->overlap[k];
    b->normal_velocity[k] = a->normal_velocity[k];
    b->effective_radius[k] = a->effective_radius[k];
    uint32_t c = 0;
    for (uint32_t f = 0; f < s->law->model->history_count; f++)
      if (dcm_model_history_field(s->law->model, f)->kind == DCM_VECTOR) {
        dcm_store(b->history + c, k, rotate(r, dcm_scene_vector(a->history + c, k)));
        c += 3;
      } else {
        c++;
      }
  }
}

/** Stops a batch, and lets its normals stay as they are. */
static void stop(dcm_batch *b) {
  dcm_stop(b);
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_store(b->bisector, k, dcm_scene_vector(b->normal, k));
}

static dcm_vector rotated(const void *data, const dcm_answer *a, dcm_vector value) {
  return a->width == 3 ? rotate(data, value) : value;
}

/** Numbers without a direction, which are added to quantities or kept. In a few contacts all of
 * such a number may be rounding. */
static void expect_plain(const dcm_scene *s, const char *what, const dcm_sizes *sizes) {
  dcm_answer of_a[DCM_MOST_ANSWERS], of_b[DCM_MOST_ANSWERS];
  const uint32_t count = dcm_answers_of(s->law, s->a, of_a);
  dcm_answers_of(s->law, s->b, of_b);
  for (uint32_t i = 0; i < count; i++) {
    const int is_plain = of_a[i].kind == DCM_ANSWER_ADDED ||
                         (of_a[i].kind == DCM_ANSWER_STATE && of_a[i].width == 1);
    const double *came = of_b[i].rows[0], *expected = of_a[i].rows[0], *size = sizes->of[i];
    uint32_t different = 0, first = 0;
    for (uint32_t k = 0; k < CONTACTS && is_plain; k++)
      if (fabs(came[k] - expected[k]) > 1e-6 * size[k])
        first = different++ ? first : k;
    if (different > CONTACTS / 2)
      dcm_scene_find(s, first, what, of_a[i].name, came[first], expected[first],
                     1e-6 * size[first]);
  }
}

void dcm_round_rotation(dcm_scene *s) {
  static dcm_sizes sizes;
  dcm_live_measured(s, DCM_SIDE_PARTICLE, &sizes);
  const rotation r = random_rotation(&s->random);
  const dcm_relation relation = {
      .what = "the answer depends on the direction in space: a history field with a vector must be "
              "of kind DCM_VECTOR, and no axis is special",
      .kinds = DCM_KIND(FORCE) | DCM_KIND(COUPLE),
      .tolerance = s->subject->tolerance,
      .map = rotated,
      .data = &r};
  turn(s, &r);
  dcm_batch_compute(s->b, s->law, DCM_SIDE_PARTICLE, s->dt);
  expect_plain(s, relation.what, &sizes);
  dcm_expect(s, &relation, &sizes);
  /* The forces at rest show the states that both leave. */
  dcm_advance_history(s->a, s->law);
  dcm_advance_history(s->b, s->law);
  stop(s->a);
  stop(s->b);
  dcm_batch_compute(s->a, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_batch_compute(s->b, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_sizes_grow(s, &sizes);
  dcm_expect(s, &relation, &sizes);
}

/* ----------------------------------------------------------------------------------- turning */

/** Whether couples look the same to an observer who turns. The couples do not if each side rolls by
 * its own spin; at a wall some hosts give no spin of side 2. */
static int couples_turn(const dcm_scene *s) {
  return s->side_2 == DCM_SIDE_PARTICLE && !(s->law->instance.flags & DCM_KNOWN_UNBALANCED);
}

/** The rotation about an axis. */
static rotation rotation_about(dcm_vector axis, double angle) {
  const double c = cos(angle), s = sin(angle);
  const dcm_vector t = dcm_scale(1.0 - c, axis);
  return (rotation){{{c + t.x * axis.x, t.x * axis.y - s * axis.z, t.x * axis.z + s * axis.y},
                     {t.y * axis.x + s * axis.z, c + t.y * axis.y, t.y * axis.z - s * axis.x},
                     {t.z * axis.x - s * axis.y, t.z * axis.y + s * axis.x, c + t.z * axis.z}}};
}

/** Loaded contacts that stay, in batch a, and the same contacts turned as one body by a right
 * angle, in batch b. For an axis in the tangent plane, a state follows if the law brings the state
 * into the present plane; for the normal as the axis, a state follows if the state turns with the
 * spins, as laws promise with DCM_FRAME_MID_STEP. */
static void turn_by_a_quarter(dcm_scene *s, const dcm_vector *axes) {
  enum { STEPS = 200 };
  static dcm_vector normals[CONTACTS];
  const int spins = s->law->instance.frame == DCM_FRAME_MID_STEP;
  const double step = 0.5 * DCM_PI / STEPS;
  dcm_batch *a = s->a, *b = s->b;
  turn(s, &unturned);
  for (uint32_t k = 0; k < CONTACTS; k++)
    normals[k] = dcm_scene_vector(a->normal, k);
  for (int i = 0; i <= STEPS; i++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const rotation r = rotation_about(axes[k], i * step);
      const dcm_vector w = dcm_scale(i ? step / s->dt : 0.0, axes[k]);
      dcm_turn_normal(b, k, rotate(&r, normals[k]), spins && s->side_2 == DCM_SIDE_PARTICLE);
      dcm_store(b->angular_velocity_1, k, w);
      dcm_store(b->angular_velocity_2, k, w);
    }
    dcm_batch_compute(a, s->law, s->side_2, s->dt);
    dcm_batch_compute(b, s->law, s->side_2, s->dt);
    dcm_advance_history(a, s->law);
    dcm_advance_history(b, s->law);
  }
}

void dcm_round_turning(dcm_scene *s) {
  /* A projected state has an error of the square of the angle in each step. A force that grows with
   * a power of the state has this error times the exponent. */
  static const double allowed = 0.05;
  static const char about_the_normal[] =
      "a loaded pair turns as one body, but its state does not turn: compute must bring the "
      "vectors of the state into the present tangent plane, and with DCM_FRAME_MID_STEP also turn "
      "these vectors about the normal by dt normal.(w1 + w2)/2";
  static const char in_the_plane[] =
      "a loaded pair turns as one body, but its state does not turn: compute must bring the "
      "vectors of the state into the present tangent plane, and store the result";
  static dcm_vector axes[CONTACTS];
  static dcm_sizes sizes;
  const dcm_batch *a = s->a, *b = s->b;
  const int spins = s->law->instance.frame == DCM_FRAME_MID_STEP;
  const char *what = spins ? about_the_normal : in_the_plane;
  dcm_live_measured(s, dcm_scene_side(s), &sizes);
  stop(s->a);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector any = dcm_random_direction(&s->random);
    const dcm_vector across = dcm_tangential_part(any, dcm_scene_vector(a->normal, k));
    axes[k] = spins ? any : dcm_scale(1.0 / dcm_length(across), across);
  }
  turn_by_a_quarter(s, axes);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const rotation r = rotation_about(axes[k], 0.5 * DCM_PI);
    const double pressing = dcm_size_of_normal(&sizes, k), normal = a->normal_force[k];
    const dcm_vector force = rotate(&r, dcm_scene_vector(a->tangential_force, k));
    const dcm_vector couple = rotate(&r, dcm_scene_vector(a->couple_1, k));
    dcm_expect_number(s, k, what, "normal force", b->normal_force[k], normal,
                      s->subject->tolerance * (fabs(normal) + pressing));
    if (!(sizes.of[1][k] > DCM_UNLOADED * pressing))
      continue;
    dcm_expect_vector(s, k, what, "tangential force after a quarter turn",
                      dcm_scene_vector(b->tangential_force, k), force,
                      allowed * dcm_length(force) + DCM_UNLOADED * pressing);
    if (couples_turn(s))
      dcm_expect_vector(s, k, what, "couple on 1 after a quarter turn",
                        dcm_scene_vector(b->couple_1, k), couple,
                        allowed * dcm_length(couple) + DCM_UNLOADED * pressing * a->radius_1[k]);
  }
}

/* ----------------------------------------------------------------------------------- couples */

void dcm_round_couples(dcm_scene *s) {
  static dcm_sizes sizes;
  dcm_live_measured(s, DCM_SIDE_PARTICLE, &sizes);
  if (s->law->instance.flags & DCM_KNOWN_UNBALANCED) {
    dcm_scene_not_tested(s, "DCM_KNOWN_UNBALANCED is set");
    return;
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector on_1 = dcm_scene_vector(s->a->couple_1, k);
    dcm_expect_vector(s, k,
                      "the couples on the two particles are not opposite: angular momentum comes "
                      "from nothing; if the law intends this, set DCM_KNOWN_UNBALANCED",
                      "couple on 2", dcm_scene_vector(s->a->couple_2, k), dcm_scale(-1.0, on_1),
                      s->subject->tolerance * (dcm_length(on_1) + sizes.of[2][k]));
  }
}

/* ------------------------------------------------------------------------------------ walls */

/** A grain so much larger than another one that it is a flat wall for that one. */
static const double without_end = 1e9;

/** Mistakes that laws may make at walls: a part of the answer is that of another radius or mass. A
 * law may have other springs and dampers at walls on purpose, but hardly such. */
static const struct mistake {
  double grain, wall; /**< radii, over that of the grain, with which the mistake is right */
  double mass;        /**< factor with which the mistake is right */
  const char *taken, *name, *right;
} mistakes[] = {{1.0, -2.0, 1.0, "half of effective_radius", "effective_radius", "radius"},
                {1.0, 1.0, 1.0, "twice the effective_radius", "effective_radius", "radius"},
                {2.0, 2.0, 1.0, "half of radius_1", "effective_radius", "radius"},
                {1.0, INFINITY, 2.0, "half of effective_mass", "effective_mass", "mass"},
                {1.0, INFINITY, 0.5, "twice the effective_mass", "effective_mass", "mass"}};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

/** Whether contacts with such walls have another life than contacts with flat ones should have,
 * which is that beside grains without an end.
 * @param m      how the walls, and the grains there, are; NULL: flat, and the same grains
 * @param enough contacts that live otherwise */
static int part_at_walls(dcm_scene *s, const dcm_life *at_grain, const struct mistake *m,
                         uint32_t enough, dcm_parting *parting) {
  dcm_life at_wall = *at_grain;
  const dcm_guise guise = {
      .relation = {.kinds = DCM_KIND(FORCE) | DCM_KIND(COUPLE), .tolerance = 1e-6},
      .of_normal = 1e-6,
      .enough = enough,
      .law = s->law,
      .life = &at_wall};
  at_wall.side_2 = DCM_SIDE_WALL;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    dcm_sample c = s->contacts[k];
    c.radius_2 = without_end * c.radius_1;
    dcm_put_sample(s->a, s->law, k, &c);
    c.radius_2 = (m ? m->wall : INFINITY) * c.radius_1;
    c.radius_1 *= m ? m->grain : 1.0;
    c.effective_mass *= m ? m->mass : 1.0;
    dcm_put_sample(s->b, s->law, k, &c);
  }
  return dcm_lives_part(s, at_grain, &guise, parting);
}

static void compare(dcm_scene *s, const dcm_life *at_grain) {
  enum { ENOUGH = 16, FEW = 3 };
  dcm_parting parting, ignored;
  if (!part_at_walls(s, at_grain, NULL, ENOUGH, &parting))
    return;
  for (size_t m = 0; m < MISTAKES; m++) {
    char what[256];
    if (part_at_walls(s, at_grain, &mistakes[m], FEW, &ignored))
      continue;
    snprintf(what, sizeof what,
             "at a flat wall the law answers as for %s: at a wall %s is the %s of the grain",
             mistakes[m].taken, mistakes[m].name, mistakes[m].right);
    dcm_find_parting(s, what, &parting);
  }
}

/* A law that begins at its reach has lives without a touch, too. */
void dcm_round_walls(dcm_scene *s) {
  dcm_life life = dcm_random_life(s, DCM_SIDE_WALL), apart = life;
  life.side_2 = apart.side_2 = DCM_SIDE_PARTICLE;
  s->is_start = 0;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double r = s->contacts[k].radius_1;
    const double reach = fmin(dcm_reach_of(s->law, DCM_SIDE_WALL, s->pair, r, INFINITY),
                              dcm_reach_of(s->law, DCM_SIDE_PARTICLE, s->pair, r, without_end * r));
    life.apart[k] = fmin(life.apart[k], 0.99 * reach);
    apart.apart[k] = 0.4 * reach;
    apart.depth[k] = -0.05 * reach;
  }
  compare(s, &life);
  if (dcm_law_begins_at_reach(s->law))
    compare(s, &apart);
}
