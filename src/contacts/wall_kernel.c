/* SPDX-License-Identifier: MIT */
#include "contacts/kernels.h"

#include <assert.h>
#include <math.h>

#include "contacts/evaluate.h"
#include "contacts/rows.h"

/* Contacts are added to the sums of the walls: first the numbers of each contact of a batch, in
 * vectors, then the sums, contact by contact in the order of the list. */

/** Fills the rows on_walls of a batch.
 * @param first    entry of the list that entry 0 of the rows belongs to
 * @param count    whole lanes
 * @param position rows: of the particles
 * @param shaped   whether the particles are not spheres, a constant */
DCM_SPECIALISED void find_on_walls(const dcm_wall_list *list, uint32_t first, uint32_t count,
                                   const double *const position[3], const dcm_batch_rows *rows,
                                   dcm_wall_rows *r, int shaped) {
  const double *const forces[3] = DCM_VECTOR(rows->results.force, 0);
  const double *const torques[3] = DCM_VECTOR(rows->results.torque_1, 0);
  const double *const separations[3] = DCM_VECTOR(list->separation, first);
  const double *const arms[3] = DCM_VECTOR(list->arm, first);
  const double *const velocities[3] = DCM_VECTOR(list->velocity, first);
  const double *const spins[3] = DCM_VECTOR(list->spin, first);
  double *const about[3] = DCM_VECTOR(r->torque, 0);
  double *const pressures[3] = DCM_VECTOR(r->pressure_at, 0);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_vector x = dcm_load(position, k), force = dcm_load(forces, k);
    const dcm_vector torque = dcm_load(torques, k);
    const dcm_vector to_wall =
        shaped ? dcm_add(dcm_load(separations, k), dcm_load(arms, k)) : dcm_load(separations, k);
    const dcm_vector velocity = dcm_load(velocities, k), spin = dcm_load(spins, k);
    const dcm_vector point = dcm_add(x, to_wall);
    dcm_store(about, k, dcm_add(dcm_cross(x, force), torque));
    /* The velocity of the wall as a body at the centre of the particle: force and torque meet
     * there. */
    const dcm_vector at_centre = dcm_subtract(velocity, dcm_cross(spin, to_wall));
    r->power[k] = dcm_dot(force, at_centre) + dcm_dot(torque, spin);
    const double size = fabs(rows->normal_force[k]);
    r->pressure[k] = size;
    dcm_store(pressures, k, (dcm_vector){size * point.x, size * point.y, size * point.z});
  }
}

/** Adds the contacts of a batch to the sums. */
static inline void add_to_walls(const dcm_batch_rows *rows, const dcm_wall_rows *r, uint32_t count,
                                dcm_wall_sums *on_walls) {
  dcm_wall_sums sums = *on_walls;
  for (uint32_t k = 0; k < count; k++) {
    for (int c = 0; c < 3; c++) {
      sums.force[c] -= rows->results.force[c][k];
      sums.torque[c] -= r->torque[c][k];
      sums.pressure_at[c] += r->pressure_at[c][k];
    }
    sums.power += r->power[k];
    sums.pressure += r->pressure[k];
  }
  *on_walls = sums;
}

/** Subtracts the velocities of the particles, which stand in the rows, from those of the walls, and
 * copies the spins of the walls. */
DCM_SPECIALISED void meet_walls(const dcm_wall_list *list, uint32_t first, uint32_t count,
                                double *const velocity[3], double *const spin_2[3]) {
  const double *const wall_velocity[3] = DCM_VECTOR(list->velocity, first);
  const double *const wall_spin[3] = DCM_VECTOR(list->spin, first);
  const double *const own[3] = DCM_VECTOR(velocity, 0);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    dcm_store(velocity, k, dcm_subtract(dcm_load(wall_velocity, k), dcm_load(own, k)));
    dcm_store(spin_2, k, dcm_load(wall_spin, k));
  }
}

