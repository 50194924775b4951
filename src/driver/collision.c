/* SPDX-License-Identifier: MIT */
#include "driver/contact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/pool.h"
#include "mechanics/tangential.h"
#include "runtime/motion.h"

/* ------------------------------------------------------------------------------ what a motion has
 */

static double kinetic_energy(const dcm_collision *c, const dcm_motion motions[2]) {
  double energy = 0.0;
  for (int i = 0; i < 2; i++) {
    const dcm_body *body = &c->bodies[i];
    const dcm_motion *m = &motions[i];
    if (!body->fixed)
      energy += 0.5 * body->mass * dcm_dot(m->velocity, m->velocity) +
                0.5 * body->moment_of_inertia * dcm_dot(m->angular_velocity, m->angular_velocity);
  }
  return energy;
}

static dcm_vector momentum(const dcm_collision *c, const dcm_motion motions[2]) {
  dcm_vector sum = {0.0, 0.0, 0.0};
  for (int i = 0; i < 2; i++)
    sum = dcm_add_scaled(sum, c->bodies[i].mass, motions[i].velocity);
  return sum;
}

static dcm_vector angular_momentum(const dcm_collision *c, const dcm_motion motions[2]) {
  dcm_vector sum = {0.0, 0.0, 0.0};
  for (int i = 0; i < 2; i++) {
    const dcm_body *body = &c->bodies[i];
    const dcm_motion *m = &motions[i];
    sum = dcm_add_scaled(sum, body->mass, dcm_cross(m->position, m->velocity));
    sum = dcm_add_scaled(sum, body->moment_of_inertia, m->angular_velocity);
  }
  return sum;
}

static double distance_of_touch(const dcm_collision *c) {
  return c->bodies[0].radius + (c->side_2 == DCM_SIDE_WALL ? 0.0 : c->bodies[1].radius);
}

static double stored_in(const dcm_energy_sample *sample) {
  return sample->stored_normal + sample->stored_tangential + sample->stored_rolling;
}

static dcm_vector relative_velocity(const dcm_motion motions[2]) {
  return dcm_subtract(motions[1].velocity, motions[0].velocity);
}

/** Unit vector from 1 to 2 at a time t after that of the motions, in free flight. */
static dcm_vector normal_in_flight(const dcm_collision *c, const dcm_motion motions[2], double t) {
  if (c->side_2 == DCM_SIDE_WALL)
    return (dcm_vector){1.0, 0.0, 0.0};
  const dcm_vector separation = dcm_add_scaled(
      dcm_subtract(motions[1].position, motions[0].position), t, relative_velocity(motions));
  return dcm_scale(1.0 / dcm_length(separation), separation);
}

/** (d.after)/(d.before) along the direction d of before, carried over to the plane of after; NaN if
 * before is nothing but rounding. */
static double ratio_along(dcm_vector before, dcm_vector after, dcm_vector normal_after,
                          double scale) {
  const double rounding = 1e-12;
  if (!(dcm_length(before) > rounding * scale))
    return NAN;
  return dcm_dot(dcm_transport(before, normal_after), after) / dcm_dot(before, before);
}

/** Fraction of a step at which a quantity that went from a to b was at the level. */
static double crossing(double a, double b, double level) {
  return (level - a) / (b - a);
}

/* -------------------------------------------------------------------------------------- a batch */

/** The outcome of a collision that has not begun: NaN where that is no statement. */
static dcm_api_outcome no_outcome(double dt) {
  return (dcm_api_outcome){.dt = dt,
                           .turn = NAN,
                           .duration = NAN,
                           .normal_restitution = NAN,
                           .tangential_restitution = NAN,
                           .surface_restitution = NAN,
                           .momentum_drift = NAN,
                           .angular_momentum_drift = NAN};
}

