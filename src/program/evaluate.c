/* SPDX-License-Identifier: MIT */
/** @file
 * A law on arrays of a caller. Contacts go to the law in slices of a batch. A slice whose arrays
 * are aligned is read and written in place; others are copied to and from a buffer that stays in
 * the cache. And contacts that a program leads through a motion, step by step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/library.h"
#include "runtime/batch.h"
#include "runtime/motion.h"

enum { SLICE = 128 };

/** A law on the arrays of a caller, and where the evaluation stands. */
typedef struct evaluation {
  const dcm_api_evaluation *asked;
  const dcm_law *law;
  dcm_batch *scratch; /* memory of SLICE contacts */
  dcm_batch b;        /* views: of the scratch, or of the caller's arrays */
  int is_wall;
  double usual[2][DCM_MOST_QUANTITIES];
  size_t first; /* contact of the slice */
  uint32_t n;   /* contacts of the slice */
} evaluation;

/** Whether the law may work on an array of the caller itself: aligned, and of whole lanes. */
static int is_in_place(const evaluation *e, const double *array) {
  return array && (uintptr_t)(array + e->first) % DCM_ALIGNMENT == 0 && e->n % DCM_LANES == 0;
}

static void fill(const evaluation *e, double *scratch, double value) {
  for (uint32_t k = 0; k < e->n; k++)
    scratch[k] = value;
}

/** Whether all contacts have one number. */
static int is_constant(dcm_api_array array) {
  return !array.values || array.stride == 0;
}

/** In the first slice, which is the longest: nobody writes to the input of the law. */
static void fill_once(const evaluation *e, double *scratch, double value) {
  if (e->first == 0)
    fill(e, scratch, value);
}

/** A view of the slice of an array. The law changes no input, though a batch has no const.
 * @param otherwise of each contact where the caller gives nothing */
static double *input(const evaluation *e, dcm_api_array array, double *scratch, double otherwise) {
  if (array.values && array.stride == 1 && is_in_place(e, array.values))
    return (double *)array.values + e->first;
  if (is_constant(array))
    fill_once(e, scratch, array.values ? *array.values : otherwise);
  else
    for (uint32_t k = 0; k < e->n; k++)
      scratch[k] = array.values[(e->first + k) * array.stride];
  return scratch;
}

/** A view of the slice of a result, or the scratch. */
static double *result(const evaluation *e, double *array, double *scratch) {
  return is_in_place(e, array) ? array + e->first : scratch;
}

/** Copies what the law wrote to the scratch. */
static void keep(const evaluation *e, double *array, const double *view) {
  if (array && view != array + e->first)
    memcpy(array + e->first, view, e->n * sizeof *view);
}

static void show_motion(evaluation *e) {
  static const double x_axis[3] = {1.0, 0.0, 0.0};
  const dcm_api_evaluation *a = e->asked;
  const dcm_batch *s = e->scratch;
  dcm_batch *b = &e->b;
  const int has_normal = a->normal[0].values || a->normal[1].values || a->normal[2].values;
  b->overlap = input(e, a->overlap, s->overlap, 0.0);
  b->normal_velocity = input(e, a->normal_velocity, s->normal_velocity, 0.0);
  for (int c = 0; c < 3; c++) {
    b->normal[c] = input(e, a->normal[c], s->normal[c], has_normal ? 0.0 : x_axis[c]);
    b->bisector[c] = b->normal[c];
    b->tangential_velocity[c] = input(e, a->tangential_velocity[c], s->tangential_velocity[c], 0.0);
    b->angular_velocity_1[c] = input(e, a->spin_1[c], s->angular_velocity_1[c], 0.0);
    b->angular_velocity_2[c] = input(e, a->spin_2[c], s->angular_velocity_2[c], 0.0);
  }
}

