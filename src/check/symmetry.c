/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of mechanics: the answer of a law must not depend on which particle is called 1, on the
 * direction in space, on the rotation of the observer, or on the order of the materials. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/life.h"
#include "numeric/vector.h"
#include "runtime/model.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

/** Sizes of the answers to contact k. */
typedef struct sizes {
  double normal, tangential, couple;
} sizes;

static sizes scale[CONTACTS];

static double longer(double *const array[3], uint32_t k, double least) {
  const double length = dcm_length(dcm_scene_vector(array, k));
  return length > least ? length : least;
}

static void grow(const dcm_batch *b) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    sizes *z = &scale[k];
    z->normal = fmax(z->normal, fabs(b->normal_force[k]));
    z->tangential = longer(b->tangential_force, k, z->tangential);
    z->couple = longer(b->couple_1, k, longer(b->couple_2, k, z->couple));
  }
}

/** Computes a step or two, and evaluates the next in batch a; the sizes come from all of them. */
static void live(dcm_scene *s, int side_2) {
  memset(scale, 0, sizeof scale);
  dcm_scene_live(s, side_2);
  grow(s->a);
  dcm_batch_evaluate(s->a, s->law, side_2, 0.0);
  grow(s->a);
  dcm_batch_evaluate(s->a, s->law, side_2, s->dt);
  grow(s->a);
}

/** Expects b = sign a. */
static void expect_number(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                          double came, double expected, double size) {
  const double allowed = s->subject->tolerance * (fabs(expected) + size);
  if (!(fabs(came - expected) <= allowed))
    dcm_scene_find(s, k, what, name, came, expected, allowed);
}

static void expect_within(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                          dcm_vector came, dcm_vector expected, double allowed) {
  if (dcm_length(dcm_subtract(came, expected)) <= allowed)
    return;
  dcm_scene_find_vector(s, k, what, name, came, expected, allowed);
}

static void expect_vector(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                          dcm_vector came, dcm_vector expected, double size) {
  expect_within(s, k, what, name, came, expected,
                s->subject->tolerance * (dcm_length(expected) + size));
}

/** Name of the field to which a component of the history belongs. */
static const char *field_of(const dcm_model *model, uint32_t component) {
  uint32_t end = 0;
  for (uint32_t f = 0; f < model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(model, f);
    end += dcm_history_field_width(field);
    if (component < end)
      return field->name;
  }
  return "history";
}

/* -------------------------------------------------------------------------------------- swap */

static const char seen_from_2[] = "a contact has another answer when seen from the other particle: "
                                  "check the parity of the history fields, the signs of tangential "
                                  "force and couples, and values that belong to side 1 alone";

static void swap(dcm_scene *s) {
  live(s, DCM_SIDE_PARTICLE);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_sample swapped = dcm_swapped_sample(&s->contacts[k]);
    dcm_put_sample(s->b, s->law, k, &swapped);
    for (uint32_t c = 0; c < s->law->history_width; c++)
      s->b->history[c][k] = s->a->history[c][k];
  }
  dcm_law_history_swap(s->law, CONTACTS, s->b->history);
  dcm_batch_evaluate(s->b, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_law_history_swap(s->law, CONTACTS, s->b->new_history);
  const dcm_batch *a = s->a, *b = s->b;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    expect_number(s, k, seen_from_2, "normal force", b->normal_force[k], a->normal_force[k],
                  scale[k].normal);
    expect_vector(s, k, seen_from_2, "tangential force",
                  dcm_scale(-1.0, dcm_scene_vector(b->tangential_force, k)),
                  dcm_scene_vector(a->tangential_force, k), scale[k].tangential);
    expect_vector(s, k, seen_from_2, "couple on 1", dcm_scene_vector(b->couple_2, k),
                  dcm_scene_vector(a->couple_1, k), scale[k].couple);
    expect_vector(s, k, seen_from_2, "couple on 2", dcm_scene_vector(b->couple_1, k),
                  dcm_scene_vector(a->couple_2, k), scale[k].couple);
    for (uint32_t q = 0; q < s->law->quantity_count; q++) {
      const char *name = dcm_model_quantity(s->law->model, q)->name;
      if (s->law->access[q] == DCM_READ)
        continue;
      expect_number(s, k, seen_from_2, name, b->added_1[q][k], a->added_2[q][k],
                    fabs(a->added_1[q][k]));
      expect_number(s, k, seen_from_2, name, b->added_2[q][k], a->added_1[q][k],
                    fabs(a->added_2[q][k]));
    }
    for (uint32_t c = 0; c < s->law->history_width; c++)
      expect_number(s, k, seen_from_2, field_of(s->law->model, c), b->new_history[c][k],
                    a->new_history[c][k], fabs(a->history[c][k]));
    expect_vector(s, k, seen_from_2, "tangential force of the damper",
                  dcm_scale(-1.0, dcm_scene_vector(b->energies.tangential_damper, k)),
                  dcm_scene_vector(a->energies.tangential_damper, k), scale[k].tangential);
    double energies = 0.0;
    for (size_t e = 0; e < DCM_ENERGIES; e++)
      energies += fabs(dcm_scene_energy(a, e, k));
    for (size_t e = 0; e < DCM_ENERGIES; e++)
      expect_number(s, k, seen_from_2, "an energy", dcm_scene_energy(b, e, k),
                    dcm_scene_energy(a, e, k), energies);
  }
}

