! SPDX-License-Identifier: MIT
! The contract of contact laws in Fortran: the structs and constants of dcm/dcm.h, whose comments say what each means. Made by
! tests/abi/translate.py. Fortran has no numbers without a sign: bits of flags are those of C.
!
! A struct that is made without arguments has its size, if a library hands it over, and zeros in all other fields: "not told".
module dcm_contract
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_int32_t), parameter :: dcm_abi_major = 1
  integer(c_int32_t), parameter :: dcm_abi_version = 65536
  integer(c_int32_t), parameter :: dcm_alignment = 64
  integer(c_int32_t), parameter :: dcm_lanes = 8
  integer(c_int32_t), parameter :: dcm_may_be_ignored = 2147418112
  integer(c_int32_t), parameter :: dcm_most_name = 64
  integer(c_int32_t), parameter :: dcm_most_text = 1024
  integer(c_int32_t), parameter :: dcm_most_count = 1024
  integer(c_int32_t), parameter :: dcm_most_fields = 32
  integer(c_int32_t), parameter :: dcm_most_components = 64
  integer(c_int32_t), parameter :: dcm_most_quantities = 8
  integer(c_int32_t), parameter :: dcm_most_outputs = 16
  integer(c_int32_t), parameter :: dcm_ok = 0
  integer(c_int32_t), parameter :: dcm_error = 1
  integer(c_int32_t), parameter :: dcm_log_info = 0
  integer(c_int32_t), parameter :: dcm_log_warning = 1
  integer(c_int32_t), parameter :: dcm_log_error = 2
  integer(c_int32_t), parameter :: dcm_side_particle = 0
  integer(c_int32_t), parameter :: dcm_side_wall = 1
  integer(c_int32_t), parameter :: dcm_per_material = 0
  integer(c_int32_t), parameter :: dcm_per_pair = 1
  integer(c_int32_t), parameter :: dcm_per_law = 2
  integer(c_int32_t), parameter :: dcm_mix_none = 0
  integer(c_int32_t), parameter :: dcm_mix_geometric = 1
  integer(c_int32_t), parameter :: dcm_mix_arithmetic = 2
  integer(c_int32_t), parameter :: dcm_mix_harmonic = 3
  integer(c_int32_t), parameter :: dcm_mix_minimum = 4
  integer(c_int32_t), parameter :: dcm_mix_maximum = 5
  integer(c_int32_t), parameter :: dcm_required = 1
  integer(c_int32_t), parameter :: dcm_minimum_excluded = 2
  integer(c_int32_t), parameter :: dcm_maximum_excluded = 4
  integer(c_int32_t), parameter :: dcm_scalar = 0
  integer(c_int32_t), parameter :: dcm_vector = 1
  integer(c_int32_t), parameter :: dcm_even = 0
  integer(c_int32_t), parameter :: dcm_odd = 1
  integer(c_int32_t), parameter :: dcm_read = 0
  integer(c_int32_t), parameter :: dcm_sum = 1
  integer(c_int32_t), parameter :: dcm_change = 2
  integer(c_int32_t), parameter :: dcm_conserved = 65536
  integer(c_int32_t), parameter :: dcm_arm_contact_point = 0
  integer(c_int32_t), parameter :: dcm_arm_radius = 1
  integer(c_int32_t), parameter :: dcm_arm_radius_minus_half_overlap = 2
  integer(c_int32_t), parameter :: dcm_unused_couples = 1
  integer(c_int32_t), parameter :: dcm_unused_quantities = 2
  integer(c_int32_t), parameter :: dcm_unused_spins = 65536
  integer(c_int32_t), parameter :: dcm_field_used = 0
  integer(c_int32_t), parameter :: dcm_field_unused = 1
  integer(c_int32_t), parameter :: dcm_field_for_energies = 2
  integer(c_int32_t), parameter :: dcm_field_held_otherwise = 3
  integer(c_int32_t), parameter :: dcm_frame_as_given = 0
  integer(c_int32_t), parameter :: dcm_frame_mid_step = 1
  integer(c_int32_t), parameter :: dcm_radius_at_walls = 1
  integer(c_int32_t), parameter :: dcm_state_at_start = 2
  integer(c_int32_t), parameter :: dcm_begins_at_reach = 4
  integer(c_int32_t), parameter :: dcm_ellipse_at_walls = 8
  integer(c_int32_t), parameter :: dcm_known_unbalanced = 65536
  integer(c_int32_t), parameter :: dcm_known_gain = 131072
  integer(c_int32_t), parameter :: dcm_known_restitution = 262144
  integer(c_int32_t), parameter :: dcm_known_step = 524288
  integer(c_int32_t), parameter :: dcm_known_friction = 1048576
  integer(c_int32_t), parameter :: dcm_contact_begins = 0
  integer(c_int32_t), parameter :: dcm_contact_swaps = 1
  integer(c_int32_t), parameter :: dcm_contact_ends = 2

  type, bind(c) :: dcm_contacts
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: count = 0
    integer(c_int32_t) :: pair = 0
    integer(c_int32_t) :: side_2 = 0
    real(c_double) :: dt = 0
    real(c_double) :: time = 0
    integer(c_int64_t) :: step = 0
    type(c_ptr) :: normal(3) = c_null_ptr
    type(c_ptr) :: bisector(3) = c_null_ptr
    type(c_ptr) :: overlap = c_null_ptr
    type(c_ptr) :: normal_velocity = c_null_ptr
    type(c_ptr) :: tangential_velocity(3) = c_null_ptr
    type(c_ptr) :: angular_velocity_1(3) = c_null_ptr
    type(c_ptr) :: angular_velocity_2(3) = c_null_ptr
    type(c_ptr) :: radius_1 = c_null_ptr
    type(c_ptr) :: radius_2 = c_null_ptr
    type(c_ptr) :: effective_radius = c_null_ptr
    type(c_ptr) :: effective_mass = c_null_ptr
    type(c_ptr) :: quantities_1 = c_null_ptr
    type(c_ptr) :: quantities_2 = c_null_ptr
    real(c_double) :: velocity_age = 0
  end type

  type, bind(c) :: dcm_energies
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: reserved = 0
    type(c_ptr) :: stored_normal = c_null_ptr
    type(c_ptr) :: stored_tangential = c_null_ptr
    type(c_ptr) :: stored_rolling = c_null_ptr
    type(c_ptr) :: dissipated_normal = c_null_ptr
    type(c_ptr) :: dissipated_plastic = c_null_ptr
    type(c_ptr) :: dissipated_tangential = c_null_ptr
    type(c_ptr) :: dissipated_sliding = c_null_ptr
    type(c_ptr) :: dissipated_rolling = c_null_ptr
    type(c_ptr) :: dissipated_fracture = c_null_ptr
  end type

  type, bind(c) :: dcm_response
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: reserved = 0
    type(c_ptr) :: normal_force = c_null_ptr
    type(c_ptr) :: tangential_force(3) = c_null_ptr
    type(c_ptr) :: couple_1(3) = c_null_ptr
    type(c_ptr) :: couple_2(3) = c_null_ptr
    type(c_ptr) :: history_in = c_null_ptr
    type(c_ptr) :: history_out = c_null_ptr
    type(c_ptr) :: energies = c_null_ptr
    type(c_ptr) :: added_1 = c_null_ptr
    type(c_ptr) :: added_2 = c_null_ptr
    type(c_ptr) :: outputs = c_null_ptr
  end type

  type, bind(c) :: dcm_dimension
    integer(c_int8_t) :: mass = 0
    integer(c_int8_t) :: length = 0
    integer(c_int8_t) :: time = 0
    integer(c_int8_t) :: temperature = 0
    integer(c_int8_t) :: current = 0
    integer(c_int8_t) :: denominator = 0
    integer(c_int8_t) :: amount = 0
    integer(c_int8_t) :: luminosity = 0
  end type

  type, bind(c) :: dcm_parameter
    integer(c_int32_t) :: size = 96
    integer(c_int32_t) :: scope = 0
    integer(c_int32_t) :: mixing = 0
    integer(c_int32_t) :: flags = 0
    type(c_ptr) :: name = c_null_ptr
    type(c_ptr) :: symbol = c_null_ptr
    type(c_ptr) :: description = c_null_ptr
    type(dcm_dimension) :: dimension = dcm_dimension()
    real(c_double) :: default_value = 0
    real(c_double) :: minimum = 0
    real(c_double) :: maximum = 0
    type(c_ptr) :: reason = c_null_ptr
    real(c_double) :: usual_minimum = 0
    real(c_double) :: usual_maximum = 0
  end type

  type, bind(c) :: dcm_option
    integer(c_int32_t) :: size = 40
    integer(c_int32_t) :: choice_count = 0
    integer(c_int32_t) :: default_choice = 0
    integer(c_int32_t) :: flags = 0
    type(c_ptr) :: name = c_null_ptr
    type(c_ptr) :: description = c_null_ptr
    type(c_ptr) :: choices = c_null_ptr
  end type

  type, bind(c) :: dcm_history_field
    integer(c_int32_t) :: size = 40
    integer(c_int32_t) :: kind = 0
    integer(c_int32_t) :: parity = 0
    integer(c_int32_t) :: flags = 0
    type(dcm_dimension) :: dimension = dcm_dimension()
    type(c_ptr) :: name = c_null_ptr
    type(c_ptr) :: description = c_null_ptr
  end type

  type, bind(c) :: dcm_quantity
    integer(c_int32_t) :: size = 72
    integer(c_int32_t) :: access = 0
    integer(c_int32_t) :: kind = 0
    integer(c_int32_t) :: flags = 0
    type(c_ptr) :: name = c_null_ptr
    type(c_ptr) :: symbol = c_null_ptr
    type(c_ptr) :: description = c_null_ptr
    type(dcm_dimension) :: dimension = dcm_dimension()
    real(c_double) :: default_value = 0
    real(c_double) :: minimum = 0
    real(c_double) :: maximum = 0
  end type

  type, bind(c) :: dcm_output
    integer(c_int32_t) :: size = 32
    integer(c_int32_t) :: flags = 0
    type(c_ptr) :: name = c_null_ptr
    type(c_ptr) :: description = c_null_ptr
    type(dcm_dimension) :: dimension = dcm_dimension()
  end type

  type, bind(c) :: dcm_instance
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: velocity_arm = 0
    integer(c_int32_t) :: moment_arm = 0
    integer(c_int32_t) :: frame = 0
    integer(c_int32_t) :: unused = 0
    integer(c_int32_t) :: flags = 0
    integer(c_int8_t) :: field_use(dcm_most_fields) = 0
    type(c_ptr) :: data = c_null_ptr
    type(c_funptr) :: log = c_null_funptr
    type(c_ptr) :: log_data = c_null_ptr
    integer(c_int64_t) :: reserved(8) = 0
  end type

  type, bind(c) :: dcm_setup
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: abi_version = 0
    integer(c_int32_t) :: material_count = 0
    integer(c_int32_t) :: reserved = 0
    type(c_ptr) :: values = c_null_ptr
    type(c_ptr) :: options = c_null_ptr
    type(c_funptr) :: extension = c_null_funptr
    type(c_ptr) :: extension_data = c_null_ptr
  end type

  type, bind(c) :: dcm_event
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: event = 0
    integer(c_int32_t) :: count = 0
    integer(c_int32_t) :: side_2 = 0
    integer(c_int32_t) :: pair = 0
    integer(c_int32_t) :: reserved = 0
    type(c_ptr) :: fields = c_null_ptr
  end type

  type, bind(c) :: dcm_sides
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: pair = 0
    integer(c_int32_t) :: side_2 = 0
    integer(c_int32_t) :: reserved = 0
    real(c_double) :: radius_1 = 0
    real(c_double) :: radius_2 = 0
    real(c_double) :: effective_radius = 0
  end type

  type, bind(c) :: dcm_model
    integer(c_int32_t) :: size = 152
    integer(c_int32_t) :: history_version = 0
    type(c_ptr) :: id = c_null_ptr
    type(c_ptr) :: title = c_null_ptr
    type(c_ptr) :: reference = c_null_ptr
    integer(c_int32_t) :: parameter_count = 0
    integer(c_int32_t) :: option_count = 0
    integer(c_int32_t) :: history_count = 0
    integer(c_int32_t) :: needs = 0
    integer(c_int32_t) :: events = 0
    integer(c_int32_t) :: quantity_count = 0
    integer(c_int32_t) :: output_count = 0
    integer(c_int32_t) :: least_version = 0
    type(c_ptr) :: parameters = c_null_ptr
    type(c_ptr) :: options = c_null_ptr
    type(c_ptr) :: history_fields = c_null_ptr
    type(c_ptr) :: quantities = c_null_ptr
    type(c_ptr) :: outputs = c_null_ptr
    type(c_funptr) :: init = c_null_funptr
    type(c_funptr) :: compute = c_null_funptr
    type(c_funptr) :: history = c_null_funptr
    type(c_funptr) :: reach = c_null_funptr
    type(c_funptr) :: destroy = c_null_funptr
    type(c_funptr) :: extension = c_null_funptr
  end type

  type, bind(c) :: dcm_host
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: abi_version = 0
    type(c_ptr) :: name = c_null_ptr
    type(c_funptr) :: log = c_null_funptr
    type(c_ptr) :: log_data = c_null_ptr
  end type

  type, bind(c) :: dcm_library
    integer(c_int32_t) :: size = 40
    integer(c_int32_t) :: abi_version = 0
    type(c_ptr) :: name = c_null_ptr
    type(c_ptr) :: version = c_null_ptr
    integer(c_int32_t) :: model_count = 0
    integer(c_int32_t) :: flags = 0
    type(c_ptr) :: models = c_null_ptr
  end type

  abstract interface
    subroutine dcm_log_function(data, level, message) bind(c)
      import :: c_ptr, c_int32_t
      type(c_ptr), value :: data, message
      integer(c_int32_t), value :: level
    end subroutine
  end interface

  ! Texts of descriptions live as long as the library.
  character(kind=c_char), target, save, private :: texts(65536)
  integer, save, private :: texts_end = 0

