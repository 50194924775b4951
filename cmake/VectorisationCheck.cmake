# SPDX-License-Identifier: MIT
# A build check: compiles files once more with the compiler's vectorisation report, and fails unless
# every loop marked DCM_SIMD was vectorised, in each of its specialisations. The reports stay in
# <build>/vectorisation/. GCC only, because the wording of the report is GCC's.

function(dcm_check_vectorisation)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU" OR DCM_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    message(STATUS "Vectorisation is not checked: that needs GCC and an optimised build")
    return()
  endif()
  set(reports)
  foreach(source IN LISTS ARGN)
    get_filename_component(name ${source} NAME_WE)
    set(report ${CMAKE_BINARY_DIR}/vectorisation/${name}.txt)
    add_custom_command(
      OUTPUT ${report}
      COMMAND
        ${CMAKE_COMMAND} -DCOMPILER=${CMAKE_C_COMPILER} -DSOURCE=${source} -DREPORT=${report}
        "-DFLAGS=-std=c11;${DCM_NUMERICS};${DCM_VECTORISE};-I${PROJECT_SOURCE_DIR}/abi;-I${PROJECT_SOURCE_DIR}/src"
        -P ${PROJECT_SOURCE_DIR}/cmake/CheckVectorisation.cmake
      DEPENDS ${source} dcm_laws dcm_runtime ${PROJECT_SOURCE_DIR}/cmake/CheckVectorisation.cmake
      VERBATIM)
    list(APPEND reports ${report})
  endforeach()
  add_custom_target(vectorisation ALL DEPENDS ${reports})
endfunction()