void dcm_check_swap(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "swap", NULL, 2, ROUNDS, swap);
  dcm_scene_rounds(subject, "swap lives", NULL, 2, ROUNDS / 2, dcm_swap_lives);
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

static const char turned_world[] =
    "the answer depends on the direction in space: a history field with a vector must be of kind "
    "DCM_VECTOR, and no axis is special";

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

/** Stops all motion in a batch. */
static void stop(dcm_batch *a) {
  const dcm_vector none = {0.0, 0.0, 0.0};
  for (uint32_t k = 0; k < CONTACTS; k++) {
    a->normal_velocity[k] = 0.0;
    dcm_store(a->bisector, k, dcm_scene_vector(a->normal, k));
    dcm_store(a->tangential_velocity, k, none);
    dcm_store(a->angular_velocity_1, k, none);
    dcm_store(a->angular_velocity_2, k, none);
  }
}

/* A share of the normal force: smaller forces are rounding, or do not turn, as in LAMMPS. */
static const double unloaded = 1e-6;

static void expect_turned(const dcm_scene *s, const rotation *r) {
  const dcm_batch *a = s->a, *b = s->b;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    expect_number(s, k, turned_world, "normal force", b->normal_force[k], a->normal_force[k],
                  scale[k].normal);
    expect_vector(s, k, turned_world, "tangential force", dcm_scene_vector(b->tangential_force, k),
                  rotate(r, dcm_scene_vector(a->tangential_force, k)),
                  scale[k].tangential + unloaded * scale[k].normal);
    expect_vector(s, k, turned_world, "couple on 1", dcm_scene_vector(b->couple_1, k),
                  rotate(r, dcm_scene_vector(a->couple_1, k)), scale[k].couple);
    expect_vector(s, k, turned_world, "couple on 2", dcm_scene_vector(b->couple_2, k),
                  rotate(r, dcm_scene_vector(a->couple_2, k)), scale[k].couple);
  }
}

/** Numbers without a direction: what is added to quantities, and scalars of the new state. */
typedef struct plain_number {
  const char *name;
  const double *of_a, *of_b;
  const double *before; /* of a state; else NULL */
} plain_number;

enum { MOST_NUMBERS = DCM_MOST_COMPONENTS + 2 * DCM_MOST_QUANTITIES };

static uint32_t numbers_of(const dcm_scene *s, plain_number *numbers) {
  const dcm_batch *a = s->a, *b = s->b;
  uint32_t n = 0, c = 0;
  for (uint32_t q = 0; q < s->law->quantity_count; q++) {
    const char *name = dcm_model_quantity(s->law->model, q)->name;
    if (s->law->access[q] == DCM_READ)
      continue;
    numbers[n++] = (plain_number){name, a->added_1[q], b->added_1[q], NULL};
    numbers[n++] = (plain_number){name, a->added_2[q], b->added_2[q], NULL};
  }
  for (uint32_t f = 0; f < s->law->model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(s->law->model, f);
    if (field->kind == DCM_SCALAR && s->law->instance.field_use[f] == DCM_FIELD_USED)
      numbers[n++] =
          (plain_number){field->name, a->new_history[c], b->new_history[c], a->history[c]};
    c += dcm_history_field_width(field);
  }
  return n;
}