static void show_bodies(evaluation *e) {
  const dcm_api_evaluation *a = e->asked;
  const dcm_batch *s = e->scratch;
  dcm_batch *b = &e->b;
  b->radius_1 = input(e, a->radius_1, s->radius_1, NAN);
  b->radius_2 = e->is_wall           ? input(e, a->radius_2, s->radius_2, INFINITY)
                : a->radius_2.values ? input(e, a->radius_2, s->radius_2, NAN)
                                     : b->radius_1;
  /* The masses of the two pass through arrays that the law fills later. */
  const double *mass_1 = input(e, a->mass_1, s->force[0], NAN);
  const double *mass_2 = e->is_wall         ? input(e, a->mass_2, s->force[1], INFINITY)
                         : a->mass_2.values ? input(e, a->mass_2, s->force[1], NAN)
                                            : mass_1;
  const int same = is_constant(a->radius_1) && is_constant(a->radius_2) && is_constant(a->mass_1) &&
                   is_constant(a->mass_2);
  for (uint32_t k = 0; k < e->n && !(same && e->first); k++) {
    s->effective_radius[k] = e->is_wall
                                 ? dcm_effective_radius_at_wall(b->radius_1[k], b->radius_2[k])
                                 : dcm_effective_radius(b->radius_1[k], b->radius_2[k]);
    s->effective_mass[k] =
        dcm_effective_mass(mass_1[k], 0, mass_2[k], e->is_wall || isinf(mass_2[k]));
  }
}

static void show_state(evaluation *e) {
  const dcm_api_evaluation *a = e->asked;
  const dcm_api_array none = {NULL, 0};
  const dcm_batch *s = e->scratch;
  for (uint32_t c = 0; c < e->law->history_width; c++)
    e->b.history[c] = input(e, a->state ? a->state[c] : none, s->history[c], 0.0);
  for (uint32_t q = 0; q < e->law->quantity_count; q++) {
    e->b.quantities_1[q] =
        input(e, a->quantities_1 ? a->quantities_1[q] : none, s->quantities_1[q], e->usual[0][q]);
    e->b.quantities_2[q] =
        input(e, a->quantities_2 ? a->quantities_2[q] : none, s->quantities_2[q], e->usual[1][q]);
  }
}

/** Where the law writes. */
static void place_results(evaluation *e) {
  const dcm_api_evaluation *a = e->asked;
  const dcm_batch *s = e->scratch;
  dcm_batch *b = &e->b;
  b->normal_force = result(e, a->normal_force, s->normal_force);
  for (int c = 0; c < 3; c++) {
    b->tangential_force[c] = result(e, a->tangential_force[c], s->tangential_force[c]);
    b->couple_1[c] = result(e, a->couple_1[c], s->couple_1[c]);
    b->couple_2[c] = result(e, a->couple_2[c], s->couple_2[c]);
  }
  for (uint32_t c = 0; c < e->law->history_width; c++)
    b->new_history[c] = result(e, a->new_state ? a->new_state[c] : NULL, s->new_history[c]);
  for (uint32_t q = 0; q < e->law->quantity_count; q++) {
    b->added_1[q] = result(e, a->added_1 ? a->added_1[q] : NULL, s->added_1[q]);
    b->added_2[q] = result(e, a->added_2 ? a->added_2[q] : NULL, s->added_2[q]);
  }
  for (size_t i = 0; i < DCM_ENERGIES && b->with_energies; i++)
    dcm_set_energy_row(&b->energies, i, result(e, a->energies[i], dcm_energy_row(&s->energies, i)));
  for (uint32_t o = 0; o < e->law->model->output_count && b->with_energies; o++)
    b->outputs[o] = result(e, a->outputs ? a->outputs[o] : NULL, s->outputs[o]);
}

/** Whether the law writes a component of the state. A look changes no state, and an instance leaves
 * alone what it has no use for. */
static int is_written(const evaluation *e, uint32_t component) {
  const int is_used = dcm_law_keeps(e->law, component) ||
                      (e->b.with_energies && dcm_law_keeps_for_energies(e->law, component));
  return e->asked->dt > 0.0 && is_used;
}

static void keep_state(const evaluation *e) {
  for (uint32_t c = 0; c < e->law->history_width && e->asked->new_state; c++) {
    double *array = e->asked->new_state[c];
    if (is_written(e, c))
      keep(e, array, e->b.new_history[c]);
    else if (array)
      memcpy(array + e->first, e->b.history[c], e->n * sizeof *array);
  }
}

