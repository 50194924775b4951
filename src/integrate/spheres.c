/* SPDX-License-Identifier: MIT */
#include "integrate/spheres.h"

#include "runtime/threads.h"

void dcm_spheres_move(const dcm_spheres *spheres, const dcm_half_step *half, size_t count,
                      uint32_t threads) {
  static dcm_move_spheres *const variants[] = {DCM_ISA_TABLE(dcm_move_spheres)};
  dcm_move_spheres *const run = variants[dcm_isa_in_use()];
  const uint32_t parts = dcm_threads_of_process(threads);
#ifdef _OPENMP
#pragma omp parallel for num_threads((int)parts) schedule(static, 1) if (parts > 1)
#endif
  for (uint32_t t = 0; t < parts; t++)
    run(spheres, half, count * t / parts, count * (t + 1) / parts);
}

void dcm_spheres_weigh(const dcm_spheres *spheres, const double *acceleration, size_t count,
                       uint32_t threads) {
  static dcm_weigh_spheres *const variants[] = {DCM_ISA_TABLE(dcm_weigh_spheres)};
  dcm_weigh_spheres *const run = variants[dcm_isa_in_use()];
  const uint32_t parts = dcm_threads_of_process(threads);
#ifdef _OPENMP
#pragma omp parallel for num_threads((int)parts) schedule(static, 1) if (parts > 1)
#endif
  for (uint32_t t = 0; t < parts; t++)
    run(spheres, acceleration, count * t / parts, count * (t + 1) / parts);
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