/** Makes batch b the contacts of batch a, but for some last digits of motion and state. */
static void shake(dcm_scene *s) {
  static const double digits = 1e-14;
  dcm_batch *b = s->b;
  turn(s, &unturned);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double *const rows[] = {b->normal_velocity, b->tangential_velocity[0],
                            b->tangential_velocity[1], b->tangential_velocity[2]};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      rows[i][k] *= 1.0 + dcm_uniform(&s->random, -digits, digits);
    for (int x = 0; x < 3; x++) {
      b->angular_velocity_1[x][k] *= 1.0 + dcm_uniform(&s->random, -digits, digits);
      b->angular_velocity_2[x][k] *= 1.0 + dcm_uniform(&s->random, -digits, digits);
    }
    for (uint32_t c = 0; c < s->law->history_width; c++)
      b->history[c][k] *= 1.0 + dcm_uniform(&s->random, -digits, digits);
  }
}

/** Measures how much numbers change with the last digits: all of a number may be rounding. */
static void measure_rounding(dcm_scene *s, double rounded[MOST_NUMBERS][CONTACTS]) {
  enum { TRIES = 4 };
  plain_number numbers[MOST_NUMBERS];
  const uint32_t count = numbers_of(s, numbers);
  memset(rounded, 0, count * sizeof rounded[0]);
  for (int try = 0; try < TRIES && count > 0; try++) {
    shake(s);
    dcm_batch_compute(s->b, s->law, DCM_SIDE_PARTICLE, s->dt);
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t k = 0; k < CONTACTS; k++)
        rounded[i][k] = fmax(rounded[i][k], fabs(numbers[i].of_b[k] - numbers[i].of_a[k]));
  }
}

static void expect_same_numbers(const dcm_scene *s, double rounded[MOST_NUMBERS][CONTACTS]) {
  plain_number numbers[MOST_NUMBERS];
  const uint32_t count = numbers_of(s, numbers);
  for (uint32_t i = 0; i < count; i++) {
    const plain_number *n = &numbers[i];
    uint32_t different = 0, first = 0;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const double size = fmax(fabs(n->of_a[k]), n->before ? fabs(n->before[k]) : 0.0);
      if (fabs(n->of_b[k] - n->of_a[k]) > 1e-6 * size + 1e4 * rounded[i][k])
        first = different++ ? first : k;
    }
    /* In a few contacts all rounding may be away by chance. */
    if (different > CONTACTS / 4)
      dcm_scene_find(s, first, turned_world, n->name, n->of_b[first], n->of_a[first],
                     1e-6 * fabs(n->of_a[first]) + 1e4 * rounded[i][first]);
  }
}

static void rotate_all(dcm_scene *s) {
  static double rounded[MOST_NUMBERS][CONTACTS];
  live(s, DCM_SIDE_PARTICLE);
  const rotation r = random_rotation(&s->random);
  measure_rounding(s, rounded);
  turn(s, &r);
  dcm_batch *a = s->a, *b = s->b;
  dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
  expect_turned(s, &r);
  expect_same_numbers(s, rounded);
  /* The forces at rest show the states that both leave. */
  dcm_advance_history(a, s->law);
  dcm_advance_history(b, s->law);
  stop(a);
  stop(b);
  dcm_batch_compute(a, s->law, DCM_SIDE_PARTICLE, s->dt);
  dcm_batch_compute(b, s->law, DCM_SIDE_PARTICLE, s->dt);
  grow(a);
  expect_turned(s, &r);
}

void dcm_check_rotation(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "rotation", NULL, 2, ROUNDS, rotate_all);
}

/* ---------------------------------------------------------------------------------- observer */

/** Whether couples look the same to an observer who turns. The couples do not if each side rolls by
 * its own spin; at a wall some hosts give no spin of side 2. */
static int couples_turn(const dcm_scene *s) {
  return s->side_2 == DCM_SIDE_PARTICLE && !(s->law->instance.flags & DCM_KNOWN_UNBALANCED);
}

/** A law does not see the common velocity of two particles, but sees the common rotation. With dt
 * 0, and in a step with little rotation that is not about the normal, only the difference of the
 * spins may count. */
