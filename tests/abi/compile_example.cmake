# SPDX-License-Identifier: MIT
# Runs the compile line that stands at the head of examples/own-law/viscous.c. SOURCE_DIR, FOLDER.
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${SOURCE_DIR}/abi ${SOURCE_DIR}/examples/own-law DESTINATION ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/examples)
file(RENAME ${FOLDER}/own-law ${FOLDER}/examples/own-law)
file(STRINGS ${FOLDER}/examples/own-law/viscous.c line REGEX "^ \\*   cc ")
list(LENGTH line count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "expected one compile line at the head of viscous.c, found ${count}")
endif()
string(REGEX REPLACE "^ \\*   " "" line "${line}")
separate_arguments(command UNIX_COMMAND "${line}")
execute_process(COMMAND ${command} -Wall -Wextra -Wpedantic -Werror WORKING_DIRECTORY ${FOLDER}
                RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "this line fails: ${line}")
endif()
