! SPDX-License-Identifier: MIT
! The law of linear.cpp in Fortran: a linear spring and dashpot along the normal that gives the restitution asked for,
! and Coulomb friction with a dashpot across it. The structs of the contract are derived types with bind(c); a module
! like the first one here serves any number of laws.
!
!   gfortran -std=f2018 -O3 -fPIC -shared -o linear-f90.so examples/own-law/linear.f90
!
module dcm_contract
  use, intrinsic :: iso_c_binding
  implicit none

  ! The numbers of dcm/base.h, dcm/parameter.h and dcm/model.h that a law needs. They never change.
  integer(c_int32_t), parameter :: dcm_abi_version = 65536 ! 1.0
  integer(c_int32_t), parameter :: dcm_ok = 0, dcm_error = 1, dcm_log_error = 2
  integer(c_int32_t), parameter :: dcm_per_pair = 1, dcm_mix_geometric = 1
  integer(c_int32_t), parameter :: dcm_required = 1, dcm_minimum_excluded = 2
  integer(c_int32_t), parameter :: dcm_unused_couples = 1, dcm_unused_spins = 65536

  type, bind(c) :: dcm_parameter
    integer(c_int32_t) :: size, scope, mixing, flags
    type(c_ptr) :: name, symbol, description
    integer(c_int8_t) :: mass, length, time, temperature, current, denominator, amount, luminosity
    real(c_double) :: default_value, minimum, maximum
    type(c_ptr) :: reason
    real(c_double) :: usual_minimum, usual_maximum
  end type

  type, bind(c) :: dcm_contacts
    integer(c_int32_t) :: size, count, pair, side_2
    real(c_double) :: dt, time
    integer(c_int64_t) :: step
    type(c_ptr) :: normal(3), bisector(3), overlap, normal_velocity, tangential_velocity(3)
    type(c_ptr) :: angular_velocity_1(3), angular_velocity_2(3)
    type(c_ptr) :: radius_1, radius_2, effective_radius, effective_mass, quantities_1, quantities_2
    real(c_double) :: velocity_age
  end type

  type, bind(c) :: dcm_energies
    integer(c_int32_t) :: size, reserved
    type(c_ptr) :: stored_normal, stored_tangential, stored_rolling
    type(c_ptr) :: dissipated_normal, dissipated_plastic, dissipated_tangential, dissipated_sliding
    type(c_ptr) :: dissipated_rolling, dissipated_fracture
  end type

  type, bind(c) :: dcm_response
    integer(c_int32_t) :: size, reserved
    type(c_ptr) :: normal_force, tangential_force(3), couple_1(3), couple_2(3)
    type(c_ptr) :: history_in, history_out, energies, added_1, added_2, outputs
  end type

  type, bind(c) :: dcm_instance
    integer(c_int32_t) :: size, velocity_arm, moment_arm, frame, unused, flags
    integer(c_int8_t) :: field_use(32)
    type(c_ptr) :: data
    type(c_funptr) :: log
    type(c_ptr) :: log_data
    integer(c_int64_t) :: reserved(8)
  end type

  type, bind(c) :: dcm_setup
    integer(c_int32_t) :: size, abi_version, material_count, reserved
    type(c_ptr) :: values, options
    type(c_funptr) :: extension
    type(c_ptr) :: extension_data
  end type

  type, bind(c) :: dcm_model
    integer(c_int32_t) :: size, history_version
    type(c_ptr) :: id, title, reference
    integer(c_int32_t) :: parameter_count, option_count, history_count, needs
    integer(c_int32_t) :: events, quantity_count, output_count, least_version
    type(c_ptr) :: parameters, options, history_fields, quantities, outputs
    type(c_funptr) :: init, compute, history, reach, destroy, extension
  end type

  type, bind(c) :: dcm_library
    integer(c_int32_t) :: size, abi_version
    type(c_ptr) :: name, version
    integer(c_int32_t) :: model_count, flags
    type(c_ptr) :: models
  end type

contains

  ! The array that a field of dcm_contacts or dcm_response points to.
  function array(pointer, count)
    type(c_ptr), intent(in) :: pointer
    integer(c_int32_t), intent(in) :: count
    real(c_double), pointer :: array(:)
    call c_f_pointer(pointer, array, [count])
  end function