contains

  ! A text of a description, as C has it. A library has room for 64 KiB of texts; for more the pointer is null.
  function dcm_text(text) result(pointer)
    character(len=*), intent(in) :: text
    type(c_ptr) :: pointer
    integer :: i
    pointer = c_null_ptr
    if (texts_end + len(text) + 1 > size(texts)) return
    pointer = c_loc(texts(texts_end + 1))
    do i = 1, len(text)
      texts(texts_end + i) = text(i:i)
    end do
    texts_end = texts_end + len(text) + 1
    texts(texts_end) = c_null_char
  end function

  ! The array of numbers to which a field points.
  function dcm_array(pointer, count) result(array)
    type(c_ptr), intent(in) :: pointer
    integer(c_int32_t), intent(in) :: count
    real(c_double), pointer :: array(:)
    call c_f_pointer(pointer, array, [count])
  end function

  ! Array i, from 1 on, of the arrays to which a field points: component i of a state, parameter i, quantity i, output i.
  function dcm_array_of(pointers, i, count) result(array)
    type(c_ptr), intent(in) :: pointers
    integer, intent(in) :: i
    integer(c_int32_t), intent(in) :: count
    real(c_double), pointer :: array(:)
    type(c_ptr), pointer :: all(:)
    call c_f_pointer(pointers, all, [i])
    array => dcm_array(all(i), count)
  end function

  ! A sentence for the user. One of level dcm_log_error is the reason of a function that answers dcm_error.
  subroutine dcm_say(instance, level, sentence)
    type(dcm_instance), intent(in) :: instance
    integer(c_int32_t), intent(in) :: level
    character(len=*), intent(in) :: sentence
    character(kind=c_char, len=:), allocatable, target :: message
    procedure(dcm_log_function), pointer :: log
    message = sentence // c_null_char
    call c_f_procpointer(instance%log, log)
    call log(instance%log_data, level, c_loc(message))
  end subroutine

end module
