/* SPDX-License-Identifier: MIT */
/* What the contract promises of its structs, and that C and C++ agree on it. */
#include "abi/layout.h"
#include "support/run.h"

START_TEST(languages_agree) {
  for (int i = 0; i < DCM_LAYOUT_STRUCTS; i++)
    for (int j = 0; j < 3; j++)
      ck_assert_uint_eq(dcm_layout_in_c[i][j], dcm_layout_in_cpp[i][j]);
}
END_TEST

START_TEST(structs_begin_with_their_size) {
  for (int i = 0; i < DCM_LAYOUT_STRUCTS; i++)
    ck_assert_uint_eq(dcm_layout_in_c[i][1], 0);
}
END_TEST

/* Whoever appended to a struct that ends in padding would not change its size. What a library hands
 * over has its first size today, and its least for ever. */
START_TEST(structs_end_with_their_last_field) {
  ck_assert_uint_eq(DCM_PARAMETER_LEAST_SIZE, sizeof(dcm_parameter));
  ck_assert_uint_eq(DCM_OPTION_LEAST_SIZE, sizeof(dcm_option));
  ck_assert_uint_eq(DCM_HISTORY_FIELD_LEAST_SIZE, sizeof(dcm_history_field));
  ck_assert_uint_eq(DCM_QUANTITY_LEAST_SIZE, sizeof(dcm_quantity));
  ck_assert_uint_eq(DCM_OUTPUT_LEAST_SIZE, sizeof(dcm_output));
  ck_assert_uint_eq(DCM_MODEL_LEAST_SIZE, sizeof(dcm_model));
  ck_assert_uint_eq(DCM_LIBRARY_LEAST_SIZE, sizeof(dcm_library));
  ck_assert_uint_eq(offsetof(dcm_contacts, velocity_age) + sizeof(double), sizeof(dcm_contacts));
  ck_assert_uint_eq(offsetof(dcm_energies, dissipated_fracture) + sizeof(double *),
                    sizeof(dcm_energies));
  ck_assert_uint_eq(offsetof(dcm_response, outputs) + sizeof(double *), sizeof(dcm_response));
  ck_assert_uint_eq(offsetof(dcm_event, fields) + sizeof(void *), sizeof(dcm_event));
  ck_assert_uint_eq(offsetof(dcm_sides, effective_radius) + sizeof(double), sizeof(dcm_sides));
  ck_assert_uint_eq(offsetof(dcm_instance, reserved) + 8 * sizeof(uint64_t), sizeof(dcm_instance));
  ck_assert_uint_eq(offsetof(dcm_setup, extension_data) + sizeof(void *), sizeof(dcm_setup));
  ck_assert_uint_eq(offsetof(dcm_host, log_data) + sizeof(void *), sizeof(dcm_host));
}
END_TEST

START_TEST(has_a_field) {
  dcm_model model = {.size = offsetof(dcm_model, reach)};
  ck_assert(DCM_HAS(&model, history));
  ck_assert(!DCM_HAS(&model, reach));
  ck_assert(!DCM_HAS(&model, destroy));
  model.size += 4; /* half of it */
  ck_assert(!DCM_HAS(&model, reach));
  model.size += 4;
  ck_assert(DCM_HAS(&model, reach));
}
END_TEST

/* Two that do not understand each other read these two fields. */
START_TEST(versions_never_move) {
  ck_assert_uint_eq(offsetof(dcm_host, abi_version), 4);
  ck_assert_uint_eq(offsetof(dcm_library, abi_version), 4);
}
END_TEST

START_TEST(version_words) {
  ck_assert_uint_eq(DCM_VERSION_MAJOR(DCM_ABI_VERSION), DCM_ABI_MAJOR);
  ck_assert_uint_eq(DCM_VERSION_MINOR(DCM_ABI_VERSION), DCM_ABI_MINOR);
  ck_assert_uint_eq(DCM_VERSION_MAJOR(0x00030007u), 3);
  ck_assert_uint_eq(DCM_VERSION_MINOR(0x00030007u), 7);
}
END_TEST

/* Lanes of doubles fill whole units of alignment. */
START_TEST(lanes_fill_the_alignment) {
  ck_assert_uint_eq(DCM_LANES * sizeof(double) % DCM_ALIGNMENT, 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("abi");
  TCase *layout = tcase_create("layout");
  tcase_add_test(layout, languages_agree);
  tcase_add_test(layout, structs_begin_with_their_size);
  tcase_add_test(layout, structs_end_with_their_last_field);
  tcase_add_test(layout, has_a_field);
  tcase_add_test(layout, versions_never_move);
  tcase_add_test(layout, version_words);
  tcase_add_test(layout, lanes_fill_the_alignment);
  suite_add_tcase(suite, layout);
  return dcm_run(suite);
}
