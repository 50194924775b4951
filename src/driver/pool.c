/* SPDX-License-Identifier: MIT */
#include "driver/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ledger/booking.h"
#include "ledger/jumps.h"
#include "runtime/arena.h"
#include "runtime/batch_views.h"
#include "runtime/law.h"

static const dcm_pool_loops *loops(void) {
  static dcm_pool_loops_function *const variants[] = {DCM_ISA_TABLE(dcm_pool_loops_of)};
  return variants[dcm_isa_in_use()]();
}

/* ------------------------------------------------------------------------------------- memory */

enum { MOST_MOVED = 128 + DCM_MOST_COMPONENTS + 2 * DCM_MOST_QUANTITIES };

static void take(dcm_pool *p, dcm_arena *a, double **row) {
  *row = dcm_arena_take(a, p->batch->capacity * sizeof **row);
  if (a->memory)
    p->moved[p->moved_count++] = *row;
}

static void take_vector(dcm_pool *p, dcm_arena *a, double *rows[3]) {
  for (int c = 0; c < 3; c++)
    take(p, a, &rows[c]);
}

static void take_body(dcm_pool *p, dcm_arena *a, dcm_pool_body *body) {
  double **const vectors[] = {body->position,
                              body->velocity,
                              body->spin,
                              body->acceleration,
                              body->spin_acceleration,
                              body->earlier_acceleration,
                              body->earlier_spin_acceleration};
  for (size_t v = 0; v < sizeof vectors / sizeof vectors[0]; v++)
    take_vector(p, a, vectors[v]);
  take(p, a, &body->inverse_mass);
  take(p, a, &body->inverse_inertia);
  take(p, a, &body->fixed);
}

static void lay_out(dcm_pool *p, dcm_arena *a) {
  const uint32_t width = p->law->history_width;
  p->moved = dcm_arena_take(a, MOST_MOVED * sizeof *p->moved);
  p->lanes = dcm_arena_take(a, p->batch->capacity * sizeof *p->lanes);
  p->fields = dcm_arena_take(a, (width + 1) * sizeof *p->fields);
  p->history = dcm_arena_take(a, (width + 1) * sizeof *p->history);
  for (int i = 0; i < 2; i++)
    take_body(p, a, &p->bodies[i]);
  double **const rows[] = {&p->touch_2,        &p->persist_2,   &p->distance_2, &p->changes,
                           &p->has_touched,    &p->rate_before, &p->rate,       &p->power,
                           &p->overlap_before, &p->supplied,    &p->idle,       &p->stored,
                           &p->doubt,          &p->jumps,       &p->arms};
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
    take(p, a, rows[r]);
  for (int i = 0; i < 3; i++) {
    take(p, a, &p->peaks[i].before);
    take(p, a, &p->peaks[i].last);
    take(p, a, &p->peaks[i].largest);
    take(p, a, &p->peaks[i].vertex);
  }
  for (size_t e = 0; e < sizeof p->dissipated / sizeof p->dissipated[0]; e++)
    take(p, a, &p->dissipated[e]);
  for (size_t e = 0; e < DCM_BOOKED_ENERGIES; e++)
    take(p, a, &p->reported[e]);
}

/** The rows of the batch that move with their lane: the others are computed anew in each step. */
static void move_rows_of_batch(dcm_pool *p) {
  dcm_batch *b = p->batch;
  double *const rows[] = {b->separation[0], b->separation[1], b->separation[2],
                          b->radius_1,      b->radius_2,      b->effective_mass};
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
    p->moved[p->moved_count++] = rows[r];
  for (uint32_t c = 0; c < p->law->history_width; c++)
    p->moved[p->moved_count++] = b->history[c];
  for (uint32_t q = 0; q < p->law->quantity_count; q++) {
    p->moved[p->moved_count++] = b->quantities_1[q];
    p->moved[p->moved_count++] = b->quantities_2[q];
  }
}

