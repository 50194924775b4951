/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "driver/pool.h"
#include "ledger/booking_loops.h"
#include "runtime/batch_choices.h"

/* ------------------------------------------------------------------------------------- motions */

/** Velocities change by half a step, and positions move by a whole one. */
DCM_SPECIALISED void move_body(const dcm_pool *p, const dcm_pool_body *body) {
  const uint32_t n = p->count;
  const double dt = p->dt, half = 0.5 * dt;
  double *const x[3] = DCM_VECTOR(body->position, 0), *const v[3] = DCM_VECTOR(body->velocity, 0);
  double *const w[3] = DCM_VECTOR(body->spin, 0);
  const double *const x_of[3] = DCM_VECTOR(x, 0), *const v_of[3] = DCM_VECTOR(v, 0);
  const double *const w_of[3] = DCM_VECTOR(w, 0);
  const double *const a[3] = DCM_VECTOR(body->acceleration, 0);
  const double *const b[3] = DCM_VECTOR(body->spin_acceleration, 0);
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector velocity = dcm_add_scaled(dcm_load(v_of, k), half, dcm_load(a, k));
    dcm_store(v, k, velocity);
    dcm_store(w, k, dcm_add_scaled(dcm_load(w_of, k), half, dcm_load(b, k)));
    dcm_store(x, k, dcm_add_scaled(dcm_load(x_of, k), dt, velocity));
  }
}

/** Separations, and where contacts begin or end.
 * @param wall a constant: the point of the wall is the foot of the perpendicular from the centre
 * @return how many do */
DCM_SPECIALISED double measure(const dcm_pool *p, int wall) {
  const uint32_t n = p->count, touching = p->touching;
  const double *const x1[3] = DCM_VECTOR(p->bodies[0].position, 0);
  const double *const x2[3] = DCM_VECTOR(p->bodies[1].position, 0);
  static const dcm_vector normal = {-1.0, 0.0, 0.0}; /* of a wall */
  double *const separation[3] = DCM_VECTOR(p->batch->separation, 0);
  const double *touch_2 = p->touch_2, *persist_2 = p->persist_2;
  double *distance_2 = p->distance_2, *changes = p->changes;
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector centre = dcm_load(x1, k);
    dcm_vector other = dcm_load(x2, k);
    if (wall) {
      const double height = dcm_dot(normal, dcm_subtract(centre, other));
      other = dcm_subtract_scaled(centre, height, normal);
    }
    const dcm_vector d = dcm_subtract(other, centre);
    const double d_2 = dcm_dot(d, d);
    dcm_store(separation, k, d);
    distance_2[k] = d_2;
    const double ends = d_2 < persist_2[k] ? 0.0 : 1.0, begins = d_2 < touch_2[k] ? 1.0 : 0.0;
    changes[k] = k < touching ? ends : begins;
    sum += changes[k];
  }
  return sum;
}

static double move(const dcm_pool *p, int moves) {
  double changes;
  for (int i = 0; i < 2 && moves; i++)
    DCM_VECTOR_LOOP move_body(p, &p->bodies[i]);
  if (p->side_2 == DCM_SIDE_WALL)
    DCM_VECTOR_LOOP changes = measure(p, 1);
  else
    DCM_VECTOR_LOOP changes = measure(p, 0);
  return changes;
}

/* ------------------------------------------------------------------------------------- the law */

/** Relative velocities: those that the law is given, and those by which energies are booked.
 * @param synchronised, books constants */
