/* SPDX-License-Identifier: MIT */
/** @file
 * The layout of the contract's structs as a table of numbers, which C and C++ each compute. */
#ifndef DCM_TESTS_ABI_LAYOUT_H
#define DCM_TESTS_ABI_LAYOUT_H

#include <dcm/dcm.h>
#include <stddef.h>

/** Size of each struct, offset of its first field, offset of its last. The first is the size, so
 * that structs can grow; only dcm_dimension never does. */
#define DCM_LAYOUT                                                                                 \
  {                                                                                                \
    {sizeof(dcm_dimension), offsetof(dcm_dimension, mass), offsetof(dcm_dimension, luminosity)},   \
        {sizeof(dcm_parameter), offsetof(dcm_parameter, size),                                     \
         offsetof(dcm_parameter, usual_maximum)},                                                  \
        {sizeof(dcm_option), offsetof(dcm_option, size), offsetof(dcm_option, choices)},           \
        {sizeof(dcm_history_field), offsetof(dcm_history_field, size),                             \
         offsetof(dcm_history_field, description)},                                                \
        {sizeof(dcm_contacts), offsetof(dcm_contacts, size),                                       \
         offsetof(dcm_contacts, velocity_age)},                                                    \
        {sizeof(dcm_energies), offsetof(dcm_energies, size),                                       \
         offsetof(dcm_energies, dissipated_fracture)},                                             \
        {sizeof(dcm_response), offsetof(dcm_response, size), offsetof(dcm_response, outputs)},     \
        {sizeof(dcm_quantity), offsetof(dcm_quantity, size), offsetof(dcm_quantity, maximum)},     \
        {sizeof(dcm_output), offsetof(dcm_output, size), offsetof(dcm_output, dimension)},         \
        {sizeof(dcm_event), offsetof(dcm_event, size), offsetof(dcm_event, fields)},               \
        {sizeof(dcm_sides), offsetof(dcm_sides, size), offsetof(dcm_sides, effective_radius)},     \
        {sizeof(dcm_instance), offsetof(dcm_instance, size), offsetof(dcm_instance, reserved)},    \
        {sizeof(dcm_setup), offsetof(dcm_setup, size), offsetof(dcm_setup, extension_data)},       \
        {sizeof(dcm_model), offsetof(dcm_model, size), offsetof(dcm_model, extension)},            \
        {sizeof(dcm_host), offsetof(dcm_host, size), offsetof(dcm_host, log_data)},                \
        {sizeof(dcm_library), offsetof(dcm_library, size), offsetof(dcm_library, models)},         \
  }

enum { DCM_LAYOUT_STRUCTS = 16 };

#ifdef __cplusplus
extern "C" {
#endif
extern const size_t dcm_layout_in_c[DCM_LAYOUT_STRUCTS][3];
extern const size_t dcm_layout_in_cpp[DCM_LAYOUT_STRUCTS][3];
#ifdef __cplusplus
}
#endif

#endif