dcm_pool *dcm_pool_create(const dcm_collision *like, uint32_t capacity, int with_energies) {
  dcm_pool *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->law = like->law;
  p->side_2 = like->side_2;
  p->synchronised = like->velocities != DCM_VELOCITY_HALF_STEP;
  p->with_energies = with_energies;
  p->dt = like->dt;
  p->batch = dcm_batch_create(p->law->history_width, capacity, with_energies);
  if (p->batch) {
    dcm_arena measure = {NULL, 0};
    lay_out(p, &measure);
    p->memory = aligned_alloc(DCM_ALIGNMENT, measure.used);
    if (p->memory)
      memset(p->memory, 0, measure.used);
  }
  if (!p->memory) {
    dcm_pool_destroy(p);
    return NULL;
  }
  dcm_arena place = {p->memory, 0};
  lay_out(p, &place);
  move_rows_of_batch(p);
  p->batch->pair = dcm_law_pair(p->law, like->bodies[0].material, like->bodies[1].material);
  if (with_energies && dcm_law_jumps(p->law)) {
    p->jump = dcm_jump_batch(p->law);
    if (!p->jump) {
      dcm_pool_destroy(p);
      return NULL;
    }
  }
  p->foresight = with_energies ? dcm_law_foresight(p->law) : 0;
  return p;
}

void dcm_pool_destroy(dcm_pool *p) {
  if (!p)
    return;
  dcm_batch_destroy(p->batch);
  dcm_batch_destroy(p->jump);
  free(p->memory);
  free(p);
}

/* -------------------------------------------------------------------------------------- lanes */

static dcm_vector load(double *const rows[3], uint32_t k) {
  return dcm_load((const double *const *)rows, k);
}

int32_t dcm_pool_add(dcm_pool *p, const dcm_collision *c, dcm_api_outcome *outcome,
                     dcm_error *error) {
  const uint32_t k = p->count;
  const int wall = p->side_2 == DCM_SIDE_WALL;
  dcm_batch *b = p->batch;
  const double r1 = c->bodies[0].radius, r2 = c->bodies[1].radius;
  dcm_pool_lane *lane = &p->lanes[k];
  *lane = (dcm_pool_lane){.collision = c, .outcome = outcome};
  if (dcm_contact_rows_body(b, k, p->law, p->side_2, c->bodies, &lane->reach, error))
    return DCM_ERROR;
  for (int i = 0; i < 2; i++) {
    const dcm_body *body = &c->bodies[i];
    p->bodies[i].inverse_mass[k] = body->fixed ? 0.0 : 1.0 / body->mass;
    p->bodies[i].inverse_inertia[k] = body->fixed ? 0.0 : 1.0 / body->moment_of_inertia;
    p->bodies[i].fixed[k] = body->fixed ? 1.0 : 0.0;
  }
  const dcm_range_of_contact range =
      dcm_contact_range(wall ? r1 : r1 + r2, lane->reach, dcm_law_begins_at_reach(p->law));
  p->touch_2[k] = range.touch_2;
  p->persist_2[k] = range.persist_2;
  p->count++;
  return DCM_OK;
}

static void exchange_lanes(dcm_pool *p, uint32_t k, uint32_t other) {
  if (k == other)
    return;
  for (uint32_t r = 0; r < p->moved_count; r++) {
    double *row = p->moved[r], kept = row[k];
    row[k] = row[other];
    row[other] = kept;
  }
  const dcm_pool_lane kept = p->lanes[k];
  p->lanes[k] = p->lanes[other];
  p->lanes[other] = kept;
}

void dcm_pool_remove(dcm_pool *p, uint32_t k) {
  if (k < p->touching) {
    exchange_lanes(p, k, --p->touching);
    k = p->touching;
  }
  exchange_lanes(p, k, --p->count);
  /* A law may read the entries beyond those of the batch, which must be finite. */
  for (uint32_t r = 0; r < p->moved_count; r++)
    p->moved[r][p->count] = 0.0;
}

void dcm_pool_motions(const dcm_pool *p, uint32_t k, dcm_motion motions[2]) {
  for (int i = 0; i < 2; i++)
    motions[i] = (dcm_motion){.position = load(p->bodies[i].position, k),
                              .velocity = load(p->bodies[i].velocity, k),
                              .angular_velocity = load(p->bodies[i].spin, k)};
}

/* ------------------------------------------------------------------------- begin and end of
 * contacts */

static double *const *state_of(dcm_pool *p, uint32_t k) {
  for (uint32_t c = 0; c < p->law->history_width; c++)
    p->fields[c] = p->batch->history[c] + k;
  return p->fields;
}

/** Books a contact that begins or ends in a step.
 * @param sign 1 where the contact ends, -1 where the contact begins */
