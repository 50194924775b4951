/* SPDX-License-Identifier: MIT */
#include <stdalign.h>
#include <string.h>

#include "replay/bodies.h"
#include "replay/replay.h"
#include "runtime/motion.h"

static const char law_id[] = "woo-hertz";

/** Restitution of the file; Woo has no damping at all where it is not inside (0, 1). */
static double restitution_of(const table *t) {
  const double en = table_number(t, "en", "en");
  return en > 0.0 && en < 1.0 ? en : 1.0;
}

static void set(dcm_settings *settings, const table *t) {
  const char *const materials[] = {"material 1", "material 2"};
  replay_choose(settings, "no_attraction",
                table_number(t, "noAttraction", "noAttraction") != 0.0 ? "yes" : "no");
  for (uint32_t i = 1; i <= 2; i++) {
    const char *line = materials[i - 1];
    replay_set(settings, i, i, "young", table_number(t, line, "young"));
    replay_set(settings, i, i, "poisson", table_number(t, "poisson", NULL));
    replay_set(settings, i, i, "friction", table_number(t, line, "tanPhi"));
    replay_set(settings, i, i, "surface_energy", table_number(t, line, "surfEnergy"));
    replay_set(settings, i, i, "transition", table_number(t, line, "alpha"));
    replay_set(settings, i, i, "restitution", restitution_of(t));
  }
}

/* ------------------------------------------------------------- the law in its own frame */

enum { MOST_HISTORY = 8 };

/** One contact as the contract hands it to a law, in a frame whose first axis is the normal. */
typedef struct frame {
  alignas(DCM_ALIGNMENT) double numbers[32 + 2 * MOST_HISTORY][DCM_LANES];
  const double *history_in[MOST_HISTORY];
  double *history_out[MOST_HISTORY];
  dcm_contacts contacts;
  dcm_response response;
  double *overlap, *normal_velocity, *tangential_velocity[3];
} frame;

static void frame_init(frame *f, const dcm_law *law, const table *t) {
  memset(f, 0, sizeof *f);
  uint32_t next = 0;
  const double r1 = table_number(t, "r1", "r1"), r2 = table_number(t, "r1", "r2");
  const double m1 = table_number(t, "r1", "m1"), m2 = table_number(t, "r1", "m2");
  f->contacts = (dcm_contacts){.size = sizeof f->contacts,
                               .count = 1,
                               .pair = dcm_law_pair(law, 1, 2),
                               .side_2 = DCM_SIDE_PARTICLE,
                               .dt = table_number(t, "dt", "dt")};
  f->response = (dcm_response){.size = sizeof f->response};
  for (int c = 0; c < 3; c++) {
    double *normal = f->numbers[next++];
    normal[0] = c == 0 ? 1.0 : 0.0;
    f->contacts.normal[c] = f->contacts.bisector[c] = normal;
    f->contacts.tangential_velocity[c] = f->tangential_velocity[c] = f->numbers[next++];
    f->contacts.angular_velocity_1[c] = f->numbers[next++];
    f->contacts.angular_velocity_2[c] = f->numbers[next++];
    f->response.tangential_force[c] = f->numbers[next++];
    f->response.couple_1[c] = f->numbers[next++];
    f->response.couple_2[c] = f->numbers[next++];
  }
  f->contacts.overlap = f->overlap = f->numbers[next++];
  f->contacts.normal_velocity = f->normal_velocity = f->numbers[next++];
  const double scalars[] = {r1, r2, dcm_effective_radius(r1, r2), dcm_effective_mass(m1, 0, m2, 0)};
  const double **const places[] = {&f->contacts.radius_1, &f->contacts.radius_2,
                                   &f->contacts.effective_radius, &f->contacts.effective_mass};
  for (int i = 0; i < 4; i++) {
    f->numbers[next][0] = scalars[i];
    *places[i] = f->numbers[next++];
  }
  f->response.normal_force = f->numbers[next++];
  for (uint32_t c = 0; c < law->history_width; c++) {
    f->history_in[c] = f->numbers[next++];
    f->history_out[c] = f->numbers[next++];
  }
  f->response.history_in = f->history_in;
  f->response.history_out = f->history_out;
}

/** The state of the end of a step becomes that of the beginning of the next. */
static void frame_advance(frame *f, uint32_t history_width) {
  for (uint32_t c = 0; c < history_width; c++) {
    const double *in = f->history_in[c];
    f->history_in[c] = f->history_out[c];
    f->history_out[c] = (double *)in;
  }
}

static void frame_separate(frame *f, uint32_t history_width) {
  for (uint32_t c = 0; c < history_width; c++)
    f->history_out[c][0] = 0.0;
  f->response.normal_force[0] = 0.0;
  for (int c = 0; c < 3; c++)
    f->response.tangential_force[c][0] = 0.0;
}