/** A law does not write what it adds to quantities that it only reads or has no use for. */
static void keep_added(const evaluation *e) {
  double *const *arrays[] = {e->asked->added_1, e->asked->added_2};
  double *const *views[] = {e->b.added_1, e->b.added_2};
  for (uint32_t q = 0; q < e->law->model->quantity_count; q++)
    for (int i = 0; i < 2; i++) {
      double *array = arrays[i] ? arrays[i][q] : NULL;
      if (q < e->law->quantity_count && e->law->access[q] != DCM_READ)
        keep(e, array, views[i][q]);
      else if (array)
        fill(e, array + e->first, 0.0);
    }
}

static void keep_results(const evaluation *e) {
  const dcm_api_evaluation *a = e->asked;
  const dcm_batch *b = &e->b;
  const int has_couples = !(e->law->instance.unused & DCM_UNUSED_COUPLES);
  keep(e, a->normal_force, b->normal_force);
  for (int c = 0; c < 3; c++) {
    keep(e, a->tangential_force[c], b->tangential_force[c]);
    if (!has_couples && !(a->flags & DCM_API_ZEROED)) {
      memset(b->couple_1[c], 0, e->n * sizeof(double));
      memset(b->couple_2[c], 0, e->n * sizeof(double));
    }
    keep(e, a->couple_1[c], b->couple_1[c]);
    keep(e, a->couple_2[c], b->couple_2[c]);
  }
  keep_state(e);
  keep_added(e);
  for (size_t i = 0; i < DCM_ENERGIES && b->with_energies; i++)
    keep(e, a->energies[i], dcm_energy_row(&b->energies, i));
  for (uint32_t o = 0; o < e->law->model->output_count && b->with_energies; o++)
    keep(e, a->outputs ? a->outputs[o] : NULL, b->outputs[o]);
}

/** The first contact of the slice with an answer that is not finite; n if there is none. */
static uint32_t first_flaw(const evaluation *e) {
  const dcm_batch *b = &e->b;
  const double *f[4] = {b->normal_force, b->tangential_force[0], b->tangential_force[1],
                        b->tangential_force[2]};
  /* Four sums, which do not wait for each other; NaN if some number is not finite. */
  double sums[4] = {0.0, 0.0, 0.0, 0.0};
  for (uint32_t k = 0; k < e->n; k++)
    for (int c = 0; c < 4; c++)
      sums[c] += 0.0 * f[c][k];
  if (sums[0] + sums[1] + sums[2] + sums[3] == 0.0)
    return e->n;
  uint32_t k = 0;
  while (k < e->n && isfinite(b->normal_force[k]) && isfinite(b->tangential_force[0][k]) &&
         isfinite(b->tangential_force[1][k]) && isfinite(b->tangential_force[2][k]))
    k++;
  return k;
}

/** The rows of pointers of the scratch's views, which dcm_batch_create made of its own. */
typedef struct view_rows {
  double *history[DCM_MOST_COMPONENTS], *new_history[DCM_MOST_COMPONENTS];
  double *quantities_1[DCM_MOST_QUANTITIES], *quantities_2[DCM_MOST_QUANTITIES];
  double *added_1[DCM_MOST_QUANTITIES], *added_2[DCM_MOST_QUANTITIES];
  double *outputs[DCM_MOST_OUTPUTS];
} view_rows;

static int32_t prepare(evaluation *e, view_rows *views, dcm_error *error) {
  const dcm_api_evaluation *a = e->asked;
  const uint32_t i = a->material_1, j = a->material_2;
  if (i < 1 || i > e->law->material_count || j < 1 || j > e->law->material_count)
    return dcm_fail(error, "there are no materials %u and %u: materials are numbered from 1 to %u",
                    i, j, e->law->material_count);
  if (!(a->dt >= 0.0) || !isfinite(a->dt))
    return dcm_fail(error, "the time step must be a finite number of at least 0, not %g", a->dt);
  if (!a->radius_1.values || !a->mass_1.values)
    return dcm_fail(error, "the radius and the mass of body 1 must be given");
  const int with_energies = a->energies[0] != NULL;
  e->scratch = dcm_batch_create(e->law->history_width, SLICE, with_energies);
  if (!e->scratch)
    return dcm_fail(error, "out of memory");
  e->is_wall = (a->flags & DCM_API_WALL) != 0;
  dcm_law_usual_quantities(e->law, a->mass_1.values[0], 1.0, e->usual[0]);
  dcm_law_usual_quantities(e->law,
                           e->is_wall         ? INFINITY
                           : a->mass_2.values ? a->mass_2.values[0]
                                              : a->mass_1.values[0],
                           e->is_wall ? 0.0 : 2.0, e->usual[1]);
  e->b = *e->scratch;
  e->b.pair = dcm_law_pair(e->law, i, j);
  e->b.history = views->history;
  e->b.new_history = views->new_history;
  e->b.quantities_1 = views->quantities_1;
  e->b.quantities_2 = views->quantities_2;
  e->b.added_1 = views->added_1;
  e->b.added_2 = views->added_2;
  e->b.outputs = views->outputs;
  return DCM_OK;
}