static void book_jump(dcm_pool *p, uint32_t k, double sign) {
  const dcm_batch *b = p->batch;
  const dcm_law *law = p->law;
  if (!p->jump || !p->is_stepping)
    return;
  for (uint32_t c = 0; c < law->history_width; c++)
    p->jump->history[c][0] = b->history[c][k];
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    p->jump->quantities_1[q][0] = b->quantities_1[q][k];
    p->jump->quantities_2[q][0] = b->quantities_2[q][k];
  }
  const dcm_jump jump = {
      .materials = b->pair,
      .side_2 = p->side_2,
      .motion = {.separation = load(b->separation, k),
                 .velocity =
                     dcm_subtract(load(p->bodies[1].velocity, k), load(p->bodies[0].velocity, k)),
                 .spin_1 = load(p->bodies[0].spin, k),
                 .spin_2 = load(p->bodies[1].spin, k),
                 .radius_1 = b->radius_1[k],
                 .radius_2 = b->radius_2[k]},
      .effective_mass = b->effective_mass[k],
      .farthest = sqrt(sign > 0.0 ? p->persist_2[k] : p->touch_2[k]),
      .ends = sign > 0.0,
  };
  p->jumps[k] += sign * dcm_stored_at_jump(p->jump, law, &jump, p->dt);
}

static void end_contact(dcm_pool *p, uint32_t k) {
  book_jump(p, k, 1.0);
  dcm_law_history_end(p->law, p->batch->pair, (uint32_t)p->side_2, 1, state_of(p, k));
  for (uint32_t c = 0; c < p->law->history_width; c++)
    p->batch->history[c][k] = 0.0;
  p->lanes[k].ended = 1;
  exchange_lanes(p, k, --p->touching);
}

static void begin_contact(dcm_pool *p, uint32_t k) {
  dcm_law_history_begin(p->law, p->batch->pair, (uint32_t)p->side_2, 1, state_of(p, k));
  book_jump(p, k, -1.0);
  exchange_lanes(p, k, p->touching++);
}

/** Begins and ends contacts as the distances ask, see changes. */
static void update_lives(dcm_pool *p) {
  const uint32_t touching = p->touching;
  for (uint32_t k = touching; k-- > 0;)
    if (p->changes[k] > 0.0)
      end_contact(p, k);
  for (uint32_t k = touching; k < p->count; k++)
    if (p->changes[k] > 0.0)
      begin_contact(p, k);
}

/* ----------------------------------------------------------------------------------- evaluation */

/** Zeros in the place of an answer, for the lanes without contact. */
static void clear_answers(dcm_pool *p) {
  dcm_batch *b = p->batch;
  const dcm_vector none = {0.0, 0.0, 0.0};
  for (uint32_t k = p->touching; k < p->count; k++) {
    b->normal_force[k] = 0.0;
    dcm_store(b->tangential_force, k, none);
    dcm_store(b->force, k, none);
    dcm_store(b->torque_1, k, none);
    dcm_store(b->torque_2, k, none);
    for (uint32_t q = 0; q < p->law->quantity_count; q++)
      b->added_1[q][k] = b->added_2[q][k] = 0.0;
    if (!p->with_energies)
      continue;
    for (size_t e = 0; e < DCM_ENERGIES; e++)
      dcm_energy_row(&b->energies, e)[k] = 0.0;
    for (uint32_t o = 0; o < p->law->model->output_count; o++)
      b->outputs[o][k] = 0.0;
  }
}

/** The law takes the state that it left, and quantities change. */
static void keep_answers(dcm_pool *p) {
  dcm_batch *b = p->batch;
  const dcm_law *law = p->law;
  for (uint32_t c = 0; c < law->history_width; c++)
    memcpy(b->history[c], b->new_history[c], p->touching * sizeof b->history[c][0]);
  for (uint32_t k = 0; k < p->touching && law->quantity_count; k++)
    dcm_contact_rows_change(b, k, law);
}

/** Asks the law about all lanes, whose separations and changes are known.
 * @param keeps whether states and quantities change */
static void evaluate(dcm_pool *p, double dt, double changes, int keeps) {
  dcm_batch *b = p->batch;
  p->lives_changed = changes > 0.0;
  if (p->lives_changed)
    update_lives(p);
  if (dt > 0.0) {
    b->clock.step++;
    b->clock.time += dt;
  }
  loops()->see(p, dt);
  b->count = p->touching;
  p->is_refused = p->touching && dcm_batch_compute(b, p->law, p->side_2, dt) != DCM_OK;
  if (p->is_refused) {
    p->reason.text[0] = '\0';
    dcm_law_append_reason(p->law, &p->reason);
  }
  clear_answers(p);
  loops()->answer(p, dt);
  if (keeps)
    keep_answers(p);
}

