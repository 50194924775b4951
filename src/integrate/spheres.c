/* SPDX-License-Identifier: MIT */
#include "integrate/spheres.h"

#include "runtime/machine.h"

/** Work on all spheres: a half step, or an acceleration. */
typedef struct sphere_work {
  const dcm_spheres *spheres;
  size_t count;
  uint32_t parts;
  const dcm_half_step *half; /* NULL: the acceleration */
  const double *acceleration;
} sphere_work;

static void work_on(const sphere_work *w, size_t first, size_t end) {
  static dcm_move_spheres *const moves[] = {DCM_ISA_TABLE(dcm_move_spheres)};
  static dcm_weigh_spheres *const weighs[] = {DCM_ISA_TABLE(dcm_weigh_spheres)};
  if (w->half)
    moves[dcm_isa_in_use()](w->spheres, w->half, first, end);
  else
    weighs[dcm_isa_in_use()](w->spheres, w->acceleration, first, end);
}

static void work_on_part(void *work, uint32_t t) {
  const sphere_work *w = work;
  work_on(w, w->count * t / w->parts, w->count * (t + 1) / w->parts);
}

static void work_on_all(sphere_work work, uint32_t threads) {
  work.parts = dcm_threads_of_process(threads);
  if (work.parts == 1) /* at once: of few particles a step takes no longer than some calls */
    work_on(&work, 0, work.count);
  else
    dcm_share_out(work.parts, work_on_part, &work);
}

void dcm_spheres_move(const dcm_spheres *spheres, const dcm_half_step *half, size_t count,
                      uint32_t threads) {
  work_on_all((sphere_work){.spheres = spheres, .count = count, .half = half}, threads);
}

void dcm_spheres_weigh(const dcm_spheres *spheres, const double *acceleration, size_t count,
                       uint32_t threads) {
  work_on_all((sphere_work){.spheres = spheres, .count = count, .acceleration = acceleration},
              threads);
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
