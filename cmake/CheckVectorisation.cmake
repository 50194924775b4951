# SPDX-License-Identifier: MIT
# Script of VectorisationCheck.cmake. COMPILER, SOURCE, FLAGS, BYTES, REPORT are given.

get_filename_component(folder ${REPORT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
execute_process(
  COMMAND ${COMPILER} ${FLAGS} -fopt-info-vec-optimized -c ${SOURCE} -o ${REPORT}.o -MD -MF ${REPORT}.d -MT ${REPORT}
  RESULT_VARIABLE status
  ERROR_VARIABLE messages)
if(status)
  message(FATAL_ERROR "${SOURCE} does not compile:\n${messages}")
endif()
file(REMOVE ${REPORT}.o)

# A marked loop is expected once for each set of constants with which its function is called.
execute_process(COMMAND ${COMPILER} ${FLAGS} -E -P -DDCM_VECTOR_LOOP=DCM_COUNTED_LOOP ${SOURCE} OUTPUT_VARIABLE text)
string(REGEX MATCHALL "DCM_COUNTED_LOOP" calls "${text}")
list(LENGTH calls expected)
if(expected EQUAL 0)
  message(FATAL_ERROR "${SOURCE}: no loop is called through DCM_TWO_LOOPS or DCM_FOUR_LOOPS")
endif()

# The report names the head of the loop, or its first line that computes. In a law that is in the
# headers of src/, which have no loops of their own that would be vectorised, but for the one with the
# loops that pairs and walls share.
set(places "(laws|ledger|mechanics|numeric|runtime)/[a-z_]+\\.h:[0-9]+")
foreach(file IN ITEMS ${SOURCE} ${CMAKE_CURRENT_LIST_DIR}/../src/runtime/batch_loops.h)
  execute_process(COMMAND grep -n "^ *DCM_SIMD\\(_SUM([a-z]*)\\)\\? *$" ${file} OUTPUT_VARIABLE marks)
  string(REGEX MATCHALL "[0-9]+" marked "${marks}")
  get_filename_component(name ${file} NAME)
  foreach(number IN LISTS marked)
    math(EXPR head "${number} + 1")
    math(EXPR first "${number} + 2")
    string(APPEND places "|/${name}:${head}|/${name}:${first}") # CMake knows few parentheses
  endforeach()
endforeach()
string(REGEX MATCHALL "(${places}):[0-9]+: optimized: +loop vectorized using ${BYTES} byte" hits "${messages}")
list(LENGTH hits found)
if(found LESS expected)
  message(FATAL_ERROR "${SOURCE}: ${found} of ${expected} loops were vectorised with ${BYTES} bytes. The compiler says:\n"
                      "${messages}\nSee what stopped it with -fopt-info-vec-missed.")
endif()
file(WRITE ${REPORT} "${messages}")
