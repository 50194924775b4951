/* SPDX-License-Identifier: MIT */
/** @file
 * Energies of the contacts of lists: those of batches that were kept, those of contacts that begin
 * or end, and what the changes of bodies that are not spheres take. */
#include "contacts/kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contacts/shapes.h"
#include "ledger/jumps.h"
#include "runtime/arena.h"
#include "runtime/kinematics.h"
#include "runtime/law.h"
#include "shapes/shape.h"

void dcm_pair_ledger_add_kept(const dcm_pair_step *step, const double *kept) {
  static dcm_pair_energy_adder *const adders[] = {DCM_ISA_TABLE(dcm_pair_add_energies)};
  dcm_pair_energy_adder *const add = adders[dcm_isa_in_use()];
  for (uint32_t n = 0; n < step->list->block_count; n++) {
    const dcm_pair_block *block = &step->list->blocks[n];
    const uint32_t size = dcm_batch_size(block->touching);
    for (uint32_t first = 0; first < block->touching; first += size)
      add(step, block, first, dcm_batch_count(block->touching, first),
          kept + (size_t)n * DCM_KEPT_ENERGIES + first, DCM_BLOCK_ROW);
  }
}

/* ----------------------------------------------------------------------- begin and end */

int32_t dcm_pair_ledger_prepare(dcm_pair_ledger *ledger, const dcm_pair_step *step) {
  if (ledger->energies.size == 0)
    ledger->energies = dcm_energies_of_rows(&ledger->rows);
  ledger->jumps.books = dcm_books_jumps(step->energies, step->law, step->dt);
  ledger->jumps.count = 0;
  ledger->jumps.is_incomplete = 0;
  return ledger->jumps.books
             ? dcm_jump_batch_renew(&ledger->jumps.batch, &ledger->jumps.width, step->law)
             : DCM_OK;
}

void dcm_pair_ledger_clear(dcm_pair_ledger *ledger) {
  dcm_batch_destroy(ledger->jumps.batch);
  free(ledger->jumps.all);
}

/** The two of a pair, or the spheres in their place, wherever these are.
 * @param separation of particles that are spheres
 * @return 0 if the place of the contact was not found */
static int find_motion(const dcm_particles *p, const dcm_pair_block *b, uint32_t k,
                       dcm_vector separation, dcm_relative_motion *motion) {
  const uint32_t one = b->particle_1[k], two = b->particle_2[k];
  *motion = dcm_motion_of_two(p->position, p->velocity, p->angular_velocity, one, two,
                              b->radius_1[k], b->radius_2[k]);
  if (!p->shapes) {
    motion->separation = separation;
    return 1;
  }
  const double radius[2] = {b->radius_1[k], b->radius_2[k]};
  const dcm_vector start = dcm_load((const double *const *)b->start, k);
  const double anywhere = dcm_length(motion->separation);
  dcm_stand_ins spheres;
  if (dcm_stand_ins_of(&p->shapes[one], &p->shapes[two], motion->separation, start, radius,
                       anywhere, &spheres) != DCM_SHAPES_CLOSE)
    return 0;
  dcm_move_to_stand_ins(motion, &spheres);
  return 1;
}

/** @param sign 1 where the contact ends, -1 where the contact begins */
static void book_jump(dcm_pair_ledger *ledger, const dcm_pair_step *step, const dcm_pair_block *b,
                      uint32_t k, const dcm_pair_distances *at, double sign) {
  const dcm_pair_list *list = step->list;
  const dcm_particles *p = &step->particles;
  const uint32_t one = b->particle_1[k], two = b->particle_2[k];
  const double touch = b->radius_1[k] + b->radius_2[k];
  const int lasts = sign > 0.0 || list->begins_at_reach;
  dcm_batch *batch = ledger->jumps.batch;
  dcm_relative_motion motion;
  if (!find_motion(p, b, k, dcm_load(at->separation, k), &motion))
    return;
  dcm_pair_jump *all =
      dcm_with_room(ledger->jumps.all, &ledger->jumps.room, ledger->jumps.count + 1, sizeof *all);
  ledger->jumps.is_incomplete |= !all;
  if (!all)
    return;
  ledger->jumps.all = all;
  for (uint32_t c = 0; c < list->history_width; c++)
    batch->history[c][0] = b->history[c] ? b->history[c][k] : 0.0;
  dcm_put_quantities(step->law, p, one, batch->quantities_1);
  dcm_put_quantities(step->law, p, two, batch->quantities_2);
  const dcm_jump jump = {
      .materials = b->materials,
      .side_2 = DCM_SIDE_PARTICLE,
      .motion = motion,
      .effective_mass = b->effective_mass[k],
      .farthest = lasts && b->persist_2 ? sqrt(b->persist_2[k]) : touch,
      .ends = sign > 0.0,
  };
  const double factor = b->factor ? b->factor[k] : 1.0;
  ledger->jumps.all[ledger->jumps.count++] = (dcm_pair_jump){
      one, two, sign * factor * dcm_stored_at_jump(batch, step->law, &jump, step->dt)};
}