int dcm_api_evaluate(const dcm_api_materials *materials, const dcm_api_evaluation *asked,
                     size_t *first_failed, dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  view_rows views;
  dcm_api_evaluation known = {0};
  memcpy(&known, asked, asked->size < sizeof known ? asked->size : sizeof known);
  if (dcm_api_check_ready(materials, error))
    return DCM_API_FAILED;
  evaluation e = {.asked = &known, .law = materials->law};
  int32_t status = prepare(&e, &views, error);
  const int side_2 = e.is_wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE;
  size_t failed = known.count;
  for (; e.first < known.count && status == DCM_OK; e.first += SLICE) {
    const size_t left = known.count - e.first;
    e.n = e.b.count = left < SLICE ? (uint32_t)left : SLICE;
    show_motion(&e);
    show_bodies(&e);
    show_state(&e);
    place_results(&e);
    dcm_batch_compute(&e.b, e.law, side_2, known.dt);
    keep_results(&e);
    const uint32_t k = first_flaw(&e);
    if (k < e.n) {
      failed = e.first + k;
      if (!isfinite(e.b.overlap[k])) {
        status = dcm_fail(error, "contact %zu has an overlap of %g, which must be a finite number",
                          failed, e.b.overlap[k]);
        break;
      }
      status = dcm_fail(error,
                        "contact %zu: the law '%s' answers with a force that is not finite at an "
                        "overlap of %g: the law has a defect, or the numbers of this contact are "
                        "out of the range of the law",
                        failed, e.law->model->id, e.b.overlap[k]);
      dcm_law_append_reason(e.law, error);
    }
  }
  dcm_batch_destroy(e.scratch);
  if (first_failed)
    *first_failed = failed;
  return status;
}

int32_t dcm_guide(dcm_guided_contact *g, double time, double length, const dcm_motion motions[2],
                  dcm_contact_load *load, dcm_error *error) {
  dcm_motion seen[2] = {motions[0], motions[1]};
  if (!g->has_begun)
    g->first_time = time;
  if (g->wall_turns) {
    const dcm_vector centre =
        dcm_add_scaled(g->wall_centre, time - g->first_time, seen[1].velocity);
    const dcm_vector arm = dcm_subtract(seen[1].position, centre);
    seen[1].velocity = dcm_add(seen[1].velocity, dcm_cross(seen[1].angular_velocity, arm));
  }
  if (!g->has_begun)
    dcm_single_contact_start(g->contact, seen, load);
  g->has_begun = 1;
  dcm_single_contact_step(g->contact, seen, length, load);
  double value;
  const char *flaw = dcm_contact_load_flaw(load, g->law, &value);
  if (!flaw)
    return DCM_OK;
  dcm_fail(error,
           "the law '%s' gives a %s of %g at an overlap of %g: the law has a defect, or the "
           "numbers of this line are out of the range of the law",
           g->law->model->id, flaw, value, load->overlap);
  dcm_law_append_reason(g->law, error);
  return DCM_ERROR;
}

/* --------------------------------------------------------------------------------- interface */

struct dcm_api_contact {
  dcm_guided_contact guided;
  size_t steps;
};

enum { ENERGIES_OF_LOAD = offsetof(dcm_api_load, stored_normal) };
_Static_assert(offsetof(dcm_api_load, dissipated_fracture) + sizeof(double) ==
                   ENERGIES_OF_LOAD + sizeof(dcm_energy_sample),
               "energies one by one");