DCM_SPECIALISED void relate(const dcm_pool *p, double dt, int synchronised, int books) {
  const uint32_t n = p->count;
  const double half = 0.5 * dt;
  const dcm_pool_body *one = &p->bodies[0], *two = &p->bodies[1];
  const dcm_batch *b = p->batch;
  const double *const v1[3] = DCM_VECTOR(one->velocity, 0);
  const double *const v2[3] = DCM_VECTOR(two->velocity, 0);
  const double *const w1[3] = DCM_VECTOR(one->spin, 0), *const w2[3] = DCM_VECTOR(two->spin, 0);
  const double *const a1[3] = DCM_VECTOR(one->acceleration, 0);
  const double *const a2[3] = DCM_VECTOR(two->acceleration, 0);
  const double *const b1[3] = DCM_VECTOR(one->spin_acceleration, 0);
  const double *const b2[3] = DCM_VECTOR(two->spin_acceleration, 0);
  const double *const earlier_a1[3] = DCM_VECTOR(one->earlier_acceleration, 0);
  const double *const earlier_a2[3] = DCM_VECTOR(two->earlier_acceleration, 0);
  const double *const earlier_b1[3] = DCM_VECTOR(one->earlier_spin_acceleration, 0);
  const double *const earlier_b2[3] = DCM_VECTOR(two->earlier_spin_acceleration, 0);
  double *const velocity[3] = DCM_VECTOR(b->relative_velocity, 0);
  double *const spin_1[3] = DCM_VECTOR(b->angular_velocity_1, 0);
  double *const spin_2[3] = DCM_VECTOR(b->angular_velocity_2, 0);
  double *late_velocity[3] = {0}, *late_1[3] = {0}, *late_2[3] = {0};
  for (int c = 0; c < 3 && books; c++) {
    late_velocity[c] = b->late.velocity[c];
    late_1[c] = b->late.spin_1[c];
    late_2[c] = b->late.spin_2[c];
  }
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector u1 = dcm_load(v1, k), u2 = dcm_load(v2, k);
    const dcm_vector o1 = dcm_load(w1, k), o2 = dcm_load(w2, k);
    const dcm_vector late_u1 = dcm_add_scaled(u1, half, dcm_load(a1, k));
    const dcm_vector late_u2 = dcm_add_scaled(u2, half, dcm_load(a2, k));
    const dcm_vector late_o1 = dcm_add_scaled(o1, half, dcm_load(b1, k));
    const dcm_vector late_o2 = dcm_add_scaled(o2, half, dcm_load(b2, k));
    const dcm_vector late = dcm_subtract(late_u2, late_u1);
    dcm_store(velocity, k, synchronised ? late : dcm_subtract(u2, u1));
    dcm_store(spin_1, k, synchronised ? late_o1 : o1);
    dcm_store(spin_2, k, synchronised ? late_o2 : o2);
    if (books) {
      const dcm_vector more_1 = dcm_subtract(dcm_load(a1, k), dcm_load(earlier_a1, k));
      const dcm_vector more_2 = dcm_subtract(dcm_load(a2, k), dcm_load(earlier_a2, k));
      const dcm_vector spin_more_1 = dcm_subtract(dcm_load(b1, k), dcm_load(earlier_b1, k));
      const dcm_vector spin_more_2 = dcm_subtract(dcm_load(b2, k), dcm_load(earlier_b2, k));
      dcm_store(late_velocity, k, dcm_add_scaled(late, half, dcm_subtract(more_2, more_1)));
      dcm_store(late_1, k, dcm_add_scaled(late_o1, half, spin_more_1));
      dcm_store(late_2, k, dcm_add_scaled(late_o2, half, spin_more_2));
    }
  }
}

static void see(const dcm_pool *p, double dt) {
  DCM_FOUR_LOOPS(p->synchronised, p->with_energies, relate, p, dt);
  dcm_batch_kinematics_for(p->batch, p->count, p->law, p->side_2, dt);
}

/** Keeps what the law reported before it is booked. */
DCM_SPECIALISED void keep_reported(const dcm_pool *p) {
  const uint32_t n = p->count;
  const dcm_energies *e = &p->batch->energies;
  const double *damped = e->dissipated_normal, *sheared = e->dissipated_tangential;
  const double *slid = e->dissipated_sliding, *rolled = e->dissipated_rolling;
  double *reported_0 = p->reported[0], *reported_1 = p->reported[1], *reported_2 = p->reported[2],
         *reported_3 = p->reported[3];
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    reported_0[k] = damped[k];
    reported_1[k] = sheared[k];
    reported_2[k] = slid[k];
    reported_3[k] = rolled[k];
  }
}