void dcm_pair_ledger_ends(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                          const dcm_pair_block *b, const dcm_pair_distances *at) {
  for (uint32_t k = 0; k < b->touching; k++) {
    const dcm_range_of_contact range = {
        .touch_2 = at->touch_2[k], .persist_2 = b->persist_2 ? b->persist_2[k] : at->touch_2[k]};
    if (!dcm_in_contact(range, 1, at->distance_2[k]))
      book_jump(ledger, step, b, k, at, 1.0);
  }
}

void dcm_pair_ledger_begun(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                           const dcm_pair_block *b, const dcm_pair_distances *at) {
  for (uint32_t word = 0; word < sizeof b->begun / sizeof b->begun[0]; word++)
    for (uint64_t bits = b->begun[word]; bits; bits &= bits - 1)
      book_jump(ledger, step, b, 64 * word + (uint32_t)__builtin_ctzll(bits), at, -1.0);
}

int32_t dcm_pair_ledger_add_jumps(const dcm_pair_ledger *ledger, const dcm_pair_step *step) {
  const uint32_t summed = step->particles.summed;
  dcm_energy_sums *sums = step->energies;
  for (size_t n = 0; n < ledger->jumps.count; n++) {
    const dcm_pair_jump *jump = &ledger->jumps.all[n];
    const uint32_t sides[2] = {jump->particle_1, jump->particle_2};
    for (int i = 0; i < 2; i++) {
      if (sides[i] >= summed)
        continue;
      sums->of_contacts[DCM_LEDGER_JUMPS] += 0.5 * jump->energy;
      if (sums->of_particles)
        sums->of_particles[sides[i]][DCM_LEDGER_JUMPS] += 0.5 * jump->energy;
    }
  }
  return ledger->jumps.is_incomplete ? DCM_ERROR : DCM_OK;
}

/* ------------------------------------------------------------ bodies that are not spheres */

/* How far the motion that a law is shown of bodies that are not spheres differs from that of the
 * middle of the step. ledger/booking.h says why a ledger needs that: a spring is stretched by the
 * motion of the law, and bodies lose by that of the integrator. The loops of booking know how lever
 * arms and normals of spheres change. Bodies have three changes more: the arm from the centre of a
 * body to the sphere in its place changes, as the body turns and as the place of the contact moves
 * over its surface; normals turn otherwise than those of two spheres that roll on each other; and
 * spins follow from angular momenta by the axes of the end of the step. */

/** One side of a contact. */
typedef struct side {
  const dcm_shape *shape;
  dcm_vector arm, outward; /* now; unit, from the body to the other side */
  dcm_vector before;       /* outward, at the step before */
  double radius;           /* of the sphere in its place */
  dcm_vector spin, lag;
  double lever; /* from the centre of the sphere to the place of the contact */
} side;

/** How much an arm has changed in the step: now it is that of now, and then the body had the place
 * whose normal was the one of then. */
static dcm_vector change_of_arm(const side *s, double dt) {
  const dcm_vector spin = dcm_subtract(s->spin, s->lag);
  const dcm_vector normal = dcm_to_body(s->shape, dcm_turned_by(spin, dt, s->before));
  const dcm_surface_point at =
      dcm_shape_support(s->shape, dcm_scale(1.0 / dcm_length(normal), normal));
  const dcm_vector point = dcm_turned_by(spin, -dt, dcm_to_space(s->shape, at.point));
  return dcm_subtract(s->arm, dcm_subtract_scaled(point, s->radius, s->before));
}

/** The velocity of the surface of a side in the middle of the step, less that of now, but for the
 * turn of the normal. */
static dcm_vector change_of_velocity(const side *s, double dt) {
  const dcm_vector by_arm = dcm_scale(-0.5, dcm_cross(s->spin, change_of_arm(s, dt)));
  const dcm_vector lever = dcm_add_scaled(s->arm, s->lever, s->outward);
  return dcm_subtract(by_arm, dcm_cross(s->lag, lever));
}

static dcm_vector lag_of(const dcm_energy_sums *energies, uint32_t particle) {
  return energies->spin_lag ? dcm_vector_at(energies->spin_lag + 3 * (size_t)particle)
                            : dcm_vector_of(0.0, 0.0, 0.0);
}

/** Adds the work of the springs over a motion that the law has seen too little of. */
static void book(const dcm_batch *b, uint32_t k, dcm_vector motion, double dt) {
  const dcm_vector force = dcm_load((const double *const *)b->tangential_force, k);
  const dcm_vector damper = dcm_load((const double *const *)b->energies.tangential_damper, k);
  b->by_arms[k] += dt * dcm_dot(dcm_subtract(force, damper), motion);
}

