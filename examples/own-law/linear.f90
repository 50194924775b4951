! SPDX-License-Identifier: MIT
! The law of linear.cpp in Fortran: a linear spring and dashpot along the normal that gives the restitution asked for,
! and Coulomb friction with a dashpot across it. The structs of the contract are derived types of
! dcm.f90, a file that dcm installs beside its headers: lay dcm.f90 beside this file.
!
!   gfortran -std=f2018 -O3 -fPIC -shared -o linear-f90.so examples/own-law/dcm.f90 examples/own-law/linear.f90
!
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

  ! Descriptions live as long as the library.
  type(dcm_parameter), target, save :: parameters(3)
  type(dcm_model), target, save :: model
  type(c_ptr), target, save :: models(1)
  type(dcm_library), target, save :: library
  logical, save :: is_described = .false.

contains

  function init(setup, instance) result(status) bind(c)
    type(dcm_setup), intent(in) :: setup
    type(dcm_instance), intent(inout) :: instance
    integer(c_int32_t) :: status
    type(instance_data), pointer :: data
    real(c_double), dimension(:), pointer :: stiffness, restitution, friction
    real(c_double), parameter :: pi = acos(-1.0_c_double)
    integer(c_int32_t) :: pairs
    integer :: failed
    pairs = setup%material_count**2
    status = dcm_error
    allocate (data, stat=failed)
    if (failed == 0) allocate (data%table(pairs), stat=failed)
    if (failed /= 0) then
      call dcm_say(instance, dcm_log_error, 'linear: out of memory')
      return
    end if
    stiffness => dcm_array_of(setup%values, 1, pairs)
    restitution => dcm_array_of(setup%values, 2, pairs)
    friction => dcm_array_of(setup%values, 3, pairs)
    data%table%stiffness = stiffness
    data%table%damping_ratio = -log(restitution) / sqrt(pi**2 + log(restitution)**2)
    data%table%friction = friction
    instance%data = c_loc(data)
    instance%unused = ior(dcm_unused_spins, dcm_unused_couples)
    status = dcm_ok
  end function

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
    overlap => dcm_array(c%overlap, c%count)
    vn => dcm_array(c%normal_velocity, c%count)
    mass => dcm_array(c%effective_mass, c%count)
    vx => dcm_array(c%tangential_velocity(1), c%count)
    vy => dcm_array(c%tangential_velocity(2), c%count)
    vz => dcm_array(c%tangential_velocity(3), c%count)
    force => dcm_array(r%normal_force, c%count)
    fx => dcm_array(r%tangential_force(1), c%count)
    fy => dcm_array(r%tangential_force(2), c%count)
    fz => dcm_array(r%tangential_force(3), c%count)
    nullify(e)
    if (c_associated(r%energies)) then
      call c_f_pointer(r%energies, e)
      stored => dcm_array(e%stored_normal, c%count)
      damped => dcm_array(e%dissipated_normal, c%count)
      slid => dcm_array(e%dissipated_sliding, c%count)
      none => dcm_array(e%stored_tangential, c%count)
      none = 0
      none => dcm_array(e%stored_rolling, c%count)
      none = 0
      none => dcm_array(e%dissipated_plastic, c%count)
      none = 0
      none => dcm_array(e%dissipated_tangential, c%count)
      none = 0
      none => dcm_array(e%dissipated_rolling, c%count)
      none = 0
      none => dcm_array(e%dissipated_fracture, c%count)
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

  ! The one symbol that a library exports.
  function dcm_library_entry(host) result(found) bind(c)
    type(c_ptr), value :: host
    type(c_ptr) :: found
    if (.not. is_described) call describe
    is_described = .true.
    found = c_loc(library)
    if (.not. c_associated(host)) return
  end function

  subroutine describe
    use, intrinsic :: ieee_arithmetic
    real(c_double) :: infinity
    infinity = ieee_value(infinity, ieee_positive_inf)
    parameters(1) = of_pair('stiffness', 'k', 'stiffness', infinity, 'a spring pushes back')
    parameters(1)%dimension = dcm_dimension(mass=1, time=-2)
    parameters(2) = of_pair('restitution', 'e', 'coefficient of restitution', 1.0_c_double, &
      'a collision creates no energy')
    parameters(3) = of_pair('friction', 'mu', 'coefficient of friction', infinity, 'friction must not drive sliding')
    model = dcm_model(history_version=1, id=dcm_text('linear-f90'), &
      title=dcm_text('Linear spring and dashpot, Coulomb friction'), &
      reference=dcm_text('T. Schwager, T. Poeschel, Granular Matter 9 (2007) 465-469'), &
      parameter_count=3, parameters=c_loc(parameters), &
      init=c_funloc(init), compute=c_funloc(compute), destroy=c_funloc(destroy))
    models(1) = c_loc(model)
    library = dcm_library(abi_version=dcm_abi_version, name=dcm_text('laws in Fortran'), version=dcm_text('1.0'), &
      model_count=1, models=c_loc(models))
  end subroutine

  function of_pair(name, symbol, description, maximum, reason) result(parameter)
    character(len=*), intent(in) :: name, symbol, description, reason
    real(c_double), intent(in) :: maximum
    type(dcm_parameter) :: parameter
    parameter = dcm_parameter(scope=dcm_per_pair, mixing=dcm_mix_geometric, &
      flags=ior(dcm_required, dcm_minimum_excluded), name=dcm_text(name), symbol=dcm_text(symbol), &
      description=dcm_text(description), maximum=maximum, reason=dcm_text(reason))
  end function

end module