/** Forces and torques of the lanes in contact, and their energies as they are booked. */
static void answer(const dcm_pool *p, double dt) {
  const dcm_batch *b = p->batch;
  dcm_batch_assemble_for(b, p->touching, p->law, p->side_2);
  if (!p->with_energies)
    return;
  DCM_VECTOR_LOOP keep_reported(p);
  if (dt > 0.0)
    dcm_batch_book_for(b, p->touching, p->law, p->foresight, p->side_2, dt);
}

/* ----------------------------------------------------------------------------- after the forces */

/** Accelerations of a body, and half a step of its velocities.
 * @param sign  of the force on 1
 * @param kicks a constant */
DCM_SPECIALISED void accelerate_body(const dcm_pool *p, const dcm_pool_body *body,
                                     double *const *torques, double sign, int kicks) {
  const uint32_t n = p->count;
  const double half = 0.5 * p->dt;
  const double *const force[3] = DCM_VECTOR(p->batch->force, 0);
  const double *const torque[3] = DCM_VECTOR(torques, 0);
  const double *by_mass = body->inverse_mass, *by_inertia = body->inverse_inertia;
  double *const v[3] = DCM_VECTOR(body->velocity, 0), *const w[3] = DCM_VECTOR(body->spin, 0);
  const double *const v_of[3] = DCM_VECTOR(v, 0), *const w_of[3] = DCM_VECTOR(w, 0);
  double *const a[3] = DCM_VECTOR(body->acceleration, 0);
  double *const b[3] = DCM_VECTOR(body->spin_acceleration, 0);
  const double *const a_of[3] = DCM_VECTOR(a, 0), *const b_of[3] = DCM_VECTOR(b, 0);
  double *const earlier_a[3] = DCM_VECTOR(body->earlier_acceleration, 0);
  double *const earlier_b[3] = DCM_VECTOR(body->earlier_spin_acceleration, 0);
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector acceleration = dcm_scale(by_mass[k], dcm_scale(sign, dcm_load(force, k)));
    const dcm_vector spin_acceleration = dcm_scale(by_inertia[k], dcm_load(torque, k));
    dcm_store(earlier_a, k, dcm_load(a_of, k));
    dcm_store(earlier_b, k, dcm_load(b_of, k));
    dcm_store(a, k, acceleration);
    dcm_store(b, k, spin_acceleration);
    if (kicks) {
      dcm_store(v, k, dcm_add_scaled(dcm_load(v_of, k), half, acceleration));
      dcm_store(w, k, dcm_add_scaled(dcm_load(w_of, k), half, spin_acceleration));
    }
  }
}

/** Rates of separation, and the work of what holds fixed bodies.
 * @param sums a constant: whether a step was made, to which work belongs */
DCM_SPECIALISED void rate_and_power(const dcm_pool *p, int sums) {
  const uint32_t n = p->count;
  const double half = 0.5 * p->dt;
  const dcm_batch *b = p->batch;
  const dcm_pool_body *one = &p->bodies[0], *two = &p->bodies[1];
  const double *const normal[3] = DCM_VECTOR(b->normal, 0);
  const double *const force[3] = DCM_VECTOR(b->force, 0);
  const double *const torque_1[3] = DCM_VECTOR(b->torque_1, 0);
  const double *const torque_2[3] = DCM_VECTOR(b->torque_2, 0);
  const double *const v1[3] = DCM_VECTOR(one->velocity, 0);
  const double *const v2[3] = DCM_VECTOR(two->velocity, 0);
  const double *const w1[3] = DCM_VECTOR(one->spin, 0), *const w2[3] = DCM_VECTOR(two->spin, 0);
  const double *fixed_1 = one->fixed, *fixed_2 = two->fixed;
  double *rate = p->rate, *power = p->power, *supplied = p->supplied;
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector u1 = dcm_load(v1, k), u2 = dcm_load(v2, k), f = dcm_load(force, k);
    rate[k] = dcm_dot(dcm_load(normal, k), dcm_subtract(u2, u1));
    const double power_1 = dcm_dot(f, u1) + dcm_dot(dcm_load(torque_1, k), dcm_load(w1, k));
    const double power_2 =
        dcm_dot(dcm_scale(-1.0, f), u2) + dcm_dot(dcm_load(torque_2, k), dcm_load(w2, k));
    double now = 0.0;
    now -= fixed_1[k] > 0.0 ? power_1 : 0.0;
    now -= fixed_2[k] > 0.0 ? power_2 : 0.0;
    if (sums)
      supplied[k] += half * (power[k] + now);
    power[k] = now;
  }
}