dcm_api_outcome dcm_collision_failure(double dt) {
  dcm_api_outcome o = no_outcome(dt);
  o.failed = 1;
  o.begin = o.max_overlap = o.max_normal_force = o.max_tangential_force = o.energy_loss = NAN;
  for (int c = 0; c < 3; c++)
    o.velocity_1[c] = o.velocity_2[c] = o.spin_1[c] = o.spin_2[c] = NAN;
  o.energy = (dcm_api_energy){NAN, NAN, NAN, NAN, .residual = NAN};
  for (size_t i = 0; i < DCM_DISSIPATED; i++)
    dcm_dissipated(&o.energy)[i] = NAN;
  return o;
}

/** How the law refused a collision that failed, if it was not for the length of the step. */
typedef enum refusal { NOT_REFUSED, REFUSED_AT_TOUCH, REFUSED_IN_CONTACT } refusal;

/** Collisions that one call integrates, and their outcomes. */
typedef struct batch_run {
  const dcm_collision *collisions;
  dcm_api_outcome *outcomes;
  dcm_collision_observer observer; /* NULL, or there is one collision */
  void *data;
  int is_trial; /* until the largest overlap, and without energies */
  refusal refused;
  size_t first_failed;
  dcm_error *error; /* of that one */
} batch_run;

/** Steps of a contact that a law has seen come nearer step by step. */
static const double enough_steps = 20.0;

/** Notes that a collision failed; the sentence of the first one is kept. */
static void fail(batch_run *r, const dcm_collision *c, const dcm_error *why) {
  const size_t i = (size_t)(c - r->collisions);
  r->outcomes[i] = dcm_collision_failure(c->dt);
  if (i < r->first_failed) {
    r->first_failed = i;
    *r->error = *why;
  }
}

/** Whether the law has refused a contact, and nobody knows whose: see run_pool. */
static int gives_up(const dcm_pool *pool) {
  return pool->is_refused && pool->count > 1;
}

/* ---------------------------------------------------------------------------------------- begin */

/** Energy stored when the bodies have just touched: not zero for laws that jump into contact. */
static void find_energies_at_touch(batch_run *r, dcm_pool *pool) {
  dcm_pool_look_at_touch(pool);
  if (gives_up(pool))
    return;
  for (uint32_t k = pool->count; k-- > 0;) {
    dcm_pool_lane *lane = &pool->lanes[k];
    const dcm_law *law = pool->law;
    dcm_contact_load load;
    double value;
    dcm_pool_load(pool, k, &load);
    lane->energy_at_begin = stored_in(&load.energies);
    const char *flaw = dcm_contact_load_flaw(&load, law, &value);
    if (!flaw)
      continue;
    dcm_error why;
    r->refused = pool->is_refused ? REFUSED_AT_TOUCH : NOT_REFUSED;
    if (r->refused)
      dcm_fail(&why, "the law '%s' refuses bodies at rest that just touch%s", law->model->id,
               pool->reason.text);
    else
      dcm_fail(
          &why,
          "the law '%s' gives a %s of %g to bodies at rest that just touch: the law has a defect",
          law->model->id, flaw, value);
    fail(r, lane->collision, &why);
    lane->outcome = NULL;
  }
  dcm_pool_forget(pool);
  for (uint32_t k = pool->count; k-- > 0;)
    if (!pool->lanes[k].outcome)
      dcm_pool_remove(pool, k);
}

/** Length of the step that ends where the collision begins: 0, but to a law that makes something of
 * contacts within reach where a run begins that would mean a run, not two that come from afar. */
static double first_step(const dcm_collision *c) {
  const int makes_contacts = dcm_law_begins_at_reach(c->law) &&
                             (c->law->instance.flags & DCM_STATE_AT_START) && !c->begins_run;
  return makes_contacts ? 1e-9 * c->dt : 0.0;
}

static void observe(const batch_run *r, const dcm_pool *pool) {
  dcm_contact_load load;
  dcm_collision_sample sample = {
      .step = pool->step, .time = (double)pool->step * pool->dt, .load = &load};
  dcm_pool_load(pool, 0, &load);
  dcm_pool_motions(pool, 0, sample.motions);
  r->observer(r->data, &sample);
}

static void first_sample(const dcm_pool_peak *peak, uint32_t k, double value) {
  peak->last[k] = value;
  peak->largest[k] = peak->vertex[k] = fmax(value, 0.0);
}