static void observer(dcm_scene *s) {
  static const char what[] =
      "the answer depends on the common rotation of the two particles: use tangential_velocity, "
      "which includes the spins, for sliding, and w1 - w2 for rolling and twisting";
  live(s, dcm_scene_side(s));
  dcm_batch *a = s->a, *b = s->b;
  s->dt = dcm_chance(&s->random, 0.5) ? 0.0 : s->dt;
  turn(s, &unturned);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector w1 = dcm_scene_vector(a->angular_velocity_1, k);
    const dcm_vector w2 = dcm_scene_vector(a->angular_velocity_2, k);
    const dcm_vector any = dcm_random_direction(&s->random);
    const double spins = dcm_length(w1) + dcm_length(w2);
    /* A state that is turned by full vectors and projected has an error of the square of the angle.
     */
    const dcm_vector w = s->dt > 0.0
                             ? dcm_scale(fmin(spins, 1e-6 / s->dt),
                                         dcm_tangential_part(any, dcm_scene_vector(a->normal, k)))
                             : dcm_scale(spins, any);
    dcm_store(b->angular_velocity_1, k, dcm_add(w1, w));
    dcm_store(b->angular_velocity_2, k, dcm_add(w2, w));
  }
  dcm_batch_compute(a, s->law, s->side_2, s->dt);
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    expect_number(s, k, what, "normal force", b->normal_force[k], a->normal_force[k],
                  scale[k].normal);
    expect_vector(s, k, what, "tangential force", dcm_scene_vector(b->tangential_force, k),
                  dcm_scene_vector(a->tangential_force, k), scale[k].tangential);
    if (!couples_turn(s))
      continue;
    expect_vector(s, k, what, "couple on 1", dcm_scene_vector(b->couple_1, k),
                  dcm_scene_vector(a->couple_1, k), scale[k].couple);
    expect_vector(s, k, what, "couple on 2", dcm_scene_vector(b->couple_2, k),
                  dcm_scene_vector(a->couple_2, k), scale[k].couple);
  }
}

void dcm_check_observer(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "observer", NULL, 2, ROUNDS, observer);
}

/* ----------------------------------------------------------------------------------- turning */

/** The rotation about an axis. */
static rotation rotation_about(dcm_vector axis, double angle) {
  const double c = cos(angle), s = sin(angle);
  const dcm_vector t = dcm_scale(1.0 - c, axis);
  return (rotation){{{c + t.x * axis.x, t.x * axis.y - s * axis.z, t.x * axis.z + s * axis.y},
                     {t.y * axis.x + s * axis.z, c + t.y * axis.y, t.y * axis.z - s * axis.x},
                     {t.z * axis.x - s * axis.y, t.z * axis.y + s * axis.x, c + t.z * axis.z}}};
}

enum { QUARTER_STEPS = 100, MOST_WIDTH = DCM_MOST_COMPONENTS };

/** Effect of a quarter turn on a contact: answers of the contact that stayed, turned, and the
 * differences of the answers of the contact that turned. */
typedef struct quarter {
  double normal, normal_difference;
  dcm_vector force, force_difference;
  dcm_vector couple, couple_difference;
} quarter;

/** Loaded contacts that stay, in batch a, and the same contacts turned as one body by a right
 * angle, in batch b. For an axis in the tangent plane, a state follows if the law brings the state
 * into the present plane; for the normal as the axis, a state follows if the state turns with the
 * spins, as laws promise with DCM_FRAME_MID_STEP.
 * @param steps of the turn, which takes the time of QUARTER_STEPS steps of the scene */
