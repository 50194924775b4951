# SPDX-License-Identifier: MIT
# Runs PROGRAMS, which are programs of Check, under VALGRIND: wrong accesses, uninitialised values
# and leaks fail. DCM_TEST_SHORT asks the random tests for fewer rounds, and LAWS stand for all.
set(ENV{CK_FORK} no)
set(ENV{DCM_TEST_SHORT} 1)
set(ENV{DCM_TEST_LAWS} "${LAWS}")
foreach(program IN LISTS PROGRAMS)
  execute_process(
    COMMAND ${VALGRIND} --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible
            ${program}
    RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "${program} under valgrind: ${status}")
  endif()
endforeach()