static void accelerate(const dcm_pool *p, double dt) {
  const dcm_batch *b = p->batch;
  const int kicks = dt > 0.0;
  if (kicks) {
    DCM_VECTOR_LOOP accelerate_body(p, &p->bodies[0], b->torque_1, 1.0, 1);
    DCM_VECTOR_LOOP accelerate_body(p, &p->bodies[1], b->torque_2, -1.0, 1);
  } else {
    DCM_VECTOR_LOOP accelerate_body(p, &p->bodies[0], b->torque_1, 1.0, 0);
    DCM_VECTOR_LOOP accelerate_body(p, &p->bodies[1], b->torque_2, -1.0, 0);
  }
  DCM_TWO_LOOPS(kicks, rate_and_power, p);
}

/* --------------------------------------------------------------------------------------- notes */

/** One more sample. Before the first contact all samples are 0, and so are the rows. */
DCM_SPECIALISED void peak_add(const dcm_pool_peak *p, uint32_t k, double value) {
  const double before = p->before[k], last = p->last[k];
  const double largest_before = p->largest[k], vertex_before = p->vertex[k];
  const double curvature = before - 2.0 * last + value, slope = value - before;
  const double top = last - 0.125 * slope * slope / curvature;
  const double neighbour = before > value ? before : value;
  const double peak = last > neighbour ? top : last;
  const double largest = last >= largest_before ? last : largest_before;
  const double vertex = last >= largest_before ? peak : vertex_before;
  p->largest[k] = value > largest ? value : largest;
  p->vertex[k] = value > largest ? value : vertex;
  p->before[k] = last;
  p->last[k] = value;
}

/** Peaks of the overlap and of the tangential force. */
DCM_SPECIALISED void note_peaks(const dcm_pool *p) {
  const uint32_t n = p->count;
  const dcm_batch *b = p->batch;
  const dcm_pool_peak depth = p->peaks[0], tangential = p->peaks[2];
  const double *const f[3] = DCM_VECTOR(b->tangential_force, 0);
  const double *overlap = b->overlap, *has_touched = p->has_touched;
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    peak_add(&depth, k, has_touched[k] * overlap[k]);
    peak_add(&tangential, k, dcm_length(dcm_load(f, k)));
  }
}

/** The peak of the normal force, which says when the first force acts.
 * @return in how many lanes the rate of separation went from below 0 to 0 or more */
DCM_SPECIALISED double note_turns(const dcm_pool *p) {
  const uint32_t n = p->count;
  const dcm_pool_peak normal = p->peaks[1];
  const double *normal_force = p->batch->normal_force;
  const double *rate_before = p->rate_before, *rate = p->rate;
  double *idle = p->idle;
  const double end = (double)(p->step - 1) * p->dt + p->dt;
  double turned = 0.0;
  DCM_SIMD_SUM(turned)
  for (uint32_t k = 0; k < n; k++) {
    const double load = normal_force[k], before = idle[k];
    peak_add(&normal, k, load);
    const double largest = normal.largest[k], rate_now = rate[k];
    const double rests = load == 0.0 ? end : before;
    idle[k] = largest == 0.0 ? rests : before;
    const double parts = rate_now >= 0.0 ? 1.0 : 0.0;
    turned += rate_before[k] < 0.0 ? parts : 0.0;
  }
  return turned;
}

