/* SPDX-License-Identifier: MIT */
/* clang-format off */
/** @file
 * Version 1.1 of the contract, on machines with pointers of 64 bits. Made by make.py when that version was released, and never
 * made again: what this file says of the headers holds of those of every later version 1.x. */
#include <dcm/dcm.h>

/** Whether the headers are asked for this version: then they have this and nothing else. */
#define DCM_AT_HOME (DCM_TARGET_MINOR == 1)

#ifdef __cplusplus
namespace {
template <class A, class B> struct dcm_same { static constexpr bool yes = false; };
template <class A> struct dcm_same<A, A> { static constexpr bool yes = true; };
} // namespace
#define DCM_SURE static_assert
#define DCM_IS_OF_TYPE(pointer, ...) (dcm_same<decltype(pointer), __VA_ARGS__>::yes)
#else
#define DCM_SURE _Static_assert
#define DCM_IS_OF_TYPE(pointer, ...) _Generic((pointer), __VA_ARGS__: 1, default: 0)
#endif
/* The types are those of pointers to what is meant, for which arrays and qualifiers are a part of the type. */
#define DCM_STRUCT(s, bytes)                                                                       \
  DCM_SURE(sizeof(s) == (bytes) || (sizeof(s) > (bytes) && !DCM_AT_HOME),                          \
           "the size of " #s " has changed");                                                      \
  DCM_SURE(DCM_IS_OF_TYPE((struct s *)0, s *), #s " is no struct of this name");
#define DCM_STRUCT_FOR_EVER(s, bytes)                                                              \
  DCM_STRUCT(s, bytes)                                                                             \
  DCM_SURE(sizeof(s) == (bytes), "the size of " #s " has changed, which never grows");
#define DCM_FIELD(s, field, offset, bytes, ...)                                                    \
  DCM_SURE(offsetof(s, field) == (offset), #s "." #field " has moved");                            \
  DCM_SURE(sizeof(((s *)0)->field) == (bytes), "the size of " #s "." #field " has changed");       \
  DCM_SURE(DCM_IS_OF_TYPE(&((s *)0)->field, __VA_ARGS__),                                          \
           "the type of " #s "." #field " has changed");
/* Later fields take their place from its beginning. */
#define DCM_RESERVE(s, field, offset, bytes)                                                       \
  DCM_SURE(offsetof(s, field) == (offset) || (offsetof(s, field) > (offset) && !DCM_AT_HOME),      \
           #s "." #field " has moved");                                                            \
  DCM_SURE(offsetof(s, field) + sizeof(((s *)0)->field) == (offset) + (bytes),                     \
           #s "." #field " ends elsewhere");
#define DCM_IS(constant, value)                                                                    \
  DCM_SURE((long long)(constant) == (value), #constant " has changed");
#define DCM_IS_NO_LESS(constant, value)                                                            \
  DCM_SURE((long long)(constant) >= (value), #constant " has become less");
#define DCM_TEXT(macro, text) DCM_SURE(!__builtin_strcmp(macro, text), #macro " has changed");
#define DCM_TYPE(type, ...)                                                                        \
  DCM_SURE(DCM_IS_OF_TYPE((type *)0, __VA_ARGS__), #type " has changed");
#define DCM_FUNCTION(function, ...)                                                                \
  DCM_SURE(DCM_IS_OF_TYPE(&function, __VA_ARGS__), "the type of " #function " has changed");

DCM_IS(DCM_ABI_MAJOR, 1)
DCM_IS(DCM_ABI_MINOR - DCM_TARGET_MINOR, 0)
DCM_IS(DCM_ABI_VERSION - DCM_TARGET_MINOR, 65536)
DCM_IS(DCM_ALIGNMENT, 64)
#ifndef DCM_EXPORT
#error "DCM_EXPORT is gone"
#endif
#ifndef DCM_HAS
#error "DCM_HAS is gone"
#endif
DCM_IS(DCM_HISTORY_FIELD_LEAST_SIZE, 40)
DCM_IS(DCM_LANES, 8)
DCM_IS(DCM_LIBRARY_LEAST_SIZE, 40)
DCM_TEXT(DCM_LIBRARY_SYMBOL, "dcm_library_entry")
DCM_IS(DCM_MAY_BE_IGNORED, 2147418112)
DCM_IS(DCM_MODEL_LEAST_SIZE, 152)
DCM_IS_NO_LESS(DCM_NEWEST_MINOR, 1)
DCM_IS(DCM_OPTION_LEAST_SIZE, 40)
DCM_IS(DCM_OUTPUT_LEAST_SIZE, 32)
DCM_IS(DCM_PARAMETER_LEAST_SIZE, 96)
DCM_IS(DCM_QUANTITY_LEAST_SIZE, 72)
DCM_IS(DCM_VERSION_MAJOR(0x00030007u), 3)
DCM_IS(DCM_VERSION_MINOR(0x00030007u), 7)
DCM_IS(DCM_ARM_CONTACT_POINT, 0)
DCM_IS(DCM_ARM_RADIUS, 1)
DCM_IS(DCM_ARM_RADIUS_MINUS_HALF_OVERLAP, 2)
DCM_IS(DCM_BEGINS_AT_REACH, 4)
DCM_IS(DCM_CHANGE, 2)
DCM_IS(DCM_CONSERVED, 65536)
DCM_IS(DCM_CONTACT_BEGINS, 0)
DCM_IS(DCM_CONTACT_ENDS, 2)
DCM_IS(DCM_CONTACT_SWAPS, 1)
DCM_IS(DCM_ELLIPSE_AT_WALLS, 8)
DCM_IS(DCM_ERROR, 1)
DCM_IS(DCM_EVEN, 0)
DCM_IS(DCM_FIELD_FOR_ENERGIES, 2)
DCM_IS(DCM_FIELD_HELD_OTHERWISE, 3)
DCM_IS(DCM_FIELD_UNUSED, 1)
DCM_IS(DCM_FIELD_USED, 0)
DCM_IS(DCM_FRAME_AS_GIVEN, 0)
DCM_IS(DCM_FRAME_MID_STEP, 1)
DCM_IS(DCM_KNOWN_FRICTION, 1048576)
DCM_IS(DCM_KNOWN_GAIN, 131072)
DCM_IS(DCM_KNOWN_RESTITUTION, 262144)
DCM_IS(DCM_KNOWN_STEP, 524288)
DCM_IS(DCM_KNOWN_UNBALANCED, 65536)
DCM_IS(DCM_LOG_ERROR, 2)
DCM_IS(DCM_LOG_INFO, 0)
DCM_IS(DCM_LOG_WARNING, 1)
DCM_IS(DCM_MAXIMUM_EXCLUDED, 4)
DCM_IS(DCM_MINIMUM_EXCLUDED, 2)
DCM_IS(DCM_MIX_ARITHMETIC, 2)
DCM_IS(DCM_MIX_GEOMETRIC, 1)
DCM_IS(DCM_MIX_HARMONIC, 3)
DCM_IS(DCM_MIX_MAXIMUM, 5)
DCM_IS(DCM_MIX_MINIMUM, 4)
DCM_IS(DCM_MIX_NONE, 0)
DCM_IS_NO_LESS(DCM_MOST_COMPONENTS, 64)
DCM_IS_NO_LESS(DCM_MOST_COUNT, 1024)
DCM_IS(DCM_MOST_FIELDS, 32)
DCM_IS_NO_LESS(DCM_MOST_NAME, 64)
DCM_IS_NO_LESS(DCM_MOST_OUTPUTS, 16)
DCM_IS_NO_LESS(DCM_MOST_QUANTITIES, 8)
DCM_IS_NO_LESS(DCM_MOST_TEXT, 1024)
DCM_IS(DCM_ODD, 1)
DCM_IS(DCM_OK, 0)
DCM_IS(DCM_PER_LAW, 2)
DCM_IS(DCM_PER_MATERIAL, 0)
DCM_IS(DCM_PER_PAIR, 1)
DCM_IS(DCM_RADIUS_AT_WALLS, 1)
DCM_IS(DCM_READ, 0)
DCM_IS(DCM_REQUIRED, 1)
DCM_IS(DCM_SCALAR, 0)
DCM_IS(DCM_SIDE_PARTICLE, 0)
DCM_IS(DCM_SIDE_WALL, 1)
DCM_IS(DCM_STATE_AT_START, 2)
DCM_IS(DCM_SUM, 1)
DCM_IS(DCM_UNUSED_COUPLES, 1)
DCM_IS(DCM_UNUSED_QUANTITIES, 2)
DCM_IS(DCM_UNUSED_SPINS, 65536)
DCM_IS(DCM_VECTOR, 1)

DCM_STRUCT(dcm_contacts, 232)
DCM_FIELD(dcm_contacts, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_contacts, count, 4, 4, uint32_t *)
DCM_FIELD(dcm_contacts, pair, 8, 4, uint32_t *)
DCM_FIELD(dcm_contacts, side_2, 12, 4, uint32_t *)
DCM_FIELD(dcm_contacts, dt, 16, 8, double *)
DCM_FIELD(dcm_contacts, time, 24, 8, double *)
DCM_FIELD(dcm_contacts, step, 32, 8, uint64_t *)
DCM_FIELD(dcm_contacts, normal, 40, 24, const double *(*)[3])
DCM_FIELD(dcm_contacts, bisector, 64, 24, const double *(*)[3])
DCM_FIELD(dcm_contacts, overlap, 88, 8, const double **)
DCM_FIELD(dcm_contacts, normal_velocity, 96, 8, const double **)
DCM_FIELD(dcm_contacts, tangential_velocity, 104, 24, const double *(*)[3])
DCM_FIELD(dcm_contacts, angular_velocity_1, 128, 24, const double *(*)[3])
DCM_FIELD(dcm_contacts, angular_velocity_2, 152, 24, const double *(*)[3])
DCM_FIELD(dcm_contacts, radius_1, 176, 8, const double **)
DCM_FIELD(dcm_contacts, radius_2, 184, 8, const double **)
DCM_FIELD(dcm_contacts, effective_radius, 192, 8, const double **)
DCM_FIELD(dcm_contacts, effective_mass, 200, 8, const double **)
DCM_FIELD(dcm_contacts, quantities_1, 208, 8, const double *const **)
DCM_FIELD(dcm_contacts, quantities_2, 216, 8, const double *const **)
DCM_FIELD(dcm_contacts, velocity_age, 224, 8, double *)

DCM_STRUCT_FOR_EVER(dcm_dimension, 8)
DCM_FIELD(dcm_dimension, mass, 0, 1, int8_t *)
DCM_FIELD(dcm_dimension, length, 1, 1, int8_t *)
DCM_FIELD(dcm_dimension, time, 2, 1, int8_t *)
DCM_FIELD(dcm_dimension, temperature, 3, 1, int8_t *)
DCM_FIELD(dcm_dimension, current, 4, 1, int8_t *)
DCM_FIELD(dcm_dimension, denominator, 5, 1, uint8_t *)
DCM_FIELD(dcm_dimension, amount, 6, 1, int8_t *)
DCM_FIELD(dcm_dimension, luminosity, 7, 1, int8_t *)

DCM_STRUCT(dcm_energies, 104)
DCM_FIELD(dcm_energies, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_energies, reserved, 4, 4, uint32_t *)
DCM_FIELD(dcm_energies, stored_normal, 8, 8, double **)
DCM_FIELD(dcm_energies, stored_tangential, 16, 8, double **)
DCM_FIELD(dcm_energies, stored_rolling, 24, 8, double **)
DCM_FIELD(dcm_energies, dissipated_normal, 32, 8, double **)
DCM_FIELD(dcm_energies, dissipated_plastic, 40, 8, double **)
DCM_FIELD(dcm_energies, dissipated_tangential, 48, 8, double **)
DCM_FIELD(dcm_energies, dissipated_sliding, 56, 8, double **)
DCM_FIELD(dcm_energies, dissipated_rolling, 64, 8, double **)
DCM_FIELD(dcm_energies, dissipated_fracture, 72, 8, double **)
DCM_FIELD(dcm_energies, tangential_damper, 80, 24, double *(*)[3])

DCM_STRUCT(dcm_event, 32)
DCM_FIELD(dcm_event, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_event, event, 4, 4, uint32_t *)
DCM_FIELD(dcm_event, count, 8, 4, uint32_t *)
DCM_FIELD(dcm_event, side_2, 12, 4, uint32_t *)
DCM_FIELD(dcm_event, pair, 16, 4, uint32_t *)
DCM_FIELD(dcm_event, reserved, 20, 4, uint32_t *)
DCM_FIELD(dcm_event, fields, 24, 8, double *const **)

DCM_STRUCT(dcm_history_field, 40)
DCM_FIELD(dcm_history_field, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_history_field, kind, 4, 4, uint32_t *)
DCM_FIELD(dcm_history_field, parity, 8, 4, uint32_t *)
DCM_FIELD(dcm_history_field, flags, 12, 4, uint32_t *)
DCM_FIELD(dcm_history_field, dimension, 16, 8, dcm_dimension *)
DCM_FIELD(dcm_history_field, name, 24, 8, const char **)
DCM_FIELD(dcm_history_field, description, 32, 8, const char **)

DCM_STRUCT(dcm_host, 32)
DCM_FIELD(dcm_host, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_host, abi_version, 4, 4, uint32_t *)
DCM_FIELD(dcm_host, name, 8, 8, const char **)
DCM_FIELD(dcm_host, log, 16, 8, dcm_log_function *)
DCM_FIELD(dcm_host, log_data, 24, 8, void **)

DCM_STRUCT(dcm_instance, 144)
DCM_FIELD(dcm_instance, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_instance, velocity_arm, 4, 4, uint32_t *)
DCM_FIELD(dcm_instance, moment_arm, 8, 4, uint32_t *)
DCM_FIELD(dcm_instance, frame, 12, 4, uint32_t *)
DCM_FIELD(dcm_instance, unused, 16, 4, uint32_t *)
DCM_FIELD(dcm_instance, flags, 20, 4, uint32_t *)
DCM_FIELD(dcm_instance, field_use, 24, 32, uint8_t (*)[DCM_MOST_FIELDS])
DCM_FIELD(dcm_instance, data, 56, 8, void **)
DCM_FIELD(dcm_instance, log, 64, 8, dcm_log_function *)
DCM_FIELD(dcm_instance, log_data, 72, 8, void **)
DCM_RESERVE(dcm_instance, reserved, 80, 64)

DCM_STRUCT(dcm_library, 40)
DCM_FIELD(dcm_library, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_library, abi_version, 4, 4, uint32_t *)
DCM_FIELD(dcm_library, name, 8, 8, const char **)
DCM_FIELD(dcm_library, version, 16, 8, const char **)
DCM_FIELD(dcm_library, model_count, 24, 4, uint32_t *)
DCM_FIELD(dcm_library, flags, 28, 4, uint32_t *)
DCM_FIELD(dcm_library, models, 32, 8, const dcm_model *const **)

DCM_STRUCT(dcm_model, 152)
DCM_FIELD(dcm_model, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_model, history_version, 4, 4, uint32_t *)
DCM_FIELD(dcm_model, id, 8, 8, const char **)
DCM_FIELD(dcm_model, title, 16, 8, const char **)
DCM_FIELD(dcm_model, reference, 24, 8, const char **)
DCM_FIELD(dcm_model, parameter_count, 32, 4, uint32_t *)
DCM_FIELD(dcm_model, option_count, 36, 4, uint32_t *)
DCM_FIELD(dcm_model, history_count, 40, 4, uint32_t *)
DCM_FIELD(dcm_model, needs, 44, 4, uint32_t *)
DCM_FIELD(dcm_model, events, 48, 4, uint32_t *)
DCM_FIELD(dcm_model, quantity_count, 52, 4, uint32_t *)
DCM_FIELD(dcm_model, output_count, 56, 4, uint32_t *)
DCM_FIELD(dcm_model, least_version, 60, 4, uint32_t *)
DCM_FIELD(dcm_model, parameters, 64, 8, const dcm_parameter **)
DCM_FIELD(dcm_model, options, 72, 8, const dcm_option **)
DCM_FIELD(dcm_model, history_fields, 80, 8, const dcm_history_field **)
DCM_FIELD(dcm_model, quantities, 88, 8, const dcm_quantity **)
DCM_FIELD(dcm_model, outputs, 96, 8, const dcm_output **)
DCM_FIELD(dcm_model, init, 104, 8, int32_t (**)(const dcm_setup *, dcm_instance *))
DCM_FIELD(dcm_model, compute, 112, 8, int32_t (**)(const dcm_instance *, const dcm_contacts *, const dcm_response *))
DCM_FIELD(dcm_model, history, 120, 8, void (**)(const dcm_instance *, const dcm_event *))
DCM_FIELD(dcm_model, reach, 128, 8, double (**)(const dcm_instance *, const dcm_sides *))
DCM_FIELD(dcm_model, destroy, 136, 8, void (**)(dcm_instance *))
DCM_FIELD(dcm_model, extension, 144, 8, const void *(**)(const char *))

DCM_STRUCT(dcm_option, 40)
DCM_FIELD(dcm_option, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_option, choice_count, 4, 4, uint32_t *)
DCM_FIELD(dcm_option, default_choice, 8, 4, uint32_t *)
DCM_FIELD(dcm_option, flags, 12, 4, uint32_t *)
DCM_FIELD(dcm_option, name, 16, 8, const char **)
DCM_FIELD(dcm_option, description, 24, 8, const char **)
DCM_FIELD(dcm_option, choices, 32, 8, const char *const **)

DCM_STRUCT(dcm_output, 32)
DCM_FIELD(dcm_output, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_output, flags, 4, 4, uint32_t *)
DCM_FIELD(dcm_output, name, 8, 8, const char **)
DCM_FIELD(dcm_output, description, 16, 8, const char **)
DCM_FIELD(dcm_output, dimension, 24, 8, dcm_dimension *)

DCM_STRUCT(dcm_parameter, 96)
DCM_FIELD(dcm_parameter, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_parameter, scope, 4, 4, uint32_t *)
DCM_FIELD(dcm_parameter, mixing, 8, 4, uint32_t *)
DCM_FIELD(dcm_parameter, flags, 12, 4, uint32_t *)
DCM_FIELD(dcm_parameter, name, 16, 8, const char **)
DCM_FIELD(dcm_parameter, symbol, 24, 8, const char **)
DCM_FIELD(dcm_parameter, description, 32, 8, const char **)
DCM_FIELD(dcm_parameter, dimension, 40, 8, dcm_dimension *)
DCM_FIELD(dcm_parameter, default_value, 48, 8, double *)
DCM_FIELD(dcm_parameter, minimum, 56, 8, double *)
DCM_FIELD(dcm_parameter, maximum, 64, 8, double *)
DCM_FIELD(dcm_parameter, reason, 72, 8, const char **)
DCM_FIELD(dcm_parameter, usual_minimum, 80, 8, double *)
DCM_FIELD(dcm_parameter, usual_maximum, 88, 8, double *)

DCM_STRUCT(dcm_quantity, 72)
DCM_FIELD(dcm_quantity, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_quantity, access, 4, 4, uint32_t *)
DCM_FIELD(dcm_quantity, kind, 8, 4, uint32_t *)
DCM_FIELD(dcm_quantity, flags, 12, 4, uint32_t *)
DCM_FIELD(dcm_quantity, name, 16, 8, const char **)
DCM_FIELD(dcm_quantity, symbol, 24, 8, const char **)
DCM_FIELD(dcm_quantity, description, 32, 8, const char **)
DCM_FIELD(dcm_quantity, dimension, 40, 8, dcm_dimension *)
DCM_FIELD(dcm_quantity, default_value, 48, 8, double *)
DCM_FIELD(dcm_quantity, minimum, 56, 8, double *)
DCM_FIELD(dcm_quantity, maximum, 64, 8, double *)

DCM_STRUCT(dcm_response, 136)
DCM_FIELD(dcm_response, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_response, reserved, 4, 4, uint32_t *)
DCM_FIELD(dcm_response, normal_force, 8, 8, double **)
DCM_FIELD(dcm_response, tangential_force, 16, 24, double *(*)[3])
DCM_FIELD(dcm_response, couple_1, 40, 24, double *(*)[3])
DCM_FIELD(dcm_response, couple_2, 64, 24, double *(*)[3])
DCM_FIELD(dcm_response, history_in, 88, 8, const double *const **)
DCM_FIELD(dcm_response, history_out, 96, 8, double *const **)
DCM_FIELD(dcm_response, energies, 104, 8, const dcm_energies **)
DCM_FIELD(dcm_response, added_1, 112, 8, double *const **)
DCM_FIELD(dcm_response, added_2, 120, 8, double *const **)
DCM_FIELD(dcm_response, outputs, 128, 8, double *const **)

DCM_STRUCT(dcm_setup, 48)
DCM_FIELD(dcm_setup, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_setup, abi_version, 4, 4, uint32_t *)
DCM_FIELD(dcm_setup, material_count, 8, 4, uint32_t *)
DCM_FIELD(dcm_setup, reserved, 12, 4, uint32_t *)
DCM_FIELD(dcm_setup, values, 16, 8, const double *const **)
DCM_FIELD(dcm_setup, options, 24, 8, const uint32_t **)
DCM_FIELD(dcm_setup, extension, 32, 8, const void *(**)(void *, const char *))
DCM_FIELD(dcm_setup, extension_data, 40, 8, void **)

DCM_STRUCT(dcm_sides, 40)
DCM_FIELD(dcm_sides, size, 0, 4, uint32_t *)
DCM_FIELD(dcm_sides, pair, 4, 4, uint32_t *)
DCM_FIELD(dcm_sides, side_2, 8, 4, uint32_t *)
DCM_FIELD(dcm_sides, reserved, 12, 4, uint32_t *)
DCM_FIELD(dcm_sides, radius_1, 16, 8, double *)
DCM_FIELD(dcm_sides, radius_2, 24, 8, double *)
DCM_FIELD(dcm_sides, effective_radius, 32, 8, double *)

DCM_TYPE(dcm_log_function, void (**)(void *, uint32_t, const char *))
DCM_TYPE(dcm_library_function, const dcm_library *(**)(const dcm_host *))
DCM_FUNCTION(dcm_library_entry, const dcm_library *(*)(const dcm_host *))
