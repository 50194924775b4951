/* SPDX-License-Identifier: MIT */
#include "ledger/work.h"

void dcm_work_of_step(const dcm_work_rows *rows, size_t count, dcm_work *work) {
  static dcm_work_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_work_run)};
  kernels[dcm_isa_in_use()](rows, count, work);
}

void dcm_foresee(const double *now, const double *then, double *kick, size_t count, double *late) {
  static dcm_foresee_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_foresee_run)};
  kernels[dcm_isa_in_use()](now, then, kick, count, late);
}