/** Notes a contact with which a collision begins. */
static void note_first_contact(dcm_pool *pool, uint32_t k, const dcm_contact_load *load) {
  pool->has_touched[k] = 1.0;
  first_sample(&pool->peaks[0], k, load->overlap);
  first_sample(&pool->peaks[1], k, load->normal_force);
  first_sample(&pool->peaks[2], k, dcm_length(load->tangential_force));
  pool->stored[k] = stored_in(&load->energies);
  for (size_t e = DCM_ENERGIES_STORED; e < DCM_ENERGIES; e++)
    pool->dissipated[e - DCM_ENERGIES_STORED][k] += load->booked.of[e];
}

static void start(const batch_run *r, dcm_pool *pool) {
  if (!pool->count || gives_up(pool))
    return;
  const dcm_collision *like = pool->lanes[0].collision;
  dcm_pool_start(pool, first_step(like), like->begins_run);
  if (gives_up(pool))
    return;
  for (uint32_t k = 0; k < pool->count; k++) {
    dcm_pool_lane *lane = &pool->lanes[k];
    const dcm_collision *c = lane->collision;
    dcm_contact_load load;
    dcm_motion motions[2];
    dcm_pool_load(pool, k, &load);
    dcm_pool_motions(pool, k, motions);
    if (!load.touching)
      lane->energy_at_begin = 0.0;
    else if (c->begins_run)
      lane->energy_at_begin = stored_in(&load.energies);
    lane->normal_before = lane->normal_after = load.normal;
    lane->outcome->energy.kinetic_before = kinetic_energy(c, motions);
    lane->momentum_before = momentum(c, motions);
    lane->angular_momentum_before = angular_momentum(c, motions);
    memcpy(lane->before, motions, sizeof motions);
    if (load.touching)
      note_first_contact(pool, k, &load);
  }
  if (r->observer)
    observe(r, pool);
  dcm_pool_turn_over(pool);
}

/* --------------------------------------------------------------------------------------- events */

static void note_begin(dcm_pool *pool, uint32_t k) {
  dcm_pool_lane *lane = &pool->lanes[k];
  const double time = (double)(pool->step - 1) * pool->dt;
  const double begin =
      time + pool->dt * crossing(pool->overlap_before[k], pool->batch->overlap[k], 0.0);
  pool->has_touched[k] = 1.0;
  lane->outcome->begin = begin;
  lane->normal_before = normal_in_flight(lane->collision, lane->before, begin - time);
}

static void note_turn(dcm_pool *pool, uint32_t k) {
  dcm_api_outcome *out = pool->lanes[k].outcome;
  const double time = (double)(pool->step - 1) * pool->dt;
  const double before = pool->rate_before[k], now = pool->rate[k];
  if (pool->has_touched[k] > 0.0 && isnan(out->turn) && before < 0.0 && now >= 0.0)
    out->turn = time + pool->dt * crossing(before, now, 0.0) - fmax(out->begin, pool->idle[k]);
}

static void note_end(dcm_pool *pool, uint32_t k) {
  dcm_pool_lane *lane = &pool->lanes[k];
  dcm_api_outcome *out = lane->outcome;
  const double dt = pool->dt, time = (double)(pool->step - 1) * dt;
  const double end = dt * crossing(pool->overlap_before[k], pool->batch->overlap[k], -lane->reach);
  dcm_motion motions[2];
  dcm_pool_motions(pool, k, motions);
  out->separated = 1;
  out->duration = time + end - out->begin;
  lane->normal_after = normal_in_flight(lane->collision, motions, end - dt);
}

/** Numbers must stay finite: those of the motion first, for what the law makes of others is not its
 * fault. */