static void turn_by_a_quarter(dcm_scene *s, const dcm_vector *axes, int steps, quarter *quarters) {
  static double kept[MOST_WIDTH][CONTACTS];
  static dcm_vector normals[CONTACTS];
  const int spins = s->law->instance.frame == DCM_FRAME_MID_STEP;
  const uint32_t width = s->law->history_width;
  const double step = 0.5 * DCM_PI / steps, dt = s->dt * QUARTER_STEPS / steps;
  dcm_batch *a = s->a, *b = s->b;
  for (uint32_t c = 0; c < width; c++)
    memcpy(kept[c], a->history[c], sizeof kept[c]);
  turn(s, &unturned);
  for (uint32_t k = 0; k < CONTACTS; k++)
    normals[k] = dcm_scene_vector(a->normal, k);
  for (int i = 0; i <= steps; i++) {
    for (uint32_t k = 0; k < CONTACTS; k++) {
      const rotation r = rotation_about(axes[k], i * step);
      const dcm_vector w = dcm_scale(i ? step / dt : 0.0, axes[k]);
      dcm_turn_normal(b, k, rotate(&r, normals[k]), spins && s->side_2 == DCM_SIDE_PARTICLE);
      dcm_store(b->angular_velocity_1, k, w);
      dcm_store(b->angular_velocity_2, k, w);
    }
    dcm_batch_compute(a, s->law, s->side_2, dt);
    dcm_batch_compute(b, s->law, s->side_2, dt);
    dcm_advance_history(a, s->law);
    dcm_advance_history(b, s->law);
  }
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const rotation r = rotation_about(axes[k], 0.5 * DCM_PI);
    quarter *q = &quarters[k];
    q->normal = a->normal_force[k];
    q->normal_difference = b->normal_force[k] - q->normal;
    q->force = rotate(&r, dcm_scene_vector(a->tangential_force, k));
    q->force_difference = dcm_subtract(dcm_scene_vector(b->tangential_force, k), q->force);
    q->couple = rotate(&r, dcm_scene_vector(a->couple_1, k));
    q->couple_difference = dcm_subtract(dcm_scene_vector(b->couple_1, k), q->couple);
  }
  for (uint32_t c = 0; c < width; c++)
    memcpy(a->history[c], kept[c], sizeof kept[c]);
}

/** Difference without the part that halves where the steps halve. */
static dcm_vector extrapolated(dcm_vector coarse, dcm_vector fine) {
  return dcm_subtract(dcm_scale(2.0, fine), coarse);
}

static void turning(dcm_scene *s) {
  /* A projected state has an error of the square of the angle in each step. A force that grows with
   * a power of the state has this error times the exponent. Such errors halve where the steps
   * halve, and a few squares of them remain. */
  static const double allowed = 0.01;
  static const char about_the_normal[] =
      "a loaded pair turns as one body, but its state does not turn: compute must bring the "
      "vectors of the state into the present tangent plane, and with DCM_FRAME_MID_STEP also turn "
      "these vectors about the normal by dt normal.(w1 + w2)/2";
  static const char in_the_plane[] =
      "a loaded pair turns as one body, but its state does not turn: compute must bring the "
      "vectors of the state into the present tangent plane, and store the result";
  static dcm_vector axes[CONTACTS];
  static quarter coarse[CONTACTS], fine[CONTACTS];
  const int spins = s->law->instance.frame == DCM_FRAME_MID_STEP;
  const char *what = spins ? about_the_normal : in_the_plane;
  live(s, dcm_scene_side(s));
  stop(s->a);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector any = dcm_random_direction(&s->random);
    const dcm_vector across = dcm_tangential_part(any, dcm_scene_vector(s->a->normal, k));
    axes[k] = spins ? any : dcm_scale(1.0 / dcm_length(across), across);
  }
  turn_by_a_quarter(s, axes, QUARTER_STEPS, coarse);
  turn_by_a_quarter(s, axes, 2 * QUARTER_STEPS, fine);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const quarter *c = &coarse[k], *f = &fine[k];
    expect_number(s, k, what, "normal force", f->normal + f->normal_difference, f->normal,
                  scale[k].normal);
    if (!(scale[k].tangential > unloaded * scale[k].normal))
      continue;
    const dcm_vector force = extrapolated(c->force_difference, f->force_difference);
    expect_within(s, k, what, "tangential force after a quarter turn", dcm_add(f->force, force),
                  f->force, allowed * dcm_length(f->force) + unloaded * scale[k].normal);
    if (!couples_turn(s))
      continue;
    const dcm_vector couple = extrapolated(c->couple_difference, f->couple_difference);
    expect_within(s, k, what, "couple on 1 after a quarter turn", dcm_add(f->couple, couple),
                  f->couple,
                  allowed * dcm_length(f->couple) + unloaded * scale[k].normal * s->a->radius_1[k]);
  }
}

/** The angle by which a vector across the normal was turned about the normal. */
static double angle_about(dcm_vector normal, dcm_vector from, dcm_vector to) {
  return atan2(dcm_dot(normal, dcm_cross(from, to)), dcm_dot(from, to));
}

/** Expects that a vector stays in space, or turns with the pair, where the pair turns about the
 * normal by an angle. */
