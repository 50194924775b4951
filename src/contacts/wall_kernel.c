/* SPDX-License-Identifier: MIT */
#include "contacts/wall_kernel.h"

#include "contacts/evaluation_loops.h"
#include "contacts/rows.h"
#include "contacts/wall_sums.h"

/** Makes velocities of particles those of the walls relative to them, and has the spins of the
 * walls beside those of the particles. */
static void meet_walls(const dcm_wall_list *list, uint32_t first, uint32_t count,
                       dcm_evaluation *e) {
  const double *const wall_velocity[3] = DCM_VECTOR(list->velocity, first);
  const double *const wall_spin[3] = DCM_VECTOR(list->spin, first);
  const double *const own[3] = DCM_VECTOR(e->velocity, 0);
  double *const velocity[3] = DCM_VECTOR(e->velocity, 0);
  double *const spin_2[3] = DCM_VECTOR(e->spin_2, 0);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    dcm_store(velocity, k, dcm_subtract(dcm_load(wall_velocity, k), dcm_load(own, k)));
    dcm_store(spin_2, k, dcm_load(wall_spin, k));
  }
}

/** Has rows of particles brought near: nothing tells the processor which of them come next. */
static void expect(const double *rows, const double *others, const uint32_t *particle,
                   uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    const size_t i = particle[k];
    __builtin_prefetch(rows + 3 * i);
    __builtin_prefetch(others + 3 * i);
  }
}

/** Adds forces and torques to the particles, and to the sums of the walls. */
static void scatter(const dcm_particles *particles, const dcm_wall_list *list, const dcm_listed *t,
                    const dcm_evaluation *e, dcm_wall_sums *on_walls) {
  const dcm_results *r = &e->results;
  const double *const forces[3] = DCM_VECTOR(r->force, 0);
  const double *const torques[3] = DCM_VECTOR(r->torque_1, 0);
  dcm_wall_sums sums = *on_walls;
  for (uint32_t k = 0; k < t->count; k++) {
    const size_t i = list->now.particle[t->first + k];
    const double *const x = particles->position + 3 * i;
    dcm_add_to_row(particles->force + 3 * i, r->force, k);
    dcm_add_to_row(particles->torque + 3 * i, r->torque_1, k);
    dcm_add_to_walls(&sums, list, t->first + k, (dcm_vector){x[0], x[1], x[2]}, dcm_load(forces, k),
                     dcm_load(torques, k), e->normal_force[k]);
  }
  *on_walls = sums;
}

void DCM_ISA_NAME(dcm_wall_kernel_run)(const dcm_wall_step *step, const dcm_wall_run *run,
                                       dcm_wall_scratch *s) {
  const dcm_wall_list *list = step->list;
  const dcm_law *law = step->law;
  const dcm_particles *p = &step->particles;
  dcm_evaluation *e = &s->evaluation;
  const dcm_arm velocity_arm = dcm_arm_of(law->instance.velocity_arm);
  const dcm_arm moment_arm = dcm_moment_arm(&law->instance, 1);
  const int couples = !(law->instance.unused & DCM_UNUSED_COUPLES);
  const dcm_moment now = {step->dt, dcm_velocity_age(step->half_step_velocities, step->dt),
                          step->clock};
  double *const velocity[3] = DCM_VECTOR(e->velocity, 0);
  double *const spin_1[3] = DCM_VECTOR(e->spin_1, 0);
  const uint32_t size = dcm_batch_size(run->count);
  for (uint32_t done = 0; done < run->count; done += size) {
    const dcm_listed t = {
        .first = run->first + done,
        .count = dcm_batch_count(run->count, done),
        .materials = run->materials,
        .separation = DCM_VECTOR(list->separation, 0),
        .radius_1 = list->radius_1,
        .radius_2 = list->radius_2,
        .effective_mass = list->effective_mass,
        .history = list->now.history,
    };
    const uint32_t lanes = dcm_whole_lanes(t.count);
    const uint32_t *particle = list->now.particle + t.first;
    dcm_gather_rows(p->velocity, particle, lanes, velocity);
    dcm_gather_rows(p->angular_velocity, particle, lanes, spin_1);
    meet_walls(list, t.first, lanes, e);
    const uint32_t next = dcm_batch_count(run->count, done + t.count);
    expect(p->force, p->torque, particle, t.count);
    expect(p->velocity, p->angular_velocity, particle + t.count, next);
    dcm_see_contacts(t, e, velocity_arm, step->dt, 1, 0);
    if (law->quantity_count)
      dcm_wall_show_quantities(step, &t, s);
    dcm_ask_law(law, t, e, now, 1, 0);
    if (law->quantity_count)
      dcm_wall_take_quantities(step, &t, s);

    dcm_results *r = &e->results;
    double check;
    DCM_TWO_LOOPS(couples, dcm_assemble, t, e, r, moment_arm, &check, 1, 0);
    scatter(p, list, &t, e, &s->on_walls);
    dcm_walls_evaluated answered = {
        .list = list,
        .first = t.first,
        .count = t.count,
        .overlap = e->overlap,
        .normal_velocity = e->normal_velocity,
        .tangential_velocity = DCM_VECTOR(e->tangential_velocity, 0),
        .force = DCM_VECTOR(r->force, 0),
        .torque = DCM_VECTOR(r->torque_1, 0),
    };
    for (uint32_t q = 0; q < law->quantity_count; q++)
      answered.added[q] = e->quantities.added[0][q];
    dcm_wall_tell(step, &answered, check == 0.0, s);
  }
}
