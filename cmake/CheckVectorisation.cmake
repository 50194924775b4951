# SPDX-License-Identifier: MIT
# Script of VectorisationCheck.cmake. COMPILER, OBJECTS (beside each the compiler's report, OBJECT.loops), FOLDER of the
# sources, FLAGS, BYTES, REPORT are given.

# places_of_marks(FILE RESULT NUMBER): a pattern of the places of loops that are marked in a file, and how many these are.
function(places_of_marks file result count)
  execute_process(COMMAND grep -n "^ *DCM_SIMD\\(_[A-Z]*([a-z]*)\\)\\? *$" ${file} OUTPUT_VARIABLE marks)
  string(REGEX MATCHALL "[0-9]+" marked "${marks}")
  get_filename_component(name ${file} NAME)
  set(places)
  foreach(number IN LISTS marked)
    math(EXPR head "${number} + 1")
    math(EXPR first "${number} + 2")
    string(APPEND places "|/${name}:${head}|/${name}:${first}") # CMake knows few parentheses
  endforeach()
  set(${result} "${places}" PARENT_SCOPE)
  list(LENGTH marked length)
  set(${count} ${length} PARENT_SCOPE)
endfunction()

# The report names the head of the loop, or its first line that computes. In a law that is in the
# headers of src/, which have no loops of their own that would be vectorised, but for the one with the
# loops that pairs and walls share.
places_of_marks(${CMAKE_CURRENT_LIST_DIR}/../src/runtime/batch_loops.h shared count)
set(headers "(laws|ledger|mechanics|numeric|runtime)/[a-z_]+\\.h:[0-9]+")
set(report)
foreach(object IN LISTS OBJECTS)
  string(REGEX REPLACE "^.*\\.dir/(.*)\\.o$" "${FOLDER}/\\1" source ${object})
  # A marked loop is expected once for each set of constants with which its function is called.
  execute_process(COMMAND ${COMPILER} ${FLAGS} -E -P -DDCM_VECTOR_LOOP=DCM_COUNTED_LOOP ${source} OUTPUT_VARIABLE text)
  string(REGEX MATCHALL "DCM_COUNTED_LOOP" calls "${text}")
  list(LENGTH calls expected)
  places_of_marks(${source} own marks)
  if(expected LESS marks) # a loop that is not specialised
    set(expected ${marks})
  endif()
  if(expected EQUAL 0)
    message(FATAL_ERROR "${source}: no loop is marked DCM_SIMD, or called through DCM_TWO_LOOPS or DCM_FOUR_LOOPS")
  endif()
  file(READ ${object}.loops messages)
  string(REGEX MATCHALL "(${headers}${shared}${own}):[0-9]+: optimized: +loop vectorized using ${BYTES} byte" hits "${messages}")
  list(LENGTH hits found)
  if(found LESS expected)
    message(FATAL_ERROR "${source}: ${found} of ${expected} loops were vectorised with ${BYTES} bytes. The compiler says:\n"
                        "${messages}\nSee what stopped it with -fopt-info-vec-missed.")
  endif()
  string(APPEND report "${source}: ${found} of ${expected}\n${messages}")
endforeach()
file(WRITE ${REPORT} "${report}")