static void expect_turn(dcm_scene *s, uint32_t k, const char *name, double *const stayed[3],
                        double *const turned[3], double angle, double least) {
  const dcm_vector n = dcm_scene_vector(s->a->normal, k);
  const dcm_vector from = dcm_tangential_part(dcm_scene_vector(stayed, k), n);
  const dcm_vector to = dcm_tangential_part(dcm_scene_vector(turned, k), n);
  if (!(dcm_length(from) > least) || !(dcm_length(to) > least))
    return;
  const double by = angle_about(n, from, to);
  if (fabs(by) > 0.05 * angle && fabs(by - angle) > 0.05 * angle)
    dcm_scene_find(s, k,
                   "both particles turn about the normal by the same angle, and the state of the "
                   "contact by another one: a law that turns its state about the normal turns it "
                   "by dt normal.(w1 + w2)/2",
                   name, by, angle, 0.05 * angle);
}

/** A law need not turn its state about the normal. A law that does turns it with the pair. */
static void turns_about_the_normal(dcm_scene *s) {
  static const double angle = 1e-3;
  dcm_batch *a = s->a, *b = s->b;
  live(s, DCM_SIDE_PARTICLE);
  stop(a);
  turn(s, &unturned);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector n = dcm_scene_vector(a->normal, k), w = dcm_scale(angle / s->dt, n);
    dcm_turn_normal(a, k, n, 0);
    dcm_turn_normal(b, k, n, 0);
    dcm_store(b->angular_velocity_1, k, w);
    dcm_store(b->angular_velocity_2, k, w);
  }
  dcm_batch_compute(a, s->law, s->side_2, s->dt);
  dcm_batch_compute(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double least = unloaded * scale[k].normal;
    expect_turn(s, k, "angle by which the tangential force turns", a->tangential_force,
                b->tangential_force, angle, least);
    if (couples_turn(s))
      expect_turn(s, k, "angle by which the couple on 1 turns", a->couple_1, b->couple_1, angle,
                  least * a->effective_radius[k]);
  }
}

void dcm_check_turning(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "turning", NULL, 2, ROUNDS, turning);
  dcm_scene_rounds(subject, "turning about the normal", NULL, 2, ROUNDS / 2,
                   turns_about_the_normal);
}

/* ------------------------------------------------------------------------------------- pairs */

/** The law of the scene with other materials.
 * @param from [count] the material of the scene for each, from
 * 1
 * @return NULL if init refuses */
static dcm_law *of_materials(const dcm_scene *s, uint32_t count, const uint32_t *from) {
  const dcm_model *model = s->law->model;
  dcm_error error;
  dcm_settings *settings = dcm_settings_create(model, count);
  for (uint32_t o = 0; settings && o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    dcm_settings_choose(settings, option->name,
                        option->choices[dcm_settings_choice(s->drawn.settings, o)], &error);
  }
  for (uint32_t p = 0; settings && p < model->parameter_count; p++)
    for (uint32_t i = 1; i <= count; i++)
      for (uint32_t j = i; j <= count; j++) {
        const dcm_parameter *parameter = dcm_model_parameter(model, p);
        double value;
        char text[32];
        if ((parameter->scope != DCM_PER_PAIR && i != j) ||
            !dcm_settings_given(s->drawn.settings, p, from[i - 1], from[j - 1], &value))
          continue;
        snprintf(text, sizeof text, "%.17g", value);
        if (parameter->scope == DCM_PER_LAW)
          dcm_settings_give(settings, parameter->name, text, &error);
        else
          dcm_settings_set(settings, (dcm_range){i, i}, (dcm_range){j, j}, parameter->name, text,
                           &error);
      }
  dcm_law *law = settings ? dcm_law_create(settings, dcm_error_log, &error, &error) : NULL;
  dcm_settings_destroy(settings);
  return law;
}

/** Expects the answers of batch a from another law and pair. */
static void expect_same_of(dcm_scene *s, const dcm_law *other, uint32_t pair, const char *what) {
  if (!other)
    return;
  dcm_scene_copy(s);
  s->b->pair = pair;
  dcm_batch_evaluate(s->b, other, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    expect_number(s, k, what, "normal force", s->b->normal_force[k], s->a->normal_force[k],
                  scale[k].normal);
    expect_vector(s, k, what, "tangential force", dcm_scene_vector(s->b->tangential_force, k),
                  dcm_scene_vector(s->a->tangential_force, k), scale[k].tangential);
    expect_vector(s, k, what, "couple on 1", dcm_scene_vector(s->b->couple_1, k),
                  dcm_scene_vector(s->a->couple_1, k), scale[k].couple);
  }
}