/** Multiplies rows by the slopes of the contacts, see dcm_wall_list_incline. */
static void incline(const double *slope, uint32_t count, double *const *rows, uint32_t number) {
  for (uint32_t n = 0; n < number; n++) {
    double *row = rows[n];
    DCM_SIMD
    for (uint32_t k = 0; k < count; k++)
      row[k] *= slope[k];
  }
}

/** The slopes of a batch, or NULL where all are 1: most contacts are with the nearest point of a
 * wall. */
static const double *slopes_of(const dcm_wall_list *list, uint32_t first, uint32_t count) {
  const double *slope = list->slope + first;
  uint32_t inclined = 0;
  for (uint32_t k = 0; k < count && list->has_slopes; k++)
    inclined += slope[k] != 1.0;
  return inclined ? slope : NULL;
}

/** Books the energies of a batch by the motion at the time of the positions. The motion of walls is
 * prescribed, and the host gives it for that time. */
static void book(const dcm_wall_step *step, const dcm_evaluation *e, const dcm_batch *batch,
                 uint32_t first, dcm_energy_rows *rows) {
  const uint32_t lanes = dcm_whole_lanes(batch->count);
  const dcm_late_motion late = dcm_late_of_rows(rows);
  if (step->list->shaped)
    dcm_shapes_turn_at_walls(step->list, first, lanes, (const double *const *)late.spin_1,
                             late.velocity);
  meet_walls(step->list, first, lanes, late.velocity, late.spin_2);
  if (batch->factor) {
    double *const moving[] = {late.velocity[0], late.velocity[1], late.velocity[2],
                              late.spin_1[0],   late.spin_1[1],   late.spin_1[2],
                              late.spin_2[0],   late.spin_2[1],   late.spin_2[2]};
    incline(batch->factor, lanes, moving, 9);
  }
  dcm_book_batch(e, batch, rows, 1);
  if (step->list->shaped)
    dcm_shapes_book_changes_at_walls(step, first, batch, &late);
}

/** The late motion of the particles of a batch, from their motion of now in the rows. */
static void foresee(const dcm_wall_step *step, const uint32_t *particle, uint32_t lanes,
                    double *const velocity[3], double *const spin[3], dcm_energy_rows *rows) {
  const dcm_kick *coming = step->energies->coming;
  const dcm_late_motion late = dcm_late_of_rows(rows);
  dcm_gather(dcm_kick_row, coming, particle, NULL, lanes, late.velocity);
  DCM_VECTOR_LOOP dcm_add_motion(velocity, lanes, late.velocity);
  dcm_gather(dcm_kick_row, coming[0] + 4, particle, NULL, lanes, late.spin_1);
  DCM_VECTOR_LOOP dcm_add_motion(spin, lanes, late.spin_1);
}

/** Prefetches rows of particles: the processor cannot guess which particles come next. Whole lanes
 * at a time: where an index is none, nothing is fetched. */
static void prefetch(const double *rows, const double *others, const uint32_t *particle,
                     uint32_t count) {
  for (uint32_t first = 0; first < count; first += DCM_LANES)
    for (uint32_t k = first; k < first + DCM_LANES; k++) {
      const size_t i = particle[k];
      __builtin_prefetch(rows + 3 * i);
      __builtin_prefetch(others + 3 * i);
    }
}

/** Copies the quantities that the law reads of the particles of a batch and of the walls. */
static void gather_quantities(const dcm_wall_step *step, const uint32_t *particle, uint32_t count,
                              dcm_quantity_rows *rows) {
  dcm_gather_quantities(step->law, &step->particles, particle, count, rows->of[0]);
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    for (uint32_t k = 0; k < count; k++)
      rows->of[1][q][k] = step->quantities[q];
}