static int32_t check_numbers(batch_run *r, const dcm_pool *pool, uint32_t k, dcm_error *error) {
  const dcm_law *law = pool->law;
  const unsigned long long step = pool->step;
  dcm_contact_load load;
  dcm_motion motions[2];
  double value;
  dcm_pool_load(pool, k, &load);
  dcm_pool_motions(pool, k, motions);
  const char *flaw = dcm_contact_load_flaw(&load, law, &value);
  const dcm_pool_lane *lane = &pool->lanes[k];
  r->refused = NOT_REFUSED;
  if (flaw && isfinite(load.overlap) && pool->is_refused) {
    if ((double)pool->step - lane->outcome->begin / pool->dt >= enough_steps)
      r->refused = REFUSED_IN_CONTACT;
    return dcm_fail(error,
                    "at step %llu, of %g, the law '%s' refuses a contact with an overlap of %g%s",
                    step, pool->dt, law->model->id, load.overlap, pool->reason.text);
  }
  if (flaw && isfinite(load.overlap)) {
    dcm_fail(error,
             "at step %llu the law '%s' gives a %s of %g at an overlap of %g: the law has a "
             "defect, or the time step of %g is far too long",
             step, law->model->id, flaw, value, load.overlap, pool->dt);
    dcm_law_append_reason(law, error);
    return DCM_ERROR;
  }
  if (isfinite(load.overlap) && isfinite(dcm_length(motions[0].velocity)) &&
      isfinite(dcm_length(motions[1].velocity)))
    return DCM_OK;
  return dcm_fail(error,
                  "the integration broke down at step %llu: a time step of %g is far too long",
                  step, pool->dt);
}

/* ----------------------------------------------------------------------------------- conclusions
 */

/** Velocity of the surface of 2 relative to 1, tangential part. */
static dcm_vector surface_velocity(const dcm_collision *c, const dcm_motion motions[2],
                                   dcm_vector normal) {
  dcm_vector turning = dcm_scale(c->bodies[0].radius, motions[0].angular_velocity);
  if (c->side_2 != DCM_SIDE_WALL)
    turning = dcm_add_scaled(turning, c->bodies[1].radius, motions[1].angular_velocity);
  return dcm_tangential_part(dcm_subtract(relative_velocity(motions), dcm_cross(turning, normal)),
                             normal);
}

/** @param motions at the end */
static void conclude_restitution(const dcm_pool_lane *lane, const dcm_motion motions[2]) {
  const dcm_collision *c = lane->collision;
  dcm_api_outcome *out = lane->outcome;
  const dcm_vector n = lane->normal_before, n_after = lane->normal_after;
  const dcm_vector before = relative_velocity(lane->before), after = relative_velocity(motions);
  const double speed = dcm_length(before);
  out->normal_restitution = -dcm_dot(n_after, after) / dcm_dot(n, before);
  out->tangential_restitution = ratio_along(dcm_tangential_part(before, n), after, n_after, speed);
  out->surface_restitution = -ratio_along(surface_velocity(c, lane->before, n),
                                          surface_velocity(c, motions, n_after), n_after, speed);
}

static void conclude_energies(const dcm_pool *pool, uint32_t k) {
  const dcm_pool_lane *lane = &pool->lanes[k];
  dcm_api_energy *e = &lane->outcome->energy;
  e->stored = k < pool->touching ? pool->stored[k] : 0.0;
  e->dissipated_by_jumps = pool->jumps[k] - lane->energy_at_begin;
  e->residual = e->kinetic_before + e->supplied - e->kinetic_after - e->stored;
  for (size_t i = 0; i < DCM_DISSIPATED; i++)
    e->residual -= dcm_dissipated(e)[i];
}

/** Changes of what must not change, relative to what the collision moves. */
static void conclude_momenta(const dcm_pool_lane *lane, const dcm_motion motions[2]) {
  const dcm_collision *c = lane->collision;
  dcm_api_outcome *out = lane->outcome;
  if (c->bodies[0].fixed || c->bodies[1].fixed)
    return;
  const double mass = dcm_effective_mass(c->bodies[0].mass, 0, c->bodies[1].mass, 0);
  const double impulse = mass * dcm_length(relative_velocity(c->motions));
  double turning = impulse * distance_of_touch(c);
  for (int i = 0; i < 2; i++)
    turning += c->bodies[i].moment_of_inertia * dcm_length(c->motions[i].angular_velocity);
  out->momentum_drift =
      dcm_length(dcm_subtract(momentum(c, motions), lane->momentum_before)) / impulse;
  out->angular_momentum_drift =
      dcm_length(dcm_subtract(angular_momentum(c, motions), lane->angular_momentum_before)) /
      turning;
}

