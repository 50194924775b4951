/* SPDX-License-Identifier: MIT */
#include "contacts/wall_step.h"

#include <stdlib.h>
#include <string.h>

#include "contacts/wall_kernel.h"

struct dcm_wall_stepper {
  dcm_wall_scratch scratch;
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
  free(stepper);
}

size_t dcm_wall_stepper_memory(const dcm_wall_stepper *stepper) {
  return sizeof *stepper;
}

void dcm_wall_stepper_run(dcm_wall_stepper *stepper, const dcm_wall_step *step,
                          dcm_wall_sums *on_walls, double *added, dcm_contact_fault *fault) {
  static dcm_wall_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_wall_kernel_run)};
  dcm_wall_kernel *const kernel = kernels[dcm_isa_in_use()];
  dcm_wall_scratch *s = &stepper->scratch;
  memset(&s->on_walls, 0, sizeof s->on_walls);
  memset(s->added, 0, sizeof s->added);
  s->fault.found = 0;
  for (uint32_t n = 0; n < step->list->run_count; n++)
    kernel(step, &step->list->runs[n], s);
  *on_walls = s->on_walls;
  for (uint32_t q = 0; q < step->law->quantity_count; q++)
    added[q] = s->added[q];
  *fault = s->fault;
}
