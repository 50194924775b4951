/* SPDX-License-Identifier: MIT */
/* The law of the documentation, compiled as its head says, loaded by path, and run. */
#include <dcm/dcm.h>
#include <math.h>

#include "runtime/batch.h"
#include "runtime/library.h"
#include "support/run.h"

static dcm_error error;
static const dcm_host host = {.size = sizeof host,
                              .abi_version = DCM_ABI_VERSION,
                              .name = "a test",
                              .log = dcm_error_log,
                              .log_data = &error};

static dcm_law *make(const dcm_loaded_library *library) {
  const dcm_model *model = dcm_library_find(library, "viscous", &error);
  ck_assert_msg(model, "%s", error.text);
  dcm_settings *settings = dcm_settings_create(model, 1);
  const dcm_range all = {1, 1};
  ck_assert_int_eq(dcm_settings_set(settings, all, all, "stiffness", "1e4", &error), DCM_OK);
  ck_assert_int_eq(dcm_settings_set(settings, all, all, "damping", "2", &error), DCM_OK);
  ck_assert_int_eq(dcm_settings_set(settings, all, all, "friction", "0.5", &error), DCM_OK);
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  ck_assert_msg(law, "%s", error.text);
  dcm_settings_destroy(settings);
  return law;
}

/* Two spheres of radius 1, overlap 2^-7, approaching at 3: fn = 1e4/128 + 2 * 3 = 84.125, in the
 * first contact sliding at 8 (below the limit 42.0625: force 2 * 8), in the second at 80. */
TEST(forces) {
  dcm_loaded_library *library;
  ck_assert_msg(dcm_library_open(OWN_LAW, &host, &library, &error) == DCM_OK, "%s", error.text);
  dcm_law *law = make(library);
  dcm_batch *batch = dcm_batch_create(law->history_width, 2, 1);
  batch->count = 2;
  for (int k = 0; k < 2; k++) {
    batch->separation[0][k] = 2.0 - 1.0 / 128.0;
    batch->relative_velocity[0][k] = -3.0;
    batch->relative_velocity[1][k] = k ? 80.0 : 8.0;
    batch->radius_1[k] = batch->radius_2[k] = batch->effective_mass[k] = 1.0;
  }
  dcm_batch_evaluate(batch, law, DCM_SIDE_PARTICLE, 0.25);
  for (int k = 0; k < 2; k++) {
    ck_assert_double_eq(batch->normal_force[k], 84.125);
    ck_assert_double_eq(batch->force[0][k], -84.125);
    ck_assert_double_eq_tol(batch->force[1][k], k ? 42.0625 : 16.0, 1e-14);
    ck_assert_double_eq(batch->force[2][k], 0.0);
    ck_assert_double_eq(batch->energies.stored_normal[k], 0.5 * 1e4 / 128.0 / 128.0);
    ck_assert_double_eq(batch->energies.dissipated_normal[k], 2.0 * 9.0 * 0.25);
  }
  dcm_batch_destroy(batch);
  dcm_law_destroy(law);
  dcm_library_close(library);
}