/** Notes the energies that lanes in contact stored and dissipated. */
DCM_SPECIALISED void note_energies(const dcm_pool *p) {
  const uint32_t n = p->touching;
  const dcm_energies *e = &p->batch->energies;
  const double *stored_0 = e->stored_normal, *stored_1 = e->stored_tangential;
  const double *stored_2 = e->stored_rolling;
  const double *lost_0 = e->dissipated_normal, *lost_1 = e->dissipated_plastic;
  const double *lost_2 = e->dissipated_tangential, *lost_3 = e->dissipated_sliding;
  const double *lost_4 = e->dissipated_rolling, *lost_5 = e->dissipated_fracture;
  const double *by_arms = p->batch->by_arms;
  double *stored = p->stored, *arms = p->arms;
  double *sum_0 = p->dissipated[0], *sum_1 = p->dissipated[1], *sum_2 = p->dissipated[2];
  double *sum_3 = p->dissipated[3], *sum_4 = p->dissipated[4], *sum_5 = p->dissipated[5];
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    stored[k] = stored_0[k] + stored_1[k] + stored_2[k];
    sum_0[k] += lost_0[k];
    sum_1[k] += lost_1[k];
    sum_2[k] += lost_2[k];
    sum_3[k] += lost_3[k];
    sum_4[k] += lost_4[k];
    sum_5[k] += lost_5[k];
    arms[k] += by_arms[k];
  }
}

/** 0 times a number, which is NaN if the number is not finite; squares may overflow, too. */
DCM_SPECIALISED double doubt_of(dcm_vector v) {
  return 0.0 * dcm_dot(v, v);
}

/** @param energies a constant */
DCM_SPECIALISED double doubt_numbers(const dcm_pool *p, int energies) {
  const uint32_t n = p->count;
  const dcm_batch *b = p->batch;
  const dcm_energies *e = &b->energies;
  const double *const v1[3] = DCM_VECTOR(p->bodies[0].velocity, 0);
  const double *const v2[3] = DCM_VECTOR(p->bodies[1].velocity, 0);
  const double *const f[3] = DCM_VECTOR(b->tangential_force, 0);
  const double *const torque_1[3] = DCM_VECTOR(b->torque_1, 0);
  const double *const torque_2[3] = DCM_VECTOR(b->torque_2, 0);
  const double *overlap = b->overlap, *normal_force = b->normal_force;
  const double *stored_0 = e->stored_normal, *stored_1 = e->stored_tangential;
  const double *stored_2 = e->stored_rolling, *plastic = e->dissipated_plastic;
  const double *fracture = e->dissipated_fracture;
  const double *reported_0 = p->reported[0], *reported_1 = p->reported[1],
               *reported_2 = p->reported[2];
  const double *reported_3 = p->reported[3];
  double *doubt = p->doubt;
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++) {
    double d = 0.0 * overlap[k] + 0.0 * normal_force[k];
    d += doubt_of(dcm_load(v1, k)) + doubt_of(dcm_load(v2, k)) + doubt_of(dcm_load(f, k));
    d += doubt_of(dcm_load(torque_1, k)) + doubt_of(dcm_load(torque_2, k));
    if (energies) {
      d += 0.0 * stored_0[k] + 0.0 * stored_1[k] + 0.0 * stored_2[k];
      d += 0.0 * reported_0[k] + 0.0 * reported_1[k] + 0.0 * reported_2[k] + 0.0 * reported_3[k];
      d += 0.0 * plastic[k] + 0.0 * fracture[k];
    }
    doubt[k] = d;
    sum += d;
  }
  return sum;
}

DCM_SPECIALISED double doubt_state(const dcm_pool *p, const double *state) {
  const uint32_t n = p->count;
  double *doubt = p->doubt;
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++) {
    doubt[k] += 0.0 * state[k];
    sum += doubt[k];
  }
  return sum;
}

static dcm_pool_news note(const dcm_pool *p) {
  double turned, doubt;
  DCM_VECTOR_LOOP turned = note_turns(p);
  if (p->with_energies) {
    DCM_VECTOR_LOOP note_peaks(p);
    DCM_VECTOR_LOOP note_energies(p);
    DCM_VECTOR_LOOP doubt = doubt_numbers(p, 1);
  } else {
    DCM_VECTOR_LOOP doubt = doubt_numbers(p, 0);
  }
  for (uint32_t c = 0; c < p->law->history_width; c++)
    DCM_VECTOR_LOOP doubt += doubt_state(p, p->batch->history[c]);
  return (dcm_pool_news){.turned = turned > 0.0, .doubtful = isnan(doubt)};
}

const dcm_pool_loops *DCM_ISA_NAME(dcm_pool_loops_of)(void) {
  static const dcm_pool_loops loops = {move, see, answer, accelerate, note};
  return &loops;
}