static void conclude(const dcm_pool *pool, uint32_t k) {
  const dcm_pool_lane *lane = &pool->lanes[k];
  dcm_api_outcome *out = lane->outcome;
  dcm_api_energy *e = &out->energy;
  dcm_motion motions[2];
  for (size_t i = 0; i < sizeof pool->dissipated / sizeof pool->dissipated[0]; i++)
    dcm_dissipated(e)[i] = pool->dissipated[i][k];
  e->dissipated_by_arms = pool->arms[k];
  e->supplied = pool->supplied[k];
  out->steps = pool->step;
  dcm_pool_motions(pool, k, motions);
  dcm_vector_put(out->velocity_1, motions[0].velocity);
  dcm_vector_put(out->velocity_2, motions[1].velocity);
  dcm_vector_put(out->spin_1, motions[0].angular_velocity);
  dcm_vector_put(out->spin_2, motions[1].angular_velocity);
  e->kinetic_after = kinetic_energy(lane->collision, motions);
  out->energy_loss = 1.0 - e->kinetic_after / (e->kinetic_before + e->supplied);
  conclude_momenta(lane, motions);
  if (!(pool->has_touched[k] > 0.0))
    return;
  out->max_overlap = pool->peaks[0].vertex[k];
  out->max_normal_force = pool->peaks[1].vertex[k];
  out->max_tangential_force = pool->peaks[2].vertex[k];
  if (out->separated)
    conclude_restitution(lane, motions);
  else
    out->duration = (double)out->steps * pool->dt - out->begin;
  conclude_energies(pool, k);
}

/* ------------------------------------------------------------------------------------------ run */

/** Whether a collision is over. Bodies that are apart and do not approach will not meet any more.
 */
static int is_over(const batch_run *r, const dcm_pool *pool, uint32_t k) {
  const dcm_pool_lane *lane = &pool->lanes[k];
  return lane->ended || pool->step >= lane->collision->max_steps ||
         (k >= pool->touching && pool->rate[k] >= 0.0) ||
         (r->is_trial && !isnan(lane->outcome->turn));
}

/** Takes out the lanes from one on that failed or are over, which are concluded. */
static void take_out(const batch_run *r, dcm_pool *pool, uint32_t first) {
  for (uint32_t k = pool->count; k-- > first && !gives_up(pool);) {
    const int failed = pool->lanes[k].outcome->failed != 0;
    if (!failed && !is_over(r, pool, k))
      continue;
    if (!failed)
      conclude(pool, k);
    dcm_pool_remove(pool, k);
  }
}

/** Steps after which the first of the collisions is given up. */
static uint64_t fewest_steps(const dcm_pool *pool) {
  uint64_t fewest = UINT64_MAX;
  for (uint32_t k = 0; k < pool->count; k++) {
    const uint64_t steps = pool->lanes[k].collision->max_steps;
    fewest = steps < fewest ? steps : fewest;
  }
  return fewest;
}

/** @return whether any lane may have to be taken out, in contact or not */
static int step(batch_run *r, dcm_pool *pool) {
  /* The motions before the step in which a contact begins are wanted later. */
  for (uint32_t k = pool->touching; k < pool->count; k++)
    dcm_pool_motions(pool, k, pool->lanes[k].before);
  dcm_pool_step(pool);
  if (gives_up(pool))
    return 0;
  for (uint32_t k = 0; k < pool->touching && pool->lives_changed; k++)
    if (!(pool->has_touched[k] > 0.0))
      note_begin(pool, k);
  const dcm_pool_news news = dcm_pool_note(pool);
  int fails = 0;
  for (uint32_t k = 0; k < pool->count && news.doubtful; k++) {
    dcm_error why;
    if (!isnan(pool->doubt[k]) || check_numbers(r, pool, k, &why) == DCM_OK)
      continue;
    fails = 1;
    fail(r, pool->lanes[k].collision, &why);
  }
  for (uint32_t k = 0; k < pool->count && news.turned; k++)
    note_turn(pool, k);
  for (uint32_t k = pool->touching; k < pool->count; k++)
    if (pool->lanes[k].ended)
      note_end(pool, k);
  if (r->observer && !fails)
    observe(r, pool);
  dcm_pool_turn_over(pool);
  return fails || (r->is_trial && news.turned);
}

