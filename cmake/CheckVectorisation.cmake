# SPDX-License-Identifier: MIT
# Script of VectorisationCheck.cmake. COMPILER, SOURCE, FLAGS, REPORT are given.

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

# A marked loop is expected once for each set of constants with which its function is called: four
# times through DCM_FOUR_LOOPS, twice through DCM_TWO_LOOPS.
set(expected 0)
file(READ ${SOURCE} text)
foreach(calls IN ITEMS "DCM_FOUR_LOOPS:4" "DCM_TWO_LOOPS:2")
  string(REGEX REPLACE ":.*" "" macro ${calls})
  string(REGEX REPLACE ".*:" "" times ${calls})
  string(REGEX MATCHALL "\n +${macro}\\(" uses "${text}")
  list(LENGTH uses count)
  math(EXPR expected "${expected} + ${times} * ${count}")
endforeach()
if(expected EQUAL 0)
  message(FATAL_ERROR "${SOURCE}: no loop is called through DCM_FOUR_LOOPS or DCM_TWO_LOOPS")
endif()

# The report names the head or the first line of the loop that follows the mark.
execute_process(COMMAND grep -n "^ *DCM_SIMD *$" ${SOURCE} OUTPUT_VARIABLE marks)
string(REGEX MATCHALL "[0-9]+" marked "${marks}")
set(found 0)
foreach(number IN LISTS marked)
  math(EXPR head "${number} + 1")
  math(EXPR first "${number} + 2")
  string(REGEX MATCHALL ":(${head}|${first}):[0-9]+: optimized: +loop vectorized" hits "${messages}")
  list(LENGTH hits count)
  math(EXPR found "${found} + ${count}")
endforeach()
if(found LESS expected)
  message(FATAL_ERROR "${SOURCE}: ${found} of ${expected} loops were vectorised. The compiler says:\n"
                      "${messages}\nSee what stopped it with -fopt-info-vec-missed.")
endif()
file(WRITE ${REPORT} "${messages}")
