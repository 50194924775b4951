# SPDX-License-Identifier: MIT
# A build check, where the tests are built: compiles files once more, as in a release, with the compiler's vectorisation
# report, and fails unless every loop marked DCM_SIMD was vectorised, in each of its specialisations, with
# the whole width of the instruction set. The reports stay in <build>/vectorisation/. The wording of the
# report is GCC's, and older ones vectorise less.
#   dcm_check_vectorisation(isa source...)
# to be called once for each set.
function(dcm_check_vectorisation isa)
  if(NOT BUILD_TESTING)
    return()
  endif()
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU"
     OR CMAKE_C_COMPILER_VERSION VERSION_LESS 12
     OR DCM_SANITIZE
     OR DCM_BASELINE_ONLY
     OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    message(STATUS "Vectorisation is not checked: that needs GCC 12 and an optimised build with all instruction sets")
    return()
  endif()
  set(reports)
  foreach(source IN LISTS ARGN)
    get_filename_component(name ${source} NAME_WE)
    set(report ${CMAKE_BINARY_DIR}/vectorisation/${name}-${isa}.txt)
    add_custom_command(
      OUTPUT ${report}
      COMMAND
        ${CMAKE_COMMAND} -DCOMPILER=${CMAKE_C_COMPILER} -DSOURCE=${source} -DREPORT=${report}
        -DBYTES=${DCM_ISA_BYTES_${isa}}
        "-DFLAGS=-std=c11;-DNDEBUG;-DDCM_TARGET_MINOR=DCM_NEWEST_MINOR;${DCM_NUMERICS};${DCM_VECTORISE};${DCM_ISA_FLAGS_${isa}};-I${PROJECT_SOURCE_DIR}/abi;-I${PROJECT_SOURCE_DIR}/src"
        -P ${PROJECT_SOURCE_DIR}/cmake/CheckVectorisation.cmake
      DEPENDS ${source} ${PROJECT_SOURCE_DIR}/cmake/CheckVectorisation.cmake
      DEPFILE ${report}.d
      VERBATIM)
    list(APPEND reports ${report})
  endforeach()
  add_custom_target(vectorisation-${isa} ALL DEPENDS ${reports})
endfunction()
