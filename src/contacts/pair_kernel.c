/* SPDX-License-Identifier: MIT */
#include "contacts/pair_kernel.h"

#include <math.h>

#include "contacts/rows.h"
#include "mechanics/simd.h"
#include "mechanics/vector.h"
#include "runtime/contact_kinematics.h"
#include "runtime/kinematics.h"

#define CONSTANT(array) ((const double *const *)(array))

static inline uint32_t whole_lanes(uint32_t count) {
  return (count + DCM_LANES - 1) / DCM_LANES * DCM_LANES;
}

/* ---------------------------------------------------------------------------------- who touches */

/** @return the sum, which is finite if all distances are */
static double measure(const dcm_pair_block *b, const double *position, dcm_pair_scratch *s) {
  const uint32_t n = whole_lanes(b->count);
  dcm_gather_differences(position, b->particle_1, b->particle_2, n, s->separation);
  const double *const separation[3] = {s->separation[0], s->separation[1], s->separation[2]};
  double *distance_2 = s->distance_2;
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < n; k++) {
    const dcm_vector d = dcm_load(separation, k);
    distance_2[k] = dcm_dot(d, d);
    sum += distance_2[k];
  }
  return sum;
}

/** Whether bits first to last - 1 all are value. */
static int all_bits(const uint8_t *bits, uint32_t first, uint32_t last, uint8_t value) {
  uint8_t wrong = 0;
  const uint8_t wanted = value ? 0xff : 0;
  if (first >= last)
    return 1;
  const uint32_t begin = first / 8, end = (last - 1) / 8;
  const uint8_t head = (uint8_t)(0xff << first % 8);
  const uint8_t tail = (uint8_t)(0xff >> (7 - (last - 1) % 8));
  if (begin == end)
    return ((bits[begin] ^ wanted) & head & tail) == 0;
  wrong |= (bits[begin] ^ wanted) & head;
  for (uint32_t i = begin + 1; i < end; i++)
    wrong |= bits[i] ^ wanted;
  wrong |= (bits[end] ^ wanted) & tail;
  return wrong == 0;
}

/** Whether the contacts of the block are those of the step before. */
static int is_unchanged(const dcm_pair_block *b, dcm_pair_scratch *s) {
  if (b->persist_2 != b->touch_2) {
    dcm_compare(s->distance_2, b->persist_2, whole_lanes(b->touching), s->within);
    if (!all_bits(s->within, 0, b->touching, 1))
      return 0;
  }
  dcm_compare(s->distance_2, b->touch_2, whole_lanes(b->count), s->within);
  if (b->persist_2 == b->touch_2 && !all_bits(s->within, 0, b->touching, 1))
    return 0;
  return all_bits(s->within, b->touching, b->count, 0);
}

/* ------------------------------------------------------------------------------------ evaluation
 */

/** The contacts of a batch: entries first to first + count - 1 of a block. */
typedef struct batch {
  const dcm_pair_block *block;
  uint32_t first, count;
} batch;

DCM_SPECIALISED void kinematics(batch t, dcm_pair_scratch *s, dcm_arm arm, double dt,
                                int mid_step) {
  const double *const separation[3] = {s->separation[0] + t.first, s->separation[1] + t.first,
                                       s->separation[2] + t.first};
  const double *radius_1 = t.block->radius_1 + t.first;
  const double *radius_2 = t.block->radius_2 + t.first;
  const uint32_t n = whole_lanes(t.count);
  DCM_SIMD
  for (uint32_t k = 0; k < n; k++) {
    const double inverse_sum = dcm_inverse_radius_sum(radius_1[k], radius_2[k], 0);
    const dcm_relative_motion motion = {
        .separation = dcm_load(separation, k),
        .velocity = dcm_load(CONSTANT(s->velocity), k),
        .spin_1 = dcm_load(CONSTANT(s->spin_1), k),
        .spin_2 = dcm_load(CONSTANT(s->spin_2), k),
        .radius_1 = radius_1[k],
        .radius_2 = radius_2[k],
        .inverse_radius_sum = inverse_sum,
    };
    const dcm_kinematics seen = dcm_contact_kinematics(motion, arm, dt, mid_step, 0);
    dcm_store(s->normal, k, seen.normal);
    dcm_store(s->tangential_velocity, k, seen.tangential_velocity);
    s->overlap[k] = seen.overlap;
    s->normal_velocity[k] = seen.normal_velocity;
    s->inverse_radius_sum[k] = inverse_sum;
    s->effective_radius[k] = dcm_effective_radius(radius_1[k], radius_2[k]);
  }
}

