# SPDX-License-Identifier: MIT
# A build check, where the tests are built: fails unless every loop marked DCM_SIMD was vectorised, in each of its specialisations
# by DCM_TWO_LOOPS or DCM_FOUR_LOOPS, with the whole width of the instruction set. A file without such loops fails, too. The compiler's
# reports stay in <build>/vectorisation/. The wording of the report is GCC's, and older ones vectorise less.
set(DCM_CHECKS_VECTORISATION OFF)
if(BUILD_TESTING)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU"
     AND CMAKE_C_COMPILER_VERSION VERSION_GREATER_EQUAL 12
     AND NOT DCM_SANITIZE
     AND NOT DCM_BASELINE_ONLY
     AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(DCM_CHECKS_VECTORISATION ON)
  else()
    message(STATUS "Vectorisation is not checked: that needs GCC 12 and an optimised build with all instruction sets")
  endif()
endif()

# Checks the objects of a target whose names match a pattern. All are compiled for one instruction set.
function(dcm_check_vectorisation target isa pattern)
  if(NOT DCM_CHECKS_VECTORISATION)
    return()
  endif()
  set_property(TARGET ${target} PROPERTY C_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/cmake/keep-report ${CMAKE_C_COMPILER_LAUNCHER})
  target_compile_options(${target} PRIVATE -fopt-info-vec-optimized)
  set(report ${CMAKE_BINARY_DIR}/vectorisation/${target}.txt)
  add_custom_command(
    OUTPUT ${report}
    COMMAND
      ${CMAKE_COMMAND} -DCOMPILER=${CMAKE_C_COMPILER} "-DOBJECTS=$<FILTER:$<TARGET_OBJECTS:${target}>,INCLUDE,${pattern}>" -DFOLDER=${CMAKE_CURRENT_SOURCE_DIR}
      -DREPORT=${report} -DBYTES=${DCM_ISA_BYTES_${isa}}
      "-DFLAGS=-std=c11;-DDCM_TARGET_MINOR=DCM_NEWEST_MINOR;${DCM_ISA_FLAGS_${isa}};-I${PROJECT_SOURCE_DIR}/abi;-I${PROJECT_SOURCE_DIR}/src" -P
      ${PROJECT_SOURCE_DIR}/cmake/CheckVectorisation.cmake
    DEPENDS $<TARGET_OBJECTS:${target}> ${PROJECT_SOURCE_DIR}/cmake/CheckVectorisation.cmake ${PROJECT_SOURCE_DIR}/cmake/keep-report
    VERBATIM)
  add_custom_target(vectorisation-${target} ALL DEPENDS ${report})
  add_dependencies(vectorisation-${target} ${target})
endfunction()