end module

module linear_law
  use dcm_contract
  implicit none
  private
  public :: dcm_library_entry

  ! Constants of a pair of materials.
  type :: constants
    real(c_double) :: stiffness, damping_ratio, friction
  end type

  type :: instance_data
    type(constants), allocatable :: table(:)
  end type

  ! Descriptions live as long as the library: texts, tables and what points to them.
  character(kind=c_char, len=*), parameter :: no_text = c_null_char
  type :: text
    character(kind=c_char, len=80) :: of = no_text
  end type
  type(text), target, save :: words(18)
  type(dcm_parameter), target, save :: parameters(3)
  type(dcm_model), target, save :: model
  type(c_ptr), target, save :: models(1)
  type(dcm_library), target, save :: library

contains

  function word(i, what)
    integer, intent(in) :: i
    character(len=*), intent(in) :: what
    type(c_ptr) :: word
    words(i)%of = what // c_null_char
    word = c_loc(words(i)%of)
  end function

  function init(setup, instance) result(status) bind(c)
    type(dcm_setup), intent(in) :: setup
    type(dcm_instance), intent(inout) :: instance
    integer(c_int32_t) :: status
    type(instance_data), pointer :: data
    type(c_ptr), pointer :: values(:)
    real(c_double), pointer :: stiffness(:), restitution(:), friction(:)
    real(c_double), parameter :: pi = acos(-1.0_c_double)
    integer(c_int32_t) :: pairs
    integer :: failed
    pairs = setup%material_count**2
    call c_f_pointer(setup%values, values, [3])
    stiffness => array(values(1), pairs)
    restitution => array(values(2), pairs)
    friction => array(values(3), pairs)
    status = dcm_error
    allocate(data, stat=failed)
    if (failed == 0) allocate(data%table(pairs), stat=failed)
    if (failed /= 0) then
      call refuse(instance, 'linear: out of memory')
      return
    end if
    data%table%stiffness = stiffness
    data%table%damping_ratio = -log(restitution) / sqrt(pi**2 + log(restitution)**2)
    data%table%friction = friction
    instance%data = c_loc(data)
    instance%unused = ior(dcm_unused_spins, dcm_unused_couples)
    status = dcm_ok
  end function

  subroutine refuse(instance, sentence)
    type(dcm_instance), intent(in) :: instance
    character(len=*), intent(in) :: sentence
    abstract interface
      subroutine log_function(data, level, message) bind(c)
        import :: c_ptr, c_int32_t
        type(c_ptr), value :: data, message
        integer(c_int32_t), value :: level
      end subroutine
    end interface
    procedure(log_function), pointer :: log
    call c_f_procpointer(instance%log, log)
    call log(instance%log_data, dcm_log_error, word(18, sentence))
  end subroutine

  function compute(instance, c, r) result(status) bind(c)
    type(dcm_instance), intent(in) :: instance
    type(dcm_contacts), intent(in) :: c
    type(dcm_response), intent(in) :: r
    integer(c_int32_t) :: status
    type(instance_data), pointer :: data
    type(dcm_energies), pointer :: e
    real(c_double), dimension(:), pointer :: overlap, vn, mass, vx, vy, vz, force, fx, fy, fz
    real(c_double), dimension(:), pointer :: stored, damped, slid, none(:)
    real(c_double) :: damping, speed, speed_2, limit, slope, elastic
    type(constants) :: p
    integer :: k
    call c_f_pointer(instance%data, data)
    p = data%table(c%pair + 1)
    overlap => array(c%overlap, c%count)
    vn => array(c%normal_velocity, c%count)
    mass => array(c%effective_mass, c%count)
    vx => array(c%tangential_velocity(1), c%count)
    vy => array(c%tangential_velocity(2), c%count)
    vz => array(c%tangential_velocity(3), c%count)
    force => array(r%normal_force, c%count)
    fx => array(r%tangential_force(1), c%count)
    fy => array(r%tangential_force(2), c%count)
    fz => array(r%tangential_force(3), c%count)
    nullify(e)
    if (c_associated(r%energies)) then
      call c_f_pointer(r%energies, e)
      stored => array(e%stored_normal, c%count)
      damped => array(e%dissipated_normal, c%count)
      slid => array(e%dissipated_sliding, c%count)
      none => array(e%stored_tangential, c%count)
      none = 0
      none => array(e%stored_rolling, c%count)
      none = 0
      none => array(e%dissipated_plastic, c%count)
      none = 0
      none => array(e%dissipated_tangential, c%count)
      none = 0
      none => array(e%dissipated_rolling, c%count)
      none = 0
      none => array(e%dissipated_fracture, c%count)
      none = 0
    end if
    do k = 1, c%count
      damping = 2 * p%damping_ratio * sqrt(p%stiffness * mass(k))
      elastic = p%stiffness * overlap(k)
      force(k) = elastic - damping * vn(k)
      speed_2 = vx(k)**2 + vy(k)**2 + vz(k)**2
      speed = sqrt(speed_2)
      limit = p%friction * max(0.0_c_double, force(k))
      slope = damping
      if (damping * speed > limit) slope = limit / speed
      fx(k) = slope * vx(k)
      fy(k) = slope * vy(k)
      fz(k) = slope * vz(k)
      if (associated(e)) then
        stored(k) = elastic * overlap(k) / 2
        damped(k) = damping * vn(k) * vn(k) * c%dt
        slid(k) = slope * speed_2 * c%dt
      end if
    end do
    status = dcm_ok
  end function

  subroutine destroy(instance) bind(c)
    type(dcm_instance), intent(inout) :: instance
    type(instance_data), pointer :: data
    call c_f_pointer(instance%data, data)
    deallocate(data)
  end subroutine

  subroutine describe(i, name, symbol, description, mass, time, maximum, reason)
    integer, intent(in) :: i, mass, time
    character(len=*), intent(in) :: name, symbol, description, reason
    real(c_double), intent(in) :: maximum
    integer :: first
    first = 4 * i - 3
    parameters(i) = dcm_parameter(int(c_sizeof(parameters(1)), c_int32_t), dcm_per_pair, dcm_mix_geometric, &
      ior(dcm_required, dcm_minimum_excluded), word(first, name), word(first + 1, symbol), &
      word(first + 2, description), int(mass, c_int8_t), 0_c_int8_t, int(time, c_int8_t), 0_c_int8_t, &
      0_c_int8_t, 0_c_int8_t, 0_c_int8_t, 0_c_int8_t, &
      0.0_c_double, 0.0_c_double, maximum, word(first + 3, reason), 0.0_c_double, 0.0_c_double)
  end subroutine

  ! The one symbol that a library exports.
  function dcm_library_entry(host) result(found) bind(c)
    use, intrinsic :: ieee_arithmetic
    type(c_ptr), value :: host
    type(c_ptr) :: found
    real(c_double) :: infinity
    infinity = ieee_value(infinity, ieee_positive_inf)
    call describe(1, 'stiffness', 'k', 'stiffness', 1, -2, infinity, 'a spring pushes back')
    call describe(2, 'restitution', 'e', 'coefficient of restitution', 0, 0, 1.0_c_double, &
      'a collision creates no energy')
    call describe(3, 'friction', 'mu', 'coefficient of friction', 0, 0, infinity, 'friction must not drive sliding')
    model = dcm_model(int(c_sizeof(model), c_int32_t), 1, word(13, 'linear-f90'), &
      word(14, 'Linear spring and dashpot, Coulomb friction'), &
      word(15, 'T. Schwager, T. Poeschel, Granular Matter 9 (2007) 465-469'), 3, 0, 0, 0, 0, 0, 0, 0, &
      c_loc(parameters), c_null_ptr, c_null_ptr, c_null_ptr, c_null_ptr, c_funloc(init), &
      c_funloc(compute), c_null_funptr, c_null_funptr, c_funloc(destroy), c_null_funptr)
    models(1) = c_loc(model)
    library = dcm_library(int(c_sizeof(library), c_int32_t), dcm_abi_version, word(16, 'laws in Fortran'), &
      word(17, '1.0'), 1, 0, c_loc(models))
    found = c_loc(library)
    if (.not. c_associated(host)) return
  end function

end module