static void ask_law(const dcm_pair_step *step, batch t, dcm_pair_scratch *s) {
  const dcm_law *law = step->law;
  for (uint32_t c = 0; c < law->history_width; c++) {
    s->history[c] = t.block->history[c] + t.first;
    s->new_history[c] = step->dt == 0.0 ? s->discarded[c] : s->history[c];
  }
  const dcm_contacts contacts = {
      .size = sizeof contacts,
      .count = t.count,
      .dt = step->dt,
      .normal = {s->normal[0], s->normal[1], s->normal[2]},
      .overlap = s->overlap,
      .normal_velocity = s->normal_velocity,
      .tangential_velocity = {s->tangential_velocity[0], s->tangential_velocity[1],
                              s->tangential_velocity[2]},
      .angular_velocity_1 = {s->spin_1[0], s->spin_1[1], s->spin_1[2]},
      .angular_velocity_2 = {s->spin_2[0], s->spin_2[1], s->spin_2[2]},
      .radius_1 = t.block->radius_1 + t.first,
      .radius_2 = t.block->radius_2 + t.first,
      .effective_radius = s->effective_radius,
      .effective_mass = t.block->effective_mass + t.first,
      .pair = t.block->materials,
      .side_2 = DCM_SIDE_PARTICLE,
  };
  const dcm_response response = {
      .size = sizeof response,
      .normal_force = s->normal_force,
      .tangential_force = {s->tangential_force[0], s->tangential_force[1], s->tangential_force[2]},
      .couple_1 = {s->couple_1[0], s->couple_1[1], s->couple_1[2]},
      .couple_2 = {s->couple_2[0], s->couple_2[1], s->couple_2[2]},
      .history_in = CONSTANT(s->history),
      .history_out = s->new_history,
  };
  law->model->compute(&law->instance, &contacts, &response);
}

/** Where the results of a batch go. */
typedef struct results {
  double *force[3], *torque_1[3], *torque_2[3];
} results;

/** @param check receives 0, or NaN if some number of the answer is not finite */
DCM_SPECIALISED void assemble(batch t, const dcm_pair_scratch *s, results r, dcm_arm arm,
                              double *check, int couples, int weighted) {
  const double *radius_1 = t.block->radius_1 + t.first;
  const double *radius_2 = t.block->radius_2 + t.first;
  const double *factor = t.block->factor + t.first;
  const dcm_vector none = {0.0, 0.0, 0.0};
  double sum = 0.0;
  DCM_SIMD_SUM(sum)
  for (uint32_t k = 0; k < t.count; k++) {
    const dcm_contact_geometry geometry = {
        .normal = dcm_load(CONSTANT(s->normal), k),
        .overlap = s->overlap[k],
        .radius_1 = radius_1[k],
        .radius_2 = radius_2[k],
        .inverse_radius_sum = s->inverse_radius_sum[k],
    };
    const dcm_contact_answer answer = {
        .normal_force = s->normal_force[k],
        .tangential_force = dcm_load(CONSTANT(s->tangential_force), k),
        .couple_1 = couples ? dcm_load(CONSTANT(s->couple_1), k) : none,
        .couple_2 = couples ? dcm_load(CONSTANT(s->couple_2), k) : none,
    };
    dcm_contact_forces f = dcm_contact_assembly(geometry, answer, arm, 0);
    if (weighted) {
      f.force = dcm_scale(factor[k], f.force);
      f.torque_1 = dcm_scale(factor[k], f.torque_1);
      f.torque_2 = dcm_scale(factor[k], f.torque_2);
    }
    dcm_store(r.force, k, f.force);
    dcm_store(r.torque_1, k, f.torque_1);
    dcm_store(r.torque_2, k, f.torque_2);
    const dcm_vector all = dcm_add(f.force, dcm_add(f.torque_1, f.torque_2));
    sum += 0.0 * (all.x + all.y + all.z);
  }
  *check = sum;
}

/** Keeps the first pair of the block whose distance is not finite. */
static void note_distance(const dcm_pair_block *b, dcm_pair_scratch *s) {
  for (uint32_t k = 0; k < b->count && !s->fault.found; k++)
    if (!isfinite(s->distance_2[k]))
      s->fault = (dcm_contact_fault){
          .found = 1, .particle_1 = b->particle_1[k], .particle_2 = b->particle_2[k]};
}

