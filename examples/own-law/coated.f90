! SPDX-License-Identifier: MIT
! The law of coated.c in Fortran: a state, an option, a refusal, an event, energies. coated.c tells the mechanics.
!
!   gfortran -std=f2018 -O3 -fPIC -shared -o coated-f90.so examples/own-law/dcm.f90 examples/own-law/coated.f90
!
module coated_law
  use dcm_contract
  implicit none
  private
  public :: dcm_library_entry

  ! Places in the tables, from 1 on; options count their words from 0 on, as C does.
  integer, parameter :: loading = 1, unloading = 2, friction_coated = 3, friction_bare = 4, wear = 5
  integer, parameter :: coat_wears = 0
  ! Components of the state of a contact.
  integer, parameter :: stretch = 1, largest_overlap = 4, cover_of_contact = 5

  type :: instance_data
    logical :: wears
    real(c_double), allocatable :: value(:, :) ! (parameter, pair of materials)
  end type

  ! Descriptions live as long as the library.
  type(dcm_parameter), target, save :: parameters(5)
  type(dcm_option), target, save :: options(1)
  type(c_ptr), target, save :: choices(2)
  type(dcm_history_field), target, save :: fields(3)
  type(dcm_model), target, save :: model
  type(c_ptr), target, save :: models(1)
  type(dcm_library), target, save :: library
  logical, save :: is_described = .false.