void dcm_pool_look_at_touch(dcm_pool *p) {
  double changes = 0.0;
  for (uint32_t k = 0; k < p->count; k++) {
    const dcm_body *bodies = p->lanes[k].collision->bodies;
    const double touch = bodies[0].radius + (p->side_2 == DCM_SIDE_WALL ? 0.0 : bodies[1].radius);
    /* A contact begins above an overlap of zero, not at it. */
    const dcm_vector separation = {nextafter(touch, 0.0), 0.0, 0.0};
    dcm_store(p->batch->separation, k, separation);
    p->changes[k] = dcm_dot(separation, separation) < p->touch_2[k] ? 1.0 : 0.0;
    changes += p->changes[k];
  }
  evaluate(p, 0.0, changes, 0);
}

void dcm_pool_forget(dcm_pool *p) {
  p->touching = 0;
  for (uint32_t c = 0; c < p->law->history_width; c++)
    memset(p->batch->history[c], 0, p->count * sizeof(double));
}

void dcm_pool_start(dcm_pool *p, double dt, int begins_run) {
  p->batch->half_step_velocities = !p->synchronised;
  for (uint32_t k = 0; k < p->count; k++)
    for (int i = 0; i < 2; i++) {
      const dcm_motion *m = &p->lanes[k].collision->motions[i];
      dcm_store(p->bodies[i].position, k, m->position);
      dcm_store(p->bodies[i].velocity, k, m->velocity);
      if (i == 0 || p->side_2 != DCM_SIDE_WALL)
        dcm_store(p->bodies[i].spin, k, m->angular_velocity);
    }
  const double changes = loops()->move(p, 0);
  evaluate(p, dt, changes, dt > 0.0 || (begins_run && dcm_law_keeps_state(p->law, 0.0)));
  loops()->accelerate(p, 0.0);
  p->started_by = dt;
}

void dcm_pool_step(dcm_pool *p) {
  p->is_stepping = 1;
  evaluate(p, p->dt, loops()->move(p, 1), 1);
  loops()->accelerate(p, p->dt);
  p->step++;
}

dcm_pool_news dcm_pool_note(dcm_pool *p) {
  return loops()->note(p);
}

void dcm_pool_turn_over(dcm_pool *p) {
  memcpy(p->overlap_before, p->batch->overlap, p->count * sizeof(double));
  memcpy(p->rate_before, p->rate, p->count * sizeof(double));
}

/* ------------------------------------------------------------------------------------ for people
 */

void dcm_pool_load(const dcm_pool *p, uint32_t k, dcm_contact_load *l) {
  const dcm_batch *b = p->batch;
  const int touching = k < p->touching;
  *l = (dcm_contact_load){.touching = touching,
                          .overlap = b->overlap[k],
                          .normal = load(b->normal, k),
                          .history = p->history};
  for (uint32_t c = 0; c < p->law->history_width; c++)
    p->history[c] = b->history[c][k];
  dcm_contact_rows_read(b, k, p->law, l);
  if (!touching)
    return;
  l->normal_force = b->normal_force[k];
  l->tangential_force = load(b->tangential_force, k);
  l->force = load(b->force, k);
  l->torque_1 = load(b->torque_1, k);
  l->torque_2 = load(b->torque_2, k);
  if (!p->with_energies)
    return;
  const double dt = p->step ? p->dt : p->started_by;
  l->energies = l->booked = dcm_contact_rows_energies(b, k, dt);
  /* The integrator pays the force of the beginning for half a step, and the law was asked about
   * another time. */
  for (size_t e = DCM_ENERGIES_STORED; e < DCM_ENERGIES && !p->step && dt > 0.0; e++)
    l->booked.of[e] *= 0.5 * p->dt / dt;
  if (dt > 0.0) {
    l->energies.dissipated_normal = p->reported[0][k];
    l->energies.dissipated_tangential = p->reported[1][k];
    l->energies.dissipated_sliding = p->reported[2][k];
    l->energies.dissipated_rolling = p->reported[3][k];
  }
}