/** The change of the velocity of the surfaces by the turn of the normal. A law without
 * DCM_FRAME_MID_STEP sees the normal of now, and the loops of booking know what that changes of the
 * normal velocity between spheres.
 * @param velocity of 2 relative to 1, of the spheres
 * @param turning  dcm_turning of the spins
 * @param turn     of the normal in the step, and that of two spheres */
static dcm_vector by_turn(const dcm_law *law, dcm_vector normal, dcm_vector velocity,
                          dcm_vector turning, dcm_vector turn, dcm_vector of_spheres) {
  const dcm_vector more = dcm_subtract(turn, of_spheres);
  const dcm_vector unseen = law->foresight & DCM_SEES_LATE_NORMAL ? turn : more;
  const dcm_vector surfaces = dcm_scale(0.5 * dcm_dot(velocity, normal), more);
  return dcm_add_scaled(surfaces, 0.5, dcm_cross(turning, unseen));
}

/** A row of a vector, entry k. */
static dcm_vector entry(const double (*rows)[DCM_BLOCK_ROW], uint32_t k) {
  return dcm_vector_of(rows[0][k], rows[1][k], rows[2][k]);
}

/** Side 0 or 1 of a pair.
 * @param at entry of the block, k that of the batch */
static side side_of(const dcm_pair_step *step, const dcm_shape_rows *rows, const dcm_batch *b,
                    const dcm_late_motion *late, uint32_t particle, uint32_t at, uint32_t k,
                    int number) {
  const double *const spins[2][3] = {DCM_VECTOR(late->spin_1, 0), DCM_VECTOR(late->spin_2, 0)};
  const double radius = number ? b->radius_2[k] : b->radius_1[k], outward = number ? -1.0 : 1.0;
  const dcm_arm arm = dcm_arm_of(step->law->instance.velocity_arm);
  return (side){.shape = &step->particles.shapes[particle],
                .arm = entry((const double(*)[DCM_BLOCK_ROW])rows->arm[number], at),
                .outward = dcm_scale(outward, dcm_load((const double *const *)b->normal, k)),
                .before =
                    dcm_scale(outward, entry((const double(*)[DCM_BLOCK_ROW])rows->before, at)),
                .radius = radius,
                .spin = dcm_load(spins[number], k),
                .lag = lag_of(step->energies, particle),
                .lever = dcm_arm_length(arm, radius, b->overlap[k], b->inverse_radius_sum[k])};
}

void dcm_shapes_book_changes(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t first,
                             const dcm_shape_rows *rows, const dcm_batch *b,
                             const dcm_late_motion *late) {
  for (uint32_t k = 0; k < b->count; k++) {
    const uint32_t at = first + k;
    const side one = side_of(step, rows, b, late, block->particle_1[at], at, k, 0);
    const side two = side_of(step, rows, b, late, block->particle_2[at], at, k, 1);
    if (dcm_dot(one.before, one.before) == 0.0)
      continue;
    const dcm_vector velocity = dcm_load((const double *const *)late->velocity, k);
    const dcm_vector turning = dcm_add_scaled(dcm_scale(one.lever, one.spin), two.lever, two.spin);
    const dcm_vector of_spheres = dcm_scale(step->dt / (one.radius + two.radius - b->overlap[k]),
                                            dcm_tangential_part(velocity, one.outward));
    const dcm_vector by_bodies =
        dcm_subtract(change_of_velocity(&two, step->dt), change_of_velocity(&one, step->dt));
    const dcm_vector turn = dcm_subtract(one.outward, one.before);
    book(b, k,
         dcm_add(by_bodies, by_turn(step->law, one.outward, velocity, turning, turn, of_spheres)),
         step->dt);
  }
}

void dcm_shapes_book_changes_at_walls(const dcm_wall_step *step, uint32_t first, const dcm_batch *b,
                                      const dcm_late_motion *late) {
  const dcm_wall_list *list = step->list;
  const dcm_arm arm = dcm_arm_of(step->law->instance.velocity_arm);
  for (uint32_t k = 0; k < b->count; k++) {
    const uint32_t i = list->now.particle[first + k];
    const dcm_vector normal = dcm_load((const double *const *)b->normal, k);
    const side side_1 = {
        .shape = &step->particles.shapes[i],
        .arm = dcm_load((const double *const *)list->arm, first + k),
        .outward = normal,
        .before = normal,
        .radius = b->radius_1[k],
        .spin = dcm_load((const double *const *)late->spin_1, k),
        .lag = lag_of(step->energies, i),
        .lever = dcm_arm_length(arm, b->radius_1[k], b->overlap[k], b->inverse_radius_sum[k])};
    book(b, k, dcm_scale(-1.0, change_of_velocity(&side_1, step->dt)), step->dt);
  }
}