/** Integrates collisions that share a pool, see pool.h. A law that refuses a batch refuses one of
 * its contacts. Each collision that is left then has a pool of its own, from its beginning: so the
 * collision of one does not end those of its neighbours. */
static void run_pool(batch_run *r, const dcm_collision *const *members, uint32_t count) {
  dcm_error why;
  dcm_pool *pool = dcm_pool_create(members[0], count, !r->is_trial);
  for (uint32_t k = 0; k < count; k++) {
    dcm_api_outcome *outcome = &r->outcomes[members[k] - r->collisions];
    if (!pool)
      dcm_fail(&why, "out of memory");
    if (!pool || dcm_pool_add(pool, members[k], outcome, &why))
      fail(r, members[k], &why);
  }
  if (!pool)
    return;
  find_energies_at_touch(r, pool);
  start(r, pool);
  take_out(r, pool, 0);
  uint64_t fewest = fewest_steps(pool);
  while (pool->count && !gives_up(pool)) {
    const int all = step(r, pool) || pool->step >= fewest;
    take_out(r, pool, all ? 0 : pool->touching);
    if (all)
      fewest = fewest_steps(pool);
  }
  for (uint32_t k = 0; k < pool->count; k++) {
    const dcm_collision *alone = pool->lanes[k].collision;
    *pool->lanes[k].outcome = no_outcome(alone->dt);
    run_pool(r, &alone, 1);
  }
  dcm_pool_destroy(pool);
}

static int order(double a, double b) {
  return (a > b) - (a < b);
}

/** Sorts collisions by what those of a pool share: 0 if two may be in one pool. */
static int compare_shared(const dcm_collision *a, const dcm_collision *b) {
  const int orders[] = {(a->law > b->law) - (a->law < b->law),
                        order(a->dt, b->dt),
                        order(a->bodies[0].material, b->bodies[0].material),
                        order(a->bodies[1].material, b->bodies[1].material),
                        order(a->side_2, b->side_2),
                        order(a->velocities, b->velocities),
                        order(a->begins_run, b->begins_run)};
  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
    if (orders[i])
      return orders[i];
  return 0;
}

static int compare(const void *a, const void *b) {
  const dcm_collision *one = *(const dcm_collision *const *)a;
  const dcm_collision *two = *(const dcm_collision *const *)b;
  const int shared = compare_shared(one, two);
  return shared ? shared : (one > two) - (one < two);
}

static void run_batch(batch_run *r, const dcm_collision **members, size_t count) {
  size_t valid = 0;
  r->first_failed = count;
  for (size_t i = 0; i < count; i++) {
    const dcm_collision *c = &r->collisions[i];
    dcm_error why;
    r->outcomes[i] = no_outcome(c->dt);
    if (c->dt > 0.0 && isfinite(c->dt)) {
      members[valid++] = c;
      continue;
    }
    dcm_fail(&why, "the time step must be a number above 0, not %g", c->dt);
    fail(r, c, &why);
  }
  if (valid > 1)
    qsort(members, valid, sizeof *members, compare);
  for (size_t first = 0, end; first < valid; first = end) {
    for (end = first + 1; end < valid && end - first < DCM_POOL_LANES; end++)
      if (compare_shared(members[first], members[end]))
        break;
    run_pool(r, members + first, (uint32_t)(end - first));
  }
}

