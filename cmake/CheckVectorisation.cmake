# SPDX-License-Identifier: MIT
# Script of VectorisationCheck.cmake. COMPILER, SOURCE, FLAGS, BYTES, REPORT are given.

get_filename_component(folder ${REPORT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
execute_process(
  COMMAND ${COMPILER} ${FLAGS} -fopt-info-vec-optimized -c ${SOURCE} -o ${REPORT}.o
  RESULT_VARIABLE status
  ERROR_VARIABLE messages)
if(status)
  message(FATAL_ERROR "${SOURCE} does not compile:\n${messages}")
endif()
file(REMOVE ${REPORT}.o)

# A marked loop is expected once for each set of constants with which its function is called: as
# often as the macro says through which it is called.
set(expected 0)
file(READ ${SOURCE} text)
foreach(calls IN ITEMS "DCM_HERTZ_DAMPED_LOOPS:20" "DCM_HERTZ_LOOPS:12" "DCM_HERTZ_CONSISTENT_LOOPS:8" "DCM_EIGHT_LOOPS:8" "DCM_FOUR_LOOPS:4" "DCM_TWO_LOOPS:2")
  string(REGEX REPLACE ":.*" "" macro ${calls})
  string(REGEX REPLACE ".*:" "" times ${calls})
  string(REGEX MATCHALL "\n +${macro}\\(" uses "${text}")
  list(LENGTH uses count)
  math(EXPR expected "${expected} + ${times} * ${count}")
endforeach()
if(expected EQUAL 0)
  message(FATAL_ERROR "${SOURCE}: no loop is called through DCM_TWO_LOOPS, DCM_FOUR_LOOPS, DCM_EIGHT_LOOPS, DCM_HERTZ_LOOPS, DCM_HERTZ_DAMPED_LOOPS or DCM_HERTZ_CONSISTENT_LOOPS")
endif()

# The report names the head of the loop, or its first line that computes. In a law that is in the
# headers of src/, which have no loops of their own that would be vectorised, but for the one with the
# loops that pairs and walls share.
set(places "(laws|mechanics|runtime)/[a-z_]+\\.h:[0-9]+")
foreach(file IN ITEMS ${SOURCE} ${CMAKE_CURRENT_LIST_DIR}/../src/contacts/evaluation_loops.h)
  execute_process(COMMAND grep -n "^ *DCM_SIMD\\(_SUM([a-z]*)\\)\\? *$" ${file} OUTPUT_VARIABLE marks)
  string(REGEX MATCHALL "[0-9]+" marked "${marks}")
  get_filename_component(name ${file} NAME)
  foreach(number IN LISTS marked)
    math(EXPR head "${number} + 1")
    math(EXPR first "${number} + 2")
    string(APPEND places "|/${name}:(${head}|${first})")
  endforeach()
endforeach()
string(REGEX MATCHALL "(${places}):[0-9]+: optimized: +loop vectorized using ${BYTES} byte" hits "${messages}")
list(LENGTH hits found)
if(found LESS expected)
  message(FATAL_ERROR "${SOURCE}: ${found} of ${expected} loops were vectorised with ${BYTES} bytes. The compiler says:\n"
                      "${messages}\nSee what stopped it with -fopt-info-vec-missed.")
endif()
file(WRITE ${REPORT} "${messages}")