/** Keeps the first contact of the batch whose force or torques are not finite. */
static void note_answer(const dcm_evaluated *c, dcm_pair_scratch *s) {
  for (uint32_t k = 0; k < c->count && !s->fault.found; k++) {
    double check = 0.0;
    for (int d = 0; d < 3; d++)
      check += 0.0 * (c->force[d][k] + c->torque_1[d][k] + c->torque_2[d][k]);
    if (check != 0.0)
      s->fault = (dcm_contact_fault){
          .found = 1,
          .of_law = 1,
          .particle_1 = c->block->particle_1[c->first + k],
          .particle_2 = c->block->particle_2[c->first + k],
          .overlap = s->overlap[k],
          .normal_velocity = s->normal_velocity[k],
          .force = {c->force[0][k], c->force[1][k], c->force[2][k]},
      };
  }
}

static void fetch(const void *array, size_t bytes) {
  for (size_t at = 0; at < bytes; at += DCM_ALIGNMENT)
    __builtin_prefetch((const char *)array + at, 0, 2);
}

/** Has the numbers of the next block brought near. They are arrays too short for the processor to
 * notice by itself that they are read from end to end. */
static void expect(const dcm_pair_block *next, uint32_t history_width) {
  const size_t pairs = next->count, contacts = next->touching;
  fetch(next->particle_1, pairs * sizeof *next->particle_1);
  fetch(next->particle_2, pairs * sizeof *next->particle_2);
  fetch(next->touch_2, pairs * sizeof *next->touch_2);
  fetch(next->radius_1, contacts * sizeof *next->radius_1);
  fetch(next->radius_2, contacts * sizeof *next->radius_2);
  fetch(next->effective_mass, contacts * sizeof *next->effective_mass);
  for (uint32_t c = 0; c < history_width; c++)
    fetch(next->history[c], contacts * sizeof *next->history[c]);
}

void DCM_ISA_NAME(dcm_pair_kernel_run)(const dcm_pair_step *step, uint32_t block,
                                       dcm_pair_scratch *s, dcm_pair_results kept) {
  const dcm_pair_block *b = &step->list->blocks[block];
  const dcm_law *law = step->law;
  const dcm_arm velocity_arm = dcm_arm_of(law->instance.velocity_arm);
  const dcm_arm moment_arm = dcm_arm_of(law->instance.moment_arm);
  const int couples = !(law->instance.unused & DCM_UNUSED_COUPLES);
  const int mid_step =
      step->half_step_velocities && step->dt > 0.0 && law->instance.frame == DCM_FRAME_MID_STEP;
  /* With several threads the next block may be another's, who is changing it. */
  if (!kept && block + 1 < step->list->block_count)
    expect(&step->list->blocks[block + 1], step->list->history_width);
  if (!isfinite(measure(b, step->particles.position, s)))
    note_distance(b, s);
  if (!is_unchanged(b, s))
    dcm_pair_list_sort(step->list, law, block, s->distance_2, s->separation, 3);

  for (uint32_t first = 0; first < b->touching; first += DCM_CONTACT_BATCH) {
    const uint32_t left = b->touching - first;
    const batch t = {b, first, left < DCM_CONTACT_BATCH ? left : DCM_CONTACT_BATCH};
    const uint32_t lanes = whole_lanes(t.count);
    const uint32_t *one = b->particle_1 + first, *two = b->particle_2 + first;
    dcm_gather_differences(step->particles.velocity, one, two, lanes, s->velocity);
    dcm_gather_rows(step->particles.angular_velocity, one, lanes, s->spin_1);
    dcm_gather_rows(step->particles.angular_velocity, two, lanes, s->spin_2);
    DCM_TWO_LOOPS(mid_step, kinematics, t, s, velocity_arm, step->dt);
    ask_law(step, t, s);

    results r;
    for (int c = 0; c < 3; c++) {
      r.force[c] = kept ? kept[block][c] + first : s->force[c];
      r.torque_1[c] = kept ? kept[block][3 + c] + first : s->torque_1[c];
      r.torque_2[c] = kept ? kept[block][6 + c] + first : s->torque_2[c];
    }
    double check;
    DCM_FOUR_LOOPS(couples, step->list->weighted, assemble, t, s, r, moment_arm, &check);
    const dcm_evaluated done = {
        .block = b,
        .first = first,
        .count = t.count,
        .separation = {s->separation[0] + first, s->separation[1] + first,
                       s->separation[2] + first},
        .force = {r.force[0], r.force[1], r.force[2]},
        .torque_1 = {r.torque_1[0], r.torque_1[1], r.torque_1[2]},
        .torque_2 = {r.torque_2[0], r.torque_2[1], r.torque_2[2]},
    };
    if (check != 0.0)
      note_answer(&done, s);
    if (kept)
      continue;
    dcm_pair_scatter(step, &done, 0, step->particles.summed);
    if (step->observer)
      step->observer(step->observer_data, &done);
  }
}