contains

  function init(setup, instance) result(status) bind(c)
    type(dcm_setup), intent(in) :: setup
    type(dcm_instance), intent(inout) :: instance
    integer(c_int32_t) :: status, pairs
    type(instance_data), pointer :: data
    integer(c_int32_t), pointer :: words(:)
    real(c_double), pointer :: values(:)
    integer :: p, failed
    status = dcm_error
    pairs = setup%material_count**2
    allocate (data, stat=failed)
    if (failed == 0) allocate (data%value(5, pairs), stat=failed)
    if (failed /= 0) then
      call dcm_say(instance, dcm_log_error, 'coated: out of memory')
      return
    end if
    call c_f_pointer(setup%options, words, [1])
    data%wears = words(1) == coat_wears
    do p = 1, 5
      values => dcm_array_of(setup%values, p, pairs)
      data%value(p, :) = values
    end do
    ! Rules that ranges cannot state.
    do p = 1, pairs
      if (data%value(unloading, p) < data%value(loading, p) .or. data%value(loading, p) <= 0) then
        call refuse(data%value(loading, p), data%value(unloading, p))
        deallocate (data)
        return
      end if
    end do
    if (data%wears .and. any(data%value(wear, :) <= 0)) then
      call dcm_say(instance, dcm_log_error, &
        "wear = 0: a coat wears off on some path; give wear > 0, or 'coat stays'")
      deallocate (data)
      return
    end if
    instance%data = c_loc(data)
    instance%unused = ior(dcm_unused_spins, dcm_unused_couples)
    status = dcm_ok

  contains

    ! The sentence names the values and what is allowed.
    subroutine refuse(k1, k2)
      real(c_double), intent(in) :: k1, k2
      character(len=160) :: sentence
      write (sentence, '(a, es10.3, a, es10.3, a)') 'k1 =', k1, ' and k2 =', k2, &
        ': unloading must be at least as stiff as loading, and both above 0, or contacts create energy'
      call dcm_say(instance, dcm_log_error, trim(sentence))
    end subroutine
  end function

  subroutine destroy(instance) bind(c)
    type(dcm_instance), intent(inout) :: instance
    type(instance_data), pointer :: data
    call c_f_pointer(instance%data, data)
    deallocate (data)
  end subroutine

  function compute(instance, c, r) result(status) bind(c)
    type(dcm_instance), intent(in) :: instance
    type(dcm_contacts), intent(in) :: c
    type(dcm_response), intent(in) :: r
    integer(c_int32_t) :: status
    type(instance_data), pointer :: data
    call c_f_pointer(instance%data, data)
    associate (value => data%value(:, c%pair + 1)) ! of all contacts of the batch
      call along_the_normal(value, c, r)
      call across_the_normal(value, c, r, data%wears)
    end associate
    status = dcm_ok
  end function

  ! F = k1 xi on the way in, F = k2 (xi - rest) on the way out and in again.
  subroutine along_the_normal(value, c, r)
    real(c_double), intent(in) :: value(:)
    type(dcm_contacts), intent(in) :: c
    type(dcm_response), intent(in) :: r
    type(dcm_energies), pointer :: e
    real(c_double), dimension(:), pointer :: overlap, before, after, force, stored, damped, lost
    real(c_double) :: k1, k2, xi, largest, former, rest, spring
    integer :: k
    overlap => dcm_array(c%overlap, c%count)
    before => dcm_array_of(r%history_in, largest_overlap, c%count)
    after => dcm_array_of(r%history_out, largest_overlap, c%count)
    force => dcm_array(r%normal_force, c%count)
    nullify (e)
    if (c_associated(r%energies)) then
      call c_f_pointer(r%energies, e)
      stored => dcm_array(e%stored_normal, c%count)
      damped => dcm_array(e%dissipated_normal, c%count)
      lost => dcm_array(e%dissipated_plastic, c%count)
    end if
    k1 = value(loading)
    k2 = value(unloading)
    do k = 1, c%count
      xi = max(overlap(k), 0.0_c_double)
      former = before(k) ! before and after may be one array
      largest = max(xi, former)
      rest = (1 - k1 / k2) * largest
      spring = max(xi - rest, 0.0_c_double)
      force(k) = k2 * spring
      after(k) = largest
      if (associated(e)) then
        stored(k) = 0.5_c_double * k2 * spring * spring
        damped(k) = 0
        lost(k) = 0.5_c_double * k1 * (1 - k1 / k2) * (largest * largest - former * former)
      end if
    end do
  end subroutine

  subroutine across_the_normal(value, c, r, wears)
    real(c_double), intent(in) :: value(:)
    type(dcm_contacts), intent(in) :: c
    type(dcm_response), intent(in) :: r
    logical, intent(in) :: wears
    type :: vectors
      real(c_double), pointer :: of(:)
    end type
    type(vectors) :: normal(3), velocity(3), before(3), after(3), pull(3)
    type(dcm_energies), pointer :: e
    real(c_double), dimension(:), pointer :: load, coat_before, coat_after, none
    real(c_double), dimension(:), pointer :: stored, slid_energy
    real(c_double) :: stiffness, u(3), former(3), along, stored_before, stored_now, coat, friction, limit, kept, length, slid, work
    integer :: k, x
    load => dcm_array(r%normal_force, c%count)
    coat_before => dcm_array_of(r%history_in, cover_of_contact, c%count)
    coat_after => dcm_array_of(r%history_out, cover_of_contact, c%count)
    do x = 1, 3
      normal(x)%of => dcm_array(c%normal(x), c%count)
      velocity(x)%of => dcm_array(c%tangential_velocity(x), c%count)
      before(x)%of => dcm_array_of(r%history_in, stretch + x - 1, c%count)
      after(x)%of => dcm_array_of(r%history_out, stretch + x - 1, c%count)
      pull(x)%of => dcm_array(r%tangential_force(x), c%count)
    end do
    nullify (e)
    if (c_associated(r%energies)) then
      call c_f_pointer(r%energies, e)
      stored => dcm_array(e%stored_tangential, c%count)
      slid_energy => dcm_array(e%dissipated_sliding, c%count)
      none => dcm_array(e%dissipated_tangential, c%count)
      none = 0
      none => dcm_array(e%stored_rolling, c%count)
      none = 0
      none => dcm_array(e%dissipated_rolling, c%count)
      none = 0
      none => dcm_array(e%dissipated_fracture, c%count)
      none = 0
    end if
    stiffness = 2.0_c_double / 7.0_c_double * value(loading)
    do k = 1, c%count
      along = 0
      do x = 1, 3
        u(x) = before(x)%of(k)
        along = along + u(x) * normal(x)%of(k)
      end do
      stored_before = 0.5_c_double * stiffness * square(u)
      do x = 1, 3
        former(x) = u(x) - along * normal(x)%of(k)
        u(x) = u(x) + (velocity(x)%of(k) * c%dt - along * normal(x)%of(k))
      end do
      coat = coat_before(k)
      friction = value(friction_bare) + (value(friction_coated) - value(friction_bare)) * coat
      length = stiffness * sqrt(square(u))
      limit = friction * load(k)
      kept = 1
      if (length > limit) kept = limit / length
      slid = (length - kept * length) / stiffness
      work = 0
      do x = 1, 3
        u(x) = u(x) * kept
        pull(x)%of(k) = stiffness * u(x)
        after(x)%of(k) = u(x)
        work = work + 0.5_c_double * stiffness * (former(x) + u(x)) * velocity(x)%of(k) * c%dt
      end do
      coat_after(k) = coat
      if (wears) coat_after(k) = coat * exp(-slid / value(wear))
      if (associated(e)) then
        stored_now = 0.5_c_double * stiffness * square(u)
        stored(k) = stored_now
        slid_energy(k) = work + stored_before - stored_now
      end if
    end do
  end subroutine

  pure function square(v)
    real(c_double), intent(in) :: v(3)
    real(c_double) :: square
    square = v(1) * v(1) + v(2) * v(2) + v(3) * v(3)
  end function

  ! A contact begins with a full coat.
  subroutine history(instance, event) bind(c)
    type(dcm_instance), intent(in) :: instance
    type(dcm_event), intent(in) :: event
    real(c_double), pointer :: cover(:)
    if (.not. c_associated(instance%data)) return
    cover => dcm_array_of(event%fields, cover_of_contact, event%count)
    cover = 1
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
    parameters(loading) = of_pair('k1', 'k1', 'stiffness while loading', 'a spring pushes back', &
      dcm_dimension(mass=1, time=-2))
    parameters(unloading) = of_pair('k2', 'k2', 'stiffness while unloading and loading again', 'a spring pushes back', &
      dcm_dimension(mass=1, time=-2))
    parameters(friction_coated) = of_pair('friction_coated', 'mu_c', 'coefficient of friction of the coat', &
      'friction must not drive sliding', dcm_dimension())
    parameters(friction_bare) = of_pair('friction_bare', 'mu_b', 'coefficient of friction of the bare surface', &
      'friction must not drive sliding', dcm_dimension())
    parameters(wear) = of_pair('wear', 'L', 'slid path after which 1/e of the coat is left', 'a path has a length', &
      dcm_dimension(length=1))
    choices = [dcm_text('wears'), dcm_text('stays')]
    options(1) = dcm_option(choice_count=2, default_choice=coat_wears, name=dcm_text('coat'), &
      description=dcm_text('whether sliding wears the coat off'), choices=c_loc(choices))
    fields(1) = dcm_history_field(kind=dcm_vector, parity=dcm_odd, dimension=dcm_dimension(length=1), &
      name=dcm_text('stretch'), description=dcm_text('stretch of the tangential spring, of 2 relative to 1'))
    fields(2) = dcm_history_field(kind=dcm_scalar, parity=dcm_even, dimension=dcm_dimension(length=1), &
      name=dcm_text('largest_overlap'), description=dcm_text('since the contact began'))
    fields(3) = dcm_history_field(kind=dcm_scalar, parity=dcm_even, &
      name=dcm_text('cover'), description=dcm_text('share of the surface that the coat covers'))
    model = dcm_model(history_version=1, id=dcm_text('coated-f90'), &
      title=dcm_text('Hysteretic spring, friction of a coat that wears off'), &
      reference=dcm_text('O. R. Walton, R. L. Braun, J. Rheol. 30 (1986) 949-980'), &
      parameter_count=5, option_count=1, history_count=3, events=shiftl(1, dcm_contact_begins), &
      parameters=c_loc(parameters), options=c_loc(options), history_fields=c_loc(fields), &
      init=c_funloc(init), compute=c_funloc(compute), history=c_funloc(history), destroy=c_funloc(destroy))
    models(1) = c_loc(model)
    library = dcm_library(abi_version=dcm_abi_version, name=dcm_text('coated grains'), version=dcm_text('1.0'), &
      model_count=1, models=c_loc(models))
  end subroutine

  function of_pair(name, symbol, description, reason, dimension) result(parameter)
    use, intrinsic :: ieee_arithmetic
    character(len=*), intent(in) :: name, symbol, description, reason
    type(dcm_dimension), intent(in) :: dimension
    type(dcm_parameter) :: parameter
    parameter = dcm_parameter(scope=dcm_per_pair, mixing=dcm_mix_geometric, flags=dcm_required, &
      name=dcm_text(name), symbol=dcm_text(symbol), description=dcm_text(description), dimension=dimension, &
      maximum=ieee_value(0.0_c_double, ieee_positive_inf), reason=dcm_text(reason))
  end function

end module