/** Adds the law's answers to the quantities of the particles and of the walls. */
static void add_quantities(const dcm_wall_step *step, const uint32_t *particle, uint32_t count,
                           dcm_wall_scratch *s) {
  const dcm_quantity_rows *rows = &s->rows.quantities;
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    for (uint32_t k = 0; k < count && dcm_is_added(step->law, q, step->dt); k++) {
      step->particles.sums[q][particle[k]] += rows->added[0][q][k];
      s->added[q] += rows->added[1][q][k];
    }
}

/** All particles are summed, and the half of each is added to them. */
static void add_energies(const dcm_wall_step *step, const uint32_t *particle, uint32_t count,
                         const dcm_energy_rows *r) {
  dcm_energy_sums *sums = step->energies;
  for (size_t e = 0; e < dcm_energy_count(step->dt); e++) {
    double sum = sums->of_contacts[e];
    for (uint32_t k = 0; k < count; k++)
      sum += r->rows[e][k];
    sums->of_contacts[e] = sum;
    for (uint32_t k = 0; k < count && sums->of_particles; k++)
      sums->of_particles[particle[k]][e] += 0.5 * r->rows[e][k];
  }
}

/** Adds forces and torques to the particles. */
static void add_forces(const dcm_particles *particles, const uint32_t *particle, uint32_t count,
                       const dcm_results *r) {
  for (uint32_t k = 0; k < count; k++) {
    const size_t i = particle[k];
    dcm_add_to_row(particles->force + 3 * i, r->force, k);
    dcm_add_to_row(particles->torque + 3 * i, r->torque_1, k);
  }
}

/** Forces of a batch, from the motion of the particles on.
 * @param first entry of the list where the batch begins
 * @param next  contacts in the batch that comes next */
DCM_SPECIALISED void evaluate(const dcm_wall_step *step, const dcm_evaluation *e,
                              const dcm_batch *batch, uint32_t first, uint32_t next,
                              dcm_wall_scratch *s) {
  const dcm_wall_list *list = step->list;
  const dcm_particles *p = &step->particles;
  dcm_batch_rows *rows = &s->rows;
  const uint32_t lanes = dcm_whole_lanes(batch->count);
  const uint32_t *particle = list->now.particle + first;
  double *const velocity[3] = DCM_VECTOR(rows->motion.velocity, 0);
  double *const spin_1[3] = DCM_VECTOR(rows->motion.spin_1, 0);
  double *const spin_2[3] = DCM_VECTOR(rows->motion.spin_2, 0);
  dcm_gather_rows(p->velocity, particle, lanes, velocity);
  dcm_gather_rows(p->angular_velocity, particle, lanes, spin_1);
  if (e->books_late)
    foresee(step, particle, lanes, velocity, spin_1, &s->energy_rows);
  if (list->shaped)
    dcm_shapes_turn_at_walls(list, first, lanes, (const double *const *)spin_1, velocity);
  meet_walls(list, first, lanes, velocity, spin_2);
  prefetch(p->force, p->torque, particle, batch->count);
  prefetch(p->velocity, p->angular_velocity, particle + batch->count, next);
  dcm_batch_kinematics(batch, lanes, e->velocity_arm, e->dt, 1, DCM_NOW);
  if (batch->factor) {
    double *const moving[] = {rows->normal_velocity,
                              rows->tangential_velocity[0],
                              rows->tangential_velocity[1],
                              rows->tangential_velocity[2],
                              spin_1[0],
                              spin_1[1],
                              spin_1[2],
                              spin_2[0],
                              spin_2[1],
                              spin_2[2]};
    incline(batch->factor, lanes, moving, 10);
  }
  if (e->law->quantity_count)
    gather_quantities(step, particle, lanes, &rows->quantities);
  dcm_batch_call(batch, e->law, DCM_SIDE_WALL, e->dt, e->has_energies);
  if (e->books_late)
    book(step, e, batch, first, &s->energy_rows);
  const uint32_t k =
      dcm_assemble_batch(e, batch, rows, &rows->results, batch->factor != NULL, 1, &s->fault);
  if (list->shaped)
    dcm_shapes_add_torques_at_walls(list, first, batch->count, &rows->results);
  if (k < batch->count)
    s->fault.contact = first + k;
}