dcm_api_load dcm_program_load(const dcm_contact_load *load) {
  dcm_api_load result = {
      .touching = load->touching != 0,
      .overlap = load->overlap,
      .normal_force = load->normal_force,
  };
  memcpy((char *)&result + ENERGIES_OF_LOAD, load->energies.of, sizeof load->energies.of);
  dcm_vector_put(result.normal, load->normal);
  dcm_vector_put(result.tangential_force, load->tangential_force);
  dcm_vector_put(result.force, load->force);
  dcm_vector_put(result.torque_1, load->torque_1);
  dcm_vector_put(result.torque_2, load->torque_2);
  return result;
}

dcm_api_contact *dcm_api_contact_create(const dcm_api_materials *materials,
                                        const dcm_api_bodies *bodies, const double *wall_centre,
                                        dcm_api_message *message) {
  dcm_error own, *error = dcm_api_error(message, &own);
  dcm_body b[2];
  if (dcm_api_check_ready(materials, error) ||
      dcm_program_bodies(materials->law, bodies, b, NULL, error))
    return NULL;
  dcm_single_contact *single =
      dcm_single_contact_create(materials->law, dcm_program_side_2(bodies), b, error);
  dcm_api_contact *contact = single ? calloc(1, sizeof *contact) : NULL;
  if (single && !contact) {
    dcm_single_contact_destroy(single);
    dcm_fail(error, "out of memory");
  }
  if (!contact)
    return NULL;
  contact->guided = (dcm_guided_contact){.law = materials->law, .contact = single};
  if (wall_centre) {
    contact->guided.wall_turns = 1;
    contact->guided.wall_centre = dcm_vector_at(wall_centre);
  }
  return contact;
}

void dcm_api_contact_destroy(dcm_api_contact *contact) {
  if (!contact)
    return;
  dcm_single_contact_destroy(contact->guided.contact);
  free(contact);
}

/** Row k of an array that the caller may not want. */
static void write_row(double *array, size_t k, const double *values, uint32_t width) {
  if (array && width)
    memcpy(array + k * width, values, width * sizeof *values);
}

static void write_rows(const dcm_api_rows *rows, size_t k, const dcm_law *law,
                       const dcm_contact_load *load) {
  const uint32_t quantities = law->model->quantity_count;
  write_row(rows->state, k, load->history, law->history_width);
  write_row(rows->outputs, k, load->outputs, law->model->output_count);
  write_row(rows->quantities_1, k, load->quantities[0], quantities);
  write_row(rows->quantities_2, k, load->quantities[1], quantities);
  write_row(rows->added_1, k, load->added[0], quantities);
  write_row(rows->added_2, k, load->added[1], quantities);
}

int dcm_api_drive(dcm_api_contact *contact, size_t count, const dcm_api_motion *motions,
                  size_t motion_size, dcm_api_load *loads, size_t load_size,
                  const dcm_api_rows *rows, size_t *done, dcm_api_message *message) {
  dcm_guided_contact *g = &contact->guided;
  int32_t status = DCM_OK;
  size_t k = 0;
  for (; k < count && status == DCM_OK; k++) {
    dcm_api_motion m;
    dcm_record_read(&m, sizeof m, motions, motion_size, k);
    const dcm_motion both[2] = {
        {dcm_vector_at(m.position_1), dcm_vector_at(m.velocity_1), dcm_vector_at(m.spin_1)},
        {dcm_vector_at(m.position_2), dcm_vector_at(m.velocity_2), dcm_vector_at(m.spin_2)},
    };
    dcm_contact_load load;
    dcm_error why;
    status = dcm_guide(g, m.time, m.length, both, &load, &why);
    if (status != DCM_OK) {
      dcm_error own;
      dcm_fail(dcm_api_error(message, &own), "step %zu, t = %.9g: %s", contact->steps, m.time,
               why.text);
      break;
    }
    contact->steps++;
    const dcm_api_load result = dcm_program_load(&load);
    dcm_record_write(loads, load_size, k, &result, sizeof result);
    if (rows)
      write_rows(rows, k, g->law, &load);
  }
  if (done)
    *done = k;
  return status;
}
