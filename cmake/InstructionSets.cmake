# SPDX-License-Identifier: MIT
# Loops over contacts, compiled once for each instruction set; runtime/machine.h chooses among them when the
# program starts. The sets: "baseline", what the compiler takes without being told; and on x86-64 "v3" and
# "v4", the loops of which use AVX2 and AVX-512. A set names exactly the features that runtime/machine.c asks
# the processor for. All sets give the same numbers: DCM_NUMERICS keeps a*b + c two operations.

include(CheckCSourceCompiles)
include(VectorisationCheck)
check_c_source_compiles(
  "#if !defined(__x86_64__) || defined(__ILP32__) || !defined(__GNUC__)
   #error
   #endif
   int main(void) { return 0; }"
  DCM_IS_X86_64)

# One compilation of each loop instead of three, for whoever builds again and again.
option(DCM_BASELINE_ONLY "Compile loops for the baseline alone" OFF)
option(DCM_NATIVE_ONLY "Compile loops for the processor of this machine alone" OFF)

set(DCM_ISAS baseline)
set(DCM_ISA_FLAGS_baseline)
set(DCM_ISA_BYTES_baseline 16) # of a vector, for the check that loops are vectorised
if(DCM_NATIVE_ONLY)
  set(DCM_BASELINE_ONLY ON)
  set(DCM_ISA_FLAGS_baseline -march=native)
  if(DCM_IS_X86_64)
    list(APPEND DCM_ISA_FLAGS_baseline -mprefer-vector-width=512)
  endif()
  add_compile_definitions(DCM_BASELINE_NAME="native")
endif()
if(DCM_BASELINE_ONLY)
  add_compile_definitions(DCM_BASELINE_ONLY)
elseif(DCM_IS_X86_64)
  list(APPEND DCM_ISAS v3 v4)
  set(DCM_ISA_FLAGS_v3 -mavx2 -mfma -mbmi -mbmi2)
  set(DCM_ISA_BYTES_v3 32)
  set(DCM_ISA_FLAGS_v4 ${DCM_ISA_FLAGS_v3} -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl
                       -mprefer-vector-width=512)
  set(DCM_ISA_BYTES_v4 64)
endif()

# Adds sources to a target once for each instruction set, with the flags of loops that vectorise. A source
# names its functions with external linkage by DCM_ISA_NAME (numeric/simd.h); whoever uses such a function
# declares all variants, and makes a table of them, by the macros of runtime/machine.h.
#   dcm_add_per_isa(target source...)
function(dcm_add_per_isa target)
  foreach(isa IN LISTS DCM_ISAS)
    set(objects ${target}_${isa})
    add_library(${objects} OBJECT ${ARGN})
    target_compile_definitions(${objects} PRIVATE DCM_ISA=${isa} DCM_TARGET_MINOR=DCM_NEWEST_MINOR)
    target_compile_options(${objects} PRIVATE ${DCM_VECTORISE} ${DCM_ISA_FLAGS_${isa}})
    target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${objects} PRIVATE dcm_abi)
    dcm_configure(${objects})
    dcm_check_vectorisation(${objects} ${isa} .)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
  endforeach()
endfunction()
