# SPDX-License-Identifier: MIT
# Settings that every target of the project has in common.

set(DCM_WARNINGS -Wall -Wextra -Wshadow -Wpedantic -Wpointer-arith -Wvla
                 $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>)
# Clang 14 vectorises none of the loops marked DCM_SIMD and would warn of each; the numbers are the same.
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND DCM_WARNINGS -Wno-pass-failed)
endif()
# GCC 10 warns of fields that a designated initialiser leaves zero.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 11)
  list(APPEND DCM_WARNINGS -Wno-missing-field-initializers)
endif()
if(DCM_WERROR)
  list(APPEND DCM_WARNINGS -Werror)
endif()

# Flags of everything that computes. Results must not depend on the compiler's choice of instructions:
# no reassociation, and no contraction of a*b + c, which some instruction sets have and others have not.
set(DCM_NUMERICS -ffp-contract=off)

# Flags of loops that must vectorise. They change no result: errno and floating-point traps are not
# used, and the loops are marked as free of dependencies.
set(DCM_VECTORISE -fno-math-errno -fno-trapping-math -fopenmp-simd)
if(NOT DCM_SANITIZE) # whose checks stand in the way of vectors, and take the compiler minutes
  list(APPEND DCM_VECTORISE -O3)
endif()
# A law is a few long chains of roots and divisions. GCC writes them one after the other, and a processor looks ahead
# over less than one of them; scheduled before registers are given out they run side by side.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT DCM_SANITIZE)
  list(APPEND DCM_VECTORISE -fschedule-insns -fsched-pressure)
  # Threaded jumps make branches of choices that would be selects: a loop with a branch does not vectorise.
  list(APPEND DCM_VECTORISE --param=max-jump-thread-duplication-stmts=0)
endif()

# Messages name a source file by its path in the repository, not by where that was built.
set(DCM_PATHS -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)

function(dcm_configure target)
  target_compile_options(${target} PRIVATE ${DCM_WARNINGS} ${DCM_NUMERICS} ${DCM_PATHS})
  if(DCM_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_compile_definitions(${target} PRIVATE DCM_SANITIZED)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()
