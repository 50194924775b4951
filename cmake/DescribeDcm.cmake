# SPDX-License-Identifier: MIT
# Script of DcmInstall.cmake: what dcm says about itself, as a manual page and as completion for bash.
# DCM, VERSION, PAGE, OUTPUT are given.

function(run_dcm result)
  execute_process(
    COMMAND ${DCM} ${ARGN}
    OUTPUT_VARIABLE text
    COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Text as roff that is printed as it is.
function(as_roff result text)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

run_dcm(completion completion)
file(WRITE ${OUTPUT}/completion/dcm "${completion}")

run_dcm(help --help)
string(REGEX MATCHALL "\n  [a-z]+ " names "${help}")
set(COMMANDS)
foreach(name IN LISTS names)
  string(STRIP "${name}" name)
  run_dcm(text ${name} --help)
  if(NOT text MATCHES "^Usage: ([^\n]*)\n+(.*)$")
    message(FATAL_ERROR "'dcm ${name} --help' does not begin with a line Usage")
  endif()
  set(text "${CMAKE_MATCH_2}")
  as_roff(usage "${CMAKE_MATCH_1}")
  as_roff(text "${text}")
  string(APPEND COMMANDS ".SS ${usage}\n.nf\n${text}.fi\n")
endforeach()
if(NOT COMMANDS)
  message(FATAL_ERROR "'dcm --help' names no commands")
endif()
configure_file(${PAGE} ${OUTPUT}/man/dcm.1 @ONLY)