int32_t dcm_collisions_run(const dcm_collision *collisions, size_t count, dcm_api_outcome *outcomes,
                           size_t *first_failed, dcm_error *error) {
  const dcm_collision **members = malloc((count + 1) * sizeof *members);
  if (!members) {
    for (size_t i = 0; i < count; i++)
      outcomes[i] = dcm_collision_failure(collisions[i].dt);
    *first_failed = 0;
    return dcm_fail(error, "out of memory");
  }
  batch_run r = {.collisions = collisions, .outcomes = outcomes, .error = error};
  run_batch(&r, members, count);
  free(members);
  *first_failed = r.first_failed;
  return r.first_failed < count ? DCM_ERROR : DCM_OK;
}

/** One collision. @return how the law refused it */
static refusal run_one(const dcm_collision *collision, dcm_collision_observer observer, void *data,
                       int is_trial, dcm_api_outcome *outcome, dcm_error *error) {
  const dcm_collision *member;
  batch_run r = {.collisions = collision,
                 .outcomes = outcome,
                 .observer = observer,
                 .data = data,
                 .is_trial = is_trial,
                 .error = error};
  run_batch(&r, &member, 1);
  return outcome->failed ? r.refused : NOT_REFUSED;
}

int32_t dcm_collision_run(const dcm_collision *collision, dcm_collision_observer observer,
                          void *data, dcm_api_outcome *outcome, dcm_error *error) {
  run_one(collision, observer, data, 0, outcome, error);
  return outcome->failed ? DCM_ERROR : DCM_OK;
}

int32_t dcm_collision_time_step(const dcm_collision *collision, uint32_t steps, double *dt,
                                dcm_error *error) {
  const double speed = dcm_length(relative_velocity(collision->motions));
  if (steps < 2 || !(speed > 0.0))
    return dcm_fail(
        error, steps < 2 ? "a collision takes at least 2 steps"
                         : "the bodies do not move relative to each other, or move too slowly");
  dcm_collision trial = *collision;
  const double r2 = collision->bodies[1].radius;
  const double size = fmin(collision->bodies[0].radius, r2 > 0.0 ? r2 : INFINITY);
  trial.dt = 0.01 * size / speed;
  /* A collision that turns within fewer steps shows only that the steps are too long. */
  const double fewest = fmin(enough_steps, 0.25 * steps);
  trial.max_steps = trial.max_trial_steps ? trial.max_trial_steps : 10000000;
  const uint64_t most_steps_of_flight = 100000;
  int32_t status = DCM_OK;
  int met = 0, refusals = 0;
  for (int attempt = 0; attempt < 100 && trial.dt * speed > 1e-15 * size; attempt++) {
    dcm_api_outcome outcome;
    const refusal refused = run_one(&trial, NULL, NULL, 1, &outcome, error);
    status = outcome.failed ? DCM_ERROR : DCM_OK;
    if (status == DCM_OK && isnan(outcome.turn) && outcome.steps == trial.max_steps)
      return dcm_fail(error, "the bodies are still approaching after %llu steps of %g",
                      (unsigned long long)outcome.steps, trial.dt);
    /* A law that refuses what it has seen in fine steps, and in finer ones again, refuses this
     * collision, and not a step that is too long. */
    refusals = refused ? refusals + 1 : 0;
    if (refusals == (refused == REFUSED_AT_TOUCH ? 1 : 2))
      return status;
    /* Bodies that graze each other are missed by long steps. */
    met = status || !isnan(outcome.duration);
    if (!met && outcome.steps > most_steps_of_flight)
      break;
    if (status || !(outcome.turn >= fewest * trial.dt)) {
      trial.dt *= 0.1;
      continue;
    }
    const double next = 2.0 * outcome.turn / steps;
    if (fabs(next - trial.dt) < 0.05 * trial.dt) {
      *dt = next;
      return DCM_OK;
    }
    trial.dt = next;
  }
  if (!met)
    return dcm_fail(error, "the bodies do not meet");
  return status ? status
                : dcm_fail(error,
                           "no time step divides the collision into %u steps, because the overlap "
                           "is lost in the rounding of positions: take faster or softer bodies",
                           steps);
}
