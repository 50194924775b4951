/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/bodies.h"
#include "replay/replay.h"
#include "runtime/model.h"
#include "support/history.h"

/** Our law for a model of MUSEN, whose particle-wall models have the same name after "pw". */
static const char *law_of(const table *t, int *is_wall) {
  static const char *const names[][2] = {
      {"hertz", "hertz"}, {"hm", "hertz-mindlin"}, {"jkr", "jkr"}};
  const char *model = table_text(t, "model", "model");
  *is_wall = strncmp(model, "pw", 2) == 0;
  if (*is_wall)
    model += 2;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(model, names[i][0]) == 0)
      return names[i][1];
  fprintf(stderr, "%s: no law stands for the model %s\n", t->path, model);
  exit(2);
}

static void set(dcm_settings *settings, const table *t) {
  const char *const materials[] = {"material 1", "material 2"};
  const dcm_model *model = dcm_settings_model(settings);
  for (uint32_t i = 1; i <= 2; i++) {
    replay_set(settings, i, i, "young", table_number(t, materials[i - 1], "E"));
    replay_set(settings, i, i, "poisson", table_number(t, materials[i - 1], "nu"));
    if (strcmp(model->id, "jkr") == 0)
      replay_set(settings, i, i, "surface_energy",
                 table_number(t, materials[i - 1], "surface energy"));
    for (uint32_t j = 1; j <= i; j++) {
      if (strcmp(model->id, "hertz") != 0)
        replay_set(settings, i, j, "restitution", table_number(t, "restitution", "e"));
      replay_set(settings, i, j, "friction", table_number(t, "sliding friction", "mu"));
      replay_set(settings, i, j, "rolling", table_number(t, "rolling friction", "mu_r"));
    }
  }
}

static body body_of(const table *t, const char *line) {
  return (body){.radius = table_number(t, line, "r"),
                .mass = table_number(t, line, "m"),
                .inertia = table_number(t, line, "I")};
}

static void place(bodies *b, const table *t, int row, dcm_vector pivot) {
  b->one.x = table_vector(t, row, "", "1");
  b->one.v = table_vector(t, row, "v1", "");
  b->one.w = table_vector(t, row, "w1", "");
  b->two.x = table_vector(t, row, "", "2");
  b->two.v = table_vector(t, row, "v2", "");
  b->two.w = table_vector(t, row, "w2", "");
  b->pivot = dcm_add_scaled(pivot, table_at(t, row, "t"), b->two.v);
}

static double largest(double a, double b) {
  return a > b ? a : b;
}

/** Difference of velocities and spins at the end, relative to the largest of each. */
static double final_difference(const bodies *b, const table *t) {
  const dcm_vector v1 = table_triple(t, "final v1", NULL);
  const dcm_vector w1 = table_triple(t, "final w1", NULL);
  double velocity = dcm_length(dcm_subtract(b->one.v, v1)), speed = dcm_length(v1);
  double spin = dcm_length(dcm_subtract(b->one.w, w1)), rate = dcm_length(w1);
  if (!b->is_wall) {
    const dcm_vector v2 = table_triple(t, "final v2", NULL);
    const dcm_vector w2 = table_triple(t, "final w2", NULL);
    velocity = largest(velocity, dcm_length(dcm_subtract(b->two.v, v2)));
    spin = largest(spin, dcm_length(dcm_subtract(b->two.w, w2)));
    speed = largest(speed, dcm_length(v2));
    rate = largest(rate, dcm_length(w2));
  }
  return largest(velocity / speed, spin / rate);
}

report replay_musen(const table *t) {
  int is_wall;
  const char *id = law_of(t, &is_wall);
  dcm_law *law = replay_law(id, set, t);
  const body wall = {.radius = INFINITY};
  bodies b =
      bodies_create(law, is_wall, body_of(t, "body 1"), is_wall ? wall : body_of(t, "body 2"));
  const double dt = table_number(t, "dt", "dt");
  const int is_free = table_text(t, "final v1", NULL) != NULL;
  dcm_vector pivot = {0.0, 0.0, 0.0};
  if (is_wall)
    pivot = table_triple(t, is_free ? "point on wall" : "wall rotation centre at t=0", NULL);

  report r = {.law = id,
              .force = {.compared = 1},
              .moment_1 = {.compared = 1},
              .moment_2 = {.compared = 1},
              .history = {.compared = 1}};
  const int remembers_force = strcmp(id, "hertz") == 0;
  const uint32_t at = dcm_component_of(law->model, remembers_force ? "tangential_force"
                                                                   : "tangential_displacement");
  double overlap = 0.0;
  for (int row = 0; row < t->row_count; row++) {
    place(&b, t, row, pivot);
    bodies_evaluate(&b, dt);
    if (b.in_contact)
      overlap = largest(overlap, b.batch->overlap[0]);
    /* Wall files have the displacement of the particle relative to the wall, the law that of side 2
     * relative to side 1. */
    const dcm_vector memory = dcm_scale(is_wall ? -1.0 : 1.0, bodies_entry(b.batch->history + at));
    deviation_add(&r.force, bodies_entry(b.batch->force), table_vector(t, row, "F1", ""));
    deviation_add(&r.moment_1, bodies_entry(b.batch->torque_1), table_vector(t, row, "M1", ""));
    deviation_add(&r.moment_2, bodies_entry(b.batch->torque_2), table_vector(t, row, "M2", ""));
    deviation_add(&r.history, memory, table_vector(t, row, "H", ""));
  }
  r.moment_1.natural = r.moment_2.natural = r.force.largest_value * b.one.radius;
  r.history.natural = remembers_force ? r.force.largest_value : overlap;

  if (is_free) {
    b.in_contact = 0;
    place(&b, t, 0, pivot);
    bodies_evaluate(&b, dt);
    /* Out of contact the batch has no normal yet, and the wall's is needed to follow the plane. */
    const dcm_vector separation = dcm_subtract(b.two.x, b.one.x);
    dcm_store(b.batch->normal, 0, dcm_scale(1.0 / dcm_length(separation), separation));
    const int steps = (int)table_number(t, "N", "N");
    for (int i = 0; i < steps; i++)
      bodies_step(&b, dt);
    r.outcome = final_difference(&b, t);
    r.outcome_limit = 1e-6;
  }
  bodies_destroy(&b);
  dcm_law_destroy(law);
  return r;
}
