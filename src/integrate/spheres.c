/* SPDX-License-Identifier: MIT */
#include "integrate/spheres.h"

#include "runtime/machine.h"

/** Work on all spheres: by one of the two functions. */
typedef struct sphere_work {
  const dcm_spheres *spheres;
  size_t count;
  uint32_t parts;
  dcm_move_spheres *move;
  const dcm_half_step *half;
  dcm_weigh_spheres *weigh;
  const double *acceleration;
} sphere_work;

static void move_part(void *work, uint32_t t) {
  const sphere_work *w = work;
  w->move(w->spheres, w->half, w->count * t / w->parts, w->count * (t + 1) / w->parts);
}

static void weigh_part(void *work, uint32_t t) {
  const sphere_work *w = work;
  w->weigh(w->spheres, w->acceleration, w->count * t / w->parts, w->count * (t + 1) / w->parts);
}

void dcm_spheres_move(const dcm_spheres *spheres, const dcm_half_step *half, size_t count,
                      uint32_t threads) {
  static dcm_move_spheres *const variants[] = {DCM_ISA_TABLE(dcm_move_spheres)};
  dcm_move_spheres *const move = variants[dcm_isa_in_use()];
  const uint32_t parts = dcm_threads_of_process(threads);
  if (parts == 1) { /* at once: of few particles a step takes no longer than some calls */
    move(spheres, half, 0, count);
    return;
  }
  sphere_work work = {
      .spheres = spheres, .count = count, .parts = parts, .move = move, .half = half};
  dcm_share_out(work.parts, move_part, &work);
}

void dcm_spheres_weigh(const dcm_spheres *spheres, const double *acceleration, size_t count,
                       uint32_t threads) {
  static dcm_weigh_spheres *const variants[] = {DCM_ISA_TABLE(dcm_weigh_spheres)};
  dcm_weigh_spheres *const weigh = variants[dcm_isa_in_use()];
  const uint32_t parts = dcm_threads_of_process(threads);
  if (parts == 1) {
    weigh(spheres, acceleration, 0, count);
    return;
  }
  sphere_work work = {.spheres = spheres,
                      .count = count,
                      .parts = parts,
                      .weigh = weigh,
                      .acceleration = acceleration};
  dcm_share_out(work.parts, weigh_part, &work);
}

double dcm_spheres_height_energy(const dcm_spheres *s, const double *acceleration, size_t count) {
  double energy = 0.0;
  for (size_t i = 0; i < count; i++) {
    const double *x = s->position + 3 * i;
    if (s->groups[i] & s->group)
      energy -=
          s->mass[i] * (acceleration[0] * x[0] + acceleration[1] * x[1] + acceleration[2] * x[2]);
  }
  return energy;
}
