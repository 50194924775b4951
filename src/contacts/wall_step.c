/* SPDX-License-Identifier: MIT */
#include "contacts/step.h"

#include <stdlib.h>
#include <string.h>

#include "contacts/kernels.h"
#include "ledger/jumps.h"

struct dcm_wall_stepper {
  dcm_wall_scratch scratch;
  dcm_batch *jumps; /* of states so wide; NULL until somebody asks */
  uint32_t width;
};

dcm_wall_stepper *dcm_wall_stepper_create(void) {
  dcm_wall_stepper *stepper = aligned_alloc(DCM_ALIGNMENT, sizeof *stepper);
  if (stepper)
    memset(stepper, 0, sizeof *stepper);
  if (stepper)
    stepper->scratch.energies = dcm_energies_of_rows(&stepper->scratch.energy_rows);
  return stepper;
}

void dcm_wall_stepper_destroy(dcm_wall_stepper *stepper) {
  if (stepper)
    dcm_batch_destroy(stepper->jumps);
  free(stepper);
}

size_t dcm_wall_stepper_memory(const dcm_wall_stepper *stepper) {
  return sizeof *stepper;
}

/** The velocity of the wall relative to a particle, or to the sphere in its place. */
static dcm_vector velocity_of(const dcm_wall_step *step, uint32_t i, const dcm_wall_place *wall) {
  const dcm_particles *p = &step->particles;
  const dcm_vector velocity =
      dcm_subtract(wall->velocity, dcm_vector_at(p->velocity + 3 * (size_t)i));
  if (!step->list->shaped)
    return velocity;
  const dcm_vector spin = dcm_vector_at(p->angular_velocity + 3 * (size_t)i);
  return dcm_subtract(velocity, dcm_cross(spin, wall->arm));
}

/** Books a contact that began or ended: half of what is stored goes to the particle. */
static void book_jump(const dcm_wall_step *step, dcm_batch *batch, const dcm_wall_particle *grain,
                      const dcm_wall_place *wall, double sign) {
  const dcm_law *law = step->law;
  const dcm_particles *p = &step->particles;
  dcm_energy_sums *sums = step->energies;
  const uint32_t i = grain->particle;
  dcm_put_quantities(law, p, i, batch->quantities_1);
  for (uint32_t q = 0; q < law->quantity_count; q++)
    if (law->access[q] != DCM_SUM)
      batch->quantities_2[q][0] = step->quantities[q];
  const int lasts = sign > 0.0 || dcm_law_begins_at_reach(law);
  const double reach =
      lasts && law->reaches
          ? dcm_law_reach(law, dcm_sides_at_wall(grain->materials, grain->radius, wall->radius))
          : 0.0;
  const dcm_vector velocity = velocity_of(step, i, wall);
  const dcm_jump jump = {
      .materials = grain->materials,
      .side_2 = DCM_SIDE_WALL,
      .motion = {.separation = wall->separation,
                 .velocity = dcm_scale(wall->slope, velocity),
                 .spin_1 =
                     dcm_scale(wall->slope, dcm_vector_at(p->angular_velocity + 3 * (size_t)i)),
                 .radius_1 = grain->radius,
                 .radius_2 = wall->radius},
      .effective_mass = grain->effective_mass,
      .farthest = grain->radius + reach,
      .ends = sign > 0.0,
  };
  const double energy = sign * dcm_stored_at_jump(batch, law, &jump, step->dt);
  sums->of_contacts[DCM_LEDGER_JUMPS] += energy;
  if (sums->of_particles)
    sums->of_particles[i][DCM_LEDGER_JUMPS] += 0.5 * energy;
}

static void book_begins(const dcm_wall_step *step, dcm_batch *batch, const dcm_wall_run *run) {
  const dcm_wall_list *list = step->list;
  for (uint32_t k = run->first; k < run->first + run->count; k++) {
    if (list->from[k] != DCM_NO_WALL)
      continue;
    for (uint32_t h = 0; h < step->law->history_width; h++)
      batch->history[h][0] = list->now.history[h][k];
    const dcm_wall_particle grain = {list->now.particle[k], run->materials, list->now.radius_1[k],
                                     list->now.effective_mass[k]};
    const dcm_wall_place wall = dcm_wall_place_of(list, k);
    book_jump(step, batch, &grain, &wall, -1.0);
  }
}

static void book_ends(const dcm_wall_step *step, dcm_batch *batch) {
  const dcm_wall_list *list = step->list;
  for (uint32_t n = 0; n < list->ended.count; n++) {
    const dcm_wall_ended *ended = &list->ended.all[n];
    for (uint32_t h = 0; h < step->law->history_width; h++)
      batch->history[h][0] = list->ended.states[(size_t)n * list->history_width + h];
    dcm_wall_place wall = ended->wall;
    wall.separation = dcm_add_scaled(wall.separation, wall.slope * step->dt,
                                     velocity_of(step, ended->particle.particle, &wall));
    book_jump(step, batch, &ended->particle, &wall, 1.0);
  }
}

static int32_t book_jumps(dcm_wall_stepper *stepper, const dcm_wall_step *step) {
  const dcm_wall_list *list = step->list;
  if (!dcm_books_jumps(step->energies, step->law, step->dt))
    return DCM_OK;
  if (list->ended.is_incomplete ||
      dcm_jump_batch_renew(&stepper->jumps, &stepper->width, step->law))
    return DCM_ERROR;
  book_ends(step, stepper->jumps);
  for (uint32_t n = 0; n < list->run_count; n++)
    book_begins(step, stepper->jumps, &list->runs[n]);
  return DCM_OK;
}

int32_t dcm_wall_stepper_run(dcm_wall_stepper *stepper, const dcm_wall_step *step,
                             dcm_wall_sums *on_walls, double *added, dcm_contact_fault *fault) {
  static dcm_wall_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_wall_kernel_run)};
  dcm_wall_kernel *const kernel = kernels[dcm_isa_in_use()];
  dcm_wall_scratch *s = &stepper->scratch;
  memset(&s->on_walls, 0, sizeof s->on_walls);
  memset(s->added, 0, sizeof s->added);
  s->fault.found = 0;
  if (book_jumps(stepper, step))
    return DCM_ERROR;
  for (uint32_t n = 0; n < step->list->run_count; n++)
    kernel(step, &step->list->runs[n], s);
  *on_walls = s->on_walls;
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    added[q] = s->added[q];
  *fault = s->fault;
  return DCM_OK;
}