/** Adds what the contacts of a batch do to the particles, to the walls and to the sums of the step.
 */
static void add(const dcm_wall_step *step, uint32_t first, uint32_t count, const double *slope,
                dcm_wall_scratch *s) {
  const dcm_wall_list *list = step->list;
  const uint32_t *particle = list->now.particle + first;
  const uint32_t lanes = dcm_whole_lanes(count);
  dcm_batch_rows *rows = &s->rows;
  double *const position[3] = DCM_VECTOR(s->of_walls.position, 0);
  if (step->law->quantity_count)
    add_quantities(step, particle, count, s);
  add_forces(&step->particles, particle, count, &rows->results);
  if (slope)
    incline(slope, lanes, (double *const[]){rows->normal_force}, 1);
  dcm_gather_rows(step->particles.position, particle, lanes, position);
  DCM_TWO_LOOPS(list->shaped, find_on_walls, list, first, lanes, (const double *const *)position,
                rows, &s->of_walls);
  add_to_walls(rows, &s->of_walls, count, &s->on_walls);
  if (step->energies)
    add_energies(step, particle, count, &s->energy_rows);
}

/** Shows the observer the contacts of a batch. */
static void observe(const dcm_wall_step *step, uint32_t first, uint32_t count,
                    const dcm_wall_scratch *s) {
  const dcm_batch_rows *rows = &s->rows;
  dcm_walls_evaluated answered = {
      .list = step->list,
      .first = first,
      .count = count,
      .overlap = rows->overlap,
      .normal_velocity = rows->normal_velocity,
      .tangential_velocity = DCM_VECTOR(rows->tangential_velocity, 0),
      .force = DCM_VECTOR(rows->results.force, 0),
      .torque = DCM_VECTOR(rows->results.torque_1, 0),
      .dt = step->dt,
  };
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    answered.added[q] = rows->added[0][q];
  for (size_t e = 0; e < dcm_energy_count(step->dt) && step->energies; e++)
    answered.energies[e] = s->energy_rows.rows[e];
  step->observer(step->observer_data, &answered);
}

void DCM_ISA_NAME(dcm_wall_kernel_run)(const dcm_wall_step *step, const dcm_wall_run *run,
                                       dcm_wall_scratch *s) {
  const dcm_wall_list *list = step->list;
  dcm_batch_rows *rows = &s->rows;
  const dcm_evaluation e = dcm_evaluation_of(step->law, step->dt, step->energies, 1);
  assert(run->first % DCM_LANES == 0 && run->first + run->count <= list->now.count);
  const uint32_t size = dcm_batch_size(run->count);
  for (uint32_t done = 0; done < run->count; done += size) {
    const uint32_t first = run->first + done, count = dcm_batch_count(run->count, done);
    const dcm_batch batch = {
        DCM_VIEWS_OF_ROWS(rows, &rows->results, 0),
        .count = count,
        .pair = run->materials,
        .half_step_velocities = step->half_step_velocities,
        .clock = step->clock,
        .separation = DCM_VECTOR(list->separation, first),
        .radius_1 = list->now.radius_1 + first,
        .radius_2 = list->now.radius_2 + first,
        .effective_mass = list->now.effective_mass + first,
        .factor = slopes_of(list, first, count),
        .energies = s->energies,
        .by_arms = s->energy_rows.rows[DCM_LEDGER_ARMS],
    };
    dcm_batch_rows_use(rows, e.law, e.dt, list->now.history, first, e.begins);
    evaluate(step, &e, &batch, first, dcm_batch_count(run->count, done + count), s);
    add(step, first, count, batch.factor, s);
    if (step->observer)
      observe(step, first, count, s);
  }
}