/** Runs the rows of a table and adds up what is different.
 * @param stores_whole_force see bodies.h */
static void run_law(const table *t, const dcm_law *law, int stores_whole_force, deviation *normal,
                    deviation *tangential) {
  frame f;
  frame_init(&f, law, t);
  const double reach = dcm_law_reach(
      law, dcm_sides_at_wall(f.contacts.pair, f.contacts.effective_radius[0], INFINITY));
  int in_contact = 0;
  for (int row = 0; row < t->row_count; row++) {
    f.overlap[0] = -table_at(t, row, "uN");
    f.normal_velocity[0] = table_at(t, row, "velN");
    f.tangential_velocity[1][0] = table_at(t, row, "velT1");
    f.tangential_velocity[2][0] = table_at(t, row, "velT2");
    in_contact = f.overlap[0] >= (in_contact ? -reach : 0.0);
    if (in_contact)
      law->model->compute(&law->instance, &f.contacts, &f.response);
    else
      frame_separate(&f, law->history_width);
    const dcm_vector force = dcm_load((const double *const *)f.response.tangential_force, 0);
    deviation_add(normal, (dcm_vector){-f.response.normal_force[0], 0.0, 0.0},
                  (dcm_vector){table_at(t, row, "Fn"), 0.0, 0.0});
    deviation_add(tangential, force,
                  (dcm_vector){0.0, table_at(t, row, "Ft1"), table_at(t, row, "Ft2")});
    if (stores_whole_force)
      dcm_store(f.history_out, 0, force);
    frame_advance(&f, law->history_width);
  }
  tangential->natural = normal->largest_value;
}

/* Woo keeps its viscous shear force inside the stored one (erratum 3 of the sheets), which makes
 * the stiffness depend on the time step. Our law, handed the force that Woo would have stored, must
 * give what Woo gives; with its own history it gives what is reported beside. */

report replay_woo_law(const table *t) {
  dcm_law *law = replay_law(law_id, set, t);
  report r = {.law = law_id, .force = {.compared = 1}, .force_t = {.compared = 1}};
  run_law(t, law, 1, &r.force, &r.force_t);
  deviation normal = {.compared = 1};
  run_law(t, law, 0, &normal, &r.own_history);
  r.own_history.compared = restitution_of(t) == 1.0;
  dcm_law_destroy(law);
  return r;
}

/* -------------------------------------------------------------------------- free spheres */

static double larger(double a, double b) {
  return a > b ? a : b;
}

/** Difference of velocities and of spins at the end, relative to the largest of each.
 * @param stores_whole_force see bodies.h */
static double final_difference(const table *t, const dcm_law *law, int stores_whole_force) {
  const body one = {.radius = table_number(t, "r1", "r1"),
                    .mass = table_number(t, "r1", "m1"),
                    .inertia = table_number(t, "I1", "I1"),
                    .x = table_vector(t, 0, "", "1"),
                    .v = table_vector(t, 0, "v1", ""),
                    .w = table_vector(t, 0, "w1", "")};
  const body two = {.radius = table_number(t, "r1", "r2"),
                    .mass = table_number(t, "r1", "m2"),
                    .inertia = table_number(t, "I1", "I2"),
                    .x = table_vector(t, 0, "", "2"),
                    .v = table_vector(t, 0, "v2", ""),
                    .w = table_vector(t, 0, "w2", "")};
  bodies b = bodies_create(law, 0, one, two);
  b.stores_whole_force = stores_whole_force;
  const double dt = table_number(t, "dt", "dt");
  const int last = t->row_count - 1;
  for (int row = 0; row < last; row++)
    bodies_step(&b, dt);
  const dcm_vector v1 = table_vector(t, last, "v1", ""), v2 = table_vector(t, last, "v2", "");
  const dcm_vector w1 = table_vector(t, last, "w1", ""), w2 = table_vector(t, last, "w2", "");
  const double velocity =
      larger(dcm_length(dcm_subtract(b.one.v, v1)), dcm_length(dcm_subtract(b.two.v, v2)));
  const double spin =
      larger(dcm_length(dcm_subtract(b.one.w, w1)), dcm_length(dcm_subtract(b.two.w, w2)));
  bodies_destroy(&b);
  return larger(velocity / larger(dcm_length(v1), dcm_length(v2)),
                spin / larger(dcm_length(w1), dcm_length(w2)));
}

report replay_woo_free(const table *t) {
  dcm_law *law = replay_law(law_id, set, t);
  /* Woo takes normal, frame and contact point in the middle of the step, another scheme of the same
   * order: the difference is that of the time step. */
  const report r = {.law = law_id,
                    .outcome = final_difference(t, law, 1),
                    .outcome_limit = 1e-3,
                    .outcome_own_history = final_difference(t, law, 0)};
  dcm_law_destroy(law);
  return r;
}