static void pairs(dcm_scene *s) {
  static const uint32_t turned[] = {2, 1};
  if (s->law->material_count < 2) {
    dcm_scene_not_tested(s, "unequal materials, because init refuses more than one");
    return;
  }
  live(s, dcm_scene_side(s));
  dcm_law *other = of_materials(s, 2, turned);
  expect_same_of(s, other, 3 - s->a->pair, /* 0, 1, 2, 3 of two materials */
                 "materials in the opposite order give another answer: constants of a pair i, j "
                 "are at contacts->pair = i * material_count + j, values of a material at i");
  dcm_law_destroy(other);
  if (s->a->pair != 0 && s->a->pair != 3)
    return;
  const uint32_t alone = s->a->pair == 0 ? 1 : 2;
  other = of_materials(s, 1, &alone);
  expect_same_of(
      s, other, 0,
      "contacts within one material have another answer when there is a second material: constants "
      "of a pair i, j are at contacts->pair = i * material_count + j");
  dcm_law_destroy(other);
}

void dcm_check_pairs(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "pairs", NULL, 2, ROUNDS, pairs);
}

/* ----------------------------------------------------------------------------- perpendicular */

static void perpendicular(dcm_scene *s) {
  live(s, dcm_scene_side(s));
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const double along =
        dcm_dot(dcm_scene_vector(s->a->tangential_force, k), dcm_scene_vector(s->a->normal, k));
    expect_number(s, k,
                  "the tangential force has a part along the normal: bring the state of a spring "
                  "into the present tangent plane before use",
                  "tangential force . normal", along, 0.0, scale[k].tangential + scale[k].normal);
  }
}

void dcm_check_perpendicular(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "perpendicular", NULL, 2, ROUNDS, perpendicular);
}

/* ----------------------------------------------------------------------------------- couples */

static void couples(dcm_scene *s) {
  live(s, DCM_SIDE_PARTICLE);
  if (s->law->instance.flags & DCM_KNOWN_UNBALANCED) {
    dcm_scene_not_tested(s, "DCM_KNOWN_UNBALANCED is set");
    return;
  }
  for (uint32_t k = 0; k < CONTACTS; k++)
    expect_vector(s, k,
                  "the couples on the two particles are not opposite: angular momentum comes from "
                  "nothing; if the law intends this, set DCM_KNOWN_UNBALANCED",
                  "couple on 2", dcm_scene_vector(s->a->couple_2, k),
                  dcm_scale(-1.0, dcm_scene_vector(s->a->couple_1, k)), scale[k].couple);
}

void dcm_check_couples(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "couples", NULL, 2, ROUNDS, couples);
}

/* ------------------------------------------------------------------------------------ events */

static void events(dcm_scene *s) {
  live(s, dcm_scene_side(s));
  const uint32_t width = s->law->history_width;
  dcm_batch *a = s->a, *b = s->b;
  dcm_law_history_begin(s->law, a->pair, DCM_SIDE_PARTICLE, CONTACTS, a->history);
  for (uint32_t c = 0; c < width; c++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      if (!isfinite(a->history[c][k]))
        dcm_scene_find(s, k, "the state of a new contact is not finite", field_of(s->law->model, c),
                       a->history[c][k], 0.0, 0.0);
  for (uint32_t c = 0; c < width; c++)
    memcpy(b->history[c], a->new_history[c], CONTACTS * sizeof(double));
  dcm_law_history_swap(s->law, CONTACTS, b->history);
  dcm_law_history_swap(s->law, CONTACTS, b->history);
  for (uint32_t c = 0; c < width; c++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      expect_number(s, k, "a state changes when swapped to the other particle and back",
                    field_of(s->law->model, c), b->history[c][k], a->new_history[c][k], 0.0);
  dcm_law_history_end(s->law, b->pair, DCM_SIDE_PARTICLE, CONTACTS, b->history);
}

void dcm_check_events(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "events", NULL, 2, ROUNDS, events);
}
